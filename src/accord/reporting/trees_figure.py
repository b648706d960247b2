"""Two trees of a sentence for papers, from the payload of a layer."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.messages import suggestion
from accord.model import DependencyTree, PhraseTree
from accord.model.tree import NO_WORDS, ROOT
from accord.reporting.arcs import words
from accord.reporting.layer_figures import chosen
from accord.reporting.scene import nothing
from accord.reporting.trees_scene import trees_scene

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.model import Tree
    from accord.payload.layer import LayerPayload
    from accord.payload.views import SentenceTrees, TreeVersion
    from accord.reporting.scene import Scene


def trees_figure(
    layer: LayerPayload,
    wide: float | None = None,
    part: str | None = None,
    pair: Sequence[str] | None = None,
) -> Scene:
    """Two trees over a sentence: those of the ``pair``, or the two that are furthest apart.

    The sentence is the ``part``, or the first in which these two have the same words, as on the page.
    """
    if not layer.trees_view:
        return nothing(f"{layer.kind} have no trees")
    sentences = layer.trees_view.sentences
    if not sentences:
        return nothing("no two trees of this layer differ")
    found = next(filter(_overlie, sentences), sentences[0]) if part is None else chosen(sentences, "sentence", part)
    trees = _trees(found)
    one, other = _furthest(trees) if pair is None else _of_pair(trees, pair)
    title = layer.titled(f"{one} and {other} on {found.sentence}")
    held = len(sentences) + layer.trees_view.left_out
    choice = [f"the worst that can be overlaid of {held:,} sentences that differ"] if part is None and held > 1 else []
    return trees_scene(title, {one: trees[one], other: trees[other]}, [*choice, layer.headline.signature], wide)


def _trees(sentence: SentenceTrees) -> dict[str, Tree]:
    """The trees over a sentence as they were measured, by annotator."""
    return {
        name: _tree(version, tuple(word or NO_WORDS for word in version.tokens or sentence.tokens))
        for name, version in sentence.versions.items()
    }


def _tree(version: TreeVersion, tokens: tuple[str, ...]) -> Tree:
    if version.heads is not None:
        ids = tuple(range(1, len(tokens) + 1))
        return DependencyTree(tokens, tuple(version.heads), tuple(version.labels or ()), ids)
    brackets = version.brackets or ()
    return PhraseTree(
        tuple(each.label for each in brackets), _parents([(each.start, each.end) for each in brackets]), tokens
    )


def _parents(found: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The bracket around each, or `ROOT`, by start and end; those around come before those within.

    >>> _parents([(0, 2), (0, 1), (1, 2), (1, 2)])
    (-1, 0, 0, 2)
    """
    around: list[int] = []
    parents = []
    for node, (_, end) in enumerate(found):
        while around and found[around[-1]][1] < end:
            around.pop()
        parents.append(around[-1] if around else ROOT)
        around.append(node)
    return tuple(parents)


def _overlie(sentence: SentenceTrees) -> bool:
    """Whether the two trees that are furthest apart have the same words."""
    trees = _trees(sentence)
    one, other = _furthest(trees)
    return words(trees[one]) == words(trees[other])


def _furthest(trees: Mapping[str, Tree]) -> tuple[str, str]:
    """The two annotators who have most edges that the other has not, as the page draws them."""
    edges = {name: Counter(tree.edges) for name, tree in trees.items()}
    return max(
        combinations(trees, 2),
        key=lambda pair: sum((edges[one] - edges[other]).total() for one, other in (pair, pair[::-1])),
    )


def _of_pair(trees: Mapping[str, Tree], pair: Sequence[str]) -> tuple[str, str]:
    if isinstance(pair, str) or len(pair) != 2 or pair[0] == pair[1]:
        raise UsageError(f"a pair is two annotators, and {pair!r} is not")
    for name in pair:
        if name not in trees:
            raise UsageError(f"there is no tree of {name!r} over this sentence: {suggestion(name, list(trees))}")
    return pair[0], pair[1]
