"""The picture of an alignment: what is drawn, and what a reader without colour or sight gets."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from accord.errors import MissingExtra, UsageError
from accord.model import Unit
from accord.reporting.alignment_drawn import Drawn
from accord.reporting.alignment_figure import alignment_scene
from accord.reporting.alignment_layout import MAX_ROWS, laid_out
from accord.reporting.export import Drawing
from accord.reporting.palette import looks
from accord.reporting.scene import Box, Line
from accord.study.units import study_of
from tests.build import aligned_by_hand, aligned_in_turn
from tests.scenes import meeting, outside

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
    return ET.fromstring(alignment_scene(first(aligned)).svg())


def units_of(figure: ET.Element) -> list[str]:
    """What is said of each box of a unit."""
    return [said for each in figure.findall(f"{SVG}rect") if (said := each.findtext(f"{SVG}title"))]


def links_of(figure: ET.Element) -> list[tuple[str, str | None]]:
    """What is said of each link, and how it is broken."""
    paths = figure.findall(f"{SVG}path")
    return [(said, each.get("stroke-dasharray")) for each in paths if (said := each.findtext(f"{SVG}title"))]


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
    assert [text for text in texts(figure) if text in FIGURE_10] == ["Joe", "Jack", "William"]
    assert len(units_of(figure)) == 6
    unmatched = [each for each in figure.findall(f"{SVG}path") if each.get("stroke-dasharray") == "4 3"]
    assert len(unmatched) == 1 + 1  # and one in the legend
    assert links_of(figure) == [
        ("unitary alignment 2", "2 3"),
        ("unitary alignment 2", "2 3"),
        ("unitary alignment 3", "7 4"),
    ]


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
    assert figure.findtext(f"{SVG}title") == "Alignment of example"
    assert figure.findtext(f"{SVG}desc") == (
        "3 annotators, 6 units, 3 unitary alignments; disorder 1.2815. A lane for each annotator, a box for each unit, "
        "and links between units that are aligned."
    )
    units = units_of(figure)
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
    scene = alignment_scene(first(aligned_in_turn(study_of([("many", 0.0, marked)], ("a", "b")))))
    boxes = [each for each in scene.shapes if isinstance(each, Box) and each.said.startswith("a, ")]
    edges = {each.places[0]: each.colour for each in scene.shapes if isinstance(each, Line) and len(each.places) == 5}
    assert len({(box.fill, edges[box.x, box.y]) for box in boxes}) == len(boxes) == 24


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
    assert not units_of(figure)
    assert "2 annotators, 0 units, 0 unitary alignments: nobody marked anything" in texts(figure)


def test_one_unitary_alignment() -> None:
    study = study_of([("d", 0.0, {"ann": [Unit(5, 9, "A")], "bob": [Unit(5, 9, "A")]})], ("ann", "bob"))
    figure = drawn(aligned_by_hand(study, [[[0, 1]]]))
    assert len(units_of(figure)) == 2
    assert links_of(figure) == [("unitary alignment 1", None)]
    assert "disorder up to 0.25" in texts(figure)


def test_all_but_one_have_nothing() -> None:
    study = study_of([("d", 0.0, {"ann": [Unit(5, 9)], "bob": [], "cat": []})], ("ann", "bob", "cat"))
    figure = drawn(aligned_by_hand(study, [[[0, -1, -1]]]))
    assert len(units_of(figure)) == 1
    assert not links_of(figure)
    assert {"ann", "bob", "cat"} <= set(texts(figure))


def test_long_continua_go_on_in_more_rows() -> None:
    aligned = in_rows(100)
    layout = laid_out(first(aligned))
    assert 1 < len(layout.rows) <= MAX_ROWS
    assert {box.unit for box in layout.boxes} == set(range(300))
    assert not layout.left_out
    assert all(above.axis < below.top for above, below in zip(layout.rows, layout.rows[1:], strict=False))
    assert all(box.x + box.width < layout.width for box in layout.boxes)
    assert len(layout.links) == 200


@pytest.mark.parametrize(("units", "rows"), [(8, 1), (25, 2), (100, 8), (300, 8), (600, 17), (1000, 20)])
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


@pytest.mark.parametrize("wide", [None, 392.0, 806.0])
def test_text_stays_in_the_picture_and_apart(wide: float | None) -> None:
    for aligned in (EXAMPLE, EMPTY, in_rows(30), in_rows(12, "abcdefghij")):
        scene = alignment_scene(first(aligned), wide)
        assert not outside(scene)
        assert not meeting(scene)


def test_it_is_written_into_a_file(tmp_path: Path) -> None:
    drawing = Drawing(partial(alignment_scene, first(EXAMPLE)))
    drawing.save(tmp_path / "e.svg")
    assert (tmp_path / "e.svg").read_text(encoding="utf-8") == alignment_scene(first(EXAMPLE)).svg()
    with pytest.raises(UsageError, match=r"\.svg, \.pdf or \.png"):
        drawing.save("e.jpg")


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r"accord\[plot\]"):
        alignment_scene(first(EXAMPLE)).png()
