"""Systems and their runs: what every result of a scoring has in common, whatever was annotated."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from accord.agreement.result import Undefined, shown
from accord.errors import UsageError
from accord.formats.names import some
from accord.messages import option
from accord.model.presentation import ResultExport
from accord.scoring.seeds import distribution, rank_sums

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.agreement.result import Interval, Value
    from accord.agreement.signature import Signature
    from accord.scoring.corrected import Correction
    from accord.scoring.counted_scores import CountedRun
    from accord.scoring.counts import Counts
    from accord.scoring.formula import Formula
    from accord.scoring.seeds import Distribution, RankSum
    from accord.scoring.system_table import SystemTable


class _Run(Protocol):
    @property
    def file(self) -> str: ...


R = TypeVar("R", bound=_Run)


class Measured(Protocol):
    """A measure of one run."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def value(self) -> Value:
        """What the run scores."""
        ...

    @property
    def interval(self) -> Interval | Undefined:
        """How far the value depends on what happens to be in the test set."""
        ...

    @property
    def formula(self) -> Formula:
        """What it is made by: its bounds, and which way is better."""
        ...


@dataclass(frozen=True, slots=True, repr=False)
class StatedMeasure:
    """A measure of one run of which only the value is known, not what it is made of sentence by sentence."""

    name: str
    value: Value
    formula: Formula
    interval: Interval | Undefined = Undefined("the counts of every sentence were not kept")  # noqa: RUF009 - frozen

    def __repr__(self) -> str:
        return f"<StatedMeasure {self.name} {shown(self.value)}>"


def say_apart(reference: str, run: str, labels: Mapping[str, Counts], part: str) -> Iterator[str]:
    """A note where both sides have labels and not one in common: another column or layer may have been read.

    >>> from accord.scoring.counts import Counts
    >>> list(say_apart("gold.conll", "bert.conll", {"LOC": Counts(2, 0, 0), "NP": Counts(0, 3, 0)}, "type"))
    ["gold.conll and bert.conll have no type in common: 'LOC' and 'NP' (is one of them another column or layer?)"]
    """
    ours, theirs = ([repr(label) for label, counts in labels.items() if counts[side]] for side in (0, 1))
    if ours and theirs and not any(counts.reference and counts.predicted for counts in labels.values()):
        yield (
            f"{reference} and {run} have no {part} in common: {some(ours)} and {some(theirs)} "
            "(is one of them another column or layer?)"
        )


class SystemScores(ResultExport, Generic[R]):
    """Runs of systems, each with its scores."""

    reference: str
    runs: tuple[R, ...]
    systems: Mapping[str, Sequence[str]]
    """The systems, each with its runs by name."""
    signature: Signature
    run_notes: tuple[str, ...]
    """Which files were taken for runs of one system, and why."""

    @property
    def run(self) -> R:
        """The only run; an error where there are several."""
        if len(self.runs) != 1:
            raise UsageError(f"there are {len(self.runs)} runs: choose one of .runs")
        return self.runs[0]

    @property
    def value(self) -> Value:
        """The headline of the only run."""
        return self[self.measures[0]].value

    def __getitem__(self, measure: str) -> Measured:
        """A measure of the only run, by its name."""
        return self.of_run(self.run, measure)

    @property
    @abstractmethod
    def measures(self) -> tuple[str, ...]:
        """What systems can be compared by, the headline first."""

    @property
    def distributed(self) -> tuple[str, ...]:
        """The measures whose distribution over runs is shown."""
        return self.measures

    @abstractmethod
    def of_run(self, run: R, measure: str) -> Measured:
        """A measure of one of the runs."""

    def measured(self, measure: str) -> dict[str, list[Measured]]:
        """A measure of every run of every system."""
        return {system: [self.of_run(run, measure) for run in runs] for system, runs in self.by_system().items()}

    @property
    def crossed(self) -> bool:
        """Whether each run was read in several ways, so that there are several scores of one."""
        return len({run.file for run in self.runs}) < len(self.runs)

    def by_system(self) -> dict[str, list[R]]:
        """The runs of every system."""
        if self.crossed:
            raise UsageError(f"every run was read by several repairs: name one ({option('repair')})")
        by_file = {run.file: run for run in self.runs}
        return {system: [by_file[file] for file in files] for system, files in self.systems.items()}

    @property
    def has_several_runs(self) -> bool:
        """Whether a system has several runs."""
        return any(len(files) > 1 for files in self.systems.values())

    def over_runs(self, *measures: str) -> dict[str, dict[str, Distribution]]:
        """How measures are distributed over the runs of each system: those named, or all that are shown."""
        found: dict[str, dict[str, Distribution]] = {system: {} for system in self.systems}
        for name in measures or self.distributed:
            for system, runs in self.measured(name).items():
                found[system][name] = distribution([each.value for each in runs], runs[0].formula)
        return found

    @property
    @abstractmethod
    def notes(self) -> tuple[str, ...]:
        """What was assumed of the files, and which were taken for runs of one system."""

    @property
    @abstractmethod
    def unit(self) -> str:
        """What counts add up over."""

    @property
    def of_totals(self) -> tuple[str, ...]:
        """Measures that are known of totals only, not of every sentence."""
        return ()

    @property
    def kept(self) -> bool:
        """Whether what is counted of every sentence or document is there, for intervals and tests of all measures."""
        return True

    @abstractmethod
    def counted(self) -> dict[str, list[CountedRun]]:
        """Every run of every system, with all that can be counted."""

    def table(
        self,
        *measures: str,
        spread: str = "auto",
        against: str | None = "best",
        corrected: Correction | None = None,
        resamples: int = 10_000,
        seed: int = 1,
    ) -> SystemTable:
        """The systems with some measures as a table for a paper; see `accord.scoring.system_table`."""
        from accord.scoring.system_table import system_table

        how: dict[str, Any] = {"corrected": corrected, "resamples": resamples, "seed": seed}
        return system_table(self, measures, spread=spread, against=against, **how)

    @cached_property
    def tests(self) -> tuple[RankSum, ...]:
        """The rank-sum test of the headline between every two systems of several runs."""
        headline = self.measures[0]
        return tuple(rank_sums({system: found[headline] for system, found in self.over_runs(headline).items()}))
