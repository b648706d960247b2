"""Prodigy's JSON lines: read as all JSON lines are, and written such as Prodigy takes them in."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from zlib import crc32

from accord.formats.formats import Format
from accord.formats.json_values import json_line, label_members
from accord.formats.jsonl import read_jsonl
from accord.formats.prodigy_records import HASH, ITEM
from accord.formats.text_layers import is_of_texts, lost_from_texts, marked_spans
from accord.formats.text_tokens import text_tokens
from accord.formats.writer import Writer
from accord.model import ItemLabels, Spans
from accord.model.relation import Relations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from accord.formats.columns import Columns
    from accord.formats.content import Content
    from accord.formats.json_values import Record
    from accord.formats.source import Source
    from accord.formats.text_tokens import TextToken
    from accord.model import Corpus, Document, Span

_HASHES = 1 << 31
_IS_HASH = re.compile(r"0|-?[1-9][0-9]{0,9}")
"""What names something by a hash of Prodigy's."""


def read_prodigy(source: Source, told: Columns) -> Content:
    """Prodigy's JSON lines: spans, relations, choices and answers to a label, by session."""
    return read_jsonl(source, told)


def write_prodigy(corpus: Corpus, annotator: str) -> Iterator[bytes]:
    """One record per document with spans or relations in tokens, or per item with a choice among all labels."""
    labels = {
        member: None
        for each in corpus.annotations.values()
        if isinstance(each, ItemLabels)
        for label in each.labels.values()
        for member in label_members(label)
    }
    options = [{"id": label, "text": label} for label in sorted(labels)]
    marked = marked_spans(corpus)
    for document in corpus.documents:
        layer = corpus.annotations.get((document.id, annotator))
        if isinstance(layer, ItemLabels):
            for item, label in layer.labels.items():
                shown: Record = {"text": document.items.get(item, ""), ITEM: item} | _document(document)
                chosen = {"options": options, "accept": label_members(label), "_view_id": "choice"}
                yield _line(shown, chosen, annotator)
        elif isinstance(layer, Spans | Relations):
            tokens = text_tokens(document.text, marked[document.id])
            shown = {"text": document.text, "tokens": list(_tokens(document.text, tokens))} | _document(document)
            yield _line(shown, _marked(layer, tokens), annotator)


def _document(document: Document) -> Record:
    return {"document": document.id} if document.named else {}


def _line(shown: Record, answer: Record, annotator: str) -> bytes:
    """A record with its hashes: that of what is shown is the same for all, that of the task depends on the options.

    What was read from Prodigy is called by its hash, and gets that one again.
    """
    basis = [shown["text"], shown.get("document"), shown.get(ITEM)]
    *_, (key, name) = ((key, shown[key]) for key in ("text", "document", ITEM) if key in shown)
    if key != "text" and _IS_HASH.fullmatch(name) and not (key == ITEM and "document" in shown):
        shown = {each: value for each, value in shown.items() if each != key}
        basis = [int(name)]
    task = [*basis, answer["_view_id"], answer.get("options")]
    hashes = {HASH: basis[0] if len(basis) == 1 else _hash(basis), "_task_hash": _hash(task)}
    session = {"answer": "accept", "_session_id": annotator, "_annotator_id": annotator}
    return json_line(shown | hashes | answer | session)


def _hash(value: Any) -> int:
    return crc32(json.dumps(value).encode()) - _HASHES


def _tokens(text: str, tokens: Iterable[TextToken]) -> Iterator[Record]:
    for number, (start, end, space) in enumerate(tokens):
        yield {"text": text[start:end], "start": start, "end": end, "id": number, "ws": space}


def _marked(layer: Spans | Relations, tokens: list[TextToken]) -> Record:
    """Spans with the tokens where they start and end, and relations from the last token of one to that of another."""
    first = {token.start: number for number, token in enumerate(tokens)}
    last = {token.end: number for number, token in enumerate(tokens)}

    def span(given: Span) -> Record:
        places = {"token_start": first[given.start], "token_end": last[given.end]}
        return {"start": given.start, "end": given.end, **places, "label": given.type}

    spans = [span(each) for each in layer.spans]
    if isinstance(layer, Spans):
        return {"spans": spans, "_view_id": "spans_manual"}
    links = [
        {
            "head": spans[source]["token_end"],
            "child": spans[target]["token_end"],
            "head_span": spans[source],
            "child_span": spans[target],
            "label": type_,
        }
        for source, target, type_ in layer.relations
    ]
    return {"spans": spans, "relations": links, "_view_id": "relations"}


WRITER = Writer(
    write_prodigy,
    ".jsonl",
    (),
    ("spans", "relations", "labels of items"),
    holds=is_of_texts,
    names_annotators=True,
    lost=lost_from_texts,
)
PRODIGY = Format(read_prodigy, takes=("item", "annotator", "document"), writer=WRITER)
