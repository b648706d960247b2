"""The labelling interface of Label Studio that fits what accord writes: a control for each layer."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from accord.formats.json_values import label_members
from accord.formats.label_studio_writer import control_name, layers_held
from accord.model import ItemLabels, Spans
from accord.model.relation import Relations

if TYPE_CHECKING:
    from accord.model import Corpus, Layer


def label_config(corpus: Corpus) -> str:
    """The configuration of a project for the tasks of a corpus, as its settings take it.

    >>> from accord.model import Corpus, Document, Span, Spans
    >>> said = {("d1", "ada"): Spans((Span(0, 3, "PER"),), 9)}
    >>> print(label_config(Corpus.of((Document("d1", (), "Ann left."),), said)))
    <View>
      <Labels name="label" toName="text">
        <Label value="PER" />
      </Labels>
      <Text name="text" value="$text" />
    </View>
    """
    view = Element("View")
    linked: dict[str, None] = {}
    mentions: dict[str, None] = {}
    for layer in layers_held(corpus):
        for each in layer.annotations.values():
            if isinstance(each, Relations):
                linked |= dict.fromkeys(relation.type for relation in each.relations)
                mentions |= dict.fromkeys(mention.type for mention in each.mentions)
        _control(view, layer)
    if linked and view.find("Labels") is None:
        _labels(view, "label", mentions)
    if linked:
        relations = SubElement(view, "Relations")
        for type_ in filter(None, linked):
            SubElement(relations, "Relation", value=type_)
    SubElement(view, "Text", name="text", value="$text")
    indent(view)
    return tostring(view, encoding="unicode")


def _control(view: Element, layer: Layer) -> None:
    """The control of one layer with all that was said by it."""
    held = list(layer.annotations.values())
    types = dict.fromkeys(span.type for each in held if isinstance(each, Spans) for span in each.spans)
    if layer.kind == "spans":
        _labels(view, control_name(layer), types)
    elif layer.kind == "labels":
        answers = [
            label_members(label) for each in held if isinstance(each, ItemLabels) for label in each.labels.values()
        ]
        several = "multiple" if any(len(chosen) > 1 for chosen in answers) else "single"
        control = SubElement(view, "Choices", name=control_name(layer), toName="text", choice=several)
        for choice in dict.fromkeys(choice for chosen in answers for choice in chosen):
            SubElement(control, "Choice", value=choice)


def _labels(view: Element, name: str, types: dict[str, None]) -> None:
    control = SubElement(view, "Labels", name=name, toName="text")
    for type_ in filter(None, types):
        SubElement(control, "Label", value=type_)
