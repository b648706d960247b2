"""What a caller of accord.agree may get wrong, and the one sentence that says so."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import accord
from accord.errors import AccordError
from accord.kinds.labels.breakdown import breakdown_of

LABELS = {"ada": ["x", "y", "x"], "bram": ["x", "y", "y"]}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, "not NoneType"),
        (5, "not int"),
        (b"x", "not int"),
        ([1, 2, 3], "not int"),
        ({"ada": "xyx", "bram": "xyy"}, "not str"),
        ({"ada": None, "bram": None}, "not NoneType"),
        ({"ada": ["x"], "bram": ["x", "y"]}, "different numbers of labels (ada 1, bram 2)"),
        ({"ada": {"one": "x"}, "bram": ["x"]}, "give one of the two"),
        ([["x", "y"], ["x"]], "different lengths"),
        (np.array([1, 2]), "two dimensions"),
        (np.array(5), "two dimensions"),
        (np.zeros((2, 2, 2)), "two dimensions"),
        ("nowhere.csv", "no such file"),
        (["nowhere.csv"], "no such file"),
    ],
)
def test_data_of_no_use(data: Any, said: str) -> None:
    with pytest.raises(AccordError) as refusal:
        accord.agree(data)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"coefficients": 5}, "coefficients: a name or a list of names"),
        ({"coefficients": []}, "at least one coefficient"),
        ({"coefficients": "kapa"}, "did you mean kappa"),
        ({"distance": 5}, "a distance is a name"),
        ({"distance": ""}, "unknown distance ''"),
        ({"distance": "masi:3"}, "only circular takes a number"),
        ({"distance": lambda one, other: "far"}, "there is no number between 'x' and 'x'"),
        ({"distance": lambda one, other: -1}, "a number from 0 up"),
        ({"distance": lambda one, other: 1}, "no distance from itself"),
        ({"distance": lambda one, other: float(one < other)}, "the same in both directions"),
        ({"distance": {("x", "x"): 0}}, "no distance between 'x' and 'y'"),
        ({"labels": 5}, "labels: a name or a list of names"),
        ({"labels": [1, 2]}, "labels: a name or a list of names"),
        ({"labels": ["x", "x", "y"]}, "name each once"),
        ({"labels": ["x", "z"]}, "the data hold the label 'y'"),
        ({"missing": 5}, "missing: a name or a list of names"),
        ({"annotators": 5}, "annotators: a name or a list of names"),
        ({"annotators": ["ada", "ada"]}, "chosen twice"),
        ({"annotators": ["eve"]}, "no annotator 'eve'"),
        ({"interval": "boot"}, "unknown interval"),
        ({"level": "x"}, "level: a number from 0 to 1 is needed"),
        ({"level": 95}, "level: a number from 0 to 1 is needed, not 95"),
        ({"resamples": 1.5}, "resamples: a whole number"),
        ({"resamples": 0}, "resamples: a whole number"),
        ({"permutations": -1}, "permutations: a whole number"),
        ({"seed": None}, "seed: a whole number"),
    ],
)
def test_options_of_no_use(options: dict[str, Any], said: str) -> None:
    with pytest.raises(AccordError) as refusal:
        accord.agree(LABELS, **options)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "data",
    [
        [["x", "x"], ["y", "y"], ["x", "y"]],
        [("x", "x"), ("y", "y"), ("x", "y")],
        (row for row in [["x", "x"], ["y", "y"], ["x", "y"]]),
        np.array([["x", "x"], ["y", "y"], ["x", "y"]]),
        np.array([[1, 1], [2, 2], [1, 2]]),
        np.array([[1.0, 1.0], [2.0, 2.0], [1.0, 2.0], [np.nan, 1.0]]),
        {"ada": {"one": "x", "two": "y", "three": "x"}, "bram": {"one": "x", "two": "y", "three": "y", "four": "x"}},
        {"ada": [1, 2, 1, None], "bram": [1.0, 2.0, 2.0, float("nan")]},
        {"ada": iter("xyx"), "bram": iter("xyy")},
    ],
)
def test_data_in_any_shape(data: Any) -> None:
    # observed 2/3; each label three times: 1 - (1/3) / (3 * 3 * 2 / (6 * 5))
    rows = None if isinstance(data, dict) else "items"
    assert accord.agree(data, "alpha", distance="nominal", rows=rows).result.value == pytest.approx(
        1 - (1 / 3) / (18 / 30)
    )


def test_labels_of_items_that_do_not_count_are_no_labels_of_the_study() -> None:
    agreement = accord.agree({"ada": ["x", "x", "z"], "bram": ["x", "x", None]}, ["ac1", "randolph", "alpha"])
    assert breakdown_of(agreement).coding.labels == ("x",)
    assert not any(result.value for result in agreement.results)
