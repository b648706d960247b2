"""What is looked at in which words of a sentence: the templates of features.

A template is a row of blocks: an aspect of the words of a column, at some distance from the token. So all but the
distance is known by word type.

lxmls: the word, whether it is titled, a number or hyphenated, its first and last one to three letters; no context. The
features of Plank et al. (2014). pos: the word, also in lower case, its shape, its first and last one to four letters;
two words around it in lower case; the ends of its neighbours. chunk: the same, with the ends of two words around. ner:
those of pos, and the shapes of two words around. Other columns count as they are, up to two tokens away; matches in a
gazetteer and Brown clusters (beginnings of 2, 4, ... 16 bits) one token away.
"""

from __future__ import annotations

from typing import NamedTuple

from accord.errors import UsageError
from accord.messages import suggestion

TOKEN, GAZETTEER, CLUSTER = "token", "gazetteer", "cluster-"
"""The column of tokens, that of matches in a gazetteer, and how aspects by Brown clusters begin."""


class Block(NamedTuple):
    """An aspect of the words of a column, so many tokens after the token (before it, if negative)."""

    column: str
    aspect: str
    distance: int = 0


def _words(aspects: str, *distances: int) -> tuple[Block, ...]:
    return tuple(Block(TOKEN, aspect, distance) for aspect in aspects.split() for distance in distances)


_SPELLING = "word lower shape digit hyphen capitals start-1 start-2 start-3 start-4 end-1 end-2 end-3 end-4"
_AROUND, _NEAR = (-2, -1, 1, 2), (-1, 1)
TEMPLATES: dict[str, tuple[Block, ...]] = {
    "lxmls": _words("word titled number hyphen last-1 first-1 last-2 first-2 last-3 first-3", 0),
    "pos": _words(_SPELLING, 0) + _words("lower", *_AROUND) + _words("ending", *_NEAR),
    "chunk": _words(_SPELLING, 0) + _words("lower ending", *_AROUND),
    "ner": _words(_SPELLING, 0) + _words("lower shape", *_AROUND) + _words("ending", *_NEAR),
}


def template(
    name: str, columns: tuple[str, ...], *, gazetteer: bool = False, clusters: tuple[str, ...] = ()
) -> tuple[Block, ...]:
    """The blocks of a template, and those of the other columns, the gazetteer and the clusters that there are."""
    if name not in TEMPLATES:
        raise UsageError(f"unknown features {name!r}: {suggestion(name, list(TEMPLATES))}")
    blocks = [*TEMPLATES[name]]
    blocks += [Block(column, "value", distance) for column in columns for distance in (-2, -1, 0, 1, 2)]
    if gazetteer:
        blocks += [Block(GAZETTEER, "value", distance) for distance in (-1, 0, 1)]
    return (*blocks, *(Block(TOKEN, aspect, distance) for aspect in clusters for distance in (-1, 0, 1)))
