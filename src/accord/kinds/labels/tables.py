"""From a table of labels in Python to a coding: a mapping, a data frame, rows or an array of numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.errors import UsageError
from accord.kinds.labels.study import coding_from_codes
from accord.study.coding import MISSING, Item, in_blocks

if TYPE_CHECKING:
    from accord.kinds.labels.options import CodingOptions
    from accord.study.coding import Codes, Coding

_FAR = 1_000
"""Whole numbers nearer to 0 than this are their own codes, so that they need no sorting."""


def coding_from_table(data: Any, told: CodingOptions) -> Coding:
    """A mapping of annotators to their labels, a data frame or a table with one row per item, as a coding."""
    if isinstance(data, np.ndarray) and data.ndim != 2:
        raise UsageError(f"a table has two dimensions, items and annotators, and this array {data.ndim}")
    if hasattr(data, "columns") and hasattr(data, "__getitem__"):  # a data frame: one column per annotator
        data = {name: list(data[name]) for name in data.columns}
    return _from_annotators(data, told) if isinstance(data, Mapping) else _from_table(data, told)


def _from_annotators(given: Mapping[Any, Any], told: CodingOptions) -> Coding:
    """Annotators, each with a list of labels or with a mapping of items to labels."""
    if all(isinstance(answers, Mapping) for answers in given.values()):
        items = list(dict.fromkeys(item for answers in given.values() for item in answers))
        columns = [[answers.get(item) for item in items] for answers in given.values()]
        return _from_columns(columns, list(map(str, given)), told, list(map(str, items)))
    if any(isinstance(answers, Mapping) for answers in given.values()):
        raise UsageError(
            "some annotators have a list of labels and some a mapping of items to labels: give one of the two"
        )
    columns = [list(_values(answers)) for answers in given.values()]
    if len({len(column) for column in columns}) > 1:
        sizes = ", ".join(f"{name} {len(column)}" for name, column in zip(given, columns, strict=True))
        raise UsageError(f"the annotators have different numbers of labels ({sizes}): None stands for a missing one")
    return _from_columns(columns, list(map(str, given)), told)


def _from_table(given: Any, told: CodingOptions) -> Coding:
    """A table with one row per item and one column per annotator."""
    if isinstance(given, np.ndarray) and given.ndim == 2 and given.dtype.kind in "iuf":
        return _from_numbers(given, told)
    rows = [list(_values(row)) for row in _values(given)]
    if len({len(row) for row in rows}) > 1:
        raise UsageError(
            "the rows of the table have different lengths: one column per annotator, None where one is missing"
        )
    columns = [list(column) for column in zip(*rows, strict=True)]
    return _from_columns(columns, [str(number) for number in range(1, len(columns) + 1)], told)


def _from_numbers(table: np.ndarray, told: CodingOptions) -> Coding:
    """A table of numbers; NaN is a missing label."""
    values, codes = _grades(table) or _distinct(table)
    names = [str(number) for number in range(1, table.shape[1] + 1)]
    return coding_from_codes(codes, [_label(value) for value in values.tolist()], names, told, describe=_numbered)


def _grades(table: np.ndarray) -> tuple[np.ndarray, Codes] | None:
    """All values from the lowest to the highest and codes, without sorting; None unless all are small whole numbers."""
    if not table.size:
        return None
    low, high = (find.reduce(table, axis=None).item() for find in (np.fmin, np.fmax))
    if not -_FAR < low <= high < _FAR:
        return None
    codes = np.empty(table.shape, dtype=np.int32)
    for given, block in zip(in_blocks(table), in_blocks(codes), strict=True):
        filled = np.fmax(given, np.float64(low - 1))  # what is missing comes before the lowest
        block[...] = filled
        if (block != filled).any():
            return None
        np.subtract(block, int(low), out=block)
    return np.arange(int(low), int(high) + 1), codes


def _distinct(table: np.ndarray) -> tuple[np.ndarray, Codes]:
    """The values of any numbers in rising order, and their codes."""
    present = ~np.isnan(table)
    codes = np.full(table.shape, MISSING, dtype=np.int32)
    values, codes[present] = np.unique(table[present], return_inverse=True)
    return values, codes


def _from_columns(
    columns: list[list[Any]],
    names: list[str],
    told: CodingOptions,
    items: list[str] | None = None,
) -> Coding:
    codebook: defaultdict[str, int] = defaultdict(count().__next__)
    codes = np.full((len(columns[0]) if columns else 0, len(columns)), MISSING, dtype=np.int32)
    for number, column in enumerate(columns):
        codes[:, number] = [MISSING if _absent(value) else codebook[_label(value)] for value in column]
    return coding_from_codes(
        codes,
        list(codebook),
        names,
        told,
        describe=(lambda number: Item(items[number], "", None)) if items else _numbered,
    )


def _numbered(number: int) -> Item:
    return Item(str(number + 1), "", None)


def _values(given: Any) -> Iterable[Any]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise UsageError(
            "labels are a corpus, paths, a mapping of annotators to labels, or a table with one row per item and one "
            f"column per annotator, not {type(given).__name__}"
        )
    return given


def _absent(value: Any) -> bool:
    return value is None or value != value  # noqa: PLR0124 - NaN


def _label(value: Any) -> str:
    """A label as text: whole numbers without a point, sets by their members."""
    if isinstance(value, str):
        return value
    if isinstance(value, set | frozenset | list | tuple):
        return "|".join(sorted(map(_label, value)))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
