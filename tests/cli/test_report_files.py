"""Files with odd names, and what is said of those that cannot be read."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from tests.cli.conftest import HARBOUR

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.cli.conftest import Accord


def test_a_file_may_be_called_like_an_option(accord: Accord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-x.csv").write_bytes((HARBOUR / "urgency.csv").read_bytes())
    (tmp_path / "-y.conll").write_bytes((HARBOUR / "reference.conll").read_bytes())
    (tmp_path / "-z.conll").write_bytes((HARBOUR / "annotators" / "ada.conll").read_bytes())
    page = accord("report", "--json", "--reference=-y.conll", "--system=-z.conll", ".").json
    (layer,) = page["layers"]
    again = shlex.split(layer["command"])
    assert again[2] == "./-x.csv"
    assert accord(*again[1:], "--json").json["results"] == layer["agreement"]["results"]
    scored = shlex.split(page["systems"][0]["command"])
    assert scored[2:5] == ["./-z.conll", "--reference", "./-y.conll"]


def test_repeated_labels_are_one_problem(accord: Accord, tmp_path: Path) -> None:
    path = tmp_path / "votes.csv"
    path.write_text("item,annotator,label\n1,ada,x\n1,bram,x\n1,ada,x\n1,bram,y\n", encoding="utf-8")
    done = accord("report", path, "--json")
    assert done.code == 1
    assert (done.err.count(" error: "), done.err.count(" warning: ")) == (1, 0)
    assert "2 of 4 labels (50.00 %) are repeated, by 2 annotators; 1 contradicts" in done.err
    assert f"votes: 1 problem in {path}: nothing was read" in done.err


def test_a_folder_of_folders_is_named_where_it_holds_nothing_else(accord: Accord, tmp_path: Path) -> None:
    for who in ("ada", "bram"):
        for document in ("d01", "d02"):
            (tmp_path / "all" / who).mkdir(parents=True, exist_ok=True)
            text = f"{document}\tB-PER\nsails\tO\nKiel\t{'B-LOC' if who == 'ada' else 'O'}\n\n"
            (tmp_path / "all" / who / f"{document}.conll").write_text(text, "utf-8")
    (layer,) = accord("report", tmp_path / "all", "--json").json["layers"]
    again = shlex.split(layer["command"])
    assert again[2] == str(tmp_path / "all")
    assert accord(*again[1:], "--json").json["results"] == layer["agreement"]["results"]
    (tmp_path / "all" / "other").mkdir()
    (layer,) = accord("report", tmp_path / "all" / "ada", tmp_path / "all" / "bram", "--json").json["layers"]
    assert len([word for word in shlex.split(layer["command"]) if word.endswith(".conll")]) == 4
