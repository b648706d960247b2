"""A coefficient of each document for itself, of many documents at once.

The items of all documents are rows of one sample. What the rows of a document add up to gives its value; the same
without one item of each kind, its interval. So thousands of documents are a few large tables instead of thousands of
small ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.agreement.result import Measured, Undefined
from accord.agreement.uncertainty import left_out_of, why_fixed
from accord.kinds.labels.measurement import bounds_at, measure, or_undefined, unless_alone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from accord.agreement.equation import Parts
    from accord.agreement.result import Interval
    from accord.agreement.uncertainty import Uncertainty
    from accord.distance.between import Floats
    from accord.kinds.labels.coefficient import Coefficient, Sample
    from accord.kinds.labels.disagreement import Distance
    from accord.study.coding import Coding

    Numbers = NDArray[np.int64]

_CELLS = 4_000_000
"""The most numbers of a table."""


def measured_documents(
    coding: Coding, coefficient: Coefficient, distance: Distance, uncertainty: Uncertainty
) -> Iterator[tuple[int, Measured]]:
    """Every document that has items, by its number, with an interval over its items."""
    for document, measured in _documents(coding, coefficient, distance, uncertainty):
        yield document, unless_alone(measured, coefficient, coding.unit)


def _documents(
    coding: Coding, coefficient: Coefficient, distance: Distance, uncertainty: Uncertainty
) -> Iterator[tuple[int, Measured]]:
    if not coding.items or len(coding.annotators) < 2 or uncertainty.interval in {"bootstrap", "anytime"}:
        for document, items in coding.items_of_documents():
            yield document, measure(coding.of_items(items), coefficient, distance, uncertainty)
        return
    sample = coefficient.sample(coding, distance)
    jackknife = uncertainty.interval == "jackknife"
    for some in _some_documents(coding, sample):
        table = _Table.of(some, sample, jackknife=jackknife)
        for turn, (document, items) in enumerate(some):
            own = coding.of_items(items)
            if (own.per_item >= 2).any():
                yield document, _measured(table, turn, own, coefficient, uncertainty)
            else:
                yield document, measure(own, coefficient, distance, uncertainty)


def _some_documents(coding: Coding, sample: Sample) -> Iterator[list[tuple[int, NDArray[np.intp]]]]:
    """The documents with their items, so many at a time that their table is not too large."""
    room = max(1, _CELLS // max(1, sample.rows.shape[1]))
    some: list[tuple[int, NDArray[np.intp]]] = []
    size = 0
    for document, items in coding.items_of_documents():
        if some and size + len(items) > room:
            yield some
            some, size = [], 0
        some.append((document, items))
        size += len(items)
    if some:
        yield some


class _Table(NamedTuple):
    """What documents come to, and without one item of each kind that they have.

    ``without`` and ``times`` have the shape (kinds of items in a document,), and those of document d lie from
    ``starts[d]`` to ``starts[d + 1]``.
    """

    parts: Parts
    without: Floats
    times: Numbers
    starts: Numbers

    @classmethod
    def of(cls, documents: list[tuple[int, NDArray[np.intp]]], sample: Sample, *, jackknife: bool) -> _Table:
        """The table of some documents."""
        from scipy.sparse import csr_array

        kinds = len(sample.times)
        keys = np.concatenate([turn * kinds + sample.kind_of[items] for turn, (_, items) in enumerate(documents)])
        pairs, times = np.unique(keys, return_counts=True)
        document, kind = np.divmod(pairs, kinds)
        held = csr_array((times.astype(np.float64), (document, kind)), shape=(len(documents), kinds))
        totals = (held @ sample.rows).toarray()
        room = max(1, _CELLS // max(1, sample.rows.shape[1]))
        some = [slice(start, start + room) for start in range(0, len(kind) if jackknife else 0, room)]
        left = [sample.parts(totals[document[each]] - sample.rows[kind[each]].toarray()).value for each in some]
        starts = np.searchsorted(document, np.arange(len(documents) + 1))
        return cls(sample.parts(totals), np.concatenate([*left, np.zeros(0)]), times, starts)


def _measured(table: _Table, turn: int, coding: Coding, coefficient: Coefficient, uncertainty: Uncertainty) -> Measured:
    """One document, which is so many of those of the table."""
    value, observed, expected = (float(part[turn]) for part in table.parts)
    return Measured(
        or_undefined(value, coding),
        or_undefined(observed, coding),
        or_undefined(expected, coding) if coefficient.corrected else Undefined("it is not corrected for chance"),
        _interval(table, turn, bounds_at(coefficient, value, expected), coding.unit, uncertainty),
        coding.items,
    )


def _interval(
    table: _Table, turn: int, bounds: tuple[float, float], unit: str, uncertainty: Uncertainty
) -> Interval | Undefined:
    if uncertainty.interval == "none":
        return Undefined("no interval was asked for")
    start, end = table.starts[turn : turn + 2]
    times, value = table.times[start:end], float(table.parts.value[turn])
    if times.sum() < 2:
        return Undefined(f"an interval over {unit}s needs two of them")
    fixed = why_fixed(value, bounds)
    left = left_out_of(value, table.without[start:end], times, unit) if fixed is None else fixed
    return left if isinstance(left, Undefined) else left.interval(bounds, unit, uncertainty.level)
