"""The one-minute tour: what accord says about the campaign in ``harbour/``.

Run it with ``make demo``, or with ``python examples/demo.py`` where accord is installed.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

HARBOUR = Path(__file__).parent / "harbour"
PAGE = Path(__file__).parents[1] / "build" / "harbour.html"
RUNS = [f"systems/{system}-{seed}.conll" for system in ("beacon", "lantern") for seed in (1, 2, 3)]
STEPS = [
    ("Are the volunteers' files sound?", "check annotators/ada.conll annotators/bram.conll annotators/chloe.conll"),
    (
        "Repair Chloé's slips, and show how.",
        "repair annotators/chloe.conll --method begin --output {scratch}/chloe.conll",
    ),
    ("How much do the volunteers agree on what is urgent, and where do they not?", "agree urgency.csv --top 3"),
    ("What they heard on the radio: which stretch is aligned with which?", "align radio.csv --top 3 --picture --quiet"),
    (
        "Is beacon better than lantern, or is it the sentences?",
        f"compare {' '.join(RUNS)} --reference reference.conll --repair begin --quiet",
    ),
    ("What is alpha, by the way?", "explain alpha"),
    ("And all of it on one page:", "report . --output {page} --quiet"),
]


def main() -> int:
    PAGE.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        for question, command in STEPS:
            print(f"\n\033[1m{question}\033[0m" if sys.stdout.isatty() else f"\n{question}", flush=True)
            print(f"$ accord {command.format(scratch='.', page=PAGE.name)}\n", flush=True)
            arguments = [part.format(scratch=scratch, page=PAGE) for part in shlex.split(command)]
            done = subprocess.run([sys.executable, "-m", "accord", *arguments], cwd=HARBOUR, check=False)
            if done.returncode > 1:
                return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
