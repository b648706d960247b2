"""The report of any agreement, on one that no kind gives: all that a kind may have, and what it may lack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from accord.agreement.agreement import Agreement
from accord.agreement.breakdown import (
    Breakdown,
    ByAnnotator,
    ByDocument,
    ByLabel,
    ByPair,
    Confusion,
    Extra,
    HardItem,
    Outliers,
    Rows,
)
from accord.agreement.result import Interval, Measured, Result, Undefined
from accord.agreement.signature import Signature
from accord.model import Place
from accord.reporting.agree import agree_tables
from accord.reporting.agree_payload import COLUMNS, agree_payload, agree_records

if TYPE_CHECKING:
    from accord.reporting.table import Table

ENDS = Interval(0.25, 0.75, "jackknife over things")
WHY = Undefined("nobody marked anything")


def measured(value: float = 0.5, **more: Any) -> Measured:
    return Measured(value, 0.75, 0.5, ENDS, 7, **more)


class Things(Breakdown):
    """A breakdown that has everything but annotators."""

    def labels(self) -> Rows[ByLabel]:
        return Rows([ByLabel("", 9, 0.5, measured(sd=0.125, p=0.01))], note="each thing for itself")

    def pairs(self) -> Rows[ByPair]:
        return Rows([ByPair("ada", "bram", measured(), 3, 2, {"other": 0.25, "none": WHY})])

    def annotators(self) -> Rows[ByAnnotator]:
        return Rows(why="things have no owners")

    def documents(self) -> Rows[ByDocument]:
        return Rows([ByDocument("d1", measured(0.75)), ByDocument("d2", measured(0.25), 0.5)])

    def hardest(self, most: int) -> list[HardItem]:
        place = {"ada": Place("a.txt", 3)}
        item = HardItem("d1:1", "d1", "1", 1.0, {"ada": "x", "bram": "y", "chloe": "x", "dov": None}, places=place)
        return [item, HardItem("d2:1", "d2", "1", 0.5, {"ada": "x", "bram": ""})][:most]

    def confusions(self, most: int) -> list[Confusion]:
        return [Confusion("x", "y", 2, 0.5, WHY, 1, ("d1:1",))][:most]

    def outliers(self) -> Outliers | Undefined:
        return WHY

    def extra(self, most: int) -> tuple[Extra, ...]:
        lengths = Extra(
            "lengths",
            "By length",
            ("length", "things", "f", "interval"),
            (("1-9", 1_200, 0.5, ENDS), ("10-19", 3, WHY, WHY))[:most],
            notes=("in tokens",),
            digits=2,
        )
        return lengths, Extra("matrix", "Matrix", ("", "x", ""), (("x", 1.0, 2.0),), digits=1, on_request=True)


def agreement() -> Agreement:
    signature = Signature("f", {"match": "whole"}, None)
    headline = Result("f", 0.5, ENDS, signature, 0.75, 0.5, p=0.01, sd=0.125, used={"things": 7}, title="F of things")
    other = Result("g", WHY, WHY, Signature("g", {"match": "part"}, None))
    alike = Result("h", 0.5, WHY, Signature("h", {"match": "whole"}, None))
    return Agreement(
        kind="things",
        results=(headline, other, alike),
        annotator_names=("ada", "bram", "chloe"),
        unit="entity",
        used={"things": 7, "documents": 2},
        breakdown=Things(),
        left_out={"things without a name": 1},
        notes=("things were counted",),
        about={"match": "whole", "names": ["x", "y"]},
    )


@pytest.fixture
def tables() -> dict[str, Table]:
    return {table.title: table for table in agree_tables(agreement(), 10)}


def test_the_parts_come_in_one_order(tables: dict[str, Table]) -> None:
    assert list(tables) == [
        "Agreement on things",
        "Labels, the most frequent first",
        "Labels taken for each other, the costliest first",
        "Pairs of annotators, the lowest first",
        "Documents, the lowest first",
        "The hardest entities",
        "By length",
    ]


def test_coefficients_have_chance_and_what_is_to_be_known(tables: dict[str, Table]) -> None:
    table = tables["Agreement on things"]
    assert table.columns == (
        *("coefficient", "value", "95% interval", "observed", "expected"),
        *("sd by chance", "z", "p"),
    )
    assert table.rows[0] == ("F of things", "0.5000", "[0.2500, 0.7500]", "0.7500", "0.5000", "0.1250", "2.0", "0.0100")
    assert table.rows[1] == ("g", *["–"] * 7)
    assert table.notes == (
        "7 things, 2 documents, 3 annotators; match: whole",
        "left out: 1 thing without a name",
        "things were counted",
        "no annotators: things have no owners",
        "undefined: g, the interval of h: nobody marked anything",
        "f|match:whole",
        "g|match:part",
    )


def test_parts_show_what_their_kind_has(tables: dict[str, Table]) -> None:
    labels = tables["Labels, the most frequent first"]
    assert labels.columns[-5:] == ("observed", "expected", "sd by chance", "z", "p")
    assert labels.rows[0][:3] == ("''", "9", "0.5000")
    assert labels.notes[-1] == "each thing for itself"
    pairs = tables["Pairs of annotators, the lowest first"]
    assert pairs.columns == ("annotator", "and annotator", "entities", "f", "95% interval", "observed", "other", "none")
    assert pairs.rows == (("ada", "bram", "7", "0.5000", "[0.2500, 0.7500]", "0.7500", "0.2500", "–"),)
    assert [row[0] for row in tables["Documents, the lowest first"].rows] == ["d2", "d1"]
    assert tables["The hardest entities"].rows == (
        ("a.txt:3", "1", "1", "x: ada, chloe; y: bram"),
        ("1", "1", "0.5", "x: ada; '': bram"),
    )


def test_tables_of_one_kind_are_rounded_and_shown_on_request(tables: dict[str, Table]) -> None:
    assert tables["By length"].rows == (("1-9", "1,200", "0.50", "[0.2500, 0.7500]"), ("10-19", "3", "–", "–"))
    assert tables["By length"].notes == ("in tokens",)
    asked = [table.title for table in agree_tables(agreement(), 10, ["matrix"])]
    assert asked[1] == "Matrix"


def test_what_is_cut_off_is_said() -> None:
    tables = {table.title: table for table in agree_tables(agreement(), 1)}
    assert tables["Documents, the lowest first"].notes == ("and 1 more (--top 2 shows all)",)


def test_nothing_is_taken_apart_where_nothing_was_measured() -> None:
    from dataclasses import replace

    empty = replace(agreement(), used={"things": 0})
    assert [table.title for table in agree_tables(empty, 10)] == ["Agreement on things"]


def test_json_has_the_keys_of_every_kind() -> None:
    payload = agree_payload(agreement(), 10)
    assert list(payload) == [
        *("version", "kind", "results", "unit", "used", "left_out", "reasons", "notes", "about", "labels", "pairs"),
        *("annotators", "documents", "absent", "confusions", "hardest", "extra"),
    ]
    assert payload["version"] == 2
    assert payload["absent"] == {"annotators": "things have no owners"}
    assert payload["results"][0]["z"] == 2
    assert payload["pairs"][0]["beside"] == {"other": 0.25, "none": None}
    assert payload["hardest"][0]["places"] == {"ada": ["a.txt", 3]}
    assert payload["hardest"][0]["versions"]["dov"] is None
    assert payload["extra"]["lengths"]["rows"] == [["1-9", 1_200, 0.5, ENDS._asdict()], ["10-19", 3, None, None]]


def test_records_have_every_number_once() -> None:
    records = [dict(zip(COLUMNS, row, strict=True)) for row in agree_records(agreement()).rows]
    found = [(each["part"], each["name"], each["second"], each["coefficient"], each["value"]) for each in records]
    assert found == [
        ("all", "", "", "f", "0.5"),
        ("all", "", "", "g", ""),
        ("all", "", "", "h", "0.5"),
        ("label", "", "", "f", "0.5"),
        ("pair", "ada", "bram", "f", "0.5"),
        ("pair", "ada", "bram", "other", "0.25"),
        ("pair", "ada", "bram", "none", ""),
        ("document", "d1", "", "f", "0.75"),
        ("document", "d2", "", "f", "0.25"),
        ("lengths", "1-9", "", "things", "1200.0"),
        ("lengths", "1-9", "", "f", "0.5"),
        ("lengths", "10-19", "", "things", "3.0"),
        ("lengths", "10-19", "", "f", ""),
    ]
    assert (records[10]["low"], records[10]["high"]) == ("0.25", "0.75")
    assert records[1]["undefined"] == records[12]["undefined"] == "nobody marked anything"
