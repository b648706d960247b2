"""Corrected F1 of runs against every placement there is: what chance reaches, also of each type, and tests of it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from statistics import fmean, pvariance
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.agreement.result import Undefined
from tests.oracle.chunks import chunk_sets, write
from tests.oracle.random_spans import placements

if TYPE_CHECKING:
    from collections.abc import Iterator

Chunks = list[tuple[int, int, str]]
TYPES = ("X", "Y")


@st.composite
def sentences(draw: st.DrawFn, most: int = 3) -> list[tuple[int, Chunks, Chunks]]:
    """Texts of a few tokens, with what the reference and a system marked."""
    found = []
    for length in draw(st.lists(st.integers(1, 4), min_size=1, max_size=most)):
        sides = [draw(st.sampled_from(chunk_sets(length, TYPES))) for _ in range(2)]
        found.append((length, *sides))
    return found  # type: ignore[return-value]


def labels(given_: list[tuple[int, Chunks, Chunks]], side: int) -> list[list[str]]:
    return [write((ours, theirs)[side], length, "BIO") for length, ours, theirs in given_]


def matches(match: str, ours: Chunks, theirs: Chunks) -> int:
    """By looking at every two spans."""
    if match == "exact":
        return len(set(ours) & set(theirs))
    tokens = [{(token, type_) for start, end, type_ in side for token in range(start, end)} for side in (ours, theirs)]
    return len(tokens[0] & tokens[1])


def size(match: str, chunks: Chunks) -> int:
    return len(chunks) if match == "exact" else sum(end - start for start, end, _ in chunks)


def placed(tokens: int, chunks: Chunks) -> Iterator[Chunks]:
    """Every way to place the spans, each type for itself."""
    of_type = [[end - start for start, end, type_ in chunks if type_ == each] for each in TYPES]
    for both in product(*(placements(tokens, lengths) for lengths in of_type)):
        yield [
            (start, start + length, type_)
            for type_, lengths, starts in zip(TYPES, of_type, both, strict=True)
            for length, start in zip(lengths, starts, strict=True)
        ]


def by_chance(match: str, fixed: str, tokens: int, ours: Chunks, theirs: Chunks) -> list[int]:
    """What matches in every placement."""
    anywhere = list(placed(tokens, theirs))
    references = [ours] if fixed == "reference" else list(placed(tokens, ours))
    return [matches(match, reference, other) for reference in references for other in anywhere]


@settings(max_examples=60)
@given(given_=sentences(), match=st.sampled_from(["token", "exact"]), fixed=st.sampled_from(["reference", "none"]))
def test_chance_is_the_mean_over_every_placement(
    given_: list[tuple[int, Chunks, Chunks]], match: str, fixed: str
) -> None:
    found = accord.score_beyond_chance(
        labels(given_, 0), labels(given_, 1), encoding="BIO", match=match, fixed=fixed, draws=0
    )
    measured = found.parts[0].runs[0].measured
    total = sum(size(match, ours) + size(match, theirs) for _, ours, theirs in given_)
    if not total:
        assert isinstance(measured.observed, Undefined)
        return
    drawn = [by_chance(match, fixed, *each) for each in given_]
    expected = 2 * sum(fmean(each) for each in drawn) / total
    observed = 2 * sum(matches(match, ours, theirs) for _, ours, theirs in given_) / total
    assert measured.observed == pytest.approx(observed)
    assert measured.expected == pytest.approx(expected)
    assert measured.sd == pytest.approx(2 * sum(pvariance(each) for each in drawn) ** 0.5 / total, abs=1e-7)
    if expected < 1 - 1e-9:
        assert measured.value == pytest.approx((observed - expected) / (1 - expected))
    assert f"|fixed:{fixed}|" in str(found.parts[0].signature)


@settings(max_examples=25)
@given(given_=sentences(), fixed=st.sampled_from(["reference", "none"]))
def test_p_of_few_sentences_is_that_of_every_placement(given_: list[tuple[int, Chunks, Chunks]], fixed: str) -> None:
    run = accord.score_beyond_chance(labels(given_, 0), labels(given_, 1), encoding="BIO", fixed=fixed).parts[0].runs[0]
    measured = run.measured
    if isinstance(measured.observed, Undefined):
        return
    observed = sum(matches("token", ours, theirs) for _, ours, theirs in given_)
    sums = {0: Fraction(1)}
    for each in given_:
        drawn = by_chance("token", fixed, *each)
        sums_before, sums = sums, {}
        for before, share in sums_before.items():
            for found in drawn:
                sums[before + found] = sums.get(before + found, Fraction(0)) + share / len(drawn)
    p = float(sum(share for found, share in sums.items() if found >= observed))
    assert measured.p == pytest.approx(p, abs=4 * (p * (1 - p) / 9_999) ** 0.5 + 2e-4)


@settings(max_examples=40)
@given(given_=sentences(4), fixed=st.sampled_from(["reference", "none"]))
def test_types_are_what_they_are_alone(given_: list[tuple[int, Chunks, Chunks]], fixed: str) -> None:
    whole = (
        accord.score_beyond_chance(labels(given_, 0), labels(given_, 1), encoding="BIO", fixed=fixed).parts[0].runs[0]
    )
    for type_, measured in whole.corrected.by_label().items():
        alone = [(n, *([chunk for chunk in side if chunk[2] == type_] for side in sides)) for n, *sides in given_]
        of_type = accord.score_beyond_chance(labels(alone, 0), labels(alone, 1), encoding="BIO", fixed=fixed)  # type: ignore[arg-type]
        single = of_type.parts[0].runs[0].measured
        assert (measured.observed, measured.expected, measured.value, measured.sd) == pytest.approx(
            (single.observed, single.expected, single.value, single.sd)
        )
        if not isinstance(single.p, Undefined):
            assert measured.p == pytest.approx(single.p, abs=0.03)


@settings(max_examples=25)
@given(given_=sentences(), other=st.data(), fixed=st.sampled_from(["reference", "none"]))
def test_the_difference_of_two_systems_is_tested_as_by_every_exchange(
    given_: list[tuple[int, Chunks, Chunks]], other: st.DataObject, fixed: str
) -> None:
    gold, first = labels(given_, 0), labels(given_, 1)
    second = [write(other.draw(st.sampled_from(chunk_sets(length, TYPES))), length, "BIO") for length, *_ in given_]
    [pair] = accord.compare(
        gold, {"a": first, "b": second}, measure="corrected-f1", fixed=fixed, encoding="BIO", resamples=2_000
    ).comparisons

    def difference(swapped: tuple[bool, ...]) -> float | None:
        sides = [
            [two if swap else one for one, two, swap in zip(*each, swapped, strict=True)]
            for each in ((first, second), (second, first))
        ]
        found = accord.score_beyond_chance(gold, {"a": sides[0], "b": sides[1]}, encoding="BIO", fixed=fixed, draws=0)
        values = [run.measured.value for run in found.parts[0].runs]
        return None if any(isinstance(value, Undefined) for value in values) else float(values[0]) - float(values[1])  # type: ignore[arg-type]

    observed = difference((False,) * len(gold))
    if observed is None:
        assert isinstance(pair.difference, Undefined)
        return
    assert pair.difference == pytest.approx(observed)
    values = [difference(swapped) for swapped in product((False, True), repeat=len(gold))]
    defined = [value for value in values if value is not None]
    p = sum(abs(value) >= abs(observed) - 1e-9 for value in defined) / len(defined)
    assert pair.p == pytest.approx(p, abs=4 * (p * (1 - p) / 2_000) ** 0.5 + 1e-3)
