"""The scripts of the page are joined into one: what that rests on, and what keeps them readable."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files

import pytest

from accord.reporting.html import html_page

SOURCES = {
    file.name: file.read_text("utf-8")
    for file in (files("accord.reporting") / "page").iterdir()
    if file.name.endswith((".js", ".css"))
}
SCRIPTS = {name: text for name, text in SOURCES.items() if name.endswith(".js")}
WIDEST, LONGEST = 120, 300
_IMPORT = re.compile(r'^import \{ (?P<names>[^}]+) \} from "\./(?P<module>\w+\.js)";$', re.MULTILINE)
_DECLARED = re.compile(r"^(?P<export>export )?(?:async )?(?:function|const|let|class) (?P<name>\w+)", re.MULTILINE)
_DESTRUCTURED = re.compile(r"^(?:const|let) \[([^\]]+)\] =", re.MULTILINE)


def declared(script: str) -> list[str]:
    names = [found["name"] for found in _DECLARED.finditer(script)]
    return names + [name for found in _DESTRUCTURED.finditer(script) for name in found[1].split(", ")]


def exported(script: str) -> set[str]:
    return {found["name"] for found in _DECLARED.finditer(script) if found["export"]}


def imported(script: str) -> list[tuple[str, str]]:
    return [(found["module"], name) for found in _IMPORT.finditer(script) for name in found["names"].split(", ")]


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_files_are_short_and_lines_are_narrow(name: str) -> None:
    lines = SOURCES[name].splitlines()
    assert len(lines) <= LONGEST
    assert [number for number, line in enumerate(lines, 1) if len(line) > WIDEST] == []


def test_no_two_modules_declare_the_same_name() -> None:
    names = Counter(name for script in SCRIPTS.values() for name in declared(script))
    assert [name for name, times in names.items() if times > 1] == []


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_each_import_is_exported_there_and_used_here(name: str) -> None:
    script = SCRIPTS[name]
    assert len(_IMPORT.findall(script)) == len(re.findall(r"^import ", script, re.MULTILINE))
    body = _IMPORT.sub("", script)
    for module, each in imported(script):
        assert each in exported(SCRIPTS[module]), f"{each} of {module}"
        assert re.search(rf"\b{each}\b", body), f"{each} is not used"


def test_each_export_is_imported_somewhere() -> None:
    wanted = {pair for script in SCRIPTS.values() for pair in imported(script)}
    assert [(name, each) for name, script in SCRIPTS.items() for each in exported(script)
            if (name, each) not in wanted] == []  # fmt: skip


def test_every_declared_name_is_used() -> None:
    for name, script in SCRIPTS.items():
        unused = [each for each in declared(script) if len(re.findall(rf"\b{each}\b", script)) < 2]
        assert set(unused) <= exported(script), name


@pytest.mark.parametrize("live", [False, True], ids=["file", "live"])
def test_every_module_is_in_a_page_and_no_import_is_left(live: bool) -> None:
    page = html_page(None, live=live)
    assert not re.search(r"^(import|export) ", page, re.MULTILINE)
    first_lines = {name: script.splitlines()[0] for name, script in SCRIPTS.items()}
    missing = {name for name, line in first_lines.items() if line not in page}
    if live:
        assert missing == {"file.js"}
    else:
        assert {"live.js", "ask.js", "adjudicate.js", "desk.js", "settings.js"} <= missing
        assert {"app.js", "overview.js"}.isdisjoint(missing)
