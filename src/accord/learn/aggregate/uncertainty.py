"""How sure competences and confusions are: what the method finds in resamples of the items."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.uncertainty import DEFINED
from accord.compute.progress import Progress
from accord.learn.aggregate.fit import CELLS, Draws

if TYPE_CHECKING:
    from accord.compute.progress import OnProgress
    from accord.learn.aggregate.fit import Fit, Method
    from accord.learn.aggregate.votes import Votes
    from accord.study.quotient import Floats


def resampled(
    method: Method,
    votes: Votes,
    fit: Fit,
    resamples: int,
    *,
    rng: np.random.Generator,
    done: OnProgress | None = None,
) -> Draws:
    """The method refitted to items drawn with replacement, each time from where the fit of all items ended."""
    steps = Progress(done)
    steps.expect(resamples)
    share = votes.times / votes.times.sum()
    competence = np.empty((resamples, votes.annotators))
    cells = resamples * fit.confusion.size
    confusion = np.empty((resamples, *fit.confusion.shape)) if cells <= CELLS else None
    for row in range(resamples):
        drawn = replace(votes, times=rng.multinomial(int(votes.times.sum()), share).astype(np.float64))
        again = method.fit(drawn, rng, start=fit)
        absent = drawn.answers.sum(axis=1) == 0
        competence[row] = np.where(absent, np.nan, again.competence)
        if confusion is not None:
            confusion[row] = np.where(absent[:, None, None], np.nan, again.confusion)
        steps.advance(1)
    return Draws(competence, confusion)


def ends_of_cells(drawn: Floats, level: float) -> Floats:
    """The ends of the interval of each cell of a matrix, drawn as (draws, labels, labels); NaN without one."""
    missing = np.isnan(drawn).sum(axis=0) > (1 - DEFINED) * len(drawn)
    filled = np.where(missing, 0.0, drawn)
    ends = np.nanquantile(filled, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return np.where(missing, np.nan, ends)
