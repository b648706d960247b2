"""The linear program behind the best alignment: choose unitary alignments that hold every unit, at the least cost.

minimise sum of c_T x_T   so that, for every unit u, the x_T of all T that hold u sum up to 1 (or at least 1: a cover)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.alignment.alignment import EMPTY

if TYPE_CHECKING:
    from accord.study.units import Floats, Numbers

_TOLERANCE = 1e-9
_FEASIBLE = 2  # of the states in which HiGHS says that a solution is


@dataclass(frozen=True)
class Solution:
    """How much of each column is taken, what that costs, and the price of each unit."""

    taken: Floats
    cost: float
    prices: Floats

    @property
    def whole(self) -> bool:
        """Whether every column is taken or left, and none in part."""
        return bool((np.abs(self.taken - self.taken.round()) < 1e-6).all())


class Program:
    """A linear program to which columns are added; each solution starts from the last."""

    def __init__(self, units: int, *, cover: bool) -> None:
        """A program without columns, in which each unit is held once, or once or more (cover)."""
        self.highs = _solver()
        self.units = units
        nothing = np.empty(0)
        most = np.full(units, inf if cover else 1.0)
        self.highs.addRows(units, np.ones(units), most, 0, np.empty(0, np.int32), np.empty(0, np.int32), nothing)

    def add(self, members: Numbers, costs: Floats) -> None:
        """Add unitary alignments as columns."""
        filled = members != EMPTY
        held = members[filled].astype(np.int32)
        begins = (np.cumsum(filled.sum(axis=1)) - filled.sum(axis=1)).astype(np.int32)
        count = len(costs)
        upper = np.full(count, inf)
        self.highs.addCols(count, costs, np.zeros(count), upper, len(held), begins, held, np.ones(len(held)))

    def solve(self) -> Solution:
        """The cheapest choice, in which columns may be taken in part."""
        self.highs.run()
        found = self.highs.getSolution()
        cost = float(self.highs.getInfo().objective_function_value)
        return Solution(np.array(found.col_value), cost, np.array(found.row_dual))

    def solve_whole(self, seconds: float) -> tuple[Solution, float]:
        """The cheapest choice of whole columns, as good as it gets in so many seconds; and a bound from below."""
        count = self.highs.getNumCol()
        kinds = np.full(count, 1, dtype=np.uint8)
        self.highs.changeColsIntegrality(count, np.arange(count, dtype=np.int32), kinds)
        self.highs.setOptionValue("presolve", "on")
        self.highs.setOptionValue("time_limit", float(seconds))
        self.highs.run()
        info = self.highs.getInfo()
        if info.primal_solution_status != _FEASIBLE:
            return Solution(np.zeros(count), inf, np.empty(0)), -inf
        taken = np.array(self.highs.getSolution().col_value)
        return Solution(taken, float(info.objective_function_value), np.empty(0)), float(info.mip_dual_bound)


def _solver() -> Any:
    """HiGHS, silent, on one thread; presolving costs more than it saves here."""
    import highspy

    highs = highspy.Highs()
    for option, value in {
        "output_flag": False,
        "threads": 1,
        "presolve": "off",
        "dual_feasibility_tolerance": _TOLERANCE,
        "primal_feasibility_tolerance": _TOLERANCE,
        "mip_rel_gap": 0.0,
        "mip_abs_gap": _TOLERANCE,
    }.items():
        highs.setOptionValue(option, value)
    return highs
