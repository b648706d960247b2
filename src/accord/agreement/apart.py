"""How far two annotators are apart on average: the mean over texts of the mean over pairs, with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.other_annotators import Changed, other_annotators
from accord.agreement.resample import ResampleRows
from accord.agreement.result import Interval, Undefined
from accord.agreement.uncertainty import interval_of
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from accord.agreement.resample import Floats
    from accord.agreement.result import Value
    from accord.agreement.uncertainty import Uncertainty

    Pairs = Mapping[tuple[str, str], float]


def apart_on_average(
    units: Sequence[Pairs], largest: float, unit: str, uncertainty: Uncertainty
) -> tuple[Value, Interval | Undefined]:
    """From how far every two annotators of each unit are apart; the interval is of annotators like these, if known.

    >>> from accord.agreement.uncertainty import Uncertainty
    >>> apart_on_average([{("a", "b"): 1.0}, {("a", "b"): 0.0}], 1.0, "text", Uncertainty())[0]
    0.5
    """
    units = [each for each in units if each]
    if not units:
        return Undefined("no two annotators looked at the same"), Undefined("without a value there is no interval")
    rows = ResampleRows.each(np.array([(_mean(each.values()), 1.0) for each in units]))
    value = float(_value(rows.totals()[None, :])[0])
    bounds = (0.0, largest)
    if largest <= 0:
        return value, Undefined("no two annotators differ, so nothing varies")
    names = list(dict.fromkeys(name for each in units for pair in each for name in pair))
    changes = _changes(units, names)
    others = other_annotators(rows, _value, bounds, unit, uncertainty, changes=changes, annotators=len(names))
    return value, others if isinstance(others, Interval) else interval_of(rows, _value, bounds, unit, uncertainty)


def _changes(units: Sequence[Pairs], names: Sequence[str]) -> Iterator[Changed]:
    for name in names:
        rows = []
        for each in units:
            left = [apart for pair, apart in each.items() if name not in pair]
            if len(left) < len(each):
                before = _mean(each.values())
                rows.append((_mean(left) - before, 0.0) if left else (-before, -1.0))
        yield Changed(np.array(rows), np.ones(len(rows), dtype=np.int64), len(rows))


def _mean(values: Collection[float]) -> float:
    return sum(values) / len(values)


def _value(totals: Floats) -> Floats:
    return quotient(totals[:, 0], totals[:, 1])
