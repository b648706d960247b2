"""The tokens of two trees side by side, where these are not over the same words."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from accord.model import DependencyTree
from accord.model.tree import NO_HEAD, ROOT
from accord.reporting.arcs import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.model import Tree


class SharedTokens(NamedTuple):
    """The words of all tokens, where those of either tree stand among them, and how many are not the same to both."""

    words: list[str]
    places: tuple[Sequence[int], Sequence[int]]
    unshared: int


def shared_tokens(one: Tree, other: Tree) -> SharedTokens:
    """The tokens of two trees, equal ones as one; of different ones as many as there are on both sides face each other.

    >>> fog = DependencyTree(("The", "fog", "lifts"), (2, 3, 0), ("det", "nsubj", "root"), (1, 2, 3))
    >>> smog = DependencyTree(("smog", "lifts", "."), (2, 0, 2), ("nsubj", "root", "punct"), (1, 2, 3))
    >>> shared_tokens(fog, smog)
    SharedTokens(words=['The/smog', 'fog', 'lifts', '.'], places=([0, 1, 2], [0, 2, 3]), unshared=3)
    """
    ours, theirs = words(one), words(other)
    found: list[str] = []
    places: tuple[list[int], list[int]] = ([], [])
    unshared = 0
    for kind, start, end, from_, to in SequenceMatcher(None, one.words, other.words, autojunk=False).get_opcodes():
        for offset in range(max(end - start, to - from_)):
            both = [*ours[start:end][offset : offset + 1], *theirs[from_:to][offset : offset + 1]]
            for side, length in enumerate((end - start, to - from_)):
                places[side].extend([len(found)] if offset < length else [])
            found.append(both[0] if kind == "equal" else "/".join(both))
            unshared += kind != "equal"
    return SharedTokens(found, places, unshared)


def spread(tree: Tree, tokens: SharedTokens, places: Sequence[int]) -> DependencyTree:
    """A tree over all tokens, of which some hang nowhere and have no label, for they are not its own."""
    heads, labels = [NO_HEAD] * len(tokens.words), [""] * len(tokens.words)
    for token, (head, label) in enumerate(zip(tree.structure, tree.labels, strict=True)):
        labels[places[token]] = label
        heads[places[token]] = 0 if head == ROOT else places[head] + 1 if head >= 0 else NO_HEAD
    return DependencyTree(tuple(tokens.words), tuple(heads), tuple(labels), tuple(range(1, len(heads) + 1)))
