"""How much annotators agree: one coefficient of one coding, with its uncertainty."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.equation import lowest
from accord.agreement.other_annotators import other_annotators
from accord.agreement.resample import ResampleRows
from accord.agreement.result import Measured, Result, Undefined, drawn_p
from accord.agreement.signature import Signature
from accord.agreement.uncertainty import Uncertainty, interval_of
from accord.kinds.labels.other_annotators import changes_without
from accord.study.coding import MISSING

if TYPE_CHECKING:
    from accord.agreement.result import Interval, Value
    from accord.kinds.labels.coefficient import Coefficient, Sample
    from accord.kinds.labels.disagreement import Distance
    from accord.study.coding import Codes, Coding


NO_INTERVAL = Uncertainty(interval="none")


def measure(
    coding: Coding, coefficient: Coefficient, distance: Distance, uncertainty: Uncertainty = NO_INTERVAL
) -> Measured:
    """A coefficient of a coding."""
    return _measured(_sample(coding, coefficient, distance), coding, coefficient, uncertainty)


def _sample(coding: Coding, coefficient: Coefficient, distance: Distance) -> Sample | None:
    """The items as rows; None where there is none."""
    return coefficient.sample(coding, distance) if coding.items else None


def _measured(sample: Sample | None, coding: Coding, coefficient: Coefficient, uncertainty: Uncertainty) -> Measured:
    if sample is None:
        undefined = Undefined(f"no {coding.unit} was labelled by two annotators")
        return Measured(undefined, undefined, undefined, undefined, coding.items)
    value, observed, expected = (float(part[0]) for part in sample.total())
    return Measured(
        or_undefined(value, coding),
        or_undefined(observed, coding),
        or_undefined(expected, coding) if coefficient.corrected else Undefined("it is not corrected for chance"),
        _interval(sample, coding, coefficient, uncertainty),
        coding.items,
    )


def result(
    coding: Coding, coefficient: Coefficient, distance: Distance, distance_name: str, uncertainty: Uncertainty
) -> Result:
    """The same as a result, with the signature and, on request, a p value."""
    sample = _sample(coding, coefficient, distance)
    measured = _measured(sample, coding, coefficient, uncertainty)
    choices: dict[str, object] = {
        "dist": distance_name,
        "unit": coding.unit,
        "missing": "keep+singles" if coding.singles else "keep",
        **({"no-answer": "+".join(map(repr, coding.no_answer))} if coding.no_answer else {}),
        "items": coding.items,
        "annotators": len(coding.annotators),
        "docs": int(np.count_nonzero(np.bincount(coding.document_of))),
        "labels": len(coding.labels),
    }
    return Result(
        name=coefficient.name,
        value=measured.value,
        interval=measured.interval,
        signature=Signature(coefficient.name, choices | uncertainty.choices() | {"data": coding.digest()}),
        observed=measured.observed,
        expected=measured.expected,
        p=permutation_p(coding, coefficient, distance, measured.value, uncertainty)
        if uncertainty.permutations
        else None,
        used={f"{coding.unit}s": coding.items, "labels": int(coding.per_item[coding.per_item >= 2].sum())},
        excluded=coding.left_out,
        other_annotators=_other_annotators(sample, coding, coefficient, distance, uncertainty),
        title=coefficient.title,
    )


def or_undefined(value: float, coding: Coding) -> Value:
    """A value, or why chance leaves none."""
    if not np.isnan(value):
        return value
    used = [label for label, count in zip(coding.labels, coding.counts, strict=True) if count]
    if len(used) == 1:
        return Undefined(f"only the label {used[0]!r} was used: chance would agree as well")
    return Undefined("chance would not disagree either")


def unless_alone(measured: Measured, coefficient: Coefficient, unit: str) -> Measured:
    """A part as it was measured, but without a value where it is one item.

    Where chance is estimated from the labels of one item, it is the observed disagreement, whatever the labels are.
    """
    if measured.count != 1 or not coefficient.chance_from_data or isinstance(measured.value, Undefined):
        return measured
    alone = Undefined(f"chance cannot be told from one {unit}")
    return replace(measured, value=alone, expected=alone)


def _interval(
    sample: Sample, coding: Coding, coefficient: Coefficient, uncertainty: Uncertainty
) -> Interval | Undefined:
    units, unit = units_of(sample, coding, uncertainty)
    return interval_of(units, sample.value, bounds_of(coefficient, sample), unit, uncertainty)


def _other_annotators(
    sample: Sample | None, coding: Coding, coefficient: Coefficient, distance: Distance, uncertainty: Uncertainty
) -> Interval | Undefined:
    """Where the coefficient would lie for other annotators like these."""
    if sample is None:
        return Undefined("without a value there is no interval")
    units, unit = units_of(sample, coding, uncertainty)
    return other_annotators(
        units,
        sample.value,
        bounds_of(coefficient, sample),
        unit,
        uncertainty,
        changes=changes_without(coding, coefficient, distance, by_document=uncertainty.by_document),
        annotators=len(coding.annotators),
    )


def bounds_of(coefficient: Coefficient, sample: Sample) -> tuple[float, float]:
    """The lowest and the highest value there can be.

    Distances make values below -1 possible; there it is the value where all labels are as far apart as they can be.
    """
    value, _, expected = (float(part[0]) for part in sample.total())
    return bounds_at(coefficient, value, expected)


def bounds_at(coefficient: Coefficient, value: float, expected: float) -> tuple[float, float]:
    """The same where the value and the expected agreement are known."""
    low, high = coefficient.range
    return (lowest(expected), high) if value < low else (low, high)


def units_of(sample: Sample, coding: Coding, uncertainty: Uncertainty) -> tuple[ResampleRows, str]:
    """What intervals are over, and what it is called: the items, or the documents with the rows of their items."""
    from scipy.sparse import csr_array

    if not uncertainty.by_document:
        return ResampleRows(sample.rows, sample.times), coding.unit
    documents, document_of = np.unique(coding.document_of, return_inverse=True)
    items = csr_array(
        (np.ones(len(coding.codes)), (document_of, sample.kind_of)), shape=(len(documents), len(sample.times))
    )
    return ResampleRows.each(items @ sample.rows), "document"


def permutation_p(
    coding: Coding, coefficient: Coefficient, distance: Distance, observed: Value, uncertainty: Uncertainty
) -> float | Undefined:
    """How often at least this value comes about where every annotator's labels are shuffled over their items.

    p = (1 + #{permutations with at least the value}) / (1 + #{permutations with a value})
    """
    if isinstance(observed, Undefined):
        return observed
    coding = coding.unpacked()
    rng = np.random.default_rng(uncertainty.seed)
    reached = defined = 0
    for _ in range(uncertainty.permutations):
        shuffled = replace(coding, codes=_shuffled(coding.codes, rng))
        value = float(coefficient.sample(shuffled, distance).total().value[0])
        reached += value >= float(observed) - 1e-12
        defined += not np.isnan(value)
    return drawn_p(reached, defined)


def _shuffled(codes: Codes, rng: np.random.Generator) -> Codes:
    shuffled = codes.copy()
    for column in shuffled.T:
        given = column != MISSING
        column[given] = rng.permutation(column[given])
    return shuffled
