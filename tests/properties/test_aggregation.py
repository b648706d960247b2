"""What must hold for every aggregation, and that the fast models are the slow ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import accord
from accord.kinds.labels.options import CodingOptions
from accord.learn.aggregate.fit import Fit
from accord.learn.aggregate.mace import Mace
from accord.learn.aggregate.votes import Votes
from accord.verbs.codings import as_coding
from tests.oracle import aggregation as oracle
from tests.properties.tables import NAMES, Table, columns, tables

if TYPE_CHECKING:
    from accord.learn.aggregate.aggregation import Aggregation

METHODS = ("majority", "dawid-skene", "mace", "bayes")
QUICK: dict[str, dict[str, Any]] = {"mace": {"restarts": 2}, "bayes": {"draws": 20, "warm_up": 5}}


def aggregated(table: Table, method: str, **more: Any) -> Aggregation:
    return accord.aggregate(columns(table), method, interval=None, **QUICK.get(method, {}), **more)


def labelled(table: Table) -> Table:
    """The items that somebody labelled."""
    return [row for row in table if any(label is not None for label in row)]


def in_order(posterior: oracle.Posterior, labels: tuple[str, ...]) -> list[list[float]]:
    return [[item[label] for label in labels] for item in posterior]


@given(tables(least=1), st.integers(1, 6), st.sampled_from([0.0, 1.0, 4.0]))
def test_dawid_skene_is_the_slow_one(table: Table, steps: int, trust: float) -> None:
    assume(labelled(table))
    made = aggregated(table, "dawid-skene", tolerance=0, iterations=steps, trust=trust)
    slow, model = oracle.dawid_skene(labelled(table), list(made.labels), len(made.fit.climb), 0.0, trust)
    assert made.posterior == pytest.approx(np.array(in_order(slow, made.labels)), abs=1e-9)
    likelihood = oracle.log_likelihood(labelled(table), list(made.labels), model)
    assert made.fit.log_likelihood == pytest.approx(likelihood, abs=1e-8)


@given(tables(least=1), st.integers(1, 5), st.integers(0, 99))
def test_variational_mace_is_the_slow_one(table: Table, steps: int, seed: int) -> None:
    assume(labelled(table))
    votes, kind_of = Votes.of(as_coding(columns(table), CodingOptions(keep_singletons=True)))
    labels = [label for label in NAMES if any(label in row for row in table)]
    rng = np.random.default_rng(seed)
    knows, habit = rng.uniform(0.2, 0.8, votes.annotators), rng.dirichlet(np.ones(votes.labels), votes.annotators)
    confusion = ((1 - knows)[:, None] * habit)[:, None, :] + knows[:, None, None] * np.eye(votes.labels)
    start = Fit(votes.shares, np.ones(votes.labels), confusion, knows)
    fit = Mace(tolerance=0, iterations=steps).fit(votes, rng, start)
    habits = {
        (who, label): float(habit[who, code]) for who in range(votes.annotators) for code, label in enumerate(labels)
    }
    slow, believed, bound = oracle.variational_mace(labelled(table), labels, knows.tolist(), habits, len(fit.climb))
    assert fit.posterior[kind_of] == pytest.approx(np.array(in_order(slow, tuple(labels))), abs=1e-8)
    assert fit.log_likelihood == pytest.approx(bound, abs=1e-7)
    assert fit.competence == pytest.approx([knew / (knew + guessed) for knew, guessed in believed.knowing], abs=1e-8)


@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("dawid-skene", {}),
        ("mace", {"restarts": 2}),
        ("mace", {"inference": "em", "restarts": 2, "smoothing": 0.0}),
        ("dawid-skene", {"trust": 0.0}),
    ],
)
@given(table=tables(least=1))
def test_no_step_leads_down(method: str, options: dict[str, Any], table: Table) -> None:
    assume(labelled(table))
    made = accord.aggregate(columns(table), method, interval=None, tolerance=0, iterations=60, **options)
    climb = np.array(made.fit.climb)
    assert (np.diff(climb) >= -1e-9 * np.abs(climb[:-1]).max(initial=1)).all()


@pytest.mark.parametrize("method", METHODS)
@given(table=tables(least=1))
def test_posteriors_and_confusions_add_up_to_one(method: str, table: Table) -> None:
    assume(labelled(table))
    made = aggregated(table, method)
    assert made.posterior.sum(axis=1) == pytest.approx(np.ones(len(made.label)))
    rows = made.fit.confusion.sum(axis=2)
    assert rows[~np.isnan(rows)] == pytest.approx(np.ones(np.count_nonzero(~np.isnan(rows))))
    assert made.fit.prevalence.sum() == pytest.approx(1)
    assert all(label in made.labels for label in made.label)


@pytest.mark.parametrize("method", ["majority", "dawid-skene"])
@given(table=tables(least=1), order=st.permutations(NAMES))
def test_renaming_labels_renames_the_result(method: str, table: Table, order: list[str]) -> None:
    assume(labelled(table))
    name = dict(zip(NAMES, order, strict=True)) | {None: None}
    renamed = [tuple(name[label] for label in row) for row in table]
    here, there = aggregated(table, method), aggregated(renamed, method)
    columns = [there.labels.index(str(name[label])) for label in here.labels]
    assert here.posterior == pytest.approx(there.posterior[:, columns], abs=1e-9)
    assert here.fit.competence == pytest.approx(there.fit.competence, abs=1e-9, nan_ok=True)
    confusion = there.fit.confusion[:, columns][:, :, columns]
    assert here.fit.confusion == pytest.approx(confusion, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("method", ["majority", "dawid-skene"])
@given(table=tables(least=1), seed=st.integers(0, 9))
def test_the_order_of_items_and_annotators_does_not_matter(method: str, table: Table, seed: int) -> None:
    assume(labelled(table))
    rng = np.random.default_rng(seed)
    items, people = rng.permutation(len(table)), rng.permutation(len(table[0]))
    mixed = [tuple(table[item][person] for person in people) for item in items]
    here, there = aggregated(table, method), aggregated(mixed, method)
    assert here.fit.competence[people] == pytest.approx(there.fit.competence, abs=1e-9, nan_ok=True)
    assert sorted(map(tuple, here.posterior.round(7))) == sorted(map(tuple, there.posterior.round(7)))


@given(tables(least=1))
def test_one_more_annotator_who_says_the_same_is_worth_the_same(table: Table) -> None:
    assume(labelled(table))
    made = aggregated([(*row, row[0]) for row in table], "dawid-skene")
    assert made.fit.competence[0] == pytest.approx(made.fit.competence[-1], nan_ok=True)
    assert made.fit.confusion[0] == pytest.approx(made.fit.confusion[-1], nan_ok=True)


@pytest.mark.parametrize("method", METHODS)
@given(table=tables(least=1), seed=st.integers(0, 3))
def test_a_seed_gives_the_same_again(method: str, table: Table, seed: int) -> None:
    assume(labelled(table))
    first, second = (aggregated(table, method, seed=seed) for _ in range(2))
    assert first.label == second.label
    assert (first.posterior == second.posterior).all()


@given(tables(least=1))
def test_a_majority_is_not_changed_by_itself_and_ties_are_counted(table: Table) -> None:
    assume(labelled(table))
    made = aggregated(table, "majority")
    assert not made.changed.any()
    counts = [sorted(made.ballots(index).values()) for index in range(len(made.label))]
    assert made.tied == sum(len(row) > 1 and row[-1] == row[-2] for row in counts)
    assert all(made.ballots(index)[label] == counts[index][-1] for index, label in enumerate(made.label))
