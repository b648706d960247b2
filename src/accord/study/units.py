"""Continua and the units that annotators marked on them: all that an alignment may see."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from accord.errors import NotApplicable
from accord.model import Unit
from accord.study.scale import in_natural_order

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Numbers = NDArray[np.int64]
    Marked = Mapping[str, Sequence[Unit]]
    """The units of each annotator."""

MOST_DISTANT = 1e100
"""How far out a unit may lie: squares of lengths are summed up, and must stay numbers."""


@dataclass(frozen=True)
class Continuum:
    """The units of one document, annotator by annotator, each annotator's by start, end and category.

    ``owner``, ``start``, ``end`` and ``category`` have the shape (units,); an owner is the number of one of the
    ``annotators`` who looked at the document, a category the number of one of the study's. The continuum reaches from
    ``low``, which is 0 or where the first unit starts before that, to ``high``: over the text, where its length is
    known, or as far as the units do.
    """

    document: str
    annotators: tuple[str, ...]
    owner: Numbers
    start: Floats
    end: Floats
    category: Numbers
    low: float
    high: float

    def __len__(self) -> int:
        return len(self.owner)

    @cached_property
    def counts(self) -> Numbers:
        """How many units each annotator marked, shape (annotators,)."""
        return np.bincount(self.owner, minlength=len(self.annotators))

    @cached_property
    def offsets(self) -> Numbers:
        """The number of the first unit of each annotator, and of all units, shape (annotators + 1,)."""
        return np.concatenate([[0], np.cumsum(self.counts)])

    @property
    def length(self) -> float:
        """How far the continuum reaches."""
        return self.high - self.low

    @cached_property
    def mean_length(self) -> float:
        """How long a unit is on average."""
        return float((self.end - self.start).mean()) if len(self) else 0.0

    def leftmost(self, members: Numbers) -> Floats:
        """Where the first unit in each row of units starts, shape (rows,); -1 is the place of none."""
        starts: Floats = np.append(self.start, np.inf)[members].min(axis=1, initial=np.inf)
        return starts

    def of(self, annotators: Collection[str]) -> Continuum:
        """What some of the annotators marked on it."""
        numbers = [number for number, name in enumerate(self.annotators) if name in annotators]
        kept = np.isin(self.owner, numbers)
        return replace(
            self,
            annotators=tuple(self.annotators[number] for number in numbers),
            owner=np.searchsorted(numbers, self.owner[kept]),
            start=self.start[kept],
            end=self.end[kept],
            category=self.category[kept],
        )

    def by_content(self) -> Numbers:
        """The numbers of the annotators in an order that comes from what they marked, whatever their names."""
        rows = np.column_stack([self.start, self.end, self.category]) + 0.0  # there is a 0 with a minus
        content = [rows[begin:end].astype(">f8").tobytes() for begin, end in pairwise(self.offsets.tolist())]
        return np.array(sorted(range(len(content)), key=content.__getitem__), dtype=np.int64)

    def reordered(self, annotators: Numbers) -> tuple[Continuum, Numbers]:
        """The same with the annotators in another order, and the number that each unit had."""
        begins, ends = self.offsets[annotators], self.offsets[annotators + 1]
        parts = [np.arange(begin, end) for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)]
        units = np.concatenate([np.empty(0, np.int64), *parts])
        made = replace(
            self,
            annotators=tuple(self.annotators[number] for number in annotators),
            owner=np.repeat(np.arange(len(annotators)), self.counts[annotators]),
            start=self.start[units],
            end=self.end[units],
            category=self.category[units],
        )
        return made, units

    @cached_property
    def twins(self) -> Numbers:
        """For each unit the one before it that its annotator marked alike, or -1, shape (units,)."""
        alike = np.ones(max(len(self) - 1, 0), dtype=bool)
        for column in (self.owner, self.start, self.end, self.category):
            alike &= column[1:] == column[:-1]
        return np.where(np.concatenate([np.zeros(min(len(self), 1), dtype=bool), alike]), np.arange(len(self)) - 1, -1)

    def with_units(self, owner: Numbers, start: Floats, end: Floats, category: Numbers) -> Continuum:
        """The same with other units, in order, without those that have no length; it reaches as far as they do."""
        order = np.lexsort([category, end, start, owner])
        order = order[start[order] < end[order]]
        return replace(
            self,
            owner=owner[order],
            start=start[order],
            end=end[order],
            category=category[order],
            low=float(start[order].min(initial=self.low)),
            high=float(end[order].max(initial=self.high)),
        )

    def only(self, kept: NDArray[np.bool_]) -> Continuum:
        """The same with some of its units."""
        return self.with_units(self.owner[kept], self.start[kept], self.end[kept], self.category[kept])

    def with_more(self, more: Continuum) -> Continuum:
        """The same with the units of another one, too."""
        return self.with_units(
            np.append(self.owner, more.owner),
            np.append(self.start, more.start),
            np.append(self.end, more.end),
            np.append(self.category, more.category),
        )


def side_by_side(annotators: tuple[str, ...], copies: Sequence[Continuum]) -> Continuum:
    """What several annotators marked on one document, from a continuum of each."""
    owner = np.repeat(np.arange(len(copies)), [len(copy) for copy in copies])
    columns = (np.concatenate([getattr(copy, name) for copy in copies]) for name in ("start", "end", "category"))
    return replace(copies[0], annotators=annotators).with_units(owner, *columns)


@dataclass(frozen=True)
class UnitStudy:
    """Continua that two annotators or more looked at; ``of`` says what positions are counted in."""

    continua: tuple[Continuum, ...]
    annotators: tuple[str, ...]
    categories: tuple[str, ...]
    of: str = "position"
    left_out: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Where each document stands, by its name."""
        return {continuum.document: number for number, continuum in enumerate(self.continua)}

    def digest(self) -> str:
        """Eight digits that change with any unit, category or document, and not with names of annotators or any order.

        Annotators are numbered in the order of all that they marked.
        """
        content: dict[str, list[bytes]] = {name: [] for name in self.annotators}
        continua = sorted(self.continua, key=lambda continuum: continuum.document)
        for continuum in continua:
            rows = np.column_stack([continuum.start, continuum.end, continuum.category]) + 0.0
            own = dict(zip(continuum.annotators, np.split(rows, continuum.offsets[1:-1]), strict=True))
            for name, found in content.items():
                found.append(own[name].astype(">f8").tobytes() if name in own else b"absent")
        whole = sha256(repr(self.categories).encode("utf-8", "surrogatepass"))
        for continuum in continua:
            about = repr((continuum.document, continuum.low, continuum.high))
            whole.update(about.encode("utf-8", "surrogatepass"))
        for found in sorted(content.values()):
            whole.update(repr([len(part) for part in found]).encode())
            for part in found:
                whole.update(part)
        return whole.hexdigest()[:8]

    def in_canonical_order(self) -> UnitStudy:
        """The same in an order that does not depend on how the data came: documents by name, annotators by content."""
        continua = (each.reordered(each.by_content())[0] for each in self.continua)
        return replace(self, continua=tuple(sorted(continua, key=lambda each: each.document)))

    def units(self, continuum: Continuum) -> list[Unit]:
        """The units of one continuum, in its order."""
        rows = zip(continuum.start.tolist(), continuum.end.tolist(), continuum.category.tolist(), strict=True)
        return [Unit(start, end, self.categories[category]) for start, end, category in rows]

    def without(self, categories: Collection[str]) -> UnitStudy:
        """The same without the units of some categories, which are counted among what is left out."""
        kept = [number for number, category in enumerate(self.categories) if category not in categories]
        continua = []
        dropped = 0
        for continuum in self.continua:
            units = np.isin(continuum.category, kept)
            dropped += int((~units).sum())
            continua.append(
                replace(
                    continuum,
                    owner=continuum.owner[units],
                    start=continuum.start[units],
                    end=continuum.end[units],
                    category=np.searchsorted(kept, continuum.category[units]),
                )
            )
        left_out = dict(self.left_out) | ({f"units of {', '.join(sorted(categories))}": dropped} if dropped else {})
        names = tuple(self.categories[number] for number in kept)
        return replace(self, continua=tuple(continua), categories=names, left_out=left_out)

    def count(self) -> Counter[str]:
        """How many units each annotator marked."""
        found: Counter[str] = Counter()
        for continuum in self.continua:
            found.update(dict(zip(continuum.annotators, continuum.counts.tolist(), strict=True)))
        return found


def study_of(
    marked: Iterable[tuple[str, float | None, Marked]],
    annotators: Sequence[str],
    of: str = "position",
    left_out: Mapping[str, int] | None = None,
) -> UnitStudy:
    """A study of documents, each with its length, if known, and what everyone who looked at it marked there."""
    documents = list(marked)
    categories = tuple(
        in_natural_order(
            sorted({unit.category for *_, found in documents for units in found.values() for unit in units})
        )
    )
    number = {category: index for index, category in enumerate(categories)}
    empty = sum(unit.end <= unit.start for *_, found in documents for units in found.values() for unit in units)
    continua = tuple(_continuum(*document, annotators, number) for document in documents)
    return UnitStudy(
        continua,
        tuple(annotators),
        categories,
        of,
        dict(left_out or {}) | ({"units without length": empty} if empty else {}),
    )


def _continuum(
    document: str, length: float | None, marked: Marked, annotators: Sequence[str], number: Mapping[str, int]
) -> Continuum:
    present = tuple(name for name in annotators if name in marked)
    rows = list(_rows(marked, present, number))
    owner, start, end, category = zip(*rows, strict=True) if rows else ((), (), (), ())
    known = [0.0] if length is None else [0.0, length]
    if (far := max(map(abs, (*start, *end)), default=0.0)) > MOST_DISTANT:
        raise NotApplicable(
            f"{document}: a unit reaches to {far:g}, and positions beyond {MOST_DISTANT:g} cannot be measured: check "
            "starts and ends"
        )
    return Continuum(
        document,
        present,
        np.array(owner, dtype=np.int64),
        np.array(start, dtype=np.float64),
        np.array(end, dtype=np.float64),
        np.array(category, dtype=np.int64),
        float(min([*start, *known], default=0.0)),
        float(max([*end, *known], default=0.0)),
    )


def _rows(marked: Marked, present: Sequence[str], number: Mapping[str, int]) -> Iterator[tuple[int, float, float, int]]:
    for owner, name in enumerate(present):
        rows = [(unit.start, unit.end, number[unit.category]) for unit in marked[name] if unit.end > unit.start]
        yield from ((owner, *row) for row in sorted(rows))
