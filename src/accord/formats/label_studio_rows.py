"""JSON_MIN and CSV of Label Studio: a row for each annotation, its results among the data, by the names of controls.

{"text": "Ann left.", "id": 1, "ner": [{"start": 0, "end": 3, "labels": ["PER"]}], "mood": "sad", "annotator": 7,
 "annotation_id": 9, "lead_time": 2.5}
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from accord.formats.json_values import AS_WRITTEN, objects_in
from accord.formats.label_studio_results import ANSWERS, MARKS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.formats.json_values import Record
    from accord.formats.source import Source

MINIMAL = ("annotation_id", "annotator", "lead_time")
"""Keys that every such object has."""
_OF_THE_TOOL = {*MINIMAL, "id", "created_at", "updated_at", "agreement"}


def holds_rows(text: str) -> bool:
    """Whether the first row of a table has the columns that the tool writes."""
    return set(MINIMAL) <= set(_header(text.split("\n", 1)[0]))


def rows_of_table(source: Source) -> Iterator[tuple[Record, int]]:
    """The rows of a CSV export, objects and lists in its cells read as what they are, each with its line."""
    lines = (line + "\n" for line in source.lines())
    first = next(lines, "")
    names = _header(first)
    reader = csv.reader(lines, delimiter="\t" if "\t" in first else ",")
    line = 2
    for cells in reader:
        yield {name: _cell(cell) for name, cell in zip(names, cells, strict=False)}, line
        line = reader.line_num + 2


def _header(line: str) -> list[str]:
    return next(csv.reader(io.StringIO(line.strip("\r\n")), delimiter="\t" if "\t" in line else ","), [])


def _cell(cell: str) -> object:
    if not cell.startswith(("[", "{")):
        return cell
    try:
        return AS_WRITTEN.decode(cell)
    except (ValueError, RecursionError):
        return cell


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
        said = {result["from_name"] for result in results} | _OF_THE_TOOL
        data = {name: value for name, value in row.items() if name not in said}
        yield {"id": row.get("id"), "data": data, "annotations": [annotation]}, line


def _results(name: str, value: object, *, single: bool) -> Iterator[Record]:
    """What stands under a name, as results of a control."""
    for each in objects_in(value):
        type_ = next((type_ for type_ in MARKS if type_ in each), None)
        if type_ and {"start", "end"} <= each.keys():
            yield {"from_name": name, "type": type_, "value": each}
    answers = [value] if isinstance(value, dict) else objects_in(value)
    for answer in answers:
        types = [type_ for type_, key in ANSWERS.items() if key in answer and "start" not in answer]
        yield from ({"from_name": name, "type": type_, "value": answer} for type_ in types)
    if single and not answers and value:
        yield {"from_name": name, "type": "choices", "value": {"choices": value}}


def unasked(rows: Sequence[tuple[Record, int]], taken: set[str]) -> list[str]:
    """Names of controls whose answers are mere texts, which may be choices.

    In JSON_MIN they stand between the id and the annotator. The columns of a table are in the order of the alphabet:
    choices are those whose texts come back, and differ.
    """
    found: dict[str, None] = {}
    by_name = all(list(row) == sorted(row) for row, _ in rows)
    for row, _ in rows:
        names = list(row)
        first, last = (names.index(name) if name in row else -1 for name in ("id", "annotator"))
        between = names if by_name else names[first + 1 : last]
        others = (name for name in between if name not in taken and name not in _OF_THE_TOOL)
        found |= dict.fromkeys(name for name in others if isinstance(row[name], str))
    if not by_name:
        return list(found)
    values = {name: {str(row.get(name)) for row, _ in rows} for name in found}
    return [name for name, held in values.items() if 1 < len(held) <= len(rows) / 2]
