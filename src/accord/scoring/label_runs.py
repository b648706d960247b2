"""Reference and prediction as islands: the one thing that sequence scoring has to look at.

An island is a maximal run of tokens that the reference or the prediction marks. Outside of islands both say
O, so mentions, errors and overlaps never cross the edge of an island, and every count of sequence scoring is a
sum over islands. Few islands are distinct: each is looked at once and counted.
"""

from __future__ import annotations

import re
from operator import ne
from typing import TYPE_CHECKING, NamedTuple

from accord.encoding.decode import UNREADABLE, Decoder
from accord.encoding.scheme import OUTSIDE
from accord.model import SENTENCE_END, Stretch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.encoding import Encoding, Mention

_FIRST_CHARACTER = 0x100
_NOTHING = Stretch([], [])
ISLANDS = re.compile(f"[^{OUTSIDE}{SENTENCE_END}]+")


class Pair(NamedTuple):
    """The same sentences as the reference and as the prediction label them, in bulk."""

    reference: Stretch
    predicted: Stretch


class MarkedIsland(NamedTuple):
    """The mentions of an island, counted from its first token, and what is to be said about its labels."""

    reference: tuple[Mention, ...]
    predicted: tuple[Mention, ...]
    differing: int
    """On how many tokens the labels differ as they are written, before any repair."""
    reference_errors: int = 0
    predicted_errors: int = 0
    unreadable: bool = False


class PairAlphabet:
    """Writes a sentence pair as a string: a character for each distinct pair of labels, ``O`` where both say O."""

    def __init__(self) -> None:
        self.characters = {(OUTSIDE, OUTSIDE): OUTSIDE, (SENTENCE_END, SENTENCE_END): SENTENCE_END}
        self.pairs: dict[str, tuple[str, str]] = {}

    def write(self, pair: Pair) -> str:
        """The labels of both, a character a row."""
        reference, predicted = pair.reference.labels, pair.predicted.labels
        try:
            return "".join(map(self.characters.__getitem__, zip(reference, predicted, strict=False)))
        except KeyError:
            for labels in zip(reference, predicted, strict=False):
                if labels not in self.characters:
                    character = self.characters[labels] = chr(_FIRST_CHARACTER + len(self.pairs))
                    self.pairs[character] = labels
            return self.write(pair)

    def labels(self, island: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The reference labels and the predicted labels of an island."""
        reference, predicted = zip(*map(self.pairs.__getitem__, island), strict=True)
        return reference, predicted


class IslandReader:
    """Finds the islands of sentence pairs and reads each distinct one once, by the given encoding and repairs."""

    def __init__(self, scheme: Encoding, repair: str, repair_reference: str) -> None:
        self.reference = Decoder(scheme, repair_reference)
        self.predicted = Decoder(scheme, repair)
        self.alphabet = PairAlphabet()
        self.known: dict[str, MarkedIsland] = {}

    def sentences(self, pair: Pair) -> list[list[str]]:
        """The islands of each sentence, as strings that `mark` reads."""
        sentences = self.alphabet.write(pair).split(SENTENCE_END)
        return [ISLANDS.findall(sentence) for sentence in sentences[:-1]]

    def mark(self, island: str) -> MarkedIsland:
        """What an island says."""
        known = self.known.get(island)
        if known is None:
            reference, predicted = self.alphabet.labels(island)
            texts = self.reference.text(reference), self.predicted.text(predicted)
            ours, reference_errors = self.reference.read(texts[0])
            theirs, predicted_errors = self.predicted.read(texts[1])
            known = self.known[island] = MarkedIsland(
                tuple(ours),
                tuple(theirs),
                sum(map(ne, reference, predicted)),
                reference_errors,
                predicted_errors,
                any(UNREADABLE in text for text in texts),
            )
        return known


class Mismatch(Exception):
    """Reference and prediction do not hold the same tokens."""


def pair_stretches(reference: Iterator[Stretch], predicted: Iterator[Stretch]) -> Iterator[Pair]:
    """Pair sentences by their order; `Mismatch` where they do not hold the same tokens."""
    ours = theirs = _NOTHING
    while True:
        ours = ours if ours.tokens else next(reference, _NOTHING)
        theirs = theirs if theirs.tokens else next(predicted, _NOTHING)
        rows = min(len(ours.tokens), len(theirs.tokens))
        if rows == 0:
            if ours.tokens or theirs.tokens:
                raise Mismatch
            return
        our_head, ours = _cut(ours, rows)
        their_head, theirs = _cut(theirs, rows)
        if our_head.tokens != their_head.tokens:
            raise Mismatch
        yield Pair(our_head, their_head)


def _cut(stretch: Stretch, rows: int) -> tuple[Stretch, Stretch]:
    """The first rows of a stretch, and the others."""
    tokens, labels, line = stretch.tokens, stretch.labels, stretch.line
    if rows == len(tokens):
        return stretch, _NOTHING
    return (
        stretch._replace(tokens=tokens[:rows], labels=labels[:rows]),
        stretch._replace(tokens=tokens[rows:], labels=labels[rows:], line=line + rows),
    )
