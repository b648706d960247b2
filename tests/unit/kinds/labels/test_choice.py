"""What is chosen for those who do not say, and why."""

from __future__ import annotations

import pytest

from accord.errors import UsageError
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


@pytest.mark.parametrize(
    ("labels", "asked"),
    [
        pytest.param("1 2 3 2 -", r"numbers but for '-' \(2 of 10\): say missing='-'", id="a sign among numbers"),
        pytest.param("1 2 3 4 2 3 ? x", r"missing=\['\?', 'x'\]", id="two names among numbers"),
        pytest.param("1 2 3 4 99", "from 1 to 4, and 99, .* say missing='99' if it is that here", id="99 of a survey"),
        pytest.param("1 2 3 8 9", r"say missing=\['8', '9'\]", id="don't know and refused"),
        pytest.param("-9 1 2 3", "from 1 to 3, and -9", id="below the scale"),
        pytest.param("101 203 305 504 101 203 305", "the codes of names: say distance='interval' or", id="codes"),
        pytest.param("20% 40% 80%", "'20%' does: say distance='ordinal' if they are grades", id="shares"),
        pytest.param("1-never 2-once 3-often", "begins with a number of its own", id="grades in words"),
    ],
)
def test_what_two_readings_are_close_for_is_asked(labels: str, asked: str) -> None:
    given = {"ann": labels.split(), "bob": labels.split()}
    with pytest.raises(UsageError, match=asked):
        agree(given)
    assert agree(given, distance="nominal").about["distance"] == "nominal"


@pytest.mark.parametrize(
    "labels",
    [
        pytest.param("0 10 20 30 50 70 100 " * 3, id="a slider with steps"),
        pytest.param("7 8 9 7 8 9", id="grades at the end of a scale"),
        pytest.param("1 2 3 4 5 6 7 8 9", id="a scale that reaches 9"),
        pytest.param("12 57 103 88 219", id="quantities that hardly recur"),
        pytest.param("1990 1991 1993 1994 2001", id="years"),
    ],
)
def test_numbers_that_leave_no_doubt(labels: str) -> None:
    assert agree({"ann": labels.split(), "bob": labels.split()}).about["distance"] in {"ordinal", "interval"}


@pytest.mark.peer
def test_what_means_no_answer_leaves_the_scale() -> None:
    """As the package krippendorff has it of the same grades with gaps."""
    krippendorff = pytest.importorskip("krippendorff")
    given = {"ann": ["1", "2", "3", "3", "99"], "bob": ["1", "3", "3", "4", "2"], "eve": ["2", "2", "3", "4", "1"]}
    measured = agree(given, "alpha", missing="99")
    kept = [[float("nan") if label == "99" else float(label) for label in labels] for labels in given.values()]
    expected = krippendorff.alpha(reliability_data=kept, level_of_measurement="ordinal")
    assert measured.about["distance"] == "ordinal"
    assert measured.result.value == pytest.approx(expected, abs=1e-12)


def test_grades_that_begin_with_numbers_are_in_their_order() -> None:
    words = {"1": "1 - never", "2": "2 - now and then", "3": "3 - often"}
    plain = {"ann": list("112233123"), "bob": list("122331123")}
    told = {who: [words[label] for label in labels] for who, labels in plain.items()}
    assert agree(told, "alpha", distance="ordinal").result.value == agree(plain, "alpha").result.value
