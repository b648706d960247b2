"""What the learners of accord's tagger reach, beside logistic regression and CRFsuite on the same features, in one run.

    python bench/learners.py [--python .venv-learn/bin/python] [--data FOLDER] [--seeds 5]

All learn from GIMPEL-TRAIN and RITTER-TRAIN in universal tags, with the features `pos`. accord's learners are trained
with several seeds: the mean accuracy, its standard deviation, the cross-entropy of their probabilities, and thousand
tokens (times epochs) for each second of CPU time with features at hand, the median of the seeds. Logistic regression is
scikit-learn's (L2 with C = 1, to convergence), the CRF is CRFsuite's (L-BFGS with its default L2 of 1).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any

import numpy as np

from accord.formats import Columns
from accord.learn.tagger import Prepared, Tagger
from accord.verbs.labelled_text import labelled_text

ROOT = Path(__file__).parents[1]
DATA = ROOT.parent / "shared" / "data" / "pos"
PEERS = ROOT / ".venv-learn" / "bin" / "python"
TRAIN = ("gimpel-train", "ritter-train")
TESTS = ("gimpel-dev", "gimpel-test", "daily547", "ritter-eval", "ritter-dev", "inhouse")
OWN = [("perceptron", 5), ("perceptron", 10), ("softmax", 5), ("softmax", 10), ("crf", 5), ("crf", 10)]

REGRESSION = """
import json, sys, time
import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
held = np.load(sys.argv[1])
def rows(name):
    indptr, indices = held[name + "-indptr"], held[name + "-indices"]
    return csr_matrix((np.ones(len(indices)), indices, indptr), shape=(len(indptr) - 1, int(held["width"])))
start = time.process_time()
model = LogisticRegression(max_iter=1000).fit(rows("train"), held["train-gold"])
seconds = time.process_time() - start
found = {}
for name in sys.argv[2:]:
    gold, shares = held[name + "-gold"], model.predict_proba(rows(name))
    known = np.isin(gold, model.classes_)
    true = shares[np.flatnonzero(known), np.searchsorted(model.classes_, gold[known])]
    found[name] = [float((model.classes_[shares.argmax(1)] == gold).mean()), float(-np.log(true).mean())]
print(json.dumps([seconds, found]))
"""

CRFSUITE = """
import json, math, sys, tempfile, time
import numpy as np
import pycrfsuite
held = np.load(sys.argv[1])
def sentences(name):
    starts, indptr, indices, gold = (held[name + "-" + part] for part in ("starts", "indptr", "indices", "gold"))
    for first, end in zip(starts[:-1], starts[1:]):
        rows = [[str(each) for each in indices[indptr[at]:indptr[at + 1]]] for at in range(first, end)]
        yield rows, [str(code) for code in gold[first:end]]
trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
for rows, labels in sentences("train"):
    trainer.append(pycrfsuite.ItemSequence(rows), labels)
with tempfile.NamedTemporaryFile() as file:
    start = time.process_time()
    trainer.train(file.name)
    seconds = time.process_time() - start
    tagger = pycrfsuite.Tagger()
    tagger.open(file.name)
known, found = set(tagger.labels()), {}
for name in sys.argv[2:]:
    right = tokens = scored = 0
    lost = 0.0
    for rows, labels in sentences(name):
        best = tagger.tag(rows)
        right += sum(map(str.__eq__, best, labels))
        tokens += len(labels)
        for at, label in enumerate(labels):
            if label in known:
                scored += 1
                lost -= math.log(max(1e-300, tagger.marginal(label, at)))
    found[name] = [right / tokens, lost / scored]
print(json.dumps([seconds, found]))
"""


def read(folder: Path, *names: str) -> Any:
    return labelled_text([str(folder / name) for name in names], Columns())[0]


def arrays(prepared: Prepared, name: str) -> dict[str, Any]:
    sample = prepared.examples.sample
    held = {"starts": sample.starts, "indptr": sample.indptr, "indices": sample.indices}
    return {f"{name}-{part}": each for part, each in (held | {"gold": prepared.examples.gold}).items()}


def peer(python: Path, program: str, file: str) -> tuple[float, dict[str, list[float]]]:
    done = subprocess.run([python, "-c", program, file, *TESTS], capture_output=True, text=True, check=True)
    seconds, found = json.loads(done.stdout.splitlines()[-1])
    return seconds, found


def cross_entropy(tagger: Tagger, prepared: Prepared) -> float:
    """The mean of -log of the probability of the true label, of labels that training knows."""
    gold = prepared.examples.gold
    shares = tagger.model.shares(prepared.examples.sample)
    return float(-np.log(np.maximum(1e-300, shares[np.arange(len(gold)), gold][gold >= 0])).mean())


def print_row(name: str, speed: str, cells: list[str]) -> None:
    print(f"{name:<34}{speed:>8}" + "".join(f"{cell:>14}" for cell in cells), flush=True)


def own(train: Prepared, tests: dict[str, Prepared], seeds: int) -> None:
    for learner, epochs in OWN:
        how: dict[str, Any] = {"learner": learner, "epochs": epochs}
        Tagger.train(train, **how)  # compiled
        accuracies: dict[str, list[float]] = {name: [] for name in tests}
        losses: dict[str, list[float]] = {name: [] for name in tests}
        speeds = []
        for seed in range(seeds):
            start = time.process_time()
            tagger = Tagger.train(train, seed=seed, **how)
            speeds.append(len(train.examples) * epochs / (time.process_time() - start))
            for name, prepared in tests.items():
                accuracies[name].append(100 * tagger.accuracy(prepared))
                if tagger.has_probabilities:
                    losses[name].append(cross_entropy(tagger, prepared))
        means = [
            f"{mean(each):.2f} ({stdev(each):.2f})" if seeds > 1 else f"{each[0]:.2f}" for each in accuracies.values()
        ]
        print_row(f"accord {learner}, {epochs} epochs", f"{median(speeds) / 1e3:,.0f}", means)
        if losses[TESTS[0]]:
            print_row("", "", [f"{mean(each):.3f}" for each in losses.values()])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", type=Path, default=PEERS, help="the Python that has the peers")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--seeds", type=int, default=5)
    told = parser.parse_args()
    if not told.data.is_dir():
        print(f"there is no folder of tweets at {told.data}: name one with --data")
        return
    train = Prepared.of(read(told.data, *TRAIN), "pos")
    tests = {name: train.others(read(told.data, name)) for name in TESTS}
    sizes = [len(each.examples) for each in tests.values()]
    print(
        f"{len(train.examples):,} tokens, {train.extractor.width:,} features; accuracy (sd over seeds), cross-entropy\n"
    )
    print_row("", "k/s", list(TESTS))
    print_row("tokens", "", [f"{size:,}" for size in sizes])
    own(train, tests, told.seeds)
    if not told.python.exists():
        return
    with tempfile.NamedTemporaryFile(suffix=".npz") as file:
        held = {"width": np.array(train.extractor.width)} | arrays(train, "train")
        for name, prepared in tests.items():
            held |= arrays(prepared, name)
        np.savez(file, **held)
        file.flush()
        for name, program in (("scikit-learn LogisticRegression", REGRESSION), ("CRFsuite, L-BFGS", CRFSUITE)):
            seconds, found = peer(told.python, program, file.name)
            print_row(name, f"{seconds:.1f} s", [f"{100 * found[test][0]:.2f}" for test in TESTS])
            print_row("", "", [f"{found[test][1]:.3f}" for test in TESTS])


if __name__ == "__main__":
    main()
