"""Labels of items against a reference, from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import HARBOUR, Accord

Write = Callable[..., Path]

GOLD = "item,label\ni1,yes\ni2,no\ni3,yes\ni4,no\n"
JUDGE = "item,label\ni4,no\ni3,no\ni2,no\ni1,yes\n"


def test_items_are_matched_by_name_whatever_the_order_of_rows(accord: Accord, write: Write) -> None:
    """Three of four are right; of no 2 of 3 predicted and 2 of 2, F1 4/5; of yes 1 of 1 and 1 of 2, F1 2/3."""
    gold, judge = write("gold.csv", GOLD), write("judge.csv", JUDGE)
    done = accord("score", judge, "-r", gold)
    assert done.code == 0
    assert "accuracy|of:items|runs:1|items:4|labels:2|ci:jackknife|data:" in done.out
    run = accord("score", judge, "-r", gold, "--json", "--confusion").json["runs"][0]
    assert run["scores"]["accuracy"]["value"] == 0.75
    assert run["scores"]["kappa"]["value"] == 0.5  # observed 3/4, expected 1/2 * 3/4 + 1/2 * 1/4
    assert run["labels"]["no"]["f1"] == 0.8
    assert run["labels"]["yes"]["f1"] == pytest.approx(2 / 3)
    assert run["scores"]["macro_f1"]["value"] == pytest.approx((4 / 5 + 2 / 3) / 2)
    assert {"reference": "yes", "predicted": "no", "count": 1} in run["confusion"]
    assert accord("score", judge, "-r", gold, "--fail-under", "0.76").code == 1


def test_items_of_one_side_are_refused_or_left_out_and_said(accord: Accord, write: Write) -> None:
    gold, judge = write("gold.csv", GOLD), write("judge.csv", "item,label\ni1,yes\ni2,yes\ni9,no\n")
    done = accord("score", judge, "-r", gold)
    assert (done.code, done.out) == (1, "")
    assert "lacks 2 items that" in done.err
    assert "i9 [extra-items]" in done.err
    assert "--one-sided shared or --one-sided abstain" in done.err
    shared = accord("score", judge, "-r", gold, "--one-sided", "shared")
    assert "left-out-items:2" in shared.out
    assert "lies between 25.00 (what is left out is wrong) and 75.00 (it is right)" in shared.err
    assert "1 item that only" in shared.err
    counted = accord("score", judge, "-r", gold, "--one-sided", "abstain", "--json").json["runs"][0]["scores"]
    assert [counted[name]["value"] for name in ("accuracy", "coverage", "answered_accuracy")] == [0.25, 0.5, 0.5]


def test_labels_that_mean_no_answer_are_wrong_and_said(accord: Accord, write: Write) -> None:
    gold, judge = write("gold.csv", GOLD), write("judge.csv", JUDGE.replace("i3,no", "i3,dunno"))
    scores = accord("score", judge, "-r", gold, "--abstain", "dunno", "--json").json["runs"][0]["scores"]
    assert [scores[name]["value"] for name in ("accuracy", "coverage", "answered_accuracy")] == [0.75, 0.75, 1.0]
    empty = write("empty.csv", "item,label\ni1,yes\ni2,\ni3,yes\ni4,no\n")
    scores = accord("score", empty, "-r", gold, "--json").json["runs"][0]["scores"]
    assert scores["coverage"]["value"] == 0.75
    done = accord("score", judge, "-r", empty)
    assert "left out: 1 item for which" in done.err
    assert "empty here" not in done.err
    assert "never has the label 'dunno', which" in done.err


def test_one_table_holds_all_sides(accord: Accord, write: Write) -> None:
    table = write("table.csv", "item,gold,judge,other\n1,a,a,b\n2,b,b,b\n3,a,b,a\n")
    done = accord("score", table, "--reference-column", "gold", "--json")
    assert [run["file"] for run in done.json["runs"]] == ["judge", "other"]
    assert done.json["reference"] == "gold"
    alone = accord("score", table, "--reference-column", "gold", "--column", "label=judge", "--json").json
    assert [run["file"] for run in alone["runs"]] == ["judge"]
    assert "--reference-column NAME" in accord("score", table).err
    long = accord("score", HARBOUR / "urgency.csv", "--reference-column", "ada", "--one-sided", "shared", "--json")
    assert [run["file"] for run in long.json["runs"]] == ["bram", "chloe"]


def test_a_file_of_several_annotators_is_no_side(accord: Accord, write: Write) -> None:
    table, gold = write("table.csv", "item,x,y\n1,a,a\n2,b,b\n"), write("gold.csv", "item,label\n1,a\n2,b\n")
    done = accord("score", table, "-r", gold)
    assert (done.code, done.out) == (2, "")
    assert (
        "by one annotator are needed, and these are by x, y: name a column of labels, --column label=NAME" in done.err
    )
    run = accord("score", table, "-r", gold, "--column", "label=x", "--reference-column", "label", "--json").json
    assert run["runs"][0]["scores"]["accuracy"]["value"] == 1


def test_systems_are_compared_by_any_measure(accord: Accord, write: Write) -> None:
    gold = write("gold.csv", "item,label\n" + "".join(f"{n},{n % 3 + 1}\n" for n in range(30)))
    near = write("near.csv", "item,label\n" + "".join(f"{n},{min(3, n % 3 + 2)}\n" for n in range(30)))
    far = write("far.csv", "item,label\n" + "".join(f"{n},{3 - n % 3}\n" for n in range(30)))
    found = accord("compare", near, far, "-r", gold, "--measure", "mae", "--resamples", "200")
    assert found.code == 0
    assert "the lower the MAE, the better" in found.out
    assert "0.6667" in found.out  # 10 of 30 at the top are right, the others are one too high
    assert "1.3333" in found.out
    pair = accord("compare", near, far, "-r", gold, "--measure", "mcc", "--resamples", "200", "--json").json
    assert pair["measure"] == "mcc"
    assert [system["mcc"] for system in pair["systems"]] == [0, 0]  # n sum c = sum r p = 300 of both


def test_errors_are_listed_with_their_places(accord: Accord, write: Write) -> None:
    gold, judge = (
        write("gold.csv", "item,label,text\ni1,yes,ä <b>\ni2,no,c\n"),
        write("j.csv", "item,label\ni1,no\ni2,no\n"),
    )
    out = accord("score", judge, "-r", gold, "--errors").out
    assert "j.csv: 1 error" in out
    assert "gold.csv:2:i1" in out
    rows = accord("score", judge, "-r", gold, "--errors", "-f", "csv").out.splitlines()
    assert rows[0] == "run,file,line,token,error,reference,predicted,text"
    assert rows[1].endswith(",2,i1,label,yes,no,ä <b>")
    listed = accord("score", judge, "-r", gold, "--errors", "--json").json["errors"][str(judge)]
    assert (listed[0]["token"], listed[0]["text"]) == ("i1", "ä <b>")


def test_sets_of_labels_are_asked_for(accord: Accord, write: Write) -> None:
    gold = write(
        "gold.jsonl",
        "".join(json.dumps({"item": n, "label": each}) + "\n" for n, each in enumerate(["a|b", "b", "a", "b|a"])),
    )
    judge = write(
        "judge.jsonl",
        "".join(json.dumps({"item": n, "label": each}) + "\n" for n, each in enumerate(["b|a", "b", "b", "a"])),
    )
    done = accord("score", judge, "-r", gold)
    assert (done.code, done.out) == (2, "")
    assert "say --set-separator '|' if labels are sets, or --set-separator '' if each is one label" in done.err
    found = accord("score", judge, "-r", gold, "--set-separator", "|", "--json").json
    assert "|labels:2|" in found["signature"]  # a and b, not the three sets of them
    scores = found["runs"][0]["scores"]
    assert scores["exact_match"]["value"] == 0.5
    assert scores["jaccard"]["value"] == (1 + 1 + 0 + 1 / 2) / 4
    assert scores["hamming_loss"]["value"] == 3 / 8
    plain = accord("score", judge, "-r", gold, "--set-separator", "", "--json").json["runs"][0]["scores"]
    assert plain["accuracy"]["value"] == 0.25


def test_numbers_are_compared_as_numbers(accord: Accord, write: Write) -> None:
    gold, judge = (
        write("gold.csv", "item,label\n1,3\n2,2\n3,1\n"),
        write("judge.csv", "item,label\n1,3.0\n2,1.0\n3,1.0\n"),
    )
    done = accord("score", judge, "-r", gold)
    assert "labels are compared as numbers: '3' and '3.0' are the same" in done.err or "3.0" in done.err
    scores = accord("score", judge, "-r", gold, "--json").json["runs"][0]["scores"]
    assert scores["accuracy"]["value"] == pytest.approx(2 / 3)
    assert scores["mae"]["value"] == pytest.approx(1 / 3)


def test_an_order_makes_a_scale_of_words(accord: Accord, write: Write) -> None:
    gold, judge = (
        write("g.csv", "item,label\n1,low\n2,mid\n3,high\n"),
        write("j.csv", "item,label\n1,low\n2,low\n3,low\n"),
    )
    assert (
        "'high' is no number (if the labels have an order, say it: --labels" in accord("score", judge, "-r", gold).err
    )
    scores = accord("score", judge, "-r", gold, "--labels", "low,mid,high", "--json").json["runs"][0]["scores"]
    assert scores["mae"]["value"] == 1
    assert scores["weighted_kappa_linear"]["value"] == 0
    done = accord("score", judge, "-r", gold, "--labels", "low,mid")
    assert "the data hold the label 'high', not among those given" in done.err


def test_labels_that_look_alike_are_warned_about(accord: Accord, write: Write) -> None:
    gold, judge = write("g.csv", "item,label\n1,Yes\n2,no\n"), write("j.csv", "item,label\n1,yes\n2,no\n")
    assert "the labels 'Yes' and 'yes' differ only in case" in accord("score", judge, "-r", gold).err


def test_an_item_that_is_labelled_twice_is_refused_with_an_option_that_there_is(accord: Accord, write: Write) -> None:
    gold, judge = write("gold.csv", GOLD), write("judge.csv", f"{JUDGE}i3,yes\n")
    assert "--repeats first, last, majority or keep" in accord("score", judge, "-r", gold).err
    values = [
        accord("score", judge, "-r", gold, "--repeats", which, "--json").json["runs"][0]["scores"]["accuracy"]["value"]
        for which in ("first", "last")
    ]
    assert values == [0.75, 1.0]
    done = accord("compare", judge, write("other.csv", JUDGE), "-r", gold, "--repeats", "last")
    assert "repeats:last" in done.out


def test_a_look_alike_is_said_once_and_with_its_letters(accord: Accord, write: Write) -> None:
    gold = write("gold.csv", "item,label\n1,Größe\n2,größe\n3,no\n")
    done = accord("score", write("judge.csv", gold.read_text()), "-r", gold)
    assert done.err.count("look-alike-labels") == 1
    assert "the labels 'Größe' and 'größe' differ only in case" in done.err


def test_what_holds_of_all_files_is_said_once(accord: Accord, write: Write) -> None:
    files = [write(f"{name}.csv", "item,label\n1,a\n2,b\n3,a\n") for name in ("gold", "one", "two")]
    notes = accord("score", *files[1:], "-r", files[0]).err.splitlines()
    assert [note.partition(": read as")[0] for note in notes if "read as" in note] == [
        "note: gold.csv, one.csv, two.csv"
    ]
    assert not any("1 annotator" in note for note in notes)


def test_a_separator_that_no_label_has_is_asked_about(accord: Accord, write: Write) -> None:
    gold = write("gold.csv", "item,label\n1,joy|fear\n2,joy\n3,fear\n")
    judge = write("judge.csv", "item,label\n1,joy\n2,joy\n3,fear\n")
    done = accord("score", judge, "-r", gold, "--set-separator", ",")
    assert (done.code, done.out) == (2, "")
    assert "'fear|joy' may be one label or a set of 2" in done.err or "'joy|fear' may be one label" in done.err
    assert accord("score", judge, "-r", gold, "--set-separator", "").code == 0
    short = accord("score", judge, "-r", gold, "--set-separator", "|", "--fail-under", "0.9")
    assert "exact match is 0.6667, --fail-under asks for 0.9" in short.err


def test_items_of_no_document_are_not_broken_down_by_it(accord: Accord, write: Write) -> None:
    gold = write("gold.csv", GOLD)
    for option in (["--by", "document"], ["--by-document"]):
        done = accord("score", write("judge.csv", JUDGE), "-r", gold, *option)
        assert (done.code, done.out) == (2, "")
        assert "the reference names no documents" in done.err
