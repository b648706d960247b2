"""Systems of every kind on the page: what commands print, in one shape."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

import pytest

import accord
from accord.agreement.result import Undefined, number
from accord.campaign.report import Page, report_payload
from accord.cli.main import main
from accord.errors import UsageError
from tests.payloads import page_of, without_labels
from tests.systems import KINDS, write_systems

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module", params=sorted(KINDS))
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("campaign")
    write_systems(made, request.param)
    return made


@pytest.fixture(scope="module")
def page(folder: Path) -> Page:
    return Page(page_of(report_payload(str(folder), budget=None)))


@pytest.fixture
def systems(page: Page) -> dict[str, Any]:
    (held,) = page.payload["systems"]
    return dict(held)


def printed(command: str, capsys: pytest.CaptureFixture[str]) -> Any:
    with pytest.raises(SystemExit):
        main([*shlex.split(command)[1:], "--json"])
    return json.loads(capsys.readouterr().out)


def test_it_is_what_the_commands_print(systems: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert systems["terms"]["scored"] in KINDS
    assert printed(systems["command"], capsys) == systems["score"]
    assert printed(systems["commands"]["comparisons"], capsys) == systems["comparisons"]
    if command := systems["commands"]["chance"]:
        assert without_labels(printed(command, capsys)["chance"]) == systems["chance"]


def test_every_measure_is_that_of_python(systems: dict[str, Any], folder: Path) -> None:
    (gold,) = folder.glob("gold.*")
    scores = accord.score(gold, sorted((folder / "systems").iterdir()))
    held = {run["file"]: run["measures"] for run in systems["runs"]}
    for run in (each for runs in scores.counted().values() for each in runs):
        assert next(iter(held[run.file])) == run.headline.name == next(iter(systems["measures"]))
        for name, found in held[run.file].items():
            measure = run.alpha if name == "alpha" else run.measure(name)
            assert found["value"] == number(measure.value)
            interval = measure.interval
            expected = None if isinstance(interval, Undefined) else (interval.low, interval.high)
            assert (found["interval"] and (found["interval"]["low"], found["interval"]["high"])) == expected


def test_labels_are_counted_as_in_the_score(systems: dict[str, Any]) -> None:
    for number_, run in enumerate(systems["score"]["runs"]):
        for label in systems["labels"]:
            found, wanted = label["runs"][number_], run["labels"].get(label["label"])
            assert (found is None) == (wanted is None)
            if found and wanted:
                assert {key: found[key] for key in ("reference", "predicted", "correct")} == {
                    key: wanted[key] for key in ("reference", "predicted", "correct")
                }
                assert found["f1"] == wanted["f1"]


def test_errors_add_up_and_stand_at_their_places(systems: dict[str, Any], folder: Path) -> None:
    headline = systems["ranks"][0]["measure"]
    assert [run["name"] for run in systems["errors"]] == [
        each["name"] for each in systems["runs"] if each["name"].startswith(("fine-1", "poor-1"))
    ], headline
    for run in systems["errors"]:
        assert run["total"] == sum(each["count"] for each in run["counts"]) > 0
        assert run["total"] == len(run["shown"]) + run["left_out"]
        labels = {each["label"]: each for each in systems["labels"]}
        column = next(n for n, each in enumerate(systems["runs"]) if each["file"] == run["file"])
        for name, label in labels.items():
            missed = sum(e["count"] for e in run["counts"] if e["label"] == name and e["kind"] != "spurious")
            counts = label["runs"][column]
            assert missed == (counts["reference"] - counts["correct"] if counts else 0)
        for row in run["shown"]:
            assert row["file"] is None or row["file"].startswith(str(folder)) or not row["file"].startswith("/")


def test_documents_are_the_worst_first(systems: dict[str, Any]) -> None:
    values = [row["runs"][0]["value"] for row in systems["documents"]]
    known = [value for value in values if value is not None]
    assert known == sorted(known)
    assert len(values) != 1


def test_it_is_said_and_drawn(systems: dict[str, Any], page: Page) -> None:
    best, second = systems["ranks"]
    assert (best["system"], best["rank"], best["runs"], best["interval_over"]) == ("fine", 1, 2, "runs")
    assert best["value"] > second["value"]
    assert systems["words"]["how_much"].startswith("‘fine’ is the best of 2 systems, and reaches ")
    assert "‘poor’" in systems["words"]["next"]
    assert f"1. fine: {best['measure']} {best['value']:.3f}" in page.summary
    assert "fine-1" in page.plot("systems").svg()
    assert page.table("systems", form="csv").startswith(f"rank,system,{best['measure']},")
    assert json.loads(json.dumps(page.payload, allow_nan=False)) == page.payload


def test_without_time_it_is_still_there(folder: Path) -> None:
    (held,) = report_payload(str(folder), budget=0)["systems"]
    assert held["comparisons"] is held["chance"] is None
    assert held["ranks"][0]["system"] == "fine"
    assert any("comparison" in line for line in held["left_out"])
    assert "Compare them before you call" in held["words"]["next"]


def test_each_layer_of_a_folder_of_documents_has_its_own_systems(tmp_path: Path) -> None:
    for side in ("gold", "systems/a", "systems/b"):
        (tmp_path / side).mkdir(parents=True)
        for number_ in range(4):
            text = f"Rusk left Hull {number_}"
            (tmp_path / side / f"d{number_}.txt").write_text(text, encoding="utf-8")
            type_ = "SHIP" if side.endswith("b") and number_ else "LOC"
            lines = ["T1\tPER 0 4\tRusk", f"T2\t{type_} 10 14\tHull", "R1\tleft Arg1:T1 Arg2:T2"]
            (tmp_path / side / f"d{number_}.ann").write_text("\n".join(lines) + "\n", encoding="utf-8")
    page = report_payload(str(tmp_path))
    assert (page["layers"], page["refused"]) == ([], [])
    held = {each["id"]: each for each in page["systems"]}
    assert {name: each["terms"]["scored"] for name, each in held.items()} == {
        "gold/entities": "spans",
        "gold/relations": "relations",
    }
    assert [(row["system"], row["value"]) for row in held["gold/entities"]["ranks"]] == [("a", 1.0), ("b", 0.625)]
    assert held["gold/relations"]["command"].endswith("--layer relations")
    both = Page(page_of(page))
    assert "relation F1" in both.table("systems", layer="gold/relations")
    assert "exact F1" in both.table("systems")
    with pytest.raises(UsageError, match="unknown reference of systems 'gold'"):
        both.plot("systems", layer="gold").svg()


def test_what_cannot_be_scored_is_said_and_the_rest_is_there(tmp_path: Path) -> None:
    write_systems(tmp_path / "marks", "spans")
    write_systems(tmp_path / "votes", "labels of items")
    (tmp_path / "votes" / "systems" / "poor-1.csv").write_text("item,text,label\ni0,text,calm\n", encoding="utf-8")
    page = report_payload(str(tmp_path), budget=0)
    assert {each["id"]: len(each["runs"]) for each in page["systems"]} == {"marks/gold.jsonl": 4, "votes/gold.csv": 3}
    ((left_out, why),) = page["refused"]
    assert left_out == str(tmp_path / "votes" / "systems" / "poor-1.csv")
    assert "lacks 59 items" in why


def test_spans_that_overlap_have_scores_and_it_is_said_why_no_chance(tmp_path: Path) -> None:
    spans = [{"start": 0, "end": 9, "label": "ORG"}, {"start": 4, "end": 9, "label": "ORG"}]
    (tmp_path / "systems").mkdir()
    for name, found in {"gold": spans, "systems/fine": spans, "systems/poor": spans[:1]}.items():
        lines = (json.dumps({"id": f"d{number}", "text": "The Port of Hull", "spans": found}) for number in range(3))
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (held,) = report_payload(str(tmp_path), budget=None)["systems"]
    assert held["ranks"][0]["system"] == "fine"
    assert held["chance"] is None
    (why,) = (line for line in held["left_out"] if line.startswith("scores corrected for chance: "))
    assert "overlap (d0: 0-9 and 4-9): say model='overlap' and match='union'" in why
