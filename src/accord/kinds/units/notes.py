"""What is to be known of values of units: what was not proved, and what equally good alignments differ in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.agreement.result import Undefined
from accord.alignment.alignment import PROVED
from accord.messages import decimal, plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.kinds.units.measure import UnitMeasure

OF_CHANCE = "interval of one document: how well chance is known from the samples, and nothing else"


def notes_of(measure: UnitMeasure) -> Iterator[str]:
    """All of it, one sentence each."""
    yield from _unproved(measure)
    yield from _tied(measure)
    yield from dict.fromkeys(said for part in measure.measured.values() for said in part.aligned.oddities)
    yield from measure.notes
    if len(measure.study.continua) == 1 and measure.coefficients and measure.uncertainty.interval != "none":
        yield OF_CHANCE
    if measure.coefficients:
        over_alignments = ", ".join(each.name for each in measure.coefficients)
        beside = any(not isinstance(each, Undefined) for each in measure.baselines.values())
        yield f"observed and expected: of {over_alignments} disorder{', of baselines agreement' if beside else ''}"


def _unproved(measure: UnitMeasure) -> Iterator[str]:
    """How many alignments may not be the best."""
    for objective, measured in measure.measured.items():
        gaps = [gap for part in (measured.observed, *measured.drawn.values()) for gap in part.gap.ravel().tolist()]
        open_ = [gap for gap in gaps if gap > PROVED]
        if open_ and measured.method.kind != "greedy":
            yield (
                f"objective {objective}: {plural(len(open_), 'alignment')} of {len(gaps):,} may not be the best, by "
                f"{100 * max(open_):.2g} % at most"
            )
        if any(part.timed_out.any() for part in (measured.observed, *measured.drawn.values())):
            yield f"objective {objective}: the clock ended a search (--seconds), and another run may give other values"


def _tied(measure: UnitMeasure) -> Iterator[str]:
    """Where alignments that are equally good differ in a value."""
    for name, (low, high) in measure.ranges.items():
        yield f"{name}: {decimal(low, 4)} to {decimal(high, 4)} over equally good alignments"
    if measure.ranges:
        yield (
            "of equally good alignments the one is taken that confuses categories least, then overlaps most, then lies "
            "furthest left"
        )
    if measure.unlisted:
        yield (
            f"{plural(measure.unlisted, 'document')} with too many equally good alignments to be listed, between "
            "which values of categories may differ"
        )
