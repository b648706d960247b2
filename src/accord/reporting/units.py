"""Agreement on units as tables, as records and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import lowest_first, part_payload, result_payload
from accord.agreement.result import Undefined
from accord.alignment.alignment import PROVED
from accord.messages import plural
from accord.reporting.numbers import ends, exact, exact_interval, four_digits, interval_name, p_value, thousands
from accord.reporting.table import Table, not_shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.agreement.result import Measured, Result
    from accord.kinds.units.agreement import UnitAgreement

_OF_CHANCE = "interval of one document: how well chance is known from the samples, and nothing else"


def unit_tables(agreement: UnitAgreement, most: int) -> Iterator[Table]:
    """The values, then each coefficient by document, the lowest first."""
    yield _whole(agreement)
    if len(agreement.study.continua) > 1:
        for name in agreement.shares:
            yield _documents(agreement, name, most)


def _level(agreement: UnitAgreement) -> str:
    return interval_name(agreement.uncertainty.level)


def _whole(agreement: UnitAgreement) -> Table:
    bounds = ("not proved: in",) if agreement.bounds else ()
    rows = tuple(
        (
            result.name,
            four_digits(result.value),
            *(_between(agreement, result.name) for _ in bounds),
            ends(result.interval),
            *map(four_digits, (result.observed, result.expected, result.sd)),
            p_value(result.p),
        )
        for result in agreement.results
    )
    study = agreement.study
    counts = {"document": len(study.continua), "unit": study.count().total(), "annotator": len(study.annotators)}
    notes = [
        f"{', '.join(plural(count, noun) for noun, count in counts.items())}; units in {study.of}s",
        *(f"left out: {thousands(count)} {what}" for what, count in study.left_out.items()),
        *_unproved(agreement),
        *_tied(agreement),
        *_undefined(agreement.results),
        *_readings(agreement),
        *(str(result.signature) for result in _one_of_each(agreement)),
    ]
    columns = ("coefficient", "value", *bounds, _level(agreement), "observed", "expected", "sd by chance", "p")
    return Table(columns, rows, title="Agreement on units", notes=tuple(notes))


def _readings(agreement: UnitAgreement) -> Iterator[str]:
    """What the columns mean, where that is not the same for all rows."""
    if len(agreement.study.continua) == 1 and agreement.coefficients and agreement.uncertainty.interval != "none":
        yield _OF_CHANCE
    if agreement.coefficients and any(not isinstance(each, Undefined) for each in agreement.baselines.values()):
        kin = ", ".join(each.name for each in agreement.coefficients)
        yield f"observed and expected: of {kin} disorder, of baselines agreement"


def _one_of_each(agreement: UnitAgreement) -> list[Result]:
    """A result of each coefficient: categories differ in nothing but their name."""
    return list({result.name.partition(":")[0]: result for result in reversed(agreement.results)}.values())[::-1]


def _undefined(results: list[Result]) -> Iterator[str]:
    for what in ("value", "interval"):
        for result in results:
            found = getattr(result, what)
            if isinstance(found, Undefined) and (what == "value" or not isinstance(result.value, Undefined)):
                yield f"{result.name} has no {what}: {found.reason}"


def _unproved(agreement: UnitAgreement) -> Iterator[str]:
    """How many alignments may not be the best."""
    for objective, measured in agreement.measured.items():
        gaps = [gap for part in (measured.observed, *measured.drawn.values()) for gap in part.gap.ravel().tolist()]
        open_ = [gap for gap in gaps if gap > PROVED]
        if open_ and measured.method.kind != "greedy":
            yield (
                f"objective {objective}: {plural(len(open_), 'alignment')} of {thousands(len(gaps))} may not be the "
                f"best, by {100 * max(open_):.2g} % at most"
            )
        if any(part.timed_out.any() for part in (measured.observed, *measured.drawn.values())):
            yield f"objective {objective}: the clock ended a search (--seconds), and another run may give other values"


def _tied(agreement: UnitAgreement) -> Iterator[str]:
    """Where alignments that are equally good differ in a value."""
    for name, (low, high) in agreement.ranges.items():
        yield f"{name}: {four_digits(low)} to {four_digits(high)} over equally good alignments"
    if agreement.ranges:
        yield (
            "of equally good alignments the one is taken that confuses categories least, then overlaps most, then lies "
            "furthest left"
        )
    if agreement.unlisted:
        yield (
            f"{plural(agreement.unlisted, 'document')} with too many equally good alignments to be listed, between "
            "which values of categories may differ"
        )


def _between(agreement: UnitAgreement, name: str) -> str:
    """Between which values the one of the best alignments lies, where they are not proved to be the best."""
    found = agreement.bounds.get(name)
    if found is None:
        return "proved" if name in agreement.shares else ""
    return "unknown" if isinstance(found, Undefined) else f"[{', '.join(map(four_digits, found))}]"


def _bounds(agreement: UnitAgreement, name: str) -> dict[str, Any]:
    found = agreement.bounds.get(name)
    if found is None:
        return {}
    low, high = (None, None) if isinstance(found, Undefined) else found
    return {"proved": False, "bounds": {"low": low, "high": high}}


def _range(agreement: UnitAgreement, name: str) -> dict[str, Any]:
    if name not in agreement.ranges:
        return {}
    low, high = agreement.ranges[name]
    return {"range": {"low": low, "high": high, "over": "equally good alignments"}}


def _documents(agreement: UnitAgreement, name: str, most: int) -> Table:
    found = agreement.documents(name)
    units = {each.document: len(each) for each in agreement.study.continua}
    ordered = sorted(found.items(), key=lambda entry: lowest_first(entry[1].value))
    rows = tuple(
        (
            document,
            thousands(units[document]),
            four_digits(share.value),
            ends(share.interval),
            four_digits(share.observed),
            four_digits(share.expected),
        )
        for document, share in ordered[:most]
    )
    columns = ("document", "units", name, _level(agreement), "observed", "expected")
    reading = (_OF_CHANCE,) if agreement.uncertainty.interval != "none" else ()
    notes = (*not_shown(len(found), most), *reading)
    return Table(columns, rows, title=f"{name} by document, the lowest first", notes=notes)


def unit_records(agreement: UnitAgreement) -> Table:
    """One tidy table for programs."""
    columns = (
        "part",
        "coefficient",
        "document",
        "value",
        "low",
        "high",
        "observed",
        "expected",
        "sd",
        "p",
        "signature",
    )
    return Table(columns, tuple(_records(agreement)))


def _records(agreement: UnitAgreement) -> Iterator[tuple[str, ...]]:
    for result in agreement.results:
        yield "all", result.name, "", *_numbers(result), str(result.signature)
    for name in agreement.shares:
        for document, share in agreement.documents(name).items():
            yield "document", name, document, *_numbers(share), ""


def _numbers(part: Result | Measured) -> tuple[str, ...]:
    numbers = part.observed, part.expected, part.sd, part.p
    return exact(part.value), *exact_interval(part.interval), *map(exact, numbers)


def unit_payload(agreement: UnitAgreement) -> dict[str, Any]:
    """Everything about an agreement on units."""
    return {
        "version": 1,
        "results": [
            result_payload(result, "sd", "p") | _bounds(agreement, result.name) | _range(agreement, result.name)
            for result in agreement.results
        ],
        "of": agreement.study.of,
        "documents": [
            {"coefficient": name, "document": document, **part_payload(share, "sd", "p")}
            for name in agreement.shares
            for document, share in agreement.documents(name).items()
        ],
        "notes": [*_unproved(agreement), *_tied(agreement), *agreement.notes],
    }
