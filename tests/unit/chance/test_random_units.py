"""Random continua: what each way to draw them keeps of the observed ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from accord.alignment.method import Method
from accord.chance.random1 import Random1
from accord.chance.random2 import Random2
from accord.chance.random_units import SAMPLERS
from accord.chance.shuffle import Shuffle
from accord.chance.statistical import Statistical
from accord.distance.dissimilarity import Dissimilarity
from accord.errors import NotApplicable
from accord.kinds.units.disorders import Chance, Disorders
from accord.model import Unit
from accord.study.units import study_of
from tests.build import noisy_units

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.chance.random_units import Sampler
    from accord.study.units import Continuum, UnitStudy

NAMES = ("a", "b", "c")
DRAWS = 200
every = pytest.mark.parametrize("sampler", ["statistical", "shuffle", "random1", "random2"])


def study(*documents: Mapping[str, Sequence[Unit]]) -> UnitStudy:
    return study_of([(f"d{number}", None, marked) for number, marked in enumerate(documents)], NAMES)


def corpus(count: int = 4) -> UnitStudy:
    return study(*(noisy_units(seed) for seed in range(count)))


def in_a_row(seed: int, units: int = 40, first: float = 500.0) -> list[Unit]:
    """Units of about 10 with about 20 between them, which never overlap."""
    rng = np.random.default_rng(seed)
    length, gap = rng.normal(10, 1, units), rng.normal(20, 3, units)
    end = first + np.cumsum(length + gap)
    return [Unit(first, last, "A") for first, last in np.stack([end - length, end], axis=1).tolist()]


def drawn(sampler: Sampler, count: int = DRAWS) -> list[Continuum]:
    return [sampler.draw(np.random.default_rng(seed)) for seed in range(count)]


def sides(made: Continuum, *columns: str) -> list[list[tuple[float, ...]]]:
    """What each annotator of a continuum has, by these columns."""
    rows = list(zip(*(getattr(made, column).tolist() for column in columns), strict=True))
    return [rows[first:last] for first, last in zip(made.offsets[:-1], made.offsets[1:], strict=True)]


@every
@pytest.mark.parametrize("learn_from", [None, frozenset("b"), frozenset("ac")])
def test_as_many_annotators_and_some_units_in_order(sampler: str, learn_from: frozenset[str] | None) -> None:
    made = corpus()
    for found in drawn(SAMPLERS.get(sampler)(made, made.continua[1], learn_from), 30):
        assert found.annotators == NAMES
        assert len(found) >= 1
        assert (found.end > found.start).all()
        assert set(found.category.tolist()) <= {0, 1, 2}
        for side in sides(found, "start", "end", "category"):
            assert side == sorted(side)


@every
def test_every_sample_has_its_own_seed_whoever_works(sampler: str) -> None:
    made = corpus()
    chance = Chance(made, Method(Dissimilarity(1 - np.eye(3))), sampler, seed=7)
    alone, together = chance.draw(range(6)), chance.draw(range(6), workers=2)
    later = Disorders.stacked([chance.draw(range(2)), chance.draw(range(2, 6))], axis=1)
    other = Chance(made, chance.method, sampler, seed=8).draw(range(6))
    for others in (together, later):
        for name in ("disorder", "gap", "timed_out"):
            np.testing.assert_array_equal(getattr(alone, name), getattr(others, name))
        for ours, theirs in zip(alone.categories, others.categories, strict=True):
            np.testing.assert_array_equal(ours, theirs)
    assert (alone.disorder != other.disorder).any()
    assert len(np.unique(alone.disorder)) > 12


def test_statistical_has_the_mean_and_spread_of_the_observed() -> None:
    """The number of units is cut down to a whole number, as in pygamma-agreement, so its mean is half a unit lower."""
    made = study({"a": in_a_row(1, 40, 0.0), "b": in_a_row(2, 36, 0.0), "c": in_a_row(3, 32, 0.0)})
    sampler = Statistical(made, made.continua[0])
    found = drawn(sampler)
    counts = np.concatenate([each.counts for each in found])
    assert counts.mean() == pytest.approx(36 - 0.5, abs=0.5)
    assert counts.std() == pytest.approx(np.std([40, 36, 32]), rel=0.15)
    lengths = np.concatenate([each.end - each.start for each in found])
    seen = made.continua[0].end - made.continua[0].start
    assert (lengths.mean(), lengths.std()) == pytest.approx((seen.mean(), seen.std()), rel=0.03)
    gaps = np.concatenate(
        [
            np.diff([made.continua[0].low, *np.ravel(side)])[::2]
            for each in found
            for side in sides(each, "start", "end")
        ]
    )
    assert (gaps.mean(), gaps.std()) == pytest.approx((sampler.gaps.mean(), sampler.gaps.std()), rel=0.05)
    assert sampler.gaps.tolist() == pytest.approx(pygammas_gaps(made.continua[0]))


def pygammas_gaps(continuum: Continuum) -> list[float]:
    """What pygamma-agreement takes for gaps: between units of one annotator, before the first, and one of 0."""
    gaps = []
    for units in sides(continuum, "start", "end"):
        before = 0.0
        for start, end in units:
            gaps.append(start - before)
            before = end
    return [*gaps, 0.0]


def test_statistical_draws_categories_by_frequency() -> None:
    made = study({name: [Unit(at, at + 5, "ABBB"[at // 10 % 4]) for at in range(0, 400, 10)] for name in NAMES})
    found = np.concatenate([each.category for each in drawn(Statistical(made, made.continua[0]), 60)])
    assert found.mean() == pytest.approx(0.75, abs=0.02)


def test_shuffle_keeps_lengths_and_categories_of_someone() -> None:
    made = corpus()
    for continuum in made.continua:
        for each in (continuum.start, continuum.end):
            assert not (each % 1).any()
        observed = [sorted(side) for side in sides(continuum, "category")]
        lengths = [sorted((continuum.end - continuum.start)[continuum.owner == owner]) for owner in range(3)]
        for found in drawn(Shuffle(made, continuum), 30):
            for owner, side in enumerate(sides(found, "category")):
                who = observed.index(sorted(side)) if observed.count(sorted(side)) == 1 else None
                own = sorted((found.end - found.start)[found.owner == owner])
                assert own in lengths if who is None else own == lengths[who]
            assert not (found.start % 1).any()
            assert found.start.min() >= continuum.low
            assert found.start.max() <= continuum.high


def test_shuffle_moves_no_two_by_nearly_the_same() -> None:
    made = study({name: [Unit(0, 30, "A"), Unit(1000, 1030, "B")] for name in NAMES})
    for found in drawn(Shuffle(made, made.continua[0])):
        moves = sorted(found.start[found.category == 0])
        assert min(np.diff(moves)) >= 15


def test_shuffle_of_a_text_with_no_room_still_comes_to_an_end() -> None:
    made = study({name: [Unit(0, 30, "A")] for name in NAMES})
    assert len(Shuffle(made, made.continua[0]).draw(np.random.default_rng(1))) == 3


def test_random1_stays_within_what_the_corpus_has() -> None:
    made = corpus()
    counts = np.concatenate([each.counts for each in made.continua])
    lengths = np.concatenate([each.end - each.start for each in made.continua])
    seen = []
    for found in drawn(Random1(made, made.continua[2])):
        assert counts.min() <= found.counts.min()
        assert found.counts.max() <= counts.max()
        assert lengths.min() <= (found.end - found.start).min()
        assert (found.end - found.start).max() <= lengths.max()
        assert found.start.min() >= made.continua[2].low
        assert found.end.max() <= made.continua[2].high + 1e-9
        seen.append(found.counts)
    assert np.mean(seen) == pytest.approx((counts.min() + counts.max()) / 2, abs=0.2)
    assert set(np.ravel(seen)) == set(range(int(counts.min()), int(counts.max()) + 1))


def test_random2_lays_different_documents_over_each_other() -> None:
    """Each document has a category and a length of its own."""
    documents = [
        {name: [Unit(size * at, size * at + size / 2, category) for at in range(5)] for name in NAMES}
        for category, size in zip("ABCD", (1, 10, 100, 1000), strict=True)
    ]
    made = study(*documents)
    met = set()
    for found in drawn(Random2(made, made.continua[1])):
        categories = [{row[0] for row in side} for side in sides(found, "category")]
        assert [len(each) for each in categories] == [1, 1, 1]
        assert len(set.union(*categories)) == 3
        met.add(tuple(next(iter(each)) for each in categories))
        for side in sides(found, "start", "end"):
            assert np.ravel(side) == pytest.approx(np.ravel([(10 * at, 10 * at + 5) for at in range(5)]))
    assert len(met) == 24


def test_random2_needs_a_document_an_annotator() -> None:
    made = corpus(2)
    with pytest.raises(NotApplicable, match="random2 overlays 3 documents, one for each annotator"):
        Random2(made, made.continua[0]).draw(np.random.default_rng(1))


@every
def test_who_is_learnt_from(sampler: str) -> None:
    documents = [
        {
            name: [Unit(10 * at, 10 * at + 5, category) for at in range(6)]
            for name, category in zip("abc", "ABC", strict=True)
        }
        for _ in range(3)
    ]
    made = study(*documents)
    for found in drawn(SAMPLERS.get(sampler)(made, made.continua[0], frozenset("b")), 20):
        assert set(found.category.tolist()) == {1}


@every
def test_who_is_learnt_from_marked_nothing(sampler: str) -> None:
    """Then all are, on this document or on any."""
    made = study(*({**noisy_units(seed), "a": []} for seed in range(4)))
    if sampler == "random2":
        with pytest.raises(NotApplicable, match="only 0 with units"):
            SAMPLERS.get(sampler)(made, made.continua[0], frozenset("a")).draw(np.random.default_rng(1))
    else:
        (found,) = drawn(SAMPLERS.get(sampler)(made, made.continua[0], frozenset("a")), 1)
        assert len(found) > 3
