"""Columns that are cut up in bulk are read as those that are looked at line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import patch

from hypothesis import example, given
from hypothesis import strategies as st

from accord.errors import ReadError
from accord.formats.conll_reader import ConllReader
from accord.formats.source import Source

if TYPE_CHECKING:
    from accord.model import Sentence

FIELDS = st.sampled_from(["a", "é", "#", "O", "B-X", " ", "", "x\x1f", "#\u00a0"])
ROWS = st.lists(FIELDS, max_size=4)


def read(text: str, first: str) -> tuple[list[Sentence], list[object]] | str:
    reader = ConllReader(Source("a.conll", content=f"{first}\n\n{text}".encode()), 0, [1])
    try:
        return list(reader.sentences()), list(reader.findings)
    except ReadError as refusal:
        return str(refusal)


@given(
    rows=st.lists(ROWS, max_size=9),
    delimiter=st.sampled_from("\t "),
    width=st.sampled_from([2, 3]),
)
@example(rows=[["a", "O", "x"], ["a"], [], ["a", "O"]], delimiter="\t", width=2)
@example(rows=[["a"], [], ["a", "O"]], delimiter=" ", width=2)
@example(rows=[["a", ""], ["a"], ["a", "O"]], delimiter="\t", width=2)
@example(rows=[["a", ""], ["a"], [], ["a", "O"]], delimiter=" ", width=2)
@example(rows=[["a", "O"], [], [], ["a", "O"], [], [], [], ["a", "O"]], delimiter=" ", width=2)
def test_bulk_and_line_by_line_are_the_same(rows: list[list[str]], delimiter: str, width: int) -> None:
    text, first = "\n".join(map(delimiter.join, rows)), delimiter.join(["w", "O", "O"][:width])
    whole = read(text, first)
    with patch.object(ConllReader, "_regular_rows", lambda _reader, _text, _line: None):
        assert read(text, first) == whole
