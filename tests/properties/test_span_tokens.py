"""Chunk labels of tokens become spans of characters, and these the same chunk labels again."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from accord.encoding import ENCODINGS, Mention, encode
from accord.kinds.spans.span_tokens import spans_of_tokens, tokens_of_spans
from accord.model import Corpus, Document, Span, Spans, TokenLabels

ANY_TOKEN = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=4)
ONE_TOKEN = st.one_of(
    st.from_regex(r"\w{1,4}", fullmatch=True), st.sampled_from(["\N{GRINNING FACE}", ".", "-", "हिन्दी", "a\u0308b"])
)
TYPES = ["PER", "LOC", "a-b", "_"]


@st.composite
def corpora(draw: st.DrawFn, tokens: st.SearchStrategy[str], encoding: str, least: int = 0) -> Corpus:
    """Documents with valid chunk labels of an encoding, by two annotators."""
    sentences = st.lists(st.lists(tokens, min_size=least, max_size=5), min_size=1, max_size=3)
    documents, said = [], {}
    for number, rows in enumerate(draw(st.lists(sentences, min_size=1, max_size=2))):
        documents.append(Document(f"d{number}", tuple(map(tuple, rows))))
        for annotator in ("ada", "bram"):
            labels = tuple(tuple(encode(draw(mentions(len(row))), len(row), encoding)) for row in rows)
            said[f"d{number}", annotator] = TokenLabels(labels)
    return Corpus.of(tuple(documents), said)


@st.composite
def mentions(draw: st.DrawFn, length: int) -> list[Mention]:
    """Mentions apart from each other, not all of them neighbours."""
    borders = sorted(draw(st.sets(st.integers(0, length), max_size=4)))
    return [
        Mention(start, end, draw(st.sampled_from(TYPES))) for start, end in pairwise(borders) if draw(st.booleans())
    ]


def labels_in(corpus: Corpus) -> dict[tuple[str, str], object]:
    return {key: each.labels for key, each in corpus.annotations.items() if isinstance(each, TokenLabels)}


@given(data=st.data(), encoding=st.sampled_from(sorted(ENCODINGS)))
def test_tokens_to_spans_and_back(data: st.DataObject, encoding: str) -> None:
    corpus = data.draw(corpora(ANY_TOKEN, encoding))
    spans = spans_of_tokens(corpus, encoding)
    assert all(isinstance(each, Spans) and each.unit == "character" for each in spans.annotations.values())
    again = tokens_of_spans(spans, encoding)
    assert labels_in(again) == labels_in(corpus)
    assert [each.sentences for each in again.documents] == [each.sentences for each in corpus.documents]
    assert not again.findings


@given(data=st.data(), encoding=st.sampled_from(sorted(ENCODINGS)))
def test_tokens_are_found_in_a_text_without_them(data: st.DataObject, encoding: str) -> None:
    corpus = data.draw(corpora(ONE_TOKEN, encoding, least=1))
    spans = spans_of_tokens(corpus, encoding)
    alone = replace(spans, documents=tuple(replace(each, sentences=()) for each in spans.documents))
    again = tokens_of_spans(alone, encoding)
    assert labels_in(again) == labels_in(corpus)
    assert [each.sentences for each in again.documents] == [each.sentences for each in corpus.documents]


@given(st.text("ab .\n\N{GRINNING FACE}é", min_size=1, max_size=30), st.data())
def test_what_fits_no_tokens_is_always_said(text: str, data: st.DataObject) -> None:
    borders = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).filter(lambda each: each[0] < each[1])
    marked = tuple(dict.fromkeys(Span(*each, "X") for each in data.draw(st.lists(borders, max_size=5))))
    corpus = Corpus.of((Document("d", text=text),), {("d", "ada"): Spans(marked, len(text))})
    labelled = tokens_of_spans(corpus, overlaps="longest")
    (made,) = spans_of_tokens(labelled).annotations.values()
    assert isinstance(made, Spans)
    tokens = [token for row in labelled.documents[0].sentences for token in row]
    assert "".join(tokens) == "".join(text.split())
    left_out = [each for each in labelled.findings if each.hint == "it is left out"]
    assert len(made.spans) + len(left_out) == len(marked)
