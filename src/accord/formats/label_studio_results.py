"""What one annotator said of a task of Label Studio, result by result: regions of texts, answers, and links."""

from __future__ import annotations

from dataclasses import dataclass, field
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.json_values import Record, Wrong, kind
from accord.formats.numbers import is_natural, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.formats.label_studio_texts import Task
    from accord.formats.offsets import Border
    from accord.model.work import WorkNote

SHAPE = 'a task is {"data": {"text": ...}, "annotations": [{"completed_by": ..., "result": [...]}]}'
MARKS = ("labels", "hypertextlabels", "paragraphlabels")
"""Types of results that mark a text; their labels stand under the same key."""
ANSWERS = {
    "choices": "choices",
    "taxonomy": "taxonomy",
    "rating": "rating",
    "number": "number",
    "datetime": "datetime",
    "pairwise": "selected",
}
"""Types of results that say something of the whole task or of a region, and the key of what they say."""
FREE_TEXT = "textarea"
_WITHOUT_REGION = (*ANSWERS, FREE_TEXT, "relation")


class Region(NamedTuple):
    """A stretch of a text as a result has it, in one of the layers; ``object`` is what the interface calls the text."""

    layer: str
    object: str
    border: Border
    types: tuple[str, ...]
    covered: str | None
    paragraphs: tuple[int, int] | None = None
    """In which paragraphs it starts and ends, where places are counted from theirs."""
    of_html: bool = False
    said_of: bool = False
    """Whether its type is what was said of another region of the same place."""


@dataclass(slots=True)
class Saying:
    """What one annotator said of one task: regions by id, answers by layer, and links between regions."""

    task: Task
    who: str
    regions: dict[str, Region] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    links: list[tuple[str, str, str]] = field(default_factory=list)
    note: WorkNote | None = None

    def take(self, results: list[Record], free: str | None = None) -> Iterator[str | Wrong]:
        """Take in results, and yield what each is that is not measured, or what is wrong with it.

        ``free`` names the control whose free texts are labels.
        """
        about = {_id(each) for each in results if str(each.get("type")) not in _WITHOUT_REGION} - {None}
        for result in sorted(results, key=lambda each: str(each.get("type")) in ANSWERS):
            try:
                if left := self._take(result, about, free):
                    yield left
            except Wrong as wrong:
                yield wrong

    def _take(self, result: Record, about: set[str | None], free: str | None) -> str:
        """Take in one result; what it is, if it is nothing that is measured."""
        type_, value, id_ = str(result.get("type")), result.get("value"), _id(result)
        if type_ == "relation":
            types = several(result.get("labels"))
            self.links += [(str(result.get("from_id")), str(result.get("to_id")), each) for each in types]
            return ""
        layer = intern(str(result.get("from_name") or type_))
        if not isinstance(value, dict):
            raise Wrong("wrong-type", f"'value' holds {kind(value)} where an object is needed", SHAPE)
        if type_ in MARKS:
            if "channel" in value or "original_length" in result:
                return f"{type_} result of a recording"
            name = id_ or f"region {len(self.regions)}"
            if name in self.regions:  # a region has a result for each control that labels it
                name = f"{name} {layer} {len(self.regions)}"
            self.regions[name] = region(result, layer, several(value.get(type_) or value.get("labels")))
            return ""
        key = "text" if type_ == FREE_TEXT and layer == free else ANSWERS.get(type_, "")
        answer = value.get(key)
        if answer is None:
            return f"{type_} result"
        if id_ in self.regions and not self.regions[str(id_)].said_of:
            of = self.regions[str(id_)]
            said = of._replace(layer=layer, types=(label(answer),), said_of=True)
            self.regions[f"{id_} {layer}"] = said
            return ""
        if id_ in about or "start" in value or "x" in value:
            return f"{type_} result of a region"
        if self.answers.setdefault(layer, label(answer)) != label(answer):
            message = f"{layer!r} answers {self.answers[layer]!r}, and {label(answer)!r}, in one annotation"
            raise Wrong("duplicate-label", message, "keep one of the two results")
        return ""


def region(result: Record, layer: str, types: tuple[str, ...]) -> Region:
    """The stretch of a text that a result marks."""
    value = result["value"]
    of_html = value.get("globalOffsets")
    places = of_html if isinstance(of_html, dict) else value
    start, end = _whole(places.get("start")), _whole(places.get("end"))
    paragraphs = None
    if "startOffset" in value and places is value:
        inner = [_whole(value.get(side)) for side in ("startOffset", "endOffset")]
        if start is not None and end is not None:
            paragraphs = start, end
            start, end = inner
    if start is None or end is None:
        raise Wrong("invalid-span", f"a result of {layer!r} does not start and end at a whole number", SHAPE)
    covered = value.get("text")
    covered = covered if isinstance(covered, str) else None
    is_html = result.get("type") == "hypertextlabels"
    return Region(layer, str(result.get("to_name")), (start, end), types, covered, paragraphs, is_html)


def several(labels: object) -> tuple[str, ...]:
    """Labels in a list, or one that stands without; an empty one where there is none."""
    if type(labels) is list and len(labels) == 1 and type(labels[0]) is str:
        return (intern(labels[0]),)
    return tuple(intern(str(each)) for each in (labels if isinstance(labels, list) else [labels])) if labels else ("",)


def label(answer: object) -> str:
    """What was chosen as a label: members of a set with bars between them, the steps of a path with slashes."""
    if not isinstance(answer, list):
        return intern(str(answer))
    members = ["/".join(map(str, each)) if isinstance(each, list) else str(each) for each in answer]
    return intern("|".join(sorted(dict.fromkeys(members))))


def _id(result: Record) -> str | None:
    given = result.get("id")
    return None if given is None else str(given)


def _whole(written: object) -> int | None:
    if type(written) is str and is_natural(written):
        return int(written)
    return written if type(written) is int else whole_number(written)
