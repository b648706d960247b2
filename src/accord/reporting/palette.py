"""The looks of categories and lines in pictures: no two of the first 24 have the same colour, of 64 the same look."""

from __future__ import annotations

from typing import NamedTuple

_HUES = (210, 20, 140, 285, 45, 330, 180, 95)
HUES, TONES = len(_HUES), 3
"""How many hues there are, and tones of each: pale, stronger and white; the page counts them alike."""
DASHES = ("none", "9 4", "2 3", "9 3 2 3", "16 4", "5 3 1 3 1 3", "1 5", "12 3 5 3")
"""How lines are broken, by their pattern."""


class Look(NamedTuple):
    """The numbers of a hue, a pattern and a tone."""

    hue: int
    pattern: int
    tone: int


def looks(number: int) -> Look:
    """How a category or a line is drawn: each time the hues start again they have other patterns, and another tone.

    >>> looks(0), looks(8)
    (Look(hue=0, pattern=0, tone=0), Look(hue=0, pattern=1, tone=1))
    """
    return Look(number % HUES, (number + number // HUES) % len(DASHES), number // HUES % TONES)


def colour(hue: int, lightness: float) -> str:
    """A hue, from 0 (black) to 1 (white).

    >>> colour(0, 0.5)
    '#267fd9'
    """
    from colorsys import hls_to_rgb

    return "#" + "".join(f"{round(255 * part):02x}" for part in hls_to_rgb(_HUES[hue] / 360, lightness, 0.7))


def line_look(number: int) -> tuple[str, str]:
    """The colour of a line and how it is broken.

    >>> line_look(0), line_look(1)
    (('#1d61a5', ''), ('#a54a1d', '9 4'))
    """
    hue, pattern, _ = looks(number)
    return colour(hue, 0.38), "" if DASHES[pattern] == "none" else DASHES[pattern]
