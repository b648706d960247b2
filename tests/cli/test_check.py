from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from accord import check
from tests.cli.conftest import HARBOUR, Accord

Write = Callable[..., Path]

BAD = """\
-DOCSTART- -X- O

EU NNP B-ORG
rejects VBZ b-per
German JJ I-MISC
call NN B_PER
to TO
boycott VB B-
-DOCSTART- -X- O
Peter NNP I-PER
Blackburn NNP B-PER,B-LOC
"""


def test_everything_wrong_is_listed_in_one_pass(accord: Accord, write: Write) -> None:
    path = write("bad.conll", BAD)
    done = accord("check", path, "--encoding", "BIO", "--json")
    assert done.code == 1
    found = [(finding["line"], finding["code"]) for finding in done.json]
    assert found == [
        (4, "invalid-state"),
        (6, "invalid-label"),
        (7, "ragged-row"),
        (8, "empty-type"),
        (9, "misplaced-document-mark"),
        (10, "invalid-transition"),
        (11, "multi-label"),
    ]
    assert all(finding["file"] == str(path) and finding["hint"] and finding["message"] for finding in done.json)
    assert {finding["severity"] for finding in done.json} == {"error"}


def test_empty_labels_are_errors_whatever_the_others_are(accord: Accord, write: Write) -> None:
    for label in ("O", "NN", "B-PER"):
        path = write("e.conll", f"a\t{label}\nb\t\n\nc\t{label}\nd\t\n")
        done = accord("check", path, "--json")
        assert [(finding["line"], finding["code"]) for finding in done.json] == [(2, "empty-label"), (5, "empty-label")]
        assert done.code == 1


def test_labels_in_lower_case_are_errors_also_where_they_are_o(accord: Accord, write: Write) -> None:
    path = write("lower.conll", "Anna\tb-per\nleft\to\n\nshe\to\nwent\to\n")
    done = accord("check", path)
    assert done.code == 1
    assert "4 errors (3 invalid-label, 1 invalid-state)" in done.out
    assert (
        f"{path}:2:left: error: 'o' does not divide into state and type [invalid-label] (did you mean O?)" in done.out
    )


def test_a_table_that_only_looks_like_one_is_said_to_be_read_so(accord: Accord, write: Write) -> None:
    answers = "s1\tyes\ns2\tno\ns3\tyes\n"
    assert "; read as a table (all its rows have the same columns)" in accord("check", write("a.txt", answers)).out
    assert "read as a table" not in accord("check", write("a.csv", "item,ada\ns1,yes\ns2,no\n")).out


def test_messages_serve_the_command_line_and_python(accord: Accord, write: Write) -> None:
    iob = write("iob.conll", "a I-PER\nb B-PER\n")
    assert "was encoding IOB meant?" in accord("check", iob, "-e", "BIO").out
    suffix = write("suffix.conll", "a PER-B\n")
    assert "it is one of BIO-suffix: say --encoding BIO-suffix)" in accord("check", suffix, "-e", "BIO").out
    (finding,) = check(suffix, encoding="BIO")
    assert finding.hint == "it is one of BIO-suffix: say encoding='BIO-suffix'"


def test_a_first_row_that_names_columns_is_said_to_be_one_and_can_be_used(accord: Accord, write: Write) -> None:
    path = write("named.tsv", "Word\tpos\tlabel\nAnna\tNN\tB-PER\nleft\tVB\tO\n\nhe\tPR\tO\n")
    hint = "if this row names the columns, call them by name (--column token=NAME --column label=NAME)"
    assert f"{path}:1:Word: error: 'label' does not divide" in accord("check", path, "-e", "BIO").out
    assert hint in accord("check", path, "-e", "BIO").out
    named = ("--column", "token=word", "--column", "label=label")
    done = accord("check", path, *named)
    assert (done.code, "0 errors in 3 tokens, 2 sentences" in done.out) == (0, True)
    run = accord("score", path, "-r", path, "-e", "BIO", *named, "--json").json["runs"][0]
    assert (run["tokens"], run["micro"]["correct"]) == (3, 1)
    assert accord("score", path, "-r", path, "-e", "BIO", "--column", "label=lable").code == 2
    output = path.with_name("out.tsv")
    assert accord("convert", path, *named, "--to", "BIOES", "--output", output).code == 0
    assert output.read_text(encoding="utf-8") == path.read_text(encoding="utf-8").replace("B-PER", "S-PER")


@pytest.mark.parametrize("rows", [("a\tB-X", "b I-X"), ("b B-X", "a\tI-X")])
def test_a_file_half_of_tabs_and_half_of_spaces_is_read(accord: Accord, write: Write, rows: tuple[str, str]) -> None:
    done = accord("check", write("mix", "\n".join(rows) + "\n"))
    assert (done.code, done.err) == (0, "")
    assert "1 warning (1 mixed-delimiters) in 2 tokens" in done.out


def test_a_very_long_token_is_not_printed_whole(accord: Accord, write: Write) -> None:
    out = accord("check", write("long.conll", f"{'x' * 100_000} I-PER\n"), "-e", "BIO").out
    assert f":1:{'x' * 60}…: error: invalid transition" in out
    assert len(out) < 2_000


def test_findings_name_file_line_and_token(accord: Accord, write: Write) -> None:
    path = write("bad.conll", "He O\nUniversity I-ORG\n")
    done = accord("check", path, "--encoding", "BIO")
    assert f"{path}:2:University: error: invalid transition 'O' -> 'I-ORG'" in done.out


def test_wrong_encoding_is_recognised(accord: Accord, write: Write) -> None:
    path = write("iob1.conll", "a I-PER\nb I-PER\nc B-PER\nd O\n")
    done = accord("check", path, "--encoding", "BIO")
    assert done.code == 1
    assert "valid IOB" in done.out
    assert accord("check", path).code == 0


def test_valid_file(accord: Accord) -> None:
    done = accord("check", HARBOUR / "annotators" / "ada.conll")
    assert done.code == 0
    assert "0 errors in 1,298 tokens, 85 sentences, 12 documents; valid BIO" in done.out


def test_quiet_shows_the_summary_only(accord: Accord) -> None:
    done = accord("check", "-q", HARBOUR / "annotators" / "chloe.conll")
    assert done.code == 1
    assert done.out.count("\n") == 1


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress], ids=["gz", "bz2", "xz"])
def test_compressed_files(accord: Accord, write: Write, compress: Callable[[bytes], bytes]) -> None:
    path = write("file.bin", compress(b"a O\nb I-PER\n"))
    assert [finding["line"] for finding in accord("check", path, "--json").json] == []
    assert [finding["line"] for finding in accord("check", path, "-e", "BIO", "--json").json] == [2]


@pytest.mark.parametrize(
    ("content", "arguments"),
    [
        (b"\xef\xbb\xbfa O\nb B-PER\n", []),
        (b"a O\r\nb B-PER\r\n", []),
        (b"a O \nb B-PER  \n", []),
        (b"a  O\nb    B-PER\n", []),
        ("a O\n\u00a0\nb B-PER\n".encode(), []),
        ("caf\xe9 O\nb B-PER\n".encode("latin-1"), ["--file-encoding", "latin-1"]),
        ("a O\nb B-PER\n".encode("utf-16"), ["--file-encoding", "utf-16"]),
        (b"# a comment about it\na\tO\n#\tO\n#tag\tB-PER\n", []),
        (b"New York\tB-LOC\nis\tO\n", []),
    ],
    ids=[
        "BOM",
        "CRLF",
        "trailing",
        "runs of spaces",
        "NBSP line",
        "latin-1",
        "utf-16",
        "hash tokens",
        "space in token",
    ],
)
def test_sound_files_in_many_guises(accord: Accord, write: Write, content: bytes, arguments: list[str]) -> None:
    done = accord("check", write("file.conll", content), "-e", "BIO", *arguments)
    assert (done.code, done.err) == (0, "")
    assert "0 errors" in done.out


def test_wrong_text_encoding_lists_the_lines(accord: Accord, write: Write) -> None:
    path = write("latin.conll", "caf\xe9 O\nb O\nna\xefve B-PER\n".encode("latin-1"))
    done = accord("check", path, "--json")
    assert done.code == 1
    assert [(finding["line"], finding["code"]) for finding in done.json] == [
        (1, "undecodable-bytes"),
        (3, "undecodable-bytes"),
    ]


def test_mixed_delimiters_are_reported_and_read(accord: Accord, write: Write) -> None:
    done = accord("check", write("mixed.conll", "a\tO\nb\tO\nc B-PER\nd\tI-PER\n"), "--json")
    assert [(finding["line"], finding["code"], finding["severity"]) for finding in done.json] == [
        (3, "mixed-delimiters", "warning")
    ]
    assert done.code == 0


def test_warnings_are_not_counted_among_the_errors(accord: Accord, write: Write) -> None:
    path = write("mixed.conll", "a\tO\nb\tO\nc B-PER\nd\tI-LOC\n")
    out = accord("check", path, "-e", "BIO", "-q").out
    assert f"{path}: 1 error (1 invalid-transition), 1 warning (1 mixed-delimiters) in 4 tokens" in out


def test_control_characters_in_file_names_are_shown(accord: Accord, write: Write) -> None:
    path = write("two\nlines\x1b.conll", "a B-PER\nb\n")
    done = accord("check", path, "-e", "BIO")
    assert done.out.count("two\\nlines\\x1b.conll") == done.out.count("\n") == 2
    missing = accord("check", path.with_name("no\nfile"))
    assert (missing.err.count("\n"), missing.code) == (1, 2)
    assert "\x1b" not in accord("score", path, "-r", path, "-e", "BIO").err


def test_one_column_is_no_table_to_check(accord: Accord, write: Write) -> None:
    done = accord("check", write("words.conll", "a\nb\n"))
    assert (done.code, "has one column" in done.err, "accord check" in done.err) == (1, True, False)


def test_standard_input(accord: Accord) -> None:
    done = accord("check", "-", "-e", "BIO", "--json", stdin=b"a O\nb I-PER\n")
    assert [(finding["file"], finding["line"]) for finding in done.json] == [("<stdin>", 2)]


def test_markup_and_control_characters_stay_text(accord: Accord, write: Write) -> None:
    done = accord("check", write("x.conll", "a O\n\x1b[31mred I-<script>\n"), "-e", "BIO")
    assert "\x1b" not in done.out
    assert "I-<script>" in done.out


@pytest.mark.parametrize("content", [b"", b"\n\n\n", b"# only a comment\n\n"], ids=["empty", "blank", "comment"])
def test_empty_files(accord: Accord, write: Write, content: bytes) -> None:
    done = accord("check", write("empty.conll", content))
    assert done.code == 1
    assert "empty-file" in done.out
    assert done.out.endswith("0 documents; there are no labels in it\n")


def test_a_file_without_mentions(accord: Accord, write: Write) -> None:
    done = accord("check", write("outside.conll", "a O\nb O\n"))
    assert (done.code, done.out.partition("; ")[2]) == (0, "no label but O, which is valid in every encoding\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "no-such-file"], "cannot read no-such-file: no such file or directory"),
        (["text", "."], "is a folder"),
        (["check", HARBOUR / "reference.conll", "-e", "BOI"], "did you mean BIO?"),
        (["check", HARBOUR / "reference.conll", "--column", "label=7"], "no label column 7"),
        (["check", HARBOUR / "reference.conll", "--column", "label=ner"], "the file names no columns"),
        (["check", HARBOUR / "reference.conll", "--file-encoding", "utf-88"], "unknown file encoding"),
        (["check", HARBOUR / "reference.conll", "--file-encoding", "idna"], "unknown file encoding"),
        (["check", HARBOUR / "reference.conll", "--file-encoding", "rot13"], "unknown file encoding"),
        (
            ["check", HARBOUR / "reference.conll", "--column", "token=1", "--column", "label=-1"],
            "cannot both be column 1",
        ),
        (["chek"], "did you mean check?"),
        (["check", "--encodin", "BIO", "x"], "--encoding"),
        (["check"], "Missing argument"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(map(str, value[-2:])),
)
def test_usage_errors_are_one_line(accord: Accord, arguments: list[object], message: str) -> None:
    done = accord(*arguments)
    assert done.code == 2
    assert message in done.err
    assert done.err.count("\n") == 1


def test_a_file_that_cannot_be_read_does_not_hide_the_others(accord: Accord, write: Write, tmp_path: Path) -> None:
    done = accord("check", tmp_path / "missing", write("bad.conll", "a O\nb I-PER\n"), "-e", "BIO", "--json")
    assert done.code == 2
    assert [(finding["line"], finding["code"]) for finding in done.json] == [
        (2, "invalid-transition"),
        (None, "unreadable-file"),
    ]
    assert "cannot read" in done.err


@pytest.mark.parametrize("verb", ["check", "summary"])
def test_many_files_that_cannot_be_read_are_said_in_a_few_lines(accord: Accord, write: Write, verb: str) -> None:
    paths = [write(f"{name}.xml", "<GateDocument></GateDocument>") for name in range(40)]
    done = accord(verb, *paths)
    assert (done.code, done.err.count("\n")) == (1, 21)
    assert "the rest of 40 [unknown-format]" in done.err
    assert done.err.endswith("accord: 40 files are left out\n")
    assert len(accord("check", *paths, "--json").json) == 40


def test_it_is_said_what_is_wrong_with_an_archive(accord: Accord, tmp_path: Path) -> None:
    path = tmp_path / "project.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr("exportedproject.json", "{}")
        archive.writestr("annotation/../../evil.tsv", "")
    for verb in ("check", "summary"):
        assert "a name that leads out of the archive: nothing of it is read" in accord(verb, path).err


def test_what_offsets_count_is_said(accord: Accord, write: Write) -> None:
    spans = (
        '[{"start": 0, "end": 3, "label": "P", "text": "Ann"}, {"start": 11, "end": 13, "label": "P", "text": "Bo"}]'
    )
    path = write("a.jsonl", f'{{"text": "Ann \N{GRINNING FACE} met Bo", "annotator": "ada", "spans": {spans}}}\n')
    done = accord("check", path)
    assert "; offsets count UTF-16 units, as 2 covered texts prove" in done.out
    done = accord("check", path, "--offsets", "bytes")
    assert done.code == 1
    assert "the span [11, 13] covers 't ', and says 'Bo' [offset-mismatch]" in done.out
    assert "as 1 of 2 covered texts prove; 1 fits nothing" in done.out
    assert accord("summary", path, "--offsets", "utf16").code == 0
    bare = write("b.jsonl", '{"text": "é met Bo", "annotator": "ada", "spans": [[6, 8, "P"]]}\n')
    told = "nothing tells what offsets count in 1 text with other characters than those of ASCII (--offsets says it)"
    assert told in accord("check", bare).out
    assert "what offsets" not in accord("check", bare, "--offsets", "characters").out
    plain = write("c.jsonl", '{"text": "I met Bo", "annotator": "ada", "spans": [[6, 8, "P"]]}\n')
    assert "what offsets" not in accord("check", plain).out
