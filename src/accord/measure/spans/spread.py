"""How much what is observed would vary if only chance were at work, and how often it would be as high as it is.

Where two annotators are compared token by token and their spans have few placements in every text, the variance is
exact: texts and types are independent, and within one

    E[overlap^2] = sum over tokens t, u of P1(t and u) P2(t and u),

where P(t and u) is the share of all placements that cover both. Otherwise placements are drawn at random. p is always
drawn: the share of draws in which at least as much matches as is observed.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import perm, sqrt
from typing import TYPE_CHECKING

import numpy as np

from accord.chance.placements import covered_tokens, joint_coverage
from accord.chance.sampled_spans import sampled_starts
from accord.measure.result import Undefined
from accord.measure.spans.match import UNION, ExactMatch, TokenMatch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from accord.chance.random_spans import Floats
    from accord.measure.spans.corrected_f1 import CorrectedF1
    from accord.measure.spans.match import Match
    from accord.model import Span
    from accord.study.spans import SpanStudy, Text

    Drawn = dict[str, tuple[list[int], NDArray[np.int64]]]
    """By type: the lengths of the spans, and where they start, shape (samples, spans)."""


_MANY_PAIRS = 1_000
_LONGEST = 2**31
_MOST_WORK = 10**8
"""The most products that are summed for an exact variance."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The standard deviation of F1 under chance, how often it is at least as high as observed, and how it was found."""

    sd: float
    p: float
    method: str
    draws: int


def spread(study: SpanStudy, measure: CorrectedF1, rows: Floats, samples: int, seed: int) -> Spread | Undefined:
    """The spread of F1 over all texts, from so many draws."""
    agreed, _, size, _, _ = rows.sum(axis=0)
    if not size:
        return Undefined("nothing is marked")
    if samples < 1:
        return Undefined("no draws were asked for")
    rng = np.random.default_rng(seed)
    if measure.match.name == UNION:
        return _spread_of_union(study, measure, agreed / size, samples, rng)
    drawn = np.zeros(samples)
    for text in study.texts:
        drawn += drawn_matches(text, measure, samples, rng)
    p = (1 + int(np.count_nonzero(drawn >= agreed - 1e-9))) / (1 + samples)
    exact = _exact_variance(study, measure)
    if exact is not None:
        return Spread(sqrt(exact) / size, p, "exact", samples)
    if samples < 2:
        return Undefined("one draw says nothing of how much draws vary")
    return Spread(float(drawn.std(ddof=1)) / size, p, "sampled", samples)


def _spread_of_union(
    study: SpanStudy, measure: CorrectedF1, f1: float, samples: int, rng: np.random.Generator
) -> Spread | Undefined:
    """The spread where the size of both sides is a matter of chance too."""
    if samples < 2:
        return Undefined("one draw says nothing of how much draws vary")
    agreed, size = np.zeros(samples), np.zeros(samples)
    for text in study.texts:
        shared, both = measure.drawn_union(text, samples, rng)
        agreed += shared
        size += both
    drawn = agreed / size
    p = (1 + int(np.count_nonzero(drawn >= f1 - 1e-9))) / (1 + samples)
    return Spread(float(drawn.std(ddof=1)), p, "sampled", samples)


def drawn_matches(text: Text, measure: CorrectedF1, samples: int, rng: np.random.Generator) -> Floats:
    """What matches in each draw, as `CorrectedF1.rows` counts it."""
    drawn = {name: _drawn(name, text, measure, samples, rng) for name in text.spans}
    if measure.shared is not None:
        return _shared(list(drawn.values()), text.tokens, samples, measure.shared or len(drawn))
    total = np.zeros(samples)
    for one, other in measure.pairs(text):
        for type_ in [type_ for type_ in drawn[one] if type_ in drawn[other]]:
            total += 2 * _pair_scores(measure.match, drawn[one][type_], drawn[other][type_])
    return total


def _drawn(name: str, text: Text, measure: CorrectedF1, samples: int, rng: np.random.Generator) -> Drawn:
    """An annotator's spans by type, laid at random so many times; as they lie, if they are held fixed."""
    model = measure.model
    groups = model.groups(text.spans[name])
    if name == measure.reference:
        return {
            type_: ([span.length for span in group], np.tile([span.start for span in group], (samples, 1)))
            for type_, group in groups.items()
        }

    def lay(lengths: list[int]) -> NDArray[np.int64]:
        return sampled_starts(text.tokens, lengths, rng, samples, overlap=model.overlap, gap=model.gap)

    if model.types != "joint":
        return {type_: (lengths := [span.length for span in group], lay(lengths)) for type_, group in groups.items()}
    together = lay([span.length for group in groups.values() for span in group])
    ends = np.cumsum([len(group) for group in groups.values()])
    return {
        type_: ([span.length for span in group], together[:, end - len(group) : end])
        for (type_, group), end in zip(groups.items(), ends.tolist(), strict=True)
    }


def _pair_scores(
    match: Match, first: tuple[list[int], NDArray[np.int64]], second: tuple[list[int], NDArray[np.int64]]
) -> Floats:
    """The score of all pairs of spans in each draw, shape (samples,)."""
    total = np.zeros(len(first[1]))
    many = len(first[0]) * len(second[0]) > _MANY_PAIRS
    if many and isinstance(match, ExactMatch):
        ours, theirs = (starts * _LONGEST + np.array(lengths) for lengths, starts in (first, second))
        return np.array([_equal_pairs(one, other) for one, other in zip(ours, theirs, strict=True)], dtype=float)
    if many and isinstance(match, TokenMatch):
        end = 1 + max(int((starts + np.array(lengths)).max()) for lengths, starts in (first, second))
        shared = [_marks(first, draw, end) @ _marks(second, draw, end) for draw in range(len(total))]
        return np.array(shared, dtype=float)
    for one, ours in zip(first[0], first[1].T, strict=True):
        for other, theirs in zip(second[0], second[1].T, strict=True):
            total += match.score(one, other, theirs - ours)
    return total


def _equal_pairs(first: NDArray[np.int64], second: NDArray[np.int64]) -> int:
    """How many pairs of one number of each side are equal."""
    (ours, our_times), (theirs, their_times) = (np.unique(side, return_counts=True) for side in (first, second))
    _, one, other = np.intersect1d(ours, theirs, assume_unique=True, return_indices=True)
    return int(our_times[one] @ their_times[other])


def _marks(side: tuple[list[int], NDArray[np.int64]], draw: int, end: int) -> NDArray[np.int64]:
    """How many spans lie on each token before ``end`` in one draw."""
    lengths, starts = np.array(side[0]), side[1][draw]
    return np.cumsum(np.bincount(starts, minlength=end) - np.bincount(starts + lengths, minlength=end))


def _shared(drawn: Sequence[Drawn], tokens: int, samples: int, least: int) -> Floats:
    """Marks on tokens that so many annotators mark, in each draw."""
    total = np.zeros(samples)
    for type_ in dict.fromkeys(type_ for one in drawn for type_ in one):
        marks = np.zeros((samples, tokens), dtype=np.int64)
        for lengths, starts in (one[type_] for one in drawn if type_ in one):
            marks += covered_tokens(starts, lengths, tokens)
        total += np.where(marks >= least, marks, 0).sum(axis=1)
    return total


def _exact_variance(study: SpanStudy, measure: CorrectedF1) -> float | None:
    """The variance of what matches, or None where it cannot be counted out."""
    model = measure.model
    two = measure.shared is None and all(len(measure.pairs(text)) <= 1 for text in study.texts)
    if not two or not isinstance(measure.match, TokenMatch) or model.overlap or model.types == "joint":
        return None
    both = [(text, *sides) for text in study.texts for sides in _marked_by_both(text, measure)]
    work = sum(_placements(side, text.tokens, model.gap) * text.tokens**2 for text, *sides in both for side in sides)
    if work > _MOST_WORK:
        return None
    variance = 0.0
    for text, first, second in both:
        ours, theirs = (_together(side, text.tokens, model.gap) for side in (first, second))
        if ours is None or theirs is None:
            return None
        mean = float(np.diag(ours) @ np.diag(theirs))
        variance += 4 * (float((ours * theirs).sum()) - mean**2)
    return variance if variance > 1e-12 else 0.0


def _placements(side: tuple[list[Span], bool], tokens: int, gap: int) -> int:
    """In how many ways the spans can lie."""
    spans, held = side
    items = tokens - sum(span.length - 1 + gap for span in spans) + gap
    return 1 if held else perm(items, len(spans))


def _marked_by_both(
    text: Text, measure: CorrectedF1
) -> Iterator[tuple[tuple[list[Span], bool], tuple[list[Span], bool]]]:
    """The spans of each type that both annotators marked, and whether they are held fixed."""
    for pair in measure.pairs(text):
        groups = [measure.model.groups(text.spans[name]) for name in pair]
        for type_ in [type_ for type_ in groups[0] if type_ in groups[1]]:
            ours, theirs = ((group[type_], name == measure.reference) for group, name in zip(groups, pair, strict=True))
            yield ours, theirs


def _together(side: tuple[list[Span], bool], tokens: int, gap: int) -> Floats | None:
    """The chance that two tokens are both covered, shape (tokens, tokens); None where placements are too many."""
    spans, held = side
    lengths = [span.length for span in spans]
    if not held:
        return joint_coverage(tokens, lengths, gap=gap)
    covered = covered_tokens(np.array([[span.start for span in spans]]), lengths, tokens)[0].astype(np.float64)
    return np.outer(covered, covered)
