"""doccano's JSON lines and tables: read as all of these are, and written such as doccano imports them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.formats.formats import Format
from accord.formats.json_values import json_line, label_members
from accord.formats.jsonl import read_jsonl
from accord.formats.table import JOINED, read_table
from accord.formats.text_layers import is_of_texts, lost_from_texts
from accord.formats.writer import Writer
from accord.model import ItemLabels, Spans
from accord.model.relation import Relations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.formats.columns import Columns
    from accord.formats.content import Content
    from accord.formats.json_values import Record
    from accord.formats.source import Source
    from accord.model import Annotation, Corpus, Document


def read_doccano(source: Source, told: Columns) -> Content:
    """JSON lines of doccano: spans, classes and relations, a file per annotator, or by user.

    In its tables ``#`` stands between the several classes of a text.
    """
    if source.rows is None and source.start().lstrip()[:1] in {"{", "["}:
        return read_jsonl(source, told)
    content = read_table(source, told)
    content.answers = {
        key: answers._replace(
            labels={item: _classes(label) for item, label in answers.labels.items()},
            again={item: [(_classes(label), line) for label, line in more] for item, more in answers.again.items()},
        )
        for key, answers in content.answers.items()
    }
    content.assumption += ", # between several labels"
    return content


def _classes(cell: str) -> str:
    """Several labels as a set, such as JSON lines have it.

    >>> _classes("sad#angry"), _classes("sad"), _classes("")
    ('angry|sad', 'sad', '')
    """
    return "|".join(sorted(filter(None, cell.split(JOINED)))) if JOINED in cell else cell


def write_doccano(corpus: Corpus, annotator: str) -> Iterator[bytes]:
    """One record per document with spans or relations, or per item with its classes; what else stands in it is kept.

    doccano numbers texts itself: document, item and annotator are metadata there.
    """
    for document in corpus.documents:
        layer = corpus.annotations.get((document.id, annotator))
        for record in _records(document, layer) if layer is not None else ():
            named = ({"document": document.id} if document.named else {}) | {"annotator": annotator}
            yield json_line(record | named)


def _records(document: Document, layer: Annotation) -> Iterator[Record]:
    if isinstance(layer, Spans):
        yield {"text": document.text, "label": [list(span) for span in layer.spans]}
    elif isinstance(layer, Relations):
        entities = [
            {"id": number, "start_offset": start, "end_offset": end, "label": type_}
            for number, (start, end, type_) in enumerate(layer.mentions)
        ]
        links = [
            {"id": number, "from_id": source, "to_id": target, "type": type_}
            for number, (source, target, type_) in enumerate(layer.relations)
        ]
        yield {"text": document.text, "entities": entities, "relations": links}
    elif isinstance(layer, ItemLabels):
        for item, label in layer.labels.items():
            yield {"item": item, "text": document.items.get(item, ""), "label": label_members(label)}


def _holds(corpus: Corpus) -> bool:
    """Whether its records show what they hold: lists of nothing could be those of anything."""
    given = corpus.annotations.values()
    linked = any(each.relations for each in given if isinstance(each, Relations))
    chosen = any(label for each in given if isinstance(each, ItemLabels) for label in each.labels.values())
    return is_of_texts(corpus) and (linked or chosen or any(isinstance(each, Spans) for each in given))


WRITER = Writer(
    write_doccano,
    ".jsonl",
    (),
    ("spans", "relations", "labels of items"),
    holds=_holds,
    names_annotators=True,
    lost=lost_from_texts,
)
DOCCANO = Format(read_doccano, takes=("item", "annotator", "document"), writer=WRITER)
