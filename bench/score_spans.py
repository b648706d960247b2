"""Scoring a million spans against a million, beside plain Python and nervaluate: the same answer, time and memory.

    python bench/score_spans.py [--documents 20000] [--spans 50] [--runs 3] [--peer-documents 1000]

Each program runs in a process of its own on the same JSON lines. Time is that of the processor, with what it takes to
start and to read; of accord it is also said what the scoring takes by itself. Plain Python decodes the lines and counts
equal spans, which is exact F1 and nothing else; accord also counts partial, type and boundary matches and intervals,
and pairs what is not right. nervaluate counts four schemas; it compares all spans of a document with all, so it is run
on fewer documents, and as its answer depends on the order of spans that overlap, on some without such.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

TYPES = [f"T{number}" for number in range(10)]
MEASURE = """
import json, resource, sys, time
scoring = 0.0
{code}
used = resource.getrusage(resource.RUSAGE_SELF)
peak = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(json.dumps([*counts, used.ru_utime + used.ru_stime, scoring, int(peak) / 1024]))
"""
ACCORD = """
import accord
from accord.kinds.kind import KINDS
count = KINDS.get("spans").counts
def timed(*given):
    global scoring
    start = time.process_time()
    found = count(*given)
    found.runs[0].headline.interval
    scoring = time.process_time() - start
    return found
type(KINDS.get("spans")).counts = lambda self, *given: timed(*given)
run = accord.score(sys.argv[1], sys.argv[2]).run
counts = list(run.headline.counts)
run.headline.interval, run.labels
"""
PLAIN = """
def records(path):
    with open(path, encoding="utf-8") as lines:
        return {record["document"]: set(map(tuple, record["spans"])) for record in map(json.loads, lines)}
gold, system = map(records, sys.argv[1:3])
counts = [
    sum(map(len, gold.values())),
    sum(map(len, system.values())),
    sum(len(spans & system[name]) for name, spans in gold.items()),
]
"""
NERVALUATE = """
from nervaluate import Evaluator
def records(path):
    with open(path, encoding="utf-8") as lines:
        return [
            [{"start": start, "end": end - 1, "label": label} for start, end, label in record["spans"]]
            for record in map(json.loads, lines)
        ]
gold, system = map(records, sys.argv[1:3])
tags = sorted({span["label"] for spans in (*gold, *system) for span in spans})
strict = Evaluator(gold, system, tags=tags, loader="dict").evaluate()["overall"]["strict"]
counts = [strict.possible, strict.actual, strict.correct]
"""


def document(drawn: random.Random, count: int, *, flat: bool) -> tuple[list[list[object]], list[list[object]]]:
    """Spans of a reference, and those of a system: seven of ten right, others nearly; some overlap if not ``flat``."""
    ours, theirs, at = set(), set(), 0
    for _ in range(count):
        at += drawn.randrange(3, 15)
        end, type_ = at + drawn.randrange(2, 20), drawn.choice(TYPES)
        ours.add((at, end, type_))
        how = drawn.random()
        if how < 0.7:
            theirs.add((at, end, type_))
        elif how < 0.8:
            theirs.add((at + 1, end, type_))
        elif how < 0.85:
            theirs.add((at, end, drawn.choice(TYPES)))
        elif how < 0.9:
            theirs.add((at + 1, end + 2, drawn.choice(TYPES)))
        if drawn.random() < 0.12 and not flat:
            theirs.add((at, 2 * end - at, type_))
        at = end if flat or drawn.random() < 0.9 else at + 1
    return sorted(map(list, ours)), sorted(map(list, theirs))


def write(folder: Path, name: str, documents: int, spans: int, *, flat: bool) -> list[str]:
    drawn = random.Random(19)
    paths = [folder / f"{name}-{side}.jsonl" for side in ("gold", "system")]
    with paths[0].open("w", encoding="utf-8") as gold, paths[1].open("w", encoding="utf-8") as system:
        for number in range(documents):
            sides = document(drawn, spans, flat=flat)
            length = max(end for side in sides for _, end, _ in side)
            for stream, side in zip((gold, system), sides, strict=True):
                stream.write(json.dumps({"document": f"d{number}", "length": length, "spans": side}) + "\n")
    return [str(path) for path in paths]


def run(code: str, paths: list[str]) -> tuple[float, ...]:
    command = [sys.executable, "-c", MEASURE.replace("{code}", code), *paths]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return tuple(json.loads(done.stdout))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--spans", type=int, default=50)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--peer-documents", type=int, default=1_000)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sizes = {told.documents: {"accord": ACCORD, "plain": PLAIN}}
        if find_spec("nervaluate"):
            sizes[told.peer_documents] = {"accord": ACCORD, "nervaluate": NERVALUATE}
        head = f"{'documents':>9}  {'program':10} {'reference':>9} {'predicted':>9} {'correct':>9}"
        print(f"{head}  {'CPU s':>14}  {'scoring s':>14}  {'peak MB':>8}")
        for documents, programs in sizes.items():
            paths = write(Path(folder), str(documents), documents, told.spans, flat="nervaluate" in programs)
            answers, fastest = set(), {}
            for name, code in programs.items():
                found = [run(code, paths) for _ in range(told.runs)]
                ((ours, theirs, right),) = {each[:3] for each in found}
                answers.add((ours, theirs, right))
                seconds, scoring, peak = (sorted(each[column] for each in found) for column in (3, 4, 5))
                fastest[name] = seconds[0]
                taken = f"{seconds[0]:.2f} to {seconds[-1]:.2f}"
                alone = f"{scoring[0]:.2f} to {scoring[-1]:.2f}" if any(scoring) else ""
                counts = f"{ours:9,} {theirs:9,} {right:9,}"
                print(f"{documents:9,}  {name:10} {counts}  {taken:>14}  {alone:>14}  {peak[-1]:8.0f}", flush=True)
            assert len(answers) == 1, f"the answers differ: {answers}"
            for name, seconds in fastest.items():
                if name != "accord":
                    print(f"{documents:9,}  accord takes {fastest['accord'] / seconds:.2f} times as long as {name}")


if __name__ == "__main__":
    main()
