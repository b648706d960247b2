"""The same segmentations measured by nltk and by segeval."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from accord.kinds.units.baseline import baseline
from accord.kinds.units.positions import boundaries
from accord.model import Unit
from accord.study.units import UnitStudy, study_of

pytestmark = pytest.mark.peer
SEEDS = range(40)


def random_study(seed: int) -> UnitStudy:
    """Two annotators of a text, whose boundaries are often the same or near."""
    rng = np.random.default_rng(seed)
    size = int(rng.integers(5, 120))
    places = np.flatnonzero(rng.random(size) < rng.choice([0.05, 0.2, 0.5]))
    moved = np.clip(places + rng.choice([-2, -1, 0, 0, 0, 1], size=len(places)), 0, size)
    sides = {
        name: [Unit(start, end) for start, end in pairwise(cuts.tolist())]
        for name, cuts in (("one", np.unique([0, *places, size])), ("other", np.unique([0, *moved, size])))
    }
    return study_of([("text", float(size), sides)], ("one", "other"), "token")


def marks(made: UnitStudy) -> list[str]:
    """A text as nltk has it: a 1 for every place between two positions where there is a boundary."""
    found = []
    for cuts in boundaries(made.continua[0]):
        places = np.zeros(int(made.continua[0].length) - 1, dtype=int)
        places[cuts - 1] = 1
        found.append("".join(map(str, places)))
    return found


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("width", [1, 2, 4])
def test_windows_as_in_nltk(seed: int, width: int) -> None:
    segmentation = pytest.importorskip("nltk.metrics.segmentation")
    made = random_study(seed)
    one, other = marks(made)
    for name, theirs in (("window-diff", segmentation.windowdiff), ("pk", segmentation.pk)):
        assert baseline(made, name, window=width).value == pytest.approx(theirs(one, other, width))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("costs", [(1.0, 1.0, 0.5), (2.0, 2.0, 1.0), (5.0, 3.0, 2.0)])
def test_hamming_distance_as_in_nltk(seed: int, costs: tuple[float, float, float]) -> None:
    segmentation = pytest.importorskip("nltk.metrics.segmentation")
    made = random_study(seed)
    insertion, deletion, shift = costs
    ours = baseline(
        made,
        "generalised-hamming",
        reference="one",
        insertion=insertion,
        deletion=deletion,
        shift=shift,
        raw=True,
    )
    assert ours.value == pytest.approx(segmentation.ghd(*marks(made), *costs))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("near", [2, 3, 5])
def test_boundary_and_segmentation_similarity_as_in_segeval(seed: int, near: int) -> None:
    """Without any boundary segeval has 1 for boundary similarity, and cannot say the other; here that is undefined."""
    segeval = pytest.importorskip("segeval")
    made = random_study(seed)
    size = int(made.continua[0].length)
    cuts = boundaries(made.continua[0])
    if any(len(each) for each in cuts):
        masses = [np.diff([0, *each, size]).tolist() for each in cuts]
        for name in ("boundary_similarity", "segmentation_similarity"):
            theirs = float(getattr(segeval, name)(*masses, n_t=near))
            assert baseline(made, name.replace("_", "-"), near=near).value == pytest.approx(theirs)


@pytest.mark.parametrize("seed", SEEDS)
def test_windows_as_in_segeval(seed: int) -> None:
    segeval = pytest.importorskip("segeval")
    made = random_study(seed)
    size = int(made.continua[0].length)
    masses = [np.diff([0, *each, size]).tolist() for each in boundaries(made.continua[0])]
    for name in ("window_diff", "pk"):
        theirs = float(getattr(segeval, name)(masses[1], masses[0], window_size=3))
        assert baseline(made, name.replace("_", "-"), window=3).value == pytest.approx(theirs)
