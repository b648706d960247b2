"""Cases of agreement on units that are decided once: few units, identical annotators, baselines that do not fit."""

from __future__ import annotations

import pytest

import accord
from accord.agreement.result import Undefined
from accord.errors import UsageError
from accord.model import Corpus, Document, Unit, Units


def corpus(*marked: tuple[str, int, int, str], length: float | None = None) -> Corpus:
    """One document with the units of each annotator, as (annotator, start, end, category)."""
    annotators = dict.fromkeys(annotator for annotator, *_ in marked)
    layers = {
        ("d", name): Units(
            tuple(Unit(start, end, kind) for who, start, end, kind in marked if who == name), length=length
        )
        for name in annotators
    }
    return Corpus.of((Document("d"),), layers)


def test_chance_varies_also_where_there_are_few_units() -> None:
    crowd = corpus(("a", 249, 255, "I"), ("b", 46, 54, "I"), ("c", 249, 255, "I"))
    result = accord.agree(crowd, "gamma", samples=300).result
    assert isinstance(result.value, float)
    assert result.value == pytest.approx(0.419, abs=0.05)  # pygamma-agreement, 300 samples


def test_identical_annotators_agree_wholly_where_chance_would_not() -> None:
    same = corpus(("a", 10, 15, "X"), ("b", 10, 15, "X"))
    assert [each.value for each in accord.agree(same, ["gamma", "accord-2011"])] == [1, 1]
    assert isinstance(accord.agree(same, "gamma-cat").result.value, Undefined)


@pytest.mark.parametrize("coefficient", ["gamma", "accord-2011", "gamma-cat"])
def test_where_chance_leaves_no_disorder_either_there_is_no_value(coefficient: str) -> None:
    """One unit over all of the text: whoever marks one of such units without looking marks it as well."""
    same = corpus(("a", 0, 5, "X"), ("b", 0, 5, "X"))
    assert accord.agree(same, coefficient).result.value == Undefined("chance leaves no disorder")


def test_a_known_length_is_where_chance_ends() -> None:
    far = corpus(("a", 5, 10, "X"), ("b", 5, 11, "X"), length=400)
    near = corpus(("a", 5, 10, "X"), ("b", 5, 11, "X"))
    found = [accord.agree(each, "gamma", sampler="shuffle", samples=100).result.value for each in (far, near)]
    assert found[0] > found[1]  # type: ignore[operator]


def test_a_baseline_that_does_not_fit_is_a_result_without_a_value_in_its_turn() -> None:
    overlapping = corpus(("a", 0, 9, "X"), ("a", 5, 14, "X"), ("b", 0, 9, "X"))
    agreement = accord.agree(overlapping, ["u-alpha", "gamma"], samples=5)
    assert [result.name for result in agreement.results] == ["u-alpha", "gamma"]
    assert isinstance(agreement.result.value, Undefined)


def test_one_category_of_gamma_k_by_name() -> None:
    two = corpus(("a", 0, 9, "X"), ("a", 20, 29, "Y"), ("b", 0, 9, "X"), ("b", 20, 29, "X"))
    agreement = accord.agree(two, ["gamma-k:Y"], samples=5)
    assert [result.name for result in agreement.results] == ["gamma-k:Y"]
    with pytest.raises(UsageError, match="there is no category 'Z'"):
        accord.agree(two, ["gamma-k:Z"])


def test_units_of_a_category_can_be_left_out() -> None:
    two = corpus(("a", 0, 9, "X"), ("a", 20, 29, "Y"), ("b", 0, 9, "X"), ("b", 20, 29, "X"))
    aligned = accord.align(two, without="Y")
    assert aligned.study.categories == ("X",)
    assert aligned.study.left_out == {"units of Y": 1}
    assert len(aligned.alignments[0].continuum) == 3
