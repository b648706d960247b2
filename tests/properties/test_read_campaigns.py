"""What was written is read, however it was written, and nothing that is read ends in a traceback."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import AccordError, ReadError
from accord.model import Corpus, Finding, ItemLabels, labelled_sentences
from accord.verbs.read import read
from tests.build import items_of

Answers = dict[tuple[str, str], str]
"""Labels by annotator and item."""

ANNOTATORS = ("ada", "Bram", "Chloé", "日本")
text = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=6)
cells = st.one_of(text, st.sampled_from(['a,b;c|d\te "f"', "two\nlines", '"', "'", "O"]))
keys = st.tuples(st.sampled_from(ANNOTATORS), st.one_of(cells, st.integers(0, 99).map(str)))


def answers_of(corpus: Corpus) -> Answers:
    return {(who, item): label for who in corpus.annotators for _, item, label in items_of(corpus, who)}


def read_text(name: str, content: str | bytes, **options: object) -> Corpus:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read(path, **options)  # type: ignore[arg-type]


def written(rows: list[list[str]], delimiter: str, end: str, *, quote: bool) -> str:
    stream = io.StringIO(newline="")
    if quote or end == "\r":  # csv.writer itself quotes only the line ends that it writes
        csv.writer(stream, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(rows)
    else:
        csv.writer(stream, delimiter=delimiter, lineterminator=end).writerows(rows)
    return stream.getvalue()


dialects = {"delimiter": st.sampled_from(",;|\t"), "end": st.sampled_from(["\n", "\r\n", "\r"]), "quote": st.booleans()}


@given(answers=st.dictionaries(keys, st.one_of(st.just(""), cells), min_size=1), **dialects)
def test_a_long_table_is_read_as_it_was_meant(answers: Answers, delimiter: str, end: str, quote: bool) -> None:
    rows = [[who, item, label] for (who, item), label in answers.items()]
    content = written([["annotator", "item", "label"], *rows], delimiter, end, quote=quote or delimiter == "\t")
    assert answers_of(read_text("a.csv", content)) == answers


@given(answers=st.dictionaries(keys, cells, min_size=1), **dialects)
def test_a_wide_table_is_read_as_it_was_meant(answers: Answers, delimiter: str, end: str, quote: bool) -> None:
    items = list(dict.fromkeys(item for _, item in answers))
    rows = [[item, *(answers.get((who, item), "") for who in ANNOTATORS)] for item in items]
    content = written([["item", *ANNOTATORS], *rows], delimiter, end, quote=quote or delimiter == "\t")
    assert answers_of(read_text("a.csv", content)) == answers


@given(answers=st.dictionaries(keys, st.one_of(st.just(""), cells), min_size=1), grouped=st.booleans())
def test_json_lines_are_read_as_they_were_meant(answers: Answers, grouped: bool) -> None:
    records: list[dict[str, object]] = [
        {"item": item, "annotator": who, "label": label} for (who, item), label in answers.items()
    ]
    if grouped:
        items = dict.fromkeys(item for _, item in answers)
        records = [{"item": item, "labels": {who: answers.get((who, item)) for who in ANNOTATORS}} for item in items]
    content = "\n\n".join(json.dumps(record) for record in records)
    assert answers_of(read_text("a.jsonl", content)) == answers


@given(
    answers=st.dictionaries(st.tuples(st.sampled_from(ANNOTATORS), st.integers(1, 5).map(str)), text, min_size=1),
    repeats=st.lists(st.tuples(st.integers(0, 19), text), max_size=4),
)
def test_repeated_labels_are_reported_once(answers: Answers, repeats: list[tuple[int, str]]) -> None:
    first = list(answers.items())
    again = [(first[index % len(first)][0], label) for index, label in repeats]
    rows = [[who, item, label] for (who, item), label in [*first, *again]]
    content = written([["annotator", "item", "label"], *rows], ",", "\n", quote=False)
    expected = [
        (len(first) + 2 + number, "warning" if answers[key] == label else "error")
        for number, (key, label) in enumerate(again)
    ]
    try:
        findings: list[object] = list(read_text("a.csv", content).findings)
    except ReadError as error:
        findings = list(error.findings)
    found = [finding for finding in findings if isinstance(finding, Finding) and finding.code == "duplicate-label"]
    errors = [each for each in expected if each[1] == "error"]
    assert [(finding.place.line, str(finding.severity)) for finding in found] == (errors or expected)[:1]


@st.composite
def campaigns(draw: st.DrawFn) -> tuple[list[list[list[str]]], dict[str, list[int]]]:
    """Documents of sentences of words, and which of them each annotator has, in order; one has all."""
    sizes = draw(st.lists(st.lists(st.integers(1, 4), min_size=1, max_size=3), min_size=1, max_size=6))
    documents = [
        [[f"w{number}.{line}.{index}" for index in range(size)] for line, size in enumerate(sentences)]
        for number, sentences in enumerate(sizes)
    ]
    everything = list(range(len(documents)))
    some = st.lists(st.sampled_from(everything), min_size=1, unique=True).map(sorted)
    return documents, {"ada": draw(some), "bram": everything, "chloe": draw(some)}


def conll(documents: list[list[list[str]]], label: str, mark: str) -> str:
    blocks = []
    for document in documents:
        blocks.append(f"{mark}\n" if mark == "-DOCSTART-\tO" else mark)
        blocks += ["".join(f"{word}\t{label}\n" for word in sentence) for sentence in document]
    return "\n".join(blocks)


@given(campaign=campaigns())
def test_documents_without_names_find_each_other(campaign: tuple[list[list[list[str]]], dict[str, list[int]]]) -> None:
    documents, held = campaign
    with tempfile.TemporaryDirectory() as folder:
        for who, numbers in held.items():
            content = conll([documents[number] for number in numbers], f"B-{who}", "-DOCSTART-\tO")
            (Path(folder) / f"{who}.conll").write_text(content, encoding="utf-8")
        corpus = read(folder)
    assert set(corpus.annotations) == {(f"doc{number + 1}", who) for who, numbers in held.items() for number in numbers}
    assert [[list(tokens) for tokens in document.sentences] for document in corpus.documents] == documents
    assert all(
        set(labels) == {f"B-{who}"}
        for who in held
        for sentence in labelled_sentences(corpus, who)
        for labels in [sentence.labels]
    )


@given(campaign=campaigns(), data=st.data())
def test_every_changed_sentence_is_reported_once_at_its_first_changed_word(
    campaign: tuple[list[list[list[str]]], dict[str, list[int]]], data: st.DataObject
) -> None:
    documents = campaign[0]
    sentences = [sentence for document in documents for sentence in document]
    changed = data.draw(st.lists(st.sampled_from(range(len(sentences))), min_size=1, unique=True).map(sorted))
    other = [list(sentence) for sentence in sentences]
    places = []
    for number in changed:
        index = data.draw(st.integers(0, len(other[number]) - 1))
        other[number][index:] = [word.upper() for word in other[number][index:]]
        line = 1 + sum(len(sentence) + 1 for sentence in sentences[:number]) + index
        places.append((line, other[number][index]))
    with tempfile.TemporaryDirectory() as folder:
        for who, text_ in (("ada", sentences), ("bram", sentences), ("chloe", other)):
            content = "\n".join("".join(f"{word}\tO\n" for word in sentence) for sentence in text_)
            (Path(folder) / f"{who}.conll").write_text(content, encoding="utf-8")
        with pytest.raises(ReadError) as caught:
            read(folder)
    found = [finding for finding in caught.value.findings if isinstance(finding, Finding)]
    assert Counter(finding.code for finding in found) == {"token-mismatch": len(changed)}
    assert [(finding.place.line, finding.place.token) for finding in found] == places
    assert all(finding.place.file.endswith("chloe.conll") for finding in found)


WORDS = ["item", "annotator", "label", "ada", "O", "B-X", "-DOCSTART-"]
MARKS = [",", ";", "\t", "|", "\n", "\r\n", "\n\n", '"', "{", "}", "[", "]", ":", " ", "\0", "\ufeff"]
WHOLE = ["# newdoc id = x", '{"tokens": ["a"], "labels": ["O"]}', '{"id": 1, "label": null}']
fragments = st.sampled_from([*WORDS, *MARKS, *WHOLE])
noise = st.one_of(st.binary(max_size=80), st.lists(fragments, max_size=30).map(lambda parts: "".join(parts).encode()))
endings = st.sampled_from(["csv", "tsv", "txt", "conll", "jsonl", "json", "csv.gz", ""])
options = st.fixed_dictionaries(
    {},
    optional={
        "annotators": st.sampled_from(
            ["files", "folders", "names", "columns", "rows", "{document}-{annotator}", "{x}"]
        ),
        "format": st.sampled_from(["conll", "table", "jsonl"]),
        "labels": st.sampled_from([0, 1, -1, "label", "nope"]),
        "item": st.sampled_from([0, "item", 9]),
        "layout": st.sampled_from(["long", "wide", "joined"]),
        "file_encoding": st.sampled_from(["latin-1", "utf-16", "ascii"]),
    },
)


@given(files=st.lists(st.tuples(noise, endings), min_size=1, max_size=3), said=options)
def test_whatever_the_files_hold_the_answer_is_a_corpus_or_a_sentence(
    files: list[tuple[bytes, str]], said: dict[str, object]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"d-{number}.{ending}" for number, (_, ending) in enumerate(files)]
        for path, (content, _) in zip(paths, files, strict=True):
            path.write_bytes(content)
        try:
            corpus = read(paths, **said)  # type: ignore[arg-type]
        except AccordError as error:
            corpus, refusal = None, str(error)
    if corpus is None:
        assert refusal
    else:
        assert corpus.annotations
        assert sum(
            len(sentence.tokens) for who in corpus.annotators for sentence in labelled_sentences(corpus, who)
        ) or any(layer.labels for layer in corpus.annotations.values() if isinstance(layer, ItemLabels))
