"""Weights and the disagreement they come from, as tables, as records and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import lowest_first, value_payload
from accord.messages import counted, plural
from accord.reporting.numbers import exact, four_digits, reasons, rounded, thousands
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.learn.disagreement import Disagreement
    from accord.learn.weights import Weights


def weights_tables(found: Disagreement, weights: Weights) -> Iterator[Table]:
    """How much annotators agree, on each label, and the weights."""
    yield _agreement(found)
    yield _labels(found, weights)
    yield _matrix(weights)


def _agreement(found: Disagreement) -> Table:
    coding = found.coding
    values = (found.agreement(), found.kappa())
    size = (plural(coding.items, coding.unit), plural(len(coding.annotators), "annotator"))
    notes = [
        f"{size[0]} with two labels or more, {size[1]}, {plural(len(coding.labels), 'label')}",
        *(f"left out: {counted(count, what)}" for what, count in coding.left_out.items()),
        *reasons(values),
    ]
    name = "Cohen's kappa" if len(coding.annotators) == 2 else "multi-kappa"
    return Table(
        ("observed agreement", name), (tuple(map(four_digits, values)),), title="Disagreement", notes=tuple(notes)
    )


def _labels(found: Disagreement, weights: Weights) -> Table:
    """Labels as they were found, the least agreed on first."""
    f1, class_weight = found.f1(), weights.class_weight()
    given = dict(zip(found.labels, found.coding.counts.tolist(), strict=True))
    rows = tuple(
        (label, thousands(given[label]), four_digits(f1[label]), four_digits(class_weight[label]))
        for label in sorted(f1, key=lambda label: lowest_first(f1[label]))
    )
    return Table(
        ("label", "given", "F1", "class weight"),
        rows,
        title="Labels, the most debatable first",
        notes=("class weight: the mean weight of an error on the label", *reasons(f1.values())),
    )


def _matrix(weights: Weights) -> Table:
    low, high = weights.range
    rows = tuple(
        (label, *(rounded(weight, 3) for weight in row))
        for label, row in zip(weights.labels, weights.matrix.tolist(), strict=True)
    )
    return Table(
        ("gold", *weights.labels),
        rows,
        title=f"Weights {weights.kind}: gold label (row), predicted label (column)",
        notes=(f"weights of errors from {four_digits(low)} to {four_digits(high)}", str(weights.signature)),
    )


def weights_records(weights: Weights) -> Table:
    """One row per pair of labels, for programs."""
    signature = str(weights.signature)
    rows = tuple(
        (gold, predicted, exact(weight), signature)
        for gold, row in zip(weights.labels, weights.matrix.tolist(), strict=True)
        for predicted, weight in zip(weights.labels, row, strict=True)
    )
    return Table(("gold", "predicted", "weight", "signature"), rows)


def weights_payload(found: Disagreement, weights: Weights) -> dict[str, Any]:
    """The weights as their file holds them, and the disagreement they come from."""
    coding = found.coding
    low, high = weights.range
    return {
        **weights.to_json(),
        "range": {"low": low, "high": high},
        "warning": weights.warning,
        "signature": str(weights.signature),
        "class_weight": weights.class_weight(),
        "disagreement": {
            "unit": coding.unit,
            "items": coding.items,
            "annotators": list(coding.annotators),
            "left_out": dict(coding.left_out),
            "observed": value_payload(found.agreement()),
            "kappa": value_payload(found.kappa()),
            "f1": {label: value_payload(value) for label, value in found.f1().items()},
            "confusion": found.confusion.tolist(),
        },
    }
