"""Reading a Label Studio export of 200 MB: accord beside json and the converter of Label Studio's own SDK.

    python bench/label_studio.py [FILE] [--megabytes 200] [--runs 2] [--agree]

FILE is written if it is not there: tasks as the tool exports them, each a text of some 2,000 characters that three
annotators marked and classified; one text of twenty has an emoji. All must count the same spans of each annotator (see
`side_by_side`). ``--agree`` measures `accord agree` on it, too, which no other program here does.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from side_by_side import Program, compare, measured, script

if TYPE_CHECKING:
    from collections.abc import Iterator

ANNOTATORS = (19149, 19160, 19164)
TYPES = ("Person", "Date", "Time", "Age", "Firearm", "Department", "Experience", "Drugs")
WORDS = "the a deputy officer suspect vehicle at was near in store and arrived scene two years other fired who later"
CONFIG = """<View><Labels name="label" toName="text">{labels}</Labels><Text name="text" value="$text"/>
<Taxonomy name="Category" toName="text"><Choice value="Killed"/></Taxonomy></View>"""

ACCORD = """
import sys, accord, collections
corpus = accord.read(sys.argv[1], layer="label")
found = collections.Counter()
for (_, who), said in corpus.annotations.items():
    found[who] += len(said.spans)
print(sorted(found.items()))
"""
JSON = """
import sys, json, collections
found, spans = collections.Counter(), {}
for task in json.load(open(sys.argv[1], encoding="utf-8")):
    for said in task["annotations"]:
        held = {(each["value"]["start"], each["value"]["end"], each["value"]["labels"][0])
                for each in said["result"] if each["type"] == "labels"}
        spans[task["id"], said["completed_by"]] = task["data"]["text"], held
        found[str(said["completed_by"])] += len(held)
print(sorted(found.items()))
"""
SDK = """
import sys
from label_studio_sdk.converter import Converter
converter = Converter(sys.argv[2], sys.argv[3], upload_dir=sys.argv[3])
converter.convert_to_json_min(sys.argv[1], sys.argv[3], is_dir=False)
"""


def spans(rng: random.Random, words: list[str]) -> Iterator[dict[str, Any]]:
    """What one annotator marks in a text."""
    starts = [0]
    for word in words:
        starts.append(starts[-1] + 1 + len(word.encode("utf-16-le")) // 2)
    for number, first in enumerate(range(3, len(words) - 6, 38)):
        if rng.random() < 0.9:
            last = first + 1 + (number + (rng.random() < 0.2)) % 4
            value = {"start": starts[first], "end": starts[last] - 1, "text": " ".join(words[first:last])}
            yield {
                "id": f"{rng.randrange(16**10):010x}",
                "type": "labels",
                "value": {**value, "labels": [TYPES[number % len(TYPES)]]},
                "origin": "manual",
                "to_name": "text",
                "from_name": "label",
            }


def task(rng: random.Random, number: int) -> dict[str, Any]:
    """A task as the tool exports it."""
    words = rng.choices(WORDS.split(), k=360)
    if number % 20 == 0:
        words[0] = "\N{GRINNING FACE}"
    annotations = []
    for who in ANNOTATORS:
        chosen = [["Killed"], ["Suspect", rng.choice(["Arrested", "Injured"])]]
        category = {"id": f"{rng.randrange(16**10):010x}", "type": "taxonomy", "value": {"taxonomy": chosen}}
        category |= {"origin": "manual", "to_name": "text", "from_name": "Category"}
        annotations.append(
            {
                "id": 3 * number + len(annotations),
                "completed_by": who,
                "result": [*spans(rng, words), category],
                "was_cancelled": False,
                "ground_truth": False,
                "created_at": "2024-03-11T22:58:31.783696Z",
                "updated_at": "2024-04-16T21:32:09.678180Z",
                "draft_created_at": "2024-03-11T22:43:24.960990Z",
                "lead_time": round(rng.random() * 1000, 3),
                "prediction": {},
                "result_count": 0,
                "unique_id": f"{rng.randrange(16**32):032x}",
                "import_id": None,
                "last_action": "updated",
                "task": number,
                "project": 58507,
                "updated_by": who,
                "parent_prediction": None,
                "parent_annotation": None,
                "last_created_by": who,
            }
        )
    more = {"file_upload": "a.json", "drafts": [], "predictions": [], "meta": {}, "inner_id": number, "project": 58507}
    return {"id": number, "annotations": annotations, "data": {"id.num": number, "text": " ".join(words)}, **more}


def make(path: Path, size: int) -> None:
    """An export of so many bytes."""
    rng = random.Random(1)
    with path.open("w", encoding="utf-8") as stream:
        written = stream.write("[")
        for number in range(1, size):
            if written > size:
                break
            written += stream.write((",\n" if number > 1 else "") + json.dumps(task(rng, number), ensure_ascii=False))
        stream.write("]\n")


def counted(folder: Path) -> str:
    """The spans of each annotator in what the converter wrote."""
    (written,) = folder.glob("*.json")
    found: Counter[str] = Counter()
    for row in json.loads(written.read_text(encoding="utf-8")):
        found[str(row["annotator"])] += len({(each["start"], each["end"], each["labels"][0]) for each in row["label"]})
    return str(sorted(found.items()))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--agree", action="store_true")
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        path = told.file or Path(scratch, "export.json")
        if not path.exists():
            make(path, told.megabytes * 1_000_000)
        config, converted = Path(scratch, "config.xml"), Path(scratch, "converted")
        config.write_text(CONFIG.format(labels="".join(f'<Label value="{type_}"/>' for type_ in TYPES)))
        converted.mkdir()
        sdk = script("label-studio-sdk", SDK, str(path), str(config), str(converted), module="label_studio_sdk")
        programs = [
            script("accord.read", ACCORD, str(path)),
            Program("accord check", ["-m", "accord", "check", str(path)], answer=None),
            script("json.load, nothing checked", JSON, str(path), module="json"),
            sdk._replace(answer=lambda _: counted(converted)),
        ]
        compare(f"{path.stat().st_size / 1e6:.0f} MB", programs, told.runs)
        if told.agree:
            agree = Program("accord agree", ["-m", "accord", "agree", str(path), "--layer", "label", "--quiet"])
            taken = measured(agree, 1)
            print(f"\naccord agree: {taken.seconds[0]:.1f} CPU seconds, {taken.megabytes:.0f} MB\n{taken.printed}")


if __name__ == "__main__":
    main()
