"""Which columns of a token file may hold the labels, and what is said where there are several."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from accord.encoding.scheme import OUTSIDE
from accord.encoding.shape import bare_type
from accord.formats.layout import SAMPLE, chunk_columns, is_document_mark
from accord.messages import column_option

if TYPE_CHECKING:
    from accord.formats.layout import Layout
    from accord.formats.source import Source

_ALIKE = 0.5
_NO_LABELS = {"O", "_", "-", ""}


class LabelColumns(NamedTuple):
    """Which column the labels of a file are taken from, and which others may hold them."""

    used: int
    twins: tuple[int, ...] = ()
    """Columns of the same kind of labels, perhaps of other annotators."""
    others: tuple[int, ...] = ()
    """Columns of other chunk labels."""

    def describe(self) -> str:
        """What is said where there are others; nothing where there are none."""
        more = sorted(self.twins + self.others)
        if not more:
            return ""
        held = f"columns {', '.join(map(str, more))} hold" if len(more) > 1 else f"column {more[0]} holds"
        return f"labels of column {self.used}; {held} labels, too ({say_column()} says which)"


def say_column() -> str:
    """How a caller names the column of labels."""
    return column_option("label", keyword="columns")


def label_columns(source: Source, layout: Layout) -> LabelColumns:
    """The column of labels that was detected, and others that may be meant."""
    rows = _rows(source, layout)
    chunks = chunk_columns(rows, layout.token) if rows else []
    marked = {column for column in chunks if any(row[column] != OUTSIDE for row in rows)}
    twins = {*twin_columns(source, layout)} - {layout.label}
    return LabelColumns(layout.label, tuple(sorted(twins)), tuple(sorted(marked - twins - {layout.label})))


def _rows(source: Source, layout: Layout) -> list[list[str]]:
    """The first rows that have all columns."""
    lines = (line for line in islice(source.lines(), SAMPLE) if line and not line.isspace())
    rows = (layout.split(line) for line in lines if not (is_document_mark(line) or layout.is_comment(line)))
    return [row for row in rows if len(row) == layout.width]


def twin_columns(source: Source, layout: Layout) -> tuple[int, ...]:
    """The columns that hold the same kind of labels as the label column, and it: perhaps an annotator each.

    Their label types, other than O, are for the most part the same.
    """
    types: list[set[str]] = [set() for _ in range(layout.width)]
    for row in _rows(source, layout):
        for column, value in enumerate(row):
            types[column].add(bare_type(value))
    wanted = types[layout.label] - _NO_LABELS
    return tuple(
        column
        for column, held in enumerate(types)
        if column == layout.label
        or (column != layout.token and wanted and len(wanted & held) >= _ALIKE * len(wanted | held - _NO_LABELS))
    )
