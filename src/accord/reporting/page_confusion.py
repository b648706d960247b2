"""Two labels that are taken for each other more than others are.

Those that cost most, if of three labels or more they meet in half as many items again as even errors would give, and in
more than chance makes of these. Errors are even where all pairs of labels are alike, or where each label is as often
taken for any other, whichever gives the two more. That must hold of all labels and of those alone that
are confused most, however many of these are looked at, three or more: else a label that is hardly ever confused would
make any two of the others stand out. Labels that are never confused count if they were given ten times or more. Of
grades, two stand out if they cost 30 % and meet in five items.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from accord.agreement.interval import LEVEL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.payload.labels import ConfusionRow, LabelsView
    from accord.payload.layer import LayerContent

_ABOVE_EVEN = 1.5
"""So many times what evenly spread errors give, a confusion stands out."""
MUCH = 0.3
"""A confusion with at least this share of all disagreement is worth a decision."""
_REPEATED = 5
"""In fewer items than these, labels with a distance do not stand out, whatever they cost."""
OFTEN = 10
"""Of a label that was given less often it is not said how well it is agreed on."""


class WorstConfusion(NamedTuple):
    """Two labels that are taken for each other, with their share of all that is, and the value if they were one.

    ``in_one`` is how much of it lies in a text that outweighs the others, where that is much.
    """

    first: str
    second: str
    share: float
    merged: float | None
    in_one: float | None


def worst_confusion(layer: LayerContent) -> WorstConfusion | None:
    """The two labels that cost most, if they stand out and no other two cost as much."""
    view = layer.labels_view
    found = view.confusions if view else ()
    if view is None or not found or (len(found) > 1 and found[1].share == found[0].share):
        return None
    worst = found[0]
    if view.nominal:
        outstanding = _stands_out(worst.items, _met(worst, view))
    else:
        outstanding = worst.items >= _REPEATED and worst.share >= MUCH and len(view.label_names) > 2
    if not outstanding:
        return None
    return WorstConfusion(worst.first, worst.second, worst.share, worst.merged.value, worst.share_in_one)


class Meetings(NamedTuple):
    """In how many items two of so many ``labels`` meet, and the share of these that even errors give the worst two."""

    labels: int
    items: float
    even: float


def _met(worst: ConfusionRow, view: LabelsView) -> list[Meetings]:
    """How often labels meet: of the two worst, those and the one confused most besides, and so on to all.

    It is items that are counted, for the annotators of one are not independent; how many fall to some of the labels is
    known by their share of all coincidences. Of very many labels it is known only of all together.
    """
    total, names = view.confusions_items, view.label_names
    given = {row.label: row.count for row in view.labels}
    counts = [given.get(name, 0) for name in names]
    first, second = map(list(names).index, (worst.first, worst.second))
    if view.coincidences is None:
        return [Meetings(len(names), total, _even(counts[first] + counts[second], sum(counts), len(names)))]
    met = view.coincidences
    apart = [sum(row) - row[label] for label, row in enumerate(met)]
    others = [
        each
        for each in sorted(range(len(names)), key=lambda label: -apart[label])
        if each not in {first, second} and (apart[each] or counts[each] >= OFTEN)
    ]
    order = [first, second, *others]
    within = list(accumulate(sum(met[label][before] for before in order[:at]) for at, label in enumerate(order)))
    together = list(accumulate(counts[label] for label in order))
    return [
        Meetings(labels, total * within[labels - 1] / within[-1], _even(together[1], together[labels - 1], labels))
        for labels in range(3, len(order) + 1)
    ]


def _even(of_both: float, of_all: float, labels: int) -> float:
    """The share of two labels among all pairs that meet where errors are even, whichever way gives them more.

    Either all pairs are alike, or each label is as often taken for any other, so that frequent labels meet more often:
    the pair of labels given n and m times of N in proportion to n + m, and (labels - 1) N is the sum of that.

    >>> _even(20, 30, 3), _even(90, 100, 3)
    (0.3333333333333333, 0.45)
    """
    alike = 2 / (labels * (labels - 1))
    return max(alike, float(of_both / ((labels - 1) * of_all))) if of_all else alike


def _stands_out(items: int, met: Sequence[Meetings]) -> bool:
    """Whether two labels meet in clearly more items than even errors would give.

    The chance that any pair of so many labels gets so many of all is at most as many times as there are pairs that of
    one, a tail of the binomial distribution.

    >>> [_stands_out(items, [Meetings(3, 100, 1 / 3)]) for items in (45, 60)], _stands_out(60, [Meetings(3, 100, 0.45)])
    ([False, True], False)
    >>> _stands_out(3, [Meetings(3, 5, 1 / 3)]), _stands_out(40, [Meetings(3, 100, 1 / 3), Meetings(4, 110, 1 / 6)])
    (False, False)
    >>> _stands_out(40, [])
    False
    """
    from scipy.special import betainc

    def beyond(labels: int, total: float, even: float) -> bool:
        pairs = labels * (labels - 1) / 2
        by_chance = float(betainc(items, max(total - items, 0) + 1, even)) * pairs
        return items >= _ABOVE_EVEN * even * total and by_chance < 1 - LEVEL

    return bool(met) and all(beyond(*each) for each in met)
