"""Spans and units against a reference, from the command line: numbers counted by hand, and what is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Accord

    Write = Callable[..., Path]

TEXT = "Acme hired Ann in Rome."


def lines(*records: tuple[str, str, list[Any]]) -> str:
    return "".join(json.dumps({"document": name, "text": text, "spans": spans}) + "\n" for name, text, spans in records)


GOLD = lines(("a", TEXT, [[0, 4, "ORG"], [11, 14, "PER"], [18, 22, "LOC"]]), ("b", "Nothing here.", []))
SYSTEM = lines(("b", "Nothing here.", [[0, 3, "X"]]), ("a", TEXT, [[18, 21, "LOC"], [0, 4, "PER"], [11, 14, "PER"]]))


@pytest.fixture
def files(write: Write) -> tuple[Path, Path]:
    """A type, a boundary and a spurious error, and one span found, in another order of documents and spans."""
    return write("system.jsonl", SYSTEM), write("gold.jsonl", GOLD)


def test_every_rule_counts_what_it_says(accord: Accord, files: tuple[Path, Path]) -> None:
    """Of 3 in the reference and 4 predicted 1 is exact: F1 2/7; borders 2; a type that overlaps 2; 2 and a half."""
    system, gold = files
    done = accord("score", system, "-r", gold, "--json", "--confusion").json
    (run,) = done["runs"]
    scores = run["scores"]
    assert {name: round(7 * each["value"], 9) for name, each in scores.items()} == {
        "exact_f1": 2,
        "partial_f1": 5,
        "type_f1": 4,
        "boundary_f1": 4,
    }
    assert (scores["exact_f1"]["reference"], scores["exact_f1"]["predicted"], scores["exact_f1"]["correct"]) == (
        3,
        4,
        1,
    )
    assert (scores["partial_f1"]["precision"], scores["partial_f1"]["recall"]) == (2.5 / 4, pytest.approx(2.5 / 3))
    assert run["labels"]["PER"] == {
        "precision": 0.5,
        "recall": 1.0,
        "f1": pytest.approx(2 / 3),
        "reference": 1,
        "predicted": 2,
        "correct": 1,
    }
    assert {"reference": "ORG", "predicted": "PER", "count": 1} in run["confusion"]
    assert {"reference": "(none)", "predicted": "X", "count": 1} in run["confusion"]
    assert done["signature"].startswith("exact-f1|match:exact|unit:character|runs:1|docs:2|spans:3|")


@pytest.mark.parametrize(
    ("match", "name", "counts"),
    [
        ("overlap", "type_f1", (3, 4, 2)),
        ("iou:0.5", "iou_f1", (3, 4, 2)),
        ("iou:0.75", "iou_f1", (3, 4, 1)),
        ("boundary:1", "near_f1", (3, 4, 2)),
        ("token", "token_f1", (11, 13, 6)),
        ("union", "union_f1", (11, 13, 6)),
    ],
)
def test_the_match_is_chosen(
    accord: Accord, files: tuple[Path, Path], match: str, name: str, counts: tuple[int, ...]
) -> None:
    """Rome is 3 of 4 characters: more than half, not more than three quarters."""
    system, gold = files
    scores = accord("score", system, "-r", gold, "--match", match, "--json").json["runs"][0]["scores"]
    assert next(iter(scores)) == name
    assert tuple(scores[name][each] for each in ("reference", "predicted", "correct")) == counts
    assert "exact_f1" in scores


def test_spans_follow_the_mechanism(accord: Accord, files: tuple[Path, Path]) -> None:
    system, gold = files
    out = accord("score", system, "-r", gold).out
    assert "system.jsonl: each type" in out
    assert "95% interval of exact F1" in out
    assert accord("score", system, "-r", gold, "--fail-under", "0.29").code == 1
    assert accord("score", system, "-r", gold, "--fail-under", "0.28").code == 0
    rows = accord("score", system, "-r", gold, "-f", "csv").out.splitlines()
    assert rows[1].split(",")[1] == "exact-f1"
    best = gold.with_name("best.jsonl")
    best.write_text(GOLD, encoding="utf-8")
    for measure, wanted in {"partial-precision": 1 - 2.5 / 4, "recall": 1 - 1 / 3, "f1:PER": 1 / 3}.items():
        done = accord("compare", best, system, "-r", gold, "--measure", measure, "--over", "documents", "--json").json
        assert done["comparisons"][0]["difference"] == pytest.approx(wanted), measure


def test_documents_that_one_side_lacks_are_asked_about(accord: Accord, files: tuple[Path, Path]) -> None:
    system, gold = files
    system.write_text(SYSTEM.splitlines()[1] + "\n", encoding="utf-8")
    done = accord("score", system, "-r", gold)
    assert (done.code, done.out) == (1, "")
    assert "--documents shared scores the 1 that all have" in done.err
    for which, said in {"shared": "docs:1", "every": "docs:2"}.items():
        done = accord("score", system, "-r", gold, "--documents", which)
        assert done.code == 0
        assert f"|documents:{which}|{said}|" in done.out
        assert "1 document that the reference or a prediction lacks" in done.err
    assert accord("agree", system, gold, "--documents", "shared").code == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--match", "fuzzy"], "unknown match 'fuzzy'"),
        (["--documents", "all"], "unknown documents 'all'"),
        (["--repair", "begin"], "--repair begin is for labels of tokens, and spans are scored here"),
        (["--mentions", "lenient"], "--mentions is for relations, and spans are scored here"),
        (["--match", "boundary:99999999"], "boundary:1e+08 is too far"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    accord: Accord, files: tuple[Path, Path], options: list[str], said: str
) -> None:
    system, gold = files
    done = accord("score", system, "-r", gold, *options)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_other_texts_are_refused(accord: Accord, files: tuple[Path, Path]) -> None:
    system, gold = files
    system.write_text(SYSTEM.replace("Rome", "Roma"), encoding="utf-8")
    done = accord("score", system, "-r", gold)
    assert (done.code, done.out) == (1, "")
    assert "another text from character" in done.err


def test_systems_that_found_nothing(accord: Accord, write: Write, files: tuple[Path, Path]) -> None:
    nothing = write("nothing.jsonl", lines(("a", TEXT, []), ("b", "Nothing here.", [])))
    _, gold = files
    done = accord("score", nothing, "-r", gold, "--json").json["runs"][0]
    assert done["scores"]["exact_f1"]["value"] == 0
    assert done["scores"]["exact_f1"]["precision"] is None


def test_whoever_a_file_names_made_it(accord: Accord, write: Write) -> None:
    """The annotator that a file names is the side that it is."""
    gold = write("gold.csv", "annotator,category,start,end\nann,A,0,4\nann,B,6,9\nann,A,20,22\n")
    system = write("system.csv", "annotator,category,start,end\nbot,A,0,4\nbot,A,6,8\nbot,B,30,33\n")
    run = accord("score", system, "-r", gold, "--json").json["runs"][0]
    assert run["scores"]["exact_f1"]["correct"] == 1
    assert run["scores"]["found_f1"]["correct"] == 2
    assert run["scores"]["aligned_f1"]["correct"] == 1
    assert run["scores"]["slot_error_rate"]["value"] == 1  # one substituted, one missed, one added, of 3
    both = write("both.csv", "annotator,category,start,end\nbot,A,0,4\nann,A,6,8\n")
    done = accord("score", both, "-r", gold)
    assert done.code == 2
    assert "holds annotations of ann and bot, and one annotator or system a file is needed" in done.err


def test_units_are_compared_by_their_errors(accord: Accord, write: Write) -> None:
    """Seconds, two documents: one system misses all, so that its slot error rate is 1 and the difference is -1."""
    head = "document,category,start,end\n"
    rows = "one,A,0.5,4.25\none,B,6,9\ntwo,A,1,2.5\n"
    gold, good = write("gold.csv", head + rows), write("good.csv", head + rows)
    bad = write("bad.csv", head + "one,A,50,51\ntwo,B,60,61\n")
    done = accord("compare", good, bad, "-r", gold, "--measure", "slot-error-rate", "--json").json
    assert done["comparisons"][0]["difference"] == pytest.approx(-5 / 3)
    assert accord("score", good, "-r", gold, "--position", "nearby").code == 2


def standoff(folder: Path, *lines: str) -> Path:
    """A text and its annotations in the manner of brat."""
    folder.mkdir(parents=True)
    (folder / "d.txt").write_text("left and right lung here", encoding="utf-8")
    (folder / "d.ann").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder


def test_an_error_stands_in_the_line_that_says_it(accord: Accord, tmp_path: Path) -> None:
    gold = standoff(tmp_path / "gold", "T1\tSITE 0 4\tleft", "T2\tSITE 9 14;20 24\tright here", "T3\tSITE 15 19\tlung")
    system = standoff(tmp_path / "system", "T1\tSITE 0 4\tleft", "T2\tSITE 5 8\tand")
    (errors,) = accord("score", system, "-r", gold, "--errors", "--json").json["errors"].values()
    places = [(error["file"], error["line"]) for error in errors]
    assert places == [(f"{system}/d.ann", 2), (f"{gold}/d.ann", 2), (f"{gold}/d.ann", 3)]


def test_folders_are_sides_and_spans_with_gaps_count_once(accord: Accord, tmp_path: Path) -> None:
    """One of two is the same in all its parts; the other overlaps in 10 of 19 characters, which is more than half."""
    gold = standoff(tmp_path / "gold", "T1\tSITE 0 4;15 19\tleft lung", "T2\tSITE 9 19\tright lung")
    one = standoff(tmp_path / "out" / "one", "T1\tSITE 0 4;15 19\tleft lung", "T2\tSITE 0 19\tleft and right lung")
    other = standoff(tmp_path / "out" / "other", "T1\tSITE 0 4\tleft", "T2\tSITE 9 19\tright lung")
    done = accord("score", one, other, "-r", gold, "--match", "iou:0.5")
    assert done.code == 0
    assert "spans with gaps: each counts once, by all its parts" in done.err
    assert "3 sides (gold, one, other), one per folder" in done.err
    runs = accord("score", one, other, "-r", gold, "--match", "iou:0.5", "--json").json["runs"]
    assert [run["scores"]["exact_f1"]["correct"] for run in runs] == [1, 1]
    assert [run["scores"]["iou_f1"]["correct"] for run in runs] == [2, 1]


def test_a_reference_scored_against_itself_is_all_right_and_said(
    accord: Accord, files: tuple[Path, Path], write: Write
) -> None:
    system, gold = files
    done = accord("score", gold, system, "-r", gold, "--json")
    assert [run["scores"]["exact_f1"]["value"] for run in done.json["runs"]] == [1.0, pytest.approx(2 / 7)]
    assert f"{gold} is the reference itself" in done.err
    units = write("gold.csv", "document,category,start,end\na,x,0,2\nb,y,1,2\n")
    assert accord("score", units, "-r", units, "--json").json["runs"][0]["scores"]["aligned_f1"]["value"] == 1


def test_what_a_side_holds_is_said_in_words(accord: Accord, files: tuple[Path, Path], write: Write) -> None:
    _, gold = files
    items = write("items.csv", "item,label\n1,a\n2,b\n")
    assert f"{items} holds labels of items, and the reference {gold} spans\n" in accord("score", items, "-r", gold).err
    assert (
        "--match is for spans, and labels of items are scored"
        in accord("score", items, "-r", items, "--match", "overlap").err
    )
    wide = write("wide.csv", "item,label\n1,a\n2,b\n".encode("utf-16"))
    for sides in ((wide, items), (items, wide), (wide, gold)):
        assert "(say so: --file-encoding utf-16)" in accord("score", sides[0], "-r", sides[1]).err


def test_the_slot_error_rate_is_in_percent_everywhere(accord: Accord, write: Write) -> None:
    """One unit of two was missed: 50."""
    gold = write("gold.csv", "document,category,start,end\na,x,0,2\na,y,5,6\nb,x,1,2\nb,x,4,6\n")
    found = write("found.csv", "document,category,start,end\na,x,0,2\nb,x,1,2\n")
    done = accord("score", found, "-r", gold, "--metrics", "slot-error-rate")
    assert "50.00" in done.out
    assert "0.50" not in done.out


def test_errors_are_counted_by_form_wherever_they_stand(accord: Accord, write: Write) -> None:
    texts = ("Acme hired Ann.", "Ann left Acme.")
    sides = [
        lines(*((str(at), text, [[(start := text.index("Acme")), start + 4, type_]]) for at, text in enumerate(texts)))
        for type_ in ("ORG", "PER")
    ]
    done = accord(
        "score", write("system.jsonl", sides[1]), "-r", write("gold.jsonl", sides[0]), "--error-counts", "--json"
    )
    (counts,) = done.json["error_counts"].values()
    assert counts == [{"count": 2, "error": "type", "reference": "ORG Acme", "predicted": "PER Acme", "text": ""}]


def test_sides_of_other_formats_are_compared_whatever_these_call_their_layer(accord: Accord, write: Write) -> None:
    """brat calls it entities, INCEpTION by its type, spaCy ents: each file holds one layer of spans."""
    gold = write("gold.jsonl", lines(("a", TEXT, [[0, 4, "ORG"], [11, 14, "PER"]])))
    write("a.txt", TEXT)
    system = write("a.ann", "T1\tORG 0 4\tAcme\nT2\tLOC 18 22\tRome\n")
    for sides in ((system, gold), (gold, system)):
        done = accord("score", sides[0], "-r", sides[1], "--json")
        counts = done.json["runs"][0]["scores"]["exact_f1"]
        assert (counts["reference"], counts["predicted"], counts["correct"]) == (2, 2, 1)


@pytest.mark.peer
def test_a_docbin_is_compared_with_json_lines(accord: Accord, write: Write, tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy")
    doc = spacy.blank("en")(TEXT)
    doc.ents = [doc.char_span(0, 4, "ORG"), doc.char_span(18, 22, "LOC")]
    spacy.tokens.DocBin(docs=[doc]).to_disk(tmp_path / "system.spacy")
    gold = write("gold.jsonl", lines(("a", TEXT, [[0, 4, "ORG"], [11, 14, "PER"]])))
    done = accord("score", tmp_path / "system.spacy", "-r", gold, "--json")
    assert done.json["runs"][0]["scores"]["exact_f1"]["correct"] == 1


@pytest.mark.parametrize("match", ["iou", "iou:1", "boundary:-1"])
def test_a_limit_that_cannot_be_is_explained(accord: Accord, files: tuple[Path, Path], match: str) -> None:
    done = accord("score", files[0], "-r", files[1], "--match", match)
    assert done.code == 2
    assert f"match {match!r}: say " in done.err
    assert done.err.rstrip().endswith("iou:0.5" if match.startswith("iou") else "boundary:1")


def test_one_file_of_spans_needs_a_reference(accord: Accord, files: tuple[Path, Path]) -> None:
    done = accord("score", files[0])
    assert done.code == 2
    assert "name the reference, --reference, or where it is a column or an annotator of" in done.err
    done = accord("score", files[0], "--reference-column", "ada")
    assert done.code == 2
    assert f"{files[0]} has no annotator 'ada'" in done.err


def test_an_annotator_of_one_file_is_the_reference(accord: Accord, tmp_path: Path) -> None:
    rows = [("ada", "call", 1, 4), ("ada", "chat", 6, 9), ("bram", "call", 1, 5), ("chloe", "chat", 6, 9)]
    together = tmp_path / "radio.csv"
    head = "annotator,category,start,end\n"
    together.write_text(head + "".join(f"{','.join(map(str, row))}\n" for row in rows), encoding="utf-8")
    for name in ("ada", "bram", "chloe"):
        own = "".join(f"{','.join(map(str, row))}\n" for row in rows if row[0] == name)
        (tmp_path / f"{name}.csv").write_text(head + own, encoding="utf-8")
    found = accord("score", together, "--reference-column", "ada", "--json").json
    others = [tmp_path / "bram.csv", tmp_path / "chloe.csv"]
    apart = accord("score", *others, "-r", tmp_path / "ada.csv", "--json").json
    assert [run["file"] for run in found["runs"]] == ["bram", "chloe"]
    assert [run["scores"] for run in found["runs"]] == [run["scores"] for run in apart["runs"]]
    alone = accord("score", tmp_path / "ada.csv", "--reference-column", "ada")
    assert (alone.code, "is by ada alone" in alone.err) == (2, True)


def test_each_file_is_parsed_once(accord: Accord, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    decoded: list[str] = []
    whole = json.JSONDecoder.decode

    def counted(decoder: json.JSONDecoder, text: str) -> Any:
        decoded.append(text)
        return whole(decoder, text)

    monkeypatch.setattr(json.JSONDecoder, "decode", counted)
    rows = [json.dumps({"document": f"d{number}", "length": 90, "spans": [[number, 40, "X"]]}) for number in range(30)]
    gold, system = write("gold.jsonl", "\n".join(rows) + "\n"), write("system.jsonl", "\n".join(rows) + " \n")
    assert accord("score", system, "-r", gold, "-q").code == 0
    read = [text for text in decoded if "length" in text]
    assert len(read) == 60
