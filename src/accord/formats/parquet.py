"""Parquet and Arrow: read as the table or the records that their rows are, written with a type for each column."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.formats.arrow_tables import library
from accord.formats.formats import FORMATS, Format
from accord.formats.jsonl_writer import records
from accord.formats.sniff import sniff
from accord.formats.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from accord.formats.columns import Columns
    from accord.formats.content import Content
    from accord.formats.source import Source
    from accord.model import Corpus

_SPANS = ("spans", "units")
"""Keys of JSON lines whose lists of three are structures here."""


def read_parquet(source: Source, told: Columns) -> Content:
    """Parquet and Arrow, data frames, and data sets of Hugging Face saved to disk: labels, spans, units, relations.

    The rows are read as those of a table, or where cells hold lists and structures as the records of JSON lines.
    """
    content: Content = FORMATS.get(sniff(source).format).read(source, told)
    return content


def arrow_table(corpus: Corpus) -> Any:
    """The annotations of a corpus as a table of Arrow: by annotator a row per item, sentence or document with spans."""
    rows: list[dict[str, Any]] = []
    for document in corpus.documents:
        named = {"document": document.id} if document.named else {}
        for annotator in corpus.annotators:
            layer = corpus.annotations.get((document.id, annotator))
            given = records(document, layer) if layer is not None else ()
            rows += [{**named, "annotator": annotator, **_structured(record)} for record in given]
    arrow = library("pyarrow")
    held = {key for row in rows for key in row}
    types = _types(arrow) | ({"length": arrow.float64()} if "units" in held else {})
    schema = arrow.schema([(name, type_) for name, type_ in types.items() if name in held])
    try:
        return arrow.Table.from_pylist(rows, schema=schema)
    except UnicodeEncodeError as error:
        raise UsageError(
            f"{error.object[:60]!r} is no text that Parquet or Arrow hold: its bytes did not decode"
        ) from None


def _structured(record: dict[str, Any]) -> dict[str, Any]:
    """A record of JSON lines whose spans and units have names for their parts."""
    parts = ("start", "end", "label")
    return {
        key: [dict(zip(parts, each, strict=True)) for each in value] if key in _SPANS else value
        for key, value in record.items()
    }


def _types(arrow: Any) -> dict[str, Any]:
    """The types of all columns that there may be, in their order."""
    text, number, position = arrow.string(), arrow.int64(), arrow.float64()
    span, unit = (
        arrow.list_(arrow.struct([("start", side), ("end", side), ("label", text)])) for side in (number, position)
    )
    mention = arrow.struct([("id", text), ("start", number), ("end", number), ("type", text)])
    relation = arrow.struct([("source", text), ("target", text), ("type", text)])
    return {
        "document": text,
        "item": text,
        "annotator": text,
        "label": text,
        "text": text,
        "tokens": arrow.list_(text),
        "labels": arrow.list_(text),
        "length": number,
        "spans": span,
        "units": unit,
        "sentences": arrow.list_(arrow.list_(number)),
        "mentions": arrow.list_(mention),
        "relations": arrow.list_(relation),
    }


def _parquet(corpus: Corpus) -> Iterator[bytes]:
    """A file of Parquet."""
    sink = io.BytesIO()
    library("pyarrow.parquet").write_table(arrow_table(corpus), sink)
    yield sink.getvalue()


def _arrow(corpus: Corpus) -> Iterator[bytes]:
    """A file of Arrow, also known as Feather."""
    sink, table = io.BytesIO(), arrow_table(corpus)
    with library("pyarrow.ipc").new_file(sink, table.schema) as writer:
        writer.write_table(table)
    yield sink.getvalue()


def _writer(ending: str, write: Callable[[Corpus], Iterator[bytes]]) -> Writer:
    kinds = ("labels of items", "labels of tokens", "spans", "units", "relations")
    return Writer(None, ending, (), kinds, together=write)


PARQUET = Format(read_parquet, writer=_writer(".parquet", _parquet))
ARROW = Format(read_parquet, writer=_writer(".arrow", _arrow))
