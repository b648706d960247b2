"""What is written of one annotator reads back as it was."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import accord
from accord.errors import UsageError
from accord.formats.writer import writer_for
from accord.model import Corpus, Document, ItemLabels, Span, Spans, TokenLabels, Unit, Units
from tests.build import items_of, spans_of, units_of

words = st.text(st.characters(categories=["Ll", "Lu", "Nd"], max_codepoint=0x24F), min_size=1, max_size=5)
labels = st.sampled_from(["O", "B-PER", "I-PER", "B-LOC"])


def read_back(corpus: Corpus, name: str) -> Corpus:
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(b"".join(writer_for(corpus, name).write(corpus, *corpus.annotators)))
        return accord.read(path)


@given(
    st.lists(
        st.lists(st.lists(st.tuples(words, labels), min_size=1, max_size=4), min_size=1, max_size=3),
        min_size=1,
        max_size=3,
    )
)
def test_columns(documents: list[list[list[tuple[str, str]]]]) -> None:
    made = tuple(
        Document(f"d{number}", tuple(tuple(word for word, _ in sentence) for sentence in sentences))
        for number, sentences in enumerate(documents)
    )
    layers = {
        (f"d{number}", "one"): TokenLabels(tuple(tuple(label for _, label in sentence) for sentence in sentences))
        for number, sentences in enumerate(documents)
    }
    found = read_back(Corpus.of(made, layers), "labels.conll")
    assert [document.sentences for document in found.documents] == [document.sentences for document in made]
    read = [layer.labels for layer in found.annotations.values() if isinstance(layer, TokenLabels)]
    assert read == [layer.labels for layer in layers.values()]


@given(st.dictionaries(words, st.sampled_from(["yes", "no, not really", 'a "b"', "1"]), min_size=1, max_size=6))
def test_tables_of_items(answers: dict[str, str]) -> None:
    found = read_back(Corpus.of((Document("d"),), {("d", "one"): ItemLabels(answers)}), "labels.csv")
    assert {item: label for _, item, label in items_of(found, found.annotators[0])} == answers


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9), st.sampled_from("XY")), min_size=1, max_size=5))
def test_spans_and_units(places: list[tuple[int, int, str]]) -> None:
    spans = tuple(dict.fromkeys(Span(start, start + length, type_) for start, length, type_ in sorted(places)))
    written = Corpus.of((Document("d", text="x" * 20),), {("d", "one"): Spans(spans, 20)})
    found = read_back(written, "spans.jsonl")
    assert [span for _, span in spans_of(found, found.annotators[0])] == list(spans)
    units = tuple(Unit(start / 8, end / 8, type_) for start, end, type_ in spans)
    found = read_back(Corpus.of((Document("d"),), {("d", "one"): Units(units)}), "units.csv")
    assert sorted(unit for _, unit in units_of(found, found.annotators[0])) == sorted(units)


@given(st.lists(st.floats(0, 1e17), min_size=2, max_size=2, unique=True).map(sorted), st.sampled_from(["csv", "jsonl"]))
@example([0.1 + 0.2, 1.2000000000000002], "csv")
@example([1234567890123456.0, 1234567890123459.0], "csv")
def test_positions_to_their_last_digit(ends: list[float], ending: str) -> None:
    unit = Unit(ends[0], ends[1], "X")
    found = read_back(Corpus.of((Document("d"),), {("d", "one"): Units((unit,))}), f"units.{ending}")
    assert [each for _, each in units_of(found, found.annotators[0])] == [unit]


def test_token_spans_without_a_text_keep_its_length() -> None:
    written = Corpus.of((Document("d"),), {("d", "one"): Spans((Span(1, 3, "X"),), 7, "token")})
    (layer,) = read_back(written, "spans.jsonl").annotations.values()
    assert isinstance(layer, Spans)
    assert (layer.spans, layer.length) == ((Span(1, 3, "X"),), 7)


def test_what_columns_cannot_hold_is_refused() -> None:
    for token, label in (("New York", "B-LOC"), ("", "O"), ("Rock", "a b"), ("Rock", "")):
        corpus = Corpus.of((Document("d", ((token,),)),), {("d", "one"): TokenLabels(((label,),))})
        with pytest.raises(UsageError, match="write JSON lines"):
            read_back(corpus, "labels.conll")
