"""Records of tools in which one value is something else: accord reads them or says in its own words why not."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from accord.errors import AccordError
from accord.verbs.read import read
from tests.fuzz.exports import exports

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OTHERS: list[Any] = [None, [], {}, ["x"], {"a": 1}, [[1]], [{}], "", "x", True, -1, 10**30, 1.5]
"""What may stand where something else should."""
CHANGES = 50
"""How many values of each file are changed: there are thousands."""


def texts() -> dict[str, str]:
    """The JSON among the exports, by what it is and its name."""
    files = {f"{what}/{name}": data for what, held in exports().items() for name, data in held.items()}
    return {name: data.decode() for name, data in files.items() if name.endswith((".json", ".jsonl"))}


def places(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value."""
    yield above
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places(each, (*above, key))


def changed(records: list[Any], place: tuple[Any, ...], other: Any) -> list[Any]:
    """The same with something else in a place."""
    made: Any = deepcopy(records)
    held = made
    for key in place[:-1]:
        held = held[key]
    held[place[-1]] = other
    return list(made)


@pytest.mark.parametrize("name", sorted(texts()))
def test_a_value_may_be_anything(name: str, tmp_path: Path) -> None:
    text, chance = texts()[name], Random(name)
    by_line = name.endswith(".jsonl")
    whole = [json.loads(line) for line in text.splitlines()] if by_line else json.loads(text)
    records: list[Any] = whole if isinstance(whole, list) else [whole]
    file = tmp_path / name.rsplit("/", maxsplit=1)[-1]
    several = records[:6] if by_line else records[:3]
    known = [place for place in places(several) if place]
    for place in chance.sample(known, min(CHANGES, len(known))):
        made = changed(several, place, chance.choice(OTHERS))
        file.write_text("\n".join(map(json.dumps, made)) if by_line else json.dumps(made), encoding="utf-8")
        try:
            read(file)
        except AccordError:
            continue
        except Exception as error:
            raise AssertionError(f"{type(error).__name__} at {place}: {error}\n{file.read_text()[:3000]}") from error
