"""Writing Label Studio's tasks: spans, labels of items and relations of all annotators, for its import.

A gold standard becomes predictions, which the tool shows beside annotations and starts new ones from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.formats.label_studio_gold import write_as_read
from accord.formats.label_studio_names import ANNOTATOR, DOCUMENT, MODEL_VERSION, NAME, RELATIONS
from accord.formats.label_studio_records import answer_record, encoded_json, region_record, relation_record, together
from accord.formats.numbers import is_natural
from accord.formats.offsets import UTF16, Counting
from accord.formats.text_layers import is_of_texts, text_layers
from accord.formats.writer import Writer, lost_layers
from accord.messages import plural
from accord.model import ItemLabels, Spans
from accord.model.case import GOLD
from accord.model.relation import Relations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from accord.formats.json_values import Record
    from accord.model import Corpus, Layer, Span

_USUAL = {"spans": "label", "labels": "choice"}
"""What a control is called whose layer has no name."""


@dataclass(slots=True)
class _Task:
    """A task to write: its text, the document of an item, and the results of each annotator."""

    name: str
    text: str
    document: str | None = None
    results: dict[str, list[Record]] = field(default_factory=dict)


def write_label_studio(corpus: Corpus) -> Iterator[bytes]:
    """Tasks with an annotation by each annotator, and predictions of a gold standard."""
    tasks = _tasks(corpus)
    numbers = _numbers(who for task in tasks for who in task.results)
    ids = _numbers(task.name for task in tasks)
    yield b"["
    for place, task in enumerate(tasks):
        yield (b",\n" if place else b"\n") + encoded_json(_record(task, ids[task.name], numbers))
    yield b"\n]\n"


def lost_in_label_studio(corpus: Corpus) -> Iterator[str]:
    """What of a corpus it has no place for."""
    held = layers_held(corpus)
    yield from lost_layers(corpus, held)
    names = [who for who in dict.fromkeys(who for each in held for who in each.annotators) if who != GOLD]
    if unnumbered := sum(not _is_number(who) for who in names):
        yield f"{plural(unnumbered, 'name')} of annotators, who are numbers in Label Studio"
    linked = [layer.name for layer in held if layer.kind == "relations"]
    if len(linked) > 1 or (linked and linked[0] not in {"", RELATIONS}):
        yield f"the names of layers of relations: {', '.join(linked)}"
    spans = [each for layer in held for each in layer.annotations.values() if isinstance(each, Spans)]
    if bare := sum(span.start == span.end for each in spans for span in each.spans):
        yield f"{plural(bare, 'span')} without a length"
    marking = [set(layer.annotations) for layer in held if layer.kind == "spans"]
    if unseen := sum(len(set().union(*marking) - each) for each in marking):
        yield f"that nobody looked: {plural(unseen, 'annotation')} of one layer and not of another, empty there"
    labels = [each for layer in held for each in layer.annotations.values() if isinstance(each, ItemLabels)]
    if other := sum(len(each.texts) for each in labels):
        yield f"{plural(other, 'text')} of items that an annotator read otherwise"


def layers_held(corpus: Corpus) -> list[Layer]:
    """The layers that it can hold."""
    return text_layers(corpus, Spans, Relations, ItemLabels)


def control_name(layer: Layer) -> str:
    """What the control of a layer is called."""
    return layer.name or _USUAL.get(layer.kind, layer.kind)


def _tasks(corpus: Corpus) -> list[_Task]:
    """The texts of documents and items, each with what all annotators said of it."""
    layers = layers_held(corpus)
    tasks: dict[tuple[str | None, str], _Task] = {}
    for document in corpus.documents:
        marked = [layer for layer in layers if layer.kind != "labels"]
        for who in dict.fromkeys(who for layer in marked for name, who in layer.annotations if name == document.id):
            task = tasks.setdefault((None, document.id), _Task(document.id, document.text))
            said = {control_name(layer): layer.annotations.get((document.id, who)) for layer in marked}
            task.results[who] = list(_regions(said, document.text))
        for layer in (each for each in layers if each.kind == "labels"):
            for (name, who), each in layer.annotations.items():
                if name == document.id and isinstance(each, ItemLabels):
                    group = document.id if document.named else None
                    for item, label in each.labels.items():
                        task = _task_of_item(tasks, group, item, document.items.get(item, ""))
                        task.results.setdefault(who, []).append(answer_record(control_name(layer), label))
    return list(tasks.values())


def _task_of_item(tasks: dict[tuple[str | None, str], _Task], document: str | None, item: str, text: str) -> _Task:
    task = tasks.setdefault((document, item), _Task(item, text, document))
    if text not in {"", task.text}:
        raise UsageError(f"the item {item!r} and the document of that name have two texts: write them apart")
    return task


def _regions(said: Mapping[str, object], text: str) -> Iterator[Record]:
    """The results of one annotator in one text: regions, and relations between them."""
    at = list(Counting(UTF16).positions(text))
    ids: dict[Span, str] = {}
    names = (f"region{number}" for number in count(1))
    links = [each for each in said.values() if isinstance(each, Relations)]
    mentions = {span for each in links for span in each.mentions}
    for name, each in said.items():
        for group in together(each.spans, mentions) if isinstance(each, Spans) else ():
            if group[0].start < group[0].end:
                id_ = next(names)
                ids |= {span: id_ for span in group if span not in ids}
                yield region_record(id_, name, group, text, at)
    for each in links:
        for span in each.mentions:
            if span not in ids and span.start < span.end:
                ids[span] = next(names)
                yield region_record(ids[span], _USUAL["spans"], [span], text, at)
        for source, target, type_ in each.relations:
            ends = [ids.get(each.mentions[end]) for end in (source, target)]
            if None not in ends:
                yield relation_record(str(ends[0]), str(ends[1]), type_)


def _record(task: _Task, number: int, numbers: Mapping[str, int]) -> Record:
    """A task as the tool imports it."""
    data: Record = {"text": task.text}
    if str(number) != task.name:
        data[NAME] = task.name
    if task.document is not None:
        data[DOCUMENT] = task.document
    made: Record = {"id": number, "data": data}
    said = {who: results for who, results in task.results.items() if who != GOLD}
    if said:
        made["annotations"] = [_annotation(who, numbers[who], results) for who, results in said.items()]
    if GOLD in task.results:
        made["predictions"] = [{MODEL_VERSION: GOLD, "result": task.results[GOLD]}]
    return made


def _annotation(who: str, number: int, results: list[Record]) -> Record:
    named = {} if str(number) == who else {ANNOTATOR: who}
    return {"completed_by": number, **named, "result": results, "was_cancelled": False, "ground_truth": False}


def _numbers(names: Iterable[str]) -> dict[str, int]:
    """A number for each name: itself where it is one, else one that no other has."""
    every = list(dict.fromkeys(names))
    taken = {int(name) for name in every if _is_number(name)}
    free = (number for number in count(1) if number not in taken)
    return {name: int(name) if _is_number(name) else next(free) for name in every}


def _is_number(name: str) -> bool:
    return is_natural(name) and str(int(name)) == name


WRITER = Writer(
    None,
    ".json",
    (),
    ("spans", "relations", "labels of items"),
    as_read=write_as_read,
    holds=is_of_texts,
    together=write_label_studio,
    lost=lost_in_label_studio,
    several_layers=True,
)
