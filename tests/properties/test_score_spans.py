"""Scores of spans against counting by hand, on spans that lie in each other, overlap, and have gaps."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import example, given, settings
from hypothesis import strategies as st

from accord.agreement.result import Undefined
from accord.kinds.kind import KINDS
from accord.kinds.options import chosen
from accord.kinds.spans.mark_arrays import in_columns, mark_arrays
from accord.kinds.spans.marked_pair import MarkedPair
from accord.model import Corpus, Document, Span, Spans
from tests.oracle import marks as oracle
from tests.oracle.marks import Mark

if TYPE_CHECKING:
    import random

    from accord.kinds.spans.mark_arrays import Marked
    from accord.scoring.counted_scores import Counted, CountedRun

LENGTH = 12
WHOLE_A, WHOLE_B = (Mark(((0, 4),), type_) for type_ in "AB")
"""Two with the same borders: one of the other side is the partner of one of them."""


@st.composite
def marks(draw: st.DrawFn) -> Mark:
    """A span in a short text, sometimes in two parts; often so near its start that several have the same borders."""
    last = draw(st.sampled_from([2, 4, LENGTH]))
    cuts = sorted(draw(st.sets(st.integers(0, last), min_size=2, max_size=min(last, 4))))
    type_ = draw(st.sampled_from("AB"))
    return Mark(((cuts[0], cuts[1]), (cuts[2], cuts[3])) if len(cuts) == 4 else ((cuts[0], cuts[1]),), type_)


def sides(largest: int = 5) -> st.SearchStrategy[list[tuple[list[Mark], list[Mark]]]]:
    """What a reference and a system marked in some documents."""
    some = st.lists(marks(), max_size=largest)
    return st.lists(st.tuples(some, some), min_size=1, max_size=3)


def spans_of(said: list[Mark]) -> Spans:
    parts = [tuple(Span(start, end, mark.type) for start, end in mark.parts) for mark in said]
    wholes = tuple(parts) if any(len(each) > 1 for each in parts) else ()
    return Spans(tuple(part for each in parts for part in each), LENGTH, wholes=wholes)


def run_of(texts: list[tuple[list[Mark], list[Mark]]], match: str = "exact") -> CountedRun:
    """The scores by way of a corpus, as `accord.score` makes them."""
    documents = tuple(Document(f"d{number}", text="x" * LENGTH) for number in range(len(texts)))
    annotations = {
        (document.id, who): spans_of(said)
        for document, both in zip(documents, texts, strict=True)
        for who, said in zip(("gold", "system"), both, strict=True)
    }
    kind = KINDS.get("spans")
    options = chosen(kind.options, {"match": match})
    files = {"gold": "gold", "system": "system"}
    counted: Counted = kind.counts(Corpus.of(documents, annotations), files, options)
    (run,) = counted.runs
    return run


def counts(run: CountedRun, name: str) -> list[tuple[int, ...]]:
    """The rows of a measure."""
    return [tuple(row) for row in run.scores[name].rows.each().tolist()]


@example([([WHOLE_A, WHOLE_B], [WHOLE_A])])
@example([([WHOLE_A], [WHOLE_B, WHOLE_A])])
@example([([WHOLE_A, WHOLE_A, WHOLE_B], [WHOLE_B, WHOLE_B, WHOLE_A])])
@given(sides())
def test_every_rule_counts_the_most_pairs(texts: list[tuple[list[Mark], list[Mark]]]) -> None:
    run = run_of(texts)
    worths = {
        "exact-f1": oracle.exact,
        "boundary-f1": oracle.boundary,
        "type-f1": oracle.overlap,
    }
    for name, worth in worths.items():
        expected = [(len(ours), len(theirs), oracle.best(ours, theirs, worth)[0]) for ours, theirs in texts]
        assert counts(run, name) == expected, name
    halves = [(2 * len(ours), 2 * len(theirs), oracle.best(ours, theirs, oracle.partial)[0]) for ours, theirs in texts]
    assert counts(run, "partial-f1") == halves


@given(sides(4), st.sampled_from([0.0, 0.3, 0.5, 0.9]))
def test_intersection_over_union(texts: list[tuple[list[Mark], list[Mark]]], limit: float) -> None:
    run = run_of(texts, f"iou:{limit}")
    expected = [(len(ours), len(theirs), oracle.best(ours, theirs, oracle.iou(limit))[0]) for ours, theirs in texts]
    assert counts(run, "iou-f1") == expected


@given(sides(4), st.sampled_from([0, 1, 3]))
def test_near_borders(texts: list[tuple[list[Mark], list[Mark]]], limit: int) -> None:
    run = run_of(texts, f"boundary:{limit}")
    expected = [(len(ours), len(theirs), oracle.best(ours, theirs, oracle.near(limit))[0]) for ours, theirs in texts]
    assert counts(run, "near-f1") == expected


@given(sides())
def test_tokens(texts: list[tuple[list[Mark], list[Mark]]]) -> None:
    for match in ("token", "union"):
        expected = [oracle.tokens(*both, once=match == "union") for both in texts]
        assert counts(run_of(texts, match), f"{match}-f1") == expected


@given(sides(4), st.sampled_from(["exact", "overlap", "iou:0.5", "boundary:2"]))
def test_instances_are_the_headline_and_pair_what_overlaps_most(
    texts: list[tuple[list[Mark], list[Mark]]], match: str
) -> None:
    run = run_of(texts, match)
    assert run.instances is not None
    found = list(run.instances())
    rows = run.headline.rows.each().tolist()
    for unit, row in enumerate(rows):
        total = [sum(each.counts[column] for each in found if each.unit == unit) for column in range(3)]
        assert total == row
    by_label = {label: counts for label, counts in run.labels.items() if any(counts)}
    for label, three in by_label.items():
        own = [each.counts for each in found if each.label == label]
        assert tuple(map(sum, zip(*own, strict=True))) == three
    assert run.of_labels is not None
    assert run.of_labels.counts == run.labels


@given(sides(6).filter(lambda texts: len(texts) == 1))
def test_of_the_most_pairs_those_of_the_largest_overlap_are_taken(texts: list[tuple[list[Mark], list[Mark]]]) -> None:
    ((ours, theirs),) = texts
    (first, second), types = mark_arrays([[arrays_of(ours)], [arrays_of(theirs)]])
    pair = MarkedPair(first, second, ["d"], types)
    partner = pair.best(pair.same_type)
    overlap = {(one, other): shared for one, other, shared in zip(*map(list, pair.same_type), strict=True)}
    taken = [(one, other) for one, other in enumerate(partner.tolist()) if other >= 0]
    assert len({other for _, other in taken}) == len(taken)
    assert (len(taken), sum(overlap[both] for both in taken)) == oracle.best(ours, theirs, oracle.overlap)


def arrays_of(said: list[Mark]) -> Marked:
    gaps = {number: mark.parts for number, mark in enumerate(said) if len(mark.parts) > 1}
    return in_columns([(mark.parts[0][0], mark.parts[-1][1], mark.type) for mark in said]), gaps


@given(sides())
def test_what_is_taken_for_what(texts: list[tuple[list[Mark], list[Mark]]]) -> None:
    run = run_of(texts)
    pairs = [pair for ours, theirs in texts for pair in oracle.taken_for(ours, theirs)]
    confused = Counter((ours.type if ours else "(none)", theirs.type if theirs else "(none)") for ours, theirs in pairs)
    assert run.confused == dict(confused)
    assert run.errors is not None
    kinds = Counter(error.kind for error in run.errors())
    wanted: Counter[str] = Counter()
    for ours, theirs in pairs:
        if ours is None or theirs is None:
            wanted["spurious" if ours is None else "missed"] += 1
        elif ours != theirs:
            both = ours.parts != theirs.parts, ours.type != theirs.type
            wanted[{(True, True): "both", (True, False): "boundary", (False, True): "type"}[both]] += 1
    assert kinds == wanted


@given(sides(), st.randoms(use_true_random=False), st.sampled_from(["exact", "iou:0.4", "token"]))
@settings(max_examples=40)
def test_the_order_of_spans_does_not_matter(
    texts: list[tuple[list[Mark], list[Mark]]], rng: random.Random, match: str
) -> None:
    shuffled = [tuple(rng.sample(side, len(side)) for side in both) for both in texts]
    one, other = run_of(texts, match), run_of(shuffled, match)  # type: ignore[arg-type]
    for name in one.scores:
        assert counts(one, name) == counts(other, name)
    assert one.confused == other.confused
    if one.instances is not None and other.instances is not None:
        assert list(one.instances()) == list(other.instances())


@given(sides())
def test_a_system_that_is_the_reference_is_right(texts: list[tuple[list[Mark], list[Mark]]]) -> None:
    run = run_of([(ours, ours) for ours, _ in texts])
    marked = any(ours for ours, _ in texts)
    for each in run.scores.values():
        assert each.value == 1 if marked else isinstance(each.value, Undefined)


@given(sides(), sides())
def test_documents_do_not_see_each_other(
    first: list[tuple[list[Mark], list[Mark]]], second: list[tuple[list[Mark], list[Mark]]]
) -> None:
    together = run_of(first + second)
    apart = run_of(first), run_of(second)
    for name in together.scores:
        assert counts(together, name) == counts(apart[0], name) + counts(apart[1], name)
