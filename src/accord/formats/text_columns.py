"""Which columns of a table hold texts and remarks rather than labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.formats.roles import normalised, text_among

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_REMARKS = {"id", "index", "comment", "note", "remark", "timestamp", "date", "time", "url"}
_WORDS_OF_A_TEXT = 4


def is_remark(name: str) -> bool:
    """Whether a column holds neither items nor labels, by its name."""
    plain = normalised(name)
    return not plain or plain.removesuffix("s") in _REMARKS or is_text_name(name)


def is_text_name(name: str) -> bool:
    """Whether a column holds texts, by its name."""
    return text_among([name]) is not None


def reads_like_text(column: int, body: Sequence[Sequence[str]]) -> bool:
    """Whether cells are texts rather than labels: mostly of four words or more, and mostly different."""
    cells = [row[column].strip() for row in body if len(row) > column and row[column].strip()]
    long = sum(len(cell.split()) >= _WORDS_OF_A_TEXT for cell in cells)
    return 2 * long > len(cells) and 2 * len(set(cells)) > len(cells)


def is_text_beside(column: int, others: Sequence[int], body: Sequence[Sequence[str]]) -> bool:
    """Whether cells are texts, and none of them stands in another column, as labels of annotators would."""
    cells = {row[column].strip() for row in body if len(row) > column}
    elsewhere = {row[other].strip() for row in body for other in others if other != column and len(row) > other}
    return reads_like_text(column, body) and not cells & elsewhere - {""}


def is_reply(column: int, names: Sequence[str], body: Sequence[Sequence[str]], joined: Collection[int]) -> bool:
    """Whether a column that may hold labels holds what was said instead, and then labelled."""
    called = normalised(names[column]).removesuffix("s") in {"answer", "response"}
    return called and column not in joined and reads_like_text(column, body)
