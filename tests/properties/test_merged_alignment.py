"""Alignments by merging, and the bound that takes the place of a proof."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given

from accord.align import candidates, exact
from accord.align.exact import best_alignment, soft_alignment
from tests.properties.test_alignment import Task, both, holds_each_once, tasks


@both
@pytest.mark.parametrize("module_and_limit", [(exact, "MOST_SEARCHED"), (candidates, "MOST_FROM_ONE")])
@given(task=tasks)
def test_the_least_lies_between_the_bound_and_what_merging_finds(
    task: Task, module_and_limit: tuple[object, str], objective: str
) -> None:
    module, limit = module_and_limit
    with patch.object(module, limit, 1):
        found = best_alignment(task.continuum, task.dissimilarity, objective)
    least = task.plain.least(objective)
    assert 0 <= found.bound <= least + 1e-9
    assert least <= found.disorder + 1e-9
    assert 0 <= found.gap <= 1
    assert holds_each_once(found)


@given(task=tasks)
def test_no_cover_is_below_the_bound(task: Task) -> None:
    with patch.object(exact, "MOST_SEARCHED", 1):
        found = soft_alignment(task.continuum, task.dissimilarity)
    least = task.plain.least_cover()
    assert 0 <= found.bound <= least + 1e-9
    assert least <= found.disorder + 1e-9
