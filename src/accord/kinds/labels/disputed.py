"""Labels of tokens or items on which annotators differ."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from accord.distance import DISTANCES
from accord.errors import UsageError
from accord.kinds.against_gold import same_labels, sentences_of_gold, side_by_side
from accord.kinds.labels import COEFFICIENTS
from accord.kinds.labels.breakdown import LabelBreakdown
from accord.kinds.labels.choice import choose_distance
from accord.kinds.labels.gains import label_gains
from accord.kinds.labels.measurement import NO_INTERVAL
from accord.kinds.labels.options import CodingOptions
from accord.kinds.labels.study import coding_from_corpus
from accord.kinds.layout import by_document, labelled_items, model_layers, relaid
from accord.kinds.page.differences import LABELLED
from accord.kinds.points import label_points
from accord.kinds.surroundings import around_piece, around_sentence
from accord.model import Corpus, Document, ItemLabels, TokenLabels, item_id
from accord.model.case import GOLD, Case, Gold, GoldPlaces, Tally, WholeCases, versions_of
from accord.model.case_summary import CaseSummary, label_pairs
from accord.study.scale import Scale

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from accord.model.case import AgainstGold, Point, Surroundings, Value
    from accord.model.case_summary import Gains
    from accord.model.corpus import Annotation


@dataclass(frozen=True, slots=True)
class DisputedLabels(WholeCases):
    """What labels of items and of tokens have in common."""

    corpus: Corpus
    cases: tuple[Case, ...]
    agreed: int
    alone: int
    choices: tuple[str, ...]
    kind = "label"
    sorts: ClassVar[Mapping[str, str]] = {LABELLED: "other label"}

    def summary(self, case: Case) -> CaseSummary:
        """The item or the token, and its labels."""
        words = self._words(case)
        said = tuple(str(version.value) for version in case.versions)
        return CaseSummary(
            words or str(case.shown["text"]), said, (LABELLED,), label_pairs(combinations(said, 2)), words
        )

    def gains(self) -> Gains:
        """By Krippendorff's alpha, with the distance that fits the labels."""
        return label_gains(self.corpus, self.cases)

    def _words(self, case: Case) -> str | None:
        """What an item says, or what a token is."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class DisputedItems(DisputedLabels):
    """Items with labels."""

    @classmethod
    def of(cls, corpus: Corpus) -> DisputedItems:
        """Look at every item."""
        cases, tally = [], Tally()
        apart = _apart(corpus)
        documents = {document.id: document for document in corpus.documents}
        for document, held in by_document(corpus, ItemLabels).items():
            for item, said in _items(documents[document], held).items():
                versions = versions_of(said)
                if tally.differ(len(versions), len(said)):
                    name, text = item_id(document, item), documents[document].items.get(item)
                    shown = {"text": item} | ({"says": text} if text else {}) | _read(held, said, item)
                    cases.append(Case(name, document, cls.kind, versions, apart.get(name, 0.0), shown))
        labels = (layer.labels.values() for layer in corpus.annotations.values() if isinstance(layer, ItemLabels))
        return cls(corpus, tuple(cases), tally.agreed, tally.alone, _choices(labels))

    def points(self, case: Case) -> Iterator[Point]:
        """Its labels."""
        return label_points(case)

    def around(self, case: Case, size: int) -> Surroundings | None:
        """The items before and after one, where they stand in one document and have texts."""
        document = next(each for each in self.corpus.documents if each.id == case.document)
        item = str(case.shown["text"])
        if not document.named or item not in document.items or not any(document.items.values()):
            return None
        return around_piece(
            [text or name for name, text in document.items.items()], list(document.items).index(item), size
        )

    def _words(self, case: Case) -> str | None:
        says = case.shown.get("says")
        return None if says is None else str(says)

    def checked(self, case: Case, value: Value) -> Value:
        """Any label."""
        return check_label(value, case)

    def gold(self, chosen: Mapping[str, Value]) -> Gold:
        """Every item with its label."""
        disputed = {case.id for case in self.cases}
        layers, places, left_out = {}, GoldPlaces(), 0
        names = {document.id: document for document in self.corpus.documents}
        for document, held in by_document(self.corpus, ItemLabels).items():
            labels: dict[str, str] = {}
            for item, said in _items(names[document], held).items():
                name = item_id(document, item)
                if name in disputed and name not in chosen:
                    left_out += 1
                    continue
                labels[item] = chosen[name] if name in disputed else next(iter(said.values()))
                places.add(name, said)
            if labels:
                layers[document, GOLD] = ItemLabels(labels)
        documents = tuple(document for document in self.corpus.documents if (document.id, GOLD) in layers)
        return Gold(Corpus.of(documents, layers), left_out, "item", places)

    def against_gold(self, gold: Gold) -> list[AgainstGold]:
        """The share of labels that are the same."""

        def both(_: str, ours: Annotation, theirs: Annotation) -> Iterable[tuple[list[str], list[str]]]:
            if isinstance(ours, ItemLabels) and isinstance(theirs, ItemLabels):
                items = ours.labels.keys() & theirs.labels.keys()
                yield [ours.labels[item] for item in items], [theirs.labels[item] for item in items]

        return same_labels(side_by_side(self.corpus, gold.corpus, both))


@dataclass(frozen=True, slots=True)
class DisputedTokens(DisputedLabels):
    """Tokens with labels that mark no chunks, each token for itself."""

    @classmethod
    def of(cls, corpus: Corpus) -> DisputedTokens:
        """Look at every token."""
        cases, tally = [], Tally()
        layers = by_document(corpus, TokenLabels)
        apart = _apart(corpus)
        for document in corpus.documents:
            held = layers[document.id]
            for number, tokens in enumerate(document.sentences):
                for index in range(len(tokens)):
                    said = _answers(held, number, index)
                    if tally.differ(len(set(said.values())), len(said)):
                        name = item_id(document.id, f"{number + 1}:{index + 1}")
                        shown = {"tokens": list(tokens), "region": [index, index + 1], "number": number}
                        versions, hardness = versions_of(said), apart.get(name, 0.0)
                        cases.append(Case(name, document.id, cls.kind, versions, hardness, shown))
        given = [layer for layer in corpus.annotations.values() if isinstance(layer, TokenLabels)]
        rows = ((label for label in row if label != layer.missing) for layer in given for row in layer.labels)
        return cls(corpus, tuple(cases), tally.agreed, tally.alone, _choices(rows))

    def points(self, case: Case) -> Iterator[Point]:
        """Its labels."""
        return label_points(case)

    def around(self, case: Case, size: int) -> Surroundings | None:
        """The sentences before and after that of a token."""
        return around_sentence(self.corpus, case, size)

    def _words(self, case: Case) -> str | None:
        tokens, region = case.shown["tokens"], case.shown["region"]
        assert isinstance(tokens, list)
        assert isinstance(region, list)
        return str(tokens[region[0]])

    def checked(self, case: Case, value: Value) -> Value:
        """Any label that fits into a column."""
        label = check_label(value, case)
        if not label or any(character.isspace() for character in label):
            raise UsageError(f"{label!r} cannot be the label of a token: it must be one word")
        return label

    def gold(self, chosen: Mapping[str, Value]) -> Gold:
        """Every sentence whose tokens all have a label."""
        disputed = {case.id for case in self.cases}
        documents, layers, kept, places, left_out = [], {}, {}, GoldPlaces(), 0
        models = model_layers(self.corpus)
        held = by_document(self.corpus, TokenLabels)
        for document in self.corpus.documents:
            model = models[document.id]
            rows: dict[int, list[str]] = {}
            for number, labels in enumerate(model.labels):
                names = [item_id(document.id, f"{number + 1}:{index + 1}") for index in range(len(labels))]
                if all(name in chosen or name not in disputed for name in names):
                    said = [_answers(held[document.id], number, index) for index in range(len(labels))]
                    agreed = [next(iter(each.values()), label) for each, label in zip(said, labels, strict=True)]
                    rows[number] = [chosen.get(name, label) for name, label in zip(names, agreed, strict=True)]
                    for name, each in zip(names, said, strict=True):
                        places.add(name, each)
                else:
                    left_out += 1
            if rows:
                documents.append(Document(document.id, tuple(document.sentences[number] for number in rows)))
                layers[document.id, GOLD] = relaid(model, rows)
                kept[document.id] = list(rows)
        return Gold(Corpus.of(tuple(documents), layers), left_out, "sentence", places, kept)

    def against_gold(self, gold: Gold) -> list[AgainstGold]:
        """The share of labels that are the same."""

        def both(document: str, ours: Annotation, theirs: Annotation) -> Iterable[tuple[list[str], list[str]]]:
            if isinstance(ours, TokenLabels) and isinstance(theirs, TokenLabels):
                for one, other in sentences_of_gold(ours, theirs, gold.kept.get(document)):
                    answered = [pair for pair in zip(one, other, strict=True) if pair[1] != theirs.missing]
                    yield [label for label, _ in answered], [label for _, label in answered]

        return same_labels(side_by_side(self.corpus, gold.corpus, both))


def _answers(held: Mapping[str, TokenLabels], sentence: int, token: int) -> dict[str, str]:
    """What those said of a token who gave an answer."""
    given = ((who, layer.answer(sentence, token)) for who, layer in held.items())
    return {who: label for who, label in given if label is not None}


def check_label(value: Value, case: Case) -> str:
    """A label as text."""
    if any(value == version.value for version in case.versions):
        return str(value)
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise UsageError(f"{case.id}: a label is needed, one line of text")
    return value.strip()


def _apart(corpus: Corpus) -> dict[str, float]:
    """How far apart the labels of each item on which annotators differ are, by the distance that fits them."""
    coding = coding_from_corpus(corpus, CodingOptions())
    if not coding.items:
        return {}
    distance = DISTANCES.get(choose_distance(coding).name)(Scale(coding.labels, coding.ordered))
    breakdown = LabelBreakdown(coding, COEFFICIENTS.get("alpha"), distance, NO_INTERVAL)
    return {coding.id_of(index): float(breakdown.disagreements[index]) for index in breakdown.hardest_first.tolist()}


def _read(held: Mapping[str, ItemLabels], said: Collection[str], item: str) -> dict[str, object]:
    """What those who labelled an item read, where not everyone read the same."""
    texts = {annotator: held[annotator].texts[item] for annotator in said if item in held[annotator].texts}
    different = list(dict.fromkeys(texts.values()))
    if len(different) > 1 or 0 < len(texts) < len(said):
        return {"texts": texts}
    return {"says": different[0]} if different else {}


def _items(document: Document, held: Mapping[str, ItemLabels]) -> dict[str, dict[str, str]]:
    """What each annotator said of each item."""
    items = labelled_items(document, held.values())
    return {item: {who: each.labels[item] for who, each in held.items() if item in each.labels} for item in items}


def _choices(labels: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(sorted({label for row in labels for label in row}))
