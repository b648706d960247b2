"""Systems and their runs, as the command line and Python name them, and a repair for each."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import accord as api
from tests.cli.conftest import HARBOUR, Accord

Write = Callable[..., Path]
REFERENCE = HARBOUR / "reference.conll"


@pytest.fixture
def seeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two systems with a folder for each seed, another with numbers only, and files that say nothing."""
    for system in ("beacon", "lantern"):
        for number in (1, 2, 3):
            copies = (
                f"{system}/seed{number}/test.txt",
                f"numbers/{system}/{number}/test.txt",
                f"{system}-flat/x{number}.txt",
            )
            for copy in copies:
                (tmp_path / copy).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(HARBOUR / "systems" / f"{system}-{number}.conll", tmp_path / copy)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def scored(accord: Accord, *arguments: str) -> dict[str, Any]:
    payload: dict[str, Any] = accord("score", *arguments, "-r", REFERENCE, "--repair", "begin", "--json").json
    return {each["system"]: each["runs"] for each in payload["systems"]}


@pytest.mark.usefixtures("seeds")
def test_systems_are_declared_by_files_patterns_and_folders(accord: Accord) -> None:
    beacon = [f"beacon/seed{number}/test.txt" for number in (1, 2, 3)]
    lantern = [f"lantern-flat/x{number}.txt" for number in (1, 2, 3)]
    wanted = {"b": beacon, "l": lantern}
    assert scored(accord, "--system", f"b={','.join(beacon)}", "--system", "l=lantern-flat") == wanted
    assert scored(accord, "--system", "b=beacon/*/test.txt", "--system", "l=lantern-flat/x*") == wanted
    more = [word for file in beacon for word in ("--system", f"b={file}")]
    assert scored(accord, *more, "--system", "l=lantern-flat/") == wanted
    found = api.score(REFERENCE, {"b": "beacon/*/test.txt", "l": Path("lantern-flat")}, repair="begin")
    assert {system: list(runs) for system, runs in found.systems.items()} == wanted
    assert found.run_notes == ()


@pytest.mark.usefixtures("seeds")
def test_folders_of_seeds_are_recognised_and_the_reason_is_said(accord: Accord) -> None:
    files = sorted(map(str, Path().glob("*/seed*/test.txt")))
    done = accord("score", *files, "-r", REFERENCE, "--repair", "begin")
    assert (
        "note: beacon: 3 runs of one system, for their folders differ only in the number of a seed or run" in done.err
    )
    assert scored(accord, *files) == {"beacon": files[:3], "lantern": files[3:]}
    assert len(scored(accord, *files, "--by-file")) == 6
    assert list(scored(accord, *files, "--runs").values()) == [files]
    assert list(api.score(REFERENCE, files, repair="begin").systems) == ["beacon", "lantern"]


@pytest.mark.usefixtures("seeds")
def test_what_could_be_runs_is_asked_about_and_not_guessed(accord: Accord) -> None:
    files = [f"numbers/beacon/{number}/test.txt" for number in (1, 2)]
    done = accord("score", *files, "-r", REFERENCE, "--repair", "begin")
    assert "each is taken for a system of its own; if they are runs of one, say so (--runs, or --system" in done.err
    assert "over runs" not in done.out
    assert "say so" not in accord("score", *files, "-r", REFERENCE, "--repair", "begin", "--by-file").err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--system", "b="], "--system b=: write NAME=FILES"),
        (["--system", "=x"], "--system =x: write NAME=FILES"),
        (["--system", "b=none*"], "b: no file is called like none*"),
        (["--system", "b=none.txt"], "cannot read none.txt"),
        (["--system", "b=beacon-flat", "x.txt"], "with commas between them: x.txt is of none"),
        (["--system", "b=beacon-flat,beacon-flat/x1.txt"], "beacon-flat/x1.txt is given twice"),
        (["--runs", "--by-file", "beacon-flat/x1.txt"], "--runs and --by-file contradict each other"),
        (["--runs", "--system", "b=beacon-flat"], "--runs is for files without a system"),
        (["--system", "b=beacon-flat", "--repair", "c=begin"], "--repair: there is no system 'c': choose from b"),
        (["--system", "b=beacon-flat", "--repair", "b=begin", "--repair", "b=discard"], "--repair says twice how b is"),
        ([], "name the files to score, or --system NAME=FILES"),
    ],
)
@pytest.mark.usefixtures("seeds")
def test_what_cannot_be_is_refused_in_one_sentence(accord: Accord, arguments: list[str], said: str) -> None:
    for verb in ("score", "compare"):
        done = accord(verb, *arguments, "-r", REFERENCE)
        assert done.code != 0
        assert said in done.err
        assert done.err.count("\n") == 1


@pytest.mark.usefixtures("seeds")
def test_a_system_has_a_repair_of_its_own(accord: Accord) -> None:
    systems = ["--system", "beacon=beacon-flat", "--system", "lantern=lantern-flat"]
    told = ["-r", REFERENCE, "--repair", "begin", "--repair", "lantern=discard"]
    payload = accord("score", *systems, *told, "--json").json
    assert [run["repair"] for run in payload["runs"]] == ["begin"] * 3 + ["discard"] * 3
    assert "|repair:begin,lantern=discard|" in payload["signature"]
    alone = {
        method: accord("score", *systems, "-r", REFERENCE, "--repair", method, "--json").json
        for method in ("begin", "discard")
    }
    assert payload["systems"] == [alone["begin"]["systems"][0], alone["discard"]["systems"][1]]
    out = accord("score", *systems, *told).out
    assert "read by the repair of each system" in out
    paths = {"beacon": "beacon-flat", "lantern": "lantern-flat"}
    found = api.score(REFERENCE, paths, repair={None: "begin", "lantern": "discard"})
    assert [run.repair for run in found.runs] == [run["repair"] for run in payload["runs"]]
    assert accord("compare", *systems, *told, "--resamples", 9, "--json").json["systems"][1]["f1"] == pytest.approx(
        alone["discard"]["systems"][1]["micro"]["f1"]["mean"]
    )


def test_runs_of_one_system_from_python() -> None:
    gold = [["B-PER", "O"]]
    scores = api.score(gold, [gold, [["O", "O"]]], encoding="BIO", runs=True)
    assert scores.systems == {"run": ["run 1", "run 2"]}
    with pytest.raises(api.AccordError, match="by_file=True contradict"):
        api.score(gold, [gold], encoding="BIO", runs=True, by_file=True)


@pytest.mark.parametrize(
    ("repairs", "said"),
    [
        (["lantern=discard"], "invalid label sequences of lantern were read by discard repair ("),
        (
            ["begin", "lantern=discard"],
            "in the predictions were read by begin repair, those of lantern by discard repair (",
        ),
    ],
)
def test_the_sentence_for_the_paper_says_whose_labels_were_repaired(
    accord: Accord, repairs: list[str], said: str
) -> None:
    systems = [str(HARBOUR / "systems" / name) for name in ("beacon-3.conll", "lantern-1.conll")]
    told = [word for repair in repairs for word in ("--repair", repair)]
    assert said in accord("score", *systems, "-r", REFERENCE, *told, "--checklist").out


def test_the_checklist_is_right_about_systems_runs_and_repairs(accord: Accord, write: Write) -> None:
    systems = [str(HARBOUR / "systems" / f"{name}.conll") for name in ("beacon-1", "lantern-1", "lantern-2")]
    told = ["-r", REFERENCE, "--repair", "begin", "--repair", "lantern=discard", "--checklist"]
    out = accord("score", *systems, *told).out
    assert "3. Say how invalid sequences were repaired: 13 invalid transitions, repair begin,lantern=discard." in out
    assert "5. Use good statistics: NOT MET with one run of beacon." in out
    assert "1 run of beacon, 2 runs of lantern, computed by" in out
    assert "were read by begin repair, those of lantern by discard repair" in out
    every = accord("score", *systems, "-r", REFERENCE, "--all-repairs", "--checklist").out
    assert "13 invalid transitions, repair all." in every
    tags = [write(f"tags-{number}.txt", "a DT\nb NN\n") for number in (1, 2)]
    of_tags = accord("score", *tags, "-r", tags[0], "--checklist", "--by-file", "-f", "latex").out
    assert "% 1. Report the chunk encoding: there is none, for no chunk labels are scored." in of_tags
    assert "NOT MET with one run of a system" in of_tags
    assert "We report accuracy over 1 run of each of 2 systems" in of_tags


def test_a_table_for_a_paper_has_short_names_and_is_escaped(accord: Accord, write: Write) -> None:
    """Both systems have the same file, so all is bold; nobody differs from the best."""
    gold = write("gold.conll", "a\tB-<script>\nb\tO\n\nc\tB-x_y\n")
    for name in ("a_b&c", "50%|x"):
        (gold.parent / name).mkdir()
    files = [write(f"{name}/pred.conll", gold.read_text()) for name in ("a_b&c", "50%|x")]
    arguments = ["score", *files, "-r", gold, "-e", "BIO", "--metrics", "f1,f1:<script>,f1:x_y", "--spread", "none"]
    latex = accord(*arguments, "-f", "latex").out
    assert "a\\_b\\&c & \\textbf{100.00} & \\textbf{100.00} & \\textbf{100.00} \\\\" in latex
    assert "50\\%\\textbar{}x & " in latex
    assert "F1 of \\textless{}script\\textgreater{}" in latex
    assert latex.count("% 50%|x: ") == 1  # the full name stands in one comment
    markdown = accord(*arguments, "-f", "markdown").out
    assert "| a\\_b&amp;c | **100.00** |" in markdown
    assert "50%\\|x" in markdown
    assert "<script>" not in markdown
    [first, *_] = accord(*arguments, "--json").json["table"]["systems"]
    assert first["measures"]["f1:x_y"]["value"] == 1
    rows = accord(*arguments, "-f", "csv").out.splitlines()
    assert len(rows) == 7
    assert rows[0].startswith("system,runs,measure,value,sd,se,low,high,best,against,p_holm,signature")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--metrics", "f2"], "there is no measure 'f2'"),
        (["--metrics", "f1", "--against", "nobody"], "--against nobody: choose from best, none, beacon, lantern"),
        (["--against", "beacon"], "--against is for --metrics, and for --format latex and markdown"),
        (["--metrics", "f1", "--all-repairs", "--repair", "none"], "--all-repairs does not go with --metrics"),
        (["--metrics", "f1", "-f", "csv", "--by", "length"], "does not go with --metrics"),
    ],
)
def test_what_a_table_cannot_show_is_refused(accord: Accord, arguments: list[str], said: str) -> None:
    files = [HARBOUR / "systems" / f"{name}-1.conll" for name in ("beacon", "lantern")]
    repair = [] if "--all-repairs" in arguments else ["--repair", "begin"]
    done = accord("score", *files, "-r", REFERENCE, *repair, *arguments, "-q")
    assert done.code == 2
    assert said in done.err
    assert done.err.count("\n") == 1


def test_tables_of_repairs_say_why_there_is_no_p_and_that_it_is_not_corrected(accord: Accord) -> None:
    one = [HARBOUR / "systems" / "beacon-1.conll"]
    how = ["-r", HARBOUR / "reference.conll", "--repair", "begin", "--repair", "discard", "-f", "markdown"]
    alone = accord("score", *one, *how).out
    assert "| beacon | 80.83 | 80.47 | 0.35 | – |" in alone
    assert "no p: a rank-sum test needs two runs of each" in alone
    assert "rank-sum test over runs" not in alone
    several = accord("score", *one, HARBOUR / "systems" / "beacon-2.conll", *how).out
    assert "p: exact rank-sum test over runs, not corrected for the number of tests." in several
    assert "no p" not in several
