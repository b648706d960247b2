"""Items that are labelled alike: no coefficient can tell them apart, so it is enough to look at one of each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.study.coding import MISSING, in_blocks, labels_in_each

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.study.coding import Codes, Coding

    Numbers = NDArray[np.int64]


class Kinds(NamedTuple):
    """Items that are labelled alike are of one kind: no coefficient can tell them apart.

    ``codes`` has the shape (kinds, annotators), or, where it does not matter who gave which label, (kinds, most labels
    of an item) with the labels of each kind in rising order and `MISSING` after them. ``labels`` (kinds,) is the
    number of labels, ``times`` (kinds,) the number of items, and ``kind_of`` (items,) says which kind an item is of.
    """

    codes: Codes
    labels: Codes
    times: NDArray[np.int64]
    kind_of: NDArray[np.int64]


def kinds_of(coding: Coding, *, by_annotator: bool) -> Kinds:
    """The kinds of items of a coding, told apart by who gave which label or only by the labels."""
    labels = len(coding.labels)
    if by_annotator:
        coding = coding.unpacked()
        first, kind_of, times = _distinct(_row_keys(coding.codes, labels))
        return Kinds(coding.codes[first], coding.per_item[first], times, kind_of)
    few = (len(coding.annotators) + 1) ** labels < 2**63
    keys = _count_keys(coding.codes, labels) if few else _row_keys(in_rising_order(coding.codes, labels), labels)
    first, kind_of, times = _distinct(keys)
    return Kinds(in_rising_order(coding.codes[first], labels), coding.per_item[first], times, kind_of)


def in_rising_order(codes: Codes, labels: int) -> Codes:
    """The labels of each item in rising order, without who gave them; `MISSING` comes last."""
    narrow = np.int16 if labels < 2**15 - 1 else np.int32
    ordered = np.where(codes == MISSING, labels, codes).astype(narrow)
    ordered.sort(axis=1)
    most = int(labels_in_each(codes).max(initial=0))
    return np.where(ordered == labels, MISSING, ordered)[:, :most].astype(np.int32)


def _count_keys(codes: Codes, labels: int) -> Numbers:
    """A number for each row whose digits say how often each label stands in it."""
    annotators = codes.shape[1]
    one_each = np.ones(annotators, dtype=np.int64)
    worth = np.append((annotators + 1) ** np.arange(labels, dtype=np.int64), 0)  # the last for what is missing
    return np.concatenate([worth[block] @ one_each for block in in_blocks(codes)])


def _row_keys(codes: Codes, labels: int) -> Numbers | NDArray[np.void]:
    """A key for each row: a number with its codes for digits where it can hold them, else its bytes."""
    base = labels + 1
    if base ** codes.shape[1] < 2**63:
        worth = base ** np.arange(codes.shape[1], dtype=np.int64)
        return np.concatenate([(block + np.int64(1)) @ worth for block in in_blocks(codes)])
    rows = np.ascontiguousarray(codes)
    return rows.view(np.dtype((np.void, rows.dtype.itemsize * rows.shape[1]))).ravel()


def _distinct(keys: Numbers | NDArray[np.void]) -> tuple[Numbers, Numbers, Numbers]:
    """Where each distinct key stands first, which of them each key is, and how often each occurs."""
    if keys.dtype.kind == "V" or keys.max(initial=0) > 4 * len(keys):
        return np.unique(keys, return_index=True, return_inverse=True, return_counts=True)[1:]
    times = np.bincount(keys)  # far faster than sorting where keys are small
    used = np.flatnonzero(times)
    number_of, first = np.empty_like(times), np.empty_like(times)
    number_of[used] = np.arange(len(used))
    first[keys[::-1]] = np.arange(len(keys))[::-1]
    return first[used], number_of[keys], times[used]
