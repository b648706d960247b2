"""Intraclass correlations, slowly: by an analysis of variance, and by the mean distances of two labels."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[Any]

NAMED = ("icc-1", "icc-a", "icc-c", "icc-1-k", "icc-a-k", "icc-c-k")
"""The names that accord has for them."""


def by_variance(table: Floats) -> dict[str, float]:
    """From the mean squares of items, annotators and what is left (McGraw & Wong 1996, Table 4)."""
    n, k = table.shape
    items, annotators, mean = table.mean(axis=1), table.mean(axis=0), table.mean()
    rows = k * ((items - mean) ** 2).sum() / (n - 1)
    columns_ = n * ((annotators - mean) ** 2).sum() / (k - 1)
    within = ((table - items[:, None]) ** 2).sum() / (n * (k - 1))
    error = ((table - items[:, None] - annotators + mean) ** 2).sum() / ((n - 1) * (k - 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        return {
            "icc-1": (rows - within) / (rows + (k - 1) * within),
            "icc-a": (rows - error) / (rows + (k - 1) * error + k * (columns_ - error) / n),
            "icc-c": (rows - error) / (rows + (k - 1) * error),
            "icc-1-k": (rows - within) / rows,
            "icc-a-k": (rows - error) / (rows + (columns_ - error) / n),
            "icc-c-k": (rows - error) / rows,
        }


def by_pairs(table: Sequence[Sequence[str | None]]) -> dict[str, float]:
    """The nominal mean distances, label by label."""
    cells = [
        (item, who, label)
        for item, row in enumerate(table)
        if sum(label is not None for label in row) > 1
        for who, label in enumerate(row)
        if label is not None
    ]
    sizes = {item: sum(cell[0] == item for cell in cells) for item, _, _ in cells}
    sums: dict[str, list[tuple[float, float]]] = {"same": [], "annotator": [], "neither": [], "other": []}
    for (item, who, label), (item_2, who_2, label_2) in product(cells, cells):
        apart = float(label != label_2)
        if item == item_2 and who != who_2:
            sums["same"].append((apart / (sizes[item] - 1), 1 / (sizes[item] - 1)))
        elif item != item_2:
            sums["annotator" if who == who_2 else "neither"].append((apart, 1.0))
            sums["other"].append((apart, 1.0))
    mean = {
        name: sum(each for each, _ in found) / sum(weight for _, weight in found) if found else float("nan")
        for name, found in sums.items()
    }
    among, between, neither, other = mean["same"], mean["annotator"], mean["neither"], mean["other"]
    nothing = float("nan")
    return {
        "icc-1": 1 - among / other if other else nothing,
        "icc-a": 1 - among / neither if neither else nothing,
        "icc-c": (neither - among) / between if between else nothing,
    }
