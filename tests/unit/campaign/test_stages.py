"""Rounds of a layer: by a column, by the folders of documents, by dates; each is measured as if it were alone."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import accord
from accord.agreement.result import Interval
from accord.campaign.report import report_payload

if TYPE_CHECKING:
    from pathlib import Path


def table(rows: list[list[str]]) -> str:
    return "\n".join(map(",".join, rows)) + "\n"


def long_table(path: Path, **columns: list[str]) -> None:
    """Three annotators of 60 items; a column holds one value for each part of the items."""
    random = Random(2)
    rows = [["item", "annotator", "label", *columns]]
    for item in range(60):
        for who in ("ada", "bram", "chloe"):
            more = [values[item * len(values) // 60] for values in columns.values()]
            rows.append([f"i{item}", who, random.choice("AAB"), *more])
    path.write_text(table(rows), "utf-8")


def layer_of(path: Path) -> dict[str, Any]:
    return report_payload([str(path)], budget=10.0)["layers"][0]  # type: ignore[no-any-return]


def test_each_round_has_the_value_that_it_has_alone(tmp_path: Path) -> None:
    long_table(tmp_path / "all.csv", Batch=["10", "9"], created_at=["2026-03-02T10:00", "2026-03-01"])
    layer = layer_of(tmp_path / "all.csv")
    lines = (tmp_path / "all.csv").read_text("utf-8").splitlines()
    found = {row["name"]: row for row in layer["progress"]["rows"]}
    assert list(found) == ["9", "10"]  # by their days
    for name, row in found.items():
        (tmp_path / "one.csv").write_text(
            "\n".join([lines[0], *(each for each in lines if f",{name}," in each)]), "utf-8"
        )
        assert row["value"] == pytest.approx(accord.agree(str(tmp_path / "one.csv")).value)
        assert (row["used"], row["annotators"]) == (30, 3)
    assert found["9"]["first_day"] == "2026-03-01"
    assert (layer["coverage"]["first_day"], layer["coverage"]["last_day"]) == ("2026-03-01", "2026-03-02")


def test_a_change_from_round_to_round_is_that_of_compare_agreement(tmp_path: Path) -> None:
    long_table(tmp_path / "all.csv", Batch=["1", "2", "3"])
    first, *others = layer_of(tmp_path / "all.csv")["progress"]["rows"]
    assert first["change"] is None
    found = accord.compare_agreement(tmp_path / "all.csv", by="Batch", resamples=1)
    for before, row in zip(("1", "2"), others, strict=True):
        told = found[before, row["name"]]
        these, like_these = told.these.interval, told.others.interval
        assert isinstance(these, Interval)
        assert isinstance(like_these, Interval)
        assert row["change"]["value"] == pytest.approx(told.difference)
        assert row["change"]["interval"]["low"] == pytest.approx(these.low)
        assert row["change_others"]["high"] == pytest.approx(like_these.high)
    assert others[0]["change"]["value"] == pytest.approx(others[0]["value"] - first["value"])


@pytest.mark.parametrize(
    ("days", "of", "names"),
    [
        (["2026-01-05", "2026-01-06"], "day", ["2026-01-05", "2026-01-06"]),
        (["2026-01-05", "2026-03-01"], "week", ["2026-W02", "2026-W09"]),
        (["2025-12-05", "2026-08-01"], "month", ["2025-12", "2026-08"]),
    ],
)
def test_without_rounds_days_are_put_together_by_how_long_it_took(
    tmp_path: Path, days: list[str], of: str, names: list[str]
) -> None:
    long_table(tmp_path / "all.csv", date=days)
    progress = layer_of(tmp_path / "all.csv")["progress"]
    assert (progress["of"], [row["name"] for row in progress["rows"]]) == (of, names)


def test_an_item_belongs_to_the_day_of_its_last_label(tmp_path: Path) -> None:
    rows = [["item", "annotator", "label", "date"]]
    for item in range(40):
        rows.append([f"i{item}", "ada", "AB"[item % 2], "2026-01-05"])
        rows.append([f"i{item}", "bram", "AB"[item % 3 % 2], "2026-01-06" if item < 20 else "2026-01-07"])
    (tmp_path / "all.csv").write_text(table(rows), "utf-8")
    progress = layer_of(tmp_path / "all.csv")["progress"]
    found = {row["name"]: row for row in progress["rows"]}
    assert {name: row["used"] for name, row in found.items()} == {"2026-01-06": 20, "2026-01-07": 20}
    early = [row[:3] for row in rows if row[0] in {"item", *(f"i{item}" for item in range(20))}]
    (tmp_path / "early.csv").write_text(table(early), "utf-8")
    assert found["2026-01-06"]["value"] == pytest.approx(accord.agree(str(tmp_path / "early.csv")).value)


def test_where_hardly_a_round_has_a_value_none_are_drawn(tmp_path: Path) -> None:
    long_table(tmp_path / "all.csv", round=["1", "2", "3"])
    lines = (tmp_path / "all.csv").read_text("utf-8").splitlines()
    alone = [each for each in lines if each.endswith(",1") or ",ada," in each]
    (tmp_path / "all.csv").write_text("\n".join([lines[0], *alone]), "utf-8")
    layer = layer_of(tmp_path / "all.csv")
    assert layer["progress"]["left_out"] == "of 3 rounds fewer than two have a value"
    assert layer["plots"]["progress"] is None


@pytest.mark.parametrize("dates", [["5/1/26", "6/1/26"], ["2026-01-05"], ["", ""]])
def test_where_dates_do_not_tell_several_there_is_no_progress(tmp_path: Path, dates: list[str]) -> None:
    long_table(tmp_path / "all.csv", date=dates)
    assert layer_of(tmp_path / "all.csv")["progress"] is None


def test_folders_of_documents_that_are_called_like_rounds_are_rounds(tmp_path: Path) -> None:
    for number in (1, 2):
        for who, label in (("ada", "B-PER"), ("bram", "B-PER" if number == 2 else "B-LOC")):
            file = tmp_path / f"round{number}" / f"{who}.conll"
            file.parent.mkdir(exist_ok=True)
            lines = [f"Crewe{number}\t{label}", "sails\tO", "", "Fog\tO", f"Kiel{number}\tB-LOC", ""] * 6
            file.write_text("\n".join(lines), "utf-8")
    page = report_payload([str(tmp_path)], budget=10.0)
    (layer,) = page["layers"]
    first, second = layer["progress"]["rows"]
    assert (first["name"], second["name"], second["value"]) == ("round1", "round2", 1.0)
    assert first["value"] < 1


def test_layers_that_are_rounds_are_compared_on_the_page(tmp_path: Path) -> None:
    for number in (1, 2, 10):
        (tmp_path / f"round{number}").mkdir()
        long_table(tmp_path / f"round{number}" / "labels.csv")
    page = report_payload([str(tmp_path)], budget=5.0)
    rows = page["progress"]["rows"]
    assert [row["name"] for row in rows] == ["round1-labels", "round2-labels", "round10-labels"]
    assert [row["layer"] for row in rows] == [row["name"] for row in rows]
    assert [row["name"] for row in page["plots"]["progress"]["rows"]] == [row["name"] for row in rows]


def test_json_lines_and_wide_tables_say_rounds_too(tmp_path: Path) -> None:
    records = [
        {"item": f"i{item}", "annotator": who, "label": "AB"[item % 2], "round": item % 3, "_timestamp": 1_700_000_000}
        for item in range(12)
        for who in ("ada", "bram")
    ]
    (tmp_path / "all.jsonl").write_text("\n".join(map(json.dumps, records)), "utf-8")
    layer = layer_of(tmp_path / "all.jsonl")
    assert [row["name"] for row in layer["progress"]["rows"]] == ["0", "1", "2"]
    assert layer["coverage"]["first_day"] == "2023-11-14"
    wide = [
        ["item", "ada", "bram", "batch"],
        *([f"i{item}", "A", "AB"[item % 2], f"b{item // 10}"] for item in range(20)),
    ]
    (tmp_path / "wide.csv").write_text(table(wide), "utf-8")
    layer = layer_of(tmp_path / "wide.csv")
    assert layer["annotators"] == ["ada", "bram"]
    assert [row["name"] for row in layer["progress"]["rows"]] == ["b0", "b1"]
