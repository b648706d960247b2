"""Decisions belong to what is read of files: not to other columns of them, nor to the same content elsewhere."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING, Any

import pytest

from accord.adjudicate.database import DECISIONS
from accord.adjudicate.decision import DECIDED, Conflict
from accord.adjudicate.decision_index import FilesRead
from accord.adjudicate.file_ids import names_of_contents
from accord.adjudicate.find_database import find_database
from accord.adjudicate.store import Store
from accord.campaign.gold import gold, layers_in
from accord.errors import UsageError
from accord.formats import Columns
from accord.serve.session import Session
from accord.verbs.read import Campaign
from tests.unit.adjudicate.adjudication import TONE, TOPIC, adjudicate

if TYPE_CHECKING:
    from pathlib import Path

ROWS = "item,annotator,topic,tone\n1,ada,x,calm\n1,bram,y,calm\n1,chloe,x,sharp\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "two.csv").write_text(ROWS)
    return tmp_path / "two.csv"


def label_in(table: Path, campaign: Campaign) -> str:
    content = gold(table, undecided="majority", campaign=campaign).content
    return content.decode().splitlines()[1].rpartition(",")[2]


def test_what_was_decided_on_one_column_is_not_used_for_another(table: Path) -> None:
    adjudicate([table], TOPIC, "z")
    assert (label_in(table, TOPIC), label_in(table, TONE)) == ("z", "calm")
    adjudicate([table], TONE, "loud")
    assert (label_in(table, TOPIC), label_in(table, TONE)) == ("z", "loud")


def test_what_was_decided_as_it_is_read_otherwise_is_said(table: Path) -> None:
    adjudicate([table], TOPIC, "z")
    (said,) = gold(table, undecided="majority", campaign=TONE).account["decisions_closed"]
    assert "read with --column label=topic, is about something else, and not used: say the same to use it" in said
    assert gold(table, campaign=TOPIC).account["decisions_closed"] == []
    with pytest.raises(UsageError, match=f"1 case of two not decided yet.*; {re.escape(said)}"):
        gold(table, campaign=TONE)
    session = Session([str(table)], campaign=TONE)
    assert session.notes == session.desk("two").not_used == [said]
    session.close()
    adjudicate([table], TONE, "loud")
    session = Session([str(table)], campaign=TONE)
    assert session.notes == session.desk("two").not_used == []
    session.close()


PLAIN = "item,annotator,label\n1,ada,x\n1,bram,y\n1,chloe,x\n"
OPTIONS: list[dict[str, Any]] = [
    {},
    {"label": "label"},
    {"label": "2"},
    {"label": "-1"},
    {"item": "item"},
    {"annotator": "annotator", "layout": "long"},
    {"layout": "long", "format": "table", "file_encoding": "latin-1"},
]


@pytest.mark.parametrize("then", OPTIONS)
@pytest.mark.parametrize("now", OPTIONS)
def test_options_that_change_nothing_change_nothing(table: Path, then: dict[str, Any], now: dict[str, Any]) -> None:
    table.write_text(PLAIN)
    adjudicate([table], Campaign(None, Columns(**then)), "z")
    campaign = Campaign(None, Columns(**now))
    made = gold(table, campaign=campaign)
    assert (made.content.decode().splitlines()[1], made.account["decisions_closed"]) == ("1,gold,z", [])
    session = Session([str(table)], campaign=campaign)
    assert session.desk("two").file() in session.store.layers_of(["two.csv"]).values()
    assert [each.value for each in session.desk("two").decisions.values()] == ["z"]
    assert session.notes == session.desk("two").not_used == []
    session.close()


def test_what_was_decided_apart_on_the_same_is_said(table: Path) -> None:
    table.write_text(PLAIN)
    adjudicate([table], Campaign(), "z")
    store = Store(table.parent / DECISIONS)
    layer = store.file(["two.csv"], "--column label=label")  # as was done where the options were looked at alone
    store.decide(layer, "two:1", seen=0, state=DECIDED, who="eve", value="w")
    store.close()
    for campaign, label, other in (
        (Campaign(), "z", "with --column label=label"),
        (Campaign(None, Columns(label="label")), "w", "without options"),
    ):
        made = gold(table, campaign=campaign)
        assert made.content.decode().splitlines()[1] == f"1,gold,{label}"
        (said,) = made.account["decisions_closed"]
        assert said.startswith("what was decided on the same in ")
        assert f"read {other}" in said
        assert said.endswith("is kept apart, and not used")


@pytest.mark.parametrize("first", [0, 1])
def test_two_who_read_the_same_otherwise_and_decide_at_one_moment_share_a_layer(table: Path, first: int) -> None:
    table.write_text(PLAIN)
    ways = Columns(), Columns(label="label")
    sessions = [Session([str(table)], campaign=Campaign(None, way)) for way in ways]
    desks = [session.desk("two") for session in (sessions[first], sessions[1 - first])]
    for desk in desks:
        assert (desk.filed, desk.decisions) == ("", {})
    one, other = (desk.file() for desk in desks)  # before either has decided
    assert one == other == desks[0].filed == desks[1].filed
    (case,) = desks[0].queue.cases
    sessions[first].store.decide(one, case.id, seen=0, state=DECIDED, who="eve", value="z", versions=case.fingerprint)
    with pytest.raises(Conflict):
        sessions[1 - first].store.decide(other, case.id, seen=0, state=DECIDED, who="bob", value="w")
    assert [each.value for desk in desks for each in desk.decisions.values()] == ["z", "z"]
    for session in sessions:
        assert session.notes == []
        session.close()


def test_two_programs_that_file_overlapping_files_at_one_moment_share_a_layer(tmp_path: Path) -> None:
    sets = [["a", "b", "c"], ["c", "d"], ["b", "c", "d"], ["e", "c"]]
    for round_ in range(10):
        path = tmp_path / f"{round_}.sqlite"
        stores = [Store(path) for _ in sets]
        start = Barrier(len(sets))

        def run(store: Store, files: list[str], start: Barrier = start) -> str:
            start.wait()
            return store.file(files)

        with ThreadPoolExecutor(len(sets)) as pool:
            layers = list(pool.map(run, stores, sets))
        found = {stores[0].layers_of(files)[""] for files in sets}
        for store in stores:
            store.close()
        assert found == set(layers)
        assert len(found) == 1


def test_files_of_two_layers_in_equal_parts_are_of_one_of_them_in_any_order(table: Path) -> None:
    store = Store(table.parent / DECISIONS)
    store.file(["c", "d"])
    store.file(["a", "b"])
    assert store.layers_of(["d", "a"]) == store.layers_of(["a", "d"]) == {"": store.file(["d", "a"])}
    store.close()


UNREADABLE = [
    "--column",
    "--column 'label=a",
    "--column label",
    "--column who=label",
    "--weird x",
    "--input-format x",
    "--file-encoding x",
    "--column label=label --column label=label",
]


@pytest.mark.parametrize("reading", UNREADABLE)
def test_what_was_decided_with_options_that_cannot_be_understood_is_said_and_not_used(
    table: Path, reading: str
) -> None:
    table.write_text(PLAIN)
    store = Store(table.parent / DECISIONS)
    store.decide(store.file(["two.csv"], reading), "two:1", seen=0, state=DECIDED, who="eve", value="w")
    store.close()
    made = gold(table, undecided="majority")
    assert made.content.decode().splitlines()[1] == "1,gold,x"
    (said,) = made.account["decisions_closed"]
    assert f"read with {reading}, is about something else, and not used" in said


def test_columns_of_tokens_are_one_whether_they_are_counted_from_the_front_or_the_back(tmp_path: Path) -> None:
    for who, label in (("ada", "N"), ("bram", "V"), ("chloe", "N")):
        (tmp_path / f"{who}.conll").write_text(f"Fish\tX\t{label}\n")
    front, back, other = (Campaign(None, Columns(token=0, label=column)) for column in (2, -1, 1))
    session = Session([str(tmp_path)], campaign=front)
    (layer,) = layers_in([str(tmp_path)], front)
    (case,) = session.queue(layer).cases
    session.store.decide(
        session.desk(layer).file(), case.id, seen=0, state=DECIDED, who="eve", value="V", versions=case.fingerprint
    )
    session.close()
    assert gold(tmp_path, campaign=back).account["decided"]["total"] == 1
    told = gold(tmp_path, campaign=other).account
    assert (told["decided"]["total"], len(told["decisions_closed"])) == (0, 1)


def test_a_case_that_is_alike_in_two_columns_is_not_adjudicated_in_both(table: Path) -> None:
    table.write_text("item,annotator,topic,tone\n1,ada,yes,yes\n1,bram,no,no\n2,ada,yes,yes\n2,bram,yes,no\n")
    adjudicate([table], TOPIC, "no")
    assert gold(table, campaign=TOPIC).account["decided"]["total"] == 1
    with pytest.raises(UsageError, match="2 cases of two not decided yet"):
        gold(table, campaign=TONE)


def test_decisions_on_another_column_go_to_the_same_database(table: Path) -> None:
    above = table.parent / "data"
    above.mkdir()
    moved = table.rename(above / "two.csv")
    adjudicate([moved], TOPIC, "z", table.parent / DECISIONS)
    adjudicate([moved], TONE, "loud")
    assert not (above / DECISIONS).exists()
    assert (label_in(moved, TOPIC), label_in(moved, TONE)) == ("z", "loud")


LABEL = Campaign(None, Columns(label="label"))


@pytest.fixture
def inner(tmp_path: Path) -> Path:
    """A table with decisions on its tone in its own folder."""
    (tmp_path / "inner").mkdir()
    table = tmp_path / "inner" / "two.csv"
    table.write_text(ROWS.replace("topic", "label"))
    adjudicate([table], TONE, "loud", table.parent / DECISIONS)
    return table


def test_the_page_uses_the_decisions_that_gold_uses(inner: Path, tmp_path: Path) -> None:
    adjudicate([inner], LABEL, "z", tmp_path / DECISIONS)
    session = Session([str(inner)])
    assert str(session.store.path) == gold(inner).account["decisions"] == str(tmp_path / DECISIONS)
    assert [each.value for each in session.desk("two").decisions.values()] == ["z"]
    session.close()


def test_decisions_on_the_same_in_two_databases_are_refused_by_the_page_as_by_gold(inner: Path, tmp_path: Path) -> None:
    adjudicate([inner], LABEL, "z", inner.parent / DECISIONS)
    adjudicate([inner], Campaign(), "w", tmp_path / DECISIONS)
    for use in (gold, lambda path: Session([str(path)])):
        with pytest.raises(UsageError, match=r"there are decisions in .* and in .*: say which are meant"):
            use(inner)


@pytest.mark.parametrize("rows", [ROWS, ""])
def test_of_several_databases_on_something_else_the_nearest_is_opened(inner: Path, tmp_path: Path, rows: str) -> None:
    adjudicate([inner], TONE, "loud", tmp_path / DECISIONS)
    inner.write_text(rows)
    session = Session([str(inner)], campaign=TOPIC)
    assert session.store.path == inner.parent / DECISIONS
    session.close()


def test_a_reading_is_the_same_however_it_is_ordered_and_spelt() -> None:
    one = Campaign("rows", Columns(label=["b", 1], file_encoding="latin-1"))
    other = Campaign(None, Columns(label=("1", "b"), file_encoding="ISO8859-1"))
    assert one.reading == other.reading
    assert Campaign(None, Columns(file_encoding="UTF-8")).reading == Campaign().reading == ""


# --- what was dropped -------------------------------------------------------------------------------------------------


def rounds(folder: Path) -> dict[str, list[str]]:
    """Two rounds of two annotators, of whom one has the same file in both."""
    made = {}
    for name, label in (("round1", "O"), ("round2", "B-ORG")):
        (folder / name).mkdir(parents=True)
        (folder / name / "ada.conll").write_text("Al\tB-PER\n")
        (folder / name / "bram.conll").write_text(f"Al\t{label}\n")
        made[name] = [str(folder / name / f"{who}.conll") for who in ("ada", "bram")]
    return made


def test_layers_with_one_identical_file_are_kept_apart_where_they_were_dropped_and_where_they_lie(
    tmp_path: Path,
) -> None:
    dropped, lying = (rounds(tmp_path / place / "sd") for place in ("dropped", "here"))
    store = Store(tmp_path / "here" / DECISIONS)
    names = {name: names_of_contents(files, str(tmp_path / "dropped")) for name, files in dropped.items()}
    layer = store.file(names["round1"])
    assert store.layers_of(names["round2"]) == {}
    store.decide(layer, "text:1:1", seen=0, state=DECIDED, who="eve", value=[])
    assert find_database(FilesRead(lying["round1"])).path == store.path
    assert find_database(FilesRead(lying["round2"])).path is None
    deeper = names_of_contents(dropped["round1"], str(tmp_path / "dropped" / "sd" / "round1"))
    assert store.layers_of(deeper) == {"": layer}
    store.close()


def test_a_database_that_is_named_must_be_one(table: Path) -> None:
    (table.parent / "no.sqlite").write_text("item,label\n" * 200)
    with pytest.raises(UsageError, match="no database of decisions"):
        gold(table, decisions=table.parent / "no.sqlite", campaign=TOPIC)
