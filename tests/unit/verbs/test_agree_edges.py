"""Where options meet each other, or data meet the limits of numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

import accord
from accord.agreement.result import Undefined
from accord.errors import NotApplicable, UsageError
from accord.kinds.labels.breakdown import breakdown_of

TRIO = {"ada": ["x", "y", "x", "z"], "bram": ["x", "y", "y", "x"], "chloe": ["x", "w", "v", "x"]}


def test_labels_of_annotators_that_are_not_chosen_are_no_labels_of_the_study() -> None:
    chosen = accord.agree(TRIO, "ac1", annotators=["ada", "bram"])
    alone = accord.agree({name: TRIO[name] for name in ("ada", "bram")}, "ac1")
    assert chosen.result.value == alone.result.value
    assert breakdown_of(chosen).coding.labels == ("x", "y", "z")


def test_a_label_that_is_missing_is_none_even_if_it_is_named_among_the_labels() -> None:
    votes = {"ada": ["x", "y", "-", "-"], "bram": ["x", "y", "x", "-"]}
    agreement = accord.agree(votes, "alpha", labels=["x", "y", "-"], missing=["-"])
    assert agreement.result.value == 1
    assert breakdown_of(agreement).coding.items == 2
    assert breakdown_of(agreement).coding.labels == ("x", "y")


def test_numbers_that_floating_point_cannot_hold_are_refused() -> None:
    with pytest.raises(NotApplicable, match="too large"):
        accord.agree({"ada": ["1e308", "0"], "bram": ["-1e308", "5"]}, "alpha", distance="interval")
    huge = {"ada": ["100000000000000000001", "1"], "bram": ["100000000000000000002", "1"]}
    with pytest.raises(NotApplicable, match="told apart"):
        accord.agree(huge, "alpha", distance="interval")
    with pytest.raises(UsageError, match="lies between"):
        accord.agree(TRIO, "alpha", distance=lambda one, other: 0 if one == other else 1e308)


def test_the_order_of_members_makes_no_other_set() -> None:
    one = accord.agree({"ada": ["a,b", "c", "a,b"], "bram": ["b,a", "c", "a"]}, ["randolph", "ac2"], distance="masi")
    other = accord.agree({"ada": ["a,b", "c", "a,b"], "bram": ["a,b", "c", "a"]}, ["randolph", "ac2"], distance="masi")
    assert [each.value for each in one.results] == [each.value for each in other.results]
    assert breakdown_of(one).coding.labels == ("a", "a,b", "c")


def test_a_bootstrap_of_too_few_resamples_is_refused() -> None:
    with pytest.raises(UsageError, match="needs 40 resamples or more"):
        accord.agree(TRIO, "alpha", interval="bootstrap", resamples=39)


@pytest.mark.parametrize(
    ("labels", "distance"),
    [
        (["1", "2", "3"], "ordinal"),
        (["0.5", "2", "3"], "interval"),
        (["1001", "2040", "3377"], "interval"),
        (["007", "010", "113"], "nominal"),
        (["1", "1.0", "2"], "nominal"),
        (["a,b", "b", "c"], "masi"),
        (["a", "b", "c"], "nominal"),
        (["0", "1"], "nominal"),
    ],
)
def test_the_distance_that_fits(labels: list[str], distance: str) -> None:
    assert accord.agree({"ada": labels, "bram": labels}).about["distance"] == distance


def test_continuous_labels_are_not_taken_apart_one_by_one() -> None:
    numbers = [str(number / 7) for number in range(3_000)]
    agreement = accord.agree({"ada": numbers, "bram": numbers[1:] + numbers[:1]}, "alpha")
    assert agreement.about["distance"] == "interval"
    assert agreement.labels.why == "labels are not measured one by one where there are more than 200"
    assert not agreement.labels
    assert len(agreement.confusions(3)) == 3


def test_a_distance_that_a_coefficient_does_not_take_is_not_chosen_for_it() -> None:
    grades = {"ada": ["1", "2", "3"], "bram": ["1", "2", "2"]}
    assert accord.agree(grades, "light").about["distance"] == "ordinal-gwet"
    assert accord.agree(grades, ["kappa", "alpha"]).about["distance"] == "nominal"


def test_intervals_of_documents_are_over_their_items() -> None:
    corpus = accord.read(Path(__file__).parents[3] / "examples" / "harbour" / "annotators")
    agreement = accord.agree(corpus, "alpha", by_document=True)
    assert not any(isinstance(each.measured.interval, Undefined) for each in agreement.documents)


def test_a_frame_has_a_column_an_annotator() -> None:
    class Frame:
        columns = ("ada", "bram")

        def __getitem__(self, name: str) -> list[str]:
            return TRIO[name]

    assert breakdown_of(accord.agree(Frame(), "alpha")).coding.annotators == ("ada", "bram")
