"""Tables of Python objects: data frames of any library, records and triples, read as a file of the same cells is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, overload

from accord.errors import UsageError
from accord.formats.arrow_tables import ArrowRows, Namer, is_nested, namer_of, table_of
from accord.formats.roles import roles
from accord.formats.source import Source
from accord.formats.values import cell_text, is_absent, json_value, label_text, plain

_NESTED = frozenset({"tokens", "words", "spans", "entities", "units", "ner_tags", "tags", "pos_tags", "chunk_tags"})
"""Columns whose lists are sequences, which a table of cells cannot hold; other lists are labels of several parts."""
_TEXTS = frozenset({"text", "tokens", "words", "length", "sentences"})
"""Columns of what annotations lie in: where a cell is empty, another column says it."""
_ROW_NUMBERS = ""
"""What a column of row numbers is called in the files that data frames write."""


class CellRows(Sequence[Sequence[str]]):
    """The cells of a table of Arrow as a file has them, its header first, made where they are asked for."""

    def __init__(self, columns: Sequence[str], rows: ArrowRows, *, numbered: bool) -> None:
        """Take the names of the columns, and the rows; whether their numbers stand before them."""
        self.columns, self.rows, self.numbered = list(columns), rows, numbered

    def __len__(self) -> int:
        return len(self.rows) + 1

    def __iter__(self) -> Iterator[list[str]]:
        return self._from(0, iter(self.rows))

    @overload
    def __getitem__(self, place: int) -> list[str]: ...
    @overload
    def __getitem__(self, place: slice) -> list[list[str]]: ...
    def __getitem__(self, place: int | slice) -> list[str] | list[list[str]]:
        chosen = range(len(self))[place]
        if isinstance(chosen, int):
            return self[chosen : chosen + 1][0]
        behind = chosen.start and chosen.start - 1
        found = self._from(chosen.start, self.rows[behind : max(0, chosen.stop - 1)])
        return list(found)[:: chosen.step]

    def _from(self, start: int, rows: Iterable[tuple[Any, ...]]) -> Iterator[list[str]]:
        """The cells of rows from a number on; 0 is the header."""
        if start == 0:
            yield [_ROW_NUMBERS, *self.columns] if self.numbered else self.columns
        for number, row in enumerate(rows, max(1, start)):
            cells = list(map(cell_text, row))
            yield [str(number), *cells] if self.numbered else cells


class Frame(NamedTuple):
    """A table with names for its columns; ``name`` is how messages call it."""

    name: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]

    def source(self, item: object = None) -> Source:
        """The same as a file would hold it: cells, or JSON lines where cells hold sequences.

        Where no column names the items, each row is one, as in the files that data frames write.
        """
        if self._is_nested():
            held = (zip(self.columns, row, strict=True) for row in self.rows)
            said = (((key, each) for key, each in row if each is not None or key not in _TEXTS) for row in held)
            return json_lines(self.name, map(dict, said))
        columns = [name.strip() for name in self.columns]
        numbered = item is None and not {"item", "annotator"} & roles(columns).keys()
        if isinstance(self.rows, ArrowRows):
            return Source(self.name, rows=CellRows(columns, self.rows, numbered=numbered))
        rows = [[cell_text(value) for value in row] for row in self.rows]
        if numbered:
            return Source(
                self.name,
                rows=[[_ROW_NUMBERS, *columns], *([str(number), *row] for number, row in enumerate(rows, 1))],
            )
        return Source(self.name, rows=[columns, *rows])

    def _is_nested(self) -> bool:
        if isinstance(self.rows, ArrowRows):
            return is_nested(self.rows.table, _NESTED)
        for column, name in enumerate(self.columns):
            value = plain(next((row[column] for row in self.rows if not is_absent(row[column])), None))
            if isinstance(value, Mapping) or (name in _NESTED and isinstance(value, list | tuple)):
                return True
            if isinstance(value, list) and value and isinstance(value[0], Mapping | list | tuple):
                return True
        return False


def _records(value: Any) -> Any:
    """Lists of starts, ends and labels as Hugging Face may hold spans, as a list of spans; all else as it is."""
    if not isinstance(value, Mapping) or not value.keys() >= {"start", "end"}:
        return value
    lists = {key: plain(part) for key, part in value.items()}
    if not all(isinstance(part, list) for part in lists.values()):
        return value
    return [dict(zip(lists, parts, strict=True)) for parts in zip(*lists.values(), strict=True)]


def json_lines(name: str, records: Iterable[Mapping[str, Any]]) -> Source:
    """Records as JSON lines in memory."""
    lines = (
        json.dumps({str(key): json_value(_records(value)) for key, value in record.items()}) + "\n"
        for record in records
    )
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
    names = list(_names(data))
    if len(set(map(str, names))) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"several columns are called {twice!r}: give each its own name")
    if names and all(str(name).isdigit() for name in names):
        raise UsageError("the columns of the data frame have numbers for names: call each by its annotator")
    if (table := table_of(data)) is not None:
        return Frame("data frame", tuple(table.column_names), ArrowRows(table, _features(data)))
    known = _features(data) or {}
    columns = _index(data) | {str(name): _column(data, name, namer_of(known.get(name))) for name in names}
    return Frame("data frame", tuple(columns), list(zip(*columns.values(), strict=True)))


def _features(data: Any) -> Mapping[str, Any] | None:
    """What a data set of Hugging Face says of its columns."""
    to_dict = getattr(getattr(data, "features", None), "to_dict", None)
    found: Mapping[str, Any] | None = None if to_dict is None else to_dict()
    return found


def _names(data: Any) -> Iterable[Any]:
    """The names of the columns of a frame."""
    for known in ("column_names", "columns"):
        if hasattr(data, known):
            found: Iterable[Any] = getattr(data, known)
            return found
    return ()  # of a stream, which is asked when it is read


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
    if _is_lazy(data):
        return True
    named = hasattr(data, "column_names") or hasattr(data, "columns")
    handed = hasattr(data, "__arrow_c_stream__") and (named or hasattr(data, "schema"))
    return handed or (named and hasattr(data, "__getitem__"))


def _is_lazy(data: Any) -> bool:
    """Whether something is only a plan of a frame; to ask it for its columns is to carry it out."""
    return hasattr(data, "collect") and hasattr(data, "collect_schema")


def _all_mappings(data: Sequence[Any]) -> bool:
    return all(isinstance(record, Mapping) for record in data)


def _column(data: Any, name: Any, named: Namer | None) -> list[Any]:
    """The values of a column, classes by their names."""
    column = data[name]
    values = column.to_pylist() if hasattr(column, "to_pylist") else list(column)
    return values if named is None else [None if is_absent(value) else named(value) for value in values]


def _index(data: Any) -> dict[str, list[Any]]:
    """The columns that a data frame of pandas has as its index, where they have names."""
    index = getattr(data, "index", None)
    names = list(getattr(index, "names", None) or ())
    return {
        str(name): list(index.get_level_values(level))  # type: ignore[union-attr]
        for level, name in enumerate(names)
        if name is not None
    }
