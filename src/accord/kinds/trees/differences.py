"""Where annotators draw different trees: labels and heads taken for each other, and how much each sentence differs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from accord.kinds.trees.attachment import attachments
from accord.kinds.trees.brackets import jaccard
from accord.model import DependencyTree, PhraseTree
from accord.model.tree import NOWHERE, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.kinds.trees.study import ParseStudy
    from accord.model import Tree

NO_HEAD = "(root)"
"""What stands for the label of the head of a token that has none."""
NO_PHRASE = "(none)"
"""What stands for the label of a phrase that only one annotator has."""


class LabelPair(NamedTuple):
    """Two labels and how many pairs of annotators, token by token, have one and the other."""

    first: str
    second: str
    pairs: int


@dataclass(frozen=True, slots=True)
class Differences:
    """What differs in the sentences that have the same tokens to all annotators.

    ``labels``: of tokens with the same head, or of phrases over the same tokens. ``attachments``: of tokens with
    different heads. ``heads``: of these heads themselves, which says from where to where tokens move. ``phrases``:
    those that only one of two annotators has. ``differing``: in how many tokens or brackets two annotators differ on
    average, for each sentence of the study; None where it is not looked at.
    """

    labels: tuple[LabelPair, ...]
    attachments: tuple[LabelPair, ...]
    heads: tuple[LabelPair, ...]
    phrases: tuple[LabelPair, ...]
    differing: tuple[float | None, ...]


def differences(study: ParseStudy) -> Differences:
    """All differences of a study, the most frequent first."""
    labels: Counter[tuple[str, str]] = Counter()
    moved: Counter[tuple[str, str]] = Counter()
    heads: Counter[tuple[str, str]] = Counter()
    phrases: Counter[tuple[str, str]] = Counter()
    differing: list[float | None] = []
    for sentence in study.sentences:
        if not sentence.comparable:
            differing.append(None)
            continue
        pairs = list(combinations(sentence.trees.values(), 2))
        costs = [_cost(*pair) for pair in pairs]
        differing.append(sum(costs) / len(costs))
        for first, second in (pair for pair, cost in zip(pairs, costs, strict=True) if cost):
            if isinstance(first, DependencyTree) and isinstance(second, DependencyTree):
                above, other_above = _head_labels(first), _head_labels(second)
                for token, (same_head, same_label) in enumerate(attachments(first, second)):
                    given = _ordered(first.labels[token], second.labels[token])
                    if not same_head:
                        moved[given] += 1
                        heads[_ordered(above[token], other_above[token])] += 1
                    elif not same_label:
                        labels[given] += 1
            elif isinstance(first, PhraseTree) and isinstance(second, PhraseTree):
                for one, other in unshared(first, second):
                    if NO_PHRASE in {one, other}:
                        phrases[NO_PHRASE, one if other == NO_PHRASE else other] += 1
                    else:
                        labels[_ordered(one, other)] += 1
    return Differences(
        _most_first(labels), _most_first(moved), _most_first(heads), _most_first(phrases), tuple(differing)
    )


def _most_first(counts: Counter[tuple[str, str]]) -> tuple[LabelPair, ...]:
    ordered = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    return tuple(LabelPair(*pair, count) for pair, count in ordered)


def _ordered(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one <= other else (other, one)


def _head_labels(tree: DependencyTree) -> list[str]:
    """The label of the head of each token."""
    outside = {ROOT: NO_HEAD, NOWHERE: "(nowhere)"}
    return [outside.get(head) or tree.labels[head] for head in tree.structure]


def _cost(first: Tree, second: Tree) -> float:
    """How much differs: tokens with another head or label, or half the brackets that are not shared."""
    if isinstance(first, DependencyTree):
        return sum(not (head and label) for head, label in attachments(first, second))
    assert isinstance(second, PhraseTree)
    ours, theirs = Counter(first.brackets()), Counter(second.brackets())
    return ((ours - theirs).total() + (theirs - ours).total()) / 2


def unshared(first: PhraseTree, second: PhraseTree) -> Iterator[tuple[str, str]]:
    """The labels of nodes over the same tokens that differ, one by one; `NO_PHRASE` where one has fewer there."""
    ours, theirs = Counter(first.brackets()), Counter(second.brackets())
    left: dict[tuple[int, int], tuple[list[str], list[str]]] = {}
    for side, more in enumerate((ours - theirs, theirs - ours)):
        for label, start, end in more.elements():
            left.setdefault((start, end), ([], []))[side].append(label)
    for one, other in left.values():
        longest = max(len(one), len(other))
        yield from zip(*(sorted(side) + [NO_PHRASE] * (longest - len(side)) for side in (one, other)), strict=True)


def likeness(first: Tree, second: Tree) -> float:
    """The share of tokens with the same head and label, or the Jaccard index of the brackets; 0 over other words."""
    if first.words != second.words:
        return 0.0
    if isinstance(first, PhraseTree):
        return jaccard(first, second)
    found = attachments(first, second)
    return sum(head and label for head, label in found) / len(found) if found else 1.0
