"""Which files belong together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accord.campaign.discover import Discovery, discover
from accord.campaign.report import report_payload
from accord.errors import ReadError, UsageError
from accord.formats import Columns
from accord.formats.matrix import read_matrix
from accord.formats.soft import soft_labels
from accord.formats.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    Lay = Callable[[Mapping[str, str]], Path]

FIRST = "the\tO\nbrig\tB-SHIP\nsails\tO\n\nat\tO\ndawn\tO\n"
SECOND = "a\tO\ngoat\tB-PER\nwaits\tO\n\non\tO\nquay\tB-LOC\n"
TREE = "1\tFog\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\tlifts\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
LONG = "item,annotator,label\n{0}1,ada,yes\n{0}1,bram,no\n{0}2,ada,no\n{0}2,bram,no\n"


@pytest.fixture
def lay(tmp_path: Path) -> Lay:
    def make(files: Mapping[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path

    return make


def of(folder: Path, reference: str | None = None, systems: tuple[str, ...] = ()) -> Discovery:
    return discover([str(folder)], reference, systems, Columns())


def scored(found: Discovery) -> list[tuple[str, tuple[str, ...]]]:
    return [(each.reference, each.systems) for each in found.scored]


def groups(folder: Path) -> dict[str, list[str]]:
    return {group.name: [str(path).removeprefix(f"{folder}/") for path in group.paths] for group in of(folder).groups}


def test_a_folder_of_files_is_a_layer_by_its_name(lay: Lay) -> None:
    folder = lay({"names/ada.conll": FIRST, "names/bram.conll": FIRST})
    assert groups(folder) == {"names": ["names/ada.conll", "names/bram.conll"]}


def test_a_folder_an_annotator_is_one_layer(lay: Lay) -> None:
    files = {
        f"{who}/{document}.conll": text for who in ("ada", "bram") for document, text in (("d1", FIRST), ("d2", SECOND))
    }
    folder = lay(files)
    assert list(groups(folder).values()) == [sorted(files)]


def test_a_folder_a_document_is_one_layer(lay: Lay) -> None:
    files = {
        f"{document}/{who}.conll": text for document, text in (("d1", FIRST), ("d2", SECOND)) for who in ("ada", "bram")
    }
    folder = lay(files)
    assert list(groups(folder).values()) == [sorted(files)]


def test_two_folders_over_the_same_text_are_two_layers(lay: Lay) -> None:
    files = {f"{layer}/{who}.conll": FIRST for layer in ("names", "roles") for who in ("ada", "bram")}
    assert list(groups(lay(files))) == ["names", "roles"]


def test_tables_that_name_their_annotators_stand_alone(lay: Lay) -> None:
    assert list(groups(lay({"mood.csv": LONG.format("a"), "tone.csv": LONG.format("a")}))) == ["mood", "tone"]


def test_tables_of_other_items_with_the_same_labels_belong_together(lay: Lay) -> None:
    folder = lay({"week1.csv": LONG.format("a"), "week2.csv": LONG.format("b")})
    assert list(groups(folder).values()) == [["week1.csv", "week2.csv"]]


def test_tables_of_one_annotator_each_belong_together(lay: Lay) -> None:
    folder = lay({"ada.csv": "item,label\n1,yes\n2,no\n", "bram.csv": "item,label\n1,yes\n2,yes\n"})
    assert list(groups(folder).values()) == [["ada.csv", "bram.csv"]]


def test_folders_tell_layers_of_the_same_name_apart(lay: Lay) -> None:
    tables = ("labels.csv", "r1/labels.csv", "r2/in/labels.csv", "r3/in/labels.csv", "r3/words.csv")
    lines = {"r3/in/labels.jsonl": '{"item": "i1", "labels": {"ada": "yes", "bram": "no"}}\n'}
    folder = lay(dict.fromkeys(tables, LONG.format("i")) | lines)
    assert {name: path for name, (path,) in groups(folder).items()} == {
        "labels": "labels.csv",
        "r1-labels": "r1/labels.csv",
        "r2-in-labels": "r2/in/labels.csv",
        "r3-in-labels": "r3/in/labels.csv",
        "r3-in-labels-jsonl": "r3/in/labels.jsonl",
        "words": "r3/words.csv",
    }


def test_folders_of_several_files_are_told_apart_too(lay: Lay) -> None:
    files = {f"{day}/names/{who}-{day}.conll": FIRST for day in ("d1", "d2") for who in ("ada", "bram")}
    assert list(groups(lay(files))) == ["d1-names", "d2-names"]


def test_files_named_by_hand_belong_together_wherever_they_lie(lay: Lay) -> None:
    folder = lay({"x/ada.conll": FIRST, "y/z/bram.conll": FIRST})
    found = discover([str(folder / "x/ada.conll"), str(folder / "y/z/bram.conll")], None, (), Columns())
    assert [len(group.paths) for group in found.groups] == [2]


def test_a_reference_and_systems_go_by_their_names(lay: Lay) -> None:
    folder = lay(
        {"gold.conll": FIRST, "predictions/a.conll": FIRST, "people/ada.conll": FIRST, "people/b.conll": FIRST}
    )
    found = of(folder)
    assert scored(found) == [(str(folder / "gold.conll"), (str(folder / "predictions/a.conll"),))]
    assert [group.name for group in found.groups] == ["people"]
    assert any("by its name" in line for line in found.assumptions)
    assert any("by their folder" in line for line in found.assumptions)


def test_a_reference_among_annotators_is_none_of_them(lay: Lay) -> None:
    found = of(lay({"gold.conll": FIRST, "ada.conll": FIRST, "bram.conll": FIRST}))
    assert [len(group.paths) for group in found.groups] == [2]
    assert any("left aside" in line for line in found.assumptions)


def test_systems_without_a_reference_are_a_layer(lay: Lay) -> None:
    found = of(lay({"systems/a.conll": FIRST, "systems/b.conll": FIRST}))
    assert scored(found) == []
    assert [group.name for group in found.groups] == ["systems"]


def test_shares_of_labels_are_no_labels(lay: Lay) -> None:
    folder = lay({"votes.csv": LONG.format("a"), "forecast.csv": "item,calm,gale\nd1,0.3,0.7\nd2,1,0\n"})
    found = of(folder)
    assert [group.name for group in found.groups] == ["votes"]
    assert "forecast.csv is passed over: it holds shares of labels, and no labels" in found.assumptions


def test_answers_of_0_and_1_are_labels(lay: Lay) -> None:
    assert list(groups(lay({"votes.csv": "item,ada,bram\nd1,0,1\nd2,1,0\n"}))) == ["votes"]


def test_named_systems_need_a_reference(lay: Lay) -> None:
    folder = lay({"a.conll": FIRST, "b.conll": FIRST})
    with pytest.raises(UsageError, match="no reference"):
        of(folder, systems=(str(folder / "a.conll"),))


def test_a_table_called_gold_is_no_reference(lay: Lay) -> None:
    assert scored(of(lay({"gold.csv": LONG.format("a")}))) == []


GOLD = "item,annotator,label\na1,gold,yes\na2,gold,no\n"
CREW = {f"crew/{who}.conll": FIRST for who in ("ada", "bram")}


@pytest.mark.parametrize("name", ["votes-gold.csv", "votes-gold (1).csv", "gold.csv", "votes-gold.jsonl"])
def test_a_gold_standard_beside_its_table_is_passed_over(lay: Lay, name: str) -> None:
    record = '{"annotator":"gold","item":"a1","label":"yes"}\n'
    folder = lay({"votes.csv": LONG.format("a"), name: record if name.endswith("jsonl") else GOLD})
    for paths in ([folder], [folder / "votes.csv", folder / name]):
        found = discover(map(str, paths), None, (), Columns())
        assert [group.name for group in found.groups] == ["votes"]
        assert f"{name}: passed over, as gold standards by their names and not annotators" in found.assumptions


@pytest.mark.parametrize("name", ["crew-gold.conll", "crew/crew-gold.conll", "crew_Gold.conll"])
def test_a_gold_standard_that_is_called_after_its_layer_is_passed_over(lay: Lay, name: str) -> None:
    folder = lay({**CREW, name: FIRST, "systems/a.conll": FIRST, "reference.conll": FIRST})
    found = of(folder)
    assert {group.name: len(group.paths) for group in found.groups} == {"crew": 2}
    assert scored(found) == [(str(folder / "reference.conll"), (str(folder / "systems/a.conll"),))]


def test_a_table_of_several_annotators_is_data_whatever_it_is_called(lay: Lay) -> None:
    assert list(groups(lay({"votes.csv": LONG.format("a"), "votes-gold.csv": LONG.format("a")}))) == [
        "votes-gold",
        "votes",
    ]


def test_a_gold_standard_alone_is_no_gold_standard_of_anything(lay: Lay) -> None:
    assert list(groups(lay({"votes-gold.csv": GOLD}))) == ["votes-gold"]


def test_gold_behind_the_name_of_a_document_is_an_annotator(lay: Lay) -> None:
    files = [f"crew/{document}-{who}.conll" for document in ("d1", "d2") for who in ("ada", "gold")]
    assert groups(lay(dict.fromkeys(files, FIRST))) == {"crew": files}


def test_what_cannot_be_told_is_left_aside_and_said(lay: Lay) -> None:
    folder = lay({"votes.csv": LONG.format("a"), "notes.dat": "just some words\n"})
    found = of(folder)
    assert [group.name for group in found.groups] == ["votes"]
    assert [finding.code for finding in found.findings] == ["unknown-format"]


def test_layers_of_one_name_are_told_apart(lay: Lay) -> None:
    folder = lay({"a/votes.csv": LONG.format("a"), "b/votes.csv": LONG.format("a").replace("yes", "maybe")})
    names = [group.name for group in of(folder).groups]
    assert len(set(names)) == len(names)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        discover([str(tmp_path / "none.conll")], None, (), Columns())


def test_files_named_together_with_a_reference_of_their_text_are_scored(lay: Lay) -> None:
    chunks = "Fog B-LOC\n. O\n"
    folder = lay({"a.conll": chunks, "b.conll": chunks, "right.conll": chunks, "other.conll": "Rain O\nfell O\n"})
    named = [str(folder / name) for name in ("a.conll", "b.conll", "other.conll")]
    found = discover(named, str(folder / "right.conll"), (), Columns())
    assert scored(found) == [(str(folder / "right.conll"), tuple(named[:2]))]
    assert any("named together with a reference" in line for line in found.assumptions)
    in_a_folder = discover([str(folder)], str(folder / "right.conll"), (), Columns())
    assert scored(in_a_folder) == []


def test_parsers_are_found_by_their_folder_and_beside_a_named_reference(lay: Lay) -> None:
    files = {"gold.conllu": TREE, "parsers/a.conllu": TREE, "runs/b.conllu": TREE, "runs/c.conll": FIRST}
    folder = lay(files)
    found = of(folder)
    gold = str(folder / "gold.conllu")
    assert scored(found) == [(gold, (str(folder / "runs/b.conllu"),))]
    named = [str(folder / name) for name in files if name != "gold.conllu"]
    assert scored(discover(named[:1], gold, (), Columns())) == [(gold, tuple(named[:1]))]
    assert scored(discover([named[0], named[2]], gold, (), Columns())) == [(gold, (named[0],))]


def test_of_two_references_it_is_the_one_with_predictions(lay: Lay) -> None:
    found = of(folder := lay({"gold.conllu": TREE, "reference.conll": FIRST, "systems/a.conll": FIRST}))
    assert scored(found) == [(str(folder / "reference.conll"), (str(folder / "systems/a.conll"),))]


def test_systems_in_a_folder_are_found_where_the_reference_is_named(lay: Lay) -> None:
    folder = lay({"right.conll": FIRST, "systems/a.conll": FIRST})
    gold = str(folder / "right.conll")
    assert scored(of(folder, gold)) == [(gold, (str(folder / "systems/a.conll"),))]


def test_folders_whose_files_carry_their_names_are_one_layer(lay: Lay) -> None:
    files = {
        f"{who}/{text}-{who}.conll": each for who in ("ada", "bram") for text, each in (("1", FIRST), ("2", SECOND))
    }
    (found,) = of(lay(files)).groups
    assert len(found.paths) == 4


def test_a_cell_that_is_too_long_stops_no_other_file(lay: Lay) -> None:
    long = "x" * 140_000
    folder = lay({"calls.csv": f"id,ada,bram\n1,{long},y\n", "ships.csv": LONG.format("s")})
    page = report_payload(folder, budget=0)
    assert [layer["name"] for layer in page["layers"]] == ["ships"]
    (finding,) = page["findings"]["shown"]
    assert (finding["code"], finding["line"]) == ("unreadable-row", 2)
    assert finding["message"] == "the row cannot be cut into cells: a cell has more than 131,072 characters"
    for read_rows in (soft_labels, read_matrix):
        with pytest.raises(ReadError, match=r"calls\.csv") as caught:
            read_rows(Source(str(folder / "calls.csv")))
        assert f"{folder / 'calls.csv'}:2: error: the row cannot be cut" in str(caught.value)


def test_as_many_as_can_be_counted_are_all(lay: Lay) -> None:
    folder = lay({"calls.csv": LONG.format("c")})
    assert len(report_payload(folder, budget=0, most=10**20)["layers"][0]["items"]["shown"]) == 1


def test_a_reference_alone_is_nothing_to_show(lay: Lay) -> None:
    table = str(lay({"votes.csv": LONG.format("v")}) / "votes.csv")
    with pytest.raises(UsageError, match=r"votes\.csv is the reference, and there is nothing else to show"):
        discover([table], table, (), Columns())
    with pytest.raises(UsageError, match=r"gold\.conll is the reference, by its name, and there is nothing else"):
        of(lay({"named/gold.conll": FIRST}) / "named")


# --- references and predictions that are not scored -----------------------------------------------------------------


SILENT = "item,label\na1,yes\na2,no\n"
MARKED = '{"document": "d1", "text": "the brig", "spans": [[4, 8, "SHIP"]]}\n'
BY_NAME = "passed over, as references by their names and not annotators; there are no predictions of the same to score"
BY_PLACE = (
    "passed over, as predictions by their folder or name and not annotators; there is no reference of the same to "
    "score them against"
)


@pytest.mark.parametrize("name", ["gold.csv", "votes-gold.csv", "final.csv", "truth/gold.csv", "gold.jsonl"])
def test_a_reference_of_items_or_spans_is_no_layer(lay: Lay, name: str) -> None:
    folder = lay({"votes.csv": LONG.format("a"), name: MARKED if name.endswith("jsonl") else SILENT})
    found = of(folder)
    assert [group.name for group in found.groups] == ["votes"]
    assert f"{name}: {BY_NAME}" in found.assumptions


def test_predictions_of_items_are_no_layer(lay: Lay) -> None:
    one = {"votes.csv": LONG.format("a"), "systems/bert.csv": SILENT}
    found = of(lay(one))
    assert ([group.name for group in found.groups], scored(found)) == (["votes"], [])
    assert f"systems/bert.csv: {BY_PLACE}" in found.assumptions
    folder = lay({"gold.csv": SILENT, "systems/svm.csv": SILENT, "prediction.jsonl": MARKED})
    found = of(folder)
    assert [group.name for group in found.groups] == ["votes"]
    assert scored(found) == [paths_in(folder, "gold.csv", "systems/bert.csv", "systems/svm.csv")]
    assert f"prediction.jsonl: {BY_PLACE}" in found.assumptions


def paths_in(folder: Path, reference: str, *systems: str) -> tuple[str, tuple[str, ...]]:
    return str(folder / reference), tuple(str(folder / each) for each in systems)


def test_a_table_may_be_a_reference_and_json_lines_its_predictions(lay: Lay) -> None:
    line = '{"item": "a1", "label": "yes"}\n{"item": "a2", "label": "no"}\n'
    folder = lay({"gold.csv": SILENT, "predictions/gpt.jsonl": line, "predictions/svm.csv": SILENT})
    found = of(folder)
    assert scored(found) == [paths_in(folder, "gold.csv", "predictions/gpt.jsonl", "predictions/svm.csv")]
    assert (found.groups, found.findings) == ((), ())


def test_each_reference_has_the_systems_that_lie_nearest(lay: Lay) -> None:
    files = {"gold.csv": SILENT, "systems/a.csv": SILENT, "more/gold.csv": SILENT, "more/systems/b.csv": SILENT}
    folder = lay({**files, "marks/gold.jsonl": MARKED, "marks/runs/c.jsonl": MARKED})
    assert sorted(scored(of(folder))) == [
        paths_in(folder, "gold.csv", "systems/a.csv"),
        paths_in(folder, "marks/gold.jsonl", "marks/runs/c.jsonl"),
        paths_in(folder, "more/gold.csv", "more/systems/b.csv"),
    ]
    assert sorted(each.name for each in of(folder).scored) == ["gold.csv", "marks/gold.jsonl", "more/gold.csv"]


def test_of_gold_standards_of_several_layers_it_is_the_one_with_the_same_items(lay: Lay) -> None:
    other = SILENT.replace("a", "b")
    folder = lay({"votes-gold.csv": SILENT, "mood-gold.csv": other, "systems/x.csv": SILENT, "systems/y.csv": other})
    assert scored(of(folder)) == [
        paths_in(folder, "mood-gold.csv", "systems/y.csv"),
        paths_in(folder, "votes-gold.csv", "systems/x.csv"),
    ]


def test_predictions_that_may_be_of_several_references_are_asked_about(lay: Lay) -> None:
    folder = lay({"gold.csv": SILENT, "truth.csv": SILENT, "systems/x.csv": SILENT, "votes.csv": LONG.format("a")})
    found = of(folder)
    assert scored(found) == []
    said = "systems/x.csv: predictions by their folder, of gold.csv or truth.csv: say which is the reference"
    assert f"{said} (reference=)" in found.assumptions
    assert scored(of(folder, str(folder / "gold.csv"))) == [paths_in(folder, "gold.csv", "systems/x.csv")]


def test_named_systems_are_scored_by_the_reference_that_holds_the_same(lay: Lay) -> None:
    folder = lay({"gold.conll": FIRST, "gold.csv": SILENT, "mine.csv": SILENT})
    found = of(folder, systems=(str(folder / "mine.csv"),))
    assert scored(found) == [paths_in(folder, "gold.csv", "mine.csv")]


def test_what_several_annotators_did_is_no_prediction(lay: Lay) -> None:
    folder = lay({"gold.csv": SILENT, "systems/votes.csv": LONG.format("a")})
    found = of(folder)
    assert (scored(found), [group.name for group in found.groups]) == ([], ["votes"])


def test_a_prediction_without_a_reference_is_no_layer(lay: Lay) -> None:
    assert list(groups(lay({**CREW, "systems/a.conll": FIRST}))) == ["crew"]


def test_gold_among_files_of_one_annotator_each_is_theirs_unless_something_is_scored_by_it(lay: Lay) -> None:
    folder = lay({"crew/ada.csv": SILENT, "crew/bram.csv": SILENT, "crew/gold.csv": SILENT})
    assert {name: len(paths) for name, paths in groups(folder).items()} == {"crew": 3}
    found = of(lay({"runs/a.csv": SILENT}))
    assert {group.name: len(group.paths) for group in found.groups} == {"crew": 2}
    assert scored(found) == [paths_in(folder, "crew/gold.csv", "runs/a.csv")]


def test_several_annotators_are_a_layer_in_whatever_folder(lay: Lay) -> None:
    folder = lay({"outputs/votes.csv": LONG.format("a"), "gold.csv": SILENT})
    assert list(groups(folder)) == ["votes"]


def test_references_and_predictions_that_are_not_scored_are_nothing_to_show(lay: Lay) -> None:
    with pytest.raises(
        UsageError, match=r"^gold.csv, systems/bert.jsonl: references and predictions by their names, but"
    ):
        of(lay({"gold.csv": SILENT, "systems/bert.jsonl": MARKED}))


def test_a_file_alone_is_shown_whatever_it_is_called(lay: Lay) -> None:
    assert list(groups(lay({"gold.csv": SILENT}))) == ["gold"]


def test_what_is_scored_is_enough_to_show(lay: Lay) -> None:
    found = of(lay({"gold.conll": FIRST, "systems/a.conll": FIRST, "gold.csv": SILENT}))
    assert (found.groups, len(found.scored)) == ((), 1)


def test_the_page_opens_on_a_layer_that_has_a_value(lay: Lay) -> None:
    apart = "item,annotator,label\n1,a,X\n2,b,Y\n"
    page = report_payload(str(lay({"apart.csv": apart, "votes.csv": LONG.format("a")})), budget=0)
    assert [layer["name"] for layer in page["layers"]] == ["votes", "apart"]
