"""Which encoding a file is in, against a direct count over its sentences."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.encoding import Encoding, encoding
from accord.encoding.detect import Census
from accord.model import SentenceBatch, labels_source
from tests.oracle.chunks import ENCODINGS, invalid_positions, label_set, legal_steps, write
from tests.properties.strategies import TYPES, chunks_for, mixed_labels


def census_of(sentences: list[list[str]], at_once: int) -> Census:
    census = Census()
    for start in range(0, len(sentences), at_once):
        group = sentences[start : start + at_once]
        labels = [label for sentence in group for label in sentence]
        census.add(SentenceBatch([""] * len(labels), labels, list(map(len, group))))
    return census


def direct_count(sentences: list[list[str]], name: str) -> tuple[int, int]:
    """Errors and labels that are none, where the steps from and to such a label are not judged."""
    known, legal = set(label_set(name, TYPES)), legal_steps(name, TYPES)
    unreadable = sum(label not in known for sentence in sentences for label in sentence)
    illegal = 0
    for sentence in sentences:
        row = ["O", *sentence, "O"]
        illegal += sum({before, after} <= known and (before, after) not in legal for before, after in pairwise(row))
    return unreadable + illegal, unreadable


@pytest.mark.parametrize("name", ENCODINGS)
@given(sentences=st.lists(mixed_labels(), max_size=6), at_once=st.integers(1, 4))
def test_a_verdict_is_a_direct_count(name: str, sentences: list[list[str]], at_once: int) -> None:
    census = census_of(sentences, at_once)
    assert census.verdict(encoding(name))[1:] == direct_count(sentences, name)
    assert census.marked == sum(label != "O" for sentence in sentences for label in sentence)


@given(sentences=st.lists(mixed_labels(), max_size=6))
def test_the_best_encoding_that_has_the_states_in_use_breaks_least(sentences: list[list[str]]) -> None:
    census = census_of(sentences, 1)
    counts = [direct_count(sentences, name) for name in ENCODINGS]
    bound = min(unreadable for _, unreadable in counts) + max(1, 0.05 * census.marked)
    best = next(verdict for verdict in census.verdicts() if not verdict.encoding.suffix)
    assert best.unreadable <= bound
    assert best.errors == min(errors for errors, unreadable in counts if unreadable <= bound)


def test_states_in_use_count_more_than_errors() -> None:
    # as BIO 2 labels are none; as BIOES 3 mentions are not closed
    broken = ["S-PER", "O", "B-PER", "I-PER", "O", "B-LOC", "I-LOC", "O", "B-PER", "O", "S-LOC"]
    census = census_of([broken], 1)
    assert [census.verdict(encoding(name)).errors for name in ("BIO", "BIOES")] == [2, 3]
    assert detected([broken]) == encoding("BIOES")
    slip = [["B-PER", "I-PER", "O"]] * 2 + [["S-PER"]]
    assert detected(slip) == encoding("BIO")
    assert detected(slip * 30) == encoding("BIOES")


def detected(sentences: list[list[str]]) -> Encoding | None:
    return Census.of(labels_source(sentences, "labels").batches()).best()


@pytest.mark.parametrize("name", ENCODINGS)
@given(data=st.data())
def test_what_is_detected_fits_without_an_error(name: str, data: st.DataObject) -> None:
    sentences = [write(*laid, name) for laid in data.draw(st.lists(chunks_for(name), max_size=6))]
    found = detected(sentences)
    assert found is not None
    assert not any(invalid_positions(labels, found.name, TYPES) for labels in sentences)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("BIO", "B-PER I-PER O B-PER"),
        ("IOB", "I-PER I-PER B-PER O"),
        ("BIOES", "B-PER I-PER E-PER S-LOC"),
        ("BILOU", "B-PER I-PER L-PER U-LOC"),
        ("BMES", "B-PER M-PER E-PER S-LOC"),
        ("BMEOW", "B-PER M-PER E-PER W-LOC"),
        ("BIO-suffix", "PER-B PER-I O PER-B"),
        ("BILOU-suffix", "PER-B PER-I PER-L LOC-U"),
        ("BIO", "O O O"),
    ],
)
def test_a_sentence_that_only_one_encoding_can_hold(name: str, sentence: str) -> None:
    assert detected([sentence.split()]) == encoding(name)


@pytest.mark.parametrize("sentence", ["o o b-per i-per o o o", "O b-per", "0 0 0 B-per B_LOC", "o B:PER"])
def test_misspelt_labels_are_those_of_bio(sentence: str) -> None:
    assert detected([sentence.split()]) == encoding("BIO")


@pytest.mark.parametrize("name", ENCODINGS)
@given(data=st.data())
def test_empty_labels_do_not_change_what_is_detected(name: str, data: st.DataObject) -> None:
    sentences = [write(*laid, name) for laid in data.draw(st.lists(chunks_for(name), max_size=4))]
    empty = [[""] * data.draw(st.integers(1, 60))]
    assert detected(sentences + empty) == detected(sentences)


@pytest.mark.parametrize("sentence", ["NOUN VERB O NOUN", "PER PER O", "o x o o", "o o"])
def test_other_labels_are_no_chunks(sentence: str) -> None:
    assert detected([sentence.split()]) is None
