"""Mentions, spans and units are voted on over their best alignment.

A unitary alignment holds what annotators marked in one place: a unit of each, or nothing. It is an item like any other:
its labels are the types that were given, and "(nothing)" by everyone else who looked at the document. So every method
of aggregation says whether there is something, and of which type, and what each annotator is worth, with all that they
missed and added. Where something is chosen, its borders are voted on, start and end together: each annotator's count
as much as their competence (by majority, and where competence is unknown, one vote), ties are left to the seed. Chunk
labels cannot overlap: the most probable mention takes its place first, and another one takes the best borders that are
still free, or is given up, which is counted. So labels that are written are always valid.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.align.alignment import EMPTY
from accord.study.coding import MISSING, Item, coding_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from accord.align.alignment import Alignment
    from accord.learn.aggregate.votes import Floats, Numbers
    from accord.study.coding import Coding
    from accord.study.units import Continuum, UnitStudy

ABSENT = -2
"""The place of an annotator who did not look at the document."""

NOTHING = "(nothing)"
"""The label of an annotator who marked nothing where others did."""


class Mention(NamedTuple):
    """What was chosen: where it lies, what it is, how probable that is, and the share of the votes for its borders."""

    document: str
    start: float
    end: float
    type: str
    probability: float
    borders: float


class Chosen(NamedTuple):
    """All that was chosen, how many borders were left to the seed, and how many mentions found no free place."""

    mentions: tuple[Mention, ...]
    tied: int
    given_up: int


class Places(NamedTuple):
    """The unitary alignments of a study, and the number of the document of each, shape (places,).

    ``members`` has the shape (places, annotators): the number of a unit in its continuum, EMPTY or ABSENT.
    """

    members: Numbers
    document_of: Numbers


def aligned_places(study: UnitStudy, align: Callable[[Continuum], Alignment]) -> Places:
    """The unitary alignments of all documents, each document's from left to right."""
    number = {name: index for index, name in enumerate(study.annotators)}
    rows, documents = [np.empty((0, len(number)), np.int64)], [np.empty(0, np.int64)]
    for document, continuum in enumerate(study.continua):
        if not len(continuum):
            continue
        found = _members(continuum, align)
        placed = np.full((len(found), len(number)), ABSENT)
        placed[:, [number[name] for name in continuum.annotators]] = found
        rows.append(placed[np.argsort(continuum.leftmost(found), kind="stable")])
        documents.append(np.full(len(found), document))
    return Places(np.concatenate(rows), np.concatenate(documents))


def _members(continuum: Continuum, align: Callable[[Continuum], Alignment]) -> Numbers:
    """The units of each unitary alignment, shape (unitary alignments, annotators); of one annotator, each its own."""
    if len(continuum.annotators) == 1:
        return np.arange(len(continuum))[:, None]
    return align(continuum).members


def coding_of_places(study: UnitStudy, places: Places) -> Coding:
    """The types that annotators gave at each place, or `NOTHING`, as a coding."""
    labels = (*study.categories, NOTHING)
    codes = np.full(places.members.shape, MISSING, dtype=np.int32)
    for document, continuum in enumerate(study.continua):
        here = places.document_of == document
        category = np.concatenate([continuum.category, [len(labels) - 1]])  # where there is no unit, the last one
        members = places.members[here]
        codes[here] = np.where(members == ABSENT, MISSING, category[np.maximum(members, EMPTY)])

    def describe(place: int) -> Item:
        continuum = study.continua[int(places.document_of[place])]
        start, end = _extent(continuum, places.members[place])
        return Item(f"{continuum.document}:{start:g}-{end:g}", "", None)

    return coding_of(
        codes,
        labels,
        study.annotators,
        describe=describe,
        documents=[continuum.document for continuum in study.continua],
        document_of=places.document_of.astype(np.int32),
        unit="place",
        singles=True,
        left_out=study.left_out,
    )


def _extent(continuum: Continuum, members: Numbers) -> tuple[float, float]:
    units = members[members >= 0]
    return float(continuum.start[units].min()), float(continuum.end[units].max())


def chosen_mentions(
    study: UnitStudy,
    places: Places,
    posterior: Floats,
    chosen: Numbers,
    weights: Floats,
    *,
    rng: np.random.Generator,
    disjoint: bool,
) -> Chosen:
    """What is marked where something was chosen, the most probable first, with its borders voted on.

    ``weights`` (annotators,) are what the borders of each annotator count.
    """
    nothing = len(study.categories)
    found: list[Mention] = []
    tied = given_up = 0
    taken: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
    for place in np.argsort(posterior[:, nothing], kind="stable").tolist():
        if chosen[place] == nothing:
            continue
        document = int(places.document_of[place])
        ballots = _borders(study.continua[document], places.members[place], weights)
        beside = taken[document] if disjoint else ()
        free = {where: votes for where, votes in ballots.items() if not _overlaps(where, beside)}
        if not free:
            given_up += 1
            continue
        most = max(free.values())
        best = [where for where, votes in free.items() if votes >= most - 1e-12]
        tied += len(best) > 1
        where = best[int(rng.integers(len(best)))]
        taken[document].append(where)
        probability = float(posterior[place, chosen[place]])
        type_ = study.categories[chosen[place]]
        name = study.continua[document].document
        found.append(Mention(name, *where, type_, probability, most / sum(ballots.values())))
    order = {continuum.document: number for number, continuum in enumerate(study.continua)}
    found.sort(key=lambda mention: (order[mention.document], *mention[1:4]))
    return Chosen(tuple(found), tied, given_up)


def _borders(continuum: Continuum, members: Numbers, weights: Floats) -> dict[tuple[float, float], float]:
    """The borders that annotators gave, and what speaks for each."""
    ballots: defaultdict[tuple[float, float], float] = defaultdict(float)
    for annotator, unit in enumerate(members.tolist()):
        if unit >= 0:
            ballots[float(continuum.start[unit]), float(continuum.end[unit])] += weights[annotator]
    return dict(sorted(ballots.items()))


def _overlaps(where: tuple[float, float], taken: Sequence[tuple[float, float]]) -> bool:
    return any(where[0] < end and start < where[1] for start, end in taken)
