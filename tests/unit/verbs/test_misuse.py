"""What callers may give the verbs, and what they are told where they give something else."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from accord.errors import UsageError
from accord.model import Corpus, Document, ItemLabels, TokenLabels

if TYPE_CHECKING:
    from collections.abc import Callable

accord: Any = import_module("accord")  # untyped: mypy would refuse what is to be refused here
GOLD = [["B-PER", "I-PER", "O"], ["B-LOC", "O", "O"]]
LAYER = TokenLabels((("B-PER", "I-PER", "O"), ("B-LOC", "O", "O")))
DOCUMENT = Document("d", (("a", "b", "c"), ("d", "e", "f")))
ONE = Corpus.of((DOCUMENT,), {("d", "ada"): LAYER})
TWO = Corpus.of((DOCUMENT,), {("d", "ada"): LAYER, ("d", "bram"): LAYER})
ITEMS = Corpus.of((Document("d"),), {("d", "ada"): ItemLabels({"1": "yes"})})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "gold.conll"
    path.write_text("a B-PER\nb I-PER\nc O\n\nd B-LOC\ne O\nf O\n", encoding="utf-8")
    return path


GENEROUS: dict[str, Callable[[Path], Any]] = {
    "lists": lambda _: GOLD,
    "tuples": lambda _: tuple(map(tuple, GOLD)),
    "a generator of lists": lambda _: (labels for labels in GOLD),
    "a generator of generators": lambda _: (iter(labels) for labels in GOLD),
    "an array": lambda _: np.array(GOLD),
    "a list of arrays": lambda _: [np.array(labels) for labels in GOLD],
    "an array of objects": lambda _: np.array([*GOLD, ["O"]], dtype=object)[:2],
}


@pytest.mark.parametrize("make", GENEROUS.values(), ids=GENEROUS)
def test_labels_come_in_any_ordered_collection(make: Callable[[Path], Any], file: Path) -> None:
    assert accord.score(make(file), make(file), encoding="BIO").run.micro == (2, 2, 2)
    assert accord.score(make(file), [make(file), make(file)], encoding="BIO").runs[1].micro == (2, 2, 2)
    assert accord.score(make(file), iter([make(file), make(file)]), encoding="BIO").runs[1].micro == (2, 2, 2)
    assert accord.score(make(file), {"a": make(file)}, encoding="BIO").run.micro == (2, 2, 2)
    assert accord.check(make(file), encoding="BIO") == []
    [finding] = accord.check(make(file), encoding="IOB")[:1]
    assert str(finding).startswith("labels[0][0]: error: invalid transition start of the sentence -> 'B-PER'")


@pytest.mark.parametrize("name", [str, Path])
def test_files_go_by_text_or_path(name: Callable[[Path], Any], file: Path, tmp_path: Path) -> None:
    given, out = name(file), name(tmp_path / "out.conll")
    assert accord.score(given, given, encoding="BIO").run.micro == (2, 2, 2)
    assert accord.check(given, encoding="BIO") == accord.check([given], encoding="BIO") == []
    assert accord.read(given).annotators == accord.read([given]).annotators == accord.read(iter([given])).annotators
    assert accord.repair(given, out, "begin", encoding="BIO").sentences == 2
    assert accord.convert(given, out, "BIOES", encoding="BIO").changed == 2
    assert accord.relabel(given, out, keep="PER", encoding="BIO").changed == 1
    assert accord.relabel(given, out, remove=(type_ for type_ in ["PER"]), encoding="BIO").changed == 1


def test_a_corpus_is_scored_and_checked() -> None:
    assert accord.score(ONE, ONE, encoding="BIO").run.micro == (2, 2, 2)
    assert accord.check(ONE, TWO, encoding="BIO") == []
    places = [str(finding.place) for finding in accord.check(TWO, encoding="BIOES")]
    assert places == ["ada[d][0][2]:c", "ada[d][1][1]:e", "bram[d][0][2]:c", "bram[d][1][1]:e"]


def test_no_repair_may_be_said_as_none() -> None:
    assert accord.score(GOLD, GOLD, encoding="BIO", repair=None, repair_reference=None).repair == "none"


SYSTEMS = {"a": GOLD, "b": GOLD}
MISUSES: dict[str, tuple[Callable[[Path], Any], str]] = {
    "no reference": (lambda _: accord.score(None, GOLD), "reference: a path, a corpus or a list .* not None"),
    "no prediction": (lambda _: accord.score(GOLD, None), "predicted: a path, a corpus or a list .* not None"),
    "a number": (lambda _: accord.score(GOLD, 5), "predicted: .* not 5"),
    "bytes": (lambda _: accord.score(b"gold.conll", GOLD), "reference: .* not a bytes"),
    "a set": (lambda _: accord.score({("O",)}, GOLD), "reference: .* not a set"),
    "a mapping as the reference": (
        lambda _: accord.score({"a": GOLD}, GOLD),
        "several references are needed in a mapping",
    ),
    "an empty path": (lambda _: accord.score("", GOLD), "reference: a path is needed, not ''"),
    "a null in a path": (lambda _: accord.score("a\0", GOLD), "reference: a path is needed"),
    "an array of no dimensions": (lambda _: accord.score(np.array("O"), GOLD), "reference: .* not a ndarray"),
    "an empty reference": (lambda _: accord.score([], GOLD), "reference: there is no sentence"),
    "an empty prediction": (lambda _: accord.score(GOLD, []), "there is no prediction to score"),
    "no systems": (lambda _: accord.score(GOLD, {}), "there is no prediction to score"),
    "an empty system": (lambda _: accord.score(GOLD, {"a": []}), "a: there is no prediction to score"),
    "a system of nothing": (lambda _: accord.score(GOLD, {"a": None}), "a: .* not None"),
    "an empty generator": (lambda _: accord.score(GOLD, iter([])), "there is no prediction to score"),
    "numbers as labels": (
        lambda _: accord.score([[0, 1]], [[0, 1]]),
        r"reference\[0\]\[0\] is 0: labels of tok",
    ),
    "a number among labels": (
        lambda _: accord.score(GOLD, [["O", 7]]),
        r"predicted\[0\]\[1\] is 7: labels of tok",
    ),
    "nothing among labels": (
        lambda _: accord.score([["O", None]], GOLD),
        r"reference\[0\]\[1\] is None: labels of tok",
    ),
    "an array of numbers": (lambda _: accord.score(np.zeros((2, 3)), GOLD), r"reference\[0\]\[0\] is .*0\.0.*: labels"),
    "labels without sentences": (
        lambda _: accord.score(["O"], GOLD),
        "reference: .* list of label lists .* one per sentence",
    ),
    "a label among sentences": (lambda _: accord.score([["O"], "O"], GOLD), "reference: .* one per sentence"),
    "lists too deep": (lambda _: accord.score([[["O"]]], GOLD), r"reference\[0\]\[0\] is \['O'\]: a label is a string"),
    "runs too deep": (lambda _: accord.score(GOLD, [[[["O"]]]]), r"run 1\[0\]\[0\] is \['O'\]: a label is a string"),
    "two annotators": (lambda _: accord.score(GOLD, TWO), r"one annotator is needed, this one has 2 \(ada, bram\)"),
    "no annotator": (
        lambda _: accord.score(Corpus.of((), {}), GOLD),
        "a corpus of labels of items is needed, as the reference, not a list",
    ),
    "a corpus of items": (
        lambda _: accord.score(ITEMS, GOLD),
        "a corpus of labels of items is needed, as the reference, not a list",
    ),
    "one name for two": (lambda _: accord.score(GOLD, {1: GOLD, "1": GOLD}), "two runs called 1"),
    "an encoding that is a number": (lambda _: accord.score(GOLD, GOLD, encoding=5), "unknown encoding 5: choose"),
    "a repair that is a number": (lambda _: accord.score(GOLD, GOLD, repair=5), "unknown repair 5: choose from begin"),
    "a repair that is an array": (lambda _: accord.score(GOLD, GOLD, repair=np.zeros(2)), "unknown repair"),
    "repairs that are none": (lambda _: accord.score(GOLD, GOLD, repair=[]), "repair=: name each method once"),
    "columns that are none": (lambda f: accord.score(f, f, columns=2), r"columns: accord\.Columns\(.* not 2"),
    "columns of the reference": (
        lambda f: accord.score(f, f, reference_columns={}),
        "reference_columns: .* not a dict",
    ),
    "a column that is none": (
        lambda f: accord.score(f, f, columns=accord.Columns(label=1.5)),
        r"label: the number .* 1\.5",
    ),
    "a file encoding": (lambda f: accord.score(f, f, columns=accord.Columns(file_encoding=5)), "file.encoding 5"),
    "a seed below zero": (lambda _: accord.compare(GOLD, SYSTEMS, seed=-1), "seed: a whole number from 0 .* not -1"),
    "a seed of text": (lambda _: accord.compare(GOLD, SYSTEMS, seed="x"), "seed: a whole number from 0 .* not 'x'"),
    "half a resample": (lambda _: accord.compare(GOLD, SYSTEMS, resamples=1.5), "resamples: a whole number .* 1.5"),
    "no resample": (lambda _: accord.compare(GOLD, SYSTEMS, resamples=0), "resamples: a whole number from 1"),
    "resamples of nothing": (lambda _: accord.compare(GOLD, SYSTEMS, resamples=None), "resamples: .* not None"),
    "no systems to compare": (lambda _: accord.compare(GOLD, {}), "there is no prediction"),
    "one system to compare": (lambda _: accord.compare(GOLD, GOLD, encoding="BIO"), "two systems are needed"),
    "nothing to check": (lambda _: accord.check(), "name at least one file"),
    "no label list to check": (lambda _: accord.check([]), "name at least one file"),
    "nothing as a file to check": (lambda _: accord.check(None), "labels: .* not None"),
    "a number to check": (lambda _: accord.check(5), "labels: .* not 5"),
    "numbers as labels to check": (lambda _: accord.check([[1]]), r"labels\[0\]\[0\] is 1"),
    "an encoding to check": (lambda f: accord.check(f, encoding=5), "unknown encoding 5"),
    "columns to check": (lambda f: accord.check(f, columns="x"), r"columns: accord\.Columns"),
    "nothing to read": (lambda _: accord.read(), "name at least one file"),
    "a number to read": (lambda _: accord.read(5), "read: a path is needed, not 5"),
    "nothing as a file to read": (lambda _: accord.read(None), "read: a path is needed, not None"),
    "lists too deep to read": (lambda f: accord.read([[f]]), "1 row of 1 can be items or annotators"),
    "annotators in a list": (
        lambda f: accord.read(f, annotators=["ada"]),
        "annotators: a list of columns is for data frames",
    ),
    "no annotators": (lambda f: accord.read(f, annotators_by=[]), "unknown way .* to tell annotators apart"),
    "an unknown format": (lambda f: accord.read(f, format=5), "unknown format 5"),
    "half a column to read": (
        lambda f: accord.read(f, token=1.5),
        "token: the number or the name of a column .* not 1.5",
    ),
    "labels of half a column": (
        lambda f: accord.read(f, labels=[1.5]),
        "label: the number or the name of a column .* not 1.5",
    ),
    "a label column left open": (lambda f: accord.read(f, labels=[None]), "label: the number or the name .* not None"),
    "labels that are an object": (lambda f: accord.read(f, labels=object()), "label: .* is needed, not an object"),
    "no label columns": (lambda f: accord.read(f, labels=[]), "one or more label columns"),
    "a file encoding to read": (lambda f: accord.read(f, file_encoding=None), "file.encoding None"),
    "a layout to read": (lambda f: accord.read(f, layout=5), "layout"),
    "a number to repair": (lambda f: accord.repair(5, f, "begin"), "path: a path is needed, not 5"),
    "lists to repair": (lambda f: accord.repair(GOLD, f, "begin"), "path: a path is needed, not a list"),
    "a number to write to": (lambda f: accord.repair(f, 5, "begin"), "output: a path is needed, not 5"),
    "nothing to write to": (lambda f: accord.repair(f, None, "begin"), "output: a path is needed, not None"),
    "no method": (lambda f: accord.repair(f, f, None), "unknown repair None: choose from begin"),
    "columns to repair": (lambda f: accord.repair(f, f, "begin", columns=1), r"columns: accord\.Columns"),
    "no target": (lambda f: accord.convert(f, f, None), "unknown format or encoding None"),
    "a number to convert": (lambda f: accord.convert(5, f, "BIOES"), "name files"),
    "a number to relabel": (lambda f: accord.relabel(5, f, keep="PER"), "path: a path is needed, not 5"),
    "a number to keep": (lambda f: accord.relabel(f, f, keep=5), "keep: a name or a list of names .* not 5"),
    "numbers to remove": (lambda f: accord.relabel(f, f, remove=[5]), "remove: a name or a list of names"),
    "a name to rename": (lambda f: accord.relabel(f, f, rename="PER"), "rename: a mapping of old names to new"),
    "an array to rename": (lambda f: accord.relabel(f, f, rename=np.zeros(2)), "rename: a mapping of old names"),
    "an array to keep": (lambda f: accord.relabel(f, f, keep=np.array(1)), "keep: a name or a list of names"),
    "numbers to rename": (lambda f: accord.relabel(f, f, rename={"PER": 5}), "rename: a mapping of old names to new"),
    "nothing to relabel": (lambda f: accord.relabel(f, f, keep=None), "keep: a name or a list of names"),
}


@pytest.mark.parametrize(("call", "message"), MISUSES.values(), ids=MISUSES)
def test_a_misuse_is_told_in_one_sentence(call: Callable[[Path], Any], message: str, file: Path) -> None:
    with pytest.raises(UsageError, match=message) as refusal:
        call(file)
    assert "\n" not in str(refusal.value)
    assert refusal.value.__cause__ is None
