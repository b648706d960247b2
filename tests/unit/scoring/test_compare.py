"""Tests between systems do not depend on the order in which these are given."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import accord
from accord.errors import UsageError
from accord.reporting.compare import compare_table

if TYPE_CHECKING:
    from accord.scoring.compare import Comparison

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"
HOW: dict[str, Any] = {"encoding": "BIO", "repair": "begin", "resamples": 200}


def files(system: str, *runs: int) -> list[Path]:
    return [HARBOUR / "systems" / f"{system}-{run}.conll" for run in runs]


def pairs(systems: dict[str, list[Path]], measure: str) -> dict[tuple[str, str], Comparison]:
    found = accord.compare(HARBOUR / "reference.conll", systems, measure=measure, **HOW)
    return {(each.first, each.second): each for each in found.comparisons}


@pytest.mark.parametrize("measure", ["f1", "macro-f1"])
def test_the_order_of_systems_and_of_runs_makes_no_difference(measure: str) -> None:
    one = pairs({"a": files("beacon", 1, 2, 3), "b": files("lantern", 1, 2, 3)}, measure)["a", "b"]
    other = pairs({"b": files("lantern", 3, 1, 2), "a": files("beacon", 2, 3, 1)}, measure)["b", "a"]
    assert (one.p, one.p_bootstrap, one.p_holm) == (other.p, other.p_bootstrap, other.p_holm)
    assert one.difference == pytest.approx(-other.difference)  # type: ignore[operator]
    assert one.interval[:2] == pytest.approx((-other.interval[1], -other.interval[0]))  # type: ignore[index]
    assert (one.first_value, one.second_value) == pytest.approx((other.second_value, other.first_value))


def test_other_systems_make_no_difference_but_for_holm() -> None:
    systems = {"a": files("beacon", 1), "b": files("lantern", 1), "c": files("lantern", 2)}
    alone = pairs({name: systems[name] for name in "ac"}, "f1")["a", "c"]
    for order in permutations(systems):
        found = pairs({name: systems[name] for name in order}, "f1")
        each = found.get(("a", "c")) or found["c", "a"]
        assert (each.p, each.p_bootstrap) == (alone.p, alone.p_bootstrap)


def test_a_system_does_not_differ_from_itself() -> None:
    found = pairs({"a": files("beacon", 1, 2), "b": files("beacon", 2, 1)}, "f1")["a", "b"]
    assert (found.difference, found.p, found.interval[:2]) == (0, 1, (0, 0))  # type: ignore[index]


def test_thousands_of_types_are_compared_by_what_needs_no_table_of_them() -> None:
    """A table of 4,000 sentences with three counts of 4,000 types would take 384 MB for each run."""
    gold = [[f"B-T{number}"] for number in range(4_000)]
    systems = {"all": gold, "half": [*gold[:2_000], *[["O"]] * 2_000]}
    (pair,) = accord.compare(gold, systems, encoding="BIO", resamples=100).comparisons
    assert pair.difference == pytest.approx(1 / 3)
    with pytest.raises(UsageError, match=r"^macro-f1: there are too many different labels"):
        accord.compare(gold, systems, encoding="BIO", measure="macro-f1")
    assert accord.score(gold, systems, encoding="BIO").runs[1].macro.recall == Fraction(1, 2)


def test_systems_with_unions_of_other_sizes_are_exchanged_in_the_same_steps() -> None:
    """Of the eight exchanges of three items two lie as far out: p is 1/4, where halves counted as wholes gave 3/4."""
    gold = {"1": {"a", "b"}, "2": {"b"}, "3": {"b", "c"}, "4": {"a", "c"}}
    other = {"1": {"a", "b"}, "2": {"b", "c"}, "3": {"b"}, "4": {"c"}}
    (pair,) = accord.compare(gold, {"other": other, "same": gold}, measure="jaccard").comparisons
    assert pair.difference == pytest.approx(-3 / 8)
    assert pair.p == pytest.approx(1 / 4, abs=0.02)


@pytest.mark.parametrize(("differing", "said"), [(1, "1.0000"), (4, "0.1250"), (5, "0.0625"), (6, None)])
def test_it_is_said_where_so_few_sentences_differ_that_p_says_nothing(differing: int, said: str | None) -> None:
    gold = [["B-PER", "O"] for _ in range(9)]
    lacking = [["O", "O"] if number < differing else labels for number, labels in enumerate(gold)]
    compared = accord.compare(gold, {"all": gold, "some": lacking}, encoding="BIO", resamples=2000)
    (pair,) = compared.comparisons
    assert pair.p == pytest.approx(pair.smallest_p, abs=0.02)  # all that differs speaks for one of them
    notes = [note for note in compare_table(compared).notes if "p cannot be smaller" in note]
    assert [note.rpartition(" ")[2] for note in notes] == ([] if said is None else [said])
