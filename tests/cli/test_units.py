"""Units on a continuum at the command line: checked, summed up, counted, and refused where they have no meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Accord

    Write = Callable[..., Path]

UNITS = "ada,Noun,3,16\nada,Verb,18,20.5\nbram,Noun,4,16\n"


def test_check_says_all_that_is_wrong(accord: Accord, write: Write) -> None:
    done = accord("check", write("a.csv", f"{UNITS}bram,Verb,9,7\nbram,Verb,9,9\n"))
    assert done.code == 1
    assert "a.csv:4: error: the unit [9, 7] 'Verb' ends before it starts [invalid-unit]" in done.out
    assert "a.csv:5: warning: the unit [9, 9] 'Verb' has no length [empty-unit]" in done.out
    assert done.out.endswith("1 warning (1 empty-unit) in 4 units, 2 categories, 1 document, 2 annotators\n")
    assert accord("check", write("b.csv", UNITS)).code == 0


def test_summary_counts_by_category_and_annotator(accord: Accord, write: Write) -> None:
    path = write("a.csv", UNITS)
    out = accord("summary", path).out
    assert "a.csv: 3 units of 2 categories in 1 document by 2 annotators" in out
    assert [line.split() for line in out.splitlines()[2:]] == [
        ["Noun", "2", "66.67", "12.5", "1", "1"],
        ["Verb", "1", "33.33", "2.5", "1", "0"],
        ["all", "3", "100.00", "9.167", "2", "1"],
    ]
    (payload,) = accord("summary", "--json", path).json
    assert payload["units"] == {"measured_in": "position", "length": {"Noun": 25.0, "Verb": 2.5}}
    assert payload["annotators"] == {"ada": {"Noun": 1, "Verb": 1}, "bram": {"Noun": 1}}
    assert f"{path},,unit,Verb,ada,1," in accord("summary", "--format", "csv", path).out
    assert accord("count", "--json", path).json == [{"count": 2, "type": "Noun"}, {"count": 1, "type": "Verb"}]


def test_standard_input_and_a_file_that_is_said_to_hold_units(accord: Accord, write: Write) -> None:
    assert "3 units" in accord("summary", "-", stdin=UNITS.encode()).out
    assert "2 units" in accord("check", "--input-format", "units", write("a.csv", "1,2,3,4\n1,2,4,5\n")).out


def test_a_coefficient_of_units_decides_what_rows_of_numbers_are(accord: Accord, write: Write) -> None:
    path = write("a.csv", "ada,1,1,5\nbram,1,1,6\n")
    assert "[no-header]" in accord("agree", path).err
    done = accord("agree", "-c", "gamma", path)
    assert done.code == 0
    assert (
        "read as units (it has names, numbers, and two columns of rising numbers, and units are asked for)" in done.err
    )
    assert accord("align", path).code == 0


def test_an_encoding_decides_what_a_file_is(accord: Accord, write: Write) -> None:
    done = accord("agree", "-c", "corrected-f1", "-e", "BIO", write("a.txt", "( O O\nCNN B-ORG B-ORG\n) O O\nHe O O\n"))
    assert "read as conll" in done.err


@pytest.mark.parametrize(
    "command",
    [
        ("agree", "--coefficient", "alpha"),
        ("agree", "--coefficient", "corrected-f1"),
        ("difficulty",),
        ("text",),
        ("repair", "--method", "begin", "-o", "-"),
        ("convert", "--to", "BIOES", "-o", "-"),
    ],
)
def test_other_verbs_refuse_units_in_one_sentence(accord: Accord, write: Write, command: tuple[str, ...]) -> None:
    done = accord(*command, write("a.csv", UNITS))
    assert done.code in {1, 2}
    assert "units" in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("name", ["a.eaf", "a.TextGrid", "a.rttm", "a.aa", "a.csv"])
@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"<a>", b"\x1f\x8b\x08\x00broken", b"\0\1\2", b'"', b"1\n"])
def test_whatever_is_in_a_file_there_is_a_message(accord: Accord, write: Write, name: str, content: bytes) -> None:
    done = accord("check", write(name, content))
    assert done.code == 1
    assert name in done.out + done.err


APART = "annotator,category,start,end\nada,Noun,0,5\nada,Verb,6,9\nbram,Noun,0,4\nbram,Noun,6,9\n"


def test_ku_alpha_has_a_value_for_each_category(accord: Accord, write: Write) -> None:
    path = write("a.csv", APART)
    every = accord("agree", path, "-c", "ku-alpha", "--json").json["results"]
    assert [each["coefficient"] for each in every] == ["ku-alpha:Noun", "ku-alpha:Verb"]
    # both marked 4 + 3 positions: Noun and Noun on 4, Verb and Noun on 3; of Noun's margin 4 + 7 agree 8
    assert every[0]["observed"] == pytest.approx(8 / 11)
    (one,) = accord("agree", path, "-c", "ku-alpha:Noun", "--json").json["results"]
    assert one == every[0]


@pytest.mark.parametrize("name", ["u-alpha:1", "window-diff:3", "gamma-cat:Noun", "gamma:Noun", "accord-2011:Noun"])
def test_what_has_one_value_for_all_categories_refuses_one(name: str, accord: Accord, write: Write) -> None:
    done = accord("agree", write("a.csv", APART), "-c", name)
    kind, _, category = name.partition(":")
    assert done.code == 2
    assert f"{kind} has one value for all categories, and none for '{category}'" in done.err


@pytest.mark.parametrize("name", ["gamma-k:Adverb", "ku-alpha:Adverb"])
def test_a_category_that_nobody_used_is_refused(name: str, accord: Accord, write: Write) -> None:
    done = accord("agree", write("a.csv", APART), "-c", name)
    assert done.code == 2
    assert "there is no category 'Adverb'" in done.err


def test_a_matrix_of_categories_changes_the_signature_with_any_number(accord: Accord, tmp_path: Path) -> None:
    units, matrix = tmp_path / "u.csv", tmp_path / "m.csv"
    units.write_text("annotator,category,start,end\na,X,0,9\nb,Y,0,9\na,X,20,29\nb,X,20,29\n", encoding="utf-8")
    signatures = set()
    for distance in ("0.5", "0.25"):
        matrix.write_text(f",X,Y\nX,0,{distance}\nY,{distance},0\n", encoding="utf-8")
        done = accord("agree", units, "-c", "gamma", "-d", matrix, "--json")
        signatures.add(done.json["results"][0]["signature"])
    assert len(signatures) == 2
    assert all("|categories:matrix:m.csv@" in signature for signature in signatures)
