"""How many items a study needs, as a table, as records and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import interval_payload
from accord.agreement.result import Undefined, number
from accord.reporting.numbers import UNDEFINED, ends, exact_interval, four_digits, thousands
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.agreement.agreement import Agreement
    from accord.agreement.design import Costs, Design
    from accord.agreement.forecast import Forecast

    Designs = Mapping[float, Design | Undefined]
    Forecasts = Mapping[float, Forecast | Undefined]


def plan_table(agreement: Agreement, forecasts: Forecasts) -> Table:
    """One row per width: how many units are needed, how many more than there are, and the interval they would give."""
    unit = _unit(agreement)
    rows = tuple(
        (f"{width:g}", UNDEFINED, UNDEFINED, UNDEFINED)
        if isinstance(forecast, Undefined)
        else (
            f"{width:g}",
            thousands(forecast.needed),
            thousands(max(0, forecast.needed - forecast.have)),
            ends(forecast.interval),
        )
        for width, forecast in forecasts.items()
    )
    result = agreement.result
    reasons = {forecast.reason for forecast in forecasts.values() if isinstance(forecast, Undefined)}
    notes = (
        f"now: {result.name} {four_digits(result.value)} {ends(result.interval)}",
        *(f"undefined: {reason}" for reason in sorted(reasons)),
        "a forecast: it holds if what is to come is like this sample",
        str(result.signature),
    )
    columns = ("interval width", f"{unit}s needed", f"more {unit}s", "interval then")
    return Table(columns, rows, title=f"How many {unit}s an interval needs", notes=notes)


def design_table(agreement: Agreement, designs: Designs, costs: Costs) -> Table:
    """One row per width: how many units and annotators other annotators like these need, and what they cost."""
    unit = _unit(agreement)
    rows = tuple(
        (f"{width:g}", *[UNDEFINED] * 6)
        if isinstance(design, Undefined)
        else (
            f"{width:g}",
            thousands(design.units),
            thousands(design.annotators),
            thousands(design.labels),
            f"{design.cost:,.0f}",
            ends(design.interval),
            UNDEFINED if isinstance(design.alone, Undefined) else thousands(design.alone),
        )
        for width, design in designs.items()
    )
    result = agreement.result
    found = [each for each in designs.values() if not isinstance(each, Undefined)]
    why = [*(each.alone for each in found), *designs.values()]
    reasons = sorted({each.reason for each in why if isinstance(each, Undefined)})
    of = f"{costs.item:g} an item, {costs.label:g} a label, {costs.annotator:g} an annotator"
    now = ends(result.other_annotators) if result.other_annotators else UNDEFINED
    notes = (
        f"now: {result.name} {four_digits(result.value)} {now}",
        *reasons,
        *(
            [f"the cheapest at {of}", "a forecast, right on average: from few annotators it can be far off"]
            if found
            else []
        ),
    )
    columns = (
        *("interval width", f"{unit}s", "annotators", "labels", "cost", "interval then"),
        f"{unit}s with these annotators",
    )
    return Table(columns, rows, title=f"How many {unit}s and annotators, for annotators like these", notes=notes)


def _unit(agreement: Agreement) -> str:
    """What the intervals are over."""
    return "document" if agreement.result.signature.choices.get("over") == "documents" else agreement.unit


def plan_records(agreement: Agreement, forecasts: Forecasts) -> Table:
    """The same for programs."""
    unit = _unit(agreement)
    rows = tuple(
        (repr(width), unit, "", "", "", "")
        if isinstance(forecast, Undefined)
        else (repr(width), unit, str(forecast.have), str(forecast.needed), *exact_interval(forecast.interval))
        for width, forecast in forecasts.items()
    )
    return Table(("width", "unit", "have", "needed", "low", "high"), rows)


def plan_payload(agreement: Agreement, forecasts: Forecasts, designs: Designs, costs: Costs) -> dict[str, Any]:
    """The same as JSON."""
    result = agreement.result
    return {
        "version": 1,
        "coefficient": result.name,
        "value": number(result.value),
        "undefined": result.value.reason if isinstance(result.value, Undefined) else None,
        "interval": interval_payload(result.interval),
        "unit": _unit(agreement),
        "plans": [
            {"width": width, "have": None, "needed": None, "more": None, "interval": None, "undefined": forecast.reason}
            if isinstance(forecast, Undefined)
            else {
                "width": width,
                "have": forecast.have,
                "needed": forecast.needed,
                "more": max(0, forecast.needed - forecast.have),
                "interval": interval_payload(forecast.interval),
                "undefined": None,
            }
            for width, forecast in forecasts.items()
        ],
        "other_annotators": interval_payload(result.other_annotators),
        "costs": costs._asdict(),
        "designs": [
            {"width": width, "undefined": design.reason}
            if isinstance(design, Undefined)
            else {
                "width": width,
                "units": design.units,
                "annotators": design.annotators,
                "labels": design.labels,
                "cost": design.cost,
                "interval": interval_payload(design.interval),
                "with_these_annotators": None if isinstance(design.alone, Undefined) else design.alone,
                "why_not_these": design.alone.reason if isinstance(design.alone, Undefined) else None,
                "undefined": None,
            }
            for width, design in designs.items()
        ],
        "signature": str(result.signature),
    }
