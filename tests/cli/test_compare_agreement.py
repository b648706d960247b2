"""``accord compare-agreement`` on every kind of annotation of the example campaign."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Accord

EXAMPLES = Path(__file__).parents[2] / "examples"


def copies(tmp_path: Path, source: Path) -> list[Path]:
    """Two rounds with the same files; in the second one the first annotator's work is the second's."""
    rounds = [tmp_path / "round1", tmp_path / "round2"]
    for each in rounds:
        shutil.copytree(source, each) if source.is_dir() else shutil.copy(source, each.with_suffix(source.suffix))
    if not source.is_dir():
        return [each.with_suffix(source.suffix) for each in rounds]
    ending = next(source.glob("ada.*")).suffix
    if (rounds[1] / f"bram{ending}").exists():
        shutil.copy(rounds[1] / f"ada{ending}", rounds[1] / f"bram{ending}")
    return rounds


@pytest.mark.parametrize(
    ("source", "options", "kind"),
    [
        ("harbour/urgency.csv", (), "labels"),
        ("harbour/annotators", ("--repair", "begin"), "spans"),
        ("harbour/annotators", ("-c", "alpha"), "labels"),
        ("harbour/trees", (), "trees"),
        ("harbour/radio.csv", ("-c", "gamma", "--samples", "10"), "units"),
        ("relations", (), "relations"),
    ],
)
def test_every_kind_is_compared_by_the_same_numbers(
    accord: Accord, tmp_path: Path, source: str, options: tuple[str, ...], kind: str
) -> None:
    """The values are those of ``accord agree`` on each round; of one that is a file both rounds are the same."""
    rounds = copies(tmp_path, EXAMPLES / source)
    (tmp_path / "round1" / "README.md").unlink(missing_ok=True)
    (tmp_path / "round2" / "README.md").unlink(missing_ok=True)
    found = accord("compare-agreement", *rounds, *options, "--json", "-q", "--resamples", 200)
    assert found.code == 0, found.err
    told = found.json
    assert told["kind"] == kind
    (whole,) = told["comparisons"]
    for which, path in (("first_value", rounds[0]), ("second_value", rounds[1])):
        alone = accord("agree", path, *options, "--json", "-q").json
        assert whole[which] == pytest.approx(alone["results"][0]["value"], abs=1e-9)
    assert whole["difference"] == whole["second_value"] - whole["first_value"]
    if rounds[0].is_dir():
        assert whole["difference"] > 0
        assert whole["these_annotators"]["interval"]["low"] < whole["difference"]
        assert 0 < whole["p_exchange"] <= 1
    else:
        assert whole["difference"] == 0


def test_a_column_tells_the_rounds_of_a_file(accord: Accord, tmp_path: Path) -> None:
    rows = (EXAMPLES / "harbour" / "urgency.csv").read_text().splitlines()
    both = [f"{rows[0]},guideline", *(f"{row},v1" for row in rows[1:]), *(f"{row},v2" for row in rows[1:])]
    path = tmp_path / "both.csv"
    path.write_text("\n".join([*both, ""]))
    found = accord("compare-agreement", path, "--by", "guideline")
    assert found.code == 0
    assert "85 of both" in found.out
    assert "value in v1" in found.out
    refused = accord("compare-agreement", path, "--by", "version")
    assert refused.code == 2
    assert "--by version: choose from item, annotator, label, guideline" in refused.err
    one = accord("compare-agreement", path)
    assert one.code == 2
    assert "--by COLUMN" in one.err


def test_tables_json_and_csv_say_the_same(accord: Accord, tmp_path: Path) -> None:
    rounds = copies(tmp_path, EXAMPLES / "harbour" / "annotators")
    given = ("compare-agreement", *rounds, "-c", "alpha", "--resamples", 100, "-q")
    value = accord(*given, "--json").json["comparisons"][0]["difference"]
    assert f"+{value:.4f}" in accord(*given).out
    assert repr(value) in accord(*given, "-f", "csv").out
    assert f"{value:.4f}" in accord(*given, "-f", "latex").out


def test_a_round_by_one_annotator_is_not_left_out_in_silence(accord: Accord, tmp_path: Path) -> None:
    for name, labels in (("alone", "x,"), ("before", "x,y"), ("after", "x,x")):
        rows = "".join(f"{item},{labels if item % 2 else 'y,y'}\n" for item in range(12))
        text = "item,ada,bram\n" + (rows if name != "alone" else rows.replace("y,y", "y,"))
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    alone, before, after = (tmp_path / f"{name}.csv" for name in ("alone", "before", "after"))
    said = "alone is not compared: it has 0 items by two annotators or more, and it takes two"
    done = accord("compare-agreement", alone, before, after)
    assert done.code == 0
    assert said in done.err
    refused = accord("compare-agreement", alone, after)
    assert refused.code == 2
    assert said in refused.err
