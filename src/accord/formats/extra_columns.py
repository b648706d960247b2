"""What is called like an annotator or a label, but stands beside columns that hold the labels of one annotator each.

It is who wrote an item, or the adjudicated label.
"""

from __future__ import annotations

from itertools import combinations
from statistics import correlation, median
from typing import TYPE_CHECKING

from accord.formats.annotator_columns import is_about_items
from accord.formats.cells import counted, has_many, holds_numbers, is_within, number_in, off_scale, sharing
from accord.formats.roles import normalised
from accord.formats.text_columns import is_remark

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Rows = Sequence[Sequence[str]]

_TOGETHER = 0.5
"""From this correlation on, numbers go up and down together."""


def extra_columns(
    names: Sequence[str], rows: Rows, found: Mapping[str, int], said: Mapping[str, int]
) -> tuple[int, ...]:
    """What is called like an annotator or a label, if other columns hold the labels of an annotator each."""
    free = [column for column in range(len(names)) if column not in found.values()]
    others = [column for column in free if not (is_remark(names[column]) or is_about_items(names[column]))]
    aside = tuple(found[role] for role in ("annotator", "label") if role in found)
    long = "annotator" in said or ("annotator" in found and not _wrote_the_items(names, rows, found))
    if not aside or long:
        return ()
    label = found.get("label")
    return aside if _share_labels(others, rows, label) or _measure_the_same(others, rows, label) else ()


def _wrote_the_items(names: Sequence[str], rows: Rows, found: Mapping[str, int]) -> bool:
    """Whether users may be the authors of items rather than annotators, for each item has one.

    Beside a label there are several of them: who alone is named beside all labels gave them.
    """
    user, item = found["annotator"], found.get("item", 0)
    key = [column for column in (found.get("document"), item) if column is not None]
    whole = [row for row in rows if len(row) > max(*key, user)]
    several = len({row[user].strip() for row in whole}) > 1
    called = item != user and normalised(names[user]).startswith("user")
    return called and not share_items(whole, key, user) and (several or "label" not in found)


def share_items(rows: Iterable[Sequence[str]], key: Sequence[int], user: int) -> bool:
    """Whether an item, which some columns name, stands in rows of several users; one without a name is no item."""
    users: dict[tuple[str, ...], str] = {}
    for row in rows:
        item, who = tuple(row[column].strip() for column in key), row[user].strip()
        if who and all(item) and users.setdefault(item, who) != who:
            return True
    return False


def _share_labels(columns: Sequence[int], rows: Rows, label: int | None) -> bool:
    """Whether columns share labels with each other, and with the column of the adjudicated label, if there is one."""
    cells = counted([*columns, *([] if label is None else [label])], rows)
    alike = {column: each for column, each in sharing(cells).items() if column != label}
    if len(alike) < 2 or label is None:
        return len(alike) > 1
    return is_within(cells[label], alike) or label in off_scale({**alike, label: cells[label]})


def _measure_the_same(columns: Sequence[int], rows: Rows, label: int | None) -> bool:
    """Whether two columns hold measured numbers as the adjudicated label or, where there is none, as each other.

    Measured numbers are rarely the same, so it is not labels that they share.
    """
    cells = counted(columns, rows)
    measured = [column for column in columns if holds_numbers(cells[column]) and has_many(cells[column])]
    if label is None:
        return any(measure_alike(one, other, rows) for one, other in combinations(measured, 2))
    return sum(measure_alike(each, label, rows) for each in measured) > 1


def measure_alike(one: int, other: int, rows: Rows) -> bool:
    """Whether the numbers of two columns lie in the same range, and go up and down together."""
    pairs = _pairs(one, other, rows)
    if not _in_one_range(pairs):
        return False
    try:
        return correlation([ours for ours, _ in pairs], [theirs for _, theirs in pairs]) >= _TOGETHER
    except (ValueError, OverflowError):
        return False  # one of them is constant, or numbers are too large


def lie_in_one_range(one: int, other: int, rows: Rows) -> bool:
    """Whether two columns hold numbers, and the middle one of either lies within the range of the other."""
    return _in_one_range(_pairs(one, other, rows))


def _in_one_range(pairs: Sequence[tuple[float, float]]) -> bool:
    if len(pairs) < 2:
        return False
    one, other = [ours for ours, _ in pairs], [theirs for _, theirs in pairs]
    return min(one) <= median(other) <= max(one) and min(other) <= median(one) <= max(other)


def _pairs(one: int, other: int, rows: Rows) -> list[tuple[float, float]]:
    """The numbers of the rows in which two columns have one."""
    whole = (row for row in rows if len(row) > max(one, other))
    both = ((number_in(row[one]), number_in(row[other])) for row in whole)
    return [(ours, theirs) for ours, theirs in both if ours is not None and theirs is not None]
