"""Gamma-k: agreement on one category."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.kinds.units.coefficient import Shares
from accord.kinds.units.gamma_cat import GammaCat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.kinds.units.disorders import Disorders
    from accord.study.units import Floats, UnitStudy


class GammaK(GammaCat):
    """Gamma-cat over those pairs of aligned units in which a category takes part, for each category k.

    It tells which categories annotators know from the others. A category that is rare in the random continua too has
    few pairs there, and an uncertain value.

    Mathet, Y. (2017). The agreement measure gamma-cat, a complement to gamma focused on categorization of a continuum.
    Computational Linguistics, 43(3), 661-681.
    """

    name = "gamma-k"
    by_category = True

    def shares(
        self, study: UnitStudy, observed: Disorders, drawn: Mapping[str, Disorders], weights: Floats
    ) -> Mapping[str, Shares]:
        """Confused categories and the weights of the pairs, for each category."""
        del weights
        (expected,) = drawn.values()
        return {
            f"{self.name}:{category}": Shares(*self.confusions(observed, k), *self.confusions(expected, k))
            for k, category in enumerate(study.categories)
        }


class GammaKPygamma(GammaK):
    """Gamma-k as pygamma-agreement computes it: a unit of the category that stands alone is a confusion with nothing.

    See gamma-cat-pygamma.
    """

    name = "gamma-k-pygamma"
    with_alone = 1.0
