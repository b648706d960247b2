"""Experiments: what a plan may say, runs that are kept, and what their numbers are."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import ttest_rel

import accord
from accord.agreement.result import Interval, Undefined
from accord.errors import ReadError, UsageError
from accord.learn.experiment.outcome import Cell, Outcome, paired_t
from accord.learn.experiment.plan import make_plan, read_plan
from accord.learn.experiment.runs import Bench, Run
from accord.reporting.experiment import experiment_figure, experiment_payload, experiment_tables

PLAN = """
title = "boats"
seeds = 3
epochs = 2
features = "lxmls"

[data]
train = ["train"]
agreement = "twice"

[data.test]
dev = "dev"

[protocols.plain]
regulariser = "dropout"

[weightings]
CM = "cm-cond"
eps = "eps"
"""
WORDS = {"boat": "NOUN", "sails": "VERB", "run": "VERB", "the": "DET", "light": "ADJ", "runs": "NOUN", "a": "DET"}


def _sentences(count: int, rng: random.Random, columns: int = 1) -> str:
    lines = []
    for _ in range(count):
        for _ in range(rng.randint(2, 6)):
            word = rng.choice(sorted(WORDS))
            labels = [WORDS[word] if rng.random() < 0.8 else rng.choice(sorted({*WORDS.values()})) for _ in "ab"]
            lines.append("\t".join([word, *labels[:columns]]))
        lines.append("")
    return "\n".join(lines) + "\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rng = random.Random(1)
    (tmp_path / "train").write_text(_sentences(30, rng), encoding="utf-8")
    (tmp_path / "dev").write_text(_sentences(12, rng), encoding="utf-8")
    (tmp_path / "twice").write_text(_sentences(40, rng, columns=2), encoding="utf-8")
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    return tmp_path


@pytest.fixture
def outcome(folder: Path) -> Outcome:
    return accord.experiment(folder / "plan.toml")


def test_every_weighting_runs_under_every_protocol_with_every_seed(outcome: Outcome) -> None:
    assert {(run.protocol, run.weighting, run.seed) for run in outcome.runs} == {
        ("plain", weighting, seed) for weighting in ("none", "CM", "eps") for seed in range(3)
    }
    assert outcome.plan.controls == ["eps"]


def test_accuracies_are_shares_of_right_tokens(outcome: Outcome) -> None:
    gold = outcome.bench.tests["dev"].examples.gold
    by_hand = [float((run.predicted["dev"] == gold).mean()) for run in outcome.runs if run.weighting == "CM"]
    assert sorted(outcome.by_seed(Cell("plain", "dev"), "CM")) == pytest.approx(sorted(by_hand))
    assert [run.curves["dev"][-1] for run in outcome.runs] == pytest.approx(
        [float((run.predicted["dev"] == gold).mean()) for run in outcome.runs]
    )


def test_differences_have_the_p_of_scipy_and_an_interval_around_them(outcome: Outcome) -> None:
    cell = Cell("plain", "dev")
    found = next(each for each in outcome.differences["none"] if each.weighting == "CM")
    pairs = outcome.by_seed(cell, "CM"), outcome.by_seed(cell, "none")
    assert found.value == pytest.approx(np.mean(pairs[0]) - np.mean(pairs[1]))
    if isinstance(found.p, Undefined):
        assert len(set(np.subtract(*pairs).round(12))) == 1
    else:
        assert found.p == pytest.approx(ttest_rel(*pairs).pvalue)
    assert isinstance(found.interval, Interval)
    assert found.interval.low <= found.value <= found.interval.high


def test_controls_are_compared_with_what_knows_something_only(outcome: Outcome) -> None:
    assert {each.weighting for each in outcome.differences["none"]} == {"CM", "eps"}
    assert {each.weighting for each in outcome.differences["eps"]} == {"CM"}


def test_a_difference_is_corrected_for_those_beside_it(folder: Path) -> None:
    plan = read_plan(str(folder / "plan.toml"))
    two = replace(plan, data=replace(plan.data, test={"dev": str(folder / "dev"), "train": str(folder / "train")}))
    found = accord.experiment(two).differences["none"]
    tested = [(each.p, each.holm) for each in found if not isinstance(each.p, Undefined)]
    assert len(tested) > 1
    lowest = min(tested, key=lambda pair: pair[0])
    assert lowest[1] == pytest.approx(min(1.0, len(tested) * lowest[0]))


def test_gains_add_up_to_the_difference(outcome: Outcome) -> None:
    cell = Cell("plain", "dev")
    tokens = len(outcome.bench.held_out["dev"].text.tokens)
    difference = next(each.value for each in outcome.differences["none"] if each.weighting == "CM")
    for gains in (outcome.by_label(cell, "CM"), outcome.by_word(cell, "CM")):
        assert sum(gain.tokens for gain in gains) == tokens
        assert sum(gain.gained for gain in gains) == pytest.approx(difference * tokens)


@pytest.mark.parametrize("values", [[0.1, 0.2, 0.25], [-1.0, 1.0], [3.0, 1.0, 2.0, 2.5]])
def test_paired_t_is_that_of_scipy(values: list[float]) -> None:
    assert paired_t(np.array(values)) == pytest.approx(ttest_rel(values, [0.0] * len(values)).pvalue)


def test_a_test_over_seeds_is_undefined_where_nothing_varies() -> None:
    assert paired_t(np.zeros(4)) == Undefined("no seed differs")
    assert paired_t(np.full(20, 3 / 3064)) == Undefined("every seed differs by the same")
    assert paired_t(np.ones(1)) == Undefined("a test over seeds needs two of them")


def test_runs_that_were_kept_are_not_run_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = accord.experiment(folder / "plan.toml", folder / "out")
    kept = sorted((folder / "out" / "runs").iterdir())
    assert len(kept) == 9
    kept[0].write_bytes(kept[0].read_bytes()[:100])  # stopped while it was copied
    kept[1].unlink()
    kept[2].write_bytes(b"")
    trained = []
    train = Bench.run

    def counted(bench: Bench, task: tuple[str, str, int]) -> Run:
        trained.append(task)
        return train(bench, task)

    monkeypatch.setattr(Bench, "run", counted)
    again = accord.experiment(folder / "plan.toml", folder / "out")
    assert len(trained) == 3
    assert sorted(again.notes) == [f"{path} is damaged: its tagger is trained again" for path in (kept[0], kept[2])]
    assert experiment_payload(again) | {"notes": []} == experiment_payload(first) | {"notes": []}


def test_a_kept_run_with_any_byte_flipped_is_detected_or_the_same(folder: Path) -> None:
    first = experiment_payload(accord.experiment(folder / "plan.toml", folder / "out"))
    path = min((folder / "out" / "runs").iterdir())
    sound = path.read_bytes()
    detected = 0
    for place in range(0, len(sound), 7):
        path.write_bytes(sound[:place] + bytes([sound[place] ^ 0x15]) + sound[place + 1 :])
        again = accord.experiment(folder / "plan.toml", folder / "out")
        detected += bool(again.notes)
        assert experiment_payload(again) | {"notes": []} == first
    assert detected > len(sound) // 14


def test_what_train_notes_is_noted_and_each_cause_once(folder: Path) -> None:
    dev = (folder / "dev").read_text(encoding="utf-8")
    (folder / "dev").write_text(dev.replace("DET", "ARTICLE"), encoding="utf-8")
    train = (folder / "train").read_text(encoding="utf-8") + "oh\tINTJ\n\n"
    (folder / "train").write_text(train, encoding="utf-8")
    weak = PLAN.replace('CM = "cm-cond"', 'CM = "cm-cond"\nF1 = "f1"\nweak = { kind = "cm", strength = 0.01 }')
    (folder / "plan.toml").write_text(weak, encoding="utf-8")
    notes = accord.experiment(folder / "plan.toml").notes
    unknown = dev.count("DET")
    assert notes[0] == f"dev: {unknown} tokens with a label that training does not know, and so never right"
    assert notes[1] == "the weights do not know INTJ: errors there cost 1"
    assert [note[:38] for note in notes[2:]] == ["weak: these weights can hardly matter:"]


def test_a_changed_weighting_is_run_anew_and_the_others_are_kept(folder: Path) -> None:
    accord.experiment(folder / "plan.toml", folder / "out")
    changed = PLAN.replace('CM = "cm-cond"', 'CM = { kind = "cm-cond", strength = 0.5 }')
    (folder / "plan.toml").write_text(changed, encoding="utf-8")
    accord.experiment(folder / "plan.toml", folder / "out")
    assert len(list((folder / "out" / "runs").iterdir())) == 9 + 3


def test_workers_change_nothing(folder: Path, outcome: Outcome) -> None:
    assert experiment_payload(accord.experiment(folder / "plan.toml", workers=2)) == experiment_payload(outcome)


def test_one_seed_says_that_nothing_can_be_tested(folder: Path) -> None:
    plan = replace(read_plan(str(folder / "plan.toml")), seeds=(4,))
    found = accord.experiment(plan)
    assert all(isinstance(each.p, Undefined) for each in found.differences["none"])
    assert all(isinstance(each.sd, Undefined) for each in found.scores)
    assert "–" in next(iter(experiment_tables(found))).rows[0]


def test_the_figure_has_a_panel_for_training_and_each_test_set(outcome: Outcome) -> None:
    drawn = experiment_figure(outcome, "plain").svg()
    assert drawn.count('stroke-width="2"') == 2 * 3 + 3  # and those of the key
    assert ">training<" in drawn
    assert ">dev<" in drawn


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sede": 3}, "there is no 'sede': did you mean seeds?"),
        ({"seeds": 0}, "seeds: how many"),
        ({"seeds": [1, "2"]}, "seeds: how many"),
        ({"seeds": True}, "seeds: how many"),
        ({"seeds": [1, 1]}, "seeds: one of them is named twice"),
        ({"protocols": {"../x": {}}}, "protocol '../x': a name of letters"),
        ({"epochs": "five"}, "epochs: a whole number is needed, not 'five'"),
        ({"weightings": {"CM": "cm-con"}}, "unknown weights 'cm-con': did you mean cm-cond?"),
        ({"weightings": {"none": "cm"}}, "a weighting called 'none' weighs nothing"),
        ({"weightings": {"CM": 3}}, "a kind, or a table with one"),
        ({"protocols": {"paper": {"shufle": True}}}, "there is no 'shufle': did you mean shuffle?"),
        ({"protocols": {"paper": {"average": "epochs"}}}, "average: there is no 'epochs': did you mean epoch?"),
        ({"data": {"train": ["a"]}}, "[data] needs train"),
        ({"data": {"train": ["a"], "test": {"dev": "b"}}}, "CM needs data of several annotators"),
        ({"data": {"train": 1, "test": {"dev": "b"}}}, "train: a list of strings is needed"),
        ({"data": "a"}, "data is a table"),
        ({"encoding": "BOI"}, "unknown encoding 'BOI'"),
        ({"encoding": 3}, "encoding: a string is needed, not 3"),
        ({"types": 3}, "types: a list of strings is needed"),
        ({"downstream": {}}, "[downstream] needs train"),
        ({"downstream": {"train": "a", "test": {"dev": "b"}}}, "have the same name: name them apart"),
        ({"downstream": {"train": "a", "test": {"d": "b"}, "learner": "cfr"}}, "learner: there is no 'cfr'"),
        ({"downstream": {"train": "a", "test": {"d": "b"}, "columns": {"x": 1}}}, "[downstream.columns]: there is no"),
        ({"epochs": 2**64}, "epochs: a whole number from 1 to 10000 is needed"),
        ({"epochs": 16**5_000}, "epochs: a whole number from 1 to 10000 is needed, not a number of hundreds of digits"),
        ({"seeds": 16**5_000}, "seeds: how many"),
        ({"weightings": {"CM": {"kind": "cm", "strength": 10**400}}}, "strength: a number is needed"),
        ({"weightings": {"CM": {"kind": "cm", "smooth": float("nan")}}}, "smooth: a number is needed, not nan"),
        ({"protocols": {"paper": {"rate": 10**400}}}, "rate: a number from 0 to below 1"),
        ({"protocols": {"paper": {"average": 16**5_000}}}, "average: there is no a number"),
        ({"protocols": {"paper": 3}}, "protocol 'paper' is a table"),
        ({"data": {"train": ["a"], "test": {"dev": "b"}, "columns": 3}}, "columns is a table"),
        ({"data": {"train": ["a"], "test": {"dev": "b"}, "columns": {"token": []}}}, "token: the number or the name"),
    ],
)
def test_a_plan_that_cannot_be_says_what_is_wrong(change: dict[str, Any], message: str) -> None:
    sound = {"data": {"train": ["a"], "test": {"dev": "b"}, "agreement": "c"}, "weightings": {"CM": "cm"}}
    assert make_plan(sound, Path()).data.train == ("a",)
    with pytest.raises(UsageError) as raised:
        make_plan(sound | change, Path())
    assert message in str(raised.value)


def test_what_is_no_toml_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        read_plan(str(tmp_path / "none.toml"))
    (tmp_path / "bad.toml").write_text("a = ", encoding="utf-8")
    with pytest.raises(ReadError, match="no TOML"):
        read_plan(str(tmp_path / "bad.toml"))


@pytest.mark.parametrize(
    "text",
    [
        "data = 3",
        "a = " + "[" * 5_000,
        "seeds = " + "9" * 5_000,
        "[data]\nfolder = 3",
        'data = "."',
        "a = {b = {c = 3}}",
    ],
)
def test_a_plan_whose_tables_are_none_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises((ReadError, UsageError), match=r"plan\.toml: "):
        read_plan(str(path))


def test_a_path_with_a_nul_is_refused(folder: Path) -> None:
    path = folder / "plan.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('"train"', '"tra\\u0000in"'), encoding="utf-8")
    with pytest.raises(UsageError, match=r"cannot read .*tra\\x00in: this is no path"):
        accord.experiment(path)


def test_a_missing_file_is_said_by_name(folder: Path) -> None:
    (folder / "dev").unlink()
    with pytest.raises((UsageError, ReadError), match="dev"):
        accord.experiment(folder / "plan.toml")
