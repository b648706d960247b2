"""From labels to mentions.

O separates mentions in every encoding, so a sentence is a row of *label runs* of other labels, each of
which can be read by itself. Label runs recur all the time: a decoder reads each distinct one once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from accord.encoding.repair import NO_REPAIR, REPAIRS
from accord.encoding.scheme import OUTSIDE, OUTSIDE_LABEL, Encoding, Label, encoding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

UNREADABLE = "?"
_FIRST_CHARACTER = 0x100
_ISLANDS = re.compile(f"[^{OUTSIDE}{re.escape(UNREADABLE)}]+")


class Mention(NamedTuple):
    """A chunk of tokens, ``start`` to before ``end``, and its type."""

    start: int
    end: int
    type: str


class LabelRun(NamedTuple):
    """What one label run of labels says: its mentions, from its own start, and its invalid transitions."""

    mentions: tuple[Mention, ...]
    errors: int


def invalid_steps(scheme: Encoding, labels: Sequence[Label | None]) -> Iterator[int]:
    """Positions i whose label may not follow the one before; ``len(labels)`` for the step to the end.

    A step from or to a label that could not be read (None) is not judged.

    >>> bio = encoding("BIO")
    >>> list(invalid_steps(bio, [bio.parse(label) for label in ["O", "I-ORG", "I-ORG", "I-LOC"]]))
    [1, 3]
    """
    before: Label | None = OUTSIDE_LABEL
    for position, label in enumerate([*labels, OUTSIDE_LABEL]):
        if before and label and not scheme.allows(before, label):
            yield position
        before = label


class Alphabet(dict[str, str]):
    """Each distinct label as one character, so that a sentence's labels are a short string."""

    def __init__(self, scheme: Encoding) -> None:
        super().__init__()
        self.scheme = scheme
        self.parsed: dict[str, Label] = {}

    def __missing__(self, text: str) -> str:
        label = self.scheme.parse(text)
        if label is None:
            character = UNREADABLE
        elif label.state == OUTSIDE:
            character = OUTSIDE
        else:
            character = chr(_FIRST_CHARACTER + len(self.parsed))
            self.parsed[character] = label
        self[text] = character
        return character


class Decoder:
    """Reads label sequences of one encoding, invalid ones by the given repair method.

    >>> Decoder("BIO", "begin").mentions(["O", "I-ORG", "I-ORG"])
    [Mention(start=1, end=3, type='ORG')]
    """

    def __init__(self, scheme: str | Encoding, repair: str) -> None:
        self.scheme = encoding(scheme)
        self.alphabet = Alphabet(self.scheme)
        self.chunk = REPAIRS.get("begin" if repair == NO_REPAIR else repair)
        self.label_runs: dict[str, LabelRun] = {}

    def text(self, labels: Iterable[str]) -> str:
        """The labels, a character each."""
        return "".join(map(self.alphabet.__getitem__, labels))

    def label_run(self, text: str) -> LabelRun:
        """Read one label run, from memory if it was met before."""
        known = self.label_runs.get(text)
        if known is None:
            labels = [self.alphabet.parsed[character] for character in text]
            mentions = tuple(Mention(*chunk) for chunk in self.chunk(self.scheme, labels))
            known = self.label_runs[text] = LabelRun(mentions, sum(1 for _ in invalid_steps(self.scheme, labels)))
        return known

    def read(self, text: str) -> tuple[list[Mention], int]:
        """The mentions of a sentence written by `text`, and the number of its invalid transitions."""
        found: list[Mention] = []
        errors = 0
        for match in _ISLANDS.finditer(text):
            label_run = self.label_run(match.group())
            errors += label_run.errors
            shift = match.start()
            found += [Mention(start + shift, end + shift, type_) for start, end, type_ in label_run.mentions]
        return found, errors

    def mentions(self, labels: Iterable[str]) -> list[Mention]:
        """The mentions of a label sequence, in order."""
        return self.read(self.text(labels))[0]


def decode(labels: Iterable[str], scheme: str | Encoding, repair: str) -> list[Mention]:
    """The mentions of one label sequence.

    >>> decode(["B-PER", "I-LOC", "O"], "BIO", "last-type")
    [Mention(start=0, end=2, type='LOC')]
    """
    return Decoder(scheme, repair).mentions(labels)
