"""What is called like an annotator or a label, but stands beside columns that hold the labels of one annotator each.

It is who wrote an item, or what was settled on.
"""

from __future__ import annotations

from itertools import combinations
from statistics import correlation, median
from typing import TYPE_CHECKING

from accord.read.annotator_columns import is_about_items
from accord.read.cells import counted, has_many, holds_numbers, is_within, number_in, off_scale, sharing
from accord.read.roles import normalised
from accord.read.text_columns import is_remark

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Rows = Sequence[Sequence[str]]

_TOGETHER = 0.5
"""From this correlation on, numbers go up and down together."""


def beside_annotators(
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
    """Whether columns share labels with each other, and with the column of what was settled on, if there is one."""
    cells = counted([*columns, *([] if label is None else [label])], rows)
    alike = {column: each for column, each in sharing(cells).items() if column != label}
    if len(alike) < 2 or label is None:
        return len(alike) > 1
    return is_within(cells[label], alike) or label in off_scale({**alike, label: cells[label]})


def _measure_the_same(columns: Sequence[int], rows: Rows, label: int | None) -> bool:
    """Whether two columns hold measured numbers as what was settled on or, where there is none, as each other.

    Measured numbers are rarely the same, so it is not labels that they share.
    """
    cells = counted(columns, rows)
    measured = [column for column in columns if holds_numbers(cells[column]) and has_many(cells[column])]
    if label is None:
        return any(measure_alike(one, other, rows) for one, other in combinations(measured, 2))
    return sum(measure_alike(each, label, rows) for each in measured) > 1


def measure_alike(one: int, other: int, rows: Rows) -> bool:
    """Whether the numbers of two columns go up and down together, and lie in the same range."""
    return _are_alike(_numbers(one, rows), _numbers(other, rows))


def _numbers(column: int, rows: Rows) -> list[float | None]:
    return [number_in(row[column]) if len(row) > column else None for row in rows]


def _are_alike(ours: Sequence[float | None], theirs: Sequence[float | None]) -> bool:
    """Whether numbers go up and down together, and the middle one of either lies within the range of the other."""
    both = [(one, other) for one, other in zip(ours, theirs, strict=True) if one is not None and other is not None]
    if len(both) < 2:
        return False
    one, other = zip(*both, strict=True)
    in_range = min(one) <= median(other) <= max(one) and min(other) <= median(one) <= max(other)
    try:
        return in_range and correlation(one, other) >= _TOGETHER
    except (ValueError, OverflowError):
        return False  # one of them is constant, or numbers are too large
