"""What is read is not written over."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import HARBOUR, Accord

if TYPE_CHECKING:
    from pathlib import Path

ADA = "annotators/ada.conll"


@pytest.fixture
def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, accord: Accord) -> Path:
    folder = tmp_path / "harbour"
    shutil.copytree(HARBOUR, folder)
    monkeypatch.chdir(folder)
    for name, target in (("link.conll", ADA), ("link.html", ADA), ("link.json", "radio.csv"), ("again", "annotators")):
        (folder / name).symlink_to(target)
    assert accord("train", "reference.conll", "-o", "m", "-q", "--epochs", "1").code == 0
    return folder


@pytest.mark.parametrize(
    "call",
    [
        f"train {ADA} -o {ADA}",
        f"train {ADA} -o link.conll",
        f"train {ADA} -o n --dev reference.conll --curve link.svg",
        f"train {ADA} -o annotators/bram.conll --weights cm --disagreement annotators",
        f"tag m {ADA} -o ./{ADA}",
        f"tag m {ADA} -o m",
        f"tag m {ADA} reference.conll -o annotators",
        f"tag m {ADA} reference.conll -o again",
        "weights annotators -o annotators/ada.conll",
        "weights radio.csv -o link.json",
        "aggregate barometer.csv -o barometer.csv",
        "aggregate barometer.csv --posterior barometer.csv",
        "aggregate again -o annotators/ada.conll --repair begin",
        "aggregate annotators -o new --posterior new --repair begin",
        "soft radio.csv -o link.json",
        "report annotators -o link.html",
        "report radio.csv -o new.html --payload link.json",
        "gold annotators -o annotators/ada.conll --undecided majority",
        "gold annotators -o link.conll --undecided majority",
        "gold annotators -o new --account link.conll --undecided majority",
        "gold annotators -o new --account ./new --undecided majority",
        "gold annotators -o annotators/accord-decisions.sqlite --undecided majority",
        "gold annotators -o new.conll --account kept.sqlite --decisions kept.sqlite --undecided majority",
    ],
)
def test_what_is_read_is_not_written_over(accord: Accord, harbour: Path, call: str) -> None:
    (harbour / "link.svg").symlink_to("reference.conll")
    before = {path: path.read_bytes() for path in harbour.rglob("*") if path.is_file()}
    done = accord(*call.split())
    assert done.code == 2
    assert any(said in done.err for said in ("is a file that is read", "is named for two things", "is there, and is"))
    assert {path: path.read_bytes() for path in harbour.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    "call",
    [
        "aggregate annotators -o new.conll --repair begin --posterior -",
        "weights annotators -o cm-cond",
        "train reference.conll -o cm --weights cm --disagreement annotators --epochs 1",
        "tag m annotators/ada.conll annotators/bram.conll -o tagged",
        "gold annotators -o new.conll --account new.md --undecided majority",
    ],
)
def test_what_is_not_read_is_written_and_written_again(accord: Accord, harbour: Path, call: str) -> None:
    for _ in range(2):
        assert accord(*call.split()).code == 0
