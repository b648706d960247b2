"""Scoring 2 million tokens: accord beside the other scorers, each a process of its own, in one run.

    python bench/score.py [FOLDER] [--sentences 100000] [--annotators NAME ...]

FOLDER holds gold.bio and pred.bio (token, space, label; a blank line between sentences) and is filled with a random
pair where it is empty. Every tool reads both files and prints micro F1; the figures are CPU seconds (user and system),
the largest resident memory, and the ratio to accord. A tool that is not installed is left out, and said.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

TYPES = ["PER", "LOC", "ORG", "MISC", "DATE"]

SEQEVAL = """
import sys
from seqeval.metrics import f1_score
def read(path):
    sentences = [[]]
    for line in open(path):
        if line.strip(): sentences[-1].append(line.split()[1])
        elif sentences[-1]: sentences.append([])
    return [labels for labels in sentences if labels]
print(f1_score(read(sys.argv[1]), read(sys.argv[2])))
"""

NERVALUATE = SEQEVAL.replace(
    "from seqeval.metrics import f1_score", "from nervaluate.evaluator import Evaluator"
).replace(
    "print(f1_score(read(sys.argv[1]), read(sys.argv[2])))",
    "gold, predicted = read(sys.argv[1]), read(sys.argv[2])\n"
    f"results = Evaluator(gold, predicted, tags={TYPES!r}, loader='list').evaluate()\n"
    "print(results['overall']['strict'].f1)",
)

PLAIN_PYTHON = """
import sys
def mentions(path):
    sentence = index = 0
    start, kind = 0, None
    for line in open(path):
        label = line.split()[1] if line.strip() else "O"
        state, _, type_ = label.partition("-")
        if kind is not None and (state != "I" or type_ != kind):
            yield sentence, start, index, kind
            kind = None
        if state != "O" and kind is None:
            start, kind = index, type_
        index += 1
        if not line.strip():
            sentence, index = sentence + 1, 0
gold, predicted = set(mentions(sys.argv[1])), set(mentions(sys.argv[2]))
print(2 * len(gold & predicted) / (len(gold) + len(predicted)))
"""


class Tool(NamedTuple):
    """A scorer: its command, and the module that must be there."""

    name: str
    command: list[str]
    module: str | None = None


def tools(gold: str, predicted: str) -> list[Tool]:
    python = sys.executable
    bin_ = Path(python).parent
    return [
        Tool(
            "accord score",
            [str(bin_ / "accord"), "score", predicted, "-r", gold, "-e", "BIO", "--repair", "begin"],
            "accord",
        ),
        Tool(
            "seqscore 0.9 score",
            [str(bin_ / "seqscore"), "score", "--labels", "BIO", "-q", "--repair-method", "conlleval",
             "--score-format", "delim", "--full-precision", "--reference", gold, predicted],
            "seqscore",
        ),
        Tool("seqeval f1_score", [python, "-W", "ignore", "-c", SEQEVAL, gold, predicted], "seqeval"),
        Tool("nervaluate strict", [python, "-c", NERVALUATE, gold, predicted], "nervaluate"),
        Tool("plain Python, no checks", [python, "-c", PLAIN_PYTHON, gold, predicted]),
    ]  # fmt: skip


def f1_of(name: str, output: str) -> float:
    """The micro F1 in percent that a tool printed."""
    if name.startswith("accord"):
        row = next(line.split() for line in output.splitlines() if line.startswith("micro "))
        return float(row[3])
    if name.startswith("seqscore"):
        row = next(line.split("\t") for line in output.splitlines() if "ALL" in line)
        return 100 * float(row[row.index("ALL") + 3])
    return 100 * float(output.strip().splitlines()[-1])


def measure(tool: Tool) -> tuple[float, float, float]:
    """CPU seconds, megabytes and F1 of one tool."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(tool.command, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        output.seek(0)
        printed = output.read()
    if os.waitstatus_to_exitcode(status):
        raise SystemExit(f"{tool.name} failed: {' '.join(tool.command)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, f1_of(tool.name, printed)


def make_pair(folder: Path, sentences: int, seed: int = 13) -> None:
    """A random reference and a prediction with missed, wrong and invalid mentions."""
    rng = random.Random(seed)
    with (folder / "gold.bio").open("w") as gold, (folder / "pred.bio").open("w") as predicted:
        for _ in range(sentences):
            length = max(1, min(80, int(rng.gauss(20, 7))))
            ours = ["O"] * length
            for start in range(0, length, 3):
                if rng.random() < 0.35:
                    kind, size = rng.choice(TYPES), rng.choice([1, 1, 2, 3])
                    ours[start : start + size] = [f"B-{kind}", f"I-{kind}", f"I-{kind}"][: min(size, length - start)]
            theirs = [
                rng.choice(["O", f"I-{rng.choice(TYPES)}", label]) if rng.random() < 0.05 else label for label in ours
            ]
            for left, right in zip(ours, theirs, strict=True):
                word = f"w{rng.randrange(30000)}"
                gold.write(f"{word} {left}\n")
                predicted.write(f"{word} {right}\n")
            gold.write("\n")
            predicted.write("\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--sentences", type=int, default=100_000)
    parser.add_argument("--annotators", nargs="*", default=[])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.folder or Path(scratch)
        if not (folder / "gold.bio").exists():
            make_pair(folder, arguments.sentences)
        print(f"{'tool':<26}{'CPU s':>8}{'MB':>8}{'x accord':>10}{'micro F1':>10}")
        base, scores = 0.0, {}
        for tool in tools(str(folder / "gold.bio"), str(folder / "pred.bio")):
            if arguments.only and not any(name in tool.name for name in ("accord", *arguments.only)):
                continue
            if (
                tool.module
                and subprocess.run(
                    [sys.executable, "-c", f"import {tool.module}"], check=False, capture_output=True
                ).returncode
            ):
                print(f"{tool.name:<26}  not installed (make bench installs it)")
                continue
            seconds, megabytes, f1 = measure(tool)
            base = base or seconds
            scores[tool.name] = f1
            print(f"{tool.name:<26}{seconds:>8.2f}{megabytes:>8.0f}{seconds / base:>10.1f}{f1:>10.2f}", flush=True)
        spread = max(scores.values()) - min(scores.values())
        print(f"same answer: {'yes' if spread < 0.006 else f'NO, F1 differs by {spread:.2f}'}")
        sys.exit(spread >= 0.006)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
