"""Items x annotators as integer codes: all that a coefficient of labels may see."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from accord.model import item_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from accord.model import Place

    Codes = NDArray[np.int32]

MISSING = -1
"""The code of an item that an annotator did not label."""

_CELLS_OF_A_BLOCK = 2**16


class Item(NamedTuple):
    """What an item is called, the text that was labelled where there is one, and where whose label of it stands."""

    name: str
    text: str
    place: Place | None
    annotator: str = ""


@dataclass(frozen=True)
class Coding:
    """Which label each annotator gave each item; every item has two labels or more, or one where ``singles`` count.

    ``codes`` has the shape (items, annotators) and holds indices into ``labels``, or `MISSING`. ``document_of`` has
    the shape (items,) and holds indices into ``documents``. ``numbers`` are the original numbers of the items,
    which ``describe`` turns into names and places. ``ordered`` says that the caller gave the order of the labels,
    ``singles`` that items with one label count for what chance would do, as in Gwet (2014); they cannot count for what
    is observed. ``no_answer`` are labels that count as missing; ``found`` is how many items there were before any was
    left out. ``notes`` say how the data were understood, and ``values`` are the objects that labels stand for.
    ``nominal`` says why labels are names although they may look like numbers.

    Where each item went to few of very many annotators the codes may be packed: they have the shape (items, most
    labels of an item), and ``who`` says of whom each is. Whoever looks at items without asking who gave a label sees no
    difference; `of`, `column`, `row` and `given` ask for that.
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
    found: int = 0
    notes: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    nominal: str = ""
    who: Codes | None = None
    repeats: Mapping[tuple[int, str], tuple[str, ...]] = field(default_factory=dict)
    """Further labels that an annotator gave to an item, by its original number and the annotator's name."""

    def digest(self) -> str:
        """Eight digits that change with any label, annotator or document."""
        names = "\0".join([*self.labels, "", *self.annotators, "", *self.documents])
        whole = sha256(names.encode("utf-8", "surrogatepass"))
        for table in (self.codes, self.who):
            if table is not None:
                whole.update(np.ascontiguousarray(table).data)
        whole.update(np.ascontiguousarray(self.document_of).data)
        return whole.hexdigest()[:8]

    @cached_property
    def items(self) -> int:
        """How many items have two labels or more."""
        return int(np.count_nonzero(self.per_item >= 2))

    @cached_property
    def per_item(self) -> Codes:
        """How many annotators labelled each item, shape (items,)."""
        return labels_in_each(self.codes)

    @cached_property
    def ballots(self) -> NDArray[np.int64]:
        """How many annotators gave each item each label, shape (items, labels)."""
        items, labels = len(self.codes), len(self.labels)
        row, column = np.nonzero(self.codes != MISSING)
        return np.bincount(row * labels + self.codes[row, column], minlength=items * labels).reshape(items, labels)

    @property
    def complete(self) -> bool:
        """Whether every annotator labelled every item."""
        return bool((self.per_item == len(self.annotators)).all())

    # --- who gave which label ---------------------------------------------------------------------------------------

    def of(self, annotator: int) -> tuple[NDArray[np.intp], Codes]:
        """The items that an annotator labelled, in their order, and the codes."""
        if self.who is None:
            codes = np.ascontiguousarray(self.codes[:, annotator])
            items = np.flatnonzero(codes != MISSING)
            return items, codes[items]
        starts, places = self._by_annotator
        own = places[starts[annotator] : starts[annotator + 1]]
        return own // self.codes.shape[1], self.codes.ravel()[own]

    def column(self, annotator: int) -> Codes:
        """The code of each item, shape (items,)."""
        if self.who is None:
            return self.codes[:, annotator]
        items, codes = self.of(annotator)
        found = np.full(len(self.codes), MISSING, dtype=np.int32)
        found[items] = codes
        return found

    def row(self, index: int) -> list[int]:
        """The code that each annotator gave an item."""
        if self.who is None:
            codes: list[int] = self.codes[index].tolist()
            return codes
        found = [MISSING] * len(self.annotators)
        for annotator, code in zip(self.who[index].tolist(), self.codes[index].tolist(), strict=True):
            if annotator != MISSING:
                found[annotator] = code
        return found

    @property
    def given(self) -> NDArray[np.int64]:
        """How many labels each annotator gave, shape (annotators,)."""
        if self.who is None:
            counts: NDArray[np.int64] = np.count_nonzero(self.codes != MISSING, axis=0)
            return counts
        return np.diff(self._by_annotator[0])

    @cached_property
    def _by_annotator(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Where the places of each annotator start, and the places in the flat table by annotator."""
        assert self.who is not None, "else the columns say it"
        flat = self.who.ravel()
        order = np.argsort(flat, kind="stable")
        return np.searchsorted(flat[order], np.arange(len(self.annotators) + 1)), order

    def unpacked(self) -> Coding:
        """The same with a column for each annotator."""
        if self.who is None:
            return self
        codes = np.full((len(self.codes), len(self.annotators)), MISSING, dtype=np.int32)
        items, slots = np.nonzero(self.who != MISSING)
        codes[items, self.who[items, slots]] = self.codes[items, slots]
        return replace(self, codes=codes, who=None)

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """How often each label was given to items with two labels or more, shape (labels,)."""
        compared = self.codes[self.per_item >= 2] if self.singles else self.codes
        return np.bincount(compared[compared != MISSING], minlength=len(self.labels))

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

    def id_of(self, index: int) -> str:
        """A name that no item of another document has; those of tokens begin with their document anyway."""
        document, name = self.documents[self.document_of[index]], self.item(index).name
        return item_id(document, name.removeprefix(f"{document}:") if self.unit == "token" else name)

    def only(self, annotators: Sequence[int]) -> Coding:
        """The same of some annotators, with the items that two of them labelled."""
        chosen = replace(
            self,
            codes=np.stack([self.column(one) for one in annotators], axis=1),
            annotators=tuple(self.annotators[one] for one in annotators),
            who=None,
        )
        return chosen.of_items(chosen.per_item >= self.least)

    def of_items(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> Coding:
        """The same of some items."""
        return replace(
            self,
            codes=self.codes[chosen],
            document_of=self.document_of[chosen],
            numbers=self.numbers[chosen],
            who=None if self.who is None else self.who[chosen],
        )

    def items_of_documents(self) -> Iterator[tuple[int, NDArray[np.intp]]]:
        """The items of each document that has any, in their order."""
        order = np.argsort(self.document_of, kind="stable")
        numbers, starts = np.unique(self.document_of[order], return_index=True)
        return zip(numbers.tolist(), np.split(order, starts[1:]), strict=True) if len(order) else iter(())

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
    notes: tuple[str, ...] = (),
    values: Mapping[str, Any] | None = None,
    who: Codes | None = None,
) -> Coding:
    """A coding of codes of the shape (items, annotators), or packed, without the items that have too few labels."""
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
        len(codes),
        notes,
        values or {},
        who=who,
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
