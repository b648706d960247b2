"""When a predicted span is correct: each rule a function that makes a measure of what both sides marked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from accord.errors import UsageError
from accord.kinds.spans.coverage import covered
from accord.kinds.spans.match import PairMatch, match_named
from accord.registry import Registry
from accord.scoring.counted_measure import CountedMeasure
from accord.scoring.formula import F1
from accord.scoring.unit_rows import UnitRows

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.kinds.spans.mark_arrays import Integers
    from accord.kinds.spans.marked_pair import MarkedPair
    from accord.kinds.spans.pairing import Pairs

SPAN_SCORES = Registry(
    "score of spans",
    {
        name: f"accord.kinds.spans.span_measures:{name.replace('-', '_')}"
        for name in ("exact-f1", "partial-f1", "type-f1", "boundary-f1", "iou-f1", "near-f1", "token-f1", "union-f1")
    },
)
"""Measures of spans against a reference."""


def exact_f1(pair: MarkedPair) -> CountedMeasure:
    """Exact F1: a span is correct where the reference has one with the same borders and the same type.

        F1 = 2 correct / (reference + predicted)

    A span with gaps has the same borders where each of its parts has. Spans may lie in each other or overlap.
    It is the F1 of conlleval and seqeval, and the "strict" one of nervaluate.
    """
    return _measure("exact-f1", pair.rows(np.flatnonzero(pair.exact >= 0)))


def partial_f1(pair: MarkedPair) -> CountedMeasure:
    """Partial F1: the same borders count 1, any other overlap 1/2, whatever the types are.

        F1 = (2 same + overlapping) / (reference + predicted)

    Spans with the same borders are a pair first; of those that are left, as many as possible are paired one to one. No
    other choice of pairs earns more. It is the "partial" schema of MUC-5 and SemEval 2013 task 9; nervaluate pairs from
    left to right and so may find fewer pairs where several spans overlap.

    Segura-Bedmar, I., Martínez, P. & Herrero-Zazo, M. (2013). SemEval-2013 Task 9: Extraction of drug-drug interactions
    from biomedical texts. SemEval, 341-350.
    """
    rows = pair.rows(np.flatnonzero(pair.bordered >= 0), times=2)
    rows[:, 2] += np.bincount(pair.ours.document[pair.overlapped], minlength=len(rows))
    measure = _measure("partial-f1", rows)
    return replace(measure, formula=replace(measure.formula, in_halves=True))


def type_f1(pair: MarkedPair) -> CountedMeasure:
    """Type F1: a span is correct where it overlaps one of the same type in the reference; as ``match`` it is overlap.

        F1 = 2 pairs / (reference + predicted)

    Pairs are one to one, and as many as possible. It is the "type" schema of SemEval 2013 task 9, "ent_type" of
    nervaluate, which pairs from left to right and so may find fewer.
    """
    return _measure("type-f1", pair.rows(pair.most(pair.same_type)))


def boundary_f1(pair: MarkedPair) -> CountedMeasure:
    """Boundary F1: a span is correct where the reference has one with the same borders, whatever the types are.

        F1 = 2 correct / (reference + predicted)

    It is the "exact" schema of SemEval 2013 task 9 and of nervaluate.
    """
    return _measure("boundary-f1", pair.rows(np.flatnonzero(pair.bordered >= 0)))


def iou_f1(pair: MarkedPair, match: PairMatch) -> CountedMeasure:
    """IoU F1: a span is correct where it shares more than a share of all that both cover with one of the same type.

        shared / (length + length of the other - shared) > threshold,    F1 = 2 pairs / (reference + predicted)

    ``match`` says the threshold: iou:0.5. Pairs are one to one, and as many as possible.
    """
    return _measure("iou-f1", pair.rows(pair.most(matching(pair, match))))


def near_f1(pair: MarkedPair, match: PairMatch) -> CountedMeasure:
    """Near F1: a span is correct where one of the same type begins and ends at most so many positions away.

        F1 = 2 pairs / (reference + predicted)

    ``match`` says how many: boundary:1. Pairs are one to one, and as many as possible.
    """
    return _measure("near-f1", pair.rows(pair.most(matching(pair, match))))


def token_f1(pair: MarkedPair) -> CountedMeasure:
    """Token F1: each token or character of a span counts for itself, by type.

        F1 = 2 shared / (covered by the reference + covered by the prediction)

    A position that several spans of a type cover counts once for each of them, and is shared as often as both sides
    cover it.
    """
    return _measure("token-f1", covered(pair, once=False).sum(axis=1))


def union_f1(pair: MarkedPair) -> CountedMeasure:
    """Union F1: tokens or characters that are marked at all, by type; each counts once, however many spans cover it.

    F1 = 2 shared / (marked in the reference + marked in the prediction)
    """
    return _measure("union-f1", covered(pair, once=True).sum(axis=1))


BESIDE = (exact_f1, partial_f1, type_f1, boundary_f1)
"""What is measured of spans in any case."""


class Rule:
    """The match that the headline goes by: its measure, its counts by type, and which spans it pairs."""

    def __init__(self, name: str) -> None:
        found = match_named(name)
        self.name = found.name
        self.match = found if isinstance(found, PairMatch) else None
        self.positions = name in {"token", "union"}

    def headline(self, pair: MarkedPair) -> CountedMeasure:
        """The measure that systems are ranked by."""
        if self.match is None:
            return {"exact": exact_f1, "token": token_f1, "union": union_f1}[self.name](pair)
        if self.match.kind == "overlap":
            return type_f1(pair)
        return (iou_f1 if self.match.kind == "iou" else near_f1)(pair, self.match)

    def by_type(self, pair: MarkedPair) -> Integers:
        """Three counts of every type side by side, of each document."""
        if self.positions:
            counts = covered(pair, once=self.name == "union")
            return counts.reshape(len(counts), -1)
        if self.match is None:
            return pair.rows_by_type(np.flatnonzero(pair.exact >= 0))
        return pair.rows_by_type(pair.most(matching(pair, self.match)))

    def partners(self, pair: MarkedPair) -> Callable[[], Integers] | None:
        """The partner of each span of the reference, or -1; None where positions are counted and not spans."""
        if self.positions:
            return None
        match = self.match
        return (lambda: pair.exact) if match is None else lambda: pair.best(matching(pair, match))


def matching(pair: MarkedPair, match: PairMatch) -> Pairs:
    """All spans of one type that are near enough."""
    if match.kind == "overlap":
        return pair.same_type
    if match.kind == "boundary":
        if match.limit > _FAR:
            raise UsageError(f"match: boundary:{match.limit:g} is too far: at most {_FAR:,}")
        return pair.near(int(match.limit))
    some = pair.same_type
    sizes = pair.ours.size[some.ours] + pair.theirs.size[some.theirs]
    return some.where(some.shared > match.limit * (sizes - some.shared))


_FAR = 1_000_000


def _measure(name: str, rows: Integers) -> CountedMeasure:
    return CountedMeasure(name, UnitRows.of(rows), "document", F1)
