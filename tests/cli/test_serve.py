from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from typing import TYPE_CHECKING

import pytest

from accord.adjudicate.decision import DECIDED
from accord.adjudicate.file_ids import names_of
from accord.adjudicate.store import Store
from accord.campaign.gold import queue_of
from accord.formats.folders import find_files
from accord.verbs.read import read
from tests.cli.conftest import HARBOUR

if TYPE_CHECKING:
    from pathlib import Path

    from accord.serve.session import Session
    from tests.cli.conftest import Accord


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    shutil.copytree(HARBOUR, tmp_path / "harbour")
    return tmp_path / "harbour"


def adjudicate(campaign: Path, layer: str, *names: str) -> None:
    """Decide every case of a layer as most annotators do."""
    store = Store(campaign / "accord-decisions.sqlite")
    files = find_files([str(campaign / name) for name in names]).paths
    key = store.file(names_of(files, store.path))
    for case in queue_of(layer, read(*files)).cases:
        first = case.versions[0]
        store.decide(
            key,
            case.id,
            seen=0,
            state=DECIDED,
            who="eve",
            value=first.value,
            taken=first.annotators,
            versions=case.fingerprint,
        )
    store.close()


def test_gold_is_made_of_the_decisions_beside_the_data(accord: Accord, campaign: Path, tmp_path: Path) -> None:
    adjudicate(campaign, "annotators", "annotators")
    gold, account = tmp_path / "gold.conll", tmp_path / "gold.json"
    done = accord("gold", campaign, "--layer", "annotators", "-o", gold, "--account", account)
    assert done.code == 0
    assert "| decided by eve | 59 |" in done.out
    assert '"decided": {' in account.read_text("utf-8")
    assert accord("check", gold).code == 0
    scored = accord("score", "-r", gold, campaign / "annotators" / "bram.conll", "--repair", "begin", "--json")
    assert scored.code == 0


def test_decisions_are_found_in_a_folder_above_and_only_once(accord: Accord, campaign: Path, tmp_path: Path) -> None:
    adjudicate(campaign, "annotators", "annotators")
    done = accord("gold", campaign / "annotators", "-o", tmp_path / "gold.conll")
    assert done.code == 0
    assert f"Decisions are those in {campaign / 'accord-decisions.sqlite'}." in done.out
    shutil.copy(campaign / "annotators" / "ada.conll", campaign / "annotators" / "zoe.conll")
    again = accord("gold", campaign / "annotators", "-o", tmp_path / "gold.conll", "--undecided", "majority", "--json")
    assert '"total": 59' in again.out  # another annotator came
    adjudicate(campaign / "annotators", "annotators", "ada.conll", "bram.conll")
    twice = accord("gold", campaign / "annotators", "-o", tmp_path / "gold.conll")
    assert twice.code == 2
    assert "say which are meant (--decisions)" in twice.err


def test_gold_says_that_there_are_no_decisions(accord: Accord, campaign: Path, tmp_path: Path) -> None:
    adjudicate(campaign, "urgency", "urgency.csv")
    done = accord("gold", campaign / "annotators", "-o", tmp_path / "gold.conll", "--undecided", "majority")
    assert "No decisions on these files, as they are read, lie beside them or in a folder above." in done.out


def test_decisions_on_a_file_that_was_renamed_are_said(
    accord: Accord, campaign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    adjudicate(campaign, "urgency", "urgency.csv")
    table = (campaign / "urgency.csv").rename(campaign / "u.csv")
    said = (
        f"{campaign / 'accord-decisions.sqlite'} holds decisions on urgency.csv, not there any more, and none on these"
    )
    assert said in accord("gold", table, "-o", "-").err
    assert f"note: {said}" in accord("gold", table, "-o", "-", "--undecided", "majority").err
    monkeypatch.setattr("accord.serve.run.serve", lambda _session, *, ready, **_: ready("http://here/"))
    assert f"note: {said}" in accord("serve", table).err
    table.rename(campaign / "urgency.csv")
    assert said not in accord("gold", campaign / "weather.csv", "-o", "-").err


def test_decisions_belong_to_files_in_whatever_order_these_are_named(accord: Accord, tmp_path: Path) -> None:
    for folder, labels in (("a", ("yes", "no")), ("b", ("cat", "dog"))):
        (tmp_path / folder).mkdir()
        rows = [f"i1,{who},{label}" for who, label in zip(("ada", "bram"), labels, strict=True)]
        (tmp_path / folder / "labels.csv").write_text("\n".join(["item,annotator,label", *rows]) + "\n")
    adjudicate(tmp_path, "labels", "a/labels.csv")
    for order in (("a", "b"), ("b", "a")):
        files = [tmp_path / folder / "labels.csv" for folder in order]
        for folder in order:
            done = accord("gold", *files, "--layer", f"{folder}-labels", "--undecided", "leave-out", "-o", "-")
            assert "gold,yes" in done.out if folder == "a" else "nothing of b-labels is adjudicated" in done.err


def test_gold_without_decisions_is_refused_and_nothing_is_written(
    accord: Accord, campaign: Path, tmp_path: Path
) -> None:
    done = accord("gold", campaign / "urgency.csv", "-o", tmp_path / "gold.csv")
    assert done.code == 2
    assert "31 cases of urgency not decided yet" in done.err
    assert not (tmp_path / "gold.csv").exists()


def test_gold_by_majority_goes_to_standard_output(accord: Accord, campaign: Path) -> None:
    done = accord("gold", campaign / "urgency.csv", "-o", "-", "--undecided", "majority")
    assert done.code == 0
    assert done.out.startswith("item,annotator,label\nd01-s01,gold,routine\n")
    assert "note: gold|kind:label|undecided:majority" in done.err


def test_gold_of_several_layers_asks_which(accord: Accord, campaign: Path, tmp_path: Path) -> None:
    done = accord("gold", campaign, "-o", tmp_path / "gold")
    assert done.code == 2
    assert "there are several layers: say which (--layer annotators" in done.err
    assert "did you mean urgency?" in accord("gold", campaign, "--layer", "urgeny", "-o", tmp_path / "gold").err


def test_decisions_that_are_not_there_are_said(accord: Accord, campaign: Path, tmp_path: Path) -> None:
    done = accord("gold", campaign / "urgency.csv", "-o", "-", "--decisions", tmp_path / "none.sqlite")
    assert (done.code, done.err) == (2, f"accord: there is no file {tmp_path / 'none.sqlite'}\n")


def test_serve_beyond_this_machine_needs_a_password(accord: Accord, campaign: Path) -> None:
    done = accord("serve", campaign, "--host", "0.0.0.0")
    assert done.code == 2
    assert "lets other machines in, who could read the data and decide: give a --password, too" in done.err


def test_serve_refuses_what_would_let_nobody_in_or_decide(accord: Accord, campaign: Path) -> None:
    empty = accord("serve", campaign, "--password=")
    assert (empty.code, "an empty password lets nobody in" in empty.err) == (2, True)
    gold = accord("serve", campaign, "--who", "gold")
    assert (gold.code, "nobody can decide as 'gold'" in gold.err) == (2, True)


def test_serve_says_what_is_missing(accord: Accord, campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "starlette", None)
    done = accord("serve", campaign)
    assert (done.code, done.err) == (2, "accord: this needs starlette: pip install 'accord[serve]'\n")


def test_serve_says_that_a_port_is_taken(accord: Accord, campaign: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = accord("serve", campaign / "urgency.csv", "--port", taken.getsockname()[1])
    assert done.code == 2
    assert "(another --port may be free)" in done.err


def test_serve_answers_whoever_has_the_address_and_stops_cleanly(campaign: Path) -> None:
    command = [sys.executable, "-m", "accord", "serve", str(campaign / "urgency.csv")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        with urllib.request.urlopen(address, timeout=60) as answer:
            page = answer.read().decode()
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(address.partition("?")[0], timeout=60)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        _, said = process.communicate(timeout=60)
    assert "<!doctype html>" in page
    assert process.returncode == 0
    assert "stopped; every decision is kept" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("outlives", [True, False])
def test_serve_says_that_it_stopped_however_it_is_told(
    accord: Accord, campaign: Path, monkeypatch: pytest.MonkeyPatch, outlives: bool
) -> None:
    def serve(session: Session, **_: object) -> None:
        session.close()
        if outlives:
            raise KeyboardInterrupt

    monkeypatch.setattr("accord.serve.run.serve", serve)
    done = accord("serve", campaign)
    assert (done.code, done.err) == (0, "note: stopped; every decision is kept\n")


def test_gold_and_its_account_cannot_both_go_to_standard_output(accord: Accord, campaign: Path) -> None:
    done = accord("gold", campaign / "urgency.csv", "-o", "-", "--json", "--undecided", "majority")
    assert (done.code, done.out) == (2, "")
    assert "both go to standard output" in done.err


def test_gold_reads_files_as_the_caller_says(accord: Accord, tmp_path: Path) -> None:
    columns = tmp_path / "columns.conll"
    columns.write_text("Pym\tB-PER\tB-PER\tO\nleft\tO\tO\tO\n")
    how = ("--annotators-by", "columns", *(word for column in "123" for word in ("--column", f"label={column}")))
    done = accord("gold", columns, *how, "--undecided", "majority", "-o", tmp_path / "gold.jsonl")
    assert (done.code, done.err) == (0, "")
    assert '"tokens": ["Pym", "left"], "labels": ["B-PER", "O"]' in (tmp_path / "gold.jsonl").read_text()


def test_gold_leaves_aside_what_it_cannot_read(accord: Accord, campaign: Path, tmp_path: Path) -> None:
    above = campaign.parent / "accord-decisions.sqlite"
    above.write_bytes(b"not a database at all, and longer than its header would be" * 4)
    done = accord("gold", campaign / "urgency.csv", "-o", tmp_path / "gold.csv", "--undecided", "majority")
    assert done.code == 0
    assert "decisions that cannot be read are left aside" in done.err
    assert str(above) in done.err


def test_gold_and_its_account_do_not_mix(accord: Accord, campaign: Path) -> None:
    done = accord("gold", campaign / "urgency.csv", "-o", "-", "--account", "-", "--undecided", "majority")
    assert (done.code, done.out) == (2, "")
    assert "both go to standard output" in done.err


@pytest.mark.parametrize("ending", ["", "-wal", "-shm"])
def test_gold_does_not_overwrite_decisions(accord: Accord, campaign: Path, ending: str) -> None:
    target = campaign / f"accord-decisions.sqlite{ending}"
    done = accord("gold", campaign / "urgency.csv", "-o", target, "--undecided", "majority")
    assert done.code == 2
    assert not target.exists()


VOTES = "item,ada,bram,chloe,gold\n1,yes,no,yes,no\n2,no,no,no,no\n3,yes,yes,no,yes\n4,yes,yes,yes,no\n"


def test_who_is_called_like_a_reference_has_no_vote_in_gold(accord: Accord, tmp_path: Path) -> None:
    table = tmp_path / "votes.csv"
    table.write_text(VOTES, encoding="utf-8")
    made = accord("gold", table, "-o", "-", "--undecided", "majority")
    assert made.out == "item,annotator,label\n1,gold,yes\n2,gold,no\n3,gold,yes\n4,gold,yes\n"
    assert "note: Without a vote: gold (called like a reference or a prediction, or not named: accord gold" in made.err
    told = accord("gold", table, "-o", tmp_path / "g.csv", "--undecided", "majority")
    assert "Without a vote: gold" in told.out
    assert "| gold |" not in told.out
    everybody = [word for name in ("ada", "bram", "chloe", "gold") for word in ("--annotators", name)]
    counted = accord("gold", table, "-o", tmp_path / "g.csv", "--undecided", "majority", *everybody, "--json").json
    assert (counted["annotators"], counted["voteless"], counted["left_out"]["cases"]) == (4, [], 1)
    few = accord(
        "gold",
        table,
        "-o",
        tmp_path / "g.csv",
        "--undecided",
        "leave-out",
        "--annotators",
        "ada",
        "--annotators",
        "bram",
    )
    assert (few.code, "Without a vote: chloe, gold" in few.out) == (0, True)
    unknown = accord("gold", table, "-o", "-", "--annotators", "adda")
    assert (unknown.code, "there is no annotator 'adda': did you mean ada?" in unknown.err) == (2, True)


def test_gold_standards_and_accounts_beside_the_data_are_no_layers(accord: Accord, campaign: Path) -> None:
    before = accord("report", campaign, "--json", "--budget", "0").json
    for layer, ending in (("annotators", "conll"), ("urgency", "csv"), ("weather", "jsonl"), ("trees", "conllu")):
        target = campaign / f"{layer}-gold.{ending}"
        made = accord(
            *("gold", campaign, "--layer", layer, "--undecided", "majority", "-o", target),
            *("--account", campaign / f"{layer}-gold.json"),
        )
        assert made.code == 0
    after = accord("report", campaign, "--json", "--budget", "0").json
    assert [each["name"] for each in after["layers"]] == [each["name"] for each in before["layers"]]
    assert after["alerts"] == before["alerts"]
    assert "trees-gold.json is passed over: it says how a gold" in str(after["assumptions"])


def test_a_busy_machine_leaves_out_no_headline(accord: Accord, campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Budgets are of processor time: a headline that comes late by the clock is measured all the same."""
    idle = accord("report", campaign, "--json", "--budget", "0").json
    monkeypatch.setattr("accord.compute.background_task.BackgroundTask.done_within", lambda *_: False)
    busy = accord("report", campaign, "--json", "--budget", "0").json
    assert [(each["name"], each["headline"]["value"]) for each in busy["layers"]] == [
        (each["name"], each["headline"]["value"]) for each in idle["layers"]
    ]
    assert busy["alerts"] == idle["alerts"]


def test_gold_says_what_only_those_without_a_vote_labelled(accord: Accord, tmp_path: Path) -> None:
    table = tmp_path / "votes.csv"
    table.write_text(f"{VOTES}5,,,,yes\n", encoding="utf-8")
    made = accord("gold", table, "-o", "-", "--undecided", "majority")
    assert "note: Not in it, as nobody else looked: 1 item.\n" in made.err
    everybody = [word for name in ("ada", "bram", "chloe", "gold") for word in ("--annotators", name)]
    assert "nobody else looked" not in accord("gold", table, "-o", "-", "--undecided", "majority", *everybody).err
