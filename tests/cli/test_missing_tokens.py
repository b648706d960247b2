from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import accord as package
from tests.cli.conftest import HARBOUR

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Accord

    Write = Callable[..., Path]

GOLD = "a B-X\nb I-X\nc O\n\nd B-Y\ne O\n"
CUT = "a B-X\nb I-X\n\nd B-Y\n"
TAGS = "a DT\nb NN\nc VB\n\nd NN\ne VB\n"


def test_a_prediction_that_was_cut_short_is_scored_and_said(accord: Accord, write: Write) -> None:
    gold, system = write("gold.conll", GOLD), write("system.conll", CUT)
    refused = accord("score", system, "-r", gold)
    assert refused.code != 0
    assert (
        "(was the prediction cut short? --missing O takes what it lacks as O, --align-tokens leaves it out)"
        in refused.err
    )
    done = accord("score", system, "-r", gold, "--missing", "O")
    assert done.code == 0
    assert "2 tokens missing, taken as O" in done.out
    assert "|missing:O|missing-tokens:2|" in done.out
    assert "left out" not in done.out
    payload = accord("score", system, "-r", gold, "--missing", "O", "--json").json["runs"][0]
    assert (payload["tokens"], payload["micro"]["f1"], payload["left_out"]["missing_tokens"]) == (5, 1, 2)


def test_both_bounds_are_said(accord: Accord, write: Write) -> None:
    gold, system = write("gold.conll", GOLD), write("system.conll", "a B-X\n\nd B-Y\ne O\n")
    told = ("score", system, "-r", gold, "--align-tokens")
    said = "left out, not aligned: 3 reference tokens with 1 mention and 1 predicted mention; "
    assert f"{said}with these as missed and spurious, F1 is 50.00; as if they were right, 100.00" in accord(*told).out
    left = accord(*told, "--json").json["runs"][0]["left_out"]
    assert (left["f1_with_left_out"], left["f1_at_best"]) == (0.5, 1)
    run = package.score(gold, system, align_tokens=True).run
    assert (run.whole, run.at_best) == ((2, 2, 1), (2, 2, 2))


def test_bounds_of_accuracy(accord: Accord, write: Write) -> None:
    gold, system = write("gold.txt", TAGS), write("system.txt", "a DT\nb VB\n\nd NN\ne VB\n")
    done = accord("score", system, "-r", gold, "--align-tokens")
    assert "accuracy is 60.00 with these tokens of the reference as wrong, 80.00 as right" in done.out + done.err
    left = accord("score", system, "-r", gold, "--align-tokens", "--json").json["runs"][0]["left_out"]
    assert (left["at_worst"], left["at_best"]) == (0.6, 0.8)
    assert accord("score", system, "-r", gold, "--align-tokens", "--fail-under", "0.7").code == 1
    assert accord("score", system, "-r", gold, "--align-tokens", "--fail-under", "0.6").code == 0
    filled = accord("score", system, "-r", gold, "--missing", "VB")
    assert "1 token missing, taken as VB" in filled.out + filled.err


@pytest.mark.parametrize(
    ("files", "label", "said"),
    [
        ((GOLD, CUT), "X", "of which a token that is missing can only have O"),
        ((TAGS, "a DT\n"), "O", "no token of"),
        ((GOLD, CUT.replace("d B", "D B")), "O", "--missing O is for tokens that are missing"),
        ((GOLD, "z O\n" + CUT), "O", "--missing O is for tokens that are missing"),
    ],
)
def test_what_is_not_missing_is_refused(
    accord: Accord, write: Write, files: tuple[str, str], label: str, said: str
) -> None:
    gold, system = (write(name, text) for name, text in zip(("gold.conll", "system.conll"), files, strict=True))
    done = accord("score", system, "-r", gold, "--missing", label)
    assert done.code != 0
    assert done.out == ""
    assert said in done.err


def test_both_options_together_fill_and_leave_out(accord: Accord, write: Write) -> None:
    gold, system = write("gold.conll", GOLD), write("system.conll", "a B-X\nx O\nb I-X\n\nd B-Y\n")
    done = accord("score", system, "-r", gold, "--missing", "O", "--align-tokens", "--repair", "begin")
    assert "2 tokens missing, taken as O" in done.out
    assert "left out, not aligned" in done.out


def test_a_mention_with_a_hole_needs_a_repair(accord: Accord, write: Write) -> None:
    gold = write("gold.conll", "a B-X\nb I-X\nc I-X\n")
    system = write("system.conll", "a B-X\nc I-X\n")
    done = accord("score", system, "-r", gold, "--missing", "O")
    assert (done.code, done.out) == (1, "")
    assert "invalid transition 'O' -> 'I-X'" in done.err
    assert "system.conll:2" not in done.err.replace("system.conll:2:", "")
    run = package.score(gold, system, missing="O", repair="begin").run
    assert run.micro == (1, 2, 0)


def test_of_lists_the_end_is_missing() -> None:
    run = package.score([["B-X", "O", "B-X"]], [["B-X", "O"]], encoding="BIO", missing="O").run
    assert run.micro == (2, 1, 1)


def test_trees_have_no_missing_tokens(accord: Accord) -> None:
    trees = HARBOUR / "trees" / "ada.conllu"
    done = accord("score", trees, "-r", trees, "--missing", "O")
    assert (done.code, done.out) == (2, "")
    assert "--missing O is for labels of tokens" in done.err


def test_comparisons_say_what_is_left_out_of_all(accord: Accord) -> None:
    chloe, ada = (HARBOUR / "annotators" / f"{name}.conll" for name in ("chloe", "ada"))
    told = ("compare", chloe, ada, "-r", HARBOUR / "reference.conll", "--repair", "begin")
    assert accord(*told).code == 1
    done = accord(*told, "--align-tokens")
    assert "7 sentences left out of all systems" in done.out
    assert "|left-out:7|" in done.out
    assert accord(*told, "--align-tokens", "--json").json["left_out"] == 7
    filled = accord(*told, "--missing", "O", "--json").json
    assert filled["left_out"] == 0
    assert "|missing:O|missing-tokens:104|" in filled["signature"]
    assert "leave it out" in accord(*told, "--align-tokens", "--examples", 3).err
