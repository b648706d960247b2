"""What can go wrong when spans are marked, each in any amount.

Each kind of noise is a function of marks, an amount, or one for each mark, and a generator of random numbers, which
gives the degraded marks. With the amount 0 nothing changes, and the same generator spoils the same marks first,
whatever the amount. Marks that did not overlap do not overlap afterwards, where they are kept `apart`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.kinds.simulation import merged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.random import Generator
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]
    Amount = float | NDArray[np.float64]


class SpanMarks(NamedTuple):
    """Spans by the number of their text, their borders and the number of their type, each of the shape (spans,)."""

    text: Numbers
    start: Numbers
    end: Numbers
    type: Numbers

    def only(self, chosen: NDArray[np.bool_] | Numbers) -> SpanMarks:
        """Some of them."""
        return SpanMarks(*(column[chosen] for column in self))

    def with_more(self, more: SpanMarks) -> SpanMarks:
        """Those of another after them."""
        return SpanMarks(*map(np.append, self, more))


def omissions(marks: SpanMarks, amount: Amount, rng: Generator) -> SpanMarks:
    """Spans are forgotten: each with the probability of the amount."""
    return marks.only(rng.uniform(size=len(marks.text)) >= amount)


def borders(marks: SpanMarks, amount: Amount, rng: Generator, lengths: Numbers, steps: Numbers) -> SpanMarks:
    """Borders are moved: each with the probability of the amount, outwards or inwards, by one of some steps.

    ``lengths`` are those of the texts, beyond which no border moves; of a span one position is left.
    """
    chance, way, step = rng.uniform(size=(3, 2, len(marks.text)))
    moved = np.where(way < 0.5, -1, 1) * steps[(step * len(steps)).astype(np.int64)]
    move = np.where(chance < amount, moved, 0)
    start = np.clip(marks.start + move[0], 0, np.maximum(marks.end - 1, 0))
    end = np.clip(marks.end + move[1], start + 1, np.maximum(lengths[marks.text], start + 1))
    return marks._replace(start=start, end=end)


def types(marks: SpanMarks, amount: Amount, rng: Generator, like: Numbers) -> SpanMarks:
    """Types are redrawn, each with the probability of the amount, from those that they are to be ``like``.

    What is drawn may be the type that was there.
    """
    chance, drawn = rng.uniform(size=(2, len(marks.text)))
    redrawn = like[(drawn * len(like)).astype(np.int64)] if len(like) else marks.type
    return marks._replace(type=np.where(chance < amount, redrawn, marks.type))


def added(marks: SpanMarks, amount: float, rng: Generator, lengths: Numbers) -> SpanMarks:
    """Spans that nobody else has: the amount times as many as there are, with lengths and types as these, anywhere."""
    count = int(amount * len(marks.text) + rng.uniform())
    drawn, of_text, place = rng.uniform(size=(3, count))
    like = marks.only((drawn * len(marks.text)).astype(np.int64))
    reached = np.cumsum(lengths)
    text = np.searchsorted(reached, of_text * (reached[-1] if len(reached) else 0), side="right")
    text = np.minimum(text, max(len(lengths) - 1, 0))
    length = np.minimum(like.end - like.start, lengths[text])
    start = (place * (lengths[text] - length + 1)).astype(np.int64)
    return SpanMarks(text, start, start + length, like.type).only(length > 0)


def splits(marks: SpanMarks, amount: Amount, rng: Generator) -> SpanMarks:
    """Spans of several positions are split in two, anywhere within them: each with the probability of the amount."""
    chance, place = rng.uniform(size=(2, len(marks.text)))
    length = marks.end - marks.start
    cut = (chance < amount) & (length > 1)
    middle = marks.start + 1 + (place * np.maximum(length - 1, 1)).astype(np.int64)
    second = SpanMarks(marks.text[cut], middle[cut], marks.end[cut], marks.type[cut])
    return marks._replace(end=np.where(cut, middle, marks.end)).with_more(second)


def merges(marks: SpanMarks, amount: Amount, rng: Generator) -> SpanMarks:
    """Spans are merged with the next one of their text: each with the probability of the amount.

    The merged span reaches over both and what lies between them, and has the type of the first.
    """
    order = np.lexsort([marks.end, marks.start, marks.text])
    chosen = (rng.uniform(size=len(marks.text)) < amount)[order]
    ordered = marks.only(order)
    end, kept = merged(ordered.text, ordered.end, chosen)
    return ordered._replace(end=end).only(kept)


def apart(marks: SpanMarks, new: SpanMarks) -> SpanMarks:
    """Marks that do not overlap: later ones begin where those before end, and new ones are left out where marks lie."""
    made: list[tuple[int, int, int, int]] = []
    for text, start, end, type_ in sorted(zip(*(column.tolist() for column in marks), strict=True)):
        begin = max(start, made[-1][2]) if made and made[-1][0] == text else start
        if begin < end:
            made.append((text, begin, end, type_))
    taken: dict[int, list[tuple[int, int]]] = {}
    for text, start, end, _ in made:
        taken.setdefault(text, []).append((start, end))
    for text, start, end, type_ in zip(*(column.tolist() for column in new), strict=True):
        if all(end <= first or start >= last for first, last in taken.setdefault(text, [])):
            taken[text].append((start, end))
            made.append((text, start, end, type_))
    return marks_of(made)


def marks_of(rows: Sequence[tuple[int, int, int, int]]) -> SpanMarks:
    """Marks by their rows: text, start, end and type."""
    table = np.array(rows, dtype=np.int64).reshape(-1, 4)
    return SpanMarks(*table.T)
