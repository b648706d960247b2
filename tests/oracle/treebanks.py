"""Treebanks as nested tuples, read in the plainest way: files that are known to be sound."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.oracle.trees import Tree

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def dependencies(path: Path) -> Iterator[tuple[Tree, int]]:
    """The trees of a CoNLL file, with how many tokens their sentences have.

    The root has no label; tokens that do not hang below it are not in the tree.
    """
    for block in re.split(r"\n\s*\n", path.read_text(encoding="utf-8").strip()):
        rows = [line.split("\t") if "\t" in line else line.split() for line in block.splitlines() if line[0] != "#"]
        tokens = [(int(row[0]), int(row[6]), row[7]) for row in rows if row[0].isdecimal()]

        def below(head: int, tokens: list[tuple[int, int, str]] = tokens) -> tuple[Tree, ...]:
            return tuple(Tree(label, below(token)) for token, above, label in tokens if above == head)

        yield Tree("", below(0)), len(tokens)


def brackets(path: Path) -> Tree:
    """The one tree of a file of brackets."""
    pieces = re.findall(r"[()]|[^()\s]+", path.read_text(encoding="utf-8"))

    def grow(place: int) -> tuple[Tree, int]:
        if pieces[place] != "(":
            return Tree(pieces[place]), place + 1
        label, place = pieces[place + 1], place + 2
        children: list[Tree] = []
        while pieces[place] != ")":
            child, place = grow(place)
            children.append(child)
        return Tree(label, tuple(children)), place + 1

    return grow(0)[0]


def leaves(tree: Tree) -> int:
    """How many leaves a tree has."""
    return sum(map(leaves, tree.children)) if tree.children else 1
