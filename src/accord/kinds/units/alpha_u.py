"""Krippendorff's family of coefficients for unitised continua: all, relevant or not, categories, one category."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from accord.agreement.equation import Parts, parts
from accord.errors import UsageError
from accord.kinds.units.coincidences import Coincidences, coincidences, marked_coincidences
from accord.kinds.units.disjoint import refuse_overlaps
from accord.messages import suggestion
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.study.units import Continuum, Floats, UnitStudy


@dataclass(frozen=True, slots=True)
class _Family:
    """What the four have in common: units of an annotator that do not overlap."""

    name: ClassVar[str]
    perfect: ClassVar[float] = 1.0

    def choices(self) -> dict[str, object]:
        return {}

    def refuse(self, study: UnitStudy) -> None:
        refuse_overlaps(self.name, study)

    def compares(self, annotators: Sequence[str]) -> bool:
        return len(annotators) > 1

    def row(self, study: UnitStudy, continuum: Continuum) -> Sequence[float]:
        """Lengths that coincide, and those of all units."""
        return coincidences(continuum, len(study.categories)).row()

    def bounds(self, totals: Floats) -> tuple[float, float]:  # noqa: ARG002
        return -1.0, 1.0


@dataclass(frozen=True, slots=True)
class UAlpha(_Family):
    """Krippendorff's u-alpha: do annotators cut a text into the same units with the same categories, and the same gaps?

        u-alpha = 1 - (l.. - sum_c l_cc) / (l.. - sum_c e_cc)
        e_cc    = (l_c. l_c. - own_c) / (l.. - sum_k own_k / l..)

    l_ck is the length that has category c for one annotator and k for another, the gap being a category of its own, and
    own_c the sum of the squared lengths of the units of c; of the gap, its length, for a gap has no structure.
    Documents add up their lengths.

    Assumes that the units of one annotator do not overlap, and that annotators are interchangeable. Length is all that
    counts: a long unit weighs more than ten short ones, and where two units of one category touch, observed agreement
    does not see the boundary. Gaps are made of positions, so in seconds chance is a little other than in milliseconds.
    A text of unknown length reaches from 0 to the last unit. How to read it: as alpha; 1 is perfect,
    0 what chance gives.

    Krippendorff, K., Mathet, Y., Bouvry, S. & Widlöcher, A. (2016). On the reliability of unitizing textual continua:
    Further developments. Quality & Quantity 50, 2347-2364.
    """

    name: ClassVar[str] = "u-alpha"
    undefined: ClassVar[str] = "all of the text has one category or none is marked, so chance would not disagree either"

    def parts(self, totals: Floats) -> Parts:
        """Over all categories and the gap."""
        return _over_all(Coincidences.of(totals))


@dataclass(frozen=True, slots=True)
class UAlphaBinary(_Family):
    """Krippendorff's |u-alpha: do annotators find the same parts of a text relevant, whatever they call them?

        |u-alpha = 1 - (l_0. - l_00) / (e_0. - e_00)

    with the coincidences of u-alpha, all categories together against the gap 0. What chance may not pair is the single
    units, as in u-alpha.

    Assumes that the units of one annotator do not overlap. How to read it: as alpha; 1 is perfect, 0 what chance gives.
    Where u-alpha is much lower, annotators find the same places and call them differently: see cu-alpha.

    Krippendorff, K., Mathet, Y., Bouvry, S. & Widlöcher, A. (2016). On the reliability of unitizing textual continua:
    Further developments. Quality & Quantity 50, 2347-2364.
    """

    name: ClassVar[str] = "u-alpha-binary"
    undefined: ClassVar[str] = "all of the text is marked or none of it, so chance would not disagree either"

    def parts(self, totals: Floats) -> Parts:
        """The gap against all that is marked."""
        found = Coincidences.of(totals)
        agreed, all_of_it = found.by_chance()
        total = found.margin.sum(-1)
        observed = 1 - quotient(2 * (found.margin - found.agreed)[..., 0], total)
        return _beyond(observed, 1 - quotient(2 * (all_of_it - agreed)[..., 0], total))


@dataclass(frozen=True, slots=True)
class CuAlpha(_Family):
    """Krippendorff's cu-alpha: where two annotators marked something, do they give it the same category?

        cu-alpha = 1 - (l.. - sum_c l_cc) / (l.. - sum_c e_cc)

    as u-alpha, but of the lengths that both of two annotators marked, so the gap plays no part. own_c is the sum of the
    squares of what each unit of c adds to l_c.: the length it shares with another annotator's units, on average over
    the m - 1 others.

    Assumes that the units of one annotator do not overlap. How to read it: as alpha. It says nothing about places: two
    annotators who share a single word and its category have no fault in it. With more than two annotators other
    programs have another own_c (see the page on baselines), with which chance can fall below nothing.

    Krippendorff, K., Mathet, Y., Bouvry, S. & Widlöcher, A. (2016). On the reliability of unitizing textual continua:
    Further developments. Quality & Quantity 50, 2347-2364.
    """

    name: ClassVar[str] = "cu-alpha"
    undefined: ClassVar[str] = "units that intersect have one category, or none intersect"

    def row(self, study: UnitStudy, continuum: Continuum) -> Sequence[float]:
        """Lengths that two annotators marked."""
        return marked_coincidences(continuum, len(study.categories)).row()

    def parts(self, totals: Floats) -> Parts:
        """Over all categories."""
        return _over_all(Coincidences.of(totals))


@dataclass(frozen=True, slots=True)
class KuAlpha(_Family):
    """Krippendorff's (k)u-alpha: where two annotators marked something, do they agree on one category k?

        (k)u-alpha = 1 - (e_k. / l_k.) (l_k. - l_kk) / (e_k. - e_kk)

    with the coincidences of cu-alpha. ``category`` is k; without it there is one value for each category.

    Assumes that the units of one annotator do not overlap. How to read it: as alpha, for telling which category is
    given reliably where cu-alpha is low.

    Krippendorff, K., Mathet, Y., Bouvry, S. & Widlöcher, A. (2016). On the reliability of unitizing textual continua:
    Further developments. Quality & Quantity 50, 2347-2364.
    """

    category: str | None = None
    name: ClassVar[str] = "ku-alpha"

    @property
    def undefined(self) -> str:
        """Why there is no value."""
        if self.category is None:
            return "there is one value for each category: name a category"
        return f"no unit of {self.category} intersects another annotator's, or none of another category does"

    def choices(self) -> dict[str, object]:
        """Which category."""
        return {"category": "each" if self.category is None else self.category}

    def refuse(self, study: UnitStudy) -> None:
        """Say why it does not apply, if it does not."""
        if self.category is not None and self.category not in study.categories:
            hint = suggestion(self.category, list(study.categories))
            raise UsageError(f"there is no category {self.category!r}: {hint}")
        refuse_overlaps(self.name, study)

    def row(self, study: UnitStudy, continuum: Continuum) -> Sequence[float]:
        """Lengths that two annotators marked: of the category, and all."""
        if self.category is None:
            return (0.0,) * 6
        found = marked_coincidences(continuum, len(study.categories))
        chosen = study.categories.index(self.category)
        mine = [float(part[chosen]) for part in found]
        rest = [float(part.sum()) - own for part, own in zip(found, mine, strict=True)]
        return [number for pair in zip(mine, rest, strict=True) for number in pair]

    def parts(self, totals: Floats) -> Parts:
        """The category against all others."""
        found = Coincidences.of(totals)
        agreed, all_of_it = found.by_chance()
        observed = quotient(found.agreed[..., 0], found.margin[..., 0])
        return _beyond(observed, quotient(agreed[..., 0], all_of_it[..., 0]))


def _over_all(found: Coincidences) -> Parts:
    agreed, _ = found.by_chance()
    total = found.margin.sum(-1)
    return _beyond(quotient(found.agreed.sum(-1), total), quotient(agreed.sum(-1), total))


def _beyond(observed: Floats, expected: Floats) -> Parts:
    """Agreement beyond chance from observed and expected agreement; NaN where one of them is."""
    unknown = np.isnan(observed) | np.isnan(expected)
    made = parts(np.where(unknown, 0.0, 1 - observed), np.where(unknown, 0.0, 1 - expected), 1.0)
    return Parts(made.value, observed, expected)
