"""Rows of ten columns, as CoNLL-U and CoNLL-X have them: their fields, and how files of them are recognised."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from accord.formats.numbers import DIGITS, is_natural

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH, WORD, HEAD, LABEL = 10, 1, 6, 7
NO_TOKEN = re.compile(rf"\d{{1,{DIGITS}}}[-.]\d{{1,{DIGITS}}}")
MISSING = "_"
_MOSTLY = 0.8


def split_at_tabs(row: str) -> list[str]:
    """The columns of CoNLL-U, where a word may hold spaces; white space around other fields does not count."""
    return [field if place == WORD else field.strip() for place, field in enumerate(row.split("\t"))]


def split_at_blanks(row: str) -> list[str]:
    """The columns of CoNLL-X, divided by tabs or by any white space."""
    return split_at_tabs(row) if "\t" in row.rstrip() else row.split()


def sniff_dependencies(rows: Sequence[str]) -> bool:
    """Whether rows have ten columns, the first of which numbers tokens and the seventh their heads, if not all of them.

    >>> sniff_dependencies(["1 Fog fog N N _ 2 nsubj _ _", "2 lifts lift V V _ 0 root _ _"])
    True
    """
    fields = [split_at_blanks(row) for row in rows if not row.isspace()]
    tokens = [row for row in fields if not NO_TOKEN.fullmatch(row[0])]
    numbered = [row for row in tokens if len(row) == WIDTH and is_natural(row[0]) and may_be_head(row[HEAD])]
    heads = any(row[HEAD] != MISSING for row in numbered)
    return heads and any(row[0] == "1" for row in numbered) and len(numbered) >= _MOSTLY * len(tokens)


def is_universal(row: str) -> bool:
    """Whether a row has the ten columns of CoNLL-U, with the number of a token and its head."""
    fields = split_at_tabs(row)
    return len(fields) == WIDTH and is_natural(fields[0]) and is_natural(fields[HEAD])


def is_range(row: str) -> bool:
    """Whether a row is no token but a range of them (1-2) or an empty node (1.1)."""
    return NO_TOKEN.fullmatch(row.partition("\t")[0]) is not None


def may_be_head(field: str) -> bool:
    """Whether a field names a head, or none."""
    return field == MISSING or is_natural(field)
