"""Distances that the caller gives: one by one, or as a function of two labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.distance.between import Matrix, refuse_many
from accord.errors import UsageError
from accord.study.scale import LARGEST

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from accord.study.scale import Scale


def given_matrix(scale: Scale, values: Mapping[tuple[str, str], float]) -> Matrix:
    """The distance of each pair of labels as the caller gives it; a pair need only be given in one order."""

    def look_up(first: str, second: str) -> float:
        for pair in ((first, second), (second, first)):
            if pair in values:
                return values[pair]
        if first == second:
            return 0.0
        raise UsageError(f"there is no distance between {first!r} and {second!r}: give one for every two labels")

    return given_function(scale, look_up)


def given_function(scale: Scale, distance: Callable[[str, str], float]) -> Matrix:
    """The distance of each pair of labels by a function of the two."""
    labels = scale.labels
    refuse_many(len(labels))
    values = np.empty((len(labels), len(labels)))
    for row, one in enumerate(labels):
        for column, other in enumerate(labels):
            given = distance(one, other)
            try:
                values[row, column] = given
            except (TypeError, ValueError):
                raise UsageError(f"there is no number between {one!r} and {other!r}: a distance is one") from None
    _refuse(values, labels, ~np.isfinite(values) | (values < 0), "a distance is a number from 0 up")
    out_of_reach = (values > LARGEST) | ((values > 0) & (values < 1 / LARGEST))
    _refuse(values, labels, out_of_reach, f"a distance that is not 0 lies between {1 / LARGEST:g} and {LARGEST:g}")
    _refuse(values, labels, np.diag(np.diag(values)) != 0, "a label has no distance from itself")
    _refuse(values, labels, ~np.isclose(values, values.T), "a distance is the same in both directions")
    return Matrix(values)


def _refuse(values: np.ndarray, labels: tuple[str, ...], wrong: np.ndarray, rule: str) -> None:
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        raise UsageError(f"{rule}: from {labels[row]!r} to {labels[column]!r} it is {values[row, column]:g}")
