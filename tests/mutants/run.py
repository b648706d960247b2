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

from tests.mutants.mutations import MUTATIONS, Mutation

ROOT = Path(__file__).parents[2]
_PYTEST = ("-q", "-x", "-p", "no:cacheprovider", "--no-header", "--tb=no")
_FAILED = 1
"""The exit code of pytest where tests failed; any other than this and 0 is no verdict."""


def verdict(mutation: Mutation, copy: Path) -> str:
    """Run the tests of a mutation on a copy that has it, and take it out again."""
    path = copy / "src" / "accord" / mutation.file
    sound = path.read_text(encoding="utf-8")
    path.write_text(sound.replace(mutation.old, mutation.new), encoding="utf-8")
    tests = [str(Path("tests") / each) for each in mutation.tests.split()]
    environment = os.environ | {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *_PYTEST, *tests],
            check=False,
            cwd=copy,
            env=environment,
            capture_output=True,
            text=True,
        )
    finally:
        path.write_text(sound, encoding="utf-8")
    if done.returncode == _FAILED:
        return "caught"
    return "SURVIVED" if done.returncode == 0 else f"NO VERDICT: {done.stdout[-500:]}{done.stderr[-500:]}"


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
        for each in chosen:
            found = verdict(each, copy)
            missed += found != "caught"
            sys.stdout.write(f"{found}: {each.file}: {each.old.strip()!r} -> {each.new.strip()!r}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{len(chosen)} mutations, {missed} of them not caught\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
