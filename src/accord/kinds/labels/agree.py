"""How much annotators agree on labels, by the coefficients and the distance that are asked for or fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.agreement.agreement import Agreement
from accord.agreement.anytime import ANYTIME
from accord.errors import UsageError
from accord.kinds.labels import COEFFICIENTS, coefficients_named
from accord.kinds.labels.breakdown import LabelBreakdown
from accord.kinds.labels.choice import Choice, choose_coefficients, choose_distance, doubt
from accord.kinds.labels.distances import distance_of, with_equal_sets_as_one
from accord.kinds.labels.measurement import result
from accord.kinds.labels.own_answers import own_answers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.kinds.labels.coefficient import Coefficient
    from accord.kinds.labels.options import LabelOptions
    from accord.study.coding import Coding


def agree_on_labels(coding: Coding, coefficients: Sequence[str], options: LabelOptions) -> Agreement:
    """The agreement of a coding; without coefficients and a distance, by what fits it."""
    asked = coefficients_named(coefficients)
    fitting = _fitting_distance(coding, asked) if options.distance is None else None
    wanted = fitting.name if fitting else options.distance
    coding = with_equal_sets_as_one(coding, wanted)
    distance, name = distance_of(wanted, coding)
    choices = [Choice(each, "") for each in asked] or choose_coefficients(coding, name)
    chosen: list[Coefficient] = [COEFFICIENTS.get(choice.name) for choice in choices]
    for coefficient in chosen:
        coefficient.refuse(coding, name)
    uncertainty = options.own_uncertainty()
    breakdown = LabelBreakdown(coding, chosen[0], distance, uncertainty)
    return Agreement(
        kind="labels",
        results=tuple(result(coding, coefficient, distance, name, uncertainty) for coefficient in chosen),
        annotator_names=coding.annotators,
        unit=coding.unit,
        used={f"{coding.unit}s": coding.items, "labels to choose from": len(coding.labels)},
        breakdown=breakdown,
        left_out=coding.left_out,
        reasons=(
            *(f"{each.name}: {each.reason}" for each in [*([fitting] if fitting else []), *choices] if each.reason),
            *_remarks(coding, options),
        ),
        about={
            "distance": name,
            "label_names": list(coding.labels),
            "chance_from_data": chosen[0].chance_from_data,
        },
        notes=tuple(own_answers(coding, name)),
        level=uncertainty.level,
        plan=None if uncertainty.interval == ANYTIME else breakdown.needed,
        pilot=None if uncertainty.interval == ANYTIME else breakdown.pilot,
    )


def _remarks(coding: Coding, options: LabelOptions) -> Iterator[str]:
    """What a caller may not have noticed."""
    yield from coding.notes
    for label in coding.no_answer:
        if f"labels {label!r}" not in coding.left_out:
            yield f"missing: nobody gave the label {label!r}"
    with_interval = options.interval not in {None, "none"}
    if coding.unit == "token" and len(coding.documents) > 1 and not options.by_document and with_interval:
        yield "tokens of a document are alike, so intervals over documents are safer"


def _fitting_distance(coding: Coding, asked: Sequence[str]) -> Choice:
    """The distance that fits the labels, or the next best one that every coefficient asked for can take."""
    best = choose_distance(coding)
    unfit = [name for name in asked if not COEFFICIENTS.get(name).takes(best.name)]
    for other in (COEFFICIENTS.get(unfit[0]).for_grades, "nominal") if unfit else ():
        if all(COEFFICIENTS.get(name).takes(other) for name in asked) and (
            other == "nominal" or best.name == "ordinal"
        ):
            return Choice(other, f"{unfit[0]} does not take {best.name}, which would fit best")
    if asks := doubt(coding):
        raise UsageError(asks)
    return best
