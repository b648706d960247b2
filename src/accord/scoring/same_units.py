"""The sentences that all runs have whole, where tokens differ: only on these can systems be compared one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from accord.errors import NotApplicable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.scoring.counted_measure import CountedMeasure
    from accord.scoring.counted_scores import CountedRun


class SameUnits(NamedTuple):
    """Which units of the reference are compared, and how many are left out of all runs for the tokens of some."""

    kept: frozenset[int]
    left_out: int

    @classmethod
    def of(cls, runs: Iterable[CountedRun]) -> SameUnits | None:
        """Those that every run has whole; None where all have all of them.

        A run that lacks a hard mention must not be better for it, so what is left out of one is left out of all.
        """
        several = list(runs)
        if not any(run.partial for run in several):
            return None
        every = frozenset(unit for run in several for unit in (*_units(run), *run.partial))
        kept = every.intersection(*(set(_units(run)) - run.partial for run in several))
        if not kept:
            unit = several[0].headline.unit
            raise NotApplicable(f"in no {unit} the tokens of all systems are those of the reference: none is compared")
        return cls(kept, len(every) - len(kept))

    def measure(self, measure: CountedMeasure, run: CountedRun) -> CountedMeasure:
        """A measure of a run on these units."""
        return measure.on([number for number, unit in enumerate(_units(run)) if unit in self.kept])

    def documents(self, run: CountedRun) -> list[str]:
        """The documents of these units."""
        return [name for name, unit in zip(run.documents, _units(run), strict=True) if unit in self.kept]


def _units(run: CountedRun) -> Sequence[int]:
    return run.units or range(len(run.headline.rows))
