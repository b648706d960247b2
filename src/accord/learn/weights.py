"""What an error costs a learner: a weight for every gold label and every label predicted instead."""

from __future__ import annotations

from dataclasses import dataclass
from os import fspath
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.agreement.signature import Signature
from accord.errors import UsageError
from accord.messages import option, plural
from accord.model.presentation import ResultExport

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from numpy.typing import NDArray

    from accord.distance.between import Floats

FORMAT = "accord-weights"
VERSION = 1
HARDLY = 0.95
"""Weights that are all more than this share of the largest can hardly matter."""
NOTHING = 1e-9
"""Weights below are 0 but for rounding."""


@dataclass(frozen=True, eq=False, slots=True)
class Weights(ResultExport):
    """gamma[gold, predicted], shape (labels, labels): what an error costs, and on the diagonal what is right.

    >>> Weights(("A", "B"), np.array([[1, 0.5], [0.8, 1]]), "own").range
    (0.5, 0.8)
    """

    labels: tuple[str, ...]
    matrix: Floats
    kind: str = "own"
    strength: float = 1.0
    smooth: float = 0.0
    seed: int | None = None
    data: str = ""
    """Eight digits that tell the data they were estimated from."""

    def __repr__(self) -> str:
        return f"<Weights of {plural(len(self.labels), 'label')} ({self.signature})>"

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
    def _errors(self) -> NDArray[np.bool_]:
        """Which cells are errors; of a single label, the one there is."""
        return ~np.eye(len(self.labels), dtype=bool) if len(self.labels) > 1 else np.ones((1, 1), dtype=bool)

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest weight of an error."""
        errors = self._errors
        return float(self.matrix.min(where=errors, initial=np.inf)), float(self.matrix.max(where=errors, initial=0.0))

    @property
    def free(self) -> tuple[str, ...]:
        """The gold labels on which some error costs nothing."""
        costs_nothing = (self.matrix < NOTHING) & self._errors
        return tuple(self.labels[code] for code in np.flatnonzero(costs_nothing.any(axis=1)).tolist())

    @property
    def warning(self) -> str | None:
        """Why these weights may not do what they are meant to, if they may not."""
        low, high = self.range
        if low < NOTHING:
            count, shown = plural(len(self.free), "label"), ", ".join(self.free[:5])
            more = ", ..." if len(self.free) > 5 else ""
            return (
                f"some errors cost nothing: on {count} ({shown}{more}), which annotators gave too rarely, or never "
                f"alike, a learner may never learn better; {option('smooth', 0.5)} takes such counts less literally"
            )
        if low <= HARDLY * high:
            return None
        return (
            f"these weights can hardly matter: all lie between {low:.4f} and {high:.4f}, and to a perceptron a common "
            "factor is nothing; more strength, or cm-cond, gives contrast"
        )

    def lowest(self, most: int) -> list[tuple[str, str, float]]:
        """The errors that cost least, as gold label, predicted label and weight; of those alike, the first."""
        flat = np.where(self._errors, self.matrix, np.inf).ravel()
        kept = min(most, int(np.count_nonzero(self._errors)))
        below = np.partition(flat, kept - 1)[kept - 1]
        found = np.flatnonzero(flat <= below)
        order = found[np.argsort(flat[found], kind="stable")][:kept]
        rows, columns = np.divmod(order, len(self.labels))
        pairs = zip(rows.tolist(), columns.tolist(), flat[order].tolist(), strict=True)
        return [(self.labels[gold], self.labels[predicted], weight) for gold, predicted, weight in pairs]

    @property
    def signature(self) -> Signature:
        """How they were made."""
        choices: dict[str, object] = {"strength": f"{self.strength:g}", "smooth": f"{self.smooth:g}"}
        if self.seed is not None:
            choices["seed"] = self.seed
        low, high = self.range
        choices |= {"labels": len(self.labels), "range": f"{low:.4g}-{high:.4g}"}
        return Signature(f"weights:{self.kind}", choices | ({"data": self.data} if self.data else {}))

    def aligned_to(self, labels: Sequence[str], *, unknown: float | None = None) -> Floats:
        """The weights in the order of a learner's labels.

        Labels that are unknown here are refused, unless it is said what errors with them cost.
        """
        position = {label: code for code, label in enumerate(self.labels)}
        known = [at for at, label in enumerate(labels) if label in position]
        if unknown is None and len(known) < len(labels):
            self._refuse([label for label in labels if label not in position])
        codes = [position[labels[at]] for at in known]
        aligned = np.full((len(labels), len(labels)), 1.0 if unknown is None else unknown)
        np.fill_diagonal(aligned, 1.0)
        aligned[np.ix_(known, known)] = self.matrix[np.ix_(codes, codes)]
        return aligned

    def _refuse(self, labels: list[str]) -> None:
        ours, theirs = (", ".join([*map(str, some[:3]), *["..."][: len(some) > 3]]) for some in (self.labels, labels))
        raise UsageError(
            f"the weights know {ours}, and not {theirs}: name the learner's labels as the annotators do (in "
            "Transformers, by id2label), or estimate the weights with labels=[...]"
        )

    def class_weight(self, labels: Sequence[str] | None = None) -> dict[str, float]:
        """The mean weight of an error on each gold label (of f1: its F1), as scikit-learn takes it.

        ``labels`` are those of the learner, in its order, and only errors among them count; without them, all.
        """
        if labels is not None and tuple(labels) != self.labels:
            return Weights(tuple(labels), self.aligned_to(labels)).class_weight()
        means = self.matrix.mean(axis=1, where=self._errors)
        return dict(zip(self.labels, means.tolist(), strict=True))

    def cost_matrix(self) -> Floats:
        """What a gold label taken for another costs, shape (labels, labels): the weight, and nothing where it is right.

        For cost-sensitive learners and loss-augmented decoding: debatable errors cost less.
        """
        return np.where(np.eye(len(self.labels), dtype=bool), 0.0, self.matrix)

    def torch_loss(self, labels: Sequence[str] | None = None, **how: Any) -> Any:
        """A PyTorch loss with these weights for a model's labels in its order (soft, ignore_index, reduction)."""
        from accord.learn.adapters.pytorch import torch_loss

        return torch_loss(self, self.labels if labels is None else labels, **how)

    def compute_loss_func(self, labels: Sequence[str] | None = None, *, soft: Floats | None = None) -> Any:
        """What ``transformers.Trainer(compute_loss_func=...)`` takes, for a model's labels in its order."""
        from accord.learn.adapters.pytorch import torch_loss

        return torch_loss(self, self.labels if labels is None else labels, of_trainer=True, soft=soft)

    def as_file(self) -> dict[str, Any]:
        """Everything, as the versioned file holds it."""
        return self._head() | {"matrix": self.matrix.tolist()}

    def _head(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "kind": self.kind,
            "strength": self.strength,
            "smooth": self.smooth,
            "seed": self.seed,
            "data": self.data,
            "labels": list(self.labels),
        }

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Weights:
        """The weights that a file or `to_dict` holds."""
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
        except (KeyError, OverflowError, TypeError, ValueError) as error:
            raise UsageError(f"these weights cannot be used: {error}") from None

    def save(self, path: str | PathLike[str]) -> None:
        """Write them to a JSON file."""
        import json

        from accord.formats.output import whole_file

        head = json.dumps(self._head(), ensure_ascii=False, indent=1).removesuffix("\n}")
        with whole_file(fspath(path)) as stream:  # row by row: thousands of labels make millions of numbers
            stream.write(f'{head},\n "matrix": [\n'.encode())
            for number, row in enumerate(self.matrix):
                stream.write(f"{',' if number else ' '} {json.dumps(row.tolist())}\n".encode())
            stream.write(b" ]\n}\n")

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
