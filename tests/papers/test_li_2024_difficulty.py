"""How hard the simulations of Li, Rosé, Yuan & Zhou (2024) are.

The paper defines difficulty but prints no numbers for its simulations; these follow from its definition by exact
enumeration. With several annotators it is the mean of the chance F1 of all ordered pairs, i = j included, and not one
F1 of their pooled spans, which would give .4549 for case A of simulation 1.
"""

from __future__ import annotations

import pytest

from accord.kinds.spans.difficulty import Difficulty
from accord.kinds.spans.match import TokenMatch
from accord.kinds.spans.random_side import Model
from accord.model import Span
from accord.study.spans import SpanStudy, Text

FIRST = (Span(3, 5), Span(8, 11), Span(14, 18))
SECOND = (Span(2, 5), Span(8, 12), Span(14, 19))
GOLD = (*(Span(start, start + 3) for start in range(0, 25, 5)), Span(25, 41))


def difficulty(tokens: int, *annotators: tuple[Span, ...]) -> object:
    names = tuple(f"annotator {number}" for number, _ in enumerate(annotators, 1))
    text = Text("1", tokens, dict(zip(names, annotators, strict=True)))
    return Difficulty(SpanStudy((text,), names, "document", "token"), TokenMatch(), Model()).whole.value


@pytest.mark.parametrize(
    ("tokens", "gold", "expected"),
    [(20, FIRST, 0.5345), (20, SECOND, 0.3748), (30, FIRST, 0.6914), (41, GOLD, 0.2292)],
    ids=["1A annotator 1", "1A annotator 2", "1B annotator 1", "4 gold"],
)
def test_of_a_gold_standard(tokens: int, gold: tuple[Span, ...], expected: float) -> None:
    assert difficulty(tokens, gold) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize(
    ("tokens", "pair", "expected"),
    [
        (20, (FIRST, SECOND), 0.4606),
        (30, (FIRST, SECOND), 0.6416),
        (20, ((Span(6, 15),), (Span(4, 16),)), 0.3478),
        (20, ((Span(8, 11),), (Span(8, 12),)), 0.8144),
    ],
    ids=["1A", "1B", "2B", "3A"],
)
def test_of_two_annotators(tokens: int, pair: tuple[tuple[Span, ...], ...], expected: float) -> None:
    assert difficulty(tokens, *pair) == pytest.approx(expected, abs=5e-5)
