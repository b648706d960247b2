"""Writes a columns file back with other labels, all else byte for byte as it was."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from accord.formats.layout import Layout
    from accord.formats.source import Source

_NO_CHANGE = (0, "")


def relabelled(
    source: Source, layout: Layout, changes: Iterable[tuple[int, str]], *, append: bool = False
) -> Iterator[bytes]:
    """The lines of a file with some labels replaced, or put into a new column behind the others.

    ``changes`` gives, in order, the line of a token and its new label. Comments, document marks, blank lines, other
    columns, delimiters, line ends and a byte order mark stay as they are.
    """
    changed = _with_column if append else with_label
    codec = source.output_codec()
    pending = iter(changes)
    target, label = next(pending, _NO_CHANGE)
    for number, line in enumerate(source.lines(keep_ends=True), 1):
        if number == target:
            yield changed(line, layout, label).encode(codec, "surrogateescape")
            target, label = next(pending, _NO_CHANGE)
        else:
            yield line.encode(codec, "surrogateescape")
    next(pending, None)
    source.close()  # some systems replace no file that is open


def _with_column(line: str, layout: Layout, label: str) -> str:
    body = line.rstrip("\r\n")
    delimiter = "\t" if layout.width == 1 else layout.delimiter
    return body.rstrip(" ") + delimiter + label + line[len(body) :]


def with_label(line: str, layout: Layout, label: str) -> str:
    """A row with another label."""
    body = line.rstrip("\r\n")
    parts = re.split("(\t)" if layout.delimiter == "\t" else "( +)", body)
    if len(parts) < 2 * layout.width - 1:
        parts = re.split("( +|\t)", body)
    parts[2 * layout.label] = label
    return "".join(parts) + line[len(body) :]
