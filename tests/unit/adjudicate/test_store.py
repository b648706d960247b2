from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from accord.adjudicate.decision import DECIDED, OPEN, SKIPPED, Conflict
from accord.adjudicate.store import Store
from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "decisions.sqlite")
    yield store
    store.close()


def decide(store: Store, item: str, value: object, seen: int = 0, who: str = "ada") -> int:
    return store.decide("layer", item, seen=seen, state=DECIDED, who=who, value=value, taken=["bram"]).revision


def test_a_decision_is_there_with_whose_it_is_who_made_it_and_when(store: Store) -> None:
    decide(store, "d1", [[0, 2, "PER"]])
    found = store.decisions("layer")["d1"]
    assert (found.value, found.taken, found.who, found.state, found.revision) == (
        [[0, 2, "PER"]],
        ("bram",),
        "ada",
        DECIDED,
        1,
    )
    assert found.at.endswith("+00:00")


def test_two_programs_that_file_overlapping_sets_at_once_make_one_layer(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, writing = Store(tmp_path / "decisions.sqlite"), store.writing

    @contextmanager
    def after_the_other() -> Iterator[sqlite3.Connection]:
        other.file(["b.csv", "c.csv"])
        with writing() as ask:
            yield ask

    monkeypatch.setattr(store, "writing", after_the_other)
    assert store.file(["a.csv", "b.csv"]) == other.file(["b.csv", "c.csv"]) == other.file(["a.csv"])
    other.close()


def test_layers_do_not_mix(store: Store) -> None:
    decide(store, "d1", "A")
    assert store.decisions("other") == {}


def test_a_decision_on_what_was_changed_meanwhile_is_refused_with_what_is_there(store: Store) -> None:
    decide(store, "d1", "A", who="first window")
    with pytest.raises(Conflict) as conflict:
        decide(store, "d1", "B", seen=0, who="second window")
    assert conflict.value.now is not None
    assert (conflict.value.now.value, conflict.value.now.who) == ("A", "first window")
    assert decide(store, "d1", "B", seen=1, who="second window") == 2


def test_undo_goes_back_step_by_step_and_keeps_the_history(store: Store) -> None:
    decide(store, "d1", "A")
    decide(store, "d1", "B", seen=1)
    store.decide("layer", "d1", seen=2, state=SKIPPED, who="ada")
    for seen, expected in ((3, (DECIDED, "B")), (4, (DECIDED, "A")), (5, (OPEN, None))):
        undone = store.undo("layer", "d1", seen=seen, who="ada")
        assert (undone.state, undone.value) == expected
    with pytest.raises(UsageError, match="nothing to undo"):
        store.undo("layer", "d1", seen=6, who="ada")
    assert [each.now.state for each in store.history("layer", "d1")] == [
        DECIDED,
        DECIDED,
        SKIPPED,
        DECIDED,
        DECIDED,
        OPEN,
    ]


def test_what_an_undo_goes_back_to_stays_the_decision_of_whoever_made_it(store: Store) -> None:
    decide(store, "d1", "A", who="bob")
    made = store.decisions("layer")["d1"].at
    decide(store, "d1", "B", seen=1, who="ann")
    with sqlite3.connect(store.path) as connection:
        connection.execute("UPDATE change SET at = '2020-01-01T00:00:00+00:00' WHERE revision = 1")
    connection.close()
    undone = store.undo("layer", "d1", seen=2, who="ann")
    assert made != "2020-01-01T00:00:00+00:00"
    for found in (undone, store.decisions("layer")["d1"]):
        assert (found.value, found.who, found.at, found.revision) == ("A", "bob", "2020-01-01T00:00:00+00:00", 3)
    history = store.history("layer", "d1")
    assert [(each.who, each.decided_by, each.undoes, each.undone_by) for each in history] == [
        ("bob", None, None, None),
        ("ann", None, None, "ann"),
        ("ann", "bob", 2, None),
    ]
    assert history[-1].payload()["at"] == history[-1].at > "2020-01-01"
    store.undo("layer", "d1", seen=3, who="eve")
    assert [(each.who, each.decided_by, each.undoes) for each in store.history("layer", "d1")][-1] == ("eve", None, 1)


def test_a_comment_changes_no_decider_and_another_value_or_state_or_version_does(store: Store) -> None:
    def change(seen: int, who: str, value: str | None = "A", comment: str = "", versions: str = "seen") -> str:
        state = DECIDED if value else SKIPPED
        store.decide("layer", "d1", seen=seen, state=state, who=who, value=value, comment=comment, versions=versions)
        return store.decisions("layer")["d1"].who

    assert change(0, "ann") == "ann"
    assert change(1, "bob", comment="hm") == "ann"
    found = store.decisions("layer")["d1"]
    assert (found.comment, found.revision) == ("hm", 2)
    history = store.history("layer", "d1")
    assert [(each.who, each.decided_by, each.now.comment) for each in history] == [
        ("ann", None, ""),
        ("bob", "ann", "hm"),
    ]
    assert store.undo("layer", "d1", seen=2, who="eve").who == "ann"
    assert store.decisions("layer")["d1"].comment == ""
    assert change(3, "bob", "B") == "bob"
    assert change(4, "ann", "A") == "ann"
    assert change(5, "bob", "A", versions="changed") == "bob"
    assert change(6, "ann", None) == "ann"
    assert change(7, "bob", None, comment="later", versions="seen") == "ann"


def test_a_decision_after_an_undo_is_what_the_next_undo_takes_back(store: Store) -> None:
    decide(store, "d1", "A")
    store.undo("layer", "d1", seen=1, who="ada")
    decide(store, "d1", "B", seen=2)
    assert store.undo("layer", "d1", seen=3, who="ada").state == OPEN


def test_an_undo_of_what_was_changed_meanwhile_is_refused(store: Store) -> None:
    decide(store, "d1", "A")
    decide(store, "d1", "B", seen=1)
    with pytest.raises(Conflict):
        store.undo("layer", "d1", seen=1, who="ada")


def test_it_is_all_there_when_it_is_opened_again(tmp_path: Path) -> None:
    first = Store(tmp_path / "d.sqlite")
    decide(first, "d1", "A")
    first.close()
    again = Store(tmp_path / "d.sqlite")
    assert again.decisions("layer")["d1"].value == "A"
    again.close()


def test_of_many_who_decide_at_once_on_one_revision_one_wins(tmp_path: Path) -> None:
    stores = [Store(tmp_path / "d.sqlite") for _ in range(4)]
    won: list[int] = []

    def run(number: int) -> None:
        for seen in range(20):
            try:
                decide(stores[number], "d1", number, seen=seen, who=str(number))
                won.append(seen)
            except Conflict:
                continue

    threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    history = stores[0].history("layer", "d1")
    assert [each.now.revision for each in history] == list(range(1, len(history) + 1))
    assert sorted(won) == list(range(len(history)))
    for store in stores:
        store.close()


CONFIRMS = """
import sys
from accord.adjudicate.decision import DECIDED
from accord.adjudicate.store import Store
store = Store(sys.argv[1])
number = int(sys.argv[2])
while True:
    store.decide("layer", str(number), seen=0, state=DECIDED, who="ada", value=number)
    print(number, flush=True)
    number += 1
"""


@pytest.mark.slow
def test_killed_at_any_moment_nothing_confirmed_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite"
    confirmed: list[int] = []
    for round_ in range(8):
        start = 1_000_000 * round_
        with subprocess.Popen(
            [sys.executable, "-c", CONFIRMS, str(path), str(start)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            confirmed += [int(process.stdout.readline()) for _ in range(3 + 5 * round_)]
            os.kill(process.pid, signal.SIGKILL)
            confirmed += [int(line) for line in process.stdout if line.endswith("\n")]
        store = Store(path)
        kept = store.decisions("layer")
        store.close()
        assert {str(number) for number in confirmed} <= set(kept)
        assert all(kept[str(number)].value == number for number in confirmed)


@pytest.mark.parametrize("version", [1, 3, 7])
def test_a_database_of_another_version_is_refused(tmp_path: Path, version: int) -> None:
    path = tmp_path / "d.sqlite"
    Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    with pytest.raises(UsageError, match="another version of accord"):
        Store(path)


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(UsageError, match="a database of another program"):
        Store(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("replaced", [True, False])
def test_nothing_is_kept_in_a_database_that_is_gone(store: Store, replaced: bool) -> None:
    decide(store, "d1", "A")
    store.path.rename(store.path.with_name("elsewhere.sqlite"))
    if replaced:
        Store(store.path).close()
    with pytest.raises(UsageError, match="was deleted, moved or replaced"):
        decide(store, "d2", "A")


def test_a_database_is_a_file_whatever_it_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Store(":memory:").close()
    assert (tmp_path / ":memory:").is_file()


def test_files_say_which_layer_is_meant_in_whatever_order_and_with_some_more(store: Store) -> None:
    assert store.layers_of(["a/labels.csv"]) == {}
    layer = store.file(["b.conll", "a.conll"])
    assert store.file(["c.conll", "b.conll"]) == layer
    assert store.layers_of(["c.conll"]) == {"": layer}
    assert store.file(["a/labels.csv"]) != store.file(["b/labels.csv"])


def test_what_a_database_cannot_hold_is_refused(store: Store) -> None:
    with pytest.raises(UsageError, match="bytes that are no text"):
        store.decide("layer", "d1", seen=0, state=DECIDED, who="ada", comment="\ud800")


def test_a_file_whose_name_is_no_text_is_to_be_renamed(store: Store) -> None:
    with pytest.raises(UsageError) as refused:
        store.file(["bram.conll", "x/ad\udce9.conll"])
    assert str(refused.value).startswith(r"x/ad\xe9.conll: the name of this file holds bytes that are no text")
    assert str(refused.value).endswith("rename the file")


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite"
    path.write_text("item,label\n" * 200)
    with pytest.raises(UsageError, match="no database of decisions, or damaged"):
        Store(path)


def test_a_damaged_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite"
    store = Store(path)
    for number in range(200):
        decide(store, str(number), "A" * 200)
    store.close()
    content = bytearray(path.read_bytes())
    content[4096:12288] = os.urandom(8192)
    path.write_bytes(content)
    with pytest.raises(UsageError, match="damaged"):
        Store(path)


def test_a_locked_database_is_said_to_be_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord.adjudicate.database._PATIENCE", 0.1)
    path = tmp_path / "d.sqlite"
    store = Store(path)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(UsageError, match="another program holds it"):
        decide(store, "d1", "A")
    holder.execute("ROLLBACK")
    decide(store, "d1", "A")
    holder.close()
    store.close()


def test_where_nothing_can_be_written_another_file_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written there: name a file that can"):
        Store(tmp_path / "no" / "such" / "folder" / "d.sqlite")


def test_who_only_reads_is_not_told_that_nothing_can_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "d.sqlite"
    folder.mkdir()
    for only_read, what in ((True, "read"), (False, "written")):
        with pytest.raises(UsageError, match=f"it cannot be {what} there: name a file that can"):
            Store(folder, only_read=only_read)


def test_the_one_file_holds_everything_while_the_store_is_open(store: Store, tmp_path: Path) -> None:
    for number in range(5):
        decide(store, f"d{number}", "A")
        copy = tmp_path / f"copy{number}.sqlite"
        copy.write_bytes(store.path.read_bytes())
        alone = Store(copy, only_read=True)
        assert len(alone.decisions("layer")) == number + 1
        alone.close()


def test_a_decision_outlasts_a_power_cut(store: Store) -> None:
    """SQLite loses the last ones where it does not wait for the disk at each (synchronous below FULL, which is 2)."""
    held = store._connection.execute
    assert held("PRAGMA synchronous").fetchone() == (2,)
    assert held("PRAGMA journal_mode").fetchone() == ("wal",)


def test_what_is_only_read_is_not_changed_and_needs_no_room(store: Store, tmp_path: Path) -> None:
    decide(store, "d1", "A")
    store.close()
    folder = tmp_path / "closed"
    folder.mkdir()
    copy = folder / "copy.sqlite"
    copy.write_bytes(store.path.read_bytes())
    before = copy.read_bytes(), copy.stat().st_mtime_ns
    for mode in (0o755, 0o555):
        folder.chmod(mode)
        reading = Store(copy, only_read=True)
        assert set(reading.decisions("layer")) == {"d1"}
        with pytest.raises(UsageError, match="cannot be written"):
            decide(reading, "d2", "B")
        reading.close()
    folder.chmod(0o755)
    assert (copy.read_bytes(), copy.stat().st_mtime_ns) == before
    (tmp_path / "empty.sqlite").touch()
    with pytest.raises(UsageError, match="is empty"):
        Store(tmp_path / "empty.sqlite", only_read=True)
    assert (tmp_path / "empty.sqlite").read_bytes() == b""


def folder_of(path: Path) -> dict[str, bytes]:
    """All files beside a database with what is in them, but for what programs share of it in memory."""
    return {each.name: b"" if each.name.endswith("-shm") else each.read_bytes() for each in path.parent.iterdir()}


def test_who_only_reads_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite"
    store = Store(path)
    decide(store, "d1", "A")
    for ends in (False, True):
        if ends:
            store.close()
        before = folder_of(path)
        assert len(before) == (1 if ends else 3)
        reading = Store(path, only_read=True)
        assert set(reading.decisions("layer")) == {"d1"}
        reading.close()
        assert folder_of(path) == before


@pytest.mark.parametrize("parts", [("", "-wal", "-shm"), ("", "-wal")])
def test_who_only_reads_sees_what_stands_in_the_log_and_leaves_it_there(
    store: Store, tmp_path: Path, parts: tuple[str, ...]
) -> None:
    decide(store, "d1", "A")
    writer = sqlite3.connect(store.path, isolation_level=None)
    writer.execute("UPDATE change SET who = 'eve'")
    copy = tmp_path / "killed" / "d.sqlite"
    copy.parent.mkdir()
    for part in parts:
        copy.with_name(f"d.sqlite{part}").write_bytes(store.path.with_name(f"{store.path.name}{part}").read_bytes())
    writer.close()
    before = folder_of(copy)
    reading = Store(copy, only_read=True)
    assert reading.decisions("layer")["d1"].who == "eve"
    reading.close()
    assert folder_of(copy) == before


def test_who_only_reads_sees_what_another_program_decides_meanwhile(store: Store) -> None:
    reading = Store(store.path, only_read=True)
    decide(store, "d1", "A")
    assert set(reading.decisions("layer")) == {"d1"}
    reading.close()
    decide(store, "d2", "A")
