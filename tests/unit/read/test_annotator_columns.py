"""Which columns of a wide table are annotators, and which say something else of an item."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accord.read import Columns
from accord.read.source import Source
from accord.read.table import read_table
from accord.verbs.report import report_payload

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from accord.read.content import Content

    Lay = Callable[[Mapping[str, str | bytes]], list[str]]
    Wide = Callable[..., Content]

ADA = ("yes", "no", "yes", "no", "yes", "yes", "no", "no", "yes", "no", "yes", "no")
BRAM = ("yes", "no", "no", "no", "yes", "yes", "no", "yes", "yes", "no", "yes", "no")
MANY = len(ADA)


@pytest.fixture
def wide(lay: Lay) -> Callable[..., Content]:
    def make(columns: Mapping[str, Sequence[object]], **said: object) -> Content:
        rows = [
            ("id", *columns),
            *((f"i{number}", *cells) for number, cells in enumerate(zip(*columns.values(), strict=True))),
        ]
        text = "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in rows)
        (path,) = lay({"a.csv": text})
        return read_table(Source(path), Columns(**said))  # type: ignore[arg-type]

    return make


def annotators(content: Content) -> list[str | None]:
    return list(dict.fromkeys(annotator for _, annotator in content.answers))


@pytest.mark.parametrize("name", ["Confidence", "topic", "split", "Sources", "Language", "ada_confidence", "n_words"])
def test_a_column_may_say_by_its_name_that_it_is_no_annotator(wide: Wide, name: str) -> None:
    content = wide({"ada": ADA[:2], name: ("yes", "no"), "bram": BRAM[:2]})
    assert annotators(content) == ["ada", "bram"]
    assert content.assumption.endswith(f"; not used, by its name: {name!r}")
    (finding,) = content.findings
    assert (finding.code, finding.severity) == ("unused-column", "warning")
    assert finding.message == f"the column {name!r} is not taken for an annotator, by its name"


@pytest.mark.parametrize("name", ["lang", "long", "page", "april", "topic_ada", "rater2", "system", "expert"])
def test_somebody_may_be_called_like_this(wide: Wide, name: str) -> None:
    assert annotators(wide({"ada": ADA, name: BRAM})) == ["ada", name]


def test_where_all_columns_are_called_like_something_else_they_are_annotators(wide: Wide) -> None:
    content = wide({"source": ADA, "topic": BRAM})
    assert annotators(content) == ["source", "topic"]
    assert content.findings == []


def test_columns_that_are_named_are_annotators(wide: Wide) -> None:
    columns = {"ada": ADA, "topic": BRAM, "shelf": [f"s{number % 2}" for number in range(MANY)]}
    content = wide(columns, label=["ada", "topic", "shelf"])
    assert annotators(content) == ["ada", "topic", "shelf"]
    assert content.findings == []


@pytest.mark.parametrize("values", [["en"] * MANY, [f"s{number % 3}" for number in range(MANY)], list(range(MANY))])
def test_a_column_whose_values_nobody_else_gives_is_no_annotator(wide: Wide, values: list[object]) -> None:
    content = wide({"shelf": values, "ada": ADA, "bram": BRAM})
    assert annotators(content) == ["ada", "bram"]
    assert content.assumption.endswith("; not used: 'shelf', whose values no other column has")
    (finding,) = content.findings
    assert finding.message == "the column 'shelf' is not taken for an annotator, for no other column has its values"


def test_several_such_columns_are_named_together(wide: Wide) -> None:
    content = wide({"ada": ADA, "bram": BRAM, "shelf": ["s"] * MANY, "lang": ["en"] * MANY, "batch": ["1"] * MANY})
    assert annotators(content) == ["ada", "bram"]
    assert [finding.message for finding in content.findings] == [
        "the column 'batch' is not taken for an annotator, by its name",
        "the columns 'shelf', 'lang' are not taken for annotators, for no other column has their values",
    ]


@pytest.mark.parametrize(
    "columns",
    [
        pytest.param({"ada": ADA[:3], "bram": BRAM[:3], "chloe": ["maybe"] * 3}, id="few items"),
        pytest.param({"ada": ADA, "chloe": ["maybe"] * MANY}, id="two annotators"),
        pytest.param({"ada": ADA, "bram": BRAM, "chloe": ["maybe"] * (MANY - 1) + ["no"]}, id="one label of others"),
        pytest.param({"ada": ADA, "bram": BRAM, "chloe": ["Yes", "No"] * 6}, id="in capitals"),
        pytest.param({"ada": ADA, "bram": BRAM, "chloe": ["yes;maybe"] * MANY}, id="sets"),
        pytest.param({"ada": ADA, "bram": BRAM, "chloe": ["maybe"] * 3 + [""] * (MANY - 3)}, id="few answers"),
        pytest.param({who: [f"{who}{each}" for each in range(MANY)] for who in ("a", "b", "c")}, id="all different"),
        pytest.param(
            {who: [f"{who}{each}" for each in range(MANY)] + ["rain"] for who in ("a", "b")}
            | {"c": [f"c{each}" for each in range(MANY + 1)]},
            id="free words, one of them twice",
        ),
        pytest.param({"a": [1, 2] * 6, "b": [2, 1] * 6, "c": [3, 4] * 6}, id="a scale"),
        pytest.param({who: [each + at / 7 for each in range(MANY)] for at, who in enumerate("abc")}, id="measured"),
        pytest.param(
            {who: ["n/a", *(each + at / 7 for each in range(MANY))] for at, who in enumerate("ab")}
            | {"c": ["unclear", *(each + 0.5 for each in range(MANY))]},
            id="measured, but not all",
        ),
    ],
)
def test_these_are_annotators_all_the_same(wide: Wide, columns: dict[str, list[object]]) -> None:
    content = wide(columns)
    assert annotators(content) == list(columns)
    assert content.findings == []


def test_groups_of_columns_that_share_nothing_are_pointed_out(wide: Wide) -> None:
    columns = {"ada": ADA, "words": list(range(5, 5 + MANY)), "bram": BRAM, "letters": list(range(31, 31 + MANY))}
    content = wide(columns)
    assert annotators(content) == list(columns)
    (finding,) = content.findings
    assert (finding.code, finding.severity) == ("unlike-columns", "warning")
    assert finding.message.startswith("the columns 'ada', 'bram' and 'words', 'letters' have no value in common")
    assert wide({who: cells[:5] for who, cells in columns.items()}).findings == []


def test_all_rows_are_looked_at(wide: Wide) -> None:
    late = ["maybe"] * 500
    columns = {"ada": ["yes", "no"] * 250, "bram": ["no", "yes"] * 250, "chloe": [*late[1:], "yes"]}
    assert annotators(wide(columns)) == ["ada", "bram", "chloe"]
    assert annotators(wide(columns | {"chloe": late})) == ["ada", "bram"]


def test_the_page_says_so_before_its_numbers(lay: Lay) -> None:
    rows = [f"i{number},{ada},{bram},{number % 3}\n" for number, (ada, bram) in enumerate(zip(ADA, BRAM, strict=True))]
    with_column, without = lay(
        {
            "a.csv": "".join(["id,ada,bram,shelf\n", *rows]),
            "b.csv": "id,ada,bram\n" + "".join(row.rpartition(",")[0] + "\n" for row in rows),
        }
    )
    page, plain = report_payload(with_column), report_payload(without)
    assert page["layers"][0]["headline"]["value"] == plain["layers"][0]["headline"]["value"]
    told = [(alert["severity"], alert["text"]) for alert in page["alerts"] if "shelf" in alert["text"]]
    why = "the column 'shelf' is not taken for an annotator, for no other column has its values"
    assert told == [("note", f"a.csv:1: {why}")]
