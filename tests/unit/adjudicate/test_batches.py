"""Batches, and several decisions in one transaction."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from accord.adjudicate import batches
from accord.adjudicate.batches import Batches, batch_state
from accord.adjudicate.decision import DECIDED, OPEN, Conflicts, NewDecision
from accord.adjudicate.store import Store
from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ITEMS = [f"d:{number}" for number in range(10)]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "decisions.sqlite")
    yield store
    store.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1_000_000.0]
    monkeypatch.setattr(batches, "time", lambda: now[0])
    return now


def test_two_windows_never_get_the_same_case(store: Store) -> None:
    layer = Batches(store, "layer")
    assert layer.take(ITEMS, 3, "w1", "ada") == ITEMS[:3]
    assert layer.take(ITEMS, 3, "w2", "ada") == ITEMS[3:6]
    assert layer.take(ITEMS, 9, "w3", "bram") == ITEMS[6:]
    assert layer.take(ITEMS, 9, "w4", "chloe") == []
    assert Batches(store, "another").take(ITEMS, 1, "w4", "chloe") == ITEMS[:1]


def test_programs_that_take_at_once_share_nothing(tmp_path: Path) -> None:
    stores = [Store(tmp_path / "decisions.sqlite") for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        got = list(pool.map(lambda at: Batches(stores[at], "layer").take(ITEMS, 4, f"w{at}", f"who{at}"), range(4)))
    assert sorted(item for each in got for item in each) == ITEMS
    for each in stores:
        each.close()


def test_a_batch_ends_an_hour_after_the_last_decision(store: Store, clock: list[float]) -> None:
    layer = Batches(store, "layer")
    layer.take(ITEMS, 2, "w1", "ada")
    clock[0] += 59 * 60
    assert layer.taken()["d:0"].minutes == 2
    layer.decided(["d:0"], "w1")
    clock[0] += 59 * 60
    assert list(layer.taken()) == ["d:1"]
    state = batch_state(store)
    clock[0] += 2 * 60
    assert layer.taken() == {}
    assert batch_state(store) != state
    assert layer.take(ITEMS, 2, "w2", "bram") == ITEMS[:2]


def test_batches_are_given_back_and_taken_back_and_gone_on_with(store: Store) -> None:
    layer = Batches(store, "layer")
    layer.take(ITEMS, 2, "w1", "ada")
    layer.take(ITEMS, 2, "w2", "ada")
    layer.take(ITEMS, 2, "w3", "bram")
    layer.give_back(window="w1")
    assert sorted(layer.taken()) == ITEMS[2:6]
    layer.go_on("w4", "ada")
    assert {item: each.window for item, each in layer.taken().items()} == {
        "d:2": "w4",
        "d:3": "w4",
        "d:4": "w3",
        "d:5": "w3",
    }
    layer.give_back(who="bram")
    assert sorted(layer.taken()) == ITEMS[2:4]


def together(*seen: int) -> list[NewDecision]:
    return [NewDecision(f"d:{number}", each, DECIDED, "x") for number, each in enumerate(seen)]


def test_several_cases_are_decided_and_undone_in_one_step_each_with_its_history(store: Store) -> None:
    store.decide("layer", "d:1", seen=0, state=DECIDED, who="bram", value="y")
    made = store.decide_all("layer", together(0, 1, 0), "ada")
    assert [each.revision for each in made] == [1, 2, 1]
    assert {item: each.value for item, each in store.decisions("layer").items()} == dict.fromkeys(
        ["d:0", "d:1", "d:2"], "x"
    )
    undone = store.undo_all("layer", {"d:0": 1, "d:1": 2, "d:2": 1}, "ada", dict.fromkeys(ITEMS, str))
    assert [(each.state, each.value) for each in undone] == [(OPEN, None), (DECIDED, "y"), (OPEN, None)]
    assert store.decisions("layer")["d:1"].value == "y"
    assert [each.undone_by for each in store.history("layer", "d:0")] == ["ada", None]


def test_none_is_decided_or_undone_where_one_changed_and_it_is_said_which(store: Store) -> None:
    store.decide("layer", "d:1", seen=0, state=DECIDED, who="bram", value="y")
    with pytest.raises(
        Conflicts, match="1 of 3 cases was changed in the meantime, so nothing was kept: d:1"
    ) as refused:
        store.decide_all("layer", together(0, 0, 0), "ada")
    assert {item: now and now.who for item, now in refused.value.changed.items()} == {"d:1": "bram"}
    assert list(store.decisions("layer")) == ["d:1"]
    store.decide_all("layer", together(0, 1, 0), "ada")
    store.decide("layer", "d:2", seen=1, state=DECIDED, who="bram", value="z")
    with pytest.raises(Conflicts, match="d:2"):
        store.undo_all("layer", {"d:0": 1, "d:1": 2, "d:2": 1}, "ada", dict.fromkeys(ITEMS, str))
    assert [each.value for each in store.decisions("layer").values()] == ["x", "x", "z"]


def test_none_is_undone_where_one_cannot_stand_again(store: Store) -> None:
    store.decide("layer", "d:1", seen=0, state=DECIDED, who="bram", value="y")
    store.decide_all("layer", together(0, 1), "ada")

    def refuse(_value: object) -> None:
        raise UsageError("there is no room for it")

    with pytest.raises(UsageError, match="no room"):
        store.undo_all("layer", {"d:0": 1, "d:1": 2}, "ada", {"d:0": refuse, "d:1": refuse})
    assert [each.value for each in store.decisions("layer").values()] == ["x", "x"]


KILLED = """
import os, signal, sys
from accord.adjudicate import store as module
from accord.adjudicate.decision import DECIDED, NewDecision
from accord.adjudicate.store import Store
store = Store(sys.argv[1])
store.decide_all("layer", [NewDecision(f"k:{n}", 0, DECIDED, "x") for n in range(20)], "ada")
append, count = module._append, 0
def dying(*given):
    global count
    count += 1
    if count == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return append(*given)
module._append = dying
store.decide_all("layer", [NewDecision(f"l:{n}", 0, DECIDED, "x") for n in range(20)], "ada")
"""


def test_killed_in_the_middle_all_is_decided_or_nothing(tmp_path: Path) -> None:
    path = tmp_path / "decisions.sqlite"
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False, env=dict(os.environ))
    assert done.returncode == -signal.SIGKILL
    store = Store(path)
    assert sorted(store.decisions("layer")) == sorted(f"k:{number}" for number in range(20))
    store.close()
