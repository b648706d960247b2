"""What the page holds of a layer, against counting by hand over random campaigns."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.kinds.spans.kind import measured_spans
from accord.kinds.spans.options import SpanOptions
from accord.model import Corpus, Document, ItemLabels, Span, Spans, TokenLabels, Unit
from accord.verbs.agree import agree
from tests.build import corpus_of_units
from tests.layers import layer_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NAMES = ("ada", "bram", "chloe")
WORDS = ("fog", "", "é\u0301", "חיפה", "😀", "a b", "<script>")

Pair = tuple[str, str]


def checked(layer: dict[str, Any], most: int) -> dict[str, Any]:
    """A layer of which all is true that must be true of any."""
    json.dumps(layer, allow_nan=False)
    items = layer["items"]
    shown = items["shown"]
    assert min(most, items["total"]) <= len(shown) <= min(2 * most, items["total"])
    assert items["left_out"] == items["total"] - len(shown)
    assert [item["disagreement"] for item in shown] == sorted((item["disagreement"] for item in shown), reverse=True)
    ids = [item["id"] for item in shown]
    assert len(set(ids)) == len(ids)
    assert len(layer["documents"]) <= most
    for row in layer["documents"]:
        assert len(row["strip"]) <= 60
        assert all(cell is None or 0 <= cell <= 1 for cell in row["strip"])
    for row in layer["annotators_table"]:
        assert len(row["drift"]) <= 20
    view = layer["labels_view"]
    for confusion in view["confusions"] if view else ():
        assert set(confusion["examples"]) <= set(ids)
    return layer


def pairs_of(layer: dict[str, Any]) -> dict[Pair, tuple[int, int, int]]:
    return {(row["first"], row["second"]): (row["used"], row["excluded"], row["differing"]) for row in layer["pairs"]}


def all_pairs(count: Callable[[str, str], tuple[int, int, int]]) -> dict[Pair, tuple[int, int, int]]:
    return {pair: count(*pair) for pair in combinations(NAMES, 2)}


# --- labels ---------------------------------------------------------------------------------------------------------

Labels = list[list[str | None]]
"""The labels of the items of each document, by one annotator; None where there is none."""


@st.composite
def item_campaigns(draw: st.DrawFn) -> dict[str, Labels]:
    sizes = draw(st.lists(st.integers(1, 6), min_size=1, max_size=4))
    label = st.sampled_from(["A", "B", "", None])
    return {name: [draw(st.lists(label, min_size=size, max_size=size)) for size in sizes] for name in NAMES}


def item_corpus(campaign: dict[str, Labels]) -> Corpus:
    documents = len(campaign[NAMES[0]])
    layers = {
        (f"d{number}", name): ItemLabels(
            {f"i{at}": label for at, label in enumerate(row) if label is not None}, "f.csv"
        )
        for number in range(documents)
        for name, row in ((name, campaign[name][number]) for name in NAMES)
        if any(label is not None for label in row)
    }
    return Corpus.of(tuple(Document(f"d{number}") for number in range(documents)), layers)


@given(campaign=item_campaigns(), most=st.integers(1, 30))
def test_items_are_counted_as_by_hand(campaign: dict[str, Labels], most: int) -> None:
    corpus = item_corpus(campaign)
    if set(corpus.annotators) != set(NAMES):
        return
    agreement = agree(corpus, "alpha", distance="nominal", annotators=NAMES)
    layer = checked(layer_of(corpus, agreement, most), most)
    flat = {name: [label for row in campaign[name] for label in row] for name in NAMES}
    rows = list(zip(*flat.values(), strict=True))
    found = [row for row in rows if any(label is not None for label in row)]

    def count(one: str, other: str) -> tuple[int, int, int]:
        both = [
            (ours, theirs) for ours, theirs in zip(flat[one], flat[other], strict=True) if None not in {ours, theirs}
        ]
        return len(both), len(found) - len(both), sum(ours != theirs for ours, theirs in both)

    assert pairs_of(layer) == all_pairs(count)
    assert layer["items"]["total"] == sum(len({*row} - {None}) > 1 for row in rows)
    for item in layer["items"]["shown"]:
        document, number = int(item["document"][1:]), int(item["item"][1:])
        assert item["labels"] == {name: campaign[name][document][number] for name in NAMES}


@st.composite
def token_campaigns(draw: st.DrawFn) -> Corpus:
    documents, layers = [], {}
    for number in range(draw(st.integers(1, 3))):
        sentences = draw(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5), min_size=1, max_size=3))
        documents.append(Document(f"d:{number}", tuple(map(tuple, sentences))))
        for name in NAMES:
            if number == 0 or draw(st.booleans()):
                labels = tuple(tuple(draw(st.sampled_from("OAB")) for _ in sentence) for sentence in sentences)
                lines = tuple(range(1, 10 * len(sentences), 10))
                layers[f"d:{number}", name] = TokenLabels(labels, f"{name}.conll", lines)
    return Corpus.of(tuple(documents), layers)


@given(corpus=token_campaigns(), most=st.integers(1, 40))
def test_tokens_stand_in_their_text(corpus: Corpus, most: int) -> None:
    layer = checked(layer_of(corpus, agree(corpus, "alpha", distance="nominal"), most), most)
    text_of = {document.id: document.sentences for document in corpus.documents}
    for item in layer["items"]["shown"]:
        document, sentence, token = item["item"].rsplit(":", 2)
        sentences = text_of[document]
        place = sum(map(len, sentences[: int(sentence) - 1])) + int(token) - 1
        words = [word for each in sentences for word in each]
        assert item["document"] == document
        assert item["text"] == (words[place] or None)
        around = f"{item['before'].removeprefix('…')}{words[place]}{item['after'].removesuffix('…')}"
        assert around in " ".join(words)
        line = 10 * (int(sentence) - 1) + int(token)
        assert item["line"] == line
        first, *others = (name for name, label in item["labels"].items() if label is not None)
        assert item["file"] == f"{first}.conll"
        assert item["elsewhere"] == {name: f"{name}.conll:{line}" for name in others}
        for name, label in item["labels"].items():
            held = corpus.annotations.get((document, name))
            assert label == (held.labels[int(sentence) - 1][int(token) - 1] if isinstance(held, TokenLabels) else None)


# --- spans ----------------------------------------------------------------------------------------------------------


@st.composite
def spans_in(draw: st.DrawFn, length: int) -> tuple[Span, ...]:
    """Spans that do not overlap."""
    borders = draw(st.lists(st.integers(0, length), unique=True, max_size=8).map(sorted))
    pairs = zip(borders[::2], borders[1::2], strict=False)
    return tuple(Span(start, end, draw(st.sampled_from(["", "A", "B"]))) for start, end in pairs)


@st.composite
def span_campaigns(draw: st.DrawFn) -> Corpus:
    documents, layers = [], {}
    for number in range(draw(st.integers(1, 4))):
        text = draw(st.text(alphabet="ab é\u0301😀א", min_size=1, max_size=80))
        documents.append(Document(f"d{number}", (), text))
        for name in NAMES:
            if number == 0 or draw(st.booleans()):
                layers[f"d{number}", name] = Spans(
                    draw(spans_in(len(text))), len(text), file="f.jsonl", line=number + 1
                )
    return Corpus.of(tuple(documents), layers)


def shown_marks(item: Mapping[str, Any], name: str, corpus: Corpus) -> str | None:
    """What an annotator marked between the borders of a place, as it is shown."""
    layer = corpus.annotations.get((item["document"], name))
    if not isinstance(layer, Spans):
        return None
    start, end = map(int, item["id"].rpartition(":")[2].split("-"))
    inside = [span for span in sorted(layer.spans) if start <= span.start < end]
    return ", ".join(f"{span.type} {span.start}-{span.end}".strip() for span in inside)


@given(corpus=span_campaigns(), most=st.integers(1, 40))
def test_places_are_where_spans_differ(corpus: Corpus, most: int) -> None:
    agreement = agree(corpus, "corrected-f1", match="exact", draws=0, interval=None)
    layer = checked(layer_of(corpus, agreement, most), most)
    spans = {key: Counter(held.spans) for key, held in corpus.annotations.items() if isinstance(held, Spans)}
    documents = {document for document, _ in corpus.annotations}

    def count(one: str, other: str) -> tuple[int, int, int]:
        both = [name for name in documents if (name, one) in spans and (name, other) in spans]
        return len(both), len(documents) - len(both), sum(spans[name, one] != spans[name, other] for name in both)

    assert pairs_of(layer) == all_pairs(count)
    text_of = {document.id: document.text for document in corpus.documents}
    for item in layer["items"]["shown"]:
        start, end = map(int, item["id"].rpartition(":")[2].split("-"))
        assert item["text"] == text_of[item["document"]][start:end]
        assert item["labels"] == {name: shown_marks(item, name, corpus) for name in NAMES}
        assert len({label for label in item["labels"].values() if label is not None}) > 1
    everything = layer_of(corpus, agreement, 10_000)
    for one, other in combinations(NAMES, 2):
        differing = [
            item
            for item in everything["items"]["shown"]
            if None not in {item["labels"][one], item["labels"][other]} and item["labels"][one] != item["labels"][other]
        ]
        (row,) = [row for row in layer["pairs"] if (row["first"], row["second"]) == (one, other)]
        assert row["places"] == len(differing)


@given(corpus=span_campaigns())
def test_the_numbers_of_annotators_and_documents_are_those_of_the_measures(corpus: Corpus) -> None:
    from accord.verbs.difficulty import difficulty

    layer = layer_of(corpus, agree(corpus, "corrected-f1", draws=0, interval=None), 100)
    hard = difficulty(corpus).documents
    for row in layer["documents"]:
        value = hard[row["document"]].value
        assert row["difficulty"] == (pytest.approx(value) if value or value == 0 else None)
    for row in layer["annotators_table"]:
        others = [name for name in NAMES if name != row["annotator"]]
        value = agree(corpus, "corrected-f1", annotators=others, draws=0, interval=None).result.value
        assert row["without"]["value"] == (pytest.approx(value) if value or value == 0 else None)


@given(corpus=span_campaigns())
def test_what_merging_does_is_what_it_does(corpus: Corpus) -> None:
    breakdown = measured_spans(corpus, SpanOptions(draws=0, interval=None))
    merged = Corpus.of(
        corpus.documents,
        {
            key: Spans(tuple(span._replace(type="A") if span.type == "B" else span for span in held.spans), held.length)
            for key, held in corpus.annotations.items()
            if isinstance(held, Spans)
        },
    )
    value, found = agree(merged, "corrected-f1", draws=0, interval=None).result.value, breakdown.merged("A", "B")
    assert found == (pytest.approx(value) if value or value == 0 else value) or not (found or value)


# --- units ----------------------------------------------------------------------------------------------------------


@st.composite
def unit_campaigns(draw: st.DrawFn) -> dict[str, dict[str, list[Unit]]]:
    ends = st.lists(st.integers(0, 40), min_size=2, max_size=2, unique=True).map(sorted)
    unit = st.tuples(ends, st.sampled_from("AB")).map(lambda made: Unit(made[0][0] / 2, made[0][1] / 2, made[1]))
    return {
        f"d{number}": {
            name: draw(st.lists(unit, max_size=3, unique=True)) for name in NAMES if number == 0 or draw(st.booleans())
        }
        for number in range(draw(st.integers(1, 3)))
    }


@settings(max_examples=20)
@given(documents=unit_campaigns(), most=st.integers(1, 30))
def test_units_are_counted_as_by_hand(documents: dict[str, dict[str, list[Unit]]], most: int) -> None:
    corpus = corpus_of_units(documents)
    agreement = agree(corpus, "gamma", samples=2, interval=None)
    layer = checked(layer_of(corpus, agreement, most), most)
    looked_at = [found for found in documents.values() if found]

    def count(one: str, other: str) -> tuple[int, int, int]:
        both = [(found[one], found[other]) for found in looked_at if one in found and other in found]
        marked = [(Counter(ours), Counter(theirs)) for ours, theirs in both if ours or theirs]
        return len(marked), len(looked_at) - len(marked), sum(ours != theirs for ours, theirs in marked)

    assert pairs_of(layer) == all_pairs(count)
    if (aligner := layer["aligner"]) is None:
        assert not any(units for found in documents.values() for units in found.values())
        return
    assert aligner["left_out"] == aligner["total"] - len(aligner["documents"])
    for each in aligner["documents"]:
        held = documents[each["document"]]
        shown = Counter((unit["annotator"], unit["start"], unit["end"], unit["category"]) for unit in each["units"])
        assert shown == Counter((name, *unit) for name, units in held.items() for unit in units)
        members = Counter(member for link in each["alignments"] for member in link["members"] if member is not None)
        assert members == Counter(range(len(each["units"])))


@settings(max_examples=10)
@given(documents=unit_campaigns(), coefficient=st.sampled_from(["gamma", "gamma-cat"]))
def test_pairs_of_units_are_measured_as_if_they_were_alone(
    documents: dict[str, dict[str, list[Unit]]], coefficient: str
) -> None:
    corpus = corpus_of_units(documents)
    agreement = agree(corpus, coefficient, samples=2, interval=None)
    for pair in agreement.pairs:
        result = agree(corpus, coefficient, samples=2, interval=None, annotators=pair.key).result
        assert (pair.value, pair.observed, pair.expected) == (result.value, result.observed, result.expected)
