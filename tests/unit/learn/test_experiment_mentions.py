"""Experiments on chunk labels: F1 of mentions beside accuracy, and a second tagger behind the first."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import pytest
from scipy.stats import ttest_rel

import accord
from accord.agreement.result import Interval
from accord.errors import ReadError, UsageError
from accord.learn.experiment.outcome import RESAMPLES, Cell, Outcome
from accord.learn.experiment.plan import read_plan
from accord.learn.tagger import Tagger
from accord.reporting.experiment import experiment_payload, experiment_signature, experiment_tables

if TYPE_CHECKING:
    from pathlib import Path

    from accord.learn.experiment.plan import Plan

PLAN = """
seeds = 3
epochs = 1
types = ["NP"]

[data]
train = "train"
agreement = "twice"

[data.test]
dev = "dev"

[weightings]
CM = "cm-cond"
eps = "eps"
"""
DOWNSTREAM = """
seeds = 3
epochs = 1
types = ["VP"]

[data]
train = "tags"
agreement = "tags-twice"

[data.test]
tags = "tags"

[weightings]
CM = "cm-cond"

[downstream]
train = "train"
learner = "perceptron"
epochs = 2

[downstream.test]
chunks = "dev"
"""
PHRASES = {
    "NP": [("the boat", "DET NOUN"), ("a light run", "DET ADJ NOUN"), ("boats", "NOUN"), ("light", "NOUN")],
    "VP": [("sails", "VERB"), ("may run", "AUX VERB"), ("light", "VERB")],
    "": [(".", "."), ("and", "CONJ"), ("light", "ADJ")],
}


def _sentence(rng: random.Random) -> list[tuple[str, str, str]]:
    """Words with a tag and a chunk label."""
    rows = []
    for kind in rng.choices(["NP", "VP", ""], k=rng.randint(2, 4)):
        words, tags = rng.choice(PHRASES[kind])
        for place, (word, tag) in enumerate(zip(words.split(), tags.split(), strict=True)):
            rows.append((word, tag, f"{'I' if place else 'B'}-{kind}" if kind else "O"))
    return rows


def _other(label: str, labels: list[str], rng: random.Random) -> str:
    return label if rng.random() < 0.8 else rng.choice(labels)


def _write(path: Path, sentences: list[list[tuple[str, ...]]]) -> None:
    lines = chain.from_iterable([*("\t".join(row) for row in sentence), ""] for sentence in sentences)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rng = random.Random(5)
    train, dev, twice = ([_sentence(rng) for _ in range(count)] for count in (16, 15, 40))
    train = [sentence for sentence in train if "boats" not in {word for word, _, _ in sentence}]  # its tag is known
    chunks = ["B-NP", "I-NP", "B-VP", "I-VP", "O"]
    tags = sorted({tag for sentence in twice for _, tag, _ in sentence})
    for name, sentences in {"train": train, "dev": dev}.items():
        _write(tmp_path / name, [[(word, label) for word, _, label in sentence] for sentence in sentences])
    _write(tmp_path / "twice", [[(w, label, _other(label, chunks, rng)) for w, _, label in s] for s in twice])
    _write(tmp_path / "tags", [[(word, tag) for word, tag, _ in sentence] for sentence in twice])
    _write(tmp_path / "tags-twice", [[(w, tag, _other(tag, tags, rng)) for w, tag, _ in s] for s in twice])
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    (tmp_path / "downstream.toml").write_text(DOWNSTREAM, encoding="utf-8")
    return tmp_path


@pytest.fixture
def plan(folder: Path) -> Plan:
    return read_plan(str(folder / "plan.toml"))


def _predicted(outcome: Outcome, weighting: str, test: str = "dev") -> list[list[list[str]]]:
    """The labels of all sentences, by seed."""
    held_out = outcome.bench.held_out[test]
    runs = sorted((run for run in outcome.runs if run.weighting == weighting), key=lambda run: run.seed)
    return [held_out.text.cut([held_out.labels[code] for code in run.predicted[test]]) for run in runs]


def _gold(outcome: Outcome, test: str = "dev") -> list[list[str]]:
    held_out = outcome.bench.held_out[test]
    return held_out.text.cut(held_out.gold)


def _f1(gold: list[list[str]], predicted: list[list[str]], of: str | None = None) -> float:
    """What `accord score` says of the same labels; a reference or prediction that is invalid would be refused."""
    (run,) = accord.score(gold, predicted, encoding="BIO").runs
    f1 = (run.micro if of is None else run.types[of]).f1
    assert isinstance(f1, Fraction)
    return float(f1)


def test_f1_is_that_of_score_on_the_same_labels(plan: Plan) -> None:
    outcome = accord.experiment(plan)
    assert [cell.measure for cell in outcome.cells] == ["accuracy", "F1", "F1 of NP"]
    found = set()
    for weighting in plan.weightings:
        for measure, of in (("F1", None), ("F1 of NP", "NP")):
            scored = [_f1(_gold(outcome), labels, of) for labels in _predicted(outcome, weighting)]
            assert outcome.by_seed(Cell("default", "dev", measure), weighting) == pytest.approx(scored)
            found |= set(scored)
    assert len(found) > 3


def test_accuracy_stands_beside_it(plan: Plan) -> None:
    outcome = accord.experiment(plan)
    gold = list(chain.from_iterable(_gold(outcome)))
    for weighting in plan.weightings:
        by_hand = [
            np.mean([ours == theirs for ours, theirs in zip(gold, chain.from_iterable(labels), strict=True)])
            for labels in _predicted(outcome, weighting)
        ]
        assert outcome.by_seed(Cell("default", "dev"), weighting) == pytest.approx(by_hand)


def test_differences_in_f1_are_tested_over_seeds_and_over_sentences(plan: Plan) -> None:
    outcome = accord.experiment(plan)
    found = next(each for each in outcome.differences["none"] if (each.cell.measure, each.weighting) == ("F1", "CM"))
    gold, ours, theirs = _gold(outcome), _predicted(outcome, "CM"), _predicted(outcome, "none")
    by_seed = [[_f1(gold, labels) for labels in each] for each in (ours, theirs)]
    assert found.value == pytest.approx(np.mean(by_seed[0]) - np.mean(by_seed[1]))
    assert found.p == pytest.approx(ttest_rel(by_seed[0], by_seed[1]).pvalue)
    drawn = np.random.default_rng(1).integers(len(gold), size=(RESAMPLES, len(gold)))[:40]
    by_hand = []
    for places in drawn:
        again = [[[labels[place] for place in places] for labels in each] for each in (ours, theirs)]
        reference = [gold[place] for place in places]
        means = [np.mean([_f1(reference, labels) for labels in each]) for each in again]
        by_hand.append(means[0] - means[1])
    resampled = outcome._resampled[found.cell]
    assert (resampled["CM"] - resampled["none"])[:40] == pytest.approx(np.array(by_hand))
    assert isinstance(found.interval, Interval)
    assert found.interval.low <= found.value <= found.interval.high


def test_predictions_are_valid_only_in_an_encoding(plan: Plan) -> None:
    free = accord.experiment(replace(plan, encoding="none", types=()))
    assert [cell.measure for cell in free.cells] == ["accuracy"]
    assert not free.notes
    assert _invalid(free)  # else the constraint would not show
    kept = accord.experiment(plan)
    assert "encoding BIO, detected: predictions are valid in it (encoding says otherwise)" in kept.notes
    assert not _invalid(kept)


def _invalid(outcome: Outcome) -> list[tuple[str, str]]:
    by_seed = chain.from_iterable(_predicted(outcome, name) for name in outcome.plan.weightings)
    steps = chain.from_iterable(zip(["O", *labels], labels, strict=False) for labels in chain.from_iterable(by_seed))
    return [(before, label) for before, label in steps if label.startswith("I-") and before[2:] != label[2:]]


def test_a_test_set_that_breaks_the_encoding_is_not_scored_by_f1(folder: Path, plan: Plan) -> None:
    (folder / "dev").write_text("the\tI-NP\nboat\tI-NP\n\nsails\tB-VP\n\n", encoding="utf-8")
    found = accord.experiment(replace(plan, types=()))
    assert [cell.measure for cell in found.cells] == ["accuracy"]
    assert found.notes[0].startswith("1 invalid label in BIO: predictions may be invalid too")
    assert found.notes[0].endswith("; mentions are not scored")
    with pytest.raises(ReadError, match=r"1 problem in the labels \(BIO\).*\(encoding none\)"):
        accord.experiment(replace(plan, encoding="BIO"))


def test_a_type_that_no_test_set_has_is_refused(plan: Plan) -> None:
    with pytest.raises(UsageError, match="types: no test set has mentions of the type 'PP'"):
        accord.experiment(replace(plan, types=("NP", "PP")))


def test_a_test_set_without_mentions_has_no_f1(folder: Path, plan: Plan) -> None:
    (folder / "none").write_text("and\tO\nlight\tO\n\n.\tO\n\n", encoding="utf-8")
    both = replace(plan, data=replace(plan.data, test={**plan.data.test, "none": str(folder / "none")}))
    found = accord.experiment(both)
    assert [cell.measure for cell in found.cells if cell.test == "none"] == ["accuracy"]
    assert "none: there are no mentions, and so no F1" in found.notes


def test_tables_json_and_signature_name_the_measure(plan: Plan) -> None:
    outcome = accord.experiment(plan)
    table = next(iter(experiment_tables(outcome)))
    assert [row[0] for row in table.rows] == ["dev", "dev, F1", "dev, F1 of NP"]
    assert table.notes[0].startswith("per cent of tokens right, or F1 of mentions in per cent")
    payload = experiment_payload(outcome)
    assert [each["measure"] for each in payload["scores"][::3]] == ["accuracy", "F1", "F1 of NP"]
    assert len(payload["gains"]) == 2
    assert str(experiment_signature(outcome)).startswith("accuracy+F1|")
    assert "|encoding:BIO|types:NP|" in str(experiment_signature(outcome))


def test_downstream_a_second_tagger_learns_from_the_labels_of_each(folder: Path) -> None:
    outcome = accord.experiment(folder / "downstream.toml")
    assert [(cell.test, cell.measure) for cell in outcome.cells] == [
        ("tags", "accuracy"),
        ("chunks", "accuracy"),
        ("chunks", "F1"),
        ("chunks", "F1 of VP"),
    ]
    assert any(note.startswith("downstream: encoding BIO, detected") for note in outcome.notes)
    train, dev = (_labelled(folder / name) for name in ("train", "dev"))
    for weighting in outcome.plan.weightings:
        for seed, predicted in enumerate(_predicted(outcome, weighting, "chunks")):
            weights = outcome.bench.weights(weighting, seed)
            first = Tagger.train(_labelled(folder / "tags"), epochs=1, seed=seed, weights=weights)
            second = Tagger.train(
                [(words, labels, {"tag": first.tag([words])[0]}) for words, labels in train],
                features="chunk",
                encoding="BIO",
                learner="perceptron",
                epochs=2,
                seed=seed,
            )
            assert predicted == second.tag([(words, {"tag": first.tag([words])[0]}) for words, _ in dev])
    blind = Tagger.train(train, features="chunk", encoding="BIO", epochs=2, seed=0)
    assert blind.tag([words for words, _ in dev]) != _predicted(outcome, "none", "chunks")[0]


def test_downstream_labels_that_the_second_tagger_cannot_know_are_noted(folder: Path) -> None:
    dev = (folder / "dev").read_text(encoding="utf-8")
    (folder / "dev").write_text(dev + "over\tB-PP\n\n", encoding="utf-8")
    notes = accord.experiment(folder / "downstream.toml").notes
    assert "chunks: 1 token with a label that training does not know, and so never right" in notes


def _labelled(path: Path) -> list[tuple[list[str], list[str]]]:
    sentences = path.read_text(encoding="utf-8").strip().split("\n\n")
    rows = [[line.split("\t") for line in sentence.splitlines()] for sentence in sentences]
    return [([word for word, _ in each], [label for _, label in each]) for each in rows]


def test_downstream_runs_are_kept_until_they_would_differ(folder: Path) -> None:
    path = folder / "downstream.toml"
    first = experiment_payload(accord.experiment(path, folder / "out"))
    runs = folder / "out" / "runs"
    assert len(list(runs.iterdir())) == 6
    assert experiment_payload(accord.experiment(path, folder / "out")) == first
    assert experiment_payload(accord.experiment(path, workers=2)) == first
    path.write_text(DOWNSTREAM.replace('"VP"', '"NP"'), encoding="utf-8")
    accord.experiment(path, folder / "out")
    assert len(list(runs.iterdir())) == 6
    path.write_text(DOWNSTREAM.replace("epochs = 2", "epochs = 3"), encoding="utf-8")
    accord.experiment(path, folder / "out")
    assert len(list(runs.iterdir())) == 12


def test_an_encoding_makes_other_runs(folder: Path, plan: Plan) -> None:
    accord.experiment(plan, folder / "out")
    accord.experiment(replace(plan, encoding="BIO"), folder / "out")
    assert len(list((folder / "out" / "runs").iterdir())) == 9
    accord.experiment(replace(plan, encoding="none", types=()), folder / "out")
    assert len(list((folder / "out" / "runs").iterdir())) == 18
