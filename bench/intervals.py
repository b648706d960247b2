"""Do the 95 % intervals of `accord score` hold the true F1 in 95 % of all test sets? A simulation.

    python bench/intervals.py [--draws 4000]

The sentences of one run of the bundled example are taken as the whole population, whose F1 is then known; test sets of
50, 200 and 1,000 sentences are drawn from it with replacement.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import accord
from accord.agreement.jackknife import jackknife
from accord.agreement.result import Undefined, number
from accord.scoring.counts import Counts

if TYPE_CHECKING:
    from accord.agreement.result import Value

HARBOUR = Path(__file__).parents[1] / "examples" / "harbour"


def f1(row: tuple[int, ...]) -> Value:
    return Counts(*row).f1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=4000)
    draws = parser.parse_args().draws
    rng = np.random.default_rng(7)
    print(f"{'run':<12}{'sentences':>10}{'true F1':>9}{'coverage':>10}{'none':>6}{'mean width':>12}")
    for name in ("beacon-1", "lantern-2"):
        scores = accord.score(
            str(HARBOUR / "reference.conll"),
            str(HARBOUR / "systems" / f"{name}.conll"),
            repair="begin",
            per_sentence=True,
        )
        population = scores.run.per_sentence
        truth = float(number(scores.run.micro.f1) or 0)
        for size in (50, 200, 1000):
            held = missing = 0
            widths = []
            for _ in range(draws):
                drawn = Counter(tuple(population[index]) for index in rng.integers(0, len(population), size))
                interval = jackknife(drawn, f1)
                if isinstance(interval, Undefined):
                    missing += 1
                    continue
                held += interval.low <= truth <= interval.high
                widths.append(interval.high - interval.low)
            coverage = held / (draws - missing)
            print(f"{name:<12}{size:>10}{truth:>9.4f}{coverage:>10.3f}{missing:>6}{sum(widths) / len(widths):>12.4f}")


if __name__ == "__main__":
    main()
