"""Layers of UIMA types, as WebAnno and INCEpTION have them: annotations with features, and relations between them.

TSV, XMI and JSON say the same of a document in three ways; what becomes of it is said here, once. Each feature of a
type is a layer, such as ``NamedEntity.value``. Which of these are kept is known when all files are read: those that
anybody gave a value, or one where nobody did; a type of which one is left goes by its own name.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.content import Marking
from accord.formats.feature_layers import USUAL, short_name
from accord.messages import plural
from accord.model import Severity, Span, Spans
from accord.model.relation import Relations

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from accord.formats.content import Content, TextAnnotation


@dataclass(slots=True)
class UimaAnnotation:
    """An annotation: where it starts and ends, in characters, and the values of its features, if they have any."""

    start: int
    end: int
    values: dict[str, str] = field(default_factory=dict)


class Arc(NamedTuple):
    """A relation between two annotations by their ids, and the values of its features."""

    source: Hashable
    target: Hashable
    values: Mapping[str, str]
    line: int | None = None


@dataclass(slots=True)
class UimaLayer:
    """A type by its full name: its features, and what is annotated with it by id, or the arcs between those of others.

    ``base`` is the type whose annotations the arcs link; it is None where they are no arcs.
    """

    name: str
    features: tuple[str, ...]
    annotations: dict[Hashable, UimaAnnotation] = field(default_factory=dict)
    base: str | None = None
    arcs: list[Arc] = field(default_factory=list)

    @property
    def short(self) -> str:
        """The last part of its name."""
        return short_name(self.name)

    @property
    def valued(self) -> set[str]:
        """The features that have a value here."""
        given: Iterable[Mapping[str, str]] = [each.values for each in self.annotations.values()]
        given = given if self.base is None else [arc.values for arc in self.arcs]
        return {name for values in given for name, value in values.items() if value}

    @property
    def label(self) -> str:
        """The feature that says what an annotation is: ``value``, or the one that most have a value of."""
        times = Counter(name for each in self.annotations.values() for name, value in each.values.items() if value)
        named = sorted(self.features)
        return USUAL if USUAL in named else max(named, key=lambda name: times[name], default="")

    def mentions(self) -> dict[Hashable, Span]:
        """Its annotations as what relations link."""
        label = self.label
        return {key: _mention(each, label) for key, each in self.annotations.items()}


class AnnotatedText(NamedTuple):
    """A text, and its tokens by id, which relations may link, too."""

    text: str
    tokens: Mapping[Hashable, UimaAnnotation]


def add_layers(content: Content, made: Iterable[UimaLayer], over: AnnotatedText, document: str | None) -> None:
    """Add what is annotated in a text to the content of a file: spans, then relations, each by the names of types."""
    layers = sorted(made, key=lambda layer: (layer.base is not None, layer.name))
    links = _Links(layers, over, content) if any(layer.base is not None for layer in layers) else None
    found: dict[tuple[str, str], TextAnnotation] = {}
    for layer in layers:
        for feature in layer.features or ("",):
            if layer.base is None or links is None:
                found[layer.name, feature] = _spans(layer, feature, len(over.text), content)
            else:
                found[layer.name, feature] = links.of(layer, feature)
        _report(layer, content)
    nothing: dict[tuple[str, str], TextAnnotation] = {("", ""): Spans((), len(over.text), "character", content.file, 1)}
    for (type_, feature), annotation in (found or nothing).items():
        named = content.named_layer(f"{type_}.{feature}" if type_ else "")
        named.feature = (type_, feature) if type_ else None
        named.markings.append(Marking(None, document, over.text, annotation))
    content.whole = True  # a type that nobody used may not be declared


def _spans(layer: UimaLayer, feature: str, length: int, content: Content) -> Spans:
    held = (each for each in layer.annotations.values() if each.start < each.end)
    found = dict.fromkeys(_mention(each, feature) for each in held)
    return Spans(tuple(found), length, "character", content.file, 1)


class _Links:
    """What relations link: the annotations of all layers by id, and tokens."""

    def __init__(self, layers: Sequence[UimaLayer], over: AnnotatedText, content: Content) -> None:
        self.length, self.content = len(over.text), content
        self.of_type = {layer.name: layer.mentions() for layer in layers}
        self.ends = {key: _mention(each, "") for key, each in over.tokens.items()}
        for mentions in self.of_type.values():
            self.ends |= mentions

    def of(self, layer: UimaLayer, feature: str) -> Relations:
        """The arcs of a layer with one of its features, and all that they might link."""
        links = []
        for arc in layer.arcs:
            source, target = self.ends.get(arc.source), self.ends.get(arc.target)
            if source is not None and target is not None:
                links.append((source, target, arc.values.get(feature, "")))
            elif feature in {"", *layer.features[:1]}:
                message = f"a relation of {layer.short} links an annotation that is not there"
                self.content.report("invalid-relation", arc.line, message, "export it again, or delete the relation")
        mentions = self.of_type.get(layer.base or "", {})
        return Relations.between(mentions.values(), links, self.length, self.content.file)


def _mention(each: UimaAnnotation, feature: str) -> Span:
    return Span(each.start, each.end, each.values.get(feature, ""))


def _report(layer: UimaLayer, content: Content) -> None:
    """Warn of annotations without length, and of those that are the same in a feature that has values."""
    held = [each for each in layer.annotations.values() if each.start < each.end]
    valued = sorted(layer.valued) or [""]
    for feature in valued:
        times = Counter((each.start, each.end, each.values.get(feature, "")) for each in held)
        if again := sum(times.values()) - len(times):
            name = f"{layer.short}.{feature}" if len(valued) > 1 else layer.short
            message = f"{plural(again, 'span')} of {name} twice"
            content.report("duplicate-span", None, message, "each counts once", Severity.WARNING)
    if empty := len(layer.annotations) - len(held):
        message = f"{plural(empty, 'annotation')} of {layer.short} without length"
        content.report("empty-unit", None, message, "left out", Severity.WARNING)
