"""``accord gold``: every format, what it cannot hold, and what changed since an earlier one."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from accord.adjudicate.decision import DECIDED
from accord.serve.session import Session
from tests.cli.conftest import HARBOUR

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Accord


@pytest.fixture
def urgency(tmp_path: Path) -> Path:
    shutil.copy(HARBOUR / "urgency.csv", tmp_path)
    return tmp_path / "urgency.csv"


def decide(path: Path, number: int) -> None:
    """Take the first version of a case, as the page does."""
    with closing(Session([str(path)])) as session:
        desk = session.desk("urgency")
        case = desk.queue.cases[number]
        version = case.versions[0]
        session.store.decide(
            desk.file(), case.id, seen=0, state=DECIDED, who="eve", value=version.value, versions=case.fingerprint
        )


def test_to_names_the_format_as_for_convert(accord: Accord, tmp_path: Path) -> None:
    made = ("gold", HARBOUR / "annotators", "--undecided", "majority")
    done = accord(*made, "--to", "brat", "-o", tmp_path / "gold")
    assert done.code == 0
    assert len(list((tmp_path / "gold").glob("*.ann"))) == 12
    assert len(list((tmp_path / "gold").glob("*.txt"))) == 12
    same = accord(
        "gold", HARBOUR / "annotators", "--undecided", "majority", "--format", "brat", "-o", tmp_path / "same"
    )
    assert same.out == done.out
    by_ending = accord(*made, "-o", tmp_path / "gold.spacy")
    assert by_ending.code == 0
    assert accord("gold", HARBOUR / "annotators", "--to", "brackets", "-o", tmp_path / "no").code == 2


def test_what_a_format_cannot_hold_is_said_before_anything_is_written(accord: Accord, tmp_path: Path) -> None:
    names = tmp_path / "names.jsonl"
    record = {"document": "a/b", "text": "Crewe saw"}
    said = {who: [[0, 5, label], [6, 9, "A"]] for who, label in {"ada": "A", "bram": "B"}.items()}
    rows = [json.dumps(record | {"annotator": who, "spans": spans}) for who, spans in said.items()]
    names.write_text("\n".join(rows), "utf-8")
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, where a folder is to be written", "utf-8")
    done = accord("gold", names, "--undecided", "majority", "--to", "brat", "-o", blocked / "gold")
    assert done.code != 0  # nothing is adjudicated
    with closing(Session([str(names)])) as session:
        desk = session.desk("names")
        (case,) = desk.queue.cases
        session.store.decide(
            desk.file(), case.id, seen=0, state=DECIDED, who="eve", value=[[0, 5, "A"]], versions=case.fingerprint
        )
    done = accord("gold", names, "--to", "brat", "-o", blocked / "gold")
    assert done.code != 0
    assert done.err.startswith("warning: the format has no place for 1 name as written")
    assert blocked.is_file()


def test_what_changed_since_is_said_from_the_account_that_is_there(
    accord: Accord, urgency: Path, tmp_path: Path
) -> None:
    decide(urgency, 0)
    account = tmp_path / "kept.json"
    make = ("gold", urgency, "--undecided", "majority", "-o", tmp_path / "gold.csv", "--account", account)
    first = accord(*make)
    assert "Since then" not in first.out
    assert json.loads(account.read_text("utf-8"))["since"] is None
    decide(urgency, 1)
    decide(urgency, 2)
    earlier = tmp_path / "earlier.json"
    shutil.copy(account, earlier)
    second = accord(*make)
    assert "Since then: 2 cases decided, 0 decided again, 0 opened again." in second.out
    now = json.loads(account.read_text("utf-8"))
    then = json.loads(earlier.read_text("utf-8"))
    for row, before, after in zip(
        now["since"]["annotators"], then["annotators_against_gold"], now["annotators_against_gold"], strict=True
    ):
        assert row["same"] == [before["same"], after["same"]]
    asked = ("--undecided", "majority", "--since", earlier, "--json", "-o", tmp_path / "again.csv")
    named = accord("gold", urgency, *asked)
    assert named.json["since"]["decided"] == 2
    third = accord(*make)
    assert "Since then: 0 cases decided, 0 decided again, 0 opened again." in third.out


@pytest.mark.parametrize(("text", "why"), [("no json", "is no account"), (None, "cannot be read: no such file")])
def test_an_account_that_is_none_is_refused_in_words(
    accord: Accord, urgency: Path, tmp_path: Path, text: str | None, why: str
) -> None:
    file = tmp_path / "x.json"
    if text is not None:
        file.write_text(text, "utf-8")
    done = accord("gold", urgency, "--undecided", "majority", "--since", file, "-o", tmp_path / "gold.csv")
    assert done.code == 2
    assert why in done.err
