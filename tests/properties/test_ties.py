"""Alignments that are equally good: all of them, which is taken, and what does not depend on any order or name."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord import agree
from accord.alignment import ties
from accord.alignment.alignment import EMPTY
from accord.alignment.exact import Problem, Selection, best_alignment
from accord.alignment.method import Method
from accord.distance.dissimilarity import Dissimilarity
from accord.kinds.units.aligned import Aligned
from accord.kinds.units.disorders import Chance, confused
from accord.kinds.units.tied import quotient_range, shares_of
from accord.model import Unit
from accord.reporting.agree_payload import agree_payload
from accord.study.units import UnitStudy, study_of
from tests.oracle import alignment as oracle
from tests.properties.continua import CATEGORIES, NOMINAL, Task, continuum_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from random import Random

    from tests.oracle.alignment import Marked, Row

units = st.builds(
    lambda start, length, category: (float(start), float(start + length), category),
    st.integers(0, 6),
    st.sampled_from([2, 4, 10]),
    st.sampled_from(CATEGORIES),
)
few = {2: 4, 3: 2}
sides = st.sampled_from([2, 3]).flatmap(
    lambda annotators: st.lists(
        st.lists(units, max_size=few[annotators]), min_size=annotators, max_size=annotators
    ).filter(any)
)
both = pytest.mark.parametrize("objective", ["sum", "mean"])


def in_units(sides: Sequence[Sequence[Marked]], alignment: Sequence[Row]) -> list[list[Marked | None]]:
    flat = [unit for side in sides for unit in sorted(side)]
    return [[None if unit is None else flat[unit] for unit in row] for row in alignment]


def value(rows: list[list[Marked | None]]) -> float | None:
    return oracle.categories_confused(rows, lambda one, other: float(one != other), oracle.sporadic)


@both
@settings(deadline=None)
@given(sides=sides)
def test_the_preferred_one_is_taken_and_all_are_known(objective: str, sides: list[list[Marked]]) -> None:
    task = Task(continuum_of(sides), Dissimilarity(NOMINAL))
    every = [in_units(sides, alignment) for alignment in task.plain.best(objective)]
    found = best_alignment(task.continuum, task.dissimilarity, objective)
    rows = in_units(sides, [tuple(None if unit == EMPTY else unit for unit in row) for row in found.members.tolist()])
    assert (found.method, found.proved) == ("exact", True)
    assert oracle.preference(rows) == pytest.approx(min(map(oracle.preference, every)))
    now = confused(task.continuum, found.members, task.dissimilarity, len(CATEGORIES))
    shares = shares_of([found], task.dissimilarity, len(CATEGORIES), 0, 0.0)
    values = [each for each in map(value, every) if each is not None]
    if shares and values:
        expected = min(values), max(values)
        sums = float(now.confused[:, 0].sum()), float(now.weight[:, 0].sum())
        assert quotient_range(shares, *sums) == pytest.approx(expected, abs=1e-9)
    elif values:
        assert max(values) == pytest.approx(min(values), abs=1e-9)


@both
@settings(deadline=None)
@given(sides=sides)
def test_all_that_are_equally_good_are_listed(objective: str, sides: list[list[Marked]]) -> None:
    task = Task(continuum_of(sides), Dissimilarity(NOMINAL))
    found = best_alignment(task.continuum, task.dissimilarity, objective)
    listed = [found, *found.others_as_good(10_000)]

    def as_units(rows: Sequence[Row]) -> tuple[str, ...]:  # units that are marked alike can change places
        return tuple(sorted(map(repr, in_units(sides, rows))))

    ours = [
        as_units([tuple(None if u == EMPTY else u for u in row) for row in each.members.tolist()]) for each in listed
    ]
    assert len(ours) == found.equally_good
    assert set(ours) == {as_units(rows) for rows in task.plain.best(objective)}
    for each in listed:
        assert each.disorder == pytest.approx(found.disorder)
    assert len(list(found.others_as_good(1))) == min(1, len(listed) - 1)


@settings(deadline=None)
@given(sides=sides)
def test_pairs_that_lie_apart_and_identical_units_that_are_split_are_counted(sides: list[list[Marked]]) -> None:
    task = Task(continuum_of(sides), Dissimilarity(NOMINAL))
    found = best_alignment(task.continuum, task.dissimilarity)
    study = UnitStudy((task.continuum,), task.continuum.annotators, tuple(CATEGORIES))
    aligned = Aligned(study, task.dissimilarity, (found,))
    rows = in_units(sides, [tuple(None if unit == EMPTY else unit for unit in row) for row in found.members.tolist()])
    pairs = [(a, b) for row in rows for a, b in combinations(row, 2) if a is not None and b is not None]
    assert aligned.apart == sum(max(a[0], b[0]) > min(a[1], b[1]) for a, b in pairs)
    could = sum((Counter(one) & Counter(other)).total() for one, other in combinations(sides, 2))
    assert aligned.split == could - sum(a == b for a, b in pairs)


@both
@settings(deadline=None)
@given(sides=sides)
def test_ties_can_be_broken_later(objective: str, sides: list[list[Marked]]) -> None:
    task = Task(continuum_of(sides), Dissimilarity(NOMINAL))
    now = best_alignment(task.continuum, task.dissimilarity, objective)
    any_ = best_alignment(task.continuum, task.dissimilarity, objective, tie_free=False)
    later = any_.preferred
    assert any_.disorder == pytest.approx(now.disorder, rel=1e-12)
    assert (later.members == now.members).all()
    assert (later.ties is None) == (now.ties is None)


def test_random_continua_have_ties_broken_only_when_categories_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    broken: list[int] = []
    original = Problem.tie_free

    def counted(problem: Problem, chosen: Selection) -> Any:
        broken.append(1)
        return original(problem, chosen)

    monkeypatch.setattr(Problem, "tie_free", counted)
    marked = {who: [Unit(float(at), at + 3.0, "AB"[at // 2 % 2]) for at in range(0, 20, 2)] for who in "abc"}
    study = study_of([("d", None, marked)], list(marked))
    found = Chance(study, Method(Dissimilarity(NOMINAL[:2, :2]))).draw(range(5))
    assert found.disorder.shape == (1, 5)
    assert not broken
    assert found.categories.weight.shape == (1, 5, 3)
    assert len(broken) == 5


def test_too_many_are_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    sides = [[(0.0, 4.0, "A"), (2.0, 6.0, "A")], [(1.0, 5.0, "A"), (3.0, 7.0, "A"), (1.0, 5.0, "B")]]
    sides = [side * 2 for side in sides]
    task = Task(continuum_of(sides), Dissimilarity(NOMINAL))
    before = best_alignment(task.continuum, task.dissimilarity)
    monkeypatch.setattr(ties, "MAX_STEPS", 1)
    found = best_alignment(task.continuum, task.dissimilarity)
    assert found.disorder == pytest.approx(before.disorder)
    assert found.ties is not None
    assert not found.ties.complete


def shuffled(documents: dict[str, dict[str, list[Marked]]], turn: Random) -> UnitStudy:
    """The same with documents, annotators and rows in another order, and annotators of other names."""
    names = sorted({name for document in documents.values() for name in document})
    new = [f"x{number}" for number in range(len(names))]
    turn.shuffle(new)
    called = dict(zip(names, new, strict=True))
    marked = []
    for name in turn.sample(sorted(documents), len(documents)):
        entries = list(documents[name].items())
        turn.shuffle(entries)
        marked.append(
            (name, None, {called[who]: [Unit(*unit) for unit in turn.sample(side, len(side))] for who, side in entries})
        )
    turn.shuffle(new)
    return study_of(marked, new)


def measured(study: UnitStudy) -> tuple[Any, ...]:
    method = Method(Dissimilarity(1 - (NOMINAL == 0)[: len(study.categories), : len(study.categories)].astype(float)))
    rows = {}
    for continuum in study.continua:
        found = method.align(continuum)
        sums = confused(continuum, found.members, method.dissimilarity, len(study.categories))
        rows[continuum.document] = [found.disorder, *(part.sum(axis=0).tolist() for part in sums)]
    places = sorted(range(len(study.continua)), key=lambda number: study.continua[number].document)
    drawn = {}
    for sampler in ("statistical", "shuffle", "random1", "random2"):
        chance = Chance(study, method, sampler, 1).draw(range(3))
        columns = [chance.disorder, chance.gap, chance.timed_out, *chance.categories]
        drawn[sampler] = [column[places].tolist() for column in columns]
    return study.digest(), sorted(rows.items()), drawn


@settings(deadline=None, max_examples=60)
@given(
    documents=st.lists(
        st.lists(st.lists(units, min_size=1, max_size=3), min_size=2, max_size=2), min_size=2, max_size=3
    ),
    turns=st.tuples(st.randoms(use_true_random=False), st.randoms(use_true_random=False)),
)
def test_nothing_depends_on_the_order_or_on_names(documents: Any, turns: tuple[Random, Random]) -> None:
    named = {
        f"d{number}": {f"a{who}": side for who, side in enumerate(sides)} for number, sides in enumerate(documents)
    }
    assert measured(shuffled(named, turns[0])) == measured(shuffled(named, turns[1]))


REST = ["a,X,40,50", "b,X,40,50", "a,Y,60,70", "b,Y,60,70"]
ORDERS = {
    "as it came": ["a,X,0,10", "b,Y,0,10", "b,X,10,20", *REST],
    "other rows": ["b,X,10,20", "b,Y,0,10", "a,X,0,10", *REST],
    "other names": [row.replace("a,", "z,", 1) for row in ["b,X,10,20", "b,Y,0,10", "a,X,0,10", *REST]],
}


def test_gamma_cat_of_the_same_data_is_one_and_its_range_is_said(tmp_path: Path) -> None:
    found = {}
    for name, rows in ORDERS.items():
        path = tmp_path / "units.csv"
        path.write_text("\n".join(["annotator,category,start,end", *rows, ""]))
        payload = agree_payload(agree(path, ["gamma", "gamma-cat", "gamma-k"]), 10)
        held = {part: payload[part] for part in ("results", "labels", "documents", "notes", "extra")}
        del held["extra"]["unmatched"]  # which names annotators
        found[name] = json.dumps(held, sort_keys=True)
    assert len(set(found.values())) == 1
    payload = json.loads(found["as it came"])
    _, cat, *_ = payload["results"]
    ranges = {name: (low, high) for name, low, high in payload["extra"]["ranges"]["rows"]}
    assert "gamma" not in ranges
    # aligned with X the pair has no weight, as d_pos is 1; aligned with Y one pair of three of weight 1 is confused
    assert cat["observed"] == 0
    assert ranges["gamma-cat"][1] == 1
    assert ranges["gamma-cat"][0] == pytest.approx(1 - 1 / 3 / cat["expected"])
    assert any(note.startswith("gamma-cat: ") and "equally good alignments" in note for note in payload["notes"])
