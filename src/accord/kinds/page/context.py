"""What stands around a place in a text, cut where it becomes long: between words, and never within a character."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from accord.messages import last_break

if TYPE_CHECKING:
    from collections.abc import Sequence

SIDE = 140
"""About how many characters of a text the page shows on each side of a place."""
NEAR = 60
"""The same of a row of a table."""
LONGEST = 120
"""About how many characters of the place itself are shown."""

_ELLIPSIS = "…"


class Context(NamedTuple):
    """The text of a place, and what stands before and behind it."""

    text: str
    before: str
    after: str


def context_of(text: Sequence[str], start: int, end: int, side: int = SIDE) -> Context:
    """Some characters or tokens in a row of a text, with what stands around it.

    >>> context_of(("Fog", "in", "Port", "Said", "."), 2, 4)
    Context(text='Port Said', before='Fog in ', after=' .')
    """
    if isinstance(text, str):
        room = slice(max(0, start - 2 * side), start), slice(end, end + 2 * side)
        return Context(without_middle(text[start:end]), _tail(text[room[0]], side), _head(text[room[1]], side))
    before = "".join(f"{token} " for token in text[_from(text, start, side) : start])
    after = "".join(f" {token}" for token in text[end : _until(text, end, side)])
    return Context(without_middle(" ".join(text[start:end])), _tail(before, side), _head(after, side))


def without_middle(text: str) -> str:
    """A text without its middle where it is long.

    >>> without_middle("fog " * 50) == ("fog " * 22)[:80] + "…" + "fog " * 10
    True
    """
    if len(text) <= LONGEST:
        return text
    return text[: last_break(text, 2 * LONGEST // 3)] + _ELLIPSIS + text[last_break(text, len(text) - LONGEST // 3) :]


def _head(text: str, side: int = SIDE) -> str:
    """What stands behind a place, up to the end of a word; where no word ends, up to a character.

    >>> _head(" sky" * 50) == " sky" * 35 + "…", _head("x" * 200) == "x" * 140 + "…"
    (True, True)
    """
    if len(text) <= side:
        return text
    word = max(text.rfind(" ", 1, side + 1), 0)
    return text[: word or last_break(text, side)] + _ELLIPSIS


def _tail(text: str, side: int = SIDE) -> str:
    """What stands before a place, from the beginning of a word; where no word begins, from a character.

    >>> _tail("sky " * 50) == "…" + "sky " * 35
    True
    """
    if len(text) <= side:
        return text
    start = len(text) - side
    word = text.find(" ", start - 1, len(text) - 1) + 1
    return _ELLIPSIS + text[word or last_break(text, start) :]


def _from(tokens: Sequence[str], start: int, room: int) -> int:
    """The first token that is needed to fill the side before a place."""
    while start and room >= 0:
        start -= 1
        room -= len(tokens[start]) + 1
    return start


def _until(tokens: Sequence[str], end: int, room: int) -> int:
    """The first token that is not needed to fill the side behind a place."""
    while end < len(tokens) and room >= 0:
        room -= len(tokens[end]) + 1
        end += 1
    return end
