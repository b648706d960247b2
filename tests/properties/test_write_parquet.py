"""What is written as Parquet or Arrow, or handed over as a table of Arrow, reads back as it was."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.formats.formats import FORMATS
from accord.formats.parquet import arrow_table
from accord.model import Corpus, Document, ItemLabels, Span, Spans, TokenLabels, Unit, Units
from accord.model.relation import Relation, Relations

WORDS = st.text(st.characters(categories=["L", "N", "So", "Sm"]), min_size=1, max_size=5)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=12, max_size=20)
WHO = st.lists(st.sampled_from(["ada", "bram", "chlo\xeb", "\U0001f600"]), min_size=1, max_size=3, unique=True)
TYPES = st.sampled_from(["PER", "", "<script>", "3.0", "\U0001f600 LOC"])
SPANS = st.lists(
    st.builds(lambda at, size, type_: Span(at, at + size, type_), st.integers(0, 5), st.integers(1, 6), TYPES),
    max_size=4,
    unique=True,
)


@st.composite
def of_texts(draw: st.DrawFn, marked: Any) -> Corpus:
    """Documents with texts, each marked by some, in the way that is asked for."""
    texts = draw(st.lists(TEXTS, min_size=1, max_size=3, unique=True))
    documents = tuple(Document(f"d{number}", text=text) for number, text in enumerate(texts))
    who = draw(WHO)
    looked = [(each, name) for each in documents for name in draw(st.just(who) | st.just(who[:1]))]
    return Corpus.of(documents, {(each.id, name): marked(draw, len(each.text)) for each, name in looked})


def spans(draw: st.DrawFn, length: int) -> Spans:
    return Spans(tuple(draw(SPANS)), length)


def units(draw: st.DrawFn, length: int) -> Units:
    sides = st.floats(0, 1e17) | st.integers(0, 2**59)
    found = draw(
        st.lists(st.tuples(st.lists(sides, min_size=2, max_size=2, unique_by=float).map(sorted), TYPES), max_size=4)
    )
    made = dict.fromkeys(Unit(float(start), float(end), category) for (start, end), category in found)
    return Units(tuple(made), length=1e18)


def relations(draw: st.DrawFn, length: int) -> Relations:
    mentions = draw(SPANS)
    ends = st.integers(0, max(0, len(mentions) - 1))
    links = draw(st.lists(st.builds(Relation, ends, ends, TYPES), max_size=4, unique=True)) if len(mentions) > 1 else []
    return Relations(tuple(mentions), tuple(link for link in links if link.source != link.target), length)


@st.composite
def of_tokens(draw: st.DrawFn) -> Corpus:
    sentences = st.lists(st.lists(WORDS, min_size=1, max_size=4).map(tuple), min_size=1, max_size=3).map(tuple)
    documents = tuple(
        Document(f"d{at}", each) for at, each in enumerate(draw(st.lists(sentences, min_size=1, max_size=3)))
    )
    labels = st.sampled_from(["O", "B-PER", "I-PER", "7"])
    return Corpus.of(
        documents,
        {
            (each.id, who): TokenLabels(tuple(tuple(draw(labels) for _ in row) for row in each.sentences))
            for each in documents
            for who in draw(st.shared(WHO))
        },
    )


@st.composite
def of_items(draw: st.DrawFn) -> Corpus:
    names = draw(st.lists(WORDS, min_size=1, max_size=5, unique=True))
    texts = {name: draw(st.just("") | st.just(f"what is said of the item {name}")) for name in names}
    labels = st.sampled_from(["yes", "", "no, not really", 'a "b"', "1", "\U0001f600"])
    annotations = {}
    for document in draw(st.sampled_from([["d"], ["d", "e"]])):
        for who in draw(st.shared(WHO)):
            annotations[document, who] = ItemLabels({name: draw(labels) for name in names})
    documents = tuple(Document(name, items=texts) for name in dict.fromkeys(name for name, _ in annotations))
    return Corpus.of(documents, annotations)


def said(corpus: Corpus) -> dict[tuple[str, str], Any]:
    """Everything but where it stands."""
    found: dict[tuple[str, str], Any] = {}
    for key, each in corpus.annotations.items():
        match each:
            case ItemLabels() | TokenLabels():
                found[key] = each.labels
            case Spans():
                found[key] = each.spans, each.length, each.unit
            case Units():
                found[key] = sorted(each.units), each.length
            case Relations():
                found[key] = each.mentions, each.relations, each.length, each.unit
    return found


def holds_something(corpus: Corpus) -> bool:
    return any(each.parts if isinstance(each, Spans | Relations) else True for each in corpus.annotations.values())


CORPORA = st.one_of(of_texts(spans), of_texts(units), of_texts(relations), of_tokens(), of_items())


@given(CORPORA, st.sampled_from(["parquet", "arrow"]))
def test_files(corpus: Corpus, name: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"made.{name}"
        path.write_bytes(b"".join(FORMATS.get(name).writer.write_all(corpus)))
        found = accord.read(path)
    assert said(found) == said(corpus)
    texts = {each.id: (each.text, each.sentences, dict(each.items)) for each in corpus.documents}
    if not any(isinstance(each, Units) for each in corpus.annotations.values()):
        assert {each.id: (each.text, each.sentences, dict(each.items)) for each in found.documents} == texts


@given(of_items())
def test_tables_of_arrow(corpus: Corpus) -> None:
    assert said(accord.read(arrow_table(corpus))) == said(corpus)


def test_bytes_that_did_not_decode_are_refused() -> None:
    corpus = Corpus.of((Document("d"),), {("d", "ada"): ItemLabels({"1": "caf\udce9"})})
    with pytest.raises(accord.AccordError, match="is no text that Parquet"):
        arrow_table(corpus)
