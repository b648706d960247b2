"""What is looked at in a word, and which words of a sentence are looked at so: the templates of features.

A view takes a word apart into attributes. A template is a row of blocks: a view of the words of a column, at some
distance from the token. So all but the distance is known by word type.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from accord.errors import UsageError
from accord.wording import suggestion

View = Callable[[str], list[str]]
TOKEN, GAZETTEER, CLUSTER = "token", "gazetteer", "cluster"
"""The column of tokens, that of matches in a gazetteer, and the view of a word by its Brown cluster."""

_REPEATED = re.compile(r"(.)\1+")


class Block(NamedTuple):
    """A view of the words of a column, so many tokens behind the token (before it, if negative)."""

    column: str
    view: str
    distance: int = 0


def extended(word: str) -> list[str]:
    """The `ExtendedFeatures` of LxMLS, with which Plank, Hovy & Søgaard (2014) learnt.

    >>> extended("Re-do")
    ['id:Re-do', 'hyphen', 'suffix:o', 'prefix:R', 'suffix:do', 'prefix:Re', 'suffix:-do', 'prefix:Re-']
    """
    found = [f"id:{word}"]
    if word.istitle():
        found.append("uppercased")
    if word.isdigit():
        found.append("number")
    if "-" in word:
        found.append("hyphen")
    for length in range(1, min(4, len(word))):
        found += [f"suffix:{word[-length:]}", f"prefix:{word[:length]}"]
    return found


def shape(word: str) -> str:
    """Letters as X or x, digits as d, all else as it is; of a longer run only one.

    >>> shape("McCoy-2000")
    'XxXx-d'
    """
    drawn = "".join(
        "X" if each.isupper() else "x" if each.isalpha() else "d" if each.isdigit() else each for each in word
    )
    return _REPEATED.sub(r"\1", drawn)


def spelling(word: str) -> list[str]:
    """The word, in lower case, its shape, and its beginnings and ends of up to four letters."""
    lower = word.lower()
    found = [f"w={word}", f"l={lower}", f"s={shape(word)}"]
    for length in range(1, min(5, len(word) + 1)):
        found += [f"<{lower[:length]}", f"{lower[-length:]}>"]
    if any(each.isdigit() for each in word):
        found.append("digit")
    if "-" in word:
        found.append("hyphen")
    if word.isupper():
        found.append("capitals")
    return found


def lower(word: str) -> list[str]:
    """The word in lower case."""
    return [word.lower()]


def ending(word: str) -> list[str]:
    """The last three letters."""
    return [word[-3:].lower()]


def outline(word: str) -> list[str]:
    """The shape."""
    return [shape(word)]


def value(word: str) -> list[str]:
    """The word as it is; nothing where there is none."""
    return [word] if word else []


VIEWS: dict[str, View] = {
    "extended": extended,
    "spelling": spelling,
    "lower": lower,
    "ending": ending,
    "outline": outline,
    "value": value,
}

_AROUND = (-2, -1, 1, 2)
_NEAR = (-1, 1)
TEMPLATES: dict[str, tuple[Block, ...]] = {
    "lxmls": (Block(TOKEN, "extended"),),
    "pos": (
        Block(TOKEN, "spelling"),
        *(Block(TOKEN, "lower", distance) for distance in _AROUND),
        *(Block(TOKEN, "ending", distance) for distance in _NEAR),
    ),
    "chunk": (
        Block(TOKEN, "spelling"),
        *(Block(TOKEN, "lower", distance) for distance in _AROUND),
        *(Block(TOKEN, "ending", distance) for distance in _AROUND),
    ),
    "ner": (
        Block(TOKEN, "spelling"),
        *(Block(TOKEN, "lower", distance) for distance in _AROUND),
        *(Block(TOKEN, "outline", distance) for distance in _AROUND),
        *(Block(TOKEN, "ending", distance) for distance in _NEAR),
    ),
}


def template(name: str, columns: tuple[str, ...], *, gazetteer: bool, clusters: bool) -> tuple[Block, ...]:
    """The blocks of a template, and those of the other columns, the gazetteer and the clusters that there are."""
    if name not in TEMPLATES:
        raise UsageError(f"unknown features {name!r}: {suggestion(name, list(TEMPLATES))}")
    blocks = [*TEMPLATES[name]]
    blocks += [Block(column, "value", distance) for column in columns for distance in (-2, -1, 0, 1, 2)]
    if gazetteer:
        blocks += [Block(GAZETTEER, "value", distance) for distance in (-1, 0, 1)]
    if clusters:
        blocks += [Block(TOKEN, CLUSTER, distance) for distance in (-1, 0, 1)]
    return tuple(blocks)
