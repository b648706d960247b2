"""What an error costs a learner: a weight for every gold label and every label predicted instead."""

from __future__ import annotations

from dataclasses import dataclass, field
from os import fspath
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.agreement.signature import Signature
from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from accord.distance.between import Floats

FORMAT = "accord-weights"
VERSION = 1
HARDLY = 0.95
"""Weights that are all more than this share of the largest cannot matter."""


@dataclass(frozen=True, eq=False, slots=True)
class Weights:
    """gamma[gold, predicted], shape (labels, labels); only contrast matters, for a common factor is a learning rate.

    >>> Weights(("A", "B"), np.array([[1, 0.5], [0.8, 1]]), "own").range
    (0.5, 0.8)
    """

    labels: tuple[str, ...]
    matrix: Floats
    kind: str = "own"
    strength: float = 1.0
    smooth: float = 0.0
    seed: int | None = None
    data: str = field(default="", repr=False)
    """Eight digits that tell the data they were estimated from."""

    def __post_init__(self) -> None:
        matrix = np.array(self.matrix, dtype=np.float64)
        if matrix.shape != (len(self.labels),) * 2 or not self.labels:
            raise UsageError(f"weights of {len(self.labels)} labels are as many rows and columns, not {matrix.shape}")
        if len(set(self.labels)) < len(self.labels):
            raise UsageError("a label of the weights is named twice")
        if not np.isfinite(matrix).all() or (matrix < 0).any():
            raise UsageError("weights are numbers from 0")
        matrix.flags.writeable = False
        object.__setattr__(self, "matrix", matrix)

    @property
    def errors(self) -> Floats:
        """The weights of errors, row by row."""
        return self.matrix[~np.eye(len(self.labels), dtype=bool)] if len(self.labels) > 1 else self.matrix.ravel()

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest weight of an error."""
        return float(self.errors.min()), float(self.errors.max())

    @property
    def warning(self) -> str | None:
        """Why these weights cannot matter, if they cannot."""
        low, high = self.range
        if low <= HARDLY * high:
            return None
        return (
            f"these weights cannot matter: all lie between {low:.4f} and {high:.4f}, and a common factor changes "
            "nothing; more strength, or cm-cond, gives contrast"
        )

    @property
    def signature(self) -> Signature:
        """How they were made."""
        choices: dict[str, object] = {"strength": f"{self.strength:g}", "smooth": f"{self.smooth:g}"}
        if self.seed is not None:
            choices["seed"] = self.seed
        low, high = self.range
        choices |= {"labels": len(self.labels), "range": f"{low:.4g}-{high:.4g}"}
        return Signature(f"weights:{self.kind}", choices | ({"data": self.data} if self.data else {}))

    def aligned_to(self, labels: Sequence[str]) -> Floats:
        """The weights in the order of a learner's labels; errors with labels that are unknown here cost 1."""
        position = {label: code for code, label in enumerate(self.labels)}
        known = [at for at, label in enumerate(labels) if label in position]
        codes = [position[labels[at]] for at in known]
        aligned = np.ones((len(labels), len(labels)))
        aligned[np.ix_(known, known)] = self.matrix[np.ix_(codes, codes)]
        return aligned

    def class_weight(self) -> dict[str, float]:
        """The mean weight of an error on each gold label (of f1: its F1), as scikit-learn takes it."""
        if len(self.labels) == 1:
            return {self.labels[0]: float(self.matrix[0, 0])}
        means = self.errors.reshape(len(self.labels), -1).mean(axis=1)
        return dict(zip(self.labels, means.tolist(), strict=True))

    def cost_matrix(self) -> Floats:
        """What a gold label taken for another costs, shape (labels, labels): the weight, and nothing where it is right.

        For cost-sensitive learners and loss-augmented decoding: debatable errors cost less.
        """
        return np.where(np.eye(len(self.labels), dtype=bool), 0.0, self.matrix)

    def torch_loss(self, labels: Sequence[str] | None = None, **how: Any) -> Any:
        """A PyTorch loss with these weights for a model's labels in its order (soft, ignore_index, reduction)."""
        from accord.learn.adapters.pytorch import DisagreementLoss

        return DisagreementLoss(self, self.labels if labels is None else labels, **how)

    def compute_loss_func(self, labels: Sequence[str] | None = None, *, soft: Floats | None = None) -> Any:
        """What ``transformers.Trainer(compute_loss_func=...)`` takes, for a model's labels in its order."""
        from accord.learn.adapters.huggingface import compute_loss_func

        return compute_loss_func(self, self.labels if labels is None else labels, soft=soft)

    def to_json(self) -> dict[str, Any]:
        """Everything, as the versioned file holds it."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "kind": self.kind,
            "strength": self.strength,
            "smooth": self.smooth,
            "seed": self.seed,
            "data": self.data,
            "labels": list(self.labels),
            "matrix": self.matrix.tolist(),
        }

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Weights:
        """The weights that `to_json` wrote."""
        if not isinstance(given, dict) or given.get("format") != FORMAT:
            raise UsageError(f"these are no weights: {FORMAT!r} is missing under 'format'")
        if given.get("version") != VERSION:
            raise UsageError(f"weights of version {given.get('version')!r}: this accord reads version {VERSION}")
        try:
            return cls(
                tuple(map(str, given["labels"])),
                np.array(given["matrix"], dtype=np.float64),
                str(given["kind"]),
                float(given["strength"]),
                float(given["smooth"]),
                None if given["seed"] is None else int(given["seed"]),
                str(given["data"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError(f"these weights cannot be used: {error}") from None

    def save(self, path: str | PathLike[str]) -> None:
        """Write them to a JSON file."""
        import json

        from accord.formats.output import whole_file

        with whole_file(fspath(path)) as stream:
            stream.write(json.dumps(self.to_json(), ensure_ascii=False, indent=1).encode() + b"\n")

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Weights:
        """Read them from a JSON file."""
        import json

        from accord.errors import ReadError
        from accord.formats.source import Source

        text = "".join(Source(fspath(path)).pieces())
        try:
            return cls.from_json(json.loads(text))
        except (ValueError, RecursionError, UsageError) as error:
            raise ReadError(f"{path}: {error}") from None
