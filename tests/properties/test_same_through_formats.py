"""The same annotations, written in every format that can hold them and read again, give the same agreement.

Formats come from the registry, so one that is added is tried without a line here.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import accord
from accord.errors import AccordError, UsageError
from accord.formats.formats import FORMATS
from accord.formats.writer import fitting
from accord.model import (
    Annotation,
    Corpus,
    DependencyTree,
    Document,
    ItemLabels,
    Layer,
    PhraseTree,
    Span,
    Spans,
    TokenLabels,
    Tree,
    Trees,
    Unit,
    Units,
)
from accord.model.relation import Relation, Relations

ANNOTATORS = ("ada", "bram", "chloe")
WRITERS = {name: writer for name in FORMATS if (writer := FORMATS.get(name).writer)}
"""The formats that are written."""
TEXTS = ("Ann met 😀 Bo in Oslo.", "No fog; naïve rain", "x", "e\u0301té, “quoted” text")


NAMES = ("d0", "news/1", "D0", "d-3")
TAGS_AS_SPANS = {"webanno", "xmi", "uima-json"}
"""Formats that have labels of tokens for annotations over these, and read them back as spans."""
FEW = settings(
    max_examples=max(10, settings.default.max_examples // 4) if settings.default else 10,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
"""Each example is written, read and measured once for each format."""


def holding(kind: str) -> list[str]:
    """The formats that can hold annotations that writers call so."""
    return [name for name, writer in WRITERS.items() if kind in (*writer.usual, *writer.also)]


@st.composite
def campaigns(draw: st.DrawFn, *, overlapping: bool = True) -> Corpus:
    """Spans by three annotators in some texts, of which not everyone has all."""
    numbers = draw(st.lists(st.sampled_from(range(len(TEXTS))), min_size=1, unique=True))
    documents = tuple(Document(NAMES[number], text=TEXTS[number]) for number in numbers)
    trimmed = bool(draw(st.integers(0, 3)))  # some formats have no place for blanks at the ends of spans
    annotations: dict[tuple[str, str], Annotation] = {}
    for who in ANNOTATORS:
        for document in documents:
            length = len(document.text)
            borders = draw(st.lists(st.integers(0, length), max_size=6))
            pairs = list(zip(borders[::2], borders[1::2], strict=False))
            if not overlapping:
                pairs = list(zip(sorted(borders)[::2], sorted(borders)[1::2], strict=False))
            places = [_trimmed(document.text, *sorted(pair)) if trimmed else sorted(pair) for pair in pairs]
            spans = {Span(start, end, draw(st.sampled_from(["PER", "LOC"]))) for start, end in places}
            if draw(st.integers(0, 5)):
                marked = tuple(sorted(span for span in spans if span.length > 0))
                annotations[document.id, who] = Spans(marked, length)
    assume(len({who for _, who in annotations}) == len(ANNOTATORS))
    assume(all(any(each == document.id for each, _ in annotations) for document in documents))
    assume(any(each.spans for each in annotations.values() if isinstance(each, Spans)))
    return Corpus.of(documents, annotations)


def _trimmed(text: str, start: int, end: int) -> list[int]:
    """A stretch of a text without blanks at its ends."""
    covered = text[start:end]
    return [start + len(covered) - len(covered.lstrip()), end - len(covered) + len(covered.rstrip())]


@st.composite
def labelled(draw: st.DrawFn) -> Corpus:
    """Labels of items by three annotators."""
    items = [f"i{number}" for number in range(draw(st.integers(2, 5)))]
    labels = st.sampled_from(
        ["yes", "no", "may be", "1", "a|b", "two\nlines", "na\u00efve, caf\u00e9", 'a "b"', "=1+1", "<b>"]
    )
    given = {who: {item: draw(labels) for item in items if draw(st.integers(0, 5))} for who in ANNOTATORS}
    assume(all(given.values()) and set().union(*given.values()) == set(items))
    texts = {item: f"the text of {item} 😀" for item in items}
    annotations = {("d", who): ItemLabels(said) for who, said in given.items()}
    return Corpus.of((Document("d", items=texts),), annotations)


@st.composite
def linked(draw: st.DrawFn) -> Corpus:
    """Relations between the spans of three annotators."""
    marked = draw(campaigns())
    annotations: dict[tuple[str, str], Annotation] = {}
    for key, each in marked.annotations.items():
        assert isinstance(each, Spans)
        ends = range(len(each.spans))
        pairs = [(source, target) for source in ends for target in ends if source != target and draw(st.booleans())]
        links = tuple(Relation(*pair, draw(st.sampled_from(["works_for", "in"]))) for pair in pairs)
        annotations[key] = Relations(each.spans, links, each.length)
    assume(any(each.relations for each in annotations.values() if isinstance(each, Relations)))
    return Corpus.of(marked.documents, annotations)


@st.composite
def unitised(draw: st.DrawFn) -> Corpus:
    """Units of three annotators on a continuum or two."""
    documents = tuple(Document(f"d{number}") for number in range(draw(st.integers(1, 2))))
    annotations: dict[tuple[str, str], Annotation] = {}
    for who in ANNOTATORS:
        for document in documents:
            starts = draw(st.lists(st.integers(0, 40), min_size=1, max_size=4, unique=True))
            units = (Unit(at / 4, at / 4 + draw(st.integers(1, 9)), draw(st.sampled_from("XY"))) for at in starts)
            annotations[document.id, who] = Units(tuple(sorted(units)))
    return Corpus.of(documents, annotations)


@st.composite
def tagged(draw: st.DrawFn) -> Corpus:
    """Labels of tokens by three annotators, of chunks or tags."""
    labels = draw(st.sampled_from([("O", "B-PER", "B-LOC"), ("NOUN", "VERB")]))
    documents = tuple(
        Document(f"d{number}", draw(st.sampled_from([(("Ann", "left"),), (("No", "fog", "😀"), ("Rain",))])))
        for number in range(draw(st.integers(1, 2)))
    )
    annotations: dict[tuple[str, str], Annotation] = {
        (document.id, who): TokenLabels(
            tuple(tuple(draw(st.sampled_from(labels)) for _ in sentence) for sentence in document.sentences)
        )
        for who in ANNOTATORS
        for document in documents
    }
    return Corpus.of(documents, annotations, name="" if "O" in labels else "upos")


WORDS = ("Fog", "über", "New York", "😀", "(", "#")


@st.composite
def parsed(draw: st.DrawFn) -> Corpus:
    """Dependency trees of three annotators, with what else CoNLL-U says of tokens."""
    documents = tuple(Document(f"d{number}") for number in range(draw(st.integers(1, 2))))
    annotations: dict[tuple[str, str], Annotation] = {}
    for document in documents:
        lengths = draw(st.lists(st.integers(1, 4), min_size=1, max_size=2))
        words = [tuple(draw(st.sampled_from(WORDS)) for _ in range(length)) for length in lengths]
        for who in ANNOTATORS:
            trees = []
            for number, sentence in enumerate(words):
                ids = tuple(range(1, len(sentence) + 1))
                heads = tuple(draw(st.sampled_from([head for head in (0, *ids) if head != id_])) for id_ in ids)
                labels = tuple(draw(st.sampled_from(["nsubj", "acl:relcl"])) for _ in ids)
                columns = {"upos": tuple(draw(st.sampled_from(["NOUN", "_"])) for _ in ids)}
                trees.append(DependencyTree(sentence, heads, labels, ids, f"s{number}", columns=columns))
            annotations[document.id, who] = Trees(tuple(trees))
    return Corpus.of(documents, annotations)


@st.composite
def bracketed(draw: st.DrawFn) -> Corpus:
    """Trees of phrases by three annotators over the same words."""
    words = tuple(draw(st.lists(st.sampled_from(["fog", "über", "😀", "-LRB-"]), min_size=2, max_size=4)))
    annotations: dict[tuple[str, str], Annotation] = {}
    for who in ANNOTATORS:
        labels, parents = ["S"], [-1]
        for _ in words:
            phrase = draw(st.sampled_from([None, "NP", "VP"]))
            if phrase is not None:
                labels, parents = [*labels, phrase], [*parents, 0]
            parents.append(len(labels) - 1 if phrase is not None else 0)
            labels.append(draw(st.sampled_from(["N", "V", "P+D"])))
        annotations["d", who] = Trees((PhraseTree(tuple(labels), tuple(parents), words),))
    return Corpus.of((Document("d"),), annotations)


@st.composite
def layered(draw: st.DrawFn, kind: str) -> Corpus:
    """Two layers of one kind by three annotators."""
    one = draw(campaigns() if kind == "spans" else labelled())
    held: dict[tuple[str, str], Annotation] = {}
    for key, each in one.annotations.items():
        if isinstance(each, Spans):
            held[key] = Spans(tuple(span for span in each.spans if draw(st.booleans())), each.length)
        elif isinstance(each, ItemLabels):
            held[key] = ItemLabels({item: draw(st.sampled_from(["good", "bad"])) for item in each.labels})
    assume(any(each.spans if isinstance(each, Spans) else each for each in held.values()))
    layers = {"first": Layer("first", one.annotations), "second": Layer("second", held)}
    return Corpus(one.documents, layers, main=draw(st.sampled_from(["first", "second"])))


def read_back(corpus: Corpus, format_: str) -> Corpus:
    """What is read of what is written, in the layer of the same kind."""
    writer = WRITERS[format_]
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"campaign{writer.ending}"
        try:
            writer.save(corpus, str(path))
        except UsageError as error:
            if "by an extra" in str(error):
                pytest.skip(str(error))
            raise
        found = accord.read(path)
    if corpus.layer.name and corpus.layer.name in found.layers:
        return found.select(corpus.layer.name)
    if found.layer.kind == corpus.layer.kind:
        return found
    alike = [name for name, layer in found.layers.items() if layer.kind == corpus.layer.kind]
    return found.select(alike[0]) if alike else found


def agreement(corpus: Corpus) -> Any:
    """All that agreement says in numbers, or why it says nothing."""
    try:
        found = accord.agree(corpus)
    except AccordError as error:
        return isinstance(error, AccordError)  # which document is named depends on their order
    return [(each.name, str(each.value), str(each.interval)) for each in found.results]


def in_order(corpus: Corpus, like: Corpus) -> Corpus:
    """The same with documents and annotators in the order of another, for sums of floats differ in their last digit."""
    held = {document.id: document for document in corpus.documents}
    documents = tuple(held[document.id] for document in like.documents)
    annotations = {key: corpus.annotations[key] for key in like.annotations}
    return Corpus.of(documents, annotations)


def said(corpus: Corpus) -> dict[tuple[str, str], object]:
    """What everyone said, in whatever order."""
    found: dict[tuple[str, str], object] = {}
    for key, each in corpus.annotations.items():
        if isinstance(each, Spans):
            found[key] = set(each.spans), each.length, each.unit
        elif isinstance(each, ItemLabels):
            found[key] = dict(each.labels)
        elif isinstance(each, Units):
            found[key] = sorted(each.units)
        elif isinstance(each, TokenLabels):
            found[key] = each.labels
        elif isinstance(each, Relations):
            links = {(each.mentions[link.source], each.mentions[link.target], link.type) for link in each.relations}
            found[key] = set(each.mentions), links, each.length, each.unit
        elif isinstance(each, Trees):
            found[key] = [(tree.words, tree.structure, tree.labels, _columns(tree)) for tree in each.trees]
    return found


def _columns(tree: Tree) -> object:
    """What a tree says of its tokens beside labels."""
    return tree.columns.get("upos") if isinstance(tree, DependencyTree) else None


def check(corpus: Corpus, format_: str) -> None:
    assume(format_ in fitting(corpus))
    found = read_back(corpus, format_)
    if said(found) != said(corpus):
        assert WRITERS[format_].not_held(corpus), f"{format_} loses something in silence: {said(found)}"
        return
    texts = {document.id: (document.text, dict(document.items)) for document in found.documents}
    for document in corpus.documents:
        assert texts[document.id] == (document.text or texts[document.id][0], dict(document.items))
    assert agreement(in_order(found, corpus)) == agreement(corpus)


@pytest.mark.parametrize("format_", holding("spans"))
@FEW
@given(corpus=campaigns() | campaigns(overlapping=False))
def test_spans(format_: str, corpus: Corpus) -> None:
    check(corpus, format_)


@pytest.mark.parametrize("format_", holding("labels of items"))
@FEW
@given(corpus=labelled())
def test_labels_of_items(format_: str, corpus: Corpus) -> None:
    check(corpus, format_)


@pytest.mark.parametrize("format_", holding("relations"))
@FEW
@given(corpus=linked())
def test_relations(format_: str, corpus: Corpus) -> None:
    check(corpus, format_)


@pytest.mark.parametrize("format_", holding("units"))
@FEW
@given(corpus=unitised())
def test_units(format_: str, corpus: Corpus) -> None:
    check(corpus, format_)


@pytest.mark.parametrize("format_", sorted({*holding("labels of tokens")} - TAGS_AS_SPANS))
@FEW
@given(corpus=tagged())
def test_labels_of_tokens(format_: str, corpus: Corpus) -> None:
    check(corpus, format_)


@pytest.mark.parametrize("format_", holding("dependencies"))
@FEW
@given(corpus=parsed())
def test_dependencies(format_: str, corpus: Corpus) -> None:
    check(corpus, format_)


@pytest.mark.parametrize("format_", holding("phrases"))
@FEW
@given(corpus=bracketed())
def test_phrases(format_: str, corpus: Corpus) -> None:
    check(corpus, format_)


@pytest.mark.parametrize("kind", ["spans", "labels of items"])
@pytest.mark.parametrize("format_", [name for name, writer in WRITERS.items() if writer.several_layers])
@FEW
@given(data=st.data())
def test_two_layers(format_: str, kind: str, data: st.DataObject) -> None:
    if format_ not in holding(kind):
        pytest.skip(f"{format_} does not hold {kind}")
    corpus = data.draw(layered(kind))
    check(corpus, format_)
    check(corpus.select("second" if corpus.layer.name == "first" else "first"), format_)
