"""Each row of the page "What repeats" names tests that there are."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXPRESSIONS = re.findall(r'make papers ARGS="-k ([^"]+)"', (ROOT / "docs" / "what-repeats.md").read_text("utf-8"))


@pytest.fixture(scope="module")
def tests() -> list[str]:
    arguments = ["tests/papers", "--collect-only", "--quiet", "--numprocesses", "0"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [line for line in done.stdout.splitlines() if "::" in line]


def test_there_are_rows() -> None:
    assert len(EXPRESSIONS) > 12


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_a_row_names_tests(expression: str, tests: list[str]) -> None:
    either = [part.split(" and ") for part in expression.strip("'").split(" or ")]
    assert all(any(all(word in test for word in words) for test in tests) for words in either)
