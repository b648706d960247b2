"""How much of chance is drawn: so many samples, and as many more as a wanted precision needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from typing import TYPE_CHECKING

from accord.compute.progress import Progress
from accord.errors import NotApplicable
from accord.measure.units.disorders import Chance, Disorders

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.align.method import Method
    from accord.study.units import Floats, UnitStudy

MOST_SAMPLES = 100_000
_QUANTILE = 1.96


@dataclass(frozen=True)
class Sampling:
    """Samples of random continua.

    Where a precision p is wanted, N = (1.96 sd / (p mean))^2 samples are drawn, so that the expected disorder is known
    to p of itself in 95 of 100 cases; sd and mean are those of the first samples.

    Mathet, Y., Widlöcher, A. & Métivier, J.-P. (2015), section 5.3.
    """

    samples: int = 30
    precision: float | None = None
    seed: int = 1
    learn_from: frozenset[str] | None = None
    workers: int = 1
    progress: Progress = field(default_factory=Progress)
    notes: list[str] = field(default_factory=list)

    def drawn(
        self, study: UnitStudy, method: Method, processes: Sequence[str], weights: Floats
    ) -> dict[str, Disorders]:
        """The disorders of random continua by each process, all equally often; a process that does not fit is left out.

        Where none of them fits, there is a reason.
        """
        chances = [Chance(study, method, process, self.seed, self.learn_from) for process in processes]
        found: dict[str, Disorders] = {}
        for chance in chances:
            before = self.progress.done
            try:
                found[chance.sampler] = self._draw(chance, range(self.samples))
            except NotApplicable as reason:
                if len(chances) == 1:
                    raise
                self.notes.append(f"{chance.sampler} is left out: {reason}")
                self.progress.expect(self.progress.done - before - self.samples * len(study.continua))
        needed = max(self._needed(drawn, weights) for drawn in found.values())
        if needed <= self.samples:
            return found
        self.progress.expect((needed - self.samples) * len(study.continua) * len(found))
        return {
            chance.sampler: Disorders.stacked(
                [found[chance.sampler], self._draw(chance, range(self.samples, needed))], axis=1
            )
            for chance in chances
            if chance.sampler in found
        }

    def _draw(self, chance: Chance, samples: range) -> Disorders:
        return chance.draw(samples, workers=self.workers, done=self.progress.advance)

    def _needed(self, drawn: Disorders, weights: Floats) -> int:
        """How many samples the precision needs."""
        disorder = weights @ drawn.disorder / weights.sum()
        if self.precision is None or not disorder.mean():
            return self.samples
        needed = ceil((_QUANTILE * float(disorder.std()) / (self.precision * float(disorder.mean()))) ** 2)
        if needed > MOST_SAMPLES:
            self.notes.append(f"a precision of {self.precision:g} needs {needed:,} samples: {MOST_SAMPLES:,} are drawn")
        return min(max(needed, self.samples), MOST_SAMPLES)
