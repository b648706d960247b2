"""Tokens that are marked at all, however many spans of one annotator lie on them.

Where spans of one annotator may overlap, the number of tokens they mark is itself a matter of chance, so F1 is no sum
of scores over a constant size. Chance is then sampled: the mean of what matches over the mean size of both sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.chance.sampled_spans import sampled_starts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.chance.random_spans import Floats
    from accord.chance.sampled_spans import Integers
    from accord.kinds.spans.corrected_f1 import Cell, CorrectedF1, Row
    from accord.study.spans import Text

    Side = dict[str, "PlacedSpans"]
    """By type: the spans of one annotator."""
    Matched = dict[Cell, tuple[Floats, Floats]]
    """By pair and type: twice the tokens that both mark, and the tokens of both, in each sample."""

_CELLS = 10_000_000
"""The most spans of random placements that are held at once."""


class PlacedSpans(NamedTuple):
    """Starts and ends of spans in each sample, shape (samples, spans), each in rising order.

    How many spans lie on a token is the number of starts up to it less that of ends, so which end belongs to which
    start does not matter, and nothing is marked between the i-th end and the start after it if that comes later.
    """

    starts: Integers
    ends: Integers

    @classmethod
    def of(cls, starts: Integers, lengths: Sequence[int]) -> PlacedSpans:
        """Spans that start at these places, shape (samples, spans)."""
        return cls(np.sort(starts, axis=1), np.sort(starts + np.asarray(lengths, dtype=np.int64), axis=1))

    def beside(self, other: PlacedSpans) -> PlacedSpans:
        """The spans of both."""
        return PlacedSpans(_merged(self.starts, other.starts), _merged(self.ends, other.ends))

    @property
    def marked(self) -> Floats:
        """How many tokens are marked in each sample.

        >>> PlacedSpans.of(np.array([[0, 1, 7], [0, 5, 5]]), [4, 2, 3]).marked.tolist()
        [7.0, 7.0]
        """
        unmarked = np.maximum(self.starts[:, 1:] - self.ends[:, :-1], 0).sum(axis=1)
        marked: Floats = (self.ends[:, -1] - self.starts[:, 0] - unmarked).astype(np.float64)
        return marked


def _merged(ours: Integers, theirs: Integers) -> Integers:
    """Both in rising order, one sample of one beside every sample of the other."""
    samples = max(len(ours), len(theirs))
    return np.sort(np.hstack([np.broadcast_to(each, (samples, each.shape[1])) for each in (ours, theirs)]), axis=1)


def drawn_unions(text: Text, measure: CorrectedF1, samples: int, rng: np.random.Generator) -> Matched:
    """What matches and the size of both sides in each of so many random placements."""
    for name in text.spans:
        measure.model.refuse(text, name)
    most = max(1, _CELLS // max(1, sum(map(len, text.spans.values()))))
    found = [_drawn(text, measure, min(most, samples - done), rng) for done in range(0, samples, most)]
    return {
        cell: (
            np.concatenate([each[cell][0] for each in found]),
            np.concatenate([each[cell][1] for each in found]),
        )
        for cell in found[0]
    }


def _drawn(text: Text, measure: CorrectedF1, samples: int, rng: np.random.Generator) -> Matched:
    sides = {
        name: _placed(name, text, measure)
        if name == measure.reference
        else _placed_by_chance(name, text, measure, samples, rng)
        for name in text.spans
    }
    return _matched(text, measure, sides, samples)


def union_cells(text: Text, measure: CorrectedF1, drawn: Matched) -> dict[Cell, Row]:
    """What each pair of annotators and type adds in a text, as `CorrectedF1.cells` has it, with chance as drawn."""
    found = _matched(text, measure, {name: _placed(name, text, measure) for name in text.spans}, 1)
    cells: dict[Cell, Row] = {}
    for cell, observed in found.items():
        agreed, size = (float(part[0]) for part in observed)
        expected, size_by_chance = (float(np.mean(part)) for part in drawn[cell])
        cells[cell] = (agreed, expected, size, size_by_chance, size)
    return cells


def _placed(name: str, text: Text, measure: CorrectedF1) -> Side:
    """The spans as they lie; one sample."""
    return {
        type_: PlacedSpans.of(np.array([[span.start for span in group]]), [span.length for span in group])
        for type_, group in measure.model.groups(text.spans[name]).items()
    }


def _placed_by_chance(name: str, text: Text, measure: CorrectedF1, samples: int, rng: np.random.Generator) -> Side:
    """So many random placements of its spans."""
    model = measure.model
    placed: Side = {}
    for type_, group in model.groups(text.spans[name]).items():
        lengths = [span.length for span in group]
        starts = sampled_starts(text.tokens, lengths, rng, samples, overlap=model.overlap, gap=model.gap)
        placed[type_] = PlacedSpans.of(starts, lengths)
    return placed


def _matched(text: Text, measure: CorrectedF1, sides: Mapping[str, Side], samples: int) -> Matched:
    """Both mark what each marks less what the two mark together: |A ∩ B| = |A| + |B| - |A ∪ B|."""
    sizes = {name: {type_: placed.marked for type_, placed in side.items()} for name, side in sides.items()}
    nothing = np.zeros(samples)
    found: Matched = {}
    for one, other in measure.pairs(text):
        ours, theirs = sides[one], sides[other]
        for type_ in dict.fromkeys((*ours, *theirs)):
            size = nothing + sizes[one].get(type_, 0.0) + sizes[other].get(type_, 0.0)
            both = type_ in ours and type_ in theirs
            agreed = 2 * (size - ours[type_].beside(theirs[type_]).marked) if both else nothing
            found[(one, other), type_] = (agreed, size)
    return found
