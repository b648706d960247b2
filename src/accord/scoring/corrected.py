"""Scores of runs beyond what chance would reach, on all sentences, and on the hard and the easy ones; of every kind.

A kind says what chance gives (`CountedRun.beyond_chance`); ranks, systems of several runs and comparisons follow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from accord.agreement.result import Undefined, shown
from accord.errors import UsageError
from accord.messages import option, suggestion
from accord.model.presentation import ResultExport
from accord.scoring.run import ALL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from accord.agreement.result import Measured, Value
    from accord.agreement.signature import Signature
    from accord.scoring.counted_measure import CountedMeasure
    from accord.scoring.counted_scores import CountedRun, CountedScores
    from accord.scoring.scores import Scores

FEW = 30
"""With fewer units that both sides marked, what matches is not normally distributed, by the usual rule of thumb."""
DRAWS = 9_999
"""How many placements give p then: one near .05 is known to about .002."""
CORRECTED = "corrected-"
"""What the name of a corrected measure begins with."""
PLACEMENT = ("match", "model", "types", "fixed", "text", "unit", "linkable", "chance")
"""What a signature says of how chance is taken off."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """What one run scores beyond chance on some of its sentences, documents or items.

    ``measure`` holds the same as rows that add up over units, which comparisons resample. ``by_label`` and
    ``by_document`` measure each type and each document.
    """

    measured: Measured
    measure: CountedMeasure
    signature: Signature
    observed: str
    """What is corrected, as tables call it: token F1, accuracy."""
    how: str
    """What chance does, in a sentence."""
    unmarked: int = 0
    """How many of the units have nothing in the reference."""
    draws: int = 0
    """How many placements give p; 0 for the normal distribution."""
    by_label: Callable[[], Mapping[str, Measured]] = dict
    by_document: Callable[[], Mapping[str, Measured]] = dict
    of_label: tuple[str, str] | None = None
    """What is corrected of each type or label, and what that is called then, where it is not the same as of all."""
    drawn: str = "placements"
    """What is drawn for p; nothing where it is never drawn."""
    label_note: str = ""
    """What is to be known of the numbers of each type or label."""
    of_disorder: bool = False
    """Whether what is observed and what chance gives is disorder, the less the better, and no score."""

    @property
    def placement(self) -> dict[str, object]:
        """What of the signature says how chance is taken off."""
        return {name: self.signature.choices[name] for name in PLACEMENT if name in self.signature.choices}


@dataclass(frozen=True, slots=True)
class CorrectedRun:
    """A run on some sentences; of two runs with the same value both have the better rank, without a value none."""

    file: str
    corrected: Corrected
    rank: int | None
    rank_observed: int | None

    @property
    def measured(self) -> Measured:
        """What is observed, what chance gives, and what is left."""
        return self.corrected.measured

    @property
    def signature(self) -> Signature:
        """What is needed to compute the value again."""
        return self.corrected.signature

    @property
    def draws(self) -> int:
        """How many placements give p; 0 for the normal distribution."""
        return self.corrected.draws


@dataclass(frozen=True, slots=True)
class CorrectedSystem:
    """The runs of a system on some sentences: the mean of each number over them, and its rank among the systems."""

    name: str
    runs: tuple[CorrectedRun, ...]
    rank: int | None = None
    rank_observed: int | None = None

    @property
    def observed(self) -> Value:
        """The mean of what is observed."""
        return _mean([run.measured.observed for run in self.runs])

    @property
    def expected(self) -> Value:
        """The mean of what chance gives."""
        return _mean([run.measured.expected for run in self.runs])

    @property
    def value(self) -> Value:
        """The mean of the corrected values."""
        return _mean([run.measured.value for run in self.runs])

    @property
    def sd(self) -> Value:
        """The standard deviation of the corrected value over runs (n - 1)."""
        if isinstance(self.value, Undefined):
            return self.value
        if len(self.runs) < 2:
            return Undefined("a standard deviation needs two runs")
        return stdev(float(run.measured.value) for run in self.runs)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Subset:
    """All runs on all sentences, or on the hard or the easy ones; systems where one of them has several runs."""

    name: str
    runs: tuple[CorrectedRun, ...]
    systems: tuple[CorrectedSystem, ...] = ()

    @property
    def sentences(self) -> int:
        """How many units there are; the most that any run has, where runs are aligned with different ones."""
        return max(run.measured.count for run in self.runs)

    @property
    def signature(self) -> Signature:
        """That of all runs, with ``+`` between them where they differ."""
        first = self.runs[0].signature
        values = {key: [str(run.signature.choices.get(key, "")) for run in self.runs] for key in first.choices}
        joined = {key: each[0] if len(set(each)) == 1 else "+".join(each) for key, each in values.items()}
        return replace(first, choices=joined)


@dataclass(frozen=True, slots=True)
class Correction:
    """How scores are corrected, as far as the caller said it; what is None is left to the kind.

    ``match`` says when spans match, ``types``, ``model`` and ``fixed`` how chance places them; ``threshold`` is the F1
    by chance from which a sentence is easy, if they are parted; ``draws``, how many placements give p.
    """

    match: str | None = None
    types: str | None = None
    model: str | None = None
    fixed: str | None = None
    threshold: float | None = None
    draws: int | None = None
    seed: int = 1

    def of(self, scores: Scores | CountedScores) -> BeyondChance:
        """Correct every run of a scoring; of mentions, one that kept its spans."""
        counted = scores.counted()
        systems = {system: [run.file for run in runs] for system, runs in counted.items()}
        runs = {run.file: run for each in counted.values() for run in each}
        corrected = {file: self.of_run(runs[file]) for file in (run.file for run in scores.runs)}
        first = next(iter(corrected.values()))
        parts = []
        for name in first:
            ranked = tuple(_ranked({file: parted[name] for file, parted in corrected.items()}))
            parts.append(Subset(name, ranked, tuple(_systems(systems, ranked))))
        return BeyondChance(scores, self, tuple(parts), systems)

    def of_run(self, run: CountedRun) -> Mapping[str, Corrected]:
        """One run, on all sentences first; refused where no chance model is known of what it measures."""
        if run.beyond_chance is None:
            raise UsageError(
                f"what chance gives of {run.headline.name} is not known: leave out {option('chance', flag='--chance')}"
            )
        return run.beyond_chance(self)

    def whole(self, run: CountedRun, measure: str) -> Corrected:
        """A run on all its sentences, by a corrected measure that must be that of its kind."""
        found = self.of_run(run)[ALL]
        if measure != found.measure.name:
            raise UsageError(f"there is no measure {measure!r}: {suggestion(measure, [found.measure.name])}")
        return found

    def refuse(self, names: Iterable[str], what: str) -> None:
        """Refuse options that say nothing about what is measured."""
        for name in names:
            value = self.threshold if name == "split_difficulty" else getattr(self, name)
            if value is not None:
                raise UsageError(f"{option(name, value)} is for spans, and {what} are corrected here: leave it out")


@dataclass(frozen=True, slots=True, repr=False)
class BeyondChance(ResultExport):
    """A scoring corrected for chance, on all sentences first."""

    scores: Scores | CountedScores
    correction: Correction
    parts: tuple[Subset, ...]
    systems: Mapping[str, Sequence[str]]
    """The files of each system."""

    @property
    def value(self) -> Value:
        """What the only run scores beyond chance; an error where there are several."""
        runs = self.parts[0].runs
        if len(runs) != 1:
            raise UsageError(f"there are {len(runs)} runs: choose one by its file")
        return runs[0].measured.value

    def __getitem__(self, file: str) -> Measured:
        """What a run scores beyond chance on all that is scored."""
        for run in self.parts[0].runs:
            if run.file == file:
                return run.measured
        raise KeyError(f"there is no run {file}: there are {', '.join(run.file for run in self.parts[0].runs)}")

    def __repr__(self) -> str:
        values = ", ".join(f"{run.file}: {shown(run.measured.value)}" for run in self.parts[0].runs)
        return f"<BeyondChance {values} ({self.parts[0].signature})>"


def _ranked(corrected: Mapping[str, Corrected]) -> Iterator[CorrectedRun]:
    """The runs by file, with their ranks."""
    by_value = ranks([each.measured.value for each in corrected.values()])
    by_observed = ranks([_better(each.measured.observed, each) for each in corrected.values()])
    for (file, each), rank, rank_observed in zip(corrected.items(), by_value, by_observed, strict=True):
        yield CorrectedRun(file, each, rank, rank_observed)


def _systems(systems: Mapping[str, Sequence[str]], runs: Sequence[CorrectedRun]) -> Iterator[CorrectedSystem]:
    """The systems with their ranks; none where every system is one run."""
    if all(len(files) == 1 for files in systems.values()):
        return
    of_file = {run.file: run for run in runs}
    found = [CorrectedSystem(name, tuple(of_file[file] for file in files)) for name, files in systems.items()]
    by_value = ranks([system.value for system in found])
    by_observed = ranks([_better(system.observed, system.runs[0].corrected) for system in found])
    for system, rank, rank_observed in zip(found, by_value, by_observed, strict=True):
        yield replace(system, rank=rank, rank_observed=rank_observed)


def _better(observed: Value, corrected: Corrected) -> Value:
    """What is observed, turned so that the highest is the best."""
    return -observed if corrected.of_disorder and not isinstance(observed, Undefined) else observed


def _mean(values: Sequence[Value]) -> Value:
    """The mean over runs; undefined where one is."""
    for value in values:
        if isinstance(value, Undefined):
            return value
    return fmean(float(value) for value in values)  # type: ignore[arg-type]


def ranks(values: Sequence[Value]) -> list[int | None]:
    """The rank of each value, the highest first; equal ones share the best of theirs, what is undefined has none.

    >>> ranks([0.5, 0.9, Undefined("nothing is marked"), 0.5, 0.1])
    [2, 1, None, 2, 4]
    """
    known = [None if isinstance(value, Undefined) else round(float(value), 12) for value in values]
    return [
        None if value is None else 1 + sum(other is not None and other > value for other in known) for value in known
    ]
