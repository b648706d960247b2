"""What one system has right and another wrong: counts by brute force, examples with both answers, and refusals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord as api
from accord.errors import UsageError
from accord.scoring.counts import Counts
from accord.scoring.examples import Example, Outcomes, differences
from accord.scoring.instances import MISSED, RIGHT, SPURIOUS, WRONG, Instance
from tests.unit.scoring.test_breakdown import GOLD, HARBOUR, SYSTEM, mentions, run_of

OTHER = str(HARBOUR / "annotators" / "bram.conll")
LABELS = ("O", "B-PER", "B-LOC")


def test_counts_by_brute_force() -> None:
    gold, ours, theirs = (
        {(*place, type_) for place, (type_, _) in mentions(file).items()} for file in (GOLD, SYSTEM, OTHER)
    )
    universe = gold | ours | theirs
    right = [{thing for thing in universe if (thing in gold) == (thing in side)} for side in (ours, theirs)]
    expected = Outcomes(
        len(right[0] & right[1]),
        len(right[0] - right[1]),
        len(right[1] - right[0]),
        len(universe - right[0] - right[1]),
    )
    (found,) = api.compare(GOLD, [SYSTEM, OTHER], examples=3, resamples=9).differences
    assert found.total == expected
    per = [{thing for thing in each if thing[3] == "PER"} for each in (universe, *right)]
    assert found.labels["PER"].both == len(per[0] & per[1] & per[2])
    assert len(found.only(first=True)) == len(found.only(first=False)) == 3
    assert [each.place.line for each in found.only(first=True) if each.place and each.place.line] == sorted(
        each.place.line for each in found.only(first=True) if each.place and each.place.line
    )


SENTENCES = st.lists(
    st.lists(st.tuples(*[st.sampled_from(LABELS)] * 3), min_size=1, max_size=4), min_size=2, max_size=5
)


@given(SENTENCES)
def test_who_is_right_adds_up_to_both_scores(sentences: list[list[tuple[str, str, str]]]) -> None:
    gold, ours, theirs = ([[row[side] for row in rows] for rows in sentences] for side in range(3))
    if not any(label != "O" for rows in (*gold, *ours, *theirs) for label in rows):
        return
    compared = api.compare(gold, {"a": ours, "b": theirs}, encoding="BIO", resamples=9, examples=100)
    (found,) = compared.differences
    first, second = (run.measure("f1").counts or Counts() for (run,) in compared.scores.counted().values())
    both, only_first, only_second, neither = found.total
    # of reference + spurious of a or b, a is wrong about what it missed and what it made up
    assert only_second + neither == first.reference + first.predicted - 2 * first.correct
    assert only_first + neither == second.reference + second.predicted - 2 * second.correct
    assert both + only_first >= first.correct
    swapped = api.compare(gold, {"b": theirs, "a": ours}, encoding="BIO", resamples=9, examples=100).differences[0]
    assert swapped.total == Outcomes(both, only_second, only_first, neither)
    assert {each[1:5] for each in swapped.only(first=True)} == {each[1:5] for each in found.only(first=False)}


def test_both_answers_are_shown() -> None:
    first = [
        Instance(0, "PER", MISSED, (0, 2), "Ada Low", 2, None, "PER Ada", "[Ada Low] sails"),
        Instance(0, "PER", SPURIOUS, (0, 1), "Ada", 1, None, "PER Ada Low"),
        Instance(1, "LOC", SPURIOUS, (3, 4), "Overdue"),
        Instance(1, "a", WRONG, (5, 6), "x", other="b"),
    ]
    second = [
        Instance(0, "PER", RIGHT, (0, 2), "Ada Low", 2, None, "", "[Ada Low] sails"),
        Instance(1, "a", RIGHT, (5, 6), "x"),
    ]
    found = differences(("a", "b"), (run_of(first, 2), run_of(second, 2)), 9)
    assert found.total == Outcomes(0, 0, 4, 0)
    assert found.examples == (
        Example(False, "PER", None, "Ada Low", "PER", "PER Ada", "PER", "[Ada Low] sails"),
        Example(False, "LOC", None, "Overdue", "", "LOC", "", ""),
        Example(False, "a", None, "x", "a", "b", "a", ""),
    )


def test_runs_and_things_without_names_are_refused() -> None:
    files = [str(HARBOUR / "systems" / f"{name}.conll") for name in ("beacon-2", "beacon-3", "lantern-1")]
    with pytest.raises(UsageError, match="beacon has 2 runs"):
        api.compare(GOLD, files, repair="begin", examples=2, resamples=9)
    with pytest.raises(UsageError, match="examples"):
        api.compare(GOLD, files, repair="begin", examples=-1)
    nameless = run_of([Instance(0, "a", RIGHT)], 1)
    with pytest.raises(UsageError, match="not known which"):
        differences(("a", "b"), (nameless, nameless), 3)
