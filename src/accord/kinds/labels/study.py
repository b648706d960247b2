"""From a corpus of labelled tokens or items to a coding, with what was left out and why."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import replace
from functools import cached_property
from itertools import chain, count, repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.errors import NotApplicable, UsageError
from accord.kinds.layout import by_document, labelled_items, shared_names
from accord.messages import option, plural, suggestion
from accord.model import ItemLabels, Spans, TokenLabels, Units
from accord.model.array_map import ArrayMap
from accord.study.annotators import chosen_among
from accord.study.coding import MISSING, Item, coding_of
from accord.study.scale import in_natural_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from accord.kinds.labels.options import CodingOptions
    from accord.model import Corpus
    from accord.model.corpus import Annotation
    from accord.study.coding import Codes, Coding


DENSE_CELLS = 20_000_000
"""From so many items x annotators on codes are packed, if they may be: a table of them takes 80 MB."""
SPARSE = 8
"""So many times as many annotators as labels of an item there must be for codes to be packed."""


def coding_from_corpus(corpus: Corpus, told: CodingOptions, *, packed: bool = False) -> Coding:
    """The labels of all annotators of a corpus, token by token or item by item.

    An annotator without a layer for a document did not label it. The codes are ``packed`` on request, where a table of
    all items and annotators would be large and nearly empty.
    """
    kinds = {type(layer) for layer in corpus.annotations.values()}
    if Spans in kinds:
        raise NotApplicable("there are spans: this is for labels of tokens or items, corrected-f1 is for spans")
    if Units in kinds:
        raise NotApplicable("there are units on a continuum: this is for labels of tokens or items")
    other = next((layer.kind for layer in kinds if layer.kind != TokenLabels.kind), None)
    if other is not None:
        raise NotApplicable(f"there are {other}: this is for labels of tokens or items; accord agree measures {other}")
    if len(kinds) > 1:
        raise NotApplicable("there are labels of tokens and of items: measure them apart")
    rows = _Tokens(corpus) if TokenLabels in kinds else _Items(corpus)
    tokens = (layer for layer in corpus.annotations.values() if isinstance(layer, TokenLabels))
    told = replace(told, missing=told.missing | {each.missing for each in tokens if each.missing and each.lacks_some})
    codebook: defaultdict[str, int] = defaultdict(count().__next__)
    chosen = chosen_among(corpus.annotators, told.annotators, told.exclude)
    who: Codes | None = None
    if packed and rows.unit == "item" and rows.count * len(chosen) > DENSE_CELLS:
        table = _packed(rows, chosen, codebook)
        if table is not None:
            codes, who = table
            told = replace(told, annotators=None, exclude=())
    if who is None:
        chosen = corpus.annotators
        codes = np.full((rows.count, len(chosen)), MISSING, dtype=np.int32)
        for column, annotator in enumerate(chosen):
            for where, own in _codes_of(rows, annotator, codebook):
                codes[where, column] = own
    coding = coding_from_codes(
        codes,
        list(codebook),
        chosen,
        told,
        who=who,
        describe=rows.describe,
        documents=[document.id for document in corpus.documents],
        document_of=rows.document_of,
        unit=rows.unit,
    )
    return replace(coding, nominal=corpus.layer.nominal, repeats=rows.repeats(chosen))


def _codes_of(rows: _Tokens | _Items, annotator: str, codebook: defaultdict[str, int]) -> Iterator[tuple[Any, Codes]]:
    """The codes of the labels of one annotator, and of which rows they are; new labels get new codes."""
    for where, given in rows.labels_of(annotator):
        if isinstance(given, ArrayMap):
            code_of = np.zeros(len(given.coded), dtype=np.int32)
            for label in given.used:
                code_of[given.coded.index(label)] = codebook[label]
            yield where, code_of[given.codes]
        else:
            yield where, np.fromiter(map(codebook.__getitem__, given), dtype=np.int32)


def _packed(
    rows: _Tokens | _Items, annotators: Sequence[str], codebook: defaultdict[str, int]
) -> tuple[Codes, Codes] | None:
    """The codes of each item one after the other, and whose they are; None where that is hardly less than a table."""
    items, codes, whose = [np.zeros(0, np.int64)], [np.zeros(0, np.int32)], [np.zeros(0, np.int32)]
    for number, annotator in enumerate(annotators):
        for where, own in _codes_of(rows, annotator, codebook):
            items.append(np.asarray(where, dtype=np.int64))
            codes.append(own)
            whose.append(np.full(len(own), number, dtype=np.int32))
    item = np.concatenate(items)
    order = np.argsort(item, kind="stable")
    item, per_item = item[order], np.bincount(item, minlength=rows.count)
    wide = int(per_item.max(initial=0))
    if wide * SPARSE > len(annotators):
        return None
    slot = np.arange(len(item)) - np.repeat(np.cumsum(per_item) - per_item, per_item)
    tables = np.full((2, rows.count, wide), MISSING, dtype=np.int32)
    tables[0, item, slot] = np.concatenate(codes)[order]
    tables[1, item, slot] = np.concatenate(whose)[order]
    return tables[0], tables[1]


def coding_from_codes(
    codes: Codes,
    codebook: Sequence[str],
    annotators: Sequence[str],
    told: CodingOptions,
    *,
    describe: Callable[[int], Item],
    documents: Sequence[str] = ("",),
    document_of: Codes | None = None,
    unit: str = "item",
    notes: tuple[str, ...] = (),
    values: Mapping[str, Any] | None = None,
    who: Codes | None = None,
) -> Coding:
    """A coding of codes in the order of a codebook, with the labels in their proper order and the missing ones gone."""
    chosen = chosen_among(annotators, told.annotators, told.exclude)
    if chosen != tuple(annotators):
        number_of = {name: number for number, name in enumerate(annotators)}
        codes, annotators = codes[:, [number_of[name] for name in chosen]], chosen
    absent = [code for code, label in enumerate(codebook) if label in told.missing]
    answered = np.where(np.isin(codes, absent), MISSING, codes) if absent else codes
    if who is not None and absent:
        who = np.where(answered == MISSING, MISSING, who)
    left_out: Mapping[str, int] = {
        f"labels {codebook[code]!r}": count for code in absent if (count := int(np.count_nonzero(codes == code)))
    }
    coding = coding_of(
        answered,
        codebook,
        annotators,
        describe=describe,
        documents=documents,
        document_of=document_of,
        ordered=told.labels is not None,
        unit=unit,
        singles=told.keep_singletons,
        no_answer=sorted(told.missing),
        left_out=left_out,
        notes=notes,
        values=values,
        who=who,
    )
    used = coding.used
    given = None if told.labels is None else [label for label in told.labels if label not in told.missing]
    order = in_natural_order(used) if given is None else given
    _refuse_strangers(used, order)
    if order == list(codebook):
        return coding
    rank = {label: code for code, label in enumerate(order)}
    return coding.recoded([rank.get(label, MISSING) for label in codebook], order)


def _refuse_strangers(used: Sequence[str], order: Sequence[str]) -> None:
    if len(set(order)) < len(order):
        raise UsageError("the labels are given twice: name each once")
    strangers = sorted(set(used) - set(order))
    if strangers and not order:
        raise UsageError("labels: name all labels, lowest first, or leave it out")
    if strangers:
        others = f" and {plural(len(strangers) - 1, 'other')}" if len(strangers) > 1 else ""
        raise UsageError(
            f"the data hold the label {strangers[0]!r}{others}, not among those given: "
            f"{suggestion(strangers[0], list(order))}; labels that mean no answer are said ({option('missing')})"
        )


def _by_document(corpus: Corpus) -> Mapping[str, list[tuple[str, Annotation]]]:
    """The annotators of each document with their labels, in their order."""
    layers: defaultdict[str, list[tuple[str, Annotation]]] = defaultdict(list)
    for (document, annotator), layer in corpus.annotations.items():
        layers[document].append((annotator, layer))
    return layers


class _Tokens:
    """The tokens of a corpus, in the order of its documents."""

    unit = "token"

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        sizes = [list(map(len, document.sentences)) for document in corpus.documents]
        self.starts = np.concatenate([[0], np.cumsum([sum(lengths) for lengths in sizes])]).astype(np.int64)
        self.sentence_starts = [np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64) for lengths in sizes]
        self.count = int(self.starts[-1])
        self.document_of = np.repeat(np.arange(len(sizes), dtype=np.int32), np.diff(self.starts))
        self.layer_of = _by_document(corpus)

    def labels_of(self, annotator: str) -> Iterable[tuple[slice, Iterable[str]]]:
        """The labels of one annotator, document by document."""
        for number, document in enumerate(self.corpus.documents):
            layer = self.corpus.annotations.get((document.id, annotator))
            if isinstance(layer, TokenLabels):
                where = slice(int(self.starts[number]), int(self.starts[number + 1]))
                yield where, chain.from_iterable(layer.labels)

    def repeats(self, annotators: Iterable[str]) -> dict[tuple[int, str], tuple[str, ...]]:
        """Nothing: a token has one label."""
        del annotators
        return {}

    def describe(self, number: int) -> Item:
        """A token, and where the first annotator's label of it stands."""
        place = bisect_right(self.starts, number) - 1
        document = self.corpus.documents[place]
        inside = number - int(self.starts[place])
        sentence = bisect_right(self.sentence_starts[place], inside) - 1
        token = inside - int(self.sentence_starts[place][sentence])
        said = [(who, each) for who, each in self.layer_of[document.id] if isinstance(each, TokenLabels)]
        places = [(who, each.place(sentence, token)) for who, each in said]
        annotator, known = next(((who, each) for who, each in places if each and each.line), places[0])
        name = f"{document.id}:{sentence + 1}:{token + 1}"
        return Item(name, document.sentences[sentence][token], known, annotator)


class _Items:
    """The items of a corpus: everything that anybody labelled, document by document."""

    unit = "item"

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.names: list[tuple[str, str]] = []
        self.shared: dict[str, int] = {}
        """The documents whose layers are arrays over the same items, with how many items stand before these."""
        held: list[int] = []
        for number, (document, layers) in enumerate(by_document(corpus, ItemLabels).items()):
            items = shared_names(corpus.documents[number], layers.values())
            if items is None:
                items = labelled_items(corpus.documents[number], layers.values())
            else:
                self.shared[document] = len(self.names)
            self.names += zip(repeat(document), items)
            held.append(len(items))
        self.text_of = {document.id: document.items for document in corpus.documents}
        self.count = len(self.names)
        self.layer_of = _by_document(corpus)
        self.document_of = np.repeat(np.arange(len(held), dtype=np.int32), held)

    @cached_property
    def rows(self) -> dict[tuple[str, str], int]:
        """The number of each item."""
        return {name: number for number, name in enumerate(self.names)}

    def labels_of(self, annotator: str) -> Iterable[tuple[Any, Iterable[str]]]:
        """The labels of one annotator, document by document, and of which items they are."""
        for document in self.corpus.documents:
            layer = self.corpus.annotations.get((document.id, annotator))
            if isinstance(layer, ItemLabels) and document.id in self.shared:
                assert isinstance(layer.labels, ArrayMap), "layers that share their items hold arrays"
                yield layer.labels.numbers + self.shared[document.id], layer.labels
            elif isinstance(layer, ItemLabels):
                yield [self.rows[document.id, item] for item in layer.labels], layer.labels.values()

    def repeats(self, annotators: Iterable[str]) -> dict[tuple[int, str], tuple[str, ...]]:
        """The further labels of items that annotators labelled several times."""
        return {
            (self.rows[document.id, item], annotator): further
            for annotator in annotators
            for document in self.corpus.documents
            if isinstance(layer := self.corpus.annotations.get((document.id, annotator)), ItemLabels)
            for item, further in layer.repeats.items()
        }

    def describe(self, number: int) -> Item:
        """An item, and where the first label of it stands."""
        document, item = self.names[number]
        for annotator, layer in self.layer_of[document]:
            if isinstance(layer, ItemLabels) and item in layer.labels:
                return Item(item, self.text_of[document].get(item, ""), layer.place(item), annotator)
        raise LookupError(item)


def corpus_of_one(corpus: Corpus, numbers: Iterable[int], labels: Iterable[str], annotator: str) -> Corpus:
    """The documents of a corpus with the labels of one annotator: ``numbers`` says of which tokens or items."""
    given = dict(zip(numbers, labels, strict=True))
    layers: dict[tuple[str, str], Annotation] = {}
    like = next((layer for layer in corpus.annotations.values() if isinstance(layer, TokenLabels)), None)
    if like is not None:
        number = count()
        for document in corpus.documents:
            rows = [[given.get(next(number), like.missing) for _ in sentence] for sentence in document.sentences]
            if absent := sum(label is None for row in rows for label in row):
                raise NotApplicable(
                    f"{plural(absent, 'token')} of {document.id} without a label that counts: nothing stands for it"
                )
            said = tuple(tuple(map(str, row)) for row in rows)
            layers[document.id, annotator] = TokenLabels(said, missing=like.missing)
        return replace(corpus.with_annotations(layers), findings=(), assumptions=())
    by_document: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for position, (name, item) in enumerate(_Items(corpus).names):
        if position in given:
            by_document[name][item] = given[position]
    layers.update({(name, annotator): ItemLabels(answers) for name, answers in by_document.items()})
    return replace(corpus.with_annotations(layers), findings=(), assumptions=())


def labels_tokens(corpus: Corpus) -> bool:
    """Whether tokens have the labels, not items."""
    return any(isinstance(each, TokenLabels) for each in corpus.annotations.values())


LabelsByItem = dict[tuple[str, str], str]
"""By document and item, or by the numbers of the document and of the token in it."""


def labels_by_item(corpus: Corpus) -> LabelsByItem:
    """The labels of a corpus of one annotator; where there is one document, whatever it is called."""
    found: LabelsByItem = {}
    alone = len(corpus.documents) == 1
    for number, document in enumerate(corpus.documents):
        said = corpus.annotations.get((document.id, corpus.annotators[0]))
        if isinstance(said, ItemLabels):
            found |= {("" if alone else document.id, item): label for item, label in said.labels.items()}
        elif isinstance(said, TokenLabels):
            tokens = (label for sentence in said.labels for label in sentence)
            given = ((index, label) for index, label in enumerate(tokens) if label != said.missing)
            found |= {(str(number), str(index)): label for index, label in given}
    return found
