"""``accord experiment``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import accord as api
from accord.learn.experiment.runs import Bench, Run
from accord.reporting.experiment import experiment_payload

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Accord

PLAN = """
seeds = 2
epochs = 2
[data]
train = "train"
agreement = "twice"
[data.test]
"<b>dev</b>" = "train"
[weightings]
CM = "cm-cond"
eps = "eps"
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    (tmp_path / "train").write_text("a\tDET\nboat\tNOUN\n\nruns\tVERB\nthe\tDET\nrun\tNOUN\n\n", encoding="utf-8")
    (tmp_path / "twice").write_text(
        "a\tDET\tDET\nrun\tNOUN\tVERB\n\nruns\tVERB\tVERB\nboat\tNOUN\tNOUN\n\n", encoding="utf-8"
    )
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    return tmp_path / "plan.toml"


def test_json_is_the_payload_of_the_python_call(accord: Accord, plan: Path) -> None:
    assert accord("experiment", plan, "--json").json == experiment_payload(api.experiment(plan))


def test_a_folder_gets_runs_tables_json_and_curves(accord: Accord, plan: Path, tmp_path: Path) -> None:
    done = accord("experiment", plan, "-o", tmp_path / "out")
    assert done.code == 0
    assert "protocol default" in done.out
    assert "are in" in done.err
    assert len(list((tmp_path / "out" / "runs").iterdir())) == 6
    held = json.loads((tmp_path / "out" / "results.json").read_text(encoding="utf-8"))
    assert held == experiment_payload(api.experiment(plan))
    assert "protocol default" in (tmp_path / "out" / "results.md").read_text(encoding="utf-8")
    drawn = (tmp_path / "out" / "curves-default.svg").read_text(encoding="utf-8")
    assert "<b>" not in drawn
    assert "&lt;b&gt;dev" in drawn


def test_words_show_where_a_weighting_gains(accord: Accord, plan: Path) -> None:
    done = accord("experiment", plan, "--words", "<b>dev</b>")
    assert "where CM gains on none, by word" in done.out


def test_words_of_no_test_set_are_refused_before_training(
    accord: Accord, plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Bench, "run", lambda *_: pytest.fail("trained"))
    refused = accord("experiment", plan, "--words", "test")
    assert refused.code == 2
    assert "there is no test set 'test'" in refused.err


def test_mentions_and_what_comes_downstream_have_rows_of_their_own(accord: Accord, plan: Path) -> None:
    chunks = "a\tB-NP\nboat\tI-NP\n\nruns\tB-VP\nthe\tB-NP\nrun\tI-NP\n\n"
    plan.with_name("chunks").write_text(chunks, encoding="utf-8")
    plan.write_text(PLAN + '[downstream]\ntrain = "chunks"\n[downstream.test]\nafter = "chunks"\n', encoding="utf-8")
    done = accord("experiment", plan, "--words", "after")
    assert done.code == 0
    assert "note: downstream: encoding BIO, detected" in done.err
    rows = [line.split("  ")[0] for line in done.out.splitlines()]
    assert rows[2:5] == ["<b>dev</b>", "after", "after, F1"]
    assert "after: where CM gains on none, by word" in done.out


def test_labels_that_no_tagger_can_predict_are_noted(accord: Accord, plan: Path) -> None:
    plan.with_name("dev").write_text("a\tARTICLE\nboat\tNOUN\n\n", encoding="utf-8")
    plan.write_text(PLAN.replace('= "train"\n[w', '= "dev"\n[w'), encoding="utf-8")
    done = accord("experiment", plan)
    assert "note: <b>dev</b>: 1 token with a label that training does not know" in done.err
    assert "1 token with a label" not in accord("experiment", plan, "--quiet").err


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        ("seeds = -1", 2, "seeds: how many"),
        ("epochs = 2\nepochs = 3", 1, "this is no TOML"),
        ('features = "poss"', 2, "poss"),
    ],
)
def test_a_bad_plan_is_refused_before_anything_is_written(
    accord: Accord, plan: Path, change: str, code: int, message: str
) -> None:
    lines = [line for line in PLAN.splitlines() if not line.startswith(change.partition(" ")[0])]
    plan.write_text("\n".join([change, *lines]), encoding="utf-8")
    done = accord("experiment", plan, "-o", plan.parent / "out")
    assert (done.code, done.out) == (code, "")
    assert message in done.err
    assert not (plan.parent / "out" / "results.json").exists()


def test_a_folder_that_cannot_be_written_is_said(accord: Accord, plan: Path) -> None:
    done = accord("experiment", plan, "-o", plan)
    assert done.code == 2
    assert "cannot write" in done.err


def test_an_interrupted_experiment_says_that_it_goes_on(
    accord: Accord, plan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train = Bench.run
    trained: list[tuple[str, str, int]] = []

    def interrupted(bench: Bench, task: tuple[str, str, int]) -> Run:
        if len(trained) == 2:
            raise KeyboardInterrupt
        trained.append(task)
        return train(bench, task)

    monkeypatch.setattr(Bench, "run", interrupted)
    done = accord("experiment", plan, "-o", tmp_path / "out")
    assert done.code == 130
    assert "the same call goes on from there" in done.err
    assert len(list((tmp_path / "out" / "runs").iterdir())) == 2
    monkeypatch.setattr(Bench, "run", train)
    again = accord("experiment", plan, "-o", tmp_path / "out", "--json")
    assert again.json == experiment_payload(api.experiment(plan))
