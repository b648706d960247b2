"""The figure of random starts: what is drawn, and what a reader without colour or sight gets."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from accord.errors import UsageError
from accord.reporting.start_figure import start_scene

SVG = "{http://www.w3.org/2000/svg}"


def drawn(tokens: int, lengths: list[int]) -> ET.Element:
    return ET.fromstring(start_scene(tokens, lengths).svg())


def test_figure_1_of_the_paper() -> None:
    figure = drawn(100, [1, 5, 10, 15])
    found = lines(figure)
    assert len({line.get("stroke-dasharray") for line in found}) == len(found) / 2 == 4  # and those of the key
    texts = [text.text for text in figure.iter(f"{SVG}text")]
    assert {"chance", "token at which the span starts", "length 15 (1 span)"} <= set(texts)
    assert figure.findtext(f"{SVG}title") == "Where 4 spans would start by chance in 100 tokens"
    assert "1 in 73." in (figure.findtext(f"{SVG}desc") or "")


def test_a_line_goes_through_its_chances() -> None:
    line, _ = lines(drawn(3, [1]))
    points = [tuple(map(float, point.split())) for point in line.attrib["d"].removeprefix("M").split("L")]
    assert points[0][0] == 80
    assert points[-1][0] == 560
    assert len({y for _, y in points}) == 1


def lines(figure: ET.Element) -> list[ET.Element]:
    """The lines of chances, then those of the key."""
    return [each for each in figure.findall(f"{SVG}path") if each.get("stroke-width") == "2"]


@pytest.mark.parametrize(("tokens", "lengths"), [(1, [1]), (5, [5]), (2, [1, 1]), (1_000_000, [2] * 90)])
def test_texts_short_and_long(tokens: int, lengths: list[int]) -> None:
    assert len(start_scene(tokens, lengths).svg()) < 100_000
    assert drawn(tokens, lengths).get("role") == "img"


def test_of_many_lengths_some_are_drawn_and_it_says_so() -> None:
    figure = drawn(500, list(range(1, 21)))
    assert len(lines(figure)) == 2 * 8
    assert "Not drawn: 12 lengths" in (figure.findtext(f"{SVG}desc") or "")


def test_no_spans_are_refused() -> None:
    with pytest.raises(UsageError, match="no spans"):
        start_scene(10, [])
