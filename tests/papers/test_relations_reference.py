"""Worked examples of agreement on relations, computed by full enumeration and by a second derivation.

R1: mentions e1 ... e4, shared. R2: a third annotator. R3: mentions that differ.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest

from accord.agreement.uncertainty import Uncertainty
from accord.kinds.relations import RELATION_COEFFICIENTS
from accord.kinds.relations.breakdown import RelationBreakdown
from accord.kinds.relations.chance import Placement, expected_common, expected_jaccard, variance_of_common
from accord.kinds.relations.measure import RelationMeasure
from accord.kinds.relations.scores import score_relations
from accord.model import Span
from accord.model.relation import Relation, Relations
from tests.relations import study_relations

if TYPE_CHECKING:
    from accord.kinds.relations.study import RelationStudy

TEXT = "Ann works for Acme Corp in Oslo with Bo."
E1, E2, E3, E4 = Span(0, 3, "PER"), Span(14, 23, "ORG"), Span(27, 31, "LOC"), Span(37, 39, "PER")
ADA = (Relation(0, 1, "works_for"), Relation(1, 2, "located_in"), Relation(0, 3, "knows"))
BRAM = (Relation(0, 1, "works_for"), Relation(1, 2, "part_of"), Relation(2, 3, "located_in"))
CHLOE = (Relation(0, 1, "works_for"), Relation(1, 2, "located_in"))

TYPED = ((1, 1), (1, 1), (1, 0), (0, 1))
"""R1: arcs of ada and bram by type."""
LINKS = ((3, 3),)


def layer(relations: tuple[Relation, ...], mentions: tuple[Span, ...] = (E1, E2, E3, E4)) -> Relations:
    return Relations(mentions, relations, len(TEXT))


def study(**annotators: tuple[Relation, ...]) -> RelationStudy:
    return study_relations({("text", name): layer(drawn) for name, drawn in annotators.items()})


def agreement(name: str, of: RelationStudy) -> RelationMeasure:
    return RelationMeasure(of, RELATION_COEFFICIENTS.get(name)(), Uncertainty())


def near(fraction: Fraction) -> object:
    return pytest.approx(float(fraction), abs=1e-12)


@pytest.mark.parametrize(
    ("name", "observed", "by_chance", "value"),
    [
        ("relation-f1", Fraction(1, 3), Fraction(1, 18), Fraction(5, 17)),
        ("relation-jaccard", Fraction(1, 5), Fraction(3, 88), Fraction(73, 425)),
        ("link-f1", Fraction(2, 3), Fraction(1, 4), Fraction(5, 9)),
    ],
)
def test_r1_with_12_pairs(name: str, observed: Fraction, by_chance: Fraction, value: Fraction) -> None:
    whole = agreement(name, study(ada=ADA, bram=BRAM)).whole
    assert (whole.observed, whole.expected, whole.value) == (near(observed), near(by_chance), near(value))
    assert (whole.sd is None) == (name == "relation-jaccard")


def test_r1_common_by_chance() -> None:
    assert expected_common([Placement(TYPED, 12, 12, 12)]) == near(Fraction(1, 6))


def test_r1_jaccard_of_links() -> None:
    of_links = agreement("relation-jaccard", study(ada=ADA, bram=BRAM).links()).whole
    assert (of_links.observed, of_links.expected) == (near(Fraction(1, 2)), near(Fraction(361, 2200)))
    assert of_links.value == near(Fraction(739, 1839))


def corrected(observed: Fraction, by_chance: float) -> float:
    return (float(observed) - by_chance) / (1 - by_chance)


def test_r1_with_5_pairs() -> None:
    """The value depends on how many pairs could have been linked."""
    typed, links = [Placement(TYPED, 5, 5, 5)], [Placement(LINKS, 5, 5, 5)]
    assert corrected(Fraction(1, 3), expected_common(typed) / 3) == near(Fraction(3, 13))
    assert expected_jaccard(typed) == near(Fraction(17, 200))
    assert corrected(Fraction(1, 5), expected_jaccard(typed)) == near(Fraction(23, 183))
    assert corrected(Fraction(2, 3), expected_common(links) / 3) == near(Fraction(1, 6))
    assert corrected(Fraction(1, 2), expected_jaccard(links)) == near(Fraction(2, 27))


def test_r2_three_annotators() -> None:
    three = agreement("relation-jaccard", study(ada=ADA, bram=BRAM, chloe=CHLOE))
    pairs = RelationBreakdown(three).pairs()
    observed = [1 - float(each.observed) for each in pairs]  # type: ignore[arg-type]
    by_chance = [1 - float(each.expected) for each in pairs]  # type: ignore[arg-type]
    assert list(pairs.keys()) == [("ada", "bram"), ("ada", "chloe"), ("bram", "chloe")]
    assert observed == [near(Fraction(4, 5)), near(Fraction(1, 3)), near(Fraction(3, 4))]
    assert by_chance == [near(Fraction(85, 88)), near(Fraction(379, 396)), near(Fraction(379, 396))]
    assert three.whole.observed == near(1 - Fraction(113, 180))
    assert three.whole.expected == near(1 - Fraction(2281, 2376))
    assert three.whole.value == near(Fraction(3947, 11405))


def test_r3_mentions_differ() -> None:
    e5 = Span(32, 36, "LOC")
    ada = layer((Relation(0, 1, "w"), Relation(1, 2, "l"), Relation(0, 3, "l")))
    bram = layer((Relation(0, 1, "w"), Relation(1, 2, "w"), Relation(0, 3, "l")), (E1, E2, E3, e5))
    both = study_relations({("text", "ada"): ada, ("text", "bram"): bram})
    (placement,) = both.placements(both.graphs[0], "ada", "bram").values()
    assert (placement.first, placement.second, placement.shared) == (12, 12, 6)
    assert placement.common == near(Fraction(1, 6))
    assert expected_jaccard([placement]) == near(Fraction(247, 7260))


@pytest.mark.parametrize(("matching", "right"), [("strict", 0), ("lenient", 1)])
def test_r1_as_brateval_counts_it(matching: str, right: int) -> None:
    """Where bram marked "Acme" for "Acme Corp": exact tp 0 fp 3 fn 3, overlap tp 1 fp 2 fn 2 and F1 .3333."""
    bram = layer(BRAM, (E1, Span(14, 18, "ORG"), E3, E4))
    run = score_relations([("text", layer(ADA), bram)], matching)
    assert run.headline.counts == (3, 3, right)
    assert run.headline.value == Fraction(right, 3)
    assert run.labels["works_for"] == (1, 1, right)
    assert run.labels["located_in"] == (1, 1, 0)


def test_typed_is_not_kappa_over_pairs() -> None:
    """With classes {types, none} a confusion costs kappa once and F1 twice: 25/61 against 5/17."""
    first = dict.fromkeys(range(12), "none") | {0: "works_for", 1: "located_in", 2: "knows"}
    second = dict.fromkeys(range(12), "none") | {0: "works_for", 1: "part_of", 3: "located_in"}
    agreed = Fraction(sum(first[pair] == second[pair] for pair in first), 12)
    classes = {*first.values(), *second.values()}
    by_chance = sum(
        Fraction(list(first.values()).count(name) * list(second.values()).count(name), 144) for name in classes
    )
    kappa = (agreed - by_chance) / (1 - by_chance)
    assert kappa == Fraction(25, 61)
    assert agreement("relation-f1", study(ada=ADA, bram=BRAM)).whole.value != near(kappa)


def test_variance_is_that_of_the_hypergeometric() -> None:
    """Links alone: Var X = N (M / P) (1 - M / P) (P - N) / (P - 1)."""
    expected = 3 * Fraction(3, 12) * Fraction(9, 12) * Fraction(9, 11)
    assert variance_of_common([Placement(LINKS, 12, 12, 12)]) == near(expected)


@pytest.mark.parametrize(
    ("moved", "value"), [(0.0, 1.0), (0.2, 0.75), (0.4, 0.54), (0.6, 0.40), (0.8, 0.25), (1.0, 0.00)]
)
def test_noise_ladder(moved: float, value: float) -> None:
    """6 mentions, 5 arcs, a share of them moved: the reference's values are one run, these are of 300 documents."""
    rng = np.random.default_rng(16)
    mentions = tuple(Span(10 * number, 10 * number + 5, "T") for number in range(6))
    pairs = [(source, target) for source in range(6) for target in range(6) if source != target]
    layers = {}
    for number in range(300):
        places = rng.permutation(len(pairs))
        types = [["a", "b", "c"][drawn] for drawn in rng.integers(3, size=5)]
        at = places[:5].tolist()
        stay = list(at)
        for index in np.flatnonzero(rng.random(5) < moved).tolist():
            free = [place for place in range(len(pairs)) if place not in stay or place == stay[index]]
            stay[index] = int(rng.choice(free))
        for name, chosen in (("ada", at), ("bram", stay)):
            arcs = tuple(
                Relation(pairs[place][0], pairs[place][1], type_) for place, type_ in zip(chosen, types, strict=True)
            )
            layers[f"text {number}", name] = Relations(mentions, arcs, 100)
    found = agreement("relation-f1", study_relations(layers)).whole.value
    assert found == pytest.approx(value, abs=0.1)
