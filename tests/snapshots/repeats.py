"""Blocks that stand in a text again are written once: a line ``hardest: =3f2a91c0`` is the block of that digest above.

A block is a line that ends in a colon, with the lines below it that are further in.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_LEAST = 120
"""Shorter blocks are written out."""
_REPEATED = re.compile(r"(?P<head>.*:) =(?P<digest>[0-9a-f]{8})")


def shorten(text: str) -> str:
    """A text with blocks that repeat as their digests.

    >>> block = "a:\\n " + "x" * 120
    >>> print(shorten(f"{block}\\nb:\\n c\\n{block.replace('a', 'd')}"))  # doctest: +ELLIPSIS
    a:
     xxx...
    b:
     c
    d: =...
    """
    return "\n".join(_shortened(text.split("\n"), set()))


def expand(text: str) -> str:
    """The text that was shortened."""
    return "\n".join(_expanded(text.split("\n"), {}))


def _shortened(lines: list[str], seen: set[str]) -> Iterator[str]:
    for head, body in _blocks(lines):
        digest = _digest(body)
        if digest in seen:
            yield f"{head} ={digest}"
            continue
        yield head
        yield from (f" {line}" for line in _shortened(body, seen))
        if sum(map(len, body)) >= _LEAST:
            seen.add(digest)


def _expanded(lines: list[str], known: dict[str, list[str]]) -> Iterator[str]:
    for head, body in _blocks(lines):
        repeated = _REPEATED.fullmatch(head)
        if repeated and repeated["digest"] in known:
            body = known[repeated["digest"]]  # noqa: PLW2901 - it stands for the block
            head = repeated["head"]  # noqa: PLW2901
        else:
            body = list(_expanded(body, known))  # noqa: PLW2901
            known[_digest(body)] = body
        yield head
        yield from (f" {line}" for line in body)


def _blocks(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each line with those that belong to it, without what these are further in."""
    at = 0
    while at < len(lines):
        head, end = lines[at], at + 1
        while head.endswith(":") and end < len(lines) and lines[end].startswith(" "):
            end += 1
        yield head, [line[1:] for line in lines[at + 1 : end]]
        at = end


def _digest(body: list[str]) -> str:
    return hashlib.sha256("\n".join(body).encode()).hexdigest()[:8]
