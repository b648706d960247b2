"""Gamma-k: agreement on one category."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from accord.measure.units.coefficient import Shares

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.align.method import Method
    from accord.measure.units.disorders import Disorders
    from accord.study.units import Floats, UnitStudy


class GammaK:
    """Gamma-cat over those pairs of aligned units in which a category takes part, for each category k.

    It tells which categories annotators know from the others. A category that is rare in the random continua too has
    few pairs there, and an uncertain value.

    Mathet, Y. (2017). The agreement measure gamma-cat, a complement to gamma focused on categorization of a continuum.
    Computational Linguistics, 43(3), 661-681.
    """

    name = "gamma-k"
    objective = "sum"
    of_categories = True
    samplers: ClassVar[tuple[str, ...] | None] = None
    with_alone: ClassVar[float] = 0.0

    def shares(
        self, study: UnitStudy, observed: Disorders, drawn: Mapping[str, Disorders], weights: Floats
    ) -> Mapping[str, Shares]:
        """Confused categories and the weights of the pairs, for each category."""
        del weights
        (expected,) = drawn.values()
        return {
            f"{self.name}:{category}": Shares(
                observed.confused_of[..., k] + self.with_alone * observed.alone_of[..., k],
                observed.weight_of[..., k] + self.with_alone * observed.alone_of[..., k],
                expected.confused_of[..., k] + self.with_alone * expected.alone_of[..., k],
                expected.weight_of[..., k] + self.with_alone * expected.alone_of[..., k],
            )
            for k, category in enumerate(study.categories)
        }

    def most_disorder(self, method: Method, study: UnitStudy) -> float:
        """Every pair confused."""
        del method, study
        return 1.0


class GammaKPygamma(GammaK):
    """Gamma-k as pygamma-agreement computes it: a unit of the category that stands alone is a confusion with nothing.

    See gamma-cat-pygamma.
    """

    name = "gamma-k-pygamma"
    with_alone = 1.0
