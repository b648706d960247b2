from __future__ import annotations

import csv
from io import StringIO
from statistics import fmean, stdev
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import HARBOUR

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Accord

GOLD = ("--reference", HARBOUR / "reference.conll", "--repair", "begin")
BEACON, LANTERN = (HARBOUR / "systems" / f"{name}-1.conll" for name in ("beacon", "lantern"))


def test_the_usual_tables_come_first(accord: Accord) -> None:
    plain = accord("score", BEACON, LANTERN, *GOLD)
    done = accord("score", BEACON, LANTERN, *GOLD, "--chance")
    tables, signature = plain.out.rstrip("\n").rsplit("\n\n", 1)
    assert done.code == 0
    assert done.out.startswith(tables)
    assert done.out.rstrip("\n").endswith(signature)
    assert "Corrected for chance: 85 sentences" in done.out
    columns = (
        "token F1  chance  corrected F1    95% interval  sd by chance     z        p  rank by F1  rank by corrected F1"
    )
    assert columns in done.out


def test_one_run_has_no_rank_to_show(accord: Accord) -> None:
    done = accord("score", BEACON, *GOLD, "--chance", "--match", "iou:0.5", "--types", "joint")
    assert "iou:0.5 F1" in done.out
    assert "rank by" not in done.out
    assert "types placed together" in done.out


def test_hard_and_easy_sentences(accord: Accord) -> None:
    done = accord("score", BEACON, LANTERN, *GOLD, "--chance", "--split-difficulty", 0.175, "--draws", 50)
    assert "44 hard sentences, F1 of the reference by chance below 17.5" in done.out
    assert "38 easy sentences, F1 of the reference by chance from 17.5" in done.out
    assert "without mentions in the reference, neither hard nor easy: 3 sentences" in done.out
    assert "<0.0196" in done.out  # no draw of 50 reached as much


def test_with_few_sentences_p_is_drawn(accord: Accord, write: Callable[..., Path]) -> None:
    """Two of five tokens, both right: one of 10 placements, which the normal distribution takes for .0228."""
    path = write("five.conll", "a B-X\nb B-X\nc O\nd O\ne O\n")
    told = ("score", path, "-r", path, "-e", "BIO", "--chance")
    chance = accord(*told, "--json").json["chance"]
    assert chance["parts"][0]["runs"][0]["p"] == pytest.approx(0.1, abs=0.01)
    assert chance["draws"] == 9999
    assert "p: from 9,999 random placements" in accord(*told).out
    normal = accord(*told, "--json", "--draws", 0).json["chance"]["parts"][0]["runs"][0]
    assert normal["p"] == pytest.approx(0.0228, abs=0.0001)


@pytest.mark.parametrize("types", ["apart", "joint", "ignore"])
def test_one_dense_sentence_takes_no_deviation_away(accord: Accord, write: Callable[..., Path], types: str) -> None:
    """What 150 of 200 tokens share with 100 fixed ones is hypergeometric: variance 150 * .5 * .5 * 50 / 199.

    One of two tokens against one adds 1 / 4. Twice the deviation over all 250 + 2 marks is that of F1.
    """
    rest = "c B-X\nd O\n"
    gold = write("gold.conll", "a B-X\n" * 100 + "b O\n" * 100 + f"\n{rest}")
    predicted = write("pred.conll", "a B-X\n" * 100 + "b B-X\n" * 50 + "b O\n" * 50 + f"\n{rest}")
    told = ("score", predicted, "-r", gold, "-e", "BIO", "--chance", "--types", types, "--draws", 0, "--json")
    run = accord(*told).json["chance"]["parts"][0]["runs"][0]
    assert run["sd"] == pytest.approx(2 * (150 * 0.25 * 50 / 199 + 0.25) ** 0.5 / 252, rel=0.1)
    assert run["p"] is not None
    assert "|sd:exact+sampled|" in run["signature"]


def test_json_keeps_its_contract(accord: Accord) -> None:
    payload = accord("score", BEACON, LANTERN, *GOLD, "--chance", "--split-difficulty", ".175", "--json").json
    chance = payload["chance"]
    assert (chance["match"], chance["types"], chance["split_difficulty"]) == ("token", "apart", 0.175)
    assert [(part["part"], part["sentences"]) for part in chance["parts"]] == [("all", 85), ("hard", 44), ("easy", 38)]
    keys = {"file", "observed", "expected", "value", "undefined", "interval", "rank", "rank_observed", "signature"}
    for part in chance["parts"]:
        for run in part["runs"]:
            assert set(run) >= keys
            expected = (run["observed"] - run["expected"]) / (1 - run["expected"])
            assert run["value"] == pytest.approx(expected)
    assert "chance" not in accord("score", BEACON, *GOLD, "--json").json


@pytest.mark.parametrize("format_", ["latex", "markdown"])
def test_other_formats(accord: Accord, format_: str) -> None:
    assert "Corrected for chance" in accord("score", BEACON, *GOLD, "--chance", "--format", format_).out


def test_csv_has_a_row_for_each_run_and_system_of_each_part(accord: Accord) -> None:
    files = sorted((HARBOUR / "systems").glob("*.conll"))
    done = accord("score", *files, *GOLD, "--chance", "--split-difficulty", ".175", "--format", "csv")
    every = list(csv.DictReader(StringIO(done.out)))
    rows = [row for row in every if not row["type"]]
    payload = accord("score", *files, *GOLD, "--chance", "--split-difficulty", ".175", "--json").json["chance"]
    of_types = {(row["file"], row["type"]): float(row["value"]) for row in every if row["type"] and row["value"]}
    assert of_types == {
        (run["file"], type_): each["value"]
        for run in payload["parts"][0]["runs"]
        for type_, each in run["labels"].items()
        if each["value"] is not None
    }
    assert [row["part"] for row in rows] == ["all"] * 8 + ["hard"] * 8 + ["easy"] * 8
    for number, part in enumerate(payload["parts"]):
        runs, systems = rows[8 * number : 8 * number + 6], rows[8 * number + 6 : 8 * number + 8]
        for row, run in zip(runs, part["runs"], strict=True):
            assert (row["file"], row["rank"]) == (run["file"], str(run["rank"]))
            assert [float(row[name]) for name in ("value", "sd", "z", "p")] == [
                run["value"],
                run["sd"],
                run["z"],
                run["p"],
            ]
        for row, system in zip(systems, part["systems"], strict=True):
            assert (row["system"], row["runs"], row["rank"]) == (system["system"], "3", str(system["rank"]))
            assert float(row["value"]) == system["value"]
            assert float(row["sd_over_runs"]) == system["sd_over_runs"]


def test_systems_are_ranked_by_the_mean_of_their_runs(accord: Accord) -> None:
    files = sorted((HARBOUR / "systems").glob("*.conll"))
    done = accord("score", *files, *GOLD, "--chance")
    part = accord("score", *files, *GOLD, "--chance", "--json").json["chance"]["parts"][0]
    assert "Corrected for chance: 85 sentences, by system" in done.out
    for system in part["systems"]:
        values = [run["value"] for run in part["runs"] if run["file"] in system["runs"]]
        assert system["value"] == pytest.approx(fmean(values))
        assert system["sd_over_runs"] == pytest.approx(stdev(values))
    assert [(system["system"], system["rank"]) for system in part["systems"]] == [("beacon", 1), ("lantern", 2)]
    assert "by system" not in accord("score", *files, *GOLD, "--chance", "--by-file").out


def test_a_system_of_which_a_run_has_no_value_has_none(accord: Accord, write: Callable[..., Path]) -> None:
    gold = write("gold.conll", "a\tB-X\n\nb\tO\n")
    for name, label in (("a-1", "B-X"), ("a-2", "B-X"), ("b", "O")):
        write(f"{name}.conll", f"a\t{label}\n\nb\tO\n")
    files = [gold.parent / f"{name}.conll" for name in ("a-1", "a-2", "b")]
    done = accord("score", *files, "--reference", gold, "--chance", "--json")
    first, second = done.json["chance"]["parts"][0]["systems"]
    assert (first["value"], first["undefined"], first["rank"]) == (None, "chance would agree as well", None)
    assert (second["value"], second["rank"], second["sd_over_runs"]) == (0, 1, None)


def test_a_merged_file_and_a_reference_scored_against_itself(accord: Accord, write: Callable[..., Path]) -> None:
    merged = write("merged.conll", "a B-PER B-PER\nb O O\n\nc O B-PER\nd B-PER O\n\n")
    run = accord("score", merged, "--encoding", "BIO", "--chance", "--json").json["chance"]["parts"][0]["runs"][0]
    assert (run["observed"], run["expected"]) == (0.5, 0.5)
    assert run["value"] == 0
    gold = HARBOUR / "reference.conll"
    itself = accord("score", gold, "--reference", gold, "--chance", "--json").json["chance"]["parts"][0]["runs"][0]
    assert itself["value"] == 1


def test_runs_aligned_with_different_sentences_are_told_apart(accord: Accord) -> None:
    chloe = HARBOUR / "annotators" / "chloe.conll"
    done = accord("score", BEACON, chloe, *GOLD, "--align-tokens", "--chance")
    assert "runs are aligned with different sentences" in done.out
    assert "chloe.conll 78" in done.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--chance", "--all-repairs"], "--all-repairs does not go with --chance"),
        (["--chance", "--format", "conlleval"], "--format conlleval does not go with --chance"),
        (["--split-difficulty", "0.175"], "--split-difficulty is for --chance: give both"),
        (["--match", "exact"], "--match is for spans, and labels of tokens are scored here"),
        (["--chance", "--match", "tokne"], "did you mean token?"),
        (["--chance", "--split-difficulty", "0"], "above 0 and up to 1"),
        (["--chance", "--split-difficulty", "nan"], "'nan' is no number"),
    ],
)
def test_options_that_do_not_go_together(accord: Accord, options: list[str], said: str) -> None:
    done = accord("score", BEACON, *GOLD, *options)
    assert done.code == 2
    assert said in done.err


def test_a_tie_is_said(accord: Accord, write: Callable[..., Path]) -> None:
    copy = write("copy.conll", BEACON.read_bytes())
    assert "equal values share the better rank" in accord("score", BEACON, copy, *GOLD, "--chance").out
    assert "equal values" not in accord("score", BEACON, LANTERN, *GOLD, "--chance").out


def test_a_document_is_what_it_is_alone(accord: Accord, write: Callable[..., Path]) -> None:
    first = "-DOCSTART- O\n\na B-X\nb O\nc O\n\nd B-Y\ne I-Y\nf O\n\n"
    second = "-DOCSTART- O\n\ng B-X\nh O\n\n"
    other = "-DOCSTART- O\n\ng O\nh B-X\n\n"
    gold, system = write("gold.conll", first + second), write("system.conll", first + other)
    told = ("--chance", "--fixed", "none", "--json")
    whole = accord("score", system, "-r", gold, *told, "--by-document").json["chance"]["parts"][0]["runs"][0]
    for number, (ours, theirs) in enumerate(((first, first), (second, other)), 1):
        alone = accord("score", write("a.conll", theirs), "-r", write("b.conll", ours), *told).json["chance"]
        wanted = {
            key: alone["parts"][0]["runs"][0][key] for key in ("sentences", "observed", "expected", "value", "sd")
        }
        found = whole["documents"][str(number)]
        assert {key: found[key] for key in wanted} == pytest.approx(wanted)
    assert accord("score", system, "-r", gold, "--chance", "--by-document").out.count("each document") == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--types", "joint"], "--types joint is for --measure corrected-f1: give both"),
        (["--measure", "f1", "--fixed", "none"], "--fixed none is for --measure corrected-f1: give both"),
        (["--measure", "corrected-f"], "did you mean corrected-f1?"),
        (["--measure", "corrected-f1", "--match", "tokne"], "did you mean token?"),
        (["--measure", "corrected-f1", "--match", "union"], "the match union is token"),
    ],
)
def test_what_comparisons_beyond_chance_refuse(accord: Accord, options: list[str], said: str) -> None:
    done = accord("compare", BEACON, LANTERN, *GOLD, *options)
    assert done.code == 2
    assert said in done.err


def test_systems_are_compared_beyond_chance(accord: Accord) -> None:
    told = ("compare", BEACON, LANTERN, *GOLD, "--measure", "corrected-f1", "--match", "exact", "--json")
    compared = accord(*told, "--over", "documents").json
    runs = accord("score", BEACON, LANTERN, *GOLD, "--chance", "--match", "exact", "--json").json["chance"]["parts"][0][
        "runs"
    ]
    [pair] = compared["comparisons"]
    assert pair["difference"] == pytest.approx(runs[0]["value"] - runs[1]["value"])
    assert pair["interval"]["method"] == "bootstrap over documents"
    assert "corrected-f1|match:exact|" in compared["signature"]
    assert "|fixed:reference|" in compared["signature"]
    assert "|over:documents|" in compared["signature"]
    assert accord(*told).json["comparisons"][0]["difference"] == pytest.approx(pair["difference"])
