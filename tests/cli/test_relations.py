"""Relations on the command line: the reference case of three annotators in every form, and refusals in a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from accord.campaign.report import report_payload
from accord.errors import ReadError
from accord.model.relation import Relation, Relations
from accord.verbs.read import read

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Accord

    Write = Callable[..., Path]

TEXT = "Ann Lee works for Acme Corp in Oslo and knows Bo Dahl."
NAMES = {"e1": ("Ann Lee", "PER"), "e2": ("Acme Corp", "ORG"), "e3": ("Oslo", "LOC"), "e4": ("Bo Dahl", "PER")}
ARCS = {
    "ada": [("e1", "e2", "works_for"), ("e2", "e3", "located_in"), ("e1", "e4", "knows")],
    "bram": [("e1", "e2", "works_for"), ("e2", "e3", "part_of"), ("e3", "e4", "located_in")],
    "chloe": [("e1", "e2", "works_for"), ("e2", "e3", "located_in")],
}
JACCARD = 3947 / 11405
"""Relation-jaccard of the three: reference case R2."""


def record(*annotators: str) -> dict[str, Any]:
    """A document with the relations of some of the three."""
    mentions = [
        {"id": id_, "start": TEXT.index(words), "end": TEXT.index(words) + len(words), "type": type_}
        for id_, (words, type_) in NAMES.items()
    ]
    relations = {
        name: [dict(zip(("source", "target", "type"), arc, strict=True)) for arc in ARCS[name]] for name in annotators
    }
    return {"document": "r", "text": TEXT, "mentions": mentions, "relations": relations}


@pytest.fixture
def path(write: Write) -> Path:
    return write("rel.jsonl", json.dumps(record(*ARCS)))


def test_agree_in_every_form(accord: Accord, path: Path) -> None:
    found = accord("agree", path, "--json").json
    assert (found["kind"], found["unit"], found["used"]["relations"]) == ("relations", "mention pair", 8)
    values = {each["coefficient"]: each["value"] for each in found["results"]}
    assert list(values) == ["relation-f1", "link-f1", "relation-jaccard"]
    assert values["relation-jaccard"] == pytest.approx(JACCARD)
    assert [(row["first"], row["second"], row["items"]) for row in found["pairs"]] == [
        ("ada", "bram", 4),
        ("ada", "chloe", 4),
        ("bram", "chloe", 4),
    ]
    assert [row[0] for row in found["extra"]["steps"]["rows"]] == ["found", "linkable", "linked", "typed"]
    assert "relation-jaccard  0.3461" in accord("agree", path).out
    assert "relation-jaccard & 0.3461" in accord("agree", path, "--format", "latex").out
    assert f"all,,,relation-jaccard,{JACCARD:.10f}" in accord("agree", path, "--format", "csv").out


def test_two_of_three_with_one_coefficient(accord: Accord, path: Path) -> None:
    """Reference case R1: 5/9 without types, 5/17 with them."""
    for name, value in (("link-f1", 5 / 9), ("relation-f1", 5 / 17)):
        found = accord("agree", path, "-c", name, "--exclude", "chloe", "--json").json
        assert [each["value"] for each in found["results"]] == [pytest.approx(value)]


@pytest.mark.parametrize("verb", ["agree", "score", "compare"])
def test_help_has_the_options_of_relations_first(accord: Accord, path: Path, verb: str) -> None:
    shown = accord(verb, path, "--help").out
    assert shown.index("Relations (these files):") < shown.index("\nLabels:")
    of_agreement = {"--linkable", "--type-credit"}
    assert {"--mentions", "--symmetric"} | (of_agreement if verb == "agree" else set()) <= set(shown.split())
    assert verb == "agree" or not of_agreement & set(shown.split())


def test_check_and_summary_count_relations(accord: Accord, path: Path) -> None:
    sizes = "8 relations, 4 types, 12 mentions, 1 document, 3 annotators"
    assert accord("check", path) == (0, f"{path}: 0 errors in {sizes}\n", "")
    shown = accord("summary", path).out
    assert "12 spans of 3 types, 8 relations of 4 types in 1 document by 3 annotators" in shown
    (summary,) = accord("summary", path, "--json").json
    assert summary["spans"]["relations"] == {"works_for": 3, "located_in": 3, "knows": 1, "part_of": 1}
    assert ",relation,works_for,,3," in accord("summary", path, "--format", "csv").out


def test_check_says_where_a_relation_is_wrong(accord: Accord, write: Write) -> None:
    wrong = record("ada")
    wrong["relations"]["ada"][1]["target"] = "e9"
    path = write("rel.jsonl", "\n".join(map(json.dumps, (record("ada") | {"document": "q"}, wrong))))
    done = accord("check", path, "--json")
    assert (done.code, [(each["line"], each["code"]) for each in done.json]) == (1, [(2, "invalid-relation")])
    assert "e9" in accord("agree", path).err


def test_what_is_for_labels_says_that_these_are_relations(accord: Accord, path: Path) -> None:
    done = accord("aggregate", path)
    instead = "accord gold --undecided majority adjudicates relations"
    said = f"accord: there are relations: labels, spans and units are aggregated; {instead}\n"
    assert (done.code, done.err) == (2, said)
    done = accord("weights", path)
    said = "accord: there are relations: this is for labels of tokens or items; accord agree measures relations\n"
    assert (done.code, done.err) == (2, said)


def test_gold_is_written_into_no_table(accord: Accord, path: Path, tmp_path: Path) -> None:
    output = tmp_path / "gold.csv"
    done = accord("gold", path, "-o", output, "--undecided", "majority")
    assert (done.code, output.exists()) == (2, False)
    said = f"relations cannot be written as 'table', which the name of {output} asks for: say --format jsonl"
    assert done.err == f"accord: {said}\n"
    assert accord("gold", path, "-o", output, "--undecided", "majority", "--format", "jsonl").code == 0


def test_gold_is_written_and_read_again(accord: Accord, path: Path, tmp_path: Path) -> None:
    output = tmp_path / "gold.jsonl"
    assert accord("gold", path, "-o", output).code == 2
    assert accord("gold", path, "-o", output, "--undecided", "majority").code == 0
    (standard,) = read(output).annotations.values()
    assert isinstance(standard, Relations)
    assert standard.relations == (Relation(0, 1, "works_for"), Relation(1, 2, "located_in"))


def test_the_page_shows_mentions_and_steps(accord: Accord, path: Path) -> None:
    (layer,) = accord("report", path, "--json").json["layers"]
    assert (layer["kind"], layer["headline"]["coefficient"]) == ("relations", "relation-f1")
    assert layer["extra"] == ["steps", "reversed"]
    shown = {item["text"]: item["labels"] for item in layer["items"]["shown"]}
    assert shown["[Acme Corp] in [Oslo]"] == {"ada": "located_in →", "bram": "part_of →", "chloe": "located_in →"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("agree", "-c", "alpha"), "unknown relation coefficient 'alpha'"),
        (("agree", "--symmetric", "far"), "no relation has the type 'far'"),
        (("agree", "--linkable", "same-sentence"), 'add "sentences" to its records'),
        (("agree", "--position", "hamming"), "--position is for units, and relations are measured here"),
        (
            ("agree", "--distance", "nominal"),
            "--distance is for labels, units and trees, and relations are measured here",
        ),
        (("text",), "holds relations"),
    ],
)
def test_what_does_not_apply_is_refused_in_a_line(
    accord: Accord, path: Path, arguments: tuple[str, ...], said: str
) -> None:
    done = accord(*arguments, path)
    assert (done.code, done.out, done.err.strip().count("\n")) == (2, "", 0)
    assert said in done.err


def test_the_page_measures_what_is_asked_for(path: Path) -> None:
    asked: dict[str, Any] = {"layer": "rel", "annotators": ["ada", "bram"]}
    (layer,) = report_payload(path, coefficient="link-f1", **asked)["layers"]
    assert (layer["headline"]["coefficient"], layer["headline"]["value"]) == ("link-f1", pytest.approx(5 / 9))
    with pytest.raises(ReadError, match="coefficients of relations take no distance"):
        report_payload(path, distance="nominal", **asked)


def test_the_page_says_how_many_pairs_it_leaves_out(accord: Accord, path: Path) -> None:
    (layer,) = accord("report", path, "--json", "--most", "1").json["layers"]
    assert (layer["items"]["total"], layer["items"]["left_out"], len(layer["items"]["shown"])) == (3, 2, 1)
