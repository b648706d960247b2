"""Two trees over one sentence, laid out for drawing: what lies above what, and what only one of them has."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from accord.messages import printable
from accord.model.tree import NO_WORDS
from accord.reporting.table import shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.model import Tree


_LONGEST_WORD = 40


class Arc(NamedTuple):
    """From a head to a token (from 0; a head below 0 is the root), how high it is drawn, and whether it differs."""

    head: int
    token: int
    label: str
    level: int
    differs: bool


def arcs(tree: Tree, other: Tree) -> list[Arc]:
    """The arcs of a tree, each above all that it spans; those of the root lowest, for they are drawn upright."""
    heads, theirs = tree.structure, other.edges
    ends = [(min(head, token), max(head, token)) for token, head in enumerate(heads)]
    level = [0] * len(heads)
    placed: list[int] = []
    hanging = [token for token, head in enumerate(heads) if head >= 0]
    for token in sorted(hanging, key=lambda token: ends[token][1] - ends[token][0]):
        low, high = ends[token]
        below = [level[inner] for inner in placed if ends[inner][0] < high and ends[inner][1] > low]
        level[token] = 1 + max(below, default=0)
        placed.append(token)
    return [
        Arc(head, token, label, level[token], (head, token, label) != theirs[token])
        for token, (head, label) in enumerate(zip(heads, tree.labels, strict=True))
    ]


class Node(NamedTuple):
    """A node of a tree of phrases: what it covers (the end not included), how high and how deep it stands."""

    label: str
    parent: int
    start: int
    end: int
    height: int
    depth: int
    is_leaf: bool
    differs: bool


def nodes(tree: Tree, other: Tree, places: tuple[Sequence[int], Sequence[int]] | None = None) -> list[Node]:
    """The nodes of a tree in its order; of equal brackets as many differ as the other tree has fewer.

    ``places`` says where the tokens of both trees stand, where they are not the same.
    """
    ours, theirs = places or (range(len(tree)), range(len(other)))
    height, parents = [0] * len(tree.labels), tree.structure
    for node in range(len(height) - 1, 0, -1):
        height[parents[node]] = max(height[parents[node]], height[node] + 1)
    left = Counter(_placed(other, theirs))
    made: list[Node] = []
    for node, (label, start, end) in enumerate(_placed(tree, ours)):
        differs = not left[label, start, end]
        left[label, start, end] -= 1
        parent = parents[node]
        depth = made[parent].depth + 1 if parent >= 0 else 0
        made.append(Node(label, parent, start, end, height[node], depth, not height[node], differs))
    return made


def _placed(tree: Tree, places: Sequence[int]) -> list[tuple[str, int, int]]:
    return [(label, places[start], places[end - 1] + 1) for label, start, end in tree.brackets()]


def words(tree: Tree) -> Sequence[str]:
    """The words of a tree as they are drawn."""
    return [drawn_word(word) for word in tree.words]


def drawn_word(word: str) -> str:
    """A word as it is drawn, not too long, a dot where it is not known."""
    return "·" if word == NO_WORDS else shortened(printable(word), _LONGEST_WORD)
