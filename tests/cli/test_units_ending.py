"""Units are aligned in the end, whatever is equal to what, and whoever waits no longer is heard."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from accord.alignment.effort import PER_NODE, Effort
from accord.alignment.program import Program
from tests.oracle.alignment import sporadic

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Accord

    Write = Callable[..., Path]

HEADER = "annotator,category,start,end\n"
TIED = """
A,z,15,55 A,y,2,42 A,z,5,15 A,y,17,18 A,y,0,40 A,y,18,58 A,y,16,56 A,x,0,10 A,y,1,3 A,x,1,3 A,x,7,9 A,z,16,26 B,z,16,56
B,x,4,14 B,z,13,53 B,y,9,10 B,z,6,8 B,z,16,56 B,x,15,55 B,y,11,13 B,y,15,55 B,x,14,16 B,x,6,46 B,z,18,58
"""


def test_two_annotators_with_equal_borders_are_aligned(write: Write) -> None:
    path = write("tied.csv", HEADER + "\n".join(TIED.split()) + "\n")
    command = [sys.executable, "-m", "accord", "agree", str(path), "-c", "gamma", "--json"]
    done = subprocess.run(command, timeout=60, capture_output=True, text=True, check=True)
    (result,) = json.loads(done.stdout)["results"]
    assert result["observed"] == pytest.approx(by_dense_assignment(TIED.split()) / 12)


def by_dense_assignment(rows: list[str]) -> float:
    """The least sum of disorder of two annotators, each unit with one of the other's or alone."""
    sides: dict[str, list[tuple[float, float, str]]] = {"A": [], "B": []}
    for name, category, start, end in (row.split(",") for row in rows):
        sides[name].append((float(start), float(end), category))
    spared = [[max(0.0, 2 - sporadic(one, other) - (one[2] != other[2])) for other in sides["B"]] for one in sides["A"]]
    table = np.array(spared)
    return len(rows) - float(table[linear_sum_assignment(table, maximize=True)].sum())


def test_borders_too_far_out_to_be_measured_are_refused(accord: Accord, write: Write) -> None:
    rows = "A,x,0,5\nA,y,2,1e154\nB,x,1,5\nB,y,2e153,1e154\n"
    done = accord("agree", write("far.csv", HEADER + rows), "-c", "gamma", "--position", "hamming")
    assert done.code == 2
    assert "far: a unit reaches to 1e+154, and positions beyond 1e+100 cannot be measured" in done.err


def hard() -> Program:
    """A choice of whole columns that takes minutes."""
    rng, units, count = np.random.default_rng(0), 60, 6_000
    members = np.full((count + units, units), -1)
    for row in members[:count]:
        held = rng.choice(units, 5, replace=False)
        row[held] = held
    members[count:][np.eye(units, dtype=bool)] = np.arange(units)
    program = Program(units, cover=False)
    program.add(members, rng.random(len(members)))
    return program


def test_a_search_ends_when_the_time_is_up() -> None:
    begun = monotonic()
    found, bound = hard().solve_whole(Effort(1.0))
    assert monotonic() - begun < 8.0
    assert bound < found.cost


def test_a_search_ends_when_its_work_is_done_and_always_in_the_same_place() -> None:
    found, bound = hard().solve_whole(Effort(600.0, work=3 * PER_NODE))
    again, same = hard().solve_whole(Effort(600.0, work=3 * PER_NODE))
    assert bound < found.cost
    assert (again.cost, same) == (found.cost, bound)


def test_a_search_that_was_ended_does_not_end_those_after_it() -> None:
    expected = hard().solve_whole(Effort(600.0, work=3 * PER_NODE))[0].cost
    for _ in range(3):
        hard().solve_whole(Effort(0.3))
        assert hard().solve_whole(Effort(600.0, work=3 * PER_NODE))[0].cost == expected


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself an interrupt there")
def test_a_search_can_be_interrupted() -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    program = hard()
    before = signal.signal(signal.SIGALRM, interrupted)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    begun = monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            program.solve_whole(Effort(60.0))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert monotonic() - begun < 8.0


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_the_program_ends_when_it_is_told_to(sent: signal.Signals, write: Write) -> None:
    rng = np.random.default_rng(3)
    rows = [
        f"{name},{rng.choice(list('xyz'))},{start},{start + length}"
        for name in "ABCDEFGH"
        for start, length in zip(rng.integers(0, 40, 12), rng.integers(5, 30, 12), strict=True)
    ]
    path = write("dense.csv", HEADER + "\n".join(rows) + "\n")
    command = [sys.executable, "-m", "accord", "agree", str(path), "-c", "accord-2011", "--samples", "300"]
    before = signal.signal(sent, signal.SIG_DFL)  # whoever runs the tests in the background may have it ignored
    try:
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    finally:
        signal.signal(sent, before)
    try:
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(4)
        os.kill(running.pid, sent)
        assert running.wait(60) > 0
    finally:
        running.kill()
        running.wait()
