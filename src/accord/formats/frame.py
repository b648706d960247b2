"""Tables of Python objects: data frames of any library, records and triples, read as a file of the same cells is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from accord.errors import UsageError
from accord.formats.roles import roles
from accord.formats.source import Source
from accord.formats.values import cell_text, is_absent, json_value, label_text, plain

_NESTED = frozenset({"tokens", "words", "spans", "entities", "units", "ner_tags", "tags", "pos_tags", "chunk_tags"})
"""Columns whose lists are sequences, which a table of cells cannot hold; other lists are labels of several parts."""
_ROW_NUMBERS = ""
"""What a column of row numbers is called in the files that data frames write."""


class Frame(NamedTuple):
    """A table with names for its columns; ``name`` is how messages call it."""

    name: str
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]

    def source(self, item: object = None) -> Source:
        """The same as a file would hold it: cells, or JSON lines where cells hold sequences.

        Where no column names the items, each row is one, as in the files that data frames write.
        """
        if self._is_nested():
            records = [dict(zip(self.columns, row, strict=True)) for row in self.rows]
            return json_lines(self.name, records)
        rows = [[cell_text(value) for value in row] for row in self.rows]
        columns = [name.strip() for name in self.columns]
        if item is None and not {"item", "annotator"} & roles(columns).keys():
            numbered = ([str(number), *row] for number, row in enumerate(rows, 1))
            return Source(self.name, rows=[[_ROW_NUMBERS, *columns], *numbered])
        return Source(self.name, rows=[columns, *rows])

    def _is_nested(self) -> bool:
        for column, name in enumerate(self.columns):
            value = plain(next((row[column] for row in self.rows if not is_absent(row[column])), None))
            if isinstance(value, Mapping) or (name in _NESTED and isinstance(value, list | tuple)):
                return True
            if isinstance(value, list) and value and isinstance(value[0], Mapping | list | tuple):
                return True
        return False


def json_lines(name: str, records: Iterable[Mapping[str, Any]]) -> Source:
    """Records as JSON lines in memory."""
    lines = (json.dumps({str(key): json_value(value) for key, value in record.items()}) + "\n" for record in records)
    return Source(name, content="".join(lines).encode())


def frame_of(data: Any) -> Frame | None:
    """A data frame of pandas, polars, Arrow or Hugging Face, or a list of records, as a frame; None for anything else.

    >>> frame_of([{"item": 1, "ada": "yes"}, {"item": 2, "bram": "no"}])
    Frame(name='records', columns=('item', 'ada', 'bram'), rows=[(1, 'yes', None), (2, None, 'no')])
    """
    if isinstance(data, Sequence) and not isinstance(data, str) and data and _all_mappings(data):
        names = list(dict.fromkeys(key for record in data for key in record))
        rows = [tuple(record.get(name) for name in names) for record in data]
        return Frame("records", tuple(map(str, names)), rows)
    if isinstance(data, Mapping):
        if data and all(hasattr(part, "column_names") for part in data.values()):
            splits = ", ".join(map(repr, data))
            raise UsageError(f"the data have the splits {splits}: choose one, as in data[{next(iter(data))!r}]")
        return _of_columns(data)
    if _is_lazy(data):
        raise UsageError("a lazy frame holds no data yet: give data.collect()")
    if not is_frame(data):
        return None
    names = list(data.column_names if hasattr(data, "column_names") else data.columns)
    columns = {str(name): _column(data, name) for name in names}
    if len(columns) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"several columns are called {twice!r}: give each its own name")
    if columns and all(name.isdigit() for name in columns):
        raise UsageError("the columns of the data frame have numbers for names: call each by its annotator")
    columns = _index(data) | columns
    return Frame("data frame", tuple(columns), list(zip(*columns.values(), strict=True)))


def _of_columns(data: Mapping[Any, Any]) -> Frame | None:
    """Columns by name as a frame, where some are called like those of a table; None where these are annotators.

    >>> _of_columns({"item": [1, 1], "annotator": ["ada", "bram"], "label": ["yes", "no"]}).columns
    ('item', 'annotator', 'label')
    >>> _of_columns({"user": ["yes", "no"], "expert": ["yes", "yes"]})
    """
    named = {str(name): column for name, column in data.items()}
    found = roles(list(named))
    if not ({"item", "document"} & found.keys() or {"annotator", "label"} <= found.keys()):
        return None
    if all(isinstance(column, Mapping) for column in named.values()):
        rows = list(next(iter(named.values())))
        if any(list(column) != rows for column in named.values()):
            return None
        columns = [list(column.values()) for column in named.values()]
    elif any(isinstance(column, str | Mapping) or not isinstance(column, Iterable) for column in named.values()):
        return None
    else:
        columns = [list(column) for column in named.values()]
    if len(set(map(len, columns))) > 1:
        sizes = ", ".join(f"{name} {len(column)}" for name, column in zip(named, columns, strict=True))
        raise UsageError(f"the columns have different lengths ({sizes}): None stands for an empty cell")
    held = [[label_text(value) for value in column] for column in columns]
    for role, number in found.items():
        others = {value for other, values in enumerate(held) if other != number for value in values}
        if role != "label" and len(set(held[number])) < len(held[number]) and others.issuperset(held[number]):
            name = list(named)[number]
            raise UsageError(
                f"{name!r} is called like the column of {role}s, but holds what the others do: "
                "call annotators something else, or name the columns item, annotator and label"
            )
    return Frame("columns", tuple(named), list(zip(*columns, strict=True)))


def is_frame(data: Any) -> bool:
    """Whether something is a data frame of whatever library."""
    return _is_lazy(data) or (
        hasattr(data, "__getitem__") and (hasattr(data, "column_names") or hasattr(data, "columns"))
    )


def _is_lazy(data: Any) -> bool:
    """Whether something is only a plan of a frame; to ask it for its columns is to carry it out."""
    return hasattr(data, "collect") and hasattr(data, "collect_schema")


def _all_mappings(data: Sequence[Any]) -> bool:
    return all(isinstance(record, Mapping) for record in data)


def _column(data: Any, name: Any) -> list[Any]:
    """The values of a column, classes by their names."""
    column = data[name]
    values = column.to_pylist() if hasattr(column, "to_pylist") else list(column)
    classes = getattr((getattr(data, "features", None) or {}).get(name), "names", None)
    return [_class(value, classes) for value in values] if classes else values


def _class(value: Any, classes: Sequence[str]) -> str | None:
    """The name of a class by its number; those below 0 stand for none."""
    return None if is_absent(value) or value < 0 else classes[value]


def _index(data: Any) -> dict[str, list[Any]]:
    """The columns that a data frame of pandas has as its index, where they have names."""
    index = getattr(data, "index", None)
    names = list(getattr(index, "names", None) or ())
    return {
        str(name): list(index.get_level_values(level))  # type: ignore[union-attr]
        for level, name in enumerate(names)
        if name is not None
    }
