"""What all simulated annotators share, whatever they annotate."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.errors import UsageError
from accord.messages import option as spelled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.random import Generator
    from numpy.typing import NDArray

    from accord.model import Corpus
    from accord.model.corpus import Annotation


class Degrading(ABC):
    """The annotations of one annotator over a corpus, and how others give them."""

    @abstractmethod
    def degraded(self, amounts: Mapping[str, float], number: int, rng: Generator) -> Degrading:
        """The same with so much of each sort of error, as the annotator of this number makes them."""

    @abstractmethod
    def annotations(self) -> dict[str, Annotation]:
        """What is annotated, by document."""


def growing(amount: float, drift: float, at: NDArray[np.float64]) -> Any:
    """The amount of an error at places from 0, the first text, to 1, the last; never more than a probability can be."""
    return np.clip(amount * (1 + drift * (2 * at - 1)), 0.0, max(1.0, amount)) if drift else amount


def most_added(amount: float, drift: float) -> float:
    """As many marks as have to be added for as many as the amount to be left on average when they are thinned."""
    return amount * (1 + abs(drift))


def thinned(drift: float, at: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probability that an added mark stays, which grows from the first text to the last as errors do."""
    return (1 + drift * (2 * at - 1)) / (1 + abs(drift))


def merged(whole: Any, end: Any, chosen: NDArray[np.bool_]) -> tuple[Any, NDArray[np.bool_]]:
    """Where marks in order end if the chosen ones are merged with the next of the same ``whole``, and which are left.

    >>> merged(np.array([0, 0, 1]), np.array([5, 3, 9]), np.array([True, True, False]))
    (array([5, 3, 9]), array([ True, False,  True]))
    """
    end, kept, first = end.copy(), np.ones(len(end), dtype=bool), 0
    for mark in range(1, len(end)):
        if whole[mark] == whole[first] and chosen[mark - 1]:
            end[first], kept[mark] = max(end[first], end[mark]), False
        else:
            first = mark
    return end, kept


def places(count: int) -> NDArray[np.float64]:
    """Places of so many texts, the first at 0 and the last at 1."""
    return np.linspace(0.0, 1.0, count) if count > 1 else np.full(count, 0.5)


def whose(corpus: Corpus, named: str | None) -> str:
    """Whose annotations others are made from: who is named, a reference, or who annotated most documents."""
    from accord.formats.names import references_among
    from accord.messages import suggestion

    if named is not None:
        if named not in corpus.annotators:
            hint = suggestion(named, list(corpus.annotators))
            raise UsageError(f"there is no annotator {named!r}: {hint} ({spelled('source')})")
        return named
    if references := references_among(corpus.annotators):
        return references[0]
    counts = {who: sum(name == who for _, name in corpus.annotations) for who in corpus.annotators}
    if not counts:
        raise UsageError("there are no annotations to make others from")
    return max(counts, key=counts.__getitem__)
