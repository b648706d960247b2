"""Which column of a table is what: by the names of the columns, by what the caller says, or as the only one left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from accord.encoding.shape import is_chunk_label
from accord.errors import UsageError
from accord.formats.annotator_columns import AnnotatorChoice, choose_annotators, crossed, sums
from accord.formats.cells import counted, recur
from accord.formats.item_column import ItemColumn, is_index, item_by_place
from accord.formats.roles import label_columns, normalised, text_among
from accord.formats.rows import shown
from accord.formats.survey import SURVEY, is_time, respondents, survey_items
from accord.formats.table_columns import TableColumns, table_columns
from accord.formats.text_columns import is_remark, is_text_beside, is_text_name, reads_like_text
from accord.formats.work_notes import work_columns
from accord.messages import column_option, columns_option, option, plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from accord.formats.columns import Columns
    from accord.formats.content import Content
    from accord.formats.dialect import Dialect

_NAME_THEM = "name the columns in the first row, like item,annotator,label or item,ada,bram"
_OF_UNITS = 4


@dataclass(frozen=True, slots=True)
class Plan:
    """Which column of a table is what, counted from 0."""

    layout: str
    names: tuple[str, ...]
    item: int | None
    """None where each row is an item, and its number the name."""
    labels: tuple[int, ...]
    annotator: int | None = None
    document: int | None = None
    text: int | None = None
    header: bool = True
    line: int = 1
    joined: int = 0
    """How many labels the cells of a joined table usually hold, where that is known."""
    chosen: AnnotatorChoice | None = None
    """Which columns of a wide table are annotators, where that was detected."""
    author: int | None = None
    """Who is taken for the author of the items of a wide table, as long as no item has several."""
    item_doubt: tuple[str, str] | None = None
    """Why it is not sure what names the items of a wide table, as `doubts` says it."""

    def name(self, column: int) -> str:
        """How messages call a column."""
        return repr(self.names[column]) if self.header and self.names[column] else f"number {column}"

    def describe(self, dialect: Dialect) -> str:
        """One phrase for the reader's note."""
        if self.layout == SURVEY:
            who = "" if self.annotator is None else self.name(self.annotator)
            first, last = self.name(self.labels[0]), self.name(self.labels[-1])
            items = f"{plural(len(self.labels), 'item')} in columns from {first} to {last}"
            return f"a survey{dialect.division}, one row per annotator, who is in column {who}; {items}"
        found = ["each row an item" if self.item is None else f"item in column {self.name(self.item)}"]
        if self.document is not None:
            found.append(f"document in {self.name(self.document)}")
        if self.annotator is not None:
            found.append(f"annotator in {self.name(self.annotator)}")
        labels = ", ".join(map(self.name, self.labels))
        found.append(
            {
                "long": f"label in {labels}",
                "wide": f"each of the columns {labels} an annotator, an empty cell an item not annotated",
                "joined": f"the labels of all annotators in {labels}, with commas between",
            }[self.layout]
        )
        if self.text is not None:
            found.append(f"text in {self.name(self.text)}")
        of_work = self.work_columns
        if of_work:
            found.append(f"of the work: {', '.join(map(self.name, of_work.values()))}")
        used = {self.item, self.document, self.annotator, self.text, *self.labels, *of_work.values()}
        used.update(self.chosen.aside if self.chosen else ())
        unused = [self.name(column) for column in range(len(self.names)) if column not in used and self.names[column]]
        if unused:
            found.append(f"not used: {', '.join(unused) if self.header else f'{len(unused)} more'}")
        if self.chosen is not None:
            by_name = tuple(column for column in self.chosen.by_name if column not in of_work.values())
            found += self.chosen._replace(by_name=by_name).describe(self.name)
        return f"a {self.layout} table{dialect.division}, {'; '.join(found)}"

    @property
    def work_columns(self) -> dict[str, int]:
        """The columns that say when labels were given, in which round, and, one row per label, how long they took."""
        if not self.header or self.layout == SURVEY:
            return {}
        found = work_columns(self.names, {self.item, self.document, self.annotator, self.text, *self.labels})
        return {role: column for role, column in found.items() if role != "seconds" or self.layout == "long"}

    def completed(self, rows: Iterable[Sequence[str]]) -> Plan:
        """The same after a look at all rows, if they can change who is an annotator."""
        if self.chosen is None or not self.chosen.is_open:
            return self
        chosen = self.chosen.completed(rows)
        return replace(self, labels=chosen.annotators, chosen=chosen)

    def doubts(self) -> Iterable[tuple[str, str]]:
        """What is not sure of items and annotators: a code and a sentence for each."""
        if self.item_doubt is not None:
            yield self.item_doubt
        if self.chosen is not None:
            yield from self.chosen.doubts(self.name)


def plan_columns(rows: Sequence[list[str]], line: int, told: Columns, content: Content) -> Plan | None:
    """Detect which column is what, or report why that cannot be known; the first row stands on ``line``."""
    columns = table_columns(rows, line, told)
    layout = told.layout or _layout(columns)
    first_row = ", ".join(shown(rows[0]))
    if layout == SURVEY:
        return _survey(columns, content)
    if len(columns.names) < 2:
        content.report("unknown-columns", line, f"there is one column: {first_row}", _NAME_THEM)
    elif told.item is None and {"start", "end"} <= set(map(normalised, columns.names)):
        message = f"these are units with a start and an end, not labels of items: {first_row}"
        content.report("unknown-columns", line, message, f"say that they are: {_format('units')}")
    elif not columns.header and told.item is None and layout != "joined":
        units = len(columns.names) == _OF_UNITS
        tokens = any(map(is_chunk_label, rows[0])) or rows[0][0].strip().isalpha()
        if_tokens = f"; if these are tokens and their labels, say {_format('conll')}" if tokens else ""
        hint = f"; if these are units on a continuum, say {_format('units')}" if units else if_tokens
        hint = f"{_NAME_THEM}{hint}"
        content.report("no-header", line, f"the first row looks like data: {first_row}", hint)
    elif layout == "long":
        return _long(columns, content)
    else:
        return _side_by_side(layout, columns, rows, content)
    return None


def _survey(columns: TableColumns, content: Content) -> Plan | None:
    """One row per annotator, and a column for each item."""
    found = survey_items(columns, content)
    if found is None or _duplicate_names(columns, found[1], content):
        return None
    who, items = found
    document = columns.roles["document"] if "document" in columns.said else None
    return Plan(SURVEY, tuple(columns.names), None, items, who, document, header=columns.header, line=columns.line)


def _or_survey(columns: TableColumns) -> str:
    """What else a table may be whose columns do not say what was labelled, if they say who answered or when."""
    called = respondents(columns) is not None or any(map(is_time, columns.names))
    layout = option("layout", SURVEY)
    return f"; where each row is an annotator and each further column an item, say {layout}" if called else ""


def _format(name: str) -> str:
    return option("format", name, flag="--input-format")


def _layout(columns: TableColumns) -> str:
    found, labels, joined = columns.roles, columns.labels, columns.joined
    if "annotator" in found or (labels is None and "label" in found and found["label"] not in joined):
        return "long"
    if joined and (labels is None or labels[0] in joined):
        return "joined"
    return "long" if labels is not None and len(labels) == 1 else "wide"


def _long(columns: TableColumns, content: Content) -> Plan | None:
    """One row per label: what is not found by name is the only column left."""
    names, labels = columns.names, columns.labels
    found = columns.roles | ({"label": labels[0]} if labels else {})
    if "item" not in found and "document" in found and "document" not in columns.said:
        found["item"] = found.pop("document")
    left = [column for column in range(len(names)) if column not in found.values() and not is_remark(names[column])]
    missing = [role for role in ("item", "label") if role not in found]
    if len(missing) == 1 and not left:
        left = [column for column in range(len(names)) if column not in found.values() and is_text_name(names[column])]
        left = [column for column in left if not reads_like_text(column, columns.body)]
    if len(missing) == len(left) == 1:
        found[missing.pop()] = left[0]
    if missing:
        message = f"no column is named like {' and '.join(map(_article, missing))}: {', '.join(shown(names))}"
        which = " ".join(map(column_option, (role for role in ("item", "label") if role not in found)))
        content.report(
            "unknown-columns",
            columns.line,
            message,
            f"say which column it is: {which}; or {_NAME_THEM}{_or_survey(columns)}",
        )
        return None
    used = [found[role] for role in ("item", "label", "annotator", "document") if role in found]
    if _duplicate_names(columns, used, content) or (labels is None and _other_labels(columns, used, content)):
        return None
    return Plan(
        "long",
        names=tuple(names),
        item=found["item"],
        labels=(found["label"],),
        annotator=found.get("annotator"),
        document=found.get("document"),
        text=_text_column(columns, used),
        header=columns.header,
        line=columns.line,
    )


def _other_labels(columns: TableColumns, used: Sequence[int], content: Content) -> bool:
    """Whether other columns of a long table are called like labels and recur like these; it is asked which is meant."""
    names = columns.names
    free = [column for column in label_columns(names) if column not in used]
    cells = counted(free, columns.body) if columns.header and "label" in columns.roles else {}
    others = [column for column in cells if recur(cells[column])]
    if others:
        ask_which_labels([names[column] for column in (columns.roles["label"], *others)], columns.line, content)
    return bool(others)


def ask_which_labels(names: Sequence[str], line: int | None, content: Content) -> None:
    """Report that several columns, or keys, may hold the labels."""
    message = f"the columns {' and '.join(map(repr, names))} may all hold the labels"
    ways = ", or ".join(column_option("label", name) for name in names)
    content.report("several-labels", line, message, f"say which is meant: {ways}")


def _article(role: str) -> str:
    return f"{'an' if role[0] in 'aeiou' else 'a'} {role}"


def _text_column(columns: TableColumns, used: Sequence[int | None]) -> int | None:
    """The column that holds the text of an item: as told, by its name, or as it holds neither labels nor remarks."""
    if "text" in columns.roles:
        return columns.roles["text"]
    free = {name: column for column, name in enumerate(columns.names) if column not in used and columns.header}
    if (name := text_among(free)) is not None:
        return free[name]
    others = [column for name, column in free.items() if not is_remark(name)]
    return next((column for column in others if reads_like_text(column, columns.body)), None)


def _side_by_side(layout: str, columns: TableColumns, rows: Sequence[Sequence[str]], content: Content) -> Plan | None:
    """All labels of an item in its row: the item is the first column unless one is named so, or it names none."""
    names, labels = columns.names, columns.labels
    chosen: AnnotatorChoice | None = None
    item, doubt = _item(layout, columns)
    if item is not None and "item" not in columns.roles and labels is None and is_time(names[item]):
        message = f"the column {names[item]!r} says when a row was written, and no column names the items"
        hint = f"say which column it is: {column_option('item')}{_or_survey(columns)}"
        content.report("unknown-columns", columns.line, message, hint)
        return None
    document = None if columns.roles.get("document") == item else columns.roles.get("document")
    if labels is None and layout == "joined":
        labels = tuple(columns.joined)[-1:]
    if labels is None:
        about = {item, document, columns.roles.get("text"), *columns.aside}
        others = [column for column in range(len(names)) if column not in about]
        others = [column for column in others if not is_index(column, names, columns.body)]
        labels = tuple(column for column in others if not is_remark(names[column]))
        labels = tuple(column for column in labels if not is_text_beside(column, labels, columns.body)) or labels
        chosen = choose_annotators(labels, names, columns.body, columns.aside)
        labels = chosen.annotators
        unnamed = [column for column in others if not names[column]]
        if len(names) - names.count("") == 1 and len(unnamed) > 1:
            message = f"only one column has a name: {', '.join(filter(None, names))!r:.60}"
            content.report("no-header", columns.line, message, "delete what stands above the names of the columns")
            return None
        if any(len(row) > column and row[column].strip() for row in rows for column in unnamed):
            hint = "name its annotator in the first row"
            content.report("missing-annotator", columns.line, "a column with labels has no name", hint)
            return None
    if not labels:
        message = f"there is no column of labels: {', '.join(shown(names))}"
        content.report("unknown-columns", columns.line, message, _NAME_THEM)
    if chosen is not None and (groups := crossed(labels, names)):
        _report_crossed(columns, groups, content)
        return None
    if chosen is not None and (total := sums(labels, columns.body)) is not None:
        _report_counts(columns, labels, total, content)
        return None
    used = [column for column in (item, *labels) if column is not None]
    if not labels or _duplicate_names(columns, used, content):
        return None
    return Plan(
        layout,
        names=tuple(names),
        item=item,
        labels=labels,
        document=document,
        text=_text_column(columns, [item, document, *labels, *(chosen.aside if chosen else ())]),
        header=columns.header,
        line=columns.line,
        joined=columns.joined.get(labels[0], -1) + 1,
        chosen=chosen,
        author=columns.author,
        item_doubt=doubt,
    )


def _report_crossed(columns: TableColumns, groups: Mapping[str, Sequence[int]], content: Content) -> None:
    """Columns for each of several annotators and each of several questions, or rounds."""
    first = next(iter(groups.values()))
    firsts = [columns.names[column] for column in first]
    message = f"the columns are named after several things at once ({' and '.join(map(repr, groups))} in each of them)"
    one = f"name those of one question or round, such as {columns_option('label', firsts)}"
    hint = f"{one}; or all, if each is an annotator"
    content.report("crossed-columns", columns.line, message, hint)


def _report_counts(columns: TableColumns, labels: Sequence[int], total: str, content: Content) -> None:
    """Columns that each count one label, so that nobody's labels are known."""
    names = [columns.names[column] for column in labels]
    message = f"the columns {', '.join(map(repr, names))} sum to {total} in every row, as counts or shares of labels do"
    named = columns_option("label", names)
    needed = "what each annotator said is needed (accord soft scores shares)"
    hint = f"{needed}; if the columns are annotators all the same, name them: {named}"
    content.report("counted-labels", columns.line, message, hint)


def _item(layout: str, columns: TableColumns) -> ItemColumn:
    """The column that is named like an item or by the caller; else the first one that is no label, if that may be."""
    names, labels = columns.names, columns.labels or ()
    if "item" in columns.roles:
        return ItemColumn(columns.roles["item"])
    first = next((column for column in range(len(names)) if column not in labels), None)
    if first is None and layout == "joined":
        raise UsageError("all columns are columns of labels: one must be the item")
    if first is None or layout == "joined" or first in {*columns.roles.values(), *columns.aside}:
        return ItemColumn(first)
    free = (column for column in range(first + 1, len(names)) if column not in columns.roles.values())
    others = labels or [column for column in free if not is_remark(names[column])]
    return item_by_place(first, others, names, columns.body)


def _duplicate_names(columns: TableColumns, used: Sequence[int], content: Content) -> bool:
    names = columns.names
    twice = sorted({names[column] for column in used if names.count(names[column]) > 1})
    for name in twice:
        message = f"{names.count(name)} columns are named {name!r}"
        content.report("duplicate-column", columns.line, message, "give each its own name")
    return bool(twice)
