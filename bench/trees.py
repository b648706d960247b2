"""How long tree edit distance and alpha over trees take, beside other programs that compute the distance.

    python bench/trees.py [no_bokmaal-ud-test.conllu] [--trees 50000]

CPU time in all cases, single-threaded where programs are compared. Every program must find the same distances.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from accord.distance.tree_edit import all_distances, pair_distances
from accord.distance.tree_variants import TreeEdit
from tests.oracle.tree_peers import apted, edist, zss
from tests.oracle.treebanks import dependencies
from tests.oracle.trees import Tree, forest_of

if TYPE_CHECKING:
    from accord.study.forest import Forest

TREEBANK = Path(__file__).parents[1].parent / "shared" / "data" / "trees" / "ud" / "no_bokmaal-ud-test.conllu"
RUNS = 5


def fastest(work: object, runs: int = RUNS) -> tuple[float, object]:
    """The CPU seconds of the fastest of some runs, and what came out."""
    best, found = float("inf"), None
    for _ in range(runs):
        start = time.process_time()
        found = work()
        best = min(best, time.process_time() - start)
    return best, found


def compare_pairs(trees: list[Tree], forest: Forest) -> bool:
    """Random pairs of trees, each program on as many as it can do in a while."""
    rng = np.random.default_rng(1)
    pairs = rng.integers(len(trees), size=(20_000, 2))
    pair_distances(forest, pairs[:2, 0], pairs[:2, 1])
    seconds, expected = fastest(lambda: pair_distances(forest, pairs[:, 0], pairs[:, 1], workers=1))
    ours = seconds / len(pairs)
    rows = [("accord, drawn pairs", ours, "")]
    seconds, (table, kind_of) = fastest(lambda: all_distances(forest, workers=1), 2)
    compared = len(table) * (len(table) - 1) / 2
    rows.append(("accord, all pairs", seconds / compared, ""))
    same = bool((table[kind_of[pairs[:, 0]], kind_of[pairs[:, 1]]] == expected).all())
    for program, count in ((edist, 1_500), (apted, 150), (zss, 100)):
        try:
            distance = program(trees)
        except ImportError:
            rows.append((program.__name__, float("nan"), "not installed"))
            continue
        chosen = pairs[:count].tolist()
        seconds, found = fastest(lambda d=distance, c=chosen: [d(*pair) for pair in c], 3 if count > 1_000 else 1)
        rows.append((program.__name__, seconds / count, ""))
        same &= found == expected[:count].tolist()
    print(f"\n{'one thread':<24}{'us a pair':>12}{'x drawn pairs':>16}{'x all pairs':>14}")
    for name, seconds, note in rows:
        print(f"{name:<24}{1e6 * seconds:>12.2f}{seconds / ours:>16.1f}{seconds / rows[1][1]:>14.1f}  {note}")
    return same


def exact(forest: Forest) -> None:
    """All pairs of the treebank, on one core and on all."""
    print(f"\nall pairs of {len(forest):,} trees{'CPU s':>12}{'wall s':>8}{'MB':>8}")
    for title, workers in (("one thread", 1), ("all cores", None)):
        wall, cpu = time.perf_counter(), time.process_time()
        TreeEdit(workers=workers).all_pairs(forest)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{title:<24}{cpu:>12.1f}{wall:>8.1f}{memory:>8.0f}")


def written(sentences: list[str], count: int, folder: Path) -> list[Path]:
    """A large treebank with two annotators, of sentences drawn at random.

    The second gives one token of twenty another label, and hangs one of twenty below the token before it, if that makes
    no cycle.
    """
    rng = np.random.default_rng(7)
    paths = [folder / "one.conllu", folder / "two.conllu"]
    with paths[0].open("w", encoding="utf-8") as one, paths[1].open("w", encoding="utf-8") as two:
        for number in rng.integers(len(sentences), size=count // 2).tolist():
            one.write(sentences[number] + "\n\n")
            two.write(blurred(sentences[number], rng) + "\n\n")
    return paths


def blurred(sentence: str, rng: np.random.Generator) -> str:
    rows = [line.split("\t") for line in sentence.splitlines()]
    tokens = {row[0]: row for row in rows if row[0].isdecimal()}
    for row in tokens.values():
        if rng.random() < 0.05:
            row[7] = "dep"
        before = str(int(row[0]) - 1)
        if rng.random() < 0.05 and before in tokens and row[6] != "0" and row[0] not in above(before, tokens):
            row[6] = before
    return "\n".join("\t".join(row) for row in rows)


def above(token: str, tokens: dict[str, list[str]]) -> list[str]:
    found = []
    while token != "0":
        found.append(token)
        token = tokens[token][6]
    return found


def program(title: str, arguments: list[str]) -> None:
    """Run accord as a program, reading included."""
    command = [sys.executable, "-m", "accord", "agree", *arguments, "--json", "--quiet"]
    with tempfile.TemporaryFile("w+") as output:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        output.seek(0)
        if os.waitstatus_to_exitcode(status):
            raise SystemExit(f"accord failed on {title}")
        payload = json.loads(output.read())
    cpu = usage.ru_utime + usage.ru_stime
    print(f"{title:<44}{cpu:>8.1f}{wall:>8.1f}{usage.ru_maxrss / 1024:>8.0f}{payload['results'][0]['value']:>9.4f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("treebank", nargs="?", type=Path, default=TREEBANK)
    parser.add_argument("--trees", type=int, default=50_000)
    given = parser.parse_args()
    trees = [tree for tree, _ in dependencies(given.treebank)]
    forest = forest_of(trees)
    same = compare_pairs(trees, forest)
    exact(forest)
    sentences = [
        "\n".join(line for line in block.splitlines() if line[0] != "#")
        for block in given.treebank.read_text(encoding="utf-8").strip().split("\n\n")
    ]
    with tempfile.TemporaryDirectory() as folder:
        print(f"\n{'accord agree, reading included':<44}{'CPU s':>8}{'wall s':>8}{'MB':>8}{'alpha':>9}")
        paths = [str(path) for path in written(sentences, given.trees, Path(folder))]
        program(f"{given.trees:,} trees, sampled pairs", paths)
        paths = [str(path) for path in written(sentences, 2 * len(sentences), Path(folder))]
        program(f"{2 * len(sentences):,} trees, sampled pairs", paths)
        program(f"{2 * len(sentences):,} trees, all pairs", [*paths, "--pairs", "all"])
    print(f"\nsame answer: {'yes' if same else 'NO'}")
    sys.exit(not same)


if __name__ == "__main__":
    main()
