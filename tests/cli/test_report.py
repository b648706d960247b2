"""The page as a user asks for it, and its numbers as every other command and Python give them."""

from __future__ import annotations

import json
import shlex
import shutil
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from accord.campaign.layer import MeasuredLayer
from accord.campaign.report import payloads, report, report_payload
from accord.errors import UsageError
from accord.payload.schema import as_json
from accord.verbs.read import Campaign, read
from tests.cli.conftest import HARBOUR
from tests.payloads import without_labels

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from accord.model import Corpus
    from accord.payload.page import PagePayload
    from tests.cli.conftest import Accord

LAYERS = ["annotators", "phrases", "radio", "trees/deps", "trees/upos", "urgency", "weather"]
TABLE = "item,ada,bram\n1,yes,yes\n2,no,no\n3,yes,no\n4,no,no\n"


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    held: dict[str, Any] = json.loads(json.dumps(report_payload(str(HARBOUR)), allow_nan=False))
    return held


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "votes.csv").write_text(TABLE, encoding="utf-8")
    return tmp_path / "votes.csv"


def asked(accord: Accord, command: str) -> Any:
    return accord(*shlex.split(command)[1:], "--json", "--quiet").json


# --- the numbers ----------------------------------------------------------------------------------------------------


def test_it_finds_the_layers_of_the_example(page: dict[str, Any]) -> None:
    assert sorted(layer["id"] for layer in page["layers"]) == LAYERS
    values = [layer["headline"]["value"] for layer in page["layers"]]
    assert values == sorted(values)
    assert page["title"] == "harbour"
    assert page["systems"][0]["reference"].endswith("reference.conll")


@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_holds_exactly_what_its_command_prints(accord: Accord, page: dict[str, Any], name: str) -> None:
    layer = next(each for each in page["layers"] if each["id"] == name)
    assert asked(accord, layer["command"]) == layer["agreement"]
    for beside in layer["beside"]:
        assert beside["left_out"] is None
        assert asked(accord, beside["command"]) == beside["agreement"]


@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_holds_exactly_what_python_gives(page: dict[str, Any], name: str) -> None:
    import accord

    layer = next(each for each in page["layers"] if each["id"] == name)
    corpus = accord.read(layer["paths"], layer=layer["layer"])
    verb: Any = accord.agree
    result = verb(corpus, **({"repair": "begin"} if name == "annotators" else {})).result
    headline = layer["headline"]
    assert (headline["value"], headline["signature"]) == (result.value, str(result.signature))
    if headline["interval"] is None:  # everybody gave the same parts of speech
        assert isinstance(result.interval, accord.Undefined)
    else:
        assert [headline["interval"]["low"], headline["interval"]["high"]] == list(result.interval[:2])


def test_systems_are_scored_as_the_commands_do(accord: Accord, page: dict[str, Any]) -> None:
    systems = page["systems"][0]
    commands = systems["commands"]
    assert asked(accord, systems["command"]) == systems["score"]
    assert without_labels(asked(accord, commands["chance"])["chance"]) == systems["chance"]
    assert asked(accord, commands["all_repairs"]) == systems["all_repairs"]
    assert asked(accord, commands["comparisons"]) == systems["comparisons"]
    assert [row["system"] for row in systems["ranks"]] == ["beacon", "lantern"]


def _before_another_column(source: Path, target: Path) -> None:
    """Write labels before a column that would be taken for theirs, in bytes that are not UTF-8."""
    rows = [line.split("\t") for line in source.read_text("utf-8").splitlines()]
    lines = ["\t".join([*row, "é"]) if len(row) > 1 else row[0] for row in rows]
    target.parent.mkdir(exist_ok=True)
    target.write_bytes("\n".join([*lines, ""]).encode("latin-1", "replace"))


def test_the_commands_of_systems_say_how_files_are_read(accord: Accord, tmp_path: Path) -> None:
    for name in ("reference", "systems/beacon-1", "systems/lantern-1"):
        _before_another_column(HARBOUR / f"{name}.conll", tmp_path / f"{name}.conll")
    reading = ["--file-encoding", "latin-1", "--column", "label=1"]
    items = ["--column", "item=item"]  # which is for tables, and says nothing of these
    systems = accord("report", tmp_path, *reading, *items, "--seed", "7", "--all", "--json").json["systems"][0]
    commands = systems["commands"]
    for command in (systems["command"], *commands.values()):
        words = shlex.split(command)
        assert words[words.index("--file-encoding") :][:4] == reading
    assert asked(accord, systems["command"]) == systems["score"]
    assert without_labels(asked(accord, commands["chance"])["chance"]) == systems["chance"]
    assert asked(accord, commands["comparisons"]) == systems["comparisons"]


@pytest.fixture
def parsers(tmp_path: Path) -> Path:
    """A folder with a reference, and a parser of two runs and another beside it."""
    (tmp_path / "systems").mkdir()
    gold = (HARBOUR / "trees" / "ada.conllu").read_text(encoding="utf-8")
    (tmp_path / "gold.conllu").write_text(gold, encoding="utf-8")
    shutil.copy(HARBOUR / "trees" / "bram.conllu", tmp_path / "systems" / "arc-1.conllu")
    for name, relation in (("arc-2", "obj"), ("graph-1", "nsubj"), ("graph-2", "case")):
        slipped = gold.replace(f"\t{relation}\t", "\tdep\t")
        (tmp_path / "systems" / f"{name}.conllu").write_text(slipped, encoding="utf-8")
    return tmp_path


def test_parsers_are_scored_as_the_commands_do(accord: Accord, parsers: Path) -> None:
    done = accord("report", parsers, "--json")
    assert done.code == 0
    systems = done.json["systems"][0]
    assert asked(accord, systems["command"]) == systems["score"]
    assert asked(accord, systems["commands"]["comparisons"]) == systems["comparisons"]
    assert done.json["layers"] == []
    assert {row["system"] for row in systems["ranks"]} == {"arc", "graph"}


def test_the_commands_of_parsers_say_how_files_are_read(accord: Accord, parsers: Path) -> None:
    reading = ["--input-format", "conllu", "--file-encoding", "latin-1"]
    systems = accord("report", parsers, *reading, "--column", "label=deprel", "--json").json["systems"][0]
    assert shlex.split(systems["command"])[-4:] == reading
    assert asked(accord, systems["command"]) == systems["score"]
    assert asked(accord, systems["commands"]["comparisons"]) == systems["comparisons"]


def test_the_terminal_ranks_parsers_by_las(accord: Accord, parsers: Path, tmp_path: Path) -> None:
    done = accord("report", parsers, "-o", tmp_path / "report.html", "--seed", "3")
    assert done.code == 0
    assert "is the best of 2 parsers, and reaches LAS " in done.out
    assert "  1. arc: LAS " in done.out
    assert "F1 by match" not in done.out
    assert "arc: 2 runs of one system" in done.err


def test_a_parser_that_lacks_a_sentence_does_not_cost_the_others(accord: Accord, parsers: Path) -> None:
    shutil.copy(HARBOUR / "trees" / "chloe.conllu", parsers / "systems" / "chloe.conllu")
    (parsers / "systems" / "labels.conll").write_text("Fog B-LOC\n", encoding="utf-8")
    done = accord("report", parsers, "--json", "--budget", "0")
    assert done.code == 0
    assert {row["system"] for row in done.json["systems"][0]["ranks"]} == {"arc", "graph"}
    assert [(file.rpartition("/")[2], why) for file, why in done.json["refused"]] == [
        ("chloe.conllu", "chloe lacks 1 sentence that gold has: d08-s07")
    ]


def test_findings_are_those_of_check(accord: Accord, page: dict[str, Any]) -> None:
    told = accord("check", HARBOUR, "--json").json
    checked = [each for each in told if each["code"] != "counted-labels"]  # shares of labels are passed over on a page
    found = {(each["code"], each["file"], each["line"]) for each in page["findings"]["shown"]}
    assert found == {(each["code"], each["file"], each["line"]) for each in checked}
    assert page["findings"]["total"] == len(checked)


def test_repairs_say_what_they_would_change(page: dict[str, Any]) -> None:
    by_chloe = next(each for each in page["findings"]["repairs"] if each["file"].endswith("chloe.conll"))
    assert by_chloe["changed"] == 5  # the five slips of examples/harbour/README.md
    first = by_chloe["examples"][0]
    assert (first["token"], first["before"], first["after"]) == ("Étoile", "I-SHIP", "B-SHIP")


def test_json_prints_exactly_the_payload(accord: Accord, table: Path) -> None:
    assert accord("report", table, "--json").json == json.loads(json.dumps(report_payload(str(table))))


# --- files ----------------------------------------------------------------------------------------------------------


def test_it_writes_one_page_and_says_where(accord: Accord, table: Path, tmp_path: Path) -> None:
    output = tmp_path / "out" / "report.html"
    output.parent.mkdir()
    done = accord("report", table, "-o", output, "--title", "votes & more")
    assert done.code == 0
    assert f"{output}: open it in a browser" in done.out
    assert [path.name for path in output.parent.iterdir()] == ["report.html"]
    assert "votes &amp; more" in output.read_text(encoding="utf-8")


def test_the_payload_can_be_written_beside_it_and_is_no_data_later(accord: Accord, table: Path, tmp_path: Path) -> None:
    beside = tmp_path / "page.json"
    for _ in range(2):
        done = accord("report", tmp_path, "-o", tmp_path / "report.html", "--payload", beside)
        assert done.code == 0
    assert [layer["id"] for layer in json.loads(beside.read_text(encoding="utf-8"))["layers"]] == ["votes"]


@pytest.mark.parametrize("name", ["votes.csv", "report.txt"])
def test_data_is_never_written_over(accord: Accord, table: Path, tmp_path: Path, name: str) -> None:
    done = accord("report", table, "-o", tmp_path / name)
    assert done.code == 2
    assert "a page is written as HTML" in done.err
    assert table.read_text(encoding="utf-8") == TABLE


def test_a_page_from_python_is_written_over_pages_alone(table: Path, tmp_path: Path) -> None:
    page, held = report(str(table)), tmp_path / "held.json"
    for name in ("page.html", "page.html"):
        page.write(tmp_path / name)
    for _ in range(2):
        page.write_payload(held)
    (tmp_path / "mine.json").write_text("{}", encoding="utf-8")
    (tmp_path / "mine.html").write_text("<p>mine</p>", encoding="utf-8")
    for name in ("votes.csv", "mine.html"):
        with pytest.raises(UsageError, match=name):
            page.write(tmp_path / name)
    for name in ("votes.csv", "mine.json"):
        with pytest.raises(UsageError, match=name):
            page.write_payload(tmp_path / name)
    assert table.read_text(encoding="utf-8") == TABLE
    assert (tmp_path / "mine.json").read_text(encoding="utf-8") == "{}"


def test_a_setting_that_is_misspelt_is_refused(table: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no setting 'coeficient': did you mean coefficient\?"):
        report(str(table), coeficient="ac1")  # type: ignore[call-arg]


def test_a_page_that_is_not_done_says_so_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord.campaign.work._AT_FIRST", 0.0)
    first, *_, last = payloads(str(HARBOUR), budget=0)
    missing = [layer.id for layer in first.unmeasured]
    told = first.alerts[0]
    assert told.severity == "warning"
    assert told.text.startswith(
        f"{len(missing)} layers of 7 not measured yet, and on the page when it is written again"
    )
    assert not any("not measured yet" in alert.text for alert in last.alerts)


def test_html_that_is_no_page_is_not_written_over(accord: Accord, table: Path, tmp_path: Path) -> None:
    mine, page = tmp_path / "notes.html", tmp_path / "page.html"
    mine.write_text("<!doctype html><title>Notes</title>", encoding="utf-8")
    done = accord("report", table, "-o", mine)
    assert done.code == 2
    assert "notes.html is there, and is no page of accord: choose another name for the page" in done.err
    assert mine.read_text(encoding="utf-8") == "<!doctype html><title>Notes</title>"
    page.touch()
    for title in ("An empty file", "A page"):
        assert accord("report", table, "-o", page, "--title", title).code == 0
        assert f"<title>{title} " in page.read_text(encoding="utf-8")


def test_no_limit_and_a_limit_exclude_each_other(accord: Accord, table: Path) -> None:
    done = accord("report", table, "--json", "--all", "--budget", 0)
    assert done.code == 2
    assert "give one of them" in done.err
    assert accord("report", table, "--json", "--all").json["settings"]["budget"] is None
    assert accord("report", table, "--json").json["settings"]["budget"] == 20


def test_json_that_is_no_payload_is_not_written_over(accord: Accord, table: Path, tmp_path: Path) -> None:
    (tmp_path / "data.json").write_text("[1, 2]", encoding="utf-8")
    done = accord("report", table, "-o", tmp_path / "r.html", "--payload", tmp_path / "data.json")
    assert done.code == 2
    assert "choose another name" in done.err


def test_a_folder_that_is_not_there_is_said_before_anything_is_measured(
    accord: Accord, table: Path, tmp_path: Path
) -> None:
    done = accord("report", table, "-o", tmp_path / "nowhere" / "report.html")
    assert done.code == 2
    assert "there is no folder" in done.err


def test_the_same_file_twice_is_refused(accord: Accord, table: Path) -> None:
    done = accord("report", table, table)
    assert done.code == 2
    assert "given twice" in done.err


def test_a_broken_file_does_not_stop_the_page(accord: Accord, table: Path, tmp_path: Path) -> None:
    broken = tmp_path / "trees"
    broken.mkdir()
    (broken / "ada.ptb").write_text("(S (NP the)\n", encoding="utf-8")
    done = accord("report", tmp_path, "--json")
    assert done.code == 0
    assert [layer["id"] for layer in done.json["layers"]] == ["votes"]
    assert done.json["findings"]["total"] >= 1
    assert any(alert["severity"] == "error" and "ada" in alert["text"] for alert in done.json["alerts"])


def test_if_nothing_can_be_read_all_findings_are_said(accord: Accord, tmp_path: Path) -> None:
    for name in ("ada", "bram"):
        (tmp_path / f"{name}.ptb").write_text("(S (NP the)\n", encoding="utf-8")
    done = accord("report", tmp_path, "-o", tmp_path / "report.html")
    assert done.code == 1
    assert "ada.ptb" in done.err
    assert "bram.ptb" in done.err
    assert "nothing can be shown" in done.err
    assert not (tmp_path / "report.html").exists()


def test_nothing_is_half_written_when_it_is_interrupted(table: Path, tmp_path: Path) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        report(str(table), tmp_path / "report.html", progress=stop)
    assert [path.name for path in tmp_path.iterdir()] == ["votes.csv"]


def test_interrupted_behind_the_first_page_it_says_that_this_is_there(
    accord: Accord, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def first_only(*args: Any, **settings: Any) -> Iterator[PagePayload]:
        yield next(iter(payloads(*args, **settings)))
        raise KeyboardInterrupt

    monkeypatch.setattr("accord.campaign.report.payloads", first_only)
    page, held = tmp_path / "report.html", tmp_path / "held.json"
    done = accord("report", table, "-o", page)
    assert (done.code, page.exists(), held.exists()) == (130, True, False)
    assert done.err.endswith(f"interrupted: {page} holds what was measured by then\n")
    done = accord("report", table, "-o", page, "--payload", held)
    assert (done.code, json.loads(held.read_text(encoding="utf-8"))["title"]) == (130, "votes.csv")
    assert done.err.endswith(f"interrupted: {page} and {held} hold what was measured by then\n")


def test_a_fault_behind_the_first_page_leaves_that_and_is_no_secret(
    accord: Accord, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object, **__: object) -> None:
        raise ArithmeticError("of the test")

    monkeypatch.setattr("accord.campaign.work.Work._costly", lambda *_: [failing])
    page = tmp_path / "report.html"
    done = accord("report", table, "-o", page)
    assert (done.code, page.exists()) == (3, True)
    said = done.err.splitlines()
    assert said[0] == f"not finished: {page} holds what was measured by then"
    assert said[1].endswith("this is a fault of the program, not of your files: ArithmeticError: of the test")


@pytest.mark.parametrize("first", [0.0, 60.0])
def test_a_layer_that_memory_does_not_do_for_leaves_the_rest_of_the_page(
    first: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accord.campaign.work._AT_FIRST", first)

    def too_much(self: MeasuredLayer, *given: Any) -> bool:
        if self.name == "radio":
            raise MemoryError
        return measure(self, *given)

    measure = MeasuredLayer.measure
    monkeypatch.setattr(MeasuredLayer, "measure", too_much)
    page = report_payload(str(HARBOUR), budget=60)
    assert "radio" not in [layer["id"] for layer in page["layers"]]
    assert len(page["layers"]) > 1
    assert [(each["id"], each["why"]) for each in page["unmeasured"]] == [("radio", "not enough memory for this input")]
    assert page["alerts"][0]["text"] == "radio is not measured: not enough memory for this input"


def test_alignments_that_memory_does_not_do_for_are_said_to_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("accord.kinds.units.align.align_units", too_much)
    page = report_payload(str(HARBOUR / "annotators"))
    said = {remark["text"] for remark in page["left_out"]}
    assert "annotators: alignments are not drawn: not enough memory for this input" in said


def test_a_file_that_memory_does_not_do_for_leaves_the_rest_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(self: Campaign, paths: Sequence[str]) -> Corpus:
        if any("radio" in path for path in paths):
            raise MemoryError
        return read_campaign(self, paths)

    read_campaign = Campaign.read
    monkeypatch.setattr(Campaign, "read", too_much)
    page = report_payload(str(HARBOUR), budget=0)
    assert sorted(layer["id"] for layer in page["layers"]) == [name for name in LAYERS if name != "radio"]
    assert "radio is not on this page: not enough memory for this input" in [each["text"] for each in page["alerts"]]


# --- who is looked at ------------------------------------------------------------------------------------------------


def test_somebody_is_left_out_of_every_layer_that_has_them(accord: Accord, tmp_path: Path) -> None:
    def wide(name: str, *annotators: str) -> None:
        rows = [",".join(["item", *annotators])]
        rows += [f"{item},{','.join('xyz'[(item + who) % 3] for who in range(len(annotators)))}" for item in range(30)]
        (tmp_path / name).write_text("\n".join(rows), encoding="utf-8")

    wide("first.csv", "ada", "bram", "cy")
    wide("second.csv", "eve", "fay", "gus", "gold")
    held = tmp_path / "held.json"
    done = accord("report", tmp_path, "--exclude", "cy", "-o", tmp_path / "report.html", "--payload", held)
    assert done.code == 0
    layers = json.loads(held.read_text(encoding="utf-8"))["layers"]
    assert {each["id"]: (each["annotators"], each["not_chosen"], each["references"]) for each in layers} == {
        "first": (["ada", "bram"], ["cy"], []),
        "second": (["eve", "fay", "gus"], [], ["gold"]),
    }
    for layer in layers:
        assert asked(accord, layer["command"])["results"][0]["value"] == layer["headline"]["value"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--exclude", "zoe"], "there is no annotator 'zoe'"),
        (["--exclude", "ada", "--annotators", "bram"], "annotators say who is looked at, and exclude who is not"),
        (["--exclude", "ada", "--exclude", "bram"], "nobody is left of its annotators"),
    ],
)
def test_who_cannot_be_left_out_is_said(accord: Accord, table: Path, options: list[str], said: str) -> None:
    done = accord("report", table, "-o", table.with_suffix(".html"), *options)
    assert done.code in {1, 2}
    assert said in done.err


# --- time -----------------------------------------------------------------------------------------------------------


def test_without_time_what_is_costly_is_left_out_and_its_command_said() -> None:
    page = report_payload(str(HARBOUR), budget=0)
    (annotators,) = [layer for layer in page["layers"] if layer["id"] == "annotators"]
    assert annotators["headline"]["value"] == pytest.approx(0.8427, abs=5e-5)
    for beside in annotators["beside"]:
        assert beside["agreement"] is None
        assert "0 seconds" in beside["left_out"]
        assert beside["command"].startswith("accord agree")
    assert len(page["systems"][0]["left_out"]) == 3


def test_a_headline_that_takes_too_long_gives_way_to_a_quicker_one(
    accord: Accord, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("accord.campaign.work._AT_FIRST", 0.0)
    rows = (HARBOUR / "radio.csv").read_text(encoding="utf-8").splitlines()
    apart = tmp_path / "calls.csv"
    apart.write_text("\n".join([rows[0], *(row for row in rows if ",call," in row)]) + "\n", encoding="utf-8")
    for path, quicker in ((apart, "u-alpha"), (HARBOUR / "radio.csv", "gamma")):
        (layer,) = report_payload(str(path), budget=0)["layers"]
        assert layer["headline"]["coefficient"] == quicker
        assert [each["name"] for each in layer["beside"]] == ["gamma"]
        assert "0 seconds" in layer["beside"][0]["left_out"]
        assert asked(accord, layer["command"]) == json.loads(json.dumps(layer["agreement"]))


def test_what_takes_long_goes_on_while_the_first_page_is_there(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = report_payload(str(table))
    monkeypatch.setattr("accord.campaign.work._AT_FIRST", 0.0)
    measured: list[str] = []
    measure = MeasuredLayer.measure

    def noted(layer: MeasuredLayer, *args: Any) -> bool:
        go_on.wait(10)
        measured.append(layer.name)
        return measure(layer, *args)

    go_on = Event()
    monkeypatch.setattr(MeasuredLayer, "measure", noted)
    pages = payloads(str(table))
    first = next(pages)
    assert (first.layers, [each.name for each in first.unmeasured]) == ([], ["votes"])
    go_on.set()
    assert as_json(next(pages).layers) == whole["layers"]
    assert measured == ["votes"]


def test_a_layer_is_whole_once_a_page_that_is_made_meanwhile_takes_it_for_measured(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []

    def set_and_show(layer: MeasuredLayer, name: str, value: object) -> None:
        object.__setattr__(layer, name, value)
        if name == "parts" and layer.parts is not None:
            shown.append(layer.payload().name)

    monkeypatch.setattr(MeasuredLayer, "__setattr__", set_and_show, raising=False)
    report_payload(str(table))
    assert shown == ["votes"]


def test_what_is_quick_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord.campaign.work._AT_FIRST", 60.0)
    first, last = payloads(str(HARBOUR / "annotators"))
    assert first.layers[0].agreement == last.layers[0].agreement
    assert [each.left_out for each in first.layers[0].beside] == ["not computed yet"] * 2
    assert all(each.agreement for each in last.layers[0].beside)


def test_progress_says_what_is_being_done() -> None:
    told: list[str] = []
    report_payload(str(HARBOUR / "radio.csv"), progress=lambda what, _done, _total: told.append(what))
    assert list(dict.fromkeys(told)) == [
        "looking at the files",
        "reading radio",
        "measuring radio",
    ]


def test_no_command_is_named_that_would_not_give_the_same() -> None:
    corpus = read(str(HARBOUR / "annotators"))
    some = {"layer": "annotators", "documents": ["doc3", "doc4"]}
    for page in (report_payload(corpus, budget=0), report_payload(str(HARBOUR), budget=0, **some)):  # type: ignore[arg-type]
        (layer,) = page["layers"]
        assert layer["command"] is None
        assert {each["command"] for each in layer["beside"]} == {None}


# --- choices --------------------------------------------------------------------------------------------------------


def test_one_layer_can_be_measured_otherwise(accord: Accord) -> None:
    page = report_payload(
        str(HARBOUR), layer="urgency", coefficient="kappa", annotators=["ada", "bram"], distance="nominal"
    )
    (layer,) = page["layers"]
    assert layer["headline"]["coefficient"] == "kappa"
    assert layer["annotators"] == ["ada", "bram"]
    assert asked(accord, layer["command"]) == json.loads(json.dumps(layer["agreement"]))


def test_an_unknown_layer_is_refused_with_a_suggestion() -> None:
    from accord.errors import UsageError

    with pytest.raises(UsageError, match="did you mean urgency"):
        report_payload(str(HARBOUR), layer="urgencies")


def test_reference_and_systems_can_be_named(accord: Accord, tmp_path: Path) -> None:
    for name, source in (("expert", "reference"), ("mine", "systems/beacon-1"), ("yours", "systems/lantern-1")):
        shutil.copy(HARBOUR / f"{source}.conll", tmp_path / f"{name}.conll")
    done = accord(
        *("report", tmp_path, "--json", "--reference", tmp_path / "expert.conll"),
        *("--system", tmp_path / "mine.conll", "--system", tmp_path / "yours.conll"),
    )
    assert done.code == 0
    assert done.json["layers"] == []
    assert [row["system"] for row in done.json["systems"][0]["ranks"]] == ["mine", "yours"]


def test_an_empty_file_does_not_cost_its_layer(accord: Accord, tmp_path: Path) -> None:
    for name in ("ada", "bram"):
        shutil.copy(HARBOUR / "annotators" / f"{name}.conll", tmp_path)
    (tmp_path / "empty.conll").write_text("", encoding="utf-8")
    done = accord("report", tmp_path, "--json", "--budget", "0")
    assert done.code == 0
    (layer,) = done.json["layers"]
    assert layer["annotators"] == ["ada", "bram"]
    assert "empty.conll" not in layer["command"]
    assert [each["code"] for each in done.json["findings"]["shown"]].count("empty-file") == 1
    ((file, why),) = done.json["refused"]
    assert file.endswith("empty.conll")
    assert why == "there is not a single token in it"


def test_a_file_of_other_tokens_does_not_cost_its_layer(accord: Accord, tmp_path: Path) -> None:
    for name in ("ada", "bram", "chloe"):
        shutil.copy(HARBOUR / "annotators" / f"{name}.conll", tmp_path)
    text = (tmp_path / "bram.conll").read_text(encoding="utf-8")
    (tmp_path / "bram.conll").write_text(text.replace("fog", "frog"), encoding="utf-8")
    done = accord("report", tmp_path, "--json", "--budget", "0")
    assert done.code == 0
    assert done.json["layers"][0]["annotators"] == ["ada", "chloe"]
    assert {each["code"] for each in done.json["findings"]["shown"]} >= {"token-mismatch"}
    ((file, why),) = done.json["refused"]
    assert file.endswith("bram.conll")
    assert "its tokens are not those of the others" in why


@pytest.mark.parametrize("budget", ["nan", "inf"])
def test_a_budget_is_a_number_of_seconds(accord: Accord, table: Path, budget: str) -> None:
    done = accord("report", table, "--json", "--budget", budget)
    assert done.code == 2
    assert "seconds from 0 on are needed" in done.err


def test_a_broken_prediction_does_not_cost_the_others(accord: Accord, tmp_path: Path) -> None:
    shutil.copy(HARBOUR / "reference.conll", tmp_path)
    shutil.copytree(HARBOUR / "systems", tmp_path / "systems")
    (tmp_path / "systems" / "empty.conll").write_text("", encoding="utf-8")
    done = accord("report", tmp_path, "--json", "--budget", "0")
    assert done.code == 0
    assert [row["system"] for row in done.json["systems"][0]["ranks"]] == ["beacon", "lantern"]
    assert [(file.rpartition("/")[2], why) for file, why in done.json["refused"]] == [
        ("empty.conll", "there is not a single token in it")
    ]


def test_documents_of_other_layers_of_a_file_are_not_counted(tmp_path: Path) -> None:
    marked = {"from_name": "ner", "type": "labels", "value": {"start": 0, "end": 3, "text": "Ada", "labels": ["P"]}}
    chosen = {"from_name": "mood", "type": "choices", "value": {"choices": ["glad"]}}
    said = [{"completed_by": who, "result": [marked, chosen]} for who in (1, 2)]
    tasks = [{"id": number, "data": {"text": "Ada sang."}, "annotations": said} for number in (1, 2)]
    (tmp_path / "export.json").write_text(json.dumps(tasks), encoding="utf-8")
    layers = report_payload(str(tmp_path / "export.json"))["layers"]
    counts = {layer["layer"]: (len(layer["documents"]), layer["documents_total"]) for layer in layers}
    assert counts == {"ner": (2, 2), "mood": (1, 1)}


def test_a_report_asks_as_the_command_does_and_takes_the_answer(accord: Accord, tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    rows = "".join(f"s{n},{n % 4 + 1},{99 if n % 9 == 0 else n % 4 + 1}\n" for n in range(40))
    path.write_text(f"item,ada,bram\n{rows}", encoding="utf-8")
    refused = accord("report", path, "-o", tmp_path / "page.html")
    assert refused.code == 1
    assert "say --missing 99 if it is that here" in refused.err
    done = accord("report", path, "-o", tmp_path / "page.html", "--missing", "99")
    assert done.code == 0
    assert "Krippendorff's alpha 1.00" in done.out


def test_one_system_has_no_command_that_compares_it() -> None:
    """It would be refused: two systems are needed."""
    names = ["beacon-1", "lantern-1"]
    for count in (1, 2):
        files = [str(HARBOUR / "systems" / f"{name}.conll") for name in names[:count]]
        held = report_payload(files, reference=str(HARBOUR / "reference.conll"), budget=0)["systems"][0]
        assert (held["commands"]["comparisons"] is None) == (count == 1)
