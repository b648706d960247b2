"""The result of a scoring: all runs, and what is needed to repeat it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from accord.agreement.result import Result
from accord.errors import UsageError
from accord.model.presentation import ResultPlot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from accord.agreement.signature import Signature
    from accord.encoding import Encoding
    from accord.model import Finding
    from accord.scoring.breakdown import Breakdown
    from accord.scoring.corrected import Corrected, Correction
    from accord.scoring.counted_scores import CountedRun
    from accord.scoring.run import Run
    from accord.scoring.seeds import Distribution, RankSum, System


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What a run could not be scored on because its tokens are not the reference's."""

    differences: tuple[Finding, ...]
    tokens: int
    mentions: int


@dataclass(frozen=True, slots=True, repr=False)
class Scores(ResultPlot):
    """All runs of a scoring, with what is needed to repeat it."""

    reference: str
    encoding: Encoding
    encoding_detected: bool
    repair: str
    repair_reference: str
    runs: tuple[Run, ...]
    systems: tuple[System, ...]
    tests: tuple[RankSum, ...]
    left_out: Mapping[str, LeftOut]
    invalid_reference: int
    signature: Signature
    copies: tuple[tuple[str, str], ...] = ()
    """Runs whose file is the same, byte for byte, as that of a run before it, and that run."""
    breakdowns: tuple[Breakdown, ...] = ()
    """What each run scores of groups, where that was asked for."""
    beyond_chance: Callable[[Run, Correction], Mapping[str, Corrected]] | None = field(
        default=None, repr=False, compare=False
    )
    """What a run scores beyond chance, if it kept its spans."""

    def __repr__(self) -> str:
        values = ", ".join(f"{run.file}: {run.micro.f1}" for run in self.runs)
        return f"<Scores {values} ({self.signature})>"

    @property
    def run(self) -> Run:
        """The only run; an error where there are several."""
        if len(self.runs) != 1:
            raise UsageError(f"there are {len(self.runs)} runs: choose one of .runs")
        return self.runs[0]

    @property
    def measures(self) -> tuple[str, ...]:
        """What systems can be compared by."""
        return ("f1", "precision", "recall")

    @property
    def unit(self) -> str:
        """What counts add up over."""
        return "sentence"

    def counted(self) -> dict[str, list[CountedRun]]:
        """Every run of every system as those of other kinds are counted, sentence by sentence, if that was kept."""
        from accord.scoring.mention_measures import counted_mentions

        beyond = self.beyond_chance
        return {
            system.name: [
                counted_mentions(run, self.reference, partial(beyond, run) if beyond else None) for run in system.runs
            ]
            for system in self.systems
        }

    def files(self, system: str) -> list[str]:
        """The files of the runs of a system."""
        return [run.file for each in self.systems if each.name == system for run in each.runs]

    def over_runs(self) -> dict[str, dict[str, Distribution]]:
        """How F1 is distributed over the runs of each system."""
        return {system.name: {"f1": system.micro["f1"]} for system in self.systems}

    @property
    def results(self) -> tuple[Result, ...]:
        """The headline of each run: micro F1 with its interval, what it was computed on, and the signature."""
        return tuple(
            Result(
                name="f1",
                value=run.ratio("f1"),
                signature=self.signature,
                interval=run.intervals["f1"],
                used={"sentences": run.sentences, "tokens": run.tokens, "mentions": run.micro.reference},
                excluded=self._excluded(run),
            )
            for run in self.runs
        )

    def _excluded(self, run: Run) -> dict[str, int]:
        left_out = self.left_out.get(run.file)
        return (
            {
                "tokens": left_out.tokens,
                "mentions": left_out.mentions,
                "predicted mentions": run.left_out.predicted,
            }
            if left_out
            else {}
        )
