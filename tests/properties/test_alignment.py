"""Best alignments against every alignment there is, and what must always hold of them."""

from __future__ import annotations

from contextlib import contextmanager
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.alignment import candidates, exact
from accord.alignment.alignment import EMPTY
from accord.alignment.candidates import Search
from accord.alignment.effort import Effort
from accord.alignment.exact import best_alignment, soft_alignment
from accord.alignment.greedy import greedy_alignment
from accord.alignment.pairs import near_pairs
from accord.alignment.program import Program
from accord.alignment.whole import Whole, whole_choice
from accord.distance.dissimilarity import Dissimilarity
from tests.properties.continua import NOMINAL, Table, Task, continuum_of, random_task, tasks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.alignment.alignment import Alignment
    from accord.alignment.pairs import Pairs
    from accord.study.units import Floats, Numbers

both = pytest.mark.parametrize("objective", ["sum", "mean"])


class Everything(Search):
    """A search that drops nothing."""

    @cached_property
    def pairs(self) -> Pairs:
        return near_pairs(self.continuum, self.dissimilarity, np.inf)

    def _worth_keeping(self, members: Numbers, weights: Floats) -> Any:
        return np.ones(len(members), dtype=bool)


@contextmanager
def with_the_whole_product() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact, "Search", Everything)
        yield


@contextmanager
def with_few_held(most: int = 6) -> Iterator[None]:
    """So that columns are generated, and looked for part by part."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(candidates, "MAX_HELD", most)
        yield


def holds_each_once(found: Alignment) -> bool:
    units = found.members[found.members != EMPTY]
    owners = np.broadcast_to(np.arange(found.members.shape[1]), found.members.shape)[found.members != EMPTY]
    return (
        np.array_equal(np.sort(units), np.arange(len(found.continuum)))
        and np.array_equal(found.continuum.owner[units], owners)
        and bool((found.members != EMPTY).any(axis=1).all())
    )


def is_proved(found: Alignment) -> bool:
    return found.proved and found.gap <= 1e-9 and found.bound <= found.disorder


def in_disorder(task: Task, found: Alignment) -> Floats:
    """The disorder of each unitary alignment by its definition."""
    rows = [tuple(None if unit == EMPTY else unit for unit in row) for row in found.members.tolist()]
    return np.array([task.plain.disorder(row) for row in rows])


@given(task=tasks)
def test_near_pairs_are_all_that_are_at_most_so_dissimilar(task: Task) -> None:
    """Also those that are exactly so dissimilar, and of limit 0 those that are alike."""
    units, owner = range(len(task.continuum)), task.continuum.owner
    apart = {(one, other): task.plain.between(one, other) for one, other in combinations(units, 2)}
    for most in (0.0, task.dissimilarity.delta_empty, 2 * task.dissimilarity.delta_empty):
        found = near_pairs(task.continuum, task.dissimilarity, most)
        wanted = [pair for pair, far in apart.items() if far <= most + 1e-13 and owner[pair[0]] != owner[pair[1]]]
        assert list(zip(found.first.tolist(), found.second(slice(None)).tolist(), strict=True)) == wanted


@both
@settings(max_examples=60)
@given(task=tasks)
def test_the_best_alignment_is_the_best_of_all(task: Task, objective: str) -> None:
    least = pytest.approx(task.plain.least(objective), abs=1e-9)
    found = best_alignment(task.continuum, task.dissimilarity, objective)
    assert found.disorder == least
    assert found.disorders == pytest.approx(in_disorder(task, found))
    assert holds_each_once(found)
    assert is_proved(found)


@both
@given(task=tasks)
def test_so_it_is_without_pruning(task: Task, objective: str) -> None:
    with with_the_whole_product():
        found = best_alignment(task.continuum, task.dissimilarity, objective)
    pruned = best_alignment(task.continuum, task.dissimilarity, objective)
    assert found.disorder == pytest.approx(task.plain.least(objective), abs=1e-9)
    assert found.disorder == pytest.approx(pruned.disorder, abs=1e-9)
    assert pruned.candidates <= found.candidates
    assert holds_each_once(found)
    assert is_proved(found)


@both
@given(task=tasks, most=st.sampled_from([1, 5, 20]))
def test_so_it_is_where_candidates_are_generated(task: Task, most: int, objective: str) -> None:
    with with_few_held(most):
        found = best_alignment(task.continuum, task.dissimilarity, objective)
    assert found.disorder == pytest.approx(task.plain.least(objective), abs=1e-9)
    assert holds_each_once(found)
    assert is_proved(found)


@given(task=tasks, most=st.sampled_from([1, 10**6]))
def test_a_soft_alignment_is_the_best_cover(task: Task, most: int) -> None:
    with with_few_held(most):
        found = soft_alignment(task.continuum, task.dissimilarity)
    assert found.disorder == pytest.approx(task.plain.least_cover(), abs=1e-9)
    assert found.disorders == pytest.approx(in_disorder(task, found))
    assert set(found.members.ravel().tolist()) >= set(range(len(task.continuum)))
    assert is_proved(found)
    best = best_alignment(task.continuum, task.dissimilarity)
    assert found.disorder <= best.disorder + 1e-9


@both
@given(task=tasks)
def test_algorithm_1_is_never_below_the_best(task: Task, objective: str) -> None:
    found = greedy_alignment(task.continuum, task.dissimilarity, objective)
    best = best_alignment(task.continuum, task.dissimilarity, objective)
    assert found.disorder >= best.disorder - 1e-9
    assert found.bound <= found.disorder
    assert holds_each_once(found)
    assert found.disorders == pytest.approx(in_disorder(task, found))
    with with_few_held(1):
        in_parts = greedy_alignment(task.continuum, task.dissimilarity, objective)
    assert in_parts.disorder == pytest.approx(found.disorder, abs=1e-9)


@pytest.fixture
def in_part(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each linear program took some candidates in part only."""
    said: list[bool] = []
    solve = Program.solve

    def noted(program: Program, effort: Effort) -> Any:
        found = solve(program, effort)
        assert found is not None
        said.append(not found.whole)
        return found

    monkeypatch.setattr(Program, "solve", noted)
    return said


@both
@pytest.mark.parametrize("most", [1, 10**6])
@pytest.mark.parametrize(("seed", "counts"), [(13, (4, 4, 4)), (26, (4, 4, 4)), (5, (3, 3, 3, 3)), (10, (3, 3, 3, 3))])
def test_candidates_that_a_linear_program_takes_in_part(
    seed: int, counts: tuple[int, ...], most: int, objective: str, in_part: list[bool]
) -> None:
    task = random_task(seed, counts)
    with with_few_held(most):
        found = best_alignment(task.continuum, task.dissimilarity, objective)
    assert in_part[-1]
    assert found.disorder == pytest.approx(task.plain.least(objective), abs=1e-9)
    assert holds_each_once(found)
    assert is_proved(found)


@pytest.mark.parametrize("most", [1, 10**6])
def test_parts_that_nothing_links_are_chosen_from_one_by_one(
    most: int, in_part: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = [random_task(seed, (4, 4, 4)) for seed in (13, 26, 1, 13, 2)]
    apart = [[(at + 1_000.0 * part, at + 1_000.0 * part + 1, "A") for part in range(5) for at in range(4)]] * 3
    together = continuum_of(apart)
    part, side, at = np.arange(60) // 4 % 5, np.arange(60) // 20, np.arange(60) % 4
    values = np.full((60, 60), 9.0)
    for number, task in enumerate(tasks):
        here = np.flatnonzero(part == number)
        within = side[here] * 4 + at[here]
        by = task.dissimilarity.by
        assert isinstance(by, Table)
        values[np.ix_(here, here)] = by.values[np.ix_(within, within)]
    sizes: list[int] = []
    solve = Program.solve_whole

    def noted(program: Program, effort: Effort) -> Any:
        sizes.append(program.highs.getNumRow())
        return solve(program, effort)

    monkeypatch.setattr(Program, "solve_whole", noted)
    with with_few_held(most):
        found = best_alignment(together, Dissimilarity(NOMINAL, by=Table(values)))
    assert in_part[-1]
    assert len(sizes) > 1
    assert max(sizes) <= 12
    assert found.sum == pytest.approx(sum(4 * task.plain.least("sum") for task in tasks), abs=1e-9)
    assert holds_each_once(found)
    assert is_proved(found)


@both
@pytest.mark.parametrize("first_reach", [1e-4, 100.0])
@pytest.mark.parametrize("cover", [False, True])
def test_how_far_it_reaches_at_first_does_not_matter(
    first_reach: float, cover: bool, objective: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def best(task: Task) -> Alignment:
        if cover:
            return soft_alignment(task.continuum, task.dissimilarity)
        return best_alignment(task.continuum, task.dissimilarity, objective)

    tasks = [random_task(seed, (4, 4, 4)) for seed in (13, 26)] + [random_task(seed, (3, 3, 3, 3)) for seed in (5, 14)]
    usual = [best(task) for task in tasks]
    monkeypatch.setattr(exact, "_FIRST_REACH", first_reach)
    for task, found in zip(tasks, usual, strict=True):
        again = best(task)
        assert (again.sum, again.bound) == pytest.approx((found.sum, found.bound), abs=1e-9)
        assert is_proved(again)


def test_what_an_earlier_round_found_is_kept_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    task = random_task(14, (3, 3, 3, 3))
    rounds: list[Whole] = []
    monkeypatch.setattr(exact, "_FIRST_REACH", 1e-3)

    def time_for_one(*args: Any, effort: Effort, **how: Any) -> Whole:
        rounds.append(whole_choice(*args, effort=effort if not rounds else Effort(0.0), **how))
        return rounds[-1]

    monkeypatch.setattr(exact, "whole_choice", time_for_one)
    found = best_alignment(task.continuum, task.dissimilarity)
    assert len(rounds) > 1
    assert found.sum <= rounds[0].chosen.disorders.sum()
    assert holds_each_once(found)


@both
@pytest.mark.parametrize(("seed", "counts"), [(13, (4, 4, 4)), (5, (3, 3, 3, 3))])
def test_when_the_time_is_up_there_is_an_alignment_and_it_is_not_called_the_best(
    seed: int, counts: tuple[int, ...], objective: str
) -> None:
    task = random_task(seed, counts)
    found = best_alignment(task.continuum, task.dissimilarity, objective, seconds=0.0)
    least = task.plain.least(objective)
    assert holds_each_once(found)
    assert found.bound <= least < found.disorder
    assert not found.proved
    assert found.gap == pytest.approx(1 - found.bound / found.disorder)


@pytest.mark.parametrize("annotators", [2, 3])
def test_no_units_leave_no_disorder(annotators: int) -> None:
    nothing, how = continuum_of([[]] * annotators), Dissimilarity(NOMINAL)
    for found in (
        best_alignment(nothing, how),
        best_alignment(nothing, how, "mean"),
        soft_alignment(nothing, how),
        greedy_alignment(nothing, how),
    ):
        assert (found.size, found.disorder, found.proved) == (0, 0.0, True)


def holds_no_more_than_it_knows(found: Alignment, least: float) -> bool:
    """Whether the bound is one, and what is called proved is the best."""
    return 0 <= found.bound <= least + 1e-9 <= found.disorder + 2e-9 and (
        not found.proved or found.disorder == pytest.approx(least, abs=1e-9)
    )


@pytest.mark.parametrize(("module", "limit"), [(exact, "MAX_SEARCHED"), (candidates, "MAX_FROM_ONE")])
@given(task=tasks)
def test_units_that_are_merged_are_aligned_and_the_bound_is_one(module: Any, limit: str, task: Task) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, limit, 1)
        for objective in ("sum", "mean"):
            found = best_alignment(task.continuum, task.dissimilarity, objective)
            assert holds_each_once(found)
            assert found.disorders == pytest.approx(in_disorder(task, found))
            assert holds_no_more_than_it_knows(found, task.plain.least(objective))
        soft = soft_alignment(task.continuum, task.dissimilarity)
        assert holds_no_more_than_it_knows(soft, task.plain.least_cover())


def test_a_solver_that_is_used_again_knows_nothing_of_the_last_program() -> None:
    def solved(*, whole: bool) -> tuple[list[float], float]:
        program = Program(3, cover=False)
        program.add(np.array([[0, 1, -1], [-1, 1, 2], [0, -1, 2], [0, -1, -1], [-1, 1, -1], [-1, -1, 2]]), costs)
        effort = Effort()
        solution = program.solve_whole(effort)[0] if whole else program.solve(effort)
        return solution.taken.tolist(), solution.cost

    costs = np.array([1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    assert solved(whole=False) == ([0.5, 0.5, 0.5, 0.0, 0.0, 0.0], 1.5)  # pairs that are taken by half
    assert solved(whole=True)[1] == 2.0
    assert solved(whole=False) == ([0.5, 0.5, 0.5, 0.0, 0.0, 0.0], 1.5)
    costs = costs * np.array([1, 1, 1, 0.1, 0.1, 0.1])
    assert solved(whole=False)[0] == [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]
