"""Python data that look like something else: read as what they are, or asked about, never measured as the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import accord
from accord.errors import AccordError

if TYPE_CHECKING:
    from pathlib import Path

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
        ([GOOD, (7, 5, "LOC")], r"anna: \(7, 5, 'LOC'\) is no span: it does not end after its start"),
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


LABELS = {"anna": ["x", "x", "y", "x", "y"], "ben": ["x", "y", "y", "x", "y"], "cem": ["x", "x", "y", "y", "y"]}
ROWS = [list(row) for row in zip(*LABELS.values(), strict=True)]
ITEMS = [f"i{number}" for number in range(1, 6)]


@pytest.mark.parametrize(
    ("rows", "what", "said"),
    [
        ([list(LABELS), *ROWS], "items", "anna, ben, cem stand nowhere else, so they look like names"),
        (
            [["", *LABELS], *map(list, zip(ITEMS, *LABELS.values(), strict=True))],
            "items",
            "anna, ben, cem stand nowhere",
        ),
        ([[name, *labels] for name, labels in LABELS.items()], "annotators", "anna, ben, cem stand nowhere else"),
        (list(zip(ITEMS, *LABELS.values(), strict=True)), "items", "the columns 1 and 2, 3, 4 have no value in common"),
        ([("p", item, "x", 1) for item in ITEMS] * 5, None, "the columns 1 and 2 and 3 and 4 have no value in common"),
        ([("p", item) for item in ITEMS] * 5, None, "the columns 1 and 2 have no value in common"),
    ],
    ids=["header", "header and items", "names before labels", "items before labels", "four parts", "pairs"],
)
def test_rows_with_more_than_labels_are_asked_about(rows: list[Any], what: str | None, said: str) -> None:
    for measure in (accord.agree, accord.read):
        with pytest.raises(AccordError, match=said):
            measure(rows, rows=what)


def test_rows_of_labels_alone_are_measured() -> None:
    right = accord.agree(LABELS, "alpha").value
    assert accord.agree(ROWS, "alpha", rows="items").value == right
    assert accord.agree([*LABELS.values()], "alpha", rows="annotators").value == right
    numbers = {"ada": [1.5, 2.5, 3.5, 4.5], "bram": [1.4, 2.6, 3.7, 4.1]}
    assert accord.agree(list(zip(*numbers.values(), strict=True)), rows="items").value == accord.agree(numbers).value


LEFT_OUT = "warning: gold is a reference, by its name, and left out of the agreement"


@pytest.mark.parametrize("made", [Frame, dict], ids=["frame", "lists"])
def test_who_is_called_like_a_reference_is_left_out(made: Any) -> None:
    data = made({**LABELS, "gold": LABELS["cem"]})
    measured = accord.agree(data)
    assert measured.value == accord.agree(LABELS).value
    assert f"{LEFT_OUT} (to count it in, name all annotators: annotators=)" in measured.reasons
    named = accord.agree(data, annotators=[*LABELS, "gold"])
    assert named.value == accord.agree({**LABELS, "kim": LABELS["cem"]}).value != measured.value
    assert not [line for line in named.reasons if "reference" in line]
    assert accord.agree(data, exclude="anna").value == accord.agree(LABELS, exclude="anna").value
    assert not [line for line in accord.agree(data, exclude="gold").reasons if "reference" in line]


@pytest.mark.parametrize("made", [Frame, dict], ids=["frame", "lists"])
def test_who_is_called_like_a_reference_counts_beside_one_other(made: Any) -> None:
    said = "gold counts as an annotator, and is called like a reference (exclude= leaves it out)"
    assert said in accord.agree(made({"anna": LABELS["anna"], "gold": LABELS["cem"]})).reasons


def test_one_annotator_of_a_frame_is_too_few() -> None:
    for annotators in ("anna", ["anna"]):
        with pytest.raises(AccordError, match="agreement needs two annotators, and anna is the only one"):
            accord.agree(Frame(LABELS), annotators=annotators)


def test_what_is_no_coefficient_is_named(tmp_path: Path) -> None:
    file = tmp_path / "ada.csv"
    file.write_text("item,ada,bram\n1,x,x\n2,y,x\n", encoding="utf-8")
    for second in (str(file), file):
        with pytest.raises(AccordError, match=r"write several files as a list: accord\.agree\(\[one, two\]\)"):
            accord.agree(str(file), second)
    with pytest.raises(AccordError, match="agree takes data and coefficients: write several annotators as"):
        accord.agree(Frame(LABELS), Frame(LABELS))
    with pytest.raises(AccordError, match="labels of one annotator are no agreement"):
        accord.agree(LABELS["anna"])


def test_folders_and_frames_are_checked(tmp_path: Path) -> None:
    for name, label in (("ada", "B-PER"), ("bram", "I-PER")):
        (tmp_path / f"{name}.conll").write_text(f"Ada\t{label}\ncame\tO\n", encoding="utf-8")
    assert accord.check(tmp_path, encoding="BIO") == accord.check(*sorted(tmp_path.iterdir()), encoding="BIO")
    assert [finding.code for finding in accord.check(tmp_path, encoding="BIO")] == ["invalid-transition"]
    frame = Frame(LABELS | {"duration": [1, 2, 3, 4, 5]})
    assert [finding.code for finding in accord.check(frame)] == ["unused-column"]
    assert accord.check(Frame(LABELS)) == []
