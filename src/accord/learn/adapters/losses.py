"""The modules of PyTorch behind ``Weights.torch_loss`` and ``compute_loss_func``: importing them needs torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.distance.between import Floats
    from accord.learn.weights import Weights

IGNORED = -100
"""What PyTorch and Transformers put where there is nothing to learn."""


class DisagreementLoss(torch.nn.Module):  # type: ignore[misc]
    """Weighted cross-entropy of logits (..., labels) and gold codes (...), or of distributions (..., labels).

    ``labels`` are the model's, in its order. ``soft`` has the shape (labels, labels) and a target distribution for
    every gold label, as ``Disagreement.soft_targets(labels, lam, labels=labels)`` gives it. Gold codes that are
    ``ignore_index`` and distributions of zeros do not count. The mean is over the tokens that count, not over their
    weights, so that cheap errors make a cheap batch. Gold that is no label is refused; where ``torch.compile`` allows
    no error to be raised, its loss is NaN.
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
        super().__init__()
        if reduction not in {"mean", "sum", "none"}:
            raise UsageError(f"reduction is mean, sum or none, not {reduction!r}")
        size = len(labels)
        if len(set(labels)) < size:
            raise UsageError("a label of the model is named twice: each has a name of its own")
        gamma = np.ones((size, size)) if weights is None else weights.aligned_to(labels)
        targets = np.eye(size) if soft is None else np.array(soft, dtype=np.float64)
        if targets.shape != (size, size):
            raise UsageError(f"soft targets of {size} labels are as many rows and columns, not {targets.shape}")
        if not ((targets >= 0).all() and np.allclose(targets.sum(axis=1), 1)):
            raise UsageError("soft targets of a label are numbers from 0 that sum to 1")
        kind = torch.get_default_dtype()
        self.register_buffer("gamma", torch.tensor(gamma, dtype=kind), persistent=False)
        self.register_buffer("targets", torch.tensor(targets, dtype=kind), persistent=False)
        self.ignore_index = ignore_index
        self.reduction = reduction

    def forward(self, logits: Any, gold: Any) -> Any:
        """The loss, or with ``reduction="none"`` that of every token in the shape of the tokens."""
        each, counts = self.each(logits, gold)
        if self.reduction == "none":
            return each
        return each.sum() if self.reduction == "sum" else each.sum() / counts.sum().clamp(min=1)

    def each(self, logits: Any, gold: Any) -> tuple[Any, Any]:
        """The loss of every token, 0 where it does not count, and whether it counts."""
        self._refuse_shapes(logits, gold)
        size = len(self.gamma)
        if gold.is_floating_point():
            known = (gold.isfinite() & (gold >= 0)).all(-1)
            counts, code, target = ~known | (gold.sum(-1) > 0), gold.argmax(-1), gold.to(logits)
            needed = "gold distributions are numbers from 0, and not infinite"
        else:
            known, counts = (gold >= 0) & (gold < size), gold != self.ignore_index
            code = gold.masked_fill(~known, 0)
            target = self.targets.to(logits)[code]
            needed = f"gold codes are from 0 to {size - 1}, or {self.ignore_index} where nothing counts"
        strange = counts & ~known
        if not torch.compiler.is_compiling() and strange.any():
            raise UsageError(needed)
        surprise = -logits.log_softmax(-1).masked_fill(target == 0, 0.0)  # what has no share may be impossible
        cost = (target * surprise).sum(-1)
        weight = self.gamma.to(logits)[code, logits.detach().argmax(-1)]
        return (weight * cost).masked_fill(strange, torch.nan).masked_fill(~counts, 0.0), counts

    def _refuse_shapes(self, logits: Any, gold: Any) -> None:
        size, tokens = len(self.gamma), tuple(logits.shape[:-1])
        if logits.shape[-1:] != (size,):
            raise UsageError(f"logits end in one number for each of {size} labels, and these are {tuple(logits.shape)}")
        needed = (*tokens, size) if gold.is_floating_point() else tokens
        if tuple(gold.shape) != needed:
            raise UsageError(f"gold of logits {tuple(logits.shape)} is {needed}, and this is {tuple(gold.shape)}")


class TrainerLoss(DisagreementLoss):
    """What ``transformers.Trainer(compute_loss_func=...)`` calls, for token and sequence classification.

    Where the Trainer says how many labels all batches of a step have together (gradient accumulation), the sum is
    divided by that number; labels that are distributions are averaged within their batch.
    """

    def forward(self, outputs: Any, gold: Any, num_items_in_batch: Any = None) -> Any:
        """The loss of a model's outputs and the labels of a batch."""
        logits = outputs["logits"] if isinstance(outputs, dict) else outputs[0]
        each, counts = self.each(logits, gold)
        if num_items_in_batch is None or gold.is_floating_point():
            return each.sum() / counts.sum().clamp(min=1)
        return each.sum() / num_items_in_batch
