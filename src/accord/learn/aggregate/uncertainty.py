"""How sure competences and confusions are: what the method finds in resamples of the items."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from accord.compute.progress import Progress
from accord.learn.aggregate.fit import Draws
from accord.measure.result import Interval, Undefined

if TYPE_CHECKING:
    from accord.compute.progress import Told
    from accord.learn.aggregate.fit import Fit, Method
    from accord.learn.aggregate.votes import Floats, Votes

_CELLS = 1 << 26
_DEFINED = 0.95
"""The least share of draws that must have a value, for an interval to mean anything."""


def resampled(
    method: Method,
    votes: Votes,
    fit: Fit,
    resamples: int,
    *,
    rng: np.random.Generator,
    done: Told | None = None,
) -> Draws:
    """The method fitted anew to items drawn with replacement, each time from where the fit of all items ended."""
    steps = Progress(done)
    steps.expect(resamples)
    share = votes.times / votes.times.sum()
    competence = np.empty((resamples, votes.annotators))
    cells = resamples * fit.confusion.size
    confusion = np.empty((resamples, *fit.confusion.shape)) if cells <= _CELLS else None
    for row in range(resamples):
        drawn = replace(votes, times=rng.multinomial(int(votes.times.sum()), share).astype(np.float64))
        again = method.fit(drawn, rng, start=fit)
        absent = drawn.answers.sum(axis=1) == 0
        competence[row] = np.where(absent, np.nan, again.competence)
        if confusion is not None:
            confusion[row] = np.where(absent[:, None, None], np.nan, again.confusion)
        steps.advance(1)
    return Draws(competence, confusion)


def between_quantiles(drawn: Floats, level: float, method: str) -> Interval | Undefined:
    """The interval that holds so much of what was drawn, shape (draws,)."""
    defined = drawn[~np.isnan(drawn)]
    if len(defined) < _DEFINED * len(drawn):
        return Undefined(f"{len(drawn) - len(defined):,} of {len(drawn):,} draws have no value")
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high), method, level)


def ends_of_cells(drawn: Floats, level: float) -> Floats:
    """The same for each cell of a matrix, shape (draws, labels, labels), as (2, labels, labels); NaN without one."""
    missing = np.isnan(drawn).sum(axis=0) > (1 - _DEFINED) * len(drawn)
    filled = np.where(missing, 0.0, drawn)
    ends = np.nanquantile(filled, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return np.where(missing, np.nan, ends)
