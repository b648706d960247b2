"""The cheapest edit that makes the tree of one annotator that of another, node by node."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.distance.tree_mapping import edit_mapping
from accord.kinds.trees.flatten import brackets_in_post_order
from accord.model.tree import Change

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.distance.tree_edit import EditCosts
    from accord.kinds.trees.flatten import TreeStudy
    from accord.kinds.trees.study import ParseStudy


def changes(
    parses: ParseStudy, study: TreeStudy, sentence: int, annotators: Sequence[str], costs: EditCosts | None = None
) -> list[Change]:
    """What makes the tree of the first of two annotators over a sentence that of the second, in the order of tokens."""
    drawn = [parses.sentences[sentence].trees[name] for name in annotators]
    first, second = (
        int(np.flatnonzero((study.item == sentence) & (study.annotator == study.annotators.index(name)))[0])
        for name in annotators
    )
    one, other = map(brackets_in_post_order, drawn)
    edits = edit_mapping(study.forest, first, second, costs)
    found = [
        Change(
            None if edit.one is None else one[edit.one], None if edit.other is None else other[edit.other], edit.cost
        )
        for edit in edits
        if edit.cost
    ]
    return sorted(found, key=lambda change: ((change.before or change.after or ("", 0, 0))[1:], change.before is None))
