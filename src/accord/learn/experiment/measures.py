"""What a tagger has right in each sentence of a test set: labels, and mentions where the labels are those of chunks.

Both are counts of a reference, of predictions and of what is right, from which F1 follows. A token has one label on
either side, so that F1 of labels is accuracy.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from accord.encoding import Decoder
from accord.encoding.repair import NO_REPAIR

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from accord.encoding import Encoding, Mention
    from accord.learn.tagger.kernel import Codes
    from accord.learn.tagger.text import Text
    from accord.study.quotient import Floats

ACCURACY, F1 = "accuracy", "F1"


class Split(NamedTuple):
    """Sentences to learn from and sentences to test on, by name; and their encoding, if they have one."""

    train: Text
    tests: Mapping[str, Text]
    encoding: Encoding | None = None


@dataclass(frozen=True)
class HeldOut:
    """Labelled sentences, the labels of the taggers that are tested on them, and their encoding, if they have one."""

    text: Text
    labels: Sequence[str]
    encoding: Encoding | None = None
    types: Sequence[str] = ()
    """Those whose mentions have an F1 of their own."""

    @property
    def gold(self) -> list[str]:
        """The label of each token."""
        return self.text.labels or []

    @property
    def unknown(self) -> int:
        """How many tokens have none of the labels of the taggers."""
        known = set(self.labels)
        return sum(label not in known for label in self.gold)

    @cached_property
    def measures(self) -> dict[str, str | None]:
        """F1 by name, each with the type it is of; what the reference has no mention of has none."""
        held = {mention.type for mentions in self._mentions for mention in mentions}
        overall: dict[str, str | None] = {F1: None} if held else {}
        return overall | {f"{F1} of {name}": name for name in self.types if name in held}

    def right(self, predicted: Codes) -> NDArray[np.bool_]:
        """Which tokens have the right label."""
        same: NDArray[np.bool_] = self._named(predicted) == np.array(self.gold, dtype=object)
        return same

    def counts(self, predicted: Codes) -> dict[str, Floats]:
        """By measure: labels (or mentions) of the reference, predicted ones and right ones, shape (sentences, 3)."""
        cuts = self.text.starts[:-1][self._filled]
        tokens = np.diff(self.text.starts)[self._filled]
        right = np.add.reduceat(self.right(predicted), cuts, dtype=np.int64)
        found = {ACCURACY: np.stack([tokens, tokens, right], axis=1).astype(float)}
        if self.measures:
            pairs = list(zip(self._mentions, self._decoded(self._named(predicted).tolist()), strict=True))
            found |= {name: np.array(list(_counted(pairs, of)), dtype=float) for name, of in self.measures.items()}
        return found

    @cached_property
    def _filled(self) -> NDArray[np.bool_]:
        """Which sentences have tokens."""
        return np.diff(self.text.starts) > 0

    def _named(self, predicted: Codes) -> NDArray[Any]:
        return np.array(self.labels, dtype=object)[predicted]

    @cached_property
    def _mentions(self) -> list[frozenset[Mention]]:
        return list(self._decoded(self.gold))

    @cached_property
    def _decoder(self) -> Decoder | None:
        return None if self.encoding is None else Decoder(self.encoding, NO_REPAIR)

    def _decoded(self, labels: Sequence[str]) -> Iterator[frozenset[Mention]]:
        """The mentions of each sentence that has tokens; there are none without an encoding."""
        if self._decoder is not None:
            ends = pairwise(self.text.starts.tolist())
            yield from (frozenset(self._decoder.mentions(labels[start:end])) for start, end in ends if end > start)


def _counted(pairs: Sequence[tuple[frozenset[Mention], ...]], of: str | None) -> Iterator[tuple[int, int, int]]:
    for both in pairs:
        gold, predicted = (each if of is None else {one for one in each if one.type == of} for each in both)
        yield len(gold), len(predicted), len(gold & predicted)
