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
    from accord.agreement.forecast import Forecast

    Forecasts = Mapping[float, Forecast | Undefined]


def plan_table(agreement: Agreement, forecasts: Forecasts) -> Table:
    """A row a width: how many units are needed, how many more than there are, and the interval they would give."""
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


def plan_payload(agreement: Agreement, forecasts: Forecasts) -> dict[str, Any]:
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
        "signature": str(result.signature),
    }
