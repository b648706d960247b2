"""Logs of Inspect AI: what each scorer said of each sample, in one JSON file or in a zip of them (.eval).

{"version": 2, "status": "success", "eval": {"task": "facts", "model": "openai/gpt-4o", ...},
 "samples": [{"id": 1, "epoch": 1, "input": "Who wrote it?", "target": "Ann", "scores": {"match": {"value": "C"}}}]}
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from accord.errors import ReadError
from accord.formats.archive import Archive, compressions, is_zip
from accord.formats.content import Content
from accord.formats.formats import Format
from accord.formats.json_stream import WrongAt, json_objects
from accord.formats.json_values import (
    AS_WRITTEN,
    TOO_DEEP,
    Wrong,
    as_text,
    object_in,
    objects_in,
    reported,
    say_no_json,
)
from accord.formats.values import label_text
from accord.messages import plural, say_left_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from accord.formats.columns import Columns
    from accord.formats.json_values import Record
    from accord.formats.source import Source

ALL_SCORERS = "scores"
"""The layer of all scorers where they are said to be annotators."""
_HEADER, _START, _SAMPLE = "header.json", "_journal/start.json", re.compile(r"samples/.+\.json")
_LOG = re.compile(r'\s*\{\s*"version"\s*:\s*\d+\s*,(?:\s*"\w+"\s*:\s*(?:"[^"]*"|\w+)\s*,)*\s*"eval"\s*:\s*\{')
_ZSTANDARD = 93
_SCORE_IT = "score it (inspect score LOG), and read what that writes"
_SHAPE = 'a sample is {"id": ..., "epoch": 1, "input": ..., "scores": {"match": {"value": "C"}}}'
_BLANK = re.compile(r"\s*")
_WHOLE = "is the log complete?"
_NUMBER_BEHIND = re.compile(r"\d+$")
_MAX_TEXT = 4000


def recognise(source: Source) -> str:
    """Why a file is a log; nothing where it is not."""
    if not is_zip(source):
        return "it starts like a log of Inspect" if _LOG.match(source.start()) else ""
    with Archive.of(source) as archive:
        is_log = any(name in archive for name in (_HEADER, _START))
    return "it is a zip with the log of an evaluation" if is_log else ""


@dataclass(slots=True)
class _Log:
    """What a log says: how the evaluation went, which scorers there are, and every sample with its line or file."""

    header: Record = field(default_factory=dict)
    samples: list[tuple[Record, int]] = field(default_factory=list)

    @property
    def about(self) -> Mapping[str, Any]:
        """What was evaluated."""
        return object_in(self.header.get("eval"))

    def scorers(self) -> dict[str, str]:
        """The scorer behind each name of a score: several scores of one scorer have a number behind their names."""
        results = objects_in(object_in(self.header.get("results")).get("scores"))
        found = {str(each.get("name")): str(each.get("scorer") or each.get("name")) for each in results}
        named = dict.fromkeys(name for sample, _ in self.samples for name in object_in(sample.get("scores")))
        for name in named:
            plain = _NUMBER_BEHIND.sub("", name)
            found.setdefault(name, plain if plain in named else name)
        return {name: found[name] for name in named}


def read_inspect(source: Source, told: Columns) -> Content:
    """Inspect AI's logs (JSON, .eval): samples are items, each scorer a layer; runs or judges are annotators.

    Several scores by one scorer (``model_graded_qa``, ``model_graded_qa1``) are the answers of several judges to one
    question. Where the caller says that columns are annotators, all scorers of a log are.
    """
    content = Content(source.name)
    log = _Log()
    with reported(content):
        (_read_zip if is_zip(source) else _read_json)(source, log)
    if content.has_errors:
        return content
    scorers = log.scorers()
    judges = {scorer for scorer, times in Counter(scorers.values()).items() if times > 1}
    as_columns = told.side_by_side is True
    left_out: Counter[str] = Counter()
    epochs: dict[str, None] = {}
    task = str(log.about.get("task") or "").rpartition("/")[2] or None
    for number, (sample, line) in enumerate(log.samples, 1):
        with reported(content, line):
            scores = object_in(sample.get("scores"))
            left_out["sample with an error" if sample.get("error") else "sample without a score"] += not scores
            item = _item(sample, number)
            epochs[str(sample.get("epoch", 1))] = None
            for name, score in scores.items():
                for part, label in _labels(score, name):
                    if label is None:
                        left_out["score without a value"] += 1
                        continue
                    layer = ALL_SCORERS if as_columns else scorers[name] + part
                    annotator = name + part if as_columns else name if scorers[name] in judges else None
                    content.named_layer(layer).answer(task, annotator, item, label, line, text=_text(sample))
    _finish(content, log, left_out, epochs)
    if judges and not as_columns:
        content.assumption += f"; several scores by {', '.join(sorted(judges))} are annotators"
    return content


def _finish(content: Content, log: _Log, left_out: Counter[str], epochs: Mapping[str, None]) -> None:
    """Say what the log is, and refuse one in which nothing was scored."""
    status = str(log.header.get("status") or "unknown")
    went = "" if status == "success" else f", {status}"
    if not log.samples:
        content.report("empty-file", None, f"the log holds no samples (its status is {status})", "log samples, too")
    elif not content.holds_anything and not content.has_errors:
        message = f"none of its {plural(len(log.samples), 'sample')} has a score (its status is {status})"
        content.report("empty-file", None, message, _SCORE_IT)
    model, task = log.about.get("model"), log.about.get("task")
    runs = f" in {plural(len(epochs), 'epoch')}" if len(epochs) > 1 else ""
    content.assumption = (
        f"a log of {task} by {model}{went}: {plural(len(log.samples), 'sample')}{runs}, each scorer a layer"
        f"{say_left_out(left_out)}"
    )


def _read_json(source: Source, log: _Log) -> None:
    """A log in one file; its samples are read one by one, for the lines on which they start."""
    text = "".join(source.pieces())
    at, line, counted = _skipped(text, 0), 1, 0
    try:
        if text[at : at + 1] != "{":
            raise WrongAt("unknown-shape", "no object", _SHAPE, 1)
        at = _skipped(text, at + 1)
        while text[at : at + 1] != "}":
            key, at = AS_WRITTEN.raw_decode(text, at)
            at = _skipped(text, at, ":")
            many = key == "samples" and text[at : at + 1] == "["
            at = _skipped(text, at + 1) if many else at
            while many and text[at : at + 1] != "]":
                line, counted = line + text.count("\n", counted, at), at
                sample, at = AS_WRITTEN.raw_decode(text, at)
                last = log.samples[-1][1] if log.samples else 0
                log.samples.append((object_in(sample), max(line, last + 1)))  # samples on one line are still several
                at = _skipped(text, at)
            value, at = (None, at + 1) if many else AS_WRITTEN.raw_decode(text, at)
            log.header[str(key)] = value
            at = _skipped(text, at)
    except json.JSONDecodeError as error:
        raise WrongAt("invalid-json", say_no_json(error), _WHOLE, error.lineno) from None
    except RecursionError:
        raise WrongAt("invalid-json", TOO_DEEP, _WHOLE, line) from None


def _skipped(text: str, at: int, also: str = ",") -> int:
    """The place after white space, and after one sign that divides."""
    found = _BLANK.match(text, at)
    at = found.end() if found else at
    if text[at : at + 1] != also:
        return at
    found = _BLANK.match(text, at + 1)
    return found.end() if found else at + 1


def _read_zip(source: Source, log: _Log) -> None:
    """A log in a zip: the header, and a file for each sample and epoch."""
    if _ZSTANDARD in compressions(source):
        hint = "write it as JSON: inspect log convert --to json"
        raise ReadError(f"{source.name} is compressed by Zstandard, which Python's zip does not read: {hint}")
    with Archive.of(source) as held:
        for name in (_HEADER, _START):
            if name in held and not log.header:
                log.header = next((found for _, found in json_objects(held.source(name), AS_WRITTEN)), {})
        names = sorted(filter(_SAMPLE.fullmatch, held.names), key=_natural)
        for number, name in enumerate(names, 1):
            log.samples += [(found, number) for _, found in json_objects(held.source(name), AS_WRITTEN)]


def _natural(name: str) -> list[tuple[int, str]]:
    """Numbers in names in their order."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"([0-9]{1,15})", name)]


def _item(sample: Record, number: int) -> str:
    name = sample.get("id", number)
    return as_text(str(name) if isinstance(name, int) else name, "id")


def _labels(score: Any, name: str) -> Iterator[tuple[str, str | None]]:
    """The values of a score, those of an object each with its key; None for one that says nothing."""
    if not isinstance(score, dict) or "value" not in score:
        raise Wrong("wrong-type", f"the score {name!r} has no value", _SHAPE)
    value = score["value"]
    for key, each in value.items() if isinstance(value, dict) else [("", value)]:
        part = f".{key}" if key else ""
        if each is None or each == "NaN":
            yield part, None
        elif isinstance(each, bool):
            yield part, "true" if each else "false"
        elif isinstance(each, dict):
            raise Wrong("wrong-type", f"the score {name!r} holds an object in an object", _SHAPE)
        else:
            yield part, label_text(each)


def _text(sample: Record) -> str:
    """What was asked: the input, or what the user says in the messages of which it consists."""
    given = sample.get("input")
    if isinstance(given, list):
        said = [each.get("content") for each in given if isinstance(each, dict) and each.get("role") == "user"]
        given = "\n".join(each for each in said if isinstance(each, str))
    return given[:_MAX_TEXT] if isinstance(given, str) else ""


INSPECT = Format(read_inspect, recognise=recognise)
