"""spaCy's DocBin: what it holds, what is damaged, and that spaCy reads what is written."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from struct import pack
from typing import Any

import pytest

from accord.errors import ReadError
from accord.formats.docbin_writer import ATTRIBUTES, SPAN, WRITER, write_docbin
from accord.formats.msgpack import pack_value, unpack
from accord.formats.spacy_strings import SYMBOLS, string_number
from accord.model import Corpus, Document, ItemLabels, Layer, Span, Spans, TokenLabels, Trees
from accord.verbs.read import read
from tests.build import spans_of

Lay = Callable[[Mapping[str, str | bytes]], list[str]]

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "exports" / "spacy"
REAL = pytest.mark.skipif(not DATA.exists(), reason="the exports of annotation tools are not here")


def message(rows: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """One text of tokens, each with its numbers by attribute."""
    names = list(rows[0])
    numbers = [[string_number(v) if isinstance(v, str) else v % (1 << 64) for v in row.values()] for row in rows]
    return {
        "version": "0.1",
        "attrs": [ATTRIBUTES[name] for name in names],
        "tokens": b"".join(pack(f"<{len(names)}Q", *row) for row in numbers),
        "spaces": bytes([1] * (len(rows) - 1) + [0]),
        "lengths": pack("<i", len(rows)),
        "strings": sorted({value for row in rows for value in row.values() if isinstance(value, str)}),
        "cats": [{}],
        "flags": [{"has_unknown_spaces": False}],
        "span_groups": [b"\x90"],
        **more,
    }


def packed(given: dict[str, Any]) -> bytes:
    return zlib.compress(pack_value(given))


TOKENS = [
    {"ORTH": "Ann", "ENT_IOB": 3, "ENT_TYPE": "PERSON", "TAG": "NNP", "POS": 96, "DEP": "nsubj", "HEAD": 1},
    {"ORTH": "saw", "ENT_IOB": 2, "ENT_TYPE": 0, "TAG": "VBD", "POS": 100, "DEP": "ROOT", "HEAD": 0},
    {"ORTH": "New", "ENT_IOB": 3, "ENT_TYPE": "GPE", "TAG": "NNP", "POS": 96, "DEP": "compound", "HEAD": 1},
    {"ORTH": "York", "ENT_IOB": 1, "ENT_TYPE": "GPE", "TAG": "NNP", "POS": 96, "DEP": "dobj", "HEAD": -2},
]


def test_entities_tags_and_dependencies_are_layers(lay: Lay) -> None:
    path = lay({"ada.spacy": packed(message(TOKENS))})
    corpus = read(path)
    assert list(corpus.layers) == ["ents", "deps", "upos", "xpos"]
    assert spans_of(corpus, "ada") == [("doc1", Span(0, 3, "PERSON")), ("doc1", Span(8, 16, "GPE"))]
    (trees,) = read(path, layer="deps").annotations.values()
    assert isinstance(trees, Trees)
    (tree,) = trees.trees
    assert tree.structure == (1, -1, 3, 1)
    assert tree.labels == ("nsubj", "ROOT", "compound", "dobj")
    (tags,) = read(path, layer="upos").annotations.values()
    assert isinstance(tags, TokenLabels)
    assert tags.labels == (("PROPN", "VERB", "PROPN", "PROPN"),)


def test_tags_without_dependencies_are_labels_of_tokens(lay: Lay) -> None:
    rows = [{"ORTH": row["ORTH"], "TAG": row["TAG"]} for row in TOKENS]
    (tags,) = read(lay({"ada.spacy": packed(message(rows))})).annotations.values()
    assert isinstance(tags, TokenLabels)
    assert tags.labels == (("NNP", "VBD", "NNP", "NNP"),)


def test_groups_of_spans_and_categories_are_layers(lay: Lay) -> None:
    rows = [{"ORTH": row["ORTH"]} for row in TOKENS]
    spans = [SPAN.pack(0, 0, string_number("X"), 0, 2, 0, 7), SPAN.pack(0, 0, string_number("Y"), 1, 4, 4, 16)]
    groups = {pack_value({"name": "sc", "attrs": {}, "spans": spans}): ["sc", "other"]}
    more = {"span_groups": [pack_value(groups)], "cats": [{"glad": 0.9, "sad": 1.0, "dull": 0.1}]}
    given = message(rows, **more)
    path = lay({"ada.spacy": packed(given | {"strings": [*given["strings"], "X", "Y"]})})
    corpus = read(path)
    assert list(corpus.layers) == ["sc", "other", "cats"]
    assert [span for _, span in spans_of(corpus, "ada")] == [Span(0, 7, "X"), Span(4, 16, "Y")]
    (chosen,) = read(path, layer="cats").annotations.values()
    assert isinstance(chosen, ItemLabels)
    assert chosen.labels == {"doc1": "glad|sad"}


def test_a_text_that_nobody_looked_at_is_not_annotated(lay: Lay) -> None:
    rows = [{**row, "ENT_IOB": 0, "ENT_TYPE": 0, "DEP": 0, "TAG": 0, "POS": 0} for row in TOKENS]
    with pytest.raises(ReadError, match="nothing is annotated in its 1 text"):
        read(lay({"ada.spacy": packed(message(rows))}))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is cut off"),
        (b"\x00" * 30, "it is not compressed as one"),
        (packed(message(TOKENS))[:-5], "it is cut off"),
        (zlib.compress(b"\x93\x01"), "its MessagePack is damaged"),
        (zlib.compress(b"\x91" * 500), "lists too deep"),
        (zlib.compress(bytes(1 << 26)), r"holds more than 33,554,432 bytes"),
        (zlib.compress(b"\xdd\xff\xff\xff\xff"), "its MessagePack is damaged"),
        (zlib.compress(b"\xc7\x01\x02\x03"), "something else than plain data"),
        (packed([1, 2]), "its parts do not fit each other"),  # type: ignore[arg-type]
        (packed(message(TOKENS, strings=["Ann"])), r"the string with the number \d+ is missing"),
        (packed(message(TOKENS, lengths=pack("<i", 9))), "other lengths than its tokens"),
        (packed(message(TOKENS, spaces=b"")), "for all tokens whether a blank follows"),
    ],
)
def test_what_is_damaged_is_refused(lay: Lay, data: bytes, why: str) -> None:
    with pytest.raises(ReadError, match=why):
        read(lay({"ada.spacy": data}))


def test_numbers_of_strings() -> None:
    assert (len(SYMBOLS), SYMBOLS["_"], SYMBOLS["PERSON"]) == (456, 456, 380)
    assert string_number("naïve 😀 text") == 2854427757880983721
    assert string_number("x" * 17) == 16970747057724827452


def test_plain_data_is_packed_and_unpacked() -> None:
    value = {"a": [0, 127, 128, -1, 1 << 63, 0.5, None, True, False], "b": b"\x00", "é": {"": []}, (1, 2): "x" * 300}
    assert unpack(pack_value(value)) == value


@REAL
@pytest.mark.parametrize(
    ("name", "texts", "spans", "layer"),
    [
        ("made_news_headlines_ents", 150, 129, "ents"),
        ("made_bio_spans_sc", 15, 48, "sc"),
        ("ner_tweets_demo", 1, 1, "ents"),
    ],
)
def test_counts_of_real_files(name: str, texts: int, spans: int, layer: str) -> None:
    corpus = read(str(DATA / f"{name}.spacy"))
    assert (len(corpus.documents), len(spans_of(corpus, name)), corpus.layer.name) == (texts, spans, layer)


def marked(spans: tuple[Span, ...], text: str) -> Corpus:
    return Corpus.of((Document("d1", text=text),), {("d1", "ada"): Spans(spans, len(text))})


@pytest.mark.peer
def test_spacy_reads_what_is_written(tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy")
    tokens = pytest.importorskip("spacy.tokens")
    symbols = pytest.importorskip("spacy.symbols")
    assert {name: number for name, number in symbols.IDS.items() if name} == SYMBOLS
    text = " Ann  saw\nNew York 😀, naïvely "
    for spans, group in (
        ((Span(1, 4, "PERSON"), Span(10, 18, "GPE"), Span(19, 20, "X")), None),
        ((Span(1, 4, "A"), Span(2, 12, "B"), Span(3, 5, "")), "sc"),
    ):
        data = b"".join(write_docbin(marked(spans, text), "ada"))
        (doc,) = tokens.DocBin().from_bytes(data).get_docs(spacy.blank("en").vocab)
        assert doc.text == text
        found = doc.spans[group] if group else doc.ents
        assert [(each.start_char, each.end_char, each.label_) for each in found] == [tuple(span) for span in spans]
    items = Corpus.of((Document("d", items={"i": "Ann saw."}),), {("d", "ada"): ItemLabels({"i": "glad|sad"})})
    (doc,) = tokens.DocBin().from_bytes(b"".join(write_docbin(items, "ada"))).get_docs(spacy.blank("en").vocab)
    assert doc.cats == {"glad": 1.0, "sad": 1.0}


@pytest.mark.peer
def test_what_spacy_writes_is_read_as_spacy_has_it(tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy")
    tokens = pytest.importorskip("spacy.tokens")
    vocab = spacy.blank("en").vocab
    words = ["Ann", "saw", "New", "York", "😀", "."]
    doc = tokens.Doc(
        vocab,
        words=words,
        spaces=[True, True, True, False, True, False],
        tags=["NNP", "VBD", "NNP", "NNP", "SYM", "."],
        pos=["PROPN", "VERB", "PROPN", "PROPN", "SYM", "PUNCT"],
        heads=[1, 1, 3, 1, 5, 5],
        deps=["nsubj", "ROOT", "compound", "dobj", "dep", "ROOT"],
        sent_starts=[True, False, False, False, True, False],
        ents=["B-PERSON", "O", "B-GPE", "I-GPE", "O", "O"],
    )
    doc.spans["sc"] = [tokens.Span(doc, 0, 2, "X"), tokens.Span(doc, 1, 5, "odd label")]
    bare = tokens.Doc(vocab, words=["No", "spaces", "known"])
    bare.ents = []
    path = tmp_path / "ada.spacy"
    tokens.DocBin(docs=[doc, bare]).to_disk(path)
    corpus = read(path)
    assert [each.text for each in corpus.documents] == [doc.text, bare.text]
    ents = [(span.start_char, span.end_char, span.label_) for span in doc.ents]
    assert [tuple(span) for name, span in spans_of(corpus, "ada") if name == "doc1"] == ents
    groups = [(span.start_char, span.end_char, span.label_) for span in doc.spans["sc"]]
    assert [tuple(span) for _, span in spans_of(read(path, layer="sc"), "ada")] == groups
    trees = read(path, layer="deps").annotations["doc1", "ada"]
    assert isinstance(trees, Trees)
    assert [tree.structure for tree in trees.trees] == [(1, -1, 3, 1), (1, -1)]
    tags = read(path, layer="upos").annotations["doc1", "ada"]
    assert isinstance(tags, TokenLabels)
    assert tags.labels == (("PROPN", "VERB", "PROPN", "PROPN"), ("SYM", "PUNCT"))


def test_a_text_has_categories_of_one_layer_and_any_number_of_spans(lay: Lay) -> None:
    text = Document("d1", text="Fog lifts.", items={"i1": "a text"})
    spans = {("d1", "ada"): Spans((Span(0, 3, "X"),), 10)}
    labels = {"mood": "calm", "tone": "flat"}
    said = [Layer(name, {("d1", "ada"): ItemLabels({"i1": label})}) for name, label in labels.items()]
    layers = [Layer("names", spans), *said]
    for chosen, kept, lost in (("names", "mood", "tone"), ("tone", "tone", "mood")):
        corpus = Corpus((text,), {layer.name: layer for layer in layers}, main=chosen)
        assert WRITER.not_held(corpus) == (f"the layer {lost}",)
        found = read(lay({"a.spacy": b"".join(WRITER.write(corpus, "ada"))})[0])
        (categories,) = found.select("cats").annotations.values()
        assert isinstance(categories, ItemLabels)
        assert categories.labels == {"i1": labels[kept]}
        assert [span for _, span in spans_of(found.select("ents"), "a")] == [Span(0, 3, "X")]
