"""What stands around a picture of an alignment: its title, what its looks mean, and how it was made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.messages import plural, printable
from accord.reporting.alignment_layout import CELL, LEVELS, Box
from accord.reporting.numbers import rounded
from accord.reporting.table import shortened, width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.reporting.alignment_drawn import Drawn
    from accord.reporting.alignment_layout import Layout

SWATCH = 30.0
"""How long a sample is."""

_LONGEST_CATEGORY, _MAX_CATEGORIES = 28, 40
_LINE, _GAP, _SMALL_CELL = 24.0, 22.0, 6.0


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


@dataclass(frozen=True, slots=True)
class Caption:
    """Texts from top to bottom; the keys lie between them, and ``height`` is that of the whole picture."""

    title: str
    subtitle: str
    keys: tuple[Key, ...]
    notes: tuple[tuple[float, str], ...]
    width: float
    height: float


def captioned(drawn: Drawn, layout: Layout) -> Caption:
    """The texts and the legend of a picture."""
    said = [note for note in (drawn.choice, layout.left_out, drawn.signature) if note]
    across = max(layout.width, layout.left + _SMALL_CELL * max(map(width, said)) + 16)
    x, y = layout.left, layout.bottom + 24
    keys = []
    for kind, index, text in _samples(drawn, layout):
        wide = SWATCH + 8 + CELL * width(text)
        if x > layout.left and x + wide > across:
            x, y = layout.left, y + _LINE
        keys.append(Key(kind, index, x, y, text))
        x += wide + _GAP
    notes = []
    for note in said:
        y += _LINE
        notes.append((y, note))
    cells = int((across - layout.left) / CELL)
    return Caption(
        shortened(printable(drawn.title), int(0.85 * cells)),
        _subtitle(drawn),
        tuple(keys),
        tuple(notes),
        across,
        y + 20,
    )


def _subtitle(drawn: Drawn) -> str:
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
        yield "category", category, shortened(printable(names[category]), _LONGEST_CATEGORY) or "''"
    if len(seen) > _MAX_CATEGORIES:
        yield "more", 0, f"and {len(seen) - _MAX_CATEGORIES} categories more"
    if any(box.alone for box in layout.boxes):
        yield "alone", next(box.category for box in layout.boxes if box.alone), "nobody else has the unit"
    ends = [f"{share * drawn.empty:g}" for share in LEVELS]
    texts = [*(f"disorder up to {end}" for end in ends), f"disorder above {ends[-1]}"]
    yield from (("link", level, texts[level]) for level in sorted({link.level for link in layout.links}))
