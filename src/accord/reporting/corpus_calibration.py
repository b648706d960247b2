"""What an observed agreement corresponds to, as tables, as records and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import interval_payload, value_payload
from accord.messages import plural
from accord.reporting.numbers import UNDEFINED, ends, exact, four_digits, interval_name, percent, rounded
from accord.reporting.table import Table
from accord.simulation.corpus_calibration import TIMES, TOGETHER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.simulation.corpus_calibration import CorpusCalibration


def corpus_calibration_tables(found: CorpusCalibration) -> Iterator[Table]:
    """Which errors there are and what they cost, the agreement for more and fewer of them, and what follows."""
    yield _errors(found)
    yield _curves(found)
    yield _consequences(found)


def _errors(found: CorpusCalibration) -> Table:
    columns = ("error", "amount", interval_name(found.level), "loss", "alone", "in words")
    rows = [
        (
            each.sort,
            rounded(each.amount, 3),
            f"[{rounded(each.low, 3)}, {rounded(each.high, 3)}]",
            four_digits(each.loss),
            four_digits(each.alone),
            each.words,
        )
        for each in found.errors
    ]
    total = (TOGETHER, "", "", four_digits(found.loss), "", _modelled(found))
    name, value = found.result.name, four_digits(found.result.value)
    return Table(columns, (*rows, total), f"What {name} = {value} corresponds to", tuple(_notes(found)))


def _modelled(found: CorpusCalibration) -> str:
    point = found.modelled
    return f"{found.result.name} {rounded(point.value, 2)} with these errors (sd {rounded(point.sd, 2)})"


def _notes(found: CorpusCalibration) -> Iterator[str]:
    about = f"{plural(found.texts, found.unit)}, {plural(found.annotators, 'annotator')}"
    part = f", {found.drawn:,} drawn at a time" if found.drawn < found.texts else ""
    yield (
        f"{about}; each value is the mean of {plural(found.repeats, 'simulation')}{part}. The intervals of amounts "
        "hold together"
    )
    reading = found.reading
    if reading.low is not None or reading.high is not None:
        low = "0" if reading.low is None else rounded(reading.low, 2)
        high = f"more than {TIMES[-1]:g}" if reading.high is None else rounded(reading.high, 2)
        of = f"{found.result.name}, {ends(found.result.interval)}"
        yield f"The interval of {of}, is {low} to {high} times these errors"
    if not found.reached:
        yield "Simulated errors do not leave the traces that were found: something else is at work as well"
    elif abs(found.modelled.value - float(found.result.value)) > _FAR * max(found.modelled.sd, _LEAST):  # type: ignore[arg-type]
        yield (
            "Simulated annotators with these errors agree otherwise: errors of these annotators are not independent, "
            "not equally frequent, or of other sorts"
        )
    yield str(found.signature)


_FAR, _LEAST = 3.0, 0.005
"""From so many standard deviations on the model does not fit; differences are seen from so much on."""


def _curves(found: CorpusCalibration) -> Table:
    columns = ("times these errors", *found.curves)
    values = {(name, each.times): each.value for name, line in found.curves.items() for each in line}
    rows = tuple(
        (
            f"{times:g}",
            *(
                four_digits(values.get((name, times))) if (name, times) in values else UNDEFINED
                for name in found.curves
            ),
        )
        for times in TIMES
    )
    return Table(columns, rows, f"What {found.result.name} would be with fewer or more of them")


def _consequences(found: CorpusCalibration) -> Table:
    what = found.consequences
    columns = (
        "errors of the worse system",
        f"{found.score_name} of the better",
        "of the worse",
        "ranked wrongly",
        "by the truth",
    )
    rows = tuple(
        (
            f"{each.times:g} times",
            percent(each.better),
            percent(each.worse),
            percent(each.wrong, 1),
            percent(each.wrong_by_truth, 1),
        )
        for each in what.rankings
    )
    best = f"{percent(what.best)} [{percent(what.best_low)}, {percent(what.best_high)}]"
    notes = (
        f"The best possible {found.score_name}, that of a system without errors, is {best} by such a gold standard",
        f"The better system errs as the annotators do; both are scored on {plural(found.texts, found.unit)}",
    )
    return Table(columns, rows, "What a gold standard by one such annotator does to scores", notes)


def corpus_calibration_records(found: CorpusCalibration) -> Table:
    """One tidy table for programs: a row for each sort of error, for each point of a curve and for each ranking."""
    columns = ("part", "name", "times", "amount", "low", "high", "value", "loss", "alone", "sd", "signature")
    sign, name = str(found.signature), found.result.name
    interval = interval_payload(found.result.interval) or {}
    rows = [
        ("observed", name, "", "", exact(interval.get("low")), exact(interval.get("high")), exact(found.result.value)),
        *(
            (
                "error",
                each.sort,
                "",
                *map(exact, (each.amount, each.low, each.high)),
                "",
                exact(each.loss),
                exact(each.alone),
            )
            for each in found.errors
        ),
        *(
            ("curve", curve, f"{each.times:g}", "", "", "", exact(each.value), "", "", exact(each.sd))
            for curve, line in found.curves.items()
            for each in line
        ),
        (
            *("best score", found.score_name, "", ""),
            *map(exact, (found.consequences.best_low, found.consequences.best_high, found.consequences.best)),
        ),
        *(
            (part, found.score_name, f"{each.times:g}", "", "", "", exact(share))
            for each in found.consequences.rankings
            for part, share in (("ranked wrongly", each.wrong), ("ranked wrongly by the truth", each.wrong_by_truth))
        ),
    ]
    width = len(columns) - 1
    return Table(columns, tuple((*row, *[""] * (width - len(row)), sign) for row in rows))


def corpus_calibration_payload(found: CorpusCalibration) -> dict[str, Any]:
    """Everything about it."""
    reading, what = found.reading, found.consequences
    return {
        "version": 1,
        "kind": found.kind,
        "coefficient": found.result.name,
        **value_payload(found.result.value),
        "interval": interval_payload(found.result.interval),
        "annotators": found.annotators,
        "texts": found.texts,
        "unit": found.unit,
        "errors": [each._asdict() for each in found.errors],
        "loss": found.loss,
        "modelled": found.modelled._asdict(),
        "reached": found.reached,
        "reading": reading._asdict(),
        "curves": {name: [each._asdict() for each in line] for name, line in found.curves.items()},
        "consequences": {
            "score": found.score_name,
            "best": what.best,
            "best_low": what.best_low,
            "best_high": what.best_high,
            "rankings": [each._asdict() for each in what.rankings],
        },
        "signature": str(found.signature),
    }
