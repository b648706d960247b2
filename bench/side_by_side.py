"""Programs side by side on the same input: CPU seconds, memory, the ratio, and whether all give the same answer.

Each program is a process of its own. CPU seconds are user and system together, from the start of Python to its end, the
least and the most of several runs; Python keeps what it compiles of the sources, as it does where accord is installed,
and a first run is not counted. Memory is the largest resident size. The ratio is that of the least CPU seconds to those
of the first program that is there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_HELD = Path(tempfile.gettempdir()) / "accord-bench-compiled"
_SPAWN = """
import json, os, sys
kept, child = sys.argv[1], os.fork()
if not child:
    os.dup2(os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
    os.execv(sys.argv[2], sys.argv[2:])
_, status, usage = os.wait4(child, 0)
print(json.dumps([os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024]))
"""
"""Starts a program from a small process, for the memory of the one that forks counts as that of its child."""


class Program(NamedTuple):
    """A program in Python: the code or the arguments that follow ``python``, and the module that it needs.

    ``answer`` takes from what it prints what must be equal; None where it says nothing of that.
    """

    name: str
    arguments: Sequence[str]
    module: str = "accord"
    answer: Callable[[str], str] | None = str.strip


class Taken(NamedTuple):
    """CPU seconds of each run, megabytes, and what was printed."""

    seconds: list[float]
    megabytes: float
    printed: str


def script(name: str, code: str, *arguments: str, module: str = "accord") -> Program:
    """A program that is a few lines of Python."""
    return Program(name, ["-W", "ignore", "-c", code, *arguments], module)


def measured(program: Program, runs: int = 3) -> Taken:
    """Run a program once to begin with, and then so often."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPYCACHEPREFIX": str(_HELD)}
    found = []
    with tempfile.TemporaryDirectory() as folder:
        printed = Path(folder) / "printed"
        for _ in range(runs + 1):
            command = [sys.executable, "-S", "-c", _SPAWN, str(printed), sys.executable, *program.arguments]
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
            code, seconds, megabytes = json.loads(done.stdout)
            if code:
                sys.exit(f"{program.name} failed: {done.stderr.strip()[-500:]}")
            found.append((seconds, megabytes))
        seconds = [each for each, _ in found[1:]]
        return Taken(seconds, max(each for _, each in found[1:]), printed.read_text(encoding="utf-8"))


def is_there(module: str) -> bool:
    """Whether a module can be imported."""
    return not subprocess.run([sys.executable, "-c", f"import {module}"], check=False, capture_output=True).returncode


def compare(title: str, programs: Sequence[Program], runs: int = 3) -> float:
    """Print a table, and end where answers differ; the least CPU seconds of the first program."""
    print(f"\n{title}\n{'program':<30}{'CPU seconds':>16}{'MB':>7}{'ratio':>8}")
    first, answers = 0.0, {}
    for program in programs:
        if not is_there(program.module):
            print(f"{program.name:<30}  is not installed")
            continue
        taken = measured(program, runs)
        least = min(taken.seconds)
        first = first or least
        shown = f"{least:.2f} to {max(taken.seconds):.2f}"
        print(f"{program.name:<30}{shown:>16}{taken.megabytes:>7.0f}{least / first:>8.2f}", flush=True)
        if program.answer is not None:
            answers[program.name] = program.answer(taken.printed)
    if len(set(answers.values())) > 1:
        sys.exit(f"the answers differ: {answers}")
    print(f"same answer: {next(iter(answers.values()))}")
    return first
