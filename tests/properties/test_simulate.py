"""Noise of any amount on any continuum leaves one, and the same seed always gives the same."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.kinds.units.made_up import first_annotator, with_copies
from accord.model import Unit
from accord.reporting.calibration import calibration_payload
from accord.simulation import NOISES, most
from accord.study.units import Continuum, study_of

noises = st.sampled_from(list(NOISES))
seeds = st.integers(0, 2**32)


@st.composite
def continua(draw: st.DrawFn) -> Continuum:
    unit = st.builds(
        lambda start, length, category: Unit(start, start + length, category),
        st.floats(-1e6, 1e6),
        st.floats(0, 1e4),
        st.sampled_from("ABC"),
    )
    marked = {name: draw(st.lists(unit, max_size=6)) for name in ("ann", "bob")}
    return study_of([("d", draw(st.sampled_from([None, 2e6])), marked)], ("ann", "bob")).continua[0]


def degraded(continuum: Continuum, noise: str, amount: float, seed: int) -> Continuum:
    found: Continuum = NOISES.get(noise)(continuum, min(amount, most(noise)), np.random.default_rng(seed))
    return found


def columns(continuum: Continuum) -> list[list[float]]:
    arrays = continuum.owner, continuum.start, continuum.end, continuum.category
    return [*(array.tolist() for array in arrays), [continuum.low, continuum.high]]


@given(continua(), noises, seeds)
def test_no_noise_changes_nothing(continuum: Continuum, noise: str, seed: int) -> None:
    assert columns(degraded(continuum, noise, 0.0, seed)) == columns(continuum)


@given(continua(), noises, st.floats(0, 5), seeds)
def test_noise_leaves_a_continuum(continuum: Continuum, noise: str, amount: float, seed: int) -> None:
    after = degraded(continuum, noise, amount, seed)
    assert (after.start < after.end).all()
    assert after.low <= continuum.low
    assert after.high >= continuum.high
    assert len(after) == 0 or (after.start.min() >= after.low and after.end.max() <= after.high)
    assert after.annotators == continuum.annotators
    assert set(after.category.tolist()) <= set(continuum.category.tolist())
    rows = list(zip(*(column for column in columns(after)[:4]), strict=True))
    assert rows == sorted(rows)
    assert columns(after) == columns(degraded(continuum, noise, amount, seed))


@given(continua(), seeds, st.floats(0, 1), st.floats(0, 1))
def test_each_noise_does_what_it_says(continuum: Continuum, seed: int, amount: float, other: float) -> None:
    count, less, more = len(continuum), *sorted([amount, other])
    assert len(degraded(continuum, "borders", amount, seed)) <= count
    assert len(degraded(continuum, "categories", amount, seed)) == count
    assert count <= len(degraded(continuum, "splits", amount, seed)) <= 2 * count
    assert count <= len(degraded(continuum, "additions", amount, seed)) <= count + amount * count + 1
    kept = [set(degraded(continuum, "omissions", each, seed).start.tolist()) for each in (0.0, less, more, 1.0)]
    assert kept[-1] == set()
    assert all(after <= before for before, after in pairwise(kept))


@given(seeds, st.integers(1, 40), st.integers(1, 5), st.floats(0.05, 20))
def test_an_annotator_marks_units_within_the_text(seed: int, units: int, categories: int, density: float) -> None:
    made = first_annotator(np.random.default_rng(seed), units, categories, density)
    assert len(made) == units
    assert (made.start < made.end).all()
    assert made.low == 0
    assert made.start.min() >= 0
    assert made.category.max() < categories


@given(noises, st.floats(0, 1), seeds)
def test_copies_stand_behind_the_first(noise: str, amount: float, seed: int) -> None:
    first = first_annotator(np.random.default_rng(seed), 5)
    found = with_copies(first, NOISES.get(noise), amount, [np.random.default_rng(each) for each in (seed, seed + 1)])
    assert found.annotators == ("1", "2", "3")
    assert found.start[: found.counts[0]].tolist() == first.start.tolist()
    assert found.end[: found.counts[0]].tolist() == first.end.tolist()
    alone = degraded(first, noise, amount, seed)
    assert found.start[found.offsets[1] : found.offsets[2]].tolist() == alone.start.tolist()


def test_workers_and_other_amounts_do_not_matter() -> None:
    few: dict[str, Any] = {"units": 6, "repeats": 3, "samples": 1, "seed": 5}
    together = accord.calibrate(noise=["borders", "omissions"], amounts=[0, 0.5, 1], workers=2, **few)
    assert calibration_payload(together) == calibration_payload(
        accord.calibrate(noise=["borders", "omissions"], amounts=[1, 0.5, 0], **few)
    )
    alone = accord.calibrate(noise="omissions", amounts=[0.5], **few)
    assert calibration_payload(alone)["curves"][0] in calibration_payload(together)["curves"]


@pytest.mark.parametrize("noise", list(NOISES))
@pytest.mark.parametrize("coefficient", ["gamma", "gamma-cat", "accord-2011"])
def test_without_noise_agreement_is_perfect(noise: str, coefficient: str) -> None:
    (setting,) = accord.calibrate(
        noise=noise, amounts=[0], coefficient=coefficient, units=8, repeats=3, samples=1
    ).settings
    assert setting.result.value == 1
    assert setting.result.observed == 0
    assert setting.spread == 0
