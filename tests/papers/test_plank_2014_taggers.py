"""Learning part-of-speech taggers with inter-annotator agreement loss (Plank, Hovy & Søgaard 2014): the taggers.

The paper prints single runs of a learner that is not all known; the levels here, with their standard deviations over 20
seeds, are those of an independent prototype of the same learner, from our notes. Its findings are tested too: a
constant weight changes nothing where ties are broken by seed, and a control gains what the paper's weights gain.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import accord
from accord.learn.experiment.outcome import Cell
from accord.learn.experiment.plan import read_plan
from accord.measure.result import Undefined

if TYPE_CHECKING:
    from accord.learn.experiment.outcome import Outcome

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data" / "pos"
pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not DATA.is_dir(), reason=f"there is no folder of real data at {DATA}"),
]
LEVELS = {
    "paper": {"GIMPEL-DEV": (78.95, 0.31), "RITTER-TEST": (85.44, 0.35), "IN-HOUSE": (80.31, 0.86)},
    "shuffled": {"GIMPEL-DEV": (85.95, 0.22), "RITTER-TEST": (84.92, 0.25), "IN-HOUSE": (85.96, 0.59)},
}


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    """Three seeds of the three protocols that matter, with the paper's weights and two controls."""
    plan = read_plan(str(ROOT / "docs" / "experiments" / "paper-2.toml"), str(DATA))
    chosen = {name: how for name, how in plan.protocols.items() if name in {"paper", "shuffled", "shuffled-ties"}}
    data = replace(plan.data, test={name: plan.data.test[name] for name in LEVELS["paper"]})
    weightings = {name: how for name, how in plan.weightings.items() if name in {"none", "CM", "eps", "const"}}
    return accord.experiment(replace(plan, protocols=chosen, weightings=weightings, seeds=(0, 1, 2), data=data))


@pytest.mark.parametrize("protocol", list(LEVELS))
def test_baselines_lie_within_the_spread_of_the_prototype(outcome: Outcome, protocol: str) -> None:
    means = {(score.cell, score.weighting): 100 * score.mean for score in outcome.scores}
    for test, (mean, sd) in LEVELS[protocol].items():
        # Three standard errors of the mean of 3 seeds minus that of 20.
        assert means[Cell(protocol, test), "none"] == pytest.approx(mean, abs=3 * sd * (1 / 3 + 1 / 20) ** 0.5)


def test_a_constant_weight_is_the_baseline_where_ties_are_broken_by_seed(outcome: Outcome) -> None:
    for test in outcome.plan.data.test:
        cell = Cell("shuffled-ties", test)
        assert outcome.accuracies(cell, "const") == outcome.accuracies(cell, "none")


def test_the_paper_s_weights_gain_no_more_than_weights_that_know_nothing(outcome: Outcome) -> None:
    for each in outcome.differences("eps"):
        if each.weighting == "CM" and each.cell.test == "IN-HOUSE":
            assert abs(100 * each.value) < 1
            assert not isinstance(each.holm, Undefined)
            assert each.holm > 0.05
