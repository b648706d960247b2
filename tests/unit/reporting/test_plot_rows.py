"""What pictures show: which rows, from where on, and that they show something for every kind of layer."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.agreement.result import Interval
from accord.campaign.report import Page, report_payload
from accord.payload.systems import SystemsPayload
from accord.reporting.figures import intervals_figure
from accord.reporting.plot_rows import (
    MAX_ROWS,
    TWO_LINES,
    drift_plot,
    labels_plot,
    low_end,
    plot_row,
    scale_plot,
)
from accord.reporting.systems_plots import chance_plot, runs_plot
from tests.payloads import layer_of, loaded, page_of

HARBOUR = "examples/harbour"
MANY = {"name": "many", "headline": {"coefficient": "alpha", "signature": "alpha|v:0.1.0"}}


@pytest.fixture(scope="module", params=["annotators", "urgency.csv", "radio.csv", "trees"])
def layer(request: pytest.FixtureRequest) -> dict[str, Any]:
    held, *_ = report_payload(f"{HARBOUR}/{request.param}", budget=0)["layers"]
    return dict(held)


def test_pictures_of_every_kind_have_rows(layer: dict[str, Any]) -> None:
    assert (layer["plots"]["differences"] is None) == (layer["kind"] == "labels")
    for name, plot in layer["plots"].items():
        if name in {"differences", "progress"} and plot is None:
            continue
        assert plot["rows"], name
        assert plot["left_out"] == 0
    assert any(row["value"] is not None for row in layer["plots"]["labels"]["rows"])


def test_a_row_for_each_label_and_each_annotator(layer: dict[str, Any]) -> None:
    labels = [row["name"] for row in layer["plots"]["labels"]["rows"]]
    assert sorted(labels) == sorted(row["label"] for row in layer["labels_view"]["labels"])
    against = {row["name"]: (row["value"], row["other"]) for row in layer["plots"]["annotators"]["rows"]}
    assert against == {
        row["annotator"]: (row["against_rest"]["value"], row["without"]["value"]) for row in layer["annotators_table"]
    }


def test_the_picture_for_papers_has_the_same_title(layer: dict[str, Any]) -> None:
    page = Page(page_of({"layers": [layer], "systems": []}))
    for name in ("labels", "annotators", "drift"):
        plot = layer["plots"][name]
        assert plot["heading"] == f"{plot['title']}: {layer['name']}"
        assert f"<title>{plot['heading']}</title>" in page.plot(name).svg().replace("&#x27;", "'")


def test_the_worst_labels_come_first_and_those_without_a_value_last() -> None:
    labels = [
        {"label": str(number), "count": 50 - number, "value": None if number == 7 else number / 50}
        for number in range(30)
    ]
    plot = labels_plot(layer_of({**MANY, "labels_view": {"labels": labels}}))
    assert plot is not None
    assert [row.name for row in plot.rows] == [*(str(number) for number in range(30) if number != 7), "7"]
    assert plot.left_out == 0


def test_of_many_labels_the_most_frequent_are_drawn_and_not_what_is_given_once() -> None:
    labels = [{"label": str(number), "count": 1 + number, "value": number / 50} for number in range(40)]
    plot = labels_plot(layer_of({**MANY, "labels_view": {"labels": labels}}))
    assert plot is not None
    assert [row.name for row in plot.rows] == [str(number) for number in range(10, 40)]
    assert plot.title == "Alpha of the 30 most frequent labels against all others, worst first"
    assert (len(plot.rows), plot.left_out) == (MAX_ROWS, 10)


def test_of_many_annotators_those_drift_on_the_page_of_whom_it_is_surest() -> None:
    window = {"from": 0, "to": 10, "value": 0.9, "items": 10}
    rows = [
        {
            "annotator": str(number),
            "drift": [window, {**window, "from": 10, "to": 20}],
            "slope": {"value": -0.1, "p": None if number == 3 else 1 - number / 40},
        }
        for number in range(40)
    ]
    plot = drift_plot(layer_of({**MANY, "annotators_table": rows}))
    assert plot is not None
    assert [row.name for row in plot.rows] == [str(number) for number in range(10, 40)]
    assert plot.left_out == 10


def test_every_scale_begins_at_0_or_below() -> None:
    assert (scale_plot("", "", [plot_row("", 0.8)]).low, scale_plot("", "", [plot_row("", 0.8)]).chance) == (0, 0)
    assert scale_plot("", "", [plot_row("", -0.04)]).low == -0.1


def test_a_thin_line_for_other_annotators_is_drawn_where_it_is_known_and_said_to_be_that() -> None:
    found = report_payload([f"{HARBOUR}/urgency.csv", f"{HARBOUR}/phrases"], budget=0)
    rows = {row["name"]: row for row in found["plots"]["layers"]["rows"]}
    others = {each["name"]: each["headline"]["other_annotators"] for each in found["layers"]}
    assert {name: row["wider"] for name, row in rows.items()} == others
    assert others["phrases"] is None
    drawn = Page(page_of(found)).plot("layers").svg()
    thin = re.findall(r'd="M([\d.]+) ([\d.]+)L([\d.]+) \2"[^>]*stroke-width="0.9"', drawn)
    assert len(thin) == 1
    thick = re.findall(rf'd="M([\d.]+) {thin[0][1]}L([\d.]+) {thin[0][1]}"[^>]*stroke-width="2.2"', drawn)
    assert float(thin[0][0]) < float(thick[0][0]) < float(thick[0][1]) < float(thin[0][2])
    assert TWO_LINES in drawn
    alone = scale_plot("", "", [plot_row("", 0.8, interval=Interval(0.7, 0.9, "jackknife"))])
    assert alone.about == ""
    low = scale_plot(
        "", "", [plot_row("", 0.8, interval=Interval(0.7, 0.9, "jackknife"), wider=Interval(-0.23, 0.97, "jackknife"))]
    )
    assert (low.low, low.about) == (-0.3, TWO_LINES)


def test_runs_are_called_in_pictures_what_they_are_called_in_tables() -> None:
    def run(name: str, f1: float) -> dict[str, Any]:
        return {"file": f"systems/{name}.conll", "name": f"{name}.conll", "measures": {"f1": {"value": f1}}}

    held = {"runs": [run("a/1", 0.5), run("b/1", 0.7)], "measures": {"f1": "F1"}, "score": {"signature": "f1"}}
    plot = runs_plot(loaded(SystemsPayload, held))
    assert plot is not None
    assert [row.name for row in plot.rows] == ["b/1.conll", "a/1.conll"]
    assert plot.high == 1.0


def test_of_what_may_exceed_one_the_scale_goes_on_and_the_least_is_the_best() -> None:
    rows = [("a", 1.31), ("b", 0.4)]
    runs = [{"file": name, "name": name, "measures": {"ser": {"value": value}}} for name, value in rows]
    held = {"runs": runs, "measures": {"ser": "slot error rate"}, "lower_is_better": True}
    plot = runs_plot(loaded(SystemsPayload, held))
    assert plot is not None
    assert ([row.name for row in plot.rows], plot.high) == (["b", "a"], 1.4)
    assert "1.31" in intervals_figure(plot).svg()


def test_what_is_corrected_for_chance_shares_no_axis_with_what_chance_gives() -> None:
    run = {"file": "a.conll", "value": 0.7, "interval": None, "expected": 0.2, "observed": 0.76, "signature": "f1"}
    chance = {"match": "token", "parts": [{"part": "all", "runs": [run]}]}
    plot = chance_plot(loaded(SystemsPayload, {"chance": chance, "runs": [{"file": "a.conll", "name": "a.conll"}]}))
    assert plot is not None
    assert plot.chance == 0
    assert [(row.value, row.other) for row in plot.rows] == [(0.7, None)]


@given(values=st.lists(st.floats(-3, 1)))
def test_a_scale_holds_all_that_is_not_below_minus_1(values: list[float]) -> None:
    low = low_end(values)
    assert -1 <= low <= 0
    assert low == round(low, 1)
    assert all(low <= value + 1e-9 for value in values if value >= -1)
