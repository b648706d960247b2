"""Reading logs: accord beside json for a log of Inspect AI, and beside pandas for a table of MQM errors.

    python bench/logs.py [--samples 20000] [--segments 3000]

Both files are made: a log of two scorers, and a table of three raters of each segment. Every program is a process of
its own, and all run one after the other. The figures are CPU seconds (user and system), the largest resident memory,
and the ratio of CPU seconds of accord to those of the program; programs for one file must count the same. One that is
not installed is left out.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from multiprocessing import Process
from pathlib import Path

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


def run(program: str, path: Path) -> tuple[str, float, float]:
    """What a program prints, its CPU seconds and its largest memory in MB."""
    read, write = os.pipe()
    process = subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=write, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as stream:
        printed = stream.read().strip()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    return ("" if status else printed), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    """Write both files, and run all programs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--samples", type=int, default=20_000)
    parser.add_argument("--segments", type=int, default=3_000)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log, table = Path(folder, "log.json"), Path(folder, "mqm.tsv")
        for write, path, size in ((write_log, log, told.samples), (write_table, table, told.segments)):
            writer = Process(target=write, args=(path, size))  # the memory of this process counts in its children
            writer.start()
            writer.join()
        for path, programs in ((log, LOG), (table, TABLE)):
            print(f"{path.name}, {path.stat().st_size / 1e6:.0f} MB")
            found = {name: run(program, path) for name, program in programs.items()}
            counted = {printed for printed, *_ in found.values() if printed}
            assert len(counted) == 1, found
            for name, (printed, seconds, memory) in found.items():
                figures = f"{seconds:6.2f} s {memory:7.0f} MB  x{found['accord'][1] / seconds:.1f}"
                print(f"  {name:8} {figures if printed else 'not here'}")


if __name__ == "__main__":
    main()
