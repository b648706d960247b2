"""What systems score by counts that add up over sentences or documents: the same for every kind of annotation.

A kind says what is counted (`accord.kinds.kind.Kind.counts`); averages, intervals, labels, runs and comparisons follow.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from accord.agreement.result import Result, shown
from accord.errors import UsageError
from accord.formats.names import some
from accord.messages import plural, suggestion
from accord.model import Finding, Place, Severity
from accord.scoring.counts import AVERAGES, PARTS, Counts, at_best
from accord.scoring.system_scores import SystemScores, say_apart
from accord.scoring.terms import ANNOTATIONS, ScoreTerms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from accord.agreement.result import Value
    from accord.agreement.signature import Signature
    from accord.scoring.breakdown import Breakdown
    from accord.scoring.corrected import Corrected, Correction
    from accord.scoring.counted_measure import CountedMeasure, LabelMeasures
    from accord.scoring.instances import Instance


def one_sided(what: str, names: Mapping[str, Sequence[str]], file: str, hint: str = "") -> Iterator[Finding]:
    """The sentences or documents that only one side has; ``names`` are those of the reference, then of a system."""
    for code, (holder, other) in zip(("missing", "extra"), permutations(names), strict=True):
        known = set(names[other])
        if alone := [name for name in names[holder] if name not in known]:
            message = f"{other} lacks {plural(len(alone), what)} that {holder} has: {some(alone)}"
            yield Finding(f"{code}-{what}s", Severity.ERROR, Place(file), message, hint)


class ScoringError(NamedTuple):
    """Something that a system has wrong: what kind of error it is, where, and what both sides have there."""

    kind: str
    place: Place
    reference: str
    predicted: str
    text: str = ""
    form: tuple[str, str] | None = None
    """What both sides have without where it stands, so that the same error is counted; None where all of it says so."""


@dataclass(frozen=True)
class CountedRun:
    """What one system scores: its measures by name, the headline first.

    ``by_label`` counts each label or type, ``of_labels`` measures each with what is counted in every unit,
    ``beside`` measures agreement with the reference and says what is to be known of it, ``confusion`` says how often a
    label was predicted for another, where every item has one of both, ``errors`` lists what is wrong,
    ``instances`` all that was counted, right or wrong (`Instance` says how a kind fills it): these take time, and wait
    until they are asked for. ``sizes`` says how much was scored, ``documents`` to which document each unit belongs, and
    ``length_of`` in
    what instances are measured: tokens, characters. ``beyond_chance`` says what of the headline, or of F1 by another
    match, chance would reach: on all units first, then on parts of them. ``further`` are measures that stand in a table
    of their own.
    """

    file: str
    scores: Mapping[str, CountedMeasure]
    by_label: Callable[[], Mapping[str, Counts]]
    sizes: Mapping[str, int]
    beside: Callable[[], tuple[Result, str]] | None = None
    of_labels: LabelMeasures | None = None
    confusion: Callable[[], Mapping[tuple[str, str], int]] | None = None
    documents: Sequence[str] = ()
    errors: Callable[[], Iterable[ScoringError]] | None = None
    instances: Callable[[], Iterable[Instance]] | None = None
    length_of: str = "tokens"
    beyond_chance: Callable[[Correction], Mapping[str, Corrected]] | None = None
    corrects: bool = True
    """Whether what is beyond chance is what these scores are without it, and no other measure that stands beside."""
    further: Mapping[str, CountedMeasure] = field(default_factory=dict)
    left_out: Counts = field(default_factory=Counts)
    """What of the headline could not be compared, because the tokens differ."""
    units: Sequence[int] = ()
    """Where some are left out, which unit of the reference each one is, counted from 0; nothing where all are there."""
    partial: frozenset[int] = frozenset()
    """Of which of these something was left out."""

    def __repr__(self) -> str:
        values = (f"{name} {shown(each.value)}" for name, each in self.scores.items())
        return f"<CountedRun {self.file}: {', '.join(values)}>"

    @property
    def at_worst(self) -> Value:
        """The headline with all that was left out: in the reference it was missed, in the prediction it is spurious."""
        return self._with(self.left_out)

    @property
    def at_best(self) -> Value:
        """The headline as if all that was left out were right."""
        return self._with(at_best(self.left_out))

    def _with(self, more: Counts) -> Value:
        counts = self.headline.counts
        if counts is None or not any(more):
            return self.headline.value
        value: Value = getattr(counts.plus(more), self.headline.formula.of_counts)
        return value

    @property
    def headline(self) -> CountedMeasure:
        """The measure that systems are ranked by."""
        return next(iter(self.scores.values()))

    @cached_property
    def labels(self) -> Mapping[str, Counts]:
        """What is right of each label or type."""
        return self.by_label()

    @cached_property
    def confused(self) -> Mapping[tuple[str, str], int]:
        """How often a label was predicted for another; nothing where that is not known."""
        return {} if self.confusion is None else self.confusion()

    def measure(self, name: str) -> CountedMeasure:
        """A measure by name; also its precision and recall, macro-f1 and the like, and f1:PER of a label.

        So ``precision`` is that of the headline, ``link-precision`` that of ``link-f1``, ``mlas-recall`` that of MLAS.
        """
        part, _, label = name.partition(":")
        if found := self.scores.get(name) or self.further.get(name):
            return found
        if name in PARTS and self.headline.counts:
            return self.headline.part(name)
        stem, _, last = name.rpartition("-")
        of_stem = self.scores.get(f"{stem}-f1") or self.scores.get(stem) or self.further.get(stem)
        if last in PARTS and of_stem is not None and of_stem.formula.of_counts:
            return of_stem.part(name)
        if self.of_labels is not None:
            if part in PARTS and label in self.of_labels.labels:
                return self.of_labels.f1()[label].part(name)
            if name in (averages := self.of_labels.averages()):
                return averages[name]
        if self.of_labels is None and (label or stem in AVERAGES) and (part in PARTS or last in PARTS):
            raise UsageError(f"{name}: there are too many different labels to measure each for itself")
        if part in PARTS and label and self.of_labels is not None and self.of_labels.labels:
            raise UsageError(f"there is no label {label!r}: {suggestion(label, list(self.of_labels.labels))}")
        parts = PARTS if self.headline.counts else ()
        known = list(dict.fromkeys([*self.scores, *self.further, *parts, *(averages if self.of_labels else ())]))
        raise UsageError(f"there is no measure {name!r}: {suggestion(name, known)} (of one label: f1:LABEL)")

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


def with_all_labels(systems: Mapping[str, Sequence[CountedRun]]) -> dict[str, list[CountedRun]]:
    """The same runs with the labels of all of them, so that all are averages over the same labels."""
    runs = [run for each in systems.values() for run in each]
    labels = dict.fromkeys(label for run in runs if run.of_labels for label in run.of_labels.labels)

    def widened(run: CountedRun) -> CountedRun:
        return run if run.of_labels is None else replace(run, of_labels=run.of_labels.with_labels(labels))

    return {system: [widened(run) for run in each] for system, each in systems.items()}


@dataclass(frozen=True, slots=True)
class Counted:
    """What a kind counts: the runs, what they are called, all that makes the numbers again, and what was assumed."""

    runs: tuple[CountedRun, ...]
    choices: Mapping[str, object]
    notes: tuple[str, ...] = ()
    label: str = ""
    """What labels are called in a table of them; none is shown where they are not called anything."""
    terms: ScoreTerms = ANNOTATIONS


@dataclass(frozen=True)
class CountedScores(SystemScores[CountedRun]):
    """All runs of a scoring, with what is needed to repeat it."""

    reference: str
    runs: tuple[CountedRun, ...]
    systems: Mapping[str, Sequence[str]]
    signature: Signature
    assumptions: tuple[str, ...] = ()
    """What was assumed about the files."""
    label: str = ""
    """What labels are called in a table of them."""
    run_notes: tuple[str, ...] = ()
    breakdowns: tuple[Breakdown, ...] = ()
    """What each run scores of groups, where that was asked for."""
    terms: ScoreTerms = ANNOTATIONS

    @property
    def measures(self) -> tuple[str, ...]:
        """What systems can be compared by, the headline first."""
        return tuple(self.runs[0].scores)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was assumed of the files, and which were taken for runs of one system."""
        apart = (note for run in self.runs for note in say_apart(self.reference, run.file, run.labels, self.terms.part))
        return (*self.assumptions, *self.run_notes, *apart)

    @property
    def unit(self) -> str:
        """What counts add up over."""
        return self.runs[0].headline.unit

    def of_run(self, run: CountedRun, measure: str) -> CountedMeasure:
        """A measure of one of the runs."""
        return run.measure(measure)

    def counted(self) -> dict[str, list[CountedRun]]:
        """Every run of every system."""
        return self.by_system()

    @property
    def results(self) -> tuple[Result, ...]:
        """The headline of each run with its interval."""
        return tuple(
            Result(run.headline.name, run.headline.value, run.headline.interval, self.signature, used=run.sizes)
            for run in self.runs
        )

    def __repr__(self) -> str:
        values = ", ".join(f"{run.file}: {run.headline.name} {shown(run.headline.value)}" for run in self.runs)
        return f"<CountedScores {values} ({self.signature})>"
