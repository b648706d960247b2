"""Small continua, and dissimilarities of all kinds of their units."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

from accord.distance.dissimilarity import Dissimilarity
from accord.distance.position import Hamming, Sporadic
from accord.model import Unit
from accord.study.units import study_of
from tests.oracle import alignment as oracle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.study.units import Continuum, Floats, Numbers

CATEGORIES = "ABC"
NOMINAL = 1 - np.eye(len(CATEGORIES))


def continuum_of(sides: Sequence[Sequence[oracle.Marked]]) -> Continuum:
    """A continuum of these units, of which a far one sees to it that the categories are numbered as always."""
    marked = {f"annotator {number}": [Unit(*unit) for unit in side] for number, side in enumerate(sides)}
    all_categories = ("all", None, {"annotator 0": [Unit(0, 1, category) for category in CATEGORIES]})
    return study_of([("text", None, marked), all_categories], list(marked)).continua[0]


@dataclass(frozen=True)
class Task:
    """Units, and how two of them differ: by formula, or by a matrix of any numbers."""

    continuum: Continuum
    dissimilarity: Dissimilarity

    @cached_property
    def plain(self) -> oracle.Continuum:
        """The same from the definitions."""
        made, how = self.continuum, self.dissimilarity
        units = list(zip(made.start.tolist(), made.end.tolist(), made.category.tolist(), strict=True))

        def between(one: int, other: int) -> float:
            ours, theirs = units[one], units[other]
            if how.forbidden is not None and how.forbidden[ours[2], theirs[2]]:
                return float("inf")
            if how.by is not None:
                return float(how.by(made, np.array([one]), np.array([other]))[0])
            u, v = ((start, end, CATEGORIES[category]) for start, end, category in (ours, theirs))
            if isinstance(how.position, Hamming):
                place = oracle.hamming(u, v, sum(end - start for start, end, _ in units) / len(units))
            else:
                place = oracle.sporadic(u, v)
            return how.delta_empty * (how.alpha * place + how.beta * float(how.categories[ours[2], theirs[2]]))

        return oracle.Continuum(made.counts.tolist(), between, how.delta_empty)


shapes = st.one_of(
    st.lists(st.integers(0, 4), min_size=2, max_size=3),
    st.lists(st.integers(0, 2), min_size=4, max_size=4),
    st.just([4, 4, 4]),
    st.just([3, 3, 3, 2]),
).filter(any)


@st.composite
def continua(draw: st.DrawFn, *, span: int = 24) -> Continuum:
    unit = st.builds(
        lambda start, length, category: (float(start), float(start + length), category),
        st.integers(0, span),
        st.sampled_from([0.5, 2, 3, 7]),
        st.sampled_from(CATEGORIES),
    )
    return continuum_of([draw(st.lists(unit, min_size=count, max_size=count)) for count in draw(shapes)])


@st.composite
def by_formula(draw: st.DrawFn) -> Task:
    some = st.sampled_from
    position = draw(st.one_of(st.just(Sporadic()), st.just(Hamming())))
    distances = draw(some([NOMINAL, NOMINAL * 0.5, np.abs(np.subtract.outer(range(3), range(3))) / 2]))
    weights = draw(some([1.0, 0.3, 3.0, 0.0])), draw(some([1.0, 0.0, 2.5])), draw(some([1.0, 0.25, 4.0]))
    forbidden = draw(some([None, NOMINAL.astype(bool)]))
    return Task(draw(continua()), Dissimilarity(distances, position, *weights, forbidden))


@dataclass(frozen=True)
class Table:
    """Any dissimilarity of any two units."""

    values: Floats

    def __call__(self, continuum: Continuum, first: Numbers, second: Numbers) -> Floats:
        found: Floats = self.values[first, second]
        return found


@st.composite
def by_table(draw: st.DrawFn) -> Task:
    """Dissimilarities of all sizes, some of which are equal, so that there are ties."""
    made = draw(continua())
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    shape = (len(made), len(made))
    most = draw(st.sampled_from([1.0, 2.0, 6.0]))
    values = rng.random(shape) * most if draw(st.booleans()) else rng.integers(0, 5, shape) * most / 4
    return Task(made, Dissimilarity(NOMINAL, by=Table(np.triu(values) + np.triu(values, 1).T)))


tasks = st.one_of(by_formula(), by_table())


def random_task(seed: int, counts: Sequence[int] = (4, 4, 4), most: float = 2.0) -> Task:
    """So many units, any two of which differ by anything up to so much."""
    rng = np.random.default_rng(seed)
    made = continuum_of([[(float(at), at + 1.0, "A") for at in range(count)] for count in counts])
    values = rng.random((len(made), len(made))) * most
    return Task(made, Dissimilarity(NOMINAL, by=Table(np.triu(values) + np.triu(values, 1).T)))
