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
RUNS = [f"systems/{system}-{seed}.conll" for system in ("beacon", "lantern") for seed in (1, 2, 3)]
STEPS = [
    ("Are the volunteers' files sound?", "check annotators/ada.conll annotators/bram.conll annotators/chloe.conll"),
    (
        "Mend Chloé's slips, and show how.",
        "repair annotators/chloe.conll --method begin --output {scratch}/chloe.conll",
    ),
    ("What is in the reference?", "summary reference.conll"),
    (
        "How good are the two systems, over three seeds each?",
        f"score {' '.join(RUNS)} --reference reference.conll --encoding BIO --repair begin",
    ),
    (
        "How much does the choice of repair matter?",
        "score systems/lantern-3.conll --reference reference.conll --encoding BIO --all-repairs",
    ),
    (
        "Is beacon better than lantern, or is it the sentences?",
        "compare systems/beacon-1.conll systems/lantern-1.conll --reference reference.conll --repair begin",
    ),
    ("How much do the volunteers agree on what is urgent, and where do they not?", "agree urgency.csv --top 3"),
    ("What they heard on the radio: which stretch answers to which?", "align radio.csv --top 3 --picture --quiet"),
    ("How much do they agree on it, beyond chance?", "agree radio.csv --quiet"),
    ("And on the syntax of some sentences?", "agree trees --quiet --top 3"),
    ("How many more messages for a narrower interval?", "plan urgency.csv --quiet"),
    ("What is alpha, by the way?", "explain alpha"),
]


def main() -> int:
    with tempfile.TemporaryDirectory() as scratch:
        for question, command in STEPS:
            print(f"\n\033[1m{question}\033[0m" if sys.stdout.isatty() else f"\n{question}", flush=True)
            print(f"$ accord {command.format(scratch='.')}\n", flush=True)
            arguments = shlex.split(command.format(scratch=scratch))
            done = subprocess.run([sys.executable, "-m", "accord", *arguments], cwd=HARBOUR, check=False)
            if done.returncode > 1:
                return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
