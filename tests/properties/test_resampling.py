"""Resampling by kinds of sentences, against resampling sentence by sentence, enumeration and formulas."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from accord.agreement.jackknife import jackknife
from accord.agreement.resample import ResampleRows, holm
from accord.agreement.result import Interval, Undefined
from accord.scoring.compare import Comparison, compare_systems
from accord.scoring.counts import Counts
from accord.scoring.mention_measures import counted_mentions
from accord.scoring.seeds import Distribution, RankSum, rank_sum
from tests.build import run_of
from tests.oracle import inference

RESAMPLES = 4_000


@st.composite
def counts(draw: st.DrawFn) -> Counts:
    reference, predicted = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    return Counts(reference, predicted, draw(st.integers(0, min(reference, predicted))))


@st.composite
def two_systems(draw: st.DrawFn, most: int = 8) -> list[inference.Sentence]:
    """Sentences as the reference, one system and the other see them, with something in the reference."""
    sentences: list[inference.Sentence] = []
    for reference in draw(st.lists(st.integers(0, 3), min_size=1, max_size=most).filter(any)):
        first, second = (
            (predicted, draw(st.integers(0, min(reference, predicted))))
            for predicted in draw(st.tuples(st.integers(0, 3), st.integers(0, 3)))
        )
        sentences.append((reference, first, second))
    return sentences


def compared(sentences: list[inference.Sentence], resamples: int = RESAMPLES, seed: int = 7) -> Comparison:
    runs = [run_of([Counts(row[0], *row[side]) for row in sentences]) for side in (1, 2)]  # type: ignore[misc]
    [comparison] = compare_systems(
        {name: [counted_mentions(run).headline] for name, run in zip(("first", "second"), runs, strict=True)},
        resamples,
        seed,
    )
    return comparison


def tolerance(p: float, resamples: int = RESAMPLES) -> float:
    """Five standard errors of a share, and the one that is added to it."""
    return 5 * sqrt(p * (1 - p) / resamples) + 2 / resamples


@given(sentences=two_systems())
def test_the_exchange_test_comes_near_the_p_of_all_exchanges(sentences: list[inference.Sentence]) -> None:
    comparison = compared(sentences)
    exact = float(inference.exchange_p(sentences))
    assert comparison.difference == pytest.approx(float(inference.f1_difference(sentences)), abs=1e-12)
    assert comparison.p == pytest.approx(exact, abs=tolerance(exact))
    assert comparison.p_holm == comparison.p


@given(sentences=two_systems())
def test_a_system_against_itself_and_against_another_the_other_way_round(sentences: list[inference.Sentence]) -> None:
    same = compared([(reference, first, first) for reference, first, _ in sentences])
    assert (same.difference, same.p) == (0, 1)
    assert same.p_bootstrap == 1 or isinstance(same.p_bootstrap, Undefined)
    there, back = compared(sentences), compared([(row[0], row[2], row[1]) for row in sentences])
    assert back.difference == pytest.approx(-float(there.difference), abs=1e-12)  # type: ignore[arg-type]


def test_the_same_seed_gives_the_same_numbers_and_another_seed_others() -> None:
    sentences = [(2, (2, index % 3), (3, (index + 1) % 2)) for index in range(9)]
    assert compared(sentences) == compared(sentences)
    assert compared(sentences) != compared(sentences, seed=8)


def test_the_bootstrap_is_the_one_that_draws_sentence_by_sentence() -> None:
    sentences = [(2, (2, index % 3), (3, (index * index) % 3)) for index in range(25)]
    comparison = compared(sentences, resamples=20_000)
    observed = float(inference.f1_difference(sentences))
    rng = np.random.default_rng(1)
    drawn = np.array(
        [float(inference.f1_difference([sentences[i] for i in rng.integers(0, 25, 25)])) for _ in range(4_000)]
    )
    assert isinstance(comparison.interval, Interval)
    low, high = np.quantile(drawn, [0.025, 0.975])
    spread = float(drawn.std())
    assert comparison.interval[:2] == pytest.approx((low, high), abs=0.15 * spread)
    share = float(np.mean(np.abs(drawn - observed) >= abs(observed) - 1e-12))
    assert comparison.p_bootstrap == pytest.approx(share, abs=tolerance(share))
    assert comparison.undefined_resamples == 0


def test_nothing_at_all_is_undefined_and_not_a_tie() -> None:
    comparison = compared([(0, (0, 0), (0, 0))] * 3)
    assert isinstance(comparison.difference, Undefined)
    assert isinstance(comparison.p, Undefined)
    assert isinstance(comparison.interval, Undefined)


def test_resamples_without_any_mention_are_counted() -> None:
    """Of three sentences one has mentions: it is missing from (2/3)^3 of the resamples."""
    comparison = compared([(1, (1, 1), (1, 0)), (0, (0, 0), (0, 0)), (0, (0, 0), (0, 0))])
    expected = (2 / 3) ** 3
    assert comparison.undefined_resamples / RESAMPLES == pytest.approx(expected, abs=tolerance(expected))


tables = st.lists(st.lists(st.integers(0, 5), min_size=5, max_size=5), min_size=1, max_size=30)


@given(table=tables)
def test_units_keep_the_totals_and_forget_only_the_order(table: list[list[int]]) -> None:
    units = ResampleRows.of(np.array(table))
    assert units.count == len(table)
    assert units.totals().tolist() == [sum(column) for column in zip(*table, strict=True)]
    expected = Counter(map(tuple, table))
    assert {tuple(row): times for row, times in zip(units.rows.tolist(), units.times.tolist(), strict=True)} == expected


@given(table=tables, seed=st.integers(0, 9))
def test_bootstrap_and_exchange_have_the_right_mean_and_spread(table: list[list[int]], seed: int) -> None:
    array = np.array(table)
    units = ResampleRows.of(array)
    drawn = np.concatenate(list(units.bootstrap(RESAMPLES, np.random.default_rng(seed))))
    spread = np.sqrt(len(table) * array.var(axis=0))
    assert np.all(np.abs(drawn.mean(axis=0) - array.sum(axis=0)) <= 5 * spread / sqrt(RESAMPLES))
    assert drawn.std(axis=0) == pytest.approx(spread, rel=0.1, abs=1e-9)
    swapped = units.exchange([1, 2], [3, 4], RESAMPLES, np.random.default_rng(seed))
    assert (swapped[:, 0] == array[:, 0].sum()).all()
    assert (swapped[:, 1] + swapped[:, 3] == array[:, [1, 3]].sum()).all()
    apart = array[:, 1] - array[:, 3]
    half = np.sqrt((apart**2).sum()) / 2
    assert abs(swapped[:, 1].mean() - array[:, [1, 3]].sum() / 2) <= 5 * half / sqrt(RESAMPLES)
    assert swapped[:, 1].std() == pytest.approx(half, rel=0.1, abs=1e-9)


@given(sentences=st.lists(counts(), min_size=2, max_size=20))
def test_the_jackknife_leaves_out_each_sentence(sentences: list[Counts]) -> None:
    total = Counts(*map(sum, zip(*sentences, strict=True)))
    assume(0 < total.correct < (total.reference + total.predicted) / 2)
    rest = [Counts(*(whole - part for whole, part in zip(total, row, strict=True))) for row in sentences]
    interval = jackknife(Counter(sentences), lambda row: Counts(*row).f1)
    if any(not row.reference + row.predicted for row in rest) or len({row.f1 for row in rest}) == 1:
        assert isinstance(interval, Undefined)
    else:
        assert isinstance(interval, Interval)
        assert interval[:2] == pytest.approx(inference.jackknife_f1(sentences), abs=1e-9)
        value = 2 * total.correct / (total.reference + total.predicted)
        assert 0 <= interval.low <= value + 1e-12
        assert value - 1e-12 <= interval.high <= 1


p_values = st.lists(st.one_of(st.integers(0, 60), st.integers(0, 1024)).map(lambda part: part / 1024), max_size=6)


@pytest.mark.parametrize(
    ("values", "corrected"),
    [
        ([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]),  # 0.04 * 1 may not fall below 0.03 * 2
        ([0.5, 0.6], [1.0, 1.0]),
        ([0.02], [0.02]),
        ([], []),
    ],
)
def test_holm_by_hand(values: list[float], corrected: list[float]) -> None:
    assert holm(values) == pytest.approx(corrected)


@given(values=p_values, alpha=st.sampled_from([0.05, 0.01, 0.3]))
def test_holm_rejects_what_the_step_down_procedure_rejects(values: list[float], alpha: float) -> None:
    order = sorted(range(len(values)), key=lambda index: values[index])
    rejected = set()
    for step, index in enumerate(order):
        if values[index] > alpha / (len(values) - step):
            break
        rejected.add(index)
    corrected = holm(values)
    assert {index for index, p in enumerate(corrected) if p <= alpha} == rejected
    assert all(p <= held <= min(1, p * len(values)) for p, held in zip(values, corrected, strict=True))


@given(
    highest=st.sampled_from([1, 3, 40]),
    sizes=st.tuples(st.integers(2, 6), st.integers(2, 6)),
    data=st.data(),
)
def test_the_rank_sum_test_counts_all_ways_to_deal_out_the_ranks(
    highest: int, sizes: tuple[int, int], data: st.DataObject
) -> None:
    first, second = (data.draw(st.lists(st.integers(0, highest), min_size=size, max_size=size)) for size in sizes)
    test = rank_sum_of(first, second)
    assert test.p_normal == pytest.approx(inference.rank_sum_p_normal(first, second), abs=1e-9)
    assert test.p == pytest.approx(float(inference.rank_sum_p(first, second)), rel=1e-12)
    assert test.p >= test.smallest_p - 1e-12
    assert test.p == pytest.approx(rank_sum_of(second, first).p, rel=1e-12)


def rank_sum_of(first: list[int], second: list[int]) -> RankSum:
    ours, theirs = (Distribution(tuple(Fraction(part, 40) for part in parts)) for parts in (first, second))
    return rank_sum("a", ours, "b", theirs)
