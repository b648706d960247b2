"""Every key of a page's payload stands in the tables of docs/report.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.campaign.report import report_payload

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
OF_COMMANDS = {"agreement", "score", "all_repairs", "comparisons", "chance"}
"""What these hold is what commands print."""
OF_DATA = {"elsewhere", "versions", "commands", "run_names"}
"""What these have for keys are names."""


def keys(held: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """All keys, each with the path to it."""
    if isinstance(held, list):
        for each in held:
            yield from keys(each, path)
    if not isinstance(held, dict):
        return
    for key, value in held.items():
        named = path.rpartition(".")[2]
        if named in OF_DATA or path.endswith("shown.labels"):
            yield from keys(value, f"{path}.")
            continue
        yield key, path
        if key not in OF_COMMANDS and f"{path}.{key}" != ".findings.shown":
            yield from keys(value, f"{path}.{key}")


def test_every_key_of_the_payload_is_documented() -> None:
    page = (ROOT / "docs" / "report.md").read_text(encoding="utf-8")
    schema = page[page.index("## The payload") :]
    documented = {word for code in re.findall(r"`([^`]+)`", schema) for word in re.findall(r"\w+", code)}
    payload = report_payload(str(ROOT / "examples" / "harbour"), budget=5)
    missing = {f"{path}.{key}" for key, path in keys(payload) if key not in documented}
    assert sorted(missing) == []
