from __future__ import annotations

from statistics import fmean

import pytest

from accord.agreement.result import Undefined, number
from accord.kinds.spans.difficulty import Difficulty
from accord.kinds.spans.match import ExactMatch, TokenMatch
from accord.kinds.spans.random_side import Model
from accord.model import Span
from accord.study.spans import SpanStudy, Text

ONE = Text("1", 6, {"ada": (Span(0, 2, "PER"), Span(3, 4, "LOC")), "bram": (Span(0, 1, "PER"),)})
TWO = Text("2", 4, {"ada": (Span(1, 3, "LOC"),)})
EMPTY = Text("3", 5, {"ada": (), "bram": ()})


def measured(*texts: Text, annotators: tuple[str, ...] = ("ada", "bram"), types: str = "apart") -> Difficulty:
    return Difficulty(SpanStudy(texts, annotators, "sentence", "token"), TokenMatch(), Model(types=types))


def sumprod(first: list[float], second: list[float]) -> float:
    return sum(one * other for one, other in zip(first, second, strict=True))


def test_a_text_marked_from_end_to_end_is_no_task() -> None:
    text = Text("1", 5, {"ada": (Span(0, 5),)})
    assert measured(text, annotators=("ada",)).whole.value == pytest.approx(0)


def test_adding_unlabelled_text_makes_it_harder() -> None:
    values = [measured(Text("1", n, {"ada": (Span(0, 2),)}), annotators=("ada",)).whole.value for n in (3, 10, 100)]
    assert values == sorted(values, key=lambda value: number(value) or 0)
    assert number(values[-1]) == pytest.approx(0.98, abs=0.001)


def test_of_one_span_it_can_be_counted() -> None:
    found = Difficulty(
        SpanStudy((Text("1", 4, {"ada": (Span(0, 2),)}),), ("ada",), "text", "token"), ExactMatch(), Model()
    )
    assert found.whole.value == pytest.approx(1 - 1 / 3)
    assert found.whole.chance == pytest.approx(1 / 3)


def test_of_several_it_is_the_mean_over_ordered_pairs_each_with_matches_and_sizes_summed() -> None:
    found = measured(ONE, TWO)
    ada, bram = [1 / 5, 2 / 5, 2 / 5, 2 / 5, 2 / 5, 1 / 5], [1 / 6] * 6
    second = [1 / 3, 2 / 3, 2 / 3, 1 / 3]
    values = [
        2 * (sumprod(ada, ada) + 6 * (1 / 6) ** 2 + sumprod(second, second)) / (2 * (3 + 2)),
        2 * sumprod(bram, bram) / (1 + 1),
        *[2 * sumprod(ada, bram) / (3 + 1)] * 2,
    ]
    assert found.whole.chance == pytest.approx(fmean(values))
    assert found.annotators["bram"].chance == pytest.approx(values[1])
    assert found.annotators["ada"].value == pytest.approx(1 - values[0])
    assert (found.annotators["bram"].texts, found.whole.spans) == (1, 4)


def test_documents_have_their_own() -> None:
    found = measured(ONE, TWO, EMPTY)
    assert found.documents["1"].value == measured(ONE).whole.value
    assert found.documents["2"].value == measured(TWO, annotators=("ada",)).whole.value
    assert isinstance(found.documents["3"].value, Undefined)
    assert found.whole.value == measured(ONE, TWO).whole.value


def test_where_nothing_is_marked_it_is_undefined() -> None:
    assert measured(EMPTY).whole.value == Undefined("nothing is marked")
    assert measured().whole.value == Undefined("nothing is marked")
    assert measured(EMPTY).whole.chance == Undefined("nothing is marked")


def test_the_signature_says_whose_spans_they_are() -> None:
    assert "|of:gold|" in str(measured(TWO, annotators=("ada",)).signature)
    assert "|types:ignore|of:pairs|text:sentence|unit:token|texts:2|annotators:2|docs:2|" in str(
        measured(ONE, TWO, types="ignore").signature
    )
