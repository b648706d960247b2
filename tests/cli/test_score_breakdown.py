"""``accord score --by``: where systems fail, for every kind and in every format."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest

import accord as api
from tests.cli.conftest import HARBOUR, Accord, Done

Write = Callable[..., Path]
GOLD, SYSTEM, TRAIN = (HARBOUR / name for name in ("reference.conll", "systems/beacon-3.conll", "annotators/ada.conll"))


def test_text_has_a_table_for_each_way(accord: Accord) -> None:
    done = accord("score", SYSTEM, "-r", GOLD, "--by", "length", "--by", "seen", "--train", TRAIN)
    assert done.code == 0
    assert "micro F1 by length" in done.out
    assert "micro F1 by seen" in done.out
    assert "false discovery rate over 7 groups" in done.out
    assert "length in tokens" in done.out


def test_csv_is_one_tidy_table_whose_groups_add_up(accord: Accord) -> None:
    done = accord("score", SYSTEM, "-r", GOLD, "--by", "label", "--by", "document", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    for by in ("label", "document"):
        held = [row for row in rows if row["by"] == by]
        assert [sum(int(row[name]) for row in held) for name in ("reference", "predicted", "correct")] == [
            178,
            162,
            135,
        ]
    per = next(row for row in rows if row["group"] == "PER")
    assert float(per["value"]) == pytest.approx(2 * 36 / (47 + 48))
    assert float(per["difference"]) == pytest.approx(2 * 36 / 95 - 2 * 99 / (131 + 114))
    assert 0 < float(per["low"]) < float(per["value"]) < float(per["high"]) < 1


def test_json_has_groups_of_each_run_and_the_mean_over_runs(accord: Accord) -> None:
    files = [HARBOUR / "systems" / f"beacon-{number}.conll" for number in (1, 2, 3)]
    found = accord("score", *files, "-r", GOLD, "--repair", "begin", "--by", "length", "--json").json
    assert [each["file"] for each in found["breakdowns"]] == list(map(str, files))
    first = [each["groups"][0] for each in found["breakdowns"]]
    mean = next(each for each in found["breakdowns_over_runs"] if each["group"] == "1")
    assert mean["mean"] == pytest.approx(sum(each["value"] for each in first) / 3)
    assert first[0]["f1"] == first[0]["value"]


@pytest.mark.parametrize("format_", ["latex", "markdown"])
def test_other_formats(accord: Accord, format_: str) -> None:
    done = accord("score", SYSTEM, "-r", GOLD, "--by", "length:1,3", "--format", format_)
    assert done.code == 0
    assert "1-2" in done.out


def test_names_of_groups_are_escaped(accord: Accord, write: Write) -> None:
    rows = "<script>x</script>\tB-<b>&_\nis\tO\n"
    gold = write("gold.conll", rows)
    done = accord("score", gold, "-r", gold, "--by", "label", "--format", "markdown")
    assert done.code == 0
    assert "<b>" not in done.out


def test_a_slip_is_understood(accord: Accord) -> None:
    done = accord("score", SYSTEM, "-r", GOLD, "--by", "legnth")
    assert done.code == 2
    assert "did you mean length?" in done.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--by", "seen"], "--train"),
        (["--train", TRAIN], "--train is for --by seen and --by frequency"),
        (["--by", "length", "--all-repairs"], "leave one out"),
        (["--by", "length", "--format", "conlleval"], "leave one out"),
        (["--by", "seen", "--train", "nowhere.conll"], "nowhere.conll"),
    ],
)
def test_what_does_not_fit_is_refused(accord: Accord, options: list[object], said: str) -> None:
    done = accord("score", SYSTEM, "-r", GOLD, *options)
    assert done.code == 2
    assert said in done.err


def test_an_empty_prediction_has_groups_of_what_it_missed(accord: Accord, write: Write) -> None:
    text = GOLD.read_text(encoding="utf-8").splitlines()
    nothing = "\n".join(
        line if not line or line.startswith(("#", "-DOC")) else line.split("\t")[0] + "\tO" for line in text
    )
    done = accord("score", write("none.conll", nothing), "-r", GOLD, "--by", "length", "--format", "csv")
    assert done.code == 0
    assert all(row["value"] == "0.0" for row in csv.DictReader(io.StringIO(done.out)))


GOLD_RECORDS = """{"id": "a", "text": "Ada sails", "spans": [{"start": 0, "end": 3, "label": "PER"}], "genre": "news"}
{"id": "b", "text": "Bo sails", "spans": [{"start": 0, "end": 2, "label": "PER"}], "genre": "chat"}
{"id": "c", "text": "No one sails", "spans": [], "genre": "chat"}
"""
RECORDS = """{"id": "b", "text": "Bo sails", "spans": [{"start": 0, "end": 2, "label": "LOC"}]}
{"id": "c", "text": "No one sails", "spans": [{"start": 0, "end": 2, "label": "PER"}]}
{"id": "a", "text": "Ada sails", "spans": [{"start": 0, "end": 3, "label": "PER"}]}
"""


def counts(done: Done) -> dict[str, tuple[int, int, int]]:
    rows = csv.DictReader(io.StringIO(done.out))
    return {row["group"]: (int(row["reference"]), int(row["predicted"]), int(row["correct"])) for row in rows}


def test_fields_of_records_also_where_the_reference_has_nothing(accord: Accord, write: Write) -> None:
    gold, system = write("gold.jsonl", GOLD_RECORDS), write("system.jsonl", RECORDS)
    done = accord("score", system, "-r", gold, "--by", "genre", "-f", "csv")
    assert counts(done) == {"news": (1, 1, 1), "chat": (1, 2, 0)}
    done = accord("score", system, "-r", gold, "--by", "gnre")
    assert (done.code, done.out) == (2, "")
    assert "did you mean genre?" in done.err


def test_columns_and_comments_of_tokens(accord: Accord, write: Write) -> None:
    news, chat = "# genre = news\nAda\tNE\tB-PER\nLow\tNE\tI-PER\n", "# genre = chat\nno\tDT\tO\nBo\tXY\tB-PER\n"
    gold = write("gold.conll", f"{news}\n{chat}")
    system = write("system.conll", "Ada\tNE\tB-PER\nLow\tNE\tO\n\nno\tDT\tB-PER\nBo\tXY\tB-PER\n")
    assert counts(accord("score", system, "-r", gold, "--by", "1", "-f", "csv")) == {
        "NE": (1, 1, 0),
        "DT": (0, 1, 0),
        "XY": (1, 1, 1),
    }
    by_genre = counts(accord("score", system, "-r", gold, "--by", "genre", "-f", "csv"))
    assert by_genre == {"news": (1, 1, 0), "chat": (1, 2, 1)}


def test_what_there_is_is_listed(accord: Accord) -> None:
    done = accord("score", SYSTEM, "-r", GOLD, "--by", "genre")
    assert done.code == 2
    assert "sent_id" in done.err


def test_a_result_hands_its_groups_on() -> None:
    scores = api.score(GOLD, SYSTEM, by="label")
    assert [each["group"] for each in scores.to_dict()["breakdowns"][0]["groups"]][:2] == ["PER", "LOC"]
    assert "micro F1 by label" in scores._repr_html_()


def test_training_data_in_lists_are_one_and_have_no_words() -> None:
    gold = [["B-PER", "O"], ["O", "B-LOC"]]
    with pytest.raises(api.AccordError, match="the words are not known here, only labels"):
        api.score(gold, {"a": gold}, encoding="BIO", by="seen", train=gold)


def test_a_column_called_as_a_way_is_listed_once(accord: Accord, write: Write) -> None:
    file = write("gold.csv", "item,label\n1,a\n2,b\n")
    other = write("other.csv", "item,label\n1,a\n2,a\n")
    said = accord("score", other, "-r", file, "--by", "nosuch").err
    assert "choose from length, frequency, seen, document, label, item; gold.csv" in said.replace(f"{file.parent}/", "")
