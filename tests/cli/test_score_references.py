"""``accord score -r ... -r ...``: each annotator as a reference, and annotators against each other."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest

import accord as api
from accord.agreement.result import Undefined, number
from accord.errors import UsageError
from accord.scoring.references import ReferenceScores
from tests.cli.conftest import HARBOUR, Accord

Write = Callable[..., Path]
ADA, BRAM, CHLOE = (HARBOUR / "annotators" / f"{name}.conll" for name in ("ada", "bram", "chloe"))
BEACON, LANTERN = (HARBOUR / "systems" / f"{name}.conll" for name in ("beacon-3", "lantern-1"))


def alone(prediction: object, reference: object, **how: Any) -> float:
    """The score of one against one."""
    return float(api.score(str(reference), str(prediction), **how).run.micro.f1)


def test_of_labels_a_note_says_what_the_best_system_could_reach(accord: Accord, tmp_path: Path) -> None:
    """A system against two annotators who agree on three of four items: 75 to 86.6 %."""
    for name, labels in (("ada", "ABAB"), ("bram", "ABAA"), ("system", "AAAB")):
        rows = "".join(f"{item},{label}\n" for item, label in enumerate(labels))
        (tmp_path / f"{name}.csv").write_text(f"item,label\n{rows}")
    given = ("score", tmp_path / "system.csv", "-r", tmp_path / "ada.csv", "-r", tmp_path / "bram.csv", "-q")
    said = "the best possible system scores 75.00 to 86.60 against an annotator like these: that says what cannot"
    assert said in accord(*given).out
    measures = {each["measure"]: each["ceiling"] for each in accord(*given, "--json").json["measures"]}
    assert measures["accuracy"] == [0.75, pytest.approx(0.8660254)]
    assert measures["macro-f1"] is None


def test_every_value_is_that_of_one_reference(accord: Accord) -> None:
    done = accord("score", BEACON, LANTERN, "-r", ADA, "-r", BRAM, "--repair", "begin", "--json")
    (found, *_) = done.json["measures"]
    assert [each["name"] for each in found["systems"]] == ["beacon", "lantern"]
    for each, file in zip(found["systems"], (BEACON, LANTERN), strict=True):
        values = [alone(file, reference, repair="begin") for reference in (ADA, BRAM)]
        assert [each["references"][name]["value"] for name in ("ada", "bram")] == pytest.approx(values)
        assert each["mean"] == pytest.approx(mean(values))
        assert each["sd"] == pytest.approx(stdev(values))
        assert (each["least"], each["most"]) == pytest.approx((min(values), max(values)))
    human = alone(ADA, BRAM)
    assert [each["references"] for each in found["annotators"]] == [
        {"bram": {"value": pytest.approx(human), "undefined": None}},
        {"ada": {"value": pytest.approx(human), "undefined": None}},
    ]
    assert found["annotators_mean"] == pytest.approx(human)


def test_the_mean_of_annotators_is_over_all_of_them() -> None:
    how: dict[str, Any] = {"align_tokens": True, "repair_reference": "begin", "repair": "begin"}
    scores = api.score({"a": ADA, "b": BRAM, "c": CHLOE}, BEACON, **how)
    assert isinstance(scores, ReferenceScores)
    files = {"a": ADA, "b": BRAM, "c": CHLOE}
    expected = [
        mean(alone(file, other, **how) for name, other in files.items() if name != who) for who, file in files.items()
    ]
    assert [number(each.over.mean) for each in scores.humans()] == pytest.approx(expected)
    assert number(scores.human_mean()) == pytest.approx(mean(expected))


def test_text_says_how_to_read_it_and_what_was_left_out(accord: Accord) -> None:
    more = ("--align-tokens", "--repair-reference", "begin")
    done = accord("score", BEACON, "-r", HARBOUR / "annotators", *more)
    assert done.code == 0
    assert "micro F1 against 3 references" in done.out
    assert "that is no ceiling" in done.out
    assert "\nagainst chloe: left out where tokens differ: 0 tokens, 13 mentions" in done.out


def test_a_quoted_pattern_and_csv(accord: Accord) -> None:
    done = accord("score", BEACON, "-r", HARBOUR / "annotators" / "[ab]*.conll", "-f", "csv", "-q")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert {row["reference"] for row in rows} == {"ada", "bram", ""}
    assert {row["measure"] for row in rows} >= {"f1", "precision", "recall"}
    assert accord("score", BEACON, "-r", HARBOUR / "nowhere*.conll").code == 2


def test_other_kinds(accord: Accord, write: Write) -> None:
    text = (HARBOUR / "trees" / "ada.conllu").read_text(encoding="utf-8")
    other = text.replace("\tnsubj\t", "\tobj\t")
    done = accord(
        "score", write("p.conllu", text), "-r", write("a.conllu", text), "-r", write("b.conllu", other), "--json"
    )
    las = next(each for each in done.json["measures"] if each["measure"] == "las")
    values = las["systems"][0]["references"]
    assert values["a"]["value"] == 1
    assert values["b"]["value"] == las["annotators_mean"] < 1


def test_what_needs_one_reference_is_refused(accord: Accord) -> None:
    for more in (
        ["--errors"],
        ["--by", "length"],
        ["--all-repairs"],
        ["-f", "conlleval"],
        ["--checklist"],
        ["--chance"],
    ):
        done = accord("score", BEACON, "-r", ADA, "-r", BRAM, *more)
        assert (done.code, done.out) == (2, "")
        assert "one reference" in done.err
    assert accord("score", BEACON, "-r", ADA, "-r", ADA).code == 2
    assert "extra" in accord("score", BEACON, "-r", ADA, "-r", CHLOE).err


def test_the_bar_is_for_the_mean(accord: Accord) -> None:
    call = ("score", BEACON, "-r", ADA, "-r", BRAM, "-q", "--fail-under")
    assert accord(*call, "0.69").code == 0
    assert accord(*call, "0.75").code == 1


def test_lists_of_label_lists_are_one_reference_and_a_mapping_several() -> None:
    gold = [["B-PER", "O"], ["B-LOC", "O"]]
    other = [["B-PER", "O"], ["O", "O"]]
    assert not isinstance(api.score(gold, gold, encoding="BIO"), ReferenceScores)
    scores = api.score({"a": gold, "b": other}, {"s": gold}, encoding="BIO")
    assert [each.over.mean for each in scores.systems()] == [pytest.approx(5 / 6)]
    assert scores.to_dict()["references"] == ["a", "b"]
    assert scores.to_records()[0]["name"] == "s"
    with pytest.raises(UsageError, match="several references are needed"):
        api.score({"a": gold}, gold, encoding="BIO")


def test_references_that_are_read_by_different_encodings_are_refused(write: Write) -> None:
    first = write("first.conll", "a\tB-X\nb\tI-X\n\nc\tB-X\n")
    second = write("second.conll", "a\tB-X\nb\tE-X\n\nc\tS-X\n")
    with pytest.raises(UsageError, match="not read alike"):
        api.score({"one": first, "two": second}, first, repair="begin", repair_reference="begin")


def test_a_corpus_of_several_annotators_is_several_references() -> None:
    scores = api.score(api.read(ADA, BRAM), BEACON)
    assert scores.references == ("ada", "bram")
    assert [number(each.over.mean) for each in scores.systems()] == pytest.approx(
        [mean([alone(BEACON, ADA), alone(BEACON, BRAM)])]
    )


def test_spans_in_hand_have_several_references() -> None:
    ada, bram = [[(0, 4, "ORG")], [(0, 3, "PER")]], [[(0, 4, "ORG")], []]
    scores = api.score({"ada": ada, "bram": bram}, {"system": ada})
    assert isinstance(scores, ReferenceScores)
    assert [number(value) for value in scores.systems()[0].values.values()] == pytest.approx([1, 2 / 3])
    assert number(scores.human_mean()) == pytest.approx(2 / 3)


def test_labels_of_items_have_several_references() -> None:
    """Two of two are right against ada, one against bram, who agrees with her on one."""
    by_list = api.score({"ada": ["pos", "neg"], "bram": ["pos", "pos"]}, ["pos", "neg"])
    by_name = api.score(
        {"ada": {"i": "pos", "j": "neg"}, "bram": {"j": "pos", "i": "pos"}}, {"system": {"i": "pos", "j": "neg"}}
    )
    for scores in (by_list, by_name):
        assert list(scores.systems()[0].values.values()) == [1, 0.5]
        assert scores.human_mean() == 0.5


def test_items_with_labels_are_one_reference() -> None:
    assert not isinstance(api.score({"i": "pos", "j": "neg"}, {"i": "pos", "j": "pos"}), ReferenceScores)
    assert not isinstance(api.score({"i": {"a", "b"}, "j": {"a"}}, {"i": {"a"}, "j": {"a"}}), ReferenceScores)
    with pytest.raises(UsageError, match="several labels of one item are a set"):
        api.score({"i": ["a", "b"], "j": ["a", "c"]}, {"i": ["a", "c"], "j": ["a", "b"]})


def test_what_is_undefined_against_one_reference_has_no_mean_and_no_least() -> None:
    """Nobody but bram marks a LOC, so that F1 of LOC is undefined against ada."""
    ada, bram = [["B-PER", "O"], ["O", "O"]], [["B-PER", "O"], ["B-LOC", "O"]]
    scores = api.score({"ada": ada, "bram": bram}, {"system": [*bram[:1], ["O", "O"]]}, encoding="BIO")
    (system,) = scores.systems("macro-recall")
    assert isinstance(system.over.mean, float | Fraction)
    with pytest.raises(UsageError, match="no measure 'f1:LOC'"):
        scores.systems("f1:LOC")
    items = api.score({"ada": ["x", "x"], "bram": ["x", "y"]}, {"system": ["x", "x"]})
    (kappa,) = items.systems("kappa")
    assert all(isinstance(each, Undefined) for each in (kappa.over.mean, kappa.least, kappa.most))
    assert items.to_dict()["measures"][-1]["systems"][0]["least"] is None


def test_other_measures_are_chosen(accord: Accord) -> None:
    done = accord("score", BEACON, "-r", ADA, "-r", BRAM, "--metrics", "macro-f1,f1:PER", "-q")
    assert "macro F1 against 2 references" in done.out
    assert "F1 of PER against 2 references" in done.out
    assert accord("score", BEACON, "-r", ADA, "-r", BRAM, "--metrics", "middle").code == 2


@pytest.mark.parametrize(
    ("references", "said"),
    [
        ((ADA, ADA), "ada.conll is given twice: each reference counts once"),
        ((ADA, ADA.parent / "nobody.conll"), "nobody.conll: no such file or directory"),
        ((HARBOUR / "reference.conll", ADA.parent), "--reference annotators has several annotators"),
        ((ADA.parent, ADA.parent), "annotators is given twice: each reference counts once"),
    ],
)
def test_references_that_cannot_be_taken_are_named(accord: Accord, references: tuple[Path, ...], said: str) -> None:
    given = [part for each in references for part in ("-r", each)]
    done = accord("score", BEACON, *given, "--align-tokens", "--repair-reference", "begin")
    assert done.code == 2
    assert said in done.err


def test_means_over_runs_are_said(accord: Accord) -> None:
    several = "systems: means over the runs of each"
    options = ["-r", ADA, "-r", BRAM, "--repair", "begin"]
    assert several not in accord("score", BEACON, LANTERN, *options).out
    assert several in accord("score", BEACON, HARBOUR / "systems" / "beacon-1.conll", *options).out


def test_a_paper_gets_a_float_with_a_caption(accord: Accord) -> None:
    done = accord("score", BEACON, "-r", ADA, "-r", BRAM, "--metrics", "f1,macro-f1", "--format", "latex")
    captions = [line for line in done.out.splitlines() if line.startswith("\\caption")]
    how = "in percent. SD: standard deviation over references (n - 1)."
    assert captions == [f"\\caption{{{name} F1 against 2 references {how}}}" for name in ("micro", "macro")]


def test_an_error_is_no_percentage(accord: Accord, write: Write) -> None:
    """Against a the errors are 0, 1, 2: their mean is 1; against b they are 1, 1, 1."""
    files = {"a": "1,2,3", "b": "2,2,4", "system": "1,3,5"}
    for name, labels in files.items():
        rows = "".join(f"i{number},{label}\n" for number, label in enumerate(labels.split(",")))
        files[name] = str(write(f"{name}.csv", f"item,label\n{rows}"))
    done = accord("score", files["system"], "-r", files["a"], "-r", files["b"], "--metrics", "mae")
    assert "1.0000  1.0000  1.0000" in done.out
    assert "100.00" not in done.out


def test_what_needs_one_reference_says_so(accord: Accord, tmp_path: Path) -> None:
    for file in (ADA, BRAM):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    systems = [BEACON, LANTERN]
    twice = accord("compare", *systems, "-r", ADA, "-r", BRAM)
    assert (twice.code, "accord score takes several references" in twice.err) == (2, True)
    folder = accord("compare", *systems, "-r", tmp_path, "--repair", "begin")
    assert folder.code == 2
    assert "against one reference, and this is several (ada, bram): accord score takes them" in folder.err
    with pytest.raises(UsageError, match=r"the test set hau needs one reference, and this is several \(ada, bram\)"):
        api.score_test_sets({"hau": {"ada": ADA, "bram": BRAM}}, {"hau": {"lantern": LANTERN}}, repair="begin")


RATED = "item,ada,bram,chloe\n1,x,x,y\n2,y,x,y\n3,x,x,x\n4,y,y,x\n"
LONG = "item,annotator,label\n" + "".join(
    f"{item},{name},{label}\n"
    for item, *labels in (row.split(",") for row in RATED.splitlines()[1:])
    for name, label in zip(("ada", "bram", "chloe"), labels, strict=True)
)
EXPERT = "item,label\n1,x\n2,y\n3,x\n4,x\n"


@pytest.mark.parametrize("table", [RATED, LONG], ids=["wide", "long"])
def test_each_annotator_of_one_table_is_a_reference(accord: Accord, write: Write, table: str) -> None:
    """The expert is right on 3, 2 and 3 of 4; ada and bram share 3 labels, ada and chloe 2, bram and chloe 1."""
    system, rated = write("expert.csv", EXPERT), write("rated.csv", table)
    done = accord("score", system, "-r", rated, "--json")
    assert "is by 3 annotators, and each is a reference (--reference-column NAME takes one)" in done.err
    (found, *_) = done.json["measures"]
    (expert,) = found["systems"]
    assert [each["value"] for each in expert["references"].values()] == [0.75, 0.5, 0.75]
    assert expert["mean"] == pytest.approx(2 / 3)
    assert expert["sd"] == pytest.approx(stdev([0.75, 0.5, 0.75]))
    human = {each["name"]: each["mean"] for each in found["annotators"]}
    assert human == pytest.approx({"ada": 2.5 / 4, "bram": 2 / 4, "chloe": 1.5 / 4})
    scores = api.score(rated, system)
    assert isinstance(scores, ReferenceScores)
    assert "reference_columns= takes one" in scores.notes[0]
    assert number(scores.human_mean()) == found["annotators_mean"] == pytest.approx(0.5)
    one = accord("score", system, "-r", rated, "--reference-column", "bram", "--json").json
    assert one["runs"][0]["scores"]["accuracy"]["value"] == 0.5
    assert api.score(rated, system, reference_columns=api.Columns(label="bram")).run.headline.value == 0.5


def test_who_is_called_as_a_reference_is_not_one_of_several(accord: Accord, write: Write) -> None:
    system, rated = write("expert.csv", EXPERT), write("rated.csv", RATED.replace("chloe", "gold"))
    done = accord("score", system, "-r", rated)
    assert (done.code, done.out) == (2, "")
    assert (
        "'gold' is called as a reference or a prediction is: name the reference (--reference-column gold)" in done.err
    )
    one = accord("score", system, "-r", rated, "--reference-column", "gold", "--json").json
    assert one["runs"][0]["scores"]["accuracy"]["value"] == 0.75


def test_units_of_several_in_one_file_are_references(accord: Accord, write: Write) -> None:
    """Against ada the system has both units, against bram one of his one."""
    rows = "annotator,category,start,end\n"
    units = write("units.csv", rows + "ada,x,0,2\nada,y,5,6\nbram,x,0,2\n")
    system = write("system.csv", rows + "s,x,0,2\ns,y,5,6\n")
    (found, *_) = accord("score", system, "-r", units, "--json").json["measures"]
    values = [each["value"] for each in found["systems"][0]["references"].values()]
    assert values == pytest.approx([1, 2 / 3])
    assert found["annotators_mean"] == pytest.approx(2 / 3)
    one = accord("score", system, "-r", units, "--reference-column", "bram", "--json").json
    assert one["runs"][0]["scores"]["aligned_f1"]["value"] == pytest.approx(2 / 3)


def test_many_references_have_no_column_each_and_what_is_alike_is_said_once(accord: Accord, write: Write) -> None:
    names = [f"r{number:02}" for number in range(1, 16)]
    rows = "".join(f"{item},{','.join(['y' if item == 3 else 'x'] * 15)}\n" for item in range(4))
    rated = write("rated.csv", f"item,{','.join(names)}\n{rows}")
    done = accord("score", write("s.csv", "item,label\n0,x\n1,x\n2,x\n3,x\n"), "-r", rated)
    title, header, systems, *_ = done.out.splitlines()
    assert title == "accuracy against 15 references"
    assert header.split() == ["mean", "SD", "least", "most"]
    assert systems.split() == ["systems", "s", "75.00", "0.00", "75.00", "75.00"]
    assert "the value and signature of each reference: --format csv" in done.out
    assert done.err.count("never has the label 'y', which r01 has (so of r02, r03, r04, r05, r06 and 9 more)") == 1
    assert "which r02 has" not in done.err


def test_annotators_who_shared_out_the_work_are_not_several_references(accord: Accord, write: Write) -> None:
    """Nobody labelled what another did, so that they would agree on nothing."""
    items = write("gold.csv", "item,annotator,label\n1,ada,x\n2,ada,y\n3,bram,x\n")
    system = write("system.csv", "item,label\n1,x\n2,y\n3,x\n")
    units = write("units.csv", "document,annotator,category,start,end\nd,ada,x,0,2\ne,bram,x,0,2\n")
    marked = write("marked.csv", "document,category,start,end\nd,x,0,2\ne,x,0,2\n")
    for given in ((system, "-r", items, "--one-sided", "abstain"), (marked, "-r", units, "--documents", "every")):
        done = accord("score", *given)
        assert (done.code, done.out) == (2, "")
        assert "is by ada, bram, and nothing in it is by two of them" in done.err
