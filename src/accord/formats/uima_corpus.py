"""A corpus as types of UIMA with features: what writers of TSV, XMI and JSON have in common.

A layer of spans is a type of its own with the feature ``value``, a known one where its name is that of one, such as
``NamedEntity``; layers such as ``Word.lemma`` and ``Word.sense`` that mark the same places are one type with features.
A layer of relations links the annotations of the layer that has just its mentions, or of one that is made for them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from accord.encoding.scheme import OUTSIDE
from accord.encoding.shape import is_typed_label
from accord.formats.output import file_names
from accord.messages import plural
from accord.model import Span, Spans, TokenLabels
from accord.model.relation import Relations
from accord.model.token_places import text_of_tokens, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.model import Annotation, Corpus, Document, Layer

    Key = tuple[str, str]
    """A document and an annotator."""

DKPRO = "de.tudarmstadt.ukp.dkpro.core.api."
_CUSTOM, _VALUE = "webanno.custom.", "value"
_KNOWN = {
    "NamedEntity": (f"{DKPRO}ner.type.NamedEntity", _VALUE, ("identifier",)),
    "POS": (f"{DKPRO}lexmorph.type.pos.POS", "PosValue", ("coarseValue",)),
    "Chunk": (f"{DKPRO}syntax.type.chunk.Chunk", "chunkValue", ()),
    "Lemma": (f"{DKPRO}segmentation.type.Lemma", _VALUE, ()),
}
"""Types that tools have layers of, the feature that says what an annotation is, and those beside it."""
_NAMELESS, _NAMELESS_LINKS, _MENTION = "NamedEntity", "Relation", "Mention"
_SENTENCE_END = re.compile(r"\n(?=[^\n]*\S)")


class Marked(NamedTuple):
    """An annotation: where it starts and ends, in characters, and the values of its features."""

    start: int
    end: int
    values: Mapping[str, str]


class Linked(NamedTuple):
    """A relation between two annotations of a type, by their number among them, and the values of its features."""

    source: int
    target: int
    values: Mapping[str, str]


@dataclass(slots=True)
class UimaType:
    """A type with its features, and the type whose annotations it links, if it is one of relations."""

    name: str
    layers: dict[str, str]
    """The layer that each feature is of."""
    base: UimaType | None = None
    of_mentions: bool = False
    """Whether it is made for the mentions of relations."""
    beside: tuple[str, ...] = ()
    """Features that a known type has besides."""

    @property
    def features(self) -> tuple[str, ...]:
        """The names of its features."""
        return tuple(sorted({*self.layers, *self.beside}))

    @property
    def label(self) -> str:
        """The feature that says what an annotation is."""
        return _VALUE if _VALUE in self.layers else next(iter(self.layers))


class Sentence(NamedTuple):
    """A sentence: where it starts and ends, and its tokens."""

    start: int
    end: int
    tokens: list[tuple[int, int]]


@dataclass(slots=True)
class UimaDocument:
    """All that one annotator says of a document, by the names of types."""

    path: str
    name: str
    text: str
    sentences: list[Sentence]
    marked: dict[str, list[Marked]] = field(default_factory=dict)
    linked: dict[str, list[Linked]] = field(default_factory=dict)


class UimaCorpus:
    """A corpus by types."""

    def __init__(self, corpus: Corpus) -> None:
        """Name the types of the layers that can be written."""
        self.corpus = corpus
        self.taken: set[str] = set()
        self.types: list[UimaType] = []
        held = corpus.layers.values()
        marks = {each.name: each for each in held if _is_of(each, Spans) or _is_of(each, TokenLabels)}
        links = {each.name: each for each in held if _is_of(each, Relations)}
        for names in _families(marks):
            self.types.append(self._type(names, _NAMELESS))
        for names in _families(links):
            made = self._type(names, _NAMELESS_LINKS)
            made.base = self._base(links[names[0]])
            self.types.append(made)
        self.types.sort(key=lambda each: each.base is not None)

    def _type(self, names: Sequence[str], nameless: str) -> UimaType:
        """The type of a layer, or of the layers of its features."""
        if len(names) > 1:
            return UimaType(
                self._free(names[0].rpartition(".")[0]), {_safe(each.rpartition(".")[2]): each for each in names}
            )
        called = names[0] or nameless
        known = _KNOWN.get(called)
        name = self._free(called)
        if known is None or name != known[0]:
            return UimaType(name, {_VALUE: names[0]})
        return UimaType(name, {known[1]: names[0]}, beside=known[2])

    def _free(self, name: str) -> str:
        """The full name of a type that no other has."""
        safe = _safe(name)
        whole = _KNOWN[name][0] if name in _KNOWN else f"{_CUSTOM}{safe}"
        number = 2
        while whole in self.taken:
            whole, number = f"{_CUSTOM}{safe}_{number}", number + 1
        self.taken.add(whole)
        return whole

    def _base(self, links: Layer) -> UimaType:
        """The type of just the mentions that relations link, a new one where no layer has them."""
        for type_ in self.types:
            if type_.base is None and not type_.of_mentions and (len(type_.layers) == 1 or type_.label == _VALUE):
                spans = self._of(type_.layers[type_.label])
                if spans.keys() == links.annotations.keys() and all(
                    isinstance(marks := spans[key], Spans)
                    and isinstance(each, Relations)
                    and (marks.unit, set(marks.spans)) == (each.unit, set(each.mentions))
                    for key, each in links.annotations.items()
                ):
                    return type_
        made = UimaType(self._free(_MENTION), {_VALUE: links.name}, of_mentions=True)
        self.types.append(made)
        return made

    def documents(self, ending: str) -> Iterator[UimaDocument]:
        """Every document of every annotator, with the path of its file."""
        keys = dict.fromkeys(key for type_ in self.types for layer in type_.layers.values() for key in self._of(layer))
        annotators = file_names(annotator for _, annotator in keys)
        documents = file_names((document for document, _ in keys), ending)
        texts = {each.id: _text(each) for each in self.corpus.documents}
        known = {each.id: each for each in self.corpus.documents}
        for document, annotator in keys:
            text, borders = texts[document]
            path = f"{annotators[annotator]}/{documents[document]}"
            made = UimaDocument(path, document, text, _sentences(known[document], text, borders))
            for type_ in self.types:
                if type_.base is None:
                    made.marked[type_.name] = self._marked(type_, (document, annotator), borders)
                else:
                    made.linked[type_.name] = self._linked(type_, (document, annotator), made, borders)
            yield made

    def _of(self, layer: str) -> Mapping[Key, Annotation]:
        return self.corpus.layers[layer].annotations

    def _marked(self, type_: UimaType, key: Key, borders: list[tuple[int, int]]) -> list[Marked]:
        """The annotations of a type: one for each place, with the values of all its features."""
        by_feature = {feature: _spans(self._of(layer).get(key), borders) for feature, layer in type_.layers.items()}
        places = next(iter(by_feature.values()), [])
        return [
            Marked(place.start, place.end, {feature: spans[number].type for feature, spans in by_feature.items()})
            for number, place in enumerate(places)
        ]

    def _linked(self, type_: UimaType, key: Key, made: UimaDocument, borders: list[tuple[int, int]]) -> list[Linked]:
        """The relations of a type between the annotations of its base."""
        base = type_.base
        assert base is not None, "only types of relations have relations"
        numbers = {
            Span(each.start, each.end, each.values.get(base.label, "")): number
            for number, each in enumerate(made.marked[base.name])
        }
        by_feature = {feature: self._of(layer).get(key) for feature, layer in type_.layers.items()}
        first = next(iter(by_feature.values()))
        if not isinstance(first, Relations):
            return []
        ends = [numbers[each] for each in _placed(first.mentions, first.unit, borders)]
        return [
            Linked(
                ends[arc.source],
                ends[arc.target],
                {name: each.relations[index].type for name, each in by_feature.items() if isinstance(each, Relations)},
            )
            for index, arc in enumerate(first.relations)
        ]

    # --- what has no place ------------------------------------------------------------------------------------------

    def lost(self) -> Iterator[str]:
        """What of the corpus is not written, or is called otherwise."""
        written = {layer for type_ in self.types for layer in type_.layers.values()}
        for name, each in self.corpus.layers.items():
            if name not in written and each.annotations:
                yield f"the layer {name or each.kind} ({each.kind})"
        for type_ in self.types:
            called = type_.name.rpartition(".")[2]
            for feature, layer in type_.layers.items() if not type_.of_mentions else ():
                if layer and layer not in {called, f"{called}.{feature}"}:
                    yield f"the name of the layer {layer} ({called} there)"
        everybody = {key for layer in written for key in self._of(layer)}
        missing = sum(len(everybody - self._of(layer).keys()) for layer in written)
        if missing:
            yield f"{plural(missing, 'layer')} of a document that an annotator did not look at (empty there)"


def can_hold(corpus: Corpus) -> bool:
    """Whether a corpus has texts and labels that can be written as types: no chunk labels, which are spans first."""
    documents = {each.id: each for each in corpus.documents}
    for (name, _), each in corpus.annotations.items():
        document = documents[name]
        if isinstance(each, TokenLabels):
            labels = {label for sentence in each.labels for label in sentence}
            if OUTSIDE in labels or any(map(is_typed_label, labels)):
                return False
        elif isinstance(each, Spans | Relations):
            if each.length and not document.text and not document.sentences:
                return False
        else:
            return False
    return True


def _is_of(layer: Layer, kind: type) -> bool:
    return bool(layer.annotations) and all(isinstance(each, kind) for each in layer.annotations.values())


def _safe(name: str) -> str:
    """A name that a type or a feature may have."""
    made = re.sub(r"\W", "_", name)
    return made if made[:1].isalpha() else f"L{made}"


def _families(layers: Mapping[str, Layer]) -> list[list[str]]:
    """The names of layers that are features of one type: of one name up to the last dot, and over the same places."""
    found: dict[str, list[str]] = {}
    for name, layer in layers.items():
        type_, dot, feature = name.rpartition(".")
        group = next(
            (
                key
                for key, names in found.items()
                if dot and feature and names[0].rpartition(".")[0] == type_ and _same_places(layers[names[0]], layer)
            ),
            name,
        )
        found.setdefault(group, []).append(name)
    return list(found.values())


def _same_places(one: Layer, other: Layer) -> bool:
    """Whether two layers mark the same places, or link the same, in the same order."""
    if one.annotations.keys() != other.annotations.keys():
        return False
    return all(_places(each) == _places(other.annotations[key]) for key, each in one.annotations.items())


def _places(annotation: Annotation) -> object:
    if isinstance(annotation, Spans):
        return annotation.unit, [each[:2] for each in annotation.spans]
    if isinstance(annotation, Relations):
        return annotation.unit, annotation.mentions, [each[:2] for each in annotation.relations]
    return id(annotation)


# --- texts -----------------------------------------------------------------------------------------------------------


def _text(document: Document) -> tuple[str, list[tuple[int, int]]]:
    """A text, and where its tokens are, if it has any; one of tokens has blanks between them, a sentence on a line."""
    if not document.text:
        return text_of_tokens(document.sentences)
    borders: list[tuple[int, int]] = []
    place = 0
    for token in (token for sentence in document.sentences for token in sentence):
        start = document.text.find(token, place)
        if start < 0:
            return document.text, []
        place = start + len(token)
        borders.append((start, place))
    return document.text, borders


def _sentences(document: Document, text: str, borders: list[tuple[int, int]]) -> list[Sentence]:
    """The sentences of a document with their tokens; where it has none, its lines, with words and other signs."""
    found = []
    if borders and not any(start == end or text[start:end].isspace() for start, end in borders):
        held = iter(borders)
        for sentence in document.sentences:
            tokens = [next(held) for _ in sentence]
            if tokens:
                found.append(Sentence(tokens[0][0], tokens[-1][1], tokens))
        return found
    start = 0
    for end in [*(each.start() for each in _SENTENCE_END.finditer(text)), len(text)]:
        tokens = list(words(text, start, end))
        if tokens:
            found.append(Sentence(tokens[0][0], tokens[-1][1], tokens))
        start = end + 1
    return found


def _spans(annotation: Annotation | None, borders: list[tuple[int, int]]) -> list[Span]:
    """The spans of an annotation in characters; each token that has a label is one."""
    if isinstance(annotation, Spans):
        return _placed(annotation.spans, annotation.unit, borders)
    if isinstance(annotation, Relations):
        return _placed(annotation.mentions, annotation.unit, borders)
    if isinstance(annotation, TokenLabels):
        labels = [label for sentence in annotation.labels for label in sentence]
        return [Span(*place, label) for place, label in zip(borders, labels, strict=True) if label]
    return []


def _placed(spans: Sequence[Span], unit: str, borders: list[tuple[int, int]]) -> list[Span]:
    if unit != "token":
        return list(spans)
    return [Span(borders[each.start][0], borders[each.end - 1][1], each.type) for each in spans]
