"""What a kind says of the errors of annotators, so that the errors behind an agreement can be estimated and redone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.random import Generator
    from numpy.typing import NDArray

    from accord.agreement.result import Result

    Floats = NDArray[np.float64]


class ErrorSort(NamedTuple):
    """One way to err: its name, what an amount of it is in words, and the largest amount.

    In the words stands ``{share}`` for its per cent, and ``{half}`` for half of them.
    """

    name: str
    words: str
    most: float = 1.0

    def said(self, amount: float) -> str:
        """An amount of it in words."""
        share, half = (f"{each:.1f}" if each < 10 else f"{each:.0f}" for each in (100 * amount, 50 * amount))
        return self.words.replace("{share}", share).replace("{half}", half)


class ErrorModel(ABC):
    """How annotators err who were to annotate the same, fitted to a corpus.

    There is a ``truth``, as near as the annotators come to it; everyone's annotations are this truth, ``degraded`` by
    the same amounts of each sort of error. Each sort leaves a trace that can be counted
    without knowing the truth, by which amounts are estimated.
    """

    result: Result
    """The agreement that was observed."""
    unit: str
    """What an item, a sentence or a document is called."""
    score_name: str
    """What a system is scored by."""

    @property
    @abstractmethod
    def sorts(self) -> tuple[ErrorSort, ...]:
        """The ways to err that can be told apart in the corpus."""

    @property
    @abstractmethod
    def texts(self) -> int:
        """How many items, sentences or documents there are."""

    @property
    @abstractmethod
    def drawn(self) -> int:
        """How many of them are simulated at a time."""

    @property
    @abstractmethod
    def annotators(self) -> int:
        """How many annotators there are."""

    @property
    def copies(self) -> int:
        """How many copies of the truth are needed: one for each annotator, or as many as looked at one text at most."""
        return self.annotators

    @property
    @abstractmethod
    def marks(self) -> int:
        """How many labels, spans, units or tokens could have been wrong, those of all annotators together."""

    @abstractmethod
    def observed(self) -> Any:
        """What the annotators said, of all texts."""

    @abstractmethod
    def truth(self, rng: Generator) -> Any:
        """What is taken for the truth of each text, of as many as are simulated; drawn anew where it is not known."""

    @abstractmethod
    def degraded(self, truth: Any, amounts: Sequence[float], annotator: int, rng: Generator) -> Any:
        """The truth as an annotator gives it, with so much of each sort of error."""

    @abstractmethod
    def together(self, truth: Any, copies: Sequence[Any]) -> Any:
        """What all annotators say, each of the texts that they looked at."""

    @abstractmethod
    def traces(self, sample: Any) -> Floats:
        """How much there is to be seen of each sort, which grows with its amount, shape (sorts,)."""

    @abstractmethod
    def value(self, sample: Any) -> float:
        """The agreement, as it was measured on the corpus; NaN where there is none."""

    @abstractmethod
    def score(self, reference: Any, predicted: Any) -> float:
        """What a system scores against a reference."""

    def simulated(self, amounts: Sequence[float], rngs: Sequence[Generator]) -> Any:
        """What annotators with so much of each sort of error say; one generator for the truth, then one for each."""
        truth = self.truth(rngs[0])
        copies = [self.degraded(truth, amounts, number, rng) for number, rng in enumerate(rngs[1:])]
        return self.together(truth, copies)
