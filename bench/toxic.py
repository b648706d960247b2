"""Reading the 59,215 annotations of Toxic Spans as JSON lines: accord beside plain json and pandas.

    python bench/toxic.py FOLDER [--runs 3] [--peer PYTHON]

FOLDER holds comments.csv, annotations.csv and spans.csv as released; the JSON lines are made of them as docs/formats.md
does. Each reader is a process of its own; the figures are CPU seconds (user and system) with the start of Python, the
largest resident memory, and how many spans were found, which must be equal. PYTHON is that of an environment in which
pandas is installed.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ACCORD = """
import sys, accord
corpus = accord.read(sys.argv[1])
print(sum(len(each.spans) for each in corpus.annotations.values()))
"""

PLAIN = """
import sys, json
records = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
print(sum(len({tuple(span) for span in each["spans"]}) for each in records if each["spans"] is not None))
"""

PANDAS = """
import sys, pandas
table = pandas.read_json(sys.argv[1], lines=True, dtype=False)
print(sum(len({tuple(span) for span in spans}) for spans in table["spans"] if isinstance(spans, list)))
"""


def rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def write(folder: Path, target: Path) -> None:
    """The annotations as JSON lines, one of a comment by a worker each."""
    texts = {row["comment_id"]: row["comment_text"] for row in rows(folder / "comments.csv")}
    spans = defaultdict(set)
    for row in rows(folder / "spans.csv"):
        spans[row["annotation"]].add((int(row["start"]), int(row["end"]), row["type"]))
    records: dict[tuple[str, str], dict[str, object]] = {}
    for row in rows(folder / "annotations.csv"):
        text, marked = texts[row["comment_id"]], sorted(spans[row["annotation"]])
        known = all(end <= len(text) for _, end, _ in marked)
        record = {"document": row["comment_id"], "annotator": row["worker"], "text": text}
        records.setdefault((row["comment_id"], row["worker"]), record | {"spans": marked if known else None})
    target.write_text("\n".join(map(json.dumps, records.values())), encoding="utf-8")


def measured(python: str, program: str, path: Path) -> tuple[float, int, str]:
    """CPU seconds, the largest memory in MB, and what a program prints."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen([python, "-c", program, str(path)], stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        output.seek(0)
        said = output.read().strip()
    if status:
        sys.exit(f"{python} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024, said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--peer", default=sys.executable)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as held:
        path = Path(held) / "toxic.jsonl"
        write(told.folder, path)
        records = path.read_text(encoding="utf-8").count("\n") + 1
        print(f"{records:,} annotations, {path.stat().st_size / 1e6:.0f} MB, {time.strftime('%d %B %Y')}")
        found = set()
        for name, python, program in (
            ("accord", sys.executable, ACCORD),
            ("json", sys.executable, PLAIN),
            ("pandas", told.peer, PANDAS),
        ):
            if (
                name != "json"
                and subprocess.run([python, "-c", f"import {name}"], check=False, capture_output=True).returncode
            ):
                print(f"{name:8} is not installed")
                continue
            runs = [measured(python, program, path) for _ in range(told.runs)]
            found |= {said for _, _, said in runs}
            seconds, memory = [each[0] for each in runs], max(each[1] for each in runs)
            print(f"{name:8} {min(seconds):.2f} to {max(seconds):.2f} s CPU, {memory} MB, {runs[0][2]} spans")
    if len(found) != 1:
        sys.exit("the readers do not find the same number of spans")


if __name__ == "__main__":
    main()
