"""Whether the column that stands where items usually do names them, or whether each row of a wide table is an item."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.annotator_columns import is_about_items
from accord.formats.cells import counted, has_many, holds_numbers, is_within, number_in
from accord.formats.extra_columns import lie_in_one_range, measure_alike
from accord.formats.roles import normalised
from accord.messages import column_option
from accord.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.formats.content import Content
    from accord.formats.plan import Plan

    Rows = Sequence[Sequence[str]]

_REPETITIONS = {"round", "run", "epoch", "trial", "pass", "repetition", "repeat", "attempt", "session", "phase", "seed"}
"""What columns may be called that tell repeated labels of one item apart."""
_INDEX = re.compile(r"(?:unnamed(?:_\d+)+)?")
"""What is called like a column of row numbers that pandas writes."""
_REPEATING = 0.1
"""Which share of rows repeats another's item where items are renumbered; fewer are slips."""
_RECURRING = 0.25
"""Where more cells than these hold what an earlier one does, they name no items."""


class ItemColumn(NamedTuple):
    """The column that names items, None where each row is one; where that is not sure, a code and a sentence."""

    column: int | None
    doubt: tuple[str, str] | None = None


def item_by_place(column: int, others: Sequence[int], names: Sequence[str], rows: Rows) -> ItemColumn:
    """Look at what stands in the place of items, though it is not called so, and at other columns that hold labels.

    It names no items where it recurs and others hold the same, where its numbers are measured like those of others
    (have decimals as these, or go up and down with them), or where it recurs and is called like what is known of items.
    What counts, or has no name, as an index has none, names them.
    """
    cells = counted([column, *others], rows)
    own = cells.pop(column)
    name = normalised(names[column])
    if not own or _INDEX.fullmatch(name) or _counts(column, rows):
        return ItemColumn(column)
    recurs = own.total() - len(own) >= _RECURRING * own.total()
    numbers = holds_numbers(own)
    shared = is_within(own, cells) and (recurs or not numbers)
    near = [other for other in others if numbers and has_many(own) and lie_in_one_range(column, other, rows)]
    together = any(measure_alike(column, other, rows) for other in near)
    decimals = _have_decimals(own) and any(_have_decimals(cells[other]) for other in near)
    twice = len(own) < own.total()
    if recurs and is_about_items(name):
        return _no_column(names[column], "recurs, and says something else by its name")
    if (shared and recurs) or (together and twice) or decimals:
        return _no_column(names[column], "holds what the others do")
    alike = shared or together or (twice and near)
    if not (alike or recurs):
        return ItemColumn(column)
    why = "holds what the others do" if alike else "names many of them twice"
    sentence = f"the column {names[column]!r} is taken for the items, by its place, though it {why}"
    return ItemColumn(column, ("unlikely-item-column", sentence))


def is_index(column: int, names: Sequence[str], rows: Rows) -> bool:
    """Whether a column holds the row numbers that pandas writes before the others.

    >>> is_index(0, ["", "item"], [["0", "a"], ["1", "b"], ["2", "c"]]), is_index(0, ["", "item"], [["x", "a"]])
    (True, False)
    """
    return _INDEX.fullmatch(normalised(names[column])) is not None and _counts(column, rows)


def _no_column(name: str, why: str) -> ItemColumn:
    sentence = f"no column names the items, so each row is one: {name!r} {why}"
    return ItemColumn(None, ("no-item-column", sentence))


def _counts(column: int, rows: Rows) -> bool:
    """Whether cells are numbers that rise, perhaps from one on, again and again."""
    numbers = [number_in(row[column]) for row in rows if len(row) > column and row[column].strip()]
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers) or len(set(known)) < 3:
        return False
    return all(after > before for before, after in pairwise(known)) or all(
        after == before + 1 or before > after == known[0] for before, after in pairwise(known)
    )


def _have_decimals(cells: Iterable[str]) -> bool:
    """Whether there are numbers with decimals."""
    return any(not (number_in(cell) or 0.0).is_integer() for cell in cells)


def report_divider(rows: Rows, plan: Plan, content: Content) -> None:
    """Say which column may divide the items where they repeat, and do not within one of its values."""
    key = [column for column in (plan.item, plan.annotator) if column is not None]
    again = len(rows) - len({tuple(row[each].strip() for each in key) for row in rows})
    if plan.item is None or plan.document is not None or again < _REPEATING * len(rows):
        return
    for column, name in enumerate(plan.names):
        values = {row[column].strip() for row in rows}
        taken = column in {*key, *plan.labels, plan.text} or normalised(name) in _REPETITIONS
        if taken or not 1 < len(values) <= len(rows) / 2 or "" in values:
            continue
        if len({(row[column].strip(), *(row[each].strip() for each in key)) for row in rows}) == len(rows):
            message = f"no item stands twice under the same {name!r}, so items may be renumbered in each"
            hint = f"if they are, say {column_option('document', name)}"
            content.report("duplicate-label", plan.line, message, hint, Severity.WARNING)
            return
