"""Reading what INCEpTION exports: accord beside dkpro-cassis for XMI and JSON, and beside web-anno-tsv for TSV.

    python bench/cas.py [--documents 100]

The documents are written by accord: 400 words each in lines of 20, by two annotators, with some 60 named entities; one
line of ten has an emoji. Every program is a process of its own, and all run one after the other. The figures are CPU
seconds (user and system), the largest resident memory, and the ratio to `accord.read` of the same format; all must
count the same entities. A program that is not installed is left out, and said.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

FORMATS = ("webanno", "xmi", "uima-json")
WORDS = "the of mayor Berlin met Angela in a said new report about Paris and left early Tokyo"
LABELS = ("PER", "LOC", "ORG", "MISC")

ACCORD = """
import sys, accord
print(sum(len(each.spans) for each in accord.read(sys.argv[1]).annotations.values()))
"""
CASSIS_XMI = """
import sys, cassis, pathlib
found, types = 0, {}
for path in pathlib.Path(sys.argv[1]).glob("*/*.xmi"):
    known = types.get(path.parent) or types.setdefault(
        path.parent, cassis.load_typesystem((path.parent / "TypeSystem.xml").open("rb")))
    cas = cassis.load_cas_from_xmi(path.open("rb"), typesystem=known)
    found += sum(each.begin < each.end for each in cas.select(sys.argv[2]))
print(found)
"""
CASSIS_JSON = """
import sys, cassis, pathlib
found = 0
for path in pathlib.Path(sys.argv[1]).glob("*/*.json"):
    found += sum(each.begin < each.end for each in cassis.load_cas_from_json(path.open("rb")).select(sys.argv[2]))
print(found)
"""
WEB_ANNO_TSV = """
import sys, pathlib
from web_anno_tsv import open_web_anno_tsv
found = 0
for path in pathlib.Path(sys.argv[1]).glob("*/*.tsv"):
    with open_web_anno_tsv(str(path)) as sentences:
        found += sum(len(sentence.annotations) for sentence in sentences)
print(found)
"""
ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"


class Program(NamedTuple):
    """What reads a folder of files of a format."""

    name: str
    format: str
    module: str
    code: str


PROGRAMS = (
    Program("accord.read, TSV", "webanno", "accord", ACCORD),
    Program("web-anno-tsv", "webanno", "web_anno_tsv", WEB_ANNO_TSV),
    Program("accord.read, XMI", "xmi", "accord", ACCORD),
    Program("dkpro-cassis, XMI", "xmi", "cassis", CASSIS_XMI),
    Program("accord.read, JSON", "uima-json", "accord", ACCORD),
    Program("dkpro-cassis, JSON", "uima-json", "cassis", CASSIS_JSON),
)


class Taken(NamedTuple):
    """CPU seconds, megabytes, and what was printed."""

    seconds: float
    megabytes: float
    printed: str


def make(folder: Path, documents: int) -> None:
    """The same annotations in each of the formats."""
    from accord.model import Corpus, Document, Span, Spans
    from accord.verbs.convert import convert

    rng = random.Random(1)
    texts, said = [], {}
    for number in range(documents):
        lines = []
        for line in range(20):
            words = rng.choices(WORDS.split(), k=20)
            words[0] = "\N{GRINNING FACE}" if line % 10 == 0 else words[0]
            lines.append(" ".join(words))
        texts.append(Document(f"d{number:04}", (), "\n".join(lines)))
        for who in ("ada", "bram"):
            spans, start = {}, 0
            for line in lines:
                places, place = [], start
                for word in line.split():
                    places.append((place, place + len(word)))
                    place += len(word) + 1
                for first in range(0, 18, 6):
                    end = places[first + rng.randrange(3)][1]
                    spans[Span(places[first][0], end, rng.choice(LABELS))] = None
                start += len(line) + 1
            said[texts[-1].id, who] = Spans(tuple(spans), len(texts[-1].text))
    corpus = Corpus.of(tuple(texts), said, name="NamedEntity")
    for name in FORMATS:
        convert(corpus, folder / name, name)


def measure(program: Program, folder: Path) -> Taken:
    """Run a program."""
    command = [sys.executable, "-W", "ignore", "-c", program.code, str(folder / program.format), ENTITY]
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        output.seek(0)
        printed = output.read()
    if os.waitstatus_to_exitcode(status):
        raise SystemExit(f"{program.name} failed")
    return Taken(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, printed)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=100)
    given = parser.parse_args()
    missing = [
        each.module
        for each in PROGRAMS
        if subprocess.run([sys.executable, "-c", f"import {each.module}"], capture_output=True, check=False).returncode
    ]
    if "cassis" in missing:
        raise SystemExit("dkpro-cassis is not installed (pip install 'accord[cas]')")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        make(folder, given.documents)
        print(f"{given.documents} documents by 2 annotators\n{'program':<24}{'CPU s':>8}{'MB':>7}{'times':>8}")
        answers, first = set(), {}
        for program in PROGRAMS:
            if program.module in missing:
                print(f"{program.name:<24} is not installed")
                continue
            taken = measure(program, folder)
            times = taken.seconds / first.setdefault(program.format, taken.seconds)
            answers.add(taken.printed)
            print(f"{program.name:<24}{taken.seconds:>8.2f}{taken.megabytes:>7.0f}{times:>8.2f}", flush=True)
        if len(answers) != 1:
            raise SystemExit(f"the programs count other entities: {answers}")
        print(f"all count the same entities: {answers.pop().strip()}")


if __name__ == "__main__":
    main()
