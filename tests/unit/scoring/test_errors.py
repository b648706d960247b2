"""Which prediction is aligned with which mention of the reference, by hand."""

from __future__ import annotations

import pytest

from accord.encoding import Mention
from accord.scoring.errors import NOTHING, confusion, match
from accord.scoring.label_runs import MarkedLabelRun
from accord.scoring.schemas import muc_counts


def mentions(text: str) -> tuple[Mention, ...]:
    """``A02 B23``: an A from 0 to before 2, a B from 2 to before 3."""
    return tuple(Mention(int(part[1]), int(part[2]), part[0]) for part in text.split())


@pytest.mark.parametrize(
    ("reference", "predicted", "expected"),
    [
        pytest.param("A02", "A02", ["A02=A02 correct"], id="the same"),
        pytest.param("A02", "B02", ["A02=B02 type"], id="another type"),
        pytest.param("A02", "A03", ["A02=A03 boundary"], id="another end"),
        pytest.param("A02", "B13", ["A02=B13 both"], id="another type and other boundaries"),
        pytest.param("A02", "", ["A02= missed"], id="nothing predicted"),
        pytest.param("", "A02", ["=A02 spurious"], id="nothing to predict"),
        pytest.param("A02", "A24", ["A02= missed", "=A24 spurious"], id="side by side is no overlap"),
        pytest.param("A05", "B01 A15", ["A05=A15 boundary", "=B01 spurious"], id="the largest overlap on the right"),
        pytest.param("A05", "B04 A45", ["A05=B04 both", "=A45 spurious"], id="the largest overlap, not the same type"),
        pytest.param("A24", "A03 A34", ["A24=A34 boundary", "=A03 spurious"], id="then the nearest boundaries"),
        pytest.param("A13", "A02 A24", ["A13=A02 boundary", "=A24 spurious"], id="then from left to right"),
        pytest.param("A02 A24", "A04", ["A02=A04 boundary", "A24= missed"], id="a prediction answers once"),
        pytest.param("A03 A35", "A01 A15", ["A35=A15 boundary", "A03=A01 boundary"], id="the best pair comes first"),
    ],
)
def test_partners_and_kinds(reference: str, predicted: str, expected: list[str]) -> None:
    def name(mention: Mention | None) -> str:
        return f"{mention.type}{mention.start}{mention.end}" if mention else ""

    found = match(MarkedLabelRun(mentions(reference), mentions(predicted), 0))
    assert [f"{name(pair.reference)}={name(pair.predicted)} {pair.kind}" for pair in found] == expected


def test_a_confusion_counts_an_island_as_often_as_it_occurs() -> None:
    label_run = MarkedLabelRun(mentions("A02 C34"), mentions("B02 C56"), 0)
    assert confusion([(label_run, 3)]) == {("A", "B"): 3, ("C", NOTHING): 3, (NOTHING, "C"): 3}


@pytest.mark.parametrize(
    ("schema", "reference", "predicted", "expected"),
    [
        # Correct, incorrect, partial, missed, spurious.
        pytest.param("type", "A01 A15", "A04 A45", (1, 0, 0, 1, 1), id="the nearest boundaries, not the first"),
        pytest.param("type", "B01 A12", "A02", (1, 0, 0, 1, 0), id="the same type, not the first"),
        pytest.param("type", "A02", "B02", (0, 1, 0, 0, 0), id="another type is incorrect"),
        pytest.param("strict", "A02 A24", "A03 A34", (0, 2, 0, 0, 0), id="each overlap takes the first that is free"),
        pytest.param("strict", "A04", "A02 A24", (0, 1, 0, 0, 1), id="what nothing free is aligned with is spurious"),
        pytest.param("exact", "A02", "B02", (1, 0, 0, 0, 0), id="exact does not look at types"),
        pytest.param("partial", "A02 A24", "B03 B34", (0, 0, 2, 0, 0), id="partial does not look at types"),
        pytest.param("partial", "A02", "A24", (0, 0, 0, 1, 1), id="side by side is no overlap"),
    ],
)
def test_schemas(schema: str, reference: str, predicted: str, expected: tuple[int, ...]) -> None:
    assert muc_counts(mentions(reference), mentions(predicted), schema) == expected
