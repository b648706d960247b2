"""Whether items have answers of their own, of which chance that exchanges labels between items knows nothing.

Chance draws from what could have been said about this item. Where each item offers two of many systems, and the name of
the winner is its label, alpha takes all names for possible everywhere: coin flips reach 0.43 for two of eight names.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.agreement.equation import agreement
from accord.formats.option_columns import TIES
from accord.study.coding import MISSING
from accord.study.scale import number_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.study.coding import Codes, Coding

_MAX_ITEMS = 20_000
"""So many items show it."""
_LEAST_OUTSIDE, _MAX_RATIO = 10.0, 0.05
"""Third answers that there should be if items shared their answers, and what share of these there may be at most.

In simulated campaigns the ratio was 0 where items have two answers of their own, and 0.54 or more elsewhere: with ten
expected, none is found by accident in one of 200.
"""
_LEAST_HARM = 0.1
"""How far alpha must be above the agreement that is corrected for two answers an item, for anybody to care."""
_LEAST_ITEMS, _ALONE = 30, 0.8
"""Of so many items, and if so many labels stand at one item only, hardly any could have been said elsewhere.

Of 130 labels that are equally frequent, so many stand alone at 30 items; of 40 labels less than half do.
"""


class TwoAnswers(NamedTuple):
    """How many third answers items have and should have, what labels agree and what coin flips would reach."""

    found: float
    expected: float
    harm: float
    coin: float

    @property
    def seen(self) -> bool:
        """Whether items have two answers of their own, and it matters."""
        few = self.expected >= _LEAST_OUTSIDE and self.found <= _MAX_RATIO * self.expected
        return few and self.harm >= _LEAST_HARM


def own_answers(coding: Coding, distance: str) -> Iterator[str]:
    """What is said of labels that chance takes for possible at items where they are not; nothing of others."""
    step = -(-len(coding.codes) // _MAX_ITEMS) or 1
    codes = _without_ties(coding.codes[::step], coding.labels)
    what, law = coding.unit, "while chance here draws from all labels, and should from what could have been said about"
    two = two_answers(codes)
    if two.seen:
        yield (
            f"answers: whoever disagrees about an {what} disagrees between the same two labels: each {what} seems to "
            f"have two answers of its own, as where a preference is recorded by the name of the winner, {law} this "
            f"{what}: coin flips would reach {two.coin:.2f}. Record the side that won (first or second), or count two "
            f"labels: 2 x observed agreement - 1"
        )
    elif distance == "nominal" and (share := _alone(codes, coding.labels)) >= _ALONE:
        yield (
            f"answers: {share:.0%} of the labels stand at one {what} only: each {what} seems to have answers of its "
            f"own, {law} this {what}: the value is hardly corrected for chance. Record the number of the option, or "
            f"correct for the options that each {what} has"
        )


def two_answers(codes: Codes) -> TwoAnswers:
    """Third answers of items about which three annotators or more disagree, and what other items lead to expect.

    Of a disagreement x against y, any other label z of the item is a third answer unless it is x or y. It is expected
    as often as labels beside x, and beside y, are others in all items.
    """
    patterns = Counter(tuple(sorted(Counter(row).items())) for row in codes.tolist())
    pairs: Counter[tuple[int, int]] = Counter()
    counts: Counter[int] = Counter()
    held = [([(label, n) for label, n in pattern if label != MISSING], times) for pattern, times in patterns.items()]
    for pattern, times in held:
        for x, n_x in pattern:
            counts[x] += times * n_x
            for y, n_y in pattern:
                pairs[x, y] += times * n_x * (n_y - (x == y))
    total, labels = pairs.total(), counts.total()
    by_chance = 1 - sum(count**2 for count in counts.values()) / max(1, labels) ** 2
    if not total or not by_chance:
        return TwoAnswers(0.0, 0.0, 0.0, 0.0)
    disagreement = 1 - sum(count for (x, y), count in pairs.items() if x == y) / total
    reached, coin = agreement(np.array([disagreement, 0.5]), by_chance).tolist()
    harm = reached - (1 - 2 * disagreement)
    if harm < _LEAST_HARM:  # of few disagreements or two labels: nobody needs to look at the items
        return TwoAnswers(0.0, 0.0, harm, coin)
    beside: Counter[int] = Counter()
    for (x, _), count in pairs.items():
        beside[x] += count

    def others(x: int, y: int) -> float:
        """How often what stands beside x is neither x nor y."""
        return 1 - (pairs[x, x] + pairs[x, y]) / beside[x]

    found = expected = 0.0
    for pattern, times in held:
        size = sum(n for _, n in pattern)
        unequal = [(x, y, n_x, n_y) for (x, n_x), (y, n_y) in combinations(pattern, 2)] if size > 2 else []
        weight = times / max(1, sum(n_x * n_y for *_, n_x, n_y in unequal))
        found += weight * sum(n_x * n_y * (size - n_x - n_y) / (size - 2) for *_, n_x, n_y in unequal)
        expected += weight * sum(n_x * n_y * (others(x, y) + others(y, x)) / 2 for x, y, n_x, n_y in unequal)
    return TwoAnswers(found, expected, harm, coin)


def _without_ties(codes: Codes, labels: tuple[str, ...]) -> Codes:
    """The same without answers that every item has."""
    ties = [code for code, label in enumerate(labels) if label.strip().casefold() in TIES]
    return np.where(np.isin(codes, ties), MISSING, codes) if ties else codes


def _alone(codes: Codes, labels: tuple[str, ...]) -> float:
    """The share of labels that stand at one item only, among items that two annotators labelled; 0 of few items."""
    compared = codes[(codes != MISSING).sum(axis=1) >= 2]
    if len(compared) < _LEAST_ITEMS:
        return 0.0
    row, column = np.nonzero(compared != MISSING)
    given = compared[row, column]
    if all(number_in(labels[code]) is not None for code in set(given.tolist())):
        return 0.0
    where = np.unique(np.stack([given, row]), axis=1)
    items = np.bincount(where[0], minlength=len(labels))
    return float(np.mean(items[given] == 1))
