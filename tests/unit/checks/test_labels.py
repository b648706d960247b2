"""What is said about labels that are wrong."""

from __future__ import annotations

import pytest

from accord.checks import Severity, label_findings
from accord.encoding import encoding
from accord.model import UNREAD, Finding, Place, Sentence


def findings(labels: str, name: str = "BIO", line: int = 10) -> list[Finding]:
    """The findings of a sentence whose tokens are t0, t1, ..."""
    row = tuple(labels.split())
    tokens = tuple(f"t{index}" for index in range(len(row)))
    return list(label_findings(Sentence(tokens, row, line), "a.conll", encoding(name)))


@pytest.mark.parametrize(
    ("name", "labels", "places"),
    [
        ("BIO", "O I-ORG I-ORG I-LOC", [(11, "'O'", "'I-ORG'"), (13, "'I-ORG'", "'I-LOC'")]),
        ("BIO", "I-PER O", [(10, "start of the sentence", "'I-PER'")]),
        ("IOB", "I-LOC B-PER", [(11, "'I-LOC'", "'B-PER'")]),
        ("BIOES", "O B-LOC", [(11, "'B-LOC'", "end of the sentence")]),
        ("BIOES", "I-PER", [(10, "start of the sentence", "'I-PER'"), (10, "'I-PER'", "end of the sentence")]),
        ("BIO", "O B-LOC", []),
        ("IO", "I-PER I-LOC O", []),
    ],
)
def test_an_invalid_transition_names_both_labels(name: str, labels: str, places: list[tuple[int, str, str]]) -> None:
    found = findings(labels, name)
    assert [finding.place for finding in found] == [Place("a.conll", line, f"t{line - 10}") for line, _, _ in places]
    assert [finding.code for finding in found] == ["invalid-transition"] * len(places)
    for finding, (_, before, after) in zip(found, places, strict=True):
        assert finding.message == f"invalid transition {before} -> {after}"
        assert finding.severity is Severity.ERROR


@pytest.mark.parametrize(
    ("name", "label", "code", "said"),
    [
        ("BIO", "b-per", "invalid-state", ["'b'", "'b-per'", "did you mean B-per?"]),
        ("BIO", "E-PER", "invalid-state", ["BIO has the states O, B, I", "BIOES"]),
        ("BIO", "X-PER", "invalid-state", ["'X'"]),
        ("BIO", "O-PER", "invalid-state", ["write O alone"]),
        ("BIO", "B-", "empty-type", ["'B-'"]),
        ("BIO", "B_PER", "invalid-label", ["write B-PER"]),
        ("BIO", "B.PER", "invalid-label", ["write B-PER"]),
        ("BIO", "PER", "invalid-label", ["'PER'", "state (B, I)"]),
        ("BIO", "PER-B", "invalid-label", ["'PER-B' is no BIO label", "encoding='BIO-suffix'"]),
        ("BIO", "creative-work-B", "invalid-label", ["encoding='BIO-suffix'"]),
        ("BIO-suffix", "B-PER", "invalid-label", ["'B-PER' is no BIO-suffix label", "encoding='BIO'"]),
        ("BIO-suffix", "PER-b", "invalid-state", ["did you mean PER-B?"]),
        ("BIO-suffix", "bob-b", "invalid-state", ["did you mean bob-B?"]),
        ("BIO", "B-PER,B-LOC", "multi-label", ["2 labels", "several annotators"]),
        ("BIO", "B-corporation,B-person,O", "multi-label", ["3 labels"]),
    ],
)
def test_a_label_that_is_none_is_one_finding_that_says_what_to_write(
    name: str, label: str, code: str, said: list[str]
) -> None:
    [finding] = findings(f"O {label} O", name)
    assert finding.code == code
    assert finding.place == Place("a.conll", 11, "t1")
    assert finding.severity is Severity.ERROR
    for part in said:
        assert part in f"{finding.message} ({finding.hint})"


def test_an_empty_label_is_told_to_be_o() -> None:
    [finding] = label_findings(Sentence(("t0",), ("",), 3), "a.conll", encoding("BIO"))
    assert (finding.code, finding.place.line) == ("empty-label", 3)
    assert "write O" in finding.hint


@pytest.mark.parametrize(
    "labels", ["O b-per I-PER O", "B-PER b-per I-PER O", "b-per I-PER", "I-PER,B-LOC I-PER", "B-PER B- I-PER"]
)
def test_the_steps_from_and_to_a_label_that_is_none_are_not_judged(labels: str) -> None:
    assert len(findings(labels)) == 1


def test_other_steps_of_the_sentence_are_judged() -> None:
    found = findings("b-per O I-PER B_LOC I-LOC I-PER")
    assert [(finding.code, finding.place.line) for finding in found] == [
        ("invalid-state", 10),
        ("invalid-transition", 12),
        ("invalid-label", 13),
        ("invalid-transition", 15),
    ]


def test_the_end_of_the_sentence_behind_a_label_that_is_none_is_not_judged() -> None:
    assert [finding.code for finding in findings("B-PER x-PER", "BIOES")] == ["invalid-state"]


def test_a_row_that_its_reader_reported_is_not_reported_again() -> None:
    sentence = Sentence(("t0", "t1", "t2"), ("B-PER", UNREAD, "I-PER"), 10)
    assert list(label_findings(sentence, "a.conll", encoding("BIO"))) == []


def test_without_lines_or_tokens_a_finding_has_still_a_file() -> None:
    [finding] = label_findings(Sentence((), ("I-PER",)), "list", encoding("BIO"))
    assert (finding.place.file, finding.place.line) == ("list", None)


def test_a_finding_reads_like_a_compiler_says_it() -> None:
    [finding] = findings("O I-PER")
    assert str(finding).startswith("a.conll:11:t1: error: invalid transition 'O' -> 'I-PER' [invalid-transition]")
    assert finding.payload()["line"] == 11


def test_a_place_without_a_token_does_not_end_in_a_colon() -> None:
    [finding] = label_findings(Sentence(("",), ("I-PER",)), "list", encoding("BIO"))
    assert str(finding).startswith("list: error: ")
