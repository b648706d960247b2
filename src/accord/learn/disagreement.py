"""Which labels annotators take for which: estimated once from a coding, used by every learner.

    A_ij = how often one annotator says i where another says j
    F1_i = 2 A_ii / (A_i. + A_.i)
    P(p | g) = mean of A_gp / A_g. and A_pg / A_.g      what another annotator says where one says g

Of two annotators the rows of A are the first and the columns the second. Of more, A is half the matrix of coincidences
(Krippendorff 2004), in which every label counts once however many annotators an item has; it is symmetric.

Plank, B., Hovy, D. & Søgaard, A. (2014). Learning part-of-speech taggers with inter-annotator agreement loss.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.agreement.result import Undefined
from accord.distance.nominal import Nominal
from accord.errors import NotApplicable, UsageError
from accord.kinds.labels import COEFFICIENTS
from accord.kinds.labels.coincidence import coincidence_matrix, confusion_matrix
from accord.kinds.labels.measurement import measure
from accord.kinds.labels.options import CodingOptions
from accord.kinds.labels.study import coding_from_corpus
from accord.kinds.labels.tables import coding_from_table
from accord.learn import WEIGHTS
from accord.learn.kinds import DRAWN, conditional
from accord.learn.targets import soft_targets
from accord.learn.weights import Weights
from accord.messages import plural
from accord.model import Corpus
from accord.model.presentation import ResultExport
from accord.study.scale import Scale

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from accord.agreement.result import Value
    from accord.distance.between import Floats
    from accord.study.coding import Coding


@dataclass(frozen=True)
class Disagreement(ResultExport):
    """How two or more annotators disagree on labels.

    >>> dis = Disagreement.from_pairs(["A", "A", "B", "B"], ["A", "B", "B", "B"])
    >>> dis.labels, dis.confusion.tolist()
    (('A', 'B'), [[1.0, 1.0], [0.0, 2.0]])
    >>> dis.weights("cm-cond").matrix.tolist()
    [[1.0, 0.75], [0.8333333333333334, 1.0]]
    """

    coding: Coding

    def __repr__(self) -> str:
        size = plural(self.coding.items, self.coding.unit), plural(len(self.coding.annotators), "annotator")
        return f"<Disagreement on {plural(len(self.labels), 'label')}: {', '.join(size)}>"

    @classmethod
    def from_pairs(
        cls,
        first: Sequence[str | None],
        second: Sequence[str | None],
        labels: Sequence[str] | None = None,
        *,
        missing: Collection[str] = (),
    ) -> Disagreement:
        """From the labels that two annotators gave the same items; None and those that are ``missing`` are left out."""
        return cls.from_table({"1": first, "2": second}, labels, missing=missing)

    @classmethod
    def from_table(
        cls, table: Any, labels: Sequence[str] | None = None, *, missing: Collection[str] = ()
    ) -> Disagreement:
        """From items in rows with one column per annotator, or annotators and their labels (a list, or by item)."""
        return cls.from_coding(coding_from_table(table, _told(labels, missing), rows="items"))

    @classmethod
    def from_corpus(
        cls, corpus: Corpus, labels: Sequence[str] | None = None, *, missing: Collection[str] = ()
    ) -> Disagreement:
        """From the labels of tokens or items of a corpus."""
        if not isinstance(corpus, Corpus):
            raise UsageError("this is no corpus: accord.read reads files, and accord.disagreement takes their paths")
        return cls.from_coding(coding_from_corpus(corpus, _told(labels, missing)))

    @classmethod
    def from_coding(cls, coding: Coding) -> Disagreement:
        """From a coding of two or more annotators."""
        if len(coding.annotators) < 2:
            raise NotApplicable("disagreement needs two annotators of the same items")
        if not coding.items:
            raise NotApplicable(f"no {coding.unit} was labelled by two annotators")
        return cls(coding)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels, in the order of every array."""
        return self.coding.labels

    @cached_property
    def confusion(self) -> Floats:
        """How often one annotator says the row's label where another says the column's, shape (labels, labels)."""
        if len(self.coding.annotators) == 2:
            return confusion_matrix(self.coding, 0, 1).astype(np.float64)
        return coincidence_matrix(self.coding) / 2

    def conditional(self, smooth: float = 0.0) -> Floats:
        """What another annotator says (column) where one says the row's label; rows sum to 1, or are NaN.

        ``smooth`` is added to every cell of the confusion.
        """
        return conditional(self.confusion + smooth)

    def f1(self) -> dict[str, Value]:
        """How well one annotator's label predicts another's, label by label."""
        twice, given = 2 * np.diag(self.confusion), self.confusion.sum(0) + self.confusion.sum(1)
        return {
            label: both / count if count else Undefined("nobody gave this label")
            for label, both, count in zip(self.labels, twice.tolist(), given.tolist(), strict=True)
        }

    def agreement(self, coefficient: str = "observed") -> Value:
        """Any coefficient of agreement on nominal labels."""
        chosen = COEFFICIENTS.get(COEFFICIENTS.name(coefficient))
        chosen.refuse(self.coding, "nominal")
        return measure(self.coding, chosen, Nominal(Scale(self.labels))).value

    def alpha(self) -> Value:
        """Krippendorff's alpha, which is at home with many annotators of few items each."""
        return self.agreement("alpha")

    def kappa(self) -> Value:
        """Cohen's kappa of two annotators."""
        return self.agreement("kappa")

    def weights(
        self, kind: str = "cm-cond", *, strength: float = 1.0, smooth: float = 0.0, seed: int | None = None
    ) -> Weights:
        """What an error should cost: gamma[gold, predicted] of a kind.

        ``smooth`` is added to every cell of the confusion first; ``strength`` multiplies what is taken off 1
        (0: nothing is, and no weight falls below 0). ``seed`` is that of the controls eps and perm.
        """
        if not (0 <= smooth < np.inf and 0 <= strength < np.inf):
            raise UsageError("strength and smooth are numbers from 0")
        name = WEIGHTS.name(kind)
        drawn: Any = 1 if seed is None else seed
        if isinstance(drawn, bool) or not isinstance(drawn, int | np.integer) or drawn < 0:
            raise UsageError(f"seed: a whole number from 0 is needed, not {seed!r}")
        gamma = WEIGHTS.get(name)(self.confusion + smooth, np.random.default_rng(drawn))
        return Weights(
            self.labels,
            np.maximum(1 - strength * (1 - gamma), 0.0),
            name,
            strength,
            smooth,
            int(drawn) if name in DRAWN else None,
            self.coding.digest(),
        )

    def soft_targets(
        self, gold: Sequence[str], lam: float = 0.5, *, labels: Sequence[str] | None = None, smooth: float = 0.0
    ) -> Floats:
        """(1 - lam) times the gold label + lam times P(other | gold), shape (items, labels)."""
        return soft_targets(gold, self.labels, self.conditional(smooth), lam, labels=labels)


def _told(labels: Sequence[str] | None, missing: Collection[str]) -> CodingOptions:
    return CodingOptions(None if labels is None else tuple(labels), frozenset(missing))
