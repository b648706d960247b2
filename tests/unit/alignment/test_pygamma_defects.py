"""What pygamma-agreement 0.5.9 gets wrong without a word, or gives up on, with the right value."""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING, Any

import pytest

from accord import agree
from accord.agreement.result import Undefined
from accord.model import Unit
from accord.reporting.alignment_payload import alignment_payload
from accord.verbs.align import align
from tests.build import corpus_of_units, noisy_units

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.alignment.alignment import Alignment


def aligned(*sides: Iterable[Unit], **how: Any) -> Alignment:
    data = corpus_of_units({"d": {f"annotator {number}": side for number, side in enumerate(sides)}})
    (found,) = align(data, **how).alignments
    return found


def between(one: str, other: str, *others: str, **how: Any) -> float:
    """The disorder of two units of one place; the others are elsewhere, and the same for both."""
    rest = [Unit(1000 * at, 1000 * at + 10, category) for at, category in enumerate(others, start=1)]
    found = aligned([Unit(0, 10, one), *rest], [Unit(0, 10, other), *rest], **how)
    assert found.size == 1 + len(others)
    return found.sum


def test_ordinal_labels_are_in_the_order_they_are_given_in() -> None:
    """There d(low, high) = 0.5 and d(medium, high) = 1."""
    labels = ["low", "medium", "high"]
    assert between("low", "high", "medium", distance="ordinal", labels=labels) == 1.0
    assert between("medium", "high", "low", distance="ordinal", labels=labels) == 0.5


def test_the_empty_unit_scales_categories_too() -> None:
    """There the alignment has 1 for a delta_empty of 2."""
    assert between("A", "B", delta_empty=2.0) == 2.0


def test_numerical_is_not_absolute() -> None:
    """There the command line takes -d numerical for absolute."""
    one = [Unit(0, 10, "1"), Unit(20, 30, "9"), Unit(40, 50, "3")]
    other = [Unit(0, 10, "2"), Unit(20, 30, "10"), Unit(40, 50, "3")]
    assert aligned(one, other, distance="numerical").disorder == pytest.approx(2 / 9 / 3)
    assert aligned(one, other).disorder == pytest.approx(2 / 3)


def test_more_than_127_categories() -> None:
    """There a matrix is looked up in the wrong place."""
    names = [f"c{number:03}" for number in range(200)]
    distances = {(one, other): 1.0 for one in names for other in names if one != other}
    distances |= {("c003", "c190"): 0.25, ("c190", "c003"): 0.25}
    assert between("c003", "c190", *names, distance=distances) == 0.25


@pytest.mark.parametrize("offset", [0.0, 1e8, -1e8])
def test_far_from_zero(offset: float) -> None:
    """There the disorder is 0 at 1e8."""
    found = aligned([Unit(offset, offset + 9)], [Unit(offset + 1, offset + 10)])
    assert found.disorder == pytest.approx(1 / 81)


def test_units_without_a_category() -> None:
    """There a ValueError."""
    assert aligned([Unit(0, 10)], [Unit(0, 10)], [Unit(5, 15)]).disorder == pytest.approx(2 * 0.25 / 3)


def test_one_annotator_as_ground_truth() -> None:
    """There an AssertionError."""
    value = agree(corpus_of_units({"d": noisy_units(1)}), "gamma", samples=5, ground_truth="a").result.value
    assert not isinstance(value, Undefined)
    assert 0 < value < 1


def test_levenshtein_of_two_letters_is_1() -> None:
    """There 0.5."""
    assert between("a", "b", distance="levenshtein") == 1.0
    assert between("noun", "nouns", distance="levenshtein") == pytest.approx(0.2)


def test_more_units_than_a_short_integer_can_number() -> None:
    """There units are numbered by 16 bits."""
    many = [Unit(20 * at, 20 * at + 10, "A") for at in range(33_000)]
    found = aligned(many, many)
    assert (found.disorder, found.size, found.proved) == (0.0, 33_000, True)
    assert found.members[-1].tolist() == [32_999, 65_999]


def test_what_is_written_are_plain_numbers() -> None:
    """There np.float32(-0.25) in a CSV, and a TypeError from JSON."""

    def numbers(value: object) -> set[type]:
        if isinstance(value, dict):
            return set().union(*map(numbers, value.values()), set())
        if isinstance(value, list | tuple):
            return set().union(*map(numbers, value), set())
        return {type(value)}

    payload = alignment_payload(align(corpus_of_units({"d": noisy_units(1)})))
    assert numbers(payload) <= {str, int, float, bool, type(None)}
    assert float in numbers(payload)


def bytes_a_candidate(units: int) -> float:
    data = corpus_of_units({"d": noisy_units(3, annotators=4, units=units)})
    align(data)
    tracemalloc.start()
    (found,) = align(data).alignments
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / found.candidates


def test_memory_grows_with_candidates_and_not_with_candidates_times_units() -> None:
    """There a dense matrix: more than a gigabyte for five annotators of 25 units."""
    assert bytes_a_candidate(300) < 1.5 * bytes_a_candidate(30)
    assert bytes_a_candidate(300) < 1_000
