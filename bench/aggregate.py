"""Aggregation of crowd labels: accord beside crowd-kit, in one run.

    python bench/aggregate.py [FILE] [--quick]

FILE is a joined table: item, token, the labels of all workers with commas between, and the expert's label; without
it, that of Gimpel's tweets is looked for in the folder of real data (236,380 labels of 14,439 tokens by 177 workers),
and where there is none, as many labels are drawn. Both programs get the same rows in a process of their own, read
before the clock starts: accord as a corpus, crowd-kit as a data frame. The figures are CPU seconds (accord's are the
best of three calls where crowd-kit has the method), accuracy against the expert, and the ratio to accord. Neither
makes intervals. crowd-kit is looked for in .venv-learn; --quick gives its MACE one restart instead of ten, which are
alike anyway, for it begins them all with the same seed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
CROWD = ROOT.parent / "shared" / "data" / "pos" / "gimpel_crowdsourced-tf.tsv.gz"
LEARN_PYTHON = ROOT / ".venv-learn" / "bin" / "python"
POINTS = 0.005
"""How far apart the accuracies of the two may lie."""

SEEDS = range(1, 11)
SECONDS = 2.0
"""What Dawid-Skene and MACE may take."""

CROWD_KIT = """
import json, sys, time, warnings
warnings.simplefilter("ignore")
import pandas
from crowdkit.aggregation import MACE, DawidSkene, MajorityVote
rows, gold, restarts = json.load(open(sys.argv[1]))
data = pandas.DataFrame(rows, columns=["task", "worker", "label"])
programs = {"majority": MajorityVote(), "dawid-skene": DawidSkene(), "mace": MACE(n_restarts=restarts)}
programs["majority"].fit_predict(data.head(100))
for name, program in programs.items():
    start = time.process_time()
    found = program.fit_predict(data)
    seconds = time.process_time() - start
    right = sum(gold[task] == label for task, label in found.items())
    print(json.dumps([name, seconds, right / len(gold)]), flush=True)
"""

OURS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "majority": ("majority", 3, {}),
    "dawid-skene": ("dawid-skene", 3, {}),
    "mace": ("mace", 3, {}),
    "dawid-skene, trust 0": ("dawid-skene", 1, {"trust": 0.0}),
    "mace by EM": ("mace", 1, {"inference": "em"}),
    "bayes": ("bayes", 1, {}),
}
"""What accord is asked for, how often it is timed, and how."""

Row = tuple[str, str, str]
Figures = dict[str, tuple[float, float]]
"""CPU seconds and accuracy of each method."""


def read(path: Path) -> tuple[list[Row], dict[str, str]]:
    """The labels and the expert's, as accord reads them."""
    import accord

    start = time.process_time()
    crowd = accord.read(path)
    seconds = time.process_time() - start
    expert = accord.read(path, item=0, label=3, layout="long")
    said = crowd.annotations.items()
    rows = sorted((item, who, label) for (_, who), each in said for item, label in each.labels.items())
    print(f"{path.name}: {len(rows):,} labels, read by accord in {seconds:.2f} CPU s")
    return rows, {item: label for each in expert.annotations.values() for item, label in each.labels.items()}


def drawn() -> tuple[list[Row], dict[str, str]]:
    """14,000 items with 17 of 177 workers each, who know the label more often or less, and otherwise guess."""
    import numpy as np

    rng = np.random.default_rng(7)
    workers, labels, items = 177, 12, 14_000
    truth = rng.choice(labels, p=rng.dirichlet(np.full(labels, 2.0)), size=items)
    knows = rng.beta(4, 2, workers)
    rows = []
    for item, true in enumerate(truth.tolist()):
        for worker in rng.choice(workers, size=17, replace=False).tolist():
            said = true if rng.random() < knows[worker] else int(rng.integers(labels))
            rows.append((f"{item:06}", f"w{worker:03}", f"L{said:02}"))
    print(f"{len(rows):,} labels, drawn")
    return rows, {f"{item:06}": f"L{true:02}" for item, true in enumerate(truth.tolist())}


def ours(rows: list[Row], gold: dict[str, str]) -> Figures:
    """What accord takes and how many labels are right."""
    from accord import aggregate
    from accord.model import Corpus, Document, ItemLabels

    by_worker: dict[str, dict[str, str]] = {}
    for item, worker, label in rows:
        by_worker.setdefault(worker, {})[item] = label
    table = Corpus.of((Document(""),), {("", worker): ItemLabels(labels) for worker, labels in by_worker.items()})
    found: Figures = {}
    for name, (method, calls, options) in OURS.items():
        seconds = []
        for _ in range(calls):
            start = time.process_time()
            made = aggregate(table, method, interval=None, **options)
            seconds.append(time.process_time() - start)
        found[name] = min(seconds), share_right(made, gold)
    several = [aggregate(table, "majority", interval=None, seed=seed) for seed in SEEDS]
    shares = [100 * share_right(made, gold) for made in several]
    print(f"majority: {several[0].tied:,} ties, and {len(SEEDS)} seeds get {min(shares):.2f} to {max(shares):.2f} %")
    return found


def share_right(made: Any, gold: dict[str, str]) -> float:
    """The share of labels that are those of the expert."""
    return sum(gold[item] == label for item, label in zip(made.items, made.label, strict=True)) / len(gold)


def theirs(rows: list[Row], gold: dict[str, str], restarts: int) -> Figures:
    """The same of crowd-kit, in its own environment; nothing where that is missing."""
    if not LEARN_PYTHON.exists():
        return {}
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump([rows, gold, restarts], file)
        file.flush()
        done = subprocess.run(
            [LEARN_PYTHON, "-c", CROWD_KIT, file.name], capture_output=True, text=True, check=True, timeout=3_600
        )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return {name: (seconds, accuracy) for name, seconds, accuracy in found}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, default=CROWD)
    parser.add_argument("--quick", action="store_true", help="one restart of crowd-kit's MACE instead of ten")
    arguments = parser.parse_args()
    rows, gold = read(arguments.file) if arguments.file.exists() else drawn()
    own, other = ours(rows, gold), theirs(rows, gold, 1 if arguments.quick else 10)
    print(f"{'method':<28}{'accord s':>9}{'right %':>9}{'crowd-kit s':>13}{'right %':>9}{'ratio':>8}")
    fine = True
    for name, (seconds, accuracy) in own.items():
        row = f"{name:<28}{seconds:>9.2f}{100 * accuracy:>9.2f}"
        if name in other:
            their_seconds, their_accuracy = other[name]
            row += f"{their_seconds:>13.2f}{100 * their_accuracy:>9.2f}{their_seconds / seconds:>8.1f}"
            fine &= abs(accuracy - their_accuracy) <= POINTS
            fine &= seconds < SECONDS
        print(row)
    print(f"within {100 * POINTS:g} points of crowd-kit and below {SECONDS:g} CPU s: {'yes' if fine else 'NO'}")
    sys.exit(not fine)


if __name__ == "__main__":
    main()
