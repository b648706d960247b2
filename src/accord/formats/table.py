"""Tables of item labels: one row per label (long), one column per annotator (wide), or all in one cell (joined)."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.formats.coded_columns import answers_by_column
from accord.formats.content import Content
from accord.formats.extra_columns import share_items
from accord.formats.formats import Format
from accord.formats.item_column import report_divider
from accord.formats.number_labels import plain_labels
from accord.formats.numbers import finite_number
from accord.formats.option_columns import watched
from accord.formats.plan import Plan, plan_columns
from accord.formats.rows import fitting_rows, start_of_table
from accord.formats.survey import SURVEY, fill_survey
from accord.formats.values import ABSENT
from accord.formats.work_notes import work_note
from accord.formats.writer import Writer
from accord.messages import column_option, columns_option, option, plural, suggestion
from accord.model import ItemLabels, Severity, Units

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.formats.columns import Columns
    from accord.formats.dialect import Row
    from accord.formats.rows import Start
    from accord.formats.source import Source
    from accord.model import Corpus

JOINED = "#"
"""What doccano writes between the labels of a text."""
LAYOUTS = ("long", "wide", "joined", SURVEY)
_SUMMARIES = frozenset(
    (
        *(
            "total",
            "totals",
            "grand total",
            "sum",
            "subtotal",
            "mean",
            "average",
            "avg",
            "median",
            "min",
            "max",
            "count",
        ),
        *("n", "sd", "std", "stdev", "std dev", "standard deviation", "variance"),
    )
)
"""What the last rows of a sheet are called that sum up those above, as no item is."""
ItemRow = tuple[int, str | None, str, str, list[str]]
"""The line, document, item and text of a row, and its cells."""


def read_table(source: Source, told: Columns) -> Content:
    """CSV and TSV tables of item labels, divided by commas, semicolons, tabs or bars.

    White space around a cell does not count. In a long table an empty label is a label, unless labels are numbers; in a
    wide table an empty cell is an item that was not annotated.
    """
    if told.layout is not None and told.layout not in LAYOUTS:
        raise UsageError(f"unknown layout {told.layout!r} of a table: {suggestion(told.layout, list(LAYOUTS))}")
    content = Content(source.name)
    start = start_of_table(source)
    if not start.rows:
        content.report("empty-file", None, "there is not a single row in it", "is it the right file?")
        return content
    plan = _plan(source, start, told, content)
    if plan is not None:
        plan = plan.completed(_cells(source, start, plan))
        for code, sentence in plan.doubts():
            item, label = column_option("item"), column_option("label")
            others = f"if that is wrong, name all columns of labels: {label}"
            hint = f"if it names them, say so: {item}" if code == "no-item-column" else others
            if code == "unlike-columns" and plan.chosen is not None:
                content.report(code, plan.line, sentence, _either(plan, plan.chosen.apart))
                continue
            content.report(code, plan.line, sentence, hint, Severity.WARNING)
        content.assumption = plan.describe(start.dialect)
        if not (plan.layout == "long" and answers_by_column(source.rows, plan, content)):
            fitting = fitting_rows(source, start.dialect, len(plan.names), content, header=plan.header)
            if plan.layout == SURVEY:
                fill_survey(fitting, plan, content)
            else:
                items = _items(watched(fitting, plan, content), plan, content)
                {"long": _fill_long, "wide": _fill_wide, "joined": _fill_joined}[plan.layout](items, plan, content)
        _note_work(source, start, plan, content)
        if plan.layout in {"long", "wide"} and any(answers.again for answers in content.answers.values()):
            report_divider(list(_cells(source, start, plan)), plan, content)
        if plan.layout == "long" and told.format is None and _are_joined(content):
            several = option("format", "doccano", flag="--input-format")
            content.assumption += f"; labels with {JOINED} in them are one label each ({several} makes them several)"
        if not content.answers and not content.has_errors:
            content.report("empty-file", None, "there is not a single label in it", "is it the right file?")
    return content


def _are_joined(content: Content) -> bool:
    """Whether some labels are others with a sign between them, as doccano writes several of a text."""
    labels = {label for answers in content.answers.values() for label in answers.different}
    several = [label for label in labels if JOINED in label.strip(JOINED)]
    return any(labels & set(label.split(JOINED)) for label in several)


def _either(plan: Plan, groups: Sequence[Sequence[int]]) -> str:
    """The options that say which of several groups of columns are annotators; all, if they are."""
    named = [[plan.names[column] for column in group] for group in groups if len(group) > 1]
    several = [*named, [plan.names[column] for group in groups for column in group]]
    ways = [columns_option("label", names) for names in several]
    return f"say which are those of annotators: {', or '.join(ways)}"


def _plan(source: Source, start: Start, told: Columns, content: Content) -> Plan | None:
    """Which column is what, after a look at all rows where authors of items may be annotators."""
    line = start.rows[0][0]
    plan = plan_columns(start.cells, line, told, content)
    if plan is None or plan.author is None or plan.item is None or told.layout is not None:
        return plan
    key = [column for column in (plan.document, plan.item) if column is not None]
    if not share_items(_cells(source, start, plan), key, plan.author):
        return plan
    return plan_columns(start.cells, line, replace(told, annotator=plan.author), Content(source.name)) or plan


def _cells(source: Source, start: Start, plan: Plan) -> Iterator[list[str]]:
    """All rows that have the cells of the header; what is wrong with the others is not said yet."""
    rows = fitting_rows(source, start.dialect, len(plan.names), Content(source.name), header=plan.header)
    return (cells for _, cells in rows)


def _note_work(source: Source, start: Start, plan: Plan, content: Content) -> None:
    """Note what is said of the work on each row."""
    columns = plan.work_columns
    if columns and content.answers:
        rows = fitting_rows(source, start.dialect, len(plan.names), Content(source.name), header=plan.header)
        for line, cells in rows:
            if note := work_note({role: cells[column] for role, column in columns.items()}):
                content.work[line, None] = note


def _items(rows: Iterator[Row], plan: Plan, content: Content) -> Iterator[ItemRow]:
    """The rows that say which item, and where the table has these columns, which document and annotator."""
    wanted = [("item", plan.item), ("document", plan.document), ("annotator", plan.annotator)]
    columns = [(role, column) for role, column in wanted if column is not None]
    item_column, document_column, text_column = plan.item, plan.document, plan.text
    document: str | None = None
    last: list[ItemRow] = []
    for number, (line, cells) in enumerate(rows, 1):
        item = str(number) if item_column is None else cells[item_column].strip()
        if document_column is not None:
            document = cells[document_column].strip()
        if item and document != "":
            text = "" if text_column is None else cells[text_column].strip()
            row = line, document, item, text, cells
            if plan.layout == "wide" and item.casefold() in _SUMMARIES and _holds_numbers(cells, plan):
                last.append(row)
                continue
            yield from last
            last.clear()
            yield row
        elif any(map(str.strip, cells)):
            for role, column in columns:
                if not cells[column].strip():
                    _report_missing(role, line, content, plan.names[column] if plan.header else role)
    _report_summaries(last, content)


def _holds_numbers(cells: Sequence[str], plan: Plan) -> bool:
    return all(finite_number(cells[column].replace(",", ".")) is not None for column in plan.labels if cells[column])


def _report_summaries(last: Sequence[ItemRow], content: Content) -> None:
    """Say which rows at the end of a table are left out, for they sum up those above."""
    if last:
        named = ", ".join(repr(item) for _, _, item, *_ in last)
        what = f"the last row, {named}, is" if len(last) == 1 else f"the last {len(last)} rows, {named}, are"
        message = f"{what} left out, as what sums up the rows above"
        content.report("summary-row", last[0][0], message, "give an item another name", Severity.WARNING)


def _report_missing(role: str, line: int, content: Content, called: str = "") -> None:
    column = f" (column {called!r})" if called and called != role else ""
    message, hint = f"the {role} is empty{column}", f"fill in the {role}, or delete the row"
    if column:
        hint += "; where it is that of the row above, as in merged cells, repeat it"
    content.report(f"missing-{role}", line, message, hint)


def _fill_long(rows: Iterator[ItemRow], plan: Plan, content: Content) -> None:
    annotator_column, label_column = plan.annotator, plan.labels[0]
    annotator: str | None = None
    empty: list[int] = []
    for line, document, item, text, cells in rows:
        if annotator_column is not None:
            annotator = cells[annotator_column].strip()
        if annotator == "":
            _report_missing("annotator", line, content, plan.names[annotator_column or 0] if plan.header else "")
        elif cells[label_column] is not ABSENT:
            label = cells[label_column].strip()
            content.answer(document, annotator, item, label, line, text=text)
            if not label:
                empty.append(line)
    if empty:
        report_empty(empty, content)


def report_empty(lines: Sequence[int], content: Content) -> None:
    """Say that empty labels count, unless labels are numbers."""
    labels = {label for answers in content.answers.values() for label in answers.labels.values()}
    if labels != {""} and not plain_labels(labels).gaps:
        more = f" and in {plural(len(lines) - 1, 'other row')}" if len(lines) > 1 else ""
        message = f"the label is empty here{more}: that counts as a label of its own"
        hint = f"if it means no answer, delete such rows, or say so to agree: {option('missing', '')}"
        content.report("empty-answer", lines[0], message, hint, Severity.WARNING)


def _fill_wide(rows: Iterator[ItemRow], plan: Plan, content: Content) -> None:
    columns = [(column, plan.names[column]) for column in plan.labels]
    for line, document, item, text, cells in rows:
        for column, annotator in columns:
            label = cells[column].strip()
            if label:
                content.answer(document, annotator, item, label, line, text=text)
    _in_order([annotator for _, annotator in columns], content)
    active = {annotator for _, annotator in content.answers}
    for column, annotator in columns if active else ():
        if annotator not in active:
            message = f"the column {plan.name(column)} is empty: that annotator labelled nothing"
            content.report("empty-column", plan.line, message, "delete it, or see why", Severity.WARNING)


def _in_order(annotators: Sequence[str], content: Content) -> None:
    """Put the answers in the order of the columns."""
    order = {annotator: number for number, annotator in enumerate(annotators)}
    content.answers = dict(sorted(content.answers.items(), key=lambda entry: order[entry[0][1] or ""]))


def _fill_joined(rows: Iterator[ItemRow], plan: Plan, content: Content) -> None:
    size = plan.joined
    for line, document, item, text, cells in rows:
        labels = _parted(cells[plan.labels[0]])
        size = size or len(labels)
        if len(labels) != size:
            hint = "keep the comma where an annotator gave no label; a cell of one annotator is a long layout"
            content.report("ragged-row", line, f"{plural(len(labels), 'label')} in the cell instead of {size}", hint)
            continue
        for number, label in enumerate(labels, 1):
            if label and not label.isspace():
                content.answer(document, f"annotator{number}", item, label.strip(), line, text=text)
    _in_order([f"annotator{number}" for number in range(1, size + 1)], content)


def _parted(cell: str) -> list[str]:
    """The labels of a cell; of a list as Python and JSON write it, without brackets and quotes.

    >>> _parted("fresh, calm"), _parted("['fresh', 'calm']"), _parted('["a, b", ""]')
    (['fresh', ' calm'], ['fresh', 'calm'], ['a, b', ''])
    """
    inner = cell.strip()
    if not (inner.startswith("[") and inner.endswith("]")):
        return cell.split(",")
    inner = inner[1:-1].strip()
    mark = "'" if inner.startswith("'") else '"'
    return next(csv.reader([inner], quotechar=mark, skipinitialspace=True), [])


def write_table(corpus: Corpus, annotator: str) -> Iterator[bytes]:
    """One row per label, or one row per unit; for a document without any unit, a row of its name and the annotator's.

    The texts of items stand in a column of their own, where there are any.

    Where the data name no document, there is no column of documents, so that the table lies beside what it was made of.
    """
    of_units = any(isinstance(layer, Units) for layer in corpus.annotations.values())
    named = any(document.named for document in corpus.documents)
    columns = ("annotator", "category", "start", "end") if of_units else ("item", "annotator", "label")
    texts = not of_units and any(any(document.items.values()) for document in corpus.documents)
    yield _row(*["document"] * named, *columns, *["text"] * texts)
    for document in corpus.documents:
        layer = corpus.annotations.get((document.id, annotator))
        name = [document.id] * named
        if isinstance(layer, ItemLabels):
            for item, label in layer.labels.items():
                yield _row(*name, item, annotator, label, *[document.items.get(item, "")] * texts)
        elif isinstance(layer, Units):
            for start, end, category in layer.units:
                yield _row(*name, annotator, category, _position(start), _position(end))
            if not layer.units:
                yield _row(*name, annotator, "", "", "")


def _position(number: float) -> str:
    """A position that is read back as the same number.

    >>> _position(0.1 + 0.2), _position(3.0), _position(1234567890123456.0)
    ('0.30000000000000004', '3', '1234567890123456')
    """
    return str(number).removesuffix(".0")


def _row(*cells: str) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue().encode("utf-8", "surrogateescape")


TABLE = Format(
    read_table,
    takes=("item", "annotator", "document", "text", "layout"),
    writer=Writer(write_table, ".csv", ("labels of items",), ("units",), heading=1, names_annotators=True),
)
