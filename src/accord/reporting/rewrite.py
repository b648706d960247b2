"""A changed sentence, before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.messages import printable
from accord.reporting.table import width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.model import Sentence

_AROUND = 1


def change_lines(file: str, sentence: Sentence, labels: Sequence[str]) -> list[str]:
    """The changed tokens with their neighbours, the labels before and after beneath each other."""
    changed = [index for index, pair in enumerate(zip(sentence.labels, labels, strict=True)) if pair[0] != pair[1]]
    shown = sorted(
        {near for index in changed for near in range(index - _AROUND, index + _AROUND + 1) if 0 <= near < len(labels)}
    )
    columns = [[printable(row[index]) for row in (sentence.tokens, sentence.labels, labels)] for index in shown]
    widths = [max(map(width, column)) for column in columns]
    rows = [
        "  ".join(
            column[row] + " " * (space - width(column[row])) for column, space in zip(columns, widths, strict=True)
        ).rstrip()
        for row in range(3)
    ]
    return [
        f"{printable(file)}:{sentence.line + changed[0]}",
        f"          {rows[0]}",
        f"  before  {rows[1]}",
        f"  after   {rows[2]}",
    ]
