"""Alignments in the terminal: tables, and lanes in characters."""

from __future__ import annotations

import re
from dataclasses import replace
from textwrap import dedent

import numpy as np
import pytest

from accord.model import Unit
from accord.reporting.alignment_picture import alignment_picture
from accord.reporting.alignment_text import alignment_tables
from accord.reporting.table import as_text, width
from accord.study.units import study_of
from tests.build import aligned_by_hand, aligned_in_turn

FIGURE_10 = {
    "Joe": [Unit(4, 14, "A"), Unit(20, 30, "B")],
    "Jack": [Unit(4, 14, "A"), Unit(20, 25, "A")],
    "William": [Unit(14, 24, "A"), Unit(40, 44, "B")],
}
FOUND = [[0, 2, -1], [1, 3, 4], [-1, -1, 5]]
EXAMPLE = aligned_by_hand(study_of([("example", 0.0, FIGURE_10)], tuple(FIGURE_10)), [FOUND])
EMPTY = aligned_by_hand(study_of([("d", 0.0, {"ann": [], "bob": []})], ("ann", "bob")), [[]])


def test_tables() -> None:
    assert "\n\n".join(map(as_text, alignment_tables(EXAMPLE, 10))) == dedent("""\
        Alignment
        document  disorder     sum  units  annotators  unitary alignments  least disorder
        example     1.2815  2.5630      6           3                   3  not proved
        1 document, 6 units, 3 annotators
        unitary alignments: 1 of 1 unit, 1 of 2 units, 1 of 3 units
        alignment|objective:sum|method:hand|dist:sporadic|alpha:1|beta:1|empty:1|docs:1|annotators:3|v:0.1.0

        Categories taken for each other, the most frequent first
        category  or category  pairs  % of aligned pairs
        A         B                2                50.0

        Units that annotators added and missed
        annotator  units  added  missed  missed of most
        Joe            2      0       1               0
        Jack           2      0       1               0
        William        2      1       1               1
        added: nobody else has the unit; missed: someone else has one, and of most: more than half of the others

        The worst unitary alignments
        number  disorder  Joe        Jack       William
             1    1.0000  –          –          40–44 [B]
             2    0.8963  20–30 [B]  20–25 [A]  14–24 [A]
             3    0.6667  4–14 [A]   4–14 [A]   –""")


def test_the_worst_of_all_documents_and_what_is_not_shown() -> None:
    marked = [("d1", 0.0, FIGURE_10), ("d2", 0.0, {name: FIGURE_10[name] for name in ("Joe", "William")})]
    aligned = aligned_by_hand(study_of(marked, tuple(FIGURE_10)), [FOUND, [[0, -1], [1, 2], [-1, 3]]])
    documents, *_, worst = alignment_tables(aligned, 2)
    assert [row[0] for row in documents.rows] == ["d2", "d1"]
    assert worst.rows == (
        ("d2", "1", "1.3600", "20–30 [B]", "", "14–24 [A]"),
        ("d1", "1", "1.0000", "–", "–", "40–44 [B]"),
    )
    assert worst.notes == ("and 4 more (--top 6 shows all)",)


def test_words_of_the_text_are_cut_short() -> None:
    study = study_of([("d", 0.0, {"ann": [Unit(0, 60, "N" * 60), Unit(61, 64)], "bob": []})], ("ann", "bob"))
    aligned = replace(aligned_by_hand(study, [[[0, -1], [1, -1]]]), texts={"d": "long\n" * 12 + " end"})
    *_, worst = alignment_tables(aligned, 5)
    assert [row[2] for row in worst.rows] == [
        f"0–60 [{'N' * 23}…] " + r"long\nlong\nlong\nlong\nlong\nl…",
        "61–64 end",
    ]


def test_how_far_from_the_least_disorder() -> None:
    near = replace(EXAMPLE.alignments[0], bound=0.99 * EXAMPLE.alignments[0].disorder)
    proved = replace(near, bound=near.disorder)
    tables = [next(alignment_tables(replace(EXAMPLE, alignments=(each,)), 5)) for each in (near, proved)]
    assert [table.rows[0][-1] for table in tables] == ["within 1.00%", "proved"]


def test_nobody_marked_anything() -> None:
    [table] = alignment_tables(EMPTY, 5)
    assert table.rows == (("d", "0.0000", "0.0000", "0", "2", "0", "proved"),)
    assert alignment_picture(EMPTY, EMPTY.alignments[0]) == "nobody marked anything"


def test_a_picture_in_characters() -> None:
    assert alignment_picture(EXAMPLE, EXAMPLE.alignments[0]) == dedent("""\
        position  4      14  20 24    30     40   44
        Joe       [3 A──]    [2 B────]
        Jack      [3 A──]    [2 A]
        William          [2 A──]             (1 B)

        [1 A]: number of the unitary alignment (1 is the worst) and category; (1 A): nobody else has the unit""")


def test_units_that_overlap_lie_below_each_other() -> None:
    marked = {
        "ann": [Unit(0, 40, "segment"), Unit(3, 12, "名前"), Unit(12, 20, "名前")],
        "bób": [Unit(0, 38, "segment")],
    }
    aligned = aligned_by_hand(study_of([("d", 0.0, marked)], tuple(marked), "second"), [[[0, 3], [1, -1], [2, -1]]])
    assert alignment_picture(aligned, aligned.alignments[0]).splitlines()[:4] == [
        "second  0        12      20   38",
        "ann     [3 segment────────────]",
        "         (1 名前)(2 名前)",
        "bób     [3 segment───────────]",
    ]


def test_a_unit_of_several_unitary_alignments_has_all_their_numbers() -> None:
    soft = replace(EXAMPLE.alignments[0], members=np.array([[0, 2, -1], [-1, 2, 4]]), disorders=np.array([0.5, 0.7]))
    assert "[1,2 A]" in alignment_picture(EXAMPLE, soft)


@pytest.mark.parametrize("space", [40, 60, 100])
def test_rows_keep_within_the_terminal(space: int) -> None:
    marked = {
        name: [Unit(10.0 * place + shift, 10.0 * place + shift + 14, f"類{place % 7}") for place in range(100)]
        for shift, name in enumerate(("ann", "bob", "a name that is too long to be shown"))
    }
    aligned = aligned_in_turn(study_of([("d", 0.0, marked)], tuple(marked), "character"))
    picture = alignment_picture(aligned, aligned.alignments[0], space, rows=4)
    *lanes, _, cut, left_out = picture.splitlines()
    assert max(map(width, lanes)) <= space
    assert sum(line.startswith("character") for line in lanes) == 4
    assert cut == "< and >: the unit goes on in another row"
    assert left_out.startswith("shown: ")
    assert " of 300 units, from character " in left_out
    whole = alignment_picture(aligned, aligned.alignments[0], space, rows=1000)
    assert set(range(1, 101)) == set(map(int, re.findall(r"[\[<](\d+) ", whole)))
    assert "shown" not in whole


def test_the_worst_unitary_alignment_is_shown() -> None:
    marked = {name: [Unit(10.0 * place, 10.0 * place + 4, "A") for place in range(200)] for name in ("ann", "bob")}
    marked["ann"][150] = Unit(1500, 1503, "B")
    aligned = aligned_in_turn(study_of([("d", 0.0, marked)], tuple(marked)))
    assert "[1 B" in alignment_picture(aligned, aligned.alignments[0], 80, rows=1)


def test_nothing_in_the_data_moves_the_cursor() -> None:
    marked = {"a\x1b[2J": [Unit(0, 4, "\r\n\u202e")], "bob": []}
    aligned = aligned_by_hand(study_of([("d", 0.0, marked)], tuple(marked)), [[[0, -1]]])
    picture = alignment_picture(aligned, aligned.alignments[0])
    assert r"a\x1b[2J" in picture
    assert r"(1 \r\n\u202e)" in picture
