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
    "categories": "{share:.0f} % of categories drawn anew",
    "splits": "{share:.0f} % of units split",
}


def calibration_tables(calibration: Calibration, values: Sequence[float] = ()) -> Iterator[Table]:
    """What the coefficient is for each amount of noise, then how much of each a value stands for."""
    yield _curves(calibration)
    for value in values:
        yield _readings(calibration, value)


def _curves(calibration: Calibration) -> Table:
    simulation = calibration.simulation
    rows = said_once(
        (
            setting.noise,
            f"{setting.amount:g}",
            four_digits(setting.result.value),
            ends(setting.result.interval),
            four_digits(setting.spread),
            four_digits(setting.result.observed),
            four_digits(setting.result.expected),
        )
        for setting in calibration.settings
    )
    start = (
        f"{plural(len(simulation.like), 'unit')} of {simulation.like.annotators[0]} in {simulation.like.document}"
        if simulation.like
        else f"{plural(simulation.units, 'unit')} of one annotator"
    )
    copies = plural(simulation.annotators - 1, "degraded copy")
    notes = (
        f"{start} and {copies} of them, {plural(simulation.repeats, 'time')}; sd: from one time to another",
        *dict.fromkeys(
            f"{setting.noise} {setting.amount:g} has no value: {setting.result.value.reason}"
            for setting in calibration.settings
            if isinstance(setting.result.value, Undefined)
        ),
        str(calibration.signature),
    )
    level = interval_name(simulation.level)
    columns = ("noise", "amount", simulation.coefficient.name, level, "sd", "observed", "expected")
    return Table(columns, rows, title=f"What {simulation.coefficient.name} is for known noise", notes=notes)


def _readings(calibration: Calibration, value: float) -> Table:
    readings = [calibration.reading(noise, value) for noise in calibration.curves]
    rows = tuple((reading.noise, _amount(reading.amount), _range(reading), in_words(reading)) for reading in readings)
    name, level = calibration.simulation.coefficient.name, calibration.simulation.level
    columns = ("noise", "amount", interval_name(level), "alone, it would take")
    return Table(columns, rows, title=f"What {name} = {value:g} stands for")


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
    columns = ("part", "noise", "amount", "amount_low", "amount_high", "value", "low", "high")
    curves = (
        (
            *("curve", setting.noise, repr(setting.amount), "", ""),
            exact(setting.result.value),
            *exact_interval(setting.result.interval),
            *map(exact, (setting.spread, setting.result.observed, setting.result.expected)),
            str(setting.result.signature),
        )
        for setting in calibration.settings
    )
    readings = (
        (
            *("reading", reading.noise, exact(reading.amount), exact(reading.low), exact(reading.high)),
            *(repr(reading.value), "", "", "", "", ""),
            str(calibration.signature),
        )
        for reading in _all_readings(calibration, values)
    )
    return Table((*columns, "sd", "observed", "expected", "signature"), (*curves, *readings))


def _all_readings(calibration: Calibration, values: Sequence[float]) -> list[Reading]:
    return [calibration.reading(noise, value) for value in values for noise in calibration.curves]


def calibration_payload(calibration: Calibration, values: Sequence[float] = ()) -> dict[str, Any]:
    """Everything about a calibration."""
    return {
        "version": 1,
        "coefficient": calibration.simulation.coefficient.name,
        "curves": [
            {
                "noise": setting.noise,
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
                "value": reading.value,
                "amount": number(reading.amount),
                "undefined": reading.amount.reason if isinstance(reading.amount, Undefined) else None,
                "low": number(reading.low),
                "high": number(reading.high),
            }
            for reading in _all_readings(calibration, values)
        ],
        "signature": str(calibration.signature),
    }
