"""Which columns a file has: delimiter, width, token and label columns, guessed from its first rows and said."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from accord.encoding.shape import is_chunk_label
from accord.errors import ReadError, UsageError
from accord.formats.roles import Column, column_number, normalised

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.formats.source import Source

DOCUMENT_MARK = "-DOCSTART-"
SAMPLE = 2000
"""How many lines show what a file is like."""

_MOSTLY = 0.8


@dataclass(frozen=True, slots=True)
class Layout:
    """How the rows of a file divide into columns, counted from 0."""

    delimiter: str
    width: int
    token: int
    labels: tuple[int, ...]
    names: tuple[str, ...] = ()
    known: frozenset[str] = frozenset()
    """Labels of the first rows."""
    header: str = ""
    """The first row, where it names the columns."""

    @property
    def label(self) -> int:
        """The label column."""
        return self.labels[-1]

    @property
    def delimiter_name(self) -> str:
        """How messages call the delimiter."""
        return "tabs" if self.delimiter == "\t" else "spaces"

    def split(self, line: str) -> list[str]:
        """The fields of a row: at each tab, or at each run of spaces; white space around a label does not count."""
        if self.delimiter == "\t":
            return [field if place == self.token else field.strip() for place, field in enumerate(line.split("\t"))]
        fields = re.split(" +", line.rstrip(" \t"))
        if line.isprintable():  # then spaces are all the white space there is
            return fields
        return [field.strip("\t") if place == self.token else field.strip() for place, field in enumerate(fields)]

    def is_comment(self, line: str) -> bool:
        """Whether a line is no row: the names of columns, or after ``#`` other columns, or a label of no row.

        >>> layout = Layout(" ", 2, 0, (1,), known=frozenset({"NN"}))
        >>> [layout.is_comment(line) for line in ("# newdoc", "# sent_id = 1", "# NN", "# B-PER", "#hash HT")]
        [True, True, False, False, False]
        """
        if not line.startswith("#"):
            return line == self.header != ""
        fields = self.split(line)
        if len(fields) != self.width or not line.startswith("# ") or self.delimiter == "\t":
            return len(fields) != self.width
        return fields[self.label] not in self.known and not is_chunk_label(fields[self.label])

    def describe(self) -> str:
        """One phrase for the reader's note."""
        labels = " and ".join(str(column) for column in self.labels)
        return f"{self.width} columns divided by {self.delimiter_name}, token in {self.token}, label in {labels}"


def is_document_mark(line: str) -> bool:
    """Whether a line marks the start of a document, with or without further columns."""
    return line.startswith(DOCUMENT_MARK) and (len(line) == len(DOCUMENT_MARK) or line[len(DOCUMENT_MARK)].isspace())


def sniff_layout(
    source: Source, token: Column | None = None, labels: Sequence[Column] | None = None, *, labelled: bool = True
) -> Layout:
    """Detect the layout from the first rows, taking over what the caller says.

    Tabs divide the file if most rows have one. The token column is the first, or the second after running
    numbers; the label column is the last one that holds chunk labels, or the last one. Where no labels are needed, the
    token may be the only column. The first row names the columns if it holds a name by which the caller calls one.
    """
    lines = list(islice(source.lines(), SAMPLE))
    sample = [line for line in lines if line.strip() and not is_document_mark(line)]
    names = _column_names(sample)
    rows = [line for line in sample if not line.startswith("#") or is_chunk_label(line.split()[-1])]
    if not rows:
        return Layout("\t", 2, 0, (1,))
    inner = [line.rstrip() for line in rows]  # a tab after all else divides nothing
    tabs = sum("\t" in line for line in (inner if any(" " in line for line in inner) else rows))
    delimiter = "\t" if tabs >= len(rows) / 2 else " "
    plain = Layout(delimiter, 0, 0, ())
    table = [plain.split(line) for line in rows]
    header = ""
    if not names and len(rows) > 1 and _names_one_of(table[0], [token, *(labels or ())]):
        header, names, table = rows[0], tuple(table[0]), table[1:]
    widths = Counter(map(len, table))
    width = max(widths, key=lambda width: (widths[width], width))
    if width == 1 and not labelled:
        return Layout(delimiter, 1, 0, (0,), names)
    if width == 1:
        raise ReadError(
            f"{source.name} has one column (first row {rows[0][:60]!r}): "
            "a token and a label are needed, divided by a tab or spaces"
        )
    regular = [fields for fields in table if len(fields) == width]
    token_column = column_number(token, "token", names, width) if token is not None else _token_column(regular)
    if labels is not None:
        label_columns = tuple(column_number(label, "label", names, width) for label in labels)
    else:
        last = width - 1 if token_column != width - 1 else 0
        label_columns = ((chunk_columns(regular, token_column) or [last])[-1],)
    if token_column in label_columns:
        raise UsageError(f"the token and the label cannot both be column {token_column} of {source.name}")
    surely_rows = [plain.split(line) for before, line in pairwise(["", *lines]) if not _may_be_comment(before, line)]
    known = frozenset(fields[label_columns[-1]] for fields in surely_rows if len(fields) == width)
    return Layout(delimiter, width, token_column, label_columns, names, known, header)


def _names_one_of(row: Sequence[str], columns: Sequence[Column | None]) -> bool:
    """Whether the cells of a row are the names of columns by which the caller calls some of them."""
    names = {normalised(cell) for cell in row}
    return any(isinstance(column, str) and column and normalised(column) in names for column in columns)


def _may_be_comment(before: str, line: str) -> bool:
    """Whether a line starts like a comment where one may stand, before the first row of a sentence."""
    return line.startswith("# ") and (not before.strip() or before.startswith("#") or is_document_mark(before))


def chunk_columns(rows: Sequence[Sequence[str]], token: int) -> list[int]:
    """The columns, other than the token's, that mostly hold chunk labels.

    >>> chunk_columns([["EU", "NNP", "B-ORG", "O"], ["said", "VBD", "O", "O"]], token=0)
    [2, 3]
    """
    return [
        column
        for column, values in enumerate(zip(*rows, strict=True))
        if column != token and sum(map(is_chunk_label, values)) >= _MOSTLY * len(values)
    ]


def _token_column(rows: Sequence[Sequence[str]]) -> int:
    numbers = [row[0] for row in rows]
    running = numbers[0] == "1" and all(re.fullmatch(r"\d+([-.]\d+)?", number) for number in numbers)
    return 1 if running and len(rows[0]) > 2 else 0


def _column_names(sample: Sequence[str]) -> tuple[str, ...]:
    for line in sample:
        if match := re.match(r"#\s*global\.columns\s*=\s*(.+)", line):
            return tuple(match.group(1).split())
    return ()
