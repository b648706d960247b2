"""Reading a folder of 1,000 brat documents: accord beside bratiaa, whose reader is that of brat itself.

    python bench/brat.py [FOLDER] [--documents 500] [--runs 3]

FOLDER is filled with texts (some with emoji), 20 spans and 5 relations each, by two annotators, where it is empty: 500
documents are 1,000 files of annotations. Plain Python splits the lines and checks nothing. Every reader says how many
spans it found, which must be equal (see `side_by_side`); bratiaa is left out where it is not installed.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from pathlib import Path

from side_by_side import compare, script

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


PLAIN = """
import sys
from pathlib import Path
found = 0
for path in Path(sys.argv[1]).glob("*/*.ann"):
    text = path.with_suffix(".txt").read_text(encoding="utf-8")
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("T"):
            _, place, covered = line.split("\\t")
            type_, start, end = place.split()
            found += text[int(start):int(end)] == covered
print(found)
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--documents", type=int, default=500)
    parser.add_argument("--runs", type=int, default=3)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as held:
        folder = told.folder or Path(held, "brat")
        if not folder.exists():
            fill(folder, told.documents)
        files = sum(1 for _ in folder.glob("*/*.ann"))
        programs = [
            script("accord.read", ACCORD, str(folder)),
            script("bratiaa", BRATIAA, str(folder), module="bratsubset"),
            script("plain Python, nothing checked", PLAIN, str(folder)),
        ]
        compare(f"{files:,} files of annotations", programs, told.runs)


if __name__ == "__main__":
    main()
