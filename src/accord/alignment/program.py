"""The linear program behind the best alignment: choose unitary alignments that hold every unit, at the least cost.

minimise sum of c_T x_T   so that, for every unit u, the x_T of all T that hold u sum up to 1 (or at least 1: a cover)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import inf
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any
from weakref import finalize

import numpy as np

from accord.alignment.alignment import EMPTY
from accord.alignment.effort import PER_ITERATION, PER_NODE, TooMany

if TYPE_CHECKING:
    from accord.alignment.effort import Effort
    from accord.study.units import Floats, Numbers

_TOLERANCE = 1e-9
_FEASIBLE = 2  # of the states in which HiGHS says that a solution is
_SHORT = 2_000
"""Up to how many columns a linear program takes some milliseconds, and is not worth a thread of its own."""

_SHORT_WHOLE = 100
"""The same for whole columns."""


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
        finalize(self, _solvers.append, self.highs)
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

    def solve(self, effort: Effort) -> Solution:
        """The cheapest choice, in which columns may be taken in part."""
        self.highs.setOptionValue("simplex_iteration_limit", max(1, effort.left // PER_ITERATION))
        if self.highs.getNumCol() <= _SHORT:
            self.highs.run()
        else:
            self._run_aside(effort.until)
        effort.spend(PER_ITERATION * max(0, self.highs.getInfo().simplex_iteration_count))
        if self.highs.getModelStatus() != _optimal():
            raise TooMany
        found = self.highs.getSolution()
        cost = float(self.highs.getInfo().objective_function_value)
        return Solution(np.array(found.col_value), cost, np.array(found.row_dual))

    def solve_whole(self, effort: Effort) -> tuple[Solution, float]:
        """The cheapest choice of whole columns, as good as the effort makes it; and a bound from below."""
        count = self.highs.getNumCol()
        unsolved = Solution(np.zeros(count), inf, np.empty(0)), -inf
        if effort.over:
            return unsolved
        kinds = np.full(count, 1, dtype=np.uint8)
        self.highs.changeColsIntegrality(count, np.arange(count, dtype=np.int32), kinds)
        self.highs.setOptionValue("presolve", "on")
        self.highs.setOptionValue("mip_max_nodes", max(1, effort.left // PER_NODE))
        if count <= _SHORT_WHOLE:
            self.highs.run()
        else:
            self._run_aside(effort.until)
        info = self.highs.getInfo()
        effort.left -= PER_NODE * max(0, int(info.mip_node_count))
        if info.primal_solution_status != _FEASIBLE:
            return unsolved
        taken = np.array(self.highs.getSolution().col_value)
        return Solution(taken, float(info.objective_function_value), np.empty(0)), float(info.mip_dual_bound)

    def _run_aside(self, until: float) -> None:
        """Run beside this thread, which hears interrupts meanwhile and stops the solver in time."""
        stopped, ended = Event(), Event()

        def look(event: Any) -> None:
            event.interrupt(stopped.is_set())  # said each time, for a new solver may still hold the word of an old one

        def run() -> None:
            try:
                self.highs.run()
            finally:
                ended.set()

        self.highs.cbSimplexInterrupt += look
        self.highs.cbMipInterrupt += look
        Thread(target=run, daemon=True).start()
        try:
            while not ended.is_set() and monotonic() < until:
                ended.wait(min(1.0, max(0.0, until - monotonic())))
        finally:
            stopped.set()
            ended.wait()  # not the thread's join, which takes an interrupted wait for the end of the thread
            self.highs.cbSimplexInterrupt -= look
            self.highs.cbMipInterrupt -= look


@cache
def _optimal() -> Any:
    from highspy import HighsModelStatus

    return HighsModelStatus.kOptimal


_solvers: list[Any] = []
"""Those that nobody uses: to make one takes as long as a small program."""


def _solver() -> Any:
    """HiGHS without a program, silent, on one thread; presolving costs more than it saves here."""
    import highspy

    try:
        highs = _solvers.pop()
        highs.clearModel()
    except IndexError:
        highs = highspy.Highs()
    highs.passOptions(_options())
    return highs


@cache
def _options() -> Any:
    from highspy import HighsOptions

    options = HighsOptions()
    options.output_flag = False
    options.threads = 1
    options.presolve = "off"
    options.dual_feasibility_tolerance = options.primal_feasibility_tolerance = _TOLERANCE
    options.mip_rel_gap, options.mip_abs_gap = 0.0, _TOLERANCE
    return options
