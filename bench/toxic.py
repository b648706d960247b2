"""Reading the 59,215 annotations of Toxic Spans as JSON lines: accord beside plain json and pandas.

    python bench/toxic.py [FOLDER] [--runs 3]

FOLDER holds comments.csv, annotations.csv and spans.csv as released, and is `shared/data/units/toxic_spans` beside the
checkout where nothing else is said; the JSON lines are made of them as docs/formats.md
does. Every reader says how many spans it found, which must be equal (see `side_by_side`).
"""

from __future__ import annotations

import argparse
import csv
import json
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from side_by_side import compare, script

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parents[1].parent / "shared" / "data" / "units" / "toxic_spans"

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=DATA)
    parser.add_argument("--runs", type=int, default=3)
    told = parser.parse_args()
    if not told.folder.exists():
        raise SystemExit(f"{told.folder} is not here")
    with tempfile.TemporaryDirectory() as held:
        path = Path(held) / "toxic.jsonl"
        write(told.folder, path)
        with path.open(encoding="utf-8") as lines:
            count = sum(1 for _ in lines)
        programs = [
            script("accord.read", ACCORD, str(path)),
            script("json.loads, nothing checked", PLAIN, str(path), module="json"),
            script("pandas", PANDAS, str(path), module="pandas"),
        ]
        compare(f"{count:,} annotations, {path.stat().st_size / 1e6:.0f} MB", programs, told.runs)


if __name__ == "__main__":
    main()
