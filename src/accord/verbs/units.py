"""Whatever a caller calls units and says of their dissimilarity, as a study and a method of alignment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

from accord.alignment.alignment import OBJECTIVES
from accord.alignment.effort import SECONDS
from accord.alignment.method import METHODS, Method
from accord.distance import DISTANCES
from accord.distance.categories import between_categories
from accord.distance.custom import given_function, given_matrix
from accord.distance.dissimilarity import Dissimilarity
from accord.distance.position import POSITIONS
from accord.errors import NotApplicable, UsageError
from accord.formats.matrix import read_matrix
from accord.formats.source import Source
from accord.kinds.spans.mentions import mention_reader
from accord.kinds.units.study import study_units
from accord.messages import suggestion
from accord.study.scale import Scale
from accord.study.texts import texts_of
from accord.verbs.arguments import check_number, names
from accord.verbs.read import as_corpus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from accord.encoding import Encoding
    from accord.model import Unit
    from accord.study.units import Continuum, Floats, Numbers, UnitStudy

    Distance = str | Mapping[tuple[str, str], float] | Callable[[str, str], float]
    Between = Callable[[Unit, Unit], float]

FORBID_ALL = "all"
_LARGEST = 1e12


class How(TypedDict, total=False):
    """How units are aligned, as the verbs take it.

    The ``method`` is exact, greedy (algorithm 1 of 2011) or soft. Two units differ by ``delta_empty`` times ``alpha``
    times their ``position`` (sporadic, hamming) and ``beta`` times the ``distance`` of their categories: its name, a
    matrix or a function of two labels. ``labels`` are all categories, lowest first; ``forbid`` holds pairs of
    categories that are never aligned, or is "all". A function ``dissimilarity`` of two units takes the place of all
    that. After so many ``seconds`` for one alignment the best so far is taken, which another run need not find.
    """

    method: str
    distance: Distance
    position: str
    alpha: float
    beta: float
    delta_empty: float
    forbid: str | Iterable[tuple[str, str]]
    labels: Sequence[str] | None
    dissimilarity: Between | None
    seconds: float


@dataclass(frozen=True)
class UnitData:
    """A study of units, the texts they lie on where these are known, and how chunk labels were read."""

    study: UnitStudy
    texts: Mapping[str, Sequence[str]]
    read_by: Mapping[str, object]


def as_units(
    data: Any,
    *,
    only: str | Sequence[str] | None,
    encoding: str | Encoding | None,
    repair: str,
    without: str | Sequence[str] = (),
) -> UnitData:
    """A study of what a corpus, or the files at some paths, hold, without documents in which nobody marked anything."""
    corpus = as_corpus(data)
    reader = mention_reader(corpus, encoding, repair)
    study = study_units(corpus, reader.mentions if reader else None, only=None if only is None else names(only, "only"))
    if len(study.annotators) < 2:
        raise NotApplicable("there is one annotator, and units are aligned between two or more")
    unwanted = names(without, "without")
    for category in unwanted:
        if category not in study.categories:
            raise UsageError(f"there is no category {category!r}: {suggestion(category, list(study.categories))}")
    study = study.without(unwanted)
    marked = tuple(continuum for continuum in study.continua if len(continuum))
    empty = len(study.continua) - len(marked)
    left_out = dict(study.left_out) | ({"documents in which nobody marked anything": empty} if empty else {})
    read_by: dict[str, object] = {} if reader is None else {"enc": reader.scheme.name, "repair": repair}
    if unwanted:
        read_by["without"] = "+".join(sorted(unwanted))
    return UnitData(replace(study, continua=marked, left_out=left_out), texts_of(corpus, study.of), read_by)


def make_method(
    study: UnitStudy,
    objective: str,
    *,
    method: str = "exact",
    distance: Distance = "nominal",
    position: str = "sporadic",
    alpha: float = 1.0,
    beta: float = 1.0,
    delta_empty: float = 1.0,
    forbid: str | Iterable[tuple[str, str]] = (),
    labels: Sequence[str] | None = None,
    dissimilarity: Between | None = None,
    seconds: float = SECONDS,
) -> Method:
    """How to align the continua of a study."""
    for given, known, what in ((objective, OBJECTIVES, "objective"), (method, METHODS, "method")):
        if given not in known:
            raise UsageError(f"unknown {what} {given!r}: {suggestion(str(given), list(known))}")
    if method == "soft" and objective == "mean":
        raise UsageError("a soft alignment has the objective sum: with more of them at hand, a mean has no least")
    how = Dissimilarity(
        _categories(study, distance, labels),
        POSITIONS.get(position)(),
        _weight(alpha, "alpha"),
        _weight(beta, "beta"),
        _weight(delta_empty, "delta_empty", above=0.0),
        _forbidden(study, forbid),
        None if dissimilarity is None else _Between(replace(study, continua=()), dissimilarity),
    )
    return Method(how, objective, method, _weight(seconds, "seconds"))


def named_in(how: How) -> dict[str, object]:
    """What a signature says of the dissimilarity that a method does not."""
    distance = how.get("distance", "nominal")
    forbid = how.get("forbid", ())
    said: dict[str, object] = {"categories": distance if isinstance(distance, str) else "given"}
    if forbid:
        said["forbid"] = forbid if isinstance(forbid, str) else "+".join("/".join(pair) for pair in forbid)
    return said


def _weight(given: Any, what: str, above: float | None = None) -> float:
    number = check_number(given, what)
    if not 0 <= number <= _LARGEST or number == above:
        least = "above 0" if above is not None else "from 0"
        raise UsageError(f"{what}: a number {least} to {_LARGEST:g} is needed, not {number:g}")
    return number


def _categories(study: UnitStudy, distance: Distance, labels: Sequence[str] | None) -> Floats:
    """The dissimilarity of any two categories, from 0 to 1."""
    scale = Scale(study.categories)
    if labels is not None:
        in_order = names(labels, "labels")
        if missing := [category for category in study.categories if category not in in_order]:
            raise UsageError(f"the category {missing[0]!r} is not among the labels: name all of them, lowest first")
        scale = Scale(in_order, ordered=True)
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


def _forbidden(study: UnitStudy, forbid: str | Iterable[tuple[str, str]]) -> NDArray[np.bool_] | None:
    """Which categories are never aligned."""
    size = len(study.categories)
    if forbid == FORBID_ALL:
        return ~np.eye(size, dtype=bool)
    if isinstance(forbid, str):
        raise UsageError(f"forbid: pairs of categories are needed, or {FORBID_ALL!r} for any two that differ")
    forbidden = np.zeros((size, size), dtype=bool)
    pairs = [names(pair, "forbid") for pair in forbid]
    for pair in pairs:
        if len(pair) != 2:
            raise UsageError(f"forbid: two categories are needed, not {', '.join(pair)}")
        for category in pair:
            if category not in study.categories:
                raise UsageError(f"there is no category {category!r}: {suggestion(category, list(study.categories))}")
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
