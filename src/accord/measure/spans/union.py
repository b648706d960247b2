"""Tokens that are marked at all, however many spans of one annotator lie on them.

Where spans of one annotator may overlap, the number of tokens they mark is itself a matter of chance, so F1 is no sum
of scores over a constant size. Chance is then sampled: the mean of what matches over the mean size of both sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.chance.placements import covered_tokens
from accord.chance.sampled_spans import sampled_coverage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from accord.measure.spans.random_side import Model
    from accord.model import Span

    Marked = dict[str, NDArray[np.bool_]]
    """By type: which tokens are marked, shape (samples, tokens)."""


def marked(spans: Sequence[Span], tokens: int, model: Model) -> Marked:
    """Which tokens are marked, as the spans lie; one sample."""
    return {
        type_: covered_tokens(np.array([[span.start for span in group]]), [span.length for span in group], tokens)
        for type_, group in model.groups(spans).items()
    }


def marked_by_chance(
    spans: Sequence[Span], tokens: int, model: Model, samples: int, rng: np.random.Generator
) -> Marked:
    """Which tokens would be marked in so many random placements."""
    return {
        type_: sampled_coverage(
            tokens, [span.length for span in group], rng, samples, overlap=model.overlap, gap=model.gap
        )
        for type_, group in model.groups(spans).items()
    }


def matches(first: Marked, second: Marked) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Twice the tokens that both mark, and the tokens of both sides, in each sample."""
    samples = max((len(side) for side in (*first.values(), *second.values())), default=1)
    agreed, size = np.zeros(samples), np.zeros(samples)
    for type_ in first.keys() & second.keys():
        agreed += 2 * (first[type_] & second[type_]).sum(axis=1)
    for side in (*first.values(), *second.values()):
        size += side.sum(axis=1)
    return agreed, size
