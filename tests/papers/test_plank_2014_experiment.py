"""Learning part-of-speech taggers with inter-annotator agreement loss (Plank, Hovy & Søgaard 2014): does it help?

Our notes have, from an independent prototype with 20 seeds: what the paper's weights (CM) gain on IN-HOUSE is what
weights that know nothing (eps) gain, F1 is better there than both, and worse on RITTER-TEST with shuffled sentences.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import accord
from accord.agreement.result import Interval
from accord.learn.experiment.outcome import Cell
from accord.learn.experiment.plan import read_plan

if TYPE_CHECKING:
    from accord.learn.experiment.outcome import Difference, Outcome

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data" / "pos"
TESTS = ("RITTER-TEST", "IN-HOUSE")
pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not DATA.is_dir(), reason=f"there is no folder of real data at {DATA}"),
]


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    """Four seeds of two protocols."""
    plan = read_plan(str(ROOT / "docs" / "experiments" / "paper-2.toml"), str(DATA))
    return accord.experiment(
        replace(
            plan,
            data=replace(plan.data, test={name: plan.data.test[name] for name in TESTS}),
            protocols={name: plan.protocols[name] for name in ("paper", "shuffled")},
            weightings={name: plan.weightings[name] for name in ("none", "F1", "CM", "eps")},
            seeds=(0, 1, 2, 3),
        )
    )


def _against_eps(outcome: Outcome, protocol: str, test: str, weighting: str) -> tuple[Difference, Interval]:
    found = next(
        each for each in outcome.differences["eps"] if (each.cell, each.weighting) == (Cell(protocol, test), weighting)
    )
    assert isinstance(found.interval, Interval)
    return found, found.interval


@pytest.mark.parametrize("protocol", ["paper", "shuffled"])
def test_the_paper_s_weights_gain_no_more_than_weights_that_know_nothing(outcome: Outcome, protocol: str) -> None:
    _, interval = _against_eps(outcome, protocol, "IN-HOUSE", "CM")
    assert interval.low < 0 < interval.high
    assert interval.high < 0.006


@pytest.mark.parametrize("protocol", ["paper", "shuffled"])
def test_f1_helps_out_of_domain(outcome: Outcome, protocol: str) -> None:
    found, interval = _against_eps(outcome, protocol, "IN-HOUSE", "F1")
    assert found.value > 0
    assert interval.low > 0


def test_f1_hurts_in_domain(outcome: Outcome) -> None:
    found, _ = _against_eps(outcome, "shuffled", "RITTER-TEST", "F1")
    assert found.value < 0


def test_tweets_of_the_test_set_are_among_those_that_the_weights_are_from() -> None:
    def tweets(name: str) -> list[tuple[str, ...]]:
        held = (DATA / name).read_text(encoding="utf-8")
        rows = [
            [line.split("\t")[0] for line in part.splitlines()]
            for part in held.replace("\n\t\t\n", "\n\n").split("\n\n")
        ]
        return [tuple(row) for row in rows if any(row)]

    twice, in_house, kept = tweets("annotation-all.txt"), tweets("inhouse"), tweets("inhouse-noleak")
    assert (len(twice), len(in_house), len(kept), sum(map(len, kept))) == (500, 200, 88, 1_344)
    assert sum(tweet in set(in_house) for tweet in twice) == 116
    assert not set(kept) & set(twice)
