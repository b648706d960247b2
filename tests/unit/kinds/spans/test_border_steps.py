from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import accord
from accord.campaign.gold import queue_of as queue_of_corpus
from tests.unit.adjudicate.campaigns import queue_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("positions", "step"),
    [
        ([(4, 14), (3, 14)], 1),
        ([(152310, 152870), (152310, 152880)], 1),
        ([(2.0, 6.5), (2.0, 7.0)], 0.1),
        ([(1.2, 1.26), (1.2, 1.31)], 0.01),
        ([(0.1 + 0.2, 1.5), (0.3, 1.5)], 0.001),
        ([(0.00012, 0.00042), (0.00012, 0.0005)], 0.00001),
    ],
)
def test_a_border_moves_by_the_finest_place_that_units_have(
    tmp_path: Path, positions: list[tuple[float, float]], step: float
) -> None:
    rows = [f"{who},x,{start},{end}" for who, (start, end) in zip(("ada", "bram"), positions, strict=True)]
    (tmp_path / "units.csv").write_text("\n".join(["annotator,category,start,end", *rows]) + "\n", encoding="utf-8")
    (case,) = queue_of_corpus("units", accord.read(tmp_path / "units.csv")).cases
    assert case.payload()["step"] == step


def test_a_border_of_a_mention_moves_by_tokens() -> None:
    assert {case.payload()["step"] for case in queue_of("annotators").cases} == {1}
