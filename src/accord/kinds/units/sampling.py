"""How much of chance is drawn: so many samples, and as many more as a wanted precision needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from typing import TYPE_CHECKING

from accord.compute.progress import Progress
from accord.errors import NotApplicable
from accord.kinds.units.disorders import Chance, Disorders

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.alignment.method import Method
    from accord.study.units import Floats, UnitStudy

MAX_SAMPLES = 100_000
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

    def drawn(
        self, study: UnitStudy, method: Method, processes: Sequence[str], weights: Floats
    ) -> tuple[dict[str, Disorders], list[str]]:
        """The disorders of random continua by each process, all equally often, and what is to be said of them.

        A process that does not fit is left out; where it is the only one, there is a reason.
        """
        chances = [Chance(study, method, process, self.seed, self.learn_from) for process in processes]
        found: dict[str, Disorders] = {}
        notes: list[str] = []
        for chance in chances:
            before = self.progress.done
            try:
                found[chance.sampler] = self._draw(chance, range(self.samples))
            except NotApplicable as reason:
                if len(chances) == 1:
                    raise
                notes.append(f"{chance.sampler} is left out: {reason}")
                self.progress.expect(self.progress.done - before - self.samples * len(study.continua))
        needed = max(self._needed(drawn, weights) for drawn in found.values())
        if needed > MAX_SAMPLES:
            notes.append(f"a precision of {self.precision:g} needs {needed:,} samples: {MAX_SAMPLES:,} are drawn")
        if more := range(self.samples, min(needed, MAX_SAMPLES)):
            self.progress.expect(len(more) * len(study.continua) * len(found))
            for chance in chances:
                if chance.sampler in found:
                    both = found[chance.sampler], self._draw(chance, more)
                    found[chance.sampler] = Disorders.stacked(both, axis=1)
        return found, notes

    def _draw(self, chance: Chance, samples: range) -> Disorders:
        return chance.draw(samples, workers=self.workers, done=self.progress.advance)

    def _needed(self, drawn: Disorders, weights: Floats) -> int:
        """How many samples the precision needs."""
        disorder = weights @ drawn.disorder / weights.sum()
        if self.precision is None or not disorder.mean():
            return 0
        return ceil((_QUANTILE * float(disorder.std(ddof=1)) / (self.precision * float(disorder.mean()))) ** 2)
