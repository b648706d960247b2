"""Cross-entropy in which debatable errors cost less, for PyTorch.

    loss_t = gamma[gold_t, argmax of logits_t] * -sum over c of q_t(c) log p_t(c)

q_t is the gold label, or what annotators say where one says it. The prediction that chooses the weight is a constant to
the gradient, as in the perceptron of Plank et al. (2014). A right prediction costs its cross-entropy with the weight of
the diagonal: 1, and less than 1 for f1. So a common factor of the errors alone, as in const, is no learning rate here:
it makes the errors of a batch count less beside what is right already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.learn.weights import Weights


def torch_loss(weights: Weights | None, labels: Sequence[str], *, of_trainer: bool = False, **how: Any) -> Any:
    """A `DisagreementLoss` for a model's labels in its order, or the `TrainerLoss` that Transformers takes."""
    try:
        from accord.learn.adapters.losses import DisagreementLoss, TrainerLoss
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise MissingExtra("torch", "torch") from None
    return (TrainerLoss if of_trainer else DisagreementLoss)(weights, labels, **how)
