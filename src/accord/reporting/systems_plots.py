"""The pictures of systems: every run by its measure, and what chance leaves of it."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

from accord.agreement.signature import Signature
from accord.messages import capital, plural
from accord.payload.values import interval_in
from accord.reporting.compare import measure_title
from accord.reporting.plot_rows import estimate_row, plot_row, scale_plot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from accord.payload.plots import PlotRow, ScalePlot
    from accord.payload.systems import SystemsPayload


def runs_plot(systems: SystemsPayload) -> ScalePlot | None:
    """Every run by the measure of its kind, the best first."""
    if not systems.runs:
        return None
    key, title = next(iter(systems.measures.items()))
    rows = [estimate_row(run.name, run.measures[key]) for run in systems.runs]
    with_intervals = f"intervals over {systems.unit}s"
    signature = systems.score.get("signature")
    return scale_plot(
        capital(f"{title} of each run{systems.terms.by}, best first, with {with_intervals}"),
        f"{plural(len(rows), 'run')} with {title} and its interval over {systems.unit}s",
        _best(rows, lower_is_better=systems.lower_is_better),
        chance=None,
        axis=title,
        high=high_end(rows),
        notes=[signature] if signature else [],
    )


def chance_plot(systems: SystemsPayload) -> ScalePlot | None:
    """Every run corrected for chance, on a scale on which what chance gives is 0."""
    chance = systems.chance
    if not chance:
        return None
    parts, names = chance["parts"], {run.file: run.name for run in systems.runs}
    runs = [(f", {part['part']}" if len(parts) > 1 else "", run) for part in parts for run in part["runs"]]
    rows = [
        plot_row(f"{names[run['file']]}{part}", run["value"], run.get("undefined"), interval_in(run.get("interval")))
        for part, run in runs
    ]
    of = _corrected_measure(chance)
    random = "random spans would give" if chance["match"] else "chance gives"
    match = f" (match: {chance['match']})" if chance["match"] else ""
    title = f"{capital(of)} beyond chance: 0 is what {random}, 1 is perfect{match}"
    said = f"{plural(len(rows), 'run')} with {of} corrected for chance and its interval"
    notes = signed_as_one([run["signature"] for _, run in runs])
    return scale_plot(title, said, rows, axis=f"{of} beyond chance", notes=notes) if rows else None


def chance_of(systems: SystemsPayload) -> str:
    """What is corrected for chance: F1 by a match that may be another than that of the ranks, or a measure."""
    chance = systems.chance
    if chance is None or chance["match"]:
        return f"F1 by match {chance['match'] if chance else 'token'}"
    return _corrected_measure(chance)


def _corrected_measure(chance: Mapping[str, Any]) -> str:
    return measure_title(chance.get("measure", "f1").removeprefix("corrected-")).removeprefix("micro ")


def high_end(rows: Iterable[PlotRow]) -> float:
    """Where a scale ends: at 1, or at the tenth above what is higher."""
    ends = [end for row in rows for end in (row.value, row.interval.high if row.interval else None) if end is not None]
    highest = max(ends, default=1.0)
    return max(1.0, ceil(round(highest * 10, 9)) / 10)


def _best(rows: Iterable[PlotRow], *, lower_is_better: bool) -> list[PlotRow]:
    turned = 1 if lower_is_better else -1
    return sorted(rows, key=lambda row: (row.value is None, turned * (row.value or 0.0)))


def signed_as_one(signatures: Sequence[str]) -> list[str]:
    """One signature, with all the data, for runs that were scored alike; or each, where they were not.

    >>> signed_as_one(["f1|data:a|v:1", "f1|data:b|v:1"]), signed_as_one(["f1|n:3|data:a", "f1|n:4|data:b"])
    (['f1|data:a+b|v:1'], ['f1|n:3|data:a', 'f1|n:4|data:b'])
    """
    found = [Signature.parse(each) for each in signatures]
    data = "+".join(dict.fromkeys(str(each.choices["data"]) for each in found if "data" in each.choices))
    joined = {str(_with_data(each, data)) for each in found}
    return list(joined if len(joined) == 1 else dict.fromkeys(signatures))


def _with_data(signature: Signature, data: str) -> Signature:
    choices = {key: data if key == "data" else value for key, value in signature.choices.items()}
    return replace(signature, choices=choices)
