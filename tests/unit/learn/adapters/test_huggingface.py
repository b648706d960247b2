"""A tiny BERT, trained by the real Trainer with our loss."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from accord.learn.weights import Weights

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.peer,
    pytest.mark.filterwarnings("ignore"),  # the Trainer warns of the machine it runs on
]
LABELS = ("A", "B", "C")
SKEWED = Weights(LABELS, np.array([[1, 0.5, 0.9], [0.2, 1, 0.7], [0.4, 0.6, 1]]))
UNIFORM = Weights(LABELS, np.ones((3, 3)))


@pytest.fixture(autouse=True)
def transformers() -> Any:
    return pytest.importorskip("transformers", reason="Transformers is not installed")


def model_of(kind: str) -> Any:
    import transformers

    transformers.set_seed(1)
    config = transformers.BertConfig(
        vocab_size=20,
        hidden_size=8,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=8,
        num_labels=3,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    return getattr(transformers, f"BertFor{kind}Classification")(config)


def sentences(count: int = 12) -> list[dict[str, list[int]]]:
    """Words 3 to 19, whose label is their number modulo 3; the first and the last token are ignored."""
    rng = np.random.default_rng(1)
    words = rng.integers(3, 20, size=(count, 6))
    return [{"input_ids": row.tolist(), "labels": [-100, *(row[1:-1] % 3).tolist(), -100]} for row in words]


def trained(path: Path, loss: Any, *, accumulate: int = 1, epochs: int = 1) -> Any:
    import torch
    from transformers import Trainer, TrainingArguments

    arguments = TrainingArguments(
        output_dir=str(path),
        num_train_epochs=epochs,
        per_device_train_batch_size=12 // accumulate,
        gradient_accumulation_steps=accumulate,
        learning_rate=1e-2,
        report_to=[],
        save_strategy="no",
        logging_steps=1,
        disable_tqdm=True,
        use_cpu=True,
        max_grad_norm=0.0,
    )

    def collate(rows: list[dict[str, list[int]]]) -> dict[str, Any]:
        return {key: torch.tensor([row[key] for row in rows]) for key in rows[0]}

    model = model_of("Token")
    trainer = Trainer(model, arguments, train_dataset=sentences(), data_collator=collate, compute_loss_func=loss)
    trainer.train()
    return trainer


def parameters(trainer: Any) -> np.ndarray:
    return np.concatenate([each.detach().numpy().ravel() for each in trainer.model.parameters()])


def test_uniform_weights_train_as_the_models_own_loss(tmp_path: Path) -> None:
    ours = trained(tmp_path, UNIFORM.compute_loss_func(LABELS))
    theirs = trained(tmp_path, None)
    assert parameters(ours) == pytest.approx(parameters(theirs), abs=1e-4)


def test_weights_change_what_is_learnt(tmp_path: Path) -> None:
    weighted = trained(tmp_path, SKEWED.compute_loss_func(LABELS), epochs=3)
    assert np.abs(parameters(weighted) - parameters(trained(tmp_path, None, epochs=3))).max() > 1e-3


def test_a_step_in_several_batches_is_a_step_in_one(tmp_path: Path) -> None:
    loss = SKEWED.compute_loss_func(LABELS)
    at_once, in_parts = (parameters(trained(tmp_path, loss, accumulate=count)) for count in (1, 3))
    assert in_parts == pytest.approx(at_once, abs=1e-4)


def test_training_learns(tmp_path: Path) -> None:
    trainer = trained(tmp_path, SKEWED.compute_loss_func(LABELS), epochs=40)
    losses = [entry["loss"] for entry in trainer.state.log_history if "loss" in entry]
    assert losses[-1] < losses[0] / 4


def test_the_loss_is_that_of_torch_on_the_models_outputs() -> None:
    import torch

    model = model_of("Sequence")
    words, gold = torch.randint(3, 20, (5, 6)), torch.tensor([0, 1, 2, 1, 0])
    outputs = model(input_ids=words)
    loss = SKEWED.compute_loss_func(LABELS)
    alone = SKEWED.torch_loss(LABELS)(outputs.logits, gold).item()
    assert loss(outputs, gold).item() == pytest.approx(alone)
    assert loss(outputs.to_tuple(), gold, num_items_in_batch=10).item() == pytest.approx(alone / 2)
    soft = torch.eye(3)[gold] * 0.7 + 0.1
    expected = SKEWED.torch_loss(LABELS)(outputs.logits, soft).item()
    assert loss(outputs, soft, num_items_in_batch=15).item() == pytest.approx(expected)
