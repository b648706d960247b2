"""Every ``$ accord`` command and every ``>>>`` example in the README and the docs gives what the page shows.

Commands run in a copy of ``examples/harbour``, or of the example that has the name of the page. A page shows standard
output and then standard error; a line ``...`` stands for any number of lines.
"""

from __future__ import annotations

import doctest
import fnmatch
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs").glob("*/*.md")),
]
PAGES = [page for page in PAGES if not {"_build", "reference"} & set(page.parts)]  # made when the pages are built


class Command(NamedTuple):
    page: Path
    line: int
    command: str
    expected: list[str]


def commands(page: Path) -> list[Command]:
    found: list[Command] = []
    inside = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            inside = line.strip() == "```console"
        elif inside and line.startswith("$ "):
            found.append(Command(page, number, line[2:], []))
        elif inside and found:
            found[-1].expected.append(line)
    return [command for command in found if command.command.startswith("accord ")]


@pytest.fixture
def example(tmp_path: Path, page: Path) -> Path:
    """A copy for each page, so that no page sees what another has written."""
    name = page.stem if (ROOT / "examples" / page.stem).is_dir() else "harbour"
    shutil.copytree(ROOT / "examples", tmp_path / "examples")  # a page may show another example, too
    return tmp_path / "examples" / name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_print_what_the_page_shows(page: Path, example: Path) -> None:
    wrong = [f"{page.name}:{each.line}: {printed}" for each in commands(page) if (printed := _another(each, example))]
    assert not wrong, "\n\n".join(wrong)


def _another(shown: Command, example: Path) -> str | None:
    """What a command prints, if it is not what the page shows."""
    arguments = [sys.executable, "-m", "accord", *shlex.split(shown.command)[1:]]
    expanded = [
        part for argument in arguments for part in (sorted_glob(argument, example) if "*" in argument else [argument])
    ]
    done = subprocess.run(expanded, cwd=example, capture_output=True, text=True, check=False, encoding="utf-8")
    printed = (done.stdout + done.stderr).rstrip("\n")
    return None if same_lines("\n".join(shown.expected).rstrip("\n"), printed) else printed or "(nothing)"


def sorted_glob(pattern: str, folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.glob(pattern))


def same_lines(expected: str, printed: str) -> bool:
    """Whether the output is as expected, ``...`` on a line of its own standing for any lines."""
    pattern = "\n".join(
        "*" if line.strip() == "..." else re.sub(r"([\[*?])", r"[\1]", line.rstrip()) for line in expected.split("\n")
    )
    return fnmatch.fnmatchcase("\n".join(line.rstrip() for line in printed.split("\n")), pattern)


def test_there_are_examples() -> None:
    assert sum(len(commands(page)) for page in PAGES) >= 50


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples(page: Path, example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(example)
    text = page.read_text(encoding="utf-8")
    blocks = "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(blocks, {}, page.name, str(page), 0)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(test)
    assert results.failed == 0
