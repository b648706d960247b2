"""CoNLL files as the passages of a campaign: one document per passage, of one or of one per column."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.formats.conll_reader import ConllReader
from accord.formats.conll_writer import write_as_read, write_conll
from accord.formats.content import Content, Passage
from accord.formats.formats import Format
from accord.formats.label_columns import twin_columns
from accord.formats.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.formats.columns import Columns
    from accord.formats.source import Source


def read_conll(source: Source, told: Columns) -> Content:
    """CoNLL columns: one token per row, a blank line between sentences, one or more columns of labels."""
    reader = ConllReader(source, told.token, told.labels)
    columns = _label_columns(reader, told)
    content = Content(source.name)
    for column in columns:
        content.passages += _passages(reader, column, _column_name(reader, column) if len(columns) > 1 else None)
    content.findings = reader.findings
    each = f", each an annotator: {', '.join(_column_name(reader, column) for column in columns)}"
    content.assumption = replace(reader.layout, labels=tuple(columns)).describe() + each * (len(columns) > 1)
    return content


def _label_columns(reader: ConllReader, told: Columns) -> Sequence[int]:
    """The label column, or those of several annotators: as told, or those that hold labels of the same kind."""
    layout = reader.layout
    if told.labels is not None:
        return layout.labels
    if told.side_by_side is False:
        return (layout.label,)
    twins = twin_columns(reader.source, layout)
    if told.side_by_side is None or len(twins) > 1:
        return twins
    if layout.width < 3:
        raise UsageError(f"{reader.name} has one column of labels, so its annotators are not told apart by columns")
    return [column for column in range(layout.width) if column != layout.token]


def _column_name(reader: ConllReader, column: int) -> str:
    names = reader.layout.names
    return names[column] if column < len(names) else f"column{column}"


def _passages(reader: ConllReader, column: int, annotator: str | None) -> Iterator[Passage]:
    """The documents of a file; one has a name if that is not just its number."""
    documents = groupby(reader.sentences(column), key=lambda _: (reader.document_marks, reader.is_named))
    for (mark, named), sentences in documents:
        held = list(sentences)
        yield Passage(annotator, held[0].document if named else None, held, marked=mark > 0)


CONLL = Format(
    read_conll,
    takes=("token", "side_by_side"),
    writer=Writer(write_conll, ".conll", ("labels of tokens",), as_read=write_as_read),
)
