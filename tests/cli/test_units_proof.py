"""What is not proved to be the best alignment says so: in the signature, in the row of the value, and in JSON."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from accord.alignment import effort

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Accord

    Write = Callable[..., Path]

SETTINGS = ("-c", "gamma", "-c", "gamma-cat", "--samples", "2", "-q")


def units(annotators: int, count: int = 4) -> str:
    draw = random.Random(3)
    rows = ["annotator,category,start,end"]
    for number in range(annotators):
        for place in range(count):
            start = 10 * place + draw.randint(0, 6)
            rows.append(f"a{number},{draw.choice('XY')},{start},{start + draw.randint(3, 9)}")
    return "\n".join([*rows, ""])


def test_units_of_more_than_twelve_annotators_are_not_signed_exact(accord: Accord, write: Write) -> None:
    path = write("many.csv", units(13))
    payload = accord("agree", path, *SETTINGS, "--json").json
    gamma, _ = payload["results"]
    bounds = {name: ends for name, *ends in payload["extra"]["bounds"]["rows"]}
    assert "|method:merged|" in gamma["signature"]
    assert "|proved:0/3|gap:" in gamma["signature"]
    assert "ended-by" not in gamma["signature"]
    low, high = bounds["gamma"]
    assert low <= gamma["value"] <= high
    assert low < high
    assert bounds["gamma-cat"] == [None, None]
    _, row, other = accord("agree", path, *SETTINGS).out.splitlines()[1:4]
    assert f"gamma (not proved: in [{low:.4f}, {high:.4f}])" in row
    assert "gamma-cat (not proved: unknown)" in other


def test_what_is_proved_says_nothing_of_it(accord: Accord, write: Write) -> None:
    path = write("few.csv", units(3))
    payload = accord("agree", path, *SETTINGS, "--json").json
    for result in payload["results"]:
        assert "|method:exact|" in result["signature"]
        assert "proved" not in result["signature"]
    assert "bounds" not in payload["extra"]


def test_what_the_clock_ended_is_said_not_to_be_reproducible(accord: Accord, write: Write) -> None:
    done = accord("agree", write("few.csv", units(4)), *SETTINGS, "--seconds", "0", "--json").json
    assert "|ended-by:clock|" in done["results"][0]["signature"]
    assert "|method:exact|" not in done["results"][0]["signature"]
    assert any("another run may give other values" in note for note in done["notes"])
    found = accord("align", write("few.csv", units(4)), "--seconds", "0", "-q").out
    assert "|ended-by:clock|" in found
    assert "within" in found


def test_what_the_work_ended_is_the_same_again(accord: Accord, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("few.csv", units(5))
    monkeypatch.setattr(effort, "MAX_WORK", 20_000)
    first, again = (accord("agree", path, *SETTINGS, "--json").out for _ in range(2))
    assert first == again
    assert "|proved:" in first
    assert "ended-by" not in first
    monkeypatch.undo()
    (exact, _) = accord("agree", path, *SETTINGS, "--json").json["results"]
    assert "|method:exact|" in exact["signature"]


@pytest.mark.parametrize("coefficient", ["gamma", "accord-2011"])
def test_the_bounds_hold_the_value_of_the_best(
    coefficient: str, accord: Accord, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("few.csv", units(4))
    how = ("agree", path, "-c", coefficient, "--samples", "4", "-q", "--json")
    (best,) = accord(*how).json["results"]
    monkeypatch.setattr(effort, "MAX_WORK", 1)
    ((_, low, high),) = accord(*how).json["extra"]["bounds"]["rows"]
    assert low <= best["value"] <= high
