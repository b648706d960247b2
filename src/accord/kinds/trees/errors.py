"""The errors behind an agreement on trees: heads and labels that are redrawn, phrases that are left out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.result import Undefined
from accord.agreement.uncertainty import Uncertainty
from accord.errors import NotApplicable
from accord.kinds.error_model import ErrorModel, ErrorSort
from accord.kinds.trees.brackets import phrases
from accord.kinds.trees.flatten import flatten
from accord.kinds.trees.noise import leave_out, reattach, relabel
from accord.model.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.random import Generator

    from accord.agreement.result import Result
    from accord.kinds.error_model import Floats
    from accord.kinds.trees.coefficient import TreeAlpha
    from accord.kinds.trees.flatten import TreeStudy
    from accord.kinds.trees.study import ParsedSentence, ParseStudy
    from accord.model import Tree

    Truth = tuple[tuple[int, ...], tuple[Tree, ...]]
    """The numbers of sentences, and a tree over each."""

_MOST_SENTENCES = 40
"""So many sentences are simulated at a time."""


@dataclass(frozen=True)
class TreeErrors(ErrorModel):
    """Tokens with other heads and other labels; of phrases, phrases that are left out and other labels.

    What is taken for the truth of a sentence is the tree of any annotator, drawn anew each time. A new head is one
    that does not hang below the token, as far from the old one as the heads of the annotators lie apart where they
    differ; a new label is any of all labels.
    """

    parses: ParseStudy
    measured: Callable[[TreeStudy], TreeAlpha]
    """Alpha of a study."""
    result: Result
    unit: str = "sentence"

    @classmethod
    def of(cls, parses: ParseStudy, measured: Callable[[TreeStudy], TreeAlpha]) -> TreeErrors:
        """Those of sentences that have the same tokens to all."""
        if len(parses.comparable) < 2:
            raise NotApplicable("fewer than two sentences have the same tokens to two annotators")
        return cls(parses, measured, measured(flatten(parses)).result)

    @property
    def score_name(self) -> str:  # type: ignore[override]
        """By what parsers are scored."""
        return "bracket F1" if self.parses.phrases else "LAS"

    @property
    def texts(self) -> int:
        """The sentences that have the same tokens to all."""
        return len(self.parses.comparable)

    @property
    def drawn(self) -> int:
        """As many, or a part of them."""
        return min(self.texts, _MOST_SENTENCES)

    @property
    def annotators(self) -> int:
        """Those of the study."""
        return len(self.parses.annotators)

    @cached_property
    def copies(self) -> int:
        """As many as drew a tree over one sentence at most: all err alike, so that it does not matter who is who."""
        return max((len(sentence.trees) for sentence in self.parses.comparable), default=0)

    @property
    def marks(self) -> int:
        """The tokens of all trees."""
        return max(1, sum(len(tree) for sentence in self.parses.comparable for tree in sentence.trees.values()))

    @cached_property
    def sorts(self) -> tuple[ErrorSort, ...]:
        """Other heads or phrases left out, and other labels where there are several."""
        said = {label for each in self.parses.comparable for tree in each.trees.values() for label in tree.labels}
        first = (
            ErrorSort("omissions", "{share} % of phrases left out", 0.9)
            if self.parses.phrases
            else ErrorSort("reattach", "{share} % of tokens reattached")
        )
        return (first, *([ErrorSort("relabel", "{share} % of labels redrawn")] if len(said) > 1 else []))

    @cached_property
    def near(self) -> dict[int, float]:
        """How often different heads of a token lie so many tokens apart, 0 where one of them is the root."""
        found: Counter[int] = Counter()
        for sentence in self.parses.comparable:
            for one, other in combinations(sentence.trees.values(), 2):
                for first, second in zip(one.structure, other.structure, strict=True):
                    if first != second:
                        found[0 if ROOT in {first, second} else abs(first - second)] += 1
        return {apart: float(count) for apart, count in found.items()}

    def observed(self) -> Sequence[ParsedSentence]:
        """The sentences that have the same tokens to all."""
        return self.parses.comparable

    def truth(self, rng: Generator) -> Truth:
        """A tree of each sentence that is simulated."""
        chosen = np.arange(self.texts)
        if self.drawn < self.texts:
            chosen = np.sort(rng.choice(self.texts, self.drawn, replace=False))
        trees = [list(self.parses.comparable[number].trees.values()) for number in chosen.tolist()]
        drawn = rng.uniform(size=len(trees)).tolist()
        return tuple(chosen.tolist()), tuple(
            each[int(place * len(each))] for each, place in zip(trees, drawn, strict=True)
        )

    def degraded(self, truth: Truth, amounts: Sequence[float], annotator: int, rng: Generator) -> Truth:
        """Heads redrawn, or phrases left out; then labels redrawn."""
        del annotator
        chosen, trees = truth
        structure, labels = rng.spawn(2)
        if self.parses.phrases:
            copies = leave_out(trees, amounts[0], structure)
        else:
            copies = reattach(trees, amounts[0], structure, self.near)
        if len(amounts) > 1:
            copies = relabel(copies, amounts[1], labels)
        return chosen, tuple(copies)

    def together(self, truth: Truth, copies: Sequence[Truth]) -> Sequence[ParsedSentence]:
        """All annotators over the sentences that they drew trees of."""
        return [
            replace(like, trees={who: copies[copy][1][place] for copy, who in enumerate(like.trees)})
            for place, like in enumerate(self.parses.comparable[index] for index in truth[0])
        ]

    def traces(self, sample: Sequence[ParsedSentence]) -> Floats:
        """The shares of heads, or of phrases, and of labels that differ between two annotators."""
        counted = np.zeros(4)
        count = _phrases_apart if self.parses.phrases else _heads_apart
        for sentence in sample:
            for one, other in combinations(sentence.trees.values(), 2):
                counted += count(one, other)
        structure, labels = counted[0] / max(counted[1], 1), counted[2] / max(counted[3], 1)
        return np.array([structure, labels][: len(self.sorts)])

    def value(self, sample: Sequence[ParsedSentence]) -> float:
        """Alpha of these sentences."""
        study = replace(self.parses, sentences=tuple(sample))
        alpha = replace(self.measured(flatten(study)), uncertainty=Uncertainty("none"))
        value = alpha.whole.value
        return np.nan if isinstance(value, Undefined) else float(value)

    def score(self, reference: Truth, predicted: Truth) -> float:
        """LAS of dependencies, F1 of phrases."""
        right = size = 0.0
        for one, other in zip(reference[1], predicted[1], strict=True):
            if self.parses.phrases:
                ours, theirs = phrases(one), phrases(other)
                right += 2 * (ours & theirs).total()
                size += ours.total() + theirs.total()
            else:
                right += len([0 for first, second in zip(one.edges, other.edges, strict=True) if first == second])
                size += len(one)
        return right / size if size else 1.0


def _heads_apart(one: Tree, other: Tree) -> tuple[int, int, int, int]:
    """Tokens with different heads, all tokens, tokens with different labels, and all of them again."""
    heads = sum(first != second for first, second in zip(one.structure, other.structure, strict=True))
    labels = sum(first != second for first, second in zip(one.labels, other.labels, strict=True))
    return heads, len(one), labels, len(one)


def _nodes(tree: Tree) -> dict[tuple[int, int], list[str]]:
    """The labels of the nodes over each stretch of tokens, the outer ones first."""
    found: dict[tuple[int, int], list[str]] = {}
    for label, start, end in tree.brackets():
        found.setdefault((start, end), []).append(label)
    return found


def _phrases_apart(one: Tree, other: Tree) -> tuple[int, int, int, int]:
    """Nodes that only one has, all nodes, nodes over the same tokens with different labels, and all of these."""
    ours, theirs = _nodes(one), _nodes(other)
    shared = [(ours[span], theirs[span]) for span in ours.keys() & theirs.keys()]
    alone = sum(map(len, ours.values())) + sum(map(len, theirs.values()))
    paired = sum(min(len(first), len(second)) for first, second in shared)
    differ = sum(a != b for first, second in shared for a, b in zip(first[::-1], second[::-1], strict=False))
    return alone - 2 * paired, alone, differ, paired
