"""The line beside every number that says how it was made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Signature:
    """A measure and its choices in a fixed order, the version last.

    >>> str(Signature("f1", {"match": "exact", "enc": "BIO"}))
    'f1|match:exact|enc:BIO|v:0.1.0'
    """

    measure: str
    choices: Mapping[str, object]

    def __str__(self) -> str:
        from accord import __version__

        parts = {**self.choices, "v": __version__}
        return "|".join([self.measure, *(f"{key}:{value}" for key, value in parts.items())])
