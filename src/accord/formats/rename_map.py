"""Which types get which other names, from a file: JSON, or a table of two columns."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.formats.rows import plain_rows
from accord.formats.source import UNDECODABLE, Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

OLD, NEW = ("old", "from", "source"), ("new", "to", "target")
"""What the columns of a table may be called."""
_JSON = "write an object that maps each new name to a list of old ones"


def read_renames(path: str) -> dict[str, str]:
    """The new name of each old one, of which each may stand there once.

    JSON maps new names to lists of old ones, as SeqScore has it; a table, divided by tabs or commas, has a first row
    with the names of its columns, ``old`` and ``new``.
    """
    source = Source(path)
    text = "".join(f"{line}\n" for line in source.lines())
    if UNDECODABLE.search(text):
        raise UsageError(f"{source.name} holds bytes that are no {source.file_encoding}")
    pairs = _json_pairs(text, source.name) if text.lstrip()[:1] in {"{", "["} else _table_pairs(source)
    found: dict[str, str] = {}
    for old, new in pairs:
        if not old or not new:
            raise UsageError(f"{source.name}: a name is empty")
        if old in found:
            both = f", to {found[old]!r} and {new!r}" if found[old] != new else ""
            raise UsageError(f"{source.name} renames {old!r} twice{both}: name each old type once")
        found[old] = new
    if not found:
        raise UsageError(f"{source.name} names no types to rename")
    return found


def _json_pairs(text: str, name: str) -> Iterator[tuple[str, str]]:
    try:
        held = json.loads(text, object_pairs_hook=_Pairs)
    except (json.JSONDecodeError, RecursionError) as error:
        where = f" in line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise UsageError(f"{name} is no JSON{where}: {_JSON}") from None
    if not isinstance(held, _Pairs):
        raise UsageError(f"{name}: {_JSON}")
    for new, olds in held.pairs:
        several = [olds] if isinstance(olds, str) else olds
        if not isinstance(several, list) or not all(isinstance(old, str) for old in several):
            raise UsageError(f"{name}: {_JSON}, and not {new!r} to something else")
        for old in several:
            yield old.strip(), new.strip()


class _Pairs:
    """An object of JSON with all its keys, for a key that appears twice may name different types."""

    def __init__(self, pairs: Iterable[tuple[str, Any]]) -> None:
        self.pairs = list(pairs)


def _table_pairs(source: Source) -> Iterator[tuple[str, str]]:
    (first, *rows) = plain_rows(source) or [[]]
    names = [name.strip().casefold().removeprefix("\ufeff") for name in first]
    olds, news = ([number for number, name in enumerate(names) if name in known] for known in (OLD, NEW))
    if len(names) != 2 or len(olds) != 1 or len(news) != 1:
        raise UsageError(f"{source.name}: its first line must name two columns, old and new")
    for number, row in enumerate(rows, 2):
        if not any(map(str.strip, row)):
            continue
        if len(row) != 2:
            raise UsageError(f"{source.name}:{number}: {len(row)} cells instead of two")
        yield row[olds[0]].strip(), row[news[0]].strip()
