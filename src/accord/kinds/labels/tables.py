"""From a table of labels in Python to a coding or a corpus: a mapping of annotators, rows or an array of numbers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import count, islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from accord.errors import UsageError
from accord.formats.annotator_columns import apart
from accord.formats.cells import counted
from accord.formats.names import some
from accord.formats.numbers import finite_number
from accord.formats.values import is_absent, label_text, refuse_mixed_truth
from accord.kinds.labels.study import coding_from_codes
from accord.messages import plural, suggestion
from accord.model import Corpus, Document, ItemLabels
from accord.study.coding import MISSING, Item, in_blocks

if TYPE_CHECKING:
    from accord.kinds.labels.options import CodingOptions
    from accord.study.coding import Codes, Coding

_FAR = 1_000
"""Whole numbers nearer to 0 than this are their own codes, so that they need no sorting."""
ROWS = ("items", "annotators")
"""What a row of labels may be."""
_MIN_ITEMS, _MIN_RATIO = 20, 5
"""A side of a table without names is that of the items where it is so long, and so many times the other."""
_FIRST, _MIN_BELOW = 1_000, 3
"""So many rows show what columns hold, and more than so many there must be."""
_WRITE = (
    'write annotators with lists of labels, {"anna": [...], "ben": [...]}, or records, '
    '[{"annotator": "anna", "item": 1, "label": "A"}, ...]'
)


def coding_from_table(data: Any, told: CodingOptions, rows: str | None = None) -> Coding:
    """A mapping of annotators to their labels, rows of labels or an array, as a coding.

    ``rows`` says what a row is, one of `ROWS`; without it the shape must show it.
    """
    if rows not in {None, *ROWS}:
        raise UsageError(f"unknown rows {rows!r}: {suggestion(str(rows), list(ROWS))}")
    if isinstance(data, np.ndarray) and data.ndim != 2:
        raise UsageError(f"a table has two dimensions, items and annotators, and this array {data.ndim}")
    if not isinstance(data, Mapping):
        return _from_rows(data, told, rows)
    table = label_table(data)
    return _from_columns(table.columns, list(table.annotators), told, table.items)


class LabelTable(NamedTuple):
    """The labels of each annotator in columns, None and NaN where one is missing; the names of items where known."""

    annotators: tuple[str, ...]
    columns: list[list[Any]]
    items: list[str] | None = None
    note: str = ""

    def corpus(self) -> Corpus:
        """The same as a corpus of one document."""
        refuse_mixed_truth(value for column in self.columns for value in column)
        items = self.items or [str(number) for number in range(1, max(map(len, self.columns), default=0) + 1)]
        annotations = {
            ("", annotator): ItemLabels(
                {item: label_text(value) for item, value in zip(items, column, strict=True) if not is_absent(value)}
            )
            for annotator, column in zip(self.annotators, self.columns, strict=True)
        }
        document = Document("", items=dict.fromkeys(items, ""), named=False)
        return Corpus.of((document,), annotations, assumptions=(self.note,) if self.note else ())


def label_table(data: Any, rows: str | None = None) -> LabelTable:
    """A mapping of annotators to their labels, or rows of labels, as columns."""
    if isinstance(data, Mapping):
        return _by_annotator(data)
    cells = [list(_values(row)) for row in _values(data.tolist() if isinstance(data, np.ndarray) else data)]
    if len({len(row) for row in cells}) > 1:
        raise UsageError(
            "the rows of the table have different lengths: one column per annotator, None where one is missing"
        )
    what, note = _orientation(len(cells), len(cells[0]) if cells else 0, rows)
    columns = cells if what == "annotators" else [list(column) for column in zip(*cells, strict=True)]
    _refuse_other_cells(columns)
    return LabelTable(tuple(str(number) for number in range(1, len(columns) + 1)), columns, note=note)


def _refuse_other_cells(columns: Sequence[Sequence[Any]]) -> None:
    """Refuse columns whose first cells are names, or of which some hold no labels."""
    top = list(islice(zip(*columns, strict=True), _FIRST))
    texts = [["" if is_absent(value) else label_text(value) for value in row] for row in top]
    names, labels = texts[0] if texts else [], Counter(text for row in texts[1:] for text in row)
    written = all(isinstance(value, str) for row in top[:1] for value in row)
    alone = len(set(names)) == len(names) > 1 and not labels.keys() & set(names)
    if written and alone and len(texts) > _MIN_BELOW and labels.total() >= 2 * len(labels):
        what = f"{some([name for name in names if name])} stand nowhere else, so they look like names"
        raise UsageError(f"{what} and not like labels: leave them out, or {_WRITE}")
    held = [{text for text in column if text} for column in zip(*texts, strict=True)]
    strangers = len(held) > 1 and sum(map(len, held)) == len(set().union(*held)) and len(texts) > _MIN_BELOW
    groups = [[column] for column in range(len(held))] if strangers else apart(counted(range(len(held)), texts))
    if groups and not (strangers and all(finite_number(text) is not None for column in held for text in column)):
        said = " and ".join(", ".join(str(column + 1) for column in group) for group in groups)
        raise UsageError(f"the columns {said} have no value in common, so not all of them hold labels: {_WRITE}")


def _by_annotator(given: Mapping[Any, Any]) -> LabelTable:
    """Annotators, each with a list of labels or with a mapping of items to labels."""
    annotators = tuple(map(str, given))
    if all(isinstance(answers, Mapping) for answers in given.values()):
        items = list(dict.fromkeys(item for answers in given.values() for item in answers))
        _refuse_items(len(annotators), len(items))
        if len(annotators) > len(items) > 1 and (_are_numbered(annotators) or not _are_numbered(map(str, items))):
            raise UsageError(
                f"{len(annotators)} names with labels of {len(items)} can be annotators or items: {_WRITE}"
            )
        columns = [[answers.get(item) for item in items] for answers in given.values()]
        return LabelTable(annotators, columns, list(map(str, items)))
    if any(isinstance(answers, Mapping) for answers in given.values()):
        raise UsageError(
            "some annotators have a list of labels and some a mapping of items to labels: give one of the two"
        )
    columns = [list(_values(answers)) for answers in given.values()]
    if len({len(column) for column in columns}) > 1:
        sizes = ", ".join(f"{name} {len(column)}" for name, column in zip(given, columns, strict=True))
        raise UsageError(f"the annotators have different numbers of labels ({sizes}): None stands for a missing one")
    _refuse_items(len(columns), len(columns[0]) if columns else 0)
    return LabelTable(annotators, columns)


def _refuse_items(names: int, labels: int) -> None:
    """Refuse a mapping whose names are rather items than annotators."""
    if names >= max(_MIN_ITEMS, _MIN_RATIO * labels) and labels:
        raise UsageError(f"{names} names with {plural(labels, 'label')} each look like items: {_WRITE}")


def _are_numbered(names: Iterable[str]) -> bool:
    """Whether names are one word with numbers after it, as items often are and people are not.

    >>> _are_numbered(["doc1", "doc12"]), _are_numbered(["1", "2"]), _are_numbered(["ada", "bram"])
    (True, True, False)
    """
    stems = {(name.rstrip("0123456789"), name[-1:].isdigit()) for name in names}
    return len(stems) == 1 and next(iter(stems))[1]


def _orientation(rows: int, columns: int, said: str | None) -> tuple[str, str]:
    """What a row of an unnamed table is, and the sentence that says so where the shape shows it."""
    if said is not None:
        return said, ""
    if not rows or not columns:
        return "items", ""
    longer, shorter = max(rows, columns), min(rows, columns)
    if longer < _MIN_ITEMS or longer < _MIN_RATIO * shorter:
        raise UsageError(
            f"{plural(rows, 'row')} of {columns} can be items or annotators: name the annotators, as in "
            '{"anna": [...], "ben": [...]}, or say rows="items" or rows="annotators"'
        )
    what = "items" if rows == longer else "annotators"
    return what, f"each of the {rows} rows is taken for {'an item' if what == 'items' else 'an annotator'}"


def _from_rows(given: Any, told: CodingOptions, rows: str | None) -> Coding:
    """Rows of items with a column for each annotator, or the other way round."""
    if isinstance(given, np.ma.MaskedArray):
        given = np.ma.filled(given.astype(float), np.nan) if given.dtype.kind in "iuf" else given.tolist()
    if isinstance(given, np.ndarray) and given.dtype.kind in "iuf":
        what, note = _orientation(len(given), given.shape[1], rows)
        return _from_numbers(given if what == "items" else np.ascontiguousarray(given.T), told, note)
    table = label_table(given, rows)
    return _from_columns(table.columns, list(table.annotators), told, note=table.note)


def _from_numbers(table: np.ndarray, told: CodingOptions, note: str) -> Coding:
    """A table of numbers, one row per item; NaN is a missing label."""
    values, codes = _grades(table) or _distinct(table)
    names = [str(number) for number in range(1, table.shape[1] + 1)]
    meant = {label_text(value): value for value in values.tolist()}
    notes = (note,) if note else ()
    return coding_from_codes(codes, list(meant), names, told, describe=_numbered, notes=notes, values=meant)


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
    note: str = "",
) -> Coding:
    codebook: defaultdict[str, int] = defaultdict(count().__next__)
    codes = np.full((len(columns[0]) if columns else 0, len(columns)), MISSING, dtype=np.int32)
    meant: dict[str, Any] = {}

    def code_of(value: Any) -> int:
        if isinstance(value, str):
            return codebook[value]
        if is_absent(value):
            return MISSING
        label = label_text(value)
        meant.setdefault(label, value)
        return codebook[label]

    for number, column in enumerate(columns):
        codes[:, number] = list(map(code_of, column))
    refuse_mixed_truth(meant.values())
    return coding_from_codes(
        codes,
        list(codebook),
        names,
        told,
        describe=(lambda number: Item(items[number], "", None)) if items else _numbered,
        notes=(note,) if note else (),
        values=meant,
    )


def _numbered(number: int) -> Item:
    return Item(str(number + 1), "", None)


def _values(given: Any) -> Iterable[Any]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise UsageError(
            "labels are a corpus, paths, a data frame, records, a mapping of annotators to labels, or rows of labels, "
            f"not {type(given).__name__}"
        )
    return given
