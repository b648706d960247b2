"""Trees as nested tuples, their edit distance from its definition, and alpha by loops over all pairs."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.kinds.trees.flatten import TreeStudy
from accord.study.forest import Forest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Tree(NamedTuple):
    """A label and the trees below it."""

    label: str
    children: tuple[Tree, ...] = ()


Costs = tuple["Callable[[str, str], float]", "Callable[[str], float]", "Callable[[str], float]"]
"""What it costs to relabel, delete and insert."""

UNIT: Costs = (lambda a, b: a != b, lambda a: 1, lambda b: 1)


def distance(one: Tree, other: Tree, costs: Costs = UNIT) -> float:
    """The cheapest way to make one tree another: the last roots are deleted, inserted, or aligned."""
    relabel, delete, insert = costs

    @cache
    def between(some: tuple[Tree, ...], others: tuple[Tree, ...]) -> float:
        if not some and not others:
            return 0
        ways = []
        if some:
            *rest, last = some
            ways.append(between((*rest, *last.children), others) + delete(last.label))
        if others:
            *others_rest, last_other = others
            ways.append(between(some, (*others_rest, *last_other.children)) + insert(last_other.label))
        if some and others:
            ways.append(
                between(last.children, last_other.children)
                + between(tuple(rest), tuple(others_rest))
                + relabel(last.label, last_other.label)
            )
        return min(ways)

    return between((one,), (other,))


def nodes(tree: Tree) -> int:
    """How many nodes a tree has."""
    return 1 + sum(map(nodes, tree.children))


def mirror(tree: Tree) -> Tree:
    """The tree with all children in the opposite order."""
    return Tree(tree.label, tuple(mirror(child) for child in reversed(tree.children)))


def forest_of(trees: Sequence[Tree], sizes: Sequence[int] | None = None) -> Forest:
    """The trees as arrays."""
    names: dict[str, int] = {}
    labels: list[int] = []
    leftmost: list[int] = []
    offsets = [0]

    def walk(tree: Tree) -> int:
        first = [walk(child) for child in tree.children]
        leftmost.append(first[0] if first else len(labels) - offsets[-1])
        labels.append(names.setdefault(tree.label, len(names)))
        return leftmost[-1]

    for tree in trees:
        walk(tree)
        offsets.append(len(labels))
    return Forest(
        np.array(labels, dtype=np.int32),
        np.array(leftmost, dtype=np.int32),
        np.array(offsets, dtype=np.int64),
        tuple(names),
        np.array(sizes or np.diff(offsets), dtype=np.int64),
    )


def study_of(table: Sequence[Sequence[Tree | None]], documents: Sequence[int] | None = None) -> TreeStudy:
    """One row per item, one column per annotator, None where there is no tree."""
    given = [(item, annotator) for item, row in enumerate(table) for annotator, tree in enumerate(row) if tree]
    trees = [tree for row in table for tree in row if tree]
    document_of = np.array(documents or [0] * len(table), dtype=np.int64)
    return TreeStudy(
        forest_of(trees),
        np.array([item for item, _ in given], dtype=np.int64),
        np.array([annotator for _, annotator in given], dtype=np.int64),
        tuple(f"s{item}" for item in range(len(table))),
        tuple(f"d{number}" for number in range(int(document_of.max(initial=0)) + 1)),
        document_of,
        np.array([max((nodes(tree) - 1 for tree in row if tree), default=0) for row in table], dtype=np.int64),
        tuple(f"a{annotator}" for annotator in range(max(map(len, table)))),
    )


def alpha(
    table: Sequence[Sequence[Tree | None]], apart: Callable[[Tree, Tree], Fraction | float]
) -> Fraction | float | None:
    """Krippendorff's alpha: all ordered pairs within items, and all ordered pairs of the trees that count."""
    units = [trees for row in table if len(trees := [tree for tree in row if tree]) >= 2]
    values = [tree for trees in units for tree in trees]
    n = len(values)
    if not n:
        return None
    observed = sum(
        sum(apart(one, other) for one, other in permutations(trees, 2)) / Fraction(len(trees) - 1) for trees in units
    ) / Fraction(n)
    expected = sum(apart(one, other) for one, other in permutations(values, 2)) / Fraction(n * (n - 1))
    return 1 - observed / expected if expected else None


def pq_grams(tree: Tree, p: int, q: int, ancestors: tuple[str, ...] = ()) -> Counter[tuple[str, ...]]:
    """The pq-grams of a tree, "*" for a blank."""
    stem = (("*",) * p + ancestors + (tree.label,))[-p:]
    blanks = ("*",) * (q - 1)
    base = (*blanks, *(child.label for child in tree.children), *blanks) if tree.children else ("*", *blanks)
    grams = Counter(stem + base[start : start + q] for start in range(len(base) - q + 1))
    for child in tree.children:
        grams += pq_grams(child, p, q, (*ancestors, tree.label))
    return grams
