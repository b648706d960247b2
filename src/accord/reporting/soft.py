"""Soft scores as tables, as records and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import interval_payload, value_payload
from accord.agreement.result import number
from accord.messages import counted, plural
from accord.reporting.numbers import ends, exact, exact_interval, four_digits, interval_name, reasons, thousands
from accord.reporting.table import Table, not_shown
from accord.scoring.soft import MEASURES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.agreement.result import Result
    from accord.scoring.soft import SoftScores

_TITLES = {measure.name: measure.title for measure in MEASURES}
_LOWER = frozenset({"cross-entropy", "kl", "jsd", "manhattan"})


def soft_tables(scores: SoftScores, most: int) -> Iterator[Table]:
    """All measures, then the annotators whom the prediction meets least."""
    study = scores.study
    rows = tuple(
        (_TITLES[result.name], four_digits(result.value), ends(result.interval), _better(result))
        for result in scores.results
    )
    against = "their soft labels" if study.made_of == "soft-labels" else "the shares of their labels"
    notes = [
        f"{plural(len(study.items), 'item')}, {plural(len(study.labels), 'label')}; annotators: {against}",
        *(f"left out: {counted(count, what)}" for what, count in study.left_out.items()),
        *reasons(result.value for result in scores.results),
        str(scores.results[0].signature),
    ]
    name = interval_name(scores.uncertainty.level)
    yield Table(("measure", "value", name, "better"), rows, title="Soft evaluation", notes=tuple(notes))
    if scores.annotators:
        yield _annotators(scores, name, most)


def _better(result: Result) -> str:
    return "lower" if result.name in _LOWER else "higher"


def _annotators(scores: SoftScores, name: str, most: int) -> Table:
    worst = sorted(scores.annotators, key=lambda each: -each.cross_entropy)
    rows = tuple(
        (
            each.annotator,
            thousands(each.items),
            four_digits(each.accuracy),
            ends(each.accuracy_interval),
            four_digits(each.cross_entropy),
            ends(each.cross_entropy_interval),
        )
        for each in worst[:most]
    )
    return Table(
        ("annotator", "items", "accuracy", name, "cross-entropy", f"its {name}"),
        rows,
        title="Annotators, the least expected first",
        notes=("accuracy: how often the likeliest label is theirs", *not_shown(len(worst), most)),
    )


def soft_records(scores: SoftScores) -> Table:
    """One row a measure, for all annotators together and for each, for programs."""
    everyone = [
        ("", result.name, exact(result.value), *exact_interval(result.interval), str(result.signature))
        for result in scores.results
    ]
    each = [
        (one.annotator, name, exact(value), *exact_interval(interval), "")
        for one in scores.annotators
        for name, value, interval in (
            ("accuracy", one.accuracy, one.accuracy_interval),
            ("cross-entropy", one.cross_entropy, one.cross_entropy_interval),
        )
    ]
    return Table(("annotator", "measure", "value", "low", "high", "signature"), (*everyone, *each))


def soft_payload(scores: SoftScores) -> dict[str, Any]:
    """Everything about soft scores as JSON."""
    study = scores.study
    return {
        "version": 1,
        "items": len(study.items),
        "labels": list(study.labels),
        "reference": study.made_of,
        "left_out": dict(study.left_out),
        "results": [
            {
                "measure": result.name,
                **value_payload(result.value),
                "interval": interval_payload(result.interval),
                "better": _better(result),
                "signature": str(result.signature),
            }
            for result in scores.results
        ],
        "annotators": [
            {
                "annotator": each.annotator,
                "items": each.items,
                "accuracy": number(each.accuracy),
                "accuracy_interval": interval_payload(each.accuracy_interval),
                "cross_entropy": number(each.cross_entropy),
                "cross_entropy_interval": interval_payload(each.cross_entropy_interval),
            }
            for each in scores.annotators
        ],
    }
