"""Scores of units against the alignment, the slot error rate and counting by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

import accord as api
from accord.agreement.result import Undefined
from accord.kinds.kind import KINDS
from accord.kinds.options import chosen
from accord.model import Corpus, Document, Unit, Units
from accord.scoring.errors import NOTHING
from tests.oracle import marks as oracle
from tests.oracle.marks import Mark

if TYPE_CHECKING:
    from accord.scoring.counted_scores import Counted, CountedRun

units = st.builds(
    lambda start, length, category: Unit(start / 2, (start + length) / 2, category),
    st.integers(0, 20),
    st.integers(1, 8),
    st.sampled_from("AB"),
)
some = st.lists(units, max_size=5)
documents = st.lists(st.tuples(some, some), min_size=1, max_size=3)
Texts = list[tuple[list[Unit], list[Unit]]]


def corpus_of(texts: Texts) -> Corpus:
    ids = tuple(Document(f"d{number}") for number in range(len(texts)))
    annotations = {
        (document.id, who): Units(tuple(said))
        for document, both in zip(ids, texts, strict=True)
        for who, said in zip(("gold", "system"), both, strict=True)
    }
    return Corpus.of(ids, annotations)


def run_of(texts: Texts) -> CountedRun:
    kind = KINDS.get("units")
    counted: Counted = kind.counts(corpus_of(texts), {"gold": "gold", "system": "system"}, chosen(kind.options, {}))
    (run,) = counted.runs
    return run


def marks(said: list[Unit]) -> list[Mark]:
    """The same in half positions, which the oracle counts."""
    return [Mark(((int(2 * unit.start), int(2 * unit.end)),), unit.category) for unit in said]


@given(documents)
@settings(max_examples=50, deadline=None)
def test_what_is_aligned_is_as_align_has_it(texts: Texts) -> None:
    run = run_of(texts)
    found, right = 0, Counter[str]()
    marked = [both for both in texts if any(both)]
    if marked:
        aligned = api.align(corpus_of(texts))
        for alignment in aligned.alignments:
            said = aligned.study.units(alignment.continuum)
            for one, other in alignment.preferred.members.tolist():
                if one >= 0 and other >= 0:
                    found += 1
                    right[said[one].category] += said[one].category == said[other].category
    ours, theirs = (sum(len(both[side]) for both in texts) for side in (0, 1))
    assert run.scores["aligned-f1"].counts == (ours, theirs, right.total())
    assert {label: counts.correct for label, counts in run.labels.items() if counts.correct} == dict(+right)
    assert run.scores["found-f1"].counts == (ours, theirs, found)
    confused = run.confused
    assert sum(confused.values()) == ours + theirs - found
    assert sum(count for both, count in confused.items() if NOTHING not in both) == found
    assert run.instances is not None
    instances = list(run.instances())
    assert tuple(map(sum, zip(*(each.counts for each in instances), strict=True))) == (
        (ours, theirs, right.total()) if instances else ()
    )


@given(documents)
@settings(max_examples=50, deadline=None)
def test_equal_and_overlapping_units(texts: Texts) -> None:
    run = run_of(texts)
    for name, worth in {"exact-f1": oracle.exact, "type-f1": oracle.overlap, "boundary-f1": oracle.boundary}.items():
        rows = [[len(ours), len(theirs), oracle.best(marks(ours), marks(theirs), worth)[0]] for ours, theirs in texts]
        assert run.scores[name].rows.each().tolist() == rows


@given(documents)
@settings(max_examples=50, deadline=None)
def test_the_slot_error_rate_is_all_that_is_not_spared(texts: Texts) -> None:
    """Deletions, insertions and substitutions: every unit of both sides, less one for each pair that overlaps."""
    run = run_of(texts)
    wrong = 0
    for ours, theirs in texts:
        mine, yours = marks(ours), marks(theirs)
        for mark in list(mine):
            if mark in yours:
                mine.remove(mark)
                yours.remove(mark)

        def overlap(one: Mark, other: Mark) -> tuple[int, int] | None:
            return (1, 0) if one.positions & other.positions else None

        wrong += len(mine) + len(yours) - oracle.best(mine, yours, overlap)[0]
    size = sum(len(ours) for ours, _ in texts)
    value = run.scores["slot-error-rate"].value
    if size:
        assert isinstance(value, float)
        assert abs(value - Fraction(wrong, size)) < 1e-12
    else:
        assert value == Undefined("the reference has no units")
    assert run.scores["slot-error-rate"].formula.lower_is_better


@given(documents)
@settings(max_examples=30, deadline=None)
def test_a_system_that_is_the_reference_has_no_errors(texts: Texts) -> None:
    run = run_of([(ours, list(reversed(ours))) for ours, _ in texts])
    for name, measure in run.scores.items():
        if any(ours for ours, _ in texts):
            assert measure.value == (0 if name == "slot-error-rate" else 1)
    assert run.errors is not None
    assert list(run.errors()) == []
