from __future__ import annotations

from typing import Any

import pytest

import accord
from accord.agreement.result import Interval, Result, Undefined, Value
from accord.agreement.signature import Signature
from accord.errors import NotApplicable, UsageError
from accord.simulation.calibration import Calibration
from accord.simulation.simulation import Setting, Simulation
from accord.verbs.calibrate import check_start

FEW: dict[str, Any] = {"units": 5, "repeats": 2, "samples": 1}


@pytest.fixture
def campaign(tmp_path: Any) -> str:
    path = tmp_path / "units.csv"
    rows = ["ann,A,0,10", "ann,B,20,30", "bob,A,0,9", "bob,B,20,31", "bob,A,40,50"]
    path.write_text("\n".join(["annotator,category,start,end", *rows]) + "\n")
    return str(path)


def calibration(*points: tuple[float, Value], width: float = 0.0) -> Calibration:
    """One curve through these points, each with an interval of twice the width."""
    settings = [
        Setting(
            "borders",
            amount,
            Result(
                "gamma",
                value,
                Undefined("nothing varies")
                if isinstance(value, Undefined)
                else Interval(value - width, value + width, ""),
                Signature("gamma", {}),
            ),
            0.0,
        )
        for amount, value in points
    ]
    return Calibration(accord.calibrate(noise="borders", amounts=[0], **FEW).simulation, tuple(settings))


def test_readings_lie_on_straight_lines() -> None:
    curve = calibration((0, 1.0), (1, 0.6), (2, 0.2), width=0.1)
    reading = curve.reading("borders", 0.5)
    assert (reading.amount, reading.low, reading.high) == pytest.approx((1.25, 1.0, 1.5))
    assert curve.reading("borders", 0.2).amount == pytest.approx(2)
    assert curve.reading("borders", 1.0).amount == 0


def test_the_first_amount_counts_where_a_curve_rises_again() -> None:
    assert calibration((0, 1.0), (1, 0.5), (2, 0.7), (3, 0.4)).reading("borders", 0.6).amount == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("value", "reason"),
    [(0.1, "not reached up to 2, where it is 0.20"), (0.95, "not reached from 1 on, where it is 0.60")],
)
def test_a_value_that_is_not_reached_has_no_amount(value: float, reason: str) -> None:
    assert calibration((1, 0.6), (2, 0.2)).reading("borders", value).amount == Undefined(reason)


def test_amounts_without_a_value_are_passed_over() -> None:
    assert calibration((0, 1.0), (1, Undefined("none")), (2, 0.0)).reading("borders", 0.5).amount == 1
    assert calibration((1, Undefined("none"))).reading("borders", 0.5).amount == Undefined("no amount has a value")


def test_defaults_are_all_noises_from_nothing_up() -> None:
    found = accord.calibrate(**FEW)
    assert {noise: [setting.amount for setting in curve][::5] for noise, curve in found.curves.items()} == {
        "borders": [0, 2],
        "omissions": [0, 1],
        "additions": [0, 1],
        "categories": [0, 1],
        "splits": [0, 1],
    }
    assert list(accord.calibrate(amounts=[0.5], categories=1, units=5, repeats=2).curves) == [
        "borders",
        "omissions",
        "additions",
        "splits",
    ]


def test_a_document_is_degraded_in_place_of_one_that_is_made_up(campaign: str) -> None:
    found = accord.calibrate(noise="borders", amounts=[0.0, 0.5], like=campaign, repeats=3, samples=1, annotators=2)
    assert isinstance(found.simulation, Simulation)
    study = found.simulation.study("borders", 0.5)
    assert study.categories == ("A", "B")
    assert {tuple(each.start[: each.counts[0]].tolist()) for each in study.continua} == {(0, 20, 40)}, "bob marked most"
    assert len({tuple(each.start.tolist()) for each in study.continua}) == 3, "each time with other noise"
    assert "like:" in str(found.signature)
    start = check_start(campaign, annotator="ann")
    of_ann = accord.calibrate(noise="borders", amounts=[0], like=start, repeats=2).simulation
    assert isinstance(of_ann, Simulation)
    assert len(of_ann.study("borders", 0).continua[0]) == 6


def test_copies_of_one_document_are_no_different_documents(campaign: str) -> None:
    found = accord.calibrate(
        noise="borders", amounts=[0.5], coefficient="accord-2011", like=campaign, repeats=4, samples=1
    )
    assert found.signature.choices["chance"] == "random1"
    made_up = accord.calibrate(noise="borders", amounts=[0.5], coefficient="accord-2011", repeats=4, samples=1)
    assert made_up.signature.choices["chance"] == "random1+random2"


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"noise": "border"}, "did you mean borders"),
        ({"noise": []}, "at least one kind"),
        ({"noise": "omissions", "amounts": [2]}, "the amount of omissions is a probability"),
        ({"noise": "borders", "amounts": [-1]}, "from 0 up"),
        ({"noise": "borders", "amounts": [float("nan")]}, "from 0 up"),
        ({"noise": "borders", "amounts": []}, "at least one is needed"),
        ({"noise": "categories", "categories": 1}, "needs two of them"),
        ({"coefficient": "gamma-k"}, "a value for each category"),
        ({"annotators": 1}, "a whole number from 2"),
        ({"repeats": 1}, "a whole number from 2"),
        ({"density": 0}, "above 0"),
        ({"amounts": [0], "level": 2}, "between 0 and 1"),
    ],
)
def test_what_cannot_be_simulated_is_said(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        accord.calibrate(**choices)


def test_what_a_document_does_not_have_is_said(campaign: str, tmp_path: Any) -> None:
    with pytest.raises(UsageError, match="leave them out"):
        accord.calibrate(like=campaign, units=3)
    with pytest.raises(UsageError, match="name another sampler"):
        accord.calibrate(like=campaign, sampler="random2")
    with pytest.raises(UsageError, match="'cat' marked nothing in units: choose from ann, bob"):
        check_start(campaign, annotator="cat")
    with pytest.raises(UsageError, match="no document 'other'"):
        check_start(campaign, document="other")
    empty = tmp_path / "empty.jsonl"
    empty.write_text('{"id": "d", "annotator": "ann", "text": "some text", "spans": []}\n')
    with pytest.raises(NotApplicable, match="nobody marked anything"):
        check_start(str(empty))


@pytest.mark.parametrize(
    ("choices", "total"),
    [
        ({"noise": ["splits", "splits"], "amounts": [0, 1, 1]}, 2),
        ({"categories": 1, "amounts": [0]}, 4),
    ],
)
def test_progress_is_of_what_is_simulated(choices: dict[str, Any], total: int) -> None:
    told: list[tuple[int, int]] = []
    accord.calibrate(**choices, **FEW, progress=lambda *step: told.append(step))
    assert told == [(done, total) for done in range(total + 1)]
