"""Annotations that are drawn: a truth, and annotators who depart from it now and then.

Only ``Random.random`` is called, whose numbers are the same in every version of Python.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple, TypeVar

Thing = TypeVar("Thing")

WORDS = [
    "Pym",
    "Rusk",
    "Voss",
    "Thorne",
    "Gannet",
    "Rock",
    "Sallow",
    "Sound",
    "Pellwick",
    "Havørn",
    "Petrel",
    "quay",
    "fog",
    "bell",
    "goat",
    "tide",
    "left",
    "moored",
    "paid",
    "rang",
    "in",
    "at",
    "off",
    "the",
    "a",
    ".",
    ",",
]
TAGS = ("NOUN", "VERB", "ADP", "DET", "PUNCT")
RELATIONS = ("nsubj", "obj", "obl", "det", "case", "punct", "nmod:poss")


class Mark(NamedTuple):
    """A stretch with a category."""

    start: float
    end: float
    category: str


class Draw:
    """A source of chance that belongs to one campaign."""

    def __init__(self, seed: str) -> None:
        self._random = Random(f"accord {seed}")

    def chance(self, share: float) -> bool:
        """Whether something of this probability happens."""
        return self._random.random() < share

    def number(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return low + int(self._random.random() * (high - low + 1))

    def one(self, things: list[Thing] | tuple[Thing, ...]) -> Thing:
        """One of several things."""
        return things[self.number(0, len(things) - 1)]

    def labels(self, labels: tuple[str, ...], size: int, skew: float = 1.0) -> list[str]:
        """True labels of items; with a skew above 1 the first are more frequent."""
        return [labels[int(self._random.random() ** skew * len(labels))] for _ in range(size)]

    def coded(self, truth: list[str], labels: tuple[str, ...], error: float, missing: float = 0.0) -> list[str]:
        """What one annotator says; an empty label where there is no answer."""
        said = [self.one(labels) if self.chance(error) else label for label in truth]
        return ["" if self.chance(missing) else label for label in said]

    def near(self, truth: list[str], labels: tuple[str, ...], error: float) -> list[str]:
        """What one annotator says on a scale, where errors are small."""
        places = [labels.index(label) + (self.one((-1, 1)) if self.chance(error) else 0) for label in truth]
        return [labels[min(max(place, 0), len(labels) - 1)] for place in places]

    def words(self, low: int = 4, high: int = 9) -> list[str]:
        """A sentence."""
        return [self.one(WORDS) for _ in range(self.number(low, high))]

    def marks(self, length: int, types: tuple[str, ...], count: int, *, overlap: bool = False) -> list[Mark]:
        """Stretches of a text of this length, one behind the other unless they may overlap."""
        found: list[Mark] = []
        at = 0
        for _ in range(count):
            start = self.number(0, max(0, length - 3)) if overlap else at + self.number(0, 2)
            end = start + self.number(1, 3)
            if end > length:
                break
            found.append(Mark(start, end, self.one(types)))
            at = end
        return sorted(set(found))

    def departed(
        self, marks: list[Mark], length: int, types: tuple[str, ...], error: float, *, overlap: bool = False
    ) -> list[Mark]:
        """The same stretches as another annotator marks them: some left out, moved or of another type."""
        found: list[Mark] = []
        for start, end, category in marks:
            if self.chance(error / 2):
                continue
            first = start + 1 if end - start > 1 and self.chance(error) else start
            last = min(length, end + 1) if self.chance(error) else end
            new = Mark(first, last, self.one(types) if self.chance(error) else category)
            if overlap or not found or found[-1].end <= new.start:
                found.append(new)
        return sorted(set(found))

    def heads(self, size: int) -> list[int]:
        """The heads of a tree of tokens 1 to size: each token hangs on one that was there before."""
        order = list(range(1, size + 1))
        for place in range(size - 1, 0, -1):
            other = self.number(0, place)
            order[place], order[other] = order[other], order[place]
        heads = [0] * size
        for place, token in enumerate(order[1:], 1):
            heads[token - 1] = order[self.number(0, place - 1)]
        return heads

    def bracketed(self, words: list[str]) -> str:
        """A tree of phrases over words."""
        if len(words) == 1:
            return f"({self.one(('NN', 'VB', 'IN'))} {words[0]})"
        cut = self.number(1, len(words) - 1)
        label = self.one(("NP", "VP", "PP", "NP-SBJ"))
        return f"({label} {self.bracketed(words[:cut])} {self.bracketed(words[cut:])})"


def chunked(marks: list[Mark], size: int, encoding: str = "BIO") -> list[str]:
    """Marks as chunk labels."""
    labels = ["O"] * size
    for start, end, category in marks:
        first, last = int(start), int(end) - 1
        for place in range(first, last + 1):
            state = "B" if place == first else "I"
            if encoding == "BIOES" and place == last:
                state = "S" if first == last else "E"
            labels[place] = f"{state}-{category}"
    return labels
