"""What a table of units leaves open: documents and categories in columns of other names, and commas in positions."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from accord.formats.annotator_columns import is_about_items
from accord.formats.cells import number_in
from accord.formats.roles import normalised
from accord.formats.text_columns import is_remark
from accord.formats.unit_columns import BELONGING, ITEM_NAMES, NO_COLUMN, UNIT_ROLES, plain_name
from accord.messages import column_option
from accord.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.formats.content import Content
    from accord.formats.unit_columns import UnitColumns

_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+")
"""A number whose commas may stand between thousands, or before three decimals."""
_MIN_OVERLAPS, _FEWER = 3, 4
"""So many units lie over others before it is asked why, and so many times as many as within what may be documents."""


def report_documents(columns: UnitColumns, rows: Iterable[Sequence[str]], content: Content) -> None:
    """Report a column that seems to name documents, where none is called so: in each of them positions start over.

    Units of one annotator lie over each other where the column is not looked at, and do not where they share its cell;
    or it is called an id, and several annotators have several units under the same ones.
    """
    if columns.whole or "document" in columns.roles or not columns.header:
        return
    annotator, start, end = columns.roles.get("annotator"), columns.roles["start"], columns.roles["end"]
    held = [
        (row, begin, close)
        for row in rows
        if (begin := number_in(row[start])) is not None and (close := number_in(row[end])) is not None
    ]
    by = [row[annotator].strip() if annotator is not None else "" for row, _, _ in held]
    sides = [(begin, close) for _, begin, close in held]
    together = _overlaps(by, sides)
    for column, name in enumerate(columns.names):
        if column in {columns.covered, *columns.roles.values()} or is_about_items(name):
            continue
        cells = [row[column].strip() for row, _, _ in held]
        groups = list(zip(by, cells, strict=True))
        if not 1 < len(set(cells)) <= len(cells) / 2:
            continue
        if together >= _MIN_OVERLAPS and _FEWER * _overlaps(groups, sides) <= together:
            message = f"units lie over each other unless the column {name!r} names documents"
        elif _is_id(name) and _are_shared(groups):
            message = f"the column {name!r} may name documents"
        else:
            continue
        said, none = column_option("document", name), column_option("document", NO_COLUMN)
        content.report("unknown-columns", columns.line, message, f"say {said} if it does, {none} if it does not")
        return


def report_categories(columns: UnitColumns, rows: Iterable[Sequence[str]], content: Content) -> None:
    """Say which columns may hold the categories, where none is called so and units would have none."""
    if "category" in columns.roles or not columns.header:
        return
    held = list(rows)
    for column, name in enumerate(columns.names):
        if column in {columns.covered, *columns.roles.values()} or is_about_items(name) or is_remark(name):
            continue
        cells = [row[column].strip() for row in held if row[column].strip()]
        if (
            1 < len(set(cells)) <= len(cells) / 2
            and all(number_in(cell) is None for cell in cells)
            and not _is_id(name)
        ):
            message = f"units have no categories, and the column {name!r} may hold them"
            hint = f"if it does, say {column_option('label', name)}"
            content.report("unused-column", columns.line, message, hint, Severity.WARNING)


def _is_id(name: str) -> bool:
    """Whether a column is called like the ids of things that none of the roles is about."""
    plain, known = normalised(name), {word for words in UNIT_ROLES.values() for word in words.split()}
    return (plain.endswith("id") or plain in ITEM_NAMES) and plain_name(name) not in known | BELONGING


def _are_shared(groups: Sequence[tuple[str, str]]) -> bool:
    """Whether most cells stand in rows of several annotators, where there are such, and in several rows of one."""
    pairs = Counter(groups)
    cells = Counter(cell for _, cell in pairs)
    several = len({who for who, _ in pairs}) > 1
    shared = sum(times > 1 for times in cells.values())
    return max(pairs.values()) > 1 and (2 * shared >= len(cells) or not several)


def _overlaps(groups: Sequence[object], sides: Sequence[tuple[float, float]]) -> int:
    """How many units begin before an earlier one of their group has ended."""
    reached: dict[object, float] = {}
    found = 0
    for (start, end), group in sorted(zip(sides, groups, strict=True), key=lambda entry: entry[0]):
        found += start < reached.get(group, start)
        reached[group] = max(end, reached.get(group, end))
    return found


def decimal_comma(rows: Iterable[Sequence[str]], columns: UnitColumns, content: Content) -> bool:
    """Whether positions are written with a comma (1,5); reports it where the comma may stand between thousands."""
    sides = [columns.roles[role] for role in ("start", "end")]
    cells = {row[side].strip() for row in rows for side in sides}
    written = sorted(cell for cell in cells if "," in cell)
    if not written or any("." in cell for cell in cells):
        return False
    long = any(cell.isdecimal() and len(cell) > len("999") for cell in cells)
    if not long and all(map(_THOUSANDS.fullmatch, written)):
        ways = f"{written[0].replace(',', '.', 1)} or {written[0].replace(',', '')}"
        hint = "write positions as numbers with a point, like 12.5"
        content.report("invalid-unit", None, f"it cannot be told whether {written[0]} is {ways}", hint)
    return True
