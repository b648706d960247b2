"""Units in JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from accord.model import Unit, Units
from accord.verbs.check import check
from accord.verbs.read import read

Lay = Callable[[Mapping[str, str | bytes]], list[str]]


def lines(*records: Mapping[str, Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def test_units_of_one_annotator_or_of_several_a_line(lay: Lay) -> None:
    records: list[dict[str, Any]] = [
        {
            "document": "d1",
            "annotator": "ada",
            "units": [[0.5, 1e8, "S"], {"start": 2, "end": 3, "label": "T"}, [4, 5]],
        },
        {"document": "d1", "annotator": "bram", "units": []},
        {"id": "d2", "units": {"ada": [[1, 2, "<b>"]], "bram": None}},
    ]
    assert read(lay({"a.jsonl": lines(*records)})).annotations == {
        ("d1", "ada"): Units(
            (Unit(0.5, 1e8, "S"), Unit(2, 3, "T"), Unit(4, 5)), "position", "a.jsonl", 1, None, (1, 1, 1)
        ),
        ("d2", "ada"): Units((Unit(1, 2, "<b>"),), "position", "a.jsonl", 3, None, (3,)),
        ("d1", "bram"): Units((), "position", "a.jsonl", 2),
    }


@pytest.mark.parametrize(
    ("records", "wanted"),
    [
        ([{"annotator": "ada", "units": [["x", None], [5, 4], [1, 1]]}], ["invalid-unit"] * 3 + ["empty-unit"]),
        ([{"annotator": "ada", "units": [[True, 2]]}], ["invalid-unit"]),
        ([{"annotator": "ada", "units": [[1, 2, []]]}], ["wrong-type"]),
        ([{"annotator": "ada", "units": [[1]]}], ["wrong-type"]),
        ([{"annotator": "ada", "text": "Pym left.", "units": [[1, 9], [1, 9.5]]}], ["invalid-unit"]),
        ([{"annotator": "ada", "length": 9.5, "units": [[1, 9.5], [1, 9.75]]}], ["invalid-unit"]),
        ([{"annotator": "ada", "units": "x"}], ["wrong-type"]),
        ([{"annotator": "ada", "units": [[1, 2]]}, {"annotator": "ada", "units": []}], ["missing-document"]),
        ([{"id": 1, "annotator": "ada", "units": []}, {"id": 1, "units": []}], ["missing-annotator"]),
        ([{"annotator": "ada", "units": [[1, 2], [1, 2]]}], ["duplicate-unit"]),
    ],
)
def test_what_is_wrong(lay: Lay, records: list[dict[str, Any]], wanted: list[str]) -> None:
    assert [finding.code for finding in check(lay({"a.jsonl": lines(*records)}))] == wanted
