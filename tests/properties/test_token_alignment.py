"""Reference and prediction with different tokens: nothing that differs goes unreported, nothing is scored twice."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.model import Sentence
from accord.scoring.tokens import TokenAlignment, align_tokens

Words = list[tuple[str, ...]]

few_words = st.lists(st.lists(st.sampled_from("abc."), min_size=1, max_size=5).map(tuple), max_size=8)
"""Sentences of so few different words that everything recurs."""


@st.composite
def distinct_words(draw: st.DrawFn, least: int = 1, stop: tuple[str, ...] = ()) -> Words:
    """Sentences in which no word occurs twice, but for what they all end with."""
    lengths = draw(st.lists(st.integers(1, 6), min_size=least, max_size=8))
    return [(*(f"w{number}.{index}" for index in range(length)), *stop) for number, length in enumerate(lengths)]


def text(words: Words) -> list[Sentence]:
    sentences, line = [], 1
    for row in words:
        sentences.append(Sentence(row, tuple(f"B-{line + index}" for index in range(len(row))), line))
        line += len(row) + 1
    return sentences


def aligned(reference: Words, predicted: Words) -> TokenAlignment:
    return align_tokens(text(reference), text(predicted), "system.conll")


@given(words=st.one_of(few_words, distinct_words()))
def test_the_same_text_is_paired_and_nothing_is_found(words: Words) -> None:
    alignment = aligned(words, words)
    assert alignment.pairs == [(sentence, sentence) for sentence in text(words)]
    assert not alignment.findings
    assert not alignment.left_out


@given(reference=few_words, predicted=few_words)
def test_every_reference_token_is_scored_or_left_out_in_order(reference: Words, predicted: Words) -> None:
    alignment = aligned(reference, predicted)
    paired = [ours for ours, _ in alignment.pairs]
    parts = sorted([*paired, *alignment.left_out], key=lambda sentence: sentence.line)
    assert [label for part in parts for label in part.labels] == [
        label for sentence in text(reference) for label in sentence.labels
    ]
    assert paired == sorted(paired, key=lambda sentence: sentence.line)
    for number in alignment.further:
        assert all(f"B-{part.line}" == part.labels[0] for part in paired[number - 1 : number + 1])


@given(reference=few_words, predicted=few_words)
def test_no_predicted_token_is_scored_twice(reference: Words, predicted: Words) -> None:
    labels = [label for _, theirs in aligned(reference, predicted).pairs for label in theirs.labels]
    assert len(labels) == len(set(labels))
    assert set(labels) <= {label for sentence in text(predicted) for label in sentence.labels}


@given(reference=few_words, predicted=few_words)
def test_every_predicted_token_is_scored_or_left_out(reference: Words, predicted: Words) -> None:
    alignment = aligned(reference, predicted)
    parts = [*(theirs for _, theirs in alignment.pairs), *alignment.predicted_left_out]
    labels = [label for part in parts for label in part.labels]
    assert sorted(labels) == sorted(label for sentence in text(predicted) for label in sentence.labels)


@given(reference=few_words, predicted=few_words)
def test_a_difference_is_found_if_and_only_if_there_is_one(reference: Words, predicted: Words) -> None:
    assert bool(aligned(reference, predicted).findings) == (reference != predicted)


@given(reference=few_words, predicted=few_words)
def test_pairs_have_the_same_length_and_exchanged_tokens_are_found(reference: Words, predicted: Words) -> None:
    alignment = aligned(reference, predicted)
    exchanged = 0
    for ours, theirs in alignment.pairs:
        assert len(ours.tokens) == len(theirs.tokens) == len(theirs.labels)
        exchanged += sum(expected != found for expected, found in zip(ours.tokens, theirs.tokens, strict=True))
    assert sum(finding.code == "token-mismatch" for finding in alignment.findings) == exchanged
    for pair, (ours, theirs) in zip(alignment.paired(), alignment.pairs, strict=True):
        assert [*pair.reference.sentences()] == [ours]
        assert [sentence.labels for sentence in pair.predicted.sentences()] == [theirs.labels]


@given(words=st.one_of(distinct_words(2), distinct_words(2, (".",))), which=st.integers(0, 100))
def test_a_dropped_sentence_is_left_out_and_all_others_are_paired_with_themselves(words: Words, which: int) -> None:
    number = which % len(words)
    alignment = aligned(words, words[:number] + words[number + 1 :])
    assert [sentence.tokens for sentence in alignment.left_out] == [words[number]]
    assert all(ours.tokens == theirs.tokens for ours, theirs in alignment.pairs)
    assert [finding.code for finding in alignment.findings] == ["missing-sentences"]


@given(words=distinct_words(2), which=st.integers(0, 100))
def test_an_extra_sentence_is_found_and_costs_nothing(words: Words, which: int) -> None:
    number = which % len(words)
    alignment = aligned(words[:number] + words[number + 1 :], words)
    assert not alignment.left_out
    assert all(ours.tokens == theirs.tokens for ours, theirs in alignment.pairs)
    [finding] = alignment.findings
    assert (finding.code, finding.place.line) == ("extra-sentences", text(words)[number].line)


@given(words=distinct_words(2), which=st.integers(0, 100), keep=st.integers(1, 5))
def test_what_is_there_of_a_truncated_sentence_is_scored(words: Words, which: int, keep: int) -> None:
    number = which % len(words)
    row = words[number]
    if keep >= len(row):
        return
    alignment = aligned(words, [*words[:number], row[:keep], *words[number + 1 :]])
    assert [sentence.tokens for sentence in alignment.left_out] == [row[keep:]]
    [finding] = alignment.findings
    assert finding.code == "truncated-sentence"
    assert finding.place.line == text(words)[number].line + keep - 1
    assert re.search(rf"\b{keep} of (the )?{len(row)} tokens", finding.message)


@given(words=distinct_words(), which=st.integers(0, 100))
def test_an_exchanged_token_is_one_finding_and_costs_nothing(words: Words, which: int) -> None:
    number = which % len(words)
    row = words[number]
    place = which % len(row)
    changed = (*row[:place], "other", *row[place + 1 :])
    alignment = aligned(words, [*words[:number], changed, *words[number + 1 :]])
    assert len(alignment.pairs) == len(words)
    assert [(finding.code, finding.place.line) for finding in alignment.findings] == [
        ("token-mismatch", text(words)[number].line + place)
    ]
    assert f"'other' where the reference has {row[place]!r}" in alignment.findings[0].message


@pytest.mark.parametrize(
    ("reference", "predicted", "scored"),
    [
        pytest.param("a b | c d", "a b X | c d", "a b | c d", id="a token more behind a sentence"),
        pytest.param("a b | c d", "a X b | c d", "a | b | c d", id="a token more within a sentence"),
        pytest.param("a b c | d e", "a c | d e", "a | c | d e", id="a token less"),
        pytest.param("a b c d | e f", "b c d X | e f", "b c d | e f", id="a token less and another one more"),
        pytest.param("a b | c d", "a b c d", "a b | c d", id="two sentences as one"),
        pytest.param("a b c d", "a b | c d", "a b c d", id="one sentence as two"),
        pytest.param("a b | c d e", "a b c X e", "a b | c d e", id="two sentences as one, and a token exchanged"),
        pytest.param("a b | c d e", "a b c X Y e", "a b | c | e", id="two sentences as one, and a token more"),
        pytest.param(
            "p p p | q q | r r | s s", "s s | q q | r r", "q q | r r", id="the nearest shared sentence counts"
        ),
    ],
)
def test_tokens_are_scored_that_have_their_own_on_the_other_side(reference: str, predicted: str, scored: str) -> None:
    sides = [[tuple(row.split()) for row in side.split("|")] for side in (reference, predicted, scored)]
    alignment = aligned(sides[0], sides[1])
    assert [ours.tokens for ours, _ in alignment.pairs] == sides[2]
    whole, found = ([token for row in side for token in row] for side in (sides[0], sides[2]))
    left_out = [token for part in alignment.left_out for token in part.tokens]
    assert left_out == [token for token in whole if token not in found]
    for ours, theirs in alignment.pairs:
        assert all(found in {token, "X"} for token, found in zip(ours.tokens, theirs.tokens, strict=True))
    assert alignment.findings


@pytest.mark.parametrize(
    ("reference", "predicted", "codes"),
    [
        ("a b c | d e | f g", "ab c | f g x", "token-count-mismatch missing-sentences token-count-mismatch"),
        ("a b c | d e", "ab c | new | d e x", "token-count-mismatch extra-sentences token-count-mismatch"),
        ("a b | c d | e f", "a b c | d e f", "token-count-mismatch"),
        ("a b c | d e f", "a b | d e", "truncated-sentence truncated-sentence"),
        ("a b c | d e f | g h | i j", "a b | d e", "truncated-sentence truncated-sentence"),
    ],
)
def test_differences_side_by_side_are_told_apart(reference: str, predicted: str, codes: str) -> None:
    sides = [[tuple(row.split()) for row in side.split("|")] for side in (reference, predicted)]
    assert [finding.code for finding in aligned(*sides).findings] == codes.split()


def test_a_text_without_lines_has_no_line_0() -> None:
    sentence = Sentence(("", ""), ("O", "O"))
    for reference, predicted in ([sentence, sentence], [sentence]), ([sentence], [sentence._replace(tokens=("", "x"))]):
        [finding] = align_tokens(reference, predicted, "labels").findings
        assert "line 0" not in finding.message


@pytest.mark.parametrize(
    ("reference", "predicted"), [([()], []), ([], [()]), ([(), ("a",)], [("a",)]), ([("a",), ()], [("a",)])]
)
def test_an_empty_sentence_on_one_side_is_reported_and_breaks_nothing(reference: Words, predicted: Words) -> None:
    alignment = aligned(reference, predicted)
    assert len(alignment.findings) == 1
    assert len(alignment.pairs) + len(alignment.left_out) == sum(map(bool, reference))
