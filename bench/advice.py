"""How often does the page tell the situation that a campaign is in? Campaigns drawn by known rules.

    python bench/advice.py [--campaigns 100] [SITUATION ...]

Each situation of docs/report.md is drawn as often as asked (`tests/unit/reporting/advised.py` says how), and the page
says what to do next. Told: its own sentence; neutral: that of a layer in which nothing stands out, or that there is too
little; another: a sentence that is for another situation.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.unit.reporting.advised import DRAWN, NEUTRAL, situation_of, situations, wrong


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", metavar="SITUATION")
    parser.add_argument("--campaigns", type=int, default=100)
    given = parser.parse_args()
    print("| campaigns | told | neutral | another |\n| --- | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as scratch:
        for name in given.names or DRAWN:
            found = situations(name, given.campaigns, Path(scratch))
            neutral = sum(found[each] for each in NEUTRAL - {situation_of(name)})
            print(f"| {name} | {found[situation_of(name)]} | {neutral} | {wrong(name, found)} |", flush=True)


if __name__ == "__main__":
    main()
