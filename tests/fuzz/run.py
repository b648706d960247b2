"""Feed accord changed files for a while, and keep those on which it fails.

python -m tests.fuzz.run                      # ten minutes
python -m tests.fuzz.run --minutes 60 --seed 7
python -m tests.fuzz.run --cases 500          # so many cases, however long they take
python -m tests.fuzz.run --only 231           # the case of this number alone

A case fails where an exception is not one of accord's own, where a warning of Python or numpy comes out, where it takes
longer than --limit seconds or more than 2 GiB. What fails is kept in --keep, with the command that fails there.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from tests.fuzz.cases import ROOT, case, cases
from tests.fuzz.process import Runner, keep

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.fuzz.cases import Case


def search(found: Iterable[Case], folder: Path, *, limit: float, until: float | None = None) -> Counter[str]:
    """Run cases until a time, keep those that fail, and count them by what went wrong."""
    runner, faults, tried = Runner(limit), Counter[str](), 0
    try:
        for tried, each in enumerate(found, 1):
            if (fault := runner.run(each)) is not None:
                if not faults[fault.where]:
                    sys.stdout.write(f"case {tried - 1}: {keep(each, fault, folder)}\n")
                    sys.stdout.flush()
                faults[fault.where] += 1
            if until is not None and time.monotonic() > until:
                break
    except KeyboardInterrupt:
        sys.stdout.write("interrupted\n")
    finally:
        runner.close()
    sys.stdout.write(f"{tried:,} cases, {faults.total():,} of them failed, in {len(faults):,} ways\n")
    return faults


def main(arguments: list[str] | None = None) -> int:
    """Search for faults, and give the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.run", description="Feed accord changed files.")
    parser.add_argument("--minutes", type=float, default=10, help="for how long (10)")
    parser.add_argument("--cases", type=int, help="so many cases instead")
    parser.add_argument("--only", type=int, help="the case of this number alone")
    parser.add_argument("--seed", type=int, default=0, help="another seed gives other cases (0)")
    parser.add_argument("--limit", type=float, default=60, help="seconds that a case may take (60)")
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "fuzz", help="where failing cases go")
    parser.add_argument("--no-real", action="store_true", help="leave real data beside the checkout alone")
    given = parser.parse_args(arguments)
    found, until = cases(given.seed, real=not given.no_real), None
    if given.only is not None:
        found = iter([case(given.seed, given.only, real=not given.no_real)])
    elif given.cases is not None:
        found = islice(found, given.cases)
    else:
        until = time.monotonic() + 60 * given.minutes
    return 1 if search(found, given.keep, limit=given.limit, until=until) else 0


if __name__ == "__main__":
    sys.exit(main())
