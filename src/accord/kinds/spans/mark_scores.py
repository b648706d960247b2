"""What is shown of marks against a reference: every mark, right or wrong, and every error with its place."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from accord.kinds.page.context import NEAR, context_of
from accord.kinds.spans.mark_arrays import NOWHERE
from accord.messages import position
from accord.model.place import Place
from accord.scoring.counted_scores import ScoringError
from accord.scoring.instances import MISSED, RIGHT, SPURIOUS, Instance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from accord.kinds.spans.mark_arrays import Borders, Integers, Marks
    from accord.kinds.spans.marked_pair import MarkedPair


@dataclass(frozen=True)
class MarkTexts:
    """What marks cover, and where the reference and the system say so: ``place`` by document, borders and type."""

    words: Mapping[str, Sequence[str]]
    places: Sequence[Callable[[str, Borders, str], Place | None]]

    def text(self, document: str, parts: Borders) -> str:
        """The words that a mark covers, those behind a gap behind dots."""
        words = self.words.get(document)
        return " … ".join(context_of(words, int(start), int(end)).text for start, end in parts) if words else ""

    def context(self, document: str, parts: Borders) -> str:
        """The words around it with itself in brackets."""
        words = self.words.get(document)
        if not words or parts[0][0] >= NOWHERE:
            return ""
        text, before, after = context_of(words, int(parts[0][0]), int(max(end for _, end in parts)), NEAR)
        return " ".join(f"{before}[{text}]{after}".split())


class MarkRun:
    """What a system marked against the reference, made into what is shown of a run."""

    def __init__(self, pair: MarkedPair, texts: MarkTexts) -> None:
        self.pair = pair
        self.texts = texts

    def instances(self, partner: Callable[[], Integers]) -> Iterator[Instance]:
        """Every mark of both sides, document by document, the partner says whether it is right."""
        pair, partners = self.pair, partner()
        overlaps = [_by_first(pair.pairs.ours, pair.pairs.theirs), _by_first(pair.pairs.theirs, pair.pairs.ours)]
        right = partners >= 0
        unmatched = np.ones(len(pair.theirs), dtype=bool)
        unmatched[partners[right]] = False
        sides = pair.ours, pair.theirs
        chosen = np.arange(len(pair.ours)), np.flatnonzero(unmatched)
        columns = [
            zip(
                *(getattr(marks, name)[some].tolist() for name in ("document", "start", "end", "type")),
                [side] * len(some),
                some.tolist(),
                strict=True,
            )
            for side, (marks, some) in enumerate(zip(sides, chosen, strict=True))
        ]
        for unit, _, _, type_, side, number in sorted(chain.from_iterable(columns)):
            marks, others = sides[side], sides[1 - side]
            counts = SPURIOUS if side else (RIGHT if right[number] else MISSED)
            document, parts = pair.documents[unit], marks.parts(number)
            said = () if counts == RIGHT else overlaps[side].get(number, ())
            yield Instance(
                unit,
                pair.types[type_],
                counts,
                key=(parts[0] if len(parts) == 1 else parts),
                text=self.texts.text(document, parts),
                length=ceil(marks.size[number]) if parts[0][0] < NOWHERE else None,
                place=self._place(side, document, parts, pair.types[type_]),
                other="; ".join(self._said(others, each) for each in sorted(said)),
                context=self.texts.context(document, parts),
            )

    def errors(self) -> Iterator[ScoringError]:
        """What is missed, spurious, or has another boundary or type, document by document."""
        pair = self.pair
        found = [
            (int(pair.ours.document[one]), pair.ours.start[one], one, other)
            for one, other in enumerate(pair.nearest.tolist())
        ]
        found += [
            (int(pair.theirs.document[other]), pair.theirs.start[other], -1, other) for other in pair.unpaired.tolist()
        ]
        for unit, _, one, other in sorted(found):
            if (kind := self._kind(one, other)) is None:
                continue
            marks, number, side = (pair.ours, one, 0) if one >= 0 else (pair.theirs, other, 1)
            document, parts = pair.documents[unit], marks.parts(number)
            place = self._place(side, document, parts, pair.types[marks.type[number]])
            ours, theirs = self._said(pair.ours, one), self._said(pair.theirs, other)
            form = self._said(pair.ours, one, where=False), self._said(pair.theirs, other, where=False)
            yield ScoringError(kind, place, ours, theirs, self.texts.context(document, parts), form)

    def _kind(self, one: int, other: int) -> str | None:
        """The kind of error, None for none."""
        if one < 0 or other < 0:
            return "spurious" if one < 0 else "missed"
        ours, theirs = self.pair.ours, self.pair.theirs
        boundary, type_ = ours.border[one] != theirs.border[other], ours.type[one] != theirs.type[other]
        if not boundary:
            return "type" if type_ else None
        return "both" if type_ else "boundary"

    def _said(self, marks: Marks, number: int, *, where: bool = True) -> str:
        """The type of a mark, its borders and its words; nothing where there is no mark."""
        if number < 0:
            return ""
        parts = marks.parts(number)
        document = self.pair.documents[marks.document[number]]
        type_ = self.pair.types[marks.type[number]]
        return " ".join(filter(None, (type_, _borders(parts) if where else "", self.texts.text(document, parts))))

    def _place(self, side: int, document: str, parts: Borders, type_: str) -> Place:
        place = self.texts.places[side](document, parts, type_) or Place(document)
        return place._replace(token=_borders(parts))


def _borders(parts: Borders) -> str:
    if parts[0][0] >= NOWHERE:
        return "without a place"
    return ";".join(f"{position(float(start))}-{position(float(end))}" for start, end in parts)


def _by_first(first: Integers, second: Integers) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for one, other in zip(first.tolist(), second.tolist(), strict=True):
        found.setdefault(one, []).append(other)
    return found
