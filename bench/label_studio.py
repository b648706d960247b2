"""Reading a Label Studio export of 200 MB: accord beside json and the converter of Label Studio's own SDK.

    python bench/label_studio.py [FILE] [--megabytes 200]

FILE is written if it is not there: tasks as the tool exports them, each a text of some 2,000 characters that three
annotators marked and classified; one text of twenty has an emoji. Every program is a process of its own, and all run
one after the other. The figures are CPU seconds (user and system), the largest resident memory, and the ratio to
`accord.read`; all must count the same spans of each annotator. A program that is not installed is left out, and said.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

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
for (_, who), said in corpus.annotations.items(): found[who] += len(said.spans)
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
import sys, json, collections
from label_studio_sdk.converter import Converter
converter = Converter(sys.argv[2], sys.argv[3], upload_dir=sys.argv[3])
converter.convert_to_json_min(sys.argv[1], sys.argv[3], is_dir=False)
"""


class Program(NamedTuple):
    """What reads an export: its command, and the module that must be there."""

    name: str
    command: list[str]
    module: str


class Taken(NamedTuple):
    """CPU seconds, megabytes, and what was printed."""

    seconds: float
    megabytes: float
    printed: str


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


def programs(path: str, config: str, folder: str) -> list[Program]:
    """All that read the export."""
    python, accord = sys.executable, [sys.executable, "-m", "accord"]
    return [
        Program("accord.read", [python, "-c", ACCORD, path], "accord"),
        Program("accord check", [*accord, "check", path], "accord"),
        Program("json.load, sets of spans", [python, "-c", JSON, path], "json"),
        Program("label_studio_sdk, JSON_MIN", [python, "-c", SDK, path, config, folder], "label_studio_sdk"),
    ]


def measure(program: Program) -> Taken:
    """Run a program."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(program.command, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        output.seek(0)
        printed = output.read()
    if os.waitstatus_to_exitcode(status):
        raise SystemExit(f"{program.name} failed: {' '.join(program.command)}")
    return Taken(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, printed)


def rows_counted(folder: Path) -> str:
    """The spans of each annotator in what the converter wrote."""
    (written,) = folder.glob("*.json")
    found: dict[str, int] = {}
    for row in json.loads(written.read_text(encoding="utf-8")):
        held = {(each["start"], each["end"], each["labels"][0]) for each in row["label"]}
        found[str(row["annotator"])] = found.get(str(row["annotator"]), 0) + len(held)
    return f"{sorted(found.items())}\n"


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--megabytes", type=int, default=200)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        path = given.file or Path(scratch, "export.json")
        if not path.exists():
            make(path, given.megabytes * 1_000_000)
        config = Path(scratch, "config.xml")
        config.write_text(CONFIG.format(labels="".join(f'<Label value="{type_}"/>' for type_ in TYPES)))
        converted = Path(scratch, "converted")
        converted.mkdir()
        print(f"{path.stat().st_size / 1e6:.0f} MB\n{'program':<28}{'CPU s':>8}{'MB':>7}{'times':>8}")
        first, answers = None, set()
        for program in programs(str(path), str(config), str(converted)):
            found = subprocess.run([sys.executable, "-c", f"import {program.module}"], capture_output=True, check=False)
            if found.returncode:
                print(f"{program.name:<28} is not installed")
                continue
            taken = measure(program)
            first = first or taken
            print(
                f"{program.name:<28}{taken.seconds:>8.2f}{taken.megabytes:>7.0f}{taken.seconds / first.seconds:>8.2f}",
                flush=True,
            )
            if program.module == "label_studio_sdk":
                answers.add(rows_counted(converted))
            elif taken.printed.startswith("[("):
                answers.add(taken.printed)
        if len(answers) != 1:
            raise SystemExit(f"the programs count other spans: {answers}")
        print(f"all count the same spans: {answers.pop().strip()}")


if __name__ == "__main__":
    main()
