"""Systems and some of their measures, as a table for a paper."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.agreement.result import Undefined
from accord.reporting.score import score_tables
from accord.reporting.system_table import paper_table, short_systems
from accord.reporting.table import as_latex, as_markdown
from accord.scoring.formula import Formula
from accord.scoring.seeds import distribution
from accord.scoring.system_scores import StatedMeasure
from accord.scoring.system_table import Cell, SystemTable

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"
FILES = [str(HARBOUR / "systems" / f"{name}-{run}.conll") for name in ("beacon", "lantern") for run in (1, 2, 3)]
HOW: dict[str, Any] = {"encoding": "BIO", "repair": "begin"}
GOLD = [["B-PER", "I-PER", "O"], ["B-LOC", "O"], ["O", "B-PER"]]
MISSED = [["B-PER", "I-PER", "O"], ["O", "O"], ["O", "B-PER"]]


@pytest.fixture(scope="module")
def harbour() -> Any:
    return accord.score(HARBOUR / "reference.conll", FILES, per_sentence="types", **HOW)


def test_a_cell_is_the_mean_and_its_spread_over_runs(harbour: Any) -> None:
    """F1 of beacon: 274/339, 274/341 and 270/340; their mean is .80196, their standard deviation .0072."""
    table = harbour.table("f1", against=None)
    cell = table.cells["beacon"]["f1"]
    assert cell.over_runs.values == (Fraction(274, 339), Fraction(274, 341), Fraction(270, 340))
    assert cell.value == sum(cell.over_runs.values) / 3
    assert paper_table(table).rows[0] == ("beacon", "80.20 ± 0.72")


@pytest.mark.parametrize("measure", ["f1", "precision", "macro-f1", "recall:PER"])
def test_p_is_that_of_a_comparison(harbour: Any, measure: str) -> None:
    compared = accord.compare(HARBOUR / "reference.conll", FILES, measure=measure, **HOW)
    table = harbour.table(measure)
    assert table.cells["lantern"][measure].p == compared.comparisons[0].p_holm
    assert isinstance(table.cells["beacon"][measure].p, Undefined)
    named = harbour.table(measure, against="lantern")
    assert named.cells["beacon"][measure].p == compared.comparisons[0].p_holm


def test_p_of_three_systems_is_corrected_for_all_pairs() -> None:
    systems = {"a": FILES[0], "b": FILES[1], "c": FILES[3]}
    compared = accord.compare(HARBOUR / "reference.conll", systems, **HOW)
    table = accord.score(HARBOUR / "reference.conll", systems, per_sentence="types", **HOW).table("f1")
    p = {pair.second: pair.p_holm for pair in compared.comparisons if pair.first == "a"}
    assert {system: table.cells[system]["f1"].p for system in "bc"} == p


def test_the_interval_of_a_single_run_is_the_one_that_is_shown_elsewhere() -> None:
    scores = accord.score(HARBOUR / "reference.conll", FILES[0], per_sentence="types", **HOW)
    assert scores.table().cells["beacon"]["f1"].interval == scores.run.intervals["f1"]
    assert paper_table(scores.table("f1")).rows == (("beacon", "80.83 [74.26, 86.03]"),)
    assert paper_table(scores.table("f1", spread="none")).rows == (("beacon", "80.83"),)


@pytest.mark.parametrize(("spread", "shown"), [("se", "80.20 ± 0.42"), ("interval", "80.20 [78.41, 81.98]")])
def test_what_stands_beside_a_mean(harbour: Any, spread: str, shown: str) -> None:
    assert paper_table(harbour.table("f1", spread=spread)).rows[0][1] == shown


def test_ties_are_all_bold_and_the_rest_is_not() -> None:
    scores = accord.score(GOLD, {"a": GOLD, "b": GOLD, "c": MISSED}, encoding="BIO", per_sentence="types")
    table = paper_table(scores.table("f1", "recall"))
    assert table.bold == {(0, 1), (1, 1), (0, 2), (1, 2)}
    assert as_markdown(table).count("**") == 8
    assert as_latex(table).count("\\textbf{100.00}") == 4


def test_the_lowest_is_best_where_lower_is_better() -> None:
    """Equal means share the first place, also where they differ behind what is printed."""
    formula = Formula(lambda totals: totals[:, 0], bounds=(0.0, float("inf")), lower_is_better=True, in_percent=False)
    values: dict[str, Fraction | Undefined] = {
        "a": Fraction(1, 3),
        "b": Fraction(333, 1000),
        "c": Fraction(1),
        "d": Undefined("nothing was said"),
    }
    cells = {
        system: {"mae": Cell(distribution([StatedMeasure("mae", value, formula).value], formula), Undefined(""), 0.01)}
        for system, value in values.items()
    }
    table = SystemTable(
        reference="gold",
        systems={system: [system] for system in values},
        formulas={"mae": formula},
        cells=cells,
        spread="none",
        against="best",
        untested={},
        unit="item",
        signature=accord.score(GOLD, GOLD, encoding="BIO").signature,
    )
    shown = paper_table(table)
    assert shown.columns == ("system", "MAE ↓")
    assert [row[1] for row in shown.rows] == ["0.33†", "0.33†", "1.00†", "–"]
    assert shown.bold == {(0, 1), (1, 1)}
    assert "undefined: nothing was said" in shown.notes
    assert "percent" not in shown.caption


def test_names_are_as_short_as_they_can_be() -> None:
    assert list(short_systems(["a/bert/test.conll", "a/xlmr/test.conll"]).values()) == ["bert", "xlmr"]
    assert list(short_systems(["a/test.conll", "b/dev.conll"]).values()) == ["a/test", "b/dev"]
    assert list(short_systems(["a.conll", "a.txt"]).values()) == ["a.conll", "a.txt"]
    assert list(short_systems(["systems/only.conll"]).values()) == ["only"]
    assert list(short_systems(["a", "a/b"]).values()) == ["a", "a/b"]
    assert short_systems([]) == {}


def test_every_kind_has_such_a_table(tmp_path: Path) -> None:
    scores = accord.score([["DT", "NN"], ["NN", "VB"]], {"a": [["DT", "NN"], ["NN", "NN"]], "b": [["NN", "NN"]] * 2})
    table = scores.table("accuracy", "precision")
    assert paper_table(table).rows[0][1].startswith("75.00")
    assert [record["measure"] for record in table.to_records()] == ["accuracy"] * 2 + ["precision"] * 2
    assert table.to_dict()["systems"][0]["measures"]["accuracy"]["value"] == 0.75
    assert "\\begin{table}" in scores.to_latex()
    assert "accuracy" in scores.to_markdown()


def test_what_was_not_kept_is_not_tested_and_that_is_said() -> None:
    scores = accord.score(GOLD, {"a": GOLD, "b": MISSED}, encoding="BIO")
    table = scores.table("f1", "accuracy", "f1:LOC")
    assert table.against is None
    assert "per_sentence='types'" in table.untested["f1"]
    assert [cells["f1:LOC"].value for cells in table.cells.values()] == [1, 0]
    with pytest.raises(accord.AccordError, match="per_sentence='types'"):
        scores.counted()


@pytest.mark.parametrize(
    ("measures", "options", "said"),
    [
        (["f2"], {}, "there is no measure 'f2'"),
        (["f1:NONE"], {}, "there is no label 'NONE'"),
        ([], {"spread": "sde"}, "spread='sde': did you mean"),
        ([], {"against": "nobody"}, "against='nobody'"),
    ],
)
def test_what_is_not_understood(harbour: Any, measures: list[str], options: dict[str, Any], said: str) -> None:
    with pytest.raises(accord.AccordError, match=said):
        harbour.table(*measures, **options)


def test_different_numbers_of_runs_are_not_tested() -> None:
    scores = accord.score(GOLD, {"a": [GOLD, GOLD], "b": MISSED}, encoding="BIO", per_sentence="types")
    shown = paper_table(scores.table("f1"))
    assert any("different numbers of runs" in note for note in shown.notes)
    assert [row[1] for row in shown.rows] == ["100.00 ± 0.00", "80.00 [20.82, 98.38]"]


def test_systems_with_other_tokens_are_compared_on_what_all_have() -> None:
    annotators = {name: HARBOUR / "annotators" / f"{name}.conll" for name in ("ada", "chloe")}
    how = HOW | {"align_tokens": True}
    scores = accord.score(HARBOUR / "reference.conll", annotators, per_sentence="types", **how)
    table = scores.table("f1")
    compared = accord.compare(HARBOUR / "reference.conll", annotators, **how)
    p = {cell["f1"].p for cell in table.cells.values() if not isinstance(cell["f1"].p, Undefined)}
    assert p == {compared.comparisons[0].p_holm}
    assert "Tokens that could not be aligned with the reference are left out." in scores.to_latex()


def test_what_chance_leaves_is_a_column() -> None:
    scores = accord.score(
        HARBOUR / "reference.conll", FILES[:1] + FILES[3:4], by_file=True, per_sentence="types", **HOW
    )
    with pytest.raises(accord.AccordError, match="corrected-f1 is corrected for chance: say how"):
        scores.table("corrected-f1")
    from accord.verbs.chance import correction

    found = accord.score_beyond_chance(HARBOUR / "reference.conll", FILES[:1] + FILES[3:4], by_file=True, **HOW)
    table = scores.table("corrected-f1", corrected=correction())
    values = [cells["corrected-f1"].value for cells in table.cells.values()]
    assert values == pytest.approx([run.measured.value for run in found.parts[0].runs])


def test_a_label_that_does_not_occur_is_said_to_be_one() -> None:
    scores = accord.score(GOLD, {"a": GOLD, "b": MISSED}, encoding="BIO", per_sentence="types")
    with pytest.raises(accord.AccordError, match="there is no label 'per': did you mean PER"):
        scores.table("f1:per")


def caption_of(*measures: str, **systems: Any) -> str:
    scores = accord.score(HARBOUR / "reference.conll", systems, per_sentence="types", **HOW)
    return paper_table(scores.table(*measures)).caption


def test_a_caption_says_no_more_than_was_tested() -> None:
    """Systems of three runs and of one cannot be exchanged, and invalid transitions are known of totals only."""
    beacon, lantern = FILES[:3], FILES[3:]
    assert "differs" not in caption_of("f1", a=beacon, b=lantern[0])
    both = caption_of("f1", "invalid", a=beacon, b=lantern)
    assert "No system that was tested differs" in both
    assert both.endswith("Not tested: invalid transitions.")
    three = caption_of("f1", a=beacon[0], b=lantern[0], c=lantern[1:])
    assert "No system that was tested differs" in three
    assert three.endswith("Not tested: micro F1 of c.")
    assert "Not tested" not in caption_of("f1", a=beacon, b=lantern)


def test_a_caption_says_what_intervals_are_over_and_what_is_in_percent() -> None:
    beacon, lantern = FILES[:3], FILES[3]
    scores = accord.score(HARBOUR / "reference.conll", {"a": beacon, "b": lantern}, per_sentence="types", **HOW)
    mixed = paper_table(scores.table("f1", spread="interval")).caption
    assert "in percent, 1 to 3 runs of each system, [95% interval over runs, of a single run over sentences]" in mixed
    usual = paper_table(scores.table("f1", "invalid")).caption
    assert "in percent (not invalid transitions)" in usual
    assert "± standard deviation over runs (n - 1), [95% interval over sentences]" in usual


def test_a_table_says_why_a_value_is_undefined_and_nothing_of_averages_that_it_lacks(harbour: Any) -> None:
    scores = accord.score(GOLD, {"a": GOLD, "b": [["O"] * len(each) for each in GOLD]}, encoding="BIO")
    assert "undefined: nothing was predicted" in paper_table(scores.table("precision")).notes
    about_averages = "in macro and weighted"
    tables = {name: next(score_tables(harbour, paper=harbour.table(name))) for name in ("f1", "macro-f1")}
    assert {name: about_averages in "".join(each.notes) for name, each in tables.items()} == {
        "f1": False,
        "macro-f1": True,
    }
