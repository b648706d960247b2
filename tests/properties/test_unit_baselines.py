"""Baselines of units against their definitions, and what must always hold."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.agreement.result import Undefined
from accord.kinds.units import BASELINES
from accord.kinds.units.baseline import baseline, measured
from accord.model import Unit
from accord.study.units import study_of
from tests.oracle import units as oracle

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from accord.study.units import UnitStudy

CATEGORIES = "AB"


def study(*documents: tuple[int | None, Sequence[oracle.Side]]) -> UnitStudy:
    """Documents of lengths, if known, and sides; the annotators of a document are the first ones."""
    most = max(len(sides) for _, sides in documents)
    names = [f"annotator {number}" for number in range(most)]
    marked = [
        (
            f"document {number}",
            None if length is None else float(length),
            {name: [Unit(*unit) for unit in side] for name, side in zip(names, sides, strict=False)},
        )
        for number, (length, sides) in enumerate(documents)
    ]
    return study_of(marked, names, "token")


@st.composite
def disjoint(draw: st.DrawFn, length: int) -> list[oracle.Marked]:
    """Units of one annotator, none upon another, often touching."""
    found, at = [], 0
    while at < length and draw(st.integers(0, 4)):
        start = at + draw(st.integers(0, 3))
        end = start + draw(st.integers(1, 4))
        if end > length:
            break
        found.append((start, end, draw(st.sampled_from(CATEGORIES))))
        at = end
    return found


@st.composite
def nested(draw: st.DrawFn, length: int) -> list[oracle.Marked]:
    """Units of one annotator that may lie in any way."""
    unit = st.tuples(st.integers(0, length - 1), st.integers(1, 5), st.sampled_from(CATEGORIES))
    return [(start, min(start + size, length), category) for start, size, category in draw(st.lists(unit, max_size=4))]


@st.composite
def document(draw: st.DrawFn, *, overlap: bool = False, most: int = 3) -> oracle.Document:
    length = draw(st.integers(2, 14))
    side = nested(length) if overlap else disjoint(length)
    return length, draw(st.lists(side, min_size=2, max_size=most))


corpora = st.lists(document(), min_size=1, max_size=3)


def value(made: UnitStudy, name: str, **choices: Any) -> float | None:
    found = baseline(made, name, **choices).value
    return None if isinstance(found, Undefined) else float(found)


def same(ours: float | None, theirs: Fraction | float | None) -> bool:
    if ours is None or theirs is None:
        return ours is None and theirs is None
    return ours == pytest.approx(float(theirs), abs=1e-9)


@given(documents=corpora)
def test_u_alpha_is_the_share_of_pairs_of_positions(documents: list[oracle.Document]) -> None:
    assert same(value(study(*documents), "u-alpha"), oracle.u_alpha(documents))
    assert same(value(study(*documents), "u-alpha-binary"), oracle.u_alpha(documents, binary=True))


@given(documents=corpora)
def test_categories_of_intersecting_units(documents: list[oracle.Document]) -> None:
    made = study(*documents)
    assert same(value(made, "cu-alpha"), oracle.marked_alpha(documents))
    for category in made.categories:
        assert same(value(made, "ku-alpha", category=category), oracle.marked_alpha(documents, category))


@given(documents=corpora)
def test_alpha_u_of_1995_sums_over_sections(documents: list[oracle.Document]) -> None:
    observed, expected = (sum(part) for part in zip(*(oracle.alpha_u_1995(*each) for each in documents), strict=True))
    assert same(value(study(*documents), "alpha-u-1995"), 1 - observed / expected if expected else None)


@pytest.mark.parametrize("width", [None, 1, 3])
@pytest.mark.parametrize("name", ["window-diff", "pk"])
@given(documents=st.lists(document(overlap=True), min_size=1, max_size=2))
def test_windows_are_looked_at_one_by_one(name: str, width: int | None, documents: list[oracle.Document]) -> None:
    wrong = windows = 0
    for length, sides in documents:
        for reference, other in ((a, b) for i, a in enumerate(sides) for j, b in enumerate(sides) if i != j):
            segments = len(oracle.boundaries(length, reference)) + 1
            k = width or max(1, int(length / segments / 2 + 0.5))
            found = oracle.windows(length, reference, other, k, same=name == "pk")
            wrong, windows = wrong + found[0], windows + found[1]
    assert same(value(study(*documents), name, window=width), wrong / windows if windows else None)


@pytest.mark.parametrize("costs", [(1.0, 1.0, 0.5), (2.0, 3.0, 1.0), (4.0, 4.0, 0.25)])
@given(drawn=document(overlap=True, most=2))
def test_hamming_is_the_cheapest_way_to_match_boundaries(
    costs: tuple[float, float, float], drawn: oracle.Document
) -> None:
    length, (one, other) = drawn
    cuts = [oracle.boundaries(length, side) for side in (one, other)]
    insertion, deletion, shift = costs
    choices = {"insertion": insertion, "deletion": deletion, "shift": shift, "raw": True}
    found = value(study(drawn), "generalised-hamming", reference="annotator 0", **choices)
    assert same(found, oracle.edit_distance(cuts[0], cuts[1], *costs))


@pytest.mark.parametrize("half", [False, True])
@given(drawn=document(overlap=True, most=2))
def test_slots_are_paired_so_that_errors_are_fewest(half: bool, drawn: oracle.Document) -> None:
    _, (reference, other) = drawn
    expected = oracle.slot_errors(reference, other, half=half) / len(reference) if reference else None
    assert same(value(study(drawn), "slot-error-rate", reference="annotator 0", half=half), expected)


@pytest.mark.parametrize("name", list(BASELINES))
@given(drawn=document(), copies=st.integers(2, 4))
def test_identical_annotators_are_perfect(name: str, drawn: oracle.Document, copies: int) -> None:
    length, sides = drawn
    made = study((length, [sides[0]] * copies))
    for choices in [{"category": each} for each in made.categories] if name == "ku-alpha" else [{}]:
        assert value(made, name, **choices) in [None, pytest.approx(BASELINES.get(name).perfect)]


@pytest.mark.parametrize("name", list(BASELINES))
@given(documents=corpora, order=st.permutations(range(3)))
def test_the_order_of_annotators_does_not_matter(
    name: str, documents: list[oracle.Document], order: Sequence[int]
) -> None:
    mixed = [(length, [sides[at] for at in order if at < len(sides)]) for length, sides in documents]
    assert same(value(study(*documents), name), value(study(*mixed), name))


@pytest.mark.parametrize("name", ["cu-alpha", "slot-error-rate", "boundary-similarity"])
@given(drawn=document(), by=st.integers(1, 9))
def test_what_looks_at_units_only_does_not_change_where_they_are_moved(
    name: str, drawn: oracle.Document, by: int
) -> None:
    length, sides = drawn
    inside = [[(start + 1, end + 1, category) for start, end, category in side] for side in sides]
    moved = [[(start + by, end + by, category) for start, end, category in side] for side in inside]
    assert same(value(study((length + 2, inside)), name), value(study((length + 2 + by, moved)), name))


@pytest.mark.parametrize("name", list(BASELINES))
@given(drawn=document())
def test_a_text_of_unknown_length_ends_with_its_last_unit(name: str, drawn: oracle.Document) -> None:
    _, sides = drawn
    last = max((end for side in sides for _, end, _ in side), default=0)
    assert same(value(study((None, sides)), name), value(study((last, sides)), name))


@pytest.mark.parametrize("name", ["cu-alpha", "slot-error-rate"])
@given(documents=corpora, scale=st.sampled_from([0.1, 7.0]))
def test_what_looks_at_units_only_does_not_change_with_the_scale(
    name: str, documents: list[oracle.Document], scale: float
) -> None:
    made = study(*documents)
    wider = replace(
        made,
        continua=tuple(
            replace(each, start=each.start * scale, end=each.end * scale, low=each.low * scale, high=each.high * scale)
            for each in made.continua
        ),
    )
    assert same(value(wider, name), value(made, name))


@pytest.mark.parametrize("name", list(BASELINES))
@given(documents=corpora)
def test_a_document_alone_and_a_pair_alone_are_studies_of_their_own(
    name: str, documents: list[oracle.Document]
) -> None:
    whole = measured(study(*documents), name)
    for number in range(len(documents)):
        alone = replace(whole.study, continua=(whole.study.continua[number],))
        assert whole.documents[f"document {number}"] == baseline(alone, name).value
    found = whole.pairs["annotator 0", "annotator 1"]
    pair = study(*((length, sides[:2]) for length, sides in documents))
    assert same(None if isinstance(found, Undefined) else float(found), value(pair, name))
