"""The result of a scoring: all runs, and what is needed to repeat it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING

from accord.agreement.result import Result, shown
from accord.errors import UsageError
from accord.formats.look_alikes import look_alikes
from accord.messages import option, suggestion
from accord.model import Place
from accord.scoring.counts import AVERAGES, PARTS, Counts
from accord.scoring.formula import OF_COUNTS, Formula, share
from accord.scoring.run import Run
from accord.scoring.system_scores import StatedMeasure, SystemScores, say_apart
from accord.scoring.terms import MENTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from accord.agreement.signature import Signature
    from accord.encoding import Encoding
    from accord.model import Finding
    from accord.scoring.breakdown import Breakdown
    from accord.scoring.corrected import Corrected, Correction
    from accord.scoring.counted_scores import CountedRun
    from accord.scoring.system_scores import Measured
    from accord.scoring.terms import ScoreTerms


ACCURACY = Formula(lambda totals: share(totals[:, 0], totals[:, 1]), "there are no tokens")
INVALID = Formula(
    lambda totals: totals[:, 0].astype(float), bounds=(0.0, float("inf")), lower_is_better=True, in_percent=False
)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What a run could not be scored on because its tokens are not the reference's."""

    differences: tuple[Finding, ...]
    tokens: int
    mentions: int
    filled: int = 0
    """How many tokens that the prediction lacks have the label that was asked for."""


@dataclass(frozen=True, repr=False)
class Scores(SystemScores[Run]):
    """All runs of a scoring of mentions, with what is needed to repeat it."""

    reference: str
    encoding: Encoding
    encoding_detected: bool
    repair: str
    repair_reference: str
    runs: tuple[Run, ...]
    systems: Mapping[str, Sequence[str]]
    left_out: Mapping[str, LeftOut]
    invalid_reference: int
    signature: Signature
    copies: tuple[tuple[str, str], ...] = ()
    """Runs whose file is the same, byte for byte, as that of a run before it, and that run."""
    run_notes: tuple[str, ...] = ()
    breakdowns: tuple[Breakdown, ...] = ()
    """What each run scores of groups, where that was asked for."""
    beyond_chance: Callable[[Run, Correction], Mapping[str, Corrected]] | None = field(
        default=None, repr=False, compare=False
    )
    """What a run scores beyond chance, if it kept its spans."""

    def __repr__(self) -> str:
        values = ", ".join(f"{run.file}: f1 {shown(run.micro.f1)}" for run in self.runs)
        return f"<Scores {values} ({self.signature})>"

    @property
    def measures(self) -> tuple[str, ...]:
        """What systems can be compared by."""
        return ("f1", "precision", "recall")

    @property
    def distributed(self) -> tuple[str, ...]:
        """Precision, recall and F1: their averages, and those of each type by name."""
        types = self._types
        averages = (f"{average}-{part}" for average in AVERAGES for part in PARTS)
        return (*PARTS, *averages, *(f"{part}:{type_}" for type_ in types for part in PARTS))

    @cached_property
    def _known(self) -> dict[str, None]:
        """All measures of a run by name."""
        return dict.fromkeys([*self.distributed, *(f"micro-{part}" for part in PARTS), *self.of_totals])

    @cached_property
    def _types(self) -> list[str]:
        return sorted({type_ for run in self.runs for type_ in run.types})

    @property
    def terms(self) -> ScoreTerms:
        """What is scored in words."""
        return MENTIONS

    @property
    def notes(self) -> tuple[str, ...]:
        """Which files were taken for runs of one system, odd types, and the encoding if it was detected."""
        alike = look_alikes(set(self._types), Place(self.reference))
        said = f"encoding {self.encoding.name}, detected from the reference (say it with {option('encoding')})"
        by_file = {run.file: run for run in self.runs}.values()
        apart = (note for run in by_file for note in say_apart(self.reference, run.file, run.types, self.terms.part))
        return (*self.run_notes, *apart, *map(str, alike), *((said,) if self.encoding_detected else ()))

    @property
    def unit(self) -> str:
        """What counts add up over."""
        return "sentence"

    @property
    def of_totals(self) -> tuple[str, ...]:
        """Measures that are known of totals only, not of every sentence."""
        return ("accuracy", "invalid")

    @property
    def kept(self) -> bool:
        """Whether the mentions of every sentence were kept, of which all is counted that is not a total."""
        return all(run.texts or not run.sentences for run in self.runs)

    def of_run(self, run: Run, measure: str) -> Measured:
        """A measure of one of the runs."""
        if measure not in self._known:
            hint = suggestion(measure, [name for name in self._known if ":" not in name])
            raise UsageError(f"there is no measure {measure!r}: {hint} (of one label: f1:LABEL)")
        return stated(run, measure.removeprefix("micro-"))

    def counted(self) -> dict[str, list[CountedRun]]:
        """Every run of every system as those of other kinds are counted, sentence by sentence, if that was kept."""
        from accord.scoring.mention_measures import counted_mentions

        systems = self.by_system()
        if not all(run.texts or run.per_sentence or not run.sentences for run in self.runs):
            said = option("per_sentence", "types")
            raise UsageError(f"what every sentence counts was not kept: score with {said}")
        beyond = self.beyond_chance
        return {
            system: [counted_mentions(run, self.reference, partial(beyond, run) if beyond else None) for run in runs]
            for system, runs in systems.items()
        }

    def by_repair(self) -> dict[str, Scores]:
        """The scores by each repair method, where each run was read by several."""
        methods = dict.fromkeys(run.repair for run in self.runs) if self.crossed else (self.repair,)
        return {
            method: replace(
                self,
                repair=method,
                runs=tuple(run for run in self.runs if run.repair == method or not self.crossed),
                signature=replace(self.signature, choices={**self.signature.choices, "repair": method}),
            )
            for method in methods
        }

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


def stated(run: Run, measure: str) -> StatedMeasure:
    """A measure of a run from its totals: f1, macro-recall, weighted-precision, f1:PER, accuracy, invalid.

    A type that is missing from the run is undefined there; ``invalid`` counts invalid transitions.
    """
    if measure == "accuracy":
        return StatedMeasure(measure, run.accuracy, ACCURACY)
    if measure == "invalid":
        return StatedMeasure(measure, Fraction(run.invalid), INVALID)
    part, _, type_ = measure.partition(":")
    average, _, averaged = measure.rpartition("-")
    if part in PARTS and type_:
        return StatedMeasure(measure, getattr(run.types.get(type_, Counts()), part), OF_COUNTS[part])
    if average in AVERAGES:
        return StatedMeasure(measure, getattr(getattr(run, average), averaged), OF_COUNTS[averaged])
    return StatedMeasure(measure, getattr(run.micro, part), OF_COUNTS[part], run.intervals[part])
