from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import accord
from accord.errors import NotApplicable, UsageError
from accord.kinds.labels.noise import bias, confusions, slips

if TYPE_CHECKING:
    from accord.simulation.corpus_calibration import CorpusCalibration

Labels = dict[str, list[str]]


def erring(seed: int, items: int = 200, amounts: tuple[float, float, float] = (0.1, 0.12, 0.06)) -> Labels:
    """Three annotators with a known mixture of errors; A and B are taken for each other."""
    rng, names = np.random.default_rng(seed), np.array(list("ABCDE"))
    shares, partner = [0.4, 0.25, 0.15, 0.1, 0.1], [1, 0, -1, -1, -1]
    truth = rng.choice(5, items, p=shares).astype(np.int64)
    said = {}
    for who, favourite in (("ada", 0), ("bram", 2), ("chloe", 3)):
        codes = slips(confusions(truth, amounts[1], rng, partner), amounts[0], rng, shares)
        said[who] = names[bias(codes, amounts[2], rng, favourite)].tolist()
    return said


@pytest.fixture(scope="module")
def found() -> CorpusCalibration:
    return accord.calibrate(erring(1))


def test_the_parts_of_the_loss_add_up_to_it(found: CorpusCalibration) -> None:
    assert found.loss == pytest.approx(1 - found.modelled.value)
    assert sum(each.alone for each in found.errors) > found.loss, "each takes off more where it is alone"


def test_simulated_annotators_agree_as_those_of_the_corpus(found: CorpusCalibration) -> None:
    assert abs(found.modelled.value - float(found.result.value)) < 3 * found.modelled.sd  # type: ignore[arg-type]
    assert found.reached
    assert found.reading.times == pytest.approx(1, abs=0.3)


def test_curves_fall_from_1(found: CorpusCalibration) -> None:
    for line in found.curves.values():
        assert line[0].value == 1
        assert all(before.value > after.value for before, after in pairwise(line))


def test_the_worse_a_system_the_seldomer_it_wins(found: CorpusCalibration) -> None:
    wrong = [each.wrong for each in found.consequences.rankings]
    assert wrong[0] > wrong[-1]
    assert all(each.wrong_by_truth <= each.wrong + 0.1 for each in found.consequences.rankings)
    assert found.consequences.best < 1


def test_no_error_is_found_where_there_is_none() -> None:
    same = erring(2, amounts=(0, 0, 0))
    found = accord.calibrate(same)
    assert {each.amount for each in found.errors} == {0}
    assert {each.loss for each in found.errors} == {0}
    assert all(each.high > 0 for each in found.errors), "that none was seen does not prove that none is made"
    assert found.consequences.best == 1
    assert found.modelled.value == 1


@pytest.mark.slow
def test_a_known_mixture_is_recovered_within_its_intervals() -> None:
    known = {"slips": 0.1, "confusions": 0.12, "bias": 0.06}
    within = 0
    for seed in range(10, 20):
        errors = accord.calibrate(erring(seed, 300), repeats=2).errors
        within += all(each.low <= known[each.sort] <= each.high for each in errors) and len(errors) == 3
    assert within >= 8  # of 10, where 9.5 are expected: less happens once in 90 times


def test_the_same_seed_gives_the_same_numbers() -> None:
    said = erring(3, 60)
    assert accord.calibrate(said, repeats=2, seed=4) == accord.calibrate(said, repeats=2, seed=4)
    assert accord.calibrate(said, repeats=2, seed=4) != accord.calibrate(said, repeats=2, seed=5)


def test_two_labels_are_not_told_apart_from_slips() -> None:
    said = {"ada": list("xyxyxyxyxx"), "bram": list("xyxyyyxyxx")}
    assert [each.sort for each in accord.calibrate(said, repeats=2).errors] == ["slips", "bias"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"noise": "borders"}, "noise= is for noise that is made up, and here errors in data are estimated"),
        ({"units": 3}, "units= is for noise that is made up"),
        ({"coefficient": ["alpha", "pi"]}, "one coefficient is calibrated at a time"),
        ({"position_weight": 2}, "position_weight is for units"),
    ],
)
def test_what_says_nothing_of_a_corpus_is_refused(options: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        accord.calibrate(erring(1, 20), **options)


def test_a_noise_that_comes_first_is_no_data() -> None:
    with pytest.raises(UsageError, match="data come first, and borders is a noise: write noise='borders'"):
        accord.calibrate("borders")


@pytest.mark.parametrize("rare", [0, 59])
def test_where_simulated_annotators_have_no_value_nothing_is_calibrated(rare: int) -> None:
    said = {"ada": ["A"] * (rare + 1), "bram": ["A"] * rare + ["B"], "chloe": ["A"] * (rare + 1)}
    with pytest.raises(NotApplicable, match="annotators simulated with no errors have no alpha: there are too few"):
        accord.calibrate(said)


def test_labels_that_are_all_the_same_have_no_errors_to_be_seen() -> None:
    with pytest.raises(NotApplicable, match="all labels are the same"):
        accord.calibrate({"ada": ["x", "x"], "bram": ["x", "x"]})


CAMPAIGNS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "spans": ({"kind": "spans", "sentences": 60}, {"omissions": 0.1, "borders": 0.1, "types": 0.1}),
    "units": ({"kind": "units", "units": 20, "density": 0.5}, {"omissions": 0.1, "borders": 0.5, "categories": 0.2}),
    "trees": ({"kind": "trees", "sentences": 12, "tokens": 12}, {"reattach": 0.08, "relabel": 0.15}),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(CAMPAIGNS))
def test_known_errors_of_every_kind_are_read_within_their_intervals(kind: str) -> None:
    made, known = CAMPAIGNS[kind]
    within = 0
    for seed in range(3):
        found = accord.calibrate(accord.simulate(**made, **known, seed=seed), repeats=2)
        within += all(each.low <= known.get(each.sort, 0.0) <= each.high for each in found.errors)
        assert found.loss == pytest.approx(1 - found.modelled.value)
    assert within >= 2  # of 3, where 2.85 are expected: less happens once in 140 times


@pytest.mark.parametrize("kind", list(CAMPAIGNS))
def test_without_damage_there_is_no_error_and_agreement_is_1(kind: str) -> None:
    made, _ = CAMPAIGNS[kind]
    found = accord.calibrate(accord.simulate(**made), repeats=2)
    assert found.result.value == 1
    assert [each.amount for each in found.errors] == pytest.approx([0] * len(found.errors), abs=1e-6)
    assert found.modelled.value == pytest.approx(1)
    assert found.consequences.best == pytest.approx(1)


def test_the_order_of_rows_and_columns_makes_no_difference() -> None:
    said = erring(2, items=40)
    rows = [{"item": f"i{item:02}", **{who: said[who][item] for who in said}} for item in range(40)]
    turned = [dict(reversed(row.items())) for row in reversed(rows)]
    first, second = (accord.calibrate(accord.read(each, item="item"), repeats=2) for each in (rows, turned))
    assert (first.errors, first.curves, first.consequences) == (second.errors, second.curves, second.consequences)
