"""Repeated labels: the reference's numbers, and all ways to choose one repetition of each."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

import accord
from accord.agreement.result import Interval

if TYPE_CHECKING:
    from pathlib import Path

P, Q = "ABACBA", "ABBCBA"
M = ("AAA", "BBA", "ABB", "CCC", "BBB", "CAA")


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    lines = ["item,annotator,label"]
    for item, (p, q, runs) in enumerate(zip(P, Q, M, strict=True), 1):
        lines += [f"{item},p,{p}", f"{item},q,{q}", *(f"{item},m,{label}" for label in runs)]
    path = tmp_path / "runs.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def table(found: accord.Agreement) -> Any:
    return next(each for each in found.extra() if each.name == "repetitions")


@pytest.mark.parametrize(("policy", "alpha"), [("first", 0.6761904762), ("last", 0.6633663366)])
def test_one_of_each(campaign: Path, policy: str, alpha: float) -> None:
    found = accord.agree(accord.read(campaign, repeats=policy), "alpha")
    assert found.value == pytest.approx(alpha, abs=1e-9)
    assert "repetitions" not in [each.name for each in found.extra()]


def test_with_oneself(campaign: Path) -> None:
    found = table(accord.agree(accord.read(campaign, repeats="keep"), "alpha"))
    ((name, items, runs, alike, plain, corrected, interval, share),) = found.rows
    assert (name, items, runs) == ("m", 6, 18)
    assert alike == pytest.approx(0.6666666667)
    assert corrected == pytest.approx(0.5454545455)
    assert isinstance(plain, Interval)
    assert isinstance(interval, Interval)
    assert plain.low < alike < plain.high
    from_p = sum(sum(label != p for label in runs) for p, runs in zip(P, M, strict=True)) / 18
    from_q = sum(sum(label != q for label in runs) for q, runs in zip(Q, M, strict=True)) / 18
    assert share == pytest.approx((1 - alike) / 2 / ((from_p + from_q) / 2))


def test_every_repetition_is_the_mean_over_all_choices(campaign: Path) -> None:
    """Observed 5/27 and expected 2/3 are the means over the 729 ways to choose one run of each item."""
    found = accord.agree(accord.read(campaign, repeats="keep"), "alpha")
    assert any("alpha is 0.7222 where every repetition counts" in note for note in table(found).notes)
    assert found.value == pytest.approx(0.6761904762, abs=1e-9)  # of the first of each
    observed = expected = 0.0
    choices = list(product(*M))
    for chosen in choices:
        cells = [*zip(P, Q, chosen, strict=True)]
        observed += sum(a != b for item in cells for a, b in product(item, item)) / 2 / 18
        labels = "".join("".join(item) for item in cells)
        expected += sum(a != b for a, b in product(labels, labels)) / (18 * 17)
    assert 1 - observed / expected == pytest.approx(0.7222222222, abs=1e-9)


def test_who_never_differs_agrees_fully_and_has_no_interval(tmp_path: Path) -> None:
    path = tmp_path / "same.csv"
    path.write_text(
        "item,annotator,label\n" + "".join(f"{i},m,{x}\n{i},m,{x}\n{i},p,{x}\n" for i, x in enumerate("AABBC"))
    )
    ((_, _, _, alike, plain, corrected, _, share),) = table(
        accord.agree(accord.read(path, repeats="keep"), "alpha")
    ).rows
    assert (alike, corrected) == (1, 1)
    assert not plain
    assert not share  # there is no disagreement to divide
