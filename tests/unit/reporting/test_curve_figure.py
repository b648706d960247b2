"""Names of learning curves stay in the picture, and apart."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from accord.reporting.curve_figure import curve_figure

if TYPE_CHECKING:
    from collections.abc import Sequence

SVG = "{http://www.w3.org/2000/svg}"
WIDEST = 7.5
"""What a letter of 13 pixels takes in a sans-serif font, on average."""
LONG = [f"corpora/of/tweets/that/were/labelled/by/a/crowd/in/{year}/held-out.conll" for year in (2013, 2014, 2015)]


def keys(figure: ET.Element) -> list[tuple[float, float, str]]:
    """Where each name of the key begins, how far down, and what is shown of it."""
    beyond = [text for text in figure.findall(f"{SVG}text") if text.get("class") is None and not text.get("font-size")]
    return [(float(text.attrib["x"]), float(text.attrib["y"]), _shown(text)) for text in beyond]


def _shown(text: ET.Element) -> str:
    return (text.text or "") + "".join(part.tail or "" for part in text)


@pytest.mark.parametrize("panels", [1, 2, 3])
@pytest.mark.parametrize("names", [LONG, ["online", *LONG, "dev"], [f"run {number}" for number in range(9)]])
def test_names_stay_in_the_picture_and_apart(panels: int, names: Sequence[str]) -> None:
    lines = {name: [0.5, 0.7] for name in names}
    figure = ET.fromstring(curve_figure({f"{LONG[0]} {number}": lines for number in range(panels)}, "Learning"))
    found = keys(figure)
    assert len(found) == len(names)
    for x, y, shown in found:
        assert x + WIDEST * len(shown) <= float(figure.attrib["width"])
        assert y <= float(figure.attrib["height"]) - 4
    for (x, y, shown), (next_x, next_y, _) in pairwise(found):
        assert next_y > y or next_x > x + WIDEST * len(shown)
    for name, (_, _, shown) in zip(names, found, strict=True):
        assert name.endswith(shown.removeprefix("…"))
    for panel in figure.findall(f"{SVG}g"):
        assert WIDEST * len(_shown(panel.find(f"{SVG}text"))) <= 270  # type: ignore[arg-type]


def test_what_is_cut_off_is_told_when_asked() -> None:
    figure = curve_figure({"dev": {LONG[0]: [0.5]}}, "Learning")
    assert f"<title>{LONG[0]}</title>…" in figure
    assert "held-out.conll</text>" in figure
