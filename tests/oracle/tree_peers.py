"""Tree edit distance by other programs: each takes trees, and gives the distance of two of them by number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.oracle.trees import Tree

    Distance = Callable[[int, int], float]


def zss(trees: Sequence[Tree]) -> Distance:
    """zss, in plain Python."""
    import zss

    def node(tree: Tree) -> Any:
        return zss.Node(tree.label, [node(child) for child in tree.children])

    made = [node(tree) for tree in trees]
    return lambda one, other: zss.simple_distance(made[one], made[other])


def apted(trees: Sequence[Tree]) -> Distance:
    """apted, in plain Python."""
    from apted import APTED
    from apted.helpers import Tree as Apted

    def node(tree: Tree) -> Any:
        return Apted(tree.label, *(node(child) for child in tree.children))

    made = [node(tree) for tree in trees]
    return lambda one, other: APTED(made[one], made[other]).compute_edit_distance()


def edist(trees: Sequence[Tree]) -> Distance:
    """edist, in Cython, unit costs."""
    from edist.ted import standard_ted

    def adjacent(tree: Tree) -> tuple[list[str], list[list[int]]]:
        labels: list[str] = []
        below: list[list[int]] = []

        def walk(tree: Tree) -> int:
            number = len(labels)
            labels.append(tree.label)
            below.append([])
            below[number].extend([walk(child) for child in tree.children])
            return number

        walk(tree)
        return labels, below

    made = [adjacent(tree) for tree in trees]
    return lambda one, other: standard_ted(*made[one], *made[other])
