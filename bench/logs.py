"""Reading logs: accord beside json for a log of Inspect AI, and beside pandas for a table of MQM errors.

    python bench/logs.py [--samples 20000] [--segments 3000] [--runs 3]

Both files are made: a log of two scorers, and a table of three raters of each segment. Programs for one file must count
the same (see `side_by_side`).
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from pathlib import Path

from side_by_side import compare, script

LOG = {
    "accord": """
import sys, accord
corpus = accord.read(sys.argv[1])
print({name: sum(len(each.labels) for each in layer.annotations.values()) for name, layer in corpus.layers.items()})
""",
    "json": """
import sys, json, collections
found = collections.Counter()
for sample in json.load(open(sys.argv[1], encoding="utf-8"))["samples"]:
    found.update(list(sample["scores"]))
print(dict(found))
""",
}
TABLE = {
    "accord": """
import sys, accord
corpus = accord.read(sys.argv[1])
spans = sum(len(each.spans) for each in corpus.layers["errors"].annotations.values())
print(spans, len({document for document, _ in corpus.layers["errors"].annotations}))
""",
    "pandas": """
import sys, pandas, csv
rows = pandas.read_csv(sys.argv[1], sep="\\t", quoting=csv.QUOTE_NONE)
errors = rows[rows.severity.isin(["Minor", "Major"])]
places = [(row.target.find("<v>"), row.target.find("</v>") - 3) for row in errors.itertuples()]
print(len(places), rows.groupby(["system", "doc", "seg_id"]).ngroups)
""",
}


def write_log(path: Path, samples: int) -> None:
    """A log of so many samples, each with the messages of a conversation."""
    rng = random.Random(1)
    said = [{"role": role, "content": "word " * 120} for role in ("user", "assistant")]
    held = [
        {"id": n, "epoch": 1, "input": f"Question {n}?", "messages": said}
        | {"scores": {name: {"value": rng.choice("CI")} for name in ("match", "judge")}}
        for n in range(samples)
    ]
    about = {"task": "facts", "model": "mock/one"}
    path.write_text(json.dumps({"version": 2, "status": "success", "eval": about, "samples": held}, indent=2))


def write_table(path: Path, segments: int) -> None:
    """A table of so many segments, three raters of each and up to three errors by each."""
    rng = random.Random(1)
    words = ["wort", "satz", "fehler", "haus", "Uhr"]
    rows = ["system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity"]
    for n in range(segments):
        text = [rng.choice(words) for _ in range(30)]
        for rater in ("r1", "r2", "r3"):
            places = rng.sample(range(30), rng.randrange(4))
            for at in places:
                marked = [f"<v>{word}</v>" if at == place else word for place, word in enumerate(text)]
                rows.append(
                    f"s\td{n // 20}\t{n}\t{rater}\tx\t{' '.join(marked)}\tStyle\t{rng.choice(['Minor', 'Major'])}"
                )
            if not places:
                rows.append(f"s\td{n // 20}\t{n}\t{rater}\tx\t{' '.join(text)}\tNo-error\tNo-error")
    path.write_text("\n".join(rows) + "\n")


def main() -> None:
    """Write both files, and run all programs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=20_000)
    parser.add_argument("--segments", type=int, default=3_000)
    parser.add_argument("--runs", type=int, default=3)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log, table = Path(folder, "log.json"), Path(folder, "mqm.tsv")
        write_log(log, told.samples)
        write_table(table, told.segments)
        for what, path, codes in (
            (f"log of Inspect AI, {told.samples:,} samples", log, LOG),
            (f"MQM errors, {told.segments:,} segments by three raters", table, TABLE),
        ):
            programs = [script(name, code, str(path), module=name) for name, code in codes.items()]
            compare(f"{what}, {path.stat().st_size / 1e6:.0f} MB", programs, told.runs)


if __name__ == "__main__":
    main()
