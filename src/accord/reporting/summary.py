"""A summary of a file as a table and as JSON."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from accord.messages import plural
from accord.reporting.numbers import percent, rounded, thousands
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from accord.study.summary import Summary


_MAX_LABELS = 20
"""How many labels of a layer are shown where there are several layers."""


def summary_table(summary: Summary) -> Table:
    """The types of a file with counts, shares and lengths, or its labels where they are no chunk labels."""
    sizes = {"document": summary.documents, "sentence": summary.sentences, "token": summary.tokens}
    size = ", ".join(plural(count, noun) for noun, count in sizes.items())
    if summary.items:
        return _item_table(summary)
    if summary.units:
        return _unit_table(summary)
    if summary.annotations:
        return _mention_table(summary, "span", _spans_sentence(summary))
    if summary.encoding is None:
        total = sum(summary.labels.values())
        labels = tuple(
            (label, thousands(count), percent(Fraction(count, total))) for label, count in summary.labels.most_common()
        )
        return _most(summary, Table(("label", "tokens", "% of tokens"), labels, title=f"{summary.name}: {size}"))
    count = plural(sum(summary.mentions.values()), "mention")
    return _mention_table(summary, "mention", f"{summary.name}: {size}, {count} ({summary.encoding.name})")


def _most(summary: Summary, table: Table) -> Table:
    """Of one of several layers the most frequent labels, and how many more there are."""
    more = len(table.rows) - _MAX_LABELS
    if not summary.layer or more <= 0:
        return table
    return replace(
        table, rows=table.rows[:_MAX_LABELS], notes=(f"and {more:,} more: --layer {summary.layer} says all",)
    )


def _spans_sentence(summary: Summary) -> str:
    spans, types = plural(sum(summary.mentions.values()), "span"), plural(len(summary.mentions), "type")
    where = f"{plural(summary.documents, 'document')} by {plural(summary.annotators, 'annotator')}"
    nothing = f"{summary.without_spans:,} of {plural(summary.annotations, 'annotation')} without a span"
    on_spans = "".join(
        f", {plural(counts.total(), name)} of {plural(len(counts), 'type')}"
        for name, counts in summary.on_spans.items()
    )
    return f"{summary.name}: {spans} of {types}{on_spans} in {where}, {nothing}"


def _mention_table(summary: Summary, noun: str, title: str) -> Table:
    """How many mentions or spans of each type there are, and how long they are."""
    mentions, everything = sum(summary.mentions.values()), sum(summary.mention_tokens.values())
    lines = [(type_, count, summary.mention_tokens[type_]) for type_, count in summary.mentions.most_common()]
    rows = tuple(
        (
            type_,
            thousands(count),
            percent(Fraction(count, mentions)),
            thousands(length),
            rounded(Fraction(length, count), 2),
        )
        for type_, count, length in [*lines, *([("all", mentions, everything)] if mentions else [])]
    )
    return Table(("type", f"{noun}s", f"% of {noun}s", f"{summary.unit}s", "mean length"), rows, title=title)


def _item_table(summary: Summary) -> Table:
    """How often each annotator gave each label."""
    total = sum(summary.labels.values())
    annotators = plural(len(summary.by_annotator), "annotator")
    rows = tuple(
        (
            label,
            thousands(count),
            percent(Fraction(count, total)),
            *(thousands(counts[label]) for counts in summary.by_annotator.values()),
        )
        for label, count in summary.labels.most_common()
    )
    title = f"{summary.name}: {plural(summary.items, 'item')}, {plural(total, 'label')} by {annotators}"
    return _most(summary, Table(("label", "all", "% of labels", *summary.by_annotator), rows, title=title))


def _unit_table(summary: Summary) -> Table:
    """How many units of each category there are, how long they are, and how many each annotator marked."""
    counters = [summary.labels, *summary.by_annotator.values()]
    total = summary.labels.total()
    lines = [
        (name, summary.lengths[name], [counter[name] for counter in counters])
        for name, _ in summary.labels.most_common()
    ]
    everything = ("all", sum(summary.lengths.values()), [counter.total() for counter in counters])
    rows = tuple(
        (
            name,
            thousands(counts[0]),
            percent(Fraction(counts[0], total)),
            f"{length / counts[0]:.4g}",
            *map(thousands, counts[1:]),
        )
        for name, length, counts in [*lines, *([everything] if total else [])]
    )
    where = f"{plural(summary.documents, 'document')} by {plural(len(summary.by_annotator), 'annotator')}"
    title = f"{summary.name}: {plural(total, 'unit')} of {plural(len(lines), 'category')} in {where}"
    columns = ("category", "units", "% of units", f"mean length in {summary.unit}s", *summary.by_annotator)
    return Table(columns, rows, title=title)


def summary_records(summaries: Iterable[Summary]) -> Table:
    """Everything counted in some files as one table for programs, a count a row."""
    given = list(summaries)
    layered = any(summary.layer for summary in given)
    columns = ("file", *(["layer"] if layered else []), "encoding", "unit", "name", "annotator", "count", "tokens")
    rows = tuple(
        (
            *((summary.file, summary.layer) if layered else (summary.file,)),
            summary.encoding.name if summary.encoding else "",
            *map(str, counted),
        )
        for summary in given
        for counted in _counted(summary)
    )
    return Table(columns, rows)


def _counted(summary: Summary) -> Iterator[tuple[str, str, str, int, int | str]]:
    """Unit, name, annotator and number of all that was counted, and the tokens of mentions."""
    if summary.items:
        yield "item", "", "", summary.items, ""
        for annotator, labels in summary.by_annotator.items():
            yield from (("label", label, annotator, count, "") for label, count in labels.most_common())
        return
    if summary.units:
        yield "document", "", "", summary.documents, ""
        for annotator, categories in summary.by_annotator.items():
            yield from (("unit", category, annotator, count, "") for category, count in categories.most_common())
        return
    if summary.annotations:
        for unit, size in (("document", summary.documents), ("annotator", summary.annotators)):
            yield unit, "", "", size, ""
        yield "annotation", "", "", summary.annotations, ""
        yield "annotation without a span", "", "", summary.without_spans, ""
        for type_, count in summary.mentions.most_common():
            yield "span", type_, "", count, summary.mention_tokens[type_]
        for name, counts in summary.on_spans.items():
            yield from ((name, type_, "", count, "") for type_, count in counts.most_common())
        return
    sizes = {"document": summary.documents, "sentence": summary.sentences, "token": summary.tokens}
    yield from ((unit, "", "", count, "") for unit, count in sizes.items())
    for type_, count in summary.mentions.most_common():
        yield "mention", type_, "", count, summary.mention_tokens[type_]
    yield from (("label", label, "", count, "") for label, count in summary.labels.most_common())


def summary_payload(summary: Summary) -> dict[str, Any]:
    """A summary as JSON."""
    return {
        "file": summary.file,
        **({"layer": summary.layer} if summary.layer else {}),
        "documents": summary.documents,
        "sentences": summary.sentences,
        "tokens": summary.tokens,
        "encoding": summary.encoding.name if summary.encoding else None,
        "types": {
            type_: {"mentions": count, "tokens": summary.mention_tokens[type_]}
            for type_, count in summary.mentions.most_common()
        },
        "labels": dict(summary.labels.most_common()),
        "items": summary.items,
        "spans": _spans_payload(summary) if summary.annotations else None,
        "units": {"measured_in": summary.unit, "length": summary.lengths} if summary.units else None,
        "annotators": {name: dict(counts.most_common()) for name, counts in summary.by_annotator.items()},
    }


def _spans_payload(summary: Summary) -> dict[str, Any]:
    return {
        "unit": summary.unit,
        "annotators": summary.annotators,
        "annotations": summary.annotations,
        "without_spans": summary.without_spans,
        **{f"{name}s": dict(counts.most_common()) for name, counts in summary.on_spans.items()},
    }
