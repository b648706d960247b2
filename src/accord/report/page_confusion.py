"""Two labels that are taken for each other more than others are.

Those that cost most, if of three labels or more they meet in half as many items again as errors spread evenly over all
pairs of labels would give, and in more than chance makes of these. That must hold of all labels and of those alone that
are confused most, however many of these are looked at, three or more: else a label that is hardly ever confused would
make any two of the others stand out. Labels that are never confused count if they were given ten times or more. Of
grades, two stand out if they cost 30 % and meet in five items.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from accord.measure.interval import LEVEL

if TYPE_CHECKING:
    from collections.abc import Mapping

    Layer = Mapping[str, Any]

_ABOVE_EVEN = 1.5
"""So many times what evenly spread errors give, a confusion stands out."""
MUCH = 0.3
"""A confusion with at least this share of all disagreement is worth a decision."""
_REPEATED = 5
"""In fewer items than these, labels with a distance do not stand out, whatever they cost."""
OFTEN = 10
"""Of a label that was given less often it is not said how well it is agreed on."""


class Confused(NamedTuple):
    """Two labels that are taken for each other, with their share of all that is, and the value if they were one.

    ``in_one`` is how much of it lies in a text that outweighs the others, where that is much.
    """

    first: str
    second: str
    share: float
    merged: float | None
    in_one: float | None


def worst_confusion(layer: Layer) -> Confused | None:
    """The two labels that cost most, if they stand out and no other two cost as much."""
    view = layer["labels_view"] or {}
    found = view.get("confusions") or []
    if not found or (len(found) > 1 and found[1]["share"] == found[0]["share"]):
        return None
    worst = found[0]
    if is_nominal(layer):
        outstanding = _stands_out(worst["items"], _met(worst, view))
    else:
        outstanding = worst["items"] >= _REPEATED and worst["share"] >= MUCH and len(view["label_names"]) > 2
    if not outstanding:
        return None
    return Confused(
        worst["first"], worst["second"], worst["share"], worst["merged"]["value"], worst.get("share_in_one")
    )


def is_nominal(layer: Layer) -> bool:
    """Whether labels are the same or not, and never near."""
    return bool(layer["agreement"].get("distance", "nominal") == "nominal")


def _met(worst: Mapping[str, Any], view: Mapping[str, Any]) -> dict[int, float]:
    """By the number of labels: in how many items two of them meet, of the two worst and of more and more others.

    It is items that are counted, for the annotators of one are not independent; how many fall to some of the labels is
    known by their share of all coincidences. Of very many labels it is known only of all together.
    """
    import numpy as np

    total = view["confusions_items"]
    if view["coincidences"] is None:
        return {len(view["label_names"]): total}
    apart = np.array(view["coincidences"])
    np.fill_diagonal(apart, 0)
    often = {row["label"] for row in view["labels"] if row["count"] >= OFTEN}
    first, second = (view["label_names"].index(worst[which]) for which in ("first", "second"))
    others = [
        each
        for each in np.argsort(-apart.sum(axis=1), kind="stable").tolist()
        if each not in {first, second} and (apart[each].any() or view["label_names"][each] in often)
    ]
    order = [first, second, *others]
    within = np.tril(apart[np.ix_(order, order)]).sum(axis=1).cumsum()
    return {number: total * share for number, share in enumerate((within / within[-1]).tolist(), 1) if number > 2}


def _stands_out(items: int, met: Mapping[int, float]) -> bool:
    """Whether two labels meet in clearly more items than errors spread evenly over all pairs of labels would give.

    The chance that any pair of so many labels gets so many of all is at most as many times as there are pairs that of
    one, a tail of the binomial distribution.

    >>> _stands_out(45, {3: 100}), _stands_out(60, {3: 100}), _stands_out(3, {3: 5}), _stands_out(40, {3: 100, 4: 110})
    (False, True, False, False)
    >>> _stands_out(40, {})
    False
    """
    from scipy.special import betainc

    def beyond(labels: int, total: float) -> bool:
        even = 2 / (labels * (labels - 1))
        by_chance = float(betainc(items, max(total - items, 0) + 1, even)) / even
        return items >= _ABOVE_EVEN * even * total and by_chance < 1 - LEVEL

    return bool(met) and all(beyond(labels, total) for labels, total in met.items())
