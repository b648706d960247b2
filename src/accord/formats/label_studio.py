"""Label Studio: tasks with what each annotator said of them, one layer for each control of the labelling interface.

[{"id": 1, "data": {"text": "Ann left."}, "annotations": [{"completed_by": 7, "result": [
  {"id": "a", "from_name": "ner", "to_name": "text", "type": "labels",
   "value": {"start": 0, "end": 3, "text": "Ann", "labels": ["PER"]}},
  {"from_name": "mood", "to_name": "text", "type": "choices", "value": {"choices": ["sad"]}},
  {"from_id": "a", "to_id": "b", "type": "relation", "labels": ["left"]}]}]}]
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from accord.formats.content import Content
from accord.formats.formats import Format
from accord.formats.json_stream import json_objects
from accord.formats.json_values import AS_WRITTEN, reported
from accord.formats.label_studio_layers import LabelStudioLayers
from accord.formats.label_studio_names import MODEL_VERSION
from accord.formats.label_studio_rows import MINIMAL, holds_rows, rows_of_table, tasks_of_rows, unasked
from accord.formats.label_studio_tasks import PREDICTION, REPEATED, LabelStudioTasks
from accord.formats.label_studio_writer import WRITER
from accord.formats.offsets import say_countings
from accord.messages import column_option, option, say_left_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.formats.columns import Columns
    from accord.formats.json_values import Record
    from accord.formats.source import Source

_MEASURED = "labels of texts, choices, taxonomies, ratings, numbers, dates, pairwise choices and relations are"
_OF_TASKS = re.compile(r"\s*+\[?\s*+\{")
_RESULTS = re.compile(r'"(?:annotations|predictions)"\s*:\s*\[\s*\{')


def recognise(source: Source) -> str:
    """Whether the start of a file is that of tasks with results, or of rows of them."""
    text = source.start()
    if _OF_TASKS.match(text):
        minimal = all(f'"{key}"' in text for key in MINIMAL)
        is_one = minimal or bool(_RESULTS.search(text) and '"result"' in text)
        return "it holds tasks with annotations and results" if is_one else ""
    return "its rows are annotations with their lead times" if holds_rows(text) else ""


def read_label_studio(source: Source, told: Columns) -> Content:
    """Label Studio's JSON, JSON_MIN and CSV: spans, choices, ratings and relations, a layer for each control.

    Cancelled annotations and drafts are left out. Of two annotations of one task by the same annotator the later one
    counts, unless the caller says what does. Predictions are annotators where nobody else said anything, or where
    ``annotator`` is "model_version".
    """
    content = Content(source.name)
    layers = LabelStudioLayers(content, told.offsets)
    asked = told.layer or next((name for name in told.labels or () if isinstance(name, str)), None)
    tasks = LabelStudioTasks(content, layers, told, asked)
    rows: list[tuple[Record, int]] = []
    with reported(content):
        for task, line in tasks_in(source):
            if all(key in task for key in MINIMAL):
                rows.append((task, line))
            else:
                tasks.add(task, line)
    for task, line in tasks_of_rows(rows, asked):
        tasks.add(task, line)
    tasks.finish()
    layers.finish()
    texts = unasked(rows, {content.layer, *(each.layer for each in content.beside)})
    _say(content, tasks, layers, texts, of_rows=bool(rows))
    return content


def tasks_in(source: Source) -> Iterator[tuple[Record, int]]:
    """The tasks or rows of an export, numbers as they are written, each with its line."""
    if _OF_TASKS.match(source.start()):
        yield from ((task, line) for line, task in json_objects(source, AS_WRITTEN))
    else:
        yield from rows_of_table(source)


def _say(
    content: Content, tasks: LabelStudioTasks, layers: LabelStudioLayers, texts: Sequence[str], *, of_rows: bool
) -> None:
    """Say how it was read, and what is not in it; ``texts`` are names of what may be choices."""
    left = say_left_out(dict(sorted(tasks.left_out.items())))
    if tasks.left_out[REPEATED]:
        left += f" (of repeated ones the latest counts, unless {option('repeats')} says otherwise)"
    if tasks.left_out[PREDICTION]:
        left += f" (to read predictions too, say {column_option('annotator', MODEL_VERSION)})"
    which = " or ".join(map(repr, texts)) or "a column"
    choices = f"if {which} holds choices, say {option('layer')} with its name"
    if not content.layer:
        if not content.has_errors:
            hint = choices if texts or of_rows else _MEASURED
            content.report("empty-file", None, f"there is nothing in it that is measured{left}", hint)
        return
    asked = f"; {choices}" if texts else ""
    content.assumption = (
        f"tasks of Label Studio{say_countings(layers.countings, layers.evidence)}{tasks.said}{left}{asked}"
    )


LABEL_STUDIO = Format(read_label_studio, takes=("offsets", "annotator"), writer=WRITER, recognise=recognise)
