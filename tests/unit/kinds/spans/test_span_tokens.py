"""Spans of characters as labels of tokens, and what is said of those that do not fit."""

from __future__ import annotations

import pytest

from accord.errors import NotApplicable, ReadError, UsageError
from accord.kinds.spans.span_tokens import spans_of_tokens, tokens_of_spans
from accord.model import Corpus, Document, ItemLabels, Span, Spans, TokenLabels


def marked(text: str, *spans: Span, sentences: tuple[tuple[str, ...], ...] = ()) -> Corpus:
    return Corpus.of((Document("d", sentences, text),), {("d", "ada"): Spans(spans, len(text), file="a.jsonl", line=3)})


def labels(corpus: Corpus) -> tuple[tuple[str, ...], ...]:
    (made,) = corpus.annotations.values()
    assert isinstance(made, TokenLabels)
    return made.labels


def said(corpus: Corpus) -> list[tuple[str, str]]:
    return [(each.code, f"{each.message}: {each.hint}") for each in corpus.findings]


def test_labels_over_the_words_of_a_text() -> None:
    made = tokens_of_spans(marked("Ann met Bo.\n\nThey left", Span(0, 3, "PER"), Span(8, 10, "PER")))
    assert made.documents[0].sentences == (("Ann", "met", "Bo", "."), ("They", "left"))
    assert labels(made) == (("B-PER", "O", "B-PER", "O"), ("O", "O"))
    assert not made.findings


def test_a_span_within_a_word_is_widened_and_said() -> None:
    made = tokens_of_spans(marked("take 10mg now", Span(7, 9, "UNIT")))
    assert labels(made) == (("O", "B-UNIT", "O"),)
    message = "the span [7, 9] 'mg' of ada in d does not begin and end where tokens do: it is widened to '10mg'"
    assert said(made) == [("span-between-tokens", message)]
    assert (made.findings[0].place.file, made.findings[0].place.line) == ("a.jsonl", 3)


def test_a_span_with_blanks_around_it_fits() -> None:
    assert not tokens_of_spans(marked("take it", Span(4, 7, "X"))).findings


def test_a_span_over_lines_joins_them() -> None:
    made = tokens_of_spans(marked("in New\nYork\nnow", Span(3, 11, "LOC")))
    assert made.documents[0].sentences == (("in", "New", "York"), ("now",))
    assert labels(made) == (("O", "B-LOC", "I-LOC"), ("O",))


def test_a_span_over_sentences_that_are_known_is_left_out() -> None:
    made = tokens_of_spans(marked("in New York", Span(3, 11, "LOC"), sentences=(("in", "New"), ("York",))))
    assert labels(made) == (("O", "O"), ("O",))
    assert "reaches over the end of a sentence: it is left out" in said(made)[0][1]


def test_spans_that_overlap_are_refused_or_the_longest_is_kept() -> None:
    nested = marked("New York City", Span(0, 3, "A"), Span(0, 8, "B"), Span(4, 13, "C"))
    with pytest.raises(ReadError, match=r"1 span too many for labels of tokens.*: say overlaps='longest'"):
        tokens_of_spans(nested)
    made = tokens_of_spans(nested, overlaps="longest")
    assert labels(made) == (("B-A", "B-C", "I-C"),)
    assert [code for code, _ in said(made)] == ["overlapping-spans"]
    with pytest.raises(UsageError, match="unknown way 'first'"):
        tokens_of_spans(nested, overlaps="first")


def test_tokens_that_are_known_are_kept() -> None:
    made = tokens_of_spans(marked("don't  go", Span(0, 2, "A"), sentences=(("do", "n't", "go"),)), "BIOES")
    assert labels(made) == (("S-A", "O", "O"),)
    with pytest.raises(UsageError, match="the tokens of d are not those of its text"):
        tokens_of_spans(marked("I go", Span(0, 1, "A"), sentences=(("do",),)))


def test_spans_of_tokens_are_taken_as_they_are() -> None:
    documents = (Document("d", (("a", "b"), ("c",))),)
    corpus = Corpus.of(documents, {("d", "ada"): Spans((Span(0, 2, "X"), Span(2, 3)), 3, "token")})
    assert labels(tokens_of_spans(corpus)) == (("B-X", "I-X"), ("B",))
    (made,) = spans_of_tokens(corpus).annotations.values()
    assert isinstance(made, Spans)
    assert (made.spans, made.length, made.unit) == ((Span(0, 3, "X"), Span(4, 5)), 5, "character")


def test_what_neither_way_can_take() -> None:
    items = Corpus.of((Document("d"),), {("d", "ada"): ItemLabels({"1": "x"})})
    for convert in (spans_of_tokens, tokens_of_spans):
        with pytest.raises(NotApplicable):
            convert(items)
    bare = Corpus.of((Document("d"),), {("d", "ada"): Spans((Span(0, 2),), 3)})
    with pytest.raises(UsageError, match="the text of d is not known"):
        tokens_of_spans(bare)
    untold = Corpus.of((Document("d"),), {("d", "ada"): Spans((Span(0, 2),), 3, "token")})
    with pytest.raises(UsageError, match="the tokens of d are not known"):
        spans_of_tokens(untold)
    neighbours = marked("a b", Span(0, 1, "X"), Span(2, 3, "X"))
    with pytest.raises(UsageError, match="IO cannot hold the mention of 'X'"):
        tokens_of_spans(neighbours, "IO")


def test_invalid_labels_are_refused_unless_a_repair_is_named() -> None:
    corpus = Corpus.of((Document("d", (("a", "b"),)),), {("d", "ada"): TokenLabels((("O", "I-X"),))})
    with pytest.raises(ReadError):
        spans_of_tokens(corpus, "BIO")
    (made,) = spans_of_tokens(corpus, "BIO", "begin").annotations.values()
    assert isinstance(made, Spans)
    assert made.spans == (Span(2, 3, "X"),)
