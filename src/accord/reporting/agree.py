"""Agreement on labels as tables: how much, by what, and where it breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.agreement.payload import lowest_first
from accord.agreement.result import Undefined
from accord.kinds.labels import COEFFICIENTS
from accord.kinds.labels.agreement import MAX_ANNOTATORS
from accord.kinds.labels.diagnosis import MAX_LABELS
from accord.messages import counted, plural
from accord.reporting.numbers import ends, four_digits, interval_name, p_value, percent, rounded, thousands
from accord.reporting.table import Table, not_shown, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from accord.agreement.result import Measured, Result
    from accord.kinds.labels.agreement import Agreement
    from accord.kinds.labels.diagnosis import HardItem
    from accord.study.coding import Item

_BEGINNING = 50
"""How many terminal cells of the text of an item are shown."""


def agree_tables(agreement: Agreement, most: int, *, matrix: bool = False) -> Iterator[Table]:
    """The coefficients, then everything that takes the first one apart, each with its worst rows first."""
    yield _results(agreement)
    if not agreement.coding.items:
        return
    if matrix:
        yield _coincidences(agreement)
    yield from (table for table in _parts(agreement, most) if table.rows)


def _parts(agreement: Agreement, most: int) -> Iterator[Table]:
    yield _labels(agreement, most)
    yield _confusions(agreement, most)
    if len(agreement.coding.annotators) > 2:
        yield from (_pairs(agreement, most), _annotators(agreement, most))
    if len(agreement.documents) > 1:
        yield _documents(agreement, most)
    yield _hardest(agreement, most)


def _level(agreement: Agreement) -> str:
    return interval_name(agreement.diagnosis.uncertainty.level)


def _results(agreement: Agreement) -> Table:
    with_p = any(result.p is not None for result in agreement.results)
    columns = ("coefficient", "value", _level(agreement), "observed", "expected", *(["p"] if with_p else []))
    rows = tuple(
        (
            COEFFICIENTS.get(result.name).title,
            four_digits(result.value),
            ends(result.interval),
            four_digits(result.observed),
            four_digits(result.expected),
            *([p_value(result.p)] if with_p else []),
        )
        for result in agreement.results
    )
    return Table(columns, rows, title="Agreement", notes=tuple(_notes(agreement)))


def _notes(agreement: Agreement) -> Iterator[str]:
    coding = agreement.coding
    yield (
        f"{plural(coding.items, coding.unit)} with two labels or more, {plural(len(coding.annotators), 'annotator')}, "
        f"{plural(len(coding.labels), 'label')}; distance: {agreement.distance}"
    )
    if coding.left_out:
        yield "left out: " + ", ".join(counted(count, what) for what, count in coding.left_out.items())
    if len(coding.labels) > MAX_LABELS:
        yield f"labels are not measured one by one where there are more than {MAX_LABELS}"
    if len(coding.annotators) > MAX_ANNOTATORS:
        yield f"pairs are not measured one by one for more than {MAX_ANNOTATORS} annotators: choose some (--only)"
    yield from _undefined(agreement.results)
    yield str(agreement.result.signature)


def _undefined(results: Iterable[Result]) -> Iterator[str]:
    reasons: dict[str, list[str]] = {}
    for result in results:
        if isinstance(result.value, Undefined):
            reasons.setdefault(result.value.reason, []).append(result.name)
        elif isinstance(result.interval, Undefined):
            reasons.setdefault(result.interval.reason, []).append(f"the interval of {result.name}")
    yield from (f"undefined: {', '.join(names)}: {reason}" for reason, names in reasons.items())


def _label(label: str) -> str:
    """A label, also where there is nothing to be seen."""
    return label or "''"


def _headline(agreement: Agreement) -> str:
    return agreement.result.name


def _shown(rows: Sequence[tuple[str, ...]], most: int) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """The first rows, and a note on how many more there are."""
    return tuple(rows[:most]), not_shown(len(rows), most)


def _labels(agreement: Agreement, most: int) -> Table:
    rows, notes = _shown(
        [
            (
                _label(each.label),
                thousands(each.count),
                four_digits(each.specific),
                four_digits(each.measured.value),
                ends(each.measured.interval),
            )
            for each in agreement.labels
        ],
        most,
    )
    columns = ("label", "given", "specific", f"{_headline(agreement)} against the rest", _level(agreement))
    note = "specific: how often a second annotator gives the label too (F1 of two annotators)"
    return Table(columns, rows, title="Labels, the most frequent first", notes=(*notes, note))


def _confusions(agreement: Agreement, most: int) -> Table:
    rows = tuple(
        (
            _label(each.first),
            _label(each.second),
            rounded(each.pairs, 1),
            percent(each.share, 1),
            four_digits(each.merged),
        )
        for each in agreement.confusions(most)
    )
    columns = ("label", "or label", "pairs", "% of disagreement", f"{_headline(agreement)} if merged")
    reasons = dict.fromkeys(
        each.merged.reason for each in agreement.confusions(most) if isinstance(each.merged, Undefined)
    )
    notes = tuple(f"not merged: {reason}" for reason in reasons)
    return Table(columns, rows, title="Labels taken for each other, the costliest first", notes=notes)


def _pairs(agreement: Agreement, most: int) -> Table:
    named = [((pair.first, pair.second), pair.measured) for pair in agreement.pairs]
    return _measured(agreement, ("annotator", "and annotator"), named, "Pairs of annotators", most)


def _measured(
    agreement: Agreement,
    what: tuple[str, ...],
    parts: Sequence[tuple[tuple[str, ...], Measured]],
    title: str,
    most: int,
) -> Table:
    """Parts of the study that were measured for themselves, by name, the lowest first."""
    rows, notes = _shown(
        [
            (
                *name,
                thousands(part.count),
                four_digits(part.value),
                ends(part.interval),
                four_digits(part.observed),
            )
            for name, part in sorted(parts, key=lambda named: lowest_first(named[1].value))
        ],
        most,
    )
    columns = (*what, f"{agreement.coding.unit}s", _headline(agreement), _level(agreement), "observed")
    return Table(columns, rows, title=f"{title}, the lowest first", notes=notes)


def _annotators(agreement: Agreement, most: int) -> Table:
    ordered = sorted(agreement.annotators, key=lambda each: lowest_first(each.against_rest))
    rows, notes = _shown(
        [
            (each.annotator, thousands(each.labels), four_digits(each.against_rest), four_digits(each.without))
            for each in ordered
        ],
        most,
    )
    name = _headline(agreement)
    columns = ("annotator", "labels", "against the rest", f"{name} without")
    return Table(columns, rows, title="Annotators, the lowest first", notes=notes)


def _documents(agreement: Agreement, most: int) -> Table:
    named = [((each.document,), each.measured) for each in agreement.documents]
    return _measured(agreement, ("document",), named, "Documents", most)


def _hardest(agreement: Agreement, most: int) -> Table:
    hardest = agreement.hardest(most)
    unit = agreement.coding.unit
    rows = tuple((place_of(each), _called(each.item, unit), answers(each)) for each in hardest)
    return Table(("where", unit, "labels"), rows, title=f"The hardest {unit}s")


def _called(item: Item, unit: str) -> str:
    """A token, or an item with the beginning of its text."""
    if unit == "token" or not item.text:
        return item.text or item.name
    return f"{item.name}: {shortened(item.text, _BEGINNING)}"


def place_of(hard: HardItem) -> str:
    """Where an item stands: file and line where these are known, else its document and name."""
    return str(hard.item.place) if hard.item.place else hard.item.name


def answers(hard: HardItem) -> str:
    """Who gave which label, those with the same label together.

    Labels given more often come first.
    """
    by_label: dict[str, list[str]] = {}
    for annotator, label in hard.labels.items():
        by_label.setdefault(label, []).append(annotator)
    most_given = sorted(by_label.items(), key=lambda entry: -len(entry[1]))
    return "; ".join(f"{_label(label)}: {', '.join(annotators)}" for label, annotators in most_given)


def _coincidences(agreement: Agreement) -> Table:
    from accord.kinds.labels.coincidence import coincidence_matrix

    labels = agreement.coding.labels
    rows = tuple(
        (_label(label), *(rounded(count, 1) for count in row))
        for label, row in zip(labels, coincidence_matrix(agreement.coding).tolist(), strict=True)
    )
    note = "pairs of labels within items, each item by 1 / (labels - 1); the rows sum to how often a label was given"
    return Table(("", *map(_label, labels)), rows, title="Coincidences", notes=(note,))
