"""Files of a campaign, and what reading them gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pytest

from accord.errors import ReadError
from accord.model import Finding
from accord.verbs.read import read

if TYPE_CHECKING:
    from pathlib import Path

Lay = Callable[[Mapping[str, str | bytes]], list[str]]
Refused = Callable[..., list[str]]


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lay:
    """Write files into an empty folder that is then the working folder, and give their names."""
    monkeypatch.chdir(tmp_path)

    def make(files: Mapping[str, str | bytes]) -> list[str]:
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return list(files)

    return make


@pytest.fixture
def refused(lay: Lay) -> Refused:
    """Read files that hold problems, and give these as "file:line code"."""

    def attempt(files: Mapping[str, str | bytes], **options: object) -> list[str]:
        with pytest.raises(ReadError) as caught:
            read(lay(files), **options)  # type: ignore[arg-type]
        return [brief(finding) for finding in caught.value.findings if isinstance(finding, Finding)]

    return attempt


def brief(finding: Finding) -> str:
    """Where a finding is, and what."""
    line = "" if finding.place.line is None else f":{finding.place.line}"
    return f"{finding.place.file}{line} {finding.severity} {finding.code}"
