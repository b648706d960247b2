"""Tables of Arrow: of files of Parquet and Arrow, and of whatever hands its rows over as a stream of Arrow."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, overload

from accord.errors import ReadError, UsageError
from accord.formats.values import is_absent

if TYPE_CHECKING:
    from types import ModuleType

Row = tuple[Any, ...]
Namer = Callable[[Any], Any]
_BATCH = 1 << 14
_BYTES_OF_A_NUMBER, _SMALL = 4, 1 << 16
"""A column of texts that takes more bytes a row has no use for numbers of these, unless it is small."""
_NEEDED = {"pyarrow": "Parquet and Arrow files, and frames of Arrow", "python_calamine": "spreadsheets"}


def library(name: str) -> ModuleType:
    """A library that the extra tables brings."""
    try:
        return import_module(name)
    except ImportError:
        what = _NEEDED[name.partition(".")[0]]
        raise UsageError(f"{what} are read by an extra: pip install 'accord[tables]'") from None


def table_in(name: str, data: bytes) -> Any:
    """The table in the bytes of a file: Parquet, Arrow, or one stream of Arrow or several, one after the other."""
    arrow = library("pyarrow")
    try:
        table = _table(data)
        table.validate(full=True)  # offsets in damaged files lead anywhere in memory
    except (arrow.ArrowException, OSError, ValueError) as error:
        why = next(iter(str(error).splitlines()), type(error).__name__)
        raise ReadError(f"{name} cannot be read: {why} (is the file damaged?)") from None
    return table


def _table(data: bytes) -> Any:
    parquet, arrow = library("pyarrow.parquet"), library("pyarrow")
    ipc, source = library("pyarrow.ipc"), arrow.BufferReader(data)
    if data.startswith(b"PAR1"):
        texts = _repeated_texts(parquet.ParquetFile(source))
        return parquet.ParquetFile(arrow.BufferReader(data), read_dictionary=texts).read()  # without pandas
    if data.startswith(b"ARROW1"):
        return ipc.open_file(source).read_all()
    streams = []
    while source.tell() < len(data):
        streams.append(ipc.open_stream(source).read_all())
    return arrow.concat_tables(streams)


def _repeated_texts(file: Any) -> list[str]:
    """The columns of texts of which the file says each once; names of items mostly stand there as they are."""
    arrow, held = library("pyarrow"), file.metadata
    kinds = {arrow.string(), arrow.large_string()}
    size = dict.fromkeys((field.name for field in file.schema_arrow if field.type in kinds), 0)
    for group in range(held.num_row_groups):
        for column in range(held.num_columns):
            chunk = held.row_group(group).column(column)
            if chunk.path_in_schema in size:
                size[chunk.path_in_schema] += chunk.total_uncompressed_size
    return [name for name, bytes_ in size.items() if bytes_ < _BYTES_OF_A_NUMBER * held.num_rows + _SMALL]


def table_of(data: Any) -> Any | None:
    """The table that a data frame of any library hands over; None where it has none, or holds what Arrow does not."""
    if hasattr(data, "to_batches") and hasattr(data, "column_names"):
        return data
    if hasattr(data, "features") and hasattr(data, "with_format"):  # of Hugging Face, perhaps with rows chosen
        return data.with_format("arrow")[:]
    if not hasattr(data, "__arrow_c_stream__") or not _has_plain_columns(data):
        return None
    names = getattr(getattr(data, "index", None), "names", None) or ()
    named = [name for name in names if name is not None]
    data = data.reset_index(named) if named else data
    try:
        return library("pyarrow").RecordBatchReader.from_stream(data).read_all()
    except UsageError:
        if _has_columns(data):
            return None
        raise
    except (ValueError, TypeError, NotImplementedError) as error:  # as mixed columns
        if _has_columns(data):
            return None
        raise UsageError(f"the data frame cannot be read: {error}") from None


def _has_columns(data: Any) -> bool:
    return hasattr(data, "columns") and hasattr(data, "__getitem__")


def _has_plain_columns(data: Any) -> bool:
    """Whether no column of a frame of pandas holds Python objects, which a stream would change."""
    dtypes = getattr(data, "dtypes", None)
    return not hasattr(data, "reset_index") or "object" not in set(map(str, [] if dtypes is None else dtypes))


def is_nested(table: Any, sequences: frozenset[str]) -> bool:
    """Whether a column holds structures, or lists of them; some names (``sequences``) say it of any list."""
    types = library("pyarrow.types")

    def listed(type_: Any) -> bool:
        return bool(types.is_list(type_) or types.is_large_list(type_) or types.is_fixed_size_list(type_))

    return any(
        types.is_struct(field.type)
        or types.is_map(field.type)
        or (listed(field.type) and (field.name in sequences or types.is_nested(field.type.value_type)))
        for field in table.schema
    )


class ArrowRows(Sequence[Row]):
    """The rows of a table of Arrow as Python has them, made where they are asked for; classes by their names."""

    def __init__(self, table: Any, features: Mapping[str, Any] | None = None) -> None:
        """Take a table, and what is known of its columns beside what it says itself."""
        self.table = table
        known = _features(table.schema.metadata or {}) if features is None else features
        self.namers = [namer_of(known.get(name)) for name in table.column_names]

    def __len__(self) -> int:
        return int(self.table.num_rows)

    def __iter__(self) -> Iterator[Row]:
        for batch in self.table.to_batches(_BATCH):
            yield from self._rows(batch)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> list[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | list[Row]:
        chosen = range(len(self))[place]
        if isinstance(chosen, int):
            return next(self._rows(self.table.slice(chosen, 1)))
        if chosen.step == 1:
            return list(self._rows(self.table.slice(chosen.start, len(chosen))))
        return [self[number] for number in chosen]

    def _rows(self, part: Any) -> Iterator[Row]:
        columns = [self.named(column, part.column(column).to_pylist()) for column in range(part.num_columns)]
        return zip(*columns, strict=True) if columns else iter([()] * part.num_rows)

    def named(self, column: int, values: list[Any]) -> list[Any]:
        """The values of a column, classes by their names."""
        namer = self.namers[column]
        return values if namer is None else [None if is_absent(value) else namer(value) for value in values]


def _features(metadata: Mapping[bytes, bytes]) -> Mapping[str, Any]:
    """What Hugging Face says of each column beside the schema."""
    try:
        features = json.loads(metadata.get(b"huggingface", b"{}")).get("info", {}).get("features", {})
    except (ValueError, AttributeError, RecursionError):
        return {}
    return features if isinstance(features, dict) else {}


def namer_of(feature: Any) -> Namer | None:
    """What gives the classes in a value their names; None where there are none."""
    if isinstance(feature, list):
        return _in_list(namer_of(feature[0])) if len(feature) == 1 else None
    if not isinstance(feature, Mapping):
        return None
    if isinstance(names := feature.get("names"), list):
        return lambda value: names[value] if isinstance(value, int) and 0 <= value < len(names) else None
    if isinstance(inner := feature.get("feature"), Mapping | list):
        if isinstance(inner, Mapping) and "_type" not in inner and "names" not in inner:
            listed = _in_struct({key: _in_list(namer_of(each)) for key, each in inner.items()})
            apart = _in_list(namer_of(inner))
            return listed and apart and (lambda value: (listed if isinstance(value, Mapping) else apart)(value))
        return _in_list(namer_of(inner))
    return _in_struct({key: namer_of(each) for key, each in feature.items() if isinstance(each, Mapping | list)})


def _in_list(namer: Namer | None) -> Namer | None:
    return namer and (lambda value: [None if is_absent(each) else namer(each) for each in value])


def _in_struct(namers: Mapping[str, Namer | None]) -> Namer | None:
    known = {key: namer for key, namer in namers.items() if namer is not None}
    return (
        (
            lambda value: {
                key: known[key](each) if key in known and each is not None else each for key, each in value.items()
            }
        )
        if known
        else None
    )
