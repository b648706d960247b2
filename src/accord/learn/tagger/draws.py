"""What is random in a tagger, as hashes: of the seed, of what is drawn for, and of a key of the label.

A label's key depends on its name alone, and nothing depends on what was drawn before. So the same seed gives the same
tagger, renaming the codes of labels renames its result, and what is drawn need not be kept.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.compute.compiled import compiled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Keys = NDArray[np.uint64]

NOTHING, DROPOUT, ZIPF = 0, 1, 2
_EXPONENT, _LARGEST = 3.0, 1000

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_11, _27, _30, _31 = np.uint64(11), np.uint64(27), np.uint64(30), np.uint64(31)
_UNIT = 2.0**-53


class Draws(NamedTuple):
    """The keys of the labels and the seed; whether ties are broken by them; and what corrupts sentences."""

    labels: Keys
    seed: np.uint64
    by_seed: bool
    tolerance: float
    """Scores that differ by no more count as equal."""
    corruption: int
    rate: float
    zipf: Floats


def label_keys(labels: Sequence[str]) -> Keys:
    """A number for each label that depends on its name alone."""
    hashes = [blake2b(label.encode("utf-8", "surrogatepass"), digest_size=8).digest() for label in labels]
    return np.array([int.from_bytes(each, "big") for each in hashes], dtype=np.uint64)


def zipf_chances() -> Floats:
    """The chances that a number of Zipf's law with exponent 3 is at most 1, 2, ..."""
    chances = np.arange(1, _LARGEST + 1) ** -_EXPONENT
    return np.cumsum(chances / chances.sum())


@compiled
def mixed(key: np.uint64) -> np.uint64:
    """A hash of 64 bits in which each bit depends on all (the last steps of SplitMix64, Steele et al. 2014)."""
    key = (key ^ (key >> _30)) * FIRST
    key = (key ^ (key >> _27)) * _SECOND
    return key ^ (key >> _31)


@compiled
def keyed(key: np.uint64, number: int) -> np.uint64:
    """The key of a numbered thing."""
    return mixed(key + _GOLDEN * np.uint64(number + 1))


@compiled
def factor(draws: Draws, key: np.uint64, label: int) -> float:
    """What a feature counts with a label in a corrupted sentence: 0 or 1, or one over a number of Zipf's law."""
    chance = np.float64(mixed(key ^ draws.labels[label]) >> _11) * _UNIT
    if draws.corruption == DROPOUT:
        return 0.0 if chance < draws.rate else 1.0
    rank = 0
    while rank < draws.zipf.size - 1 and chance >= draws.zipf[rank]:
        rank += 1
    return 1.0 / (rank + 1)


@compiled
def prefer(draws: Draws, key: np.uint64, order: Integers) -> None:
    """Fill in the labels in a random order: that of the hashes of their keys."""
    labels = draws.labels
    for label in range(labels.size):
        drawn = mixed(key ^ labels[label])
        place = label
        while place > 0 and mixed(key ^ labels[order[place - 1]]) > drawn:
            order[place] = order[place - 1]
            place -= 1
        order[place] = label
