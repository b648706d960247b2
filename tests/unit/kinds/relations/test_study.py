"""What a study of relations holds, what it leaves out, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

from accord.agreement.result import Undefined
from accord.agreement.uncertainty import Uncertainty
from accord.errors import NotApplicable, UsageError
from accord.kinds.relations import RELATION_COEFFICIENTS
from accord.kinds.relations.breakdown import RelationBreakdown
from accord.kinds.relations.measure import RelationMeasure
from accord.kinds.relations.study import Item, RelationStudy
from accord.model import Span
from accord.model.relation import Relation, Relations
from tests.relations import study_relations

A, B, C, D = Span(0, 2, "PER"), Span(4, 6, "PER"), Span(8, 10, "ORG"), Span(12, 14, "ORG")
MENTIONS = (A, B, C, D)
FULL = Relations((A, B), (Relation(0, 1, "x"), Relation(1, 0, "x")), 20)


def layer(*relations: tuple[int, int, str], mentions: tuple[Span, ...] = MENTIONS, **more: object) -> Relations:
    return Relations(mentions, tuple(Relation(*relation) for relation in relations), 20, **more)  # type: ignore[arg-type]


def agreement(study: RelationStudy, name: str = "relation-f1", interval: str = "jackknife") -> RelationMeasure:
    return RelationMeasure(study, RELATION_COEFFICIENTS.get(name)(), Uncertainty(interval))


def taken_apart(study: RelationStudy, name: str = "relation-f1") -> RelationBreakdown:
    return RelationBreakdown(agreement(study, name))


def two(ada: Relations, bram: Relations, document: str = "d") -> dict[tuple[str, str], Relations]:
    return {(document, "ada"): ada, (document, "bram"): bram}


def test_absent_is_not_empty() -> None:
    """Who found nothing is compared; who did not look is not."""
    drawn = layer((0, 1, "x"))
    study = study_relations(two(drawn, layer()) | {("e", "ada"): drawn, ("d", "chloe"): drawn})
    assert study.documents == ("d",)
    assert study.graphs[0].annotators == ("ada", "bram", "chloe")
    assert study.left_out == {"documents that fewer than 2 annotators looked at": 1}
    by_pair = taken_apart(study).pairs()
    assert by_pair["ada", "bram"].value == 0
    assert by_pair["ada", "chloe"].value == pytest.approx(1)


def test_empty_against_empty_adds_nothing() -> None:
    drawn = layer((0, 1, "x"), (1, 2, "y"))
    other = layer((0, 1, "x"), (2, 1, "y"))
    alone = agreement(study_relations(two(drawn, other)))
    with_empty = agreement(study_relations(two(drawn, other) | two(layer(), layer(), "e")))
    assert alone.whole.value == with_empty.whole.value
    assert isinstance(RelationBreakdown(with_empty).documents()["e"].value, Undefined)


def test_what_stands_there_twice_is_counted_once() -> None:
    twice = layer((0, 1, "x"), (4, 1, "x"), (0, 1, "x"), (0, 4, "x"), mentions=(*MENTIONS, A))
    study = study_relations(two(twice, layer((0, 1, "x"))))
    assert study.left_out == {
        "mentions marked twice": 1,
        "arcs drawn twice": 2,
        "arcs from a mention to itself": 1,
    }
    assert agreement(study).whole.value == pytest.approx(1)


@pytest.mark.parametrize(
    ("layers", "reason"),
    [
        ({("d", "ada"): layer((0, 1, "x"))}, "no document was looked at by two annotators"),
        ({("d", "ada"): layer(), ("e", "bram"): layer()}, "no document was looked at by two annotators"),
        (two(layer(), layer()), "nobody drew an arc"),
        (
            two(FULL, FULL),
            "chance would not disagree either",
        ),
    ],
)
@pytest.mark.parametrize("name", list(RELATION_COEFFICIENTS))
def test_no_value_and_why(name: str, layers: dict[tuple[str, str], Relations], reason: str) -> None:
    found = agreement(study_relations(layers), name)
    assert found.whole.value == Undefined(reason)
    assert isinstance(found.whole.interval, Undefined)


def test_no_common_mentions() -> None:
    """Links agree exactly as chance would; "found" tells why."""
    study = study_relations(two(layer((0, 1, "x"), mentions=(A, B)), layer((0, 1, "x"), mentions=(C, D))))
    assert agreement(study, "link-f1").whole.value == 0
    steps = taken_apart(study, "link-f1").steps
    assert steps["found"].value == 0
    assert steps["linkable"].value == 0
    assert steps["linked"].value == Undefined("no two annotators linked mentions that both have")
    assert steps["typed"].value == Undefined("no link was drawn by two annotators")


def test_found_linkable_linked_typed() -> None:
    ada = layer((0, 1, "x"), (1, 2, "y"), (2, 3, "x"))
    bram = layer((0, 1, "x"), (1, 2, "x"), (2, 0, "x"), mentions=(A, B, C))
    steps = taken_apart(study_relations(two(ada, bram))).steps
    assert steps["found"].value == pytest.approx(6 / 7)
    assert steps["linkable"].value == pytest.approx(5 / 6)
    assert steps["linked"].value == pytest.approx(1 - 1 / (5 - 2 * 2 * 3 / 6))  # 2 and 3 of 6 pairs, 2 common
    assert steps["typed"].observed == pytest.approx(1 / 2)
    assert steps["typed"].value == pytest.approx(1 - (1 / 2) / (1 / 2))  # x x, y x: 6 of 12 ordered pairs differ


def test_confusions_reversed_and_hardest() -> None:
    ada = layer((0, 1, "x"), (1, 2, "y"), (2, 3, "x"), (0, 3, "y"), file="a.jsonl", line=3)
    bram = layer((0, 1, "z"), (2, 1, "y"), (2, 3, "x"))
    study = study_relations(two(ada, bram), texts={"d": "Al, Bo, Co, Do met."})
    found = taken_apart(study)
    (confusion,) = found.confusions(10)
    assert (confusion.first, confusion.second, confusion.pairs, confusion.items) == ("x", "z", 1, 1)
    assert confusion.share == pytest.approx(2 / 5)  # 5 arcs are not common, 2 of them are this confusion
    assert confusion.merged > agreement(study).whole.value  # type: ignore[operator]
    assert found.reversed() == {"y": 1}
    hard = found.hardest(10)
    assert [(item.name, item.versions, item.disagreement) for item in hard] == [
        ("Al – Bo", {"ada": "x →", "bram": "z →"}, 1.0),
        ("Al – Do", {"ada": "y →", "bram": "no relation"}, 1.0),
        ("Bo – Co", {"ada": "y →", "bram": "y ←"}, 1.0),
    ]
    assert (hard[0].text, hard[0].before, hard[0].after) == ("[Al], [Bo]", "", ", Co, Do met.")
    assert str(hard[0].place) == "a.jsonl:3"
    assert confusion.examples == (hard[0].id,)


def test_items_and_their_versions() -> None:
    layers = two(layer((0, 1, "x"), (1, 0, "y")), layer((0, 1, "x"))) | {("e", "chloe"): layer(), ("e", "ada"): layer()}
    study = study_relations(layers)
    assert study.items == (Item("d", 0, 1),)
    assert {name: len(arcs) for name, arcs in study.versions(study.items[0]).items()} == {"ada": 2, "bram": 1}
    nan = np.nan
    expected = [[0, 0.5, nan], [0.5, 0, nan], [nan, nan, nan]]
    np.testing.assert_array_equal(study.distances(study.items[0]), expected)


def test_parts_of_a_study() -> None:
    drawn = layer((0, 1, "x"), (1, 2, "y"))
    layers = two(drawn, drawn) | two(drawn, layer(), "e") | {("e", "chloe"): drawn}
    study = study_relations(layers)
    assert study.only(["ada", "chloe"]).documents == ("e",)
    assert study.within(["d"]).documents == ("d",)
    assert study.merged("x", "y").types == ("x",)
    assert study.links().types == ("link",)
    assert study.digest() == study_relations(dict(reversed(layers.items()))).digest()
    assert study.digest() != study.within(["d"]).digest()


def test_symmetric_types_have_no_direction() -> None:
    layers = two(layer((0, 1, "x")), layer((1, 0, "x")))
    directed, symmetric = study_relations(layers), study_relations(layers, symmetric=["x"])
    assert agreement(directed).whole.observed == 0
    assert agreement(symmetric).whole.value == pytest.approx(1)
    (placement,) = symmetric.placements(symmetric.graphs[0], "ada", "bram").values()
    assert placement.first == 6
    with pytest.raises(UsageError, match="no relation has the type 'z': choose from x"):
        study_relations(layers, symmetric=["z"])


def test_symmetric_and_directed_types_are_placed_apart() -> None:
    drawn = layer((0, 1, "x"), (0, 2, "y"))
    study = study_relations(two(drawn, drawn), symmetric=["x"])
    placements = study.placements(study.graphs[0], "ada", "bram")
    assert {types: placement.first for types, placement in placements.items()} == {("x",): 6, ("y",): 12}
    with pytest.raises(NotApplicable, match="one of them is symmetric"):
        study.merged("x", "y")


def test_pairs_of_one_sentence() -> None:
    sentences = ((0, 7), (7, 20))
    drawn = layer((0, 1, "x"), (2, 3, "x"), sentences=sentences)
    study = study_relations(two(drawn, drawn), pairs="same-sentence")
    (placement,) = study.placements(study.graphs[0], "ada", "bram").values()
    assert (placement.first, placement.shared) == (4, 4)
    across = layer((0, 2, "x"), sentences=sentences)
    with pytest.raises(NotApplicable, match="ada links mentions of two sentences in d"):
        study_relations(two(across, drawn), pairs="same-sentence")
    with pytest.raises(NotApplicable, match="where sentences of d begin is not known"):
        study_relations(two(layer((0, 1, "x")), layer()), pairs="same-sentence")


def test_pairs_of_licensed_types() -> None:
    """x links people to organisations, y people: of 4 mentions, 4 ordered pairs and 2."""
    study = study_relations(two(layer((0, 2, "x"), (0, 1, "y")), layer((1, 2, "x"))), pairs="licensed")
    placements = study.placements(study.graphs[0], "ada", "bram")
    assert {types: placement.first for types, placement in placements.items()} == {("x",): 4, ("y",): 2}
    links = study.links()
    (placement,) = links.placements(links.graphs[0], "ada", "bram").values()
    assert placement.first == 6


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"matching": "overlap"}, "unknown matching of mentions 'overlap': choose from strict, lenient"),
        ({"pairs": "sentence"}, "unknown pairs of mentions 'sentence': did you mean same-sentence"),
        ({"annotators": ["adda", "bram"]}, "there is no annotator 'adda': did you mean ada"),
    ],
)
def test_options_that_do_not_exist(options: dict[str, object], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        study_relations(two(layer((0, 1, "x")), layer()), **options)  # type: ignore[arg-type]


def test_units_are_not_mixed() -> None:
    with pytest.raises(NotApplicable, match="mentions of characters and of tokens: measure them apart"):
        study_relations(two(layer(), layer(unit="token")))


@pytest.mark.parametrize("interval", ["jackknife", "bootstrap"])
def test_intervals_are_over_documents(interval: str) -> None:
    same, other = layer((0, 1, "x"), (1, 2, "y")), layer((0, 1, "x"), (2, 1, "y"))
    layers: dict[tuple[str, str], Relations] = {}
    for number in range(12):
        layers |= two(same, other if number % 3 == 0 else same, f"d{number}")
    found = agreement(study_relations(layers), interval=interval)
    assert not isinstance(found.whole.interval, Undefined)
    assert found.whole.interval.method == f"{interval} over documents"
    assert found.whole.interval.low < found.whole.value < found.whole.interval.high  # type: ignore[operator]
    assert "over:documents" in str(found.signature)


def test_annotators_with_the_rest_and_without() -> None:
    same, other = layer((0, 1, "x"), (1, 2, "y")), layer((2, 0, "x"))
    found = taken_apart(study_relations(two(same, same) | {("d", "chloe"): other})).annotators()
    assert [row.given for row in found] == [2, 2, 1]
    assert found["chloe"].without == pytest.approx(1)
    assert found["ada"].against_rest == found["bram"].against_rest
    assert found["chloe"].against_rest < 0 < found["ada"].against_rest  # type: ignore[operator]


def test_signature_names_every_choice() -> None:
    study = study_relations(two(layer((0, 1, "x")), layer()), matching="lenient", symmetric=["x"])
    assert str(agreement(study).signature).startswith(
        "relation-f1|mentions:lenient|linkable:all|P:6|symmetric:x|chance:within-document+one-a-pair|sum:arc|"
        "unit:character|annotators:2|docs:1|arcs:1|ci:jackknife|level:0.95|over:documents|data:"
    )
