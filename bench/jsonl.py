"""Reading records of Prodigy and doccano and a DocBin, beside plain JSON and spaCy: the same counts, time and memory.

    python bench/jsonl.py [--records 100000] [--runs 3]

Each reader runs in a program of its own. Time is that of the processor, with what it takes to start. Plain JSON decodes
each line and counts spans: that is the least that any reader in Python does. spaCy reads the DocBin that accord wrote;
where it is not installed, that row is missing.
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

WORDS = [
    "Ann",
    "Bo",
    "Acme",
    "Oslo",
    "fog",
    "rain",
    "met",
    "left",
    "wrote",
    "in",
    "the",
    "of",
    "was",
    "😀",
    "naïve",
    "2021",
]
MEASURE = """
import json, resource, sys
{code}
used = resource.getrusage(resource.RUSAGE_SELF)
peak = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(json.dumps([*count, used.ru_utime + used.ru_stime, int(peak) / 1024]))
"""
ACCORD = """
import accord
said = accord.read(sys.argv[1]).annotations.values()
count = len(said), sum(len(each.spans) for each in said)
"""
PLAIN = """
count = [0, 0]
with open(sys.argv[1], encoding="utf-8") as lines:
    for record in map(json.loads, lines):
        count[0] += 1
        count[1] += len(record[sys.argv[2]])
"""
SPACY = """
import spacy
from spacy.tokens import DocBin
docs = list(DocBin().from_disk(sys.argv[1]).get_docs(spacy.blank("en").vocab))
count = len(docs), sum(len(doc.ents) for doc in docs)
"""


def records(count: int) -> list[dict[str, object]]:
    """Texts of 20 words, of which about three are marked, by three annotators in turn."""
    drawn = random.Random(18)
    made = []
    for number in range(count):
        words = drawn.choices(WORDS, k=20)
        starts = [sum(len(word) + 1 for word in words[:place]) for place in range(len(words))]
        chosen = sorted(drawn.sample(range(len(words)), drawn.randrange(6)))
        spans = [(starts[at], starts[at] + len(words[at]), drawn.choice(["PER", "ORG", "LOC"]), at) for at in chosen]
        made.append({"number": number, "words": words, "starts": starts, "spans": spans})
    return made


def prodigy(record: dict[str, object]) -> dict[str, object]:
    words, starts, number = record["words"], record["starts"], record["number"]
    tokens = [
        {"text": word, "start": start, "end": start + len(word), "id": at, "ws": at < len(words) - 1}
        for at, (word, start) in enumerate(zip(words, starts, strict=True))
    ]
    spans = [
        {"start": start, "end": end, "token_start": at, "token_end": at, "label": label}
        for start, end, label, at in record["spans"]
    ]
    who = f"news-{['ada', 'bram', 'chloe'][number % 3]}"
    hashes = {"_input_hash": number // 3, "_task_hash": number // 3, "_session_id": who, "_annotator_id": who}
    text = " ".join(words)
    return {"text": text, "tokens": tokens, "spans": spans, "answer": "accept", "_view_id": "ner_manual", **hashes}


def doccano(record: dict[str, object]) -> dict[str, object]:
    labels = [[start, end, label] for start, end, label, _ in record["spans"]]
    return {"id": record["number"], "text": " ".join(record["words"]), "label": labels, "Comments": []}


def run(code: str, *arguments: str) -> tuple[int, int, float, float]:
    command = [sys.executable, "-c", MEASURE.format(code=code), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return tuple(json.loads(done.stdout))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    told = parser.parse_args()
    import accord

    with tempfile.TemporaryDirectory() as folder:
        made = records(told.records)
        texts = {number // 3: record for number, record in enumerate(made)}
        shown = [texts[number // 3] | {"number": number} for number in range(len(made))]
        files = {"prodigy": (map(prodigy, shown), "spans"), "doccano": (map(doccano, made), "label")}
        print(f"{'file':10} {'MB':>6}  {'reader':8} {'records':>8} {'spans':>8}  {'CPU s':>13}  {'peak MB':>8}")
        rows = []
        for name, (lines, key) in files.items():
            path = Path(folder) / f"{name}.jsonl"
            with path.open("w", encoding="utf-8") as stream:
                stream.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
            rows.append((name, path, {"accord": (ACCORD,), "json": (PLAIN, key)}))
        packed = Path(folder) / "ada.spacy"
        accord.convert(Path(folder) / "doccano.jsonl", packed, "docbin")
        rows.append(("docbin", packed, {"accord": (ACCORD,)} | ({"spacy": (SPACY,)} if find_spec("spacy") else {})))
        for name, path, readers in rows:
            answers = set()
            for reader, (code, *more) in readers.items():
                found = [run(code, str(path), *more) for _ in range(told.runs)]
                (held,) = {each[:2] for each in found}
                answers.add(held)
                seconds, peak = [each[2] for each in found], max(each[3] for each in found)
                size = path.stat().st_size / 1e6
                taken = f"{min(seconds):.2f} to {max(seconds):.2f}"
                print(f"{name:10} {size:6.1f}  {reader:8} {held[0]:8,} {held[1]:8,}  {taken:>13}  {peak:8.0f}")
            assert len(answers) == 1, f"the counts of {name} differ: {answers}"


if __name__ == "__main__":
    main()
