"""Items x annotators as integer codes: all that a coefficient of labels may see."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from accord.model import Place

    Codes = NDArray[np.int32]
    Numbers = NDArray[np.int64]

MISSING = -1
"""The code of an item that an annotator did not label."""

_CELLS_OF_A_BLOCK = 2**16


class Item(NamedTuple):
    """What an item is called, the text that was labelled where there is one, and where it stands."""

    name: str
    text: str
    place: Place | None


@dataclass(frozen=True)
class Coding:
    """Which label each annotator gave each item; every item has two labels or more, or one where ``singles`` count.

    ``codes`` has the shape (items, annotators) and holds indices into ``labels``, or `MISSING`. ``document_of`` has
    the shape (items,) and holds indices into ``documents``. ``numbers`` are the original numbers of the items,
    which ``describe`` turns into names and places. ``ordered`` says that the caller gave the order of the labels,
    ``singles`` that items with one label count for what chance would do, as in Gwet (2014); they cannot count for what
    is observed. ``no_answer`` are labels that count as missing.
    """

    codes: Codes
    labels: tuple[str, ...]
    annotators: tuple[str, ...]
    documents: tuple[str, ...]
    document_of: Codes
    numbers: NDArray[np.int64]
    describe: Callable[[int], Item]
    ordered: bool = False
    unit: str = "item"
    singles: bool = False
    no_answer: tuple[str, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def items(self) -> int:
        """How many items have two labels or more."""
        return int(np.count_nonzero(self.per_item >= 2))

    @cached_property
    def per_item(self) -> Codes:
        """How many annotators labelled each item, shape (items,)."""
        return labels_in_each(self.codes)

    @property
    def complete(self) -> bool:
        """Whether every annotator labelled every item."""
        return bool((self.codes != MISSING).all())

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """How often each label was given, shape (labels,)."""
        return np.bincount(self.codes[self.codes != MISSING], minlength=len(self.labels))

    @property
    def used(self) -> list[str]:
        """The labels that were given; as a rule, the first items show them all."""
        seen = np.zeros(len(self.labels) + 1, dtype=bool)  # the last for what is missing
        for block in in_blocks(self.codes):
            seen[block] = True
            if seen[:-1].all():
                break
        return [label for label, given in zip(self.labels, seen[:-1], strict=True) if given]

    def item(self, index: int) -> Item:
        """The name and the place of an item."""
        return self.describe(int(self.numbers[index]))

    def only(self, annotators: Sequence[int]) -> Coding:
        """The same of some annotators, with the items that two of them labelled."""
        chosen = replace(
            self, codes=self.codes[:, list(annotators)], annotators=tuple(self.annotators[one] for one in annotators)
        )
        return chosen.of_items(chosen.per_item >= self.least)

    def blanked(self, annotator: int) -> Coding:
        """The same without the labels of one annotator, who stays in the table."""
        codes = self.codes.copy()
        codes[:, annotator] = MISSING
        blank = replace(self, codes=codes)
        return blank.of_items(blank.per_item >= self.least)

    def of_items(self, chosen: NDArray[np.bool_]) -> Coding:
        """The same of some items."""
        return replace(
            self, codes=self.codes[chosen], document_of=self.document_of[chosen], numbers=self.numbers[chosen]
        )

    def recoded(self, code_of: Sequence[int], labels: Sequence[str]) -> Coding:
        """The same with other labels: ``code_of`` gives the new code of each code."""
        codes = np.append(np.asarray(code_of, dtype=np.int32), np.int32(MISSING))[self.codes]
        return replace(self, codes=codes, labels=tuple(labels))

    def one_against_rest(self, code: int) -> Coding:
        """The same with two labels only: this one, and any other."""
        return self.recoded([int(other != code) for other in range(len(self.labels))], (self.labels[code], "other"))

    def merged(self, first: int, second: int) -> Coding:
        """The same with two labels made one."""
        low, high = sorted((first, second))
        code_of = [low if code == high else code - (code > high) for code in range(len(self.labels))]
        labels = [*self.labels[:high], *self.labels[high + 1 :]]
        labels[low] = f"{self.labels[low]}+{self.labels[high]}"
        return self.recoded(code_of, labels)

    @property
    def least(self) -> int:
        """How many labels an item must have."""
        return 1 if self.singles else 2


def coding_of(
    codes: Codes,
    labels: Sequence[str],
    annotators: Sequence[str],
    *,
    describe: Callable[[int], Item],
    documents: Sequence[str] = ("",),
    document_of: Codes | None = None,
    ordered: bool = False,
    unit: str = "item",
    singles: bool = False,
    no_answer: Sequence[str] = (),
    left_out: Mapping[str, int] | None = None,
) -> Coding:
    """A coding of codes of the shape (items, annotators), without the items that have too few labels."""
    if document_of is None:
        document_of = np.zeros(len(codes), dtype=np.int32)
    excluded = dict(left_out or {})
    coding = Coding(
        codes.astype(np.int32, copy=False),
        tuple(labels),
        tuple(annotators),
        tuple(documents),
        document_of,
        np.arange(len(codes)),
        describe,
        ordered,
        unit,
        singles,
        tuple(no_answer),
        excluded,
    )
    too_few = {0: "without a label", 1: f"with one label{' (counted for chance only)' * singles}"}
    for few, what in too_few.items():
        if count := int(np.count_nonzero(coding.per_item == few)):
            excluded[f"{unit}s {what}"] = count
    enough = coding.per_item >= coding.least
    return coding if enough.all() else coding.of_items(enough)


def in_blocks(table: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """The rows in blocks, so small that what is computed of one stays in the cache; of no rows one empty block."""
    size = max(1, _CELLS_OF_A_BLOCK // max(1, table.shape[1]))
    return (table[start : start + size] for start in range(0, max(1, len(table)), size))


def labels_in_each(codes: Codes) -> Codes:
    """How many labels each row holds, shape (items,)."""
    one_each = np.ones(codes.shape[1], dtype=np.int32)
    return np.concatenate([(block != MISSING) @ one_each for block in in_blocks(codes)])


class Kinds(NamedTuple):
    """Items that are labelled alike are of one kind: no coefficient can tell them apart.

    ``codes`` has the shape (kinds, annotators), or, where it does not matter who gave which label, (kinds, most labels
    of an item) with the labels of each kind in rising order and `MISSING` behind them. ``labels`` (kinds,) is the
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
