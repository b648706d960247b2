"""Whether items have answers of their own, of which chance that exchanges labels between items knows nothing.

Chance draws from what could have been said about this item. Where each item offers two of many systems, and the name of
the winner is its label, alpha takes all names for possible everywhere: coin flips reach 0.43 for two of eight names.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

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
    two = two_answers(codes, len(coding.labels))
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


def two_answers(codes: Codes, labels: int) -> TwoAnswers:
    """Third answers of items about which three annotators or more disagree, and what other items lead to expect.

    Of a disagreement x against y, any other label z of the item is a third answer unless it is x or y. It is expected as
    often as labels beside x, and beside y, are others in all items.
    """
    from scipy.sparse import coo_array

    row, column = np.nonzero(codes != MISSING)
    given = codes[row, column]
    ballots = coo_array((np.ones(len(given)), (row, given)), shape=(len(codes), labels)).tocsr()
    ballots.sum_duplicates()
    pairs = (ballots.T @ ballots).tolil()
    counts = np.asarray(ballots.sum(axis=0)).ravel()
    pairs.setdiag(pairs.diagonal() - counts)
    pairs = pairs.tocsr()
    of_label = np.asarray(pairs.sum(axis=1)).ravel()
    total, all_labels = of_label.sum(), counts.sum()
    if not total or not all_labels:
        return TwoAnswers(0.0, 0.0, 0.0, 0.0)
    disagreement = 1.0 - pairs.diagonal().sum() / total
    by_chance = 1.0 - float((counts**2).sum()) / all_labels**2
    if not by_chance:
        return TwoAnswers(0.0, 0.0, 0.0, 0.0)
    coin = 1 - 0.5 / by_chance
    harm = (1 - disagreement / by_chance) - (1 - 2 * disagreement)
    if harm < _LEAST_HARM:  # of few disagreements or two labels: nobody needs to look at the items
        return TwoAnswers(0.0, 0.0, harm, coin)
    share = {
        (x, int(y)): pairs.data[place] / of_label[x]
        for x in range(labels)
        for place in range(pairs.indptr[x], pairs.indptr[x + 1])
        for y in [pairs.indices[place]]
    }
    found = expected = 0.0
    for pattern, times in _patterns(ballots.indptr, ballots.indices, ballots.data).items():
        size = sum(count for _, count in pattern)
        if len(pattern) < 2 or size < 3:
            continue
        weights = outside = other = 0.0
        for place, (x, n_x) in enumerate(pattern):
            for y, n_y in pattern[place + 1 :]:
                weight = n_x * n_y
                weights += weight
                outside += weight * (size - n_x - n_y) / (size - 2)
                of_x = 1 - share.get((x, x), 0.0) - share.get((x, y), 0.0)
                of_y = 1 - share.get((y, y), 0.0) - share.get((y, x), 0.0)
                other += weight * (of_x + of_y) / 2
        found += times * outside / weights
        expected += times * other / weights
    return TwoAnswers(found, expected, harm, coin)


def _patterns(starts: Codes, labels: Codes, counts: Codes) -> Counter[tuple[tuple[int, int], ...]]:
    """Which labels items have, how often each, and how many items have just these."""
    rows = ((labels[start:end], counts[start:end]) for start, end in zip(starts[:-1], starts[1:], strict=True))
    return Counter(tuple(sorted(zip(held.tolist(), map(int, times), strict=True))) for held, times in rows)


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
