"""Writing WebAnno TSV, XMI and JSON: what was written is read again as it was, also by the programs of others."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.errors import NotApplicable, UsageError
from accord.formats.formats import FORMATS
from accord.model import Annotation, Corpus, Document, ItemLabels, Layer, Span, Spans, TokenLabels
from accord.model.relation import Relation, Relations
from accord.verbs.convert import convert
from accord.verbs.read import read

REAL = Path(__file__).parents[3].parent / "shared" / "data" / "exports"
SIGNS = "ab.é\N{GRINNING FACE}\N{COMBINING ACUTE ACCENT}[]|;_*->\\\"'&< \n\t\r\b#1"
TEXTS = st.text(SIGNS, max_size=25)
XML_TEXTS = st.text(SIGNS.replace("\b", ""), max_size=25)
OTHER = "Other text\nhere."
FORMATS_OF_UIMA = ["xmi", "uima-json"]
Held = dict[str, dict[tuple[str, str], Any]]


@st.composite
def corpora(draw: st.DrawFn, texts: st.SearchStrategy[str], *, blanks: bool) -> Corpus:
    """Two annotators of two documents, with two layers of spans and one of relations over the first of them."""
    documents = (Document("d1", (), draw(texts)), Document("d2", (), OTHER))
    labels = st.text(SIGNS.replace("\b", ""), max_size=4) | st.sampled_from(["PER", "_", "*", "x[1]", "a->b", "\\"])
    held: dict[str, dict[tuple[str, str], Annotation]] = {"Name": {}, "Sense": {}, "Link": {}}
    for document in documents:
        size = len(document.text)
        borders = [(start, end) for start in range(size) for end in range(start + 1, size + 1)]
        edges = [each for each in borders if blanks or not _has_blanks(document.text, *each)]
        for who in ("ada", "bram"):
            for layer in ("Name", "Sense"):
                places = draw(st.lists(st.sampled_from(edges), max_size=5)) if edges else []
                spans = dict.fromkeys(Span(*place, draw(labels)) for place in places)
                held[layer][document.id, who] = Spans(tuple(spans), size)
            named = held["Name"][document.id, who]
            mentions = named.spans if isinstance(named, Spans) else ()
            ends = st.integers(0, len(mentions) - 1)
            arcs = draw(st.lists(st.builds(Relation, ends, ends, labels), max_size=4)) if mentions else []
            held["Link"][document.id, who] = Relations(mentions, tuple(dict.fromkeys(arcs)), size)
    return Corpus(documents, {name: Layer(name, said) for name, said in held.items()}, main="Name")


def _has_blanks(text: str, start: int, end: int) -> bool:
    """Whether a span begins or ends where no word or sign does."""
    return not re.fullmatch(r"(?s)\S(.*\S)?", text[start:end])


def held(corpus: Corpus) -> Held:
    """All that a corpus says, whatever the order."""
    found: Held = {}
    for name, layer in corpus.layers.items():
        for key, each in layer.annotations.items():
            if isinstance(each, Relations):
                linked = sorted(
                    (each.mentions[arc.source], each.mentions[arc.target], arc.type) for arc in each.relations
                )
                said: Any = linked, sorted(each.mentions), each.length
            else:
                assert isinstance(each, Spans)
                said = sorted(each.spans), each.length
            if said[0]:
                found.setdefault(name, {})[key] = said
    return found


def again(corpus: Corpus, form: str) -> Corpus:
    """What is read of what was written."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/made"
        convert(corpus, path, form)
        return read(path)


@settings(deadline=None, max_examples=120)
@given(corpora(TEXTS, blanks=False))
def test_tsv_is_read_back_as_it_was(corpus: Corpus) -> None:
    made = again(corpus, "webanno")
    assert held(made) == held(corpus)
    assert {each.id: each.text for each in made.documents} == {each.id: each.text for each in corpus.documents}
    assert made.annotators == ("ada", "bram")


@settings(deadline=None, max_examples=25)
@pytest.mark.parametrize("form", FORMATS_OF_UIMA)
@given(corpora(XML_TEXTS, blanks=True))
def test_cas_is_read_back_as_it_was(form: str, corpus: Corpus) -> None:
    pytest.importorskip("cassis", reason="UIMA CAS is written by the extra cas")
    made = again(corpus, form)
    assert held(made) == held(corpus)
    assert {each.id: each.text for each in made.documents} == {each.id: each.text for each in corpus.documents}


def corpus_of(**layers: Annotation) -> Corpus:
    """One document by two annotators, the second of whom found nothing."""
    document = Document("d1", (), "Ann met Bo, \N{GRINNING FACE}.")
    size = len(document.text)
    made = {
        name.replace("_", "."): Layer(
            name.replace("_", "."),
            {("d1", "ada"): each, ("d1", "bram"): each.nothing_in("", size)},  # type: ignore[attr-defined]
        )
        for name, each in layers.items()
    }
    return Corpus((document, Document("d2", (), OTHER)), made, main=next(iter(made)))


ANN, BO = Span(0, 3, "PER"), Span(8, 10, "PER")
SIZE = len("Ann met Bo, \N{GRINNING FACE}.")
ALL_FORMATS = ["webanno", *FORMATS_OF_UIMA]


@pytest.fixture(params=ALL_FORMATS)
def form(request: pytest.FixtureRequest) -> str:
    """Each of the formats that can be written here."""
    if request.param != "webanno":
        pytest.importorskip("cassis", reason="UIMA CAS is written by the extra cas")
    return str(request.param)


def lost(corpus: Corpus, form: str) -> list[str]:
    return list(FORMATS.get(form).writer.lost(corpus))


def test_features_of_one_type(form: str) -> None:
    values = Spans((ANN, BO), SIZE), Spans((ANN._replace(type="Q1"), BO._replace(type="")), SIZE)
    corpus = corpus_of(NamedEntity_identifier=values[1], NamedEntity_value=values[0])
    assert list(again(corpus, form).layers) == ["NamedEntity.identifier", "NamedEntity.value"]
    assert held(again(corpus, form)) == held(corpus)
    assert lost(corpus, form) == []


def test_layers_called_like_features_over_other_places(form: str) -> None:
    corpus = corpus_of(Word_sense=Spans((ANN,), SIZE), Word_lemma=Spans((BO,), SIZE))
    assert set(again(corpus, form).layers) == {"Word_sense", "Word_lemma"}
    assert lost(corpus, form) == [
        "the name of the layer Word.sense (Word_sense there)",
        "the name of the layer Word.lemma (Word_lemma there)",
    ]


def test_relations_alone_bring_their_mentions(form: str) -> None:
    corpus = corpus_of(Link=Relations((ANN, BO), (Relation(0, 1, "met"), Relation(1, 0, "")), SIZE))
    made = held(again(corpus, form))
    assert made.pop("Mention") == {("d1", "ada"): ([ANN, BO], SIZE)}
    assert made == held(corpus)


def test_features_of_relations(form: str) -> None:
    one = Relations((ANN, BO), (Relation(0, 1, "met"),), SIZE)
    corpus = corpus_of(
        Name=Spans((ANN, BO), SIZE), Link_kind=one, Link_sure=Relations((ANN, BO), (Relation(0, 1, "y"),), SIZE)
    )
    assert held(again(corpus, form)) == held(corpus)


def test_layers_without_a_name_or_with_a_strange_one(form: str) -> None:
    corpus = corpus_of(x=Spans((ANN,), SIZE))
    for name, called in {"": "NamedEntity", "my layer": "my_layer", "1": "L1"}.items():
        renamed = Corpus(corpus.documents, {name: Layer(name, corpus.annotations)}, main=name)
        assert list(again(renamed, form).layers) == [called]


def test_labels_of_tokens_are_spans_of_one_token(form: str) -> None:
    documents = (Document("d1", (("Ann", "left", "."), ("Bo",))), Document("d2", (("x",),)))
    labels = {
        ("d1", "ada"): TokenLabels((("NNP", "VBD", "."), ("NNP",))),
        ("d1", "bram"): TokenLabels((("NN", "VBD", "."), ("NNP",))),
        ("d2", "ada"): TokenLabels((("X",),)),
        ("d2", "bram"): TokenLabels((("Y",),)),
    }
    made = again(Corpus.of(documents, labels, name="POS"), form)
    assert made.documents[0].text == "Ann left .\nBo"
    assert held(made)["POS"]["d1", "ada"] == (
        [Span(0, 3, "NNP"), Span(4, 8, "VBD"), Span(9, 10, "."), Span(11, 13, "NNP")], 13
    )  # fmt: skip


def test_spans_of_tokens_and_chunk_labels_are_spans_of_characters(form: str) -> None:
    documents = (Document("d1", (("Ann", "Lee", "left"),)), Document("d2", (("x",),)))
    spans = {("d1", who): Spans((Span(0, 2, "PER"),), 3, "token") for who in ("ada", "bram")}
    chunks = {("d1", who): TokenLabels((("B-PER", "I-PER", "O"),)) for who in ("ada", "bram")}
    for given_annotations in (spans, chunks):
        made = again(Corpus.of(documents[:1], given_annotations, name="Name"), form)
        assert {each.spans for each in made.annotations.values() if isinstance(each, Spans)} == {(Span(0, 7, "PER"),)}


def test_what_is_lost_is_said(form: str) -> None:
    corpus = corpus_of(Name=Spans((ANN,), SIZE))
    labels = Layer("labels", {("d1", "ada"): ItemLabels({"1": "x"})})
    only_one = Layer("Sense", {("d1", "ada"): Spans((), SIZE)})
    more = Corpus(corpus.documents, {**corpus.layers, "labels": labels, "Sense": only_one}, main="Name")
    assert lost(more, form) == [
        "the layer labels (labels)",
        "1 layer of a document that an annotator did not look at (empty there)",
    ]


def test_blanks_around_spans_are_lost_in_tsv() -> None:
    corpus = corpus_of(Name=Spans((Span(3, 8, "X"), Span(3, 4, "Y"), ANN), SIZE))
    assert lost(corpus, "webanno") == ["the blanks that 2 spans begin or end with"]
    assert held(again(corpus, "webanno"))["Name"]["d1", "ada"] == ([Span(0, 3, "PER"), Span(4, 7, "X")], SIZE)


def test_signs_that_xml_has_not_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("cassis", reason="UIMA CAS is written by the extra cas")
    corpus = corpus_of(Name=Spans((Span(0, 3, "\x07"),), SIZE))
    for form in FORMATS_OF_UIMA:
        with pytest.raises(NotApplicable, match=r"no place for the character U\+0007, which d1 holds"):
            convert(corpus, tmp_path / form, form)


@pytest.mark.parametrize("form", FORMATS_OF_UIMA)
def test_the_extra_is_named(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cassis", None)
    with pytest.raises(UsageError, match=r"pip install 'accord\[cas\]'"):
        convert(corpus_of(Name=Spans((ANN,), SIZE)), tmp_path / "made", form)


def test_cassis_reads_what_is_written(tmp_path: Path) -> None:
    cassis = pytest.importorskip("cassis", reason="UIMA CAS is read by the extra cas")
    corpus = corpus_of(Name=Spans((ANN, BO), SIZE), Link=Relations((ANN, BO), (Relation(0, 1, "met"),), SIZE))
    convert(corpus, tmp_path / "xmi", "xmi")
    convert(corpus, tmp_path / "json", "uima-json")
    types = cassis.load_typesystem((tmp_path / "xmi" / "ada" / "TypeSystem.xml").read_text(encoding="utf-8"))
    made = [cassis.load_cas_from_xmi(tmp_path / "xmi" / "ada" / "d1.xmi", typesystem=types)]
    made.append(cassis.load_cas_from_json((tmp_path / "json" / "ada" / "d1.json").read_text(encoding="utf-8")))
    for cas in made:
        assert [(each.get_covered_text(), each.value) for each in cas.select("webanno.custom.Name")] == [
            ("Ann", "PER"), ("Bo", "PER")
        ]  # fmt: skip
        (link,) = cas.select("webanno.custom.Link")
        assert (link.Governor.get_covered_text(), link.Dependent.get_covered_text(), link.value) == ("Ann", "Bo", "met")
        assert not cas.typecheck()


@pytest.mark.peer
def test_another_reader_of_tsv_reads_what_is_written(tmp_path: Path) -> None:
    peer = pytest.importorskip("web_anno_tsv", reason="the peers are in the extra bench")
    text = "Ann Lee met \N{GRINNING FACE} Bo.\nBo left Ann-Lee."
    spans = (Span(0, 7, "PER"), Span(0, 3, "FIRST"), Span(14, 16, "PER"), Span(26, 29, "FIRST"))
    corpus = Corpus.of((Document("d1", (), text),), {("d1", "ada"): Spans(spans, len(text))}, name="NamedEntity")
    convert(corpus, tmp_path / "made", "webanno")
    with peer.open_web_anno_tsv(str(tmp_path / "made" / "ada" / "d1.tsv")) as sentences:
        found = [(each.text, each.label) for sentence in sentences for each in sentence.annotations]
    assert sorted(found) == sorted((text[each.start : each.end], each.type) for each in spans)


@pytest.mark.data
@pytest.mark.skipif(not REAL.exists(), reason="the exports of annotation tools are not here")
@pytest.mark.parametrize(
    "name", ["testSubMultiTokenSpanWithFeatureValue", "testTokenBoundedSpanWithSpecialSymbolsValue"]
)
def test_files_of_inception_are_written_as_it_does(name: str, tmp_path: Path) -> None:
    path = REAL / "webanno_tsv" / "tsv3_suite" / f"{name}.tsv"
    convert(read(str(path)), tmp_path / "made", "webanno")
    (made,) = (tmp_path / "made").rglob("*.tsv")
    theirs = [row.split("\t") for row in path.read_text(encoding="utf-8").splitlines()]
    ours = [row.split("\t") for row in made.read_text(encoding="utf-8").splitlines()]
    assert sorted(map(_bare, ours), key=str) == sorted(
        (_bare(row) for row in theirs if len(row) < 3 or row[2]), key=str
    )


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.skipif(not REAL.exists(), reason="the exports of annotation tools are not here")
def test_files_of_inception_are_read_back_as_they_were(form: str) -> None:
    folder = REAL / "webanno_tsv"
    files = [*(folder / "tsv3_suite").glob("*.tsv"), *(REAL / "coref" / "gum_webanno_tsv").glob("*.tsv")]
    files += [folder / "coref_webanno_tsv3.tsv", *(folder / "two_users_and_curator").iterdir()]
    assert len(files) == 65
    for path in files:
        corpus = read(str(path))
        assert _marked(again(corpus, form)) == _marked(corpus), path.name


def _marked(corpus: Corpus) -> dict[str, list[Any]]:
    """What is marked and linked in each layer, but for mentions that writing has to give a layer of their own."""
    found: dict[str, list[Any]] = {}
    for name, layer in corpus.layers.items():
        links = any(isinstance(each, Relations) for each in layer.annotations.values())
        marks = [said[0] for said in held(corpus).get(name, {}).values()]
        if links or name != "Mention":
            found[name] = sorted(marks)
    return {name: marks for name, marks in found.items() if marks}


def _bare(row: list[str]) -> list[object]:
    """A row without the numbers of its parts and its annotations."""
    marks = [sorted(re.sub(r"(?<!\\)\[\d+\]", "", each) for each in re.split(r"(?<!\\)\|", cell)) for cell in row[3:]]
    return [re.sub(r"\.\d+$", "", row[0]), *row[1:3], *marks] if len(row) > 2 else [row[0].replace("_P", "P")]


@pytest.mark.parametrize("same", [False, True], ids=["texts of their own", "one text"])
def test_files_of_one_folder_are_documents_where_their_texts_differ(same: bool, tmp_path: Path) -> None:
    texts = {name: "Pym left." if same else f"Pym left {name}." for name in ("d1", "d2")}
    said = {(name, "ada"): Spans((Span(0, 3, "PER"),), len(text), "character") for name, text in texts.items()}
    corpus = Corpus.of(tuple(Document(name, (), text) for name, text in texts.items()), said)
    convert(corpus, tmp_path / "out", to="webanno")
    found = read(tmp_path / "out")
    assert found.annotators == (("d1", "d2") if same else ("ada",))
    assert len(found.documents) == (1 if same else 2)
