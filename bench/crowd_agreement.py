"""Both intervals of a large crowd: a million labels, each item by three of a thousand workers. CPU seconds and memory.

    python bench/crowd_agreement.py [--workers 1000] [--labels 1000000]

Beside accord the package krippendorff gets the same labels as a table of workers x items, for the value alone; it is
left out where that table would not fit. Both values are the same to 1e-9.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
from pathlib import Path
from time import process_time

import numpy as np

import accord
from accord.agreement.result import Undefined

EACH = 3
MOST_CELLS = 50_000_000


def drawn(labels: int, workers: int) -> tuple[np.ndarray, np.ndarray]:
    """Which workers labelled each item, and what they said, shape (items, 3)."""
    rng = np.random.default_rng(3)
    items = -(-labels // EACH)
    first = rng.integers(workers, size=items)
    steps = np.sort(rng.choice(workers - 1, size=(items, EACH - 1)) + 1, axis=1)
    steps[:, 1] += steps[:, 0] == steps[:, 1]  # workers of an item are different ones
    whose = (first[:, None] + np.concatenate([np.zeros((items, 1), int), steps], axis=1)) % workers
    truth = rng.choice(4, size=items)
    right = rng.random(whose.shape) < rng.beta(8, 3, workers)[whose]
    return whose, np.where(right, truth[:, None], rng.integers(4, size=whose.shape))


def written(whose: np.ndarray, said: np.ndarray, path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write("item,annotator,label\n")
        for item, (workers, labels) in enumerate(zip(whose.tolist(), said.tolist(), strict=True)):
            for worker, label in zip(workers, labels, strict=True):
                file.write(f"i{item},w{worker},{'abcd'[label]}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=1_000)
    parser.add_argument("--labels", type=int, default=1_000_000)
    given = parser.parse_args()
    whose, said = drawn(given.labels, given.workers)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "crowd.csv"
        written(whose, said, path)
        begun = process_time()
        corpus = accord.read(path)
        read = process_time()
        result = accord.agree(corpus, "alpha", distance="nominal").result
        measured = process_time()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"accord: {read - begun:.1f} s to read, {measured - read:.1f} s to measure, {memory:.0f} MB")
    print(f"alpha {result.value:.6f}, {result.interval[:2]}, annotators like these {result.other_annotators[:2]}")
    if given.workers * len(said) > MOST_CELLS:
        return
    import krippendorff

    table = np.full((given.workers, len(said)), np.nan)
    table[whose.T, np.arange(len(said))] = said.T
    begun = process_time()
    theirs = krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"krippendorff, the value alone: {process_time() - begun:.1f} s, {memory:.0f} MB")
    assert not isinstance(result.value, Undefined)
    assert abs(theirs - float(result.value)) < 1e-9


if __name__ == "__main__":
    main()
