"""Scoring as a caller sees it: what is refused, what is left out, and what stands in the signature."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from accord.agreement.result import Undefined
from accord.errors import AccordError, ReadError, UsageError
from accord.model import Sentence, SentenceSource
from accord.verbs.score import score

if TYPE_CHECKING:
    from pathlib import Path

GOLD = [["B-PER", "I-PER", "O"], ["B-LOC", "O"]]
INVALID = [["I-PER", "I-PER", "O"], ["B-LOC", "O"]]


def label_source(text: str, name: str = "predicted") -> SentenceSource:
    """``a/B-PER b/O | c/O`` as sentences."""
    rows = [[pair.rsplit("/", 1) for pair in sentence.split()] for sentence in text.split("|")]
    return SentenceSource(
        name, [Sentence(tuple(token for token, _ in row), tuple(label for _, label in row)) for row in rows]
    )


def test_an_invalid_prediction_is_refused_unless_a_repair_says_how_to_read_it() -> None:
    with pytest.raises(ReadError, match=r"repair begin, discard or last-type \(repair=\)") as refusal:
        score(GOLD, INVALID, encoding="BIO")
    assert len(refusal.value.findings) == 1
    assert score(GOLD, INVALID, encoding="BIO", repair="begin").run.micro == (2, 2, 2)
    assert score(GOLD, INVALID, encoding="BIO", repair="discard").run.micro == (2, 1, 1)


@pytest.mark.parametrize("repair", ["none", "begin", "discard"])
def test_an_invalid_reference_is_refused_whatever_the_repair_of_the_prediction(repair: str) -> None:
    with pytest.raises(ReadError, match="repair_reference="):
        score(INVALID, GOLD, encoding="BIO", repair=repair)


def test_an_invalid_reference_is_repaired_on_request_and_its_errors_are_counted() -> None:
    scores = score(INVALID, GOLD, encoding="BIO", repair_reference="discard")
    assert scores.run.micro == (1, 2, 1)
    assert scores.invalid_reference == 1


@pytest.mark.parametrize("bad", ["b-per", "B-", "PER", "B-PER,B-LOC"])
def test_a_label_that_is_none_is_refused_by_every_repair(bad: str) -> None:
    predicted = [["B-PER", "I-PER", bad], ["B-LOC", "O"]]
    with pytest.raises(ReadError):
        score(GOLD, predicted, encoding="BIO", repair="begin")
    with pytest.raises(ReadError):
        score(GOLD, predicted, encoding="BIO", all_repairs=True)


def test_all_repairs_side_by_side() -> None:
    scores = score([["O", "B-PER", "O"]], [["O", "I-LOC", "I-PER"]], encoding="BIO", all_repairs=True)
    assert {run.repair: tuple(run.micro) for run in scores.runs} == {
        "begin": (1, 2, 0),
        "discard": (1, 0, 0),
        "last-type": (1, 1, 0),
    }
    with pytest.raises(UsageError):
        _ = scores.run


def test_names_that_differ_in_a_number_are_still_names() -> None:
    scores = score(GOLD, {"gpt-4": GOLD, "gpt-5": GOLD}, encoding="BIO")
    assert list(scores.systems) == ["gpt-4", "gpt-5"]


def test_systems_by_name_with_several_runs_are_tested() -> None:
    worse = [["O", "O", "O"], ["B-LOC", "O"]]
    scores = score(GOLD, {"good": [GOLD, GOLD], "bad": [worse, worse]}, encoding="BIO")
    assert scores.systems == {"good": ["good 1", "good 2"], "bad": ["bad 1", "bad 2"]}
    assert [found["f1"].mean for found in scores.over_runs().values()] == [1, Fraction(2, 3)]
    assert len(scores.tests) == 1


def test_runs_are_called_what_the_caller_calls_them(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.conll" for number in range(3)]
    for file in files:
        file.write_text("a\tB-PER\n", encoding="utf-8")
    scores = score(files[0], {"lantern": files[1], "beacon": files[2]}, encoding="BIO")
    assert [run.file for run in scores.runs] == ["lantern", "beacon"]


def test_a_file_is_one_run_by_whatever_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.conll").write_text("a\tB-PER\n", encoding="utf-8")
    (tmp_path / "link.conll").symlink_to(tmp_path / "a.conll")
    for twice in (["a.conll", "a.conll"], ["a.conll", "./a.conll"], ["a.conll", "link.conll"]):
        with pytest.raises(UsageError, match="each run counts once"):
            score("a.conll", twice, encoding="BIO")
        with pytest.raises(UsageError, match="each run counts once"):
            score("a.conll", {"a": twice}, encoding="BIO")
    assert len(score("a.conll", {"a": "a.conll", "b": "./a.conll"}, encoding="BIO").runs) == 2


def test_files_of_one_name_in_folders_of_their_own_are_several_systems(tmp_path: Path) -> None:
    files = [tmp_path / folder / "test.conll" for folder in ("gold", "lantern", "beacon")]
    for file in files:
        file.parent.mkdir()
        file.write_text("a\tB-PER\n", encoding="utf-8")
    scores = score(files[0], files[1:], encoding="BIO")
    assert [len(files) for files in scores.systems.values()] == [1, 1]


def test_several_runs_as_lists_without_names_are_scored_or_refused_in_words() -> None:
    gold = [["B-PER", "O"], ["B-LOC", "O"]]
    try:
        scores = score(gold, [gold, gold], encoding="BIO")
    except AccordError:
        return
    assert len(scores.runs) == 2


def test_the_encoding_is_found_out_from_the_reference() -> None:
    scores = score([["I-PER", "B-PER"]], [["I-PER", "I-PER"]])
    assert (scores.encoding.name, scores.encoding_detected) == ("IOB", True)
    assert scores.run.micro == (2, 1, 0)


def test_labels_that_are_no_chunks_are_scored_as_they_are() -> None:
    """Three of four labels are right; NOUN: 1 of 1 predicted and of 2."""
    scores = score([["NOUN", "VERB"], ["NOUN", "DET"]], [["NOUN", "VERB"], ["DET", "DET"]])
    assert scores.run.headline.value == Fraction(3, 4)
    assert scores.run.labels == {"NOUN": (2, 1, 1), "DET": (1, 2, 1), "VERB": (1, 1, 1)}
    assert scores.results[0].name == "accuracy"
    assert score([["B-X", "O"]], [["B-X", "B-X"]], encoding="none").run.headline.value == Fraction(1, 2)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"repair": "begin"}, "repair='begin' is for mentions, and the labels of reference are no chunk labels"),
        ({"surface": True}, "surface=True is for mentions"),
        ({"universal": True}, "universal is for trees, and labels of tokens are scored here"),
        ({"symetric": "X"}, "unknown option 'symetric': did you mean symmetric?"),
    ],
)
def test_options_of_mentions_and_of_other_kinds_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        score([["NOUN", "VERB"]], [["NOUN", "VERB"]], **options)


def test_labels_of_tokens_that_differ_are_aligned() -> None:
    """Of a b c the prediction lacks b: a and c can be compared, and one of the two is right."""
    gold, predicted = label_source("a/DT b/JJ c/NN", "reference"), label_source("a/DT c/VB")
    with pytest.raises(ReadError, match="does not hold the tokens"):
        score(gold, predicted)
    scores = score(gold, predicted, align_tokens=True)
    assert scores.run.headline.counts == (2, 2, 1)
    assert "left-out-tokens:1" in str(scores.signature)
    assert any(
        "left out, not aligned: 1 token of the reference, 0 of the prediction" in note for note in scores.assumptions
    )


@pytest.mark.parametrize(
    ("reference", "predicted"),
    [([["O"]], [["O", "O"]]), ([["O"], ["O"]], [["O"]]), ([["O"]], [["O"], ["O"]]), ([[], ["O"]], [["O"]])],
)
def test_lists_of_other_lengths_are_refused_in_words(reference: list[list[str]], predicted: list[list[str]]) -> None:
    with pytest.raises(AccordError):
        score(reference, predicted, encoding="BIO")


def test_a_list_of_labels_instead_of_sentences_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="list of label lists"):
        score(["O", "B-PER"], ["O", "B-PER"])


REFERENCE = "a/B-PER b/O | c/B-LOC d/O | e/B-PER f/B-LOC | g/B-LOC h/I-LOC"


@pytest.mark.parametrize(
    ("predicted", "micro", "left_out"),
    [
        pytest.param("a/B-PER b/O | c/B-LOC d/O | g/B-LOC h/I-LOC", (3, 3, 3), (2, 2), id="a sentence is missing"),
        pytest.param("a/B-PER b/O | c/O d/O", (2, 1, 1), (4, 3), id="cut short"),
        pytest.param(f"{REFERENCE} | i/B-PER", (5, 5, 5), (0, 0), id="a sentence more"),
        pytest.param(REFERENCE.replace("f/", "F/"), (5, 5, 5), (0, 0), id="another token"),
        pytest.param(REFERENCE.replace(" f/B-LOC", ""), (4, 4, 4), (1, 1), id="truncated"),
        pytest.param(REFERENCE.replace(" h/I-LOC", ""), (4, 4, 4), (2, 1), id="a mention is truncated"),
        pytest.param(REFERENCE.replace("e/B-PER", "X/O e/B-PER Y/O"), (5, 5, 5), (0, 0), id="tokens between"),
        pytest.param(REFERENCE.replace("| e", "e"), (5, 5, 5), (0, 0), id="two sentences in one"),
    ],
)
def test_what_can_be_aligned_is_scored_once_and_the_rest_is_left_out(
    predicted: str, micro: tuple[int, int, int], left_out: tuple[int, int]
) -> None:
    with pytest.raises(ReadError, match="does not hold the tokens"):
        score(label_source(REFERENCE), label_source(predicted), encoding="BIO")
    scores = score(label_source(REFERENCE, "reference"), label_source(predicted), encoding="BIO", align_tokens=True)
    assert scores.run.micro == micro
    missing = scores.left_out["predicted"]
    assert (missing.tokens, missing.mentions) == left_out
    assert missing.differences
    assert scores.run.sentences <= 4  # parts of a sentence are one sentence


@pytest.mark.parametrize(
    ("reference", "predicted", "scored", "whole"),
    [
        pytest.param("a/B-LOC b/O", "a/B-LOC b/O c/B-PER", (1, 1, 1), (1, 2, 1), id="a mention more behind a sentence"),
        pytest.param("a/B-LOC", "a/B-LOC | c/B-PER d/B-PER", (1, 1, 1), (1, 3, 1), id="in a sentence more"),
        pytest.param("a/B-X | b/B-X c/O", "a/B-X | c/B-Y", (1, 2, 1), (2, 2, 1), id="beside a token that is missing"),
        pytest.param("a/O b/B-X", "a/O b/B-X c/I-X", (0, 0, 0), (1, 1, 0), id="a mention that reaches beyond"),
        pytest.param("a/B-X | b/B-X", "a/B-X b/I-X", (0, 0, 0), (2, 1, 0), id="a mention over two sentences"),
        pytest.param("a/B-X | b/B-X", "a/B-X b/B-X", (2, 2, 2), (2, 2, 2), id="two mentions in one sentence"),
        pytest.param("a/B-X b/O", "a/B-X | b/O", (1, 1, 1), (1, 1, 1), id="a sentence in two"),
    ],
)
def test_what_is_left_out_counts_as_missed_and_spurious(
    reference: str, predicted: str, scored: tuple[int, int, int], whole: tuple[int, int, int]
) -> None:
    scores = score(label_source(reference, "reference"), label_source(predicted), encoding="BIO", align_tokens=True)
    assert (scores.run.micro, scores.run.whole) == (scored, whole)
    left_out = sum(whole) - sum(scored)
    assert f"left-out-mentions:{left_out}|" in str(scores.signature)


def test_where_nothing_can_be_compared_that_is_said() -> None:
    scores = score(label_source("a/B-X b/I-X", "reference"), label_source("a/B-X"), encoding="BIO", align_tokens=True)
    for value in (scores.results[0].value, *map(scores.run.ratio, ("precision", "recall", "f1"))):
        assert value == Undefined("no mention can be compared, because the tokens differ")
    assert scores.run.whole == (1, 1, 0)


def test_labels_of_what_is_left_out_must_be_valid_too() -> None:
    with pytest.raises(ReadError, match="1 problem in the labels of predicted"):
        score(label_source("a/B-X"), label_source("a/B-X | b/I-X"), encoding="BIO", align_tokens=True)
    with pytest.raises(ReadError, match="1 problem in the labels of reference"):
        score(label_source("a/B-X | b/I-X", "reference"), label_source("a/B-X"), encoding="BIO", align_tokens=True)


def test_what_is_aligned_is_repaired_by_every_method() -> None:
    scores = score(
        label_source("a/B-PER b/O | c/O"),
        label_source("a/I-PER b/O"),
        encoding="BIO",
        align_tokens=True,
        all_repairs=True,
    )
    assert [tuple(run.micro) for run in scores.runs] == [(1, 1, 1), (1, 0, 0), (1, 1, 1)]


def test_the_signature_says_all_that_is_needed_to_repeat_the_score(tmp_path: Path) -> None:
    gold, system = tmp_path / "gold.conll", tmp_path / "system.conll"
    gold.write_text("a\tB-PER\nb\tO\n\nc\tB-LOC\n", encoding="utf-8")
    system.write_text("a\tI-PER\nb\tO\n\nc\tB-LOC\n", encoding="utf-8")
    signature = str(score(gold, system, encoding="BIO", repair="conlleval").signature)
    for part in ("f1|", "enc:BIO", "repair:begin", "repair-ref:none", "sents:2", "tokens:3", "v:"):
        assert part in signature
    system.write_text("a\tI-LOC\nb\tO\n\nc\tB-LOC\n", encoding="utf-8")
    assert str(score(gold, system, encoding="BIO", repair="conlleval").signature) != signature


def test_scores_of_one_run_give_measures_by_name() -> None:
    labels = score(["a", "b"], ["a", "a"])
    assert (labels.value, labels["kappa"].value) == (labels.run.headline.value, labels.run.measure("kappa").value)
    chunks = score([["B-PER", "O"], ["B-LOC"]], [["B-PER", "O"], ["O"]])
    assert (chunks.value, chunks["recall"].value, chunks["f1:PER"].value) == (Fraction(2, 3), Fraction(1, 2), 1)
    with pytest.raises(AccordError, match="there is no measure 'foo': choose from precision"):
        chunks["foo"]
    with pytest.raises(AccordError, match=r"there are 2 runs: choose one of \.runs"):
        _ = score(["a", "b"], {"x": ["a", "a"], "y": ["a", "b"]}).value
