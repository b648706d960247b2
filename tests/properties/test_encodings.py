"""Writing and reading mentions, in every encoding and spelling, against the plain definitions."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.encoding import ENCODINGS, Decoder, decode, encode, encoding
from accord.encoding.decode import invalid_steps
from accord.encoding.scheme import UNTYPED
from tests.oracle import chunks as oracle
from tests.properties.strategies import REPAIRS, TYPES, chunks_for, labels_of

SPELLINGS = ("prefix", "suffix", "untyped")
each_encoding = pytest.mark.parametrize("name", oracle.ENCODINGS)


def spelled(label: str, spelling: str) -> str:
    """``B-PER`` as ``PER-B``, or as ``B``."""
    if label == "O" or spelling == "prefix":
        return label
    state, type_ = label.split("-", 1)
    return f"{type_}-{state}" if spelling == "suffix" else state


def test_the_oracle_knows_every_encoding() -> None:
    assert set(ENCODINGS) == set(oracle.ENCODINGS)


@each_encoding
@pytest.mark.parametrize("spelling", SPELLINGS)
@given(data=st.data())
def test_mentions_survive_writing_and_reading(name: str, spelling: str, data: st.DataObject) -> None:
    types = st.just(UNTYPED) if spelling == "untyped" else None
    chunks, length = data.draw(chunks_for(name, types))
    scheme = encoding(f"{name}-suffix" if spelling == "suffix" else name)
    labels = encode(chunks, length, scheme)  # type: ignore[arg-type]
    assert labels == [spelled(label, spelling) for label in oracle.write(chunks, length, name)]
    assert [decode(labels, scheme, repair) for repair in REPAIRS] == [chunks] * 3


@each_encoding
@pytest.mark.parametrize("suffix", ["", "-suffix"])
@given(data=st.data())
def test_a_type_may_be_called_anything_that_a_column_can_hold(name: str, suffix: str, data: st.DataObject) -> None:
    types = st.text("BIOESx-_./é語", min_size=1, max_size=5).filter(lambda type_: type_ != UNTYPED)
    chunks, length = data.draw(chunks_for(name, types))
    labels = encode(chunks, length, name + suffix)  # type: ignore[arg-type]
    assert decode(labels, name + suffix, "none") == chunks


@each_encoding
def test_every_sequence_of_four_labels_is_judged_and_read_as_the_definition_says(name: str) -> None:
    """Write every set of mentions of a short sentence; what was not written is invalid, the rest reads as written."""
    scheme = encoding(name)
    written = {
        tuple(oracle.write(chunks, 4, name)): chunks
        for chunks in oracle.chunk_sets(4, TYPES)
        if oracle.holds(chunks, name)
    }
    for labels, chunks in written.items():
        assert tuple(encode(chunks, 4, scheme)) == labels  # type: ignore[arg-type]
    assert len(written) == sum(oracle.holds(chunks, name) for chunks in oracle.chunk_sets(4, TYPES))
    decoders = [Decoder(scheme, repair) for repair in REPAIRS]
    for labels in product(oracle.label_set(name, TYPES), repeat=4):
        steps = list(invalid_steps(scheme, [scheme.parse(label) for label in labels]))
        assert (labels in written) == (not steps), labels
        assert decoders[0].read(decoders[0].text(labels))[1] == len(steps), labels
        if labels in written:
            assert [decoder.mentions(labels) for decoder in decoders] == [written[labels]] * 3, labels


@each_encoding
@given(data=st.data())
def test_invalid_steps_are_where_no_sentence_has_that_pair_of_labels(name: str, data: st.DataObject) -> None:
    labels = data.draw(labels_of(name))
    scheme = encoding(name)
    steps = list(invalid_steps(scheme, [scheme.parse(label) for label in labels]))
    assert steps == oracle.invalid_positions(labels, name, TYPES)


@each_encoding
@given(data=st.data())
def test_any_sequence_is_read_as_the_oracle_reads_it(name: str, data: st.DataObject) -> None:
    labels = data.draw(labels_of(name))
    for repair in REPAIRS:
        assert decode(labels, name, repair) == oracle.read(labels, name, repair), repair


@each_encoding
@given(data=st.data())
def test_a_repair_gives_valid_labels_once_and_for_all(name: str, data: st.DataObject) -> None:
    labels = data.draw(labels_of(name))
    for repair in REPAIRS:
        repaired = encode(decode(labels, name, repair), len(labels), name)
        assert not oracle.invalid_positions(repaired, name, TYPES), repair
        assert encode(decode(repaired, name, repair), len(labels), name) == repaired, repair


@each_encoding
@given(data=st.data())
def test_a_sequence_is_valid_if_and_only_if_a_repair_changes_nothing(name: str, data: st.DataObject) -> None:
    """Also in IO, where every sequence is valid, and in IOB1: valid labels are exactly those that encode writes."""
    labels = data.draw(labels_of(name))
    valid = not oracle.invalid_positions(labels, name, TYPES)
    for repair in REPAIRS:
        assert (encode(decode(labels, name, repair), len(labels), name) == labels) == valid, repair


@each_encoding
@given(data=st.data())
def test_begin_loses_no_marked_token_and_discard_adds_nothing_to_begin(name: str, data: st.DataObject) -> None:
    labels = data.draw(labels_of(name))
    begun, kept, retyped = (decode(labels, name, repair) for repair in REPAIRS)
    marked = {position for position, label in enumerate(labels) if label != "O"}
    assert {position for start, end, _ in begun for position in range(start, end)} == marked
    assert {position for start, end, _ in retyped for position in range(start, end)} == marked
    for start, end, type_ in kept:
        assert any(first <= start and end <= last and type_ == other for first, last, other in begun)


@each_encoding
@given(data=st.data())
def test_a_decoder_remembers_islands_without_mixing_them_up(name: str, data: st.DataObject) -> None:
    sequences = data.draw(st.lists(labels_of(name), max_size=4))
    decoder = Decoder(name, "begin")
    assert [decoder.mentions(labels) for labels in sequences * 2] == [
        decode(labels, name, "begin") for labels in sequences * 2
    ]
