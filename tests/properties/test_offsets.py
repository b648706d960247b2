"""What offsets count is proved from covered texts, against a text that is really counted so."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.formats import Columns
from accord.formats.jsonl import read_jsonl
from accord.formats.offsets import BYTES, CHARACTERS, UTF16, Counting, Quote, prove
from accord.formats.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.formats.content import Marking

TEXTS = st.text(alphabet="ab \nä\u0308é\N{GRINNING FACE}ßπ", min_size=1, max_size=40)
WAYS = [
    Counting(unit, long_ends, form, mark)
    for unit in (CHARACTERS, UTF16, BYTES)
    for long_ends in (False, True)
    for form in ("", "NFC", "NFD")
    for mark in (False, True)
]


def written(text: str, way: Counting) -> str:
    """The text as somebody else's program had it."""
    form = normalize(way.form, text) if way.form else text
    return ("\ufeff" if way.mark else "") + (form.replace("\n", "\r\n") if way.long_ends else form)


def size(text: str, unit: str) -> int:
    """How long a text is."""
    encodings = {CHARACTERS: ("utf-32-le", 4), UTF16: ("utf-16-le", 2), BYTES: ("utf-8", 1)}
    encoding, width = encodings[unit]
    return len(text.encode(encoding)) // width


def borders(text: str) -> list[int]:
    """Where a span may start or end: before anything that is not put on the letter before it."""
    return [at for at in range(len(text) + 1) if at == len(text) or not combining(text[at])]


def plain(text: str) -> str:
    """A text as tools write what is covered."""
    return normalize("NFC", text.replace("\n", " "))


@pytest.mark.parametrize("way", WAYS, ids=str)
@given(data=st.data(), text=TEXTS)
def test_a_way_to_count_maps_every_offset_to_its_character(way: Counting, data: st.DataObject, text: str) -> None:
    at = data.draw(st.sampled_from(borders(text)))
    offset = size(written(text[:at], way), way.unit)
    assert way.positions(text)[offset] == at


@given(data=st.data(), text=TEXTS, way=st.sampled_from(WAYS))
def test_all_covered_texts_fit_what_is_proved(data: st.DataObject, text: str, way: Counting) -> None:
    ends = st.sampled_from(borders(text))
    spans = data.draw(st.lists(st.tuples(ends, ends).filter(lambda each: each[0] < each[1]), min_size=1, max_size=6))
    offset = {at: size(written(text[:at], way), way.unit) for at in borders(text)}
    quotes = [Quote(((offset[start], offset[end]),), text[start:end]) for start, end in spans]
    proof = prove(text, quotes)
    positions = proof.counting.positions(text)
    assert proof.misfits == []
    found = [text[positions[offset[start]] : positions[offset[end]]] for start, end in spans]
    assert list(map(plain, found)) == [plain(text[start:end]) for start, end in spans]


@given(text=TEXTS, data=st.data())
def test_clean_files_are_never_changed(text: str, data: st.DataObject) -> None:
    ends = st.sampled_from(range(len(text) + 1))
    spans = data.draw(st.lists(st.tuples(ends, ends).filter(lambda each: each[0] < each[1]), max_size=6))
    proof = prove(text, [Quote((span,), text[slice(*span)]) for span in spans])
    assert proof.counting == Counting()
    assert proof.rival is None


def read_records(records: Iterable[object]) -> list[Marking]:
    source = Source("t.jsonl", content="\n".join(map(json.dumps, records)).encode())
    content = read_jsonl(source, Columns())
    assert not [each for each in content.findings if each.code == "offset-mismatch"]
    return content.markings


@given(data=st.data(), text=TEXTS, way=st.sampled_from(WAYS))
def test_records_with_covered_texts_are_read_in_any_way(data: st.DataObject, text: str, way: Counting) -> None:
    ends = st.sampled_from(borders(text))
    places = data.draw(st.lists(st.tuples(ends, ends).filter(lambda each: each[0] < each[1]), min_size=1, max_size=6))
    offset = {at: size(written(text[:at], way), way.unit) for at in borders(text)}
    spans = [
        {"start": offset[start], "end": offset[end], "label": "X", "text": text[start:end]} for start, end in places
    ]
    (marking,) = read_records([{"text": text, "annotator": "ada", "spans": spans}])
    found = [plain(text[span.start : span.end]) for span in marking.annotation.spans]
    assert set(found) == {plain(text[start:end]) for start, end in places}


@given(text=TEXTS, data=st.data())
def test_clean_records_are_never_changed(text: str, data: st.DataObject) -> None:
    ends = st.sampled_from(range(len(text) + 1))
    places = data.draw(st.sets(st.tuples(ends, ends).filter(lambda each: each[0] < each[1]), max_size=6))
    told = data.draw(st.booleans())
    spans = [{"start": a, "end": b, "label": "X"} | ({"text": text[a:b]} if told else {}) for a, b in places]
    (marking,) = read_records([{"text": text, "annotator": "ada", "spans": spans}])
    assert {(span.start, span.end) for span in marking.annotation.spans} == places


def test_a_rival_that_fits_as_well_is_said() -> None:
    text = "\N{GRINNING FACE}\nb aay"  # an a is the sixth by UTF-16, and another one the sixth with long line ends
    proof = prove(text, [Quote(((6, 7),), "a")])
    assert proof.misfits == []
    assert proof.rival is not None
