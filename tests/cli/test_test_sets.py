"""The same systems on several test sets: the tables of Palen-Michel, Holley & Lignos 2021 as one command."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import accord as api

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Accord

GOLD = "a\tO\nb\tB-X\n\n" * 5
VALID, INVALID, MISSED = "a\tO\nb\tB-X\n\n", "a\tO\nb\tI-X\n\n", "a\tO\nb\tO\n\n"
SETS = ["--test-sets", "hau,ibo", "--reference", "gold/{set}.conll", "--encoding", "BIO"]
SYSTEMS = ["--system", "A=a/{set}/seed*.conll", "--system", "B=b/{set}-*.conll"]
REPAIRS = ["--repair", "begin", "--repair", "discard"]


def runs(*right: int) -> list[str]:
    """A file for each run, with so many mentions right, the first of them by an invalid sequence."""
    return [INVALID * min(1, count) + VALID * (count - 1) * (count > 0) + MISSED * (5 - count) for count in right]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A on two test sets, B on one."""
    held = {f"gold/{name}.conll": GOLD for name in ("hau", "ibo")}
    for name, right in (("hau", (3, 4, 5)), ("ibo", (1, 2, 3))):
        held |= {f"a/{name}/seed{number}.conll": text for number, text in enumerate(runs(*right))}
    held |= {f"b/hau-{number}.conll": text for number, text in enumerate(runs(1, 1, 2))}
    for path, text in held.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_row_for_each_test_set_in_the_layout_of_the_paper(accord: Accord) -> None:
    """With k of 5 right F1 is 2k / (5 + k) by begin, and 2 (k - 1) / (5 + k - 1) by discard.

    A on hau: 6/8, 8/9, 1 by begin, mean .8796, SD .1253; 4/7, 6/8, 8/9 by discard, mean .7368, SD .1591. On ibo begin
    has 2/6, 4/7, 6/8, mean .5516, and discard 0, 2/6, 4/7, mean .3016. Every run has one invalid transition. The ranks
    of begin are 2.5, 4.5 and 6 both times: 5 of the 20 ways to deal them out have that sum or more, so p is 10/20.
    """
    done = accord("score", *SETS, *SYSTEMS, *REPAIRS, "-f", "markdown")
    assert "| hau | 87.96 ± 12.53 | 73.68 ± 15.91 | 14.29 | 0.5000 |" in done.out
    assert "| ibo | 55.16 ± 20.90 | 30.16 ± 28.70 | 25.00 | 0.5000 |" in done.out
    assert "| test set | A | B |" in done.out
    assert "| hau | 1.00 ± 0.00 | 1.00 ± 0.00 |\n| ibo | 1.00 ± 0.00 | – |" in done.out
    assert "| test set | A Begin | B Discard | Δ | p | A Discard | B Begin | Δ | p |" in done.out
    assert "note: B: no files on ibo" in done.err
    for name in ("hau", "ibo"):
        assert f"{name}: f1|match:exact|avg:micro|enc:BIO|repair:begin+discard|" in done.out.replace("\\", "")


def test_one_measure_has_a_column_for_each_test_set(accord: Accord) -> None:
    out = accord("score", *SETS, *SYSTEMS, "--repair", "begin", "-f", "markdown", "-q").out
    assert "| A | **87.96** ± 12.53 | 55.16 ± 20.90 |" in out
    assert "| B | 41.27 ± 13.75 | – |" in out
    recall = accord("score", *SETS, *SYSTEMS, "--repair", "begin", "--metrics", "recall,f1:X", "-q").out
    assert recall.count("system") >= 2
    assert "80.00 ± 20.00" in recall


def test_json_and_csv_have_every_test_set(accord: Accord) -> None:
    payload = accord("score", *SETS, *SYSTEMS, *REPAIRS, "--json", "-q").json
    assert list(payload["test_sets"]) == ["hau", "ibo"]
    repairs = payload["test_sets"]["hau"]["repairs"]
    assert repairs["systems"][0]["f1"]["begin"]["mean"] == pytest.approx((6 / 8 + 8 / 9 + 1) / 3)
    rows = accord("score", *SETS, *SYSTEMS, "--repair", "begin", "-f", "csv", "-q").out.splitlines()
    assert rows[0].startswith("test_set,system,runs,file,")
    assert {row.partition(",")[0] for row in rows[1:]} == {"hau", "ibo"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["--test-sets", "hau", "-r", "gold/hau.conll", *SYSTEMS],
            "--test-sets names test sets for which {set} stands",
        ),
        ([*SETS, "a/hau/seed0.conll"], "--test-sets names test sets for which {set} stands"),
        ([*SETS, "--system", "A=a/hau/seed*.conll"], "write {set} where the name of the test set stands"),
        ([*SETS, "--system", "A=none/{set}*"], "A: there is no file on any of the test sets hau, ibo"),
        ([*SETS, *SYSTEMS, "--schemas"], "--schemas is for one test set"),
        ([*SETS, *SYSTEMS, "-f", "conlleval"], "conlleval's layout is for one run"),
        (["--test-sets", "hau,none", *SETS[2:], *SYSTEMS, "--repair", "begin"], "cannot read gold/none.conll"),
    ],
)
def test_what_is_not_understood_is_refused(accord: Accord, arguments: list[str], said: str) -> None:
    done = accord("score", *arguments, "-q")
    assert done.code != 0
    assert said in done.err
    assert "Traceback" not in done.err


def test_the_same_from_python(accord: Accord) -> None:
    found = api.score_test_sets(
        {"hau": "gold/hau.conll", "ibo": "gold/ibo.conll"},
        {"hau": {"A": "a/hau", "B": "b/hau-*.conll"}, "ibo": {"A": "a/ibo"}},
        encoding="BIO",
        repair=["begin", "discard"],
    )
    printed = accord("score", *SETS, *SYSTEMS, *REPAIRS, "--json", "-q").json
    assert json.loads(found.to_json()) == printed
    assert found.systems == ["A", "B"]
    assert "\\begin{table}" in found.to_latex()
    assert len(found.to_records()) > 10


def test_from_python_what_is_not_understood_is_refused() -> None:
    gold = [["B-X", "O"]]
    with pytest.raises(api.AccordError, match="a mapping of test sets is needed, not a list"):
        api.score_test_sets([gold], {"a": gold})  # type: ignore[arg-type]
    with pytest.raises(api.AccordError, match="the test set b has no reference"):
        api.score_test_sets({"a": gold}, {"a": gold, "b": gold})
    with pytest.raises(api.AccordError, match="the test set a has no predictions"):
        api.score_test_sets({"a": gold}, {"b": gold})
    with pytest.raises(api.AccordError, match="do not hold the same: a is scored by f1, b by accuracy"):
        api.score_test_sets({"a": gold, "b": [["DT"]]}, {"a": gold, "b": [["DT"]]})
