"""What alignments suggest for the weight of places and for the distances of categories, by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import accord
from accord.errors import UsageError
from accord.formats.matrix import read_matrix, write_matrix
from accord.formats.source import Source
from accord.kinds.units.suggested import Cut, cut_between, told_apart
from accord.model import Unit
from tests.build import corpus_of_units

if TYPE_CHECKING:
    from pathlib import Path

    from accord.kinds.units.aligned import Aligned

APART: dict[str, list[tuple[float, str]]] = {"a": [(0, "X"), (20, "X"), (60, "X")], "b": [(2, "X"), (24, "X")]}
"""Units of length 10: shifted by s they are (s / 10)^2 apart. Pairs: 0.04, 0.16; runners-up: 3.24, seen from two."""


def aligned(marked: dict[str, list[tuple[float, str]]], **options: Any) -> Aligned:
    units = {name: [Unit(start, start + 10, category) for start, category in own] for name, own in marked.items()}
    return accord.align(corpus_of_units({"d": units}), **options)


def test_the_cut_lies_between_clear_pairs_and_runners_up() -> None:
    found = aligned(APART).suggested
    assert (found.pairs, found.others, found.why) == (2, 2, "")
    assert found.cut == pytest.approx(((0.16 + 3.24) / 2, 0, 0))
    assert found.position_weight == pytest.approx(2 / 1.7)


@pytest.mark.parametrize(("shift", "together"), [(13.0, True), (13.1, False)])  # 1.69 and 1.7161 apart
@pytest.mark.parametrize("whole", ["a", "ab"])
def test_the_weight_aligns_up_to_the_cut(shift: float, together: bool, whole: str) -> None:
    weight = ((len(whole) + 1) / 2 + 1) / 1.7
    marked = {name: [(0.0, "X")] for name in whole} | {"z": [(shift, "X")]}
    assert (aligned(marked, position_weight=weight).alignments[0].size == 1) == together


def test_the_more_units_are_alone_the_lower_the_cut() -> None:
    pairs, others = np.array([0.1, 0.2, 0.9]), np.array([0.5, 0.6, 0.7, 1.5])
    assert cut_between(pairs, others, 0.5) == Cut(1.2, 0, 3)  # 3 * 0.5 < 2
    assert cut_between(pairs, others, 0.9) == Cut(0.35, 1, 0)  # 3 * 0.9 > 2
    assert cut_between(pairs, others, 0.0) is None


def test_nothing_is_said_of_places_where_every_unit_has_its_counterpart() -> None:
    found = aligned({"a": APART["a"][:2], "b": APART["b"]}).suggested
    assert (found.cut, found.position_weight, found.why) == (None, None, "every unit has its counterpart")


def test_categories_are_as_far_apart_as_they_are_told_apart() -> None:
    first, second = "XXYYXZ", "XXYYYZ"
    marked = {name: [(20.0 * at, each) for at, each in enumerate(own)] for name, own in (("a", first), ("b", second))}
    # X and Y: 5 of each in 10 values, and one pair of both: 1 - 9 * 1 / (5 * 5)
    assert aligned(marked).suggested.distances == pytest.approx(np.array([[0, 0.64, 1], [0.64, 0, 1], [1, 1, 0]]))


def test_what_is_always_confused_is_not_told_apart_and_what_never_met_is() -> None:
    assert told_apart(np.array([[0, 5, 0], [5, 0, 0], [0, 0, 0]])).tolist() == [[0, 0, 1], [0, 0, 1], [1, 1, 0]]


def test_nothing_is_suggested_where_nothing_is_aligned() -> None:
    with pytest.raises(UsageError, match="no two units are aligned"):
        _ = aligned({"a": [(0.0, "X")], "b": [(100.0, "X")]}).suggested
    with pytest.raises(UsageError, match="a function of two units"):
        _ = aligned(APART, dissimilarity=lambda one, other: abs(one.start - other.start)).suggested


def test_a_matrix_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = str(tmp_path / "m.csv")
    write_matrix(path, ["a,b", '"'], [[0.0, 0.25], [0.25, 0.0]])
    assert read_matrix(Source(path)) == {("a,b", "a,b"): 0, ("a,b", '"'): 0.25, ('"', "a,b"): 0.25, ('"', '"'): 0}
    with pytest.raises(UsageError, match="white space"):
        write_matrix(path, ["a ", "a"], [[0.0, 1.0], [1.0, 0.0]])
