"""Runs the command line in this process, as a shell would see it."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from accord.cli.main import main
from accord.formats import source

ROOT = Path(__file__).parents[2]
HARBOUR = ROOT / "examples" / "harbour"


class Done(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Accord = Callable[..., Done]


@pytest.fixture
def accord(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Accord:
    def run(*arguments: object, stdin: bytes | None = None) -> Done:
        if stdin is not None:
            source._stream_bytes.cache_clear()
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as exit_:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        assert isinstance(exit_.value.code, int)
        return Done(exit_.value.code, captured.out, captured.err)

    return run


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write rows (or bytes) to a file and give its path."""

    def make(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return make
