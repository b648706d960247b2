"""Scoring a million spans against a million, beside plain Python and nervaluate: the same answer, time and memory.

    python bench/score_spans.py [--documents 20000] [--spans 50] [--runs 3] [--peer-documents 1000]

Plain Python decodes the lines and counts equal spans, which is exact F1 and nothing else; accord also checks every
span, counts partial, type and boundary matches and intervals, and pairs what is not right. nervaluate counts four
schemas; it compares all spans of a document with all, so it is run on fewer documents, and as its answer depends on the
order of spans that overlap, on some without such.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from pathlib import Path

from side_by_side import Program, compare, script

TYPES = [f"T{number}" for number in range(10)]
PLAIN = """
import json, sys
def records(path):
    with open(path, encoding="utf-8") as lines:
        return {record["document"]: set(map(tuple, record["spans"])) for record in map(json.loads, lines)}
gold, system = map(records, sys.argv[1:3])
counts = [
    sum(map(len, gold.values())),
    sum(map(len, system.values())),
    sum(len(spans & system[name]) for name, spans in gold.items()),
]
print(*counts)
"""
NERVALUATE = """
import json, sys
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
print(strict.possible, strict.actual, strict.correct)
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


def _counts(printed: str) -> str:
    """How many spans the reference has, the system has, and are the same, in what accord writes."""
    exact = json.loads(printed)["runs"][0]["scores"]["exact_f1"]
    return " ".join(str(exact[part]) for part in ("reference", "predicted", "correct"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--spans", type=int, default=50)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--peer-documents", type=int, default=1_000)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for documents, name, code, module in (
            (told.documents, "plain Python, no checks", PLAIN, "sys"),
            (told.peer_documents, "nervaluate strict", NERVALUATE, "nervaluate"),
        ):
            gold, system = write(Path(folder), module, documents, told.spans, flat=code == NERVALUATE)
            accord = ["-m", "accord", "score", system, "-r", gold, "--format", "json"]
            compare(
                f"{documents:,} documents with {told.spans} spans each: spans of both sides, and those that are equal",
                [Program("accord score", accord, answer=_counts), script(name, code, gold, system, module=module)],
                told.runs,
            )


if __name__ == "__main__":
    main()
