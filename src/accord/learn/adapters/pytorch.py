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
        self.gamma = np.ones((size, size)) if weights is None else weights.aligned_to(labels)
        self.targets = np.eye(size) if soft is None else np.array(soft, dtype=np.float64)
        if self.targets.shape != (size, size):
            raise UsageError(f"soft targets of {size} labels are as many rows and columns, not {self.targets.shape}")
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
        if gold.is_floating_point():
            counts, code, target = gold.sum(-1) > 0, gold.argmax(-1), gold.to(logits)
        else:
            counts = gold != self.ignore_index
            code = gold.masked_fill(~counts, 0)
            target = logits.new_tensor(self.targets)[code]
        cost = -(target * logits.log_softmax(-1)).sum(-1)
        weight = logits.new_tensor(self.gamma)[code, logits.detach().argmax(-1)]
        return (weight * cost).masked_fill(~counts, 0.0), counts
