"""Comparisons of systems as a table and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.measure.result import Undefined, number
from accord.report.numbers import p_value, percent, percent_interval
from accord.report.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.measure.reference.compare import Comparison
    from accord.measure.reference.run import Run
    from accord.measure.signature import Signature


def mean_f1(runs: Sequence[Run]) -> Any:
    """The F1 of a system, averaged over its runs."""
    values = [run.micro.f1 for run in runs]
    undefined = [value for value in values if isinstance(value, Undefined)]
    return undefined[0] if undefined else sum(values) / len(values)  # type: ignore[arg-type]


def compare_table(
    systems: dict[str, tuple[Run, ...]], comparisons: Sequence[Comparison], signature: Signature
) -> Table:
    """Every pair of systems."""
    rows = tuple(
        (
            pair.first,
            pair.second,
            percent(mean_f1(systems[pair.first])),
            percent(mean_f1(systems[pair.second])),
            percent(pair.difference),
            percent_interval(pair.interval),
            p_value(pair.p),
            p_value(pair.p_holm),
            p_value(pair.p_bootstrap),
        )
        for pair in comparisons
    )
    columns = ("system A", "system B", "F1 of A", "F1 of B", "A - B", "95% interval", "p", "p (Holm)", "p (bootstrap)")
    notes = [
        "interval: paired bootstrap over sentences; p: approximate randomisation, two-sided",
        *dict.fromkeys(f"p is undefined: {pair.p.reason}" for pair in comparisons if isinstance(pair.p, Undefined)),
        *(
            f"{pair.first}, {pair.second}: {pair.undefined_resamples} resamples without mentions were left out"
            for pair in comparisons
            if pair.undefined_resamples
        ),
        str(signature),
    ]
    return Table(columns, rows, title="Difference in micro F1", notes=tuple(notes))


def compare_payload(
    systems: dict[str, tuple[Run, ...]], comparisons: Sequence[Comparison], signature: Signature
) -> dict[str, Any]:
    """Every pair of systems as JSON."""
    return {
        "version": 1,
        "signature": str(signature),
        "systems": [
            {"system": name, "f1": number(mean_f1(runs)), "runs": [run.file for run in runs]}
            for name, runs in systems.items()
        ],
        "comparisons": [
            {
                "first": pair.first,
                "second": pair.second,
                "difference": number(pair.difference),
                "interval": pair.interval._asdict() if pair.interval else None,
                "p": number(pair.p),
                "p_holm": number(pair.p_holm),
                "p_bootstrap": number(pair.p_bootstrap),
                "undefined": pair.p.reason if isinstance(pair.p, Undefined) else None,
            }
            for pair in comparisons
        ],
    }
