"""What every document, pair of annotators and type adds to the disagreement on relations, observed and expected.

    coefficient = 1 - sum of D_o / sum of D_e

over documents and over every two annotators who looked at them. Where nothing could differ, both are 0.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, Protocol

from accord.kinds.relations.chance import expected_jaccard
from accord.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.kinds.relations.graph import Graph
    from accord.kinds.relations.study import RelationStudy

RELATION_COEFFICIENTS = Registry(
    "relation coefficient",
    {
        "relation-f1": "accord.kinds.relations.coefficient:RelationF1",
        "relation-jaccard": "accord.kinds.relations.coefficient:RelationJaccard",
        "link-f1": "accord.kinds.relations.coefficient:LinkF1",
    },
)
"""Coefficients of relations, by name."""


class Cell(NamedTuple):
    """What two annotators add in one document, and of one type where types can be told apart.

    ``size`` is what the disagreement is a share of: 1 - observed / size is the agreement seen, 1 - expected / size that
    of chance.
    """

    pair: tuple[str, str]
    type: str
    observed: float
    expected: float
    size: float


class RelationCoefficient(Protocol):
    """A coefficient: how a study is looked at, and what each document adds."""

    name: str
    summed: str
    """The unit of summing: what has the same weight in every document."""

    def seen(self, study: RelationStudy) -> RelationStudy:
        """What is looked at of a study."""
        ...

    def cells(self, study: RelationStudy, graph: Graph) -> Iterator[Cell]:
        """What each pair of annotators, and each type if these can be told apart, adds in a document."""
        ...


class RelationF1:
    """F1 of arcs beyond chance: the same ends, direction and type.

        value = (2 X - 2 E X) / (M + N - 2 E X)

    M and N are the arcs of two annotators and X those that both drew, summed over documents and pairs of annotators.
    Chance places each annotator's arcs, with their types, anywhere on the pairs of mentions that this annotator could
    have linked: E X = sum_t m_t n_t / P, exactly, where both have the same P pairs.

    How to read it: 1 is perfect, 0 what chance gives. It depends on how many pairs could be linked, which the
    signature names. Mentions are aligned first; an arc with an end that the other has not can match nothing, so look
    at what was found, linkable, linked and typed apart.
    """

    name = "relation-f1"
    summed = "arc"

    def seen(self, study: RelationStudy) -> RelationStudy:
        """All of it."""
        return study

    def cells(self, study: RelationStudy, graph: Graph) -> Iterator[Cell]:
        """One cell for each pair of annotators and type."""
        for one, other in combinations(graph.arcs, 2):
            common = Counter(arc.type for arc in graph.arcs[one] & graph.arcs[other])
            for types, placement in study.placements(graph, one, other).items():
                for type_, counts in zip(types, placement.counts, strict=True):
                    size, by_chance = sum(counts), placement.common_of(counts)
                    yield Cell((one, other), type_, size - 2 * common[type_], size - 2 * by_chance, size)


class LinkF1(RelationF1):
    """F1 of links beyond chance: the same ends and direction, whatever the type.

    For two annotators with the same mentions this is Cohen's kappa over the P pairs that could be linked.
    """

    name = "link-f1"

    def seen(self, study: RelationStudy) -> RelationStudy:
        """The links without their types."""
        return study.links()


class RelationJaccard:
    """The Jaccard index of arcs beyond chance.

        D_o = 1 - X / (M + N - X),   D_e = 1 - E X / (M + N - X)

    for every document and pair of annotators, each with the same weight, however many arcs it has. The distance is a
    metric, unlike 1 - F1. Chance is that of relation-f1; its expectation is exact.
    """

    name = "relation-jaccard"
    summed = "document"

    def seen(self, study: RelationStudy) -> RelationStudy:
        """All of it."""
        return study

    def cells(self, study: RelationStudy, graph: Graph) -> Iterator[Cell]:
        """One cell for each pair of annotators; nothing where neither drew an arc."""
        for one, other in combinations(graph.arcs, 2):
            ours, theirs = graph.arcs[one], graph.arcs[other]
            if ours or theirs:
                placements = list(study.placements(graph, one, other).values())
                agreed = len(ours & theirs) / len(ours | theirs)
                yield Cell((one, other), "", 1 - agreed, 1 - expected_jaccard(placements), 1)
