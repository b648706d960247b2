"""All unitary alignments that are cheap for the prices of their units: the kernel of the search, depth first."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.compute.compiled import compiled

if TYPE_CHECKING:
    from accord.study.units import Floats, Numbers


class Given(NamedTuple):
    """What is looked through: the weights of pairs over C, infinite where units are too far apart, (units, units).

    Also the owner and the price of each unit, shape (units,); units stand annotator by annotator. ``alone`` is what a
    unit without company costs, and ``most`` what is looked for, above the prices: all that cost no more, or from each
    first unit only what costs less than what was found before (``falling``).
    """

    weights: Floats
    owner: Numbers
    prices: Floats
    alone: float
    most: float
    falling: bool


class Place(NamedTuple):
    """Where the search stands, so that it can go on; changed in place.

    ``now`` holds the first unit, and how many of the groups of other annotators have been decided on, or -1 where the
    first unit is to be begun with, and the number of groups. ``company`` has the units that are near the first one,
    group by group from ``begins`` on; ``turn`` says which is next in each group, and ``taken`` which are taken, by
    their place in the company. ``costs`` are those of what is decided on, ``added`` what each unit would add to them
    then, and ``nearest`` half of what it can gain at best from groups to come, both of the shape (groups + 1, units).
    ``limit`` is what a candidate may cost now, shape (1,).
    """

    now: Numbers
    company: Numbers
    begins: Numbers
    turn: Numbers
    taken: Numbers
    costs: Floats
    added: Floats
    nearest: Floats
    limit: Floats


def start(units: int, annotators: int) -> Place:
    """The place from which to look through everything."""
    return Place(
        np.array([0, -1, 0]),
        np.zeros(units, np.int64),
        np.zeros(annotators + 1, np.int64),
        np.zeros(annotators + 1, np.int64),
        np.full(annotators + 1, -1),
        np.zeros(annotators + 1),
        np.zeros((annotators + 1, units)),
        np.zeros((annotators + 1, units)),
        np.zeros(1),
    )


LESS = 1e-12
"""What falls by no more does not count as falling."""


@compiled
def _bound(place: Place, decided: int, cost: float) -> float:
    """What any candidate costs at least above its prices that has so much decided on, of so high a cost."""
    for group in range(decided, place.now[2]):
        best = 0.0
        for near in range(place.begins[group], place.begins[group + 1]):
            best = min(best, place.added[decided, near] + place.nearest[decided, near])
        cost += best
    return cost


@compiled
def _begin(given: Given, place: Place, first: int) -> bool:
    """Gather the company of a first unit; whether there can be a candidate."""
    company, begins = place.company, place.begins
    groups, count = 0, 0
    begins[0] = 0
    for unit in range(first + 1, len(given.owner)):
        if given.owner[unit] == given.owner[first] or not np.isfinite(given.weights[first, unit]):
            continue
        if count > 0 and given.owner[company[count - 1]] != given.owner[unit]:
            groups += 1
            begins[groups] = count
        company[count] = unit
        count += 1
    if count > 0:
        groups += 1
        begins[groups] = count
    place.now[2] = groups
    for near in range(count):
        unit = company[near]
        place.added[0, near] = given.weights[first, unit] - given.prices[unit]
        place.nearest[groups, near] = 0.0
        for group in range(groups - 1, -1, -1):
            best = 0.0
            for other in range(begins[group], begins[group + 1]):
                if given.owner[company[other]] != given.owner[unit]:
                    best = min(best, given.weights[unit, company[other]])
            place.nearest[group, near] = place.nearest[group + 1, near] + best / 2
    place.costs[0] = given.alone - given.prices[first]
    place.turn[0] = 0
    place.limit[0] = given.most
    return bool(_bound(place, 0, place.costs[0]) <= place.limit[0])


@compiled
def _decide(given: Given, place: Place, group: int, near: int) -> bool:
    """Take a unit of a group, or none of it; whether that can become a candidate."""
    begins, added = place.begins, place.added
    groups = place.now[2]
    cost = place.costs[group]
    if near == begins[group + 1]:
        place.taken[group] = -1
        for other in range(begins[group + 1], begins[groups]):
            added[group + 1, other] = added[group, other]
    else:
        if not np.isfinite(added[group, near]):
            return False
        place.taken[group] = near
        cost += added[group, near]
        row = given.weights[place.company[near]]
        for other in range(begins[group + 1], begins[groups]):
            added[group + 1, other] = added[group, other] + row[place.company[other]]
    place.costs[group + 1] = cost
    if group + 1 < groups:
        place.turn[group + 1] = begins[group + 1]
    return bool(_bound(place, group + 1, cost) <= place.limit[0])


@compiled
def _emit(given: Given, place: Place, members: Numbers, disorders: Floats, row: int) -> None:
    """Write down the candidate that is decided on."""
    first = place.now[0]
    members[row, :] = -1
    members[row, given.owner[first]] = first
    disorder = given.alone
    for group in range(place.now[2]):
        if place.taken[group] >= 0:
            unit = place.company[place.taken[group]]
            for other in members[row]:
                if other >= 0:
                    disorder += given.weights[unit, other]
            members[row, given.owner[unit]] = unit
    disorders[row] = disorder


@compiled
def look(given: Given, place: Place, steps: int, members: Numbers, disorders: Floats) -> tuple[int, int]:
    """Write down candidates until there is no more room, so many steps are done or all is; how many, and the steps.

    Depth first: from each first unit, a unit of each later annotator is taken or none. What is decided on is given up
    where the prices of the units to come, with all they can gain from each other, do not bring it down to what is
    looked for. All is done when the first unit is behind the last.
    """
    now = place.now
    count, done = 0, 0
    while now[0] < len(given.owner):
        if now[1] < 0:
            if done > steps:
                return count, done
            done += 1 + len(given.owner) + place.begins[place.now[2]] ** 2 // 4
            if not _begin(given, place, now[0]):
                now[0] += 1
                continue
            now[1] = 0
        while now[1] >= 0:
            group = now[1]
            if group == now[2]:
                if count == len(disorders):
                    return count, done
                _emit(given, place, members, disorders, count)
                count += 1
                if given.falling:
                    place.limit[0] = place.costs[group] - LESS
                now[1] -= 1
                continue
            if done > steps:
                return count, done
            near = place.turn[group]
            if near > place.begins[group + 1]:
                now[1] -= 1
                continue
            place.turn[group] += 1
            done += 1 + place.begins[now[2]] - place.begins[group + 1]
            if _decide(given, place, group, near):
                now[1] += 1
        now[0] += 1
    return count, done
