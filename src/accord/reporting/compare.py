"""Comparisons of systems as a table and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import interval_payload
from accord.agreement.result import Undefined, number
from accord.messages import plural
from accord.reporting.numbers import exact, exact_interval, measured, measured_interval, p_value, reasons
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.scoring.compare import Compared, Comparison


_FEW = 0.05
"""Where p cannot be smaller than this, that is said."""
TITLES = {
    "f1": "micro F1",
    "precision": "micro precision",
    "recall": "micro recall",
    "accuracy": "accuracy",
    "invalid": "invalid transitions",
    "las": "LAS",
    "uas": "UAS",
    "clas": "CLAS",
    "mlas": "MLAS",
    "blex": "BLEX",
    "upos": "UPOS",
    "xpos": "XPOS",
    "ufeats": "UFeats",
    "alltags": "AllTags",
    "bracket-f1": "bracket F1",
    "relation-f1": "relation F1",
    "link-f1": "link F1",
    "aligned-f1": "aligned F1",
    "exact-match": "exact match",
    "answered-accuracy": "accuracy of what was answered",
    "mcc": "MCC",
    "mae": "MAE",
    "rmse": "RMSE",
    "weighted-kappa-linear": "weighted kappa (linear)",
    "weighted-kappa-quadratic": "weighted kappa (quadratic)",
    "hamming-loss": "Hamming loss",
    "jaccard": "Jaccard",
    "iou-f1": "IoU F1",
}
"""What measures are called in tables."""


def measure_title(name: str) -> str:
    """What a measure is called in tables.

    >>> measure_title("f1:PER"), measure_title("macro-f1"), measure_title("clas")
    ('F1 of PER', 'macro F1', 'CLAS')
    """
    if name.startswith("aligned-") and name not in TITLES:
        return f"aligned {measure_title(name.removeprefix('aligned-'))}"
    part, _, label = name.partition(":")
    if label:
        return f"{TITLES.get(part, part).removeprefix('micro ')} of {label}"
    return TITLES.get(name, name.replace("-f1", " F1").replace("-", " "))


def compare_table(compared: Compared) -> Table:
    """Every pair of systems."""
    comparisons, unit = compared.comparisons, compared.unit
    title = measure_title(compared.measure)
    measure, formula = title.removeprefix("micro "), compared.formula
    rows = tuple(
        (
            pair.first,
            pair.second,
            *(measured(value, formula) for value in (pair.first_value, pair.second_value, pair.difference)),
            measured_interval(pair.interval, formula),
            *map(p_value, (pair.p, pair.p_holm, pair.p_bootstrap)),
        )
        for pair in comparisons
    )
    each = (f"{measure} of A", f"{measure} of B", "A - B", "95% interval")
    columns = ("system A", "system B", *each, "p", "p (Holm)", "p (bootstrap)")
    notes = [
        f"interval: paired bootstrap over {unit}s; p: approximate randomisation, two-sided",
        *_left_out(compared),
        *reasons(value for pair in comparisons for value in (pair.p, pair.interval)),
        *(
            f"{pair.first}, {pair.second}: with so few {unit}s in which they differ p cannot be smaller than "
            f"{p_value(pair.smallest_p)}"
            for pair in comparisons
            if pair.smallest_p > _FEW and pair.difference
        ),
        *(
            f"{pair.first}, {pair.second}: {pair.undefined_resamples} resamples with nothing marked were left out"
            for pair in comparisons
            if pair.undefined_resamples
        ),
        *([f"the lower the {measure}, the better"] if formula.lower_is_better else []),
        str(compared.signature),
    ]
    return Table(columns, rows, title=f"Difference in {title}", notes=tuple(notes))


def _left_out(compared: Compared) -> Iterator[str]:
    if compared.left_out:
        many = plural(compared.left_out, "sentence")
        yield f"{many} left out of all systems: there a system does not have the tokens of the reference"


def compare_records(comparisons: Sequence[Comparison]) -> Table:
    """Every pair of systems for programs, ratios from 0 to 1 in full."""
    rows = tuple(
        (
            pair.first,
            pair.second,
            *map(exact, (pair.first_value, pair.second_value, pair.difference)),
            *exact_interval(pair.interval),
            *map(exact, (pair.p, pair.p_holm, pair.p_bootstrap)),
        )
        for pair in comparisons
    )
    values = ("first_value", "second_value", "difference", "low", "high")
    return Table(("first", "second", *values, "p", "p_holm", "p_bootstrap"), rows)


def compare_payload(compared: Compared) -> dict[str, Any]:
    """Every pair of systems as JSON."""
    key = compared.measure.replace("-", "_")
    return {
        "version": 1,
        "measure": compared.measure,
        "signature": str(compared.signature),
        "systems": [
            {"system": name, key: number(found.mean), "runs": list(compared.scores.systems[name])}
            for name, found in compared.systems.items()
        ],
        "left_out": compared.left_out,
        "comparisons": _comparisons_payload(compared.comparisons),
    }


def _comparisons_payload(comparisons: Sequence[Comparison]) -> list[dict[str, Any]]:
    return [
        {
            "first": pair.first,
            "second": pair.second,
            "difference": number(pair.difference),
            "interval": interval_payload(pair.interval),
            "p": number(pair.p),
            "p_holm": number(pair.p_holm),
            "p_bootstrap": number(pair.p_bootstrap),
            "undefined": pair.p.reason if isinstance(pair.p, Undefined) else None,
        }
        for pair in comparisons
    ]
