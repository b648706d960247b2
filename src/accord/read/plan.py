"""Which column of a table is what: by the names of the columns, by what the caller says, or as the only one left."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from accord.encoding.shape import is_chunk_label, is_typed_label
from accord.errors import UsageError
from accord.read.annotator_columns import Chosen, choose_annotators, is_about_items, share_labels
from accord.read.dialect import DELIMITERS, Dialect
from accord.read.roles import column_number, normalised, roles, text_among
from accord.read.rows import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from accord.read.columns import Columns
    from accord.read.content import Content

_REMARKS = {"id", "index", "comment", "note", "remark", "timestamp", "date", "time", "url"}
_FEW = 0.1
_WORDS_OF_A_TEXT = 4
_NAME_THEM = "name the columns in the first row, like item,annotator,label or item,ada,bram"
_OF_UNITS, _IF_UNITS = 4, "; if these are units on a continuum, say --input-format units or format='units'"
_IF_TOKENS = "; if these are tokens and their labels, say --input-format conll or format='conll'"


@dataclass(frozen=True, slots=True)
class Plan:
    """Which column of a table is what, counted from 0."""

    layout: str
    names: tuple[str, ...]
    item: int
    labels: tuple[int, ...]
    annotator: int | None = None
    document: int | None = None
    text: int | None = None
    header: bool = True
    line: int = 1
    joined: int = 0
    """How many labels the cells of a joined table usually hold, where that is known."""
    chosen: Chosen | None = None
    """Which columns of a wide table are annotators, where that was found out."""

    def name(self, column: int) -> str:
        """How messages call a column."""
        return repr(self.names[column]) if self.header and self.names[column] else f"number {column}"

    def describe(self, dialect: Dialect) -> str:
        """One phrase for the reader's note."""
        found = [f"item in column {self.name(self.item)}"]
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
        used = {self.item, self.document, self.annotator, self.text, *self.labels}
        used.update(self.chosen.aside if self.chosen else ())
        unused = [self.name(column) for column in range(len(self.names)) if column not in used and self.names[column]]
        if unused:
            found.append(f"not used: {', '.join(unused) if self.header else f'{len(unused)} more'}")
        if self.chosen is not None:
            found += self.chosen.describe(self.name)
        return f"a {self.layout} table divided by {DELIMITERS[dialect.delimiter]}, {'; '.join(found)}"

    def settled(self, rows: Iterable[Sequence[str]]) -> Plan:
        """The same after a look at all rows, if they can change who is an annotator."""
        if self.chosen is None or not self.chosen.is_open:
            return self
        chosen = self.chosen.settled(rows)
        return replace(self, labels=chosen.annotators, chosen=chosen)

    def doubts(self) -> Iterable[tuple[str, str]]:
        """Which columns could be annotators and are none, or are perhaps not all: a code and a sentence for each."""
        return () if self.chosen is None else self.chosen.doubts(self.name)


class _Found(NamedTuple):
    """The columns of a table, as far as their names and the caller say what they are."""

    names: Sequence[str]
    header: bool
    body: Sequence[Sequence[str]]
    roles: dict[str, int]
    said: frozenset[str]
    labels: tuple[int, ...] | None
    joined: Mapping[int, int]
    line: int
    aside: tuple[int, ...]
    """What is called like an annotator or a label, and stands beside a column for each annotator."""


def plan_columns(rows: Sequence[list[str]], line: int, told: Columns, content: Content) -> Plan | None:
    """Find out which column is what, or report why that cannot be known; the first row stands on ``line``."""
    columns = _columns(rows, line, told)
    layout = told.layout or _layout(columns)
    first_row = ", ".join(shown(rows[0]))
    if len(columns.names) < 2:
        content.report("unknown-columns", line, f"there is one column: {first_row}", _NAME_THEM)
    elif told.item is None and {"start", "end"} <= set(map(normalised, columns.names)):
        message = f"these are units with a start and an end, not labels of items: {first_row}"
        content.report("unknown-columns", line, message, "say that they are: --input-format units, format='units'")
    elif not columns.header and told.item is None and layout != "joined":
        tokens = _IF_TOKENS if any(map(is_chunk_label, rows[0])) else ""
        hint = f"{_NAME_THEM}{_IF_UNITS if len(columns.names) == _OF_UNITS else tokens}"
        content.report("no-header", line, f"the first row looks like data: {first_row}", hint)
    elif layout == "long":
        return _long(columns, content)
    else:
        return _side_by_side(layout, columns, rows, content)
    return None


def _columns(rows: Sequence[list[str]], line: int, told: Columns) -> _Found:
    names = [cell.strip() for cell in rows[0]]
    header = _is_header(names, rows[1:], told)
    if not header:
        names = [f"column{column}" for column in range(len(names))]
    found = roles(names) if header else {}
    given = {"item": told.item, "annotator": told.annotator, "document": told.document}
    width = len(names)
    said = {role: column_number(column, role, names, width) for role, column in given.items() if column is not None}
    labels = [column_number(column, "label", names, width) for column in told.labels or ()]
    used = {*said.values(), *labels}
    found = {role: column for role, column in found.items() if column not in used and role not in said} | said
    body = rows[header:]
    joined = {} if header and "label" not in found else _joined_columns(body)
    aside: tuple[int, ...] = ()
    if not labels and told.layout in {None, "wide"} and found.get("label") not in joined:
        aside = _beside_annotators(names, body, found, said)
    if aside:
        found, joined = {role: column for role, column in found.items() if column not in aside}, {}
    if "label" in found and "annotator" not in found and _is_reply(found["label"], names, body, joined):
        del found["label"]
    return _Found(names, header, body, found, frozenset(said), tuple(labels) or None, joined, line, aside)


def _beside_annotators(
    names: Sequence[str], body: Sequence[Sequence[str]], found: Mapping[str, int], said: Mapping[str, int]
) -> tuple[int, ...]:
    """What was settled on and who wrote what was labelled, if other columns hold the labels of an annotator each."""
    free = [column for column in range(len(names)) if column not in found.values()]
    others = [column for column in free if not (_is_remark(names[column]) or is_about_items(names[column]))]
    aside = tuple(found[role] for role in ("annotator", "label") if role in found)
    long = "annotator" in said or ("annotator" in found and not _wrote_the_items(names, body, found))
    return aside if aside and not long and share_labels(others, body, found.get("label")) else ()


def _wrote_the_items(names: Sequence[str], body: Sequence[Sequence[str]], found: Mapping[str, int]) -> bool:
    """Whether a user is the author of an item rather than an annotator.

    Each item stands once then, and where there is a label beside the user, nearly each user does.
    """
    user, item = found["annotator"], found.get("item", 0)
    users, items = ([row[column] for row in body if len(row) > column] for column in (user, item))
    may_be = "label" not in found or len(set(users)) >= (1 - _FEW) * len(users)
    return may_be and len(set(items)) == len(items) and item != user and normalised(names[user]).startswith("user")


def _is_header(names: Sequence[str], body: Sequence[Sequence[str]], told: Columns) -> bool:
    """Whether the first row names the columns: by names we know, or as its cells are no labels."""
    said = [told.item, told.annotator, told.document, *(told.labels or ())]
    if roles(names) or any(isinstance(column, str) and column in names for column in said):
        return True
    if names[0].isdigit() or any("," in names[column] for column in _joined_columns([names, *body])):
        return False
    return not any(
        is_typed_label(name) or any(len(row) > column and row[column].strip() == name for row in body)
        for column, name in enumerate(names)
        if name
    )


def _joined_columns(rows: Sequence[Sequence[str]]) -> dict[int, int]:
    """The columns whose cells hold the same number of commas, all but a few of them, with that number."""
    found: dict[int, int] = {}
    for column in range(min(map(len, rows), default=0)):
        commas, times = Counter(row[column].count(",") for row in rows).most_common(1)[0]
        if commas and 1 < times >= len(rows) - max(1, _FEW * len(rows)):
            found[column] = commas
    return found


def _layout(columns: _Found) -> str:
    found, labels, joined = columns.roles, columns.labels, columns.joined
    if "annotator" in found or (labels is None and "label" in found and found["label"] not in joined):
        return "long"
    if joined and (labels is None or labels[0] in joined):
        return "joined"
    return "long" if labels is not None and len(labels) == 1 else "wide"


def _long(columns: _Found, content: Content) -> Plan | None:
    """A row a label: what is not found by name is the only column left."""
    names, labels = columns.names, columns.labels
    found = columns.roles | ({"label": labels[0]} if labels else {})
    if "item" not in found and "document" in found and "document" not in columns.said:
        found["item"] = found.pop("document")
    left = [column for column in range(len(names)) if column not in found.values() and not _is_remark(names[column])]
    missing = [role for role in ("item", "label") if role not in found]
    if len(missing) == 1 and not left:
        left = [column for column in range(len(names)) if column not in found.values() and _is_text_name(names[column])]
        left = [column for column in left if not _reads_like_text(column, columns.body)]
    if len(missing) == len(left) == 1:
        found[missing.pop()] = left[0]
    if missing:
        message = f"no column is named like {' and '.join(map(_article, missing))}: {', '.join(shown(names))}"
        content.report("unknown-columns", columns.line, message, f"say which column it is, or {_NAME_THEM}")
        return None
    used = [found[role] for role in ("item", "label", "annotator", "document") if role in found]
    if _duplicate_names(columns, used, content):
        return None
    plan = (found["item"], (found["label"],), found.get("annotator"), found.get("document"))
    return Plan("long", tuple(names), *plan, _text_column(columns, used), columns.header, columns.line)


def _article(role: str) -> str:
    return f"{'an' if role[0] in 'aeiou' else 'a'} {role}"


def _is_remark(name: str) -> bool:
    plain = normalised(name)
    return not plain or plain.removesuffix("s") in _REMARKS or _is_text_name(name)


def _is_text_name(name: str) -> bool:
    return text_among([name]) is not None


def _is_reply(column: int, names: Sequence[str], body: Sequence[Sequence[str]], joined: Mapping[int, int]) -> bool:
    """Whether a column that may hold labels holds what was said instead, and then labelled."""
    called = normalised(names[column]).removesuffix("s") in {"answer", "response"}
    return called and column not in joined and _reads_like_text(column, body)


def _reads_like_text(column: int, body: Sequence[Sequence[str]]) -> bool:
    """Whether cells are texts rather than labels: mostly of four words or more, and mostly different."""
    cells = [row[column].strip() for row in body if len(row) > column and row[column].strip()]
    long = sum(len(cell.split()) >= _WORDS_OF_A_TEXT for cell in cells)
    return 2 * long > len(cells) and 2 * len(set(cells)) > len(cells)


def _is_text_beside(column: int, others: Sequence[int], body: Sequence[Sequence[str]]) -> bool:
    """Whether cells are texts, and none of them stands in another column, as labels of annotators would."""
    cells = {row[column].strip() for row in body if len(row) > column}
    elsewhere = {row[other].strip() for row in body for other in others if other != column and len(row) > other}
    return _reads_like_text(column, body) and not cells & elsewhere - {""}


def _text_column(columns: _Found, used: Sequence[int | None]) -> int | None:
    """The column that holds the text of an item: by its name, or as what stands there is neither label nor remark."""
    free = {name: column for column, name in enumerate(columns.names) if column not in used and columns.header}
    if (name := text_among(free)) is not None:
        return free[name]
    others = [column for name, column in free.items() if not _is_remark(name)]
    return next((column for column in others if _reads_like_text(column, columns.body)), None)


def _side_by_side(layout: str, columns: _Found, rows: Sequence[Sequence[str]], content: Content) -> Plan | None:
    """All labels of an item in its row: the item is the first column unless one is named so."""
    names, found, labels = columns.names, columns.roles, columns.labels
    chosen: Chosen | None = None
    item = found.get("item", next(column for column in range(len(names) + 1) if column not in (labels or ())))
    document = None if found.get("document") == item else found.get("document")
    if item == len(names):
        raise UsageError("all columns are columns of labels: one must be the item")
    if labels is None and layout == "joined":
        labels = tuple(columns.joined)[-1:]
    if labels is None:
        others = [column for column in range(len(names)) if column not in {item, document, *columns.aside}]
        labels = tuple(column for column in others if not _is_remark(names[column]))
        labels = tuple(column for column in labels if not _is_text_beside(column, labels, columns.body)) or labels
        chosen = choose_annotators(labels, names, columns.body, columns.aside)
        labels = chosen.annotators
        unnamed = [column for column in others if not names[column]]
        if any(len(row) > column and row[column].strip() for row in rows for column in unnamed):
            hint = "name its annotator in the first row"
            content.report("missing-annotator", columns.line, "a column with labels has no name", hint)
            return None
    if not labels:
        message = f"there is no column of labels: {', '.join(shown(names))}"
        content.report("unknown-columns", columns.line, message, _NAME_THEM)
    if not labels or _duplicate_names(columns, [item, *labels], content):
        return None
    size = columns.joined.get(labels[0], -1) + 1
    text = _text_column(columns, [item, document, *labels, *(chosen.aside if chosen else ())])
    return Plan(layout, tuple(names), item, labels, None, document, text, columns.header, columns.line, size, chosen)


def _duplicate_names(columns: _Found, used: Sequence[int], content: Content) -> bool:
    names = columns.names
    twice = sorted({names[column] for column in used if names.count(names[column]) > 1})
    for name in twice:
        message = f"{names.count(name)} columns are named {name!r}"
        content.report("duplicate-column", columns.line, message, "give each its own name")
    return bool(twice)
