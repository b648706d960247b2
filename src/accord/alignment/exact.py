"""The best alignment, with a proof that there is no better one."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.alignment.alignment import EMPTY, Alignment
from accord.alignment.candidates import Candidates, Search, in_turn, joined
from accord.alignment.canonical import Canonical
from accord.alignment.effort import PER_NODE, SECONDS, Effort, TooMany
from accord.alignment.matching import best_matching
from accord.alignment.merging import least_sum, merged
from accord.alignment.program import Program
from accord.alignment.ties import Ties, break_ties, criteria
from accord.alignment.whole import linked, whole_choice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.alignment.program import Solution
    from accord.distance.dissimilarity import Dissimilarity
    from accord.study.units import Continuum, Floats, Numbers

BOUNDED = ("exact", "searched", "merged", "soft")
"""The methods of alignments that know how far they may be from the best."""

MAX_SEARCHED = 12
"""Up to how many annotators who marked anything there is a search; the units of more are merged."""

_MERGED_FIRST = 1_000
"""Up to how many units it pays to merge them before the search."""

_NEGLIGIBLE = 1e-10
_LAST_NODES = 50
"""How many nodes of an integer program over the columns at hand are looked at when the work is done."""
_AS_GOOD = 1e-7
"""How far above the prices, as a share of delta_empty, what belongs to a choice that is as good may lie by rounding."""
_AT_ONCE = 2_000
"""So few candidates are given to the linear program as one, which is quicker, where nobody looks at their order."""
_FIRST_REACH, _WIDER = 0.02, 3.0
"""How far above the prices of its units, as a share of delta_empty, a candidate may lie at first; and how much further,
where too few are found."""


class Selection(NamedTuple):
    """The unitary alignments of least cost, a bound that no choice costs less than, and the prices that say so."""

    candidates: Candidates
    bound: float
    prices: Floats | None = None
    worth: float = 0.0


def best_alignment(
    continuum: Continuum,
    dissimilarity: Dissimilarity,
    objective: str = "sum",
    *,
    seconds: float = SECONDS,
    tie_free: bool = True,
) -> Alignment:
    """The alignment of the least disorder.

    With the objective "sum" the disorder is the sum over the unitary alignments, for each unit of an average annotator
    (2015); with "mean", their mean (2011), which is found by Dinkelbach's method: the mean of the best sum is what each
    unitary alignment is worth when the next sum is minimised, until the mean falls no more.

    Two annotators are a problem of assignment. For more, a linear program chooses among the unitary alignments that no
    split betters; where it takes some of them in part, a search among whole ones follows. The result carries a bound
    that no alignment is below, and is proved where the two meet. The units of more than 12 annotators are merged
    greedily instead, and so are those of fewer when there is too much to search; where some work was of no avail, or
    ``seconds`` are over, what is known then is taken. The method is called exact only where it is proved, and else
    searched or merged, with the gap; work is counted, so that all but the clock is the same on any machine.

    Of several that are equally good, the one is taken whose pairs differ least in category, then the one whose pairs
    overlap most, then the one whose pairs lie furthest left. The order and the names of annotators do not matter. Where
    ties are not to be broken, any of them is given, which has that one as its `preferred`.

    Mathet, Y. & Widlöcher, A. (2011). Une approche holiste et unifiée de l'alignement et de la mesure d'accord
    inter-annotateurs. Mathet, Y., Widlöcher, A. & Métivier, J.-P. (2015). The unified and holistic method gamma for
    inter-annotator agreement measure and alignment. Dinkelbach, W. (1967). On nonlinear fractional programming.
    """
    order = Canonical.of(continuum)
    at_once = 0 if tie_free else _AT_ONCE
    problem = Problem(order.continuum, order.dissimilarity(dissimilarity), Effort(seconds), at_once)
    chosen = problem.least()
    if objective == "mean" and len(continuum):
        chosen = _least_mean(problem, chosen)
    found = _alignment(problem, chosen, objective, "exact")
    if not found.proved or chosen.prices is None:
        return order.restored(found)
    if problem.held is not None and not tie_free:
        return replace(order.restored(found), prefer=lambda: order.restored(_preferred(problem, order, chosen, found)))
    return order.restored(_preferred(problem, order, chosen, found))


def _preferred(problem: Problem, order: Canonical, chosen: Selection, found: Alignment) -> Alignment:
    """Of all alignments that are as good as the one that was found, the preferred one, with the others."""
    untied, ties = problem.tie_free(chosen)
    if untied is not chosen.candidates:
        least = found.bound
        found = _alignment(problem, chosen._replace(candidates=untied), found.objective, "exact")
        found = replace(found, method="exact", bound=min(least, found.disorder))
    return found if ties is None else replace(found, ties=_whole_ties(problem, order, ties))


def _whole_ties(problem: Problem, order: Canonical, ties: Ties) -> Ties:
    """Ties in the numbers of the continuum as it was given."""
    whole = problem.whole(ties.candidates)
    return replace(ties, candidates=Candidates(order.members(whole.members), whole.disorders))


def _least_mean(problem: Problem, chosen: Selection) -> Selection:
    """The choice of the least mean, from that of the least sum; its bound is one for as many unitary alignments.

    There are as many of them as somebody has units, and no more than there are units.
    """
    fewest, most, sum_bound = int(problem.continuum.counts.max()), len(problem.continuum), chosen.bound
    mean = np.inf
    while (below := float(chosen.candidates.disorders.mean())) < mean * (1 - _NEGLIGIBLE):
        mean, best = below, chosen.candidates
        chosen = problem.least(worth=mean)
    bound = max(0.0, sum_bound / most, mean + min(0.0, chosen.bound) / fewest)
    return Selection(best, bound * len(best), chosen.prices, mean)


def soft_alignment(continuum: Continuum, dissimilarity: Dissimilarity, *, seconds: float = SECONDS) -> Alignment:
    """The unitary alignments of the least sum of disorder that together hold every unit once or more."""
    order = Canonical.of(continuum)
    problem = Problem(order.continuum, order.dissimilarity(dissimilarity), Effort(seconds))
    return order.restored(_alignment(problem, problem.partition(cover=True), "sum", "soft"))


def _alignment(problem: Problem, chosen: Selection, objective: str, method: str) -> Alignment:
    candidates, continuum = problem.whole(chosen.candidates), problem.continuum
    found = Alignment(continuum, candidates.members, candidates.disorders, objective, method, 0.0, problem.looked_at)
    if found.per:
        found = replace(found, bound=max(0.0, min(chosen.bound, found.sum)) / found.per)
    if found.proved:
        return replace(found, timed_out=problem.effort.out_of_time)
    name = "merged" if problem.merging else "searched"
    return replace(
        found, method=name if method == "exact" else f"{method}-{name}", timed_out=problem.effort.out_of_time
    )


class Problem:
    """The search for the cheapest unitary alignments that hold every unit of a continuum."""

    def __init__(self, continuum: Continuum, dissimilarity: Dissimilarity, effort: Effort, at_once: int = 0) -> None:
        """Look for candidates among those who marked anything, with so much effort.

        Up to ``at_once`` of them are given to the linear program as one. The order in which it gets them is that of the
        alignment.
        """
        everybody = len(continuum.annotators)
        self.continuum = continuum
        self.active = np.flatnonzero(continuum.counts)
        marking = [continuum.annotators[number] for number in self.active]
        marked = continuum if len(marking) == everybody else continuum.of(marking)
        self.search = Search(marked, dissimilarity, everybody * (everybody - 1) // 2, effort.spend)
        self.effort = effort
        self.at_once = at_once
        self.merging = False
        self.floor = -np.inf
        self.looked_at = 0 if self.held is None else len(self.held)

    @cached_property
    def held(self) -> Candidates | None:
        """All candidates, if they can be held."""
        try:
            return self.search.all() if len(self.active) <= MAX_SEARCHED else None
        except TooMany:
            return None

    def whole(self, candidates: Candidates) -> Candidates:
        """Candidates with places for those who marked nothing."""
        members = np.full((len(candidates), len(self.continuum.annotators)), EMPTY)
        members[:, self.active] = candidates.members
        return Candidates(members, candidates.disorders)

    def least(self, worth: float = 0.0) -> Selection:
        """The cheapest choice, where the cost of each unitary alignment is its disorder less what it is worth."""
        if len(self.active) == 2 and self.held is not None:
            try:
                found = best_matching(self.search.continuum, self.held, worth, self.effort.spend)
            except TooMany:
                return self._merged(worth, cover=False)
            chosen = self.held[found.chosen]
            return Selection(chosen, float((chosen.disorders - worth).sum()), found.prices, worth)
        return self.partition(worth)

    def partition(self, worth: float = 0.0, *, cover: bool = False) -> Selection:
        """The cheapest choice by a linear program, to which candidates are added while there are ones below its prices.

        Where it takes some of them in part only, those that are so little above the prices that they may matter are
        chosen from as a whole.
        """
        if len(self.active) > MAX_SEARCHED:
            return self._merged(worth, cover=cover)
        try:
            return self._searched(worth, cover=cover)
        except TooMany:
            return self._merged(worth, cover=cover)

    def _searched(self, worth: float, *, cover: bool) -> Selection:
        program = Program(len(self.search.continuum), cover=cover)
        columns = more = self._first()
        if not len(columns):
            return Selection(columns, 0.0)
        known: Solution | None = None
        self.floor = -np.inf
        try:
            while len(more):
                program.add(more.members, more.disorders - worth)
                known = solution = program.solve(self.effort)
                more = self._below(solution.prices, worth)
                columns = joined([columns, more])
        except TooMany:
            if known is None or cover:
                raise
            return self._given_up(program, columns, known, worth)
        if solution.whole:
            return Selection(columns[solution.taken > 0.5], solution.cost, solution.prices, worth)
        return self._whole(solution, _rounded(columns, solution.taken), worth, cover=cover)

    def _whole(self, in_part: Solution, rounded: Candidates, worth: float, *, cover: bool) -> Selection:
        """The cheapest choice of whole candidates, of those that are as far above the prices as may matter.

        One such choice is known; where nothing more may be done before there is a better one, it is the answer.
        """
        annotators, delta_empty = len(self.active), self.search.dissimilarity.delta_empty
        known, bound = rounded, 0.0
        reach = _FIRST_REACH * delta_empty
        while True:
            try:
                near = self._near(in_part.prices, worth, reach)
            except TooMany:
                return Selection(known, in_part.cost + bound)
            found = whole_choice(
                near,
                known,
                in_part.prices,
                worth=worth,
                negligible=_NEGLIGIBLE * delta_empty,
                cover=cover,
                effort=self.effort,
            )
            known, bound = found.chosen, max(bound, found.bound(annotators, reach))
            furthest = found.furthest(annotators)
            if furthest <= reach or self.effort.over:
                return Selection(known, in_part.cost + bound, in_part.prices, worth)
            reach = min(furthest, _WIDER * reach)

    def tie_free(self, chosen: Selection) -> tuple[Candidates, Ties | None]:
        """Of all choices that are as good as this one, the one that the criteria prefer; and the others.

        Each holds only candidates that are no further above the prices of their units than this whole one is.
        """
        assert chosen.prices is not None
        how, worth = self.search.dissimilarity, chosen.worth
        whole = max(0.0, float((chosen.candidates.reduced(chosen.prices) - worth).sum()))
        try:
            near = self._near(chosen.prices, worth, whole + _AS_GOOD * how.delta_empty)
        except TooMany:
            return chosen.candidates, Ties(chosen.candidates[:0], complete=False)
        of_chosen, tied, near = self._tied(chosen, near)
        if not tied.any():
            return chosen.candidates, None
        above = near.reduced(chosen.prices) - worth
        most = float((chosen.candidates[tied[of_chosen]].reduced(chosen.prices) - worth).sum())
        deciding = criteria(self.search.continuum, how, near)
        taken, ties = break_ties(near, above, deciding, self.search.continuum.twins, most)
        if not ties.complete:
            return chosen.candidates, ties
        best = joined([chosen.candidates[~tied[of_chosen]], near[taken]])
        return best, ties if ties.parts else None

    def _tied(self, chosen: Selection, near: Candidates) -> tuple[Numbers, NDArray[np.bool_], Candidates]:
        """The part of each that is chosen, whether there may be equals in a part, and what they may be made of.

        Parts are chosen for themselves: what is further above the prices than all of its part drops out, and parts may
        fall apart then.
        """
        assert chosen.prices is not None
        reach = _AS_GOOD * self.search.dissimilarity.delta_empty
        own = chosen.candidates.reduced(chosen.prices) - chosen.worth
        while True:
            part_of, parts = linked(near.members, len(self.search.continuum))
            of_near, of_chosen = (part_of[each.members.max(axis=1)] for each in (near, chosen.candidates))
            most = np.bincount(of_chosen, own, minlength=parts) + reach
            kept = near.reduced(chosen.prices) - chosen.worth <= most[of_near]
            if kept.all():
                tied = np.bincount(of_near, minlength=parts) > np.bincount(of_chosen, minlength=parts)
                return of_chosen, tied, near[tied[of_near]]
            near = near[kept]

    def _given_up(self, program: Program, columns: Candidates, solution: Solution, worth: float) -> Selection:
        """The best that is known when there is no more work to be done: by merging, or of the columns at hand.

        Every unit is the first of one candidate at most; so the prices, and how far below them the cheapest candidate
        of each first unit lies, prove a bound.
        """
        merging = self._merged(worth, cover=False)
        bound = max(merging.bound, self.floor)
        known = [merging.candidates, _rounded(columns[: len(solution.taken)], solution.taken)]
        if not self.effort.out_of_time:
            found, _ = program.solve_whole(Effort(self.effort.until - monotonic(), _LAST_NODES * PER_NODE))
            known.append(columns[np.flatnonzero(found.taken > 0.5)] if np.isfinite(found.cost) else known[-1])
        best = min(known, key=lambda each: float((each.disorders - worth).sum()))
        self.merging = best is merging.candidates
        return Selection(best, bound)

    def _merged(self, worth: float, *, cover: bool) -> Selection:
        """What merging finds, where there is too much to search or the time is up."""
        self.merging = True
        bound = least_sum(self.search, cover=cover)
        return Selection(merged(self.search), bound - worth * len(self.search.continuum))

    def _first(self) -> Candidates:
        """What the linear program begins with: every unit alone, and in the best company for its size."""
        if self.held is not None:
            if len(self.held) <= self.at_once:
                return self.held
            size = (self.held.members != EMPTY).sum(axis=1)
            best = _best_of_each(self.held, self.held.disorders / size, 4)
            return self.held[np.union1d(best, np.flatnonzero(size == 1))]
        pairs = self.search.in_pairs()
        parts = [self.search.alone(), pairs[_best_of_each(pairs, pairs.disorders, 4)]]
        return joined([*parts, merged(self.search)] if len(self.continuum) <= _MERGED_FIRST else parts)

    def _below(self, prices: Floats, worth: float) -> Candidates:
        """For each unit, candidates that are below the prices of their units."""
        most = worth - _NEGLIGIBLE * self.search.dissimilarity.delta_empty
        if self.held is not None:
            reduced = self.held.reduced(prices)
            below = np.flatnonzero(reduced < most)
            return self.held[below[_best_of_each(self.held[below], reduced[below], 2)]]
        parts, lowest = [], np.zeros(len(prices))
        for part in self.search.cheap(prices, most, falling=True):
            reduced = part.reduced(prices) - worth
            np.minimum.at(lowest, np.where(part.members == EMPTY, len(prices), part.members).min(axis=1), reduced)
            parts.append(part[_best_of_each(part, reduced, 2)])
            self.looked_at += len(part)
        self.floor = max(self.floor, float(prices.sum() + lowest.sum()))
        return joined(parts)

    def _near(self, prices: Floats, worth: float, reach: float) -> Candidates:
        """All candidates that are at most so far above the prices of their units."""
        most = worth + reach + _NEGLIGIBLE * self.search.dissimilarity.delta_empty
        if self.held is not None:
            return self.held[self.held.reduced(prices) <= most]
        return joined(list(self.search.cheap(prices, most)))


def _rounded(columns: Candidates, taken: Floats) -> Candidates:
    """Of the columns that are taken in part, those of which most is, if they share no unit; other units alone."""
    known = np.flatnonzero((taken > 0) | ((columns.members != EMPTY).sum(axis=1) == 1))
    return columns[in_turn(columns, known[np.argsort(-taken[known], kind="stable")])]


def _best_of_each(candidates: Candidates, value: Floats, count: int) -> Numbers:
    """The numbers of the candidates that are among the so many of the least value of any of their units."""
    chosen = np.zeros(len(candidates), dtype=bool)
    rising = np.argsort(value, kind="stable")
    for units in candidates.members[rising].T:
        by_unit = np.argsort(units, kind="stable")
        unit = units[by_unit]
        rank = np.arange(len(unit)) - np.searchsorted(unit, unit)
        chosen[rising[by_unit[(rank < count) & (unit != EMPTY)]]] = True
    return np.flatnonzero(chosen)
