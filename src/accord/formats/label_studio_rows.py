"""JSON_MIN of Label Studio: one object for each annotation, with its results among the data, by the names of controls.

{"text": "Ann left.", "id": 1, "ner": [{"start": 0, "end": 3, "labels": ["PER"]}], "mood": "sad", "annotator": 7,
 "annotation_id": 9, "lead_time": 2.5}
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.formats.json_values import Record

MINIMAL = ("annotation_id", "annotator", "lead_time")
"""Keys that every such object has."""
ANSWERS = {
    "choices": "choices",
    "taxonomy": "taxonomy",
    "rating": "rating",
    "number": "number",
    "pairwise": "selected",
}
"""Types of results that say something of the whole task, and the key of what they say."""


def objects(given: object) -> list[Record]:
    """The objects in a list, if it is one."""
    return [each for each in given if isinstance(each, dict)] if isinstance(given, list) else []


def tasks_of_rows(rows: Sequence[tuple[Record, int]], layer: str | None) -> Iterator[tuple[Record, int]]:
    """The tasks that rows are made of, with their lines.

    A single choice is a mere text there, as is what somebody wrote: it is a choice where the caller says so, or where
    several choices of another row stand under the same name.
    """
    chosen = {name for row, _ in rows for name, value in row.items() if isinstance(value, dict) and "choices" in value}
    names = chosen | ({layer} if layer else set())
    for row, line in rows:
        results = [result for name, value in row.items() for result in _results(name, value, single=name in names)]
        annotation = {"completed_by": row["annotator"], "updated_at": row.get("updated_at"), "result": results}
        yield {"id": row.get("id"), "data": row, "annotations": [annotation]}, line


def _results(name: str, value: object, *, single: bool) -> Iterator[Record]:
    """What stands under a name, as results of a control."""
    for each in objects(value):
        if {"start", "end", "labels"} <= each.keys():
            yield {"from_name": name, "type": "labels", "value": each}
    answers = [value] if isinstance(value, dict) else objects(value)
    for answer in answers:
        types = [type_ for type_, key in ANSWERS.items() if key in answer and "start" not in answer]
        yield from ({"from_name": name, "type": type_, "value": answer} for type_ in types)
    if single and not answers and value:
        yield {"from_name": name, "type": "choices", "value": {"choices": value}}


def unasked(rows: Sequence[tuple[Record, int]], taken: set[str]) -> list[str]:
    """Names of controls whose answers are mere texts, which may be choices: between the id and the annotator."""
    found: dict[str, None] = {}
    for row, _ in rows:
        names = list(row)
        between = names[names.index("id") + 1 : names.index("annotator")] if "id" in row else []
        found |= dict.fromkeys(name for name in between if isinstance(row[name], str) and name not in taken)
    return list(found)
