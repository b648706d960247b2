"""Tables with a row for each annotator and a column for each item: the agreement of the same wide table."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import pytest

from accord.errors import ReadError
from accord.model import ItemLabels
from accord.verbs.agree import agree
from accord.verbs.read import read

Lay = Callable[[Mapping[str, str | bytes]], list[str]]
ITEMS = [f"text {number}" for number in range(1, 13)]
PEOPLE = ("ada", "bram", "chloe", "dora")


def given(seed: int = 4) -> dict[str, list[str]]:
    """Grades by four people, who do not all answer all."""
    rng = random.Random(seed)
    truth = [rng.choice("1234") for _ in ITEMS]
    return {
        who: ["" if rng.random() < 0.1 else rng.choice("1234") if rng.random() < 0.3 else each for each in truth]
        for who in PEOPLE
    }


def lines(*rows: list[str]) -> str:
    return "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in rows)


def expected(answers: Mapping[str, list[str]]) -> object:
    rows = [[answers[who][at] or None for who in PEOPLE] for at in range(len(ITEMS))]
    return agree(rows, "alpha", rows="items").result.value


def forms(answers: Mapping[str, list[str]]) -> str:
    """As Google Forms exports it: when, who, the questions, and a remark."""
    rows = [[f"1/3/2026 10:{n}", f"{who}@x.org", *answers[who], f"so {who} said"] for n, who in enumerate(PEOPLE)]
    return lines(["Timestamp", "Email Address", *[f"How urgent is {item}?" for item in ITEMS], "Anything else?"], *rows)


def qualtrics(answers: Mapping[str, list[str]]) -> str:
    head = ["StartDate", "Finished", "ResponseId", *[f"Q{at}" for at in range(1, 13)]]
    said = ["Start Date", "Finished", "Response ID", *[f"How urgent is {item}?" for item in ITEMS]]
    ids = [f"{{'ImportId':'{name}'}}".replace("'", '""') for name in head]
    rows = [[f"2026-01-0{n} 10:00:00", "True", f"R_{who}", *answers[who]] for n, who in enumerate(PEOPLE, 1)]
    return lines(head, said, ids, *rows)


def plain(answers: Mapping[str, list[str]]) -> str:
    return lines(["annotator", *ITEMS], *[[who, *answers[who]] for who in PEOPLE])


@pytest.mark.parametrize("export", [forms, qualtrics, plain])
def test_the_agreement_of_the_same_answers_in_a_wide_table(
    lay: Lay, export: Callable[[Mapping[str, list[str]]], str]
) -> None:
    answers = given()
    path = lay({"s.csv": export(answers)})
    with pytest.raises(ReadError, match="layout='survey'"):
        read(path)
    corpus = read(path, layout="survey")
    assert len(corpus.annotators) == len(PEOPLE)
    assert agree(corpus, "alpha").result.value == expected(answers)


def test_questions_are_the_texts_of_items(lay: Lay) -> None:
    corpus = read(lay({"s.csv": qualtrics(given())}), layout="survey")
    assert corpus.documents[0].items["Q1"] == "How urgent is text 1?"


def test_what_is_no_item_is_said(lay: Lay) -> None:
    corpus = read(lay({"s.csv": forms(given())}), layout="survey")
    (finding,) = corpus.findings
    assert finding.message == "1 column ('Anything else?') of answers that no others share: not taken for items"
    assert "12 items in columns from 'How urgent is text 1?' to 'How urgent is text 12?'" in corpus.assumptions[0]


def test_items_and_annotators_may_be_named(lay: Lay) -> None:
    path = lay({"s.csv": lines(["who", "a", "b", "c"], ["ada", "x", "y", "9"], ["bram", "x", "x", "8"])})
    with pytest.raises(ReadError, match="no column says who answered"):
        read(path, layout="survey")
    corpus = read(path, layout="survey", annotator="who", label=["a", "b"])
    held = {who: dict(each.labels) for (_, who), each in corpus.annotations.items() if isinstance(each, ItemLabels)}
    assert held == {"ada": {"a": "x", "b": "y"}, "bram": {"a": "x", "b": "x"}}


def test_who_answers_twice_and_who_is_not_named(lay: Lay) -> None:
    twice = lay({"s.csv": lines(["annotator", "a", "b"], ["ada", "x", "x"], ["ada", "y", "x"], ["", "x", "x"])})
    with pytest.raises(ReadError) as refused:
        read(twice, layout="survey")
    codes = [getattr(finding, "code", "") for finding in refused.value.findings]
    assert codes == ["missing-annotator"]
    again = lay({"t.csv": lines(["annotator", "a", "b"], ["ada", "x", "x"], ["ada", "y", "x"], ["bram", "x", "x"])})
    with pytest.raises(ReadError, match="ada's label of item 'a' is 'y' here and 'x' at line 2"):
        read(again, layout="survey")
