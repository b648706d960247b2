"""Coefficients of labels, each the one equation with a chance model and weights of items.

A coefficient is a choice of what chance does and of how much each item weighs; the distance between labels is chosen
with the data. Observed and expected disagreement are functions of numbers that add up over items, so one sample of
rows serves the value, the jackknife, the bootstrap and every document.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from accord.agreement import equation
from accord.chance.labels import Uniform
from accord.errors import NotApplicable
from accord.kinds.labels.disagreement import observed_disagreement, observed_rows
from accord.study.item_kinds import kinds_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from accord.agreement.equation import Parts
    from accord.chance.labels import Chance, Rows
    from accord.distance.between import Floats
    from accord.kinds.labels.disagreement import Distance
    from accord.study.coding import Codes, Coding

    Weight = Callable[[Codes], Floats]

MAX_NUMBERS = 200_000
"""The most numbers an item may have."""


class Sample(NamedTuple):
    """Items as rows of numbers that add up, and the coefficient as a function of their totals.

    ``rows`` has the shape (kinds, numbers), ``times`` (kinds,) says how many items are of a kind, and ``kind_of``
    (items,) which kind each item is of.
    """

    rows: Rows
    times: NDArray[np.int64]
    kind_of: NDArray[np.int64]
    parts: Callable[[Floats], Parts]

    def total(self) -> Parts:
        """The coefficient of all items."""
        return self.parts((self.times @ self.rows)[None, :])

    def value(self, totals: Floats) -> Floats:
        """The value alone, of totals of the shape (resamples, numbers)."""
        return self.parts(totals).value


class Coefficient(Protocol):
    """What turns a coding into a sample."""

    @property
    def name(self) -> str:
        """What it is called in signatures and on the command line."""
        ...

    @property
    def title(self) -> str:
        """What people call it."""
        ...

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest value there can be."""
        ...

    @property
    def corrected(self) -> bool:
        """Whether it is corrected for chance."""
        ...

    @property
    def chance_from_data(self) -> bool:
        """Whether what chance would do is estimated from the labels that were given."""
        ...

    @property
    def by_annotator(self) -> bool:
        """Whether it matters who gave which label."""
        ...

    @property
    def for_grades(self) -> str:
        """The distance to take for grades, where it does not take the ordinal one."""
        ...

    def takes(self, distance: str) -> bool:
        """Whether it is made for a distance."""
        ...

    def refuse(self, coding: Coding, distance: str) -> None:
        """Say why it does not apply, if it does not."""
        ...

    def sample(self, coding: Coding, distance: Distance) -> Sample:
        """The items as rows, and the coefficient as a function of their totals."""
        ...


def by_item(labels: Codes) -> Floats:
    """Every item with two labels weighs the same, however many annotators labelled it."""
    return (labels >= 2).astype(np.float64)


def by_label(labels: Codes) -> Floats:
    """An item weighs as much as it has labels, from two up."""
    return np.where(labels >= 2, labels, 0).astype(np.float64)


@dataclass(frozen=True, slots=True)
class ChanceCorrected:
    """A coefficient of the one equation.

    ``weight`` says how much an item with so many labels weighs in the observed disagreement, ``annotators`` how many
    there may be, ``weighted`` whether the distance must (or must not) be another than the nominal one; ``for_more`` and
    ``with_distance`` name what to take instead.
    """

    name: str
    title: str
    chance: Chance
    weight: Weight = by_item
    annotators: int | None = None
    weighted: bool | None = None
    for_more: str = ""
    with_distance: str = ""
    range: tuple[float, float] = (-1.0, 1.0)
    corrected: bool = True
    for_grades: str = "ordinal-gwet"

    @property
    def chance_from_data(self) -> bool:
        """Whether what chance would do is estimated from the labels that were given."""
        return not isinstance(self.chance, Uniform)

    @property
    def by_annotator(self) -> bool:
        """Whether it matters who gave which label."""
        return self.chance.by_annotator

    def takes(self, distance: str) -> bool:
        """Whether it is made for a distance: the nominal one, any other, or all."""
        return self.weighted is None or self.weighted is (distance != "nominal")

    def refuse(self, coding: Coding, distance: str) -> None:
        """Say why it does not apply, if it does not."""
        count = len(coding.annotators)
        if self.annotators and count > self.annotators:
            raise NotApplicable(f"{self.name} is for {self.annotators} annotators, not {count}: take {self.for_more}")
        if not self.takes(distance):
            raise NotApplicable(
                f"{self.name} needs a distance between labels, such as linear or interval"
                if self.weighted
                else f"{self.name} knows no distance but the nominal one: take {self.with_distance}"
            )

    def sample(self, coding: Coding, distance: Distance) -> Sample:
        """The items as rows: what is observed of them, and what chance needs to know."""
        from scipy.sparse import hstack

        kinds = kinds_of(coding, by_annotator=self.chance.by_annotator)
        labels = len(coding.labels)
        seen = observed_rows(kinds, distance, labels, self.weight(kinds.labels))
        by_chance = self.chance.rows(kinds, labels)

        def parts(totals: Floats) -> Parts:
            observed, between = observed_disagreement(totals[:, : seen.shape[1]], distance, labels)
            expected = self.chance.expected(totals[:, seen.shape[1] :], between, labels)
            return equation.parts(observed, expected, between.largest)

        return Sample(hstack([seen, by_chance], format="csr"), kinds.times, kinds.kind_of, parts)
