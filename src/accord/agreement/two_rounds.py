"""The difference of two rounds and its intervals, from rows that add up; see `accord.agreement.rounds`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.agreement.exchange import deals, p_of_exchange, swaps
from accord.agreement.other_annotators import FEWEST, Variances, effective, jackknife_variance
from accord.agreement.resample import dense_batches
from accord.agreement.result import Interval, Undefined
from accord.agreement.student import t_quantile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from accord.agreement.resample import Floats, Integers
    from accord.agreement.sums import Sums, Without

SHARED, OTHER = "shared", "other"
"""Which items are compared: those of both rounds, or those of one only."""
_STILL = 1e-12
_POWER = 0.8


class Tested(NamedTuple):
    """Where a difference lies, and how often chance makes one as large."""

    interval: Interval | Undefined
    p: float | Undefined
    error: float | None = None
    """The standard error."""
    freedom: float | None = None
    """The degrees of freedom."""


@dataclass(frozen=True, slots=True)
class Change:
    """The difference of two rounds on the same items, or on items of one of them only.

    ``first_count`` and ``second_count`` are how many items these are in each round.
    """

    items: str
    first_value: float | Undefined
    second_value: float | Undefined
    difference: float | Undefined
    these: Tested
    """For these annotators on other items."""
    others: Tested
    """For annotators like these on other items."""
    p_exchange: float | Undefined
    first_count: int
    second_count: int
    unit: str = "item"

    @property
    def detectable(self) -> float | None:
        """The smallest difference that four of five such studies would find, for these annotators."""
        if self.these.error is None:
            return None
        normal = NormalDist()
        return (normal.inv_cdf(0.975) + normal.inv_cdf(_POWER)) * self.these.error


class _Round(NamedTuple):
    """The rows of one round in the order of the comparison, their totals, and what each annotator's absence changes."""

    rows: Any
    totals: Floats
    changes: Mapping[str, Without] | Undefined

    @property
    def units(self) -> int:
        return int(self.rows.shape[0])


def compare_rounds(
    sums: Sums, first: Sequence[int], second: Sequence[int], *, paired: bool, level: float, resamples: int, seed: int
) -> Change:
    """The difference of two rounds, each of some units; if ``paired``, the same ones in the same order.

    Where documents are to be left out as a whole, and both rounds have several, they are.
    """
    if sums.by_document and min(len({sums.units[place].document for place in some}) for some in (first, second)) > 1:
        sums, first, second = _of_documents(sums, first, second)
    rounds = [_round(sums, places) for places in (first, second)]
    values = [float(sums.statistic(each.totals[None, :])[0]) for each in rounds]
    items = SHARED if paired else OTHER
    made = partial(Change, items, first_count=rounds[0].units, second_count=rounds[1].units, unit=sums.unit)
    if np.isnan(values).any():
        why = Undefined(f"one of the rounds has no value on its {items} {sums.unit}s")
        before, after = (why if np.isnan(value) else value for value in values)
        return made(before, after, why, Tested(why, why), Tested(why, why), why)
    difference = values[1] - values[0]
    left = _left_out(sums, rounds)
    these = _these(difference, left, paired=paired, level=level, unit=sums.unit)
    others = _others(sums, rounds, values, left, paired=paired, level=level)
    p = _exchanged(sums, rounds, difference, paired=paired, resamples=resamples, seed=seed)
    return made(values[0], values[1], difference, these, others, p)


def _of_documents(sums: Sums, first: Sequence[int], second: Sequence[int]) -> tuple[Sums, list[int], list[int]]:
    """The same with whole documents, in the order in which each round has them first."""
    names = [list(dict.fromkeys(sums.units[place].document for place in some)) for some in (first, second)]
    grouped = sums.only([*first, *second]).of_documents()
    number = {unit.document: place for place, unit in enumerate(grouped.units)}
    ours, theirs = ([number[name] for name in some] for some in names)
    return grouped, ours, theirs


def _round(sums: Sums, places: Sequence[int]) -> _Round:
    here = sums.only(places)
    totals = np.asarray(here.rows.sum(axis=0), dtype=np.float64).ravel()
    changes = here.without()
    if not isinstance(changes, Undefined):
        changes = {name: each for name, each in changes.items() if each.given.sum()}
    return _Round(here.rows, totals, changes)


def _left_out(sums: Sums, rounds: Sequence[_Round]) -> list[Floats]:
    """The value of each round without each of its units."""
    return [_values(sums, each.totals, -each.rows) for each in rounds]


def _values(sums: Sums, totals: Floats, changes: Any) -> Floats:
    """The value for the totals with each of some changes."""
    nothing = np.zeros(0)
    return np.concatenate([nothing, *(sums.statistic(totals + batch) for batch in dense_batches(changes))])


def _these(difference: float, left: Sequence[Floats], *, paired: bool, level: float, unit: str) -> Tested:
    why = _why_not(left, unit)
    if why is not None:
        return Tested(why, why)
    if paired:
        variance, freedom = jackknife_variance(left[1] - left[0]), len(left[0]) - 1.0
    else:
        variance, freedom = _welch([jackknife_variance(each) for each in left], [len(each) - 1.0 for each in left])
    return _tested(difference, variance, freedom, f"jackknife over {unit}s", level)


def _why_not(left: Sequence[Floats], unit: str) -> Undefined | None:
    if min(map(len, left)) < 2:
        return Undefined(f"an interval over {unit}s needs two of them in each round")
    if any(np.isnan(each).any() for each in left):
        return Undefined(f"without one of the {unit}s there is no value")
    return None


def _welch(variances: Sequence[float], freedoms: Sequence[float]) -> tuple[float, float]:
    """The variance of a difference, and its degrees of freedom."""
    total = sum(variances)
    if total < _STILL**2:
        return total, min(freedoms)
    shares = sum(variance**2 / freedom for variance, freedom in zip(variances, freedoms, strict=True))
    return total, total**2 / shares


def _tested(difference: float, variance: float, freedom: float, method: str, level: float) -> Tested:
    from scipy.special import stdtr

    error = sqrt(max(variance, 0.0))
    if error < _STILL:
        still = Undefined("no item makes a difference, so nothing varies")
        return Tested(still, still)
    reach = t_quantile(level, freedom) * error
    interval = Interval(difference - reach, difference + reach, method, level)
    return Tested(interval, float(2 * stdtr(freedom, -abs(difference) / error)), error, freedom)


# --- annotators like these -------------------------------------------------------------------------------------------


def _others(
    sums: Sums, rounds: Sequence[_Round], values: Sequence[float], left: Sequence[Floats], *, paired: bool, level: float
) -> Tested:
    changes: list[Mapping[str, Without]] = []
    for each in rounds:
        if isinstance(each.changes, Undefined):
            return Tested(each.changes, each.changes)
        changes.append(each.changes)
    if min(map(len, changes)) < FEWEST:
        few = Undefined("two annotators do not show how much annotators differ: it takes three in each round")
        return Tested(few, few)
    why = _why_not(left, sums.unit)
    if why is not None:
        return Tested(why, why)
    without = [_without(sums, *each) for each in zip(rounds, changes, strict=True)]
    if any(np.isnan(part).any() for each in without for part in each[:2]):
        lost = Undefined("without one of the annotators, or one of their labels, there is no value")
        return Tested(lost, lost)
    units = [jackknife_variance(each) for each in left]
    method = f"jackknife over {sums.unit}s and annotators"
    common = changes[0].keys() & changes[1].keys()
    given = [np.array([each.given.sum() for each in by.values()]) for by in changes]
    alike = [effective(each) for each in given]
    if sums.unit == "document":
        alike = [min(each, float(len(values))) for each, values in zip(alike, left, strict=True)]
    freedoms = [max(1.0, each - 1) for each in alike]
    if not common:
        each_round = [
            Variances(item, jackknife_variance(each.annotators), jackknife_variance(each.labels))
            for item, each in zip(units, without, strict=True)
        ]
        _, freedom = _welch([each.total for each in each_round], freedoms)
        items = jackknife_variance(left[1] - left[0]) if paired else sum(units)
        apart = Variances(items, sum(each.annotators for each in each_round), sum(each.labels for each in each_round))
        return _tested(values[1] - values[0], apart.total, freedom, method, level)
    everybody = list(dict.fromkeys([*changes[0], *changes[1]]))
    annotators = jackknife_variance(_joined(without, [list(by) for by in changes], everybody, values))
    if paired:
        cells = [each.keys for each in without]
        numbered = [_cells_of_all(keys, list(by), everybody) for keys, by in zip(cells, changes, strict=True)]
        labels, items = (
            jackknife_variance(_joined_cells(without, numbered, values)),
            jackknife_variance(left[1] - left[0]),
        )
    else:
        labels, items = sum(jackknife_variance(each.labels) for each in without), sum(units)
    variance = Variances(items, annotators, labels).total
    return _tested(values[1] - values[0], variance, min(freedoms), method, level)


class _WithoutEach(NamedTuple):
    """The value without each annotator, and without each annotator in each unit, as (annotator, unit)."""

    annotators: Floats
    labels: Floats
    keys: Integers


def _without(sums: Sums, here: _Round, changes: Mapping[str, Without]) -> _WithoutEach:
    annotators, labels, keys = [], [], []
    for number, change in enumerate(changes.values()):
        gone = np.asarray(change.rows.sum(axis=0), dtype=np.float64).ravel()
        annotators.append(sums.statistic((here.totals + gone)[None, :]))
        labels.append(_values(sums, here.totals, change.rows))
        keys.append(np.column_stack([np.full(len(change.places), number), change.places]))
    return _WithoutEach(np.concatenate(annotators), np.concatenate(labels), np.concatenate(keys))


def _joined(
    without: Sequence[_WithoutEach], names: Sequence[Sequence[str]], everybody: Sequence[str], values: Sequence[float]
) -> Floats:
    """The difference without each annotator, who is left out of both rounds."""
    found = []
    for each, here, value in zip(without, names, values, strict=True):
        known = dict(zip(here, each.annotators.tolist(), strict=True))
        found.append(np.array([known.get(name, value) for name in everybody]))
    difference: Floats = found[1] - found[0]
    return difference


def _cells_of_all(keys: Integers, names: Sequence[str], everybody: Sequence[str]) -> Integers:
    """The cells of one round with the annotators numbered as in both."""
    number = {name: place for place, name in enumerate(everybody)}
    renumbered = np.array([number[name] for name in names], dtype=np.int64)
    return np.column_stack([renumbered[keys[:, 0]], keys[:, 1]])


def _joined_cells(without: Sequence[_WithoutEach], cells: Sequence[Integers], values: Sequence[float]) -> Floats:
    """The difference without each annotator in each unit, which is left out of both rounds."""
    width = 1 + max(int(each[:, 1].max(initial=0)) for each in cells)
    keys = [each[:, 0] * width + each[:, 1] for each in cells]
    every = np.unique(np.concatenate(keys))
    found = []
    for each, key, value in zip(without, keys, values, strict=True):
        column = np.full(len(every), value)
        column[np.searchsorted(every, key)] = each.labels
        found.append(column)
    difference: Floats = found[1] - found[0]
    return difference


def _exchanged(
    sums: Sums, rounds: Sequence[_Round], difference: float, *, paired: bool, resamples: int, seed: int
) -> float | Undefined:
    """How often the difference is as large where items change places."""
    first, second = rounds
    if sums.by_annotator and _annotators(first) != _annotators(second):
        return Undefined("the rounds have different annotators, and it matters who gave which label")
    rng = np.random.default_rng(seed)
    moves, all_ways = (swaps if paired else deals)(first.rows, second.rows, resamples, rng)
    return p_of_exchange(sums.statistic, first.totals + second.totals, moves, difference, all_ways=all_ways)


def _annotators(here: _Round) -> set[str]:
    return set() if isinstance(here.changes, Undefined) else set(here.changes)
