from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.adjudicate.queue import Queue
from accord.errors import UsageError
from accord.kinds.kind import kind_of
from accord.model import Corpus, Document, ItemLabels, PhraseTree, Span, Spans, Trees, labelled_sentences
from tests.unit.adjudicate.campaigns import HARBOUR, LAYERS, queue_of

if TYPE_CHECKING:
    from pathlib import Path

    from accord.encoding import Decoder
    from accord.model.case import Disputed

MARKS = st.lists(
    st.tuples(st.integers(0, 12), st.integers(1, 4), st.sampled_from("AB")).map(
        lambda mark: Span(mark[0], mark[0] + mark[1], mark[2])
    ),
    max_size=5,
    unique=True,
)


def disputed(corpus: Corpus, decoder: Decoder | None = None) -> Disputed:
    return kind_of(corpus).disputed(corpus, decoder)


def corpus_of_spans(marked: dict[str, list[Span]], length: int = 20) -> Corpus:
    layers = {("d", who): Spans(tuple(spans), length) for who, spans in marked.items()}
    return Corpus.of((Document("d", text="x" * length),), layers)


def corpus_of_items(labels: dict[str, dict[str, str]]) -> Corpus:
    return Corpus.of((Document("d"),), {("d", who): ItemLabels(said) for who, said in labels.items()})


@pytest.mark.parametrize("layer", LAYERS)
def test_the_hardest_case_comes_first_and_ids_are_stable(layer: str) -> None:
    queue, again = queue_of(layer), queue_of(layer)
    hardness = [case.disagreement for case in queue.cases]
    assert hardness == sorted(hardness, reverse=True)
    assert [case.id for case in queue.cases] == [case.id for case in again.cases]
    assert [case.fingerprint for case in queue.cases] == [case.fingerprint for case in again.cases]
    assert len(queue.by_id) == len(queue.cases)


@pytest.mark.parametrize("layer", LAYERS)
def test_in_every_case_annotators_differ_and_the_commonest_version_comes_first(layer: str) -> None:
    for case in queue_of(layer).cases:
        sizes = [len(version.annotators) for version in case.versions]
        assert len(case.versions) > 1
        assert sizes == sorted(sizes, reverse=True)
        assert (case.majority is not None) == (2 * sizes[0] > sum(sizes))


def test_items_of_a_table_counted_by_hand() -> None:
    rows = [line.split(",") for line in (HARBOUR / "urgency.csv").read_text("utf-8").splitlines()[1:]]
    labels = {item: [label for each, _, label in rows if each == item] for item, _, _ in rows}
    queue = queue_of("urgency")
    assert len(queue.cases) == sum(len(set(given)) > 1 for given in labels.values())
    assert queue.of.agreed == sum(len(set(given)) == 1 < len(given) for given in labels.values())
    assert queue.of.alone == sum(len(given) == 1 for given in labels.values())


def test_the_mentions_that_all_annotators_share_are_no_cases() -> None:
    queue = queue_of("annotators")
    corpus = accord.read(HARBOUR / "annotators")
    first = corpus.documents[0]
    assert len({next(labelled_sentences(corpus, who)).labels for who in corpus.annotators}) == 1
    assert not any(case.id.startswith(f"{first.id}:1:") for case in queue.cases)


def test_an_island_holds_all_marks_that_lie_over_each_other() -> None:
    marked = {"ada": [Span(0, 3, "A"), Span(5, 9, "A")], "bram": [Span(2, 4, "A"), Span(9, 11, "B")], "chloe": []}
    cases = Queue("spans", disputed(corpus_of_spans(marked))).by_id
    assert set(cases) == {"d:0-4", "d:5-9", "d:9-11"}
    assert {version.annotators: version.value for version in cases["d:0-4"].versions} == {
        ("ada",): [[0, 3, "A"]],
        ("bram",): [[2, 4, "A"]],
        ("chloe",): [],
    }
    assert cases["d:5-9"].majority is not None
    assert cases["d:5-9"].majority.value == []
    assert cases["d:5-9"].shown["room"] == [4, 9]


def test_who_did_not_look_has_no_version() -> None:
    corpus = corpus_of_items({"ada": {"1": "A", "2": "A"}, "bram": {"1": "B"}, "chloe": {"1": "A"}})
    queue = Queue("items", disputed(corpus))
    assert [case.id for case in queue.cases] == ["d:1"]
    assert (queue.of.agreed, queue.of.alone) == (0, 1)


@given(st.dictionaries(st.sampled_from(["ada", "bram", "chloe"]), MARKS, min_size=2))
def test_islands_part_all_marks_and_no_two_overlap(marked: dict[str, list[Span]]) -> None:
    found = disputed(corpus_of_spans(marked))
    gold = found.gold({case.id: case.versions[0].value for case in found.cases})
    everything = Counter(mark for spans in marked.values() for mark in spans)
    label_runs = [case.shown["region"] for case in found.cases]
    borders = sorted(label_runs)  # type: ignore[type-var]
    assert all(one[1] <= other[0] for one, other in pairwise(borders))  # type: ignore[index]
    for layer in gold.corpus.annotations.values():
        assert isinstance(layer, Spans)
        assert set(layer.spans) <= set(everything)


@given(MARKS)
def test_where_all_say_the_same_there_is_no_case_and_gold_is_what_they_say(marks: list[Span]) -> None:
    found = disputed(corpus_of_spans({"ada": marks, "bram": marks}))
    assert found.cases == ()
    layer = found.gold({}).corpus.annotations["d", "gold"]
    assert isinstance(layer, Spans)
    assert sorted(layer.spans) == sorted(marks)


@pytest.mark.parametrize("layer", ["urgency", "weather"])
def test_the_queue_is_in_the_order_of_the_page_and_its_cases_have_the_ids_of_the_items(layer: str) -> None:
    page = accord.report(HARBOUR / LAYERS[layer], most=1_000, budget=0).payload
    items = page["layers"][0]["items"]["shown"]
    cases = queue_of(layer).cases
    assert [(case.id, case.disagreement) for case in cases] == [(item["id"], item["disagreement"]) for item in items]


def test_spans_are_adjudicated_in_the_order_of_the_page(tmp_path: Path) -> None:
    marked = {
        "ada": [[0, 3, "A"], [5, 9, "A"], [10, 12, "B"]],
        "bram": [[2, 4, "A"], [5, 8, "A"], [10, 12, "A"]],
        "chloe": [[0, 3, "A"], [5, 9, "A"]],
    }
    lines = [json.dumps({"document": "a:b", "length": 20, "annotator": who, "spans": it}) for who, it in marked.items()]
    (tmp_path / "spans.jsonl").write_text("\n".join(lines))
    items = accord.report(tmp_path, budget=0).payload["layers"][0]["items"]["shown"]
    cases = Queue("spans", disputed(accord.read(tmp_path))).cases
    assert [(case.id, case.disagreement) for case in cases] == [(item["id"], item["disagreement"]) for item in items]
    assert cases[0].id == "a%3Ab:10-12"


def test_trees_are_as_far_apart_as_the_share_of_tokens_that_differ() -> None:
    for case in queue_of("trees").cases:
        trees = [version.value for version in case.versions for _ in version.annotators]
        apart = [
            sum(
                one != other
                for one, other in zip(*(zip(each["heads"], each["labels"], strict=True) for each in pair), strict=True)
            )
            / len(pair[0]["heads"])
            for pair in combinations(trees, 2)
        ]
        assert case.disagreement == pytest.approx(sum(apart) / len(apart))


def test_what_cannot_be_decided_is_refused() -> None:
    queue = queue_of("annotators")
    case = queue.cases[0]
    refused = [
        "PER",
        [[0, 1]],
        [[1, 0, "PER"]],
        [[0, 1, "a b"]],
        [[0, 99, "PER"]],
        [[0, 1.5, "PER"]],
        [["0", 1, "PER"]],
        [[True, 2, "PER"]],
    ]
    for value in refused:
        with pytest.raises(UsageError):
            queue.of.checked(case, value)
    with pytest.raises(UsageError, match="cannot overlap"):
        queue.of.checked(case, [[0, 2, "PER"], [1, 3, "LOC"]])
    assert queue.of.checked(case, [[2, 3, "LOC"], [0, 1, "PER"]]) == [[0, 1, "PER"], [2, 3, "LOC"]]


def test_a_graph_that_is_no_tree_cannot_be_decided() -> None:
    queue = queue_of("trees")
    case = queue.cases[0]
    value = case.versions[0].value
    circle = value | {"heads": [2, 1, *value["heads"][2:]]}
    with pytest.raises(UsageError, match="no tree"):
        queue.of.checked(case, circle)
    with pytest.raises(UsageError, match="words of the sentence"):
        queue.of.checked(case, value | {"words": ["other"] * len(value["words"])})
    assert queue.of.checked(case, value) == value
    floats = queue.of.checked(case, value | {"heads": [float(head) for head in value["heads"]]})
    assert all(type(head) is int for head in floats["heads"])


def in_order_of_opening(parents: list[int]) -> list[int] | None:
    """The nodes as they are met from the root down and from left to right; None where not all are."""
    if parents.count(-1) != 1 or any(parent >= len(parents) for parent in parents):
        return None
    met: list[int] = []
    waiting = [parents.index(-1)]
    while waiting:
        node = waiting.pop()
        met.append(node)
        waiting += reversed([child for child, parent in enumerate(parents) if parent == node])
    return met if len(met) == len(parents) else None


@given(parents=st.lists(st.integers(-1, 7), min_size=1, max_size=8))
def test_phrases_are_a_tree_that_can_be_written_in_brackets(parents: list[int]) -> None:
    leaves = len(parents) - len({*parents} - {-1})
    words = [f"w{number}" for number in range(max(leaves, 1))]
    flat = PhraseTree(("S", *["W"] * len(words)), (-1, *[0] * len(words)), tuple(words))
    other = replace(flat, labels=("T", *flat.labels[1:]))
    corpus = Corpus.of((Document("d"),), {("d", "ada"): Trees((flat,)), ("d", "bram"): Trees((other,))})
    queue = Queue("phrases", disputed(corpus))
    (case,) = queue.cases
    value = {"words": words, "labels": ["X"] * len(parents), "parents": parents}
    if in_order_of_opening(parents) != list(range(len(parents))):
        with pytest.raises(UsageError, match="no tree"):
            queue.of.checked(case, value)
        return
    assert queue.of.checked(case, value) == value
    (tree,) = queue.of.gold({case.id: value}).corpus.annotations["d", "gold"].trees  # type: ignore[attr-defined]
    assert (list(tree.structure), list(tree.words), set(tree.labels)) == (parents, words, {"X"})


@pytest.mark.parametrize(
    "change",
    [{"words": ["x"]}, {"labels": ["S"]}, {"parents": [-1, True, 0]}, {"parents": "no"}, {"parents": [-1, "0"]}],
)
def test_phrases_over_other_words_or_without_labels_are_refused(change: dict[str, object]) -> None:
    queue = queue_of("phrases")
    case = queue.cases[0]
    with pytest.raises(UsageError):
        queue.of.checked(case, case.versions[0].value | change)


@pytest.mark.parametrize("label", ["a(b", "x)y", "(", "()", "f(1)g", "two words", "a\u00a0b", ""])
def test_a_label_that_could_not_be_read_again_from_brackets_is_refused(label: str) -> None:
    queue = queue_of("phrases")
    case = queue.cases[0]
    value = case.versions[0].value
    leaf = PhraseTree(tuple(value["labels"]), tuple(value["parents"]), tuple(value["words"])).leaves().index(True)
    labels = [label if node == leaf else each for node, each in enumerate(value["labels"])]
    with pytest.raises(
        UsageError, match=r"every label is one word|every phrase has a label, one word without brackets"
    ):
        queue.of.checked(case, value | {"labels": labels})


def test_a_case_that_is_not_there_gets_a_suggestion() -> None:
    with pytest.raises(UsageError, match="there is no case"):
        queue_of("urgency").case("urgency:nowhere")


def test_a_decision_adjudicates_one_item_whatever_documents_and_items_are_called() -> None:
    items = {"a": ("b/c", "b:c"), "a/b": ("c",), "a:b": ("c",), "a%3Ab": ("c",)}
    layers = {
        (document, who): ItemLabels(dict.fromkeys(names, label))
        for document, names in items.items()
        for who, label in (("ada", "X"), ("bram", "Y"))
    }
    found = disputed(Corpus.of(tuple(map(Document, items)), layers))
    assert len({case.id for case in found.cases}) == len(found.cases) == 5
    one = next(case for case in found.cases if case.document == "a:b")
    assert dict(found.gold({one.id: "Z"}).corpus.annotations) == {("a:b", "gold"): ItemLabels({"c": "Z"})}


def test_a_phrase_without_a_label_can_be_taken_and_kept() -> None:
    outer = PhraseTree(("", "S", "W", "."), (-1, 0, 1, 0), ("fog", "."))
    other = replace(outer, labels=("", "NP", "W", "."))
    queue = Queue(
        "phrases",
        disputed(Corpus.of((Document("d"),), {("d", "ada"): Trees((outer,)), ("d", "bram"): Trees((other,))})),
    )
    (case,) = queue.cases
    for value in (case.versions[0].value, case.versions[0].value | {"labels": ["", "X", "W", "."]}):
        assert queue.of.checked(case, value) == value
