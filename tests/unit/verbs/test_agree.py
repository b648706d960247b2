"""What a caller of accord.agree says, and what comes of it."""

from __future__ import annotations

import pytest

import accord
from accord.agreement.result import Undefined
from accord.kinds.labels.breakdown import breakdown_of

TRIO = {"ann": ["A", "A", "B", "B"], "bob": ["A", "A", "B", "A"], "cy": ["B", "B", "A", None]}


def test_some_annotators_only() -> None:
    measured = accord.agree(TRIO, "kappa", annotators=["ann", "bob"])
    assert measured.result.value == pytest.approx(0.5)
    assert breakdown_of(measured).coding.annotators == ("ann", "bob")


def test_one_name_that_means_no_answer() -> None:
    data = {"ann": ["A", "?", "B"], "bob": ["A", "A", "?"]}
    assert breakdown_of(accord.agree(data, "observed", missing="?")).coding.items == 1


def test_items_by_name_need_no_order() -> None:
    data = {"ann": {"x": "A", "y": "B", "z": "A"}, "bob": {"z": "A", "x": "A", "w": "B"}}
    measured = accord.agree(data, "observed")
    assert measured.result.value == 1
    assert measured.result.excluded == {"items with one label": 2}


def test_results_come_in_the_order_asked_for_and_once() -> None:
    measured = accord.agree(TRIO, ["fleiss", "krippendorff", "alpha"], distance="nominal")
    assert [result.name for result in measured.results] == ["fleiss", "alpha"]
    assert measured.result is measured.results[0]


def test_the_signature_says_what_the_number_depends_on() -> None:
    def signature(**options: object) -> str:
        return str(accord.agree(TRIO, "alpha", **{"distance": "nominal", **options}).result.signature)  # type: ignore[arg-type]

    plain = signature()
    for options in (
        {"keep_singletons": True},
        {"level": 0.9},
        {"labels": ["B", "A", "C"]},
        {"interval": "bootstrap", "seed": 2},
    ):
        assert signature(**options) != plain
    assert plain.startswith("alpha|dist:nominal|unit:item|")
    assert signature() == plain


def test_how_it_shows_itself() -> None:
    pair = accord.agree(TRIO, "kappa", annotators=["ann", "bob"])
    assert repr(pair) == "<Agreement on labels: kappa 0.5000>"
    nothing = accord.agree({"ann": ["A"], "bob": [None]}, "kappa")
    assert repr(nothing) == "<Agreement on labels: kappa undefined (no item was labelled by two annotators)>"


def test_no_interval_where_none_is_asked_for() -> None:
    assert accord.agree(TRIO, "alpha", interval=None).result.interval == Undefined("no interval was asked for")


def test_the_way_round_a_circle() -> None:
    data = {"ann": ["0", "6", "23"], "bob": ["0", "6", "1"]}
    assert accord.agree(data, "alpha", distance="circular:24").about["distance"] == "circular:24"
    short, far = (accord.agree(data, "alpha", distance=name).result.value for name in ("circular:24", "interval"))
    assert float(short) > 0.9  # type: ignore[arg-type]
    assert float(far) < 0  # type: ignore[arg-type]
