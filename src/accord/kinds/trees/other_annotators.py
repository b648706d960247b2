"""Alpha over trees without each annotator, and without what each drew over each sentence or document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.equation import agreement
from accord.agreement.other_annotators import WithoutAnnotators
from accord.kinds.trees.disagreement import expected_of_all, sum_of_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.distance.all_pairs import AllPairs, Numbers
    from accord.kinds.trees.alpha import GroupedTrees


def without_annotators(grouped: GroupedTrees, other: Numbers, annotator: Numbers, pairs: AllPairs) -> WithoutAnnotators:
    """From trees, the second of every two trees of an item, the annotator of each tree, and the distances of all pairs.

    A tree that is left alone over its sentence goes with the others, for it is compared with nothing.
    """
    item, group, one, within = grouped.item, grouped.group, grouped.one, grouped.within
    trees = len(item)
    touching = expected_of_all(pairs, np.arange(trees), np.zeros(trees)).touching
    total = float(touching.sum()) / 2
    left = np.bincount(item).astype(np.float64)
    apart = np.bincount(item[one], within, len(left))
    own = np.bincount(one, within, trees) + np.bincount(other, within, trees)
    drawn = [np.flatnonzero(item == each) for each in range(len(left))]

    def value(gone: Numbers) -> float:
        """Alpha without some trees of one annotator."""
        items = item[gone]
        single = left[items] == 2
        alone = [np.setdiff1d(drawn[each], gone) for each in items[single].tolist()]
        everything = np.concatenate([gone, *alone])
        rest = total - float(touching[everything].sum()) + sum_of_pairs(pairs.only(everything))
        count = trees - len(everything)
        lost = 2 * apart[items] / (left[items] - 1)
        kept = np.where(single, 0.0, 2 * (apart[items] - own[gone]) / np.maximum(left[items] - 2, 1))
        disagreement = observed - float((lost - kept).sum())
        return float(agreement(disagreement * (count - 1), 2 * rest, max(total, 1.0))) if count > 1 else np.nan

    observed = float((2 * apart / (left - 1)).sum())
    everybody = [np.flatnonzero(annotator == each) for each in np.unique(annotator)]
    cells = [part for gone in everybody for part in _by_group(gone, group)]
    return WithoutAnnotators(
        np.array([value(gone) for gone in everybody]),
        np.array([value(gone) for gone in cells]),
        np.ones(len(cells), dtype=np.int64),
        np.array([len(gone) for gone in everybody], dtype=np.int64),
    )


def _by_group(trees: Numbers, group: Numbers) -> Iterator[Numbers]:
    """Some trees, those of each group together."""
    order = trees[np.argsort(group[trees], kind="stable")]
    yield from np.split(order, np.flatnonzero(np.diff(group[order])) + 1)
