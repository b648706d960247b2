"""Reference and prediction as label runs: the one thing that sequence scoring has to look at.

An label run is a maximal run of tokens that the reference or the prediction marks. Outside of label runs both say
O, so mentions, errors and overlaps never cross the edge of a label run, and every count of sequence scoring is a
sum over label_runs. Few label runs are distinct: each is looked at once and counted.
"""

from __future__ import annotations

import re
from functools import cache, partial
from itertools import pairwise
from operator import ne
from typing import TYPE_CHECKING, NamedTuple

from accord.encoding.decode import UNREADABLE, Decoder
from accord.encoding.scheme import OUTSIDE
from accord.model import SentenceBatch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.encoding import Encoding, Mention

_BOTH_OUTSIDE = " "
"""What stands where both sides say O, so that a string is split at white space."""
_FIRST_CHARACTER = 0x3400
"""After all characters that are white space."""
_NOTHING = SentenceBatch([], [], [])
LABEL_RUNS = re.compile(r"\S+")


class Pair(NamedTuple):
    """The same sentences as the reference and as the prediction label them, in bulk."""

    reference: SentenceBatch
    predicted: SentenceBatch
    further: bool = False
    """Whether this is more of the sentence that the pair before it ended with."""


class MarkedLabelRun(NamedTuple):
    """The mentions of a label run, counted from its first token, and what is to be said about its labels."""

    reference: tuple[Mention, ...]
    predicted: tuple[Mention, ...]
    differing: int
    """On how many tokens the labels differ as they are written, before any repair."""
    reference_errors: int = 0
    predicted_errors: int = 0
    unreadable: bool = False


class PairAlphabet:
    """Writes a sentence pair as a string: a character for each distinct pair of labels, a blank where both say O."""

    def __init__(self) -> None:
        self.characters = {(OUTSIDE, OUTSIDE): _BOTH_OUTSIDE}
        self.pairs: dict[str, tuple[str, str]] = {}

    def write(self, pair: Pair) -> str:
        """The labels of both, a character a row."""
        reference, predicted = pair.reference.labels, pair.predicted.labels
        try:
            return "".join(map(self.characters.__getitem__, zip(reference, predicted, strict=True)))
        except KeyError:
            for labels in zip(reference, predicted, strict=True):
                if labels not in self.characters:
                    character = self.characters[labels] = chr(_FIRST_CHARACTER + len(self.pairs))
                    self.pairs[character] = labels
            return self.write(pair)

    def labels(self, label_run: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The reference labels and the predicted labels of a label run."""
        reference, predicted = zip(*map(self.pairs.__getitem__, label_run), strict=True)
        return reference, predicted


class LabelRunReader:
    """Finds the label runs of sentence pairs and reads each distinct one once, by the given encoding and repairs."""

    def __init__(self, scheme: Encoding, repair: str, repair_reference: str) -> None:
        self.reference = Decoder(scheme, repair_reference)
        self.predicted = Decoder(scheme, repair)
        self.alphabet = PairAlphabet()
        self.known: dict[str, MarkedLabelRun] = {}
        self.read_reference = cache(partial(_read, self.reference))
        self.read_predicted = cache(partial(_read, self.predicted))

    def sentences(self, pair: Pair) -> list[list[str]]:
        """The label runs of each sentence, as strings that `mark` reads."""
        text = self.alphabet.write(pair)
        return [text[start:end].split() for start, end in pairwise(pair.reference.borders)]

    def mark(self, label_run: str) -> MarkedLabelRun:
        """What a label run says."""
        known = self.known.get(label_run)
        if known is None:
            reference, predicted = self.alphabet.labels(label_run)
            ours, reference_errors, unreadable_reference = self.read_reference(reference)
            theirs, predicted_errors, unreadable_prediction = self.read_predicted(predicted)
            known = self.known[label_run] = MarkedLabelRun(
                ours,
                theirs,
                sum(map(ne, reference, predicted)),
                reference_errors,
                predicted_errors,
                unreadable_reference or unreadable_prediction,
            )
        return known


def _read(decoder: Decoder, labels: tuple[str, ...]) -> tuple[tuple[Mention, ...], int, bool]:
    """The mentions of labels, the number of invalid transitions, and whether a label cannot be read."""
    text = decoder.text(labels)
    mentions, errors = decoder.read(text)
    return tuple(mentions), errors, UNREADABLE in text


class Mismatch(Exception):
    """Reference and prediction do not hold the same tokens."""


def pair_batches(reference: Iterator[SentenceBatch], predicted: Iterator[SentenceBatch]) -> Iterator[Pair]:
    """Pair sentences by their order; `Mismatch` where they do not hold the same tokens."""
    ours = theirs = _NOTHING
    while True:
        ours = ours if ours.lengths else next(reference, _NOTHING)
        theirs = theirs if theirs.lengths else next(predicted, _NOTHING)
        sentences = min(len(ours.lengths), len(theirs.lengths))
        if sentences == 0:
            if ours.lengths or theirs.lengths:
                raise Mismatch
            return
        our_head, ours = _cut(ours, sentences)
        their_head, theirs = _cut(theirs, sentences)
        if our_head.tokens != their_head.tokens or our_head.lengths != their_head.lengths:
            raise Mismatch
        yield Pair(our_head, their_head)


def _cut(batch: SentenceBatch, sentences: int) -> tuple[SentenceBatch, SentenceBatch]:
    """The first sentences of a batch, and the others."""
    tokens, labels, lengths, line = batch.tokens, batch.labels, batch.lengths, batch.line
    if sentences == len(lengths):
        return batch, _NOTHING
    rows = sum(lengths[:sentences])
    return (
        batch._replace(tokens=tokens[:rows], labels=labels[:rows], lengths=lengths[:sentences]),
        batch._replace(
            tokens=tokens[rows:], labels=labels[rows:], lengths=lengths[sentences:], line=line + rows + sentences
        ),
    )
