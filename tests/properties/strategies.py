"""What random sentences look like: chunks laid out on tokens, and label sequences, valid or not."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.oracle.chunks import ENCODINGS, STATES, Chunk, holds, label_set, write

TYPES = ("PER", "LOC")
REPAIRS = ("begin", "discard", "last-type")
SCHEMAS = ("strict", "exact", "partial", "type")

Laid = tuple[list[Chunk], int]
"""Chunks, and the length of the sentence they lie on."""


def _lay(parts: list[tuple[str, int]]) -> Laid:
    chunks: list[Chunk] = []
    position = 0
    for type_, size in parts:
        if type_:
            chunks.append((position, position + size, type_))
        position += size
    return chunks, position


def laid_chunks(types: st.SearchStrategy[str] | None = None, most: int = 6) -> st.SearchStrategy[Laid]:
    """Chunks that do not overlap, often side by side."""
    kind = st.one_of(st.just(""), types if types is not None else st.sampled_from(TYPES))
    return st.lists(st.tuples(kind, st.integers(1, 4)), max_size=most).map(_lay)


def chunks_for(encoding: str, types: st.SearchStrategy[str] | None = None) -> st.SearchStrategy[Laid]:
    """Chunks that an encoding can tell apart."""
    return laid_chunks(types).filter(lambda laid: holds(laid[0], encoding))


def any_labels(encoding: str, most: int = 10) -> st.SearchStrategy[list[str]]:
    """Any row of an encoding's labels, mostly invalid."""
    return st.lists(st.sampled_from(label_set(encoding, TYPES)), max_size=most)


def valid_labels(encoding: str) -> st.SearchStrategy[list[str]]:
    """What a sentence looks like."""
    return chunks_for(encoding).map(lambda laid: write(*laid, encoding))


@st.composite
def nearly_valid_labels(draw: st.DrawFn, encoding: str) -> list[str]:
    """A sentence with some labels changed, as a tagger would have it."""
    labels = draw(valid_labels(encoding))
    for position in draw(st.lists(st.integers(0, max(0, len(labels) - 1)), max_size=3)) if labels else []:
        labels[position] = draw(st.sampled_from(label_set(encoding, TYPES)))
    return labels


def labels_of(encoding: str) -> st.SearchStrategy[list[str]]:
    """Valid, nearly valid and wild sequences."""
    return st.one_of(valid_labels(encoding), nearly_valid_labels(encoding), any_labels(encoding))


@st.composite
def sentence_pairs(draw: st.DrawFn, encoding: str, most: int = 6) -> tuple[list[list[str]], list[list[str]]]:
    """A reference and a prediction of it: the same sentences, the labels of the prediction changed here and there."""
    reference = draw(st.lists(labels_of(encoding).filter(bool), min_size=1, max_size=most))
    predicted = []
    for labels in reference:
        changed = list(labels)
        for position in draw(st.lists(st.integers(0, len(labels) - 1), max_size=4)):
            changed[position] = draw(st.sampled_from(label_set(encoding, TYPES)))
        predicted.append(changed)
    return reference, predicted


def mixed_labels() -> st.SearchStrategy[list[str]]:
    """Labels of all encodings together, and some of none."""
    states = sorted({state for encoding in ENCODINGS for state in STATES[encoding]})
    known = [f"{state}-{type_}" for state in states for type_ in TYPES]
    return st.lists(st.sampled_from(["O", "O", *known, "NOUN", "x-PER"]), max_size=12)
