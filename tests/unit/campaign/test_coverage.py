"""Who did what: how much of a layer, which part of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import accord
from accord.campaign.coverage import MAX_ANNOTATORS, coverage
from accord.campaign.report import report_payload

if TYPE_CHECKING:
    from pathlib import Path


def rows_of(items: dict[str, range]) -> str:
    rows = [f"i{item},{name},{'yes' if item % 2 else 'no'}" for name, done in items.items() for item in done]
    return "item,annotator,label\n" + "\n".join(rows) + "\n"


def test_halves_of_the_items_are_halves_of_the_parts(tmp_path: Path) -> None:
    file = tmp_path / "labels.csv"
    file.write_text(rows_of({"ada": range(24), "bram": range(12), "chloe": range(12, 24)}), "utf-8")
    found = coverage(accord.read(file))
    assert found is not None
    assert (found.unit, found.total, found.shared, found.least, found.left_out) == ("item", 24, 24, 12, 0)
    assert {row.annotator: row.done for row in found.annotators} == {"ada": 24, "bram": 12, "chloe": 12}
    assert [row.parts for row in found.annotators] == [[1.0] * 24, [1.0] * 12 + [0.0] * 12, [0.0] * 12 + [1.0] * 12]


def test_names_with_numbers_stand_in_their_order(tmp_path: Path) -> None:
    lines = "1\tAhoy\t_\tX\t_\t_\t0\troot\t_\t_\n"
    for name, numbers in {"ada": range(1, 13), "bram": range(1, 10)}.items():
        text = "\n".join(f"# sent_id = s{number}\n{lines}" for number in numbers)
        (tmp_path / f"{name}.conllu").write_text(text + "\n", "utf-8")
    found = coverage(accord.read(tmp_path).select("deps"))
    assert found is not None
    assert (found.unit, found.total, found.shared) == ("sentence", 12, 9)
    assert found.annotators[1].parts == [1.0] * 9 + [0.0] * 3


def test_of_a_crowd_those_who_did_most_are_held(tmp_path: Path) -> None:
    file = tmp_path / "crowd.csv"
    file.write_text(rows_of({f"w{number}": range(number + 2) for number in range(MAX_ANNOTATORS + 5)}), "utf-8")
    found = coverage(accord.read(file))
    assert found is not None
    assert (len(found.annotators), found.left_out, found.least) == (MAX_ANNOTATORS, 5, 2)
    assert min(row.done for row in found.annotators) == 7


def test_layers_stand_lowest_first_and_what_has_no_value_last(tmp_path: Path) -> None:
    for name, wrong in {"good": 1, "bad": 9}.items():
        rows = [f"i{n},{who},{'yn'[n % 2 ^ (who == 'b' and n < wrong)]}" for n in range(40) for who in "ab"]
        (tmp_path / f"{name}.csv").write_text("item,annotator,label\n" + "\n".join(rows) + "\n", "utf-8")
    (tmp_path / "one.csv").write_text("item,annotator,label\n1,a,other\n1,b,other\n2,a,other\n2,b,other\n", "utf-8")
    page = report_payload(str(tmp_path))
    assert [layer["name"] for layer in page["layers"]] == ["bad", "good", "one"]
    assert page["layers"][-1]["headline"]["value"] is None
    assert [row["name"] for row in page["plots"]["layers"]["rows"]] == ["bad", "good", "one"]


def test_items_may_be_named_by_thousands_of_digits(tmp_path: Path) -> None:
    """Python makes no number of them."""
    file = tmp_path / "a.csv"
    names = [f"s{'9' * 5000}{number}" for number in range(3)]
    file.write_text("item,ada,bram\n" + "".join(f"{name},x,{'xy'[at % 2]}\n" for at, name in enumerate(names)))
    assert coverage(accord.read(file)) is not None
