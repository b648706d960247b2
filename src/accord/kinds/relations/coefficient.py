"""What every document, pair of annotators and type adds to the disagreement on relations, observed and expected.

    coefficient = 1 - sum of D_o / sum of D_e

over documents and over every two annotators who looked at them. Where nothing could differ, both are 0.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

from accord.errors import NotApplicable, UsageError
from accord.kinds.relations.chance import expected_jaccard

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.kinds.relations.graph import Arc, Graph
    from accord.kinds.relations.study import RelationStudy


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

    name: ClassVar[str]
    summed: ClassVar[str]
    """The unit of summing: what has the same weight in every document."""

    @property
    def has_sd(self) -> bool:
        """Whether it is linear in the arcs in common, so that their variance is its own."""
        ...

    @property
    def choices(self) -> dict[str, object]:
        """What stands of it in a signature."""
        ...

    def seen(self, study: RelationStudy) -> RelationStudy:
        """What is looked at of a study."""
        ...

    def cells(self, study: RelationStudy, graph: Graph) -> Iterator[Cell]:
        """What each pair of annotators, and each type if these can be told apart, adds in a document."""
        ...


@dataclass(frozen=True)
class RelationF1:
    """F1 of arcs beyond chance: the same ends, direction and type.

        value = (2 X - 2 E X) / (M + N - 2 E X)

    M and N are the arcs of two annotators and X those that both drew, summed over documents and pairs of annotators.
    Chance places each annotator's arcs, with their types, anywhere on the pairs of mentions that this annotator could
    have linked: E X = sum_t m_t n_t / P, exactly, where both have the same P pairs.

    How to read it: 1 is perfect, 0 what chance gives. It depends on how many pairs could be linked, which the
    signature names. Mentions are aligned first; an arc with an end that the other has not can match nothing, so look
    at what was found, linkable, linked and typed apart. With credit w, a common link that has two types counts w:
    E X = sum_st w(s, t) m_s n_t / P.
    """

    credit: float = 0.0
    """How much a common link with two types is worth, from 0 to 1."""
    name: ClassVar[str] = "relation-f1"
    summed: ClassVar[str] = "arc"

    def __post_init__(self) -> None:
        if not 0 <= self.credit <= 1:
            raise UsageError(f"credit for links with another type lies between 0 and 1, {self.credit:g} does not")

    @property
    def has_sd(self) -> bool:
        """Only arcs with the same type have a variance that is known."""
        return not self.credit

    @property
    def choices(self) -> dict[str, object]:
        """What stands of it in a signature."""
        return {"credit": f"{self.credit:g}"} if self.credit else {}

    def seen(self, study: RelationStudy) -> RelationStudy:
        """All of it."""
        if self.credit and study.apart:
            raise NotApplicable(
                "credit for links with another type is known where a pair has one arc at most: leave type credit at 0"
            )
        return study

    def cells(self, study: RelationStudy, graph: Graph) -> Iterator[Cell]:
        """One cell for each pair of annotators and type; credit counts half for each of the two types."""
        for one, other in combinations(graph.arcs, 2):
            common = self._common(graph.arcs[one], graph.arcs[other])
            for types, placement in study.placements(graph, one, other).items():
                ours, theirs = (sum(side) for side in zip(*placement.counts, strict=True))
                for type_, (mine, its) in zip(types, placement.counts, strict=True):
                    confused = placement.common_of((mine, theirs - its)) + placement.common_of((ours - mine, its))
                    by_chance = placement.common_of((mine, its)) + self.credit / 2 * confused
                    size = mine + its
                    yield Cell((one, other), type_, size - 2 * common[type_], size - 2 * by_chance, size)

    def _common(self, ours: frozenset[Arc], theirs: frozenset[Arc]) -> dict[str, float]:
        """What both drew, by type."""
        common: defaultdict[str, float] = defaultdict(float)
        for arc in ours & theirs:
            common[arc.type] += 1
        if self.credit:
            types = {arc[:2]: arc.type for arc in theirs - ours}
            for arc in ours - theirs:
                if (other := types.get(arc[:2])) is not None:
                    common[arc.type] += self.credit / 2
                    common[other] += self.credit / 2
        return common


class LinkF1(RelationF1):
    """F1 of links beyond chance: the same ends and direction, whatever the type.

    For two annotators with the same mentions this is Cohen's kappa over the P pairs that could be linked.
    """

    name: ClassVar[str] = "link-f1"

    def seen(self, study: RelationStudy) -> RelationStudy:
        """The links without their types."""
        return study.links()


class RelationJaccard:
    """The Jaccard index of arcs beyond chance.

        D_o = 1 - X / (M + N - X),   D_e = 1 - E X / (M + N - X)

    for every document and pair of annotators, each with the same weight, however many arcs it has. The distance is a
    metric, unlike 1 - F1. Chance is that of relation-f1; its expectation is exact.
    """

    name: ClassVar[str] = "relation-jaccard"
    summed: ClassVar[str] = "document"

    @property
    def has_sd(self) -> bool:
        """It is not linear."""
        return False

    @property
    def choices(self) -> dict[str, object]:
        """Nothing can be chosen."""
        return {}

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
