"""How what annotators differ on divides, counted by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import accord
from accord.campaign.report import report_payload
from accord.kinds.kind import KINDS

if TYPE_CHECKING:
    from pathlib import Path

    from accord.payload.differences import DifferencesView


def view(data: object, coefficient: str) -> DifferencesView:
    agreement = accord.agree(data, coefficient).complete(10)
    found = KINDS.get(agreement.kind).page(accord.read(data), agreement, 20).differences
    assert found is not None
    return found  # type: ignore[no-any-return]


def counted(found: DifferencesView) -> dict[str, int]:
    return {"agreed": found.agreed} | {part.name: part.pairs for part in found.parts}


def test_spans_that_are_missing_or_have_other_borders_or_types() -> None:
    ada = [["B-PER", "I-PER", "O", "B-LOC", "O", "B-ORG", "O"], ["B-PER", "I-PER", "O"]]
    bram = [["B-PER", "O", "O", "B-ORG", "O", "O", "O"], ["B-PER", "I-PER", "O"]]
    chloe = [["B-PER", "I-PER", "O", "B-LOC", "O", "B-ORG", "O"], ["B-LOC", "I-LOC", "I-LOC"]]
    found = view({"ada": ada, "bram": bram, "chloe": chloe}, "corrected-f1")
    # ada and bram: 1 alike, borders, type, found; ada and chloe: 3 alike, both; bram and chloe: all but alike
    assert counted(found) == {"agreed": 4, "bounded": 2, "labelled": 2, "found": 2, "both": 2}
    assert sum(part.share for part in found.parts) == 1
    assert {part.name: len(part.examples) for part in found.parts} == dict.fromkeys(
        ("bounded", "labelled", "found", "both"), 1
    )


def test_aligned_units(tmp_path: Path) -> None:
    file = tmp_path / "units.csv"
    rows = [
        "annotator,category,start,end",
        "a,x,0,10",
        "b,x,0,12",
        "a,x,20,29.5",
        "b,y,20,30",
        "a,y,40,50",
        "b,y,40,50",
    ]
    file.write_text("\n".join([*rows, "a,x,80,81", "a,x,100,110", "b,y,102,110"]) + "\n", "utf-8")
    found = view(file, "gamma")
    assert counted(found) == {"agreed": 1, "bounded": 1, "labelled": 1, "found": 1, "both": 1}


def test_heads_and_labels_of_tokens(tmp_path: Path) -> None:
    def tree(*rows: str) -> str:
        words = ("Fog", "lifts", "now")
        lines = (
            f"{n}\t{word}\t_\t_\t_\t_\t{row}\t_\t_" for n, (word, row) in enumerate(zip(words, rows, strict=True), 1)
        )
        return "\n".join(lines) + "\n\n"

    alike = tree("2\tnsubj", "0\troot", "2\tadvmod")
    (tmp_path / "ada.conllu").write_text(alike + alike, "utf-8")
    (tmp_path / "bram.conllu").write_text(alike + tree("2\texpl", "0\troot", "1\tadvmod"), "utf-8")
    found = view(tmp_path, "alpha")
    assert (found.of, counted(found)) == ("token", {"agreed": 4, "labelled": 1, "attached": 1})


def test_the_page_draws_them_and_says_nothing_where_all_is_the_same(tmp_path: Path) -> None:
    rows = ["annotator,category,start,end", "a,x,0,10", "b,x,0,10", "a,x,20,30", "b,x,20,30"]
    (tmp_path / "same.csv").write_text("\n".join(rows) + "\n", "utf-8")
    (layer,) = report_payload(str(tmp_path))["layers"]
    assert layer["differences"] is None
    assert layer["plots"]["differences"] is None
