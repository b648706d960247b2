"""One verb scores every kind: labels of tokens that are no chunk labels, relations; trees are in test_trees."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

import accord as api
from tests.cli.conftest import HARBOUR, Accord

Write = Callable[..., Path]

GOLD = "The DT\ncat NN\nsat VB\n\nIt PR\nran VB\n"
FIRST = "The DT\ncat NN\nsat NN\n\nIt PR\nran VB\n"
SECOND = "The DT\ncat VB\nsat NN\n\nIt DT\nran VB\n"


def test_parts_of_speech_are_scored_without_an_encoding(accord: Accord, write: Write) -> None:
    """Four of five are right. NN: 1 of 2 predicted, 1 of 1: F1 2/3; VB: 1 of 1, 1 of 2: 2/3; DT and PR: 1."""
    gold, system = write("gold.txt", GOLD), write("system.txt", FIRST)
    done = accord("score", system, "-r", gold)
    assert done.code == 0
    assert "accuracy|of:tokens|runs:1|sents:2|tokens:5|" in done.out
    assert "no chunk labels like B-PER: scored as they are" in done.err
    run = accord("score", system, "-r", gold, "--json", "--confusion").json["runs"][0]
    assert run["scores"]["accuracy"]["value"] == 0.8
    assert run["labels"]["NN"] == {
        "precision": 0.5,
        "recall": 1.0,
        "f1": pytest.approx(2 / 3),
        "reference": 1,
        "predicted": 2,
        "correct": 1,
    }
    assert run["averages"]["macro"]["f1"] == pytest.approx((2 / 3 + 2 / 3 + 1 + 1) / 4)
    assert {"reference": "VB", "predicted": "NN", "count": 1} in run["confusion"]
    rows = accord("score", system, "-r", gold, "-f", "csv").out.splitlines()
    assert rows[0].split(",")[:4] == ["run", "measure", "label", "value"]
    measures = 5
    assert len(rows) == 1 + measures + 4
    assert accord("score", system, "-r", gold, "--fail-under", "0.81").code == 1
    assert accord("score", system, "-r", gold, "--fail-under", "0.8").code == 0


def test_a_merged_file_of_parts_of_speech(accord: Accord, write: Write) -> None:
    path = write("merged.txt", "The DT DT\ncat NN VB\n\nsat VB VB\n")
    assert accord("score", path, "--json").json["runs"][0]["scores"]["accuracy"]["correct"] == 2


def test_taggers_are_compared(accord: Accord, write: Write) -> None:
    """4/5 less 2/5; with two sentences each of the four exchanges is one of: .4, 0, 0, -.4, so p is about 1/2."""
    gold, systems = write("gold.txt", GOLD), [write("first.txt", FIRST), write("second.txt", SECOND)]
    compared = accord("compare", *systems, "-r", gold, "--json").json
    assert compared["measure"] == "accuracy"
    assert [system["accuracy"] for system in compared["systems"]] == [0.8, 0.4]
    (pair,) = compared["comparisons"]
    assert pair["difference"] == pytest.approx(0.4)
    assert pair["p"] == pytest.approx(0.5, abs=0.02)
    assert "Difference in accuracy" in accord("compare", *systems, "-r", gold).out


@pytest.mark.parametrize("option", ["--schemas", "--errors", "--surface", "--all-repairs"])
def test_what_is_of_mentions_is_refused(accord: Accord, write: Write, option: str) -> None:
    gold = write("gold.txt", GOLD)
    done = accord("score", gold, "-r", gold, option)
    assert (done.code, done.out) == (2, "")
    assert f"{option} is for mentions" in done.err


def test_the_tags_of_conllu_are_a_layer(accord: Accord) -> None:
    trees = HARBOUR / "trees"
    run = accord("score", trees / "bram.conllu", "-r", trees / "ada.conllu", "--layer", "upos", "--json").json["runs"][
        0
    ]
    assert next(iter(run["scores"])) == "accuracy"
    assert run["labels"]["ADP"]["reference"] == 17


def test_sentences_of_one_id_in_other_documents_are_not_left_out_silently(accord: Accord, write: Write) -> None:
    """Only the second is the same on both sides; the other two once counted on neither, and LAS was 1."""
    words = {name: f"# sent_id = {name}\n1\t{name}\t_\tX\t_\t_\t0\troot\t_\t_\n\n" for name in "abc"}
    gold = write("gold.conllu", f"# newdoc id = one\n{words['a']}{words['b']}# newdoc id = two\n{words['c']}")
    system = write("system.conllu", f"# newdoc id = one\n{words['c']}{words['b']}# newdoc id = two\n{words['a']}")
    done = accord("score", system, "-r", gold)
    assert (done.code, done.out) == (1, "")
    assert "system lacks 2 sentences that gold has: a in one, c in two [missing-sentences]" in done.err
    assert "see the comments # newdoc id" in done.err
    moved = write("moved.conllu", f"# newdoc id = two\n{words['c']}# newdoc id = one\n{words['a']}{words['b']}")
    (run,) = accord("score", moved, "-r", gold, "--json").json["runs"]
    assert (run["sentences"], run["scores"]["las"]["value"]) == (3, 1)


def relations(path: Path, name: str, arcs: list[tuple[str, str, str]], second: int = 23) -> Path:
    """The case R1 of four mentions, of which the second may end before."""
    ends = {"e1": (0, 3), "e2": (14, second), "e3": (27, 33), "e4": (38, 41)}
    mentions = [{"id": key, "start": start, "end": end, "type": "X"} for key, (start, end) in ends.items()]
    record = {
        "document": "d",
        "text": "Ann works for Acme Corp in London and Bob.",
        "mentions": mentions,
        "relations": [{"source": source, "target": target, "type": type_} for source, target, type_ in arcs],
    }
    file = path / name
    file.write_text(json.dumps(record) + "\n", encoding="utf-8")
    return file


ADA = [("e1", "e2", "works_for"), ("e2", "e3", "located_in"), ("e1", "e4", "knows")]
BRAM = [("e1", "e2", "works_for"), ("e2", "e3", "part_of"), ("e3", "e4", "located_in")]


def test_relations_are_scored_by_arcs_and_links(accord: Accord, tmp_path: Path) -> None:
    """One of three arcs is the same, F1 1/3; of the links two, F1 2/3. With a shorter mention none, lenient one."""
    gold, system = relations(tmp_path, "gold.jsonl", ADA), relations(tmp_path, "system.jsonl", BRAM)
    run = accord("score", system, "-r", gold, "--json").json["runs"][0]
    assert run["scores"]["relation_f1"]["value"] == pytest.approx(1 / 3)
    assert run["scores"]["link_f1"]["value"] == pytest.approx(2 / 3)
    assert run["labels"]["located_in"]["f1"] == 0
    shorter = relations(tmp_path, "shorter.jsonl", BRAM, second=18)
    strict, lenient = (
        accord("score", shorter, "-r", gold, "--mentions", how, "--json").json["runs"][0]["scores"]["relation_f1"][
            "correct"
        ]
        for how in ("strict", "lenient")
    )
    assert (strict, lenient) == (0, 1)
    out = accord("score", system, shorter, "-r", gold).out
    assert "relation-f1|mentions:strict|runs:2|docs:1|" in out
    assert "system.jsonl: each type" in out


def test_errors_of_relations_stand_with_both_sides(accord: Accord, tmp_path: Path) -> None:
    """One of another type; one the other way round; of two at the same mentions each one is in one error."""
    gold = relations(tmp_path, "gold.jsonl", [*ADA, ("e4", "e3", "knows")])
    system = relations(tmp_path, "system.jsonl", [*BRAM[:2], ("e4", "e1", "knows"), ("e2", "e4", "knows")])
    (listed,) = accord("score", system, "-r", gold, "--errors", "--json").json["errors"].values()
    assert [(each["error"], each["reference"].split()[:1], each["predicted"].split()[:1]) for each in listed] == [
        ("direction", ["knows"], ["knows"]),
        ("type", ["located_in"], ["part_of"]),
        ("spurious", [], ["knows"]),
        ("missed", ["knows"], []),
    ]
    out = accord("score", system, "-r", gold, "--errors", "--confusion").out
    assert "4 errors (1 direction, 1 type, 1 spurious, 1 missed)" in out
    assert "which type was predicted for which" in out
    as_csv = accord("score", system, "-r", gold, "--errors", "--format", "csv").out.splitlines()
    assert as_csv[0] == "run,file,line,token,error,reference,predicted,text"
    assert len(as_csv) == 5


def test_relations_are_compared_and_python_says_the_same(accord: Accord, tmp_path: Path) -> None:
    gold, system = relations(tmp_path, "gold.jsonl", ADA), relations(tmp_path, "system.jsonl", BRAM)
    best = relations(tmp_path, "best.jsonl", ADA)
    (pair,) = accord("compare", best, system, "-r", gold, "--measure", "link-f1", "--json").json["comparisons"]
    assert pair["difference"] == pytest.approx(1 - 2 / 3)
    by_path = api.score(gold, {"bram": system}).run
    by_corpus = api.score(api.read(gold), api.read(system)).run
    assert by_path.file == "bram"
    assert by_path.headline.value == by_corpus.headline.value == Fraction(1, 3)
    assert api.score(gold, system, symmetric=["knows"]).run.headline.counts == (3, 3, 1)


def test_documents_must_be_the_same(accord: Accord, tmp_path: Path) -> None:
    gold, system = relations(tmp_path, "gold.jsonl", ADA), relations(tmp_path, "system.jsonl", BRAM)
    gold.write_text(gold.read_text(encoding="utf-8") * 2, encoding="utf-8")
    second = gold.read_text(encoding="utf-8").splitlines()
    gold.write_text(
        f"{second[0]}\n{second[1].replace(chr(34) + 'd' + chr(34), chr(34) + 'e' + chr(34), 1)}\n", encoding="utf-8"
    )
    done = accord("score", system, "-r", gold)
    assert done.code == 1
    assert "system lacks 1 document that gold has: e [missing-documents]" in done.err
    assert "--documents shared scores the 1 that all have" in done.err
    for which, counts, size in (("shared", (3, 3, 1), 1), ("every", (6, 3, 1), 2)):
        scores = accord("score", system, "-r", gold, "--documents", which, "--chance", "--json").json
        (run,) = scores["runs"]
        headline = run["scores"]["relation_f1"]
        assert (headline["reference"], headline["predicted"], headline["correct"]) == counts
        assert run["documents"] == size
        assert f"|documents:{which}|docs:{size}|" in scores["signature"]
        assert scores["chance"]["parts"][0]["runs"][0]["observed"] == pytest.approx(headline["value"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--repair", "begin"], "--repair begin is for labels of tokens, and relations are scored here"),
        (["--universal"], "--universal is for trees, and relations are scored here"),
        (["--reference-column", "2"], "--reference-column is for labels of tokens, and relations are scored here"),
        (["--schemas"], "--schemas is for mentions"),
        (["--symmetric", "nothing"], "nothing"),
        (["--mentions", "loose"], "unknown mentions 'loose'"),
    ],
)
def test_options_of_other_kinds_are_refused(accord: Accord, tmp_path: Path, options: list[str], said: str) -> None:
    gold, system = relations(tmp_path, "gold.jsonl", ADA), relations(tmp_path, "system.jsonl", BRAM)
    done = accord("score", system, "-r", gold, *options)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_kinds_are_not_scored_against_each_other(accord: Accord, tmp_path: Path) -> None:
    gold = relations(tmp_path, "gold.jsonl", ADA)
    done = accord("score", HARBOUR / "trees" / "ada.conllu", "-r", gold)
    assert done.code == 2
    assert f"ada.conllu holds dependencies, and the reference {gold} relations" in done.err


TREE = "1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n2\tb\tb\tX\tX\t_\t1\tdep\t_\t_\n\n"


@pytest.mark.parametrize(
    ("systems", "said"),
    [
        (lambda one, two: {"a": [one, two], "b": one}, "is given twice: each run counts once"),
        (lambda one, two: {"reference": one, "b": two}, "a system is called reference"),
        (lambda one, _: {"a": [], "b": one}, "a: there is no prediction to score"),
    ],
)
def test_systems_of_trees_do_not_stand_in_for_each_other(
    write: Write, systems: Callable[[str, str], dict[str, object]], said: str
) -> None:
    gold, one, two = (str(write(f"{name}.conllu", TREE)) for name in ("gold", "one", "two"))
    with pytest.raises(api.AccordError, match=said):
        api.score(gold, systems(one, two))
