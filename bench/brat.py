"""Reading a folder of 1,000 brat documents: accord beside bratiaa, whose reader is that of brat itself.

    python bench/brat.py [FOLDER] [--documents 500] [--runs 3] [--peer PYTHON]

FOLDER is filled with texts (some with emoji), 20 spans and 5 relations each, by two annotators, where it is empty: 500
documents are 1,000 files of annotations. Each reader is a process of its own over the same files; the figures are CPU
seconds (user and system) with the start of Python, the largest resident memory, and how many spans were found, which
must be equal. PYTHON is that of an environment in which bratiaa is installed.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WORDS = ["the", "harbour", "of", "Oslo", "Ann", "Bram", "café", "naïve", "left", "with", "cargo", "\N{GRINNING FACE}"]

ACCORD = """
import sys, accord
corpus = accord.read(sys.argv[1])
print(sum(len(each.spans) for each in corpus.annotations.values()))
"""

BRATIAA = """
import sys
from pathlib import Path
from bratsubset.annotation import TextAnnotations
files = Path(sys.argv[1]).glob("*/*.ann")
print(sum(1 for path in files for _ in TextAnnotations(str(path.with_suffix(""))).get_entities()))
"""


def fill(folder: Path, documents: int) -> None:
    """Make up texts and what two annotators marked in them."""
    rng = random.Random(1)
    (folder / "ada").mkdir(parents=True)
    (folder / "bram").mkdir()
    for number in range(documents):
        words, places, text = [rng.choice(WORDS) for _ in range(200)], [], ""
        for index, word in enumerate(words):
            places.append((len(text), len(text) + len(word)))
            text += word + ("\n" if index % 17 == 16 else " ")
        for annotator in ("ada", "bram"):
            lines: list[str] = []
            for index in sorted(rng.sample([each for each in range(199) if each % 17 != 16], 20)):
                start, end = places[index][0], places[index + rng.choice([0, 0, 1])][1]
                type_ = rng.choice(["PER", "LOC", "ORG"])
                lines.append(f"T{len(lines) + 1}\t{type_} {start} {end}\t{text[start:end]}\n")
            lines += [f"R{n}\tnear Arg1:T{rng.randint(1, 20)} Arg2:T{rng.randint(1, 20)}\n" for n in range(1, 6)]
            (folder / annotator / f"doc{number:05}.txt").write_text(text, encoding="utf-8")
            (folder / annotator / f"doc{number:05}.ann").write_text("".join(lines), encoding="utf-8")


def measured(python: str, program: str, folder: Path) -> tuple[float, int, str]:
    """CPU seconds, the largest memory in MB, and what a program prints."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen([python, "-c", program, str(folder)], stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        output.seek(0)
        said = output.read().strip()
    if status:
        sys.exit(f"{python} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024, said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", default=str(Path(tempfile.gettempdir()) / "accord-bench-brat"))
    parser.add_argument("--documents", type=int, default=500)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--peer", default=sys.executable)
    told = parser.parse_args()
    folder = Path(told.folder)
    if not folder.exists():
        fill(folder, told.documents)
    files = sum(1 for _ in folder.glob("*/*.ann"))
    print(f"{files:,} files of annotations in {folder}, {time.strftime('%d %B %Y')}")
    found = set()
    for name, python, program in (("accord", sys.executable, ACCORD), ("bratiaa", told.peer, BRATIAA)):
        module = "accord" if name == "accord" else "bratsubset"
        if subprocess.run([python, "-c", f"import {module}"], check=False, capture_output=True).returncode:
            print(f"{name:8} is not installed")
            continue
        runs = [measured(python, program, folder) for _ in range(told.runs)]
        found |= {said for _, _, said in runs}
        seconds = [each[0] for each in runs]
        memory = max(each[1] for each in runs)
        print(f"{name:8} {min(seconds):.2f} to {max(seconds):.2f} s CPU, {memory} MB, {runs[0][2]} spans")
    if len(found) != 1:
        sys.exit("the readers do not find the same number of spans")


if __name__ == "__main__":
    main()
