from __future__ import annotations

import gzip
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import HARBOUR, Accord

Write = Callable[..., Path]

RICH = (
    b"\xef\xbb\xbf# global.columns = FORM POS NER\r\n-DOCSTART- -X- foo\r\n\r\n# sent_id = 1\r\nEU  NNP   I-ORG \r\n"
    b"rejects VBZ I-ORG\r\n   \r\n\r\nPeter NNP O\r\nBlackburn NNP I-PER"
)
MENDED = RICH.replace(b"EU  NNP   I-ORG ", b"EU  NNP   B-ORG ").replace(b"Blackburn NNP I-PER", b"Blackburn NNP B-PER")


def test_repair_touches_nothing_but_wrong_labels(accord: Accord, write: Write, tmp_path: Path) -> None:
    done = accord("repair", write("in.conll", RICH), "-m", "begin", "-o", tmp_path / "out", "-e", "BIO")
    assert done.code == 0
    assert (tmp_path / "out").read_bytes() == MENDED
    assert "before  I-ORG  I-ORG" in done.out
    assert "after   B-ORG  I-ORG" in done.out


def test_repair_of_a_valid_file_is_byte_identical(accord: Accord, tmp_path: Path) -> None:
    for method in ("begin", "discard", "last-type"):
        assert accord("repair", HARBOUR / "reference.conll", "-m", method, "-o", tmp_path / "out").code == 0
        assert (tmp_path / "out").read_bytes() == (HARBOUR / "reference.conll").read_bytes()


@pytest.mark.parametrize(
    ("method", "labels"),
    [
        ("begin", "O B-ORG I-ORG B-LOC O B-PER"),
        ("discard", "O B-ORG I-ORG O O O"),
        ("last-type", "O B-LOC I-LOC I-LOC O B-PER"),
    ],
)
def test_repair_methods(accord: Accord, write: Write, tmp_path: Path, method: str, labels: str) -> None:
    rows = "".join(f"w\t{label}\n" for label in ["O", "B-ORG", "I-ORG", "I-LOC", "O", "I-PER"])
    accord("repair", write("in.conll", rows), "-m", method, "-o", tmp_path / "out", "-e", "BIO", "-q")
    assert (tmp_path / "out").read_text() == "".join(f"w\t{label}\n" for label in labels.split())


@pytest.mark.parametrize("encoding", ["IOB", "BIOES", "BILOU", "BMES", "BMEOW", "BIO-suffix"])
def test_convert_there_and_back(accord: Accord, tmp_path: Path, encoding: str) -> None:
    assert accord("convert", HARBOUR / "reference.conll", "--to", encoding, "-o", tmp_path / "there").code == 0
    assert accord("check", tmp_path / "there", "-e", encoding).code == 0
    assert accord("convert", tmp_path / "there", "-e", encoding, "--to", "BIO", "-o", tmp_path / "back").code == 0
    assert (tmp_path / "back").read_bytes() == (HARBOUR / "reference.conll").read_bytes()


def test_convert_says_what_is_lost(accord: Accord, tmp_path: Path) -> None:
    done = accord("convert", HARBOUR / "reference.conll", "--to", "IO", "-o", tmp_path / "io")
    assert done.code == 0
    assert "warning: IO cannot part neighbours of one type: 15 mentions" in done.err


def test_convert_refuses_invalid_input_and_writes_nothing(accord: Accord, tmp_path: Path) -> None:
    done = accord("convert", HARBOUR / "annotators" / "chloe.conll", "--to", "BIOES", "-o", tmp_path / "out")
    assert done.code == 1
    assert done.err.count("invalid-transition") == 5
    assert list(tmp_path.iterdir()) == []


def test_labels_that_are_none_stop_a_repair(accord: Accord, write: Write, tmp_path: Path) -> None:
    path = write("in.conll", "a O\nb X_PER\nc I-PER\nd B-LOC\n")
    done = accord("repair", path, "-m", "begin", "-o", tmp_path / "out", "-e", "BIO")
    assert done.code == 1
    assert ":2:b: error: 'X_PER' does not divide" in done.err
    assert not (tmp_path / "out").exists()


def test_in_place_and_compressed(accord: Accord, write: Write, tmp_path: Path) -> None:
    path = write("in.conll", "a O\nb I-PER\n")
    assert accord("repair", path, "-m", "begin", "-o", path, "-e", "BIO").code == 0
    assert path.read_text() == "a O\nb B-PER\n"
    assert accord("convert", path, "--to", "BIOES", "-o", tmp_path / "out.gz").code == 0
    assert gzip.decompress((tmp_path / "out.gz").read_bytes()) == b"a O\nb S-PER\n"


def test_standard_input_to_standard_output(accord: Accord) -> None:
    done = accord("repair", "-", "-m", "begin", "-o", "-", "-e", "BIO", stdin=b"a O\nb I-PER\n")
    assert done.out == "a O\nb B-PER\n"
    assert "before" in done.err


def test_relabel(accord: Accord, write: Write, tmp_path: Path) -> None:
    path = write("in.conll", "a B-PER\nb I-PER\nc B-GPE\nd B-LOC\ne B-ORG\n")
    arguments = ["--map", "LOC=GPE,LOC", "--remove", "ORG", "-o", tmp_path / "out"]
    assert accord("relabel", path, *arguments).code == 0
    assert (tmp_path / "out").read_text() == "a B-PER\nb I-PER\nc B-LOC\nd B-LOC\ne O\n"


def test_relabel_says_which_mentions_ran_together(accord: Accord, write: Write, tmp_path: Path) -> None:
    path = write("in.conll", "a I-GPE\nb I-LOC\nc I-GPE\n\nd I-LOC\n")
    done = accord("relabel", path, "--map", "LOC=GPE,LOC", "-e", "IO", "-o", tmp_path / "out")
    assert done.code == 0
    assert "warning: IO cannot part neighbours of one type: 2 mentions ran into the one before" in done.err
    assert "warning" not in accord("relabel", path, "--map", "X=GPE", "-e", "IO", "-o", tmp_path / "out").err


@pytest.mark.parametrize(
    ("arguments", "labels"),
    [
        (["--keep", "PER", "--keep", "LOC"], "B-PER O B-LOC"),
        (["--keep", r"art\,craft"], "O B-art,craft O"),
        (["--remove", r"PER,art\,craft"], "O O B-LOC"),
        (["--map", r"WORK=art\,craft"], "B-PER B-WORK B-LOC"),
    ],
)
def test_types_are_named_one_by_one_or_in_a_list(
    accord: Accord, write: Write, tmp_path: Path, arguments: list[str], labels: str
) -> None:
    path = write("in.conll", "w B-PER\nw B-art,craft\nw B-LOC\n")
    assert accord("relabel", path, *arguments, "-o", tmp_path / "out").code == 0
    assert (tmp_path / "out").read_text() == "".join(f"w {label}\n" for label in labels.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--keep", "PRE"], "did you mean PER?"),
        (["--map", "X=SHIPP"], "did you mean SHIP?"),
        (["--keep", "PER", "--remove", "LOC"], "not both"),
        ([], "nothing to do"),
        (["--map", "PER"], "not of the form NEW=OLD,OLD"),
        (["--map", "A=PER", "--map", "B=PER"], "twice"),
        (["--map", "creative work=PER"], "white space"),
        (["--map", "O=PER"], "cannot be called O"),
    ],
)
def test_relabel_mistakes(accord: Accord, tmp_path: Path, arguments: list[str], message: str) -> None:
    done = accord("relabel", HARBOUR / "reference.conll", *arguments, "-o", tmp_path / "out")
    assert done.code == 2
    assert message in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("map.json", '{"LOC": ["GPE", "LOC"], "ORG": "SHIP"}'),
        ("map.tsv", "old\tnew\nGPE\tLOC\n\nSHIP\tORG\n"),
        ("map.csv", "\ufeffTo,From\r\nLOC,GPE\r\nORG,SHIP\r\n"),
    ],
)
def test_types_are_renamed_as_a_file_says(
    accord: Accord, write: Write, tmp_path: Path, name: str, content: str
) -> None:
    path = write("in.conll", "a B-PER\nb B-GPE\nc B-SHIP\nd B-LOC\n")
    done = accord("relabel", path, "--map-file", write(name, content), "-o", tmp_path / "out")
    assert done.code == 0
    assert (tmp_path / "out").read_text() == "a B-PER\nb B-LOC\nc B-ORG\nd B-LOC\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"X": ["PER"], "Y": ["PER"]}', "renames 'PER' twice, to 'X' and 'Y'"),
        ('{"X": ["PER", "PER"]}', "renames 'PER' twice: name each old type once"),
        ('{"X": ["PER"], "X": ["PER"]}', "renames 'PER' twice"),
        ('{"X": 5}', "maps each new name to a list of old ones, and not 'X' to something else"),
        ('["PER"]', "write an object that maps"),
        ('{"X": [', "is no JSON in line"),
        ("{}", "names no types to rename"),
        ("PER,X\n", "its first line must name two columns, old and new"),
        ("old,new\nPER,X,Y\n", "map:2: 3 cells instead of two"),
        ("old,new\nPER,\n", "a name is empty"),
        ("old,new\nSHIPP,X\n", "did you mean SHIP? (--allow-absent lets it pass)"),
        ("", "its first line must name two columns"),
    ],
)
def test_a_file_of_names_that_cannot_be_followed(
    accord: Accord, write: Write, tmp_path: Path, content: str, message: str
) -> None:
    out = tmp_path / "out"
    done = accord("relabel", HARBOUR / "reference.conll", "--map-file", write("map", content), "-o", out)
    assert done.code == 2
    assert message in done.err
    assert not out.exists()


def test_a_name_that_a_file_and_an_option_rename_differently(accord: Accord, write: Write) -> None:
    told = ("--map", "Y=PER", "--map-file", write("map", "old,new\nPER,X\n"))
    done = accord("relabel", HARBOUR / "reference.conll", *told, "-o", "-")
    assert "'PER' is renamed twice, to 'Y' and, in" in done.err


def test_names_that_do_not_occur_pass_where_that_is_said(accord: Accord, write: Write) -> None:
    path = write("in.conll", "a B-PER\nb B-GPE\n")
    told = ("--map", "X=SHIP", "--keep", "PER,Y", "--allow-absent")
    assert accord("relabel", path, *told, "-o", "-", "-q").out == "a B-PER\nb O\n"


def test_several_files_go_into_a_folder_or_none_does(accord: Accord, write: Write, tmp_path: Path) -> None:
    for name in "123":
        (tmp_path / name).mkdir()
    files = [write("1/test.conll", "a B-PER\nb B-GPE\n"), write("2/test.conll", "a B-LOC\n")]
    out = tmp_path / "out"
    done = accord("relabel", *files, "--map", "LOC=GPE", "-o", out)
    assert done.code == 0
    assert [(out / each / "test.conll").read_text() for each in "12"] == ["a B-PER\nb B-LOC\n", "a B-LOC\n"]
    assert "something is there already" in accord("repair", *files, "-m", "begin", "-o", out).err
    wrong = write("3/test.conll", "a I-LOC\n")
    assert accord("convert", *files, wrong, "--to", "BIOES", "-e", "BIO", "-o", tmp_path / "bioes").code == 1
    assert not (tmp_path / "bioes").exists()
    repaired = accord("repair", *files, wrong, "-m", "begin", "-e", "BIO", "-o", tmp_path / "repaired")
    assert repaired.code == 0
    assert f"note: {wrong}: 1 invalid transition (BIO) repaired by begin in 1 sentence of 1" in repaired.err
    assert accord("convert", *files, "--to", "BIOES", "-o", tmp_path / "bioes").code == 0
    assert (tmp_path / "bioes" / "2" / "test.conll").read_text() == "a S-LOC\n"
    assert "cannot go to standard output" in accord("convert", *files, "--to", "BIOES", "-o", "-").err
    assert "is given twice" in accord("repair", files[0], files[0], "-m", "begin", "-o", tmp_path / "x").err


def test_all_problems_are_listed_in_the_order_of_lines(accord: Accord, write: Write) -> None:
    done = accord("repair", write("a.conll", "a\tB_PER\n\tO\nc\tB-\n"), "-m", "begin", "-e", "BIO", "-o", "-")
    codes = [line.partition("[")[2].partition("]")[0] for line in done.err.splitlines()]
    assert codes == ["invalid-label", "empty-token", "empty-type", ""]


def test_a_folder_is_no_output(accord: Accord, tmp_path: Path) -> None:
    done = accord("convert", HARBOUR / "reference.conll", "--to", "BIOES", "-o", f"{tmp_path}/new/")
    assert (done.code, list(tmp_path.iterdir())) == (2, [])


def test_text_is_printed_whole_or_not_at_all(accord: Accord, write: Write) -> None:
    done = accord("text", write("a.conll", b"a\tO\n\n\xff\tO\n"))
    assert (done.code, done.out) == (1, "")


def test_folder_that_is_not_there(accord: Accord, tmp_path: Path) -> None:
    done = accord("convert", HARBOUR / "reference.conll", "--to", "IO", "-o", tmp_path / "no" / "out")
    assert done.code == 2
    assert "cannot write" in done.err


def test_text_and_counts(accord: Accord, write: Write) -> None:
    path = write(
        "in.conll", "-DOCSTART- O\n\nEU B-ORG\nsaid O\n\nYes O\n\n-DOCSTART- O\n\nEU B-ORG\nwon O\nPeter B-PER\n"
    )
    assert accord("text", path).out == "EU said\nYes\n\nEU won Peter\n"
    assert accord("count", path, "-f", "csv").out == "count,type\n2,ORG\n1,PER\n"
    assert accord("count", path, "--surface", "--json").json == [
        {"count": 2, "type": "ORG", "text": "EU"},
        {"count": 1, "type": "PER", "text": "Peter"},
    ]
    summary = accord("summary", path, "--json").json[0]
    assert (summary["documents"], summary["sentences"], summary["tokens"], summary["encoding"]) == (2, 3, 6, "BIO")
    assert summary["types"] == {"ORG": {"mentions": 2, "tokens": 2}, "PER": {"mentions": 1, "tokens": 1}}


def test_links_are_followed_and_permissions_kept(accord: Accord, write: Write, tmp_path: Path) -> None:
    path = write("in.conll", "a O\nb I-PER\n")
    path.chmod(0o640)
    link = tmp_path / "link.conll"
    link.symlink_to(path)
    assert accord("repair", link, "-m", "begin", "-o", link, "-e", "BIO").code == 0
    assert link.is_symlink()
    assert path.read_text() == "a O\nb B-PER\n"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_pipe_is_written_to_and_not_replaced(write: Write, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "accord", "convert", str(write("in.conll", "a B-PER\n")), "--to", "BIOES", "-o"]
    process = subprocess.Popen([*command, str(pipe)], stderr=subprocess.DEVNULL)
    assert pipe.read_text() == "a S-PER\n"
    assert process.wait(timeout=60) == 0
    assert pipe.is_fifo()


def test_nothing_reaches_standard_output_before_a_refusal(accord: Accord) -> None:
    done = accord("convert", "-", "--to", "BIOES", "-o", "-", "-e", "BIO", stdin=b"a B-PER\nb I-LOC\n")
    assert (done.code, done.out) == (1, "")


def test_a_byte_order_mark_is_not_multiplied(accord: Accord, write: Write) -> None:
    path = write("in.conll", b"\xef\xbb\xbfa O\nb I-PER\n")
    assert accord("repair", path, "-m", "begin", "-o", path, "-e", "BIO", "--file-encoding", "utf-8-sig").code == 0
    assert path.read_bytes() == b"\xef\xbb\xbfa O\nb B-PER\n"


def test_a_pipe_is_read_whole(write: Write, tmp_path: Path) -> None:
    path = write("in.conll", "word B-PER\nword O\n\n" * 20_000)
    command = f"cat {path} | {sys.executable} -m accord text /dev/stdin | wc -l"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "20000"


@pytest.mark.skipif(os.name == "nt", reason="a file that is open is not replaced there")
def test_whoever_reads_a_file_meanwhile_sees_all_of_it_as_it_was(accord: Accord, write: Write) -> None:
    path = write("in.conll", "a O\nb I-PER\n")
    with path.open() as before:
        assert accord("repair", path, "-m", "begin", "-o", path, "-e", "BIO").code == 0
        assert before.read() == "a O\nb I-PER\n"
    assert path.read_text() == "a O\nb B-PER\n"
