"""Repairs crossed with seeds: the design of Palen-Michel, Holley & Lignos 2021."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from statistics import mean, stdev
from typing import TYPE_CHECKING

import pytest

import accord
from accord.agreement.result import Undefined
from accord.reporting.crossed_repairs import crossed_tables, paper_tables
from accord.scoring.counts import Counts
from accord.scoring.crossed_repairs import Reading, crossed_repairs
from tests.build import run_of, scores_of

if TYPE_CHECKING:
    from accord.scoring.scores import Scores


def crossed(f1: dict[str, dict[str, list[int]]], invalid: dict[str, list[int]]) -> Scores:
    """Systems whose runs have these F1 in per mille, by repair, and so many invalid transitions."""
    runs = {
        system: [
            replace(run_of([Counts(1000, 1000, correct)]), repair=method, invalid=invalid[system][number])
            for method, values in by_method.items()
            for number, correct in enumerate(values)
        ]
        for system, by_method in f1.items()
    }
    made = scores_of(runs)
    count = {system: len(invalid[system]) for system in f1}
    named = [
        replace(run, file=f"{system} {number % count[system]}")
        for system, own in runs.items()
        for number, run in enumerate(own)
    ]
    systems = {system: [f"{system} {number}" for number in range(count[system])] for system in f1}
    return replace(made, runs=tuple(named), systems=systems, repair="begin+discard")


TWO = crossed(
    {
        "A": {"begin": [500, 520, 540], "discard": [600, 620, 640]},
        "B": {"begin": [610, 630, 650], "discard": [605, 625, 645]},
    },
    {"A": [1, 2, 3], "B": [0, 0, 3]},
)


def test_every_system_and_repair_has_mean_spread_and_range() -> None:
    """A by begin: 52.00, SD 2.00 (deviations -2, 0, 2), from 50.00 to 54.00; its runs have 1, 2 and 3 invalid ones."""
    found = crossed_repairs(TWO)
    each = found.f1[Reading("A", "begin")]
    assert (each.mean, each.lowest, each.highest) == (Fraction(52, 100), Fraction(1, 2), Fraction(54, 100))
    assert each.sd == pytest.approx(0.02)
    assert (found.invalid["A"].mean, found.invalid["A"].sd) == (2, 1)
    assert found.invalid["B"].mean == 1
    assert found.invalid["B"].sd == pytest.approx(stdev([0, 0, 3]))


def test_differences_between_repairs_are_tested_over_runs() -> None:
    """A differs by 10 points and no runs overlap: p 2/20, by the normal approximation .0495. Holm: .2, and B has more.

    B: ranks of begin 2, 4, 6 against 1, 3, 5. Of the 20 ways to deal out the ranks, 7 have a sum of 12 or more: p .7.
    """
    a, b = crossed_repairs(TWO).between_repairs
    assert (a.first, a.second) == (("A", "begin"), ("A", "discard"))
    assert a.difference == Fraction(-1, 10)
    assert not isinstance(a.test, Undefined)
    assert not isinstance(b.test, Undefined)
    assert (a.test.p, a.test.p_holm) == (0.1, 0.2)
    assert a.test.p_normal == pytest.approx(0.0495, abs=5e-5)
    assert [b.test.p, b.test.p_holm] == pytest.approx([0.7, 0.7])


def test_systems_are_crossed_with_the_other_repair() -> None:
    """As in Table 8: which system is better depends on who reads it how."""
    first, second = crossed_repairs(TWO).between_systems
    assert (first.first, first.second) == (("A", "begin"), ("B", "discard"))
    assert (second.first, second.second) == (("A", "discard"), ("B", "begin"))
    assert first.difference == Fraction(520 - 625, 1000)
    assert second.difference == Fraction(620 - 630, 1000)


def test_the_layout_of_the_paper() -> None:
    repairs, invalid, systems = paper_tables(crossed_repairs(TWO), "gold.conll")
    assert repairs.columns == ("system", "Begin", "Discard", "Δ", "p")
    assert repairs.rows[0] == ("A", "52.00 ± 2.00", "62.00 ± 2.00", "10.00", "0.1000")
    assert invalid.rows == (("A", "2.00 ± 1.00"), ("B", "1.00 ± 1.73"))
    assert systems.rows[0] == ("A", "Begin", "52.00 ± 2.00", "B", "Discard", "62.50 ± 2.00", "10.50", "0.1000")
    assert "A begin, A discard 0.0495" in repairs.notes[0]


def test_ten_runs_that_do_not_overlap_are_significant_and_bold() -> None:
    """Table 8, Hausa: p .0002 by the normal approximation; exactly 2 of 184,756 ways."""
    low, high = list(range(500, 600, 10)), list(range(700, 800, 10))
    scores = crossed({"hau": {"begin": low, "discard": high}}, {"hau": [15] * 10})
    [difference] = crossed_repairs(scores).between_repairs
    assert not isinstance(difference.test, Undefined)
    assert f"{difference.test.p_normal:.4f}" == "0.0002"
    assert difference.test.p == pytest.approx(2 / 184_756)
    repairs, invalid = paper_tables(crossed_repairs(scores), "gold")
    assert repairs.bold == {(0, 4)}
    assert repairs.rows[0][1:3] == (f"{mean(low) / 10:.2f} ± {stdev(low) / 10:.2f}", f"{mean(high) / 10:.2f} ± 3.03")
    assert invalid.rows == (("hau", "15.00 ± 0.00"),)


def test_single_runs_have_differences_and_no_test() -> None:
    labels = [["O", "I-PER", "O"], ["B-PER", "I-LOC"]]
    gold = [["O", "B-PER", "O"], ["B-PER", "O"]]
    scores = accord.score(gold, {"a": labels, "b": gold}, encoding="BIO", repair=["begin", "discard"])
    found = crossed_repairs(scores)
    assert found.invalid["a"].mean == 2
    assert [each.difference for each in found.between_repairs] == [Fraction(4, 5) - Fraction(2, 3), 0]
    assert all(isinstance(each.test, Undefined) for each in found.between_repairs)
    repairs, *_ = paper_tables(found, "gold")
    assert repairs.rows[0] == ("a", "80.00", "66.67", "13.33", "–")
    assert any("needs two runs of each" in note for table in crossed_tables(found) for note in table.notes)
    payload = scores.to_dict()
    assert payload["repairs"]["between_repairs"][0]["undefined"] == "a rank-sum test needs two runs of each"
    assert payload["systems"] == payload["tests"] == []
    assert "Invalid transitions" in scores.to_latex()


def test_scores_of_several_repairs_are_not_taken_for_those_of_one() -> None:
    gold = [["B-PER", "O"]]
    scores = accord.score(gold, gold, encoding="BIO", all_repairs=True)
    assert list(scores.by_repair()) == ["begin", "discard", "last-type"]
    for ask in (scores.by_system, scores.over_runs, scores.counted, scores.table):
        with pytest.raises(accord.AccordError, match="read by several repairs"):
            ask()
    assert "|repair:discard|" in str(scores.by_repair()["discard"].signature)
