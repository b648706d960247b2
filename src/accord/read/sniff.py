"""What a file is, from its ending, its first lines and the names in its first row, and why."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import ReadError
from accord.model import Finding, Place, Severity
from accord.read.layout import chunk_columns, is_document_mark

if TYPE_CHECKING:
    from _csv import Reader as CsvReader
    from collections.abc import Iterable, Sequence

    from accord.read.layout import Layout
    from accord.read.source import Source

COMPRESSIONS = (".gz", ".bz2", ".xz")
ENDINGS = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "table",
    **dict.fromkeys((".conll", ".conllu", ".iob", ".iob1", ".iob2", ".bio", ".bioes", ".bilou", ".bmes"), "conll"),
}
ROLES = {
    "annotator": "annotator coder rater worker judge evaluator labeler labeller participant user username",
    "document": "document doc document_name doc_name file filename",
    "label": "label category answer value rating tag class judgment judgement response choice score code labels",
    "item": "item unit task sentence_id text_id segment example instance question hit id *_id index sentence text",
}
"""What columns may be called, the likeliest name first; "_id" behind it changes nothing, "*_id" is any."""

_JSON = re.compile(r'\s*[{\[]\s*(["{}\]\n]|$)')
_MOSTLY = 0.8
_ALIKE = 0.5
DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_NO_LABELS = {"O", "_", "-", ""}


class Sniffed(NamedTuple):
    """The format of a file, and what gave it away."""

    format: str
    reason: str


def ending(path: str) -> str:
    """The last ending of a file name, in lower case, not counting that of a compression.

    >>> ending("corpus/Doc1.TSV.gz")
    '.tsv'
    """
    name = PurePath(path).name.casefold()
    for compression in COMPRESSIONS:
        name = name.removesuffix(compression)
    return PurePath(name).suffix


def sniff(source: Source) -> Sniffed:
    """Say what a file is: by its ending, else by its content."""
    suffix = ending(source.path)
    if suffix in ENDINGS:
        return Sniffed(ENDINGS[suffix], f"its name ends in {suffix}")
    text = next(filter(None, source.pieces()), "")
    if "\0" in text:
        raise _unknown(source, "it holds bytes that are no text")
    if not text.strip():
        return Sniffed("table" if suffix == ".tsv" else "conll", "there is nothing in it")
    if _JSON.match(text):
        return Sniffed("jsonl", f"it starts with {text.lstrip()[0]}")
    found = _sniff_rows(text, tabs=suffix == ".tsv")
    if found is None:
        raise _unknown(source, f"it has no regular columns (first line {text.lstrip().splitlines()[0][:60]!r})")
    return found


def likely_format(source: Source) -> str:
    """The format of a file, or CoNLL columns where it cannot be told, so that their reader says what is wrong."""
    try:
        return sniff(source).format
    except ReadError:
        return "conll"


def _unknown(source: Source, why: str) -> ReadError:
    hint = "if it is one, say which: conll, table or jsonl"
    finding = Finding("unknown-format", Severity.ERROR, Place(source.name), f"no format that accord reads: {why}", hint)
    return ReadError("the file cannot be read", [finding])


def _sniff_rows(text: str, *, tabs: bool) -> Sniffed | None:
    """Tell sentences of columns from the rows of a table."""
    blocks = [block.split("\n") for block in re.split(r"\n(?:[^\S\n]*\n)+", text.strip("\n"))]
    rows = [row for block in blocks for row in block if not row.startswith("#") and not is_document_mark(row)]
    names = header_roles(rows[0]) if rows else {}
    if "label" in names and names.keys() & {"item", "annotator"}:
        return Sniffed("table", f"its first row names the columns of {' and '.join(sorted(names))}")
    if len(blocks) > 1 and 3 * len(blocks) < 2 * len(rows) and (_width(rows, "\t") or _width(rows, " ")):
        return Sniffed("conll", "its rows have columns, and blank lines divide sentences")
    if tabs:
        return Sniffed("table", "its name ends in .tsv, and its rows are not grouped into sentences")
    if len(blocks) == 1 and _holds_chunks(rows):
        return Sniffed("conll", "it has a column of chunk labels")
    if len(rows) > 1 and any(_width(rows, delimiter) for delimiter in DELIMITERS):
        return Sniffed("table", "all its rows have the same columns")
    if len(rows) > 1 and _width(rows, " "):
        return Sniffed("conll", "all its rows have the same columns, divided by spaces")
    return None


def _split(row: str, delimiter: str) -> list[str]:
    return row.split() if delimiter == " " else row.split(delimiter)


def _width(rows: Sequence[str], delimiter: str) -> int:
    """How many columns most rows have, or 0 where they have no columns or not the same number."""
    if not rows:
        return 0
    width, count = Counter(len(_split(row, delimiter)) for row in rows).most_common(1)[0]
    return width if width > 1 and count >= _MOSTLY * len(rows) else 0


def _holds_chunks(rows: Sequence[str]) -> bool:
    for delimiter in "\t ":
        if width := _width(rows, delimiter):
            split = [_split(row, delimiter) for row in rows]
            return bool(chunk_columns([fields for fields in split if len(fields) == width], token=0))
    return False


def normalised(name: str) -> str:
    """A column name as it is looked up.

    >>> normalised(" Annotator-ID ")
    'annotator_id'
    """
    return re.sub(r"[\W_]+", "_", name.casefold()).strip("_")


def roles(names: Sequence[str]) -> dict[str, int]:
    """Which column is the item, the annotator, the label, the document, by their names.

    >>> roles(["Worker ID", "text", "comment_id", "rating"])
    {'annotator': 0, 'label': 3, 'item': 2}
    """
    plain = [normalised(name) for name in names]
    short = [re.sub(r"(?<=.)_?id$", "", name) for name in plain]
    found: dict[str, int] = {}
    for role, known in ROLES.items():
        for word in known.split():
            fitting = [
                index
                for index, name in enumerate(plain)
                if name == word or short[index] == word or (word == "*_id" and name.endswith("_id"))
            ]
            if free := [index for index in fitting if index not in found.values()]:
                found[role] = free[0]
                break
    return found


def header_roles(row: str) -> dict[str, int]:
    """The roles that a row names, whatever divides it."""
    return max((roles([cell.strip('" ') for cell in row.split(mark)]) for mark in "\t,;|"), key=len)


def twin_columns(source: Source, layout: Layout) -> tuple[int, ...]:
    """The columns that hold the same kind of labels as the label column, and it: perhaps an annotator each.

    Their label types, other than O, are for the most part the same.
    """
    from itertools import islice

    types: list[set[str]] = [set() for _ in range(layout.width)]
    for line in islice(source.lines(), 2000):
        fields = layout.split(line)
        if len(fields) == layout.width and not line.isspace() and not is_document_mark(line):
            for column, value in enumerate(fields):
                types[column].add(re.sub(r"^[BIESLUMW]-", "", value))
    wanted = types[layout.label] - _NO_LABELS
    return tuple(
        column
        for column, held in enumerate(types)
        if column == layout.label
        or (column != layout.token and wanted and len(wanted & held) >= _ALIKE * len(wanted | held - _NO_LABELS))
    )


Row = tuple[int, list[str]]
"""A line and the cells of the row that starts there."""


class Dialect(NamedTuple):
    """What divides the cells of a table, whether quotes enclose them, and the rows before the header."""

    delimiter: str
    quoted: bool = True
    skipped: int = 0


def sniff_dialect(sample: Sequence[str], *, tabs: bool = False) -> Dialect:
    """What divides the cells: the mark that cuts the first row up, and the others into as many cells.

    >>> sniff_dialect(["item;ada;bram", "1;yes, sir;no"]).delimiter
    ';'
    """
    lines = [line for line in sample if line.strip()]
    if sample and sample[0].startswith("sep=") and sample[0][4:] in DELIMITERS:
        return Dialect(sample[0][4:], skipped=1)
    fits = {delimiter: _fit(lines, delimiter) for delimiter in DELIMITERS}
    best = max(DELIMITERS, key=lambda delimiter: fits[delimiter])
    if not any(fits[best]):
        best = "\t" if tabs else ","
    return Dialect(best, quoted=best != "\t" or _quotes_enclose(lines))


def _fit(lines: Sequence[str], delimiter: str) -> tuple[float, bool, int]:
    """How well a delimiter fits: rows of the same width, a tab before others, and many cells."""
    widths = [len(cells) for _, cells in cut(lines, Dialect(delimiter))]
    if not widths or widths[0] < 2:
        return 0.0, False, 0
    return widths.count(widths[0]) / len(widths), delimiter == "\t", widths[0]


def _quotes_enclose(lines: Sequence[str]) -> bool:
    """Whether the quotes in lines of tabs enclose cells; in many such files they are just characters."""
    cells = [cell for line in lines for cell in line.split("\t")]
    if not any(cell.startswith('"') for cell in cells):
        return True
    rows = [row for _, row in cut(lines, Dialect("\t"), strict=True)]
    regular = len({len(row) for row in rows}) == 1
    if len({line.count("\t") for line in lines}) == 1:
        return regular and not any("\n" in cell for row in rows for cell in row)
    return regular or all(len(cell) > 1 and cell.endswith('"') for cell in cells if cell.startswith('"'))


def csv_reader(lines: Iterable[str], dialect: Dialect, *, strict: bool = False) -> CsvReader:
    """The rows of some lines with their ends; its ``line_num`` counts the lines so far."""
    if dialect.quoted:
        return csv.reader(lines, delimiter=dialect.delimiter, strict=strict)
    return csv.reader(lines, delimiter=dialect.delimiter, quoting=csv.QUOTE_NONE)


def cut(lines: Sequence[str], dialect: Dialect, *, strict: bool = False) -> list[Row]:
    """The rows of some lines as far as they can be told; with ``strict``, none where a quote is wrong."""
    rows: list[Row] = []
    reader = csv_reader((line + "\n" for line in lines), dialect, strict=strict)
    line = 1
    try:
        for cells in reader:
            rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error:
        return [] if strict else rows
    return rows
