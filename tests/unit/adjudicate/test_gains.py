"""What a case would gain against the definition: agreement measured anew, with its versions made equal."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.campaign.gold import queue_of as queue_of_corpus
from accord.model import Corpus, Document, ItemLabels, Span, Spans, Trees, Units
from accord.model.relation import Relation, Relations
from tests.unit.adjudicate.campaigns import HARBOUR, queue_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from accord.model.case import Case

RELATIONS = HARBOUR.parent / "relations"
LABELS = st.dictionaries(
    st.sampled_from("abcdefg"),
    st.dictionaries(st.sampled_from(["ada", "bram", "chloe", "dina"]), st.sampled_from(["1", "2", "3", "5"])),
    min_size=4,
)


def most_common(said: Mapping[str, Any]) -> Any:
    """What most said; of equals what came first."""
    values = list(said.values())
    return max(values, key=values.count)


def check_against(corpus: Corpus, measure: Callable[[Corpus], Any], equal: Callable[[Corpus, Case], Corpus]) -> None:
    """Every gain is the difference that making the versions of the case equal makes to the measure."""
    queue = queue_of_corpus("layer", corpus)
    now = measure(corpus)
    if not isinstance(now, float):
        assert queue.gains.now is None
        return
    assert queue.gains.now == pytest.approx(now)
    for case in queue.cases:
        after = measure(equal(corpus, case))
        if isinstance(after, float):
            assert queue.gains.by_case[case.id] == pytest.approx(after - now), case.id
        else:
            assert case.id not in queue.gains.by_case


def with_equal_item(corpus: Corpus, case: Case) -> Corpus:
    item = case.id.removeprefix(f"{case.document}:")
    said = {
        who: layer.labels[item]
        for (document, who), layer in corpus.annotations.items()
        if document == case.document and isinstance(layer, ItemLabels) and item in layer.labels
    }
    changed = dict(corpus.annotations)
    for who in said:
        layer = corpus.annotations[case.document, who]
        assert isinstance(layer, ItemLabels)
        changed[case.document, who] = replace(layer, labels={**layer.labels, item: most_common(said)})
    return corpus.with_annotations(changed)


@pytest.mark.parametrize("name", ["urgency.csv", "weather.csv"])
def test_gains_of_items_are_those_of_alpha_measured_anew(name: str) -> None:
    corpus = accord.read(HARBOUR / name)
    check_against(
        corpus, lambda made: accord.agree(made, "alpha", distance="nominal", interval="none").value, with_equal_item
    )


@given(LABELS)
def test_gains_of_any_labels_are_those_of_alpha_measured_anew(labels: dict[str, dict[str, str]]) -> None:
    people = sorted({who for given in labels.values() for who in given})
    layers = {
        ("d", who): ItemLabels({item: given[who] for item, given in labels.items() if who in given}) for who in people
    }
    corpus = Corpus.of((Document("d"),), layers)
    if len(people) < 2:
        return
    queue = queue_of_corpus("layer", corpus)
    distance = queue.gains.measure.removeprefix("alpha (").removesuffix(")")
    if queue.gains.now is None:
        return
    check_against(
        corpus, lambda made: accord.agree(made, "alpha", distance=distance, interval="none").value, with_equal_item
    )


def marks_in(layer: Any) -> Any:
    return layer.spans if isinstance(layer, Spans) else layer.units


def with_equal_marks(corpus: Corpus, case: Case) -> Corpus:
    region: Any = case.shown["region"]
    start, end = region
    changed = dict(corpus.annotations)
    for (document, who), layer in corpus.annotations.items():
        if document == case.document:
            rest = [mark for mark in marks_in(layer) if mark.end <= start or mark.start >= end]
            most = [type(rest[0])(*mark) if rest else Span(*mark) for mark in case.versions[0].value]
            marked: tuple[Any, ...] = tuple(sorted([*rest, *most]))
            if isinstance(layer, Spans):
                changed[document, who] = replace(layer, spans=marked)
            elif isinstance(layer, Units):
                changed[document, who] = replace(layer, units=marked)
    return corpus.with_annotations(changed)


def spans_corpus(**marked: list[Span]) -> Corpus:
    return Corpus.of(
        (Document("d", text="x" * 40),), {("d", who): Spans(tuple(spans), 40) for who, spans in marked.items()}
    )


def test_gains_of_spans_are_those_of_the_f1_that_is_observed() -> None:
    corpus = spans_corpus(
        ada=[Span(0, 4, "A"), Span(8, 9, "B"), Span(20, 30, "A"), Span(35, 36, "B")],
        bram=[Span(0, 4, "B"), Span(8, 9, "B"), Span(21, 30, "A")],
        chloe=[Span(0, 3, "A"), Span(8, 9, "B"), Span(20, 30, "A"), Span(33, 34, "A")],
    )
    check_against(
        corpus,
        lambda made: accord.agree(made, "corrected-f1", match="token", interval="none").results[0].observed,
        with_equal_marks,
    )
    assert len(queue_of_corpus("layer", corpus).cases) == 4


def test_the_f1_of_mentions_is_the_one_that_is_observed() -> None:
    observed = accord.agree(HARBOUR / "annotators", "corrected-f1", repair="begin", interval="none").results[0].observed
    assert queue_of("annotators").gains.now == pytest.approx(observed)


def shared_seconds(corpus: Corpus) -> float:
    """Twice the tenths of a second that two annotators mark alike over all that they mark, of every two of them."""
    alike = of = 0
    for document in {name for name, _ in corpus.annotations}:
        layers = [layer for (name, _), layer in corpus.annotations.items() if name == document]
        covered = [
            {(at, type_) for start, end, type_ in marks_in(each) for at in range(round(10 * start), round(10 * end))}
            for each in layers
        ]
        for one, other in combinations(covered, 2):
            alike += 2 * len(one & other)
            of += len(one) + len(other)
    return alike / of


def test_gains_of_units_are_those_of_seconds_counted_one_by_one() -> None:
    corpus = accord.read(HARBOUR / "radio.csv")
    check_against(corpus, shared_seconds, with_equal_marks)


def with_equal_tree(corpus: Corpus, case: Case) -> Corpus:
    sentence = str(case.shown["sentence"])
    changed = dict(corpus.annotations)
    place = next(
        at
        for at, item in enumerate(queue_of_corpus("layer", corpus).of.study.sentences)  # type: ignore[attr-defined]
        if item.name == sentence
    )
    study = queue_of_corpus("layer", corpus).of.study.sentences[place]  # type: ignore[attr-defined]
    most = study.trees[case.versions[0].annotators[0]]
    for (document, who), layer in corpus.annotations.items():
        if document == case.document and isinstance(layer, Trees):
            own = study.trees.get(who)
            trees = tuple(most if own and tree.words == own.words else tree for tree in layer.trees)
            assert own is None or trees.count(most) == 1
            changed[document, who] = replace(layer, trees=trees)
    return corpus.with_annotations(changed)


@pytest.mark.parametrize(("name", "measure"), [("trees", "las"), ("phrases", "bracket-f1")])
def test_gains_of_trees_are_those_of_trees_measured_anew(name: str, measure: str) -> None:
    corpus = accord.read(HARBOUR / name)

    def measured(made: Corpus) -> Any:
        return next(each.value for each in accord.agree(made, interval="none").results if each.name == measure)

    check_against(corpus, measured, with_equal_tree)


def test_gains_of_relations_are_those_of_the_f1_that_is_observed() -> None:
    corpus = accord.read(RELATIONS)
    queue = queue_of_corpus("layer", corpus)

    def observed(made: Corpus) -> Any:
        return accord.agree(made, "relation-f1", interval="none").results[0].observed

    now = observed(corpus)
    assert queue.gains.now == pytest.approx(now)
    for case in queue.cases:
        ends = [tuple(mention)[:2] for mention in case.shown["mentions"]]  # type: ignore[attr-defined]
        changed = {}
        for key, layer in corpus.annotations.items():
            assert isinstance(layer, Relations)
            changed[key] = layer if key[0] != case.document else with_arcs(layer, ends, case.versions[0].value)
        if None in changed.values():
            continue  # somebody has not marked both mentions, so nothing can be linked
        made = corpus.with_annotations({key: layer for key, layer in changed.items() if layer is not None})
        assert queue.gains.by_case[case.id] == pytest.approx(observed(made) - now)


def with_arcs(layer: Relations, ends: list[tuple[Any, ...]], arcs: list[list[Any]]) -> Relations | None:

    places = [
        next((at for at, mention in enumerate(layer.mentions) if tuple(mention)[:2] == end), None) for end in ends
    ]
    if None in places:
        return None
    rest = [each for each in layer.relations if {each.source, each.target} != set(places)]
    drawn = [Relation(places[source], places[target], type_) for source, target, type_ in arcs]
    return replace(layer, relations=tuple(sorted([*rest, *drawn])))
