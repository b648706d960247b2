"""Reading what INCEpTION exports: accord beside dkpro-cassis for XMI and JSON, and beside web-anno-tsv for TSV.

    python bench/cas.py [--documents 100] [--runs 3]

The documents are written by accord: 400 words each in lines of 20, by two annotators, with some 60 named entities; one
line of ten has an emoji. All must count the same entities (see `side_by_side`).
"""

from __future__ import annotations

import argparse
import random
import tempfile
from pathlib import Path

from side_by_side import compare, is_there, script

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


LIBRARIES = {
    "webanno": ("web-anno-tsv", "web_anno_tsv", WEB_ANNO_TSV),
    "xmi": ("dkpro-cassis", "cassis", CASSIS_XMI),
    "uima-json": ("dkpro-cassis", "cassis", CASSIS_JSON),
}


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


def main() -> None:
    """Print a table for each format."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=100)
    parser.add_argument("--runs", type=int, default=3)
    told = parser.parse_args()
    if not is_there("cassis"):
        raise SystemExit("dkpro-cassis is not installed (pip install 'accord[cas]')")
    with tempfile.TemporaryDirectory() as scratch:
        make(Path(scratch), told.documents)
        for format_, (name, module, code) in LIBRARIES.items():
            folder = str(Path(scratch, format_))
            programs = [script("accord.read", ACCORD, folder), script(name, code, folder, ENTITY, module=module)]
            compare(f"{format_}: {told.documents} documents by 2 annotators", programs, told.runs)


if __name__ == "__main__":
    main()
