"""Agreement on relations against every placement there is, and what must always hold."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.agreement.result import Undefined
from accord.agreement.uncertainty import Uncertainty
from accord.kinds.relations import RELATION_COEFFICIENTS
from accord.kinds.relations.breakdown import RelationBreakdown
from accord.kinds.relations.chance import Placement, expected_common, expected_jaccard, variance_of_common
from accord.kinds.relations.coefficient import RelationF1
from accord.kinds.relations.measure import RelationMeasure
from accord.kinds.relations.mentions import align_mentions
from accord.kinds.relations.spread import variance_of_total
from accord.model import Span
from accord.model.relation import Relation, Relations
from tests.oracle import relations as oracle
from tests.relations import study_relations

if TYPE_CHECKING:
    from accord.kinds.relations.study import RelationStudy

NAMES = ("ada", "bram", "chloe", "dan")


def span(mention: int) -> Span:
    return Span(10 * mention, 10 * mention + 5, "AB"[mention % 2])


def layer(drawn: oracle.Drawn) -> Relations:
    mentions = sorted(drawn[0])
    place = {mention: number for number, mention in enumerate(mentions)}
    arcs = tuple(Relation(place[source], place[target], type_) for source, target, type_ in sorted(drawn[1]))
    return Relations(tuple(span(mention) for mention in mentions), arcs, 100)


def study(documents: list[list[oracle.Drawn | None]], **options: Any) -> RelationStudy:
    return study_relations(
        {
            (f"text {number}", name): layer(drawn)
            for number, document in enumerate(documents)
            for name, drawn in zip(NAMES, document, strict=False)
            if drawn is not None
        },
        **options,
    )


def agreement(name: str, of: RelationStudy) -> RelationMeasure:
    return RelationMeasure(of, RELATION_COEFFICIENTS.get(name)(), Uncertainty())


@st.composite
def drawings(draw: st.DrawFn, mentions: int = 3, most: int = 2, *, several: bool = False) -> oracle.Drawn:
    """Some of the mentions, and a few arcs between them; of several types on one pair, if asked for."""
    marked = sorted(draw(st.sets(st.integers(0, mentions), max_size=mentions)))
    pairs = oracle.ordered_pairs(marked)
    if not pairs:
        return marked, frozenset()
    arcs = draw(
        st.lists(
            st.tuples(st.sampled_from(pairs), st.sampled_from("xyz")),
            max_size=min(most, len(pairs)),
            unique_by=(lambda arc: arc) if several else (lambda arc: arc[0]),
        )
    )
    return marked, frozenset((*pair, type_) for pair, type_ in arcs)


ORACLES = {"relation-f1": oracle.f1_disagreement, "relation-jaccard": oracle.jaccard_disagreement}


@pytest.mark.parametrize("name", ORACLES)
@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(drawings() | st.none(), min_size=2, max_size=3), min_size=1, max_size=2),
)
def test_every_placement(name: str, documents: list[list[oracle.Drawn | None]]) -> None:
    known = oracle.coefficient(documents, ORACLES[name])
    found = agreement(name, study(documents)).whole.value
    if known is None:
        assert isinstance(found, Undefined)
    else:
        assert found == pytest.approx(float(known), abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(drawings(), drawings(), st.sampled_from([Fraction(1, 4), Fraction(1, 2), Fraction(1)]))
def test_credit_for_another_type(one: oracle.Drawn, other: oracle.Drawn, credit: Fraction) -> None:
    both = study([[one, other]])
    known = oracle.coefficient([[one, other]], lambda a, b: oracle.credited_disagreement(a, b, credit))
    found = RelationMeasure(both, RelationF1(float(credit)), Uncertainty())
    if known is None:
        assert isinstance(found.whole.value, Undefined)
    else:
        assert found.whole.value == pytest.approx(float(known), abs=1e-12)
    if credit == 1:
        assert same(found.whole.value, agreement("link-f1", both).whole.value)


@settings(max_examples=60, deadline=None)
@given(drawings(most=3), drawings(most=3))
def test_moments_of_common_arcs(one: oracle.Drawn, other: oracle.Drawn) -> None:
    both = study([[one, other]])
    placements = list(both.placements(both.graphs[0], "ada", "bram").values())
    ours, theirs = (oracle.placements(oracle.ordered_pairs(side[0]), side[1]) for side in (one, other))
    mean = oracle.expected(oracle.common, ours, theirs)
    variance = oracle.expected(oracle.squared_common, ours, theirs) - mean**2
    assert expected_common(placements) == pytest.approx(float(mean), abs=1e-12)
    assert variance_of_common(placements) == pytest.approx(float(variance), abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(st.lists(drawings(), min_size=3, max_size=3))
def test_variance_over_three_annotators(document: list[oracle.Drawn]) -> None:
    """Pairs who share an annotator are not independent where mentions differ."""
    known = oracle.variance_of_total(document)
    assert variance_of_total(study([list(document)])) == pytest.approx(float(known), abs=1e-12)


@settings(max_examples=40, deadline=None)
@given(drawings(mentions=2, most=3, several=True), drawings(mentions=2, most=3, several=True))
def test_several_types_on_one_pair(one: oracle.Drawn, other: oracle.Drawn) -> None:
    """E X is the same as with one arc on a pair; the expected Jaccard index is that of types placed apart."""
    twice = any(len({arc[:2] for arc in arcs}) < len(arcs) for _, arcs in (one, other))
    both = study([[one, other]])
    assert both.apart == twice
    ours, theirs = (oracle.ordered_pairs(side[0]) for side in (one, other))
    place = oracle.placements_apart if twice else oracle.placements
    placements = list(both.placements(both.graphs[0], "ada", "bram").values())
    placed = place(ours, one[1]), place(theirs, other[1])
    assert expected_common(placements) == pytest.approx(float(oracle.expected(oracle.common, *placed)), abs=1e-12)
    if one[1] or other[1]:
        known = oracle.expected(oracle.jaccard, *placed)
        assert expected_jaccard(placements) == pytest.approx(float(known), abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_links_of_two_are_cohens_kappa(data: st.DataObject) -> None:
    mentions = list(range(data.draw(st.integers(2, 5))))
    pairs = oracle.ordered_pairs(mentions)
    sides = [data.draw(st.frozensets(st.sampled_from(pairs))) for _ in range(2)]
    one, other = (frozenset((*pair, data.draw(st.sampled_from("xy"))) for pair in side) for side in sides)
    known = oracle.cohens_kappa(pairs, one, other)
    found = agreement("link-f1", study([[(mentions, one), (mentions, other)]]))
    if known is None:
        assert isinstance(found.whole.value, Undefined)
    else:
        assert found.whole.value == pytest.approx(float(known), abs=1e-12)
        assert RelationBreakdown(found).steps["linked"].value == found.whole.value


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(drawings(4, 4), drawings(4, 4), drawings(4, 4)), min_size=1, max_size=4))
def test_neither_annotators_nor_documents_have_an_order(documents: list[tuple[oracle.Drawn, ...]]) -> None:
    layers = {
        (f"text {number}", name): layer(drawn)
        for number, document in enumerate(documents)
        for name, drawn in zip(NAMES, document, strict=False)
    }
    turned = {
        key: Relations(
            found.mentions[::-1],
            tuple(
                Relation(len(found.mentions) - 1 - source, len(found.mentions) - 1 - target, type_)
                for source, target, type_ in found.relations[::-1]
            ),
            found.length,
        )
        for key, found in reversed(layers.items())
    }
    for name in RELATION_COEFFICIENTS:
        for matching in ("strict", "lenient"):
            one, other = (agreement(name, study_relations(given, matching=matching)) for given in (layers, turned))
            assert same(one.whole.value, other.whole.value)
            assert one.signature == other.signature
            ours, theirs = RelationBreakdown(one), RelationBreakdown(other)
            assert [(each.first, each.second, each.pairs) for each in ours.confusions(9)] == [
                (each.first, each.second, each.pairs) for each in theirs.confusions(9)
            ]
            for step, found in ours.steps.items():
                assert same(found.value, theirs.steps[step].value)


def same(one: object, other: object) -> bool:
    if isinstance(one, Undefined) or isinstance(other, Undefined):
        return one == other
    return one == pytest.approx(other, abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(st.lists(drawings(4, 4), min_size=1, max_size=3))
def test_identical_is_1(documents: list[oracle.Drawn]) -> None:
    for name in RELATION_COEFFICIENTS:
        for matching in ("strict", "lenient"):
            value = agreement(name, study([[drawn] * 3 for drawn in documents], matching=matching)).whole.value
            assert isinstance(value, Undefined) or value == pytest.approx(1.0, abs=1e-12)
            assert isinstance(value, float) or not any(
                arcs and len(arcs) < len(oracle.ordered_pairs(marked)) for marked, arcs in documents
            )


@settings(max_examples=80, deadline=None)
@given(drawings(4, 4), drawings(4, 4))
def test_f1_is_that_of_links_times_equal_types(one: oracle.Drawn, other: oracle.Drawn) -> None:
    both = study([[one, other]])
    typed, links = (agreement(name, both).whole.observed for name in ("relation-f1", "link-f1"))
    share = RelationBreakdown(agreement("relation-f1", both)).steps["typed"].observed
    if isinstance(typed, Undefined) or isinstance(links, Undefined):
        assert not (one[1] | other[1])
    elif isinstance(share, Undefined):
        assert typed == links == 0
    else:
        assert typed == pytest.approx(links * share, abs=1e-12)


@pytest.mark.parametrize("name", list(RELATION_COEFFICIENTS))
def test_random_placements_are_worth_nothing(name: str) -> None:
    """Each annotator has 5 of 6 mentions, and arcs anywhere between them."""
    rng = np.random.default_rng(9)
    documents: list[list[oracle.Drawn | None]] = []
    for _ in range(1_500):
        sides: list[oracle.Drawn | None] = []
        for _ in range(2):
            marked = sorted(rng.permutation(6)[:5].tolist())
            pairs = oracle.ordered_pairs(marked)
            chosen = rng.permutation(len(pairs))[:6].tolist()
            sides.append((marked, frozenset((*pairs[place], "xy"[int(rng.integers(2))]) for place in chosen)))
        documents.append(sides)
    assert agreement(name, study(documents)).whole.value == pytest.approx(0.0, abs=0.02)


SPANS = st.tuples(st.integers(0, 6), st.integers(1, 5), st.sampled_from("AB")).map(
    lambda drawn: (drawn[0], drawn[0] + drawn[1], drawn[2])
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(SPANS, max_size=3, unique=True), min_size=2, max_size=3))
def test_mentions_overlap_as_much_as_they_can(spans: list[list[tuple[int, int, str]]]) -> None:
    marked = dict(zip(NAMES, spans, strict=False))
    aligned = align_mentions({name: [Span(*one) for one in found] for name, found in marked.items()}, "lenient")
    total = 0
    for mention in aligned.mentions:
        held = list(mention.values())
        for number, one in enumerate(held):
            shared = [min(one.end, other.end) - max(one.start, other.start) for other in held[number + 1 :]]
            assert all(overlap > 0 for overlap in shared)
            total += sum(shared)
    assert aligned.proved
    assert sorted(aligned.number) == sorted((name, Span(*one)) for name, found in marked.items() for one in found)
    assert total == oracle.best_overlap(marked)
    if len(spans) == 2:
        assert total == oracle.best_matching(*spans)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_symmetric_types_lie_on_unordered_pairs(data: st.DataObject) -> None:
    mentions = list(range(data.draw(st.integers(2, 3))))
    pairs = oracle.unordered_pairs(mentions)
    sides = [data.draw(st.frozensets(st.sampled_from(pairs))) for _ in range(2)]
    one, other = (frozenset((*pair, "x") for pair in side) for side in sides)
    turned = frozenset((target, source, type_) for source, target, type_ in other)
    found = agreement("relation-f1", study([[(mentions, one), (mentions, turned)]], symmetric="x")).whole.value
    known = oracle.cohens_kappa(pairs, one, other)
    assert isinstance(found, Undefined) if known is None else found == pytest.approx(float(known), abs=1e-12)


def test_many_arcs_and_types_do_not_overflow() -> None:
    """Jensen: with many arcs the expected Jaccard index is near that of the expected common ones."""
    counts = ((20_000, 18_000), (5_000, 7_000), (1, 3))
    placement = Placement(counts, 90_000, 80_000, 70_000)
    arcs = sum(map(sum, counts))
    near = placement.common / (arcs - placement.common)
    assert expected_jaccard([placement]) == pytest.approx(near, rel=1e-4)
    assert Fraction(variance_of_common([placement])) > 0
