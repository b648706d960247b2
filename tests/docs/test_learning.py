"""The examples of ``docs/learning.md`` that need other people's libraries."""

from __future__ import annotations

import doctest
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "learning.md"
LIBRARIES = ("sklearn", "torch", "sklearn_crfsuite")

pytestmark = [pytest.mark.peer, pytest.mark.filterwarnings("ignore")]


def test_examples_with_other_libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in LIBRARIES:
        pytest.importorskip(library, reason=f"{library} is not installed")
    shutil.copytree(ROOT / "examples" / "harbour", tmp_path / "harbour")
    monkeypatch.chdir(tmp_path / "harbour")
    blocks = re.findall(r"^```py(?:thon)?\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert results.attempted > 20
    assert results.failed == 0
