"""What is chosen for those who do not say, and why."""

from __future__ import annotations

import pytest

from accord.verbs.agree import agree


@pytest.mark.parametrize(
    ("labels", "distance"),
    [
        pytest.param("NOUN VERB NOUN", "nominal", id="names"),
        pytest.param("0 1 0", "nominal", id="two numbers are yes and no"),
        pytest.param("1 2 3", "ordinal", id="grades"),
        pytest.param("1 2.5 3", "interval", id="numbers with a point"),
        pytest.param("1 2 3 4 5 6 7 8 9 10 11 12", "interval", id="more whole numbers than grades have"),
        pytest.param("1 2 x", "nominal", id="a name among numbers"),
        pytest.param("joy joy|anger anger", "masi", id="sets that share members"),
        pytest.param("a|b c|d e", "nominal", id="sets that share nothing"),
    ],
)
def test_the_distance_by_what_the_labels_look_like(labels: str, distance: str) -> None:
    measured = agree({"ann": labels.split(), "bob": labels.split()})
    assert measured.about["distance"] == distance
    assert measured.reasons[0].startswith(f"{distance}: ")


@pytest.mark.parametrize(
    ("rows", "coefficients"),
    [
        pytest.param([["A", "A"], ["B", "A"]], "alpha kappa ac1 observed", id="two annotators"),
        pytest.param([["1", "2"], ["3", "1"]], "alpha weighted-kappa ac2 observed", id="two annotators, grades"),
        pytest.param([["A", "A", "B"], ["B", "A", "A"]], "alpha fleiss ac1 observed", id="three, complete"),
        pytest.param([["A", "A", "B"], ["B", "A", None]], "alpha ac1 observed", id="three, with gaps"),
    ],
)
def test_the_coefficients_by_who_labelled_what(rows: list[list[str | None]], coefficients: str) -> None:
    assert [result.name for result in agree(rows, rows="items").results] == coefficients.split()


def test_a_coefficient_that_knows_one_distance_decides_it() -> None:
    measured = agree({"ann": list("1234"), "bob": list("1233")}, ["alpha", "kappa"])
    assert measured.about["distance"] == "nominal"
    assert "kappa does not take ordinal" in measured.reasons[0]


def test_a_label_that_is_nearly_all_is_said() -> None:
    measured = agree({"ann": ["O"] * 19 + ["X"], "bob": ["O"] * 20})
    assert any("'O' makes up 98% of the labels" in reason for reason in measured.reasons)
