"""Mentions as counts that add up: every measure of a run, sentence by sentence, from what both sides marked there."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from accord.scoring.counted_measure import CountedMeasure, LabelMeasures, summed_by_label
from accord.scoring.counted_scores import CountedRun
from accord.scoring.counts import Counts
from accord.scoring.run import PREDICTED, REFERENCE
from accord.scoring.unit_rows import UnitRows

if TYPE_CHECKING:
    from accord.scoring.run import Run
    from accord.study.spans import Text


def counted_mentions(run: Run) -> CountedRun:
    """A run that kept the mentions of every sentence, as runs of other kinds are."""
    by_type = [_by_type(text) for text in run.texts]
    f1 = CountedMeasure("f1", UnitRows.of(run.per_sentence or [_summed(each) for each in by_type]))
    return CountedRun(
        run.file,
        {f1.name: f1},
        partial(summed_by_label, by_type),
        {"sentences": run.sentences, "tokens": run.tokens},
        of_labels=LabelMeasures.of(by_type),
        documents=[text.document for text in run.texts],
    )


def _summed(by_type: dict[str, Counts]) -> Counts:
    return Counts(*map(sum, zip(*by_type.values(), strict=True))) if by_type else Counts()


def _by_type(text: Text) -> dict[str, Counts]:
    """What a sentence counts of each type by exact match."""
    ours, theirs = (text.spans[side] for side in (REFERENCE, PREDICTED))
    wanted, given, right = (Counter(span.type for span in spans) for spans in (ours, theirs, set(ours) & set(theirs)))
    return {type_: Counts(wanted[type_], given[type_], right[type_]) for type_ in {**wanted, **given}}
