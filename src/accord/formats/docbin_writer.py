"""Writing DocBin of spaCy: entities, groups of spans and categories, in tokens that fit them."""

from __future__ import annotations

import zlib
from itertools import pairwise
from struct import Struct, pack
from typing import TYPE_CHECKING, Any

from accord.formats.json_values import label_members
from accord.formats.msgpack import pack_value
from accord.formats.spacy_strings import string_number
from accord.formats.text_layers import is_of_texts, marked_spans, text_layers
from accord.formats.text_tokens import text_tokens
from accord.formats.writer import Writer, lost_layers
from accord.model import ItemLabels, Spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.formats.text_tokens import TextToken
    from accord.model import Corpus, Document, Layer, Span

_NUMBERS = "ORTH=65 LEMMA=73 POS=74 TAG=75 DEP=76 ENT_IOB=77 ENT_TYPE=78 HEAD=79 SENT_START=80 MORPH=453"
ATTRIBUTES = {name: int(number) for name, _, number in (each.partition("=") for each in _NUMBERS.split())}
"""The attributes of tokens as spaCy 3 numbers them."""
ENTITIES = "ents"
NAME = "document"
"""The key of the user data that names a text."""
ITEM = "item"
"""The key of the user data that names an item, where the texts are those of items."""
SPAN = Struct(">QQQllll")
"""A span of a group: id, id in a knowledge base, label; tokens and characters where it starts and ends."""
_GROUP = "sc"
_WRITTEN = ("ORTH", "ENT_IOB", "ENT_TYPE")
_OUTSIDE, _INSIDE, _BEGINS = 2, 1, 3


def write_docbin(corpus: Corpus, annotator: str) -> Iterator[bytes]:
    """One text per document or item; spans that never overlap are entities, others a group of spans."""
    layers = _held(corpus)
    texts = _Texts(corpus, layers)
    for document in corpus.documents:
        marked = {
            layer.name: layer.annotations[document.id, annotator]
            for layer in layers
            if (document.id, annotator) in layer.annotations
        }
        spans = {name: each.spans for name, each in marked.items() if isinstance(each, Spans)}
        if spans and document.text:
            texts.add(document, spans)
        for each in marked.values():
            for item, label in each.labels.items() if isinstance(each, ItemLabels) else ():
                named = {NAME: document.id} if document.named else {}
                texts.add_item(document.items.get(item, ""), named | {ITEM: item}, label)
    yield texts.packed()


class _Texts:
    """Collects texts as a DocBin has them."""

    def __init__(self, corpus: Corpus, layers: Sequence[Layer]) -> None:
        self.marked = marked_spans(corpus)
        self.as_entities = {layer.name for layer in layers if _are_entities(layer.annotations.values())}
        if len(self.as_entities) > 1:  # a token is in one entity only
            self.as_entities &= {corpus.layer.name}
        labelled = [each for layer in layers for each in layer.annotations.values()]
        self.labels = sorted({member for each in labelled for member in _members(each)})
        self.tokens: list[bytes] = []
        self.spaces: list[bytes] = []
        self.lengths: list[int] = []
        self.cats: list[dict[str, float]] = []
        self.groups: list[bytes] = []
        self.names: list[bytes] = []
        self.strings: dict[str, None] = {"": None}

    def add(self, document: Document, layers: Mapping[str, Sequence[Span]]) -> None:
        """A text with spans."""
        tokens = text_tokens(document.text, self.marked[document.id])
        first, last = (
            {token.start: n for n, token in enumerate(tokens)},
            {token.end: n for n, token in enumerate(tokens)},
        )
        entities: Sequence[Span] | None = None
        groups: dict[bytes, list[str]] = {}
        for name, spans in layers.items():
            self.strings |= {span.type: None for span in spans}
            if name in self.as_entities:
                entities = spans
                continue
            group = name or _GROUP
            packed = [
                SPAN.pack(0, 0, string_number(type_), first[start], last[end] + 1, start, end)
                for start, end, type_ in spans
            ]
            groups[pack_value({"name": group, "attrs": {}, "spans": packed})] = [group]
        states = [(0, 0)] * len(tokens) if entities is None else [(_OUTSIDE, 0)] * len(tokens)
        for start, end, type_ in entities or ():
            inside = range(first[start], last[end] + 1)
            for token in inside:
                states[token] = (_BEGINS if token == inside[0] else _INSIDE), string_number(type_)
        self._add(document.text, tokens, states, {}, pack_value(groups), {NAME: document.id})

    def add_item(self, text: str, names: Mapping[str, str], label: str) -> None:
        """A text with its categories: 1 for what was chosen, 0 for all else."""
        chosen = label_members(label)
        tokens = text_tokens(text, ())
        cats = {name: float(name in chosen) for name in self.labels} | ({} if self.labels else {"": 0.0})
        self._add(text, tokens, [(0, 0)] * len(tokens), cats, pack_value([]), names)

    def _add(  # noqa: PLR0917 - the parts of a text
        self,
        text: str,
        tokens: Sequence[TextToken],
        states: Sequence[tuple[int, int]],
        cats: dict[str, float],
        groups: bytes,
        names: Mapping[str, str],
    ) -> None:
        words = [text[token.start : token.end] for token in tokens]
        self.strings |= dict.fromkeys(words)
        rows = zip(map(string_number, words), states, strict=True)
        self.tokens += [pack("<3Q", word, state, type_) for word, (state, type_) in rows]
        self.spaces += [bytes([token.space]) for token in tokens]
        self.lengths.append(len(tokens))
        self.cats.append(cats)
        self.groups.append(groups)
        self.names.append(pack_value(dict(names)))

    def packed(self) -> bytes:
        """All of them in one message."""
        message: dict[str, Any] = {
            "version": "0.1",
            "attrs": [ATTRIBUTES[name] for name in _WRITTEN],
            "tokens": b"".join(self.tokens),
            "spaces": b"".join(self.spaces),
            "lengths": pack(f"<{len(self.lengths)}i", *self.lengths),
            "strings": sorted(self.strings),
            "cats": self.cats,
            "flags": [{"has_unknown_spaces": False} for _ in self.lengths],
            "span_groups": self.groups,
            "user_data": self.names,
        }
        return zlib.compress(pack_value(message))


def _are_entities(given: Any) -> bool:
    """Whether spans are such that tokens can hold them: with a type, and none of them over another."""
    marked = [each for each in given if isinstance(each, Spans)]
    return bool(marked) and all(
        all(span.type for span in each.spans)
        and all(one.end <= other.start for one, other in pairwise(sorted(each.spans)))
        for each in marked
    )


def _members(given: object) -> list[str]:
    return (
        [part for label in given.labels.values() for part in label_members(label)]
        if isinstance(given, ItemLabels)
        else []
    )


def _held(corpus: Corpus) -> list[Layer]:
    """All layers of spans, and one of labels, for a text has its categories once: the chosen one or the first."""
    layers = text_layers(corpus, Spans, ItemLabels)
    labels = [layer for layer in layers if any(isinstance(each, ItemLabels) for each in layer.annotations.values())]
    kept = corpus.layer.name if corpus.layer in labels else next((layer.name for layer in labels), "")
    return [layer for layer in layers if layer not in labels or layer.name == kept]


def _lost(corpus: Corpus) -> list[str]:
    return lost_layers(corpus, _held(corpus))


WRITER = Writer(
    write_docbin, ".spacy", (), ("spans", "labels of items"), holds=is_of_texts, lost=_lost, several_layers=True
)
