"""Cross-entropy in which debatable errors cost less, for PyTorch.

    loss_t = gamma[gold_t, argmax of logits_t] * -sum over c of q_t(c) log p_t(c)

q_t is the gold label, or what annotators say where one says it. The prediction that chooses the weight is a constant to
the gradient, as in the perceptron of Plank et al. (2014).
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.errors import MissingExtra, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.distance.between import Floats
    from accord.learn.weights import Weights

IGNORED = -100
"""What PyTorch and Transformers put where there is nothing to learn."""


class DisagreementLoss:
    """Weighted cross-entropy of logits (..., labels) and gold codes (...), or of distributions (..., labels).

    ``labels`` are the model's, in its order. ``soft`` has the shape (labels, labels) and a target distribution for
    every gold label, as ``Disagreement.soft_targets(labels, lam, labels=labels)`` gives it. Gold codes that are
    ``ignore_index`` and distributions of zeros do not count. The mean is over the tokens that count, not over their
    weights, so that cheap errors make a cheap batch.
    """

    def __init__(
        self,
        weights: Weights | None,
        labels: Sequence[str],
        *,
        soft: Floats | None = None,
        ignore_index: int = IGNORED,
        reduction: str = "mean",
    ) -> None:
        if find_spec("torch") is None:
            raise MissingExtra("torch", "torch")
        if reduction not in {"mean", "sum", "none"}:
            raise UsageError(f"reduction is mean, sum or none, not {reduction!r}")
        size = len(labels)
        if len(set(labels)) < size:
            raise UsageError("a label of the model is named twice: each has a name of its own")
        self.gamma = np.ones((size, size)) if weights is None else weights.aligned_to(labels)
        self.targets = np.eye(size) if soft is None else np.array(soft, dtype=np.float64)
        if self.targets.shape != (size, size):
            raise UsageError(f"soft targets of {size} labels are as many rows and columns, not {self.targets.shape}")
        if not ((self.targets >= 0).all() and np.allclose(self.targets.sum(axis=1), 1)):
            raise UsageError("soft targets of a label are numbers from 0 that sum to 1")
        self.ignore_index = ignore_index
        self.reduction = reduction

    def __call__(self, logits: Any, gold: Any) -> Any:
        """The loss, or with ``reduction="none"`` that of every token in the shape of the tokens."""
        each, counts = self.each(logits, gold)
        if self.reduction == "none":
            return each
        return each.sum() if self.reduction == "sum" else each.sum() / counts.sum().clamp(min=1)

    def each(self, logits: Any, gold: Any) -> tuple[Any, Any]:
        """The loss of every token, 0 where it does not count, and whether it counts."""
        self._refuse_misfits(logits, gold)
        if gold.is_floating_point():
            counts, code, target = gold.sum(-1) > 0, gold.argmax(-1), gold.to(logits)
        else:
            counts = gold != self.ignore_index
            code = gold.masked_fill(~counts, 0)
            target = logits.new_tensor(self.targets)[code]
        surprise = -logits.log_softmax(-1).masked_fill(target == 0, 0.0)  # what has no share may be impossible
        cost = (target * surprise).sum(-1)
        weight = logits.new_tensor(self.gamma)[code, logits.detach().argmax(-1)]
        return (weight * cost).masked_fill(~counts, 0.0), counts

    def _refuse_misfits(self, logits: Any, gold: Any) -> None:
        size, tokens = len(self.gamma), tuple(logits.shape[:-1])
        if logits.shape[-1:] != (size,):
            raise UsageError(f"logits end in one number for each of {size} labels, and these are {tuple(logits.shape)}")
        needed = (*tokens, size) if gold.is_floating_point() else tokens
        if tuple(gold.shape) != needed:
            raise UsageError(f"gold of logits {tuple(logits.shape)} is {needed}, and this is {tuple(gold.shape)}")
        if gold.is_floating_point():
            if not (gold.isfinite() & (gold >= 0)).all():
                raise UsageError("gold distributions are numbers from 0, and not infinite")
        elif not ((gold == self.ignore_index) | (gold >= 0) & (gold < size)).all():
            raise UsageError(f"gold codes are from 0 to {size - 1}, or {self.ignore_index} where nothing counts")
