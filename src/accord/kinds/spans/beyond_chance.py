"""F1 of runs against a reference beyond what chance would reach, on all sentences, on the hard and on the easy ones.

The reference is held fixed, and chance places the spans of the run. A sentence is hard where two annotators who both
place the spans of the reference at random would have an F1 below the threshold, and easy from the threshold up.
Sentences without mentions in the reference have no such F1: they count in all, and in neither part.

Li, H., Rosé, C., Yuan, Q. & Zhou, X. (2024). Estimating agreement by chance for sequence annotation, whose text gives
the threshold .175 of its two subsets of CoNLL-2003 as one of difficulty, where its numbers are those of chance.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import fmean, stdev
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.result import Undefined
from accord.agreement.uncertainty import Uncertainty
from accord.kinds.spans.breakdown import SpanBreakdown
from accord.kinds.spans.corrected_f1 import CorrectedF1
from accord.kinds.spans.difficulty import Difficulty
from accord.kinds.spans.tally import tally
from accord.model.presentation import ResultExport
from accord.scoring.run import ALL, EASY, HARD, PREDICTED, REFERENCE
from accord.study.quotient import quotient
from accord.study.spans import SpanStudy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from accord.agreement.result import Measured, Value
    from accord.agreement.signature import Signature
    from accord.kinds.spans.match import Match
    from accord.kinds.spans.random_side import Model
    from accord.scoring.run import Run
    from accord.scoring.scores import Scores
    from accord.study.spans import Text

    SentenceMask = NDArray[np.bool_]


_FEW = 30
"""With fewer sentences that both marked, what matches is not normally distributed, by the usual rule of thumb."""
_DRAWS = 9_999
"""How many placements give p then: one near .05 is known to about .002."""


@dataclass(frozen=True, slots=True)
class CorrectedRun:
    """A run on some sentences; of two runs with the same value both have the better rank, without a value none."""

    file: str
    measured: Measured
    unmarked: int
    """How many of the sentences have no mention in the reference."""
    signature: Signature
    rank: int | None
    rank_observed: int | None
    draws: int
    """How many placements give p; 0 for the normal distribution."""


@dataclass(frozen=True, slots=True)
class CorrectedSystem:
    """The runs of a system on some sentences: the mean of each number over them, and its rank among the systems."""

    name: str
    runs: tuple[CorrectedRun, ...]
    rank: int | None = None
    rank_observed: int | None = None

    @property
    def observed(self) -> Value:
        """The mean F1."""
        return _mean([run.measured.observed for run in self.runs])

    @property
    def expected(self) -> Value:
        """The mean F1 by chance."""
        return _mean([run.measured.expected for run in self.runs])

    @property
    def value(self) -> Value:
        """The mean corrected F1."""
        return _mean([run.measured.value for run in self.runs])

    @property
    def sd(self) -> Value:
        """The standard deviation of corrected F1 over runs (n - 1)."""
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
        """How many there are; the most that any run has, where runs are aligned with different ones."""
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
    """How F1 is corrected; ``threshold`` is the F1 by chance from which a sentence is easy, if they are parted."""

    match: Match
    model: Model
    threshold: float | None = None
    draws: int | None = None
    """How many placements give p; left open, none where a normal distribution will do."""
    seed: int = 1

    def of(self, scores: Scores) -> BeyondChance:
        """Correct every run of a scoring that kept its spans."""
        measure = CorrectedF1(self.match, self.model, REFERENCE)
        chosen = [self._chosen(run) for run in scores.runs]
        parts = []
        for name in chosen[0]:
            corrected = [
                self._corrected(run, measure, parted[name]) for run, parted in zip(scores.runs, chosen, strict=True)
            ]
            runs = tuple(self._ranked(scores, name, corrected))
            parts.append(Subset(name, runs, tuple(_systems(scores, runs))))
        return BeyondChance(scores, self, tuple(parts))

    def _chosen(self, run: Run) -> dict[str, SentenceMask]:
        """Which sentences belong to which part."""
        every = np.ones(len(run.texts), dtype=bool)
        if self.threshold is None:
            return {ALL: every}
        gold = tuple(replace(text, spans={REFERENCE: text.spans[REFERENCE]}) for text in run.texts)
        study = SpanStudy(gold, (REFERENCE,), "sentence", "token")
        matches, size = Difficulty(study, self.match, self.model).rows[:, 0].T
        chance = quotient(matches, size)
        return {ALL: every, HARD: chance < self.threshold, EASY: chance >= self.threshold}

    def _corrected(self, run: Run, measure: CorrectedF1, chosen: SentenceMask) -> SpanBreakdown:
        study = _study([text for text, kept in zip(run.texts, chosen, strict=True) if kept])
        marked = sum(all(text.spans.values()) for text in study.texts)
        draws = (_DRAWS if marked < _FEW else 0) if self.draws is None else self.draws
        return SpanBreakdown(
            study,
            measure,
            Uncertainty(by_document=len(study.documents) > 1, seed=self.seed),
            tally(study, measure, draws, self.seed),
            draws,
        )

    def _ranked(self, scores: Scores, part: str, corrected: Sequence[SpanBreakdown]) -> Iterator[CorrectedRun]:
        added: dict[str, object] = {
            "enc": scores.encoding.name,
            "repair": scores.repair,
            "repair-ref": scores.repair_reference,
            **({} if self.threshold is None else {"part": part, "split": f"{self.threshold:g}"}),
        }
        by_value = ranks([each.whole.value for each in corrected])
        by_f1 = ranks([each.whole.observed for each in corrected])
        for run, each, rank, rank_observed in zip(scores.runs, corrected, by_value, by_f1, strict=True):
            signature = replace(each.signature, choices={**each.signature.choices, **added})
            unmarked = sum(not text.spans[REFERENCE] for text in each.study.texts)
            yield CorrectedRun(run.file, each.whole, unmarked, signature, rank, rank_observed, each.draws)


@dataclass(frozen=True, slots=True, repr=False)
class BeyondChance(ResultExport):
    """A scoring corrected for chance, on all sentences first."""

    scores: Scores
    correction: Correction
    parts: tuple[Subset, ...]

    def __repr__(self) -> str:
        values = ", ".join(f"{run.file}: {run.measured.value}" for run in self.parts[0].runs)
        return f"<BeyondChance {values} ({self.parts[0].signature})>"


def _systems(scores: Scores, runs: Sequence[CorrectedRun]) -> Iterator[CorrectedSystem]:
    """The systems with their ranks; none where every system is one run."""
    if not scores.has_several_runs:
        return
    of_file = {run.file: run for run in runs}
    systems = [
        CorrectedSystem(system, tuple(of_file[file] for file in files)) for system, files in scores.systems.items()
    ]
    by_value, by_f1 = (ranks([getattr(system, part) for system in systems]) for part in ("value", "observed"))
    for system, rank, rank_observed in zip(systems, by_value, by_f1, strict=True):
        yield replace(system, rank=rank, rank_observed=rank_observed)


def _mean(values: Sequence[Value]) -> Value:
    """The mean over runs; undefined where one is."""
    for value in values:
        if isinstance(value, Undefined):
            return value
    return fmean(float(value) for value in values)  # type: ignore[arg-type]


def _study(texts: Sequence[Text]) -> SpanStudy:
    return SpanStudy(tuple(texts), (REFERENCE, PREDICTED), "sentence", "token")


def ranks(values: Sequence[Value]) -> list[int | None]:
    """The rank of each value, the highest first; equal ones share the best of theirs, what is undefined has none.

    >>> ranks([0.5, 0.9, Undefined("nothing is marked"), 0.5, 0.1])
    [2, 1, None, 2, 4]
    """
    known = [None if isinstance(value, Undefined) else round(float(value), 12) for value in values]
    return [
        None if value is None else 1 + sum(other is not None and other > value for other in known) for value in known
    ]
