"""Gamma-cat: agreement on the categories of units that are aligned with each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from accord.kinds.units.coefficient import Shares

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.alignment.method import Method
    from accord.kinds.units.disorders import Disorders
    from accord.study.units import Floats, UnitStudy


class GammaCat:
    """Agreement on categories alone, over pairs of units that the best alignment puts together.

        gamma-cat = 1 - c_o / c_e,   c = sum of w d_cat over pairs / sum of w,   w = max(0, 1 - alpha d_pos) / (v - 1),

    where v is the number of units in the unitary alignment of a pair: what lies far apart says little, and a unit with
    many counterparts counts once. c_e is the mean for random continua. Units that stand alone have no part in it.

    Where alignments are equally good, the one is taken that confuses categories least, then overlaps most, then lies
    furthest left; if the value would be another for another one of them, its range is said.

    Mathet, Y. (2017). The agreement measure gamma-cat, a complement to gamma focused on categorization of a continuum.
    Computational Linguistics, 43(3), 661-681.
    """

    name = "gamma-cat"
    objective = "sum"
    of_categories = True
    by_category = False
    samplers: ClassVar[tuple[str, ...] | None] = None
    with_alone: ClassVar[float] = 0.0

    def shares(
        self, study: UnitStudy, observed: Disorders, drawn: Mapping[str, Disorders], weights: Floats
    ) -> Mapping[str, Shares]:
        """Confused categories and the weights of the pairs."""
        del study, weights
        (expected,) = drawn.values()
        return {self.name: Shares(*self.confusions(observed), *self.confusions(expected))}

    def confusions(self, disorders: Disorders, k: int | None = None) -> tuple[Floats, Floats]:
        """Confused categories and the weights of the pairs: of all, or of those in which category k takes part."""
        confused, weight, alone = (sums[..., 0 if k is None else k + 1] for sums in disorders.categories)
        return confused + self.with_alone * alone, weight + self.with_alone * alone

    def most_disorder(self, method: Method, study: UnitStudy) -> float:
        """Every pair confused."""
        del method, study
        return 1.0


class GammaCatPygamma(GammaCat):
    """Gamma-cat as pygamma-agreement computes it: a unit that stands alone is a confusion with nothing.

    Every pair of a unit and an empty place adds 1 to both sums (there delta_empty squared, and delta_empty: the same
    for 1), which its source calls experimental, and which is in none of the papers.

    Titeux, H. & Riad, R. (2021). pygamma-agreement: Gamma γ measure for inter/intra-annotator agreement in Python.
    """

    name = "gamma-cat-pygamma"
    with_alone = 1.0
