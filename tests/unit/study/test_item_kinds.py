"""Kinds of items: items are of one kind if and only if they are labelled alike."""

from __future__ import annotations

import numpy as np
import pytest

from accord.study.coding import MISSING, Item, coding_of
from accord.study.item_kinds import kinds_of


@pytest.mark.parametrize("by_annotator", [True, False])
@pytest.mark.parametrize(
    ("items", "annotators", "labels"),
    [(5_000, 3, 2), (60, 4, 3), (60, 4, 30), (60, 40, 12), (200, 2, 3_000), (1, 2, 1)],
    ids=["counted", "few items", "many labels", "many annotators", "labels by the thousand", "one item"],
)
def test_items_are_of_one_kind_if_and_only_if_they_are_labelled_alike(
    items: int, annotators: int, labels: int, by_annotator: bool
) -> None:
    rng = np.random.default_rng(7)
    codes = rng.integers(MISSING, labels, size=(items, annotators)).astype(np.int32)
    codes[:, :2] = np.abs(codes[:, :2])
    coding = coding_of(codes, [str(label) for label in range(labels)], ["?"] * annotators, describe=_nothing)
    kinds = kinds_of(coding, by_annotator=by_annotator)
    alike = [tuple(row) if by_annotator else tuple(sorted(row[row != MISSING])) for row in codes]
    of_kind = [tuple(row) if by_annotator else tuple(row[row != MISSING]) for row in kinds.codes]
    assert len(of_kind) == len(set(alike))
    assert [of_kind[kind] for kind in kinds.kind_of] == alike
    assert kinds.times.tolist() == [alike.count(kind) for kind in of_kind]
    assert kinds.labels.tolist() == [len([code for code in kind if code != MISSING]) for kind in of_kind]


@pytest.mark.parametrize("by_annotator", [True, False])
def test_no_items_are_of_no_kind(by_annotator: bool) -> None:
    coding = coding_of(np.zeros((0, 2), dtype=np.int32), [], ["ann", "bob"], describe=_nothing)
    assert len(kinds_of(coding, by_annotator=by_annotator).times) == 0


def _nothing(number: int) -> Item:
    return Item(str(number), "", None)
