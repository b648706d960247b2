"""Large arrays block by block give what they give as a whole."""

import numpy as np
import pytest

from accord.compute.blocks import blocks, counted, is_counting
from accord.model.array_map import ArrayMap

LONG = 300_000


def test_blocks_hold_each_place_once() -> None:
    assert [number for block in blocks(LONG) for number in range(LONG)[block]] == list(range(LONG))


def test_codes_are_counted_in_all_blocks() -> None:
    codes = np.random.default_rng(1).integers(0, 200, LONG).astype(np.uint8)
    assert counted(codes, 256).tolist() == np.bincount(codes, minlength=256).tolist()


@pytest.mark.parametrize("place", [0, 131_071, 131_072, LONG - 1])
def test_a_gap_is_seen_in_any_block(place: int) -> None:
    numbers = np.arange(LONG, dtype=np.int32)
    assert is_counting(numbers)
    numbers[place] += 1
    assert not is_counting(numbers)


def test_used_values_come_in_the_order_of_all_blocks() -> None:
    codes = np.zeros(LONG, dtype=np.int32)
    codes[[5, 140_000, 140_001, LONG - 1]] = [3, 1, 3, 2]
    held = ArrayMap([""] * LONG, np.arange(LONG, dtype=np.int32), codes, ["a", "b", "c", "d", "never"])
    assert held.used == ["a", "d", "b", "c"]
