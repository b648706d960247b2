"""Placements drawn at random, and what matches in each: for p, and for what cannot be counted out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.chance.sampled_spans import covered_tokens, sampled_starts
from accord.kinds.spans.match import ExactMatch, TokenMatch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from accord.chance.random_spans import Floats
    from accord.kinds.spans.corrected_f1 import Cell, CorrectedF1
    from accord.kinds.spans.match import Match
    from accord.study.spans import Text

    Drawn = dict[str, tuple[list[int], NDArray[np.int64]]]
    """By type: the lengths of the spans, and where they start, shape (samples, spans)."""


_MANY_PAIRS = 1_000
_AT_ONCE = 100_000
"""So many pairs of spans of all draws are looked at at once."""
_LONGEST = 2**31


def drawn_matches(text: Text, measure: CorrectedF1, samples: int, rng: np.random.Generator) -> dict[Cell, Floats]:
    """What matches in each draw, as `CorrectedF1.cells` counts it; cells in which nothing can are left out."""
    drawn = {name: _drawn(name, text, measure, samples, rng) for name in text.spans}
    if measure.shared is not None:
        return _shared(list(drawn.values()), text.tokens, samples, measure.shared or len(drawn))
    return {
        ((one, other), type_): 2 * _pair_scores(measure.match, drawn[one][type_], drawn[other][type_])
        for one, other in measure.pairs(text)
        for type_ in drawn[one]
        if type_ in drawn[other]
    }


def _drawn(name: str, text: Text, measure: CorrectedF1, samples: int, rng: np.random.Generator) -> Drawn:
    """An annotator's spans by type, placed at random so many times; as they lie, if they are held fixed."""
    model = measure.model
    groups = model.groups(text.spans[name])
    if name == measure.reference:
        return {
            type_: ([span.length for span in group], np.tile([span.start for span in group], (samples, 1)))
            for type_, group in groups.items()
        }

    def draw_starts(lengths: list[int]) -> NDArray[np.int64]:
        return sampled_starts(text.tokens, lengths, rng, samples, overlap=model.overlap, gap=model.gap)

    if model.types != "joint":
        lengths_of = {type_: [span.length for span in group] for type_, group in groups.items()}
        return {type_: (lengths, draw_starts(lengths)) for type_, lengths in lengths_of.items()}
    together = draw_starts([span.length for group in groups.values() for span in group])
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
    if len(first[0]) == len(second[0]) == 1:
        total += match.score(first[0][0], second[0][0], second[1][:, 0] - first[1][:, 0])
        return total
    if len(first[0]) * len(second[0]) * len(total) <= _AT_ONCE:
        long, others = np.array(first[0])[:, None, None], np.array(second[0])[:, None]
        total += match.score(long, others, second[1].T - first[1].T[:, None]).sum(axis=(0, 1))
        return total
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


def _shared(drawn: Sequence[Drawn], tokens: int, samples: int, least: int) -> dict[Cell, Floats]:
    """Marks on tokens that so many annotators mark, in each draw."""
    found: dict[Cell, Floats] = {}
    for type_ in dict.fromkeys(type_ for one in drawn for type_ in one):
        marks = np.zeros((samples, tokens), dtype=np.int64)
        for lengths, starts in (one[type_] for one in drawn if type_ in one):
            marks += covered_tokens(starts, lengths, tokens)
        found[(), type_] = np.where(marks >= least, marks, 0).sum(axis=1).astype(np.float64)
    return found
