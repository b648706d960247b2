"""Weights of random tables: as the definitions give them, whatever the labels are called or their order."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from accord.agreement.result import Undefined
from accord.learn.disagreement import Disagreement
from accord.verbs.agree import agree
from tests.oracle import disagreement as oracle
from tests.properties.tables import NAMES, Table, columns, tables

KINDS = ("f1", "cm", "cm-cond", "cm-max", "uniform")
kinds = st.sampled_from(KINDS)


def estimated(table: Table, labels: tuple[str, ...] | None = None) -> Disagreement:
    assume(any(sum(label is not None for label in row) >= 2 for row in table))
    return Disagreement.from_table(columns(table), labels)


@pytest.mark.parametrize("kind", KINDS)
@given(table=tables(least=1), smooth=st.sampled_from([0, 1, 5]))
def test_weights_are_as_defined(table: Table, kind: str, smooth: int) -> None:
    dis = estimated(table, NAMES)
    pairs = oracle.smoothed(oracle.confusion(table), NAMES, Fraction(smooth))
    found = dis.weights(kind, smooth=smooth).matrix
    for one, other in permutations(range(len(NAMES)), 2):
        expected = oracle.weight(kind, pairs, NAMES, NAMES[one], NAMES[other])
        assert found[one, other] == pytest.approx(float(expected), abs=1e-12)


@given(tables(least=1))
def test_confusion_and_f1_are_those_of_agreement(table: Table) -> None:
    dis = estimated(table)
    asked = ["observed", "pi" if len(table[0]) == 2 else "fleiss"]
    measured = agree(columns(table), asked, distance="nominal", interval=None)
    assert {label: f1 for label, f1 in dis.f1().items() if not isinstance(f1, Undefined)} == pytest.approx(
        {each.label: each.specific for each in measured.labels}
    )
    assert dis.confusion.sum() == pytest.approx(dis.coding.counts.sum() / 2)


@given(tables(least=1), kinds, st.permutations(NAMES))
def test_other_names_and_another_order_permute_the_matrix(table: Table, kind: str, names: list[str]) -> None:
    renamed = dict(zip(NAMES, names, strict=True))
    dis = estimated(table, NAMES)
    other = estimated([tuple(label and renamed[label] for label in row) for row in table], tuple(sorted(names)))
    assert other.weights(kind).aligned_to(names) == pytest.approx(dis.weights(kind).matrix)


@given(tables(least=1), kinds)
def test_with_more_than_two_annotators_their_order_does_not_matter(table: Table, kind: str) -> None:
    assume(len(table[0]) > 2)
    turned = [row[::-1] for row in table]
    assert estimated(turned, NAMES).weights(kind).matrix == pytest.approx(estimated(table, NAMES).weights(kind).matrix)


@given(tables(least=1), st.sampled_from(["f1", "cm", "cm-cond"]))
def test_much_smoothing_leaves_no_contrast(table: Table, kind: str) -> None:
    weights = estimated(table, NAMES).weights(kind, smooth=1e9)
    low, high = weights.range
    assert high - low < 1e-6
    assert weights.warning


@given(tables(least=1), kinds, st.floats(0, 50))
def test_strength_moves_weights_away_from_one(table: Table, kind: str, strength: float) -> None:
    dis = estimated(table, NAMES)
    plain, strong = dis.weights(kind).matrix, dis.weights(kind, strength=strength).matrix
    assert strong == pytest.approx(np.maximum(1 - strength * (1 - plain), 0))
    assert (dis.weights(kind, strength=0).matrix == 1).all()


@given(tables(least=1), st.integers(0, 2**31))
def test_perm_has_the_values_of_cm_cond_and_eps_hardly_any_contrast(table: Table, seed: int) -> None:
    dis = estimated(table, NAMES)
    conditional, shuffled = dis.weights("cm-cond"), dis.weights("perm", seed=seed)
    errors = ~np.eye(len(NAMES), dtype=bool)
    assert sorted(shuffled.matrix[errors]) == pytest.approx(sorted(conditional.matrix[errors]))
    noise = dis.weights("eps", seed=seed)
    assert noise.range[0] > 0.999
    assert noise.warning
    assert (noise.matrix == dis.weights("eps", seed=seed).matrix).all()


@given(tables(least=1), st.floats(0, 1), st.lists(st.sampled_from(NAMES), max_size=6))
def test_soft_targets_are_distributions_between_gold_and_what_others_say(
    table: Table, lam: float, gold: list[str]
) -> None:
    dis = estimated(table, NAMES)
    soft = dis.soft_targets(gold, lam)
    assert soft.shape == (len(gold), len(NAMES))
    assert soft.sum(axis=1) == pytest.approx(np.ones(len(gold)))
    hard = dis.soft_targets(gold, 0)
    assert [NAMES[code] for code in hard.argmax(axis=1)] == gold
    assert soft == pytest.approx((1 - lam) * hard + lam * dis.soft_targets(gold, 1))
