"""A few hundred changed files, always the same: accord measures them or says in its own words why not."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.fuzz.cases import Case, case, cases
from tests.fuzz.mutation import mutated
from tests.fuzz.process import Fault, Runner, peak
from tests.fuzz.run import search

if TYPE_CHECKING:
    from pathlib import Path

CASES = 200
LIMIT = 300
"""Seconds for a case, on a machine however busy; what hangs, hangs for longer."""


def test_no_case_fails_by_a_fault_of_accord(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    faults = search(islice(cases(17, real=False), CASES), tmp_path, limit=LIMIT)
    kept = [path.read_text(encoding="utf-8") for path in tmp_path.glob("*.txt")]
    assert not faults, "\n\n".join([capsys.readouterr().out, *kept])
    assert f"{CASES} cases, 0 of them failed" in capsys.readouterr().out


def test_a_case_is_the_same_every_time_and_another_for_another_number() -> None:
    assert case(3, 5, real=False) == case(3, 5, real=False)
    assert len({repr(case(3, number, real=False)) for number in range(40)}) > 35


def test_most_changes_change_something() -> None:
    data = b'item,annotator,label\n1,ada,"x"\n2,bram,y\n'
    assert sum(mutated(data, Random(number)) != data for number in range(200)) > 180


@pytest.mark.parametrize(
    ("name", "fault"),
    [("hang", "hang-cli.main-"), ("raise", "ZeroDivisionError-cli.main-"), ("take", "MemoryError-"), ("end", "crash")],
)
def test_what_goes_wrong_is_told_apart_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, fault: str
) -> None:
    """The process of the cases imports accord from a folder where a verb does harm."""
    harm = {
        "hang": "import time; time.sleep(600)",
        "raise": "1 / 0",
        "take": "bytearray(1 << 34)",
        "end": "import os; os._exit(9)",
    }
    (tmp_path / "sitecustomize.py").write_text(
        "import accord.cli.formats as verb, click\n"
        f"def harm():\n    {harm[name]}\n"
        "verb.command = click.Command('formats', callback=harm)\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    runner = Runner(limit=2)
    try:
        found = runner.run(Case({}, "formats"))
    finally:
        runner.close()
    assert isinstance(found, Fault)
    assert found.where.startswith(fault)


def test_the_most_memory_that_was_taken_is_known() -> None:
    before = peak(reset=True)
    held = b"x" * (1 << 26)
    assert peak() - before > len(held) // 2 or not before  # not every system tells
