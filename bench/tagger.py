"""Taggers: accord beside NLTK's averaged perceptron and CRFsuite's, in one run.

    python bench/tagger.py [--python .venv-learn/bin/python] [--data FOLDER]

All learn from the same tweets (GIMPEL-TRAIN and RITTER-TRAIN in universal tags) in five epochs. CRFsuite gets the very
features that accord makes, NLTK makes its own. The figures are tokens for each second of CPU time, one thread: of
learning, tokens times epochs over the time of learning with features at hand; the median of some calls, of NLTK of one.
The peers are looked for in .venv-learn. What is compiled is compiled before. Goals are for learning with the features
lxmls; all are measured in turn several times, and it is said in how many of these runs a goal was met.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from accord.formats import Columns
from accord.learn.tagger import Prepared, Tagger
from accord.learn.tagger.features import Templated
from accord.learn.tagger.text import Text
from accord.verbs.labelled_text import labelled_text

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[1]
DATA = ROOT.parent / "shared" / "data" / "pos"
PEERS = ROOT / ".venv-learn" / "bin" / "python"
TRAIN, TESTS = ("gimpel-train", "ritter-train"), ("gimpel-dev", "ritter-eval", "inhouse")
EPOCHS, CALLS = 5, 7
PLAIN = 110
"""Thousand tokens a second whose features plain Python made when this was planned."""
GOALS, RUNS = {"NLTK": 100, "CRFsuite": 3}, 8
"""How many times as fast as these learning is meant to be, and how often that is measured."""
Sentences = list[tuple[list[str], list[str]]]

CRFSUITE = """
import json, statistics, sys, tempfile, time
import pycrfsuite
case = json.load(open(sys.argv[1]))
seconds = []
for _ in range(3):
    trainer = pycrfsuite.Trainer(algorithm="ap", params={"max_iterations": case["epochs"], "epsilon": 0}, verbose=False)
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
print(json.dumps([statistics.median(seconds), time.process_time() - start, right]))
"""

NLTK = """
import json, sys, time
from nltk.tag.perceptron import PerceptronTagger
case = json.load(open(sys.argv[1]))
tagger = PerceptronTagger(load=False)
start = time.process_time()
tagger.train([list(zip(words, labels)) for words, labels in case["train"]], nr_iter=case["epochs"])
seconds = time.process_time() - start
right = {name: sum(a == b for words, labels in each for (_, a), b in zip(tagger.tag(words), labels))
         for name, each in case["tests"].items()}
start = time.process_time()
for words, _ in case["train"]:
    tagger.tag(words)
print(json.dumps([seconds, time.process_time() - start, right]))
"""


def read(path: Path) -> Sentences:
    text, _ = labelled_text([str(path)], Columns())
    return list(zip(text.cut(text.tokens), text.cut(text.labels or []), strict=True))


def usual(work: Callable[[], object], calls: int = CALLS) -> float:
    """The median CPU seconds of some calls: now and then a call is charged for the thread of the one before it."""
    seconds = []
    for _ in range(calls):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return median(seconds)


def peer(python: Path, program: str, case: dict[str, Any]) -> tuple[float, float, dict[str, int]]:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(case | {"epochs": EPOCHS}, file)
        file.flush()
        done = subprocess.run([python, "-c", program, file.name], capture_output=True, text=True, check=True)
    learning, tagging, right = json.loads(done.stdout.splitlines()[-1])
    return learning, tagging, right


def lxmls(words: list[str], place: int) -> list[str]:
    """The features of LxMLS, in plain Python."""
    word = words[place]
    features = [f"id:{word}"]
    if word.istitle():
        features.append("uppercased")
    if word.isdigit():
        features.append("number")
    if "-" in word:
        features.append("hyphen")
    for length in range(1, 4):
        if len(word) > length:
            features += [f"suffix:{word[-length:]}", f"prefix:{word[:length]}"]
    return features


def pos(words: list[str], place: int) -> list[str]:
    """The features of the template pos, in plain Python."""
    word = words[place]
    lower = word.lower()
    drawn = ["X" if c.isupper() else "x" if c.isalpha() else "d" if c.isdigit() else c for c in word]
    shape = "".join(c for number, c in enumerate(drawn) if number == 0 or c != drawn[number - 1])
    features = [f"word:{word}", f"lower:{lower}", f"shape:{shape}"]
    if any(c.isdigit() for c in word):
        features.append("digit")
    if "-" in word:
        features.append("hyphen")
    if word.isupper():
        features.append("capitals")
    for length in range(1, 5):
        if len(word) >= length:
            features += [f"start:{lower[:length]}", f"end:{lower[-length:]}"]
    for distance in (-2, -1, 1, 2):
        there = place + distance
        near = "<" if there < 0 else ">" if there >= len(words) else words[there].lower()
        features.append(f"lower{distance}:{near}")
        if abs(distance) == 1:
            features.append(f"ending{distance}:{near[-3:]}")
    return features


def plainly(sentences: Sentences, features: Callable[[list[str], int], list[str]]) -> list[list[list[int]]]:
    """The features of each token of each sentence, as numbers."""
    known: dict[str, int] = {}
    return [
        [[known.setdefault(each, len(known)) for each in features(words, place)] for place in range(len(words))]
        for words, _ in sentences
    ]


class Report:
    """The rows of the table, and what they say about learning."""

    def __init__(self, sentences: Sentences, tests: dict[str, Sentences]) -> None:
        self.tokens = sum(len(words) for words, _ in sentences)
        self.sizes = {name: sum(len(words) for words, _ in each) for name, each in tests.items()}
        self.learning: dict[str, float] = {}
        print(f"{len(sentences):,} tweets, {self.tokens:,} tokens, {EPOCHS} epochs; thousand tokens a CPU second\n")
        print(f"{'':<38}{'learning':>10}{'tagging':>10}" + "".join(f"{name:>13}" for name in TESTS))

    def row(self, name: str, learning: float, tagging: float, right: dict[str, float]) -> None:
        """Print a tagger's speeds and accuracies."""
        self.learning[name] = self.tokens * EPOCHS / learning
        scores = "".join(f"{100 * right[test] / self.sizes[test]:>13.2f}" for test in TESTS)
        print(f"{name:<38}{self.learning[name] / 1e3:>10,.1f}{self.tokens / tagging / 1e3:>10,.1f}{scores}", flush=True)


def strings(prepared: Prepared, sentences: Sentences) -> list[tuple[list[list[str]], list[str]]]:
    """The features of each token as CRFsuite takes them."""
    starts, indptr, indices = prepared.examples.sample
    rows = [[str(each) for each in indices[a:b]] for a, b in pairwise(indptr)]
    return [(rows[a:b], labels) for (a, b), (_, labels) in zip(pairwise(starts), sentences, strict=True)]


def taggers(report: Report, python: Path, train: Sentences, tests: dict[str, Sentences]) -> dict[str, float]:
    """A row for each tagger; gives how many tokens accord tags a second with features at hand."""
    ready = {}
    words = [each for each, _ in train]
    for features in ("lxmls", "pos"):
        prepared = Prepared.of(train, features)
        for regulariser in (None, "dropout", "zipf"):
            how = {"epochs": EPOCHS, "regulariser": regulariser}
            tagger = Tagger.train(prepared, **how)
            learning = usual(lambda: Tagger.train(prepared, **how))  # noqa: B023
            tagging = usual(lambda: tagger.tag(words), 3)  # noqa: B023
            right = {name: tagger.accuracy(each) * report.sizes[name] for name, each in tests.items()}
            report.row(f"accord, {features}{', ' + regulariser if regulariser else ''}", learning, tagging, right)
        ready[features] = report.tokens / usual(lambda: tagger.predict(prepared))  # noqa: B023
        if python.exists():
            others = {name: strings(prepared.others(each), each) for name, each in tests.items()}
            found = peer(python, CRFSUITE, {"train": strings(prepared, train), "tests": others})
            report.row(f"CRFsuite, averaged perceptron, {features}", *found)
    if python.exists():
        report.row("NLTK, PerceptronTagger", *peer(python, NLTK, {"train": train, "tests": tests}))
    return ready


def extraction(train: Sentences, tokens: int) -> dict[str, tuple[float, float]]:
    """How many tokens a second get their features, in accord and in plain Python."""
    found = {}
    print(f"\n{'features, tokens a CPU second':<38}{'accord':>10}{'plain':>10}")
    for plain in (lxmls, pos):
        name = plain.__name__
        ours = usual(lambda: Templated.named(name, ()).rows(Text.of(train, labelled=True), learn=True))  # noqa: B023
        found[name] = tokens / ours, tokens / usual(lambda: plainly(train, plain), 3)  # noqa: B023
        print(f"{name:<38}{found[name][0]:>10,.0f}{found[name][1]:>10,.0f}")
    return found


def goals(python: Path, train: Sentences) -> None:
    """Print how many times as fast as the peers learning is, from least to most, and how often that is the goal."""
    prepared = Prepared.of(train, "lxmls")
    cases = {"NLTK": (NLTK, train), "CRFsuite": (CRFSUITE, strings(prepared, train))}
    found: dict[str, list[float]] = {name: [] for name in GOALS}
    for _ in range(RUNS):
        own = usual(lambda: Tagger.train(prepared, epochs=EPOCHS))
        for name, (program, sentences) in cases.items():
            found[name].append(peer(python, program, {"train": sentences, "tests": {}})[0] / own)
    print(f"\ngoals of learning, lxmls, {RUNS} runs")
    for name, times in found.items():
        met = sum(each >= GOALS[name] for each in times)
        print(f"times {name:<32}{min(times):>10,.1f} to {max(times):,.1f}   goal {GOALS[name]}: met in {met} of {RUNS}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", type=Path, default=PEERS, help="the Python that has the peers")
    parser.add_argument("--data", type=Path, default=DATA)
    told = parser.parse_args()
    if not told.data.is_dir():
        print(f"there is no folder of tweets at {told.data}: name one with --data")
        return
    train = [sentence for name in TRAIN for sentence in read(told.data / name)]
    tests = {name: read(told.data / name) for name in TESTS}
    report = Report(train, tests)
    ready = taggers(report, told.python, train, tests)
    made = extraction(train, report.tokens)
    print("\ntagging with features at hand, tokens a CPU second")
    for name, rate in ready.items():
        print(f"{name:<38}{rate:>10,.0f}")
    if told.python.exists():
        goals(told.python, train)
    needs = [
        ("features lxmls, thousand tokens", made["lxmls"][0] / 1e3, 5 * PLAIN),
        ("tagging, million tokens", ready["lxmls"] / 1e6, 1),
    ]
    print("\nwhat must hold")
    for name, found, needed in needs:
        print(f"{name:<38}{found:>10,.1f}   at least {needed}: {'yes' if found >= needed else 'NO'}")
    sys.exit(any(found < needed for _, found, needed in needs))


if __name__ == "__main__":
    main()
