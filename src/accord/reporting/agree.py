"""Agreement as tables, the same for every kind of annotation: how much, by what, and where it breaks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.agreement.anytime import is_anytime
from accord.agreement.payload import lowest_first
from accord.agreement.result import Interval, Undefined
from accord.messages import counted, plural
from accord.reporting.agree_payload import absent
from accord.reporting.numbers import (
    UNDEFINED,
    ends,
    four_digits,
    interval_name,
    p_value,
    percent,
    rounded,
    thousands,
)
from accord.reporting.table import Table, not_shown, shortened

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from accord.agreement.agreement import Agreement
    from accord.agreement.breakdown import Extra, HardItem, Part
    from accord.agreement.ceiling import Ceiling
    from accord.agreement.result import Measured, Result

CEILING = "ceiling"
"""The option that asks for what the best possible system could reach."""
THESE, OTHERS = "these annotators", "annotators like these"
"""Whose agreement an interval is of: the first is over items, the second over items and annotators."""
_SURE = 5
"""From how many annotators on Student's t is no longer far above that of the normal distribution (4.3 for three)."""
_ALIKE = 0.25
"""How many annotators may be lost to unequal work before it is said."""
_BEGINNING = 50
"""How many terminal cells of the text of an item are shown."""


def agree_tables(agreement: Agreement, most: int, requested: Collection[str] = ()) -> Iterator[Table]:
    """The coefficients, then everything that takes the first one apart, each with its worst rows first.

    ``requested`` names tables of this kind that are not shown otherwise.
    """
    yield _results(agreement)
    if not any(agreement.used.values()):
        return
    if CEILING in requested:
        yield ceiling_table(agreement)
    extra = agreement.extra(most)
    yield from (_extra(each, None) for each in extra if each.on_request and each.name in requested)
    yield from (table for table in _parts(agreement, most) if table.rows)
    yield from (_extra(each, most) for each in extra if not each.on_request and each.rows)


def ceiling_table(agreement: Agreement) -> Table:
    """Between which values the best possible system lies against an annotator."""
    found = agreement.ceilings
    columns = ("against an annotator", "two annotators", "best possible system", _level(agreement))
    title = "What the best possible system could reach"
    if isinstance(found, Undefined):
        return Table(columns, (), title=title, notes=(f"not known: {found.reason}",))
    rows = tuple(
        (f"{each.of}{', less is better' * each.is_distance}", *_between(each), ends(each.interval)) for each in found
    )
    return Table(columns, rows, title=title, notes=tuple(_ceiling_notes(found)))


def _between(each: Ceiling) -> tuple[str, str]:
    return four_digits(each.value), f"{four_digits(each.low)} to {four_digits(each.high)}"


def _ceiling_notes(found: Sequence[Ceiling]) -> Iterator[str]:
    yield "against annotators like these no system that has not seen these labels can be expected beyond the better end"
    yield (
        "to lie in between is no reason to stop: where the best system lies nobody knows, and annotators can be wrong "
        "alike; against a majority or an adjudicated reference more can be reached"
    )
    if methods := {each.interval.method for each in found if isinstance(each.interval, Interval)}:
        whose = OTHERS if all(method.endswith("annotators") for method in methods) else THESE
        yield f"the interval is that of both ends together, for {whose}"


def _parts(agreement: Agreement, most: int) -> Iterator[Table]:
    yield _labels(agreement, most)
    yield _confusions(agreement, most)
    if len(agreement.annotator_names) > 2:
        yield from (_pairs(agreement, most), _annotators(agreement, most))
    if len(agreement.documents) > 1:
        yield _documents(agreement, most)
    yield _hardest(agreement, most)


def _level(agreement: Agreement) -> str:
    return interval_name(agreement.level)


def _results(agreement: Agreement) -> Table:
    title = f"Agreement on {agreement.kind}"
    return results_table(agreement.results, title, _level(agreement), tuple(_notes(agreement)))


def results_table(results: Sequence[Result], title: str, level: str = "interval", notes: Sequence[str] = ()) -> Table:
    """Coefficients, one row each."""
    with_chance, with_p = (any(getattr(each, name) is not None for each in results) for name in ("sd", "p"))
    both = _has_both(results)
    intervals = (THESE, OTHERS) if both else (level,)
    columns = ("coefficient", "value", *intervals, "observed", "expected", *_more(with_chance, with_p))
    rows = tuple(
        (
            each.title or each.name,
            four_digits(each.value),
            ends(each.interval),
            *([ends(each.other_annotators)] if both else []),
            four_digits(each.observed),
            four_digits(each.expected),
            *([four_digits(each.sd), rounded(each.z, 1)] if with_chance else []),
            *([p_value(each.p)] if with_p else []),
        )
        for each in results
    )
    return Table(columns, rows, title=title, notes=tuple(notes))


def _has_both(results: Iterable[Result]) -> bool:
    """Whether some result has an interval for other annotators, too."""
    return any(isinstance(each.other_annotators, Interval) for each in results)


def _intervals(agreement: Agreement) -> Iterator[str]:
    """What the intervals are of, and why there is only one."""
    results = [each for each in agreement.results if isinstance(each.interval, Interval)]
    second = [each for each in results if isinstance(each.other_annotators, Interval)]
    if second:
        interval = second[0].interval
        assert isinstance(interval, Interval)
        how, _, units = interval.method.partition(" over ")
        by = "" if how == "jackknife" else f" ({how}; the others by jackknife)"
        others = f"{OTHERS}, chosen and trained in the same way, on other {units}"
        yield f"{_level(agreement)}s: {THESE} on other {units}{by}; {others}"
        yield from _few(second, len(agreement.annotator_names))
        if left_out := [each.name for each in results if each.other_annotators is None]:
            yield f"{OTHERS}: not measured of {', '.join(left_out)}"
    elif results and isinstance(interval := results[0].interval, Interval) and is_anytime(interval):
        units = interval.method.partition(" over ")[2]
        yield f"{_level(agreement)} that holds however often one looks: {THESE} on other {units}, in random order"
    reasons: dict[str, list[str]] = {}
    for each in results:
        if isinstance(each.other_annotators, Undefined):
            reasons.setdefault(each.other_annotators.reason, []).append(each.name)
    yield from (f"{OTHERS}: undefined ({', '.join(names)}): {reason}" for reason, names in reasons.items())


def _few(second: Iterable[Result], count: int) -> Iterator[str]:
    """That few annotators stand behind the intervals for others, if they do."""
    fewest = min(each.rests_on or count for each in second)
    if fewest >= _SURE:
        return
    little = "show little of how much annotators differ"
    if fewest > count - _ALIKE:
        yield f"{OTHERS}: wide, for {count} annotators {little}"
    else:
        yield f"{OTHERS}: rests on as much as {rounded(fewest, 1)} of {count} annotators, who did most: they {little}"


def _more(with_chance: bool, with_p: bool) -> list[str]:
    return [*(["sd by chance", "z"] if with_chance else []), *(["p"] if with_p else [])]


def _notes(agreement: Agreement) -> Iterator[str]:
    used = [counted(count, what) for what, count in agreement.used.items()]
    about = [f"{name.replace('_', ' ')}: {said}" for name, said in agreement.about.items() if isinstance(said, str)]
    yield "; ".join([", ".join([*used, plural(len(agreement.annotator_names), "annotator")]), *about])
    if agreement.left_out:
        yield "left out: " + ", ".join(counted(count, what) for what, count in agreement.left_out.items())
    yield from _intervals(agreement)
    yield from agreement.notes
    if any(agreement.used.values()):
        yield from (f"no {part}: {why}" for part, why in absent(agreement).items())
    yield from _undefined(agreement.results)
    yield from _signatures(agreement.results)


def _undefined(results: Iterable[Result]) -> Iterator[str]:
    reasons: dict[str, list[str]] = {}
    for result in results:
        if isinstance(result.value, Undefined):
            reasons.setdefault(result.value.reason, []).append(result.name)
        elif isinstance(result.interval, Undefined):
            reasons.setdefault(result.interval.reason, []).append(f"the interval of {result.name}")
    yield from (f"undefined: {', '.join(names)}: {reason}" for reason, names in reasons.items())


def _signatures(results: Iterable[Result]) -> Iterator[str]:
    """The signature of the headline, and those that differ from it in more than the name of the coefficient."""
    seen: list[object] = []
    for result in results:
        if result.signature.choices not in seen:
            seen.append(result.signature.choices)
            yield str(result.signature)


def _label(label: str) -> str:
    """A label, also where there is nothing to be seen."""
    return label or "''"


def _shown(rows: Sequence[tuple[str, ...]], most: int) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """The first rows, and a note on how many more there are."""
    return tuple(rows[:most]), not_shown(len(rows), most)


def _labels(agreement: Agreement, most: int) -> Table:
    rows, notes = _shown(
        [
            (
                _label(each.label),
                thousands(each.given),
                four_digits(each.specific),
                four_digits(each.value),
                ends(each.interval),
                *_by_chance(each.measured, agreement.labels),
            )
            for each in agreement.labels
        ],
        most,
    )
    value = agreement.labels.coefficient or agreement.result.name
    columns = ("label", "given", "specific", value, _level(agreement), *_chance_of(agreement.labels))
    note = "specific: how often a second annotator gives the label too (F1 of two annotators)"
    notes = (*notes, note, *_said_of(agreement.labels.note))
    table = Table(columns, rows, title="Labels, the most frequent first", notes=notes)
    reasons = {each.value.reason for each in agreement.labels if isinstance(each.value, Undefined)}
    if len(reasons) == 1 and all(isinstance(each.value, Undefined) for each in agreement.labels):
        table = replace(
            table.selected(range(3)), notes=(*notes, f"no {agreement.result.name} of labels: {reasons.pop()}")
        )
    return table


def _said_of(note: str) -> tuple[str, ...]:
    return (note,) if note else ()


def _chance_of(parts: Sequence[Part]) -> list[str]:
    """What is known of chance in some parts, beside what it gives on average."""
    scattered = any(part.measured.sd is not None for part in parts)
    return ["observed", "expected", *_more(scattered, with_p=scattered)] if scattered else []


def _by_chance(part: Measured, parts: Sequence[Part]) -> list[str]:
    if not _chance_of(parts):
        return []
    numbers = map(four_digits, (part.observed, part.expected, part.sd))
    return [*numbers, rounded(part.z, 1), p_value(part.p)]


def _confusions(agreement: Agreement, most: int) -> Table:
    confusions = agreement.confusions(most)
    rows = tuple(
        (
            _label(each.first),
            _label(each.second),
            rounded(each.pairs, 1),
            percent(each.share, 1),
            four_digits(each.merged),
        )
        for each in confusions
    )
    columns = ("label", "or label", "pairs", "% of confusion", f"{agreement.result.name} if merged")
    reasons = dict.fromkeys(each.merged.reason for each in confusions if isinstance(each.merged, Undefined))
    notes = tuple(f"not merged: {reason}" for reason in reasons)
    return Table(columns, rows, title="Labels taken for each other, the costliest first", notes=notes)


def _pairs(agreement: Agreement, most: int) -> Table:
    beside = list(dict.fromkeys(name for pair in agreement.pairs for name in pair.beside))
    named = [
        ((pair.first, pair.second), pair, [four_digits(pair.beside.get(name)) for name in beside])
        for pair in agreement.pairs
    ]
    what, note = ("annotator", "and annotator"), agreement.pairs.note
    return _measured(agreement, what, named, most, title="Pairs of annotators", note=note, beside=beside)


def _measured(
    agreement: Agreement,
    what: tuple[str, ...],
    parts: Sequence[tuple[tuple[str, ...], Part, list[str]]],
    most: int,
    *,
    title: str,
    note: str,
    beside: Sequence[str] = (),
) -> Table:
    """Parts of the study that were measured for themselves, by name, the lowest first."""
    found = [part for _, part, _ in parts]
    chance = _chance_of(found)
    counts = what != (agreement.unit,)  # a document counts one document
    rows, notes = _shown(
        [
            (
                *name,
                *([thousands(part.count)] if counts else []),
                four_digits(part.value),
                ends(part.interval),
                *(_by_chance(part.measured, found) if chance else [four_digits(part.observed)]),
                *more,
            )
            for name, part, more in sorted(parts, key=lambda named: lowest_first(named[1].value))
        ],
        most,
    )
    unit = plural(0, agreement.unit).partition(" ")[2]
    columns = (
        *what,
        *([unit] if counts else []),
        agreement.result.name,
        _level(agreement),
        *(chance or ["observed"]),
        *beside,
    )
    return Table(columns, rows, title=f"{title}, the lowest first", notes=(*notes, *_said_of(note)))


def _annotators(agreement: Agreement, most: int) -> Table:
    ordered = sorted(agreement.annotators, key=lambda each: lowest_first(each.against_rest))
    rows, notes = _shown(
        [
            (each.annotator, thousands(each.given), four_digits(each.against_rest), four_digits(each.without))
            for each in ordered
        ],
        most,
    )
    columns = ("annotator", "given", "against the rest", f"{agreement.result.name} without")
    notes = (*notes, *_said_of(agreement.annotators.note))
    return Table(columns, rows, title="Annotators, the lowest first", notes=notes)


def _documents(agreement: Agreement, most: int) -> Table:
    named: list[tuple[tuple[str, ...], Part, list[str]]] = [
        ((each.document,), each, []) for each in agreement.documents
    ]
    return _measured(agreement, ("document",), named, most, title="Documents", note=agreement.documents.note)


def _hardest(agreement: Agreement, most: int) -> Table:
    hardest, unit = agreement.hardest(most), agreement.hard_unit or agreement.unit
    graded = len({each.disagreement for each in hardest}) > 1
    rows = tuple(
        (
            place_of(each),
            _called(each, unit),
            *([f"{each.disagreement:.3g}"] if graded else []),
            answers(each, "nothing" if agreement.hard_unit else "''"),
        )
        for each in hardest
    )
    columns = ("where", unit, *(["disagreement"] if graded else []), "versions")
    if not any(each.versions for each in hardest):
        columns, rows = columns[:-1], tuple(row[:-1] for row in rows)
    return Table(columns, rows, title=f"The hardest {plural(0, unit).partition(' ')[2]}")


def _called(each: HardItem, unit: str) -> str:
    """A token, or an item with the beginning of its text."""
    if unit == "token" or not each.text:
        return each.text or each.name
    return f"{each.name}: {shortened(each.text, _BEGINNING)}"


def place_of(hard: HardItem) -> str:
    """Where an item stands: file and line where these are known, else its document and name."""
    return str(hard.place) if hard.place else hard.name


def answers(hard: HardItem, nothing: str = "''") -> str:
    """Who said what, those who said the same together; what more annotators said comes first."""
    by_version: dict[str, list[str]] = {}
    for annotator, version in hard.versions.items():
        if version is not None:
            by_version.setdefault(version, []).append(annotator)
    most_given = sorted(by_version.items(), key=lambda entry: -len(entry[1]))
    return "; ".join(f"{version or nothing}: {', '.join(annotators)}" for version, annotators in most_given)


def _extra(extra: Extra, most: int | None) -> Table:
    """A table that only this kind has."""
    rows = tuple(tuple(_cell(cell, extra.digits) for cell in row) for row in extra.rows)
    shown, notes = (rows, ()) if most is None else _shown(rows, most)
    columns = (*extra.columns[:1], *map(_label, extra.columns[1:]))
    return Table(columns, shown, title=extra.title, notes=(*notes, *extra.notes))


def _cell(cell: Any, digits: int) -> str:
    if isinstance(cell, Undefined | None):
        return UNDEFINED
    if isinstance(cell, Interval):
        return ends(cell)
    if isinstance(cell, str):
        return _label(cell)
    return thousands(cell) if isinstance(cell, int) else rounded(cell, digits)
