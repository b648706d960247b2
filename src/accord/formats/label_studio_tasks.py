"""Tasks of Label Studio: who annotated or predicted what, and what of it does not count."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.formats.json_values import Wrong, objects_in
from accord.formats.label_studio_names import ANNOTATOR, MODEL_VERSION
from accord.formats.label_studio_results import SHAPE, Saying
from accord.formats.label_studio_texts import Task
from accord.formats.work_notes import work_note
from accord.messages import column_option, option, plural

if TYPE_CHECKING:
    from accord.formats.columns import Columns
    from accord.formats.content import Content
    from accord.formats.json_values import Record
    from accord.formats.label_studio_layers import LabelStudioLayers

_UNKNOWN, _GROUND_TRUTH = "annotator", "ground truth"
PREDICTION, REPEATED = "prediction", "repeated annotation"
"""What is left out unless the caller says otherwise."""


class LabelStudioTasks:
    """Takes in tasks one by one and hands on what counts.

    A key of annotations or of their users names who annotated; the version of a model asks for predictions, too.
    ``free`` names a control whose free texts are labels.
    """

    def __init__(self, content: Content, layers: LabelStudioLayers, told: Columns, free: str | None) -> None:
        key = told.annotator
        if isinstance(key, int):
            raise UsageError(f"{column_option('annotator')} of Label Studio is a key, not a number")
        self.content, self.layers = content, layers
        self.predictions_too = key == MODEL_VERSION
        self.key = None if self.predictions_too else key
        self.free = free
        self.keeps_all = told.repeats is not None
        self.seen = self.annotated = self.true = 0
        self.left_out: Counter[str] = Counter()
        self._predicted: list[Saying] = []

    def add(self, record: Record, line: int) -> None:
        """Take in a task."""
        self.seen += 1
        task = Task(str(record.get("id", self.seen)), record.get("data"), line)
        self.left_out["draft"] += len(objects_in(record.get("drafts")))
        given = objects_in(record.get("annotations"))
        finished = [each for each in given if not each.get("was_cancelled")]
        self.left_out["cancelled annotation"] += len(given) - len(finished)
        by_time = sorted(finished, key=lambda each: str(each.get("updated_at") or each.get("created_at") or ""))
        made = [(self._annotator(each, line), each) for each in by_time]
        if not self.keeps_all and sum(who == _UNKNOWN for who, _ in made) > 1:
            message = f"task {task.name}: several annotations do not say who made them ('completed_by')"
            self.content.report("missing-annotator", line, message, f"add it, or say what counts: {option('repeats')}")
        if not self.keeps_all:
            self.left_out[REPEATED] += len(made) - len(dict(made))
            made = list(dict(made).items())
        for who, each in made:
            self.annotated += 1
            self.true += each.get("ground_truth") is True
            self.left_out["review"] += len(objects_in(each.get("reviews")))
            self.layers.add(self._said(task, who, each))
        self._predict(task, objects_in(record.get("predictions")))

    def _predict(self, task: Task, predictions: list[Record]) -> None:
        """Predictions count where they are asked for, or where nobody annotates anything."""
        if self.annotated and not self.predictions_too:
            self.left_out[PREDICTION] += len(predictions) + len(self._predicted)
            self._predicted.clear()
            return
        said: dict[str, Saying] = {}
        for number, each in enumerate(predictions, 1):
            who = str(each.get(MODEL_VERSION) or f"prediction {number}")
            self.left_out["repeated prediction"] += who in said
            said[who] = self._said(task, who, each)
        if self.predictions_too:
            for saying in said.values():
                self.layers.add(saying)
        else:
            self._predicted += said.values()

    def finish(self) -> None:
        """Hand on predictions that nobody annotated anything beside."""
        for saying in self._predicted:
            self.layers.add(saying)

    @property
    def said(self) -> str:
        """What else there is to say of the annotations."""
        return f"; {plural(self.true, 'annotation')} called ground truth by the file" if self.true else ""

    def _said(self, task: Task, who: str, annotation: Record) -> Saying:
        work = {"day": annotation.get("created_at"), "seconds": annotation.get("lead_time")}
        saying = Saying(task, who, note=work_note(work))
        for left in saying.take(objects_in(annotation.get("result")), self.free):
            if isinstance(left, Wrong):
                code, message, hint = left.args
                self.content.report(code, task.line, f"task {task.name}: {message}", hint)
            else:
                self.left_out[left] += 1
        return saying

    def _annotator(self, annotation: Record, line: int) -> str:
        """Who made an annotation: the number of the user, as every export has it, else the address."""
        if ANNOTATOR in annotation and self.key is None:
            return str(annotation[ANNOTATOR])
        given = annotation.get("completed_by")
        user = given if isinstance(given, dict) else {"id": given}
        if self.key is not None and self.key != "completed_by":
            named = user.get(self.key, annotation.get(self.key))
            if named is None or isinstance(named, dict | list):
                message = f"an annotation without {self.key!r}, which should name its annotator"
                self.content.report("missing-annotator", line, message, SHAPE)
            return str(named)
        found = user.get("id") or user.get("email")
        if found is None:
            return _GROUND_TRUTH if annotation.get("ground_truth") is True else _UNKNOWN
        return str(found)
