"""Parsers on the page: scored as `accord.score` does, in the words of the field, within the time there is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.agreement.result import number
from accord.campaign.report import Page, report_payload
from accord.reporting.compare import compare_payload
from accord.reporting.counted_scores import score_payload
from tests.payloads import page_of

ROOT = Path(__file__).parents[3]
TREES, PHRASES = (ROOT / "examples" / "harbour" / name for name in ("trees", "phrases"))
SPANISH = ROOT.parent / "shared" / "data" / "trees" / "cdt" / "es"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A reference, and two runs of two parsers: one is perfect, one calls objects oblique, one conjuncts dependents."""
    made = tmp_path_factory.mktemp("campaign")
    (made / "parsers").mkdir()
    gold, bram = ((TREES / name).read_text("utf-8") for name in ("ada.conllu", "bram.conllu"))
    written = {"gold": gold, "parsers/arc-1": gold, "parsers/arc-2": bram}
    written["parsers/slip-1"] = gold.replace("\tobj\t", "\tobl\t")
    written["parsers/slip-2"] = gold.replace("\tconj\t", "\tdep\t")
    for name, text in written.items():
        (made / f"{name}.conllu").write_text(text, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def files(folder: Path) -> list[str]:
    return [str(folder / "parsers" / f"{name}.conllu") for name in ("arc-1", "arc-2", "slip-1", "slip-2")]


@pytest.fixture(scope="module")
def page(folder: Path, files: list[str]) -> Page:
    return Page(page_of(report_payload(files, reference=str(folder / "gold.conllu"), budget=None)))


@pytest.fixture
def systems(page: Page) -> dict[str, Any]:
    return dict(page.payload["systems"][0])


@pytest.fixture(scope="module")
def phrases() -> dict[str, Any]:
    return dict(report_payload(str(PHRASES / "bram.ptb"), reference=str(PHRASES / "ada.ptb"))["systems"][0])


def test_it_holds_what_python_gives(systems: dict[str, Any], folder: Path, files: list[str]) -> None:
    scores = accord.score(folder / "gold.conllu", files)
    assert systems["score"] == score_payload(scores)
    assert systems["comparisons"] == compare_payload(accord.compare(folder / "gold.conllu", files))
    values = {run.file: number(run.headline.value) or 0 for run in scores.runs}
    means = {"arc": (values[files[0]] + values[files[1]]) / 2, "slip": (values[files[2]] + values[files[3]]) / 2}
    found = [(row["system"], row["value"]) for row in systems["ranks"]]
    assert found == [(name, pytest.approx(means[name])) for name in sorted(means, key=lambda each: -means[each])]
    assert {(row["runs"], row["interval_over"]) for row in systems["ranks"]} == {(2, "runs")}
    assert [row["rank"] for row in systems["ranks"]] == [1, 2]


def test_what_is_for_mentions_is_null(systems: dict[str, Any]) -> None:
    assert systems["terms"]["scored"] == "dependencies"
    assert systems["chance"] is systems["all_repairs"] is None
    assert systems["commands"]["chance"] is systems["commands"]["all_repairs"] is None
    assert {row["measure"] for row in systems["ranks"]} == {"LAS"}
    assert {row["corrected"] for row in systems["ranks"]} == {None}
    assert systems["left_out"] == []


def test_the_headline_and_the_sentences_are_of_las(systems: dict[str, Any]) -> None:
    best, second = systems["ranks"]
    headline = systems["headline"]
    assert (headline["coefficient"], headline["match"], headline["value"]) == ("LAS", None, best["value"])
    assert headline["signature"].startswith("las|")
    words = systems["words"]
    assert words["how_much"].startswith(f"‘{best['system']}’ is the best of 2 parsers, and reaches LAS ")
    assert "F1" not in words["how_much"]
    (compared,) = systems["comparisons"]["comparisons"]
    assert compared["p_holm"] >= 0.05
    assert words["next"].startswith(f"Do not call ‘{best['system']}’ better than ‘{second['system']}’ yet: ")
    assert "may be chance" in words["next"]


def test_where_there_is_no_test_it_says_why(folder: Path, files: list[str]) -> None:
    held = report_payload(files[:3], reference=str(folder / "gold.conllu"))["systems"][0]
    (compared,) = held["comparisons"]["comparisons"]
    assert compared["p_holm"] is None
    assert f" yet, for {compared['undefined']}." in held["words"]["next"]


def test_the_relation_that_costs_most_is_named(folder: Path, files: list[str]) -> None:
    held = report_payload(files[2], reference=str(folder / "gold.conllu"), budget=0)["systems"][0]
    objects = (folder / "gold.conllu").read_text("utf-8").count("\tobj\t")
    counts = held["score"]["runs"][0]["labels"]["obj"]
    assert (counts["reference"], counts["predicted"], counts["correct"]) == (objects, 0, 0)
    assert held["words"]["where"] == f"The relation ‘obj’ costs it most (F1 0.000 on {objects} tokens)."
    assert held["words"]["next"].startswith("Look at the tokens of ‘obj’ that are given another head or relation")


def test_a_perfect_parser_fails_nowhere(folder: Path, files: list[str]) -> None:
    words = report_payload(files[0], reference=str(folder / "gold.conllu"), budget=0)["systems"][0]["words"]
    assert words["how_much"].startswith("‘arc’ reaches LAS 1.000")
    assert words["where"] == "It fails nowhere."


def test_the_table_the_picture_and_the_text_are_of_las(page: Page) -> None:
    first, second = page.payload["systems"][0]["ranks"]
    header, *_ = page.table("systems", form="csv").splitlines()
    assert header == "rank,system,LAS,low,high,over"
    assert "LAS of each run, best first" in page.plot("systems").svg()
    assert "arc-2.conllu" in page.plot("systems").svg()
    for row in (first, second):
        assert f"{row['rank']}. {row['system']}: LAS {row['value']:.3f}\n" in page.summary


def test_phrases_are_ranked_by_bracket_f1(phrases: dict[str, Any]) -> None:
    (run,) = accord.score(PHRASES / "ada.ptb", PHRASES / "bram.ptb").runs
    (row,) = phrases["ranks"]
    assert (phrases["terms"]["scored"], row["measure"], row["value"]) == (
        "phrases",
        "bracket F1",
        number(run.headline.value),
    )
    assert row["interval_over"] == "sentences"
    assert phrases["words"]["how_much"].startswith("‘bram’ reaches bracket F1 ")
    assert phrases["comparisons"] is None
    assert "phrases of ‘NP’" in phrases["words"]["next"]


def test_without_time_scores_are_there_and_alpha_is_not(folder: Path) -> None:
    held = report_payload([str(folder)], systems=[str(folder / "parsers")], budget=0)["systems"][0]
    assert [run["alpha"] for run in held["score"]["runs"]] == [None] * 4
    assert held["comparisons"] is None
    said = {line.partition(":")[0]: line for line in held["left_out"]}
    assert list(said) == ["the comparison of parsers", "alpha of 4 runs and the reference"]
    assert held["commands"]["comparisons"] in said["the comparison of parsers"]
    assert held["command"] in said["alpha of 4 runs and the reference"]
    assert "Compare them before you call" in held["words"]["next"]


def test_the_payload_is_json(page: Page) -> None:
    assert json.loads(json.dumps(page.payload["systems"][0], allow_nan=False)) == page.payload["systems"][0]


@pytest.mark.data
@pytest.mark.skipif(not SPANISH.is_dir(), reason=f"there is no folder of real data at {SPANISH}")
def test_annotators_of_spanish_as_parsers() -> None:
    files = {name: str(SPANISH / name / f"0388-es-{name}.conll") for name in ("henrik", "lotte", "jonas", "soren")}
    gold = files.pop("henrik")
    held = report_payload(list(files.values()), reference=gold)
    values = {run.file: run.headline.value for run in accord.score(gold, [files["lotte"], files["jonas"]]).runs}
    ranked = [("0388-es-lotte", number(values[files["lotte"]])), ("0388-es-jonas", number(values[files["jonas"]]))]
    assert [(row["system"], row["value"]) for row in held["systems"][0]["ranks"]] == ranked
    ((left_out, why),) = held["refused"]
    assert left_out == files["soren"]
    assert "has '-' where 0388-es-henrik has the end" in why
