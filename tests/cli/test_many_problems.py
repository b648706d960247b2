"""Thousands of problems of one cause: said in a few lines, with how many there are; JSON holds all."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Accord

MANY, MAX_LINES = 10_000, 20


def label_studio() -> str:
    value = {"start": 0, "end": 3, "text": "Rob", "labels": ["PER"]}
    result = {"id": "r", "from_name": "ner", "to_name": "text", "type": "labels", "value": value}
    said = [{"id": 1, "completed_by": 1, "result": [result]}]
    return json.dumps([{"id": number, "data": {"text": "Pym left."}, "annotations": said} for number in range(MANY)])


FILES = {
    "tasks.json": (label_studio(), "offset-mismatch"),
    "labels.csv": ("item,annotator,label\n" + "".join(f"i{n},,x\n" for n in range(MANY)), "missing-annotator"),
    "labels.conll": ("Pym\tB-PER\nleft\tO\n\n" * 3 * MANY + "Pym\tB-PER\tx\n\n" * MANY, "ragged-row"),
}


@pytest.mark.parametrize("name", FILES)
def test_one_cause_is_said_in_a_few_lines(name: str, accord: Accord, tmp_path: Path) -> None:
    text, code = FILES[name]
    path = tmp_path / name
    path.write_text(text, "utf-8")
    checked = accord("check", path)
    refused = accord("summary", path)
    lines = checked.out.splitlines()
    assert sum(f"[{code}]" in line for line in lines) == MAX_LINES
    assert len(lines) == MAX_LINES + 1
    assert f"the rest of {MANY:,} [{code}] (accord check --json lists all)" in checked.out
    assert f"{path}:" in lines[0]
    alike = name != "tasks.json"  # where each names its task
    assert (f"; the first of {MANY:,} in the file (next: " in refused.err) == alike
    assert (f"and {MANY - 5:,} more) [{code}]" in refused.err) == alike
    assert len(refused.err.splitlines()) == 1 + (1 if alike else MAX_LINES)
    assert (checked.code, refused.code) == (1, 1)
    assert sum(each["code"] == code for each in accord("check", path, "--json").json) == MANY
