"""Brown clusters: words as paths in a binary tree, of which beginnings are features."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.errors import ReadError
from accord.formats.source import Source

if TYPE_CHECKING:
    from accord.learn.tagger.aspects import Aspect

WHOLE = "whole"
LENGTHS = (*map(str, range(2, 17, 2)), WHOLE)
"""How many bits of a path are looked at."""
_PATH = re.compile("[01]+")


@dataclass(frozen=True, slots=True)
class Clusters:
    """The path of each word."""

    paths: dict[str, str]

    @classmethod
    def read(cls, path: str, file_encoding: str = "utf-8") -> Clusters:
        """The output of Brown clustering: path, word and perhaps a count, divided by tabs."""
        paths = {}
        for number, line in enumerate(Source(path, file_encoding).lines(), 1):
            if line.strip():
                fields = line.rstrip("\r\n").split("\t")
                if len(fields) < 2 or not _PATH.fullmatch(fields[0]):
                    raise ReadError(
                        f"{path}:{number}: a path of 0 and 1, a tab and a word are needed, not {line[:60]!r}"
                    )
                paths[fields[1]] = fields[0]
        if not paths:
            raise ReadError(f"{path} holds no clusters: each line is a path of 0 and 1, a tab and a word")
        return cls(paths)

    def beginnings(self, length: str) -> Aspect:
        """The first bits of words' paths, or the whole path (Plank et al. 2014 for names).

        >>> Clusters({"harbour": "01101"}).beginnings("4")(["Harbour", "sea"])
        ['0110', None]
        """
        most = None if length == WHOLE else int(length)
        paths = self.paths

        def cut(words: list[str]) -> list[str | None]:
            found = [paths.get(word) or paths.get(word.lower()) for word in words]
            return [path[:most] if path and len(path) > (most or 0) else None for path in found]

        return cut
