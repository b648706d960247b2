"""Which columns of a wide table are annotators, and which say something else of an item."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accord.campaign.report import report_payload
from accord.formats import Columns
from accord.formats.source import Source
from accord.formats.table import read_table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from accord.formats.content import Content

    Lay = Callable[[Mapping[str, str | bytes]], list[str]]
    Wide = Callable[..., Content]

ADA = ("yes", "no", "yes", "no", "yes", "yes", "no", "no", "yes", "no", "yes", "no")
BRAM = ("yes", "no", "no", "no", "yes", "yes", "no", "yes", "yes", "no", "yes", "no")
MANY = len(ADA)
NUMBERS, ROWS = ([f"{name}{number}" for number in range(MANY)] for name in ("number", "row"))


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


@pytest.mark.parametrize(
    "name",
    [
        *("Confidence", "topic", "split", "Sources", "Language", "ada_confidence", "n_words", "lang", "likes", "Age"),
        *("region", "author", "followers", "is_reply", "has_url", "agree", "subject"),
    ],
)
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


@pytest.mark.parametrize(
    "values",
    [
        [f"s{number % 3}" for number in range(MANY)],
        list(range(MANY)),
        ["no", *(f"s{number}" for number in range(MANY - 1))],
    ],
)
def test_a_column_whose_values_nobody_else_gives_is_no_annotator(wide: Wide, values: list[object]) -> None:
    content = wide({"shelf": values, "ada": ADA, "bram": BRAM})
    assert annotators(content) == ["ada", "bram"]
    assert content.assumption.endswith("; not used: 'shelf', whose values are mostly not those of the others")
    (finding,) = content.findings
    why = "for its values are mostly not those of the others"
    assert (finding.code, finding.message) == (
        "unused-column",
        f"the column 'shelf' is not taken for an annotator, {why}",
    )


@pytest.mark.parametrize(
    "values",
    [
        pytest.param(["y" if label == "yes" else "n" for label in ADA], id="short"),
        pytest.param([f"strong-{label}" for label in ADA], id="finer"),
        pytest.param(["maybe"] * MANY, id="undecided"),
        pytest.param(["maybe"] * (MANY - 1) + ["no"], id="undecided but once"),
    ],
)
def test_it_may_be_somebody_with_another_spelling(wide: Wide, values: list[str]) -> None:
    columns = {"ada": ADA, "bram": BRAM, "carl": values}
    (finding,) = wide(columns).findings
    assert finding.code == "other-spelling"
    assert finding.message.endswith("are mostly not those of the others; somebody with another spelling?")
    assert "label=" in finding.hint
    assert annotators(wide(columns, label=list(columns))) == list(columns)


def test_in_few_rows_cells_that_are_all_different_are_no_labels(wide: Wide) -> None:
    things = [f"s{number}" for number in range(8)]
    assert annotators(wide({"thing": things, "ada": ADA[:8], "bram": BRAM[:8]})) == ["ada", "bram"]
    assert len(annotators(wide({"thing": ["s", *things[1:], "s"], "ada": ADA[:9], "bram": BRAM[:9]}))) == 3


RATINGS = {"ada": [1, 2, 3, 4, 5, 4] * 5, "bram": [1, 2, 3, 4, 4, 4] * 5}
YEARS = [18 + 7 * number % 41 for number in range(30)]


@pytest.mark.parametrize(
    "counts",
    [
        pytest.param({"winters": YEARS}, id="beyond the scale"),
        pytest.param({"winters": YEARS, "words": YEARS[::-1], "fans": [9 * each for each in YEARS]}, id="shared"),
        pytest.param({"chance": [round(each / 60, 3) for each in YEARS]}, id="below the scale"),
        pytest.param({"chance": [round(1 + each / 15, 3) for each in YEARS]}, id="within the scale"),
    ],
)
def test_numbers_that_are_none_of_a_scale_are_no_ratings(wide: Wide, counts: dict[str, list[float]]) -> None:
    content = wide(RATINGS | counts)
    assert annotators(content) == ["ada", "bram"]
    (finding,) = content.findings
    assert finding.code == "unused-column"
    assert all(repr(name) in finding.message for name in counts)


@pytest.mark.parametrize("name", ["label", "Class", "answer", "score", "category"])
@pytest.mark.parametrize("values", [ADA, [number / 7 for number in range(MANY)]], ids=["labels", "means"])
def test_a_column_of_labels_beside_annotators_is_what_was_decided_on(
    wide: Wide, name: str, values: Sequence[object]
) -> None:
    spelled = {"yes": "yes", "no": "no"} if values is ADA else {"yes": "1", "no": "0"}
    columns = {who: [spelled[label] for label in labels] for who, labels in (("label_ada", ADA), ("label_bram", BRAM))}
    columns |= {name: list(map(str, values))}
    content = wide({"text": [f"t{number}" for number in range(MANY)]} | columns)
    assert annotators(content) == ["label_ada", "label_bram"]
    assert content.assumption.endswith(f"; not used, beside annotators: {name!r}")
    (finding,) = content.findings
    why = "for each of the columns beside it is one"
    assert (finding.code, finding.message) == (
        "unused-column",
        f"the column {name!r} is not taken for an annotator, {why}",
    )
    assert annotators(wide(columns, label=list(columns))) == list(columns)
    assert annotators(wide(columns, label=name)) == [None]
    assert annotators(wide(columns, layout="long")) == [None]


@pytest.mark.parametrize(
    "columns",
    [
        pytest.param({"tongue": ["en", "de"] * 6, "origin": ["de", "en"] * 6}, id="no labels"),
        pytest.param({"source": ADA, "is_reply": BRAM}, id="called otherwise"),
        pytest.param({"ada": ADA}, id="only one"),
    ],
)
def test_a_column_of_labels_beside_others_is_one(wide: Wide, columns: dict[str, list[str]]) -> None:
    content = wide(columns | {"label": ADA})
    assert annotators(content) == [None]
    assert content.assumption.startswith("a long table")


def test_labels_in_one_cell_stay_together(wide: Wide) -> None:
    content = wide({"q1": ADA, "q2": BRAM, "labels": list(map(",".join, zip(ADA, BRAM, strict=True)))})
    assert annotators(content) == ["annotator1", "annotator2"]


def test_who_wrote_the_items_is_no_annotator(wide: Wide) -> None:
    authors = [f"u{number}" for number in range(MANY)]
    content = wide({"user": authors, "text": authors, "rater1": ADA, "rater2": BRAM})
    assert annotators(content) == ["rater1", "rater2"]
    (finding,) = content.findings
    assert (
        finding.message == "the column 'user' is not taken for an annotator, for each of the columns beside it is one"
    )
    several = [f"u{number % 5}" for number in range(MANY)]
    assert annotators(wide({"user": several, "text": authors, "rater1": ADA, "rater2": BRAM})) == ["rater1", "rater2"]


@pytest.mark.parametrize("many", [MANY, 5, 2])
def test_who_wrote_the_items_is_no_annotator_beside_what_was_decided_on(wide: Wide, many: int) -> None:
    authors = [f"u{number % many}" for number in range(MANY)]
    content = wide({"user": authors, "label": ADA, "ada": ADA, "bram": BRAM})
    assert annotators(content) == ["ada", "bram"]
    (finding,) = content.findings
    assert finding.message.startswith(
        "the columns 'user', 'label' are not taken for annotators, for each of the columns"
    )


@pytest.mark.parametrize(
    "columns",
    [
        pytest.param({"user": [f"u{number % 5}" for number in range(MANY)]}, id="nothing beside it"),
        pytest.param(
            {"user": ["u1", "u2"] * 6, "tongue": ["en", "de"] * 6, "origin": ["de", "en"] * 6}, id="no labels beside it"
        ),
        pytest.param({"user": ["u1", "u2"] * 6, "stance": BRAM}, id="one column beside it"),
        pytest.param({"user": ["u1"] * MANY, "stance": ADA, "tone": BRAM}, id="one user"),
        pytest.param({"annotator": ROWS, "stance": ADA, "tone": BRAM}, id="called an annotator"),
    ],
)
def test_who_labels_each_item_alone_is_an_annotator(wide: Wide, columns: dict[str, list[str]]) -> None:
    content = wide(columns | {"label": ADA})
    assert annotators(content) == list(dict.fromkeys(next(iter(columns.values()))))
    assert content.findings == []


@pytest.mark.parametrize("items", [2, 300], ids=["at once", "further down"])
def test_who_labels_an_item_that_others_label_is_an_annotator(lay: Lay, items: int) -> None:
    rows = [f"i{item},{user},yes,yes,yes" for user in ("ada", "bram") for item in range(items)]
    (path,) = lay({"a.csv": "\n".join(["id,user,stance,tone,label", *rows])})
    content = read_table(Source(path), Columns())
    assert annotators(content) == ["ada", "bram"]
    assert content.findings == []


def by_authors(items: int) -> list[str]:
    """A wide table with the author of each item, as rows."""
    header = "id,user,ada,bram,label"
    return [header, *(f"i{item},u{item % 5},{ADA[item % MANY]},{BRAM[item % MANY]},yes" for item in range(items))]


@pytest.mark.parametrize("items", [30, 400], ids=["at once", "further down"])
@pytest.mark.parametrize("width", [4, 5], ids=["no label", "a label"])
@pytest.mark.parametrize(
    ("row", "code"),
    [
        pytest.param("i3,u3,no,yes,no", "duplicate-label", id="twice"),
        pytest.param("i3,,no,yes,no", "duplicate-label", id="nobody's"),
        pytest.param(",u3,yes,no,yes\n,u2,yes,no,yes", "missing-item", id="no item"),
    ],
)
def test_a_wrong_row_does_not_make_annotators_of_authors(lay: Lay, items: int, width: int, row: str, code: str) -> None:
    wrong = row.split("\n")
    rows = [",".join(each.split(",")[:width]) for each in [*by_authors(items), *wrong]]
    (path,) = lay({"a.csv": "\n".join(rows)})
    content = read_table(Source(path), Columns())
    assert annotators(content) == ["ada", "bram"]
    said, *found = [*content.findings, *content.repeated_labels()]
    assert said.code == "unused-column"
    assert {(each.code, each.place.line) for each in found} == {(code, items + 2 + each) for each in range(len(wrong))}


def test_a_table_without_labels_stays_wide_where_users_share_an_item_further_down(lay: Lay) -> None:
    rows = [row.rpartition(",")[0] for row in [*by_authors(400), "i3,u4,yes,no,yes"]]
    (path,) = lay({"a.csv": "\n".join(rows)})
    content = read_table(Source(path), Columns())
    assert annotators(content) == ["ada", "bram"]
    assert {(each.code, each.place.line) for each in [*content.findings, *content.repeated_labels()]} == {
        ("unused-column", 1),
        ("duplicate-label", 402),
    }


def test_items_of_different_documents_are_different(lay: Lay) -> None:
    rows = [f"d{document},i{item},u{item},yes,no,yes" for document in range(3) for item in range(4)]
    rows += ["d3,i1,u1,no,yes,no"]
    (path,) = lay({"a.csv": "\n".join(["document,id,user,ada,bram,label", *rows])})
    assert annotators(read_table(Source(path), Columns())) == ["ada", "bram"]


METRES = [7 * number % 41 / 8 for number in range(MANY)]
MEASURED = {"ada": [each + 0.01 for each in METRES], "bram": [each * 1.1 for each in METRES]}


@pytest.mark.parametrize(
    "adjudicated",
    [
        pytest.param([sum(both) / 2 for both in zip(*MEASURED.values(), strict=True)], id="their mean"),
        pytest.param([each - 0.2 for each in METRES], id="somebody else's"),
        pytest.param(list(map(round, METRES)), id="rounded"),
    ],
)
def test_measured_numbers_beside_annotators_are_the_adjudicated_label(wide: Wide, adjudicated: list[float]) -> None:
    content = wide(MEASURED | {"score": adjudicated})
    assert annotators(content) == ["ada", "bram"]
    assert [finding.code for finding in content.findings] == ["unused-column"]
    assert annotators(wide(MEASURED | {"user": ROWS})) == ["ada", "bram"]


@pytest.mark.parametrize(
    "features",
    [
        pytest.param({"depth": METRES, "rank": METRES[::-1]}, id="one goes with it"),
        pytest.param({"depth": METRES, "reach": [100 + each for each in METRES]}, id="one in another range"),
        pytest.param(
            {"depth": [90 + each for each in METRES], "reach": [100 + each for each in METRES]}, id="in others"
        ),
        pytest.param({"depth": METRES, "reach": [1.5] * MANY}, id="one never changes"),
        pytest.param({"depth": METRES, "reach": ["1e308", "-1e308", *METRES[2:]]}, id="too large"),
        pytest.param({"depth": METRES, "reach": [""] * (MANY - 1) + ["4.5"]}, id="nearly empty"),
    ],
)
def test_measured_numbers_beside_others_are_labels(wide: Wide, features: dict[str, list[object]]) -> None:
    content = wide(features | {"score": [each / 2 for each in METRES]})
    assert annotators(content) == [None]


def test_an_average_is_no_annotator(wide: Wide) -> None:
    assert annotators(wide(MEASURED | {"mean": METRES})) == ["ada", "bram"]


def test_several_such_columns_are_named_together(wide: Wide) -> None:
    content = wide({"ada": ADA, "bram": BRAM, "shelf": NUMBERS, "row": ROWS, "batch": NUMBERS})
    assert annotators(content) == ["ada", "bram"]
    assert [finding.message for finding in content.findings] == [
        "the column 'batch' is not taken for an annotator, by its name",
        "the columns 'shelf', 'row' are not taken for annotators, for their values are mostly not those of the others",
    ]


@pytest.mark.parametrize(
    "columns",
    [
        pytest.param({"ada": ADA[:3], "bram": BRAM[:3], "chloe": ["maybe"] * 3}, id="few items"),
        pytest.param({"ada": ADA, "chloe": ["maybe"] * MANY}, id="two annotators"),
        pytest.param(
            {"ada": ADA, "bram": BRAM, "chloe": ["maybe"] * (MANY - 4) + ["no"] * 4}, id="some labels of others"
        ),
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
    assert (finding.code, finding.severity) == ("unlike-columns", "error")
    assert finding.message.startswith("the columns 'ada', 'bram' and 'words', 'letters' have no value in common")
    assert wide({who: cells[:5] for who, cells in columns.items()}).findings == []


@pytest.mark.parametrize(("many", "said"), [(8, True), (5, True), (4, False)])
def test_a_column_that_shares_nothing_in_few_rows_is_pointed_out(wide: Wide, many: int, said: bool) -> None:
    content = wide({"ada": ADA[:many], "bram": BRAM[:many], "x": (["sport", "news"] * 4)[:many]})
    assert annotators(content) == ["ada", "bram", "x"]
    sentence = "the columns 'ada', 'bram' and 'x' have no value in common, so not all of them hold labels"
    assert [finding.message for finding in content.findings] == [sentence] * said


def test_all_rows_are_looked_at(wide: Wide) -> None:
    late = ["maybe"] * 500
    columns = {"ada": ["yes", "no"] * 250, "bram": ["no", "yes"] * 250, "chloe": late[:300] + ["yes"] * 200}
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
    why = "the column 'shelf' is not taken for an annotator, for its values are mostly not those of the others"
    assert told == [("warning", f"a.csv:1: {why} (if that is wrong, name all columns of labels: label=)")]


def test_the_page_warns_of_another_spelling(lay: Lay) -> None:
    rows = [f"i{number},{ada},{bram},{ada[0]}\n" for number, (ada, bram) in enumerate(zip(ADA, BRAM, strict=True))]
    (path,) = lay({"a.csv": "".join(["id,ada,bram,carl\n", *rows])})
    (alert,) = [alert for alert in report_payload(path)["alerts"] if "carl" in alert["text"]]
    assert alert["severity"] == "warning"
    assert "somebody with another spelling? (if that is wrong, name all" in alert["text"]
