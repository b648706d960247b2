from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from accord.learn.tagger import Tagger
from tests.cli.conftest import HARBOUR, Accord

Write = Callable[..., Path]
POS = "the\tDET\ndog\tNOUN\nbarks\tVERB\n\na\tDET\ncat\tNOUN\n\nthe\tDET\ndog\tNOUN\n"
REFERENCE = HARBOUR / "reference.conll"


@pytest.fixture
def model(accord: Accord, write: Write, tmp_path: Path) -> Path:
    assert accord("train", write("train.conll", POS), "-o", tmp_path / "pos.model", "-q", "--epochs", "50").code == 0
    return tmp_path / "pos.model"


def test_train_shows_each_epoch_and_writes_a_tagger(accord: Accord, tmp_path: Path) -> None:
    dev = HARBOUR / "annotators" / "ada.conll"
    done = accord("train", REFERENCE, "-o", tmp_path / "m", "--features", "ner", "--dev", dev, "--epochs", "3")
    assert done.code == 0
    assert "learnt from 85 sentences, 1,298 tokens; 11 labels" in done.out
    assert "encoding BIO, detected" in done.err
    tagger = Tagger.load(tmp_path / "m")
    assert tagger.encoding is not None
    assert tagger.encoding.name == "BIO"
    assert [f"{100 * epoch.online:.2f}" in done.out for epoch in tagger.curve] == [True] * 3
    assert tagger.settings.epochs == 3


def test_the_same_call_writes_the_same_bytes(accord: Accord, tmp_path: Path) -> None:
    for name in ("one", "two"):
        accord("train", REFERENCE, "-o", tmp_path / name, "--regulariser", "dropout", "--seed", "3")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_the_default_seed_is_the_one_that_help_names(accord: Accord, tmp_path: Path) -> None:
    drawn = ("--weights", "eps", "--disagreement", HARBOUR / "annotators", "--epochs", "1", "--json")
    said = accord("train", REFERENCE, "-o", tmp_path / "one", *drawn).json
    typed = accord("train", REFERENCE, "-o", tmp_path / "two", "--seed", "1", *drawn).json
    assert said["signature"] == typed["signature"]
    assert said["weights"]["seed"] == 1
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize(
    "change",
    [
        ("--weights", "stronger.json"),
        ("--weights", "smoother.json"),
        ("--weights", "own.json"),
        ("--gazetteer", "ports.txt"),
        ("--clusters", "clusters.txt"),
        ("--labels", "NOUN"),
        ("--other-column", "2"),
    ],
    ids=" ".join,
)
def test_whatever_changes_a_tagger_changes_its_signature(
    change: tuple[str, str], accord: Accord, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write("train.conll", "".join(f"{line}\tx\n" if line else "\n" for line in POS.splitlines()))
    write("tags.csv", "item,ann,bob\n1,NOUN,NOUN\n2,NOUN,VERB\n3,VERB,VERB\n4,DET,DET\n5,DET,NOUN\n")
    for name, how in {"plain": (), "stronger": ("--strength", 0.2), "smoother": ("--smooth", 1)}.items():
        assert accord("weights", "tags.csv", "-o", f"{name}.json", "-q", *how).code == 0
    weights = json.loads(Path("plain.json").read_text(encoding="utf-8"))
    weights["matrix"][0][1] /= 2
    write("own.json", json.dumps(weights))
    write("ports.txt", "dog\tanimal\n")
    write("clusters.txt", "0110\tdog\n")
    call = ("train", "train.conll", "-o", "m", "--column", "token=0", "--column", "label=1", "--json")
    plain = accord(*call, "--weights", "plain.json").json["signature"]
    usual = () if change[0] == "--weights" else ("--weights", "plain.json")
    assert accord(*call, *usual, *change).json["signature"] != plain


def test_train_as_json_and_csv(accord: Accord, write: Write, tmp_path: Path) -> None:
    call = ("train", write("t.conll", POS), "-o", tmp_path / "m", "--epochs", "2")
    payload = accord(*call, "--json").json
    assert payload["labels"] == ["DET", "NOUN", "VERB"]
    assert [each["epoch"] for each in payload["curve"]] == [1, 2]
    assert payload["signature"].startswith("tagger|features:pos|epochs:2|")
    rows = accord(*call, "--format", "csv").out.splitlines()
    assert rows[0] == "epoch,online"
    assert float(rows[1].split(",")[1]) == payload["curve"][0]["online"]


def test_the_curve_is_a_figure(accord: Accord, tmp_path: Path) -> None:
    dev = HARBOUR / "annotators" / "ada.conll"
    accord("train", REFERENCE, "-o", tmp_path / "m", "--dev", dev, "--curve", tmp_path / "curve.svg")
    tree = ET.fromstring((tmp_path / "curve.svg").read_text(encoding="utf-8"))
    lines = [each for each in tree.iter() if each.get("stroke-width") == "2"]
    assert [line.attrib["d"].count("L") for line in lines] == [4, 4, 1, 1]  # and those of the key
    refused = accord("train", REFERENCE, "-o", tmp_path / "n", "--curve", tmp_path / "curve.eps")
    assert refused.code == 2
    assert not (tmp_path / "n").exists()


def test_weights_from_a_file_or_by_kind(accord: Accord, write: Write, tmp_path: Path) -> None:
    annotators = HARBOUR / "annotators"
    assert accord("weights", annotators, "-k", "cm-cond", "-o", tmp_path / "w.json", "-q").code == 0
    by_file = accord("train", REFERENCE, "-o", tmp_path / "one", "--weights", tmp_path / "w.json", "--json").json
    by_kind = accord(
        "train", REFERENCE, "-o", tmp_path / "two", "--weights", "cm-cond", "--disagreement", annotators, "--json"
    ).json
    assert by_file["curve"] == by_kind["curve"]
    assert by_file["weights"]["kind"] == "cm-cond"
    assert "|weights:cm-cond|" in by_file["signature"]
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--weights", "cm-cond"], "need labels of two annotators: --disagreement"),
        (["--weights", "nowhere.json"], "neither a file of weights nor a kind"),
        (["--disagreement", str(HARBOUR / "annotators")], "name a kind"),
        (["--features", "nre"], "did you mean ner?"),
        (["--rate", "0.2"], "--rate is for --regulariser dropout"),
        (["--regulariser", "dropout", "--rate", "2"], "rate: a number from 0 to below 1"),
        (["--other-column", "5"], "no other column 5"),
        (["--gazetteer", "nowhere"], "nowhere"),
        (["--encoding", "BOI"], "unknown encoding"),
        (["--dev", "nowhere"], "nowhere"),
        (["--seed", "9" * 23], "seed: a whole number from 0 to 18446744073709551615 is needed"),
        (["--weights", "cm", "--disagreement", str(HARBOUR / "urgency.csv")], "the weights know no label of the data"),
        (["--weights", "cm", "--disagreement", str(HARBOUR / "urgency.csv"), "-q"], "the weights know no label"),
    ],
)
def test_calls_that_do_not_fit(accord: Accord, tmp_path: Path, arguments: list[str], message: str) -> None:
    done = accord("train", REFERENCE, "-o", tmp_path / "m", *arguments)
    assert done.code == 2
    assert message in done.err
    assert not (tmp_path / "m").exists()


def test_a_file_is_learnt_from_once(accord: Accord, write: Write, tmp_path: Path) -> None:
    path = write("train.conll", POS)
    (tmp_path / "link.conll").symlink_to(path)
    for again, message in ((path, "is given twice"), (tmp_path / "link.conll", "is the same file as")):
        done = accord("train", path, again, "-o", tmp_path / "m")
        assert done.code == 2
        assert message in done.err
        assert "each file counts once" in done.err
        assert not (tmp_path / "m").exists()


def test_a_tagger_does_not_go_to_standard_output(accord: Accord) -> None:
    done = accord("train", REFERENCE, "-o", "-")
    assert (done.code, done.out) == (2, "")
    assert "name a file with -o" in done.err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "there is not a single token in it"),
        ("the\ndog\n", "has one column"),
        ("the\tDET\na\tDET\ndog\n", "1 column instead of 2"),
        ("# a comment\n", "there is not a single token in it"),
    ],
)
def test_files_without_labels_are_refused(
    accord: Accord, write: Write, tmp_path: Path, content: str, message: str
) -> None:
    done = accord("train", write("in.conll", content), "-o", tmp_path / "m")
    assert done.code == 1
    assert message in done.err
    assert not (tmp_path / "m").exists()


def test_an_encoding_that_labels_break(accord: Accord, tmp_path: Path) -> None:
    chloe = HARBOUR / "annotators" / "chloe.conll"
    told = accord("train", chloe, "-o", tmp_path / "m", "--encoding", "BIO")
    assert told.code == 1
    assert "chloe.conll:181:Étoile: error: invalid transition" in told.err
    assert "5 problems in the labels (BIO)" in told.err
    found = accord("train", chloe, "-o", tmp_path / "m")
    assert found.code == 0
    assert "5 invalid labels in BIO: predictions may be invalid too" in found.err
    assert accord("train", REFERENCE, "-o", tmp_path / "m", "--encoding", "none").err == ""


def test_one_label_and_unknown_labels_are_noted(accord: Accord, write: Write, tmp_path: Path) -> None:
    done = accord("train", write("one.conll", "a\tX\nb\tX\n"), "-o", tmp_path / "m", "--dev", write("dev", "a\tY\n"))
    assert done.code == 0
    assert "every token has the label X: there is nothing to learn" in done.err
    assert "1 token with a label that training does not know" in done.err


RICH = (
    b"\xef\xbb\xbf# global.columns = FORM POS TAG\r\n-DOCSTART- -X- foo\r\n\r\n# sent_id = 1\r\nthe  A   NOUN \r\n"
    b"dog B DET\r\n   \r\n\r\na A DET\r\ncat B X"
)


def test_tag_touches_nothing_but_labels(accord: Accord, write: Write, tmp_path: Path, model: Path) -> None:
    done = accord("tag", model, write("in.conll", RICH), "-o", tmp_path / "out", "--column", "label=TAG")
    assert done.code == 0
    expected = RICH.replace(b"the  A   NOUN ", b"the  A   DET ").replace(b"dog B DET", b"dog B NOUN")
    assert (tmp_path / "out").read_bytes() == expected.replace(b"cat B X", b"cat B NOUN")
    assert "4 labels in 2 sentences (column 2, 3 changed)" in done.err


@pytest.mark.parametrize("label", ["X\nevil\tY", "X\r", "X\tY", "X Y", ""])
@pytest.mark.parametrize("append", [[], ["--append"]])
def test_labels_that_would_end_a_line_or_a_column_are_refused(
    accord: Accord, write: Write, tmp_path: Path, label: str, append: list[str]
) -> None:
    Tagger.train([(["ship"], [label])]).save(tmp_path / "model")
    path = write("blanks.conll", "ship A\n\nship A\n\n")
    done = accord("tag", tmp_path / "model", path, "-o", tmp_path / "out", *append)
    assert (done.code, done.out) == (2, "")
    assert f"columns cannot hold the label {label!r}, which would end its line or its column" in done.err
    assert not (tmp_path / "out").exists()
    tabs = accord("tag", tmp_path / "model", write("tabs.conll", "ship\tA\n\n"), "-o", tmp_path / "out", *append)
    assert tabs.code == (2 if {"\n", "\t", "\r"} & {*label} else 0)


def test_tag_appends_a_column(accord: Accord, write: Write, tmp_path: Path, model: Path) -> None:
    accord("tag", model, write("in.conll", "the\tA\r\ndog\tB\r\n"), "-o", tmp_path / "out", "--append")
    assert (tmp_path / "out").read_bytes() == b"the\tA\tDET\r\ndog\tB\tNOUN\r\n"


def test_tag_of_tokens_only_from_standard_input(accord: Accord, model: Path) -> None:
    done = accord("tag", model, "-", "-o", "-", "-q", stdin=b"# sent_id = 1\nthe\ndog\n\n#\ncat\n")
    assert done.code == 0
    assert done.out == "# sent_id = 1\nthe\tDET\ndog\tNOUN\n\n#\tDET\ncat\tNOUN\n"
    assert done.err == ""


def test_few_columns_of_tokens_are_no_table(accord: Accord, tmp_path: Path, model: Path) -> None:
    for few in (b"a\tO\nb\tO\n\nc\tO\n", b"a\tO\nb\tO\n", b"a\tO\n\nb\tO\n"):
        done = accord("tag", model, "-", "-o", "-", stdin=few)
        assert done.code == 0
        assert [row.split("\t")[0] for row in done.out.splitlines()] == few.decode().replace("\tO", "").splitlines()
        assert accord("train", "-", "-o", tmp_path / "m", stdin=few).code == 0
    for table in (b"item\tlabel\n1\tA\n2\tB\n", b"a,O\nb,O\n"):
        done = accord("tag", model, "-", "-o", "-", stdin=table)
        assert done.code == 2
        assert "CoNLL columns are needed here" in done.err


def test_tag_of_several_files_fills_a_folder(accord: Accord, write: Write, tmp_path: Path, model: Path) -> None:
    files = [write(name, "the\tX\ndog\tX\n") for name in ("a.conll", "b.conll")]
    assert accord("tag", model, *files, "-o", tmp_path / "out").code == 0
    assert (tmp_path / "out" / "b.conll").read_text() == "the\tDET\ndog\tNOUN\n"
    assert accord("tag", model, *files, "-o", "-").code == 2
    assert accord("tag", model, *files, "-o", model).code == 2
    assert accord("tag", model, files[0], files[0], "-o", tmp_path / "out").code == 2


def test_tag_with_other_columns(accord: Accord, write: Write, tmp_path: Path) -> None:
    rows = "x N A\n\nx V B\n"
    call = ("train", write("t.conll", rows), "-o", tmp_path / "m", "--features", "chunk", "--other-column", "1")
    assert accord(*call, "--epochs", "50").code == 0
    accord("tag", tmp_path / "m", write("in.conll", "x V _\n\nx N _\n"), "-o", tmp_path / "out")
    assert (tmp_path / "out").read_text() == "x V B\n\nx N A\n"
    done = accord("tag", tmp_path / "m", write("tokens", "x\n"), "-o", tmp_path / "no")
    assert done.code == 2
    assert "no other column 1" in done.err


def test_tagged_files_are_valid(accord: Accord, tmp_path: Path) -> None:
    accord("train", REFERENCE, "-o", tmp_path / "m", "--features", "ner", "--epochs", "1")
    for name in ("ada", "chloe"):
        accord("tag", tmp_path / "m", HARBOUR / "annotators" / f"{name}.conll", "-o", tmp_path / "out")
        assert accord("check", tmp_path / "out", "-e", "BIO").code == 0


def test_tag_refuses_what_is_no_tagger_or_no_columns(accord: Accord, write: Write, tmp_path: Path, model: Path) -> None:
    no_tagger = accord("tag", REFERENCE, REFERENCE, "-o", tmp_path / "out")
    assert no_tagger.code == 1
    assert "reference.conll is no tagger" in no_tagger.err
    assert accord("tag", tmp_path / "nowhere", REFERENCE, "-o", tmp_path / "out").code == 2
    ragged = accord("tag", model, write("in.conll", "the\tX\na\tX\ndog\n"), "-o", tmp_path / "out")
    assert ragged.code == 1
    assert "in.conll:3" in ragged.err
    empty = accord("tag", model, write("empty", ""), "-o", tmp_path / "out")
    assert empty.code == 1
    lines = accord(
        "tag", model, write("f.jsonl", json.dumps({"tokens": ["a"], "labels": ["X"]})), "-o", tmp_path / "out"
    )
    assert lines.code == 2
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("learner", ["perceptron", "crf"])
def test_tag_says_how_sure_it_is(accord: Accord, write: Write, tmp_path: Path, learner: str) -> None:
    assert accord("train", write("train.conll", POS), "-o", tmp_path / "m", "--learner", learner).code == 0
    path = write("new.conll", "# a comment\nthe\ndog\n\ncat\n")
    done = accord("tag", tmp_path / "m", path, "-o", tmp_path / "out", "--certainty", tmp_path / "sure.csv")
    assert done.code == 0
    rows = (tmp_path / "sure.csv").read_text(encoding="utf-8").splitlines()
    assert rows[0] == "file,line,token,label,margin,probability"
    tagger = Tagger.load(tmp_path / "m")
    margins = [margin for sentence in tagger.margins([["the", "dog"], ["cat"]]) for margin in sentence]
    for row, line, token, margin in zip(rows[1:], (2, 3, 5), ("the", "dog", "cat"), margins, strict=True):
        cells = row.split(",")
        assert cells[:4] == [str(path), str(line), token, "DET" if token == "the" else "NOUN"]
        assert float(cells[4]) == pytest.approx(margin)
        assert (cells[5] == "") == (learner == "perceptron")


TWO = "EU\tNOUN\tNOUN\nsays\tVERB\tFLAG\nno\tDET\tVERB\ngo\tVERB\t\n\n"
FOUR = "EU\tNNP\tB-NP\tB-ORG\nsays\tVBZ\tB-VP\tO\nno\tDT\tB-NP\tO\n\n"


def test_labels_of_two_annotators_are_asked_about(accord: Accord, tmp_path: Path) -> None:
    path, model = tmp_path / "two.conll", tmp_path / "x.tagger"
    path.write_text(TWO)
    done = accord("train", path, "-o", model)
    assert done.code == 2
    assert "labels of several annotators, in the columns 1, 2: say which (--column label=NAME)" in done.err
    assert not model.exists()
    assert accord("train", path, "--column", "label=1", "-o", model).code == 0


def test_which_of_several_columns_of_labels_is_taken_is_said(accord: Accord, tmp_path: Path) -> None:
    path = tmp_path / "four.conll"
    path.write_text(FOUR)
    said = "labels of column 3; column 2 holds labels, too (--column label=NAME says which)"
    assert said in accord("check", path).out
    assert said in accord("count", path).err
    assert said in accord("summary", path).err
    assert said in accord("train", path, "-o", tmp_path / "x.tagger").err
    for command in ("check", "count", "summary"):
        done = accord(command, path, "--column", "label=3")
        assert "holds labels, too" not in done.out + done.err
