"""What stands around a place in a text, cut where it becomes long: between words, and never within a character."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from accord.messages import last_break

if TYPE_CHECKING:
    from collections.abc import Sequence

SIDE = 140
"""About how many characters of a text the page shows on each side of a place, where no sentences are known."""
SENTENCE = 400
"""The most characters on each side that are shown so that a sentence is whole."""
NEAR = 60
"""The same of a row of a table."""
LONGEST = 120
"""About how many characters of the place itself are shown."""

_ELLIPSIS = "…"
_SENTENCE_END = re.compile(r"""[.!?…。！？][)\]"'’”»]*\s+|\n+""")


class Context(NamedTuple):
    """The text of a place, and what stands before and after it."""

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


def whole_sentences(text: str, start: int, end: int) -> Context:
    """Some characters of a text with what stands around it, from the start of a sentence to the end of one.

    It is widened to whole sentences as long as these are not longer than what is shown at most.

    >>> whole_sentences("Fog. " * 60 + "In Port Said. " + "Rain. " * 60, 303, 312).before[:6]
    'Fog. F'
    """
    before, after = text[max(0, start - SENTENCE - 1) : start], text[end : end + SENTENCE + 1]
    starts = [each.end() for each in _SENTENCE_END.finditer(before) if len(before) - each.end() >= SIDE]
    ends = [each.end() for each in _SENTENCE_END.finditer(after) if each.end() >= SIDE]
    whole = start <= SENTENCE, len(text) - end <= SENTENCE
    return Context(
        without_middle(text[start:end]),
        before if whole[0] and not starts else before[starts[-1] :] if starts else _tail(before),
        after if whole[1] and not ends else after[: ends[0]].rstrip() if ends else _head(after),
    )


def without_middle(text: str, longest: int = LONGEST) -> str:
    """A text without its middle where it is long, cut between words.

    >>> without_middle("fog " * 50) == ("fog " * 20)[:79] + "…" + "fog " * 10
    True
    """
    if len(text) <= longest:
        return text
    return _head(text, 2 * longest // 3) + _tail(text, longest // 3).removeprefix(_ELLIPSIS)


def _head(text: str, side: int = SIDE) -> str:
    """What stands after a place, up to the end of a word; where no word ends, up to a character.

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
    """The first token that is not needed to fill the side after a place."""
    while end < len(tokens) and room >= 0:
        room -= len(tokens[end]) + 1
        end += 1
    return end
