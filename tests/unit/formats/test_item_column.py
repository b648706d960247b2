"""Wide tables without a column of items, and those that have one under whatever name."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from accord.formats import Columns
from accord.formats.source import Source
from accord.formats.table import read_table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from accord.formats.content import Content

    Lay = Callable[[Mapping[str, str | bytes]], list[str]]
    Wide = Callable[..., Content]

MANY = 40
CHANCE = Random(2)
LABELS = [[CHANCE.choice(("pos", "neg", "neu")) for _ in range(MANY)] for _ in range(3)]
GRADES = [[CHANCE.randint(1, 5) for _ in range(MANY)] for _ in range(3)]
MIDDLE = [CHANCE.uniform(0, 100) for _ in range(MANY)]
SCORES = [[round(number + CHANCE.gauss(0, 8), 1) for number in MIDDLE] for _ in range(3)]
WHOLE = [[round(number) for number in scores] for scores in SCORES]
APART = [[round(CHANCE.uniform(0, 100), 1) for _ in range(MANY)] for _ in range(3)]
SHUFFLED = CHANCE.sample(range(100), MANY)


@pytest.fixture
def wide(lay: Lay) -> Wide:
    def make(columns: Mapping[str, Sequence[object]], **said: object) -> Content:
        rows = [tuple(columns), *zip(*columns.values(), strict=True)]
        (path,) = lay({"a.csv": "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in rows)})
        return read_table(Source(path), Columns(**said))  # type: ignore[arg-type]

    return make


def annotators(content: Content) -> list[str | None]:
    return list(dict.fromkeys(annotator for _, annotator in content.answers))


def items(content: Content) -> list[str]:
    return list(next(iter(content.answers.values())).labels)


def named(values: Sequence[Sequence[object]]) -> dict[str, Sequence[object]]:
    return dict(zip(("ada", "bram", "chloe"), values, strict=False))


@pytest.mark.parametrize(
    "values",
    [
        LABELS,
        GRADES,
        SCORES,
        WHOLE,
        APART,
        LABELS[:2],
        SCORES[:2],
        [each[:5] for each in LABELS],
        [[0, 1] * 20, [0, 1] * 20],
    ],
)
def test_without_a_column_of_items_each_row_is_one(wide: Wide, values: list[list[object]]) -> None:
    content = wide(named(values))
    assert annotators(content) == list(named(values))
    assert items(content) == [str(number) for number in range(1, len(values[0]) + 1)]
    assert "commas, each row an item; each of the columns 'ada', 'bram'" in content.assumption
    (finding,) = content.findings
    assert (finding.code, finding.severity, finding.place.line) == ("no-item-column", "warning", 1)
    assert finding.message == "no column names the items, so each row is one: 'ada' holds what the others do"
    assert finding.hint == "if it names them, say so: item="


def test_an_empty_cell_is_not_annotated_and_a_row_of_them_counts(wide: Wide) -> None:
    content = wide({"ada": ["a", "", "b", "", "a", "b"], "bram": ["a", "a", "", "", "a", "b"]})
    assert [list(answers.labels) for answers in content.answers.values()] == [
        ["1", "3", "5", "6"],
        ["1", "2", "5", "6"],
    ]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("nr", range(1, MANY + 1)),
        ("nr", [number % 5 + 1 for number in range(MANY)]),
        ("nr", [number * 7 for number in range(MANY)]),
        ("row", [f"{number / 10}" for number in range(MANY)]),
        ("section", [f"{1 + number // 14}.{1 + number % 14}" for number in range(MANY)]),
        ("tweet_no", [10**18 + number for number in SHUFFLED]),
        ("nummer", SHUFFLED),
        ("", SHUFFLED),
        ("Unnamed: 0", SHUFFLED),
        ("Satz", [f"Das ist Satz {number}." for number in range(MANY)]),
        ("word", [f"w{number}" for number in range(MANY)]),
        ("source", [f"http://x.org/{number}" for number in range(MANY)]),
    ],
)
@pytest.mark.parametrize("labels", [LABELS, GRADES, SCORES, WHOLE], ids=["labels", "grades", "scores", "whole"])
def test_a_column_of_items_is_one_whatever_it_is_called(
    wide: Wide, name: str, values: Sequence[object], labels: list[list[object]]
) -> None:
    content = wide({name: values, **named(labels)})
    assert annotators(content) == ["ada", "bram", "chloe"]
    assert items(content) == list(dict.fromkeys(map(str, values)))
    assert not {"no-item-column", "unlikely-item-column"} & {finding.code for finding in content.findings}


def test_words_with_labels_that_are_words_are_items_but_that_is_said(wide: Wide) -> None:
    words = [f"word{number}" for number in range(MANY)]
    content = wide({"form": words, "ada": words, "bram": [*words[1:], "word0"]})
    assert (annotators(content), items(content)) == (["ada", "bram"], words)
    (finding,) = content.findings
    assert finding.code == "unlikely-item-column"
    assert (
        finding.message == "the column 'form' is taken for the items, by its place, though it holds what the others do"
    )
    assert finding.hint.endswith("name all columns of labels: label=")


def test_items_that_recur_are_said(wide: Wide) -> None:
    content = wide({"satz": [f"s{number // 2}" for number in range(MANY)], **named(LABELS)})
    assert content.findings[0].message.endswith("though it names many of them twice")


def test_what_is_known_of_items_names_none_where_it_recurs(wide: Wide) -> None:
    content = wide({"split": ["train", "test"] * 20, **named(LABELS)})
    assert annotators(content) == ["ada", "bram", "chloe"]
    assert items(content)[-1] == str(MANY)
    assert [finding.code for finding in content.findings] == ["no-item-column", "unused-column"]


def test_the_caller_says_which_columns_are_labels_or_the_item(wide: Wide) -> None:
    everybody = wide(named(LABELS), label=["ada", "bram", "chloe"])
    assert (annotators(everybody), items(everybody)[:2]) == (["ada", "bram", "chloe"], ["1", "2"])
    assert everybody.findings == []
    two = wide(named(LABELS), label=["bram", "chloe"])
    assert (annotators(two), items(two)[:2]) == (["bram", "chloe"], ["1", "2"])
    item = wide(named(SCORES), item="ada")
    assert (annotators(item), items(item)) == (["bram", "chloe"], list(map(str, SCORES[0])))
    assert item.findings == []


def test_texts_stand_beside_rows(wide: Wide) -> None:
    texts = [f"this is sentence {number}" for number in range(MANY)]
    content = wide({**named(LABELS), "Satz": texts})
    assert annotators(content) == ["ada", "bram", "chloe"]
    assert content.texts[None, "1"] == texts[0]
