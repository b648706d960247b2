"""Corrected F1 against every placement there is, and what must always hold."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.kinds.spans.corrected_f1 import CorrectedF1
from accord.kinds.spans.difficulty import Difficulty
from accord.kinds.spans.draws import drawn_matches
from accord.kinds.spans.match import match_named
from accord.kinds.spans.random_side import Model
from accord.kinds.spans.spread import Spread
from accord.kinds.spans.tally import tally
from accord.model import Span
from accord.study.spans import SpanStudy, Text
from tests.oracle import spans as oracle


def study(tokens: int, *annotators: oracle.Placed) -> SpanStudy:
    names = tuple(f"annotator {number}" for number in range(len(annotators)))
    text = Text(
        "text",
        tokens,
        {name: tuple(Span(*span) for span in side) for name, side in zip(names, annotators, strict=True)},
    )
    return SpanStudy((text,), names, "sentence", "token")


@st.composite
def placed(draw: st.DrawFn, tokens: int, types: str = "A", most: int = 2) -> oracle.Placed:
    """Spans of one annotator, none upon another."""
    spans: list[tuple[int, int, str]] = []
    position = 0
    for _ in range(draw(st.integers(0, most))):
        start = position + draw(st.integers(0, 2))
        end = start + draw(st.integers(1, 3))
        if end > tokens:
            break
        spans.append((start, end, draw(st.sampled_from(types))))
        position = end
    return tuple(spans)


@st.composite
def sides(draw: st.DrawFn, annotators: int, types: str = "A", longest: int = 7) -> tuple[int, list[oracle.Placed]]:
    tokens = draw(st.integers(3, longest))
    return tokens, [draw(placed(tokens, types)) for _ in range(annotators)]


def by_chance(measure: CorrectedF1, texts: SpanStudy) -> float:
    return float(measure.parts(tally(texts, measure).rows())[1][0])


@pytest.mark.parametrize("name", oracle.SCORES)
@pytest.mark.parametrize("types", ["apart", "joint"])
@given(drawn=sides(2, "AB"))
def test_chance_is_the_mean_over_all_placements(name: str, types: str, drawn: tuple[int, list[oracle.Placed]]) -> None:
    tokens, annotators = drawn
    measure = CorrectedF1(match_named(name), Model(types=types))
    if any(annotators):
        expected, _ = oracle.f1_by_chance(name, tokens, annotators, types)
        assert by_chance(measure, study(tokens, *annotators)) == pytest.approx(float(expected), abs=1e-12)


@given(drawn=sides(3, longest=6))
@settings(max_examples=15)
def test_three_annotators(drawn: tuple[int, list[oracle.Placed]]) -> None:
    tokens, annotators = drawn
    if any(annotators):
        expected, _ = oracle.f1_by_chance("token", tokens, annotators)
        assert by_chance(CorrectedF1(match_named("token"), Model()), study(tokens, *annotators)) == pytest.approx(
            float(expected), abs=1e-12
        )
        for least in (2, 3):
            shared = CorrectedF1(match_named("token"), Model(), shared=least)
            assert by_chance(shared, study(tokens, *annotators)) == pytest.approx(
                float(oracle.shared_by_chance(tokens, annotators, least)), abs=1e-12
            )


@given(drawn=sides(2, "AB"), held=st.booleans())
def test_the_variance_is_that_over_all_placements(drawn: tuple[int, list[oracle.Placed]], held: bool) -> None:
    tokens, annotators = drawn
    if not any(annotators):
        return
    texts = study(tokens, *annotators)
    measure = CorrectedF1(match_named("token"), Model(), "annotator 0" if held else None)
    found = tally(texts, measure, 5, 1).spread()
    _, variance = oracle.f1_by_chance("token", tokens, annotators, held=0 if held else None)
    assert isinstance(found, Spread)
    assert found.method == "exact"
    assert found.sd == pytest.approx(sqrt(variance), abs=1e-9)


@given(drawn=sides(2))
def test_a_reference_that_is_held_lies_as_it_does(drawn: tuple[int, list[oracle.Placed]]) -> None:
    tokens, annotators = drawn
    if any(annotators):
        expected, _ = oracle.f1_by_chance("token", tokens, annotators, held=0)
        measure = CorrectedF1(match_named("token"), Model(), "annotator 0")
        assert by_chance(measure, study(tokens, *annotators)) == pytest.approx(float(expected), abs=1e-12)


@given(drawn=sides(2, "AB"))
def test_names_of_types_do_not_matter(drawn: tuple[int, list[oracle.Placed]]) -> None:
    tokens, annotators = drawn
    renamed = [tuple((start, end, {"A": "Z", "B": "Y"}[type_]) for start, end, type_ in side) for side in annotators]
    measure = CorrectedF1(match_named("token"), Model())
    assert np.allclose(
        tally(study(tokens, *annotators), measure).rows(), tally(study(tokens, *renamed), measure).rows()
    )


@given(drawn=sides(2), more=st.integers(1, 20))
def test_unmarked_text_lowers_chance(drawn: tuple[int, list[oracle.Placed]], more: int) -> None:
    tokens, annotators = drawn
    measure = CorrectedF1(match_named("token"), Model())
    if all(annotators):
        assert by_chance(measure, study(tokens + more, *annotators)) < by_chance(measure, study(tokens, *annotators))


@given(drawn=sides(2))
def test_the_same_spans_agree_perfectly_if_chance_does_not(drawn: tuple[int, list[oracle.Placed]]) -> None:
    tokens, (side, _) = drawn
    measure = CorrectedF1(match_named("exact"), Model())
    value = float(measure.values(tally(study(tokens, side, side), measure).rows())[0])
    whole = sum(end - start for start, end, _ in side) == tokens and len({end - start for start, end, _ in side}) == 1
    assert np.isnan(value) if not side or whole else value == pytest.approx(1)


@given(drawn=sides(1))
def test_difficulty_is_what_chance_leaves_of_a_text_against_itself(drawn: tuple[int, list[oracle.Placed]]) -> None:
    tokens, (side,) = drawn
    if side:
        expected, _ = oracle.f1_by_chance("token", tokens, [side, side])
        found = Difficulty(study(tokens, side), match_named("token"), Model())
        assert found.whole.value == pytest.approx(1 - float(expected), abs=1e-12)


@pytest.mark.parametrize("name", [*oracle.SCORES, "shared"])
@pytest.mark.parametrize("model", [Model(), Model(types="joint"), Model(overlap=True), Model(gap=1)])
def test_draws_have_the_mean_that_is_computed(name: str, model: Model) -> None:
    rng = np.random.default_rng(5)
    far = []
    for _ in range(10):
        tokens = int(rng.integers(30, 200))
        texts = study(tokens, *(_random_side(tokens, rng) for _ in range(3)))
        shared = name == "shared"
        if shared and model.overlap:
            continue
        measure = CorrectedF1(match_named("token" if shared else name), model, shared=2 if shared else None)
        drawn = np.sum(list(drawn_matches(texts.texts[0], measure, 2_000, rng).values()), axis=0)
        expected = sum(row[1] for row in measure.cells(texts.texts[0]).values())
        far.append(abs(drawn.mean() - expected) / max(drawn.std() / sqrt(2_000), 1e-9))
    assert all(errors < 4.5 for errors in far)


def test_p_is_the_share_of_draws_that_reach_as_much() -> None:
    side = ((0, 3, "A"), (5, 6, "A"))
    texts = study(12, side, side)
    measure = CorrectedF1(match_named("token"), Model())
    found = tally(texts, measure, 20_000, 7).spread()
    assert isinstance(found, Spread)
    reached = sum(
        oracle.matches(oracle.shared_tokens, one, other) == 4
        for one in oracle.placements(12, [(3, "A"), (1, "A")])
        for other in oracle.placements(12, [(3, "A"), (1, "A")])
    )
    assert found.p == pytest.approx(reached / len(oracle.placements(12, [(3, "A"), (1, "A")])) ** 2, abs=0.004)


def _random_side(tokens: int, rng: np.random.Generator) -> oracle.Placed:
    spans: list[tuple[int, int, str]] = []
    position = 0
    while position < tokens - 12 and len(spans) < 6:
        start = position + int(rng.integers(1, 8))
        end = start + int(rng.integers(1, 5))
        spans.append((start, end, "AB"[int(rng.integers(2))]))
        position = end
    return tuple(spans)


@pytest.mark.parametrize("name", ["token", "exact"])
@pytest.mark.parametrize("model", [Model(), Model(overlap=True)])
def test_many_spans_are_drawn_as_few_are(name: str, model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    texts = study(120, *(_random_side(120, rng) for _ in range(2)))
    measure = CorrectedF1(match_named(name), model)
    one_by_one = drawn_matches(texts.texts[0], measure, 200, np.random.default_rng(3))
    monkeypatch.setattr("accord.kinds.spans.draws._MANY_PAIRS", 0)
    at_once = drawn_matches(texts.texts[0], measure, 200, np.random.default_rng(3))
    assert {cell: drawn.tolist() for cell, drawn in at_once.items()} == {
        cell: drawn.tolist() for cell, drawn in one_by_one.items()
    }
