"""The encodings by name, and their labels taken apart and put together."""

from __future__ import annotations

import pytest

from accord.encoding import ENCODINGS, Encoding, Label, Mention, decode, encode, encoding
from accord.encoding.scheme import OUTSIDE_LABEL, SUFFIX_ENCODINGS, UNTYPED
from accord.errors import UsageError


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("BIO", "BIO"),
        ("iob2", "BIO"),
        ("IOB1", "IOB"),
        ("iob", "IOB"),
        ("io", "IO"),
        ("IOBES", "BIOES"),
        ("bilou", "BILOU"),
        ("BILUO", "BILOU"),
        ("bmes", "BMES"),
        ("BMEWO", "BMEOW"),
        ("bio-suffix", "BIO-suffix"),
        ("IOB2-SUFFIX", "BIO-suffix"),
    ],
)
def test_names_and_aliases_in_any_case(spelling: str, name: str) -> None:
    assert encoding(spelling).name == name


def test_an_encoding_is_its_own_name() -> None:
    assert encoding(ENCODINGS["BIOES"]) is ENCODINGS["BIOES"]


@pytest.mark.parametrize(("spelling", "hint"), [("BOI", "did you mean BIO?"), ("BIOESS", "did you mean BIOES?")])
def test_an_unknown_name_suggests_a_near_one(spelling: str, hint: str) -> None:
    with pytest.raises(UsageError) as error:
        encoding(spelling)
    assert spelling in str(error.value)
    assert hint in str(error.value)


@pytest.mark.parametrize("label", ["B-PER,B-LOC", "B-PER|B-LOC", "B-PER;O", "I-PER|I-LOC|O"])
def test_several_labels_in_one_are_none(label: str) -> None:
    assert ENCODINGS["BIO"].parse(label) is None
    assert len(ENCODINGS["BIO"].parse_joined(label)) == 2 + (label.count("|") == 2)


@pytest.mark.parametrize("label", ["B-and|or", "B-a;b", "I-x,y"])
def test_a_type_may_hold_what_could_part_labels(label: str) -> None:
    assert ENCODINGS["BIO"].parse(label) == (label[0], label[2:])


@pytest.mark.parametrize("spelling", ["xyz", ""])
def test_an_unknown_name_unlike_any_other_lists_all(spelling: str) -> None:
    with pytest.raises(UsageError) as error:
        encoding(spelling)
    assert all(name in str(error.value) for name in ENCODINGS)


@pytest.mark.parametrize(
    ("name", "label", "parsed"),
    [
        ("BIO", "O", OUTSIDE_LABEL),
        ("BIO", "B-PER", Label("B", "PER")),
        ("BIO", "B-creative-work", Label("B", "creative-work")),
        ("BIO", "B--", Label("B", "-")),
        ("BIO", "B", Label("B", UNTYPED)),
        ("BIO", "B-a,b", Label("B", "a,b")),
        ("IO", "I-PER", Label("I", "PER")),
        ("BILOU", "U-PER", Label("U", "PER")),
        ("BMEOW", "W-PER", Label("W", "PER")),
        ("BIO-suffix", "PER-B", Label("B", "PER")),
        ("BIO-suffix", "creative-work-I", Label("I", "creative-work")),
        ("BIO-suffix", "I", Label("I", UNTYPED)),
        ("BIO-suffix", "O", OUTSIDE_LABEL),
    ],
)
def test_a_label_has_a_state_and_a_type(name: str, label: str, parsed: Label) -> None:
    scheme = encoding(name)
    assert scheme.parse(label) == parsed
    assert scheme.format(parsed) == label


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("BIO", ""),
        ("BIO", "B-"),
        ("BIO", "-PER"),
        ("BIO", "b-per"),
        ("BIO", "B_PER"),
        ("BIO", "PER-B"),
        ("BIO", "PER"),
        ("BIO", "E-PER"),
        ("BIO", "BI-PER"),
        ("BIO", "O-PER"),
        ("BIO", "o"),
        ("BIO", "B-PER,B-LOC"),
        ("BIO", "B-PER,O"),
        ("IO", "B-PER"),
        ("BIOES", "L-PER"),
        ("BIO-suffix", "B-PER"),
        ("BIO-suffix", "-B"),
        ("BIO-suffix", "PER-O"),
    ],
)
def test_what_is_no_label_of_the_encoding(name: str, label: str) -> None:
    assert encoding(name).parse(label) is None


@pytest.mark.parametrize("scheme", [*ENCODINGS.values(), *SUFFIX_ENCODINGS.values()], ids=lambda scheme: scheme.name)
def test_a_table_has_a_cell_for_every_pair_of_states(scheme: Encoding) -> None:
    assert scheme.states[0] == "O"
    assert set(scheme.steps) == {(before, after) for before in scheme.states for after in scheme.states}
    assert set(scheme.steps.values()) <= {"any", "same", "-"}


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("BIO", "B-PER I-PER B-PER O"),
        ("IOB", "I-PER I-PER B-PER O"),
        ("IO", "I-PER I-PER I-PER O"),
        ("BIOES", "B-PER E-PER S-PER O"),
        ("BILOU", "B-PER L-PER U-PER O"),
        ("BMES", "B-PER E-PER S-PER O"),
        ("BMEOW", "B-PER E-PER W-PER O"),
        ("BIOES-suffix", "PER-B PER-E PER-S O"),
    ],
)
def test_two_neighbours_of_one_type(name: str, labels: str) -> None:
    neighbours = [Mention(0, 2, "PER"), Mention(2, 3, "PER")]
    assert encode(neighbours, 4, name) == labels.split()
    assert decode(labels.split(), name, "none") == ([Mention(0, 3, "PER")] if name == "IO" else neighbours)


def test_mentions_may_come_in_any_order() -> None:
    assert encode([Mention(2, 3, "LOC"), Mention(0, 1, "PER")], 3, "BIO") == ["B-PER", "O", "B-LOC"]


def test_a_label_that_cannot_be_read_ends_a_mention() -> None:
    assert decode(["B-PER", "I-PER", "???", "I-PER"], "BIO", "none") == [(0, 2, "PER"), (3, 4, "PER")]


@pytest.mark.parametrize(
    ("alias", "method"),
    [("conlleval", "begin"), ("strict", "discard"), ("Stanza", "last-type"), ("last_type", "last-type")],
)
def test_repairs_answer_to_the_names_of_other_programs(alias: str, method: str) -> None:
    labels = ["I-PER", "I-LOC", "O", "B-LOC", "I-PER"]
    assert decode(labels, "BIO", alias) == decode(labels, "BIO", method)
    assert len({tuple(decode(labels, "BIO", repair)) for repair in ("begin", "discard", "last-type")}) == 3


def test_an_unknown_repair_suggests_a_near_one() -> None:
    with pytest.raises(UsageError, match=r"unknown repair 'begn': did you mean begin\?"):
        decode(["O"], "BIO", "begn")


@pytest.mark.parametrize(
    "mentions",
    [[Mention(0, 2, "A"), Mention(1, 3, "B")], [Mention(1, 1, "A")], [Mention(-1, 1, "A")], [Mention(3, 5, "A")]],
    ids=["overlap", "empty", "before the start", "past the end"],
)
def test_mentions_that_do_not_fit_are_refused(mentions: list[Mention]) -> None:
    with pytest.raises(UsageError, match="does not fit"):
        encode(mentions, 4, "BIO")
