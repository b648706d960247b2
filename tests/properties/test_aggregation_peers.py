"""Dawid-Skene and MACE as crowd-kit computes them; it lives in an environment of its own, with torch (make peers)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import accord
from accord.agreement.result import number
from accord.kinds.labels.options import CodingOptions
from accord.learn.aggregate.fit import Fit
from accord.learn.aggregate.mace import Mace
from accord.learn.aggregate.votes import Votes
from accord.verbs.codings import as_coding
from tests.build import items_of

pytestmark = [pytest.mark.peer, pytest.mark.filterwarnings("ignore")]
pandas = pytest.importorskip("pandas")
crowdkit = pytest.importorskip("crowdkit.aggregation", reason="crowd-kit is in .venv-learn: make peers")
CROWD = Path(__file__).parents[2].parent / "shared" / "data" / "pos" / "gimpel_crowdsourced-tf.tsv.gz"
Table = list[tuple[str | None, ...]]


def simulated(seed: int) -> Table:
    """Items of three to seven annotators of different competence, some labels missing."""
    rng = np.random.default_rng(seed)
    annotators, labels = int(rng.integers(3, 8)), int(rng.integers(2, 5))
    truth = rng.integers(labels, size=(80, 1))
    guesses = rng.integers(labels, size=(80, annotators))
    knows = rng.random((80, annotators)) < rng.uniform(0.3, 0.95, annotators)
    codes = np.where(knows, truth, guesses)
    absent = rng.random(codes.shape) < 0.3
    absent[:, 0] = False
    return [
        tuple(None if gone else "ABCDE"[code] for code, gone in zip(row, missing, strict=True))
        for row, missing in zip(codes.tolist(), absent.tolist(), strict=True)
    ]


def frame(table: Table) -> Any:
    rows = [(item, who, label) for item, row in enumerate(table) for who, label in enumerate(row) if label is not None]
    return pandas.DataFrame(rows, columns=["task", "worker", "label"])


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("steps", [1, 5, 20])
def test_dawid_skene(seed: int, steps: int) -> None:
    table = simulated(seed)
    ours = accord.aggregate(table, "dawid-skene", interval=None, rows="items", trust=0.0, tolerance=0, iterations=steps)
    theirs = crowdkit.DawidSkene(n_iter=len(ours.fit.climb), tol=-1.0).fit_predict_proba(frame(table))
    expected = theirs.sort_index()[list(ours.labels)].to_numpy()
    assert ours.posterior == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("steps", [1, 5, 20])
def test_variational_mace_from_the_same_start(seed: int, steps: int) -> None:
    """Its rows are sorted by label and worker: crowd-kit 1.4 sorts the counts of habits, but not the habits themselves.

    So it takes the habits of one worker, or the frequency of one label, for another's where they do not first appear in
    alphabetical order.
    """
    table = simulated(seed)
    data = frame(table).sort_values(["label", "worker"])
    votes, kind_of = Votes.of(as_coding(table, CodingOptions(keep_singletons=True), rows="items"))
    labels = sorted(set(data["label"]))
    assert list(data["worker"].unique()) == list(range(votes.annotators))
    peer = crowdkit.MACE(n_restarts=1, n_iter=steps, random_state=seed)
    peer._initialize(votes.annotators, votes.labels)
    knows, habit = peer.spamming_[:, 1], peer.thetas_
    confusion = ((1 - knows)[:, None] * habit)[:, None, :] + knows[:, None, None] * np.eye(votes.labels)
    start = Fit(votes.shares, np.ones(votes.labels), confusion, knows)
    ours = Mace(tolerance=-np.inf, iterations=steps).fit(votes, np.random.default_rng(), start)
    theirs = peer.fit_predict_proba(data).sort_index()[labels].to_numpy()
    assert ours.posterior[kind_of] == pytest.approx(theirs, abs=1e-6)


def test_majority() -> None:
    table = simulated(1)
    ours = accord.aggregate(table, "majority", interval=None, rows="items")
    theirs = crowdkit.MajorityVote().fit_predict_proba(frame(table)).sort_index()[list(ours.labels)]
    assert ours.posterior == pytest.approx(theirs.to_numpy(), abs=1e-12)


@pytest.mark.data
@pytest.mark.skipif(not CROWD.exists(), reason=f"there is no crowd data at {CROWD}")
def test_dawid_skene_on_the_crowd_is_within_half_a_point() -> None:
    crowd = accord.read(CROWD)
    gold = accord.read(CROWD, item=0, label=3, layout="long")
    labels = {item: label for _, item, label in items_of(gold, gold.annotators[0])}
    made = accord.aggregate(crowd, "dawid-skene", interval=None, reference=gold)
    rows = [(item, who, label) for who in crowd.annotators for _, item, label in items_of(crowd, who)]
    theirs = crowdkit.DawidSkene().fit_predict(pandas.DataFrame(rows, columns=["task", "worker", "label"]))
    accuracy = np.mean([labels[item] == label for item, label in theirs.items()])
    assert number(made.against[0].value) == pytest.approx(accuracy, abs=0.005)
