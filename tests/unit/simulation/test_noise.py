from __future__ import annotations

import numpy as np
import pytest

from accord.kinds.units.noise import additions, borders, categories, omissions, splits
from accord.model import Unit
from accord.simulation import NOISES, most
from accord.study.units import Continuum, study_of

MANY = 4_000


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def continuum(units: int = MANY, length: float = 10.0) -> Continuum:
    """Units one beside the other, A and B in turn."""
    marked = [Unit(number * length, (number + 1) * length, "AB"[number % 2]) for number in range(units)]
    return study_of([("d", None, {"ann": marked})], ["ann"]).continua[0]


def test_borders_move_by_up_to_half_the_amount_of_a_length(rng: np.random.Generator) -> None:
    before = continuum()
    after = borders(before, 0.5, rng)
    moved = np.abs(after.start - before.start)
    assert moved.max() <= 2.5
    assert moved.mean() == pytest.approx(1.25, rel=0.05)
    assert np.corrcoef(after.start - before.start, after.end - before.end)[0, 1] == pytest.approx(0, abs=0.05)


def test_borders_that_pass_each_other_change_places() -> None:
    for seed in range(50):
        after = borders(continuum(1), 4.0, np.random.default_rng(seed))
        assert after.start < after.end


def test_units_are_forgotten_with_the_probability_of_the_amount(rng: np.random.Generator) -> None:
    assert len(omissions(continuum(), 0.3, rng)) == pytest.approx(0.7 * MANY, rel=0.05)


def test_units_are_added_anywhere_like_those_that_are_there(rng: np.random.Generator) -> None:
    before = continuum()
    after = additions(before, 1.5, rng)
    assert len(after) == 2.5 * MANY
    assert (after.end - after.start).round(6).tolist() == [10.0] * len(after)
    assert after.high == before.high
    assert after.start.mean() == pytest.approx(before.start.mean(), rel=0.05)


def test_part_of_a_unit_is_added_now_and_then() -> None:
    counts = [len(additions(continuum(1), 0.25, np.random.default_rng(seed))) - 1 for seed in range(1_000)]
    assert np.mean(counts) == pytest.approx(0.25, abs=0.05)


def test_half_of_the_categories_that_are_drawn_anew_stay_as_they_are_if_there_are_two(
    rng: np.random.Generator,
) -> None:
    before = continuum()
    after = categories(before, 0.6, rng)
    assert (after.category != before.category).mean() == pytest.approx(0.3, abs=0.03)


def test_parts_of_a_unit_that_was_split_lie_where_it_did(rng: np.random.Generator) -> None:
    before = continuum()
    after = splits(before, 0.5, rng)
    assert len(after) == pytest.approx(1.5 * MANY, rel=0.05)
    assert (after.end - after.start).sum() == pytest.approx(before.length)
    assert set(before.start.tolist()) <= set(after.start.tolist())


def test_a_probability_is_at_most_one() -> None:
    assert {name: most(name) for name in NOISES if most(name) <= 1} == {"omissions": 1, "categories": 1, "splits": 1}
