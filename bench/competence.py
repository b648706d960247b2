"""Do the 95 % intervals of competence hold how often annotators are right? A simulation.

    python bench/competence.py [--simulations 200]

Each crowd has annotators with confusion matrices of their own, so that it is known how often each is right in the long
run, and on these very items. Both are looked for in the interval that `accord aggregate` prints: the first is what it
is meant for.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

import numpy as np

import accord
from accord.agreement.result import Undefined

METHODS = {"dawid-skene": {"resamples": 100}, "bayes": {"draws": 200}}


class Crowd(NamedTuple):
    """How many items, annotators and labels there are, how many annotators label an item, and how good they are."""

    name: str
    items: int
    annotators: int
    labels: int
    each: int
    accuracy: tuple[float, float]


CROWDS = (
    Crowd("three on all of 100", 100, 3, 3, 3, (0.6, 0.95)),
    Crowd("five on all of 200", 200, 5, 4, 5, (0.5, 0.9)),
    Crowd("three of ten on 300", 300, 10, 3, 3, (0.6, 0.95)),
    Crowd("five of ten on 300", 300, 10, 5, 5, (0.4, 0.9)),
)


def drawn(crowd: Crowd, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Codes (items, annotators), NaN where there is none, and the shares that are right: in the long run, and here."""
    prevalence = rng.dirichlet(np.full(crowd.labels, 5.0))
    truth = rng.choice(crowd.labels, p=prevalence, size=crowd.items)
    right = rng.uniform(*crowd.accuracy, (crowd.annotators, crowd.labels))
    others = rng.dirichlet(np.ones(crowd.labels - 1), (crowd.annotators, crowd.labels))
    said = np.full((crowd.items, crowd.annotators), np.nan)
    for item, true in enumerate(truth.tolist()):
        for who in rng.permutation(crowd.annotators)[: crowd.each].tolist():
            wrong = [label for label in range(crowd.labels) if label != true]
            known = rng.random() < right[who, true]
            said[item, who] = true if known else rng.choice(wrong, p=others[who, true])
    here = np.nanmean(np.where(np.isnan(said), np.nan, said == truth[:, None]), axis=0)
    return said, right @ prevalence, here


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--simulations", type=int, default=200)
    times = parser.parse_args().simulations
    print(f"{'crowd':<22}{'method':<14}{'long run %':>11}{'these items %':>15}{'width':>8}")
    for crowd in CROWDS:
        rng = np.random.default_rng(7)
        studies = [drawn(crowd, rng) for _ in range(times)]
        for method, options in METHODS.items():
            held: list[tuple[bool, bool, float]] = []
            for said, long_run, here in studies:
                made = accord.aggregate(said, method, rows="items", **options)
                for each, *shares in zip(made.annotators, long_run, here, strict=True):
                    assert not isinstance(each.interval, Undefined)
                    low, high = each.interval.low, each.interval.high
                    held.append((*(bool(low <= share <= high) for share in shares), high - low))
            elsewhere, these, width = np.mean(held, axis=0)
            print(f"{crowd.name:<22}{method:<14}{100 * elsewhere:>11.1f}{100 * these:>15.1f}{width:>8.3f}", flush=True)


if __name__ == "__main__":
    main()
