"""A file is opened at most twice in a run, whatever the verb: once to sniff, once to read."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import accord
from accord.adjudicate.database import DECISIONS
from accord.adjudicate.decision import DECIDED
from accord.adjudicate.store import Store

from .conftest import HARBOUR

AUDITED = """
import atexit, collections, json, os, sys

root, target, *arguments = sys.argv[1:]
opened = collections.Counter()

def count(event, arguments):
    if event == "open" and isinstance(arguments[0], str | bytes):
        path = os.path.realpath(os.fsdecode(arguments[0]))
        if path.startswith(root + os.sep):
            opened[os.path.relpath(path, root)] += 1

sys.addaudithook(count)  # open() and os.open() alike
atexit.register(lambda: os.write(int(target), json.dumps(opened).encode()))
sys.argv = ["accord", *arguments]
from accord.cli.main import main

main()
"""
"""Runs a command and writes how often it opened each file below a folder."""

AT_MOST = 2
ANNOTATORS = [f"annotators/{name}.conll" for name in ("ada", "bram", "chloe")]
SYSTEMS = [f"systems/{name}-{run}.conll" for name in ("beacon", "lantern") for run in (1, 2, 3)]
TREES = [f"trees/{name}.conllu" for name in ("ada", "bram", "chloe")]
RUNS = {
    "report": (".", "-o", "{out}/page.html"),
    "check": (".",),
    "check trees": ("check", "trees"),
    "agree on labels": ("agree", "weather.csv"),
    "agree on tokens": ("agree", *ANNOTATORS),
    "agree on units": ("agree", "radio.csv", "--coefficient", "gamma", "--samples", "5"),
    "agree on trees": ("agree", *TREES),
    "agree on phrases": ("agree", "phrases"),
    "score": (*SYSTEMS, "--reference", "reference.conll", "--repair", "begin"),
    "score all repairs": ("score", *SYSTEMS, "--reference", "reference.conll", "--all-repairs"),
    "score trees": ("score", *TREES[1:], "--reference", TREES[0]),
    "score chance": ("score", SYSTEMS[0], "--reference", "reference.conll", "--chance", "--repair", "begin"),
    "compare": (*SYSTEMS, "--reference", "reference.conll", "--repair", "begin", "--resamples", "100"),
    "compare parsers": ("compare", *TREES[1:], "--reference", TREES[0], "--by-file", "--resamples", "100"),
    "convert": (SYSTEMS[0], "--to", "BIOES", "-o", "{out}/a.conll"),
    "repair": (SYSTEMS[0], "--method", "begin", "-o", "{out}/a.conll"),
    "relabel": ("reference.conll", "--map", "PERSON=PER", "-o", "{out}/a.conll"),
    "summary": ("reference.conll", "weather.csv", "radio.csv", *TREES),
    "count": ("reference.conll",),
    "text": ("reference.conll",),
    "aggregate": ("urgency.csv", "-o", "{out}/a.csv"),
    "aggregate mentions": ("aggregate", *ANNOTATORS, "-o", "{out}/a.conll"),
    "gold": (*ANNOTATORS, "--undecided", "majority", "-o", "{out}/a.conll"),
    "gold of columns": ("gold", "weather.csv", "--undecided", "majority", "-o", "{out}/a.csv"),
    "gold of decisions": ("gold", "weather.csv", "--undecided", "majority", "-o", "{out}/a.csv"),
    "difficulty": ANNOTATORS,
    "align": ("radio.csv",),
    "soft": ("urgency.csv", "-o", "{out}/a.json"),
    "soft of LeWiDi JSON": ("soft", "soft.json", "--reference", "soft.json"),
    "soft again": ("soft", "soft.json", "-o", "{out}/a.json"),
    "score large files": ("score", "large.conll.gz", "copy.conll", "--reference", "large.conll"),
    "check large files": ("check", "large.conll", "large.conll.gz"),
    "convert large files": ("convert", "large.conll", "--to", "BIOES", "-o", "{out}/a.conll"),
    "weights": (*ANNOTATORS, "-o", "{out}/a.json"),
}


@pytest.mark.parametrize("run", RUNS)
def test_a_file_is_opened_at_most_twice(run: str, tmp_path: Path) -> None:
    opened = opens(run, tmp_path)
    assert opened
    assert {file: times for file, times in opened.items() if times > AT_MOST} == {}


def test_the_report_opens_each_file_once(tmp_path: Path) -> None:
    opened = opens("report", tmp_path)
    assert len(opened) == 19
    assert set(opened.values()) == {1}


def opens(run: str, folder: Path) -> dict[str, int]:
    """How often a command opens each file of a copy of the example."""
    data, out = folder / "harbour", folder / "out"
    shutil.copytree(HARBOUR, data)
    out.mkdir()
    _add(data, run)
    verb, arguments = run.split(maxsplit=1)[0], [argument.format(out=out) for argument in RUNS[run]]
    if " " in run:
        verb, *arguments = arguments
    counted = folder / "opened.json"
    with counted.open("wb") as target:
        done = subprocess.run(
            [sys.executable, "-c", AUDITED, str(data.resolve()), str(target.fileno()), verb, *arguments],
            cwd=data,
            env=os.environ | {"PYTHONPATH": str(Path(accord.__file__).parents[1])},
            pass_fds=[target.fileno()],
            capture_output=True,
            text=True,
            check=False,
        )
    assert "Traceback" not in done.stderr
    assert done.returncode in {0, 1}, done.stderr
    found: dict[str, int] = json.loads(counted.read_text())
    return {file: times for file, times in found.items() if not file.startswith(DECISIONS)}


def _add(data: Path, run: str) -> None:
    """Put files beside those of the example: such as are not held in memory, or are of another format."""
    if "large" in run:
        text = (data / "reference.conll").read_bytes() * 60
        assert len(text) > 1 << 19
        for name in ("large.conll", "copy.conll"):
            (data / name).write_bytes(text)
        (data / "large.conll.gz").write_bytes(gzip.compress(text))
    if "decisions" in run:
        store = Store(data / DECISIONS)
        store.decide(store.file(["weather.csv"], ""), "weather:1", seen=0, state=DECIDED, who="eve", value="calm")
        store.close()
    if "LeWiDi" in run or "again" in run:
        item = {"annotators": "ada,bram", "annotations": {"ada": "1", "bram": "0"}, "soft_label": {"0": 0.5, "1": 0.5}}
        (data / "soft.json").write_text(json.dumps({"1": item, "2": item}))
