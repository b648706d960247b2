"""Spans in JSON lines: what is read, and what is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from accord.errors import NotApplicable, UsageError
from accord.model import Corpus, Document, Severity, Span, Spans, labelled_sentences
from accord.verbs.agree import agree
from accord.verbs.check import check
from accord.verbs.read import read
from accord.verbs.score import score
from tests.build import spans_of

Lay = Callable[[Mapping[str, str | bytes]], list[str]]
Refused = Callable[..., list[str]]

TEXT = "Pym left Gannet Rock."
ADA: dict[str, Any] = {"document": "d", "annotator": "ada", "text": TEXT, "spans": [[0, 3, "PER"]]}
BRAM: dict[str, Any] = ADA | {"annotator": "bram", "spans": []}


def lines(*records: Mapping[str, Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.fixture
def corpus_of(lay: Lay) -> Callable[..., Corpus]:
    return lambda *records: read(lay({"a.jsonl": lines(*records)}))


CorpusOf = Callable[..., Corpus]


def marked(corpus: Corpus) -> dict[tuple[str, str], list[tuple[int, int, str]]]:
    layers = {key: layer for key, layer in corpus.annotations.items() if isinstance(layer, Spans)}
    assert len(layers) == len(corpus.annotations)
    return {key: [(span.start, span.end, span.type) for span in layer.spans] for key, layer in layers.items()}


def test_one_annotator_a_line_nothing_found_and_not_annotated(corpus_of: CorpusOf) -> None:
    span = {"start": 9, "end": 20, "label": "LOC"}
    bare = {"document": "e", "annotator": "ada", "text": "x"}
    corpus = corpus_of(ADA | {"spans": [[0, 3, "PER"], span]}, BRAM, bare, bare | {"annotator": "bram", "spans": None})
    assert corpus.documents == (Document("d", (), TEXT),)
    assert corpus.annotations == {
        ("d", "ada"): Spans((Span(0, 3, "PER"), Span(9, 20, "LOC")), 21, "character", "a.jsonl", 1),
        ("d", "bram"): Spans((), 21, "character", "a.jsonl", 2),
    }
    assert corpus.annotators == ("ada", "bram")
    assert spans_of(corpus, "ada") == [("d", Span(0, 3, "PER")), ("d", Span(9, 20, "LOC"))]
    what = "JSON lines with spans of characters in 'spans', one annotator per line"
    assert corpus.assumptions == (f"a.jsonl: read as jsonl (its name ends in .jsonl): {what}",)
    assert corpus.findings == ()


def test_several_annotators_a_line(corpus_of: CorpusOf) -> None:
    corpus = corpus_of({"id": 7, "text": TEXT, "spans": {"ada": [[0, 3]], "bram": None, "chloe": []}})
    assert marked(corpus) == {("7", "ada"): [(0, 3, "")], ("7", "chloe"): []}


def test_spans_of_tokens_and_on_a_length(corpus_of: CorpusOf) -> None:
    tokens = {"id": "t", "annotator": "ada", "tokens": ["Pym", "left"], "spans": [[0, 1, "PER"]]}
    corpus = corpus_of(tokens, {"id": "n", "annotator": "ada", "length": 9, "spans": [[8, 9, "PER"]]})
    assert corpus.documents == (Document("t", (("Pym", "left"),)), Document("n"))
    assert corpus.annotations["t", "ada"] == Spans((Span(0, 1, "PER"),), 2, "token", "a.jsonl", 1)
    assert corpus.annotations["n", "ada"] == Spans((Span(8, 9, "PER"),), 9, "character", "a.jsonl", 2)


def test_characters_are_code_points(corpus_of: CorpusOf) -> None:
    corpus = corpus_of(ADA | {"text": "\U0001f600é", "spans": [[1, 2, "X"]]})
    assert corpus.annotations["d", "ada"] == Spans((Span(1, 2, "X"),), 2, "character", "a.jsonl", 1)


@pytest.mark.parametrize(
    "record",
    [
        {"label": [[0, 3, "PER"]]},
        {"labels": [[0, 3, "PER"]]},
        {"entities": [{"id": 3, "label": "PER", "start_offset": 0, "end_offset": 3}], "relations": []},
    ],
)
def test_doccano_has_a_file_an_annotator(lay: Lay, record: dict[str, Any]) -> None:
    line = {"id": 5, "text": TEXT} | record
    nothing = {"id": 5, "text": TEXT} | {key: [] for key in record}
    corpus = read(lay({"ada.jsonl": lines(line), "bram.jsonl": lines(nothing)}))
    assert marked(corpus) == {("5", "ada"): [(0, 3, "PER")], ("5", "bram"): []}


def test_prodigy(corpus_of: CorpusOf) -> None:
    tokens = [{"text": "Pym", "start": 0, "end": 3, "id": 0}]
    span = {"start": 0, "end": 3, "token_start": 0, "token_end": 0, "label": "PER"}
    record = {
        "text": "Pym",
        "_input_hash": -12,
        "_task_hash": 5,
        "_view_id": "ner_manual",
        "tokens": tokens,
        "_session_id": "news-ada",
        "_annotator_id": "ada",
        "answer": "accept",
    }
    without = {key: value for key, value in record.items() if key != "_annotator_id"}
    corpus = corpus_of(
        record | {"spans": [span]},
        record | {"spans": [span], "answer": "reject", "_annotator_id": "bram"},
        record | {"answer": "ignore", "_annotator_id": "chloe"},
        without | {"_session_id": "news-dora"},
    )
    assert marked(corpus) == {("-12", "ada"): [(0, 3, "PER")], ("-12", "news-dora"): []}
    aside = "records that count as not annotated: 1 with the answer reject, 1 with the answer ignore"
    assert corpus.assumptions[0].endswith(aside)


def test_labels_of_tokens_stay_what_they_are_beside_spans(corpus_of: CorpusOf) -> None:
    corpus = corpus_of({"tokens": ["Pym"], "labels": ["B-PER"], "spans": [[0, 1, "PER"]], "annotator": "ada"})
    assert [sentence.labels for sentence in labelled_sentences(corpus, "ada")] == [("B-PER",)]


def test_documents_without_a_name_are_the_same_where_their_texts_are(lay: Lay) -> None:
    def text(*texts: str) -> str:
        return lines(*({"text": text, "spans": []} for text in texts))

    corpus = read(lay({"ada.jsonl": text("a", "b", "a"), "bram.jsonl": text("b", "a")}))
    assert list(marked(corpus)) == [
        ("doc1", "ada"),
        ("doc2", "ada"),
        ("doc3", "ada"),
        ("doc1", "bram"),
        ("doc2", "bram"),
    ]
    assert [document.text for document in corpus.documents] == ["a", "b", "a"]
    assert "documents without a name are the same where their texts are the same" in corpus.assumptions


def test_a_name_that_only_one_annotator_gives_is_that_of_the_same_text(lay: Lay) -> None:
    nameless = lines(*({"text": text, "spans": []} for text in ("a", "b", "a")))
    named = lines(*({"document": name, "text": "a", "spans": []} for name in ("doc3", "x")))
    for first, second in (("ada", "bram"), ("bram", "ada")):
        corpus = read(lay({f"{first}.jsonl": nameless, f"{second}.jsonl": named}))
        held = {
            name: {who for document, who in corpus.annotations if document == name} for name, _ in corpus.annotations
        }
        assert held == {"doc3": {"ada", "bram"}, "x": {"ada", "bram"}, "doc2": {first}}


def test_keys_that_the_caller_names(lay: Lay) -> None:
    record = {"nr": 1, "who": "ada", "text": TEXT, "marks": [[0, 3, "PER"]], "id": "not this"}
    corpus = read(lay({"a.jsonl": lines(record)}), label="marks", annotator="who", document="nr")
    assert marked(corpus) == {("1", "ada"): [(0, 3, "PER")]}


@pytest.mark.parametrize(
    ("span", "message"),
    [
        ([3, 0, "X"], "span 2 by ada [3, 0] ends before it starts"),
        ([2, 2, "X"], "span 2 by ada [2, 2] is empty"),
        ([-1, 2, "X"], "span 2 by ada [-1, 2] starts before the text"),
        ([0, 22, "X"], "span 2 by ada [0, 22] ends after the text, which has 21 characters"),
        ([0, 1.5, "X"], "span 2 by ada does not start and end at a whole number"),
        ([0, True, "X"], "span 2 by ada does not start and end at a whole number"),
        ({"start": 0, "label": "X"}, "span 2 by ada does not start and end at a whole number"),
        ([0], "span 2 by ada has 1 part instead of start, end and type"),
        ([0, 1, "X", "Y"], "span 2 by ada [0, 1] has 4 parts instead of start, end and type"),
        (7, "span 2 by ada is '7', no list or object"),
        ([0, 1], "span 2 by ada [0, 1] has no type, while others have one"),
    ],
)
def test_what_is_wrong_with_a_span(lay: Lay, span: object, message: str) -> None:
    (path,) = lay({"a.jsonl": lines(BRAM, ADA | {"spans": [[0, 3, "PER"], span]})})
    assert [(finding.place.line, finding.code, finding.message) for finding in check(path)] == [
        (2, "invalid-span", message)
    ]


@pytest.mark.parametrize("key", ["labels", "entity_group", "entity_type", "entity", "category", "tag", "class"])
def test_the_type_of_a_span_under_the_keys_of_other_tools(corpus_of: CorpusOf, key: str) -> None:
    """Types were lost without a word, so LOC agreed with PER."""
    span = {"start": 0, "end": 3, "text": "Pym", key: ["PER"] if key == "labels" else "PER"}
    corpus = corpus_of({"text": "Pym left.", "annotator": "ada", "spans": [span]})
    assert list(marked(corpus).values()) == [[(0, 3, "PER")]]


def test_a_span_with_several_labels_is_a_span_for_each(corpus_of: CorpusOf) -> None:
    spans = [{"start": 0, "end": 3, "labels": ["PER", "ORG"]}, {"start": 4, "end": 8, "labels": []}]
    corpus = corpus_of({"text": "Pym left.", "annotator": "ada", "spans": spans})
    assert list(map(sorted, marked(corpus).values())) == [[(0, 3, "ORG"), (0, 3, "PER"), (4, 8, "")]]


def test_a_key_that_may_hold_types_which_nobody_reads_is_named(corpus_of: CorpusOf) -> None:
    spans = [{"start": 0, "end": 3, "text": "Pym", "ner": "PER", "score": 0.5}]
    corpus = corpus_of({"text": "Pym left.", "annotator": "ada", "spans": spans})
    (found,) = corpus.findings
    assert (found.code, found.severity) == ("untyped-span", Severity.WARNING)
    assert found.message == "no span has a type, and nothing is read from 'ner'"


def test_everything_wrong_is_told_at_once(refused: Refused) -> None:
    records = [
        ADA | {"spans": [[0, 0, "X"], [0, 99, "X"]]},
        BRAM | {"spans": "x"},
        BRAM | {"text": 1.5, "spans": {"bram": []}},
        {"document": "d", "annotator": "ada", "spans": []},
        {"document": "d", "annotator": "ada", "length": -1, "spans": []},
        {"annotator": "ada", "length": 1, "spans": []},
    ]
    assert refused({"a.jsonl": lines(*records)}) == [
        "a.jsonl:1 error invalid-span",
        "a.jsonl:1 error invalid-span",
        "a.jsonl:2 error wrong-type",
        "a.jsonl:3 error unknown-shape",
        "a.jsonl:4 error unknown-shape",
        "a.jsonl:5 error wrong-type",
        "a.jsonl:6 error missing-document",
    ]


def test_an_empty_type_is_a_type_and_a_span_that_stands_twice_counts_once(corpus_of: CorpusOf) -> None:
    corpus = corpus_of(ADA | {"spans": [[0, 3, "PER"], [0, 3, ""], [0, 3, "PER"]]})
    assert marked(corpus) == {("d", "ada"): [(0, 3, "PER"), (0, 3, "")]}
    assert [(finding.code, str(finding.severity)) for finding in corpus.findings] == [("duplicate-span", "warning")]


@pytest.mark.parametrize(
    ("other", "code", "message"),
    [
        (ADA, "duplicate-document", "ada has the document d twice, first at a.jsonl:1"),
        (
            BRAM | {"text": "Pym left Gannet Isle."},
            "text-mismatch",
            "another text from character 16: 'Isle.' instead of 'Rock.' in the document d (a.jsonl:1)",
        ),
        (
            {"document": "d", "annotator": "bram", "length": 20, "spans": []},
            "text-mismatch",
            "a text of 20 characters instead of 21 in the document d (a.jsonl:1)",
        ),
        (
            {"document": "d", "annotator": "bram", "tokens": ["Pym"], "spans": []},
            "text-mismatch",
            "spans of tokens where others have spans of characters in the document d (a.jsonl:1)",
        ),
    ],
)
def test_records_that_do_not_go_together(
    lay: Lay, refused: Refused, other: dict[str, Any], code: str, message: str
) -> None:
    assert refused({"a.jsonl": lines(ADA, other)}) == [f"a.jsonl:2 error {code}"]
    assert [finding.message for finding in check("a.jsonl")] == [message]


def test_a_length_goes_with_the_text_that_has_it(corpus_of: CorpusOf) -> None:
    corpus = corpus_of({"document": "d", "annotator": "bram", "length": 21, "spans": []}, ADA)
    assert corpus.documents == (Document("d", (), TEXT),)
    assert corpus.findings == ()


def test_spans_are_not_taken_for_labels(lay: Lay, corpus_of: CorpusOf) -> None:
    corpus = corpus_of(ADA, BRAM)
    with pytest.raises(NotApplicable, match=r"^there are spans: .* corrected-f1 is for spans$"):
        agree(corpus, "alpha")
    with pytest.raises(UsageError, match="is for labels of tokens, and spans are scored here"):
        score(corpus_of(BRAM), [["O"]], encoding="BIO")
    with pytest.raises(UsageError, match="there are spans, and labels of tokens or items: read the files apart"):
        read(lay({"a.jsonl": lines(ADA), "b.csv": "item,annotator,label\n1,ada,x\n"}))
