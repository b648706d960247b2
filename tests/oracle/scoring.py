"""Scores from plain sets and loops."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.oracle.chunks import Chunk

Marked = set[tuple[int, int, int, str]]
"""Mentions of a whole text: sentence, start, end, type."""


Triple = tuple[int, int, int]
"""Mentions of the reference, of the prediction, and in both."""


def marked(sentences: Iterable[list[Chunk]]) -> Marked:
    """All mentions of a text in one set."""
    return {(number, *chunk) for number, chunks in enumerate(sentences) for chunk in chunks}


def exact(reference: Marked, predicted: Marked) -> Triple:
    """Mentions that are the same in sentence, start, end and type."""
    return len(reference), len(predicted), len(reference & predicted)


def exact_by_type(reference: Marked, predicted: Marked) -> dict[str, Triple]:
    """The same for each type by itself."""
    types = {mention[3] for mention in reference | predicted}
    return {type_: exact(_of_type(reference, type_), _of_type(predicted, type_)) for type_ in types}


def _of_type(mentions: Marked, type_: str) -> Marked:
    return {mention for mention in mentions if mention[3] == type_}


def f1(triple: Triple) -> Fraction:
    """From precision and recall by the definition, where an undefined one is 0."""
    reference, predicted, correct = triple
    precision = Fraction(correct, predicted) if predicted else Fraction(0)
    recall = Fraction(correct, reference) if reference else Fraction(0)
    return 2 * precision * recall / (precision + recall) if correct else Fraction(0)


def accuracy(reference: list[list[str]], predicted: list[list[str]]) -> Fraction:
    """The share of tokens with the same label, as they are written."""
    pairs = [pair for ours, theirs in zip(reference, predicted, strict=True) for pair in zip(ours, theirs, strict=True)]
    return Fraction(sum(ours == theirs for ours, theirs in pairs), len(pairs))


def muc(reference: list[Chunk], predicted: list[Chunk], schema: str) -> dict[str, int]:
    """Correct, incorrect, partial, missed and spurious of one sentence, a prediction after the other."""
    counts = {"correct": 0, "incorrect": 0, "partial": 0, "missed": 0, "spurious": 0}
    used: set[int] = set()
    for start, end, type_ in predicted:
        best: tuple[int, int] | None = None
        first_overlap = None
        for index, (other_start, other_end, other_type) in enumerate(reference):
            if index in used or other_end <= start or end <= other_start:
                continue
            same_span = (start, end) == (other_start, other_end)
            fits = {
                "strict": same_span and type_ == other_type,
                "exact": same_span,
                "partial": same_span,
                "type": type_ == other_type,
            }[schema]
            if fits:
                distance = abs(start - other_start) + abs(end - other_end)
                if best is None or distance < best[0]:
                    best = (distance, index)
            if first_overlap is None:
                first_overlap = index
        if best is not None:
            counts["correct"] += 1
            used.add(best[1])
        elif first_overlap is not None:
            counts["partial" if schema == "partial" else "incorrect"] += 1
            used.add(first_overlap)
        else:
            counts["spurious"] += 1
    counts["missed"] = len(reference) - len(used)
    return counts


def partners(reference: list[Chunk], predicted: list[Chunk]) -> set[tuple[Chunk, Chunk]]:
    """Who is aligned with whom: of all pairs that share a token, again and again the best whose both sides are free.

    The best has the largest overlap, then the nearest boundaries, then stands farthest to the left.
    """
    chosen: set[tuple[Chunk, Chunk]] = set()
    ours, theirs = set(reference), set(predicted)
    while True:
        pairs = [
            (-len(shared), abs(a[0] - b[0]) + abs(a[1] - b[1]), a, b)
            for a in ours
            for b in theirs
            if (shared := {*range(a[0], a[1])} & {*range(b[0], b[1])})
        ]
        if not pairs:
            return chosen
        *_, a, b = min(pairs)
        chosen.add((a, b))
        ours.remove(a)
        theirs.remove(b)
