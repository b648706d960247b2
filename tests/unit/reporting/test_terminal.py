"""Tables on a terminal of any width."""

from __future__ import annotations

import io
import re
import sys

import pytest

from accord.reporting.table import Table
from accord.reporting.terminal import divided, show_tables

WIDE = Table(
    ("run", "precision", "recall", "F1", "95% interval of F1", "accuracy", "reference", "predicted", "correct"),
    tuple(
        (f"systems/a-rather-long-name-{seed}.conll", *["83.33"] * 3, "[73.81, 84.07]", "93.76", *["1,178"] * 3)
        for seed in (1, 2)
    ),
    title="2 runs",
    notes=("a note " * 20,),
)


@pytest.mark.parametrize("columns", [20, 40, 60, 80, 100, 200])
def test_numbers_are_never_cut(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("COLUMNS", str(columns))
    show_tables([WIDE], "text")
    shown = re.sub("\x1b\\[[0-9;]*m", "", terminal.getvalue())
    assert "…" not in shown
    for name in WIDE.columns[1:4]:
        assert name in shown
    assert (shown.count("83.33"), shown.count("[73.81, 84.07]"), shown.count("93.76")) == (6, 2, 2)
    assert shown.count("1,178") == 6
    if columns >= 40:
        drawn = [line for line in shown.splitlines() if "a note" not in line]
        assert max(map(len, drawn)) <= columns


def test_a_table_that_fits_is_not_divided() -> None:
    assert list(divided(WIDE, 140)) == [WIDE]


def test_the_parts_of_a_table_repeat_its_names() -> None:
    parts = list(divided(WIDE, 80))
    assert [part.columns[0] for part in parts] == ["run", "run"]
    assert [column for part in parts for column in part.columns[1:]] == list(WIDE.columns[1:])


def test_names_alone_are_folded_and_not_divided() -> None:
    names = Table(("place", "text"), (("x" * 90, "y" * 90),))
    assert list(divided(names, 40)) == [names]


def test_names_that_are_numbers_are_repeated_too() -> None:
    years = Table(("type", *map(str, range(20))), tuple((str(year), *["100.00"] * 20) for year in (1926, 1927)))
    assert {part.columns[0] for part in divided(years, 40)} == {"type"}
