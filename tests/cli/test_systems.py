"""Systems and their runs, as the command line and Python name them, and a repair for each."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import accord as api
from tests.cli.conftest import HARBOUR, Accord

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
