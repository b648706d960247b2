"""Random spans against every placement, exact fractions, drawn placements, and what must always hold."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.chance import random_spans
from accord.chance.approximate_spans import density_f1, nearly_uniform, uniform_starts
from accord.chance.exact_spans import exact_coverage, exact_starts
from accord.chance.few_spans import few
from accord.chance.random_spans import coverage, expected_starts
from accord.chance.sampled_spans import covered_tokens, sampled_starts
from accord.chance.two_spans import TOO_MUCH, pairs_of_starts, work
from accord.errors import UsageError
from accord.kinds.spans.union import PlacedSpans
from tests.oracle import random_spans as oracle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

SMALL = [
    (tokens, lengths)
    for tokens in range(1, 11)
    for spans in range(1, 5)
    for lengths in combinations_with_replacement(range(1, tokens + 1), spans)
    if sum(lengths) <= tokens
]
"""All lengths of up to four spans on up to ten tokens."""


@st.composite
def texts(draw: st.DrawFn, most_spans: int = 7, longest: int = 9, most_gaps: int = 60) -> tuple[int, list[int]]:
    lengths = draw(st.lists(st.integers(1, longest), min_size=1, max_size=most_spans))
    return sum(lengths) + draw(st.integers(0, most_gaps)), lengths


def by_fourier(tokens: int, lengths: Sequence[int]) -> random_spans.Starts:
    """All starts by the integral, also where spans are few."""
    counts = Counter(lengths)
    return {length: counts[length] * each for length, each in random_spans._everywhere(tokens, counts).items()}


def near(found: ArrayLike, exact: Sequence[Fraction], relative: float = 1e-12, least: float = 0.0) -> bool:
    return bool(np.allclose(found, [float(value) for value in exact], rtol=relative, atol=least))


def test_there_are_as_many_small_cases_as_the_reference_counts() -> None:
    assert len(SMALL) == 316
    assert sum(max(lengths) <= 5 for _, lengths in SMALL) == 266


@pytest.mark.parametrize("tokens", range(1, 11))
def test_every_placement_on_a_small_text(tokens: int) -> None:
    for lengths in (lengths for size, lengths in SMALL if size == tokens):
        placed = list(oracle.placements(tokens, lengths))
        starts, covered = oracle.starts(tokens, lengths, placed), oracle.coverage(tokens, lengths, placed)
        assert exact_starts(tokens, lengths) == starts
        assert exact_coverage(tokens, lengths) == covered
        found = expected_starts(tokens, lengths)
        assert near(coverage(found, tokens), covered)
        assert all(near(found[length], starts[length]) for length in starts)
        fourier = by_fourier(tokens, lengths)
        assert all(near(fourier[length], starts[length], least=1e-15) for length in starts)


@pytest.mark.parametrize("gap", [1, 2])
def test_every_placement_with_tokens_between(gap: int) -> None:
    for tokens, lengths in SMALL:
        placed = list(oracle.placements(tokens, lengths, gap=gap))
        if placed:
            starts = oracle.starts(tokens, lengths, placed)
            assert exact_starts(tokens, lengths, gap=gap) == starts
            found = expected_starts(tokens, lengths, gap=gap)
            assert all(near(found[length], starts[length]) for length in starts)
        else:
            with pytest.raises(UsageError):
                expected_starts(tokens, lengths, gap=gap)


def test_every_placement_with_overlap() -> None:
    for tokens, lengths in ((6, (1, 2, 2)), (7, (3, 5)), (5, (5, 5, 5))):
        placed = list(oracle.placements(tokens, lengths, overlap=True))
        assert exact_starts(tokens, lengths, overlap=True) == oracle.starts(tokens, lengths, placed)
        covered = oracle.coverage(tokens, lengths, placed)
        assert exact_coverage(tokens, lengths, overlap=True) == covered
        assert near(coverage(expected_starts(tokens, lengths, overlap=True), tokens), covered)


@given(texts(most_spans=5, longest=6, most_gaps=12))
def test_the_sum_over_subsets_of_the_paper(text: tuple[int, list[int]]) -> None:
    tokens, lengths = text
    starts = exact_starts(tokens, lengths)
    for span, length in enumerate(lengths):
        found = [oracle.chance_of_start(tokens, lengths, span, start) for start in range(tokens - length + 1)]
        assert [chance * lengths.count(length) for chance in found] == starts[length]


@given(texts())
def test_floats_are_the_fractions(text: tuple[int, list[int]]) -> None:
    tokens, lengths = text
    found, exact = expected_starts(tokens, lengths), exact_starts(tokens, lengths)
    assert list(found) == list(exact) == sorted(set(lengths))
    assert all(near(found[length], exact[length]) for length in exact)
    assert near(coverage(found, tokens), exact_coverage(tokens, lengths))
    fourier = by_fourier(tokens, lengths)
    assert all(near(fourier[length], exact[length], least=1e-15) for length in exact)


@given(texts(), st.integers(0, 3))
def test_coverage_sums_to_the_total_length_and_is_symmetric(text: tuple[int, list[int]], gap: int) -> None:
    tokens, lengths = text
    tokens += gap * (len(lengths) - 1)
    covered = exact_coverage(tokens, lengths, gap=gap)
    assert sum(covered) == sum(lengths)
    assert covered == covered[::-1]
    for length, starts in exact_starts(tokens, lengths, gap=gap).items():
        assert sum(starts) == lengths.count(length)
        assert starts == starts[::-1]


@given(texts(), st.randoms(use_true_random=False))
def test_the_order_of_lengths_does_not_matter(text: tuple[int, list[int]], random: object) -> None:
    tokens, lengths = text
    shuffled = list(lengths)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    first, second = expected_starts(tokens, lengths), expected_starts(tokens, shuffled)
    assert all(np.array_equal(first[length], second[length]) for length in first)


@given(texts(most_spans=4, longest=5, most_gaps=30))
def test_the_plateau_is_where_proposition_3_says(text: tuple[int, list[int]]) -> None:
    tokens, lengths = text
    total, spans = sum(lengths), len(lengths)
    for span, length in enumerate(lengths):
        first, last = total - length - spans + 2, tokens - total + spans
        flat = {oracle.chance_of_start(tokens, lengths, span, start - 1) for start in range(first, last + 1)}
        assert len(flat) <= 1
        assert not flat or exact_starts(tokens, lengths)[length][first - 1] == flat.pop() * lengths.count(length)


@given(texts(most_spans=4, longest=5, most_gaps=20), texts(most_spans=4, longest=5, most_gaps=20), st.integers(1, 9))
def test_text_without_spans_lowers_chance(one: tuple[int, list[int]], other: tuple[int, list[int]], more: int) -> None:
    tokens = max(one[0], other[0])

    def overlap(size: int) -> Fraction:
        pairs = zip(exact_coverage(size, one[1]), exact_coverage(size, other[1]), strict=True)
        return sum((first * second for first, second in pairs), Fraction(0))

    assert overlap(tokens + more) < overlap(tokens)


@pytest.mark.parametrize(
    ("tokens", "spans", "longest"), [(100_000, 200, 5), (1_000_000, 5_000, 5), (5_000, 500, 9), (20_000, 60, 200)]
)
def test_large_texts_have_twelve_digits(tokens: int, spans: int, longest: int) -> None:
    lengths = np.random.default_rng(spans).integers(1, longest + 1, spans).tolist()
    assert not few(tokens, Counter(lengths))
    found = expected_starts(tokens, lengths)
    for length in sorted(found)[:3]:
        exact = oracle.first_starts(tokens, lengths, length, 20)
        assert near(found[length][:20] / lengths.count(length), exact)
        assert found[length].sum() == pytest.approx(lengths.count(length), rel=1e-12)
    assert coverage(found, tokens).sum() == pytest.approx(sum(lengths), rel=1e-12)


@pytest.mark.parametrize(
    ("tokens", "lengths"), [(100_000, [400] * 12), (100_000, [1, 500]), (60_000, [90] * 200), (3_000, [40] * 20)]
)
def test_long_spans_in_a_long_text(tokens: int, lengths: list[int]) -> None:
    found = expected_starts(tokens, lengths)
    items = tokens - sum(lengths) + len(lengths)
    for length, starts in found.items():
        assert starts[0] == pytest.approx(lengths.count(length) / items, rel=1e-12)
        assert starts.sum() == pytest.approx(lengths.count(length), rel=1e-12)
        assert near(starts[:20] / lengths.count(length), oracle.first_starts(tokens, lengths, length, 20))


def test_some_fifty_spans_in_fractions() -> None:
    lengths = np.random.default_rng(50).integers(1, 6, 50).tolist()
    exact, found = exact_starts(1_000, lengths), expected_starts(1_000, lengths)
    assert all(sum(starts) == lengths.count(length) for length, starts in exact.items())
    assert all(near(found[length], exact[length]) for length in exact)


def test_what_is_given_back_is_the_callers_own() -> None:
    expected_starts(9, [2, 3])[2][:] = 7
    assert expected_starts(9, [2, 3])[2].sum() == pytest.approx(1)


@pytest.mark.parametrize(("tokens", "lengths"), [(7, [2, 1]), (40, [1, 2]), (8, [2, 2, 1]), (30, [1, 1]), (6, [])])
def test_every_placement_is_drawn_as_often(tokens: int, lengths: list[int]) -> None:
    from scipy.stats import chisquare

    placed = list(oracle.placements(tokens, lengths))
    drawn = sampled_starts(tokens, lengths, np.random.default_rng(3), 30 * len(placed) + 1_000)
    times = Counter(map(tuple, drawn.tolist()))
    assert set(times) == set(placed)
    if len(placed) > 1:
        assert chisquare([times[placement] for placement in placed]).pvalue > 1e-3


def test_drawn_spans_keep_their_distance_and_their_text() -> None:
    for tokens, lengths, gap in ((30, [3, 4, 5], 2), (500, [3, 1, 5], 4), (19, [3, 4, 5], 3)):
        placed = sampled_starts(tokens, lengths, np.random.default_rng(1), 300, gap=gap)
        order = np.argsort(placed, axis=1)
        ordered, widths = np.take_along_axis(placed, order, axis=1), np.array(lengths)[order]
        assert (ordered[:, 1:] - ordered[:, :-1] - widths[:, :-1] >= gap).all()
        assert placed.min() >= 0
        assert (placed + lengths).max() <= tokens


def test_two_hundred_larger_texts_drawn() -> None:
    rng = np.random.default_rng(200)
    samples = 400
    for case in range(200):
        lengths = rng.integers(1, rng.integers(2, 30), rng.integers(1, 30)).tolist()
        tokens = sum(lengths) + int(rng.integers(0, 8 * sum(lengths)))
        overlap, gap = case % 5 == 0, case % 3 if case % 5 else 0
        tokens += gap * len(lengths)
        expected = coverage(expected_starts(tokens, lengths, overlap=overlap, gap=gap), tokens)
        placed = sampled_starts(tokens, lengths, rng, samples, overlap=overlap, gap=gap)
        near_an_end = np.arange(tokens) < rng.integers(1, tokens + 1)
        inside = np.concatenate([[0], np.cumsum(near_an_end)])
        covered = (inside[placed + np.array(lengths)] - inside[placed]).sum(axis=1)
        error = covered.std() / np.sqrt(samples)
        assert abs(covered.mean() - expected[near_an_end].sum()) <= 4 * error + 1e-9


def test_drawn_coverage() -> None:
    drawn = covered_tokens(sampled_starts(12, [2, 3], np.random.default_rng(1), 20_000), [2, 3], 12)
    assert drawn.shape == (20_000, 12)
    assert (drawn.sum(axis=1) == 5).all()
    assert drawn.mean(axis=0) == pytest.approx([float(each) for each in exact_coverage(12, [2, 3])], abs=0.015)


@pytest.mark.parametrize("model", [{}, {"gap": 1}, {"overlap": True}])
def test_two_spans_at_once_in_every_placement(model: dict[str, Any]) -> None:
    for tokens, lengths in SMALL:
        if tokens > 8 or sum(lengths) + model.get("gap", 0) * (len(lengths) - 1) > tokens:
            continue
        placed = list(oracle.placements(tokens, lengths, **model))
        found = pairs_of_starts(tokens, lengths, **model)
        assert set(found) == set(product(lengths, repeat=2))
        for pair, exact in oracle.pairs_of_starts(tokens, lengths, placed).items():
            assert near(found[pair].ravel(), [chance for row in exact for chance in row], least=1e-15)


def test_two_spans_at_once_in_a_longer_text() -> None:
    for tokens, lengths in ((90, [1] * 20 + [2, 2, 3]), (65, [4, 1, 2, 3])):
        starts, pairs = expected_starts(tokens, lengths), pairs_of_starts(tokens, lengths)
        for (one, other), both in pairs.items():
            others = lengths.count(other) - (one == other)
            assert both.sum(axis=1) == pytest.approx(starts[one] * others, rel=1e-12)


def test_what_two_spans_at_once_take() -> None:
    assert work(10, [3]) == 64
    assert work(10, [3, 1, 1]) == (8 + 10) ** 2 * 3 * 6
    assert work(10, [3, 1, 1], overlap=True) == (8 + 10) ** 2
    assert work(5_000, [1, 2] * 200) == TOO_MUCH


@given(st.data())
def test_what_spans_mark_is_the_tokens_that_some_span_covers(data: st.DataObject) -> None:
    def placed() -> tuple[PlacedSpans, Any]:
        lengths = data.draw(st.lists(st.integers(1, 6), min_size=1, max_size=5))
        starts = np.array(data.draw(st.lists(st.tuples(*[st.integers(0, 14)] * len(lengths)), min_size=3, max_size=3)))
        return PlacedSpans.of(starts, lengths), covered_tokens(starts, lengths, 20)

    (ours, covered), (theirs, also) = placed(), placed()
    assert ours.marked.tolist() == covered.sum(axis=1).tolist()
    assert ours.beside(theirs).marked.tolist() == (covered | also).sum(axis=1).tolist()


def test_covered_tokens_of_no_spans() -> None:
    assert not covered_tokens(np.empty((3, 0), dtype=np.int64), [], 4).any()


def test_the_uniform_approximation_and_its_test() -> None:
    assert [nearly_uniform(tokens, [1, 5, 10, 15]) for tokens in (100, 1_000, 3_100)] == [False, False, True]
    for tokens, error in ((100, 0.37), (3_100, 0.0095)):
        uniform, exact = uniform_starts(tokens, [1, 5, 10, 15]), expected_starts(tokens, [1, 5, 10, 15])
        worst = max(float(np.max(np.abs(exact[length] / uniform[length] - 1))) for length in exact)
        assert worst == pytest.approx(error, abs=0.005)


@given(texts(), texts())
def test_the_density_comes_near_in_a_long_text(one: tuple[int, list[int]], other: tuple[int, list[int]]) -> None:
    tokens = 100 * (one[0] + other[0])
    first, second = (coverage(expected_starts(tokens, lengths), tokens) for lengths in (one[1], other[1]))
    chance = 2 * float(first @ second) / (sum(one[1]) + sum(other[1]))
    assert density_f1(tokens, sum(one[1]), sum(other[1])) == pytest.approx(chance, rel=0.05)
