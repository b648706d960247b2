"""Predicted shares of labels against those of annotators: the arrays that soft measures may see."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from accord.errors import UsageError
from accord.messages import plural
from accord.model.soft import SoftLabels
from accord.study.coding import MISSING
from accord.study.scale import in_natural_order

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.study.coding import Codes, Coding
    from accord.study.quotient import Floats


@dataclass(frozen=True)
class SoftStudy:
    """What annotators and a system say of the same items, both of the shape (items, labels), rows summing to 1.

    ``answers`` are the annotators' own labels as codes, shape (items,), `MISSING` where there is none; nobody is in it
    whose labels are not among those of the shares.
    """

    items: tuple[str, ...]
    labels: tuple[str, ...]
    reference: Floats
    predicted: Floats
    made_of: str
    answers: Mapping[str, Codes] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)


def soft_study(reference: SoftLabels, predicted: SoftLabels) -> SoftStudy:
    """The items of the reference; every one needs a prediction, and predictions of other items are left out."""
    items = tuple(reference.shares)
    unanswered = [item for item in items if item not in predicted.shares]
    if unanswered:
        raise UsageError(
            f"{plural(len(unanswered), 'item')} of the reference without a prediction, the first {unanswered[0]!r}: "
            "predict a share of each label for every item"
        )
    if not set(reference.labels) & set(predicted.labels):
        raise UsageError(
            f"the reference and the predictions share no label: {reference.labels[0]!r} there, "
            f"{predicted.labels[0]!r} here"
        )
    labels = tuple(in_natural_order(list(dict.fromkeys((*reference.labels, *predicted.labels)))))
    column = {label: code for code, label in enumerate(labels)}
    strange = {who for who, given in reference.answers.items() if not column.keys() >= set(given.values())}
    left_out = {
        "predictions of items that are not in the reference": len(predicted.shares.keys() - set(items)),
        "annotators with labels that are not among those of the soft labels": len(strange),
    }
    return SoftStudy(
        items,
        labels,
        _table(reference, items, column),
        _table(predicted, items, column),
        reference.made_of,
        {
            who: np.array([column[given[item]] if item in given else MISSING for item in items], dtype=np.int32)
            for who, given in reference.answers.items()
            if who not in strange
        },
        {what: count for what, count in left_out.items() if count},
    )


def _table(soft: SoftLabels, items: tuple[str, ...], column: Mapping[str, int]) -> Floats:
    table = np.zeros((len(items), len(column)))
    for row, item in enumerate(items):
        for label, share in soft.shares[item].items():
            table[row, column[label]] = share
    return table


def soft_labels_of(coding: Coding) -> SoftLabels:
    """The shares of the annotators' labels, of every item that anybody labelled."""
    names = [coding.item(row).name for row in range(len(coding.codes))]
    if len(set(names)) < len(names):
        names = [f"{coding.documents[at]}:{name}" for at, name in zip(coding.document_of, names, strict=True)]
    shares: dict[str, dict[str, float]] = {}
    answers: dict[str, dict[str, str]] = {annotator: {} for annotator in coding.annotators}
    for name, row, ballots in zip(names, coding.codes.tolist(), coding.ballots.tolist(), strict=True):
        counts = zip(coding.labels, ballots, strict=True)
        shares[name] = {label: count / sum(ballots) for label, count in counts if count}
        for annotator, code in zip(coding.annotators, row, strict=True):
            if code != MISSING:
                answers[annotator][name] = coding.labels[code]
    return SoftLabels(shares, answers, "annotations")
