"""Breakdowns: groups that add up to the headline, their counts by brute force, and the test against the rest."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import accord
from accord.agreement.resample import benjamini_hochberg
from accord.agreement.result import Undefined
from accord.errors import UsageError
from accord.scoring.breakdown import Breakdown, Group, Grouping, break_down
from accord.scoring.counted_measure import CountedMeasure
from accord.scoring.counted_scores import CountedRun
from accord.scoring.counts import Counts
from accord.scoring.instances import MISSED, RIGHT, SPURIOUS, WRONG, Instance
from accord.scoring.unit_rows import UnitRows

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"
GOLD, SYSTEM, TRAIN = (
    str(HARBOUR / name) for name in ("reference.conll", "systems/beacon-3.conll", "annotators/ada.conll")
)


def run_of(instances: list[Instance], units: int, measure: str = "f1") -> CountedRun:
    rows = [Counts() for _ in range(units)]
    for each in instances:
        rows[each.unit] = rows[each.unit].plus(each.counts)
    headline = CountedMeasure(measure, UnitRows.of(rows))
    return CountedRun("system", {measure: headline}, dict, {}, instances=lambda: instances)


def by_label(run: CountedRun) -> Breakdown:
    return break_down(run, [Grouping("label", lambda _, each: each.label)])[0]


def mentions(path: str) -> dict[tuple[int, int, int], tuple[str, str]]:
    """Every mention of a BIO file with its type and words, by sentence and borders: read without accord."""
    found: dict[tuple[int, int, int], tuple[str, str]] = {}
    number, rows = 0, list[tuple[str, str]]()
    for line in [*Path(path).read_text(encoding="utf-8").splitlines(), ""]:
        if line and not line.startswith(("#", "-DOCSTART-")):
            token, label = line.split("\t")
            rows.append((token, label))
        elif not line and rows:
            for start, (_, label) in enumerate(rows):
                if label.startswith("B-"):
                    end = start + 1
                    while end < len(rows) and rows[end][1] == f"I-{label[2:]}":
                        end += 1
                    found[number, start, end] = label[2:], " ".join(token for token, _ in rows[start:end])
            number, rows = number + 1, []
    return found


def brute_force(group_of: object) -> dict[str, tuple[int, int, int]]:
    gold, system = mentions(GOLD), mentions(SYSTEM)
    assert callable(group_of)
    counts: dict[str, list[int]] = {}
    for side, held in enumerate((gold, system)):
        for (sentence, start, end), (type_, words) in held.items():
            row = counts.setdefault(group_of(end - start, type_, words), [0, 0, 0])
            row[side] += 1
            row[2] += side == 0 and system.get((sentence, start, end), ("",))[0] == type_
    return {name: (row[0], row[1], row[2]) for name, row in counts.items()}


def groups(by: str) -> dict[str, tuple[int, ...]]:
    scores = accord.score(GOLD, SYSTEM, by=by, train=TRAIN if by in {"seen", "frequency"} else None)
    (found,) = scores.breakdowns
    return {group.name: tuple(group.counts) for group in found.groups}


def test_lengths_by_brute_force() -> None:
    assert groups("length") == brute_force(lambda length, *_: str(length) if length < 4 else "4+")
    named = {True: "3+", False: "1-2"}
    assert groups("length:1,3") == brute_force(lambda length, *_: named[length > 2])


def test_labels_by_brute_force() -> None:
    assert groups("label") == brute_force(lambda _, type_, __: type_)


def test_seen_by_brute_force() -> None:
    held = mentions(TRAIN).values()
    both, forms = set(held), {words for _, words in held}

    def seen(_: int, type_: str, words: str) -> str:
        return "seen" if (type_, words) in both else "seen with another label" if words in forms else "unseen"

    assert groups("seen") == brute_force(seen)


def test_frequency_by_brute_force() -> None:
    held = [words for _, words in mentions(TRAIN).values()]

    def often(_: int, __: str, words: str) -> str:
        times = held.count(words)
        return str(times) if times < 2 else "2-4" if times < 5 else "5-9" if times < 10 else "10-99"

    assert groups("frequency") == brute_force(often)


INSTANCES = st.lists(
    st.builds(Instance, st.integers(0, 5), st.sampled_from("abc"), st.sampled_from([RIGHT, MISSED, SPURIOUS])),
    min_size=1,
)


@given(INSTANCES)
def test_groups_add_up_to_the_headline(instances: list[Instance]) -> None:
    run = run_of(instances, 6)
    found = by_label(run)
    total = Counts()
    for group in found.groups:
        total = total.plus(group.counts)
    assert total == run.headline.counts


def slow_p(found: Group, instances: list[Instance], units: int) -> float | None:
    """The test from its definition, with fractions and plain loops."""

    def parts(chosen: list[Instance]) -> tuple[int, int]:
        return 2 * sum(each.counts.correct for each in chosen), sum(sum(each.counts[:2]) for each in chosen)

    inside = [each for each in instances if each.label == found.name]
    outside = [each for each in instances if each.label != found.name]
    above, below = parts(instances)
    value = Fraction(above, below)
    here, rest = parts(inside)[1], parts(outside)[1]
    if not here or not rest:
        return None
    held = min(len({each.unit for each in side}) for side in (inside, outside))
    if held < 2:
        return None

    def off(chosen: list[Instance]) -> Fraction:
        return parts(chosen)[0] - value * parts(chosen)[1]

    apart = [
        off([each for each in inside if each.unit == unit]) / here
        - off([each for each in outside if each.unit == unit]) / rest
        for unit in range(units)
    ]
    squares = sum(off([each]) ** 2 for each in instances) / len(instances)
    independent = squares * (Fraction(len(inside), here**2) + Fraction(len(outside), rest**2))
    error = float(max(sum(each**2 for each in apart), independent)) ** 0.5
    if error < 1e-12:
        return None
    assert sum(apart) == found.difference
    return float(2 * stats.t.sf(abs(float(sum(apart)) / error), held - 1))


@given(INSTANCES)
def test_the_test_is_that_of_its_definition(instances: list[Instance]) -> None:
    for group in by_label(run_of(instances, 6)).groups:
        expected = slow_p(group, instances, 6)
        if expected is None:
            assert isinstance(group.p, Undefined)
        else:
            assert group.p == pytest.approx(expected, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("units", "share", "base", "spread"), [(85, 0.1, 0.95, 0.0), (85, 0.1, 0.5, 0.3), (400, 0.5, 0.8, 0.2)]
)
def test_where_nothing_differs_few_groups_do(units: int, share: float, base: float, spread: float) -> None:
    rng = np.random.default_rng(7)
    rejected = 0
    for _ in range(200):
        right = np.clip(base + spread * rng.standard_normal(units), 0, 1)
        instances = [
            Instance(unit, "in" if rng.random() < share else "out", counts)
            for unit in range(units)
            for _ in range(2)
            for counts in [RIGHT if rng.random() < right[unit] else (MISSED, SPURIOUS)[rng.integers(2)]]
        ]
        found = {group.name: group for group in by_label(run_of(instances, units)).groups}
        p = found["in"].p if "in" in found else Undefined("")
        rejected += not isinstance(p, Undefined) and p < 0.05
    assert rejected <= 0.085 * 200


def test_a_difference_is_found() -> None:
    right = [Instance(unit, "easy", RIGHT) for unit in range(40)]
    wrong = [Instance(unit, "hard", MISSED if unit % 2 else RIGHT) for unit in range(40)]
    easy, hard = by_label(run_of(right + wrong, 40)).groups
    assert not isinstance(easy.p, Undefined)
    assert easy.p < 0.01
    assert [hard.p, easy.q, hard.q] == pytest.approx([easy.p] * 3)
    assert isinstance(easy.measure.interval, Undefined)


def test_items_that_are_right_or_wrong() -> None:
    instances = [Instance(unit, "a" if unit < 6 else "b", WRONG if unit % 3 == 0 else RIGHT) for unit in range(12)]
    found = by_label(run_of(instances, 12, "accuracy"))
    assert [(group.name, group.measure.value) for group in found.groups] == [
        ("a", Fraction(2, 3)),
        ("b", Fraction(2, 3)),
    ]
    assert found.measure == "accuracy"


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_benjamini_hochberg_is_that_of_scipy(p_values: list[float]) -> None:
    assert benjamini_hochberg(p_values) == pytest.approx(stats.false_discovery_control(p_values).tolist())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"by": "seen"}, "by='seen': say which training data (train=)"),
        ({"by": "lenght"}, "did you mean length?"),
        ({"by": "length:3,1"}, "rising whole numbers"),
        ({"by": "length:"}, "rising whole numbers"),
        ({"by": "label:x"}, "did you mean label?"),
        ({"train": TRAIN}, "train= is for by='seen' and by='frequency'"),
        ({"by": "length", "train": TRAIN}, "train= is for by='seen' and by='frequency'"),
        ({"by": "length", "all_repairs": True}, "by= needs one repair"),
        ({"by": 3}, "by: a name or a list of names"),
    ],
)
def test_what_is_not_understood(options: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said.replace("(", r"\(").replace(")", r"\)").replace("?", r"\?")):
        accord.score(GOLD, SYSTEM, **options)


def test_labels_without_words_have_no_frequency() -> None:
    with pytest.raises(UsageError, match="words are not known"):
        accord.score([["B-PER", "O"]], [["B-PER", "O"]], encoding="BIO", by="frequency")


def test_training_data_with_other_labels_are_no_training_data(tmp_path: Path) -> None:
    other = tmp_path / "train.conll"
    other.write_text("Hull\tB-place\n", encoding="utf-8")
    with pytest.raises(UsageError, match="no label of the training data \\(place\\) is one of the reference"):
        accord.score(GOLD, SYSTEM, by="seen", train=other)


def test_training_data_of_another_kind_are_refused(tmp_path: Path) -> None:
    table = tmp_path / "train.csv"
    table.write_text("item,label\n1,a\n2,b\n", encoding="utf-8")
    with pytest.raises(UsageError, match="holds labels of items, and the reference"):
        accord.score(GOLD, SYSTEM, by="seen", train=table)


def test_a_text_in_which_nothing_is_marked_has_no_groups(tmp_path: Path) -> None:
    text = tmp_path / "nothing.conll"
    text.write_text("a\tO\n", encoding="utf-8")
    how = {"encoding": "BIO", "by": "frequency"}
    with pytest.raises(UsageError, match="nothing is marked in the reference"):
        accord.score(text, text, **how)  # type: ignore[arg-type]
    assert accord.score(text, text, encoding="BIO", by="label").breakdowns[0].groups == ()
