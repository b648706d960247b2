"""Simulation 4 of Li, Rosé, Yuan & Zhou (2024): correction for chance turns the order of two annotators round.

The gold standard has five spans of 3 and one of 16 tokens; annotator 1 finds the five, annotator 2 the one. The paper
prints .6522 and .6808, corrected .3026 and .3005 (32/47 is .6809, so the last is .3006). These values lay the gold
standard at random too. Where it is held fixed, as `accord score --chance` does unless `--fixed none` is said, annotator
2 is ahead in both.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import accord
from accord.kinds.spans.corrected_f1 import CorrectedF1
from accord.kinds.spans.match import TokenMatch
from accord.kinds.spans.random_side import Model
from accord.kinds.spans.tally import tally
from accord.model import Span
from accord.study.spans import SpanStudy, Text

LABELLED = 31


def gold(tokens: int) -> tuple[Span, ...]:
    """The spans in a text of so many tokens: two unlabelled ones behind each of the five, as far as there are any."""
    spans, start, left = [], 0, tokens - LABELLED
    for _ in range(5):
        spans.append(Span(start, start + 3))
        start, left = start + 3 + min(2, left), left - min(2, left)
    return (*spans, Span(start, start + 16))


def both(tokens: int, reference: str | None = None) -> list[tuple[float, float, float]]:
    """F1, chance and corrected F1 of annotator 1 and of annotator 2."""
    measure = CorrectedF1(TokenMatch(), Model(), reference)
    found = []
    for marked in (gold(tokens)[:5], gold(tokens)[5:]):
        text = Text("1", tokens, {"gold": gold(tokens), "annotator": marked})
        totals = tally(SpanStudy((text,), ("gold", "annotator"), "document", "token"), measure).rows()
        f1, chance, _ = measure.parts(totals)
        found.append((float(f1[0]), float(chance[0]), float(measure.values(totals)[0])))
    return found


def test_the_published_values() -> None:
    first, second = both(41)
    assert first == pytest.approx((0.6522, 0.5013, 0.3026), abs=5e-5)
    assert second == pytest.approx((0.6809, 0.5437, 0.3006), abs=5e-5)


@pytest.mark.parametrize("tokens", range(32, 43))
def test_the_order_turns_round(tokens: int) -> None:
    first, second = both(tokens)
    assert first[0] < second[0]
    assert first[2] > second[2]


@pytest.mark.parametrize("tokens", [*range(43, 60), 100, 1_000])
def test_the_order_stays_in_longer_texts(tokens: int) -> None:
    first, second = both(tokens)
    assert first[2] < second[2]


def test_without_unlabelled_tokens_both_are_what_chance_gives() -> None:
    assert [corrected for _, _, corrected in both(LABELLED)] == pytest.approx([0, 0], abs=1e-9)


def test_with_the_gold_standard_held_fixed_the_order_stays() -> None:
    first, second = both(41, reference="gold")
    assert (first[2], second[2]) == pytest.approx((0.3209, 0.3829), abs=5e-5)


def test_scoring_the_example_files_shows_both_orders() -> None:
    folder = Path(__file__).parents[2] / "examples" / "rank-flip"
    files = [folder / "five-short.conll", folder / "one-long.conll"]
    both_random, held_fixed = (
        accord.score_beyond_chance(folder / "gold.conll", files, fixed=fixed).parts[0].runs
        for fixed in ("none", "reference")
    )
    assert [run.measured.observed for run in both_random] == pytest.approx([0.6522, 0.6809], abs=5e-5)
    assert [run.measured.expected for run in both_random] == pytest.approx([0.5013, 0.5437], abs=5e-5)
    assert [run.measured.value for run in both_random] == pytest.approx([0.3026, 0.3006], abs=5e-5)
    assert [run.measured.sd for run in both_random] == pytest.approx([0.0744, 0.0993], abs=5e-5)
    assert [run.measured.p for run in both_random] == pytest.approx([0.034, 0.136], abs=0.006)
    assert [(run.rank_observed, run.rank) for run in both_random] == [(2, 1), (1, 2)]
    assert [(run.rank_observed, run.rank) for run in held_fixed] == [(2, 2), (1, 1)]
