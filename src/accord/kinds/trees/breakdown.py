"""Alpha over trees taken apart: by annotators, documents and lengths, and what annotators draw differently."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.apart import apart_on_average
from accord.agreement.breakdown import (
    MAX_ANNOTATORS,
    MERGED_LATER,
    ByAnnotator,
    ByDocument,
    ByLabel,
    ByPair,
    Confusion,
    Extra,
    HardItem,
    Outliers,
    Rows,
)
from accord.agreement.ceiling import defined, halves, shares
from accord.agreement.document_outliers import document_outliers
from accord.agreement.outliers import outliers_of_pairs
from accord.agreement.result import Measured, Undefined
from accord.agreement.sums import Unit
from accord.distance.tree_variants import TreeEdit
from accord.errors import UsageError
from accord.formats.names import some
from accord.kinds.trees.coincidences import LabelCoincidences
from accord.kinds.trees.companions import companion_values, companions
from accord.kinds.trees.differences import differences, likeness
from accord.kinds.trees.edits import changes
from accord.messages import closest
from accord.model import item_id
from accord.model.tree import NO_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.agreement.agreement import Agreement
    from accord.agreement.breakdown import AnnotatorOutlier
    from accord.agreement.ceiling import Ceiling
    from accord.agreement.result import Value
    from accord.agreement.sums import Sums
    from accord.kinds.trees.alpha import Alpha
    from accord.kinds.trees.coefficient import TreeAlpha
    from accord.kinds.trees.differences import Differences, LabelPair
    from accord.kinds.trees.study import ParsedSentence, ParseStudy
    from accord.model import Tree
    from accord.model.tree import Change

WORST = "worst"
"""The name that stands for the sentence that costs most."""
NOT_ALONE = Undefined("labels of trees are not measured one by one")
_MAX_MERGED = 3e7
"""The most steps for which trees are compared again with two labels as one, a tenth of a second."""
_OWN_COSTS = Undefined("what it costs to relabel two labels as one is not known")


@dataclass(frozen=True)
class TreeBreakdown:
    """What takes alpha over trees apart; everything is computed when it is first looked at."""

    parses: ParseStudy
    alpha: TreeAlpha

    def labels(self) -> Rows[ByLabel]:
        """How often each label is given, and with what chance a second annotator gives it in the same place."""
        met = self.coincidences
        return Rows(
            ByLabel(
                label,
                count,
                Undefined("it is nowhere compared") if (specific := met.specific(label)) is None else specific,
                Measured(NOT_ALONE, NOT_ALONE, NOT_ALONE, NOT_ALONE, met.meeting[label]),
            )
            for label, count in met.given.most_common()
        )

    def pairs(self) -> Rows[ByPair]:
        """Every two annotators, with LAS, UAS and label kappa, or bracket F1 and the Jaccard index, beside alpha."""
        if len(self.parses.annotators) > MAX_ANNOTATORS:
            return Rows(why=f"there are more than {MAX_ANNOTATORS} annotators")
        return Rows(
            ByPair(
                one,
                other,
                part.measured,
                self.alpha.differing[one, other],
                self.parses.found - part.items,
                companion_values(self.parses.of((one, other))),
            )
            for (one, other), part in self.alpha.annotator_pairs.items()
        )

    def annotators(self) -> Rows[ByAnnotator]:
        """Every annotator against the rest."""
        rest, without = self.alpha.against_rest, self.alpha.without
        drawn = np.bincount(self.alpha.study.annotator, minlength=len(self.parses.annotators)).tolist()
        return Rows(
            ByAnnotator(name, trees, rest[name], without[name])
            for name, trees in zip(self.parses.annotators, drawn, strict=True)
        )

    def documents(self) -> Rows[ByDocument]:
        """Every document; its difficulty is the mean distance between the trees of its sentences."""
        apart: dict[str, list[float]] = {}
        for sentence, distance in zip(self.parses.sentences, self.alpha.apart.tolist(), strict=True):
            if len(sentence.trees) > 1:
                apart.setdefault(sentence.document, []).append(distance)
        return Rows(
            ByDocument(name, part.measured, fmean(apart[name]) if name in apart else None)
            for name, part in self.alpha.documents.items()
        )

    def ceilings(self) -> tuple[Ceiling, ...] | Undefined:
        """LAS and UAS of dependencies, and tree edit distance where it is a metric."""
        of_tokens = [each for each in companions(self.parses, self.alpha.uncertainty) if each.name in {"las", "uas"}]
        found = [shares(each.title, each) for each in of_tokens]
        between = self.alpha.distance
        if isinstance(between, TreeEdit) and between.variant in {"plain", "metric"} and between.costs is None:
            pairs = self.alpha.pairs_apart
            most = max((max(each.values(), default=0.0) for each in pairs), default=0.0)
            apart = apart_on_average(pairs, most, "sentence", self.alpha.uncertainty)
            found.append(halves("tree edit distance", *apart))
        else:
            found.append(Undefined("this distance of trees is no metric, so it bounds no best system"))
        return defined(found)

    def sums(self) -> Sums | Undefined:
        """Alpha, sentence by sentence."""
        return self.alpha.sums([Unit(each.document, each.name) for each in self.parses.sentences])

    def sums_of_labels(self) -> dict[str, Sums]:
        """Nothing: labels of trees are not measured one by one."""
        return {}

    def sums_of_annotators(self) -> dict[str, Sums]:
        """Nothing: of an annotator alone chance is not known."""
        return {}

    def hardest(self, most: int) -> list[HardItem]:
        """The sentences whose trees are furthest apart; those who drew the same tree have the same version."""
        return [self.hard_item(item, apart) for item, apart in self.alpha.hardest(most)]

    def hard_item(self, item: int, apart: float) -> HardItem:
        """A sentence by its number, and how far its trees are apart."""
        sentence = self.parses.sentences[item]
        versions = {name: f"tree {version}" for name, version in version_numbers(sentence.trees).items()}
        words = (word for word in next(iter(sentence.trees.values())).words if word != NO_WORDS)
        return HardItem(
            item_id(sentence.document, sentence.name),
            sentence.document,
            sentence.name,
            apart,
            dict.fromkeys(self.parses.annotators) | versions,
            " ".join(words),
            places={name: tree.place for name, tree in sentence.trees.items() if tree.place},
        )

    def confusions(self, most: int) -> list[Confusion]:
        """Labels that are taken for each other: of tokens with the same head, or of phrases over the same tokens."""
        met = self.coincidences
        confused = sorted((-count, both) for both, count in met.met.items() if both[0] != both[1])
        total = -sum(count for count, _ in confused)
        ids = [item_id(sentence.document, sentence.name) for sentence in self.parses.sentences]
        return [
            Confusion(
                *both,
                float(-count),
                -count / total,
                self._merged(*both),
                met.sentences[both],
                tuple(ids[example] for example in met.examples[both]),
            )
            for count, both in confused[:most]
        ]

    def _merged(self, first: str, second: str) -> Value:
        """Alpha if two labels were one, where that takes no time."""
        if getattr(self.alpha.distance, "costs", None) is not None:
            return _OWN_COSTS
        few = self.alpha.distance.work(self.alpha.study.forest) <= _MAX_MERGED
        return self.alpha.merged(first, second) if few else Undefined(MERGED_LATER)

    def outliers(self) -> Outliers | Undefined:
        """Who and what stands out, by the share of tokens or brackets that trees over the same tokens share."""
        if not self.parses.comparable:
            return Undefined("no sentence has the same tokens to two annotators")
        apart = [(sentence, 1 - fmean(alike.values())) for sentence, alike in self._alike]
        hard = document_outliers([sentence.document for sentence, _ in apart], np.array([each for _, each in apart]))
        return Outliers(self.annotator_outliers, hard)

    @cached_property
    def annotator_outliers(self) -> dict[str, AnnotatorOutlier]:
        """How the likeness of each annotator's trees to those of the rest goes over the sentences."""
        alike = ((sentence.document, found) for sentence, found in self._alike)
        return outliers_of_pairs(alike, self.parses.annotators, self.alpha.uncertainty.level, "sentence")

    @cached_property
    def _alike(self) -> list[tuple[ParsedSentence, dict[tuple[str, str], float]]]:
        """How alike the trees of every two annotators are, sentence by sentence."""
        return [
            (
                sentence,
                {
                    (one, other): likeness(sentence.trees[one], sentence.trees[other])
                    for one, other in combinations(sentence.trees, 2)
                },
            )
            for sentence in self.parses.comparable
        ]

    def extra(self, most: int) -> tuple[Extra, ...]:
        """Alpha by the length of sentences, and what annotators draw differently."""
        found, phrases = self.differences, self.parses.phrases
        tables = [_lengths(self.alpha.lengths)]
        if phrases:
            tables += _confused("phrases", "Phrases that only one annotator has", ("phrase",), found.phrases)
        else:
            moved = "Labels of tokens with different heads"
            tables += _confused("attachments", moved, ("label", "and label"), found.attachments)
            tables += _confused("heads", "Labels of these heads", ("head", "or head"), found.heads)
        tables += self._costs(most)
        return tuple(tables)

    def _costs(self, most: int) -> Iterator[Extra]:
        what = "brackets that differ" if self.parses.phrases else "tokens that differ"
        sentences, differing = self.parses.sentences, self.differences.differing
        hardest = [item for item, _ in self.alpha.hardest(most)]
        rows = tuple((sentences[item].name, differing[item], sentences[item].tokens) for item in hardest)
        if rows:
            title, notes = "What the hardest sentences differ in", ("accord agree --show SENTENCE draws one",)
            yield Extra("sentences", title, ("sentence", what, "tokens"), rows, notes, 1)

    @cached_property
    def coincidences(self) -> LabelCoincidences:
        """Labels that meet in the same place."""
        return LabelCoincidences(self.parses)

    @cached_property
    def differences(self) -> Differences:
        """Labels and heads that are taken for each other, and how much every sentence differs."""
        return differences(self.parses)

    def changes(self, sentence: ParsedSentence, annotators: Sequence[str]) -> list[Change] | None:
        """The cheapest edit between the trees of two annotators; None where distances are not those of edits."""
        if not isinstance(self.alpha.distance, TreeEdit):
            return None
        item = self.parses.sentences.index(sentence)
        return changes(self.parses, self.alpha.study, item, annotators, self.alpha.distance.costs)

    def sentence(self, name: str | None = None) -> ParsedSentence:
        """The sentence called ``name`` or ``document/name``, else the one that costs most."""
        if name in {None, WORST}:
            if worst := self.alpha.hardest(1):
                return self.parses.sentences[worst[0][0]]
            raise UsageError("there is no sentence on which annotators differ: name one")
        named = {f"{each.document}/{each.name}": each for each in self.parses.sentences}
        found = [full for full, each in named.items() if name in {full, each.name}]
        if not found:
            known = [each.name for each in self.parses.sentences]
            meant = closest(str(name), known)
            hint = f": did you mean {meant}?" if meant else f": there are {some(known)}" if known else ""
            raise UsageError(f"there is no sentence {name!r}{hint}")
        if len(found) > 1:
            raise UsageError(f"there are {len(found)} sentences {name}: choose from {', '.join(found)}")
        return named[found[0]]


def breakdown_of(agreement: Agreement) -> TreeBreakdown:
    """What takes an agreement on trees apart."""
    assert isinstance(agreement.breakdown, TreeBreakdown)
    return agreement.breakdown


def version_numbers(trees: Mapping[str, Tree]) -> dict[str, int]:
    """The same number for those who drew the same tree, from 1."""
    versions: dict[object, int] = {}
    return {
        name: versions.setdefault((tree.words, tree.structure, tree.labels), len(versions) + 1)
        for name, tree in trees.items()
    }


def _lengths(parts: Mapping[str, Alpha]) -> Extra:
    columns = ("tokens", "sentences", "alpha", "interval", "observed", "expected")
    rows = tuple(
        (tokens, part.items, part.value, part.interval, part.observed, part.expected) for tokens, part in parts.items()
    )
    return Extra("lengths", "By length of the sentence", columns, rows)


def _confused(name: str, title: str, columns: tuple[str, ...], found: Sequence[LabelPair]) -> Iterator[Extra]:
    if found:
        rows = tuple((*each[-1 - len(columns) : -1], each.pairs) for each in found)
        yield Extra(name, title, (*columns, "pairs"), rows)
