"""Scoring 2 million tokens: accord beside the other scorers, each a process of its own, in one run.

    python bench/score.py [FOLDER] [--sentences 100000] [--runs 5]

FOLDER holds gold.bio and pred.bio (token, space, label; a blank line between sentences) and is filled with a random
pair where it is empty. Every program reads both files and prints micro F1. One that is not installed is left out.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

from side_by_side import Program, compare

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


def programs(gold: str, predicted: str) -> list[Program]:
    """What scores the pair."""
    files = [gold, predicted]
    seqscore = [str(Path(sys.executable).parent / "seqscore"), "score", "--labels", "BIO", "-q", "--repair-method"]
    seqscore += ["conlleval", "--score-format", "delim", "--full-precision", "--reference", *files]
    accord = ["-m", "accord", "score", predicted, "-r", gold, "-e", "BIO", "--repair", "begin"]
    return [
        Program("accord score", accord, answer=lambda printed: f"{float(_row(printed, 'micro')[3]):.2f}"),
        Program("seqscore 0.9 score", seqscore, "seqscore", lambda printed: _percent(_all_types(printed))),
        Program("seqeval f1_score", ["-W", "ignore", "-c", SEQEVAL, *files], "seqeval", _percent),
        Program("nervaluate strict", ["-W", "ignore", "-c", NERVALUATE, *files], "nervaluate", _percent),
        Program("plain Python, no checks", ["-c", PLAIN_PYTHON, *files], "sys", _percent),
    ]


def _row(printed: str, name: str) -> list[str]:
    return next(line.split() for line in printed.splitlines() if line.startswith(name))


def _all_types(printed: str) -> str:
    row = next(line.split("\t") for line in printed.splitlines() if "ALL" in line)
    return row[row.index("ALL") + 3]


def _percent(f1: str) -> str:
    return f"{100 * float(f1):.2f}"


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
    parser.add_argument("--runs", type=int, default=5)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = told.folder or Path(scratch)
        if not (folder / "gold.bio").exists():
            make_pair(folder, told.sentences)
        files = [str(folder / name) for name in ("gold.bio", "pred.bio")]
        with Path(files[0]).open(encoding="utf-8") as lines:
            tokens = sum(not line.isspace() for line in lines)
        compare(f"{tokens:,} tokens against as many: micro F1 in percent", programs(*files), told.runs)


if __name__ == "__main__":
    main()
