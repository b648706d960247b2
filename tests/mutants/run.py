"""Apply mutations one at a time to a copy of accord, and say which of them no test notices.

python -m tests.mutants.run                 # all, some ten minutes
python -m tests.mutants.run --only guard    # those of a file whose name holds this
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.mutants.mutations import MUTATIONS, Mutation

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parents[2]
_PYTEST = ("-q", "-x", "-p", "no:cacheprovider", "--no-header", "--tb=no")
_FAILED = 1
"""The exit code of pytest where tests failed; any other than this and 0 is no verdict."""


def outcome(tests: Iterable[str], copy: Path) -> tuple[int, str]:
    """The exit code of tests in a copy, and the end of what they print."""
    environment = os.environ | {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", *_PYTEST, *(f"tests/{each}" for each in tests)]
    done = subprocess.run(command, check=False, cwd=copy, env=environment, capture_output=True, text=True)
    return done.returncode, f"{done.stdout[-500:]}{done.stderr[-500:]}"


def verdict(mutation: Mutation, copy: Path) -> str:
    """Run the tests of a mutation on a copy that has it, and take it out again."""
    path = copy / "src" / "accord" / mutation.file
    sound = path.read_text(encoding="utf-8")
    path.write_text(sound.replace(mutation.old, mutation.new), encoding="utf-8")
    try:
        code, said = outcome(mutation.tests.split(), copy)
    finally:
        path.write_text(sound, encoding="utf-8")
    return "caught" if code == _FAILED else "SURVIVED" if code == 0 else f"NO VERDICT ({said})"


def main(arguments: list[str] | None = None) -> int:
    """Apply them, and give the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.run", description="Apply mutations to a copy.")
    parser.add_argument("--only", default="", metavar="TEXT", help="mutations of files whose names hold this")
    given = parser.parse_args(arguments)
    chosen = [each for each in MUTATIONS if given.only in each.file]
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("src", "tests", "examples"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("recorded"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        code, said = outcome(sorted({test for each in chosen for test in each.tests.split()}), copy)
        if code != 0:
            sys.stdout.write(f"the tests fail without any mutation:\n{said}\n")
            return 1
        for each in chosen:
            found = verdict(each, copy)
            missed += found != "caught"
            sys.stdout.write(f"{found}: {each.file}: {each.old.strip()!r} -> {each.new.strip()!r}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{len(chosen)} mutations, {missed} of them not caught\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
