"""A calibration as tables, as records and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import interval_payload, value_payload
from accord.agreement.result import Undefined, number
from accord.messages import plural
from accord.reporting.numbers import UNDEFINED, ends, exact, exact_interval, four_digits, interval_name, rounded
from accord.reporting.table import Table, said_once

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.agreement.result import Value
    from accord.simulation.calibration import Calibration, Reading

_IN_WORDS = {
    "borders": "borders moved by up to {half:.0f} % of the unit's length",
    "omissions": "{share:.0f} % of units forgotten",
    "additions": "{share:.0f} % as many units added",
    "categories": "{share:.0f} % of categories redrawn",
    "splits": "{share:.0f} % of units split",
    "relabel": "{share:.0f} % of labels redrawn",
    "reattach": "{share:.0f} % of tokens reattached",
    "both": "{share:.0f} % of labels and as many heads redrawn",
    "random": "{share:.0f} % of trees redrawn",
}


def calibration_tables(calibration: Calibration, values: Sequence[float] = ()) -> Iterator[Table]:
    """What the coefficient is for each amount of noise, then how much of each a value stands for."""
    yield _curves(calibration)
    for value in values:
        yield _readings(calibration, value)


def _curves(calibration: Calibration) -> Table:
    simulation, several = calibration.simulation, len(calibration.coefficients) > 1
    copies = plural(simulation.annotators - 1, "degraded copy")
    spread = "means over them" if several else "sd: from one time to another"
    notes = (
        f"{simulation.about} and {copies} of them, {plural(simulation.repeats, 'time')}; {spread}",
        *dict.fromkeys(
            f"{curve} {setting.amount:g} has no value: {setting.result.value.reason}"
            for curve, settings in calibration.curves.items()
            for setting in settings
            if isinstance(setting.result.value, Undefined)
        ),
        *map(str, calibration.signatures),
    )
    columns, rows = (_side_by_side if several else _with_intervals)(calibration)
    return Table(columns, said_once(rows), title=f"What {calibration.name} is for known noise", notes=notes)


def _side_by_side(calibration: Calibration) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The values of several coefficients, one row per noise and amount."""
    rows: dict[tuple[str, str], list[str]] = {}
    for each in calibration.settings:
        rows.setdefault((each.noise, f"{each.amount:g}"), []).append(four_digits(each.result.value))
    return ("noise", "amount", *calibration.coefficients), [(*of, *values) for of, values in rows.items()]


def _with_intervals(calibration: Calibration) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The values of one coefficient with all that is known of them."""
    parts = any(each.result.observed is not None for each in calibration.settings)
    columns = ("noise", "amount", calibration.name, interval_name(calibration.simulation.level), "sd")
    rows = [
        (
            each.noise,
            f"{each.amount:g}",
            four_digits(each.result.value),
            ends(each.result.interval),
            four_digits(each.spread),
            *((four_digits(each.result.observed), four_digits(each.result.expected)) if parts else ()),
        )
        for each in calibration.settings
    ]
    return (*columns, *(("observed", "expected") if parts else ())), rows


def _readings(calibration: Calibration, value: float) -> Table:
    readings = {curve: calibration.reading(curve, value) for curve in calibration.curves}
    rows = tuple(
        (curve, _amount(reading.amount), _range(reading), in_words(reading)) for curve, reading in readings.items()
    )
    columns = ("noise", "amount", interval_name(calibration.simulation.level), "alone, it would take")
    return Table(columns, rows, title=f"What {calibration.name} = {value:g} stands for")


def in_words(reading: Reading) -> str:
    """What an amount of noise is, or why there is none."""
    if isinstance(reading.amount, Undefined):
        return reading.amount.reason
    said = _IN_WORDS.get(reading.noise, "")
    return said.format(half=50 * float(reading.amount), share=100 * float(reading.amount))


def _amount(amount: Value) -> str:
    return UNDEFINED if isinstance(amount, Undefined) else rounded(amount, 2)


def _range(reading: Reading) -> str:
    low, high = reading.low, reading.high
    if isinstance(low, Undefined):
        return UNDEFINED if isinstance(high, Undefined) else f"up to {_amount(high)}"
    return f"from {_amount(low)}" if isinstance(high, Undefined) else f"[{_amount(low)}, {_amount(high)}]"


def calibration_records(calibration: Calibration, values: Sequence[float] = ()) -> Table:
    """One tidy table for programs: a row for each amount, then one for each noise that a value stands for."""
    columns = ("part", "noise", "coefficient", "amount", "amount_low", "amount_high", "value", "low", "high")
    curves = (
        (
            *("curve", setting.noise, setting.coefficient, repr(setting.amount), "", ""),
            exact(setting.result.value),
            *exact_interval(setting.result.interval),
            *map(exact, (setting.spread, setting.result.observed, setting.result.expected)),
            str(setting.result.signature),
        )
        for setting in calibration.settings
    )
    readings = (
        (
            *("reading", reading.noise, reading.coefficient),
            *map(exact, (reading.amount, reading.low, reading.high)),
            *(repr(reading.value), "", "", "", "", ""),
            str(calibration.signature),
        )
        for reading in _all_readings(calibration, values)
    )
    return Table((*columns, "sd", "observed", "expected", "signature"), (*curves, *readings))


def _all_readings(calibration: Calibration, values: Sequence[float]) -> list[Reading]:
    return [calibration.reading(curve, value) for value in values for curve in calibration.curves]


def calibration_payload(calibration: Calibration, values: Sequence[float] = ()) -> dict[str, Any]:
    """Everything about a calibration."""
    return {
        "version": 1,
        "coefficients": list(calibration.coefficients),
        "curves": [
            {
                "noise": setting.noise,
                "coefficient": setting.coefficient,
                "amount": setting.amount,
                **value_payload(setting.result.value),
                "interval": interval_payload(setting.result.interval),
                "sd": number(setting.spread),
                "observed": number(setting.result.observed),
                "expected": number(setting.result.expected),
                "signature": str(setting.result.signature),
            }
            for setting in calibration.settings
        ],
        "readings": [
            {
                "noise": reading.noise,
                "coefficient": reading.coefficient,
                "value": reading.value,
                "amount": number(reading.amount),
                "undefined": reading.amount.reason if isinstance(reading.amount, Undefined) else None,
                "low": number(reading.low),
                "high": number(reading.high),
            }
            for reading in _all_readings(calibration, values)
        ],
        "signatures": list(map(str, calibration.signatures)),
    }
