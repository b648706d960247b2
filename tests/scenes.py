"""What is wrong with the text of a picture: what leaves it, and what meets other text."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from accord.reporting.scene import Words

if TYPE_CHECKING:
    from accord.reporting.scene import Scene


def outside(scene: Scene) -> list[str]:
    """The texts that leave the picture."""
    framed = scene.framed()
    found = [each for each in framed.shapes if isinstance(each, Words) and each.text]
    return [
        each.text
        for each in found
        if each.extent[0] < 0 or each.extent[1] < 0 or each.extent[2] > framed.width or each.extent[3] > framed.height
    ]


def meeting(scene: Scene) -> list[tuple[str, str]]:
    """Every two texts that lie over each other."""
    found = [each for each in scene.framed().shapes if isinstance(each, Words) and each.text]
    return [(one.text, other.text) for one, other in combinations(found, 2) if _meet(one, other)]


def _meet(one: Words, other: Words) -> bool:
    (left, top, right, bottom), (other_left, other_top, other_right, other_bottom) = one.extent, other.extent
    return left < other_right and other_left < right and top < other_bottom and other_top < bottom
