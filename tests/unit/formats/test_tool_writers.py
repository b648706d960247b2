"""What is written for Prodigy, doccano and Argilla: shapes that these take in, and that their libraries load."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from accord.errors import NotApplicable, UsageError
from accord.formats.text_tokens import text_tokens
from accord.formats.writer import writer_for
from accord.model import Corpus, Document, ItemLabels, Span, Spans
from accord.model.relation import Relation, Relations
from accord.verbs.convert import Converted, convert
from accord.verbs.read import read

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "Ann  left Acme 😀 Inc."
SPANS = (Span(0, 3, "PER"), Span(10, 16, "ORG"), Span(12, 16, "X"))
MARKED = Corpus.of(
    (Document("d1", text=TEXT),), {("d1", "ada"): Spans(SPANS, len(TEXT)), ("d1", "bram"): Spans((), 21)}
)
ITEMS = Corpus.of(
    (Document("d", items={"i1": "Ha.", "i2": "Hm."}),),
    {("d", "ada"): ItemLabels({"i1": "glad", "i2": ""}), ("d", "bram"): ItemLabels({"i1": "glad|sad"})},
)
LINKED = Corpus.of(
    MARKED.documents,
    {("d1", "ada"): Relations(SPANS, (Relation(0, 1, "left"),), len(TEXT), "character", ((0, 9), (10, 21)))},
)


def written(corpus: Corpus, name: str) -> list[dict[str, Any]]:
    text = b"".join(writer_for(corpus, name=name).write_all(corpus)).decode()
    made: list[dict[str, Any]] = json.loads(text) if text.startswith("[") else list(map(json.loads, text.splitlines()))
    return made


def test_prodigy_has_tokens_where_spans_start_and_end() -> None:
    ada, bram = written(MARKED, "prodigy")
    for token in ada["tokens"]:
        assert TEXT[token["start"] : token["end"]] == token["text"]
        assert token["ws"] == (TEXT[token["end"] : token["end"] + 1] == " " and token["text"] != " ")
    for span, given in zip(ada["spans"], SPANS, strict=True):
        first, last = ada["tokens"][span["token_start"]], ada["tokens"][span["token_end"]]
        assert (first["start"], last["end"], span["label"]) == given
    assert "".join(token["text"] + " " * token["ws"] for token in ada["tokens"]) == TEXT
    assert (ada["tokens"], ada["_input_hash"], ada["_task_hash"]) == (
        bram["tokens"],
        bram["_input_hash"],
        bram["_task_hash"],
    )
    assert (ada["_session_id"], bram["_annotator_id"], bram["answer"], bram["spans"]) == ("ada", "bram", "accept", [])


def test_prodigy_chooses_among_all_labels() -> None:
    records = written(ITEMS, "prodigy")
    assert [each["accept"] for each in records] == [["glad"], [], ["glad", "sad"]]
    assert [option["id"] for option in records[0]["options"]] == ["glad", "sad"]
    assert records[0]["_input_hash"] == records[2]["_input_hash"] != records[1]["_input_hash"]


def test_prodigy_gets_its_own_hashes_again(tmp_path: Path) -> None:
    items = Corpus.of(
        (Document("d", items={"-12": "Ha.", "7": "Hm."}, named=False),),
        {("d", "ada"): ItemLabels({"-12": "glad", "7": "sad"})},
    )
    assert [(each["_input_hash"], "item" in each) for each in written(items, "prodigy")] == [(-12, False), (7, False)]
    spans = Corpus.of((Document("-12", text="Hm."),), {("-12", "ada"): Spans((Span(0, 2, "X"),), 3)})
    assert [(each["_input_hash"], "document" in each) for each in written(spans, "prodigy")] == [(-12, False)]
    path = tmp_path / "again.jsonl"
    convert(spans, path, "prodigy")
    assert read(path).annotations.keys() == spans.annotations.keys()


def test_prodigy_links_tokens() -> None:
    (record,) = written(LINKED, "prodigy")
    (link,) = record["relations"]
    tokens = record["tokens"]
    assert (tokens[link["head"]]["text"], tokens[link["child"]]["text"], link["label"]) == ("Ann", "😀", "left")
    assert (link["head_span"]["label"], link["child_span"]["label"]) == ("PER", "ORG")


def test_doccano_has_triples_entities_or_classes() -> None:
    assert [each["label"] for each in written(MARKED, "doccano")] == [list(map(list, SPANS)), []]
    assert [each["label"] for each in written(ITEMS, "doccano")] == [["glad"], [], ["glad", "sad"]]
    (record,) = written(LINKED, "doccano")
    assert record["entities"][1] == {"id": 1, "start_offset": 10, "end_offset": 16, "label": "ORG"}
    assert record["relations"] == [{"id": 0, "from_id": 0, "to_id": 1, "type": "left"}]


def test_argilla_has_a_question_for_each_layer() -> None:
    (record,) = written(MARKED, "argilla")
    assert record["fields"] == {"text": TEXT}
    ada, bram = record["responses"]["spans"]
    assert (ada["user_id"], ada["value"][0], bram["value"]) == ("ada", {"start": 0, "end": 3, "label": "PER"}, [])
    first, second = written(ITEMS, "argilla")
    assert [each["value"] for each in first["responses"]["label"]] == ["glad", ["glad", "sad"]]
    assert (second["id"], second["metadata"]) == ("i2", {"document": "d"})


def test_what_there_is_no_place_for_is_said(tmp_path: Path) -> None:
    made = convert(LINKED, tmp_path / "r.jsonl", "prodigy")
    assert isinstance(made, Converted)
    assert made.lost == ("the places of 2 sentences",)
    for name in ("argilla", "docbin"):
        with pytest.raises((NotApplicable, UsageError), match="relations"):
            convert(LINKED, tmp_path / "r", name)
    by_tokens = Corpus.of((Document("d", (("Ann", "left"),)),), {("d", "ada"): Spans((Span(0, 1, "X"),), 2, "token")})
    with pytest.raises((NotApplicable, UsageError), match="prodigy"):
        convert(by_tokens, tmp_path / "t.jsonl", "prodigy")


def test_names_that_files_cannot_have_are_said(tmp_path: Path) -> None:
    names = ("news/1", "d1", "D1")
    documents = tuple(Document(name, text=f"in {name}") for name in names)
    annotations = {(name, who): Spans((Span(0, 2, "X"),), len(name) + 3) for name in names for who in ("ada", "a/b")}
    corpus = Corpus.of(documents, annotations)
    said = "3 names as written, for files are called so: 'a/b' becomes a-b"
    made = [convert(corpus, tmp_path / name, name) for name in ("brat", "jsonl")]
    assert [each.lost for each in made if isinstance(each, Converted)] == [(said,), ()]
    assert {each.id for each in read(tmp_path / "brat").documents} == {"news-1", "d1", "D1-2"}


@pytest.mark.parametrize("name", ["jsonl", "webanno", "prodigy", "doccano", "argilla", "brat"])
def test_half_a_character_is_refused(name: str, tmp_path: Path) -> None:
    corpus = Corpus.of((Document("d", text="\ud83d Ann"),), {("d", "ada"): Spans((Span(0, 1, "X"),), 5)})
    with pytest.raises(UsageError, match=r"half a character|cannot be written in utf-8"):
        convert(corpus, tmp_path / name, name)
    assert list(tmp_path.iterdir()) == []


def test_tokens_hold_every_character_once() -> None:
    for text in ("", " ", "  a b\n\tc  ", "naïve—😀!", "a" * 3):
        for spans in ([], [Span(0, 1)], [Span(1, 2), Span(0, 3)]):
            tokens = text_tokens(text, [span for span in spans if span.end <= len(text)])
            assert "".join(text[start:end] + " " * space for start, end, space in tokens) == text


@pytest.mark.peer
@pytest.mark.parametrize("corpus", [MARKED, ITEMS])
def test_argilla_loads_what_is_written_and_writes_it_again(corpus: Corpus, tmp_path: Path) -> None:
    argilla = pytest.importorskip("argilla")
    json_io = pytest.importorskip("argilla.records._io").JsonIO
    path, again = tmp_path / "r.json", tmp_path / "again.json"
    convert(corpus, path, "argilla")
    records = [argilla.Record.from_dict(each) for each in json.loads(path.read_text(encoding="utf-8"))]
    assert records[0].fields["text"] in {TEXT, "Ha."}
    json_io.to_json(records, again)
    assert read(again).annotations.keys() == read(path).annotations.keys()
    for key, each in read(again).annotations.items():
        given = read(path).annotations[key]
        assert getattr(each, "spans", None) == getattr(given, "spans", None)
        assert getattr(each, "labels", None) == getattr(given, "labels", None)


@pytest.mark.peer
def test_spans_of_prodigy_are_those_of_its_tokens_in_spacy() -> None:
    spacy = pytest.importorskip("spacy")
    tokens = pytest.importorskip("spacy.tokens")
    record, _ = written(MARKED, "prodigy")
    words, spaces = [each["text"] for each in record["tokens"]], [each["ws"] for each in record["tokens"]]
    doc = tokens.Doc(spacy.blank("en").vocab, words=words, spaces=spaces)
    assert doc.text == record["text"]
    for span in record["spans"]:
        found = doc.char_span(span["start"], span["end"], label=span["label"])
        assert (found.start, found.end - 1) == (span["token_start"], span["token_end"])
