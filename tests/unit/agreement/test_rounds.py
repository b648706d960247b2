"""The difference of two rounds: worked examples, what is refused, and every kind of annotation."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import accord
from accord.agreement.result import Interval, Undefined
from accord.errors import NotApplicable, UsageError

if TYPE_CHECKING:
    from accord.agreement.rounds import ComparedRounds

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"
FIRST = ["AAB", "ABB", "AAA", "BBC", "CCC", "ABC", "BBB", "AAC", "CCB", "AAA", "BCC", "ABA"]
SECOND = ["AAA", "ABB", "AAA", "BBB", "CCC", "AAC", "BBB", "AAA", "CCC", "AAA", "BCC", "ABA"]


def labels(words: list[str], start: int = 0, stop: int = 99, names: str = "xyz") -> dict[str, dict[str, str]]:
    """A word an item, a letter an annotator."""
    return {
        name: {f"i{at}": word[column] for at, word in enumerate(words) if start <= at < stop}
        for column, name in enumerate(names)
    }


def compared(*rounds: Any, **more: Any) -> ComparedRounds:
    return accord.compare_agreement(*rounds, coefficient="alpha", distance="nominal", **more)


def test_the_same_items_by_the_worked_example() -> None:
    """Worked by hand for the reference: two rounds of twelve items by three annotators, nominal alpha."""
    found = compared(labels(FIRST), labels(SECOND))
    change = found.headline
    assert found.value == pytest.approx(0.3561104071, abs=1e-10)
    assert change.first_value == pytest.approx(0.3049065421, abs=1e-10)
    assert change.second_value == pytest.approx(0.6610169492, abs=1e-10)
    assert change.these.error == pytest.approx(0.1394137255, abs=1e-10)
    assert change.these.freedom == 11
    assert change.these.p == pytest.approx(0.026787, abs=1e-6)
    assert isinstance(found.interval, Interval)
    assert found.interval[:2] == pytest.approx((0.049263, 0.662958), abs=1e-6)
    assert change.others.error == pytest.approx(sqrt(0.0481562853), abs=1e-9)
    assert change.others.freedom == 2
    assert change.others.p == pytest.approx(0.246109, abs=1e-6)
    assert change.p_exchange == 256 / 4096
    assert change.detectable == pytest.approx(2.8 * 0.1394137255, rel=1e-3)


def test_other_items_by_the_worked_example() -> None:
    """Items 1 to 6 of the first round against items 7 to 12: Welch, and all 924 ways to deal them."""
    change = compared(labels(FIRST, 0, 6), labels(FIRST, 6)).headline
    assert change.items == "other"
    assert change.difference == pytest.approx(0.0794392523, abs=1e-10)
    assert change.these.error == pytest.approx(sqrt(0.0769898630 + 0.0433761376), abs=1e-9)
    assert change.these.freedom == pytest.approx(9.276544, abs=1e-6)
    assert change.these.p == pytest.approx(0.823859, abs=1e-6)
    assert change.p_exchange == pytest.approx(726 / 924)


def test_what_both_rounds_have_is_compared_in_pairs_and_the_rest_by_itself() -> None:
    first, second = labels(FIRST, 0, 9), labels(SECOND, 3)
    found = compared(first, second)
    shared, other = found.of_all
    assert (shared.change.items, shared.change.first_count, shared.change.second_count) == ("shared", 6, 6)
    assert (other.change.items, other.change.first_count, other.change.second_count) == ("other", 3, 3)
    alone = compared(labels(FIRST, 3, 9), labels(SECOND, 3, 9)).headline
    assert shared.change == alone
    assert found.left_out == {}


def test_items_that_have_nothing_to_be_compared_with_are_counted() -> None:
    found = compared(labels(FIRST), labels(SECOND, 0, 8))
    assert len(found.of_all) == 1
    assert found.left_out == {"items of round 1 only": 4}


def test_annotators_of_one_round_each() -> None:
    """Where the rounds have nobody in common, the variances of both add up, with the degrees of freedom of Welch."""
    first, second = labels(FIRST), labels(SECOND, names="uvw")
    found = compared(first, second).headline
    assert found.these == compared(first, labels(SECOND)).headline.these
    assert isinstance(found.others.freedom, float)
    assert 2 < found.others.freedom <= 4


def test_two_annotators_do_not_speak_for_others() -> None:
    two = [{name: given for name, given in labels(words).items() if name != "z"} for words in (FIRST, SECOND)]
    found = compared(*two)
    assert isinstance(found.other_annotators, Undefined)
    assert "it takes three" in found.other_annotators.reason


def test_holm_is_over_labels_and_annotators_together() -> None:
    found = compared(labels(FIRST), labels(SECOND))
    parts = [each for each in found.changes if each.part != "all"]
    assert [each.name for each in parts] == ["A", "B", "C", "x", "y", "z"]
    raw = [each.change.these.p for each in parts if not isinstance(each.change.these.p, Undefined)]
    corrected = [each.p_holm for each in parts if not isinstance(each.p_holm, Undefined)]
    assert min(corrected) == pytest.approx(6 * min(raw))
    assert found.of_all[0].p_holm == found.headline.these.p


def test_three_rounds_are_compared_by_twos() -> None:
    found = compared({"one": labels(FIRST), "two": labels(SECOND), "three": labels(FIRST)})
    assert [(each.first, each.second) for each in found.of_all] == [("one", "two"), ("one", "three"), ("two", "three")]
    assert found["one", "three"].difference == 0
    assert found["two", "three"].difference == pytest.approx(-0.3561104071)
    assert found.of_all[0].p_holm == pytest.approx(2 * 0.0267871518)
    with pytest.raises(UsageError, match="there are 3 rounds"):
        found.value  # noqa: B018
    with pytest.raises(KeyError, match="the earlier one goes first"):
        found["two", "one"]


def test_rounds_of_one_file_are_told_by_a_column(tmp_path: Path) -> None:
    rows = ["item,annotator,label,guideline"]
    for version, words in (("v1", FIRST), ("v2", SECOND)):
        rows += [
            f"{item},{who},{label},{version}" for who, said in labels(words).items() for item, label in said.items()
        ]
    file = tmp_path / "both.csv"
    file.write_text("\n".join([*rows, ""]))
    found = compared(file, by="guideline")
    assert found.rounds == ("v1", "v2")
    assert found.headline == compared(labels(FIRST), labels(SECOND)).headline
    with pytest.raises(UsageError, match=r"by='round': .*has item, annotator, label, guideline"):
        compared(file, by="round")
    file.write_text("\n".join([*rows[:37], ""]))
    with pytest.raises(UsageError, match="there is 1 value: v1"):
        compared(file, by="guideline")


def test_groups_of_annotators_are_told_by_a_column(tmp_path: Path) -> None:
    rows = ["item,annotator,label,group"]
    for group, words, names in (("expert", SECOND, "uvw"), ("crowd", FIRST, "xyz")):
        said = labels(words, names=names)
        rows += [f"{item},{who},{label},{group}" for who, given in said.items() for item, label in given.items()]
    file = tmp_path / "groups.csv"
    file.write_text("\n".join([*rows, ""]))
    assert compared(file, by="group")["crowd", "expert"].difference == pytest.approx(0.3561104071)


def test_what_cannot_be_compared_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="name two rounds"):
        compared(labels(FIRST))
    with pytest.raises(UsageError, match="same kind of annotation"):
        accord.compare_agreement(HARBOUR / "urgency.csv", HARBOUR / "radio.csv")
    with pytest.raises(NotApplicable, match="no two rounds have two items"):
        compared(labels(FIRST, 0, 1), labels(SECOND, 1, 2))
    with pytest.raises(UsageError, match="leave it out"):
        compared(labels(FIRST), labels(SECOND), interval="bootstrap")
    with pytest.raises(UsageError, match="give one"):
        compared(labels(FIRST), labels(SECOND), by="round")
    with pytest.raises(NotApplicable, match="2 annotators"):
        accord.compare_agreement(labels(FIRST), labels(SECOND), coefficient="kappa")
    file = tmp_path / "a.csv"
    file.write_text("item,x,y\n1,A,B\n2,A,A\n")
    with pytest.raises(UsageError, match="given twice"):
        compared(file, file)


def test_a_round_without_a_value_says_so() -> None:
    change = compared(labels(["AAA"] * 12), labels(SECOND)).headline
    assert isinstance(change.difference, Undefined)
    assert isinstance(change.first_value, Undefined)
    assert change.second_value == pytest.approx(0.6610169492)


def test_a_result_is_handed_on() -> None:
    found = compared(labels(FIRST), labels(SECOND))
    assert isinstance(found.interval, Interval)
    assert repr(found) == "<ComparedRounds by alpha: round 2 - round 1 0.3561>"
    records = found.to_records()
    assert [each["part"] for each in records] == ["all", *["label"] * 3, *["annotator"] * 3]
    assert records[0]["difference"] == found.value
    assert len(records) == 7
    told = found.to_dict()
    assert told["comparisons"][0]["these_annotators"]["interval"]["low"] == found.interval[0]
    assert "0.3561" in found.to_latex()
    assert "<svg" in found.plot().svg()
    assert "exchanges:10000" in str(found.signature)


@pytest.mark.parametrize("second", [("ada", "bram", "chloe"), ("dov", "eli")])
def test_means_of_other_annotators_are_not_compared(second: tuple[str, ...]) -> None:
    rng = np.random.default_rng(4)
    truth = rng.normal(size=30)
    rounds = [
        {who: np.round(truth + rng.normal(size=30) / 2, 2).tolist() for who in annotators}
        for annotators in (("ada", "bram"), second)
    ]
    with pytest.raises(NotApplicable, match=r"icc-a-k is of the mean of \d annotators, and round 1 has 2 of them"):
        accord.compare_agreement(*rounds, coefficient="icc-a-k", distance="interval")
    assert accord.compare_agreement(rounds[0], rounds[0], coefficient="icc-a-k", distance="interval").value == 0


def test_the_second_round_comes_before_the_tenth(tmp_path: Path) -> None:
    rows = [f"{item},{who},{item % 2},r{number}" for number in (1, 10, 2) for item in range(6) for who in "xy"]
    file = tmp_path / "rounds.csv"
    file.write_text("\n".join(["item,annotator,label,round", *rows, ""]))
    assert compared(file, by="round").rounds == ("r1", "r2", "r10")
