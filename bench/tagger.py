"""Taggers: accord beside NLTK's averaged perceptron and CRFsuite's, in one run.

    python bench/tagger.py [--python .venv-learn/bin/python] [--data FOLDER]

All learn from the same tweets (GIMPEL-TRAIN and RITTER-TRAIN in universal tags) in five passes. CRFsuite gets the very
features that accord makes, NLTK makes its own. The figures are tokens for each second of CPU time, one thread: of
learning, tokens times passes over the time of learning with features at hand; the best of some calls, of NLTK of one.
The peers are looked for in .venv-learn. What is compiled is compiled before.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[1]
DATA = ROOT.parent / "shared" / "data" / "pos"
PEERS = ROOT / ".venv-learn" / "bin" / "python"
TRAIN, TESTS = ("gimpel-train", "ritter-train"), ("gimpel-dev", "ritter-eval", "inhouse")
PASSES, CALLS = 5, 7
Sentences = list[tuple[list[str], list[str]]]

CRFSUITE = """
import json, sys, tempfile, time
import pycrfsuite
case = json.load(open(sys.argv[1]))
seconds = []
for _ in range(3):
    trainer = pycrfsuite.Trainer(algorithm="ap", params={"max_iterations": case["passes"], "epsilon": 0}, verbose=False)
    for features, labels in case["train"]:
        trainer.append(pycrfsuite.ItemSequence(features), labels)
    with tempfile.NamedTemporaryFile() as file:
        start = time.process_time()
        trainer.train(file.name)
        seconds.append(time.process_time() - start)
        tagger = pycrfsuite.Tagger()
        tagger.open(file.name)
right = {name: sum(a == b for features, labels in each for a, b in zip(tagger.tag(features), labels))
         for name, each in case["tests"].items()}
start = time.process_time()
for features, _ in case["train"]:
    tagger.tag(features)
print(json.dumps([min(seconds), time.process_time() - start, right]))
"""

NLTK = """
import json, sys, time
from nltk.tag.perceptron import PerceptronTagger
case = json.load(open(sys.argv[1]))
tagger = PerceptronTagger(load=False)
start = time.process_time()
tagger.train([list(zip(words, labels)) for words, labels in case["train"]], nr_iter=case["passes"])
seconds = time.process_time() - start
right = {name: sum(a == b for words, labels in each for (_, a), b in zip(tagger.tag(words), labels))
         for name, each in case["tests"].items()}
start = time.process_time()
for words, _ in case["train"]:
    tagger.tag(words)
print(json.dumps([seconds, time.process_time() - start, right]))
"""


def read(path: Path) -> Sentences:
    sentences: Sentences = [([], [])]
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            word, tag = line.split("\t")
            sentences[-1][0].append(word)
            sentences[-1][1].append(tag)
        else:
            sentences.append(([], []))
    return [sentence for sentence in sentences if sentence[0]]


def fastest(work: Callable[[], object], calls: int = CALLS) -> float:
    """The least CPU seconds of some calls."""
    seconds = []
    for _ in range(calls):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


def peer(python: Path, program: str, case: dict[str, Any]) -> tuple[float, float, dict[str, int]]:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(case | {"passes": PASSES}, file)
        file.flush()
        done = subprocess.run([python, "-c", program, file.name], capture_output=True, text=True, check=True)
    learning, tagging, right = json.loads(done.stdout.splitlines()[-1])
    return learning, tagging, right


def plainly(sentences: Sentences) -> list[list[list[int]]]:
    """The features of LxMLS, each word of each sentence taken apart anew."""
    known: dict[str, int] = {}
    found = []
    for words, _ in sentences:
        rows = []
        for word in words:
            features = [f"id:{word}"]
            if word.istitle():
                features.append("uppercased")
            if word.isdigit():
                features.append("number")
            if "-" in word:
                features.append("hyphen")
            for length in range(1, 4):
                if len(word) > length:
                    features.append(f"suffix:{word[-length:]}")
                    features.append(f"prefix:{word[:length]}")
            rows.append([known.setdefault(feature, len(known)) for feature in features])
        found.append(rows)
    return found


def main() -> None:
    from accord.learn.tagger import Prepared, Tagger
    from accord.learn.tagger.features import Templated
    from accord.learn.tagger.text import Text

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", type=Path, default=PEERS, help="the Python that has the peers")
    parser.add_argument("--data", type=Path, default=DATA)
    told = parser.parse_args()
    if not told.data.is_dir():
        raise SystemExit(f"there is no folder of tweets at {told.data}: name one with --data")
    train = [sentence for name in TRAIN for sentence in read(told.data / name)]
    tests = {name: read(told.data / name) for name in TESTS}
    tokens = sum(len(words) for words, _ in train)
    words = [each for each, _ in train]
    print(f"{len(train):,} tweets, {tokens:,} tokens, {PASSES} passes; thousand tokens a CPU second\n")
    print(f"{'':<38}{'learning':>10}{'tagging':>10}" + "".join(f"{name:>13}" for name in TESTS))

    speed: dict[str, float] = {}

    def row(name: str, learning: float, tagging: float, right: dict[str, float]) -> None:
        speed[name] = tokens * PASSES / learning
        scores = "".join(f"{100 * right[test]:>13.2f}" for test in TESTS)
        print(f"{name:<38}{speed[name] / 1e3:>10,.1f}{tokens / tagging / 1e3:>10,.1f}{scores}", flush=True)

    def share(right: dict[str, int]) -> dict[str, float]:
        return {name: right[name] / sum(len(each) for _, each in tests[name]) for name in TESTS}

    ready: dict[str, float] = {}
    for features in ("lxmls", "pos"):
        prepared = Prepared.of(train, features)
        tagger = Tagger.train(prepared, epochs=PASSES)
        tagger.predict(prepared)
        learning = fastest(lambda: Tagger.train(prepared, epochs=PASSES))  # noqa: B023
        tagging = fastest(lambda: tagger.tag(words))  # noqa: B023
        ready[features] = tokens / fastest(lambda: tagger.predict(prepared))  # noqa: B023
        row(f"accord, {features}", learning, tagging, {name: tagger.accuracy(each) for name, each in tests.items()})
        for regularizer in ("dropout", "zipf"):
            corrupted = Tagger.train(prepared, epochs=PASSES, regularizer=regularizer)
            learning = fastest(lambda: Tagger.train(prepared, epochs=PASSES, regularizer=regularizer))  # noqa: B023
            scores = {name: corrupted.accuracy(each) for name, each in tests.items()}
            row(f"accord, {features}, {regularizer}", learning, tagging, scores)
        if told.python.exists():
            case = {"train": strings(prepared, train)}
            others = {name: strings(prepared.others(each), each) for name, each in tests.items()}
            learning, tagging, right = peer(told.python, CRFSUITE, case | {"tests": others})
            row(f"CRFsuite, averaged perceptron, {features}", learning, tagging, share(right))
    if told.python.exists():
        learning, tagging, right = peer(told.python, NLTK, {"train": train, "tests": tests})
        row("NLTK, PerceptronTagger", learning, tagging, share(right))

    print("\nfeatures, tokens a second")
    plain = tokens / fastest(lambda: plainly(train), 3)
    print(f"{'plain Python, lxmls':<38}{plain:>10,.0f}")
    made = {}
    for features in ("lxmls", "pos", "ner"):
        seconds = fastest(lambda: Templated.named(features, ()).rows(Text.of(train, labelled=True), learn=True))  # noqa: B023
        made[features] = tokens / seconds
        print(f"{f'accord, {features}':<38}{made[features]:>10,.0f}")
    print("\ntagging with features at hand, tokens a second")
    for features, rate in ready.items():
        print(f"{f'accord, {features}':<38}{rate:>10,.0f}")

    print("\nwhat must hold")
    goals = [
        ("features, times plain Python", made["lxmls"] / plain, 5),
        ("tagging, million tokens a second", ready["lxmls"] / 1e6, 1),
    ]
    if told.python.exists():
        crfsuite = speed["CRFsuite, averaged perceptron, lxmls"]
        goals += [
            ("learning, times NLTK", speed["accord, lxmls"] / speed["NLTK, PerceptronTagger"], 100),
            ("learning, times CRFsuite", speed["accord, lxmls"] / crfsuite, 3),
        ]
    for name, found, needed in goals:
        print(f"{name:<38}{found:>10.1f}   at least {needed}: {'yes' if found >= needed else 'NO'}")
    sys.exit(any(found < needed for _, found, needed in goals))


def strings(prepared: Any, sentences: Sentences) -> list[tuple[list[list[str]], list[str]]]:
    """The features of each token as CRFsuite takes them."""
    starts, indptr, indices = prepared.examples.sample
    rows = [[str(each) for each in indices[a:b]] for a, b in zip(indptr, indptr[1:], strict=False)]
    return [(rows[a:b], labels) for a, b, (_, labels) in zip(starts, starts[1:], sentences, strict=False)]


if __name__ == "__main__":
    main()
