"""One of the layers of CoNLL-U on the command line."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest

from accord.formats import Columns
from accord.serve.session import Session
from accord.verbs.read import Campaign
from tests.cli.conftest import HARBOUR, Accord

if TYPE_CHECKING:
    from pathlib import Path

TAGS = {"ada": "DET NOUN VERB ADP NOUN _", "bram": "DET NOUN AUX ADP PROPN PUNCT", "chloe": "DET ADJ VERB _ NOUN PUNCT"}


@pytest.fixture
def tagged(tmp_path: Path) -> Path:
    """The tags of three annotators in CoNLL-U, and the same in a table beside the folder."""
    rows = {who: tags.split() for who, tags in TAGS.items()}
    folder = tmp_path / "trees"
    folder.mkdir()
    for who, tags in rows.items():
        tokens = [f"{n}\tw{n}\t_\t{tag}\t_\t_\t{n - 1}\tdep\t_\t_" for n, tag in enumerate(tags, 1)]
        tokens.insert(3, "3-4\tw\t_\t_\t_\t_\t_\t_\t_\t_")
        (folder / f"{who}.conllu").write_text("\n".join(tokens) + "\n\n")
    with (tmp_path / "tags.csv").open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["item", *rows])
        for number, said in enumerate(zip(*rows.values(), strict=True)):
            table.writerow([number, *(tag.replace("_", "") for tag in said)])
    return folder


def test_tags_agree_as_in_a_table_of_them(accord: Accord, tagged: Path) -> None:
    options = ["-c", "alpha", "-c", "ac1", "-c", "observed", "--json"]
    ours = accord("agree", tagged, "--layer", "upos", *options).json
    theirs = accord("agree", tagged.parent / "tags.csv", *options).json
    numbers = [[each["value"], each["observed"], each["interval"]["low"]] for each in ours["results"]]
    assert numbers == [[each["value"], each["observed"], each["interval"]["low"]] for each in theirs["results"]]


def test_without_a_layer_the_trees_are_measured_and_the_others_named(accord: Accord, tagged: Path) -> None:
    done = accord("agree", tagged)
    assert (done.code, done.out.splitlines()[0]) == (0, "Agreement on trees")
    assert "note: the layer deps is looked at; upos can be chosen (--layer NAME)" in done.err
    assert accord("agree", tagged, "--layer", "deps").out == done.out


@pytest.fixture
def linked(tmp_path: Path) -> Path:
    """Spans and relations by two annotators in brat."""
    for who, type_ in (("ada", "PER"), ("bram", "LOC")):
        (tmp_path / who).mkdir()
        (tmp_path / who / "d.txt").write_text("Ann met Bo.")
        marked = f"T1\t{type_} 0 3\tAnn\nT2\tPER 8 10\tBo\nR1\tknows Arg1:T1 Arg2:T2\n"
        (tmp_path / who / "d.ann").write_text(marked)
    return tmp_path


def test_a_long_command_is_said_once(accord: Accord, linked: Path) -> None:
    for who in ("ada", "bram"):
        for number in range(5):
            name = f"{'long' * 9}-{number}"
            (linked / who / f"{name}.txt").write_text("Ann met Bo.")
            (linked / who / f"{name}.ann").write_text("T1\tPER 0 3\tAnn\n")
    files = sorted(linked.glob("*/*.ann"))
    done = accord("agree", *files)
    named = " ".join(map(str, files))
    assert "all about it" not in done.out
    assert done.out.count(str(files[0])) == 1
    assert f"all about a layer: accord agree {named} --layer NAME\n" in done.out
    assert f"accord agree {named} --layer entities" in accord("agree", *files, "--json").json["layers"][0]["command"]


def test_without_a_layer_all_are_measured_and_their_commands_named(accord: Accord, linked: Path) -> None:
    done = accord("agree", linked)
    assert (done.code, done.out.splitlines()[0]) == (0, "Agreement on 2 layers, each by itself")
    for layer, kind in (("entities", "spans"), ("relations", "relations")):
        (row,) = (line for line in done.out.splitlines() if line.startswith(f"{layer} "))
        assert kind in row
        assert row.endswith(f"accord agree {linked} --layer {layer}")
    assert "is looked at" not in done.err
    found = {each["layer"]: each["agreement"] for each in accord("agree", linked, "--json").json["layers"]}
    assert found == {
        layer: accord("agree", linked, "--layer", layer, "--json").json for layer in ("entities", "relations")
    }


def test_what_is_asked_of_one_layer_needs_its_name(accord: Accord, linked: Path) -> None:
    done = accord("agree", linked, "--fail-under", "0.5")
    assert done == (2, "", "accord agree: --fail-under is about one layer: say which (--layer entities, relations)\n")
    assert accord("agree", linked, "--fail-under", "0.999", "--layer", "entities").code == 1
    done = accord("agree", linked, "--figure", "a.svg")
    assert done == (2, "", "accord: --figure is about one layer: say which (--layer entities, relations)\n")


def test_a_coefficient_is_measured_where_it_fits(accord: Accord, linked: Path) -> None:
    done = accord("agree", linked, "-c", "gamma")
    assert (done.code, "\nrelations: not measured: " in done.out) == (0, True)
    assert accord("agree", linked, "-c", "nonsense").code == 2


def test_groups_of_files_in_a_folder_are_measured_each_by_itself(accord: Accord, tagged: Path) -> None:
    done = accord("agree", tagged.parent, "--json")
    rows = {each["layer"]: (each["kind"], each["agreement"]["results"][0]["value"]) for each in done.json["layers"]}
    assert sorted(rows) == ["tags", "trees/deps"]
    for name in ("upos", "trees/upos"):
        one = accord("agree", tagged.parent, "--layer", name, "--json").json
        assert one["results"][0]["value"] == rows["tags"][1]


def test_a_layer_that_is_not_there_is_refused(accord: Accord, tagged: Path) -> None:
    assert accord("agree", tagged, "--layer", "xpos") == (
        2,
        "",
        "accord: there is no layer 'xpos': did you mean upos?\n",
    )
    done = accord("agree", HARBOUR / "annotators", "--layer", "upos")
    assert done == (2, "", "accord: there is no layer 'upos': there is one layer, without a name\n")


@pytest.mark.parametrize("verb", ["plan", "weights"])
def test_verbs_for_labels_take_a_layer(accord: Accord, tagged: Path, verb: str) -> None:
    assert accord(verb, tagged).code != 0
    assert accord(verb, tagged, "--layer", "upos").code == 0


def test_labels_of_a_layer_are_aggregated_and_adjudicated(accord: Accord, tagged: Path, tmp_path: Path) -> None:
    for verb, option in (("aggregate", ["--method", "majority"]), ("gold", ["--undecided", "majority"])):
        written = tmp_path / f"{verb}.conll"
        assert accord(verb, tagged, "--layer", "upos", *option, "-o", written).code == 0
        rows = [line.split() for line in written.read_text().splitlines() if line and not line.startswith("#")]
        assert [tag for _, tag in rows] == ["DET", "NOUN", "VERB", "ADP", "NOUN", "PUNCT"]


def test_the_page_shows_every_layer_and_how_to_get_it(accord: Accord, tagged: Path) -> None:
    shown: dict[str, object] = {}
    for options in ([], ["--layer", "upos"]):
        layers = accord("report", tagged, *options, "--json").json["layers"]
        shown |= {
            layer["name"]: (layer["kind"], layer["layer"], "--layer upos" in layer["command"]) for layer in layers
        }
    assert shown == {
        "trees/deps": ("trees", "deps", False),
        "trees/upos": ("labels", "upos", True),
        "trees": ("labels", None, True),
    }


def test_systems_are_scored_on_the_layer_that_is_named(accord: Accord, tagged: Path) -> None:
    systems = ["--reference", tagged / "ada.conllu", "--system", tagged / "bram.conllu"]
    (held,) = accord("report", tagged, *systems, "--layer", "upos", "--json").json["systems"]
    assert (held["terms"]["scored"], next(iter(held["measures"]))) == ("labels of tokens", "accuracy")
    scored = accord("score", tagged / "bram.conllu", "-r", tagged / "ada.conllu", "--layer", "upos", "--json").json
    assert held["runs"][0]["measures"]["accuracy"]["value"] == scored["runs"][0]["scores"]["accuracy"]["value"]
    (held,) = accord("report", tagged, *systems, "--json").json["systems"]
    assert held["terms"]["scored"] == "dependencies"


def test_the_live_page_adjudicates_a_layer(tagged: Path) -> None:
    session = Session([str(tagged)], campaign=Campaign(None, Columns(layer="upos")))
    cases = {case.id.rpartition(":")[2]: case for case in session.queue("trees").cases}
    assert list(cases) == ["2", "3", "5"]
    assert {version.value for version in cases["3"].versions} == {"AUX", "VERB"}
    assert session.reading == "--layer upos"


def test_files_are_checked_in_all_layers(accord: Accord, tagged: Path) -> None:
    done = accord("check", tagged / "ada.conllu")
    found = "0 errors in deps: 6 tokens, 1 tree, 1 document; upos: 5 labels, 4 types"
    assert (done.code, done.out) == (0, f"{tagged / 'ada.conllu'}: {found}\n")


def test_layers_are_counted_each_by_itself(accord: Accord, tagged: Path) -> None:
    path = tagged / "ada.conllu"
    assert [each["layer"] for each in accord("summary", path, "--json").json] == ["deps", "upos"]
    (upos,) = accord("summary", path, "--layer", "upos", "--json").json
    assert upos["labels"] == {"NOUN": 2, "DET": 1, "VERB": 1, "ADP": 1}
    counted = accord("count", path, "--json").json
    assert {"count": 2, "layer": "upos", "type": "NOUN"} in counted
    assert {"count": 2, "type": "NOUN"} in accord("count", path, "--layer", "upos", "--json").json
    assert "did you mean upos?" in accord("count", path, "--layer", "xpos").err


def test_equal_problems_are_said_in_few_lines(accord: Accord, tmp_path: Path) -> None:
    rows = "".join(f"{n},ada,x,more\n{n},bram,x\n" for n in range(500))
    (tmp_path / "t.csv").write_text("item,annotator,label\n" + rows)
    done = accord("check", tmp_path / "t.csv")
    assert len(done.out.splitlines()) == 21
    assert f"{tmp_path / 't.csv'}:40, and 480 more in 1 file: error: the rest of 500 [ragged-row]" in done.out
    assert len(accord("check", tmp_path / "t.csv", "--json").json) == 500
    assert len(accord("agree", tmp_path / "t.csv").err.splitlines()) == 21
    quiet = accord("agree", tmp_path / "t.csv", "-q").err.splitlines()
    assert len(quiet) == 2
    assert quiet[0].startswith(f"{tmp_path / 't.csv'}:2: error: ")
