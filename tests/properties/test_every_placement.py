"""Chance and its variance against every placement there is, for all lengths of up to four spans on a short text.

| | in every run | with make thorough |
| --- | --- | --- |
| two annotators, all lengths of both | up to 10 tokens | |
| two types, an annotator with themselves and with types exchanged | up to 8 tokens | 9 and 10 |
| two types, all lengths and types of both | up to 4 tokens | 5 and 6 |
| three annotators, all lengths of all | up to 5 tokens | 6 to 10 |
| a reference that is held fixed, every placement of it | up to 5 tokens | |

All for token and exact match, and for types both apart and placed together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest

from accord.kinds.spans.corrected_f1 import CorrectedF1
from accord.kinds.spans.match import match_named
from accord.kinds.spans.part import WHOLE, Part
from accord.kinds.spans.random_side import Model
from accord.kinds.spans.spread import Spread
from accord.kinds.spans.tally import tally
from accord.model import Span
from accord.study.spans import SpanStudy, Text
from tests.oracle.random_spans import placements

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from _pytest.mark import ParameterSet
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Spans = tuple[tuple[int, str], ...]
    """Lengths and types."""


def thoroughly(*tokens: int) -> list[ParameterSet]:
    return [pytest.param(each, marks=pytest.mark.thorough) for each in tokens]


NAMES = ("ada", "bram", "chloe")
MATCHES = ("token", "exact")


def of_one_type(tokens: int) -> list[Spans]:
    """All lengths of one to four spans that fit."""
    return [
        tuple((length, "A") for length in lengths)
        for spans in range(1, 5)
        for lengths in combinations_with_replacement(range(1, tokens + 1), spans)
        if sum(lengths) <= tokens
    ]


def of_two_types(tokens: int) -> list[Spans]:
    """All lengths and types of one to four spans that fit."""
    return sorted(
        {
            tuple(sorted((length, type_) for (length, _), type_ in zip(spans, types, strict=True)))
            for spans in of_one_type(tokens)
            for types in product("AB", repeat=len(spans))
        }
    )


@cache
def all_starts(tokens: int, spans: Spans) -> NDArray[np.int64]:
    """Every placement once, shape (placements, spans): equal spans are not exchanged."""
    equal = [(one, two) for one, two in combinations(range(len(spans)), 2) if spans[one] == spans[two]]
    starts = np.array(list(placements(tokens, [length for length, _ in spans])))
    return starts[[all(row[one] < row[two] for one, two in equal) for row in starts.tolist()]]


@cache
def placed(tokens: int, spans: Spans, match: str) -> dict[str, Floats]:
    """By type: every placement as a row, which counts the marks on each token, or the spans from each start to end."""
    starts = all_starts(tokens, spans)
    found = {}
    for type_ in dict.fromkeys(type_ for _, type_ in spans):
        rows = np.zeros((len(starts), tokens, tokens + 1))
        for (length, of), column in zip(spans, starts.T, strict=True):
            rows[np.arange(len(starts)), column, column + length] += of == type_
        marks = [rows[:, : token + 1, token + 1 :].sum(axis=(1, 2)) for token in range(tokens)]
        found[type_] = np.array(marks).T if match == "token" else rows.reshape(len(starts), -1)
    return found


def matched(tokens: int, first: Spans, second: Spans, match: str) -> Floats:
    """Twice what matches in every placement of the one with every placement of the other, types placed together."""
    ours, theirs = placed(tokens, first, match), placed(tokens, second, match)
    found = np.zeros((len(next(iter(ours.values()))), len(next(iter(theirs.values())))))
    for type_ in ours.keys() & theirs.keys():
        found += 2 * ours[type_] @ theirs[type_].T
    return found


def text_of(tokens: int, annotators: Sequence[Spans], document: str) -> Text:
    """The spans one behind the other: where they lie says nothing of chance."""
    sides = {}
    for name, spans in zip(NAMES, annotators, strict=False):
        ends = np.cumsum([length for length, _ in spans]).tolist()
        sides[name] = tuple(Span(end - length, end, type_) for (length, type_), end in zip(spans, ends, strict=True))
    return Text(document, tokens, sides)


@dataclass(frozen=True, slots=True)
class Case:
    """Annotators on a text, and the mean and the variance of what matches over all placements."""

    text: Text
    mean: float
    variance: float


def check(cases: Iterable[Case], match: str, model: Model, reference: str | None = None) -> int:
    """Some thousand cases at a time, for more would be too much to count out."""
    known = list(cases)
    for first in range(0, len(known), 4_000):
        check_together(known[first : first + 4_000], match, model, reference)
    return len(known)


def check_together(known: Sequence[Case], match: str, model: Model, reference: str | None) -> None:
    """Every case is a document of one study, and the study is the sum of all."""
    texts = tuple(case.text for case in known)
    annotators = tuple(dict.fromkeys(name for text in texts for name in text.spans))
    measure = CorrectedF1(match_named(match), model, reference)
    found = tally(SpanStudy(texts, annotators, "document", "token"), measure)
    rows = found.rows()
    assert rows[:, 1] == pytest.approx([case.mean for case in known], abs=1e-11)
    for case, row in zip(known, rows, strict=True):
        assert scattered(found.spread(Part(document=case.text.document)), row[2]) == pytest.approx(
            case.variance, rel=1e-9, abs=1e-8
        )
    whole = scattered(found.spread(WHOLE), rows[:, 2].sum())
    assert whole == pytest.approx(sum(case.variance for case in known), rel=1e-9)


def scattered(spread: object, size: float) -> float:
    assert isinstance(spread, Spread)
    assert spread.method == "exact"
    return float((spread.sd * size) ** 2)


def of_pairs(tokens: int, pairs: Iterable[tuple[Spans, Spans]], match: str) -> Iterator[Case]:
    for number, pair in enumerate(pairs):
        found = matched(tokens, *pair, match)
        yield Case(text_of(tokens, pair, str(number)), found.mean(), found.var())


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize(("tokens", "pairs"), list(enumerate([1, 6, 21, 66, 153, 351, 703, 1_378, 2_485, 4_371], 1)))
def test_two_annotators(tokens: int, pairs: int, match: str) -> None:
    both = combinations_with_replacement(of_one_type(tokens), 2)
    assert check(of_pairs(tokens, both, match), match, Model()) == pairs


def exchanged(spans: Spans) -> Spans:
    return tuple((length, {"A": "B", "B": "A"}[type_]) for length, type_ in spans)


def pairs_of_two_types(tokens: int) -> list[tuple[Spans, Spans]]:
    return [pair for spans in of_two_types(tokens) for pair in ((spans, spans), (spans, exchanged(spans)))]


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("tokens", [*range(1, 9), *thoroughly(9, 10)])
def test_types_placed_together(tokens: int, match: str) -> None:
    assert check(of_pairs(tokens, pairs_of_two_types(tokens), match), match, Model(types="joint"))


def of_types_apart(tokens: int, pairs: Iterable[tuple[Spans, Spans]], match: str) -> Iterator[Case]:
    for number, pair in enumerate(pairs):
        apart = [[tuple(span for span in spans if span[1] == type_) for spans in pair] for type_ in "AB"]
        found = [matched(tokens, ours, theirs, match) for ours, theirs in apart if ours and theirs]
        mean, variance = (float(sum(of(each) for each in found)) for of in (np.mean, np.var))
        yield Case(text_of(tokens, pair, str(number)), mean, variance)


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("tokens", [*range(1, 9), *thoroughly(9, 10)])
def test_types_apart(tokens: int, match: str) -> None:
    assert check(of_types_apart(tokens, pairs_of_two_types(tokens), match), match, Model())


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("tokens", [*range(1, 5), *thoroughly(5, 6)])
def test_all_spans_of_two_types(tokens: int, match: str) -> None:
    both = list(combinations_with_replacement(of_two_types(tokens), 2))
    assert check(of_pairs(tokens, both, match), match, Model(types="joint"))
    assert check(of_types_apart(tokens, both, match), match, Model())


def of_three(tokens: int, match: str) -> Iterator[Case]:
    """The mean and the variance over all placements of all three, which is sums over those of each."""
    for number, three in enumerate(combinations_with_replacement(of_one_type(tokens), 3)):
        first, second, third = (matched(tokens, three[one], three[two], match) for one, two in ((0, 1), (0, 2), (1, 2)))
        means = [each.mean() for each in (first, second, third)]
        together = (
            first.mean(axis=1) @ second.mean(axis=1) / len(first)
            + first.mean(axis=0) @ third.mean(axis=1) / len(third)
            + second.mean(axis=0) @ third.mean(axis=0) / third.shape[1]
        )
        squares = sum(float((each**2).mean()) for each in (first, second, third)) + 2 * together
        yield Case(text_of(tokens, three, str(number)), sum(means), squares - sum(means) ** 2)


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("tokens", [*range(1, 6), *thoroughly(6, 7, 8, 9, 10)])
def test_three_annotators(tokens: int, match: str) -> None:
    assert check(of_three(tokens, match), match, Model())


@pytest.mark.parametrize("tokens", range(1, 5))
def test_marks_that_two_or_three_of_three_share(tokens: int) -> None:
    for three in combinations_with_replacement(of_one_type(tokens), 3):
        sides = [placed(tokens, spans, "token")["A"] for spans in three]
        marks = sides[0][:, None, None] + sides[1][:, None] + sides[2]
        for least in (2, 3):
            measure = CorrectedF1(match_named("token"), Model(), shared=least)
            found = tally(SpanStudy((text_of(tokens, three, "1"),), NAMES, "document", "token"), measure)
            shared = np.where(marks >= least, marks, 0).sum(axis=-1)
            assert found.rows()[0, 1] == pytest.approx(shared.mean(), abs=1e-11)


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("tokens", range(1, 6))
def test_every_placement_of_a_reference(tokens: int, match: str) -> None:
    cases: list[Case] = []
    for spans, other in product(of_one_type(tokens), repeat=2):
        for starts, found in zip(all_starts(tokens, spans).tolist(), matched(tokens, spans, other, match), strict=True):
            lies = [Span(start, start + length, "A") for start, (length, _) in zip(starts, spans, strict=True)]
            text = text_of(tokens, [spans, other], str(len(cases)))
            held = Text(text.document, tokens, {**text.spans, "ada": tuple(sorted(lies))})
            cases.append(Case(held, found.mean(), found.var()))
    assert check(cases, match, Model(), "ada")


def test_the_standard_deviation_of_simulation_1() -> None:
    first, second = tuple((each, "A") for each in (2, 3, 4)), tuple((each, "A") for each in (3, 4, 5))
    study = SpanStudy((text_of(20, [first, second], "1"),), NAMES[:2], "document", "token")
    found = tally(study, CorrectedF1(match_named("token"), Model())).spread()
    assert isinstance(found, Spread)
    assert found.sd == pytest.approx(sqrt(matched(20, first, second, "token").var()) / 21)
    assert found.sd == pytest.approx(0.1398, abs=5e-4)
