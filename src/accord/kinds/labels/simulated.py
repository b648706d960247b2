"""Annotators of labels who are simulated."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from accord.errors import NotApplicable, UsageError
from accord.formats.matrix import read_matrix
from accord.formats.source import Source
from accord.kinds.labels.noise import bias, confusions, slips
from accord.kinds.simulation import Degrading, growing, places
from accord.kinds.simulation_options import GOLD
from accord.messages import option as spelled
from accord.messages import suggestion
from accord.model import Corpus, Document, ItemLabels, TokenLabels
from accord.study.scale import in_natural_order

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.random import Generator
    from numpy.typing import NDArray

    from accord.kinds.labels.simulation_options import LabelSimulation
    from accord.model.corpus import Annotation

    Codes = NDArray[np.int64]


def made_up(options: LabelSimulation, rng: Generator) -> Corpus:
    """Items with labels that are as frequent as is said."""
    labels = options.labels or ("A", "B", "C")
    shares = np.array(options.prevalence or [1.0] * len(labels))
    if len(shares) != len(labels) or not shares.sum():
        raise UsageError(f"{spelled('prevalence')}: one number for each label is needed, and not all of them 0")
    codes = rng.choice(len(labels), size=options.items, p=shares / shares.sum())
    width = len(str(options.items))
    items = {f"i{number + 1:0{width}}": labels[code] for number, code in enumerate(codes.tolist())}
    document = Document("simulated", items=dict.fromkeys(items, ""), named=False)
    return Corpus.of((document,), {(document.id, GOLD): ItemLabels(items)})


@dataclass(frozen=True)
class DegradedLabels(Degrading):
    """Codes of all labels of one annotator, one after another."""

    given: Mapping[str, ItemLabels | TokenLabels]
    options: LabelSimulation
    labels: tuple[str, ...]
    codes: Codes
    partner: Codes
    shares: NDArray[np.float64]
    matrix: NDArray[np.float64] | None = field(default=None)

    @classmethod
    def of(cls, corpus: Corpus, annotator: str, options: LabelSimulation) -> DegradedLabels:
        """Those of an annotator of a corpus."""
        given = {
            document.id: said
            for document in corpus.documents
            if isinstance(said := corpus.annotations.get((document.id, annotator)), ItemLabels | TokenLabels)
        }
        if not given:
            raise NotApplicable("there are no labels to degrade")
        gold = [label for each in given.values() for label in _labels(each)]
        counts = Counter(gold)
        known = {label for each in corpus.annotations.values() for label in _labels(each)}
        labels = tuple(options.labels or in_natural_order(sorted(known)))
        if missing := sorted(known - {*labels}):
            hint = suggestion(missing[0], list(labels))
            raise UsageError(f"the label {missing[0]!r} is not among those given: {hint} ({spelled('labels')})")
        number = {label: code for code, label in enumerate(labels)}
        shares = np.ones(len(labels)) if options.even else np.array([counts[label] for label in labels], dtype=float)
        codes = np.array([number[label] for label in gold], dtype=np.int64)
        return cls(given, options, labels, codes, _partners(labels, options), shares, _matrix(labels, options))

    def degraded(self, amounts: Mapping[str, float], number: int, rng: Generator) -> DegradedLabels:
        """Labels taken for others, slips, favourites."""
        own = rng.spawn(4)
        at, drift = places(len(self.codes)), self.options.drift
        codes = self.codes
        if self.matrix is not None:
            drawn = own[3].uniform(size=(len(codes), 1))
            codes = (drawn > np.cumsum(self.matrix[codes], axis=1)).sum(axis=1).clip(max=len(self.labels) - 1)
        codes = confusions(codes, growing(amounts.get("confusions", 0.0), drift, at), own[0], self.partner)
        codes = slips(codes, growing(amounts.get("slips", 0.0), drift, at), own[1], self.shares)
        codes = bias(codes, growing(amounts.get("bias", 0.0), drift, at), own[2], number % len(self.labels))
        return replace(self, codes=codes)

    def annotations(self) -> dict[str, Annotation]:
        """The labels of each document."""
        given = iter([self.labels[code] for code in self.codes.tolist()])
        found: dict[str, Annotation] = {}
        for document, each in self.given.items():
            if isinstance(each, ItemLabels):
                found[document] = ItemLabels({item: next(given) for item in each.labels}, texts=each.texts)
            else:
                rows = tuple(tuple(next(given) for _ in row) for row in each.labels)
                found[document] = TokenLabels(rows, missing=each.missing)
        return found


def _labels(said: Annotation) -> list[str]:
    """All labels of a document in their order."""
    if isinstance(said, ItemLabels):
        return list(said.labels.values())
    return [label for row in said.labels for label in row] if isinstance(said, TokenLabels) else []


def _partners(labels: Sequence[str], options: LabelSimulation) -> Codes:
    """Which label each is taken for, or -1."""
    found = np.full(len(labels), -1)
    pairs = [tuple(pair) for pair in options.confuse]
    if not pairs:
        pairs = list(zip(labels[::2], labels[1::2], strict=False))
    for pair in pairs:
        if len(pair) != 2 or pair[0] == pair[1]:
            raise UsageError(f"{spelled('confuse')}: two labels, as A,B, are needed, not {','.join(map(str, pair))}")
        for label in pair:
            if label not in labels:
                raise UsageError(f"there is no label {label!r}: {suggestion(label, list(labels))}")
            if found[labels.index(label)] >= 0:
                raise UsageError(f"{spelled('confuse')}: {label} is taken for two labels: name each once")
        first, second = map(labels.index, pair)
        found[first], found[second] = second, first
    return found


def _matrix(labels: Sequence[str], options: LabelSimulation) -> NDArray[np.float64] | None:
    """The probability of each label where another is right; one that is not named stays as it is."""
    if options.confusion is None:
        return None
    if options.slips or options.confusions:
        raise UsageError(f"{spelled('confusion')} says all of slips and confusions: leave these out")
    values = read_matrix(Source(options.confusion)) if isinstance(options.confusion, str) else options.confusion
    table = np.zeros((len(labels), len(labels)))
    for pair, share in values.items():
        for label in pair:
            if label not in labels:
                raise UsageError(f"there is no label {label!r}: {suggestion(label, list(labels))}")
        if not 0 <= share <= 1:
            raise UsageError(f"{spelled('confusion')}: a probability from 0 to 1 is needed, not {share:g}")
        table[labels.index(pair[0]), labels.index(pair[1])] = share
    for row, label in enumerate(labels):
        whole = table[row].sum()
        if not whole:
            table[row, row] = 1.0
        elif abs(whole - 1) > _ROUNDING:
            raise UsageError(f"{spelled('confusion')}: the probabilities where {label} is right add up to {whole:g}")
        else:
            table[row] /= whole
    return table


_ROUNDING = 0.005
"""What probabilities of a row may differ from 1 by, as they are written with two digits."""
