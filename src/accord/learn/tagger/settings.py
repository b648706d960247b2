"""How a tagger learns, and what each choice may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.errors import UsageError
from accord.learn.tagger.regularisers import REGULARISERS
from accord.messages import shown, suggestion

LARGEST_SEED = 2**64 - 1
"""Draws are hashes of 64 bits."""
MAX_EPOCHS = 10_000
"""Hundreds of times what a tagger needs: more is a slip that would run for days."""
AVERAGES, TIES, LEARNERS = ("update", "epoch"), ("seed", "lowest"), ("perceptron", "softmax", "crf")
PERCEPTRON, CHAIN = "perceptron", "crf"
LEARNING_RATE, L2 = 0.2, 0.3
"""How far softmax regression and the CRF move, and the weight of half the sum of squared weights beside that of the
tokens: chosen by cross-validation on GIMPEL-TRAIN and RITTER-TRAIN."""
RATE = 0.1
"""The share of drop-out."""
_NUMBERS = {
    "rate": (0.0, 1 - 1e-9, "from 0 to below 1", RATE),
    "learning_rate": (1e-9, 1e3, "from 1e-9 to 1000", LEARNING_RATE),
    "l2": (0.0, 1e6, "from 0 to 1000000", L2),
}
"""Where a number may lie, also in words, and what it is by default."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a tagger learns."""

    epochs: int = 5
    average: str = "update"
    shuffle: bool = True
    ties: str = "seed"
    regulariser: str | None = None
    rate: float = RATE
    supported_only: bool | None = None
    """Whether only pairs of feature and label that occur have weights; None: for a perceptron, not for others."""
    seed: int = 1
    learner: str = PERCEPTRON
    learning_rate: float = LEARNING_RATE
    l2: float = L2

    def __post_init__(self) -> None:
        if self.supported_only is None:
            object.__setattr__(self, "supported_only", self.learner == PERCEPTRON)
        for what, least, most in (("epochs", 1, MAX_EPOCHS), ("seed", 0, LARGEST_SEED)):
            given: Any = getattr(self, what)
            if isinstance(given, bool) or not isinstance(given, int | np.integer) or not least <= given <= most:
                raise UsageError(f"{what}: a whole number from {least} to {most} is needed, not {shown(given)}")
            object.__setattr__(self, what, int(given))
        for what in ("shuffle", "supported_only"):
            given = getattr(self, what)
            if not isinstance(given, bool | np.bool_):
                raise UsageError(f"{what}: True or False is needed, not {shown(given)}")
            object.__setattr__(self, what, bool(given))
        known_names = {"average": AVERAGES, "ties": TIES, "regulariser": (*REGULARISERS, None), "learner": LEARNERS}
        for what, known in known_names.items():
            given = getattr(self, what)
            if given not in known:
                names = [name for name in known if name is not None]
                raise UsageError(f"{what}: there is no {shown(given)}: {suggestion(shown(given), names)}")
        for what, (low, high, where, usual) in _NUMBERS.items():
            number: Any = getattr(self, what)
            if (
                isinstance(number, bool)
                or not isinstance(number, int | float | np.floating)
                or not low <= number <= high
            ):
                raise UsageError(f"{what}: a number {where} is needed, not {shown(number)}")
            object.__setattr__(self, what, float(number))
            if what != "rate" and self.learner == PERCEPTRON and float(number) != usual:
                raise UsageError(f"{what} is for the learners softmax and crf, and this is a perceptron")
