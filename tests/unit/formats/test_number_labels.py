"""Labels that are numbers as programs for tables write them: the same agreement as of the frame they come from."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pytest

from accord.formats.number_labels import GAPS, number_labels
from accord.model import ItemLabels, Severity
from accord.verbs.agree import agree
from accord.verbs.read import read

if TYPE_CHECKING:
    from pathlib import Path

Lay = Callable[[Mapping[str, str | bytes]], list[str]]
HEAD = "item,annotator,label\n"


def labels(paths: list[str]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for (_, who), held in read(paths).annotations.items():
        assert isinstance(held, ItemLabels)
        found.setdefault(who, {}).update(held.labels)
    return found


@pytest.mark.parametrize("gap", sorted(GAPS))
def test_a_gap_among_numbers_is_no_answer(lay: Lay, gap: str) -> None:
    paths = lay({"t.csv": f"{HEAD}s1,ada,1.0\ns1,bram,1\ns2,ada,{gap}\ns2,bram,2\ns3,ada,2.0\ns3,bram,{gap}\n"})
    assert labels(paths) == {"ada": {"s1": "1", "s3": "2"}, "bram": {"s1": "1", "s2": "2"}}
    corpus = read(paths)
    assert f"labels are numbers, so {gap!r} is no answer" in corpus.assumptions
    assert not corpus.findings


@pytest.mark.parametrize("layout", ["wide", "long", "files"])
@pytest.mark.parametrize("gap", ["", "NA", "nan"])
def test_pandas_and_files_of_pandas_give_the_same_agreement(tmp_path: Path, layout: str, gap: str) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    rng = random.Random(3)
    truth = [rng.randint(1, 5) for _ in range(40)]
    columns = {
        who: [None if rng.random() < 0.2 else each if rng.random() < 0.7 else rng.randint(1, 5) for each in truth]
        for who in ("ada", "bram", "chloe")
    }
    frame = pandas.DataFrame({"item": [f"s{number}" for number in range(40)], **columns})
    expected = agree(frame)["alpha"].value
    long = frame.melt("item", var_name="annotator", value_name="label")
    if layout == "wide":
        frame.to_csv(tmp_path / "t.csv", index=False, na_rep=gap)
    elif layout == "long":
        long.to_csv(tmp_path / "t.csv", index=False, na_rep=gap)
    else:
        for who, part in long.groupby("annotator"):
            part[["item", "label"]].to_csv(tmp_path / f"{who}.csv", index=False, na_rep=gap)
    assert agree(sorted(map(str, tmp_path.glob("*.csv"))))["alpha"].value == expected


def test_a_mark_of_one_number_has_an_empty_cell_for_its_absence(lay: Lay) -> None:
    corpus = read(lay({"t.csv": HEAD + "s1,ada,1\ns1,bram,\ns2,ada,\ns2,bram,\n"}))
    assert [(each.code, str(each.place)) for each in corpus.findings] == [("empty-answer", "t.csv:3")]
    assert "and in 2 other rows" in corpus.findings[0].message
    assert {len(held.labels) for held in corpus.annotations.values() if isinstance(held, ItemLabels)} == {2}


def test_an_empty_label_among_names_counts_and_is_a_warning(lay: Lay) -> None:
    paths = lay({"t.csv": HEAD + "s1,ada,yes\ns1,bram,\ns2,ada,no\ns2,bram,no\n"})
    assert labels(paths)["bram"] == {"s1": "", "s2": "no"}
    (finding,) = read(paths).findings
    assert (finding.code, str(finding.place)) == ("empty-answer", "t.csv:3")


def test_of_several_labels_of_an_item_the_gap_does_not_count(lay: Lay) -> None:
    paths = lay({"t.csv": HEAD + "s1,ada,\ns1,ada,2\ns2,ada,3\ns2,ada,NA\ns1,bram,2\ns2,bram,1\n"})
    assert labels(paths) == {"ada": {"s1": "2", "s2": "3"}, "bram": {"s1": "2", "s2": "1"}}
    assert read(paths).findings == ()


def test_json_and_tables_take_gaps_alike(lay: Lay) -> None:
    records = [("s1", "ada", "1"), ("s1", "bram", "2"), ("s2", "ada", ""), ("s2", "bram", "2")]
    keys = ("item", "annotator", "label")
    lines = "\n".join(json.dumps(dict(zip(keys, record, strict=True))) for record in records)
    table = HEAD + "".join(f"{','.join(record)}\n" for record in records)
    assert labels(lay({"t.jsonl": lines})) == labels(lay({"t.csv": table}))


@pytest.mark.parametrize("gap", ["NA", "NaN", "nan", "<NA>", "NULL", "None", "N/A", "#N/A"])
def test_a_gap_among_names_is_pointed_out(lay: Lay, gap: str) -> None:
    """What R and pandas write for a gap was a label on which annotators agree or not, without a word."""
    path = lay({"t.csv": f"item,ada,bram\ns1,yes,{gap}\ns2,no,no\ns3,yes,yes\ns4,no,yes\n"})
    (found,) = read(path).findings
    assert (found.code, found.severity) == ("gap-label", Severity.WARNING)
    assert found.message.startswith(f"{gap!r} counts as a label")
    emptied = lay({"e.csv": "item,ada,bram\ns1,yes,\ns2,no,no\ns3,yes,yes\ns4,no,yes\n"})
    assert agree(path, missing=[gap])["alpha"].value == agree(emptied)["alpha"].value


def test_decimal_commas_are_numbers_and_sets_of_codes_are_sets(lay: Lay) -> None:
    numbers = "item;ada;bram\ns1;1,5;1,5\ns2;2,5;3\ns3;3,0;3\ns4;4,5;4\n"
    points = numbers.replace(",", ".")
    first, second = agree(lay({"t.csv": numbers})), agree(lay({"p.csv": points}))
    assert first["alpha"].value == second["alpha"].value
    assert first["alpha"].signature.choices["dist"] == "interval"
    corpus = read(lay({"s.csv": "item;ada;bram\ns1;1,2;1,3\ns2;2,3;3\ns3;1;3\ns4;2,3;2,3\n"}))
    assert [each.code for each in corpus.findings] == ["decimal-comma"]
    assert "'1,2' may be a number" in corpus.findings[0].message


@pytest.mark.parametrize(
    ("given", "spelled"),
    [
        (["1,5", "2,5"], {"1,5": "1.5", "2,5": "2.5"}),
        (["3,3", "1,2"], {"3,3": "3.3", "1,2": "1.2"}),
        (["1,05", "2"], {"1,05": "1.05"}),
        (["-1,2", "2"], {"-1,2": "-1.2"}),
        (["1,2", "2,3"], {}),
        (["1,5"], {}),
        (["1,5", "2,5", "a"], {}),
        (["1,5", "2,5", "1,2,3"], {}),
        (["3,0", "3", "4,5"], {"3,0": "3", "3": "3", "4,5": "4.5"}),
    ],
)
def test_what_is_a_decimal_comma(given: list[str], spelled: dict[str, str]) -> None:
    assert number_labels(given).spelled == spelled


def test_signs_and_gaps_that_other_programs_write(lay: Lay) -> None:
    rows = "s1,-1,\N{MINUS SIGN}1\ns2,.,2\ns3,2,2.0\ns4,-2,\N{MINUS SIGN}2\n"
    paths = lay({"t.csv": f"item,ada,bram\n{rows}"})
    assert labels(paths) == {
        "ada": {"s1": "-1", "s3": "2", "s4": "-2"},
        "bram": {"s1": "-1", "s2": "2", "s3": "2", "s4": "-2"},
    }


def test_true_and_false_as_three_programs_write_them(lay: Lay) -> None:
    rows = "".join(f"s{n},{n % 2 == 0},{str(n % 3 == 0).upper()},{str(n % 2 == 0).lower()}\n" for n in range(12))
    corpus = read(lay({"t.csv": f"item,ada,bram,chloe\n{rows}"}))
    given = [[n % 2 == 0, n % 3 == 0, n % 2 == 0] for n in range(12)]
    assert agree(corpus, "alpha").result.value == agree(given, "alpha", rows="items").result.value
    assert "labels are true or false, so True and TRUE are the same" in corpus.assumptions
    assert not corpus.findings


def test_a_gap_beside_true_and_false_is_no_answer(lay: Lay) -> None:
    paths = lay({"t.csv": f"{HEAD}s1,ada,True\ns1,bram,False\ns2,ada,NA\ns2,bram,True\n"})
    assert labels(paths) == {"ada": {"s1": "True"}, "bram": {"s1": "False", "s2": "True"}}
    one = lay({"u.csv": f"{HEAD}s1,ada,true\ns1,bram,true\ns2,ada,NA\ns2,bram,true\n"})
    assert labels(one)["ada"] == {"s1": "true", "s2": "NA"}  # a mark, and another label


def test_two_forms_of_unicode_are_one_label(lay: Lay) -> None:
    rows = "".join(f"s{n},caf\u00e9,cafe\u0301\nt{n},tea,tea\n" for n in range(9))
    corpus = read(lay({"t.csv": f"item,ada,bram\n{rows}"}))
    assert agree(corpus, "alpha").result.value == 1
    assert any("the same label in another form of Unicode, and counted as one" in line for line in corpus.assumptions)


def test_numbers_are_compared_as_numbers_where_it_is_asked_what_names_items(lay: Lay) -> None:
    """A frame without an index column: whole numbers in the first column, decimals beside gaps in the others."""
    rows = [(n * n % 5 + 1, f"{n * n % 7 % 5 + 1}.0", "" if n % 6 == 0 else f"{n % 4 + 1}.0") for n in range(40)]
    corpus = read(lay({"t.csv": "ada,bram,chloe\n" + "".join(f"{','.join(map(str, row))}\n" for row in rows)}))
    assert corpus.annotators == ("ada", "bram", "chloe")
    assert [finding.code for finding in corpus.findings] == ["no-item-column"]


@pytest.mark.parametrize("lines", [True, False])
def test_a_wide_frame_as_json_gives_the_agreement_of_the_frame(tmp_path: Path, lines: bool) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    rng = random.Random(5)
    columns = {who: [rng.choice([1, 2, 3, None]) for _ in range(40)] for who in ("ada", "bram", "chloe")}
    frame = pandas.DataFrame({"item": [f"s{number}" for number in range(40)], **columns})
    path = tmp_path / "t.json"
    frame.to_json(path, orient="records", lines=lines)
    assert agree(path, "alpha").result.value == agree(frame, "alpha").result.value
    two = agree(read(path, label=["ada", "bram"]), "alpha")
    assert two.result.value == agree(frame[["item", "ada", "bram"]], "alpha").result.value


def test_names_of_many_digits_are_as_different_as_they_are_written(lay: Lay) -> None:
    rows = "".join(f"s{n},ada,159000000000000000{n % 3}\ns{n},bram,159000000000000000{n % 2}\n" for n in range(6))
    paths = lay({"t.csv": HEAD + rows})
    assert agree(paths, "observed", distance="nominal").value == pytest.approx(2 / 6)
    assert not [each for each in read(paths).assumptions if "are the same" in each]


def test_long_numbers_that_are_the_same_are_one_label() -> None:
    found = number_labels(["1590000000000000001.0", "1590000000000000001", "1590000000000000000"])
    assert found.spelled == dict.fromkeys(["1590000000000000001.0", "1590000000000000001"], "1590000000000000001")
