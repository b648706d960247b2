"""An annotator who is called like a reference: left out of the page, and counted where that is said."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

import pytest

from accord.campaign.report import report_payload
from accord.formats.names import is_reference, references_among
from accord.serve.choices import choices
from accord.verbs.agree import agree
from accord.verbs.read import read
from tests.cli.conftest import HARBOUR

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Accord

    Lay = Callable[[str], Path]

KINDS = {"labels": "urgency.csv", "units": "radio.csv", "mentions": "annotators", "trees": "trees"}


@pytest.fixture
def lay(tmp_path: Path) -> Lay:
    """A layer of the example with gold for chloe; one folder per annotator, for a file would be the reference."""

    def make(name: str) -> Path:
        source, target = HARBOUR / name, tmp_path / name
        if source.is_file():
            target.write_text(source.read_text("utf-8").replace("chloe", "gold"), encoding="utf-8")
            return target
        for file in source.iterdir():
            folder = target / file.stem.replace("chloe", "gold")
            folder.mkdir(parents=True)
            (folder / f"day{file.suffix}").write_bytes(file.read_bytes())
        return target

    return make


def layer_of(path: Path, **settings: Any) -> tuple[dict[str, Any], list[str]]:
    page = report_payload(str(path), **settings)
    layer = page["layers"][0]
    told = [alert["text"] for alert in page["alerts"] if "reference" in alert["text"]]
    return layer, [text for text in told if text.startswith(f"{layer['name']}: ")]


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_left_out_and_the_command_does_the_same(accord: Accord, lay: Lay, kind: str) -> None:
    path = lay(KINDS[kind])
    layer, told = layer_of(path)
    assert (layer["annotators"], layer["references"]) == (["ada", "bram"], ["gold"])
    (left_out,) = told
    assert left_out.startswith(f"{layer['name']}: gold is a reference, by its name, and left out of the agreement (")
    assert left_out.endswith("name all annotators: --annotators, annotators=)")
    for measured in (layer, *layer["beside"]):
        command = shlex.split(measured["command"])
        assert command[command.index("--exclude") + 1] == "gold"
        assert accord(*command[1:], "--json", "--quiet").json == measured["agreement"]
    assert {row["annotator"] for row in layer["annotators_table"]} == {"ada", "bram"}
    assert "gold" not in json.dumps([layer["pairs"], layer["items"], layer["aligner"], layer["documents"]])


@pytest.mark.parametrize("kind", KINDS)
def test_it_counts_where_it_is_named(lay: Lay, kind: str) -> None:
    layer, told = layer_of(lay(KINDS[kind]), annotators=["ada", "bram", "gold"], budget=0)
    counts = f"{layer['name']}: gold counts as an annotator here, and is called like a reference"
    assert (sorted(layer["annotators"]), layer["references"], told) == (["ada", "bram", "gold"], [], [counts])


def test_the_command_line_counts_it_where_it_is_named(accord: Accord, lay: Lay) -> None:
    path = lay("urgency.csv")
    everybody = ["--annotators", "ada", "--annotators", "bram", "--annotators", "gold"]
    (layer,) = accord("report", str(path), *everybody, "--json").json["layers"]
    assert layer["headline"]["value"] == agree(str(path), annotators=["ada", "bram", "gold"]).result.value
    refused = accord("report", str(path), *everybody, "--annotators", "bran", "--json")
    assert refused.code == 2
    assert "there is no annotator 'bran': did you mean bram?" in refused.err


def test_a_layer_takes_the_annotators_it_has(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("item,ada,bram,chloe\n1,a,a,b\n2,b,b,b\n3,a,b,a\n", encoding="utf-8")
    (tmp_path / "two.csv").write_text("item,ada,bram\n1,x,y\n2,y,y\n3,x,x\n", encoding="utf-8")
    page = report_payload(str(tmp_path), annotators=["ada", "bram", "chloe"])
    assert [layer["annotators"] for layer in page["layers"]] == [["ada", "bram", "chloe"], ["ada", "bram"]]


def test_who_is_in_a_layer_that_is_not_measured_is_known(tmp_path: Path) -> None:
    (tmp_path / "votes.csv").write_text("item,ada,bram\n1,x,y\n2,y,y\n3,x,x\n", encoding="utf-8")
    (tmp_path / "radio.csv").write_bytes((HARBOUR / "radio.csv").read_bytes())
    page = report_payload(str(tmp_path), coefficient="kappa", annotators=["chloe", "ada", "bram"], budget=0)
    assert [layer["name"] for layer in page["layers"]] == ["votes"]
    assert [layer["id"] for layer in page["unmeasured"]] == ["radio"]


def test_with_one_other_annotator_it_counts_and_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("item,ada,gold\n1,a,a\n2,b,b\n3,a,b\n", encoding="utf-8")
    layer, told = layer_of(tmp_path / "t.csv")
    assert layer["annotators"] == ["ada", "gold"]
    assert told == ["t: gold counts as an annotator here, and is called like a reference"]


def test_several_that_count_are_said_together(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("item,gold,model,ada\n1,a,a,a\n2,b,b,b\n3,a,b,b\n", encoding="utf-8")
    layer, told = layer_of(tmp_path / "t.csv")
    assert layer["annotators"] == ["gold", "model", "ada"]
    assert told == ["t: gold, model count as annotators here, and are called like references or predictions"]


@pytest.mark.parametrize(
    "name", ["final", "Final_Label", "resolved", "majority_vote", "prediction", "predicted", "model", "pred"]
)
def test_what_was_adjudicated_or_predicted_is_left_out(tmp_path: Path, name: str) -> None:
    (tmp_path / "t.csv").write_text(f"item,ada,bram,{name}\n1,a,a,a\n2,b,b,b\n3,a,b,b\n", encoding="utf-8")
    page = report_payload(str(tmp_path / "t.csv"))
    (layer,) = page["layers"]
    assert (layer["annotators"], layer["references"]) == (["ada", "bram"], [name])
    kind = "prediction" if name in {"prediction", "predicted", "model", "pred"} else "reference"
    assert any(
        alert["text"].startswith(f"t: {name} is a {kind}, by its name, and left out") for alert in page["alerts"]
    )


def test_agree_leaves_it_out_and_says_so(accord: Accord, lay: Lay) -> None:
    path = str(lay("urgency.csv"))
    said = "note: warning: gold is a reference, by its name, and left out of the agreement (to count it in, name all"
    told = accord("agree", path, "--json")
    assert "|annotators:2|" in told.json["results"][0]["signature"]
    assert said in told.err
    without = accord("agree", path, "--json", "--exclude", "gold")
    assert said not in without.err
    assert told.json["results"] == without.json["results"]
    assert without.json == accord("agree", path, "--json", "--annotators", "ada", "--annotators", "bram").json
    (layer,) = accord("report", path, "--json").json["layers"]
    assert layer["headline"]["value"] == told.json["results"][0]["value"]
    assert f"{said} annotators: --annotators)" in accord("plan", path, "--json").err


def test_agree_leaves_it_out_of_each_layer(accord: Accord, tmp_path: Path) -> None:
    for layer in ("mood", "topic"):
        rows = "1,a,a,a\n2,b,b,b\n3,a,b,a\n4,b,b,a\n".replace("a", layer)
        (tmp_path / f"{layer}.csv").write_text(f"item,ada,bram,curator\n{rows}", encoding="utf-8")
    told = accord("agree", str(tmp_path), "--json")
    assert ["annotators:2" in each["agreement"]["results"][0]["signature"] for each in told.json["layers"]] == [
        True,
        True,
    ]
    assert "note: warning: curator is a reference, by its name, and left out of the agreement" in told.err


def test_who_is_left_out_must_be_there(accord: Accord, lay: Lay) -> None:
    path = str(lay("urgency.csv"))
    unknown = accord("agree", path, "--exclude", "golf")
    twice = accord("agree", path, "--exclude", "ada", "--annotators", "ada")
    assert (unknown.code, twice.code) == (2, 2)
    assert "there is no annotator 'golf': did you mean gold?" in unknown.err
    assert "annotators say who is looked at, and exclude who is not: give one of them" in twice.err


def test_the_live_page_offers_it(lay: Lay) -> None:
    offered = choices(read(lay("urgency.csv")), "begin")
    assert (sorted(offered["annotators"]), offered["references"]) == (["ada", "bram", "gold"], ["gold"])


@pytest.mark.parametrize("name", ["Gold", "gold_standard", "Ground Truth", "adjudicated", "consensus", "majority-vote"])
def test_names_of_references(name: str) -> None:
    assert is_reference(name)
    assert references_among(["ada", name, "bram"]) == [name]


@pytest.mark.parametrize("name", ["goldie", "gold1", "marigold", "expert", "ada"])
def test_names_of_annotators(name: str) -> None:
    assert not is_reference(name)


def test_the_command_says_how_files_are_read(accord: Accord, tmp_path: Path) -> None:
    path = tmp_path / "votes.csv"
    path.write_bytes("item,ada,topic,bram\n1,é,é,o\n2,o,é,o\n3,o,o,é\n4,é,é,é\n".encode("latin-1"))
    columns = ["--column", "label=ada", "--column", "label=topic"]
    (layer,) = accord("report", path, *columns, "--file-encoding", "latin-1", "--json").json["layers"]
    assert layer["annotators"] == ["ada", "topic"]
    command = shlex.split(layer["command"])
    assert command[3:] == ["--file-encoding", "latin-1", *columns]
    assert accord(*command[1:], "--json", "--quiet").json == layer["agreement"]
