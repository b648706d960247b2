"""Labels against a reference, of items or of tokens: how many are right, and what is right of each label.

    accuracy = labels that are the same / labels of the reference

precision, recall and F1 of one label: of those that have it in the prediction, in the reference, and in both. An item
for which a system gives no label counts as wrong in accuracy; coverage is the share that was answered, and
answered-accuracy the accuracy of that. accord explain has the other measures: balanced-accuracy, kappa, mcc,
weighted-kappa-linear, weighted-kappa-quadratic, mae, rmse.
"""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from itertools import chain, count
from typing import TYPE_CHECKING

import numpy as np

from accord.kinds.labels.beyond_chance import corrected_labels
from accord.kinds.labels.label_pairs import LabelPairs
from accord.kinds.labels.score_formulas import BALANCED_ACCURACY, KAPPA, MCC, mean_error, weighted_kappa
from accord.scoring.counted_measure import CountedMeasure, LabelMeasures
from accord.scoring.counted_scores import CountedRun
from accord.scoring.counts import Counts
from accord.scoring.formula import RECALL, macro

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from accord.kinds.labels.label_scale import LabelScale
    from accord.scoring.counted_scores import ScoringError
    from accord.scoring.instances import Instance


def score_same_labels(
    rows: Iterable[tuple[Sequence[str], Sequence[str]]],
    file: str,
    documents: Sequence[str] = (),
) -> CountedRun:
    """The labels of the reference and of the prediction, both for each sentence.

    >>> run = score_same_labels([(["DT", "NN"], ["DT", "VB"]), (["NN"], ["NN"])], "system")
    >>> run.headline.value, run.labels["NN"]
    (Fraction(2, 3), Counts(reference=2, predicted=1, correct=1))
    """
    both = list(rows)
    codebook: defaultdict[str, int] = defaultdict(count().__next__)
    ours, theirs = (
        np.fromiter(map(codebook.__getitem__, chain.from_iterable(row[side] for row in both)), np.int32)
        for side in range(2)
    )
    names = [label for label in codebook if label]
    if "" in codebook:  # which is no answer
        code_of = np.cumsum([bool(label) for label in codebook]) - 1
        code_of[codebook[""]] = len(names)
        ours, theirs = code_of[ours], code_of[theirs]
    unit_of = np.repeat(np.arange(len(both)), np.fromiter((len(row[0]) for row in both), np.int64, len(both)))
    pairs = LabelPairs(tuple(names), ours, theirs, len(both), unit_of)
    return score_label_pairs(
        pairs, file, unit="sentence", sizes={"sentences": len(both), "tokens": len(ours)}, documents=documents
    )


def score_label_pairs(
    pairs: LabelPairs,
    file: str,
    *,
    unit: str = "item",
    sizes: dict[str, int] | None = None,
    scale: LabelScale | None = None,
    documents: Sequence[str] = (),
    errors: Callable[[], Iterable[ScoringError]] | None = None,
    instances: Callable[[], Iterable[Instance]] | None = None,
) -> CountedRun:
    """All measures of the labels of both sides; those of a scale where there is one."""
    measures = list(_shares(pairs, unit))
    of_labels = LabelMeasures(pairs.labels, pairs.rows(pairs.counts()), unit) if pairs.fits else None
    if of_labels is not None:
        columns = range(3 * len(pairs.labels))
        of_all = {"balanced-accuracy": BALANCED_ACCURACY, "macro-f1": macro("f1"), "kappa": KAPPA, "mcc": MCC}
        measures += [
            CountedMeasure(name, of_labels.rows, unit, formula.on(columns)) for name, formula in of_all.items()
        ]
    if scale is not None:
        measures += _on_scale(pairs, scale, unit)
    return CountedRun(
        file,
        {measure.name: measure for measure in measures},
        lambda: _by_label(pairs),
        sizes or {f"{unit}s": pairs.units},
        of_labels=of_labels,
        confusion=lambda: pairs.confused,
        documents=documents,
        errors=errors,
        instances=instances,
        beyond_chance=partial(
            corrected_labels, pairs, unit, "item" if pairs.unit_of is None else "token", documents=documents
        ),
    )


def _shares(pairs: LabelPairs, unit: str) -> Iterable[CountedMeasure]:
    """Accuracy; where a system gives no answer also how many it gives, and how many of these are right."""
    one, same, answered = np.ones(len(pairs.times), dtype=np.int64), pairs.same, pairs.answered
    yield CountedMeasure("accuracy", pairs.rows(np.stack([one, one, same], axis=1)), unit)
    if not answered.all():
        yield CountedMeasure("coverage", pairs.rows(np.stack([one, one, answered], axis=1)), unit, RECALL)
        yield CountedMeasure(
            "answered-accuracy", pairs.rows(np.stack([answered, answered, same], axis=1)), unit, RECALL
        )


def _on_scale(pairs: LabelPairs, scale: LabelScale, unit: str) -> Iterable[CountedMeasure]:
    """How far labels lie apart, of the items that were answered."""
    answered = pairs.answered
    ours, theirs = (np.where(answered, side, 0) for side in pairs.pairs)
    for name, squared in (("linear", False), ("quadratic", True)) if pairs.fits else ():
        rows = np.column_stack([pairs.counts(answered), scale.steps(ours, theirs, squared=squared) * answered])
        formula = weighted_kappa(scale.matrix(squared=squared))
        yield CountedMeasure(f"weighted-kappa-{name}", pairs.rows(rows), unit, formula)
    for name, squared in (("mae", False), ("rmse", True)):
        rows = np.column_stack([answered, scale.steps(ours, theirs, squared=squared) * answered])
        yield CountedMeasure(name, pairs.rows(rows), unit, mean_error(scale.per_step, scale.width, squared=squared))


def _by_label(pairs: LabelPairs) -> dict[str, Counts]:
    """What is right of each label that occurs, the most frequent first."""
    (ours, theirs), times, size = pairs.pairs, pairs.times, len(pairs.labels) + 1
    reference, predicted, correct = (
        np.bincount(codes, weights=times * chosen, minlength=size).astype(np.int64).tolist()
        for codes, chosen in ((ours, 1), (theirs, 1), (ours, pairs.same))
    )
    found = {
        label: Counts(reference[code], predicted[code], correct[code])
        for code, label in enumerate(pairs.labels)
        if reference[code] or predicted[code]
    }
    return dict(sorted(found.items(), key=lambda entry: (-entry[1].reference, entry[0])))
