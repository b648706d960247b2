"""Soft targets and weights of items: what any learner can take that knows no weights of errors."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from accord.errors import UsageError
from accord.kinds.labels.options import CodingOptions
from accord.kinds.labels.tables import coding_from_table
from accord.messages import suggestion
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from accord.distance.between import Floats


def soft_targets(
    gold: Sequence[str], known: Sequence[str], conditional: Floats, lam: float, *, labels: Sequence[str] | None = None
) -> Floats:
    """(1 - lam) times the gold label + lam times what others say, shape (items, labels); rows sum to 1.

    ``conditional[g, p]`` is P(p | g) over the ``known`` labels; a gold label of which nothing is known stays as it is.
    """
    if not 0 <= lam <= 1:
        raise UsageError(f"lam: a number from 0 to 1 is needed, not {lam}")
    order = list(known if labels is None else labels)
    column = {label: at for at, label in enumerate(order)}
    absent = [label for label in known if label not in column]
    if absent:
        raise UsageError(f"annotators gave the label {absent[0]!r}, which is not among those of the targets")
    others = np.eye(len(order))
    defined = ~np.isnan(conditional).any(axis=1)
    places = np.array([column[label] for label in known], dtype=np.int64)
    others[np.ix_(places[defined], places)] = conditional[defined]
    strange = next((label for label in gold if label not in column), None)
    if strange is not None:
        raise UsageError(f"no annotator gave the label {strange!r}: {suggestion(str(strange), order)}, or name labels")
    codes = np.array([column[label] for label in gold], dtype=np.int64)
    softened: Floats = ((1 - lam) * np.eye(len(order)) + lam * others)[codes]
    return softened


def item_weights(table: Any, *, single: float = 1.0) -> Floats:
    """The observed agreement on each item, sum over c of n_c (n_c - 1) / n (n - 1), shape (items,).

    ``table`` has one row per item and one column per annotator. Agreement on an item with one label is not known, and
    its weight is what ``single`` says; an item without a label weighs nothing.

    >>> item_weights([["A", "A", "A"], ["A", "A", "B"], ["A", None, None]]).round(3).tolist()
    [1.0, 0.333, 1.0]
    """
    counts = label_counts(table)
    return np.where(counts.sum(axis=1) == 1, single, np.nan_to_num(observed_agreement(counts), nan=0.0))


def observed_agreement(counts: Floats) -> Floats:
    """How often two annotators of an item agree, of counts of labels (items, labels); NaN where there are not two."""
    given = counts.sum(axis=1)
    return quotient((counts * (counts - 1)).sum(axis=1), given * (given - 1))


def label_counts(table: Any, labels: Sequence[str] | None = None) -> Floats:
    """How many annotators gave each item each label, shape (items, labels), for all items of a table."""
    if isinstance(table, str | PathLike):
        raise UsageError(f'labels are needed here, one row per item, as in [["A", "A"], ["A", "B"]], not {table!r}')
    told = CodingOptions(None if labels is None else tuple(labels), frozenset(), keep_singletons=True)
    coding = coding_from_table(table, told, rows="items")
    counts = np.zeros((len(coding.codes) + coding.left_out.get("items without a label", 0), len(coding.labels)))
    counts[coding.numbers] = coding.ballots
    return counts


class Expanded(NamedTuple):
    """Rows with one label each and a weight: what scikit-learn's ``fit(X, y, sample_weight=...)`` takes."""

    rows: Any
    labels: NDArray[Any]
    weights: Floats
    origins: NDArray[np.int64]
    """Which of the original rows each is."""


def expand_soft(rows: Any, targets: Floats, labels: Sequence[Any]) -> Expanded:
    """Each row once for every label that its soft target allows, weighted by how much: for any scikit-learn estimator.

    The weighted loss of the expanded rows is the cross-entropy with the soft target, for every learner that multiplies
    the loss of a row by its weight. ``rows`` are an array, a sparse matrix, a data frame or a list.

    >>> expand_soft(["x", "y"], np.array([[1.0, 0.0], [0.3, 0.7]]), ["A", "B"])[:3]
    (['x', 'y', 'y'], array(['A', 'A', 'B'], dtype='<U1'), array([1. , 0.3, 0.7]))
    """
    given = np.asarray(targets, dtype=np.float64)
    count = rows.shape[0] if hasattr(rows, "shape") else len(rows)
    if given.shape != (count, len(labels)):
        raise UsageError(f"soft targets of {count} rows and {len(labels)} labels have that shape, not {given.shape}")
    if not np.isfinite(given).all() or (given < 0).any():
        raise UsageError("soft targets are numbers from 0")
    origins, codes = np.nonzero(given)
    return Expanded(_taken(rows, origins), np.asarray(labels)[codes], given[origins, codes], origins)


def _taken(rows: Any, chosen: NDArray[np.int64]) -> Any:
    if hasattr(rows, "iloc"):
        return rows.iloc[chosen]
    return rows[chosen] if hasattr(rows, "shape") else [rows[at] for at in chosen.tolist()]
