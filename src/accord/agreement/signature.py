"""The line beside every number that says how it was made."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def _running() -> str:
    from accord import __version__

    return __version__


@dataclass(frozen=True, slots=True)
class Signature:
    """A measure and its choices in a fixed order, the version last.

    >>> str(Signature("f1", {"match": "exact", "enc": "BIO"}))
    'f1|match:exact|enc:BIO|v:0.1.0'
    """

    measure: str
    choices: Mapping[str, object]
    version: str | None = field(default_factory=_running)
    """The version of accord that measured; None if it is not known."""

    def __str__(self) -> str:
        parts = {**self.choices} | ({} if self.version is None else {"v": self.version})
        return "|".join([self.measure, *(f"{key}:{value}" for key, value in parts.items())])

    def read_by(self, choices: Mapping[str, str]) -> Signature:
        """The same with what was chosen in the reading of the data.

        >>> str(Signature("alpha", {"over": "items"}).read_by({"repeats": "last"}))
        'alpha|over:items|repeats:last|v:0.1.0'
        """
        return replace(self, choices={**self.choices, **choices})

    @classmethod
    def parse(cls, written: str) -> Signature:
        """A signature that was written out, with the version that wrote it.

        >>> Signature.parse("f1|match:exact|v:0.0.9")
        Signature(measure='f1', choices={'match': 'exact'}, version='0.0.9')
        """
        measure, *parts = written.split("|")
        choices = dict(part.partition(":")[::2] for part in parts)
        version = choices.pop("v", None)
        return cls(measure, choices, version)
