"""Drift by doing what its definition says: a line through the items, again and again without some of them."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

Row = dict[str, str]
"""The label that each annotator gave an item."""


def with_rest(items: Sequence[Row], annotator: str) -> list[float]:
    """The share of the others who gave the same label, for each item that one of them labelled too."""
    shares = []
    for labels in items:
        others = [label for name, label in labels.items() if name != annotator]
        if annotator in labels and others:
            shares.append(others.count(labels[annotator]) / len(others))
    return shares


def slope(points: Sequence[tuple[float, float]]) -> float:
    """The slope of the line of least squares."""
    x = sum(point[0] for point in points) / len(points)
    y = sum(point[1] for point in points) / len(points)
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def slope_and_error(agreement: Sequence[float], group_of: Sequence[Hashable]) -> tuple[float, float]:
    """The slope per hundred items, and its standard error by leaving out each group in turn."""
    points = list(enumerate(agreement))
    without = [
        100 * slope([point for point in points if group_of[point[0]] != group]) for group in dict.fromkeys(group_of)
    ]
    mean = sum(without) / len(without)
    return 100 * slope(points), sqrt((len(without) - 1) / len(without) * sum((each - mean) ** 2 for each in without))
