"""Runs a command line in this process, and writes down what came out of it without what changes from run to run."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import accord
from accord.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Iterator

DIGITS = 10
"""Significant digits that are kept: what another linear algebra library changes lies behind them."""
LEAST = 1e-12
"""Smaller numbers in JSON are what rounding, or an iteration that is not over, leaves of 0."""
WIDTH = 116
STDERR = "standard error:"
_LONG_NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d+(?:e[+-]?\d+)?(?![\w.]*\w)")
_VERSION = re.compile(rf"(?<=v:|d )\b{re.escape(accord.__version__)}\b")
_SECONDS = re.compile(r"\b\d+(?:\.\d+)? (?=seconds?\b(?! of))")
_TIMED = {"seconds", "took", "elapsed"}
_SCRIPT = re.compile(r"<(script|style)\b.*?</\1>", re.DOTALL)


def run(line: str) -> str:
    """What a command prints on both streams, and its exit code."""
    out, err = new_stream(), new_stream()
    code: object = None
    with streams(out, err), warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            main(arguments_of(line))
        except SystemExit as exit_:
            code = exit_.code
    lines = [f"exit {code}", *_tidy(written(out)).splitlines()]
    if said := _tidy(written(err)).splitlines():
        lines += [STDERR, *(f" {each}" for each in said)]
    return "\n".join(each.rstrip() for each in lines).rstrip("\n")


def arguments_of(line: str) -> list[str]:
    """The words of a command, names with a star as a shell would put them."""
    return [
        name
        for word in shlex.split(line)
        for name in (sorted(str(path) for path in Path().glob(word)) if word.endswith("*") else [word])
    ]


def new_stream() -> io.TextIOWrapper:
    """A stream that keeps what is written to it."""
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n")


def written(stream: io.TextIOWrapper) -> str:
    """What was written to it, bytes that are no text as what they are: some verbs keep these as they stand."""
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode(errors="backslashreplace")


@contextlib.contextmanager
def streams(out: io.TextIOWrapper, err: io.TextIOWrapper) -> Iterator[None]:
    """Other streams and a terminal of a known width, for a while."""
    held = sys.stdout, sys.stderr, os.environ.get("COLUMNS")
    sys.stdout, sys.stderr, os.environ["COLUMNS"] = out, err, "100"
    try:
        yield
    finally:
        sys.stdout, sys.stderr, columns = held
        os.environ.pop("COLUMNS") if columns is None else os.environ.update(COLUMNS=columns)


# --- what is left of a text ------------------------------------------------------------------------------------------


def _tidy(text: str) -> str:
    """A text without what changes from run to run; JSON is laid out anew, and so are JSON lines that stand alone."""
    if text.startswith(("{", "[")):
        with contextlib.suppress(ValueError):
            return "\n".join(laid_out(_steady(json.loads(text))))
    if text.lstrip().lower().startswith("<!doctype html"):
        return _page(text)
    text = _VERSION.sub("VERSION", text)
    text = _SECONDS.sub("N ", text)
    text = text.replace(f"{Path.cwd()}{os.sep}", "")
    return _LONG_NUMBER.sub(lambda found: _rounded(found[0]), text)


def _rounded(number: str) -> str:
    return number if len(number) <= DIGITS + 2 else repr(float(f"{float(number):.{DIGITS}g}"))


def _steady(value: Any, key: str = "") -> Any:
    """JSON with rounded numbers, and without times and the version."""
    if key in _TIMED:
        return "TIME"
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}") if abs(value) >= LEAST else 0.0
    if isinstance(value, str):
        if key == "accord" and value == accord.__version__:
            return "VERSION"
        return _VERSION.sub("VERSION", value.replace(f"{Path.cwd()}{os.sep}", ""))
    if isinstance(value, dict):
        return {name: _steady(held, name) for name, held in sorted(value.items())}
    return [_steady(held, key) for held in value] if isinstance(value, list) else value


def _page(text: str) -> str:
    """What a page says without its scripts, styles and data, which is recorded as JSON."""
    return re.sub(r"\n\s*\n+", "\n", re.sub(r"<[^>]+>", "\n", _SCRIPT.sub("", text))).strip()


# --- JSON that can be read and compared ------------------------------------------------------------------------------


def laid_out(value: Any, name: str = "") -> list[str]:
    """JSON in lines: what is short in one, records of the same keys as a table with its keys above.

    >>> laid_out([{"a": 1, "b": {"c": 2}, "d": 5}, {"a": 3, "b": {"c": 4}, "d": 5}])
    ['all: d 5', '| a | b.c', '| 1 | 2', '| 3 | 4']
    """
    rows = _records(value)
    short = f"{name}: " * bool(name) + json.dumps(value, ensure_ascii=False)
    if not rows and (not isinstance(value, dict | list) or not value or len(short) <= WIDTH):
        return [short]
    inside: list[str]
    if rows:
        inside = list(_table(rows))
    elif isinstance(value, dict):
        inside = [line for key, held in value.items() for line in laid_out(held, key)]
    elif all(not isinstance(held, dict | list) for held in value):
        inside = _wrapped([json.dumps(held, ensure_ascii=False) for held in value])
    else:
        inside = [line for held in value for line in laid_out(held, "-")]
    return [f"{name}:", *(f" {line}" for line in inside)] if name else inside


def _records(value: Any) -> list[dict[str, Any]]:
    """The rows of a table, if this is one: two records or more with most keys in common, and no records in them."""
    if not isinstance(value, list) or len(value) < 2 or not all(isinstance(held, dict) and held for held in value):
        return []
    rows = [dict(_flat(held)) for held in value]
    cells = (cell for row in rows for cell in row.values() if isinstance(cell, list))
    if any(isinstance(held, dict) for cell in cells for held in cell):
        return []
    keys = {key for row in rows for key in row}
    return rows if all(2 * len(row) > len(keys) for row in rows) else []


def _table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """What all rows have in common, and below it a line for the keys of the others and for each row."""
    keys = sorted({key for row in rows for key in row})
    same = [key for key in keys if len({_cell(row, key) for row in rows}) == 1]
    if same:
        yield "all: " + ", ".join(f"{key} {_cell(rows[0], key)}" for key in same)
    others = [key for key in keys if key not in same]
    yield "| " + " | ".join(others)
    yield from ("| " + " | ".join(_cell(row, key) for key in others) for row in rows)


def _cell(row: dict[str, Any], key: str) -> str:
    return json.dumps(row[key], ensure_ascii=False) if key in row else ""


def _flat(record: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, held in record.items():
        if isinstance(held, dict) and held:
            yield from _flat(held, f"{before}{key}.")
        else:
            yield before + key, held


def _wrapped(cells: list[str]) -> list[str]:
    """Cells in lines of a bearable length."""
    lines = [""]
    for cell in cells:
        if lines[-1] and len(lines[-1]) + len(cell) > WIDTH:
            lines.append("")
        lines[-1] += f" {cell}" if lines[-1] else cell
    return lines
