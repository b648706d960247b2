"""What alignments suggest for the weight of places and the distances of categories.

Mathet & Widlöcher (2011) leave both to whoever runs a campaign: up to how much dissimilarity a unit is rather aligned
than left alone, and how far categories are apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.alignment.pairs import near_pairs
from accord.distance.dissimilarity import Dissimilarity
from accord.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.distance.position import Position
    from accord.kinds.units.aligned import Aligned
    from accord.study.units import Continuum, Floats, Numbers

_REACH = 4.0
"""Up to how far apart in place units are looked at: two of one length with as much room between them."""


class Cut(NamedTuple):
    """Up to how far apart in place units are aligned; pairs that lie above, and runners-up that lie below."""

    apart: float
    pairs_above: int
    others_below: int


@dataclass(frozen=True)
class Suggested:
    """A weight of the position, or ``why`` there is none, and distances of categories, shape (categories, categories).

    The weight is such that units of one category are aligned up to ``cut.apart``, which so many clear ``pairs`` and
    ``others``, the runners-up of their units, suggest.
    """

    categories: tuple[str, ...]
    distances: Floats
    coincidences: Numbers
    pairs: int
    others: int
    cut: Cut | None
    position_weight: float | None
    why: str


def suggested(aligned: Aligned) -> Suggested:
    """What the units suggest, and how aligned ones were named.

    A unit is left alone if its mean dissimilarity from those of all n - 1 others is above (n / 2 + 1) delta_empty, as
    follows from the sum of disorder; the weight makes that the cut.
    """
    met = int(aligned.confusions.pairs.sum())
    if not met:
        raise UsageError("suggest: no two units are aligned, so nothing can be suggested")
    if aligned.dissimilarity.by is not None:
        raise UsageError("suggest: a function of two units has neither a weight of places nor distances of categories")
    found = [clear_pairs(each.continuum, aligned.dissimilarity.position) for each in aligned.alignments]
    pairs, others = (np.concatenate(part) for part in zip(*found, strict=True))
    alone = int(aligned.missed_by_category.sum())
    cut = cut_between(pairs, others, alone / (2 * met))
    annotators = max(len(each.continuum.annotators) for each in aligned.alignments)
    why = "places do not tell clear pairs from others" if alone else "every unit has its counterpart"
    return Suggested(
        aligned.study.categories,
        told_apart(aligned.coincidences),
        aligned.coincidences,
        len(pairs),
        len(others),
        cut,
        None if cut is None else (annotators / 2 + 1) / cut.apart,
        "" if cut else why,
    )


def clear_pairs(continuum: Continuum, position: Position) -> tuple[Floats, Floats]:
    """How far apart clear pairs are in place, and how far each of their units is from its runner-up.

    A pair is clear if its units are of one category and overlap, and each is nearer to the other than to any such unit
    of that annotator. The next one would be nearest if its counterpart were missing.
    """
    categories = int(continuum.category.max(initial=0)) + 1
    by_place = Dissimilarity(np.broadcast_to(np.zeros(1), (categories, categories)), position, beta=0)
    near = near_pairs(continuum, by_place, _REACH)
    first, second, apart = near.first, near.second(slice(None)), near.weight + by_place.delta_empty
    alike = continuum.category[first] == continuum.category[second]
    first, second, apart = first[alike], second[alike], apart[alike]
    annotators = len(continuum.annotators)
    groups = first * annotators + continuum.owner[second], second * annotators + continuum.owner[first]
    begins, ends = (np.stack([border[first], border[second]]) for border in (continuum.start, continuum.end))
    (nearest, next_), (other_nearest, other_next) = (_ranked(group, apart) for group in groups)
    clear = nearest & other_nearest & (begins.max(axis=0) < ends.min(axis=0))
    others = [
        apart[runner_up & np.isin(group, group[clear])]
        for group, runner_up in zip(groups, (next_, other_next), strict=True)
    ]
    return apart[clear], np.concatenate(others)


def _ranked(group: Numbers, apart: Floats) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which is nearer than all others of its group, and which is the next one."""
    order = np.lexsort((apart, group))
    same = group[order][1:] == group[order][:-1]
    opens = np.concatenate([[True], ~same])[: len(group)]
    tied = np.concatenate([same & np.isclose(apart[order][1:], apart[order][:-1]), [False]])[: len(group)]
    nearest, runner_up = np.zeros((2, len(group)), dtype=bool)
    nearest[order] = opens & ~tied
    runner_up[order] = ~opens & np.concatenate([[False], opens[:-1]])[: len(group)]
    return nearest, runner_up


def cut_between(pairs: Floats, others: Floats, alone: float) -> Cut | None:
    """Where fewest units would be wrongly left alone or wrongly aligned, if so many are ``alone`` for one that is not.

    Above the cut both units of a pair are left alone, below it a unit alone is aligned with its runner-up. Of several
    the highest; None where it would lie at an end.

    >>> cut_between(np.array([0.04, 0.16]), np.array([3.24]), 0.5)
    Cut(apart=1.7, pairs_above=0, others_below=0)
    """
    apart = np.concatenate([pairs, others])
    order = np.argsort(apart, kind="stable")
    is_pair = order < len(pairs)
    above, below = len(pairs) - np.cumsum(is_pair), np.cumsum(~is_pair)
    cost, apart = 2 * above + alone * below, apart[order]
    inside = np.flatnonzero((apart[1:] > apart[:-1]) & (cost[:-1] < min(2 * len(pairs), alone * len(others))))
    if not len(inside):
        return None
    at = inside[cost[inside] == cost[inside].min()][-1]
    return Cut(float(apart[at] + apart[at + 1]) / 2, int(above[at]), int(below[at]))


def told_apart(coincidences: Numbers) -> Floats:
    """Krippendorff's alpha of every two categories over the pairs that have no third, from 0 to 1: 1 is never confused.

    Where pairs of aligned units have only one of the two, or none, they count as told apart.

    >>> told_apart(np.array([[2, 1], [1, 2]])).tolist()
    [[0.0, 0.64], [0.64, 0.0]]
    """
    same, confused = 2.0 * np.diag(coincidences), coincidences.astype(np.float64)
    ours = same[:, None] + confused
    product = ours * ours.T
    with np.errstate(invalid="ignore", divide="ignore"):
        alpha = 1 - (ours + ours.T - 1) * confused / product
    found: Floats = np.where(product > 0, np.clip(alpha, 0.0, 1.0), 1.0)
    np.fill_diagonal(found, 0.0)
    return found
