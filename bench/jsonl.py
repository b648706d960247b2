"""Reading records of Prodigy and doccano and a DocBin, beside plain JSON and spaCy: the same counts, time and memory.

    python bench/jsonl.py [--records 20000] [--runs 3]

Plain JSON decodes each line and counts spans: that is the least that any reader in Python does. spaCy reads the DocBin
that accord wrote. All must count the same records and spans (see `side_by_side`).
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from pathlib import Path

from side_by_side import compare, script

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
ACCORD = """
import sys, accord
said = accord.read(sys.argv[1]).annotations.values()
print(len(said), sum(len(each.spans) for each in said))
"""
PLAIN = """
import sys, json
count = [0, 0]
with open(sys.argv[1], encoding="utf-8") as lines:
    for record in map(json.loads, lines):
        count[0] += 1
        count[1] += len(record[sys.argv[2]])
print(*count)
"""
SPACY = """
import sys, spacy
from spacy.tokens import DocBin
docs = list(DocBin().from_disk(sys.argv[1]).get_docs(spacy.blank("en").vocab))
print(len(docs), sum(len(doc.ents) for doc in docs))
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=20_000)
    parser.add_argument("--runs", type=int, default=3)
    told = parser.parse_args()
    import accord

    with tempfile.TemporaryDirectory() as folder:
        made = records(told.records)
        texts = {number // 3: record for number, record in enumerate(made)}
        shown = [texts[number // 3] | {"number": number} for number in range(len(made))]
        for name, lines, key in (
            ("Prodigy", map(prodigy, shown), "spans"),
            ("doccano", map(doccano, made), "label"),
        ):
            path = Path(folder) / f"{name}.jsonl"
            with path.open("w", encoding="utf-8") as stream:
                stream.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
            readers = [
                script("accord.read", ACCORD, str(path)),
                script("json.loads, nothing checked", PLAIN, str(path), key, module="json"),
            ]
            compare(f"{name}: {told.records:,} records, {path.stat().st_size / 1e6:.1f} MB", readers, told.runs)
        packed = Path(folder) / "ada.spacy"
        accord.convert(Path(folder) / "doccano.jsonl", packed, "docbin")
        readers = [script("accord.read", ACCORD, str(packed)), script("spaCy", SPACY, str(packed), module="spacy")]
        compare(f"DocBin: {told.records:,} records, {packed.stat().st_size / 1e6:.1f} MB", readers, told.runs)


if __name__ == "__main__":
    main()
