"""Relations through the protocol of kinds: agreement, adjudication, merged types."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from accord.agreement.result import Undefined
from accord.errors import UsageError
from accord.kinds.options import chosen
from accord.kinds.relations.kind import RELATIONS
from accord.kinds.relations.options import RelationOptions
from accord.model import Corpus, Span
from accord.model.case import GOLD
from accord.model.relation import Relation, Relations
from tests.relations import corpus_of

if TYPE_CHECKING:
    from accord.agreement.agreement import Agreement

TEXT = "Ann works for Acme in Oslo with Bo."
MENTIONS = (Span(0, 3, "PER"), Span(14, 18, "ORG"), Span(22, 26, "LOC"), Span(32, 34, "PER"))


def drawn(*relations: tuple[int, int, str], mentions: tuple[Span, ...] = MENTIONS) -> Relations:
    return Relations(mentions, tuple(Relation(*each) for each in relations), len(TEXT))


ADA = drawn((0, 1, "works_for"), (1, 2, "located_in"), (0, 3, "knows"))
BRAM = drawn((0, 1, "works_for"), (1, 2, "part_of"), (2, 3, "located_in"))


@pytest.fixture
def corpus() -> Corpus:
    return corpus_of({("d", "ada"): ADA, ("d", "bram"): BRAM, ("e", "ada"): ADA, ("e", "bram"): ADA}, {"d": TEXT})


def agree(corpus: Corpus, *coefficients: str, **options: object) -> Agreement:
    return RELATIONS.agree(corpus, coefficients, chosen(RelationOptions, options))


def test_agreement_has_every_part(corpus: Corpus) -> None:
    found = agree(corpus)
    assert [each.name for each in found] == ["relation-f1", "link-f1", "relation-jaccard"]
    assert (found.kind, found.unit, found.annotator_names) == ("relations", "mention pair", ("ada", "bram"))
    assert found.used == {"documents": 2, "mentions": 16, "relations": 12, "pairs of mentions": 7}
    assert [(row.label, row.given) for row in found.labels] == [
        ("located_in", 4),
        ("works_for", 4),
        ("knows", 3),
        ("part_of", 1),
    ]
    assert found.labels["works_for"].value == pytest.approx(1)
    assert found.pairs["ada", "bram"].value == found.value
    assert (found.pairs["ada", "bram"].differing, found.pairs["ada", "bram"].unshared) == (3, 0)
    assert found.annotators["ada"].without == Undefined("one annotator would be left")
    assert found.documents["e"].value == pytest.approx(1)
    assert found.documents["d"].value == pytest.approx(5 / 17)
    assert found.documents["d"].difficulty == pytest.approx(3 / 4)
    assert [item.name for item in found.hardest()] == ["Ann – Bo", "Acme – Oslo", "Oslo – Bo"]
    assert [(each.first, each.second) for each in found.confusions()] == [("located_in", "part_of")]
    assert not isinstance(found.outliers, Undefined)
    (steps,) = found.extra()
    assert [row[0] for row in steps.rows] == ["found", "linkable", "linked", "typed"]


def test_options(corpus: Corpus) -> None:
    assert "link-f1" not in agree(corpus, "relation-jaccard")
    assert agree(corpus, "relation-f1", type_credit=1.0).value == agree(corpus, "link-f1").value
    assert "credit:0.5" in str(agree(corpus, type_credit=0.5).result.signature)
    assert "symmetric:knows" in str(agree(corpus, symmetric=["knows"]).result.signature)
    with pytest.raises(UsageError, match="unknown mentions 'exact': choose from strict, lenient"):
        agree(corpus, mentions="exact")
    with pytest.raises(UsageError, match="there is no annotator 'dan'"):
        agree(corpus, exclude=["dan"])
    with pytest.raises(UsageError, match="unknown relation coefficient 'alpha'"):
        agree(corpus, "alpha")


def test_merged_types(corpus: Corpus) -> None:
    merged = RELATIONS.merged(corpus, "located_in", "part_of")
    assert agree(merged).value == pytest.approx(agree(corpus).confusions()[0].merged)
    assert agree(merged).labels[0].label == "located_in or part_of"


def test_cases(corpus: Corpus) -> None:
    found = RELATIONS.disputed(corpus)
    assert (found.kind, found.agreed, found.alone) == ("relations", 4, 0)
    assert found.choices == ("knows", "located_in", "part_of", "works_for")
    first, second, third = found.cases
    assert {version.annotators: version.value for version in first.versions} == {
        ("ada",): [[0, 1, "knows"]],
        ("bram",): [],
    }
    assert first.shown["mentions"] == [[0, 3, "PER"], [32, 34, "PER"]]
    assert first.shown["text"] == TEXT
    assert (second.disagreement, third.disagreement) == (1, 1)
    assert {case.document for case in found.cases} == {"d"}


def test_gold(corpus: Corpus) -> None:
    """A document is in it once all its pairs are adjudicated; who agrees adjudicates them."""
    found = RELATIONS.disputed(corpus)
    undecided = found.gold({})
    assert (list(undecided.corpus.annotations), undecided.left_out) == ([("e", GOLD)], 1)
    assert undecided.corpus.annotations["e", GOLD] == drawn(*sorted(ADA.relations))
    values = [[], [[1, 0, "part_of"]], [[0, 1, "located_in"]]]
    decided = {case.id: found.checked(case, value) for case, value in zip(found.cases, values, strict=True)}
    gold = found.gold(decided)
    assert gold.left_out == 0
    assert gold.corpus.annotations["d", GOLD] == drawn((0, 1, "works_for"), (2, 1, "part_of"), (2, 3, "located_in"))
    assert gold.places.cases == set(decided)
    assert gold.places.tally.agreed == 4


def test_annotators_against_gold(corpus: Corpus) -> None:
    """Of the six arcs of the gold standard ada has four, and bram five, whose other one points the other way."""
    for symmetric, of_bram in (((), 5), (("part_of",), 6)):
        found = RELATIONS.disputed(corpus, symmetric=symmetric)
        values = [[], [[1, 0, "part_of"]], [[0, 1, "located_in"]]]
        decided = {case.id: found.checked(case, value) for case, value in zip(found.cases, values, strict=True)}
        ada, bram = found.against_gold(found.gold(decided))
        assert (ada.annotator, ada.counts) == ("ada", {"gold": 6, "marked": 6})
        assert (ada.shares["f1"], bram.shares["recall"]) == (Fraction(4, 6), Fraction(of_bram, 6))


def test_gold_has_the_mentions_of_most_and_those_of_its_arcs() -> None:
    few = drawn((0, 1, "x"), mentions=MENTIONS[:2])
    layers = {("d", "ada"): few, ("d", "bram"): few, ("d", "chloe"): drawn((0, 1, "x"), (1, 2, "y"))}
    found = RELATIONS.disputed(corpus_of(layers))
    (case,) = found.cases
    for value, mentions in ((case.versions[0].value, 2), (case.versions[1].value, 3)):
        gold = found.gold({case.id: value}).corpus.annotations["d", GOLD]
        assert isinstance(gold, Relations)
        assert gold.mentions == MENTIONS[:mentions]


def test_one_annotator_alone_is_gold_as_it_stands() -> None:
    found = RELATIONS.disputed(corpus_of({("d", "ada"): ADA}))
    assert (found.cases, found.alone, found.agreed) == ((), 3, 0)
    assert found.gold({}).corpus.annotations["d", GOLD] == drawn(*sorted(ADA.relations))


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("knows", "a list of [source, target, type] is needed"),
        ([[0, 2, "x"]], "an arc is [0, 1, type] or [1, 0, type]"),
        ([[0, 0, "x"]], "an arc is [0, 1, type] or [1, 0, type]"),
        ([[False, True, "x"]], "an arc is [0, 1, type] or [1, 0, type]"),
        ([[0, 1, None]], "an arc is [0, 1, type] or [1, 0, type]"),
        ([[0, 1, "x"], [0, 1, " x"]], "the same arc appears twice"),
        ([[0, 1, "x\ny"]], "a type is one line of text"),
    ],
)
def test_decisions_that_cannot_be(corpus: Corpus, value: object, reason: str) -> None:
    found = RELATIONS.disputed(corpus)
    with pytest.raises(UsageError) as refused:
        found.checked(found.cases[0], value)
    assert reason in str(refused.value)


def test_symmetric_decisions_have_no_direction(corpus: Corpus) -> None:
    found = RELATIONS.disputed(corpus, symmetric=("knows",))
    assert found.checked(found.cases[0], [[1, 0, "knows"]]) == [[0, 1, "knows"]]


def test_texts(corpus: Corpus) -> None:
    assert RELATIONS.texts(corpus) == {("d", None), ("e", None)}


def test_types_that_do_not_count_are_neither_confused_nor_hard(corpus: Corpus) -> None:
    typed, links = agree(corpus, "relation-f1"), agree(corpus, "link-f1")
    assert typed.confusions(10)
    assert links.confusions(10) == []
    assert {row.label for row in links.labels} == {"link"}
    alike = {item.id for item in typed.hardest(99)} - {item.id for item in links.hardest(99)}
    assert {example for each in typed.confusions(10) for example in each.examples} >= alike != set()
    assert sum(row.differing for row in links.pairs) < sum(row.differing for row in typed.pairs)
