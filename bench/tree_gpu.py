"""All distances of many trees, on processors and on a graphics processor: are they the same, and how long do they take?

``python bench/tree_gpu.py --trees 4000 16000`` generates trees of 17 nodes on average, with a fixed seed. It needs CuPy
and a graphics processor.
"""

from __future__ import annotations

import argparse
import os
import resource
import time

import numpy as np

from accord.distance.tree_edit import all_distances
from accord.distance.tree_gpu import uses_gpu
from accord.errors import UsageError
from accord.study.forest import Forest

LABELS, LARGEST, REACH = 37, 60, 6


def trees(count: int, seed: int = 7) -> Forest:
    """Random trees in which each node hangs on one of the six before it, labels drawn by Zipf's law."""
    random = np.random.default_rng(seed)
    sizes = np.clip(random.gamma(2.6, 6.4, count).astype(int) + 1, 1, LARGEST)
    leftmost = np.concatenate([_leftmost(int(size), random) for size in sizes]).astype(np.int32)
    shares = 1 / np.arange(1, LABELS + 1)
    labels = random.choice(LABELS, len(leftmost), p=shares / shares.sum()).astype(np.int32)
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return Forest(labels, leftmost, offsets, tuple(map(str, range(LABELS))), sizes.astype(np.int64))


def _leftmost(size: int, random: np.random.Generator) -> list[int]:
    children: list[list[int]] = [[] for _ in range(size)]
    for node in range(1, size):
        children[int(random.integers(max(0, node - REACH), node))].append(node)
    found: list[int] = []

    def visit(node: int) -> int:
        leaves = [visit(child) for child in children[node]]
        found.append(leaves[0] if leaves else len(found))
        return found[-1]

    visit(0)
    return found


def measured(forest: Forest, device: str, workers: int) -> tuple[float, float, np.ndarray]:
    """Seconds by the clock, CPU seconds, and the distances."""
    clock, processor = time.perf_counter(), time.process_time()
    table, kind_of = all_distances(forest, workers=workers, device=device)
    return time.perf_counter() - clock, time.process_time() - processor, table[np.ix_(kind_of, kind_of)]


def main() -> int:
    """Print one row for each number of trees."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trees", type=int, nargs="+", default=[4000])
    counts = parser.parse_args().trees
    try:
        uses_gpu("gpu", 0)
    except UsageError as error:
        print(f"nothing to measure here: {error}")
        return 0
    workers = os.cpu_count() or 1
    for device in ("cpu", "gpu"):
        measured(trees(100), device, workers)  # compiles
    print(f"{'trees':>7} {'pairs':>12} {'gpu s':>8} {workers:>3} cores s {'CPU s':>8} {'ratio':>6} {'MB':>7}")
    for count in counts:
        forest = trees(count)
        there, _, on_gpu = measured(forest, "gpu", workers)
        here, spent, on_cpu = measured(forest, "cpu", workers)
        if not (on_gpu == on_cpu).all():
            print(f"{count} trees: the distances differ")
            return 1
        held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        pairs = count * (count - 1) // 2
        print(f"{count:7,} {pairs:12,} {there:8.2f} {here:11.2f} {spent:8.1f} {here / there:6.1f} {held:7,.0f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
