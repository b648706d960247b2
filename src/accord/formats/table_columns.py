"""The columns of a table, as far as their names, their cells and the caller say what they are."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from accord.encoding.shape import is_typed_label
from accord.formats.extra_columns import extra_columns
from accord.formats.roles import column_number, roles
from accord.formats.text_columns import is_reply

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.formats.columns import Columns

_FEW = 0.1


class TableColumns(NamedTuple):
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
    author: int | None
    """Which of these is called like an annotator."""


def table_columns(rows: Sequence[list[str]], line: int, told: Columns) -> TableColumns:
    """The columns of a table whose first row stands on ``line``."""
    names = [cell.strip() for cell in rows[0]]
    header = _is_header(names, rows[1:], told)
    if not header:
        names = [f"column{column}" for column in range(len(names))]
    found = roles(names) if header else {}
    given = {"item": told.item, "annotator": told.annotator, "document": told.document, "text": told.text}
    width = len(names)
    said = {role: column_number(column, role, names, width) for role, column in given.items() if column is not None}
    labels = [column_number(column, "label", names, width) for column in told.labels or ()]
    used = {*said.values(), *labels}
    found = {role: column for role, column in found.items() if column not in used and role not in said} | said
    body = rows[header:]
    joined = {} if header and "label" not in found else _joined_columns(body)
    aside: tuple[int, ...] = ()
    if not labels and told.layout in {None, "wide"} and found.get("label") not in joined:
        aside = extra_columns(names, body, found, said)
    author = found.get("annotator") if aside else None
    if aside:
        found, joined = {role: column for role, column in found.items() if column not in aside}, {}
    if "label" in found and "annotator" not in found and is_reply(found["label"], names, body, joined):
        del found["label"]
    return TableColumns(names, header, body, found, frozenset(said), tuple(labels) or None, joined, line, aside, author)


def _is_header(names: Sequence[str], body: Sequence[Sequence[str]], told: Columns) -> bool:
    """Whether the first row names the columns: by names we know, or as its cells are no labels."""
    said = [told.item, told.annotator, told.document, told.text, *(told.labels or ())]
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
