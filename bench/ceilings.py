"""Does the best possible system ever lie outside the ends of `accord agree --ceiling`? A search for a violation.

    python bench/ceilings.py [--populations 100000]

Each population says how often annotators give which answer, so agreement and the best score are known exactly. Labels:
2 to 7 of them, 20 items. Spans: all 64 sets of six places to mark, by the Jaccard distance. Trees: 60 trees of 2 to 6
tokens a pool, by tree edit distance; any of the pool may be the answer. Prints violations and how near they came.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import TYPE_CHECKING

import numpy as np

from accord.distance.tree_variants import TreeEdit
from accord.kinds.trees.flatten import forest_of
from accord.model import DependencyTree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

AT_ONCE, POOL = 1_000, 60


def shares(answers: int, populations: int, rng: np.random.Generator) -> Floats:
    """How often each answer is given, shape (populations, answers): now by all, now by few."""
    drawn = rng.gamma(rng.choice([0.03, 0.1, 0.3, 1.0, 5.0], size=(populations, 1)), size=(populations, answers))
    drawn[drawn.sum(axis=1) == 0, 0] = 1.0
    found: Floats = drawn / drawn.sum(axis=1, keepdims=True)
    return found


def of_labels(populations: int, rng: np.random.Generator) -> Iterator[tuple[Floats, Floats, Floats]]:
    """The low end, the best and the high end of each population."""
    for _ in range(populations // AT_ONCE):
        p = shares(int(rng.integers(2, 8)), AT_ONCE * 20, rng).reshape(AT_ONCE, 20, -1)
        agreement = (p**2).sum(axis=2).mean(axis=1)
        yield agreement, p.max(axis=2).mean(axis=1), np.sqrt(agreement)


def of_distances(matrix: Floats, p: Floats) -> tuple[Floats, Floats, Floats]:
    """The same for answers with these distances; any of them may be what the system says."""
    apart = p @ matrix
    seen = (apart * p).sum(axis=1)
    return seen / 2, apart.min(axis=1), seen


def of_spans(populations: int, rng: np.random.Generator) -> Iterator[tuple[Floats, Floats, Floats]]:
    """Sets of spans by the Jaccard distance."""
    sets = (np.arange(64)[:, None] >> np.arange(6) & 1).astype(bool)
    common = (sets[:, None] & sets[None]).sum(axis=2)
    either = (sets[:, None] | sets[None]).sum(axis=2)
    matrix = np.where(either > 0, 1 - common / np.maximum(either, 1), 0.0)
    for _ in range(populations // AT_ONCE):
        yield of_distances(matrix, shares(64, AT_ONCE, rng))


def of_trees(populations: int, rng: np.random.Generator) -> Iterator[tuple[Floats, Floats, Floats]]:
    """Trees by tree edit distance."""
    for _ in range(populations // AT_ONCE):
        forest = forest_of([a_tree(rng) for _ in range(POOL)])
        some, others = np.indices((POOL, POOL)).reshape(2, -1)
        matrix = TreeEdit().pairs(forest, some, others).reshape(POOL, POOL)
        yield of_distances(matrix, shares(POOL, AT_ONCE, rng))


def a_tree(rng: np.random.Generator) -> DependencyTree:
    """Each token hangs on one before it, with one of three labels."""
    tokens = int(rng.integers(2, 7))
    heads = (0, *(int(rng.integers(1, number)) for number in range(2, tokens + 1)))
    labels = tuple(rng.choice(["a", "b", "c"], tokens).tolist())
    return DependencyTree(("w",) * tokens, heads, labels, tuple(range(1, tokens + 1)))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--populations", type=int, default=100_000)
    populations = parser.parse_args().populations
    for name, drawn in (("labels", of_labels), ("spans", of_spans), ("trees", of_trees)):
        start, below, above, least, most = process_time(), 0, 0, np.inf, np.inf
        for low, best, high in drawn(populations, np.random.default_rng(1)):
            below += int((best < low - 1e-9).sum())
            above += int((best > high + 1e-9).sum())
            least, most = min(least, float((best - low).min())), min(most, float((high - best).min()))
        seconds = process_time() - start
        violations = f"{below} below, {above} above; nearest {least:.1e}, {most:.1e}"
        print(f"{name:7} {populations:,} populations: {violations}; {seconds:.0f} s CPU", flush=True)


if __name__ == "__main__":
    main()
