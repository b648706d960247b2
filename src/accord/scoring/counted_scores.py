"""What systems score by counts that add up over sentences or documents: the same for every kind of annotation.

A kind says what is counted (`accord.kinds.kind.Kind.counts`); averages, intervals, labels, runs and comparisons follow.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING

from accord.agreement.jackknife import jackknife
from accord.agreement.result import Result, Undefined
from accord.errors import UsageError
from accord.formats.names import some
from accord.messages import plural
from accord.model import Finding, Place, Severity
from accord.model.presentation import ResultPlot
from accord.scoring.counts import Counts
from accord.scoring.seeds import distribution

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from accord.agreement.result import Interval, Value
    from accord.agreement.signature import Signature
    from accord.scoring.seeds import Distribution


def one_sided(what: str, names: Mapping[str, Sequence[str]], file: str, hint: str = "") -> Iterator[Finding]:
    """The sentences or documents that only one side has; ``names`` are those of the reference, then of a system."""
    for code, (holder, other) in zip(("missing", "extra"), permutations(names), strict=True):
        known = set(names[other])
        if alone := [name for name in names[holder] if name not in known]:
            message = f"{other} lacks {plural(len(alone), what)} that {holder} has: {some(alone)}"
            yield Finding(f"{code}-{what}s", Severity.ERROR, Place(file), message, hint)


@dataclass(frozen=True)
class CountedMeasure:
    """The counts of one measure, one row for each sentence or document; what is right counts once for both sides."""

    name: str
    rows: tuple[Counts, ...]
    unit: str = "sentence"

    @cached_property
    def counts(self) -> Counts:
        """All rows together."""
        return Counts(*map(sum, zip(*self.rows, strict=True))) if self.rows else Counts()

    @property
    def value(self) -> Value:
        """F1, which is the share that is right where both sides have as many."""
        return self.counts.f1

    @cached_property
    def interval(self) -> Interval | Undefined:
        """A jackknife interval over rows, the same that agreement has."""
        if len(self.rows) < 2:
            return Undefined(f"an interval over {self.unit}s needs two of them")
        kinds: dict[tuple[int, ...], int] = {}
        for counts in self.rows:
            kinds[counts] = kinds.get(counts, 0) + 1
        found = jackknife(kinds, lambda row: Counts(*row).f1, student=True)
        return found if isinstance(found, Undefined) else found._replace(method=f"jackknife over {self.unit}s")


@dataclass(frozen=True)
class CountedRun:
    """What one system scores: its measures by name, the headline first.

    ``by_label`` counts each label or type, ``beside`` measures agreement with the reference and says what is to be
    known of it; both take time, and wait until they are asked for. ``sizes`` says how much was scored, ``confused`` how
    often a label was predicted for another, where every item has one of both.
    """

    file: str
    scores: Mapping[str, CountedMeasure]
    by_label: Callable[[], Mapping[str, Counts]]
    sizes: Mapping[str, int]
    beside: Callable[[], tuple[Result, str]] | None = None
    confused: Mapping[tuple[str, str], int] = field(default_factory=dict)

    @property
    def headline(self) -> CountedMeasure:
        """The measure that systems are ranked by."""
        return next(iter(self.scores.values()))

    @cached_property
    def labels(self) -> Mapping[str, Counts]:
        """What is right of each label or type."""
        return self.by_label()

    @property
    def alpha(self) -> Result | None:
        """Agreement with the reference, for kinds that measure it."""
        return self._agreement[0] if self._agreement else None

    @property
    def alpha_note(self) -> str:
        """What is to be known of it, if anything."""
        return self._agreement[1] if self._agreement else ""

    @cached_property
    def _agreement(self) -> tuple[Result, str] | None:
        return None if self.beside is None else self.beside()


@dataclass(frozen=True, slots=True)
class Counted:
    """What a kind counts: the runs, what they are called, all that makes the numbers again, and what was assumed."""

    runs: tuple[CountedRun, ...]
    choices: Mapping[str, object]
    notes: tuple[str, ...] = ()
    label: str = ""
    """What labels are called in a table of them; none is shown where they are not called anything."""


@dataclass(frozen=True)
class CountedScores(ResultPlot):
    """All runs of a scoring, with what is needed to repeat it."""

    reference: str
    runs: tuple[CountedRun, ...]
    systems: Mapping[str, Sequence[str]]
    signature: Signature
    assumptions: tuple[str, ...] = ()
    """What was assumed about the files."""
    label: str = ""
    """What labels are called in a table of them."""

    @property
    def run(self) -> CountedRun:
        """The only run; an error where there are several."""
        if len(self.runs) != 1:
            raise UsageError(f"there are {len(self.runs)} runs: choose one of .runs")
        return self.runs[0]

    @property
    def measures(self) -> tuple[str, ...]:
        """What systems can be compared by, the headline first."""
        return tuple(self.runs[0].scores)

    @property
    def unit(self) -> str:
        """What counts add up over."""
        return self.runs[0].headline.unit

    def rows(self, measure: str) -> dict[str, list[tuple[Counts, ...]]]:
        """What every run of every system counts in each sentence or document."""
        by_file = {run.file: run.scores[measure].rows for run in self.runs}
        return {system: [by_file[file] for file in files] for system, files in self.systems.items()}

    @property
    def results(self) -> tuple[Result, ...]:
        """The headline of each run with its interval."""
        return tuple(
            Result(run.headline.name, run.headline.value, run.headline.interval, self.signature, used=run.sizes)
            for run in self.runs
        )

    def files(self, system: str) -> list[str]:
        """The files of the runs of a system."""
        return list(self.systems[system])

    def over_runs(self) -> dict[str, dict[str, Distribution]]:
        """How each measure is distributed over the runs of each system."""
        by_file = {run.file: run for run in self.runs}
        return {
            system: {
                name: distribution([by_file[file].scores[name].counts.f1 for file in files]) for name in self.measures
            }
            for system, files in self.systems.items()
        }

    @property
    def has_several_runs(self) -> bool:
        """Whether a system has several runs."""
        return any(len(files) > 1 for files in self.systems.values())

    def __repr__(self) -> str:
        values = ", ".join(f"{run.file}: {run.headline.name} {run.headline.value}" for run in self.runs)
        return f"<CountedScores {values} ({self.signature})>"
