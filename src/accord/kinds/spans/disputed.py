"""Regions of mentions, spans or units that overlap, on which annotators differ."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import chain, combinations, pairwise
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.encoding import Mention, encode
from accord.errors import UsageError
from accord.formats.glozz_writer import agreed
from accord.kinds.against_gold import matching_marks, sentences_of_gold, side_by_side
from accord.kinds.layout import by_document, model_layers, relaid
from accord.kinds.points import mark_points
from accord.kinds.spans.border_steps import step_of
from accord.kinds.spans.differences import TITLES
from accord.kinds.spans.mark_cases import gains_of_marks, moved_marks, summary_of_marks
from accord.kinds.spans.marks import annotation_like
from accord.kinds.spans.match import TokenMatch
from accord.kinds.spans.places import places
from accord.kinds.surroundings import around_sentence, around_shown
from accord.messages import position
from accord.model import Corpus, Document, Span, Spans, TokenLabels, Units, item_id
from accord.model.case import GOLD, Case, Gold, GoldPlaces, Tally, versions_of
from accord.study.spans import Text
from accord.study.texts import texts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from accord.encoding import Decoder
    from accord.model.case import AgainstGold, Point, Surroundings, Value
    from accord.model.case_summary import CaseSummary, Gains
    from accord.model.corpus import Annotation

_PREFIXED = re.compile("[BIESLUMW]-")
_AROUND = 240
"""How many characters of a text are shown on each side of a region."""


class AnnotatedText(NamedTuple):
    """A sentence or a document with what everyone who looked at it marked in it."""

    document: str
    sentence: int | None
    marked: Mapping[str, tuple[Span, ...]]
    length: float | None
    shown: Mapping[str, object]


class Region(NamedTuple):
    """Marks that overlap, with what everyone marked there, and how far to each side nothing else is marked."""

    name: str
    start: float
    end: float
    room: tuple[float, float | None]
    said: Mapping[str, Value]
    disagreement: float


_STEPS_OF_A_NEW_UNIT = 10
"""How long a unit is that somebody adds where positions are measured; a span has one token or character."""


@dataclass(frozen=True, slots=True)
class DisputedMarks:
    """Mentions of chunk labels (read by ``decoder``), spans or units, region by region."""

    corpus: Corpus
    kind: str
    unit: str
    decoder: Decoder | None
    cases: tuple[Case, ...]
    agreed: int
    alone: int
    choices: tuple[str, ...]
    beside: Mapping[str, tuple[str, str]]
    """The cases before and after each that has a length, by their ids; no id where there is none in the same text."""

    @classmethod
    def of(cls, corpus: Corpus, decoder: Decoder | None) -> DisputedMarks:
        """Look at every region."""
        kind, unit = _kind(corpus, decoder)
        step = _step(corpus)
        new_mark = _STEPS_OF_A_NEW_UNIT * step if kind == "units" else 1
        cases: list[Case] = []
        tally = Tally()
        types: set[str] = set()
        beside: dict[str, tuple[str, str]] = {}
        for text in _texts(corpus, decoder):
            types.update(type_ for marks in text.marked.values() for *_, type_ in marks)
            names = [""]
            for region in _regions(text):
                versions = versions_of(region.said)
                if tally.differ(len(versions), len(region.said)):
                    how = {"unit": unit, "step": step, "new_mark": new_mark, "room": list(region.room)}
                    shown = _shown(text, region) | how | ({} if text.sentence is None else {"number": text.sentence})
                    cases.append(Case(region.name, text.document, kind, versions, region.disagreement, shown))
                    names += [region.name] if region.start < region.end else []
            beside |= {
                name: (before, after) for before, name, after in zip(names, names[1:], [*names[2:], ""], strict=False)
            }
        choices = tuple(sorted(types - {""}))
        return cls(corpus, kind, unit, decoder, tuple(cases), tally.agreed, tally.alone, choices, beside)

    @property
    def chunks(self) -> bool:
        """Whether they are mentions of chunk labels."""
        return self.decoder is not None

    @property
    def sorts(self) -> Mapping[str, str]:
        """Found by one only, other borders, another label, or both."""
        return TITLES

    def summary(self, case: Case) -> CaseSummary:
        """What is written in the region, or from where to where it goes, and the types of each version."""
        return summary_of_marks(case)

    def moved(self, value: Value, case: Case, other: Case) -> Value:
        """The same marks as far from the start of the other region."""
        return moved_marks(value, case, other)

    def gains(self) -> Gains:
        """By the F1 of what every two annotators mark alike, token by token."""
        regions = (region for text in _texts(self.corpus, self.decoder) for region in _regions(text))
        return gains_of_marks(((each.name, each.said) for each in regions), self.unit)

    def narrowed(self, case: Case, decided: Mapping[str, Value]) -> Case:
        """A region with the room up to what was decided on those before and after it."""
        before, after = self.beside.get(case.id, ("", ""))
        low, high = self._room(case)
        low = max([low, *(end for _, end, _ in decided.get(before, ()))])
        starts = [start for start, _, _ in decided.get(after, ())]
        high = min([*starts, *([] if high is None else [high])], default=None)
        return replace(case, shown={**case.shown, "room": [low, high]})

    def points(self, case: Case) -> Iterator[Point]:
        """The types in its region."""
        return mark_points(case)

    def around(self, case: Case, size: int) -> Surroundings | None:
        """The sentences around that of a mention, or what stands around the text that is shown."""
        if self.decoder is not None:
            return around_sentence(self.corpus, case, size)
        return around_shown(case, texts_of(self.corpus, self.unit).get(case.document), size)

    def checked(self, case: Case, value: Value) -> Value:
        """Marks within the room of their region; mentions of chunk labels do not overlap."""
        marks = [self._mark(mark, case) for mark in value] if isinstance(value, list) else None
        if marks is None:
            raise UsageError(f"{case.id}: a list of [start, end, type] is needed")
        marks.sort()
        low, high = self._room(case)
        for start, end, type_ in marks:
            if start < low or (high is not None and end > high):
                what = f"{type_ or 'the mark'} from {start} to {end}"
                raise UsageError(f"{case.id}: {what} reaches into a neighbouring one, or out of the text")
        if len(set(marks)) < len(marks) and all(value != version.value for version in case.versions):
            raise UsageError(f"{case.id}: the same mark appears twice")
        if self.kind == "mentions" and any(one[1] > other[0] for one, other in pairwise(marks)):
            raise UsageError(f"{case.id}: mentions of chunk labels cannot overlap")
        return [list(mark) for mark in marks]

    def gold(self, chosen: Mapping[str, Value]) -> Gold:
        """Every sentence or document whose regions are all adjudicated."""
        disputed = {case.id for case in self.cases}
        adjudicated: dict[str, dict[int | None, list[tuple[float, float, str]]]] = {}
        counted, left_out = GoldPlaces(), 0
        for text in _texts(self.corpus, self.decoder):
            regions = list(_regions(text))
            if all(region.name in chosen or region.name not in disputed for region in regions):
                values = (chosen.get(each.name, next(iter(each.said.values()))) for each in regions)
                marks = [tuple(mark) for mark in chain.from_iterable(values)]
                adjudicated.setdefault(text.document, {})[text.sentence] = marks
                for region in regions:
                    counted.add(region.name, region.said)
            else:
                left_out += 1
        if self.kind != "mentions":
            return Gold(self._marked(adjudicated), left_out, "document", counted)
        kept = {document: [each for each in held if each is not None] for document, held in adjudicated.items()}
        assert self.decoder is not None
        relabelled = self._relabelled(adjudicated)
        return Gold(relabelled, left_out, "sentence", counted, kept, self.decoder.scheme)

    def against_gold(self, gold: Gold) -> list[AgainstGold]:
        """Precision, recall and F1 of exact matches."""

        def both(document: str, ours: Annotation, theirs: Annotation) -> Iterable[tuple[Iterable[Any], Iterable[Any]]]:
            if isinstance(ours, Spans) and isinstance(theirs, Spans):
                yield ours.spans, theirs.spans
            elif isinstance(ours, Units) and isinstance(theirs, Units):
                yield ours.units, theirs.units
            elif isinstance(ours, TokenLabels) and isinstance(theirs, TokenLabels) and self.decoder is not None:
                for one, other in sentences_of_gold(ours, theirs, gold.kept.get(document)):
                    yield self.decoder.mentions(one), self.decoder.mentions(other)

        return matching_marks(side_by_side(self.corpus, gold.corpus, both))

    @staticmethod
    def _room(case: Case) -> tuple[float, float | None]:
        room = case.shown["room"]
        assert isinstance(room, list)
        return room[0], room[1]

    def _mark(self, mark: Value, case: Case) -> tuple[float, float, str]:
        match mark:
            case [int() | float() as start, int() | float() as end, str(type_)] if bool not in {
                type(start),
                type(end),
            } and (-inf < start < end < inf or [start, end] == case.shown["region"]):
                whole = self.kind == "units" or (isinstance(start, int) and isinstance(end, int))
                if not whole:
                    raise UsageError(f"{case.id}: a mark starts and ends at a whole number")
            case _:
                raise UsageError(f"{case.id}: a mark is [start, end, type], with its end after its start")
        if self.kind == "mentions" and (not type_ or any(each.isspace() or each == "," for each in type_)):
            raise UsageError(f"a mention cannot be called {type_!r}: white space and commas divide labels")
        if self.kind == "mentions" and _PREFIXED.match(type_) and type_ not in self.choices:
            raise UsageError(f"a mention cannot be called {type_!r}: name its type without {type_[:2]}")
        if not type_.isprintable():
            raise UsageError(f"{case.id}: a type is one line of text")
        return start, end, type_.strip()

    def _relabelled(self, adjudicated: Mapping[str, Mapping[int | None, list[tuple[float, float, str]]]]) -> Corpus:
        assert self.decoder is not None
        models = model_layers(self.corpus)
        documents, annotations = [], {}
        for document in self.corpus.documents:
            rows = {
                number: encode(
                    [Mention(int(start), int(end), type_) for start, end, type_ in marks],
                    len(document.sentences[number]),
                    self.decoder.scheme,
                )
                for number, marks in adjudicated.get(document.id, {}).items()
                if number is not None
            }
            if rows:
                documents.append(Document(document.id, tuple(document.sentences[number] for number in rows)))
                annotations[document.id, GOLD] = relaid(models[document.id], rows)
        return Corpus.of(tuple(documents), annotations)

    def _marked(self, adjudicated: Mapping[str, Mapping[int | None, list[tuple[float, float, str]]]]) -> Corpus:
        models = {document: annotation for (document, _), annotation in self.corpus.annotations.items()}
        marked_by = by_document(self.corpus, Spans)
        documents = tuple(document for document in self.corpus.documents if document.id in adjudicated)
        annotations = {}
        for document in documents:
            (marks,) = adjudicated[document.id].values()
            gold = annotation_like(models[document.id], document, sorted(marks))
            if isinstance(gold, Spans):
                gold = replace(gold, markup=agreed([each.markup for each in marked_by[document.id].values()]))
            annotations[document.id, GOLD] = gold
        return Corpus.of(documents, annotations)


def _kind(corpus: Corpus, decoder: Decoder | None) -> tuple[str, str]:
    if decoder is not None:
        return "mentions", "token"
    first = next(iter(corpus.annotations.values()))
    return ("units", first.measured_in) if isinstance(first, Units) else ("spans", getattr(first, "unit", "character"))


def _step(corpus: Corpus) -> float:
    """By how much a border is moved: tokens and characters one by one, and units by what they are measured in."""
    marked = (each.units for each in corpus.annotations.values() if isinstance(each, Units))
    return step_of((start, end) for units in marked for start, end, _ in units)


def _texts(corpus: Corpus, decoder: Decoder | None) -> Iterator[AnnotatedText]:
    documents = {document.id: document for document in corpus.documents}
    if decoder is not None:
        for name, labelled in by_document(corpus, TokenLabels).items():
            for number, tokens in enumerate(documents[name].sentences):
                found = {who: _spans(decoder.mentions(each.labels[number])) for who, each in labelled.items()}
                yield AnnotatedText(name, number, found, len(tokens), {"tokens": list(tokens)})
        return
    for name, marked in by_document(corpus, Spans).items():
        if marked:
            length = max(each.length for each in marked.values())
            document = documents[name]
            words = [token for sentence in document.sentences for token in sentence]
            shown: dict[str, object] = {"tokens": words} if words else {"text": document.text}
            found = {who: _spans(each.spans) for who, each in marked.items()}
            yield AnnotatedText(name, None, found, length, shown)
    for name, unitised in by_document(corpus, Units).items():
        if unitised:
            lengths = [each.length for each in unitised.values() if each.length is not None]
            found = {who: _spans(each.units) for who, each in unitised.items()}
            yield AnnotatedText(name, None, found, max(lengths, default=None), {"text": documents[name].text})


def _spans(marks: Iterable[tuple[Any, Any, str]]) -> tuple[Span, ...]:
    """Marks as spans, those of units at any numbers."""
    return tuple(Span(start, end, type_) for start, end, type_ in marks)


def _regions(text: AnnotatedText) -> Iterator[Region]:
    """What was marked, from the first to the last."""
    return iter(sorted(chain(_overlapping(text), _points(text)), key=lambda region: (region.start, region.end)))


def _overlapping(text: AnnotatedText) -> Iterator[Region]:
    marked = {who: tuple(mark for mark in marks if mark.end > mark.start) for who, marks in text.marked.items()}
    found = list(places([Text(text.document, int(text.length or 0), marked)], TokenMatch(), typed=True))
    for number, place in enumerate(found):
        start, end = place.start, place.end
        low = found[number - 1].end if number else min(0, start)
        high = found[number + 1].start if number + 1 < len(found) else text.length
        said = {who: [list(mark) for mark in own] for who, own in place.marks.items()}
        yield Region(_name(text, start, end), start, end, (low, high), said, place.disagreement)


def _points(text: AnnotatedText) -> Iterator[Region]:
    """Marks without a length, which overlap nothing: those at one position together."""
    for at in {mark.start for marks in text.marked.values() for mark in marks if mark.start == mark.end}:
        said: dict[str, Value] = {
            who: [list(mark) for mark in marks if mark.start == mark.end == at] for who, marks in text.marked.items()
        }
        pairs = [one != other for one, other in combinations(said.values(), 2)]
        yield Region(_name(text, at, at), at, at, (at, at), said, sum(pairs) / len(pairs) if pairs else 0.0)


def _name(text: AnnotatedText, start: float, end: float) -> str:
    if text.sentence is None:
        return item_id(text.document, f"{position(float(start))}-{position(float(end))}")
    return item_id(text.document, f"{text.sentence + 1}:{int(start) + 1}-{int(end)}")


def _shown(text: AnnotatedText, region: Region) -> dict[str, object]:
    """The text of a region with what stands around it: ``offset`` is the position of its first token or character."""
    borders = [region.start, region.end]
    characters, tokens = text.shown.get("text"), text.shown.get("tokens")
    if isinstance(characters, str) and characters:
        first = max(0, int(region.start) - _AROUND)
        return {"text": characters[first : int(region.end) + _AROUND], "offset": first, "region": borders}
    if isinstance(tokens, list) and text.sentence is None:
        first = max(0, int(region.start) - _AROUND // 8)
        return {"tokens": tokens[first : int(region.end) + _AROUND // 8], "offset": first, "region": borders}
    return ({"tokens": tokens} if tokens else {}) | {"offset": 0, "region": borders}
