"""The loss for ``transformers.Trainer(compute_loss_func=...)``: token and sequence classification."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.learn.adapters.pytorch import DisagreementLoss

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from accord.distance.between import Floats
    from accord.learn.weights import Weights


def compute_loss_func(
    weights: Weights | None, labels: Sequence[str], *, soft: Floats | None = None
) -> Callable[..., Any]:
    """The function that the Trainer calls with a model's outputs and the labels of a batch.

    ``labels`` are the names in the order of ``model.config.id2label``. Where the Trainer says how many labels all
    batches of a step have together (gradient accumulation), the sum is divided by that number; labels that are
    distributions are averaged within their batch.
    """
    loss = DisagreementLoss(weights, labels, soft=soft)

    def of_batch(outputs: Any, gold: Any, num_items_in_batch: Any = None) -> Any:
        logits = outputs["logits"] if isinstance(outputs, dict) else outputs[0]
        each, counts = loss.each(logits, gold)
        if num_items_in_batch is None or gold.is_floating_point():
            return each.sum() / counts.sum().clamp(min=1)
        return each.sum() / num_items_in_batch

    return of_batch
