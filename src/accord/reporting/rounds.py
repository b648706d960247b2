"""How agreement changed from round to round: tables, JSON, records, and the rows of a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import interval_payload
from accord.agreement.result import Interval, Undefined, number
from accord.agreement.rounds import ANNOTATOR, LABEL
from accord.agreement.two_rounds import SHARED
from accord.messages import capital, counted, plural
from accord.reporting.agree import OTHERS, THESE
from accord.reporting.numbers import ends, exact, exact_interval, four_digits, interval_name, p_value, thousands
from accord.reporting.plot_rows import plot_row, scale_plot
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.agreement.rounds import ComparedRounds, RoundChange
    from accord.agreement.two_rounds import Change, Tested
    from accord.payload.plots import ScalePlot

COLUMNS = (
    *("part", "name", "first", "second", "items", "first_value", "second_value", "difference"),
    *("low", "high", "p", "p_holm", "others_low", "others_high", "p_others", "p_holm_others", "p_exchange"),
    *("first_count", "second_count", "undefined"),
)
"""What the table of records holds."""
TEXT = frozenset({"part", "name", "first", "second", "items", "undefined"})
"""The columns that hold no numbers."""
_HOLM = "p (Holm)"


def rounds_tables(found: ComparedRounds, most: int) -> Iterator[Table]:
    """Whole rounds, then labels and annotators, those that changed most first."""
    yield _whole(found)
    for part, title in ((LABEL, "Labels"), (ANNOTATOR, "Annotators")):
        rows = [each for each in found.changes if each.part == part]
        if rows:
            yield _parts(part, title, sorted(rows, key=_size, reverse=True), most)


def _size(each: RoundChange) -> float:
    return abs(number(each.difference) or 0.0)


def _whole(found: ComparedRounds) -> Table:
    several = len(found.rounds) > 2
    unit = found.changes[0].change.unit
    first, second = ("first", "second") if several else found.rounds
    holm = _HOLM if len(found.of_all) > 1 else "p"
    columns = (
        *(("first", "second") if several else ()),
        f"{unit}s",
        *(f"value in {first}", f"value in {second}"),
        "difference",
        *(THESE, holm, OTHERS, holm),
        "p (exchange)",
    )
    rows = tuple(
        (
            *((each.first, each.second) if several else ()),
            _items(each.change),
            *_values(each),
            p_value(each.change.p_exchange),
        )
        for each in found.of_all
    )
    return Table(columns, rows, title=f"Change in {found.title}", notes=tuple(_notes(found)))


def _values(each: RoundChange) -> tuple[str, ...]:
    change = each.change
    return (
        *map(four_digits, (change.first_value, change.second_value)),
        _signed(change.difference),
        ends(change.these.interval),
        p_value(each.p_holm),
        ends(change.others.interval),
        p_value(each.p_holm_others),
    )


def _signed(difference: float | Undefined) -> str:
    """A difference with its sign."""
    said = four_digits(difference)
    return f"+{said}" if isinstance(difference, float) and difference > 0 and said.strip("0.") else said


def _items(change: Change) -> str:
    """Which items these are, and how many."""
    if change.items == SHARED:
        return f"{thousands(change.first_count)} of both"
    return f"{thousands(change.first_count)} and {thousands(change.second_count)} others"


def _notes(found: ComparedRounds) -> Iterator[str]:
    head = found.changes[0].change
    unit = head.unit
    yield (
        f"difference: the later round less the earlier one; {interval_name(found.level)}s by the jackknife: {THESE} on "
        f"other {unit}s; {OTHERS}, chosen and trained in the same way, on other {unit}s"
    )
    yield "that a guideline or a training is better is a claim about annotators like these: read the second interval"
    if found.left_out:
        said = ", ".join(counted(count, what) for what, count in found.left_out.items())
        yield f"left out, for the other round has no {unit}s of its own: {said}"
    yield f"p (exchange): {unit}s of both rounds change places, others are dealt anew; it is about {THESE}"
    if head.detectable is not None:
        size = four_digits(head.detectable)
        yield f"for {THESE} four of five such studies would find a difference of {size}; a smaller one is easily missed"
    reasons: dict[str, list[str]] = {}
    for each in found.of_all:
        for what, tested in ((THESE, each.change.these), (OTHERS, each.change.others)):
            if isinstance(tested.interval, Undefined):
                reasons.setdefault(tested.interval.reason, []).append(what)
        if isinstance(each.change.p_exchange, Undefined):
            reasons.setdefault(each.change.p_exchange.reason, []).append("p (exchange)")
    yield from (f"undefined ({', '.join(dict.fromkeys(what))}): {reason}" for reason, what in reasons.items())
    yield str(found.signature)


def _parts(part: str, title: str, rows: Sequence[RoundChange], most: int) -> Table:
    both = part == LABEL
    columns = (part, "before", "after", "difference", THESE, _HOLM, *((OTHERS, _HOLM) if both else ()))
    cells = tuple((each.name, *(_values(each) if both else _values(each)[:-2])) for each in rows[:most])
    which = {LABEL: "each label for itself", ANNOTATOR: "each annotator with all others"}[part]
    count = f"; {plural(len(rows), part)} in all" if len(rows) > most else ""
    notes = (f"{which}, on the same items as above{count}; p corrected for all labels and annotators",)
    return Table(columns, cells, title=f"{title}, the largest change first", notes=notes)


def rounds_records(found: ComparedRounds) -> Table:
    """One row for each comparison, with all digits."""
    return Table(COLUMNS, tuple(_record(each) for each in found.changes))


def _record(each: RoundChange) -> tuple[str, ...]:
    change = each.change
    why = change.difference.reason if isinstance(change.difference, Undefined) else ""
    return (
        *(each.part, each.name, each.first, each.second, change.items),
        *map(exact, (change.first_value, change.second_value, change.difference)),
        *(*exact_interval(change.these.interval), exact(change.these.p), exact(each.p_holm)),
        *(*exact_interval(change.others.interval), exact(change.others.p), exact(each.p_holm_others)),
        *(exact(change.p_exchange), str(change.first_count), str(change.second_count), why),
    )


def rounds_payload(found: ComparedRounds) -> dict[str, Any]:
    """Everything as JSON."""
    return {
        "version": 1,
        "kind": found.kind,
        "coefficient": found.coefficient,
        "rounds": list(found.rounds),
        "signature": str(found.signature),
        "left_out": dict(found.left_out),
        "reasons": list(found.reasons),
        "comparisons": [_payload(each) for each in found.of_all],
        "labels": [{"label": each.name, **_payload(each)} for each in found.changes if each.part == LABEL],
        "annotators": [{"annotator": each.name, **_payload(each)} for each in found.changes if each.part == ANNOTATOR],
    }


def _payload(each: RoundChange) -> dict[str, Any]:
    change = each.change
    return {
        "first": each.first,
        "second": each.second,
        "items": change.items,
        "unit": change.unit,
        "first_count": change.first_count,
        "second_count": change.second_count,
        "first_value": number(change.first_value),
        "second_value": number(change.second_value),
        "difference": number(change.difference),
        "undefined": change.difference.reason if isinstance(change.difference, Undefined) else None,
        "these_annotators": _tested(change.these) | {"p_holm": number(each.p_holm)},
        "other_annotators": _tested(change.others) | {"p_holm": number(each.p_holm_others)},
        "p_exchange": number(change.p_exchange),
        "detectable": change.detectable,
    }


def _tested(tested: Tested) -> dict[str, Any]:
    return {
        "interval": interval_payload(tested.interval),
        "error": tested.error,
        "freedom": tested.freedom,
        "p": number(tested.p),
        "undefined": tested.interval.reason if isinstance(tested.interval, Undefined) else None,
    }


def rounds_plot(found: ComparedRounds) -> ScalePlot:
    """The differences with both intervals."""
    rows = []
    for each in found.of_all:
        name = "" if len(found.rounds) == 2 else f"{each.first} to {each.second}, "
        kind = "" if each.change.items == SHARED else f" ({each.change.items} {each.change.unit}s)"
        for what, tested in ((THESE, each.change.these), (OTHERS, each.change.others)):
            interval = tested.interval if isinstance(tested.interval, Interval) else None
            rows.append(plot_row(f"{name}{what}{kind}", number(each.difference), interval=interval))
    title = capital(f"change in {found.title}")
    said = f"Differences of {plural(len(found.rounds), 'round')} with their intervals, no change at 0"
    return scale_plot(title, said, rows, axis="difference", notes=[str(found.signature)])
