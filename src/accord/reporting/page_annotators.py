"""Annotators who stand out beyond chance: far from the others, falling behind as the work goes on, or never apart.

Somebody is far from the others more than 0.15 below the middle of them without whom 0.03 would be won, or without whom
0.3 and twice as much is won as without anybody else; and is behind the others, too (`accord explain annotator-gap`).
"""

from __future__ import annotations

import shlex
from collections import defaultdict
from statistics import median
from typing import TYPE_CHECKING

from accord.agreement.interval import LEVEL
from accord.messages import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.payload.annotators import AnnotatorRow
    from accord.payload.layer import LayerContent, PairRow
    from accord.payload.values import TestedEstimate

_FAR = 0.15
"""So far below the others an annotator is an exception."""
DRAGS = 0.03
"""So much agreement must be won by leaving somebody out, for that to be worth a word."""
_NEARLY = 0.9
"""Annotators who share this part of their items did the same."""
_CHANCE = 1 - LEVEL


# --- far from the others --------------------------------------------------------------------------------------------


def far_annotators(layer: LayerContent) -> list[AnnotatorRow]:
    """Who agrees with the rest far less than the others do and drags the value down, the furthest first."""
    value = layer.headline.value
    known = [row for row in layer.annotators_table if row.against_rest.value is not None]
    if len(known) < 3 or value is None:
        return []
    known.sort(key=lambda row: row.against_rest.number)
    far = [row for row in known if _is_far(row, known) and _wins_without(row, value)]
    return [row for row in far or _dragging(known, value) if _is_behind(row.behind)]


def _is_far(row: AnnotatorRow, known: Sequence[AnnotatorRow]) -> bool:
    middle = median(each.against_rest.number for each in known if each is not row)
    return middle - row.against_rest.number > _FAR


def _wins_without(row: AnnotatorRow, value: float) -> bool:
    return row.without.value is not None and row.without.value - value > DRAGS


def _is_behind(behind: TestedEstimate) -> bool:
    """Whether somebody agrees with the others less than these among themselves, and not by chance alone."""
    always = behind.value is not None and behind.interval is None  # the same on all items
    return bool(behind.value and behind.value < 0 and (always or (behind.p is not None and behind.p < _CHANCE)))


def _dragging(known: Sequence[AnnotatorRow], value: float) -> list[AnnotatorRow]:
    """Somebody without whom far more is won than without anybody else, though nobody agrees with the rest."""
    without = sorted((row for row in known if row.without.value is not None), key=lambda row: -row.without.number)
    won = [row.without.number - value for row in without]
    return without[:1] if len(won) > 1 and won[0] > max(2 * _FAR, 2 * won[1]) else []


def unless_annotators(names: Sequence[str]) -> str:
    """How to leave out what is no annotator, as a column of a table may be that was taken for one."""
    if len(names) > 1:
        return "whoever of them is no annotator can be left out (--exclude, or not in --annotators)"
    option = shlex.join(("--exclude", names[0]))
    return f"if {quoted(names[0])} is no annotator, leave it out ({option}, or not in --annotators)"


# --- falling behind -------------------------------------------------------------------------------------------------


def falling_annotators(layer: LayerContent) -> list[str]:
    """Who agrees less and less with the others, more than some of so many would by chance."""
    slopes = {row.annotator: row.slope for row in layer.annotators_table}
    clear = {name: slope for name, slope in slopes.items() if slope.p is not None and slope.p < _CHANCE}
    steep = {name: slope for name, slope in clear.items() if slope.value is not None and slope.value < 0}
    return _falling(steep, len(layer.annotators)) if _did_the_same(layer) else list(steep)


def _falling(slopes: Mapping[str, TestedEstimate], annotators: int) -> list[str]:
    """Whose agreement falls, and not only for the one whose falls most.

    Somebody who agrees less and less with all others takes them along: each of them agrees less with one of their
    others, so that their own slope is that slope, divided by how many others there are, where all do all items.
    """
    if not slopes or annotators == 2:
        return list(slopes)
    steepest = min(slopes, key=lambda name: slopes[name].number)
    taken_along = slopes[steepest].number / (annotators - 1)
    return [
        name
        for name, each in slopes.items()
        if name == steepest or (each.interval and each.interval.high < taken_along)
    ]


def _did_the_same(layer: LayerContent) -> bool:
    """Whether every two annotators did nearly the same items."""
    given = {row.annotator: row.labels for row in layer.annotators_table}
    pairs = [pair for pair in layer.pairs if pair.first in given and pair.second in given]
    return bool(pairs) and all(pair.used >= _NEARLY * max(given[pair.first], given[pair.second]) for pair in pairs)


# --- never apart ----------------------------------------------------------------------------------------------------


def never_apart(layer: LayerContent) -> Iterator[PairRow]:
    """Pairs who never differ, though by how they differ from the others they should, among so many pairs.

    Two should differ as often as both do from the others, less than these do among themselves. That cannot be told
    without two others.
    """
    pairs = [pair for pair in layer.pairs if pair.used and pair.differing is not None]
    rates: defaultdict[str, list[float]] = defaultdict(list)
    for pair in pairs:
        for name in (pair.first, pair.second):
            rates[name].append((pair.differing or 0) / pair.used)
    everything = sum(map(sum, rates.values())) / 2
    for pair in pairs:
        one, other = rates[pair.first], rates[pair.second]
        others = len(pairs) - len(one) - len(other) + 1
        if pair.differing or min(len(one) - 1, len(other) - 1, others) < 1:
            continue
        from_others = sum(one) / (len(one) - 1) + sum(other) / (len(other) - 1)
        expected = from_others - (everything - sum(one) - sum(other)) / others
        if (1 - max(0.0, expected)) ** pair.used * len(pairs) < _CHANCE:
            yield pair
