"""Mentions, spans and units are voted on over their best alignment.

A unitary alignment holds what annotators marked in one place: a unit of each, or nothing. It is an item like any other:
its labels are the types that were given, and "(nothing)" by everyone else who looked at the document. So every method
of aggregation says whether there is something, and of which type, and what each annotator is worth, with all that they
missed and added. Units that are aligned but do not overlap, not even by way of others, are taken as two places.

Where something is chosen, its borders are voted on: its start is the median of the starts, and its end that of the
ends, with each annotator weighed by their competence (by majority, and where competence is unknown, all alike). What
more than half of them agree on is the median; where two are equally in the middle, the seed decides. Chunk labels
cannot overlap: the most probable mention takes its place first, and another one takes borders that an annotator gave
it and that are still free, or is given up, which is counted. So labels that are written are always valid.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.alignment.alignment import EMPTY
from accord.study.coding import MISSING, Item, coding_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from accord.alignment.alignment import Alignment
    from accord.learn.aggregate.votes import Numbers
    from accord.study.coding import Coding
    from accord.study.quotient import Floats
    from accord.study.units import Continuum, UnitStudy

ABSENT = -2
"""The place of an annotator who did not look at the document."""

NOTHING = "(nothing)"
"""The label of an annotator who marked nothing where others did."""


_LEAST = 1e-9
"""What an annotator without any competence still counts; less is rounding."""


class Mention(NamedTuple):
    """What was chosen: where it lies, what it is, how probable that is, and the share of the votes for its borders."""

    document: str
    start: float
    end: float
    type: str
    probability: float
    borders: float


class MentionChoice(NamedTuple):
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
        found = _parted(continuum, _members(continuum, align))
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


def _parted(continuum: Continuum, members: Numbers) -> Numbers:
    """The same with rows divided whose units lie apart."""
    rows = []
    for row in members:
        units = row[row != EMPTY]
        units = units[np.argsort(continuum.start[units], kind="stable")]
        reach = np.maximum.accumulate(continuum.end[units])
        group = np.concatenate([[0], np.cumsum(continuum.start[units[1:]] >= reach[:-1])])
        rows += [np.where(np.isin(row, units[group == number]), row, EMPTY) for number in range(int(group[-1]) + 1)]
    return np.array(rows, dtype=np.int64).reshape(-1, members.shape[1])


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
) -> MentionChoice:
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
        continuum, members = study.continua[document], places.members[place]
        ballots = _borders(continuum, members, weights)
        voted, tie = _medians(ballots, late=bool(rng.integers(2)))
        beside = taken[document] if disjoint else ()
        free = [where for where in (voted, *ballots) if not _overlaps(where, beside)]
        if not free:
            given_up += 1
            continue
        where = free[0]
        tied += tie and where == voted
        taken[document].append(where)
        probability = float(posterior[place, chosen[place]])
        type_ = study.categories[chosen[place]]
        share = ballots.get(where, 0.0) / sum(ballots.values())
        found.append(Mention(continuum.document, *where, type_, probability, share))
    order = {continuum.document: number for number, continuum in enumerate(study.continua)}
    found.sort(key=lambda mention: (order[mention.document], *mention[1:4]))
    return MentionChoice(tuple(found), tied, given_up)


def _borders(continuum: Continuum, members: Numbers, weights: Floats) -> dict[tuple[float, float], float]:
    """The borders that annotators gave, and what speaks for each; those of most weight first."""
    ballots: defaultdict[tuple[float, float], float] = defaultdict(float)
    for annotator, unit in enumerate(members.tolist()):
        if unit >= 0:
            ballots[float(continuum.start[unit]), float(continuum.end[unit])] += max(float(weights[annotator]), _LEAST)
    return dict(sorted(ballots.items(), key=lambda ballot: (-ballot[1], ballot[0])))


def _medians(ballots: dict[tuple[float, float], float], *, late: bool) -> tuple[tuple[float, float], bool]:
    """The weighted medians of starts and ends, and whether there were two of one, of which the later is ``late``.

    Both are the earlier ones or both the later, so that the start lies before the end.
    """
    starts, ends = (_middle([(where[side], votes) for where, votes in ballots.items()]) for side in (0, 1))
    return (starts[late], ends[late]), starts[0] != starts[1] or ends[0] != ends[1]


def _middle(weighed: list[tuple[float, float]]) -> tuple[float, float]:
    """The positions with half of the weight at or before them, and at or after them."""
    weighed = sorted(weighed)
    half = sum(weight for _, weight in weighed) / 2
    sums = list(accumulate(weight for _, weight in weighed))
    early = next(position for (position, _), total in zip(weighed, sums, strict=True) if total >= half - _LEAST)
    late = next(position for (position, _), total in zip(weighed, sums, strict=True) if total > half + _LEAST)
    return early, late


def _overlaps(where: tuple[float, float], taken: Sequence[tuple[float, float]]) -> bool:
    return any(where[0] < end and start < where[1] for start, end in taken)
