"""Arcs in common in random placements, against all placements there are."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest

from accord.kinds.relations.chance import Placement
from accord.kinds.relations.drawn import common_by_type


def _layouts(pairs: range, counts: tuple[int, ...]) -> list[dict[int, int | None]]:
    """Which pair has an arc of which type, in every way there is."""
    held = [type_ for type_, count in enumerate(counts) for _ in range(count)]
    placed = set(permutations([*held, *[None] * (len(pairs) - len(held))]))
    return [dict(zip(pairs, each, strict=True)) for each in placed]


@pytest.mark.parametrize(
    ("ours", "theirs", "first", "second"),
    [
        ((2, 1), (1, 2), range(5), range(2, 7)),  # three pairs that both could link
        ((2, 1), (1, 2), range(5), range(5)),
        ((1, 1, 1), (1, 1, 1), range(4), range(4)),
        ((2,), (0,), range(4), range(4)),
        ((3, 1), (2, 2), range(4), range(4)),  # an arc on every pair
    ],
)
def test_draws_are_those_of_all_placements(
    ours: tuple[int, ...], theirs: tuple[int, ...], first: range, second: range
) -> None:
    draws, types = 100_000, range(len(ours))
    exact = Counter(
        tuple(sum(one.get(pair, -1) == type_ == other.get(pair, -2) for pair in one) for type_ in types)
        for one, other in product(_layouts(first, ours), _layouts(second, theirs))
    )
    counts = tuple(zip(ours, theirs, strict=True))
    placement = Placement(counts, len(first), len(second), len(set(first) & set(second)))
    drawn = common_by_type(placement, draws, np.random.default_rng(1))
    found = Counter(zip(*(each.tolist() for each in drawn), strict=True))
    assert found.keys() <= exact.keys()
    for common, count in exact.items():
        assert found[common] / draws == pytest.approx(count / exact.total(), abs=0.006)
