"""Labels against a reference: how many are right, and what is right of each label.

accuracy = labels that are the same / labels of the reference
precision, recall and F1 of one label: of those that have it in the prediction, in the reference, and in both
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from operator import eq
from typing import TYPE_CHECKING

from accord.scoring.counted_measure import CountedMeasure
from accord.scoring.counted_scores import CountedRun
from accord.scoring.counts import Counts
from accord.scoring.unit_rows import UnitRows

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Confused = Mapping[tuple[str, str], int]


def score_same_labels(
    rows: Iterable[tuple[Sequence[str], Sequence[str]]], file: str, unit: str = "sentence", item: str = "token"
) -> CountedRun:
    """The labels of the reference and of the prediction, both for each sentence or document.

    >>> run = score_same_labels([(["DT", "NN"], ["DT", "VB"]), (["NN"], ["NN"])], "system")
    >>> run.headline.value, run.labels["NN"]
    (Fraction(2, 3), Counts(reference=2, predicted=1, correct=1))
    """
    confused: Counter[tuple[str, str]] = Counter()
    counts: list[Counts] = []
    for ours, theirs in rows:
        confused.update(zip(ours, theirs, strict=True))
        counts.append(Counts(len(ours), len(ours), sum(map(eq, ours, theirs))))
    measure = CountedMeasure("accuracy", UnitRows.of(counts), unit)
    sizes = {f"{unit}s": len(counts), f"{item}s": measure.rows.totals[0]}
    return CountedRun(file, {measure.name: measure}, partial(_by_label, confused), sizes, confused=confused)


def _by_label(confused: Confused) -> dict[str, Counts]:
    """What is right of each label, the most frequent first."""
    reference: Counter[str] = Counter()
    predicted: Counter[str] = Counter()
    for (ours, theirs), count in confused.items():
        reference[ours] += count
        predicted[theirs] += count
    labels = sorted({*reference, *predicted}, key=lambda label: (-reference[label], label))
    return {label: Counts(reference[label], predicted[label], confused.get((label, label), 0)) for label in labels}
