"""A shell completes verbs, options and their values, as click asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Accord


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("accord agr", {"agree"}),
        ("accord agree votes.csv --inter", {"--interval"}),
        ("accord agree votes.csv --interval boo", {"bootstrap"}),
        ("accord agree votes.csv -c gamma-c", {"gamma-cat", "gamma-cat-pygamma"}),
        ("accord score a.conll -e bio", {"BIO", "BIOES"}),
        ("accord convert a.conll --to bra", {"brackets", "brat"}),
        ("accord agree votes.csv --input-format elan", {"elan"}),
        ("accord explain gamma-c", {"gamma-cat", "gamma-cat-pygamma"}),
    ],
)
def test_values_complete(accord: Accord, monkeypatch: pytest.MonkeyPatch, typed: str, offered: set[str]) -> None:
    monkeypatch.setenv("_ACCORD_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
    done = accord()
    assert {line.removeprefix("plain,") for line in done.out.splitlines()} == offered


def test_version_says_what_a_report_of_a_fault_needs(accord: Accord) -> None:
    done = accord("--version")
    assert done.code == 0
    assert all(name in done.out for name in ("accord, version", "Python 3.", "numpy", "numba"))
