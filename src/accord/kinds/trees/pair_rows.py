"""What every two annotators of a sentence have in common, as the mean over its pairs, with or without an annotator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord.study.quotient import quotient

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.agreement.resample import Floats, Integers


@dataclass(frozen=True, slots=True)
class PairRows:
    """Numbers of two annotators of a sentence: of which ``sentence`` and which two (``ends``), and the ``numbers``.

    ``sentence`` has the shape (cells,), ``ends`` (cells, 2), ``numbers`` (cells, columns).
    """

    sentences: int
    sentence: Integers
    ends: Integers
    numbers: Floats

    def means(self) -> Floats:
        """The mean over all pairs of each sentence, shape (sentences, columns); 0 where there is none."""
        return self._means(np.ones(len(self.sentence), dtype=bool))

    def means_without(self, annotator: int) -> Floats:
        """The same over the pairs that an annotator is not of."""
        return self._means((self.ends != annotator).all(axis=1))

    def _means(self, chosen: NDArray[np.bool_]) -> Floats:
        sentence = self.sentence[chosen]
        sums = np.zeros((self.sentences, self.numbers.shape[1]))
        np.add.at(sums, sentence, self.numbers[chosen])
        pairs = np.bincount(sentence, minlength=self.sentences)[:, None]
        return np.nan_to_num(quotient(sums, pairs.astype(np.float64)))
