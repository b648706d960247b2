"""Baselines of units: what they refuse, what is undefined, who is the reference, and what stands beside the value."""

from __future__ import annotations

from typing import Any

import pytest

from accord.agreement.result import Interval, Undefined
from accord.agreement.uncertainty import Uncertainty
from accord.errors import NotApplicable, UsageError
from accord.kinds.units import BASELINES
from accord.kinds.units.baseline import baseline, measured
from accord.model import Unit
from accord.study.units import UnitStudy, study_of
from accord.verbs.explain import explain

Units = list[tuple[float, float, str]]
SEGMENTATIONS = ["window-diff", "pk", "generalised-hamming", "boundary-similarity", "segmentation-similarity"]
ALL = list(BASELINES)


def study(length: float = 20, /, **sides: Units) -> UnitStudy:
    return study_of([("text", length, _named(sides))], tuple(sides), "token")


def corpus(*documents: dict[str, Units]) -> UnitStudy:
    names = dict.fromkeys(name for sides in documents for name in sides)
    marked = [(f"text {number}", 20.0, _named(sides)) for number, sides in enumerate(documents)]
    return study_of(marked, tuple(names), "token")


def _named(sides: dict[str, Units]) -> dict[str, list[Unit]]:
    return {name: [Unit(*unit) for unit in units] for name, units in sides.items()}


def reason(made: UnitStudy, name: str, **choices: Any) -> str:
    value = baseline(made, name, **choices).value
    assert isinstance(value, Undefined), value
    return value.reason


@pytest.mark.parametrize("name", ALL)
def test_one_annotator_has_nobody_to_agree_with(name: str) -> None:
    result = baseline(study(ann=[(1, 4, "A")]), name)
    assert isinstance(result.value, Undefined)
    assert "two annotators" in result.value.reason
    assert result.excluded == {"documents without two annotators to compare": 1}
    assert isinstance(result.interval, Undefined)


@pytest.mark.parametrize("length", [0, 20])
@pytest.mark.parametrize("name", ALL)
def test_nobody_marked_anything(name: str, length: float) -> None:
    value = baseline(study(length, ann=[], bob=[]), name).value
    if length and name in {"window-diff", "pk", "segmentation-similarity"}:
        assert value == BASELINES.get(name).perfect  # a text without boundaries is one segment for both
    else:
        assert isinstance(value, Undefined)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("u-alpha-binary", pytest.approx(1 - (2 * 5 / 40) / (2 * 35 * 5 / (40**2 - 35 - 5**2)))),
        ("alpha-u-1995", None),
        ("boundary-similarity", 0.0),
        ("generalised-hamming", 1.0),
        ("slot-error-rate", 2.0),
    ],
)
def test_one_of_two_marked_nothing(name: str, value: float | None) -> None:
    found = baseline(study(ann=[(5, 10, "A")], bob=[]), name).value
    if value is None:
        assert not isinstance(found, Undefined)
        assert found < 0.1
    else:
        assert found == value


def test_the_reference_marked_nothing() -> None:
    made = study(ann=[(5, 10, "A")], bob=[])
    assert reason(made, "slot-error-rate", reference="bob") == "the reference has no units"
    assert baseline(made, "slot-error-rate", reference="ann").value == 1.0


@pytest.mark.parametrize("name", ["u-alpha", "u-alpha-binary", "cu-alpha", "ku-alpha"])
def test_units_that_overlap_are_refused_with_their_place(name: str) -> None:
    made = study(ann=[(0, 2, "A"), (4, 9, "A"), (8, 12, "B")], bob=[])
    with pytest.raises(NotApplicable, match=f"{name} needs .* ann marked both 4-9 and 8-12 in text: gamma"):
        baseline(made, name)


def test_alpha_u_of_1995_takes_units_of_two_categories_that_overlap() -> None:
    made = study(ann=[(4, 9, "A"), (8, 12, "B")], bob=[(4, 9, "A"), (8, 12, "B")])
    assert baseline(made, "alpha-u-1995").value == 1.0
    with pytest.raises(
        NotApplicable, match="units of one category that do not overlap, and ann marked both 4-9 and 8-12"
    ):
        baseline(study(ann=[(4, 9, "A"), (8, 12, "A")], bob=[]), "alpha-u-1995")


@pytest.mark.parametrize("name", [*SEGMENTATIONS, "alpha-u-1995"])
def test_fractions_of_a_position_are_refused(name: str) -> None:
    with pytest.raises(NotApplicable, match=r"counts positions of a text, and text has units at 2.5: round seconds"):
        baseline(study(ann=[(1, 2.5, "A")], bob=[]), name)


@pytest.mark.parametrize("name", ["u-alpha", "u-alpha-binary", "cu-alpha", "slot-error-rate"])
def test_seconds_are_taken_by_the_others(name: str) -> None:
    sides = {"ann": [(0.25, 1.5, "A"), (2.5, 3.0, "B")], "bob": [(0.25, 1.5, "A"), (2.5, 3.0, "B")]}
    assert baseline(study(4.75, **sides), name).value == BASELINES.get(name).perfect


def test_every_annotator_is_the_reference_in_turn_or_one_is_named() -> None:
    made = study(ann=[(5, 10, "A")], bob=[(5, 10, "A"), (12, 14, "A")], eve=[])
    assert baseline(made, "slot-error-rate", reference="ann").value == pytest.approx((1 + 1) / 2)
    assert baseline(made, "slot-error-rate", reference="bob").value == pytest.approx((1 + 2) / 4)
    assert baseline(made, "slot-error-rate").value == pytest.approx(2 * (1 + 1 + 2) / 2 / (1 + 2 + 0))
    assert list(measured(made, "pk", reference="bob").pairs) == [("ann", "bob"), ("bob", "eve")]


def test_documents_without_the_reference_are_left_out() -> None:
    made = corpus({"ann": [(5, 10, "A")], "bob": [(5, 10, "A")]}, {"bob": [], "eve": [(1, 2, "A")]})
    result = baseline(made, "slot-error-rate", reference="ann")
    assert result.value == 0.0
    assert result.used == {"documents": 1, "units": 2}
    assert result.excluded == {"documents without two annotators to compare": 1}


def test_pairs_of_a_crowd_are_those_who_met() -> None:
    documents: list[dict[str, Units]] = [
        {f"worker {number}": [(1, 4, "A")], f"worker {number + 1}": [(1, 5, "A")]} for number in range(0, 3_000, 2)
    ]
    pairs = measured(corpus(*documents), "pk").pairs
    assert len(pairs) == 1_500
    assert list(pairs)[:2] == [("worker 0", "worker 1"), ("worker 2", "worker 3")]


def test_a_window_longer_than_every_text() -> None:
    made = study(ann=[(5, 10, "A")], bob=[])
    assert reason(made, "window-diff", window=20) == "no text is longer than the window"
    assert baseline(made, "window-diff", window=19).value == 1.0


@pytest.mark.parametrize("name", ["window-diff", "pk"])
def test_windows_over_a_text_of_billions_of_positions_are_counted(name: str) -> None:
    length = 2**32
    made = study(length, ann=[(10, length, "A")], bob=[])
    # windows from i to i + 3 hold the boundary at 10 for i = 7, 8, 9 alone
    assert baseline(made, name, window=3).value == 3 / (length - 3)


@pytest.mark.parametrize("name", SEGMENTATIONS)
def test_positions_that_floats_cannot_tell_apart_are_refused(name: str) -> None:
    with pytest.raises(NotApplicable, match="no two positions can be told apart"):
        baseline(study(1e20, ann=[(10, 1e20, "A")], bob=[]), name)


def test_one_category_at_a_time() -> None:
    sides: dict[str, Units] = {
        "ann": [(0, 4, "A"), (4, 8, "B"), (10, 12, "C")],
        "bob": [(0, 4, "A"), (4, 8, "C"), (10, 12, "C")],
    }
    whole = measured(study(**sides), "ku-alpha")
    assert whole.result.value == Undefined("there is one value for each category: name a category")
    assert whole.categories["A"] == 1.0
    assert baseline(study(**sides), "ku-alpha", category="B").value == whole.categories["B"]
    assert measured(study(**sides), "u-alpha").categories == {}


@pytest.mark.parametrize(
    ("name", "choices", "message"),
    [
        ("u-alfa", {}, "unknown baseline 'u-alfa': did you mean u-alpha?"),
        ("pk", {"windo": 3}, "pk has no choice 'windo': did you mean window?"),
        ("u-alpha", {"window": 3}, "u-alpha has no choice 'window': it has none"),
        ("pk", {"window": 0}, "a window reaches over 1 position or more, not 0"),
        ("pk", {"reference": "an"}, "there is no annotator 'an': did you mean ann?"),
        ("ku-alpha", {"category": "Z"}, "there is no category 'Z': choose from A"),
        ("boundary-similarity", {"near": 0}, "near misses reach over 1 place or more, not 0"),
        ("generalised-hamming", {"shift": -1.0}, "a cost is 0 or more, not -1"),
    ],
)
def test_mistakes_of_the_caller(name: str, choices: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as raised:
        baseline(study(ann=[(1, 2, "A")], bob=[(1, 2, "A")]), name, **choices)
    assert str(raised.value) == message


def test_observed_and_expected_agreement_make_the_value() -> None:
    made = study(ann=[(0, 4, "A"), (6, 9, "B")], bob=[(1, 4, "A"), (6, 9, "A")])
    for name in ("u-alpha", "u-alpha-binary", "cu-alpha"):
        result = baseline(made, name)
        assert isinstance(result.observed, float)
        assert isinstance(result.expected, float)
        assert result.value == pytest.approx((result.observed - result.expected) / (1 - result.expected))


@pytest.mark.parametrize("name", [name for name in ALL if name != "ku-alpha"])
@pytest.mark.parametrize("method", ["jackknife", "bootstrap"])
def test_an_interval_over_documents(name: str, method: str) -> None:
    documents: list[dict[str, Units]] = [
        {
            "ann": [(1, 4, "A"), (6, 9, "B"), (12, 15, "A")],
            "bob": [(1 + shift, 4, "A"), (6, 9 + shift, "A" if shift else "B"), (12, 15, "A")],
        }
        for shift in (0, 0, 1, 0, 2, 1, 0, 1)
    ]
    result = baseline(corpus(*documents), name, uncertainty=Uncertainty(interval=method))
    assert isinstance(result.interval, Interval)
    assert isinstance(result.value, float)
    assert result.interval.low < result.value < result.interval.high
    assert result.interval.method == f"{method} over documents"


def test_the_signature_has_all_choices() -> None:
    made = study(ann=[(1, 4, "A")], bob=[(1, 5, "A")])
    signature = str(baseline(made, "window-diff", window=3, reference="ann").signature)
    assert signature.startswith("window-diff|window:3|reference:ann|unit:token|docs:1|annotators:2|ci:jackknife|")
    assert signature != str(baseline(study(ann=[(1, 4, "A")], bob=[(1, 6, "A")]), "pk").signature)


@pytest.mark.parametrize("name", ALL)
def test_every_baseline_explains_itself(name: str) -> None:
    page = explain(name)
    assert all(part in page for part in (" = ", "Assumes", "How to read it", "("))
