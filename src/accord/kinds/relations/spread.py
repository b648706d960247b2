"""How far chance scatters the arcs that annotators have in common, over all documents and pairs of annotators.

Documents are independent, and so are pairs of annotators who share nobody. Given A's arcs, those of B and C are
independent, so that

    Cov(X_AB, X_AC) = Cov(E(X_AB | A), E(X_AC | A)),

which is 0 where all could link the same pairs. Else, with U and V of A's P_A pairs linkable for B and for C and W for
both, and with b, c and d the sums over types of m n_B, m n_C and m n_B n_C,

    Cov = ((U V - W) (b c - d) / (P_A (P_A - 1)) + W d / P_A - U V b c / P_A^2) / (P_B P_C).
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from accord.agreement.result import Undefined
from accord.kinds.relations.chance import variance_of_common

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.kinds.relations.graph import Graph
    from accord.kinds.relations.study import RelationStudy

MAX_ANNOTATORS = 12
"""The most annotators with mentions of their own of whom every three are looked at."""


def variance_of_total(study: RelationStudy) -> float | Undefined:
    """The variance of the number of arcs in common, summed over documents and pairs of annotators."""
    total = 0.0
    for graph in study.graphs:
        for pair in combinations(graph.arcs, 2):
            total += variance_of_common(study.placements(graph, *pair).values())
        if study.space.name == "all" and all(len(mention) == len(graph.arcs) for mention in graph.mentions):
            continue
        if len(graph.arcs) > MAX_ANNOTATORS:
            return Undefined(f"more than {MAX_ANNOTATORS} annotators have mentions of their own in {graph.document}")
        for name in graph.arcs:
            others = [other for other in graph.arcs if other != name]
            total += 2 * sum(_covariance(study, graph, name, pair) for pair in combinations(others, 2))
    return total


def _covariance(study: RelationStudy, graph: Graph, name: str, others: tuple[str, str]) -> float:
    """Cov(X_AB, X_AC) for an annotator A and two others."""
    own, first, second = (Counter(arc.type for arc in graph.arcs[each]) for each in (name, *others))
    types = sorted({*own, *first, *second})
    groups: Sequence[Sequence[str]] = [[type_] for type_ in types] if study.apart else [types] if types else []
    total = 0.0
    for group in groups:
        b = sum(own[type_] * first[type_] for type_ in group)
        c = sum(own[type_] * second[type_] for type_ in group)
        if not b or not c:
            continue
        d = sum(own[type_] * first[type_] * second[type_] for type_ in group)
        one, other = others
        subsets = ((name,), (one,), (other,), (name, one), (name, other), (name, one, other))
        p_a, p_b, p_c, u, v, w = (study.linkable(graph, names, group[0]) for names in subsets)
        both = (u * v - w) * (b * c - d) / (p_a * (p_a - 1)) if p_a > 1 else 0.0
        total += (both + w * d / p_a - u * v * b * c / p_a**2) / (p_b * p_c)
    return total
