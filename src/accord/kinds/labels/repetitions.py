"""Agreement with oneself: the same annotator or model, the same item, several times (--repeats keep).

A repetition is no annotator: taken for one, a model's agreement with itself would count as agreement between
annotators. With w the share of each label among the repetitions of one annotator and one item (a cell), D the distances
of labels and K repetitions,

    d_0   = mean over the items of an annotator of w'Dw K / (K - 1)      two repetitions of one item
    d_I   = mean distance of labels of two different items, both of this annotator
    agreement with oneself = 1 - d_0 / largest distance,     corrected = 1 - d_0 / d_I

Of what two annotators differ by, half of the d_0 of each comes from not repeating oneself; the share is that half in
the mean distance from the others. Where every repetition counts, an annotator weighs as much as another
in each item and a repetition 1 / K of that: observed and expected disagreement are then the means over all ways to
choose one repetition of each cell. Nobody can agree with others better than with themselves, on average.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.breakdown import Extra
from accord.agreement.equation import agreement
from accord.agreement.resample import ResampleRows
from accord.agreement.result import Undefined
from accord.agreement.uncertainty import interval_of
from accord.study.coding import MISSING
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from accord.agreement.resample import Integers
    from accord.agreement.result import Value
    from accord.agreement.uncertainty import Uncertainty
    from accord.distance.between import Between, Floats
    from accord.study.coding import Coding

_MAX_CELLS = 20_000_000
"""The most numbers of a table of cells and labels."""
_COLUMNS = (
    *("annotator", "items", "repetitions", "with oneself", "interval", "corrected", "interval"),
    "share of disagreement",
)


@dataclass(frozen=True, slots=True)
class Cells:
    """What each annotator said of each item: ``shares`` of labels, shape (cells, labels), of so many repetitions."""

    item: Integers
    annotator: Integers
    shares: Floats
    count: Integers
    apart: Floats = field(default_factory=lambda: np.zeros(0))
    """How far they are from those of the others of the item, on average; NaN where nobody else labelled it."""

    @classmethod
    def of(cls, coding: Coding) -> Cells:
        """Those of a coding, by item."""
        cells: list[tuple[int, int]] = []
        given: list[list[int]] = []
        code_of = {label: code for code, label in enumerate(coding.labels)}
        for item, number in enumerate(coding.numbers.tolist()):
            for annotator, code in enumerate(coding.row(item)):
                if code != MISSING:
                    further = coding.repeats.get((number, coding.annotators[annotator]), ())
                    cells.append((item, annotator))
                    given.append([code, *(code_of[label] for label in further if label in code_of)])
        shares = np.zeros((len(cells), len(coding.labels)))
        for cell, codes in enumerate(given):
            np.add.at(shares[cell], codes, 1 / len(codes))
        where = np.array(cells, dtype=np.int64).reshape(-1, 2)
        return cls(where[:, 0], where[:, 1], shares, np.array(list(map(len, given)), dtype=np.int64))

    def of_annotator(self, number: int) -> Cells:
        """Those of one annotator."""
        own = self.annotator == number
        return Cells(self.item[own], self.annotator[own], self.shares[own], self.count[own], self.apart[own])


def repetition_tables(coding: Coding, between: Between, uncertainty: Uncertainty) -> tuple[Extra, ...]:
    """How much annotators agree with themselves, and what every repetition does to agreement between annotators."""
    if not coding.repeats or len(coding.annotators) * len(coding.codes) * len(coding.labels) > _MAX_CELLS:
        return ()
    cells = Cells.of(coding)
    if not (cells.count > 1).any():
        return ()
    cells = replace(cells, apart=_from_others(cells, between))
    rows = [
        (coding.annotators[number], *_with_oneself(cells.of_annotator(number), between, coding.unit, uncertainty))
        for number in range(len(coding.annotators))
        if (cells.count[cells.annotator == number] > 1).any()
    ]
    observed, expected = every_repetition(cells, between)
    value = float(agreement(observed, expected, between.largest))
    beside = "undefined" if np.isnan(value) else f"{value:.4f}"
    notes = (
        "corrected: by how far labels of other items of the same annotator are apart",
        "share of disagreement: what of the mean distance from others comes from not repeating oneself",
        f"alpha is {beside} where every repetition counts, each annotator as much as another; above, the first does",
    )
    return (Extra("repetitions", "Agreement with oneself", _COLUMNS, tuple(rows), notes),)


def every_repetition(cells: Cells, between: Between) -> tuple[float, float]:
    """The observed and the expected disagreement of alpha, as means over all ways to choose one repetition a cell."""
    starts = np.unique(cells.item, return_index=True)[1]
    of_items = np.add.reduceat(cells.shares, starts, axis=0)
    within = between.expected(cells.shares, cells.shares)
    count = np.diff(np.append(starts, len(cells.item)))
    several = count >= 2
    sums = between.expected(of_items, of_items) - np.add.reduceat(within, starts)
    kept = np.repeat(several, count)
    n = float(kept.sum())
    observed = float((sums[several] / (count[several] - 1)).sum() / n) if n else np.nan
    total = cells.shares[kept].sum(axis=0)[None, :]
    pairs = np.array([n * (n - 1)])
    expected = float(quotient(between.expected(total, total) - within[kept].sum(), pairs)[0])
    return observed, expected


def _from_others(cells: Cells, between: Between) -> Floats:
    """How far the labels of each cell are from those of the others of its item, on average; NaN where it is alone."""
    item, of = np.unique(cells.item, return_inverse=True)
    sums = np.zeros((len(item), cells.shares.shape[1]))
    np.add.at(sums, of, cells.shares)
    count = np.bincount(of)[of].astype(np.float64) - 1
    others = sums[of] - cells.shares
    return quotient(between.expected(cells.shares, others), count)


def _with_oneself(cells: Cells, between: Between, unit: str, uncertainty: Uncertainty) -> tuple[object, ...]:
    """The items of one annotator that are repeated, how often, and how much the annotator agrees with themselves."""
    shares, count = cells.shares, cells.count
    alike = between.expected(shares, shares)
    repeated = count > 1
    differing = np.where(repeated, alike * count / np.maximum(count - 1, 1), 0.0)
    rows = np.column_stack([repeated, differing, np.ones(len(shares)), alike, shares])
    largest = float(np.max(between.largest))

    def plain(totals: Floats) -> Floats:
        return 1 - quotient(totals[:, 1], totals[:, 0] * largest)

    def corrected(totals: Floats) -> Floats:
        n = totals[:, 2]
        expected = quotient(between.expected(totals[:, 4:], totals[:, 4:]) - totals[:, 3], n * (n - 1))
        return agreement(quotient(totals[:, 1], totals[:, 0]), expected, largest)

    units = ResampleRows.each(rows)
    how = replace(uncertainty, interval="none" if uncertainty.interval == "none" else "jackknife")
    totals = units.totals()[None, :]
    both = repeated & ~np.isnan(cells.apart)
    noise = float(differing[both].mean()) / 2 if both.any() else np.nan
    from_others = float(cells.apart[both].mean()) if both.any() else np.nan
    return (
        int(repeated.sum()),
        int(count[repeated].sum()),
        _known(float(plain(totals)[0])),
        interval_of(units, plain, (0.0, 1.0), unit, how),
        _known(float(corrected(totals)[0])),
        interval_of(units, corrected, (-1.0, 1.0), unit, how),
        _known(noise / from_others if from_others else np.nan),
    )


def _known(value: float) -> Value:
    return Undefined("there is no disagreement to divide") if np.isnan(value) else value
