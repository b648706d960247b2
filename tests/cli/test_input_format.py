"""What a file is taken for, and how to say it otherwise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import HARBOUR, Accord

Write = Callable[..., Path]

ONE_SENTENCE = "Pym\tB-PER\nleft\tO\n"
ONE_TOKEN_EACH = "Pym\tB-PER\n\nVoss\tB-PER\n\nleft\tO\n"


@pytest.mark.parametrize("name", ["a.tsv", "a.txt", "a"])
@pytest.mark.parametrize("content", [ONE_SENTENCE, ONE_TOKEN_EACH])
def test_chunk_labels_make_columns_of_any_file(accord: Accord, write: Write, name: str, content: str) -> None:
    path = write(name, content)
    assert "tokens" in accord("check", path).out
    assert "F1" in accord("score", path, "-r", path, "-e", "BIO").out
    assert "tokens" in accord("check", "-", stdin=content.encode()).out


@pytest.mark.parametrize("content", ["Pym\tO\nleft\tO\n", "Pym\tO\n\nleft\tO\n", "Pym\tX\n\nleft\tY\n"])
def test_one_who_names_an_encoding_means_columns(accord: Accord, write: Write, content: str) -> None:
    path = write("a.tsv", content)
    assert "2 tokens" in accord("check", path, "-e", "BIO").out
    assert "2 tokens" in accord("check", path, "--input-format", "conll").out
    assert "2 tokens" in accord("check", "-", "-e", "BIO", stdin=content.encode()).out


def test_predictions_are_columns_where_the_reference_is(accord: Accord, write: Write) -> None:
    nothing = write("pred.tsv", "Pym\tO\n\nVoss\tO\n\nleft\tO\n")
    done = accord("score", nothing, "-r", write("gold.tsv", ONE_TOKEN_EACH), "--json")
    assert done.json["runs"][0]["micro"]["reference"] == 2


def test_a_quiet_refusal_names_the_file(accord: Accord, write: Write) -> None:
    path = write("a.conll", "Pym\tB-PER\n\tO\n")
    done = accord("convert", path, "--to", "BIOES", "-o", "-", "-q")
    first, *rest = done.err.splitlines()
    assert first == f"{path}:2: error: the token is empty [empty-token] (delete the row or give it a token)"
    assert rest == [f"1 problem in {path}: nothing was done"]


def test_rows_that_may_be_tokens_or_items_say_how_to_say_it(accord: Accord, write: Write) -> None:
    done = accord("check", write("a.tsv", "Pym\tO\n\nleft\tO\n"))
    assert "if these are tokens and their labels, say --input-format conll" in done.out


@pytest.mark.parametrize("mark", ["# newdoc\n", "-DOCSTART-\n\n", "-DOCSTART- O\n\n"])
def test_what_stands_before_the_first_mark_is_a_document(accord: Accord, write: Write, mark: str) -> None:
    path = write("a.conll", f"Pym B-PER\n\n{mark}Voss B-PER\n\n{mark}left O\n")
    assert "3 documents" in accord("check", path).out
    assert accord("text", path).out == "Pym\n\nVoss\n\nleft\n"


def test_the_format_can_be_said(accord: Accord, write: Write) -> None:
    lines = write("a.conll", '{"tokens": ["Pym"], "labels": ["B-PER"]}\n')
    assert "1 token," in accord("check", lines, "--input-format", "jsonl").out
    table = write("b.conll", "item;ada;bram\n1;x;y\n")
    assert "2 labels, 1 item, 2 annotators" in accord("check", table, "--input-format", "csv").out
    unknown = accord("check", table, "--input-format", "tabel")
    assert (unknown.code, unknown.err) == (2, "accord: unknown format 'tabel': did you mean table?\n")
    idle = accord("check", table, "--input-format", "table", "--column", "token=0")
    assert (idle.code, "token is for files of the format conll or jsonl" in idle.err) == (2, True)


def test_a_label_column_of_a_table_and_a_key_of_json_lines(accord: Accord, write: Write) -> None:
    table = write("a.csv", "item,rating,stance\n1,x,y\n")
    assert accord("summary", table, "--column", "label=stance", "--json").json[0]["labels"] == {"y": 1}
    lines = write("a.jsonl", '{"tokens": ["Pym"], "tags": ["O"], "mine": ["B-PER"]}\n')
    assert accord("summary", lines, "--column", "label=mine", "--json").json[0]["types"]["PER"]["mentions"] == 1


@pytest.mark.parametrize("name", ["a.jsonl", "a.txt"])
@pytest.mark.parametrize(
    "verb", [["repair", "-m", "begin"], ["convert", "--to", "BIOES"], ["relabel", "--remove", "PER"]]
)
def test_only_columns_are_rewritten(accord: Accord, write: Write, tmp_path: Path, verb: list[str], name: str) -> None:
    lines = write(name, '{"tokens": ["Pym", "left"], "labels": ["I-PER", "O"]}\n')
    output = tmp_path / "out"
    for path, *encoding in ([lines], [lines, "-e", "BIO"], [HARBOUR / "urgency.csv"]):
        done = accord(*verb, path, "-o", output, *encoding)
        assert (done.code, output.exists()) == (2, False)
        assert "and CoNLL columns are needed here: if it holds columns of tokens" in done.err


def test_json_lines_are_no_merged_file(accord: Accord, write: Write) -> None:
    done = accord("score", write("a.jsonl", '{"tokens": ["Pym", "left"], "labels": ["B-PER", "O"]}\n'), "-e", "BIO")
    assert (done.code, "CoNLL columns are needed" in done.err) == (2, True)


def test_comments_between_spaces_are_no_tokens(accord: Accord, write: Write) -> None:
    path = write("a.conll", "# newdoc\n# comment\nPym B-PER\n# O\n\n# newdoc\n\n# O\nleft O\n\n# B-PER\n")
    checked = accord("check", path)
    assert (checked.code, "5 tokens, 3 sentences, 2 documents" in checked.out) == (0, True)
    tags = write("b.conll", "# NN\nPym NE\n\n# sentence\n# NE\nleft NN\n")
    assert accord("text", tags).out == "# Pym\n# left\n"
    pound = write("c.conll", "#tag HT\nfor IN\n# #\n5 CD\n\n# #\n6 CD\n\n# that\n#tag HT\n")
    assert accord("text", pound).out == "#tag for # 5\n# 6\n#tag\n"
