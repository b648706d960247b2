"""Glozz: a text, and what annotators marked in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from accord.errors import UsageError
from accord.model import Document, Span, Spans
from accord.verbs.check import check
from accord.verbs.read import read
from tests.build import spans_of

Lay = Callable[[Mapping[str, str | bytes]], list[str]]
Refused = Callable[..., list[str]]

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "glozz"
TEXT = "Pym left Gannet Rock."


def unit(start: object, end: object, type_: str = "PER") -> str:
    ends = "".join(f'<{side}><singlePosition index="{at}"/></{side}>' for side, at in (("start", start), ("end", end)))
    return (
        f'<unit id="u"><metadata/><characterisation><type>{type_}</type><featureSet/></characterisation>'
        f"<positioning>{ends}</positioning></unit>\n"
    )


def glozz(*units: str) -> str:
    return f'<?xml version="1.0"?>\n<annotations>\n<metadata corpusHashcode="1"/>\n{"".join(units)}</annotations>\n'


def test_a_text_of_two_annotators(lay: Lay) -> None:
    relation = '<relation id="r"><positioning><term id="u"/></positioning></relation>\n'
    files = {
        "d.ac": TEXT,
        "d-ada.aa": glozz(unit(0, 3), unit(9, 20, "a &lt;b&gt;"), relation),
        "d-bram.aa": glozz(),
    }
    corpus = read(lay(files))
    assert corpus.documents == (Document("doc1", (), TEXT),)
    assert corpus.annotations == {
        ("doc1", "d-ada"): Spans((Span(0, 3, "PER"), Span(9, 20, "a <b>")), 21, "character", "d-ada.aa", 4),
        ("doc1", "d-bram"): Spans((), 21, "character", "d-bram.aa", 1),
    }
    assert "spans of characters over d.ac; left out: 1 relation" in corpus.assumptions[0]


def test_folders_of_annotators(lay: Lay) -> None:
    lay(
        {
            f"{who}/{name}": text
            for who in ("ada", "bram")
            for name, text in {"d.ac": TEXT, "d.aa": glozz(unit(0, 3))}.items()
        }
    )
    corpus = read("ada", "bram")
    assert list(corpus.annotations) == [("d", "ada"), ("d", "bram")]
    assert spans_of(corpus, "bram") == [("d", Span(0, 3, "PER"))]


def test_positions_count_as_glozz_counts(lay: Lay) -> None:
    corpus = read(lay({"d.ac": "\ufeff😀\r\nPym", "d.aa": glozz(unit(4, 7))}))
    assert corpus.documents[0].text == "😀\r\nPym"
    assert [span for _, span in spans_of(corpus, "d")] == [Span(3, 6, "PER")]


def test_what_is_left_out_or_counts_once(lay: Lay) -> None:
    corpus = read(lay({"d.ac": TEXT, "d.aa": glozz(unit(0, 3), unit(0, 3), unit(5, 5))}))
    assert [(finding.place.line, finding.code) for finding in corpus.findings] == [
        (5, "duplicate-span"),
        (6, "empty-unit"),
    ]
    assert [span for _, span in spans_of(corpus, "d")] == [Span(0, 3, "PER")]


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (
            glozz(unit(0, 99), unit(5, 2), unit("x", 3), unit(-1, 3), unit(0.5, 3)),
            [f"d.aa:{n} error invalid-span" for n in range(4, 9)],
        ),
        (glozz(unit(0, 3))[:-5], ["d.aa:5 error invalid-xml"]),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]><annotations/>", ["d.aa:1 error invalid-xml"]),
        ("", ["d.aa error empty-file"]),
    ],
)
def test_what_is_wrong(refused: Refused, content: str, wanted: list[str]) -> None:
    assert refused({"d.aa": content, "d.ac": TEXT}) == wanted


def test_the_text_is_needed(lay: Lay, refused: Refused) -> None:
    assert refused({"e.aa": glozz(unit(0, 3))}) == ["e.aa error missing-text"]
    assert refused({"f.aa": glozz(unit(0, 3)), "f.ac": b"caf\xe9"}) == ["f.aa error undecodable-bytes"]
    with pytest.raises(UsageError, match=r"f\.ac is a text without annotations: name the files that end in \.aa"):
        read("f.ac")
    assert "ends behind the text, which has 21 characters" in str(
        check(lay({"g.ac": TEXT, "g.aa": glozz(unit(9, 22))})[1])[0]
    )


@pytest.mark.data
@pytest.mark.skipif(not DATA.is_dir(), reason=f"there is no folder of real data at {DATA}")
def test_a_game_of_the_stac_corpus() -> None:
    corpus = read(DATA)
    for who in ("BRONZE", "lpetersen"):
        (path,) = (DATA / who).glob("*.aa")
        assert len(spans_of(corpus, who)) == len(re.findall("<unit id=", path.read_text(encoding="utf-8"))) == 149
    (document,) = corpus.documents
    covered = [
        document.text[span.start : span.end] for _, span in spans_of(corpus, "BRONZE") if span.type == "Resource"
    ]
    assert set(covered) <= {
        "wood",
        "clay",
        "ore",
        "sheep",
        "an ore",
        "two sheep",
        "the ore",
        "one sheep",
        "a wood",
        "one",
        "two",
        "another sheep",
        "it",
    }
