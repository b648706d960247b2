"""What can go wrong when labels are given, each in any amount.

Each kind of noise is a function of codes of labels, an amount, or one for each item, and a generator of random numbers,
which gives the degraded codes. With the amount 0 nothing changes, and the same generator spoils the same items first,
whatever the amount.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    Codes = NDArray[np.int64]
    Amount = float | NDArray[np.float64]


def slips(codes: Codes, amount: Amount, rng: Generator, shares: Any) -> Codes:
    """Labels are redrawn: each with the probability of the amount.

    How often each label is drawn is its share: as often as it is given, which keeps the prevalence, or each as often.
    What is drawn may be the label that was there. With the amount 1, labels are what chance makes them.

    Krippendorff, K. (2004). Content Analysis, 2nd edition, chapter 11, on what chance makes of labels.
    """
    chance, drawn = rng.uniform(size=(2, len(codes)))
    reached = np.cumsum(np.asarray(shares, dtype=np.float64))
    redrawn = np.searchsorted(reached, drawn * reached[-1], side="right").clip(max=len(reached) - 1)
    return np.where(chance < amount, redrawn, codes)


def confusions(codes: Codes, amount: Amount, rng: Generator, partner: Any) -> Codes:
    """Labels are taken for the one that is like them: each with the probability of the amount.

    Which label is like which is said beforehand; one that is like no other stays.
    """
    taken = np.asarray(partner)[codes]
    return np.where((rng.uniform(size=len(codes)) < amount) & (taken >= 0), taken, codes)


def bias(codes: Codes, amount: Amount, rng: Generator, favourite: int) -> Codes:
    """The annotator has a favourite label, and gives it instead of the right one with the probability of the amount."""
    return np.where(rng.uniform(size=len(codes)) < amount, favourite, codes)
