"""What a file is, from its ending, its first lines and the names in its first row, and why."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from accord.encoding.scheme import OUTSIDE
from accord.encoding.shape import is_near_miss, is_near_outside, is_typed_label
from accord.errors import ReadError
from accord.formats.dependency_rows import is_range, is_universal, sniff_dependencies
from accord.formats.dialect import DELIMITERS, Dialect, cut
from accord.formats.foreign import refuse_foreign, refuse_xml
from accord.formats.formats import FORMATS, endings, recognisers
from accord.formats.layout import chunk_columns, is_document_mark
from accord.formats.names import ending
from accord.formats.roles import header_roles, roles
from accord.formats.rows import start_of_table
from accord.formats.unit_columns import holds_units
from accord.messages import option
from accord.model import Finding, Place, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.formats.source import Source

_JSON = re.compile(r'\s*[{\[]\s*(["{}\]\n]|$)')
_ENHANCED = re.compile(r"\t\d+(?:\.\d+)?:[^\t]*\t[^\t]*$", re.MULTILINE)
_MOSTLY = 0.8
REGULAR = "all its rows have the same columns"
"""The weakest reason to take a file for a table: it may as well hold one token per row."""
_SPACED = f"{REGULAR}, divided by spaces"


class Sniffed(NamedTuple):
    """The format of a file, and what gave it away."""

    format: str
    reason: str


def sniff(
    source: Source,
    *,
    of_tokens: bool = False,
    of_items: bool = False,
    of_units: bool = False,
    trees: bool = True,
) -> Sniffed:
    """Say what a file is: by its ending, else by its content.

    Where the labels are said to be those of tokens, what has regular columns is no table; where they are said to be
    those of items, a table does not hold units, and where units are asked for, rows of numbers are some. Ten columns
    with heads are dependency trees, unless the caller asks for one of the columns (``trees``) or there is one of chunk
    labels.
    """
    if source.rows is not None:
        reason = "" if of_items else _why_units(source, asked=of_units)
        return Sniffed("units", reason) if reason else Sniffed("table", "it has columns")
    found = _sniff(source, trees=trees and not of_tokens, of_tokens=of_tokens, of_items=of_items)
    if of_tokens and found.format == "table":
        rows = _rows(_blocks(next(filter(None, source.pieces()), "")))
        if not rows or _width(rows, "\t") or _width(rows, " "):
            return Sniffed("conll", "its labels are said to be those of tokens")
    if found.format == "table" and not of_items and (reason := _why_units(source, asked=of_units)):
        return Sniffed("units", reason)
    return found


def _why_units(source: Source, *, asked: bool) -> str:
    """Why a table holds units; nothing where it does not, or cannot be read, which its reader then says best."""
    try:
        return holds_units(start_of_table(source).cells, asked=asked)
    except ReadError:
        return ""


def _sniff(source: Source, *, trees: bool, of_tokens: bool, of_items: bool) -> Sniffed:
    refuse_foreign(source)
    suffix = ending(source.path)
    named = endings().get(suffix)
    may_be_other = {None, "conll", "jsonl"} if of_items else {None, "conll", "jsonl", "table"}  # as tools export them
    if named not in may_be_other or (named == "conll" and not trees):
        return Sniffed(str(named), f"its name ends in {suffix}")
    for name, recognise in recognisers(source.path, source.start()):
        asked = trees or name != "conll2012"  # of which the caller may ask for another column
        if asked and (reason := recognise(source)):
            return Sniffed(name, reason)
    if named in {"jsonl", "table"}:
        return Sniffed(named, f"its name ends in {suffix}")
    text = next(filter(None, source.pieces()), "")
    if trees and (found := _sniff_dependencies(source, text, suffix)):
        return found
    if named:
        return Sniffed(named, f"its name ends in {suffix}")
    if "\0" in text:
        raise _unknown(source, "it holds bytes that are no text")
    if not text.strip():
        return Sniffed({".tsv": "table", ".ann": "brat"}.get(suffix, "conll"), "there is nothing in it")
    start, found = _sniff_start(text), _sniff_rows(text, tabs=suffix == ".tsv")
    if start and not (found and _are_columns(text, start.format, of_tokens=of_tokens)):
        return start
    refuse_xml(source, text, suffix)
    if suffix == ".ann" and not (found and found.format == "conll" and _holds_chunks(_rows(_blocks(text)), typed=True)):
        raise _unknown(source, "its name ends in .ann, and its lines are none of brat's")
    if found is None:
        raise _unknown(source, f"it has no regular columns (first line {text.lstrip().splitlines()[0][:60]!r})")
    if found.reason == _SPACED and not of_tokens and "item" in roles(text.lstrip().splitlines()[0].split()):
        why = "its first row names the columns of a table, and blanks divide its cells"
        tokens = option("format", "conll", flag="--input-format")
        raise _unknown(
            source, why, f"divide them by commas or tabs; if these are tokens and their labels, say {tokens}"
        )
    return found


def _sniff_start(text: str) -> Sniffed | None:
    """What a text is that starts in a way of its own."""
    if _JSON.match(text):
        return Sniffed("jsonl", f"it starts with {text.lstrip()[0]}")
    shapes = ((name, FORMATS.get(name).shape) for name in FORMATS)
    return next((Sniffed(name, "it starts like one") for name, shape in shapes if shape and shape.match(text)), None)


def _are_columns(text: str, format_: str, *, of_tokens: bool) -> bool:
    """Whether a text that starts like brackets or JSON holds columns all the same, whose first token that is.

    A column of O and other chunk labels shows it; else regular rows that are no brackets or JSON: divided by tabs, in
    sentences, or mostly outside brackets. Where the labels are said to be those of tokens, any regular rows will do.
    """
    if format_ not in {"brackets", "jsonl"}:
        return False
    blocks = _blocks(text)
    rows = [row for row in _rows(blocks) if not row[0].isspace()]
    if any(OUTSIDE in labels for labels in _chunk_labels(rows)):
        return True
    tabs, blanks = _width(rows, "\t"), _width(rows, " ")
    if format_ == "jsonl":
        return bool(tabs or (of_tokens and blanks)) and not _is_json(rows[0])
    reaching, beginning = _outside_brackets(text)
    mostly = 1 < len(blocks) < len(rows) or 2 * beginning >= len(rows)
    return bool(reaching and (tabs or (blanks and (of_tokens or mostly))))


def _is_json(row: str) -> bool:
    try:
        json.loads(row)
    except (ValueError, RecursionError):
        return False
    return True


def _outside_brackets(text: str) -> tuple[int, int]:
    """How many rows hold something that stands outside brackets, and how many begin with it."""
    depth = reaching = beginning = 0
    for row in text.split("\n"):
        outside = []
        for part in re.findall(r"[()]|[^\s()]+", row):
            outside.append(not depth and part != "(")
            depth = max(0, depth + {"(": 1, ")": -1}.get(part, 0))
        reaching += any(outside)
        beginning += any(outside[:1])
    return reaching, beginning


def _sniff_dependencies(source: Source, text: str, suffix: str) -> Sniffed | None:
    """Ten columns with heads; those of CoNLL-U have tabs and one of the things that CoNLL-X does not know."""
    rows = _rows(_blocks(text))
    if _holds_chunks(rows, typed=True):
        return None
    if not rows or not sniff_dependencies(rows):
        first_row = next(_data(source), "") if suffix == ".conllu" else ""
        reason = f"its name ends in {suffix}, and its first row has ten columns, with the id and the head of a token"
        return Sniffed("conllu", reason) if is_universal(first_row) else None
    universal = (
        suffix == ".conllu"
        or "\n# sent_id" in f"\n{text}"
        or "\n# global.Entity" in f"\n{text}"
        or _ENHANCED.search(text)
    )
    more = any(map(is_range, rows))
    format_ = "conllu" if "\t" in rows[0] and (universal or more) else "conllx"
    return Sniffed(format_, "its rows have ten columns, with ids and heads of tokens")


def _data(source: Source) -> Iterator[str]:
    """The rows of tokens, each of them whole, however long."""
    return (row for row in source.lines() if row.strip() and not row.startswith("#") and not is_range(row))


def _unknown(source: Source, why: str, hint: str = "") -> ReadError:
    hint = hint or f"if it is one, say which with {option('format', flag='--input-format')}: {', '.join(FORMATS)}"
    finding = Finding("unknown-format", Severity.ERROR, Place(source.name), f"no format that accord reads: {why}", hint)
    return ReadError("the file cannot be read", [finding])


def _sniff_rows(text: str, *, tabs: bool) -> Sniffed | None:
    """Tell sentences of columns from the rows of a table."""
    blocks = _blocks(text)
    rows = _rows(blocks)
    if len(blocks) == 1 and any(holds_units(_cells(rows, delimiter)) for delimiter in DELIMITERS):
        return Sniffed("table", "its rows hold a start and an end")
    names = header_roles(rows[0]) if rows else {}
    if "label" in names and names.keys() & {"item", "annotator"}:
        return Sniffed("table", f"its first row names the columns of {' and '.join(sorted(names))}")
    grouped = 1 < len(blocks) < len(rows) and (not names or 3 * len(blocks) < 2 * len(rows))
    if grouped and (_width(rows, "\t") or _width(rows, " ")):
        return Sniffed("conll", "its rows have columns, and blank lines divide sentences")
    if _holds_chunks(rows, typed=tabs or len(blocks) > 1):
        return Sniffed("conll", "it has a column of chunk labels")
    if tabs:
        return Sniffed("table", "its name ends in .tsv, and its rows are not grouped into sentences")
    if len(rows) > 1 and any(_width(rows, delimiter) for delimiter in DELIMITERS):
        return Sniffed("table", REGULAR)
    if len(rows) > 1 and _width(rows, " "):
        return Sniffed("conll", _SPACED)
    return None


def _blocks(text: str) -> list[list[str]]:
    """The lines between blank lines."""
    return [block.split("\n") for block in re.split(r"\n(?:[^\S\n]*\n)+", text.strip("\n"))]


def _rows(blocks: Sequence[Sequence[str]]) -> list[str]:
    lines = [line for block in blocks for line in block]
    return [line for line in lines if line and not line.startswith("#") and not is_document_mark(line)]


def _cells(rows: Sequence[str], delimiter: str) -> list[list[str]]:
    return [[cell.strip(' "') for cell in row.split(delimiter)] for row in rows]


def _split(row: str, delimiter: str) -> list[str]:
    """The cells of a row; a tab after words that blanks divide does not, nor a comma between quotes."""
    if delimiter == " ":
        return row.split()
    if delimiter != "\t" and '"' in row:
        return [cell for _, cells in cut([row], Dialect(delimiter)) for cell in cells]
    if delimiter == "\t" and "\t" not in row.rstrip() and " " in row.strip():
        return [row]
    return list(map(str.strip, row.split(delimiter)))


def _width(rows: Sequence[str], delimiter: str) -> int:
    """How many columns most rows have, or 0 where they have no columns or not the same number."""
    if not rows:
        return 0
    width, count = Counter(len(_split(row, delimiter)) for row in rows).most_common(1)[0]
    return width if width > 1 and count >= _MOSTLY * len(rows) else 0


def _holds_chunks(rows: Sequence[str], *, typed: bool) -> bool:
    """Whether a column holds chunk labels, also misspelt ones, at least one of them with a type if that is needed."""
    chunks = any(not typed or _names_types(labels) for labels in _chunk_labels(rows))
    return chunks or any(map(_is_misspelt, _columns(rows)[1:]))


def _columns(rows: Sequence[str]) -> list[tuple[str, ...]]:
    """The columns of regular rows, divided by tabs or else by spaces."""
    delimiter = next((mark for mark in "\t " if _width(rows, mark)), None)
    if delimiter is None:
        return []
    table, width = [_split(row, delimiter) for row in rows], _width(rows, delimiter)
    return list(zip(*(fields for fields in table if len(fields) == width), strict=True))


def _chunk_labels(rows: Sequence[str]) -> list[tuple[str, ...]]:
    """Those columns that hold chunk labels."""
    columns = _columns(rows)
    return [columns[column] for column in chunk_columns(list(zip(*columns, strict=True)), token=0)]


def _names_types(labels: Sequence[str]) -> bool:
    """Whether chunk labels have types; after O also where the state stands after the type."""
    return any(map(is_typed_label, labels)) or (OUTSIDE in labels and any("-" in label for label in labels))


def _is_misspelt(labels: Sequence[str]) -> bool:
    """Whether most labels are O or look like chunk labels, and there are some of both."""
    outside = sum(label == OUTSIDE or is_near_outside(label) for label in labels)
    meant = sum(map(is_near_miss, labels))
    return min(outside, meant) > 0 and outside + meant >= _MOSTLY * len(labels)
