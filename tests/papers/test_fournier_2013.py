"""Boundary and segmentation similarity (Fournier 2013; Fournier & Inkpen 2012), as the author tests them (segeval 2.0).

Segmentations are the lengths of their segments. Hearst's seven readers of "Stargazers look for life" (1997) and the two
hypotheses come with segeval.
"""

from __future__ import annotations

import pytest

from accord.kinds.units.baseline import baseline
from accord.model import Unit
from accord.study.units import UnitStudy, study_of

READERS = {
    "1": (2, 3, 3, 1, 3, 6, 3),
    "2": (2, 8, 2, 4, 2, 3),
    "3": (2, 1, 2, 3, 1, 3, 1, 3, 2, 2, 1),
    "4": (2, 1, 4, 1, 1, 3, 1, 4, 3, 1),
    "5": (3, 2, 4, 3, 5, 4),
    "6": (2, 3, 4, 2, 2, 5, 3),
    "7": (2, 3, 2, 2, 3, 1, 3, 2, 3),
}
HYPOTHESES = {"h1": (2, 6, 4, 2, 4, 3), "h2": (2, 1, 1, 1, 5, 8, 2, 1)}


def segmented(**masses: tuple[int, ...]) -> UnitStudy:
    sides = {}
    for name, lengths in masses.items():
        starts = [sum(lengths[:at]) for at in range(len(lengths))]
        sides[name] = [Unit(start, start + size) for start, size in zip(starts, lengths, strict=True)]
    return study_of([("text", float(sum(lengths)), sides)], tuple(masses), "sentence")


@pytest.mark.parametrize(
    ("one", "other", "boundary", "segmentation"),
    [
        ((2, 3, 6), (5, 6), 0.5, 0.9),
        ((2, 3, 6), (2, 3, 3, 3), 2 / 3, 0.9),
        ((2, 3, 6), (2, 2, 7), 0.75, 0.95),
        ((2, 3, 6), (1, 1, 3, 1, 5), 0.5, 0.8),
        ((11,), (5, 6), 0.0, None),
    ],
)
def test_missing_spurious_near_and_clustered(
    one: tuple[int, ...], other: tuple[int, ...], boundary: float, segmentation: float | None
) -> None:
    made = segmented(one=one, other=other)
    assert baseline(made, "boundary-similarity").value == pytest.approx(boundary)
    if segmentation is not None:
        assert baseline(made, "segmentation-similarity").value == pytest.approx(segmentation)


@pytest.mark.parametrize(
    ("hypothesis", "reader", "boundary"),
    [("h1", "1", 0.57142857), ("h2", "1", 0.38888888), ("h1", "2", 0.42857142), ("h2", "2", 0.33333333)],
)
def test_stargazers(hypothesis: str, reader: str, boundary: float) -> None:
    made = segmented(hypothesis=HYPOTHESES[hypothesis], reader=READERS[reader])
    assert baseline(made, "boundary-similarity").value == pytest.approx(boundary, abs=1e-8)
