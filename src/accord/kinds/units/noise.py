"""What can go wrong when units are marked, each in any amount.

Each kind of noise is a function of a continuum, an amount (most of them take one for each unit, too) and a generator of
random numbers, which gives the degraded continuum. With the amount 0 nothing changes, and the same generator spoils the
same units first, whatever the amount.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.kinds.simulation import merged

if TYPE_CHECKING:
    from numpy.random import Generator

    from accord.study.units import Continuum, Floats, Numbers

    Amount = float | Floats
    """The same for all units, or one for each."""


def borders(continuum: Continuum, amount: Amount, rng: Generator) -> Continuum:
    """Borders are moved: each by a distance drawn evenly from -k/2 to k/2 times the length of its unit.

    The amount is k. Beyond 1 the two borders of a unit may pass each other, and then change places.

    Mathet, Y. & Widlöcher, A. (2011), section 6.1.
    """
    moves = rng.uniform(-0.5, 0.5, (len(continuum), 2)).T * amount * (continuum.end - continuum.start)
    start, end = np.sort([continuum.start + moves[0], continuum.end + moves[1]], axis=0)
    return continuum.with_units(continuum.owner, start, end, continuum.category)


def omissions(continuum: Continuum, amount: Amount, rng: Generator) -> Continuum:
    """Units are forgotten: each with the probability p, which is the amount.

    Mathet, Y. & Widlöcher, A. (2011), section 6.1; false negatives in the tool of Mathet et al. (2012).
    """
    kept = rng.uniform(size=len(continuum)) >= amount
    return continuum.only(kept)


def additions(continuum: Continuum, amount: float, rng: Generator) -> Continuum:
    """Units are added that nobody else has: the amount times as many as there are.

    An added unit has the length and the category of one that is drawn from them, and lies anywhere.

    False positives in the tool of Mathet et al. (2012).
    """
    return continuum.with_more(added(continuum, amount, rng))


def added(continuum: Continuum, amount: float, rng: Generator) -> Continuum:
    """The units alone that `additions` adds."""
    count = int(amount * len(continuum) + rng.uniform())
    drawn, place = rng.uniform(size=(count, 2)).T
    like = (drawn * len(continuum)).astype(np.int64)
    length = (continuum.end - continuum.start)[like]
    start = continuum.low + place * np.maximum(continuum.length - length, 0.0)
    return continuum.with_units(continuum.owner[like], start, start + length, continuum.category[like])


def categories(continuum: Continuum, amount: Amount, rng: Generator, like: Numbers | None = None) -> Continuum:
    """Categories are redrawn, by how frequent they are: that of each unit with the probability of the amount.

    They are drawn from those of its units, or from those that they are to be ``like``.

    What is drawn may be the category that was there. With the amount 1, categories are what chance makes them.

    Category shuffling in the tool of Mathet et al. (2012).
    """
    chance, drawn = rng.uniform(size=(len(continuum), 2)).T
    pool = continuum.category if like is None else like
    redrawn = pool[(drawn * len(pool)).astype(np.int64)]
    category = np.where(chance < amount, redrawn, continuum.category)
    return continuum.with_units(continuum.owner, continuum.start, continuum.end, category)


def splits(continuum: Continuum, amount: Amount, rng: Generator) -> Continuum:
    """Units are split in two, anywhere within them: each with the probability of the amount.

    Fragmentation in the tool of Mathet et al. (2012).
    """
    chance, place = rng.uniform(size=(len(continuum), 2)).T
    cut = chance < amount
    middle = continuum.start + place * (continuum.end - continuum.start)
    return continuum.with_units(
        np.append(continuum.owner, continuum.owner[cut]),
        np.append(continuum.start, middle[cut]),
        np.append(np.where(cut, middle, continuum.end), continuum.end[cut]),
        np.append(continuum.category, continuum.category[cut]),
    )


def merges(continuum: Continuum, amount: Amount, rng: Generator) -> Continuum:
    """Units are merged with the next one of their annotator: each with the probability of the amount.

    The merged unit reaches over both and what lies between them, and has the category of the first.
    """
    order = np.lexsort([continuum.end, continuum.start, continuum.owner])
    chosen = (rng.uniform(size=len(continuum)) < amount)[order]
    owner, start, category = continuum.owner[order], continuum.start[order], continuum.category[order]
    end, kept = merged(owner, continuum.end[order], chosen)
    return continuum.with_units(owner[kept], start[kept], end[kept], category[kept])
