"""Scores of spans beside those of nervaluate and seqeval, and of real annotators as others published them."""

from __future__ import annotations

import random
from itertools import combinations, permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import accord

if TYPE_CHECKING:
    from accord.model import Corpus

TYPES = ("PER", "LOC", "ORG")
DATA = Path(__file__).parents[2].parent / "shared" / "data" / "exports"
Spans = list[tuple[int, int, str]]


def flat(rng: random.Random, gap: int) -> Spans:
    """Spans that do not overlap, at least so far apart."""
    found, at = [], 0
    while at < 80:
        at += rng.randint(gap, gap + 6)
        size = rng.randint(2, 6)
        found.append((at, at + size, rng.choice(TYPES)))
        at += size
    return found


def moved(rng: random.Random, spans: Spans) -> Spans:
    """The same with errors of each kind, by one position at most, so that each overlaps at most one."""
    found = []
    for start, end, type_ in spans:
        if rng.random() < 0.15:
            continue
        ends = (start + rng.choice([-1, 0, 0, 0, 1]), end + rng.choice([-1, 0, 0, 0, 1]))
        if ends[0] < ends[1]:
            found.append((*ends, rng.choice(TYPES) if rng.random() < 0.2 else type_))
    return found


def nervaluated(ours: list[Spans], theirs: list[Spans]) -> dict[str, Any]:
    """Its four schemas; it counts the last position of a span as a part of it."""
    module = pytest.importorskip("nervaluate")
    sides = [
        [[{"start": start, "end": end - 1, "label": type_} for start, end, type_ in spans] for spans in side]
        for side in (ours, theirs)
    ]
    found: dict[str, Any] = module.Evaluator(*sides, tags=list(TYPES), loader="dict").evaluate()["overall"]
    return found


_NAMES = {"exact-f1": "strict", "boundary-f1": "exact", "partial-f1": "partial", "type-f1": "ent_type"}


@pytest.mark.peer
@pytest.mark.parametrize("seed", range(20))
def test_nervaluate_has_the_same_where_nothing_overlaps_two(seed: int) -> None:
    rng = random.Random(seed)
    ours = [flat(rng, gap=3) for _ in range(30)]
    theirs = [moved(rng, spans) for spans in ours]
    run, found = accord.score(ours, theirs).run, nervaluated(ours, theirs)
    for name, schema in _NAMES.items():
        for part in ("precision", "recall", "f1"):
            value = run.measure(f"{name.removesuffix('-f1')}-{part}").value
            assert value == pytest.approx(getattr(found[schema], part)), (name, part)


@pytest.mark.peer
@pytest.mark.parametrize("seed", range(20))
def test_nervaluate_finds_no_more_pairs_where_spans_overlap_several(seed: int) -> None:
    rng = random.Random(seed)
    ours, theirs = ([flat(rng, gap=0) for _ in range(30)] for _ in range(2))
    run, found = accord.score(ours, theirs).run, nervaluated(ours, theirs)
    for name, schema in _NAMES.items():
        value = run.measure(name).value
        assert value >= found[schema].f1 - 1e-12
        if schema in {"strict", "exact"}:
            assert value == pytest.approx(found[schema].f1)


@pytest.mark.peer
def test_seqeval_has_the_same_for_chunks() -> None:
    seqeval = pytest.importorskip("seqeval.metrics")
    rng = random.Random(1)
    ours = [flat(rng, gap=0) for _ in range(50)]
    theirs = [moved(rng, spans) for spans in (flat(rng, gap=2) if rng.random() < 0.3 else each for each in ours)]
    labels = [[_bio(spans) for spans in side] for side in (ours, theirs)]
    value = accord.score(ours, [_spans(row) for row in labels[1]]).run.headline.value
    assert float(value) == pytest.approx(seqeval.f1_score(*labels))


def _bio(spans: Spans) -> list[str]:
    """The labels of spans, of which later ones may cover a part of those before."""
    labels = ["O"] * 200
    for start, end, type_ in spans:
        for at in range(max(start, 0), end):
            labels[at] = f"{'I' if at > max(start, 0) else 'B'}-{type_}"
    return labels


def _spans(labels: list[str]) -> Spans:
    """The mentions of labels, as begin repair reads them."""
    found: Spans = []
    for at, label in enumerate(labels):
        if label.startswith("B-"):
            found.append((at, at + 1, label[2:]))
        elif label != "O" and found and found[-1][1] == at and found[-1][2] == label[2:]:
            found[-1] = (found[-1][0], at + 1, label[2:])
        elif label != "O":
            found.append((at, at + 1, label[2:]))
    return found


def side(corpus: Corpus, annotator: str) -> Corpus:
    return corpus.with_annotations({key: each for key, each in corpus.annotations.items() if key[1] == annotator})


@pytest.mark.data
@pytest.mark.skipif(not DATA.is_dir(), reason=f"there is no folder of real data at {DATA}")
def test_four_annotators_in_brat_are_as_bratiaa_has_them() -> None:
    """The mean over all pairs of annotators of its instance F1 is .881975."""
    corpus = accord.read(DATA / "brat" / "four_annotators_es")
    values = [
        float(accord.score(side(corpus, one), side(corpus, other)).run.headline.value)
        for one, other in permutations(corpus.annotators, 2)
    ]
    assert len(values) == 12
    assert sum(values) / len(values) == pytest.approx(0.881975, abs=5e-7)


@pytest.mark.data
@pytest.mark.skipif(not DATA.is_dir(), reason=f"there is no folder of real data at {DATA}")
def test_three_annotators_in_label_studio() -> None:
    """Exact F1 of each two on what both marked: .562814, .712500 and .641509."""
    corpus = accord.read(DATA / "label_studio" / "leoka_team_2.json", layer="label")
    values = {
        round(float(accord.score(side(corpus, one), side(corpus, other), documents="shared").run.headline.value), 6)
        for one, other in combinations(corpus.annotators, 2)
    }
    assert values == {0.562814, 0.7125, 0.641509}
