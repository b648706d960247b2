"""Krippendorff's alpha over trees: how much annotators agree on syntax, beyond chance.

    alpha = 1 - observed disagreement / expected disagreement

Trees of the same sentence are compared for the observed disagreement, any two trees for the expected one
(`accord.kinds.trees.disagreement`): all pairs of them where their distances are given, else as many drawn at random
as alpha needs to be known to the wanted precision.

Skjærholt, A. (2014). A chance-corrected measure of inter-annotator agreement for syntax.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.anytime import ANYTIME, anytime_interval
from accord.agreement.equation import agreement
from accord.agreement.interval import interval_around
from accord.agreement.other_annotators import interval_without, why_not
from accord.agreement.resample import ResampleRows
from accord.agreement.result import Measured, Undefined
from accord.agreement.student import t_quantile
from accord.agreement.uncertainty import interval_of_resamples, leave_one_out
from accord.kinds.trees.disagreement import (
    expected_of_all,
    expected_of_sample,
    observed,
    sums_between_groups,
)
from accord.kinds.trees.other_annotators import without_annotators

if TYPE_CHECKING:
    from accord.agreement.result import Interval, Value
    from accord.agreement.uncertainty import LeftOut, Uncertainty
    from accord.distance.all_pairs import AllPairs, Floats, Numbers
    from accord.kinds.trees.disagreement import Disagreement, Expected, Observed, Sampling

MAX_DRAWN = 1_000_000
"""The most pairs of trees that are drawn."""

MAX_GROUPS = 5_000
"""The most sentences or documents that are resampled, for which their sums take 200 MB."""


@dataclass(frozen=True, slots=True)
class Alpha:
    """Alpha of some trees with what it is made of: both disagreements are means of (squared) distances."""

    value: Value
    observed: Value
    expected: Value
    interval: Interval | Undefined
    items: int
    trees: int
    sampling: Sampling | None = None
    other_annotators: Interval | Undefined | None = None

    @classmethod
    def undefined(cls, reason: str, items: int = 0, trees: int = 0) -> Alpha:
        """No value, and why."""
        none = Undefined(reason)
        return cls(none, none, none, none, items, trees, None, none)

    @property
    def measured(self) -> Measured:
        """The same as every kind has it."""
        return Measured(self.value, self.observed, self.expected, self.interval, self.items)


@dataclass(frozen=True, slots=True)
class GroupedTrees:
    """Trees with two or more to an item: the item of each and the group intervals are over, shape (trees,).

    Of every two trees of an item, ``one`` is the first, and ``within`` how much they disagree; the ``other`` one and
    the ``annotator`` of each tree are given where an interval for other annotators is wanted. ``pairs`` has the
    disagreement of any two trees, where it is known; ``apart`` computes it. ``by_item`` says that items are the groups.
    """

    item: Numbers
    group: Numbers
    by_item: bool
    one: Numbers
    within: Floats
    apart: Disagreement
    pairs: AllPairs | None = None
    other: Numbers | None = None
    annotator: Numbers | None = None

    @property
    def unit(self) -> str:
        """What a group is called."""
        return "sentence" if self.by_item else "document"


def alpha(trees: GroupedTrees, uncertainty: Uncertainty, precision: float) -> Alpha:
    """Alpha of trees, with its interval."""
    seen = observed(trees.item, trees.group, trees.one, trees.within)
    sampling = None
    if trees.pairs:
        within = seen.within if trees.by_item else None
        expected = expected_of_all(trees.pairs, trees.group, within)
    else:
        rng = np.random.default_rng(uncertainty.seed)
        expected, sampling = expected_of_sample(
            trees.group,
            trees.apart,
            seen.value,
            precision=precision,
            level=uncertainty.level,
            most=MAX_DRAWN,
            rng=rng,
        )
    found = Alpha(
        Undefined("chance would not disagree either: the trees are all alike"),
        seen.value,
        expected.value,
        Undefined("without a value there is no interval"),
        int(trees.item.max()) + 1,
        len(trees.item),
        sampling,
    )
    value = float(agreement(seen.value, expected.value, expected.largest))
    if np.isnan(value):
        return found
    bounds = (-1.0 if value > -1 else min(-1.0, float(agreement(expected.largest, expected.value))), 1.0)
    left = _without_one(trees, seen, expected, bounds)
    return replace(
        found,
        value=value,
        interval=_interval(trees, seen, expected, left, bounds, uncertainty=uncertainty),
        other_annotators=_other_annotators(trees, left, bounds, uncertainty),
    )


def _other_annotators(
    trees: GroupedTrees, left: LeftOut | Undefined, bounds: tuple[float, float], uncertainty: Uncertainty
) -> Interval | Undefined | None:
    """Where alpha would lie for other annotators like these; None where it is not known who drew which tree."""
    if trees.annotator is None or trees.other is None:
        return None
    reason = why_not(uncertainty, len(np.unique(trees.annotator)))
    if reason is not None:
        return reason
    if trees.pairs is None:
        return Undefined("other annotators need the distances of all pairs of trees, and some were drawn")
    without = without_annotators(trees, trees.other, trees.annotator, trees.pairs)
    return interval_without(left, without, bounds, trees.unit, uncertainty.level)


def _interval(
    trees: GroupedTrees,
    seen: Observed,
    expected: Expected,
    left: LeftOut | Undefined,
    bounds: tuple[float, float],
    *,
    uncertainty: Uncertainty,
) -> Interval | Undefined:
    if uncertainty.interval == "none":
        return Undefined("no interval was asked for")
    if isinstance(left, Undefined):
        return left
    if uncertainty.interval == "bootstrap":
        return _bootstrap(left, trees, seen, expected.largest, uncertainty)
    t = t_quantile(uncertainty.level, len(left.without) - 1)
    drawn = (1 - left.value) * expected.error
    # A drawn pair is missed by both its groups, so the jackknife counts what comes from drawing pairs twice.
    error = sqrt(max(left.error**2 - drawn**2, drawn**2))
    if uncertainty.interval == ANYTIME:
        count = len(left.without)
        return anytime_interval(left.value, error, count, bounds, unit=trees.unit, level=uncertainty.level)
    method = f"jackknife over {trees.unit}s"
    return interval_around(left.value, error, bounds, method, level=uncertainty.level, quantile=t)


def _without_one(
    trees: GroupedTrees, seen: Observed, expected: Expected, bounds: tuple[float, float]
) -> LeftOut | Undefined:
    """Alpha without each group in turn.

    A pair of trees touches one group or two. What is left of the expected disagreement without a group is the sum over
    all pairs less those that touch it, which the totals of rows of groups give with what is counted twice taken off.
    """
    rows = np.stack([seen.disagreement, seen.trees, expected.touching, expected.touching_count], axis=1)
    twice = expected.touching.sum() - expected.total
    twice_counted = expected.touching_count.sum() - expected.count

    def statistic(totals: Floats) -> Floats:
        sums, counts = totals[:, 2] - twice, totals[:, 3] - twice_counted
        return agreement(totals[:, 0] * counts, totals[:, 1] * sums, totals[:, 1] * expected.total)

    return leave_one_out(ResampleRows.each(rows), statistic, bounds, trees.unit)


def _bootstrap(
    left: LeftOut, trees: GroupedTrees, seen: Observed, largest: float, uncertainty: Uncertainty
) -> Interval | Undefined:
    """From resamples of the groups: with weights w and the sums S between groups, the expected sum is w'Sw."""
    if trees.pairs is None:
        return Undefined("a bootstrap needs the distances of all pairs of trees: take the jackknife")
    groups = len(seen.trees)
    if groups > MAX_GROUPS:
        return Undefined(f"a bootstrap is for {MAX_GROUPS:,} {trees.unit}s at most: take the jackknife")
    sums = sums_between_groups(trees.pairs, trees.group)
    units = ResampleRows.each(np.eye(groups))
    rng = np.random.default_rng(uncertainty.seed)

    def values(weights: Floats) -> Floats:
        n = weights @ seen.trees
        expected = np.einsum("rg,rg->r", weights @ sums, weights)
        return agreement(weights @ seen.disagreement * (n - 1), expected, n * (n - 1) * largest)

    drawn = np.concatenate([values(weights) for weights in units.bootstrap(uncertainty.resamples, rng)])
    return interval_of_resamples(left, drawn, trees.unit, uncertainty.level)
