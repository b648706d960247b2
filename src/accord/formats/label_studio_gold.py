"""A gold standard of tasks of Label Studio as predictions for the same tasks, with their data, numbers and controls."""

from __future__ import annotations

import json
from bisect import bisect_right
from itertools import count
from typing import TYPE_CHECKING

from accord.errors import ReadError
from accord.formats.inputs import Inputs
from accord.formats.json_stream import WrongAt, json_objects
from accord.formats.json_values import Wrong, objects_in
from accord.formats.label_studio_names import MODEL_VERSION
from accord.formats.label_studio_records import answer_record, encoded_json, region_record, relation_record, together
from accord.formats.label_studio_results import ANSWERS, FREE_TEXT, MARKS, label, region, several
from accord.formats.label_studio_rows import MINIMAL
from accord.formats.label_studio_texts import Task, offsets
from accord.model import ItemLabels, Spans
from accord.model.case import GOLD
from accord.model.relation import Relations

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.formats.columns import Columns
    from accord.formats.json_values import Record
    from accord.formats.source import Source
    from accord.model import Corpus, Span

_KEPT = ("id", "data", "meta", "file_upload", "inner_id")
"""What stays of a task."""


def write_as_read(corpus: Corpus, annotator: str, columns: Columns) -> bytes | None:
    """The tasks of the sources with predictions; None for others than a gold standard, or where a task is not found."""
    inputs = Inputs.of(columns)
    sources = [source for source in list(inputs.run.sources.values()) if _is_export(source, inputs)]
    if annotator != GOLD or not sources:
        return None
    gold = _Gold(corpus)
    written = []
    for source in sources:
        content = inputs.parse(source, "label-studio")
        found = content.of_layer(inputs.layer) or content
        controls = _controls(source)
        for record, task in _records(source):
            if "data" not in record:
                return None
            if (results := gold.results(record, task, found.layer, controls)) is not None:
                kept = {key: record[key] for key in _KEPT if key in record}
                written.append(encoded_json({**kept, "predictions": [{MODEL_VERSION: GOLD, "result": results}]}))
    if gold.waiting:
        return None
    return b"[\n" + b",\n".join(written) + b"\n]\n"


def _is_export(source: Source, inputs: Inputs) -> bool:
    try:
        return inputs.sniff(source).format == "label-studio"
    except ReadError:
        return False


def _records(source: Source) -> Iterator[tuple[Record, Task]]:
    """The tasks of a file with their texts; none of what is in rows, which have lost the data of their tasks."""
    try:
        for number, (line, record) in enumerate(json_objects(source, json.JSONDecoder()), 1):
            if all(key in record for key in MINIMAL):
                return
            yield record, Task(str(record.get("id", number)), record.get("data"), line)
    except WrongAt:
        return


def _said(record: Record) -> Iterator[Record]:
    """All results of a task."""
    for each in (*objects_in(record.get("annotations")), *objects_in(record.get("predictions"))):
        yield from objects_in(each.get("result"))


def _controls(source: Source) -> dict[str, tuple[str, str]]:
    """What each control marks or asks about, and of which type it is."""
    found: dict[str, tuple[str, str]] = {}
    for record, _ in _records(source):
        for result in _said(record):
            if str(result.get("type")) in {*MARKS, *ANSWERS, FREE_TEXT}:
                named = str(result.get("to_name")), str(result["type"])
                found.setdefault(str(result.get("from_name")), named)
    return found


class _Gold:
    """What the gold standard says of each document or item, until the task of it is found."""

    def __init__(self, corpus: Corpus) -> None:
        self.texts = {document.id: document.text for document in corpus.documents}
        self.marked = {name: said for (name, _), said in corpus.annotations.items() if not isinstance(said, ItemLabels)}
        named = {document.id: document.named for document in corpus.documents}
        self.labels = {
            (name if named[name] else None, item): label
            for (name, _), said in corpus.annotations.items()
            if isinstance(said, ItemLabels)
            for item, label in said.labels.items()
        }

    @property
    def waiting(self) -> bool:
        """Whether there is anything whose task was not found."""
        return bool(self.marked or self.labels)

    def results(
        self, record: Record, task: Task, layer: str, controls: Mapping[str, tuple[str, str]]
    ) -> list[Record] | None:
        """The results of a task; None where the gold standard says nothing of it."""
        made: list[Record] = []
        said = list(_said(record))
        found = False
        for key in [None, *task.keys]:
            name = task.name if key is None else f"{task.name} {key}"
            if name in self.marked:
                found, marked = True, self.marked.pop(name)
                own = next((each for each in task.keys if task.text(each) == self.texts[name]), key)
                if own is not None and isinstance(marked, Spans | Relations):
                    made += _Regions(task, own, said, layer, controls).results(marked)
        label_ = self.labels.pop((task.document, task.name), None)
        if label_ is not None:
            found = True
            made.append(_answer(said, layer, label_, controls))
        return made if found else None


def _answer(said: Sequence[Record], layer: str, wanted: str, controls: Mapping[str, tuple[str, str]]) -> Record:
    """The answer of somebody who gave the label, or a new one like the others of the control."""
    object_, type_ = controls.get(layer, ("text", "choices"))
    for result in said:
        value = result.get("value")
        if result.get("from_name") == layer and isinstance(value, dict) and "start" not in value:
            answer = value.get(ANSWERS.get(type_, "text"))
            if answer is not None and label(answer) == wanted:
                return result
    return answer_record(layer, wanted, type_, object_)


class _Regions:
    """The regions of one text of a task: such as somebody marked them, where somebody did."""

    def __init__(
        self, task: Task, key: str, said: Sequence[Record], layer: str, controls: Mapping[str, tuple[str, str]]
    ) -> None:
        self.task, self.key, self.layer, self.controls = task, key, layer, controls
        self.text = task.text(key) or ""
        self.at = offsets(task.raw(key) or "")
        self.taken: set[str] = set()
        self.names = (name for number in count(1) if (name := f"gold{number}") not in self.taken)
        self.known: dict[tuple[tuple[int, int], tuple[str, ...]], list[Record]] = {}
        for result in said:
            if result.get("type") in MARKS and isinstance(result.get("value"), dict):
                value = result["value"]
                types = several(value.get(str(result["type"])) or value.get("labels"))
                try:
                    border = task.border(key, region(result, layer, types))
                except Wrong:
                    continue
                if border is not None:
                    self.known.setdefault((border, types), []).append(result)

    def results(self, marked: Spans | Relations) -> Iterator[Record]:
        """Regions, and relations between them."""
        if isinstance(marked, Spans):
            for group in together(marked.spans, set()):
                whole = self._read(group, self.layer)
                for each in [group] if whole or len(group) == 1 else [[span] for span in group]:
                    yield self._named(self._read(each, self.layer) or self._new(each))
            return
        ids = []
        for span in marked.mentions:
            made = self._named(self._read([span], None) or self._new([span]))
            ids.append(made["id"])
            yield made
        for source, target, type_ in marked.relations:
            yield relation_record(ids[source], ids[target], type_)

    def _read(self, spans: Sequence[Span], layer: str | None) -> Record | None:
        """A region as somebody marked it."""
        border = self.at[spans[0].start], self.at[spans[0].end]
        for result in self.known.get((border, tuple(span.type for span in spans)), ()):
            if layer is None or result.get("from_name") == layer:
                return result
        return None

    def _new(self, spans: Sequence[Span]) -> Record:
        """A region that nobody marked so, as the control writes it."""
        layer = self.layer
        if self.controls.get(layer, ("", "labels"))[1] not in MARKS or layer not in self.controls:
            layer = next((name for name, (_, type_) in self.controls.items() if type_ in MARKS), "label")
        object_, type_ = self.controls.get(layer, ("text", "labels"))
        made = region_record("", layer, spans, self.text, self.at, object_=object_, type_=type_)
        value = made["value"]
        if type_ == "hypertextlabels":
            value["globalOffsets"] = {"start": value["start"], "end": value["end"]}
        elif self.key in self.task.paragraphs:
            starts = self.task.paragraphs[self.key]
            for side in ("start", "end"):
                number = bisect_right(starts, value[side]) - 1
                value[f"{side}Offset"] = value[side] - starts[number]
                value[side] = str(number)
        return made

    def _named(self, result: Record) -> Record:
        """A region under a name that no other has."""
        name = str(result.get("id") or "")
        if not name or name in self.taken:
            name = next(self.names)
        self.taken.add(name)
        kept = {key: each for key, each in result.items() if key not in {"score", "origin"}}
        return {**kept, "id": name}
