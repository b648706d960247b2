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
"""What corrupts sentences."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31 = np.uint64(27), np.uint64(30), np.uint64(31)


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
