"""Glozz: a text, and what annotators marked in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from accord.campaign.gold import gold
from accord.errors import ReadError, UsageError
from accord.formats.writer import fitting, writer_for
from accord.model import Corpus, Document, Span, Spans
from accord.verbs.check import check
from accord.verbs.read import read
from tests.build import spans_of

Lay = Callable[[Mapping[str, str | bytes]], list[str]]
Refused = Callable[..., list[str]]

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "glozz"
TEXT = "Pym left Gannet Rock."


def unit(start: object, end: object, type_: str = "PER", id_: str = "u", **features: str) -> str:
    held = "".join(f'<feature name="{name}">{value}</feature>' for name, value in features.items())
    featured = f"<featureSet>{held}</featureSet>" if held else "<featureSet/>"
    ends = "".join(f'<{side}><singlePosition index="{at}"/></{side}>' for side, at in (("start", start), ("end", end)))
    return (
        f'<unit id="{id_}"><metadata/><characterisation><type>{type_}</type>{featured}</characterisation>'
        f"<positioning>{ends}</positioning></unit>\n"
    )


def group(tag: str, id_: str, type_: str, member: str, *members: str) -> str:
    inside = "".join(f'<{member} id="{each}"/>' for each in members)
    said = f"<characterisation><type>{type_}</type><featureSet/></characterisation>"
    return f'<{tag} id="{id_}">{said}<positioning>{inside}</positioning></{tag}>\n'


def glozz(*units: str) -> str:
    return f'<?xml version="1.0"?>\n<annotations>\n<metadata corpusHashcode="1"/>\n{"".join(units)}</annotations>\n'


def test_a_text_that_is_a_link_out_of_the_campaign_is_not_read(lay: Lay) -> None:
    lay({"outside.ac": "secret", "c/ada/d.aa": glozz(unit(0, 3))})
    Path("c/ada/d.ac").symlink_to("../../outside.ac")
    with pytest.raises(ReadError, match=r"its text d\.ac is a link that leads elsewhere"):
        read("c/ada/d.aa")


def test_a_text_of_two_annotators(lay: Lay) -> None:
    relation = '<relation id="r"><positioning><term id="u"/></positioning></relation>\n'
    files = {
        "d.ac": TEXT,
        "d-ada.aa": glozz(unit(0, 3), unit(9, 20, "a &lt;b&gt;"), relation),
        "d-bram.aa": glozz(),
    }
    corpus = read(lay(files))
    assert corpus.documents == (Document("doc1", (), TEXT),)
    read_without = {
        key: replace(each, markup=()) for key, each in corpus.annotations.items() if isinstance(each, Spans)
    }
    assert read_without == {
        ("doc1", "d-ada"): Spans((Span(0, 3, "PER"), Span(9, 20, "a <b>")), 21, "character", "d-ada.aa", 4),
        ("doc1", "d-bram"): Spans((), 21, "character", "d-bram.aa", 1),
    }
    assert "spans of characters over d.ac; kept, but not measured: 1 relation" in corpus.assumptions[0]


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
    assert "ends after the text, which has 21 characters" in str(
        check(lay({"g.ac": TEXT, "g.aa": glozz(unit(9, 22))})[1])[0]
    )


def written(corpus: Corpus, annotator: str) -> bytes:
    return b"".join(writer_for(corpus, name="glozz").write(corpus, annotator))


ADA = (
    unit(0, 3, "PER", "a1", sure=" yes &amp; no\n", role="hero"),
    unit(0, 3, "PER", "a2"),
    unit(9, 15, "LOC", "a3"),
    unit(16, 20, "LOC", "a4"),
    unit(5, 5, "LOC", "a5"),
    group("relation", "ar", "in", "term", "a1", "a3"),
    group("schema", "as", "place", "embedded-unit", "a3", "a4"),
    group("schema", "at", "scene", "embedded-relation", "ar"),
)
BRAM = (
    unit(16, 20, "LOC", "a1", size="big"),
    unit(0, 3, "PER", "b2", sure=" yes &amp; no\n", role="villain"),
    unit(9, 15, "LOC", "b3"),
    group("relation", "br", "in", "term", "b2", "b3"),
)


def test_what_is_read_is_written_and_read_as_the_same(lay: Lay) -> None:
    first = read(lay({"d.ac": TEXT, "d.aa": glozz(*ADA)})[1])
    text = written(first, "d").decode()
    second = read(lay({"d.aa": text})[0])
    assert second.annotations == {
        key: replace(each, line=replaced.line)
        for (key, each), replaced in zip(first.annotations.items(), second.annotations.values(), strict=True)
        if isinstance(each, Spans) and isinstance(replaced, Spans)
    }
    assert written(second, "d").decode() == text
    assert '<feature name="sure"> yes &amp; no\n</feature>' in text


def test_gold_keeps_what_all_say_alike(lay: Lay) -> None:
    lay({"d.ac": TEXT, "d-ada.aa": glozz(*ADA), "d-bram.aa": glozz(*BRAM)})
    gold(["d-ada.aa", "d-bram.aa"], "d-gold.aa")
    text = Path("d-gold.aa").read_text(encoding="utf-8")
    assert [span for _, span in spans_of(read("d-gold.aa"), "d-gold")] == [
        Span(0, 3, "PER"),
        Span(9, 15, "LOC"),
        Span(16, 20, "LOC"),
    ]
    assert re.findall('<(unit|relation|schema) id="(.*?)"', text) == [
        ("unit", "a1"),
        ("unit", "a3"),
        ("unit", "a4"),
        ("unit", "a5"),
        ("relation", "ar"),
    ]
    assert re.findall('name="(.*?)"', text) == ["sure"]  # not hero or villain; of a4 only bram says how big


def test_new_units_are_written_and_lost_ones_take_their_relations_along(lay: Lay) -> None:
    corpus = read(lay({"d.ac": "😀 Pym left Gannet Rock.", "d.aa": glozz(unit(3, 6, "PER", "a1"), *ADA[5:6])})[1])
    (annotation,) = corpus.annotations.values()
    assert isinstance(annotation, Spans)
    changed = corpus.with_annotations({("doc1", "d"): replace(annotation, spans=(Span(2, 5, "ORG"),))})
    changed = replace(changed, documents=(replace(corpus.documents[0], id="doc1"),))
    again = read(lay({"d.aa": written(changed, "d")})[0])
    assert [span for _, span in spans_of(again, "d")] == [Span(2, 5, "ORG")]
    assert 'index="3"' in written(changed, "d").decode()
    assert "relation" not in written(changed, "d").decode()


def test_glozz_is_not_offered_for_what_it_cannot_hold(lay: Lay) -> None:
    tokens = '{"tokens": ["a", "b"], "spans": [[0, 1, "X"]], "annotator": "ada"}\n'
    (path,) = lay({"t.jsonl": tokens})
    corpus = read(path)
    assert "glozz" not in fitting(corpus)
    with pytest.raises(UsageError, match="spans cannot be written as 'glozz'"):
        writer_for(corpus, name="glozz")
    with pytest.raises(UsageError, match=r"which the name of gold\.aa asks for: say format='jsonl'"):
        gold(path, "gold.aa")


def test_elements_in_each_other_without_end_are_refused(refused: Refused) -> None:
    deep = "<annotations>" + "<a>" * 50_000 + "</a>" * 50_000 + "</annotations>"
    assert refused({"d.aa": deep, "d.ac": TEXT}) == ["d.aa:1 error invalid-xml"]


@pytest.mark.data
@pytest.mark.skipif(not DATA.is_dir(), reason=f"there is no folder of real data at {DATA}")
def test_a_game_of_the_stac_corpus_is_written_byte_by_byte() -> None:
    corpus = read(DATA)
    for who in ("BRONZE", "lpetersen"):
        (path,) = (DATA / who).glob("*.aa")
        assert written(corpus, who) == path.read_bytes()


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
