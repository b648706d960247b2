"""Weights and the disagreement they come from, as tables, as records and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import lowest_first, value_payload
from accord.messages import counted, plural
from accord.reporting.numbers import exact, four_digits, reasons, rounded, thousands
from accord.reporting.table import Table, not_shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.learn.disagreement import Disagreement
    from accord.learn.weights import Weights


def weights_tables(found: Disagreement, weights: Weights, most: int) -> Iterator[Table]:
    """How much annotators agree, on each label, and the weights: the matrix, or the lowest of more than ``most``."""
    yield _agreement(found)
    yield _labels(found, weights, most)
    yield weights_table(weights, most)


def weights_table(weights: Weights, most: int) -> Table:
    """The matrix, or the errors that cost least where there are more labels than ``most``."""
    return _matrix(weights) if len(weights.labels) <= most else _lowest(weights, most)


def disagreement_tables(found: Disagreement, most: int) -> Iterator[Table]:
    """How much annotators agree, and which labels they take for each other."""
    yield _agreement(found)
    if len(found.labels) <= most:
        rows = zip(found.labels, found.confusion.tolist(), strict=True)
        yield Table(
            ("label", *found.labels),
            tuple((label, *map(four_digits, row)) for label, row in rows),
            title="Labels of one annotator (row) and of another (column)",
        )


def disagreement_records(found: Disagreement) -> Table:
    """One row per label, for programs."""
    f1 = found.f1()
    given = zip(found.labels, found.coding.counts.tolist(), strict=True)
    return Table(("label", "given", "f1"), tuple((label, str(count), exact(f1[label])) for label, count in given))


def _agreement(found: Disagreement) -> Table:
    coding = found.coding
    coefficients = {"observed agreement": found.agreement(), "Krippendorff's alpha": found.alpha()}
    if len(coding.annotators) == 2:
        coefficients["Cohen's kappa"] = found.kappa()
    values = tuple(coefficients.values())
    size = (plural(coding.items, coding.unit), plural(len(coding.annotators), "annotator"))
    notes = [
        f"{size[0]} with two labels or more, {size[1]}, {plural(len(coding.labels), 'label')}",
        *(f"left out: {counted(count, what)}" for what, count in coding.left_out.items()),
        *reasons(values),
    ]
    return Table(tuple(coefficients), (tuple(map(four_digits, values)),), title="Disagreement", notes=tuple(notes))


def _labels(found: Disagreement, weights: Weights, most: int) -> Table:
    """Labels as they were found, the least agreed on first."""
    f1, class_weight = found.f1(), weights.class_weight()
    given = dict(zip(found.labels, found.coding.counts.tolist(), strict=True))
    rows = tuple(
        (label, thousands(given[label]), four_digits(f1[label]), four_digits(class_weight[label]))
        for label in sorted(f1, key=lambda label: lowest_first(f1[label]))[:most]
    )
    return Table(
        ("label", "given", "F1", "class weight"),
        rows,
        title="Labels, the most debatable first",
        notes=(
            "class weight: the mean weight of an error on the label",
            *not_shown(len(f1), most),
            *reasons(f1.values()),
        ),
    )


def _range(weights: Weights) -> tuple[str, str]:
    low, high = weights.range
    return f"weights of errors from {four_digits(low)} to {four_digits(high)}", str(weights.signature)


def _matrix(weights: Weights) -> Table:
    rows = tuple(
        (label, *(rounded(weight, 3) for weight in row))
        for label, row in zip(weights.labels, weights.matrix.tolist(), strict=True)
    )
    return Table(
        ("gold", *weights.labels),
        rows,
        title=f"Weights {weights.kind}: gold label (row), predicted label (column)",
        notes=_range(weights),
    )


def _lowest(weights: Weights, most: int) -> Table:
    """The errors that cost least."""
    rows = tuple((gold, predicted, rounded(weight, 3)) for gold, predicted, weight in weights.lowest(most))
    return Table(
        ("gold", "predicted", "weight"),
        rows,
        title=f"Weights {weights.kind}: the errors that cost least",
        notes=(f"the whole matrix: --output FILE, or --top {len(weights.labels)}", *_range(weights)),
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
    """The weights, and the disagreement they come from."""
    return cost_payload(weights) | {"disagreement": disagreement_payload(found)}


def cost_payload(weights: Weights) -> dict[str, Any]:
    """The weights as their file holds them, with what they say of labels."""
    low, high = weights.range
    return {
        **weights.as_file(),
        "range": {"low": low, "high": high},
        "warning": weights.warning,
        "signature": str(weights.signature),
        "class_weight": weights.class_weight(),
    }


def disagreement_payload(found: Disagreement) -> dict[str, Any]:
    """How much annotators agree, and how often they confuse which labels."""
    coding = found.coding
    return {
        "unit": coding.unit,
        "items": coding.items,
        "annotators": list(coding.annotators),
        "left_out": dict(coding.left_out),
        "observed": value_payload(found.agreement()),
        "alpha": value_payload(found.alpha()),
        **({"kappa": value_payload(found.kappa())} if len(coding.annotators) == 2 else {}),
        "f1": {label: value_payload(value) for label, value in found.f1().items()},
        "confusion": found.confusion.tolist(),
    }
