"""Results of promptfoo: whether each output of a prompt passed, by each assertion and in all; JSON and CSV.

{"results": {"version": 3, "results": [{"promptIdx": 0, "testIdx": 0, "vars": {"topic": "bananas"}, "success": true,
  "prompt": {"raw": "...", "label": "..."}, "provider": {"id": "openai:gpt-5"}, "response": {"output": "..."},
  "gradingResult": {"componentResults": [{"pass": true, "score": 1, "assertion": {"type": "llm-rubric", ...}}]}}]}}
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from accord.formats.content import Content
from accord.formats.formats import Format
from accord.formats.json_stream import WrongAt, json_objects
from accord.formats.json_values import AS_WRITTEN, object_in, objects_in, reported
from accord.formats.numbers import finite_number
from accord.messages import plural, say_left_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.formats.columns import Columns
    from accord.formats.json_values import Record
    from accord.formats.source import Source

PASS, ASSERTIONS, HUMAN = "pass", "assertions", "human"
_OF_JSON = re.compile(r'\s*\[?\s*\{\s*"(?:evalId|version|results|cost|gradingResult|prompt)"')
_HEAD = re.compile(r"\[(?P<provider>[^\]]+)\] (?P<prompt>.*)", re.DOTALL)
_VERDICT = re.compile(r"\[(PASS|FAIL|ERROR)\]")
_OF_CSV = re.compile(r'[^\n]*(?:^|,)"?\[[^\]\n]+\] [^\n]*\n', re.MULTILINE)
_ERROR = "2"
"""The number of failures that are none of the output."""
_LONG, _MAX_TEXT = 60, 4000
_SHAPE = 'a result is {"prompt": {"raw": ...}, "vars": {...}, "response": {"output": ...}, "success": true}'


class _Verdict(NamedTuple):
    """What one grader said of one output: to which question, and with which number of points, if it says one."""

    layer: str
    annotator: str | None
    item: str
    label: str
    score: str
    line: int
    text: str


def recognise(source: Source) -> str:
    """Why a file holds results; nothing where it does not."""
    text = source.start()
    json_ = _OF_JSON.match(text) and '"prompt' in text and '"raw"' in text and '"results"' in text
    lines = _OF_JSON.match(text) and '"promptIdx"' in text and '"testIdx"' in text
    table = _OF_CSV.match(text) and (_VERDICT.search(text) or ",Status," in text.split("\n", 1)[0])
    return "it starts like the results of promptfoo" if json_ or lines or table else ""


def read_promptfoo(source: Source, told: Columns) -> Content:
    """Results of promptfoo (JSON, CSV): outputs are items; whether they pass is a layer, and so is each assertion.

    An output is a test's variables with a prompt and a provider. Files are annotators (runs), unless assertions name
    their graders or a person rated outputs. Where the caller says that columns are annotators, all assertions are.
    """
    content = Content(source.name)
    left_out: Counter[str] = Counter()
    text = source.start()
    read = _of_json if text.lstrip()[:1] in {"{", "["} else _of_csv
    verdicts: list[_Verdict] = []
    with reported(content):
        verdicts += read(source, as_columns=told.side_by_side is True, left_out=left_out)
    if content.has_errors:
        return content
    outputs = {each.item for each in verdicts if each.layer == PASS}
    graders: defaultdict[str, set[str | None]] = defaultdict(set)
    scored = {each.layer for each in verdicts if finite_number(each.score) not in {None, 0, 1}}
    for each in verdicts:
        graders[each.layer].add(each.annotator)
    for each in verdicts:
        named = each.annotator or ("default" if len(graders[each.layer]) > 1 else None)
        layers = [(each.layer, each.label), *([(f"{each.layer} score", each.score)] if each.layer in scored else [])]
        for layer, label in layers:
            if label:
                content.named_layer(layer).answer(None, named, each.item, label, each.line, text=each.text)
    if not verdicts:
        content.report("empty-file", None, "there is not a single result in it", _SHAPE)
    content.assumption = f"results of promptfoo: {plural(len(outputs), 'output')}{say_left_out(left_out)}"
    return content


# --- JSON ------------------------------------------------------------------------------------------------------------


def _of_json(source: Source, *, as_columns: bool, left_out: Counter[str]) -> Iterator[_Verdict]:
    number = 0
    for line, found in json_objects(source, AS_WRITTEN):
        for each in _results(found):
            number += 1
            if not isinstance(each, dict) or "prompt" not in each:
                raise WrongAt("unknown-shape", f"result {number} has no prompt", _SHAPE, line)
            yield from _verdicts(each, number, as_columns=as_columns, left_out=left_out)


def _results(found: Record) -> Sequence[Any]:
    """The results of a file: one object that holds them, within another since version 2, or one for each line."""
    held: Any = found
    for _ in range(2):
        held = held.get("results", held) if isinstance(held, dict) else held
    return held if isinstance(held, list) else [found]


def _verdicts(result: Record, number: int, *, as_columns: bool, left_out: Counter[str]) -> Iterator[_Verdict]:
    item, text = _item(result), _output(result)
    grading = object_in(result.get("gradingResult"))
    parts = objects_in(grading.get("componentResults"))
    people = [each for each in parts if object_in(each.get("assertion")).get("type") == HUMAN]
    others = [each for each in parts if each not in people]
    if str(result.get("failureReason")) == _ERROR:
        left_out["output with an error"] += 1
        return
    passed, score = result.get("success"), str(result.get("score", ""))
    if people:
        layer = ASSERTIONS if as_columns else PASS
        yield from (_Verdict(layer, HUMAN, item, _label(each.get("pass")), "", number, text) for each in people)
        passed, score = all(each.get("pass") is True for each in others), ""
    if (others or not people) and isinstance(passed, bool) and not as_columns:
        yield _Verdict(PASS, ASSERTIONS if people else None, item, _label(passed), score, number, text)
    elif not people and not as_columns:
        left_out["output without a verdict"] += 1
    values: defaultdict[str, set[str]] = defaultdict(set)
    for each in others:
        values[_question(each)].add(_short(object_in(each.get("assertion")).get("value")))
    for each in others:
        assertion = object_in(each.get("assertion"))
        if not isinstance(each.get("pass"), bool):
            left_out["assertion without a verdict"] += 1
            continue
        question, grader = _question(each), _name(assertion.get("provider"))
        of = f" | {_short(assertion.get('value'))}" if len(values[question]) > 1 else ""
        layer, annotator = (ASSERTIONS, _joined(question, grader)) if as_columns else (question, grader)
        points = str(each.get("score", ""))
        yield _Verdict(layer, annotator, item + of, _label(each["pass"]), points, number, text)


def _question(part: Record) -> str:
    """What an assertion asks: its metric, or else its type."""
    assertion = object_in(part.get("assertion"))
    return str(assertion.get("metric") or assertion.get("type") or "assertion")


def _item(result: Record) -> str:
    """What an output is called: by its variables, its provider and its prompt, as far as they are known."""
    prompt = result["prompt"]
    held = object_in(prompt)
    label = held.get("label") or held.get("display") or held.get("raw") or prompt
    return _called(object_in(result.get("vars")), _name(result.get("provider")), label)


def _called(variables: Mapping[str, Any], provider: str | None, prompt: Any) -> str:
    """The same from its parts.

    >>> _called({"topic": "avocados"}, "openai:gpt-5", "Write a tweet about {{topic}}")
    'topic=avocados | openai:gpt-5 | Write a tweet about {{topic}}'
    """
    named = [f"{key}={_short(variables[key])}" for key in sorted(variables)]
    return " | ".join([*named, *filter(None, [provider]), _short(prompt)])


def _short(value: Any) -> str:
    """A value on one line: a long one by its start and a checksum of all of it."""
    text = " ".join((value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)).split())
    return text if len(text) <= _LONG else f"{text[: _LONG - 10]}… {crc32(text.encode('utf-8', 'replace')):08x}"


def _output(result: Record) -> str:
    given = object_in(result.get("response")).get("output")
    text = given if isinstance(given, str) else "" if given is None else json.dumps(given, ensure_ascii=False)
    return text[:_MAX_TEXT]


def _name(provider: Any) -> str | None:
    """What a provider is called: it is a name, or an object with one."""
    held = object_in(provider)
    found = (held.get("label") or held.get("id")) if held else provider
    return found if isinstance(found, str) and found else None


def _joined(question: str, grader: str | None) -> str:
    return question if grader is None else f"{question} ({grader})"


def _label(passed: Any) -> str:
    return "pass" if passed is True else "fail"


# --- CSV -------------------------------------------------------------------------------------------------------------


def _of_csv(source: Source, *, as_columns: bool, left_out: Counter[str]) -> Iterator[_Verdict]:  # noqa: ARG001
    """Outputs of a table: variables, and a column for each provider and prompt."""
    rows = csv.reader(source.lines(keep_ends=True))
    names = next(rows)
    heads = {column: found for column, name in enumerate(names) if (found := _HEAD.fullmatch(name))}
    first = min(heads, default=0)
    for row in rows:
        if len(row) < len(names):
            if any(row):
                left_out["row with too few cells"] += 1
            continue
        for column, head in heads.items():
            verdict = _VERDICT.match(row[column])
            status = row[column + 1] if names[column + 1 : column + 2] == ["Status"] else ""
            label = (verdict[1] if verdict else status).casefold()
            item = _called(dict(zip(names[:first], row, strict=False)), head["provider"], head["prompt"])
            if label in {"pass", "fail"}:
                yield _Verdict(PASS, None, item, label, "", rows.line_num, "")
            else:
                left_out["output with an error" if label == "error" else "output without a verdict"] += 1


PROMPTFOO = Format(read_promptfoo, recognise=recognise)
