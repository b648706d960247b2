"""What changes nothing in the disorder of the best alignment: names and order of annotators, places, scale, copies."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.alignment.exact import best_alignment
from accord.alignment.method import Method
from accord.distance.dissimilarity import Dissimilarity
from accord.distance.position import Hamming, Sporadic
from tests.properties.continua import CATEGORIES, NOMINAL, Task, by_formula, continua, continuum_of

if TYPE_CHECKING:
    from accord.study.units import Continuum

Marked = tuple[float, float, str]
both = pytest.mark.parametrize("objective", ["sum", "mean"])
ways = pytest.mark.parametrize(
    ("objective", "kind"), [("sum", "exact"), ("mean", "exact"), ("sum", "greedy"), ("mean", "greedy"), ("sum", "soft")]
)


def sides_of(made: Continuum) -> list[list[Marked]]:
    rows = list(zip(made.start.tolist(), made.end.tolist(), made.category.tolist(), strict=True))
    return [
        [(start, end, CATEGORIES[category]) for start, end, category in rows[first:last]]
        for first, last in zip(made.offsets[:-1], made.offsets[1:], strict=True)
    ]


def moved(made: Continuum, by: float, times: float = 1.0) -> Continuum:
    return replace(
        made,
        start=made.start * times + by,
        end=made.end * times + by,
        low=made.low * times + by,
        high=made.high * times + by,
    )


@both
@given(task=by_formula(), turn=st.randoms(use_true_random=False))
def test_the_order_of_annotators(task: Task, turn: object, objective: str) -> None:
    sides = sides_of(task.continuum)
    turn.shuffle(sides)  # type: ignore[attr-defined]
    found = best_alignment(task.continuum, task.dissimilarity, objective)
    assert best_alignment(continuum_of(sides), task.dissimilarity, objective).disorder == pytest.approx(
        found.disorder, abs=1e-9
    )


@ways
@given(task=by_formula(), by=st.sampled_from([-1000.0, 0.25, 1e8]))
def test_where_the_text_begins(task: Task, by: float, objective: str, kind: str) -> None:
    method = Method(task.dissimilarity, objective, kind)
    found = method.align(task.continuum)
    assert method.align(moved(task.continuum, by)).disorder == pytest.approx(found.disorder, abs=1e-9)


@ways
@given(task=by_formula(), times=st.sampled_from([0.001, 3.0, 1024.0]))
def test_what_places_are_measured_in(task: Task, times: float, objective: str, kind: str) -> None:
    method = Method(task.dissimilarity, objective, kind)
    found = method.align(task.continuum)
    assert method.align(moved(task.continuum, 0.0, times)).disorder == pytest.approx(found.disorder, abs=1e-9)


@ways
@given(made=continua(), alpha=st.sampled_from([1.0, 0.3]), position=st.sampled_from([Sporadic(), Hamming()]))
def test_the_same_once_more_far_to_the_right(
    made: Continuum, alpha: float, position: Sporadic, objective: str, kind: str
) -> None:
    method = Method(Dissimilarity(NOMINAL, position, alpha), objective, kind)
    twice = [[*side, *((start + 1e6, end + 1e6, category) for start, end, category in side)] for side in sides_of(made)]
    found, copied = method.align(made), method.align(continuum_of(twice))
    assert copied.disorder == pytest.approx(found.disorder, abs=1e-9)
    assert copied.sum == pytest.approx(2 * found.sum, abs=1e-9)


@ways
@given(made=continua(), annotators=st.integers(2, 4))
def test_annotators_who_mark_the_same(made: Continuum, annotators: int, objective: str, kind: str) -> None:
    side = list(dict.fromkeys(unit for side in sides_of(made) for unit in side))[:4]
    found = Method(Dissimilarity(NOMINAL), objective, kind).align(continuum_of([side] * annotators))
    assert found.disorder == pytest.approx(0.0, abs=1e-12)
    assert found.size == len(side)
    assert found.proved


@both
@given(task=by_formula(), times=st.sampled_from([0.5, 4.0]))
def test_the_disorder_is_in_the_scale_of_the_empty_unit(task: Task, times: float, objective: str) -> None:
    """So that 2011, where it is 4, has the alignments of 2015, where it is 1."""
    found = best_alignment(task.continuum, task.dissimilarity, objective)
    scaled = replace(task.dissimilarity, delta_empty=task.dissimilarity.delta_empty * times)
    assert best_alignment(task.continuum, scaled, objective).disorder == pytest.approx(times * found.disorder, abs=1e-9)


@both
@given(task=by_formula())
def test_what_is_forbidden_is_never_aligned(task: Task, objective: str) -> None:
    how = replace(task.dissimilarity, forbidden=NOMINAL.astype(bool))
    found = best_alignment(task.continuum, how, objective)
    category = np.append(task.continuum.category, -1)[found.members]
    for row in category:
        assert len(set(row.tolist()) - {-1}) == 1


def test_a_distance_of_1_does_not_keep_categories_apart_but_forbid_does() -> None:
    """As the authors of 2011 say; but with a mean, and one perfect pair elsewhere, two units of a place are aligned."""
    made = continuum_of([[(0, 10, "A"), (100, 110, "A")], [(0, 10, "B"), (100, 110, "A")]])
    how = Dissimilarity(NOMINAL, delta_empty=4.0)
    apart = replace(how, forbidden=NOMINAL.astype(bool))
    assert best_alignment(made, how, "mean").disorder == pytest.approx(2.0)
    assert best_alignment(made, apart, "mean").disorder == pytest.approx(8 / 3)
