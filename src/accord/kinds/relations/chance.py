"""What arcs placed at random on pairs of mentions have in common.

Each annotator's arcs, with their types, lie anywhere on the pairs that this annotator could have linked. X is how many
arcs of two annotators are the same. With m_t and n_t arcs of type t on P and Q pairs, C of them common to both, at
most one arc on a pair,

    E C(X, k) = e_k (C)_k / ((P)_k (Q)_k),    sum_k e_k z^k = prod_t sum_j C(m_t, j) (n_t)_j z^j,

where (x)_k = x (x - 1) ... (x - k + 1): choose k pairs and a type for each, and ask both annotators for these. So

    E X = C / (P Q) sum_t m_t n_t,    Var X = 2 E C(X, 2) + E X - (E X)^2,

and, as the k-th difference of x / (S - x) at 0 is S k! / (S)_(k + 1), with S = M + N arcs,

    E X / (S - X) = sum_k E C(X, k) k! / (S - 1)_k.

All terms are positive and at most about 2^-k, so that the expected Jaccard index is exact to rounding for any number
of types and arcs. Types that are placed independently of each other multiply their polynomials.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_TERMS = 64
"""How many terms are summed: those that follow are below the rounding of what is there."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Arcs of two annotators on pairs of mentions, one arc on a pair at most.

    ``counts`` holds how many arcs of each type the first and the second have, ``first`` and ``second`` how many pairs
    each of them could have linked, ``shared`` how many both could.
    """

    counts: tuple[tuple[int, int], ...]
    first: int
    second: int
    shared: int

    @property
    def common(self) -> float:
        """E X."""
        return sum(map(self.common_of, self.counts))

    def common_of(self, counts: tuple[int, int]) -> float:
        """What so many arcs of the first and the second are expected to have in common.

        >>> Placement(((3, 3),), 12, 12, 12).common
        0.75
        """
        ours, theirs = counts
        return ours * theirs * self.shared / (self.first * self.second) if ours and theirs else 0.0

    def moments(self, most: int, unit: float = 1.0) -> list[float]:
        """E C(X, k) / unit^k for k = 0, 1, ..., most; divided as early as that, so that nothing overflows."""
        size = sum(ours * theirs for ours, theirs in self.counts)
        if not size:
            return [1.0]
        terms = [1.0]
        for ours, theirs in self.counts:
            steps = [(ours - j) * (theirs - j) / size / (j + 1) for j in range(min(ours, theirs, most))]
            terms = _product(terms, _running(steps), most)
        ratios = [size * (self.shared - k) / (self.first - k) / (self.second - k) / unit for k in range(len(terms) - 1)]
        return [term * factor for term, factor in zip(terms, _running(ratios), strict=True)]


def expected_common(placements: Iterable[Placement]) -> float:
    """E X of arcs that are placed independently."""
    return sum(placement.common for placement in placements)


def variance_of_common(placements: Iterable[Placement]) -> float:
    """Var X of arcs that are placed independently.

    >>> round(variance_of_common([Placement(((3, 3),), 12, 12, 12)]), 6)  # hypergeometric
    0.460227
    """
    total = 0.0
    for placement in placements:
        _, mean, twice, *_ = [*placement.moments(2), 0.0, 0.0]
        total += 2 * twice + mean - mean**2
    return total


def expected_jaccard(placements: Sequence[Placement]) -> float:
    """E X / (M + N - X) of arcs that are placed independently.

    >>> expected_jaccard([Placement(((3, 3),), 12, 12, 12)]) * 2200
    361.0
    """
    arcs = sum(ours + theirs for placement in placements for ours, theirs in placement.counts)
    if not arcs:
        return 0.0
    moments = [1.0]
    for placement in placements:
        moments = _product(moments, placement.moments(_TERMS, arcs), _TERMS)
    falling = _running([(k + 1) * arcs / (arcs - 1 - k) for k in range(len(moments) - 1)])
    return sum(moment * factor for moment, factor in zip(moments[1:], falling[1:], strict=True))


def _running(factors: Iterable[float]) -> list[float]:
    """1 and the products of the first one, two, ... factors."""
    products = [1.0]
    for factor in factors:
        products.append(products[-1] * factor)
    return products


def _product(one: Sequence[float], other: Sequence[float], most: int) -> list[float]:
    """The coefficients of the product of two polynomials, up to a degree."""
    product = [0.0] * min(len(one) + len(other) - 1, most + 1)
    for i, left in enumerate(one):
        for j, right in enumerate(other[: len(product) - i]):
            product[i + j] += left * right
    return product
