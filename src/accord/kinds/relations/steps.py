"""Where agreement on relations is lost: mentions found, arcs linkable, mentions linked, links typed.

found     F1 of mentions: 2 common / (mentions of both)
linkable  the share of arcs both of whose ends the other annotator has, too
linked    links between mentions that both have, beyond chance (link-f1)
typed     nominal alpha of the types of links that two annotators or more drew

F1 of arcs is, without chance, F1 of links times the share of common links with the same type.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.equation import agreement
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from accord.kinds.relations.graph import Arc, Graph
    from accord.kinds.relations.study import RelationStudy

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Step:
    """Rows that add up over documents, shape (documents, columns), and how a value follows from their totals.

    ``values`` takes totals of the shape (resamples, columns); so do ``observed`` and ``expected``, the agreement that
    is seen and that of chance, if there is such.
    """

    name: str
    rows: Floats
    values: Callable[[Floats], Floats]
    observed: Callable[[Floats], Floats]
    expected: Callable[[Floats], Floats] | None
    nothing: str
    """Why there is no value, where there is none."""


def steps_of(study: RelationStudy) -> list[Step]:
    """All four, from the first step of the annotator to the last."""
    links = study.links()
    shares = [
        ("found", _array([_found(graph) for graph in study.graphs], 2), "nobody marked a mention"),
        ("linkable", _array([_linkable(study, graph) for graph in study.graphs], 2), "nobody drew an arc"),
    ]
    linked = _array([_linked(links, graph) for graph in links.graphs], 3)
    names = sorted({type_ for graph in study.graphs for said in _typed(graph).values() for type_ in said.values()})
    typed = _array([_alpha_row(graph, names) for graph in study.graphs], 1 + len(names))
    return [
        *(Step(name, rows, _share, _share, None, nothing) for name, rows, nothing in shares),
        Step("linked", linked, corrected, seen, by_chance, "no two annotators linked mentions that both have"),
        Step("typed", typed, _alpha, _same, _same_by_chance, "no link was drawn by two annotators"),
    ]


def corrected(totals: Floats) -> Floats:
    """The value of totals of observed and expected disagreement and size, shape (resamples, 3)."""
    return agreement(totals[:, 0], totals[:, 1], totals[:, 2])


def seen(totals: Floats) -> Floats:
    """The agreement that is seen, for totals of the shape (resamples, 3)."""
    return 1 - quotient(totals[:, 0], totals[:, 2])


def by_chance(totals: Floats) -> Floats:
    """The agreement of chance, for totals of the shape (resamples, 3)."""
    return 1 - quotient(totals[:, 1], totals[:, 2])


def _array(rows: Sequence[Sequence[float]], columns: int) -> Floats:
    return np.array(rows, dtype=np.float64).reshape(len(rows), columns)


def _share(totals: Floats) -> Floats:
    return quotient(totals[:, 0], totals[:, 1])


def _found(graph: Graph) -> tuple[int, int]:
    pairs = list(combinations(graph.arcs, 2))
    common = sum(len(graph.own(*pair)) for pair in pairs)
    return 2 * common, sum(len(graph.own(name)) for pair in pairs for name in pair)


def _linkable(study: RelationStudy, graph: Graph) -> tuple[int, int]:
    pairs = list(combinations(graph.arcs, 2))
    both = sum(len(_among(study, graph, pair, graph.arcs[name])) for pair in pairs for name in pair)
    return both, sum(len(graph.arcs[name]) for pair in pairs for name in pair)


def _among(study: RelationStudy, graph: Graph, pair: tuple[str, str], arcs: frozenset[Arc]) -> frozenset[Arc]:
    """The arcs between mentions that two annotators have and could both link."""
    return frozenset(arc for arc in arcs if study.could_link(graph, pair, arc))


def _linked(links: RelationStudy, graph: Graph) -> list[float]:
    """Observed and expected disagreement on links between mentions that both have, and how many links there are."""
    observed = expected = size = 0.0
    for pair in combinations(graph.arcs, 2):
        ours, theirs = (_among(links, graph, pair, graph.arcs[name]) for name in pair)
        for type_ in {arc.type for arc in ours | theirs}:
            mine, its = (sum(arc.type == type_ for arc in arcs) for arcs in (ours, theirs))
            common = sum(arc.type == type_ for arc in ours & theirs)
            observed += mine + its - 2 * common
            expected += mine + its - 2 * mine * its / links.linkable(graph, pair, type_)
            size += mine + its
    return [observed, expected, size]


def _typed(graph: Graph) -> dict[tuple[int, int], dict[str, str]]:
    """The links that two annotators or more drew, and the types that each gave them."""
    said: dict[tuple[int, int], dict[str, list[str]]] = {}
    for name, arcs in graph.arcs.items():
        for arc in sorted(arcs):
            said.setdefault((arc.source, arc.target), {}).setdefault(name, []).append(arc.type)
    return {
        link: {name: " + ".join(types) for name, types in by_annotator.items()}
        for link, by_annotator in said.items()
        if len(by_annotator) > 1
    }


def _alpha_row(graph: Graph, names: Sequence[str]) -> list[float]:
    """Pairs of annotators who differ on a link, each for one less than there are annotators, and types by count."""
    differing = 0.0
    counts: Counter[str] = Counter()
    for said in _typed(graph).values():
        here = Counter(said.values())
        total = here.total()
        differing += (total**2 - sum(count**2 for count in here.values())) / (total - 1)
        counts.update(here)
    return [differing, *(float(counts[name]) for name in names)]


def _alpha(totals: Floats) -> Floats:
    return agreement(1 - _same(totals), 1 - _same_by_chance(totals))


def _same(totals: Floats) -> Floats:
    return 1 - quotient(totals[:, 0], totals[:, 1:].sum(axis=1))


def _same_by_chance(totals: Floats) -> Floats:
    counts = totals[:, 1:]
    given = counts.sum(axis=1)
    return quotient((counts * (counts - 1)).sum(axis=1), given * (given - 1))
