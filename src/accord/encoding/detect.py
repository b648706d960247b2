"""Which encoding a file is in: of those that have its states, the one that its labels break least."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from accord.encoding.decode import invalid_steps
from accord.encoding.scheme import ENCODINGS, OUTSIDE, SUFFIX_ENCODINGS, Encoding
from accord.encoding.shape import is_near_miss, is_near_outside
from accord.model import UNREAD

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.model import SentenceBatch

_FIRST_CHARACTER = 0x100
_SENTENCE_END = "\r"
_ISLANDS = re.compile(f"[^{OUTSIDE}{_SENTENCE_END}]+")
_MOSTLY = 0.5
_SLIPS = 0.05
"""A larger share of the labels, and more than one, are no slips of the pen: their states are those of the encoding."""


class Verdict(NamedTuple):
    """How many labels and transitions of a file break an encoding, and how many of its labels are none of it."""

    encoding: Encoding
    errors: int
    unreadable: int


class Census:
    """Counts the distinct label runs of a label column, whatever their encoding."""

    def __init__(self) -> None:
        self.characters = {OUTSIDE: OUTSIDE}
        self.labels: dict[str, str] = {}
        self.label_runs: Counter[str] = Counter()

    def add(self, batch: SentenceBatch) -> None:
        """Count the label runs of some sentences."""
        try:
            text = "".join(map(self.characters.__getitem__, batch.labels))
        except KeyError:
            for label in batch.labels:
                if label not in self.characters:
                    character = self.characters[label] = chr(_FIRST_CHARACTER + len(self.labels))
                    self.labels[character] = label
            self.add(batch)
        else:
            sentences = _SENTENCE_END.join(text[start:end] for start, end in pairwise(batch.borders))
            self.label_runs.update(_ISLANDS.findall(sentences))

    @classmethod
    def of(cls, batches: Iterable[SentenceBatch]) -> Census:
        """Count the label runs of a whole label source."""
        census = cls()
        for batch in batches:
            census.add(batch)
        return census

    @property
    def marked(self) -> int:
        """How many labels are not O."""
        return sum(len(label_run) * count for label_run, count in self.label_runs.items())

    def count(self, label: str) -> int:
        """How often a label other than O occurs."""
        character = self.characters.get(label, "")
        return (
            sum(label_run.count(character) * times for label_run, times in self.label_runs.items()) if character else 0
        )

    def verdict(self, scheme: Encoding) -> Verdict:
        """Hold the labels against one encoding."""
        parsed = {character: scheme.parse(label) for character, label in self.labels.items()}
        errors = unreadable = 0
        for label_run, count in self.label_runs.items():
            labels = [parsed[character] for character in label_run]
            missing = labels.count(None)
            unreadable += missing * count
            errors += (missing + sum(1 for _ in invalid_steps(scheme, labels))) * count
        return Verdict(scheme, errors, unreadable)

    def verdicts(self) -> list[Verdict]:
        """Every encoding, best first: those that have the states in use, fewest errors, then the more common one.

        An encoding lacks states in use, such as S and E, if another one can read clearly more labels.
        """
        found = [self.verdict(scheme) for scheme in (*ENCODINGS.values(), *SUFFIX_ENCODINGS.values())]
        most = min(verdict.unreadable for verdict in found) + max(1, _SLIPS * self.marked)
        return sorted(found, key=lambda verdict: (verdict.unreadable > most, verdict.errors))

    def best(self) -> Encoding | None:
        """The first of the `verdicts`, or None where most labels are no chunk labels at all.

        An empty label, or one that could not be read, says nothing about the others. Misspelt labels are those of BIO.
        """
        verdict = self.verdicts()[0]
        silent = sum(self.count(label) for label in ("", UNREAD))
        telling = self.marked - silent
        if verdict.unreadable - silent <= _MOSTLY * telling:
            return verdict.encoding
        meant = [label for label in self.labels.values() if is_near_miss(label)]
        outside = [label for label in self.labels.values() if meant and is_near_outside(label)]
        return ENCODINGS["BIO"] if sum(map(self.count, meant + outside)) > _MOSTLY * telling else None
