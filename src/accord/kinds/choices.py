"""What a layer can be measured by, for the settings of the page: only what its labels and annotators allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.distance import DISTANCES
from accord.errors import AccordError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def unit_choice(
    name: str, coefficients: Sequence[dict[str, Any]], distances: Sequence[dict[str, Any]], title: str | None = None
) -> dict[str, Any]:
    """Something that can be compared, with its coefficients and distances, and what it is called where it is chosen."""
    return {"name": name, "title": title or name, "coefficients": list(coefficients), "distances": list(distances)}


def coefficient_choice(name: str, taken: list[str], most: int | None = None) -> dict[str, Any]:
    """A coefficient with how many annotators it takes at most, and which distances.

    It must, or must not, be ``weighted`` by another distance than the nominal one.
    """
    by_nominal = "nominal" in taken or not taken
    weighted = False if taken == ["nominal"] else None if by_nominal else True
    return {"name": name, "annotators": most, "distances": taken, "weighted": weighted}


def distance_choices(labels: tuple[str, ...], *, may_order: bool) -> list[dict[str, Any]]:
    """The distances that labels have as they are, and those that they have once their order is said."""
    as_they_are = [name for name in DISTANCES if _fits(name, labels, ordered=False)]
    in_order = [name for name in DISTANCES if may_order and _fits(name, labels, ordered=True)]
    usable = [name for name in DISTANCES if name in {*as_they_are, *in_order}]
    return [{"name": name, "needs_order": name not in as_they_are} for name in usable]


def applies(refuse: Callable[[], object]) -> bool:
    """Whether something is not refused."""
    try:
        refuse()
    except AccordError:
        return False
    return True


def _fits(distance: str, labels: tuple[str, ...], *, ordered: bool) -> bool:
    from accord.study.scale import Scale

    return applies(lambda: DISTANCES.get(distance)(Scale(labels, ordered)))
