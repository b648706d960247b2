"""The parts of gamma-cat and gamma-k against plain loops over the pairs of an alignment."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.alignment.alignment import EMPTY
from accord.alignment.method import Method
from accord.distance.position import Hamming
from accord.kinds.units.disorders import Disorders
from accord.kinds.units.gamma_cat import GammaCat, GammaCatPygamma
from accord.kinds.units.gamma_k import GammaK, GammaKPygamma
from accord.study.units import UnitStudy
from tests.oracle import alignment as oracle
from tests.properties.continua import CATEGORIES, Task, by_formula

if TYPE_CHECKING:
    from accord.alignment.alignment import Alignment

forms = pytest.mark.parametrize(
    ("cat", "k", "with_empty"), [(GammaCat, GammaK, False), (GammaCatPygamma, GammaKPygamma, True)]
)


def plain(task: Task, found: Alignment, *, only: str | None, with_empty: bool) -> float | None:
    made, how = task.continuum, task.dissimilarity
    units = [
        (start, end, CATEGORIES[category])
        for start, end, category in zip(made.start.tolist(), made.end.tolist(), made.category.tolist(), strict=True)
    ]
    mean = sum(end - start for start, end, _ in units) / len(units)

    def place(one: oracle.Marked, other: oracle.Marked) -> float:
        return oracle.hamming(one, other, mean) if isinstance(how.position, Hamming) else oracle.sporadic(one, other)

    def between(one: str, other: str) -> float:
        return float(how.categories[CATEGORIES.index(one), CATEGORIES.index(other)])

    rows = [[None if unit == EMPTY else units[unit] for unit in row] for row in found.members.tolist()]
    return oracle.categories_confused(rows, between, place, how.alpha, only=only, with_empty=with_empty)


@forms
@given(task=by_formula(), kind=st.sampled_from(["exact", "soft", "greedy"]))
def test_confused_categories(cat: type[GammaCat], k: type[GammaK], with_empty: bool, task: Task, kind: str) -> None:
    task = Task(task.continuum, replace(task.dissimilarity, delta_empty=1.0))
    method = Method(task.dissimilarity, "sum", kind)
    alignment = method.align(task.continuum)
    observed = Disorders.of([alignment], method, len(CATEGORIES))
    study = UnitStudy((task.continuum,), task.continuum.annotators, tuple(CATEGORIES))
    nothing = {"any": observed.as_row()}
    shares = {
        **cat().shares(study, observed, nothing, observed.categories.weight[:, 0]),
        **k().shares(study, observed, nothing, observed.categories.weight[:, 0]),
    }
    for name, found in shares.items():
        only = name.partition(":")[2] or None
        expected = plain(task, alignment, only=only, with_empty=with_empty)
        if expected is None:
            assert found.of == pytest.approx(0)
        else:
            assert found.observed / found.of == pytest.approx(expected, abs=1e-9)
    assert len(shares) == 1 + len(CATEGORIES)
