"""Label Studio: tasks with what each annotator said of them, one layer for each control of the labelling interface.

[{"id": 1, "data": {"text": "Ann left."}, "annotations": [{"completed_by": 7, "result": [
  {"id": "a", "from_name": "ner", "to_name": "text", "type": "labels",
   "value": {"start": 0, "end": 3, "text": "Ann", "labels": ["PER"]}},
  {"from_name": "mood", "to_name": "text", "type": "choices", "value": {"choices": ["sad"]}},
  {"from_id": "a", "to_id": "b", "type": "relation", "labels": ["left"]}]}]}]
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.formats.content import Content, Marking
from accord.formats.formats import Format
from accord.formats.json_stream import WrongAt, json_objects
from accord.formats.json_values import Record, Wrong, kind
from accord.formats.label_studio_rows import ANSWERS, MINIMAL, objects, tasks_of_rows, unasked
from accord.formats.numbers import whole_number
from accord.formats.offsets import UTF16, Counting, Proof, Quote, prove, say_countings, say_misfit
from accord.messages import option, plural
from accord.model import Span, Spans
from accord.model.relation import Relations

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.formats.columns import Columns
    from accord.formats.offsets import Border
    from accord.formats.source import Source

RELATIONS = "relations"
_SPANS = {"labels": "labels", "hypertextlabels": "hypertextlabels"}
"""Types of results that mark a text, and the key of their labels."""
_SHAPE = 'a task is {"data": {"text": ...}, "annotations": [{"completed_by": ..., "result": [...]}]}'


_MEASURED = "labels of texts, choices, taxonomies, ratings, numbers, pairwise choices and relations are"
_OF_TASKS = re.compile(r"\s*+\[?\s*+\{")
_RESULTS = re.compile(r'"(?:annotations|predictions)"\s*:\s*\[\s*\{')


def recognise(source: Source) -> str:
    """Whether the start of a file is that of tasks with results."""
    text = source.start()
    minimal = all(f'"{key}"' in text for key in MINIMAL)
    is_one = bool(_OF_TASKS.match(text)) and (minimal or bool(_RESULTS.search(text) and '"result"' in text))
    return "it holds tasks with annotations and results" if is_one else ""


class _Region(NamedTuple):
    """A stretch of a text as a result has it, in one of the layers; ``object`` is what the interface calls the text."""

    layer: str
    object: str
    border: Border
    types: tuple[str, ...]
    covered: str | None


@dataclass(slots=True)
class _Saying:
    """What one annotator said of one task: regions by id, answers by layer, and links between regions."""

    task: str
    who: str
    data: Mapping[str, Any]
    line: int
    regions: dict[str, _Region] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    links: list[tuple[str, str, str]] = field(default_factory=list)


def read_label_studio(source: Source, told: Columns) -> Content:
    """Label Studio's JSON and JSON_MIN: spans, choices, ratings and relations by annotator, a layer for each control.

    Cancelled annotations and drafts are left out. Of two annotations of one task by the same annotator the later one
    counts. Predictions are annotators where nobody else said anything.
    """
    content = Content(source.name)
    tasks, rows = _Tasks(content), list[tuple[Record, int]]()
    try:
        for line, task in json_objects(source, json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)):
            if all(key in task for key in MINIMAL):
                rows.append((task, line))
            else:
                tasks.add(task, line)
    except WrongAt as wrong:
        code, message, hint = wrong.args
        content.report(code, wrong.line, message, hint)
    for task, line in tasks_of_rows(rows, told.layer):
        tasks.add(task, line)
    layers = _Layers(content, told.offsets)
    layers.add(tasks.sayings or tasks.predicted)
    if tasks.sayings:
        tasks.left_out["prediction"] += len(tasks.predicted)
    layers.finish(tasks.left_out, unasked(rows, {content.layer, *(each.layer for each in content.beside)}))
    return content


class _Tasks:
    """Collects what annotators said of the tasks of a file."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.seen = 0
        self.sayings: list[_Saying] = []
        self.predicted: list[_Saying] = []
        self.left_out: Counter[str] = Counter()

    def add(self, task: Record, line: int) -> None:
        """Take in a task."""
        self.seen += 1
        self.left_out["draft"] += len(objects(task.get("drafts")))
        given = objects(task.get("annotations"))
        finished = [each for each in given if not each.get("was_cancelled")]
        self.left_out["cancelled annotation"] += len(given) - len(finished)
        latest: dict[str, Record] = {}
        for each in sorted(finished, key=lambda each: str(each.get("updated_at") or each.get("created_at") or "")):
            self.left_out["repeated annotation"] += _annotator(each) in latest
            latest[_annotator(each)] = each
        self.sayings += [self._said(task, who, each, line) for who, each in latest.items()]
        for number, each in enumerate(objects(task.get("predictions")), 1):
            who = str(each.get("model_version") or f"prediction {number}")
            self.predicted.append(self._said(task, who, each, line))

    def _said(self, task: Record, who: str, annotation: Record, line: int) -> _Saying:
        data = task.get("data")
        name = str(task.get("id", self.seen))
        saying = _Saying(name, who, data if isinstance(data, dict) else {}, line)
        for result in objects(annotation.get("result")):
            try:
                if not _take(saying, result):
                    self.left_out[f"{result.get('type')} result"] += 1
            except Wrong as wrong:
                code, message, hint = wrong.args
                self.content.report(code, line, f"task {name}: {message}", hint)
        return saying


def _take(saying: _Saying, result: Record) -> bool:
    """Take in one result; False where it is nothing that is measured."""
    type_, value = str(result.get("type")), result.get("value")
    if type_ == "relation":
        types = _several(result.get("labels"))
        saying.links += [(str(result.get("from_id")), str(result.get("to_id")), each) for each in types]
        return True
    layer = str(result.get("from_name") or type_)
    if not isinstance(value, dict):
        raise Wrong("wrong-type", f"'value' holds {kind(value)} where an object is needed", _SHAPE)
    if type_ in _SPANS:
        of_html = value.get("globalOffsets")
        places = of_html if isinstance(of_html, dict) else value
        start, end = (whole_number(places.get(side)) for side in ("start", "end"))
        if start is None or end is None:
            raise Wrong("invalid-span", f"a result of {layer!r} does not start and end at a whole number", _SHAPE)
        types = _several(value.get(_SPANS[type_]) or value.get("labels"))
        covered = value.get("text")
        covered = covered if isinstance(covered, str) else None
        region = _Region(layer, str(result.get("to_name")), (start, end), types, covered)
        saying.regions[str(result.get("id", f"region {len(saying.regions)}"))] = region
        return True
    answer = value.get(ANSWERS.get(type_, ""))
    if answer is None or "start" in value or str(result.get("id")) in saying.regions:
        return False
    saying.answers[layer] = _label(answer)
    return True


def _several(labels: Any) -> tuple[str, ...]:
    """Labels in a list, or one that stands without; an empty one where there is none."""
    return tuple(map(str, labels if isinstance(labels, list) else [labels])) if labels else ("",)


def _label(answer: Any) -> str:
    """What was chosen as a label: members of a set with bars between them, the steps of a path with slashes."""
    if not isinstance(answer, list):
        return str(answer)
    members = ["/".join(map(str, each)) if isinstance(each, list) else str(each) for each in answer]
    return "|".join(sorted(dict.fromkeys(members)))


class _Layers:
    """Makes a layer of what everyone said by each control."""

    def __init__(self, content: Content, unit: str | None) -> None:
        self.content = content
        self.unit = unit
        self.countings: dict[Counting, None] = {}

    def add(self, sayings: Sequence[_Saying]) -> None:
        """Take in everything: whoever marked nothing by a control that others used looked and found nothing."""
        marking = dict.fromkeys(region.layer for each in sayings for region in each.regions.values())
        for name in [*marking, *(name for each in sayings for name in each.answers)]:
            self.content.named_layer(name)
        linked = any(each.links for each in sayings)
        marked = self._marked(list(marking), sayings)
        for saying in sayings:
            for name, label in saying.answers.items():
                text = next(iter(_texts(saying.data).values()), "")
                self.content.named_layer(name).answer(None, saying.who, saying.task, label, saying.line, text=text)
            for key, names in marked.items():
                document = saying.task if len(marked) == 1 else f"{saying.task} {key}"
                self._mark(saying, key, names, document, linked=linked)

    def _marked(self, names: Sequence[str], sayings: Sequence[_Saying]) -> dict[str, list[str]]:
        """The controls by the key of the text that they mark: all of a file the same, whoever marked something."""
        found: dict[str, list[str]] = {}
        for name in names:
            keys = _keys(name, sayings, self.unit)
            if len(keys) == 1:
                found.setdefault(keys[0], []).append(name)
                continue
            line = next(each.line for each in sayings if any(region.layer == name for region in each.regions.values()))
            which = " or ".join(map(repr, keys))
            message = f"{name!r} marks {which}, and nothing tells which" if keys else "there is no text in the data"
            hint = "in the data of the tasks, name the one that was marked 'text'" if keys else _SHAPE
            self.content.report("missing-text", line, message, hint)
        return found

    def _mark(self, saying: _Saying, key: str, names: Sequence[str], document: str, *, linked: bool) -> None:
        regions = {id_: each for id_, each in saying.regions.items() if each.layer in names}
        text = _texts(saying.data).get(key)
        if text is None:
            message = f"task {saying.task}: there is no text in {key!r} of its data"
            self.content.report("missing-text", saying.line, message, _SHAPE)
            return
        proof = _proved(text, list(regions.values()), self.unit)
        at = proof.counting.positions(text)
        covering = [id_ for id_, each in regions.items() if each.covered is not None]
        misfits = {covering[number] for number in proof.misfits}
        if covering:
            self.countings[proof.counting] = None
        placed: dict[str, tuple[str, list[Span]]] = {}
        for id_, region in regions.items():
            start, end = region.border
            if id_ in misfits or start not in at or end not in at or start >= end:
                found = Quote((region.border,), "").found(text, at)
                said = say_misfit(f"task {saying.task}: [{start}, {end}] by {saying.who}", found, region.covered)
                self.content.report("offset-mismatch", saying.line, *said)
            else:
                placed[id_] = region.layer, [Span(at[start], at[end], type_) for type_ in region.types]
        for name in names:
            spans = dict.fromkeys(span for layer, held in placed.values() if layer == name for span in held)
            marked = Spans(tuple(spans), len(text), "character", self.content.file, saying.line)
            self.content.named_layer(name).markings.append(Marking(saying.who, document, text, marked))
        if linked:
            whole = {id_: held[0] for id_, (_, held) in placed.items()}
            self.content.named_layer(RELATIONS).markings.append(
                Marking(saying.who, document, text, self._relations(saying, whole, names, len(text)))
            )

    def _relations(self, saying: _Saying, whole: Mapping[str, Span], names: Sequence[str], length: int) -> Relations:
        links = []
        for source, target, type_ in saying.links:
            if source in saying.regions and saying.regions[source].layer not in names:
                continue  # of another text
            if source in whole and target in whole:
                links.append((whole[source], whole[target], type_))
            else:
                message = f"task {saying.task}: a relation by {saying.who} links a region that is not there"
                self.content.report("invalid-relation", saying.line, message, "delete it in Label Studio")
        return Relations.between(whole.values(), links, length, self.content.file, saying.line)

    def finish(self, left_out: Counter[str], texts: Sequence[str]) -> None:
        """Put the layers into the content, and say what is not in them; ``texts`` are names of what may be choices."""
        said = ", ".join(plural(count, what) for what, count in sorted(left_out.items()) if count)
        choices = f"if {' or '.join(map(repr, texts))} holds choices, say {option('layer')} with its name"
        if not self.content.layer:
            message = f"there is nothing in it that is measured{f'; left out: {said}' if said else ''}"
            self.content.report("empty-file", None, message, choices if texts else _MEASURED)
            return
        left = f"; left out: {said}" if said else ""
        asked = f"; {choices}" if texts else ""
        self.content.assumption = f"tasks of Label Studio{say_countings(self.countings)}{left}{asked}"


def _annotator(annotation: Record) -> str:
    """Who made an annotation: the number of the user, as every export has it, else the address."""
    given = annotation.get("completed_by")
    found = (given.get("id") or given.get("email")) if isinstance(given, dict) else given
    return "annotator" if found is None else str(found)


def _texts(data: Mapping[str, Any]) -> dict[str, str]:
    """The texts among the data of a task, what is called text first."""
    found = {key: value.replace("\r\n", "\n") for key, value in data.items() if isinstance(value, str)}
    return {key: found[key] for key in sorted(found, key=lambda key: key != "text")}


def _keys(name: str, sayings: Sequence[_Saying], unit: str | None) -> list[str]:
    """The keys of the text that a control marks: one, where it is told by the regions or by its name."""
    fits: Counter[str] = Counter()
    named = {"text"}
    for saying in sayings:
        regions = [each for each in saying.regions.values() if each.layer == name]
        named |= {each.object for each in regions}
        for key, text in _texts(saying.data).items() if regions else ():
            fits[key] += _fitting(text, regions, unit)
    best = [key for key, count in fits.items() if count == max(fits.values())]
    return [key for key in best if key in named] or best


def _fitting(text: str, regions: Sequence[_Region], unit: str | None) -> int:
    """How many regions fit a text: they cover what they say, or end within it."""
    proof = _proved(text, regions, unit)
    end = max(proof.counting.positions(text))
    return len(regions) - len(proof.misfits) - sum(each.covered is None and each.border[1] > end for each in regions)


def _proved(text: str, regions: Sequence[_Region], unit: str | None) -> Proof:
    """How regions count; Label Studio counts UTF-16 units where nothing tells."""
    quotes = [Quote((each.border,), each.covered) for each in regions if each.covered is not None]
    return prove(text, quotes, unit) if quotes else Proof(Counting(unit or UTF16), [])


LABEL_STUDIO = Format(read_label_studio, takes=("offsets",), recognise=recognise)
