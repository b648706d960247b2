"""Tokens that are marked at all, however many spans of one annotator lie on them.

Where spans of one annotator may overlap, the number of tokens they mark is itself a matter of chance, so F1 is no sum
of scores over a constant size. Chance is then sampled: the mean of what matches over the mean size of both sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.chance.sampled_spans import covered_tokens, sampled_coverage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from accord.chance.random_spans import Floats
    from accord.measure.spans.corrected_f1 import Cell, CorrectedF1, Row
    from accord.study.spans import Text

    Marked = dict[str, NDArray[np.bool_]]
    """By type: which tokens are marked, shape (samples, tokens)."""
    Matched = dict[Cell, tuple[Floats, Floats]]
    """By pair and type: twice the tokens that both mark, and the tokens of both, in each sample."""

_CELLS = 50_000_000
"""The most tokens of random placements that are held at once."""


def drawn_unions(text: Text, measure: CorrectedF1, samples: int, rng: np.random.Generator) -> Matched:
    """What matches and the size of both sides in each of so many random placements."""
    for name, spans in text.spans.items():
        measure.model.refuse(spans, name)
    most = max(1, _CELLS // max(1, text.tokens))
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
        name: _marked(name, text, measure)
        if name == measure.reference
        else _marked_by_chance(name, text, measure, samples, rng)
        for name in text.spans
    }
    return _matched(text, measure, sides, samples)


def union_cells(text: Text, measure: CorrectedF1, drawn: Matched) -> dict[Cell, Row]:
    """What each pair of annotators and type adds in a text, as `CorrectedF1.cells` has it, with chance as drawn."""
    found = _matched(text, measure, {name: _marked(name, text, measure) for name in text.spans}, 1)
    cells: dict[Cell, Row] = {}
    for cell, observed in found.items():
        agreed, size = (float(part[0]) for part in observed)
        expected, size_by_chance = (float(np.mean(part)) for part in drawn[cell])
        cells[cell] = (agreed, expected, size, size_by_chance, size)
    return cells


def _marked(name: str, text: Text, measure: CorrectedF1) -> Marked:
    """Which tokens are marked, as the spans lie; one sample."""
    return {
        type_: covered_tokens(np.array([[span.start for span in group]]), [span.length for span in group], text.tokens)
        for type_, group in measure.model.groups(text.spans[name]).items()
    }


def _marked_by_chance(name: str, text: Text, measure: CorrectedF1, samples: int, rng: np.random.Generator) -> Marked:
    """Which tokens would be marked in so many random placements."""
    model = measure.model
    return {
        type_: sampled_coverage(
            text.tokens, [span.length for span in group], rng, samples, overlap=model.overlap, gap=model.gap
        )
        for type_, group in model.groups(text.spans[name]).items()
    }


def _matched(text: Text, measure: CorrectedF1, sides: Mapping[str, Marked], samples: int) -> Matched:
    sizes = {
        name: {type_: np.count_nonzero(marked, axis=1).astype(np.float64) for type_, marked in side.items()}
        for name, side in sides.items()
    }
    nothing = np.zeros(samples)
    found: Matched = {}
    for one, other in measure.pairs(text):
        ours, theirs = sides[one], sides[other]
        for type_ in dict.fromkeys((*ours, *theirs)):
            both = type_ in ours and type_ in theirs
            agreed = nothing + 2 * np.count_nonzero(ours[type_] & theirs[type_], axis=1) if both else nothing
            size = nothing + sizes[one].get(type_, 0.0) + sizes[other].get(type_, 0.0)
            found[(one, other), type_] = (agreed, size)
    return found
