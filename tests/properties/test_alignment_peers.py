"""The same continua aligned by pygamma-agreement 0.5.9, which computes in float32."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest

from accord.alignment.alignment import EMPTY, Alignment
from accord.alignment.exact import best_alignment, soft_alignment
from accord.alignment.method import Method
from accord.chance.statistical import Statistical
from accord.distance.dissimilarity import Dissimilarity
from accord.kinds.units.disorders import Disorders
from accord.kinds.units.study import study_units
from accord.study.units import UnitStudy, study_of
from accord.verbs.read import read
from tests.build import noisy_units
from tests.properties import pygamma

if TYPE_CHECKING:
    from accord.model import Unit
    from accord.study.units import Continuum

pytestmark = pytest.mark.peer
PYGAMMA = Path(__file__).parents[2] / ".venv-pygamma" / "bin" / "python"
DATA = Path(__file__).parents[2].parent / "shared" / "data" / "units"
FILES = ["c1_3x25", "c2_3x100", "c6_2x1000", "3by100"]
"""Those that pygamma-agreement aligns in seconds: c3 takes it 80, c5 30, and c4 and 5by100 are beyond it."""
WEIGHTS = [(1.0, 1.0, 1.0), (3.0, 1.0, 1.0), (1.0, 2.5, 2.0)]
SAMPLES = 30


class Task(NamedTuple):
    """A continuum of a study, the weights of its dissimilarity, and whether units may be held more than once."""

    study: UnitStudy
    continuum: Continuum
    weights: tuple[float, float, float]
    soft: bool

    @property
    def how(self) -> Dissimilarity:
        alpha, beta, delta_empty = self.weights
        categories = 1 - np.eye(len(self.study.categories))
        return Dissimilarity(categories, alpha=alpha, beta=beta, delta_empty=delta_empty)

    def units(self) -> dict[str, list[Unit]]:
        found = self.study.units(self.continuum)
        return {
            name: found[first:last]
            for name, first, last in zip(
                self.continuum.annotators, self.continuum.offsets[:-1], self.continuum.offsets[1:], strict=True
            )
        }


def tasks() -> dict[str, Task]:
    found = {}
    for seed in range(24):
        names = list("abcdefg"[: 2 + seed % 3])
        marked = noisy_units(seed, len(names), units=4 + seed % 7, noise=[0.2, 0.5, 0.9][seed % 3])
        study = study_of([("d", None, marked)], names)
        found[f"seed {seed}"] = Task(study, study.continua[0], WEIGHTS[seed % 4 % 3], soft=seed % 4 == 3)
    for name in FILES if DATA.is_dir() else ():
        study = study_units(read(DATA / f"{name}.csv"))
        found[name] = Task(study, study.continua[0], WEIGHTS[0], soft=False)
        if name == "c1_3x25":
            found["c1, soft"] = found[name]._replace(soft=True)
            sampler = Statistical(study, study.continua[0])
            for sample in range(SAMPLES):
                drawn = sampler.draw(np.random.default_rng(sample))
                found[f"c1, sample {sample}"] = found[name]._replace(continuum=drawn)
    return found


TASKS = tasks()
every = pytest.mark.parametrize("name", TASKS)


@cache
def answers() -> dict[str, Any]:
    if not PYGAMMA.exists():
        pytest.skip(f"pygamma-agreement has an environment of its own, and there is none at {PYGAMMA}")
    asked = json.dumps([[task.units(), task.weights, task.soft] for task in TASKS.values()])
    done = subprocess.run([PYGAMMA, pygamma.__file__], input=asked, capture_output=True, text=True, check=True)
    return dict(zip(TASKS, json.loads(done.stdout), strict=True))


@every
def test_disorder_of_the_best_alignment(name: str) -> None:
    task, theirs = TASKS[name], answers()[name]
    found = soft_alignment(task.continuum, task.how) if task.soft else best_alignment(task.continuum, task.how)
    assert found.proved
    assert found.disorder == pytest.approx(theirs["disorder"], rel=1e-5)


@every
def test_disorder_of_their_alignment_and_of_its_categories(name: str) -> None:
    """So that ties, of which they may choose another, make no difference.

    With another empty unit than 1 they weigh pairs by another dissimilarity of places than ours.
    """
    task, theirs = TASKS[name], answers()[name]
    number = {
        (owner, *unit): index
        for index, (owner, unit) in enumerate(
            zip(task.continuum.owner.tolist(), task.study.units(task.continuum), strict=True)
        )
    }
    members = np.array(
        [
            [
                EMPTY if row[annotator] is None else number[(owner, *row[annotator])]
                for owner, annotator in enumerate(task.continuum.annotators)
            ]
            for row in theirs["rows"]
        ]
    )
    alignment = Alignment(task.continuum, members, np.zeros(len(members)), "sum", "theirs", 0.0)
    found = Disorders.of([alignment], Method(task.how), len(task.study.categories)).categories
    empty = task.how.delta_empty
    for category, confused in theirs["confused"].items():
        column = 1 + task.study.categories.index(category) if category else 0
        above, below, alone = (float(sums[0, column]) for sums in found)
        if empty == 1 and below:
            assert (above + alone) / (below + alone) == pytest.approx(confused, abs=1e-5)


@every
def test_places_and_categories(name: str) -> None:
    task, theirs = TASKS[name], answers()[name]
    first, second = np.flatnonzero(task.continuum.counts)[:2]
    place, category = task.how.parts(task.continuum, task.continuum.offsets[[first]], task.continuum.offsets[[second]])
    alpha, beta, _ = task.weights
    assert [place[0] / alpha, category[0] / beta] == pytest.approx(theirs["between"], rel=1e-5)
