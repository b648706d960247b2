"""A campaign: its name, its kind and the files of its folder, and the list of all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.snapshots.drawing import Draw

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Files = dict[str, str]
NAMES = ("ada", "bram", "chloe", "dov", "eve")
TYPES = ("PER", "LOC", "SHIP")


@dataclass(frozen=True, slots=True)
class Campaign:
    """What lies in the folder of a campaign, and what kind of commands fit it."""

    name: str
    kind: str
    draw: Callable[[Draw], Files]

    def write(self, root: Path) -> None:
        """Write its folder below another."""
        for name, text in self.draw(Draw(self.name)).items():
            path = root / self.name / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")


CAMPAIGNS: dict[str, Campaign] = {}


def campaign(name: str, kind: str) -> Callable[[Callable[[Draw], Files]], Callable[[Draw], Files]]:
    """Enter a campaign into the list."""

    def enter(function: Callable[[Draw], Files]) -> Callable[[Draw], Files]:
        CAMPAIGNS[name] = Campaign(name, kind, function)
        return function

    return enter
