"""Layers of what everyone said by each control of Label Studio, collected task by task and kept small."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from accord.formats.content import Marking
from accord.formats.label_studio_names import RELATIONS
from accord.formats.label_studio_results import SHAPE
from accord.formats.label_studio_texts import Placed, TextChoice, place
from accord.formats.offsets import UTF16, Counting, OffsetEvidence, Quote, say_misfit
from accord.model import Severity, Span, Spans
from accord.model.relation import Relations

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from accord.formats.content import Content
    from accord.formats.label_studio_results import Saying
    from accord.formats.label_studio_texts import Task
    from accord.model.work import WorkNote


class _Marked(NamedTuple):
    """What one annotator marked in the texts of a task by each control, and the links by the key of their text."""

    task: Task
    who: str
    spans: tuple[tuple[str, tuple[Span, ...]], ...]
    links: tuple[tuple[str, Span, Span, str], ...] = ()


class _Answer(NamedTuple):
    layer: str
    who: str
    task: Task
    label: str
    note: WorkNote | None


class LabelStudioLayers:
    """Makes a layer of what everyone said by each control.

    Regions are placed as soon as it is clear which text each control marks, and not kept as they stand in the file.
    """

    def __init__(self, content: Content, unit: str | None) -> None:
        self.content, self.unit = content, unit
        self.evidence = content.offsets = OffsetEvidence()
        self.countings: dict[Counting, None] = {}
        self._proved: tuple[Task, str] | None = None
        self._alike = 0
        """Texts in which all units are the same."""
        self._choices: dict[str, TextChoice] = {}
        self._keys: dict[str, str] = {}
        """The text that each control marks, where that is clear."""
        self._waiting: list[Saying] = []
        self._marked: list[_Marked] = []
        self._answers: list[_Answer] = []
        self._said_of: set[str] = set()
        """Layers of what was said of regions, which links cannot stand on."""
        self._known: dict[Span, Span] = {}
        self._last: Task | None = None

    def add(self, saying: Saying) -> None:
        """Take in what an annotator said of a task."""
        self._answers += [
            _Answer(name, saying.who, saying.task, label, saying.note) for name, label in saying.answers.items()
        ]
        self._waiting.append(saying)
        for name in dict.fromkeys(each.layer for each in saying.regions.values()):
            if name in self._keys:
                continue
            choice = self._choices.setdefault(name, TextChoice())
            choice.look(saying, name, self.unit)
            if choice.is_clear:
                (self._keys[name],) = choice.keys
        if len(self._keys) == len(self._choices):
            self._place_all()

    def finish(self) -> None:
        """Put the layers into the content: whoever marked nothing by a control that others used found nothing."""
        for name, choice in self._choices.items():
            keys = choice.keys
            if name not in self._keys and len(keys) == 1:
                (self._keys[name],) = keys
            elif name not in self._keys:
                which = " or ".join(map(repr, keys))
                message = f"{name!r} marks {which}, and nothing tells which" if keys else "there is no text in the data"
                hint = "in the data of the tasks, name the one that was marked 'text'" if keys else SHAPE
                self.content.report("missing-text", choice.line, message, hint)
        self._place_all()
        units = Counting(UTF16) if self.evidence.texts[str(Counting(UTF16))] else Counting()
        self.evidence.texts[str(units)] += self._alike
        for name in [*self._choices, *(each.layer for each in self._answers)]:
            self.content.named_layer(name)
        for layer, who, task, label, note in self._answers:
            content = self.content.named_layer(layer)
            if note is not None:
                content.work[task.line, who] = note
            content.answer(task.document, who, task.name, label, task.line, text=task.first)
        self._mark()

    def _place_all(self) -> None:
        self._marked += [self._placed(saying) for saying in self._waiting]
        self._waiting.clear()

    def _placed(self, saying: Saying) -> _Marked:
        """What an annotator marked, placed over the characters of the texts."""
        by_key: dict[str, list[str]] = {}
        for id_, region in saying.regions.items():
            if region.layer in self._keys:
                by_key.setdefault(self._keys[region.layer], []).append(id_)
        if saying.task is not self._last:  # annotators of a task share the spans that they have in common
            if self._last is not None:
                self._last.placed()
            self._known, self._last = {}, saying.task
        found: dict[str, dict[Span, None]] = {}
        ends: dict[str, dict[str, Span]] = {}
        for key, ids in by_key.items():
            ends[key] = self._place(saying, key, ids, found)
        spans = tuple((name, tuple(held)) for name, held in found.items())
        return _Marked(saying.task, saying.who, spans, tuple(self._links(saying, ends)))

    def _place(self, saying: Saying, key: str, ids: list[str], found: dict[str, dict[Span, None]]) -> dict[str, Span]:
        """Place the regions of one text, and give the span of each that a link may start or end at."""
        regions = {id_: saying.regions[id_] for id_ in ids}
        if saying.task.raw(key) is None:
            message = f"task {saying.task.name}: there is no text in {key!r} of its data"
            self.content.report("missing-text", saying.task.line, message, SHAPE)
            return {}
        placed = place(saying.task, key, regions, self.unit)
        covering = {id_ for id_, each in regions.items() if each.covered is not None}
        if covering:
            self.countings[placed.counting] = None
            self._prove(saying.task, key, placed, len(covering), len(covering & placed.misfits))
        ends: dict[str, Span] = {}
        for id_, region in regions.items():
            if id_ in placed.misfits:
                self._misfit(saying, key, region.border, region.covered, placed.at)
                continue
            start, end = (placed.at[each] for each in placed.borders[id_])
            spans = [self._known.setdefault(span, span) for type_ in region.types for span in [Span(start, end, type_)]]
            found.setdefault(region.layer, {}).update(dict.fromkeys(spans))
            if region.said_of:
                self._said_of.add(region.layer)
            else:
                ends[id_] = spans[0]
        return ends

    def _prove(self, task: Task, key: str, placed: Placed, quotes: int, misfits: int) -> None:
        """Take in what offsets count in a text, each text once, whoever marked it."""
        evidence = self.evidence
        evidence.quotes += quotes
        evidence.misfits += misfits
        if quotes > misfits and self._proved != (task, key):
            self._proved = task, key
            if placed.counting == Counting() and isinstance(placed.at, range):
                self._alike += 1
            else:
                evidence.texts[str(placed.counting)] += 1

    def _misfit(self, saying: Saying, key: str, border: tuple[int, int], covered: str | None, at: object) -> None:
        start, end = border
        if start == end:
            message = f"task {saying.task.name}: [{start}, {end}] by {saying.who} marks nothing"
            self.content.report("empty-unit", saying.task.line, message, "it is left out", Severity.WARNING)
            return
        found = Quote((border,), "").found(saying.task.text(key) or "", at)  # type: ignore[arg-type]
        said = say_misfit(f"task {saying.task.name}: [{start}, {end}] by {saying.who}", found, covered)
        self.content.report("offset-mismatch", saying.task.line, *said)

    def _links(self, saying: Saying, ends: Mapping[str, Mapping[str, Span]]) -> Iterator[tuple[str, Span, Span, str]]:
        """The links between regions, with the key of their text."""
        for source, target, type_ in saying.links:
            key = next((key for key, held in ends.items() if source in held and target in held), None)
            if key is None:
                message = f"task {saying.task.name}: a relation by {saying.who} links a region that is not there"
                self.content.report("invalid-relation", saying.task.line, message, "delete it in Label Studio")
            else:
                yield key, ends[key][source], ends[key][target], type_

    def _mark(self) -> None:
        """The markings of all, by the text that a control marks: each text of a task is a document."""
        keys: dict[str, list[str]] = {}
        for name in self._choices:
            if name in self._keys:
                keys.setdefault(self._keys[name], []).append(name)
        linked = any(each.links for each in self._marked)
        relations = self.content.named_layer(RELATIONS) if linked else None
        text, last = "", None
        for task, who, spans, links in self._marked:
            held = dict(spans)
            for key, names in keys.items():
                if task.raw(key) is None:
                    continue
                if (task, key) != last:
                    text, last = task.text(key) or "", (task, key)
                document = task.name if len(keys) == 1 else f"{task.name} {key}"
                for name in names:
                    marked = Spans(held.get(name, ()), len(text), "character", self.content.file, task.line)
                    self.content.named_layer(name).markings.append(Marking(who, document, text, marked))
                if relations is not None:
                    mentions = (
                        span for name in held if name in names and name not in self._said_of for span in held[name]
                    )
                    own = ((source, target, type_) for of, source, target, type_ in links if of == key)
                    drawn = Relations.between(mentions, own, len(text), self.content.file, task.line)
                    relations.markings.append(Marking(who, document, text, drawn))
        self._marked.clear()
