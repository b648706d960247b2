"""How the units of a study are aligned, from what the options say of their dissimilarity."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from accord.alignment.method import Method
from accord.distance import DISTANCES, POSITIONS
from accord.distance.categories import between_categories
from accord.distance.custom import given_function, given_matrix
from accord.distance.dissimilarity import Dissimilarity
from accord.errors import UsageError
from accord.formats.matrix import read_matrix
from accord.formats.source import Source
from accord.kinds.units.options import FORBID_ALL
from accord.messages import suggestion
from accord.study.scale import Scale

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from accord.kinds.units.options import AlignmentOptions
    from accord.model import Unit
    from accord.study.units import Continuum, Floats, Numbers, UnitStudy

    Distance = str | Mapping[tuple[str, str], float] | Callable[[str, str], float]
    Between = Callable[[Unit, Unit], float]

_LARGEST = 1e12


def make_method(study: UnitStudy, objective: str, options: AlignmentOptions) -> Method:
    """How to align the continua of a study."""
    if options.method == "soft" and objective == "mean":
        raise UsageError("a soft alignment has the objective sum: with more of them at hand, a mean has no least")
    by = options.dissimilarity
    if by is not None and not callable(by):
        raise UsageError(f"dissimilarity: a function of two units is needed, not {by!r}")
    how = Dissimilarity(
        _categories(study, options.distance, options.labels),
        POSITIONS.get(options.position)(),
        _weight(options.position_weight, "position_weight"),
        _weight(options.category_weight, "category_weight"),
        _weight(options.delta_empty, "delta_empty", above=0.0),
        _forbidden(study, options.forbid),
        None if by is None else _Between(replace(study, continua=()), by),
    )
    return Method(how, objective, options.method, _weight(options.seconds, "seconds"))


def named_in(options: AlignmentOptions, method: Method) -> dict[str, object]:
    """What a signature says of the dissimilarity that a method does not; a matrix changes it with any number in it."""
    distance, forbid = options.distance, options.forbid
    known = isinstance(distance, str) and distance.casefold() in DISTANCES.spellings
    digest = sha256(method.dissimilarity.categories.tobytes()).hexdigest()[:8]
    own = f"matrix:{Path(distance).name}" if isinstance(distance, str) else "given"
    said: dict[str, object] = {"categories": distance if known else f"{own}@{digest}"}
    if forbid:
        said["forbid"] = FORBID_ALL if FORBID_ALL in forbid else "+".join("/".join(pair) for pair in forbid)
    return said


def _weight(given: float, what: str, above: float | None = None) -> float:
    if not 0 <= given <= _LARGEST or given == above:
        least = "above 0" if above is not None else "from 0"
        raise UsageError(f"{what}: a number {least} to {_LARGEST:g} is needed, not {given:g}")
    return float(given)


def _categories(study: UnitStudy, distance: Distance, labels: Sequence[str] | None) -> Floats:
    """The dissimilarity of any two categories, from 0 to 1."""
    scale = Scale(study.categories)
    if labels:
        if missing := [category for category in study.categories if category not in labels]:
            raise UsageError(f"the category {missing[0]!r} is not among the labels: name all of them, lowest first")
        scale = Scale(tuple(labels), ordered=True)
    if isinstance(distance, str) and distance.casefold() not in DISTANCES.spellings:
        distance = read_matrix(Source(distance))
    if isinstance(distance, str):
        values = between_categories(scale, distance)
    else:
        held = given_matrix(scale, distance) if isinstance(distance, Mapping) else given_function(scale, distance)
        values = held.values
        if held.largest > 1:
            raise UsageError(f"the distance of two categories lies between 0 and 1, and one is {held.largest:g}")
    rows = [scale.labels.index(category) for category in study.categories]
    return values[np.ix_(rows, rows)]


def _forbidden(study: UnitStudy, forbid: Iterable[str | Sequence[str]]) -> NDArray[np.bool_] | None:
    """Which categories are never aligned."""
    size = len(study.categories)
    pairs = list(forbid)
    if FORBID_ALL in pairs:
        return ~np.eye(size, dtype=bool)
    forbidden = np.zeros((size, size), dtype=bool)
    for pair in pairs:
        if not isinstance(pair, tuple | list):
            raise UsageError(f"forbid: pairs of categories are needed, or {FORBID_ALL!r} for any two that differ")
        if len(pair) != 2:
            raise UsageError(f"forbid: two categories are needed, not {', '.join(map(str, pair))}")
        for category in pair:
            if category not in study.categories:
                raise UsageError(
                    f"there is no category {category!r}: {suggestion(str(category), list(study.categories))}"
                )
        if pair[0] == pair[1]:
            raise UsageError(f"forbid: {pair[0]} and {pair[1]} are one category, and units of it may be aligned")
        one, other = (study.categories.index(category) for category in pair)
        forbidden[one, other] = forbidden[other, one] = True
    return forbidden if pairs else None


@dataclass(frozen=True)
class _Between:
    """A function of two units as one of arrays of them."""

    study: UnitStudy
    function: Between

    def __call__(self, continuum: Continuum, first: Numbers, second: Numbers) -> Floats:
        units = self.study.units(continuum)
        pairs = zip(first.tolist(), second.tolist(), strict=True)
        found = np.array([self.function(units[one], units[other]) for one, other in pairs], dtype=np.float64)
        if not (found >= 0).all():
            raise UsageError("a dissimilarity of two units is a number from 0 up")
        return found
