"""Brown clusters: words as paths in a binary tree, of which beginnings are features."""

from __future__ import annotations

import re
from dataclasses import dataclass

from accord.errors import ReadError
from accord.read.source import Source

_LENGTHS = (2, 4, 6, 8, 10, 12, 14, 16)
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

    def prefixes(self, word: str) -> list[str]:
        """The beginnings of the word's path, as long as 2, 4, ... 16, and the path (Plank et al. 2014 for names).

        >>> Clusters({"harbour": "01101"}).prefixes("Harbour")
        ['01', '0110', '01101']
        """
        path = self.paths.get(word) or self.paths.get(word.lower(), "")
        return [path[:length] for length in _LENGTHS if length < len(path)] + [path][: len(path)]
