"""What stands around a picture of an alignment: what is counted, and what its looks mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.messages import plural
from accord.reporting.alignment_layout import LEVELS, TEXT, Box
from accord.reporting.letters import fitted, text_width
from accord.reporting.numbers import rounded
from accord.reporting.scene import EDGE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.reporting.alignment_drawn import Drawn
    from accord.reporting.alignment_layout import Layout

SWATCH = 30.0
"""How long a sample is."""

_LONGEST_CATEGORY, _MAX_CATEGORIES = 200.0, 40
_LINE, _GAP = 24.0, 22.0


@dataclass(frozen=True, slots=True)
class Key:
    """A sample of a look, and what it means."""

    kind: str
    index: int
    x: float
    y: float
    text: str

    @property
    def box(self) -> Box | None:
        """The sample, where it is one of a box."""
        if self.kind not in {"category", "alone"}:
            return None
        return Box(self.x, self.y - 9, SWATCH, -1, self.index, alone=self.kind == "alone", height=18.0)


def legend(drawn: Drawn, layout: Layout, across: float) -> tuple[list[Key], float]:
    """Samples of all looks, in as many lines as they need, and where the last of these ends."""
    x, y = EDGE, layout.bottom + 24
    keys = []
    for kind, index, text in _samples(drawn, layout):
        wide = SWATCH + 8 + text_width(text, TEXT)
        if x > EDGE and x + wide > across - EDGE:
            x, y = EDGE, y + _LINE
        keys.append(Key(kind, index, x, y, text))
        x += wide + _GAP
    return keys, y + 20


def subtitle(drawn: Drawn) -> str:
    """How much there is, and how far it is apart."""
    counted = ", ".join(
        plural(count, noun)
        for noun, count in {
            "annotator": len(drawn.annotators),
            "unit": len(drawn.units),
            "unitary alignment": len(drawn.members),
        }.items()
    )
    if not drawn.units:
        return f"{counted}: nobody marked anything"
    return f"{counted}; disorder {rounded(drawn.disorder, 4)}{', proved least' if drawn.proved else ''}"


def _samples(drawn: Drawn, layout: Layout) -> Iterator[tuple[str, int, str]]:
    names = drawn.categories
    seen = sorted({box.category for box in layout.boxes})
    for category in seen[:_MAX_CATEGORIES]:
        yield "category", category, fitted(names[category], _LONGEST_CATEGORY, TEXT) or "''"
    if len(seen) > _MAX_CATEGORIES:
        yield "more", 0, f"and {len(seen) - _MAX_CATEGORIES} categories more"
    if any(box.alone for box in layout.boxes):
        yield "alone", next(box.category for box in layout.boxes if box.alone), "nobody else has the unit"
    ends = [f"{share * drawn.empty:g}" for share in LEVELS]
    texts = [*(f"disorder up to {end}" for end in ends), f"disorder above {ends[-1]}"]
    yield from (("link", level, texts[level]) for level in sorted({link.level for link in layout.links}))
