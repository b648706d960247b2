"""The picture of an alignment: what is drawn, and what a reader without colour or sight gets."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from accord.errors import MissingExtra, UsageError
from accord.model import Unit
from accord.reporting.alignment_drawn import Drawn
from accord.reporting.alignment_figure import alignment_figure
from accord.reporting.alignment_layout import MAX_ROWS, laid_out
from accord.reporting.alignment_plot import alignment_plot, alignment_png
from accord.reporting.palette import looks
from accord.study.units import study_of
from tests.build import aligned_by_hand, aligned_in_turn

if TYPE_CHECKING:
    from pathlib import Path

    from accord.kinds.units.aligned import Aligned

SVG = "{http://www.w3.org/2000/svg}"
FIGURE_10 = {
    "Joe": [Unit(4, 14, "A"), Unit(20, 30, "B")],
    "Jack": [Unit(4, 14, "A"), Unit(20, 25, "A")],
    "William": [Unit(14, 24, "A"), Unit(40, 44, "B")],
}
FOUND = [[0, 2, -1], [1, 3, 4], [-1, -1, 5]]
EXAMPLE = aligned_by_hand(study_of([("example", 0.0, FIGURE_10)], tuple(FIGURE_10)), [FOUND])
EMPTY = aligned_by_hand(study_of([("d", 0.0, {"ann": [], "bob": []})], ("ann", "bob")), [[]])


def first(aligned: Aligned) -> Drawn:
    return Drawn.made(aligned, aligned.alignments[0])


def drawn(aligned: Aligned) -> ET.Element:
    return ET.fromstring(alignment_figure(first(aligned)))


def of_class(figure: ET.Element, name: str) -> list[ET.Element]:
    return [each for each in figure.iter() if name in (each.get("class") or "").split()]


def texts(figure: ET.Element) -> list[str]:
    return [text.text or "" for text in figure.iter(f"{SVG}text")]


def in_rows(units: int, annotators: str = "abc") -> Aligned:
    """Units one after the other, each a little later from annotator to annotator."""
    marked = {
        name: [Unit(10.0 * place + shift, 10.0 * place + shift + 6, f"C{place % 9}") for place in range(units)]
        for shift, name in enumerate(annotators)
    }
    return aligned_in_turn(study_of([("long", 0.0, marked)], tuple(annotators), "character"))


def test_a_lane_an_annotator_a_box_a_unit_and_links() -> None:
    figure = drawn(EXAMPLE)
    assert [lane.text for lane in of_class(figure, "name")] == ["Joe", "Jack", "William"]
    assert len(of_class(figure, "unit")) == 6
    assert len(of_class(figure, "alone")) == 1 + 1  # and one in the legend
    links = [link for link in of_class(figure, "link") if link.find(f"{SVG}title") is not None]
    assert [link.findtext(f"{SVG}title") for link in links] == ["unitary alignment 2"] * 2 + ["unitary alignment 3"]
    assert [link.get("class") for link in links] == ["link level3", "link level3", "link level2"]


def test_boxes_lie_at_their_place() -> None:
    boxes = laid_out(first(EXAMPLE)).boxes
    scale = boxes[0].width / 10
    for box, unit in zip(boxes, EXAMPLE.study.units(EXAMPLE.alignments[0].continuum), strict=True):
        assert box.x - boxes[0].x == pytest.approx(scale * (unit.start - 4))
        assert box.width == pytest.approx(scale * (unit.end - unit.start))


def test_links_go_from_box_to_box() -> None:
    layout = laid_out(first(EXAMPLE))
    upper, lower = layout.boxes[1], layout.boxes[3]
    assert layout.links[0].start == (upper.x + upper.width / 2, upper.y + upper.height)
    assert layout.links[0].end == (lower.x + lower.width / 2, lower.y)


def test_what_it_says_without_sight() -> None:
    figure = drawn(EXAMPLE)
    assert figure.get("role") == "img"
    ids = (figure.get("aria-labelledby") or "").split()
    said = [figure.findtext(f"{SVG}{tag}[@id='{name}']") for tag, name in zip(("title", "desc"), ids, strict=True)]
    assert said[0] == "Alignment of example"
    assert said[1] == (
        "3 annotators, 6 units, 3 unitary alignments; disorder 1.2815. A lane for each annotator, a box for each unit, "
        "and links between units that are aligned."
    )
    units = [unit.findtext(f"{SVG}title") for unit in of_class(figure, "unit")]
    assert units[0] == "Joe, 4–14; A; unitary alignment 3"
    assert units[-1] == "William, 40–44; B; nobody else has it"


def test_what_it_says_without_colour() -> None:
    assert len({looks(category)[:2] for category in range(64)}) == 64
    labels = texts(drawn(EXAMPLE))
    assert labels.count("A") == 4 + 1
    assert labels.count("B") == 2 + 1
    assert "nobody else has the unit" in labels
    assert "disorder above 0.75" in labels
    assert str(EXAMPLE.signature) in labels


def test_no_two_of_24_categories_have_the_same_colour() -> None:
    marked = {name: [Unit(10.0 * place, 10.0 * place + 6, f"C{place:02}") for place in range(24)] for name in "ab"}
    figure = drawn(aligned_in_turn(study_of([("many", 0.0, marked)], ("a", "b"))))
    style = figure.findtext(f"{SVG}style") or ""
    rules = dict(re.findall(r"\.alignment \.(hue\d\.tone\d) \{ fill: (#\w{6})", style.partition("@media")[0]))
    strokes = dict(re.findall(r"\.alignment \.(hue\d) \{ stroke: (#\w{6})", style.partition("@media")[0]))
    boxes = [(box.get("class") or "").split()[1:] for box in of_class(figure, "fill")]
    colours = {(rules[f"{hue}.{tone}"], strokes[hue]) for hue, tone in boxes}
    assert len(colours) == len({tuple(box) for box in boxes}) == 24


def test_light_and_dark() -> None:
    assert "prefers-color-scheme: dark" in alignment_figure(first(EXAMPLE))


def test_units_that_overlap_are_stacked() -> None:
    marked = {
        "ann": [Unit(0, 40, "s"), Unit(3, 12, "n"), Unit(10, 20, "n"), Unit(14, 18, "x")],
        "bob": [Unit(0, 38, "s")],
    }
    study = study_of([("d", 0.0, marked)], tuple(marked))
    aligned = aligned_by_hand(study, [[[0, 4], [1, -1], [2, -1], [3, -1]]])
    boxes = laid_out(first(aligned)).boxes
    assert not any(
        one.y == other.y and one.x < other.x + other.width and other.x < one.x + one.width
        for one, other in combinations(boxes, 2)
    )
    assert len({box.y for box in boxes}) == 4


def test_everything_in_the_data_is_text() -> None:
    odd = "<script>alert(1)</script>\"'&\u202e\x00\ud800"
    marked = {odd: [Unit(0, 4, odd), Unit(6, 60, odd)], "עברית": [Unit(0, 4, "מקטע")]}
    aligned = aligned_by_hand(study_of([(odd, 0.0, marked)], tuple(marked)), [[[0, 2], [1, -1]]])
    figure = drawn(replace(aligned, texts={odd: odd * 3}))
    assert not figure.findall(f".//{SVG}script")
    assert (figure.findtext(f"{SVG}title") or "").startswith("Alignment of <script>alert(1)</script>\"'&")
    assert any(text.startswith("<script>") for text in texts(figure))
    assert "עברית" in texts(figure)
    assert not re.search("[\u202e\x00\ud800]", "".join(figure.itertext()))


def test_no_units() -> None:
    figure = drawn(EMPTY)
    assert not of_class(figure, "unit")
    assert "2 annotators, 0 units, 0 unitary alignments: nobody marked anything" in texts(figure)


def test_one_unitary_alignment() -> None:
    study = study_of([("d", 0.0, {"ann": [Unit(5, 9, "A")], "bob": [Unit(5, 9, "A")]})], ("ann", "bob"))
    figure = drawn(aligned_by_hand(study, [[[0, 1]]]))
    assert len(of_class(figure, "unit")) == 2
    assert [link.get("class") for link in of_class(figure, "link")] == ["link level0"] * 2  # and one in the legend


def test_all_but_one_have_nothing() -> None:
    study = study_of([("d", 0.0, {"ann": [Unit(5, 9)], "bob": [], "cat": []})], ("ann", "bob", "cat"))
    figure = drawn(aligned_by_hand(study, [[[0, -1, -1]]]))
    assert len(of_class(figure, "unit")) == 1
    assert not of_class(figure, "link")
    assert len(of_class(figure, "lane")) == 3


def test_long_continua_go_on_in_more_rows() -> None:
    aligned = in_rows(100)
    layout = laid_out(first(aligned))
    assert 1 < len(layout.rows) <= MAX_ROWS
    assert {box.unit for box in layout.boxes} == set(range(300))
    assert not layout.left_out
    assert all(above.axis < below.top for above, below in zip(layout.rows, layout.rows[1:], strict=False))
    assert all(box.x + box.width < layout.width for box in layout.boxes)
    assert len(layout.links) == 200


@pytest.mark.parametrize(("units", "rows"), [(8, 1), (25, 2), (100, 8), (300, 8), (700, 19), (1000, 20)])
def test_rows_are_few_or_hold_all_or_can_be_read(units: int, rows: int) -> None:
    aligned = in_rows(units)
    assert len(laid_out(first(aligned)).rows) == rows


def test_what_is_left_out_is_said() -> None:
    aligned = in_rows(1000)
    layout = laid_out(first(aligned))
    assert len(layout.rows) == MAX_ROWS
    seen = len({box.unit for box in layout.boxes})
    figure = drawn(aligned)
    [note] = [text for text in texts(figure) if text.startswith("not drawn")]
    assert note.startswith(f"not drawn: {3000 - seen:,} of 3,000 units, beyond character ")
    assert note.capitalize() in (figure.findtext(f"{SVG}desc") or "")


def test_units_that_go_on_in_another_row_are_open_there() -> None:
    marked = {"a": [Unit(0, 2000, "A"), *(Unit(float(at), at + 5.0, "B") for at in range(0, 2000, 10))], "b": []}
    aligned = aligned_by_hand(study_of([("d", 0.0, marked)], ("a", "b")), [[[unit, -1] for unit in range(201)]])
    layout = laid_out(first(aligned))
    parts = [box for box in layout.boxes if box.unit == 1 or box.width > 200]
    assert (parts[0].opens, parts[0].closes) == (True, False)
    assert (parts[-1].opens, parts[-1].closes) == (False, True)
    assert [len(line) for line in parts[1].outline] == [2, 2]


def test_a_link_to_another_row_leaves_at_the_edge() -> None:
    marked = {
        "a": [Unit(10.0 * place, 10.0 * place + 10, "A") for place in range(60)],
        "b": [Unit(10.0 * place, 10.0 * place + 10, "A") for place in range(60)],
    }
    far = [[place, 60 + (place + 30) % 60] for place in range(60)]
    aligned = aligned_by_hand(study_of([("d", 0.0, marked)], ("a", "b")), [far])
    layout = laid_out(first(aligned))
    leaving = [link for link in layout.links if link.leaves]
    assert leaving
    edges = {edge for row in layout.rows for edge in (row.x, row.x + row.width)}
    assert {link.end[0] for link in leaving} <= edges


def test_long_names_and_many_categories() -> None:
    marked = {
        "x" * 300: [Unit(10.0 * place, 10.0 * place + 8, f"{'category' * 20} {place}") for place in range(50)],
        "bob": [],
    }
    aligned = aligned_by_hand(study_of([("d" * 500, 0.0, marked)], tuple(marked)), [[[unit, -1] for unit in range(50)]])
    figure = drawn(aligned)
    assert "and 10 categories more" in texts(figure)
    assert max(map(len, texts(figure))) < 130
    assert float(figure.get("width") or 0) < 1300


def test_pixels(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="figures of pixels need the extra 'plot'")
    alignment_plot(first(EXAMPLE)).save(tmp_path / "e.PNG")
    assert (tmp_path / "e.PNG").read_bytes().startswith(b"\x89PNG")
    assert alignment_png(first(EMPTY)).startswith(b"\x89PNG")


def test_pixels_of_odd_names() -> None:
    pytest.importorskip("matplotlib", reason="figures of pixels need the extra 'plot'")
    marked = {"$a_": [Unit(0, 4, "名前 $\\x$")], "b^": [Unit(0, 4, "\\frac{")]}
    aligned = aligned_by_hand(study_of([("d$1$", 0.0, marked)], tuple(marked)), [[[0, 1]]])
    assert alignment_png(first(aligned)).startswith(b"\x89PNG")


def test_the_ending_of_the_file_says_what_is_drawn(tmp_path: Path) -> None:
    alignment_plot(first(EXAMPLE)).save(tmp_path / "e.svg")
    assert (tmp_path / "e.svg").read_text(encoding="utf-8") == alignment_figure(first(EXAMPLE))
    with pytest.raises(UsageError, match=r"\.svg or \.png"):
        alignment_plot(first(EXAMPLE)).save("e.jpg")


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match=r"accord\[plot\]"):
        alignment_png(first(EXAMPLE))
