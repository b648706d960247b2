"""Python data that look like something else: read as what they are, or asked about, never measured as the other."""

from __future__ import annotations

from typing import Any

import pytest

import accord
from accord.errors import AccordError

LONG: dict[str, list[Any]] = {
    "item": [1, 1, 2, 2, 3, 3, 4, 4],
    "annotator": ["p", "q"] * 4,
    "label": ["x", "x", "x", "y", "y", "y", "x", "x"],
}
AS_ANNOTATORS = {"p": ["x", "x", "y", "x"], "q": ["x", "y", "y", "x"]}


class Frame:
    """A stand-in for a data frame."""

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        self.data = columns
        self.columns = list(columns)

    def __getitem__(self, name: str) -> list[Any]:
        return self.data[name]


def called(*names: str) -> dict[str, list[Any]]:
    return dict(zip(names, LONG.values(), strict=True))


@pytest.mark.parametrize(
    "data",
    [
        LONG,
        {name: dict(enumerate(column)) for name, column in LONG.items()},
        called("tweet_id", "worker", "rating"),
        {"item": [1, 2, 3, 4], **AS_ANNOTATORS},
        {"text": ["fog lifts", "rain", "sun", "snow"], **AS_ANNOTATORS},
    ],
    ids=["lists", "mappings", "other names", "wide", "wide with texts"],
)
def test_columns_by_name_are_a_table(data: Any) -> None:
    right = accord.agree(AS_ANNOTATORS, "alpha").value
    assert accord.agree(data, "alpha").value == right
    assert accord.agree(accord.read(data), "alpha").value == right


def test_annotators_that_are_called_like_columns() -> None:
    renamed = dict(zip(("user", "expert"), AS_ANNOTATORS.values(), strict=True))
    assert accord.agree(renamed, "alpha").value == accord.agree(AS_ANNOTATORS, "alpha").value
    with pytest.raises(AccordError, match="'text' is called like the column of items, but holds what the others do"):
        accord.agree({"text": AS_ANNOTATORS["p"], "audio": AS_ANNOTATORS["q"], "video": AS_ANNOTATORS["q"]})
    with pytest.raises(AccordError, match="different lengths"):
        accord.agree({**LONG, "label": ["x"]})


def test_a_long_frame_of_unknown_names_is_asked_about() -> None:
    frame = Frame(called("foo", "bar", "baz"))
    with pytest.raises(AccordError, match=r"'bar' has no value in common .* accord\.read\(data, item='foo'"):
        accord.agree(frame)
    named = accord.read(frame, item="foo", annotator="bar", label="baz")
    assert accord.agree(named, "alpha").value == accord.agree(AS_ANNOTATORS, "alpha").value
    numbers = called("foo", "bar", "baz") | {"bar": [1, 2] * 4, "baz": [3, 3, 3, 5, 5, 5, 3, 3]}
    with pytest.raises(AccordError, match="'foo' and 'bar' hold each of their pairs once"):
        accord.agree(Frame(numbers))


def test_columns_of_measured_numbers_are_annotators() -> None:
    columns = {"ada": [1.5, 2.5, 3.5, 4.5], "bram": [1.4, 2.6, 3.7, 4.1], "cem": [1.1, 2.2, 3.3, 4.4]}
    assert accord.read(Frame(columns)).annotators == ("ada", "bram", "cem")


GOOD = (0, 2, "PER")


@pytest.mark.parametrize(
    ("spans", "said"),
    [
        ([GOOD, (7, 5, "LOC")], r"anna: \(7, 5, 'LOC'\) is no span: it does not end behind its start"),
        ([(7, 5, "LOC")], r"anna: \(7, 5, 'LOC'\) is no span"),
        ([GOOD, (3, 5)], r"anna: \(3, 5\) is no span: a start, an end and a type are needed"),
        ([GOOD, (3, "5", "LOC")], r"anna: \(3, '5', 'LOC'\) is no span"),
        ([(0.0, 2.0, "PER")], "start and end are whole numbers"),
        ([GOOD, None], "anna: None is no span"),
    ],
)
def test_a_span_that_is_none_is_named(spans: list[Any], said: str) -> None:
    for texts in (None, [10]):
        with pytest.raises(AccordError, match=said):
            accord.agree({"anna": spans, "ben": [GOOD, (5, 7, "LOC")]}, texts=texts)


@pytest.mark.parametrize("number", [int, float])
def test_spans_without_a_type_are_asked_about(number: type) -> None:
    spans = {"anna": [(number(0), number(2)), (5, 7)], "ben": [(0, 2), (5, 8)]}
    with pytest.raises(AccordError, match="can be a span without a type or a label of two parts"):
        accord.agree(spans)


def test_items_with_their_annotators_are_asked_about() -> None:
    items = {f"doc{n}": {"anna": one, "ben": other} for n, (one, other) in enumerate(zip("xyxx", "xyyx", strict=True))}
    for measure in (accord.agree, accord.read):
        with pytest.raises(AccordError, match="4 names with labels of 2 can be annotators or items"):
            measure(items)


def test_truth_and_numbers_are_not_mixed() -> None:
    mixed: dict[str, list[Any]] = {"ada": [True, False, True], "bram": [1, 0, 0]}
    for data in (mixed, Frame({"item": ["a", "b", "c"], **mixed})):
        for measure in (accord.agree, accord.read):
            with pytest.raises(AccordError, match="some labels are True or False and some 0 or 1"):
                measure(data)
    assert accord.agree({"ada": [True, False], "bram": [True, True]}, "observed").value == 0.5


def test_people_may_be_more_than_their_numbered_items() -> None:
    people = {who: {"t1": "x", "t2": label} for who, label in zip(("ada", "bram", "cem"), "xyx", strict=True)}
    assert accord.read(people).annotators == ("ada", "bram", "cem")
