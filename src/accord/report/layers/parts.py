"""What every kind of layer holds on the page, in the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from accord.measure.resample import holm
from accord.measure.result import number
from accord.report.agree_payload import MOST_CELLS
from accord.report.numbers import interval_payload, lowest_first, value_payload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from accord.measure.coding.drift import Drift
    from accord.measure.result import Measured, Value

Part = TypeVar("Part")

TOP = 10
"""How many rows of each part ``accord agree --json`` prints unless told otherwise."""


def pair_payload(first: str, second: str, measured: Measured, excluded: int, differing: int) -> dict[str, Any]:
    """Two annotators: on how many items both were compared, on how many not, and on how many they differ."""
    return {
        "first": first,
        "second": second,
        **value_payload(measured.value),
        "interval": interval_payload(measured.interval),
        "used": measured.count,
        "excluded": excluded,
        "differing": differing,
    }


def document_payload(
    document: str, measured: Measured, items: int, difficulty: float | None, cells: list[float | None]
) -> dict[str, Any]:
    """One document, with the agreement along its text."""
    return {
        "document": document,
        **value_payload(measured.value),
        "interval": interval_payload(measured.interval),
        "items": items,
        "difficulty": difficulty,
        "strip": cells,
    }


def drift_payloads(drifts: Mapping[str, Drift]) -> dict[str, dict[str, Any]]:
    """Each annotator's agreement with the rest over the order of the items; p is corrected by how many there are."""
    known = {name: p for name, drift in drifts.items() if (p := number(drift.p)) is not None}
    corrected = dict(zip(known, holm(list(known.values())), strict=True))
    return {
        name: {
            "drift": [
                {"from": each.first, "to": each.last, "value": each.value, "items": each.last - each.first + 1}
                for each in drift.windows
            ],
            "slope": {
                **value_payload(drift.slope),
                "interval": interval_payload(drift.interval),
                "p": corrected.get(name),
            },
        }
        for name, drift in drifts.items()
    }


def lowest(parts: Iterable[Part], value_of: Callable[[Part], Value], most: int) -> list[Part]:
    """So many parts of the lowest value, those without one last."""
    return sorted(parts, key=lambda part: lowest_first(value_of(part)))[:most]


def busiest(labels: Mapping[str, int], most: int) -> set[str]:
    """So many annotators who gave most labels."""
    return set(sorted(labels, key=lambda name: -labels[name])[:most])


def symmetric(met: Mapping[tuple[str, str], int], names: Sequence[str]) -> list[list[float]] | None:
    """How often every two names meet, from counts of pairs in either order; None where there are too many of them.

    >>> symmetric({("a", "b"): 2, ("b", "b"): 1}, "ab")
    [[0.0, 2.0], [2.0, 1.0]]
    """
    if len(names) ** 2 > MOST_CELLS:
        return None
    place = {name: number for number, name in enumerate(names)}
    matrix = [[0.0] * len(names) for _ in names]
    for (one, other), count in met.items():
        matrix[place[one]][place[other]] = matrix[place[other]][place[one]] = float(count)
    return matrix
