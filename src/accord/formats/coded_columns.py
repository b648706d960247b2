"""Long tables of Arrow by their columns: the same labels as row by row, where nothing in them needs to be reported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from accord.formats.arrow_names import ArrowNames
from accord.formats.arrow_tables import library
from accord.formats.content import Answers
from accord.formats.frame import CellRows
from accord.formats.option_columns import HEAD, columns_of_options
from accord.formats.values import ABSENT, cell_text
from accord.model.array_map import ArrayMap

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from accord.formats.content import Content
    from accord.formats.plan import Plan

    Numbers = NDArray[np.integer]

_FIRST_LINE = 2
"""The line of the first row: the names of the columns stand before it."""
_NONE = -1


class _Column(NamedTuple):
    """The cells of a column as numbers of different texts, `_NONE` where there is nothing."""

    codes: Numbers
    texts: list[str]


def answers_by_column(rows: object, plan: Plan, content: Content) -> bool:
    """Collect the labels of a long table of Arrow; False, and nothing is collected, where its rows must be looked at.

    That is so where there are columns of documents, texts or options, where the name of an item or of an annotator is
    missing, and where somebody labels an item twice.
    """
    import numpy as np

    if not isinstance(rows, CellRows) or rows.numbered or plan.item is None:
        return False
    if plan.document is not None or plan.text is not None or columns_of_options(plan, rows[1:HEAD]):
        return False
    if plan.annotator is None and _one_of_each(rows, plan, content):
        return True
    item, label = _column(rows, plan.item), _column(rows, plan.labels[0])
    annotator = None if plan.annotator is None else _column(rows, plan.annotator)
    if item is None or label is None or (annotator is None and plan.annotator is not None):
        return False
    if _some_empty(item, annotator):
        return False
    kept = np.flatnonzero(label.codes != _NONE) if (label.codes == _NONE).any() else None
    labels = label.codes if kept is None else label.codes[kept]
    if not len(labels):
        return False
    items, names = _in_order(item, kept)
    who, annotators = (np.zeros(len(labels), np.int16), [None]) if annotator is None else _in_order(annotator, kept)
    grouped = np.argsort(who.astype(np.int16) if len(annotators) < 1 << 15 else who, kind="stable")
    items, labels, lines = items[grouped], labels[grouped], (grouped if kept is None else kept[grouped]) + _FIRST_LINE
    ends = np.cumsum(np.bincount(who, minlength=len(annotators))).tolist()
    parts = [slice(start, end) for start, end in zip([0, *ends[:-1]], ends, strict=True)]
    if any(_has_twice(items[part], len(names)) for part in parts):
        return False
    places = range(_FIRST_LINE + len(label.codes))
    for name, part in zip(annotators, parts, strict=True):
        given = ArrayMap(names, items[part], labels[part], label.texts)
        content.answers[None, name] = Answers(given, ArrayMap(names, items[part], lines[part], places), {}, {})
    return True


def _one_of_each(rows: CellRows, plan: Plan, content: Content) -> bool:
    """Collect the labels of a table with a row for each item, whose names are left where they are."""
    import numpy as np

    assert plan.item is not None, "a column names the items"
    if rows.rows.namers[plan.item] is not None:
        return False
    label = _column(rows, plan.labels[0])
    names = None if label is None else ArrowNames.of(_plain(rows.rows.table.column(plan.item)))
    if label is None or names is None:
        return False
    numbers = np.arange(len(label.codes), dtype=np.int32)
    if (label.codes == _NONE).any():
        numbers = np.flatnonzero(label.codes != _NONE).astype(np.int32)
        names = ArrowNames(names.column.take(numbers))
    if not len(numbers):
        return False
    codes, lines = label.codes[numbers] if len(numbers) < len(label.codes) else label.codes, numbers
    items = numbers if len(numbers) == len(label.codes) else np.arange(len(numbers), dtype=np.int32)
    places = range(_FIRST_LINE, _FIRST_LINE + len(label.codes))
    given = ArrayMap(names, items, codes, label.texts)
    content.answers[None, None] = Answers(given, ArrayMap(names, items, lines, places), {}, {})
    return True


def _plain(column: Any) -> Any:
    """A column of texts that were read as numbers of different texts, as texts."""
    arrow = library("pyarrow")
    return column.cast(column.type.value_type) if arrow.types.is_dictionary(column.type) else column


def _column(rows: CellRows, number: int) -> _Column | None:
    """A column as numbers of its texts, as cells have them without white space around; None where it cannot be."""
    import numpy as np

    arrow = library("pyarrow")
    column = rows.rows.table.column(number)
    try:
        whole = column if arrow.types.is_dictionary(column.type) else column.dictionary_encode()
        whole = whole.unify_dictionaries()
    except arrow.ArrowNotImplementedError:  # of lists, or of nothing at all
        return None
    if not whole.num_chunks:
        return None
    indices = [chunk.indices.fill_null(_NONE) if chunk.null_count else chunk.indices for chunk in whole.chunks]
    numbers = map(np.from_dlpack, indices)  # Arrow's own to_numpy imports pandas, which takes half a second
    codes = np.concatenate([*numbers]).astype(np.int32, copy=False)
    values = rows.rows.named(number, whole.chunk(0).dictionary.to_pylist())
    if all(type(value) is str for value in values):
        texts = list(map(str.strip, values))
        if len(set(texts)) == len(texts):
            return _Column(codes, texts)
    cells = [None if (cell := cell_text(value)) is ABSENT else cell.strip() for value in values]
    found = {text: code for code, text in enumerate(dict.fromkeys(text for text in cells if text is not None))}
    code_of = [_NONE if text is None else found[text] for text in cells]
    return _Column(np.array([*code_of, _NONE], dtype=np.int32)[codes], list(found))


def _in_order(column: _Column, kept: Numbers | None) -> tuple[Numbers, list[Any]]:
    """Some cells of a column, or all, as numbers of the texts among them, in the order in which these come first."""
    import numpy as np

    codes = column.codes if kept is None else column.codes[kept]
    first = np.full(len(column.texts), len(codes), dtype=np.int64)
    first[codes[::-1]] = np.arange(len(codes) - 1, -1, -1)  # of several the last, which is the first, stays
    order = np.argsort(first, kind="stable")[: np.count_nonzero(first < len(codes))]
    if len(order) == len(first) and (order[1:] > order[:-1]).all():
        return codes, column.texts
    rank = np.full(len(first), _NONE, dtype=np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return rank[codes], [column.texts[number] for number in order.tolist()]


def _some_empty(*columns: _Column | None) -> bool:
    """Whether cells of any of the columns are empty."""
    return any(column is not None and ((column.codes == _NONE).any() or "" in column.texts) for column in columns)


def _has_twice(items: Numbers, count: int) -> bool:
    """Whether an item stands among others twice."""
    import numpy as np

    if count > 20 * len(items):
        return len(np.unique(items)) < len(items)
    seen = np.zeros(count, dtype=bool)
    seen[items] = True
    return int(np.count_nonzero(seen)) < len(items)
