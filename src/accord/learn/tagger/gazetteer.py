"""Lists of names: which tokens of a text are part of one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from accord.errors import ReadError
from accord.formats.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.learn.tagger.text import Text

Name = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """Names of one or several words, in lower case, and the kind of each; found by their first word, longest first."""

    kinds: dict[Name, str]
    by_first: dict[str, tuple[int, ...]]

    @classmethod
    def of(cls, entries: Iterable[tuple[str, str]]) -> Gazetteer:
        """From names and their kinds."""
        kinds = {tuple(name.lower().split()): kind for name, kind in entries}
        lengths: dict[str, set[int]] = {}
        for name in kinds:
            lengths.setdefault(name[0], set()).add(len(name))
        return cls(kinds, {first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()})

    @classmethod
    def read(cls, path: str, file_encoding: str = "utf-8") -> Gazetteer:
        """One name per line, with its kind after a tab if there are several kinds."""
        entries = []
        for line in Source(path, file_encoding).lines():
            name, _, kind = line.strip().partition("\t")
            if name.strip():
                entries.append((name, kind.strip() or "name"))
        if not entries:
            raise ReadError(f"{path} holds no names: a gazetteer has a name a line, and its kind after a tab")
        return cls.of(entries)

    def entries(self) -> list[tuple[str, str]]:
        """The names and their kinds."""
        return [(" ".join(name), kind) for name, kind in self.kinds.items()]

    def matches(self, text: Text) -> list[str]:
        """For each token ``B-KIND`` or ``I-KIND`` where a name stands, the longest first, or nothing.

        >>> import numpy as np
        >>> from accord.learn.tagger.text import Text
        >>> names = Gazetteer.of([("New York", "place"), ("York", "place"), ("Ann", "person")])
        >>> names.matches(Text(["New", "York", "Ann", "left", "York"], np.array([0, 2, 5])))
        ['B-place', 'I-place', 'B-person', '', 'B-place']
        """
        words = [token.lower() for token in text.tokens]
        found = [""] * len(words)
        bounds = text.starts.tolist()
        for start, end in pairwise(bounds):
            place = start
            while place < end:
                for length in self.by_first.get(words[place], ()):
                    kind = self.kinds.get(tuple(words[place : place + length])) if place + length <= end else None
                    if kind is not None:
                        found[place : place + length] = [f"B-{kind}"] + [f"I-{kind}"] * (length - 1)
                        place += length - 1
                        break
                place += 1
        return found
