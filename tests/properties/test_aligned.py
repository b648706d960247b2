"""What alignments show against a plain count, and pictures of any alignment of anything."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from accord.alignment.alignment import EMPTY
from accord.model import Unit
from accord.reporting.alignment_drawn import Drawn
from accord.reporting.alignment_figure import alignment_scene
from accord.reporting.alignment_layout import laid_out
from accord.reporting.alignment_payload import alignment_payload, alignment_records
from accord.reporting.alignment_picture import alignment_picture
from accord.reporting.alignment_text import alignment_tables
from accord.reporting.table import as_text, width
from accord.study.units import study_of
from tests.build import aligned_by_hand
from tests.oracle.aligned import shown
from tests.scenes import outside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.kinds.units.aligned import Aligned

NAMES = ("ann", "bob", "cat", "dan")
SPACE = 60


@st.composite
def aligned(draw: st.DrawFn, categories: st.SearchStrategy[str]) -> Aligned:
    """Units anywhere, each annotator's in any order aligned with any of the others'."""
    unit = st.builds(
        lambda start, length, category: Unit(start, start + length, category),
        st.integers(-20, 300),
        st.sampled_from([0.25, 1, 5, 90]),
        categories,
    )
    documents = draw(st.lists(st.lists(st.sampled_from(NAMES), min_size=2, unique=True), min_size=1, max_size=3))
    marked = [
        (f"d{number}", 0.0, {name: draw(st.lists(unit, max_size=6)) for name in annotators})
        for number, annotators in enumerate(documents)
    ]
    study = study_of(marked, NAMES)
    members = []
    for continuum in study.continua:
        rows = [[EMPTY] * len(continuum.annotators) for _ in range(len(continuum))]
        for owner, first in enumerate(continuum.offsets[:-1].tolist()):
            places = draw(st.permutations(range(len(rows))))
            for number in range(int(continuum.counts[owner])):
                rows[places[number]][owner] = first + number
        members.append([row for row in rows if set(row) != {EMPTY}])
    return aligned_by_hand(study, members)


def answers(found: Aligned) -> Iterator[dict[str, str | None]]:
    for alignment in found.alignments:
        units = found.study.units(alignment.continuum)
        for row in alignment.members.tolist():
            yield {
                name: None if member == EMPTY else units[member].category
                for name, member in zip(alignment.continuum.annotators, row, strict=True)
            }


@given(aligned(st.sampled_from("ABC")))
def test_counts(found: Aligned) -> None:
    names, categories = found.study.annotators, found.study.categories
    plain = shown(answers(found))
    for array, counter in (
        (found.missed, plain.missed),
        (found.missed_of_most, plain.missed_of_most),
        (found.added, plain.added),
    ):
        assert array.tolist() == [counter[name] for name in names]
    for table, by_category in (
        (found.missed_by_category, plain.missed_categories),
        (found.added_by_category, plain.added_categories),
    ):
        assert table.tolist() == [[by_category[name, category] for category in categories] for name in names]
    assert found.by_units.tolist() == [plain.by_units[units] for units in range(len(names) + 1)]
    met = found.confusions
    rows = zip(*(column.tolist() for column in met), strict=True)
    assert {
        (names[first], names[second], categories[ours], categories[theirs]): pairs
        for first, second, ours, theirs, pairs in rows
    } == {key: pairs for key, pairs in plain.confusions.items() if names.index(key[0]) < names.index(key[1])}
    for one, row in enumerate(found.coincidences.tolist()):
        for other, pairs in enumerate(row):
            both = [
                count
                for (_, _, ours, theirs), count in plain.confusions.items()
                if {ours, theirs} == {categories[one], categories[other]}
            ]
            assert 2 * pairs == sum(both)


@given(aligned(st.text(max_size=8)))
def test_anything_can_be_written_and_drawn(found: Aligned) -> None:
    payload = alignment_payload(found)
    assert json.loads(json.dumps(payload, allow_nan=False)) == payload
    assert len(alignment_records(found).rows) == found.study.count().total()
    assert all("\x00" not in as_text(table) for table in alignment_tables(found, 3))
    for alignment in found.alignments:
        scene = alignment_scene(Drawn.made(found, alignment))
        figure = ET.fromstring(scene.svg())
        boxes = [each for each in figure.findall("{*}rect") if each.find("{*}title") is not None]
        assert len(boxes) >= len(alignment.continuum)
        assert not outside(scene)


@given(aligned(st.sampled_from(["", "A", "名前", "ÀÉ", "a long category"])))
def test_a_picture_shows_every_unit_and_keeps_within_its_space(found: Aligned) -> None:
    for alignment in found.alignments:
        if not len(alignment.continuum):
            continue
        lanes, _, _ = alignment_picture(found, alignment, SPACE, rows=1000).rpartition("\n\n")
        assert max(map(width, lanes.splitlines())) <= SPACE
        numbers = {int(number) for number in re.findall(r"[\[(<](\d+)", lanes)}
        assert numbers == set(range(1, alignment.size + 1))


@given(aligned(st.sampled_from("ABC")))
def test_boxes_of_a_lane_do_not_meet_and_stay_in_it(found: Aligned) -> None:
    for alignment in found.alignments:
        layout = laid_out(Drawn.made(found, alignment))
        for row in layout.rows:
            for lane in row.lanes:
                mine = sorted(
                    (box.y, box.x, box.width, box.height)
                    for box in layout.boxes
                    if lane.y <= box.y < lane.y + lane.height
                )
                assert all(y + height <= lane.y + lane.height for y, _, _, height in mine)
                assert all(
                    y != below or x + across <= after + 2 for (y, x, across, _), (below, after, _, _) in pairwise(mine)
                )
