"""Errors of translations as Google and WMT release them (MQM): one row per error, marked in the translation.

system  doc     seg_id  rater   source      target                     category         severity
online  talk.1  1       rater1  Ann left.   Ann <v>links</v>.          Accuracy/...     Major
online  talk.1  1       rater2  Ann left.   Ann links.                 No-error         No-error
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.content import Content, Marking, undecodable_bytes
from accord.formats.formats import Format
from accord.formats.source import UNDECODABLE
from accord.messages import plural, say_left_out
from accord.model import Span, Spans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.formats.columns import Columns
    from accord.formats.source import Source

ERRORS, SEVERITY, SCORE, IN_SOURCE = "errors", "severity", "score", "source"
_TYPES = {ERRORS: "category", SEVERITY: "severity"}
"""The layers of errors in the translation, and what is their type."""
_NEEDED = ("system", "doc", "rater", "source", "target", "category", "severity")
_SEGMENTS = ("docSegId", "doc_seg_id", "seg_id", "globalSegId", "global_seg_id")
"""What names the segment within its document, the narrowest first."""
_MARK = re.compile(r"</?v>")
_NO_ERROR = re.compile(r"no.error", re.IGNORECASE)
_TEST = re.compile(r"hotw", re.IGNORECASE)
"""An error that was put in to see whether raters look: it is none of the translation."""
_TENTHS = (
    (r"minor:.*punctuation|trivial:", 1),
    (r".*:.*reinterpretation", 0),
    (r".*:source", 0),
    (r".*non.translation", 250),
    (r"minor:", 10),
    (r"(?:major|critical):", 50),
    (r"neutral:", 0),
)
"""What an error costs in tenths of a point, by its severity and category: the first that fits, as Marot weighs them."""
_HINT = "a row is an error: system, doc, segment, rater, source, target with <v>marks</v>, category, severity"


class _Error(NamedTuple):
    """One row: the marked stretches of the translation and of the source, and what is wrong there."""

    target: tuple[tuple[int, int], ...]
    source: tuple[tuple[int, int], ...]
    category: str
    severity: str


@dataclass(slots=True)
class _Rating:
    """What one rater said of one segment."""

    target: str
    source: str
    line: int
    errors: list[_Error] = field(default_factory=list)


def recognise(source: Source) -> str:
    """Whether the first line names the columns of such a table."""
    names = source.start().split("\n", 1)[0].split("\t")
    fits = set(_NEEDED) <= set(names) and not set(_SEGMENTS).isdisjoint(names)
    return "its first row names system, rater, target, category and severity" if fits else ""


def read_mqm(source: Source, _: Columns) -> Content:
    """MQM tables (WMT, Google): errors of translations, their severity, and a score per segment, by rater.

    A segment of a system is a document, in which the translation is marked. The score is what its errors cost: minor 1,
    major 5, punctuation 0.1, non-translation 25, errors of the source and reinterpretation 0. Several errors in a
    segment are the point of such files.
    """
    content = Content(source.name)
    ratings, left_out = _ratings(source, content)
    if not ratings and not content.has_errors:
        content.report("empty-file", None, "there is not a single rating in it", "is it the right file?")
    marked_source = any(error.source for rating in ratings.values() for error in rating.errors)
    for name in (ERRORS, SEVERITY, SCORE, *([IN_SOURCE] if marked_source else ())):
        content.named_layer(name)
    for (unit, rater), rating in ratings.items():
        system, document, segment = unit
        name = f"{document} {segment} {system}"
        placed = {layer: _spans(rating, "target", what) for layer, what in _TYPES.items()}
        for layer, spans in placed.items():
            _mark(content.named_layer(layer), rater, name, (rating.target, spans, rating.line))
        if marked_source:
            found = _spans(rating, "source", "category")
            _mark(content.named_layer(IN_SOURCE), rater, f"{name} source", (rating.source, found, rating.line))
        left_out["error without a mark"] += sum(not error.target and not error.source for error in rating.errors)
        marks = sum(len(error.target) for error in rating.errors)
        left_out["error of the severity of another in the same place"] += marks - len(placed[SEVERITY])
        points = [_points(error) for error in rating.errors]
        left_out["score of errors of unknown severity"] += None in points
        if None not in points:
            label = f"{sum(each or 0 for each in points) / 10:g}"
            scores = content.named_layer(SCORE)
            scores.answer(document, rater, f"{segment} {system}", label, rating.line, text=rating.target)
    errors = sum(len(rating.errors) for rating in ratings.values())
    held = f"{plural(errors, 'error')} in {plural(len({unit for unit, _ in ratings}), 'segment')} of MQM"
    content.assumption = f"{held}{say_left_out(left_out)}"
    return content


def _ratings(source: Source, content: Content) -> tuple[dict[tuple[tuple[str, str, str], str], _Rating], Counter[str]]:
    """What each rater said of each segment of a system, and how many rows are no ratings."""
    ratings: dict[tuple[tuple[str, str, str], str], _Rating] = {}
    left_out: Counter[str] = Counter()
    at: dict[str, int] = {}
    segment, least = 0, 0
    for number, line in enumerate(source.lines(), 1):
        cells = line.split("\t")
        if UNDECODABLE.search(line):
            content.findings.append(undecodable_bytes(source, number, line))
        elif not at:
            at = {name: place for place, name in reversed(list(enumerate(cells)))}
            missing = [name for name in _NEEDED if name not in at]
            missing += ["seg_id"] if at.keys().isdisjoint(_SEGMENTS) else []
            if missing:
                content.report("unknown-columns", number, f"no column is called {' or '.join(missing)}", _HINT)
                break
            segment = next(at[name] for name in _SEGMENTS if name in at)
            least = 1 + max(segment, *(at[name] for name in _NEEDED))
        elif not line.strip():
            continue
        elif len(cells) < least:
            content.report("ragged-row", number, f"{plural(len(cells), 'cell')} where {least} are needed", _HINT)
        elif not (rater := cells[at["rater"]].strip()):
            content.report("missing-annotator", number, "there is no name in the column of raters", _HINT)
        else:
            target, in_target = _marked(cells[at["target"]])
            original, in_source = _marked(cells[at["source"]])
            if in_target is None or in_source is None:
                content.report("invalid-span", number, "<v> and </v> do not stand in turn", _HINT)
                continue
            category, severity = (cells[at[name]].strip() for name in ("category", "severity"))
            unit = cells[at["system"]], cells[at["doc"]], cells[segment]
            rating = ratings.setdefault((unit, rater), _Rating(target, original, number))
            if _TEST.match(severity):
                left_out["attention test"] += 1
            elif not _NO_ERROR.match(severity):
                rating.errors.append(_Error(in_target, in_source, category, severity))
            if rating.target != target:
                message = f"{rater} reads another translation here than in line {rating.line}"
                content.report("text-mismatch", number, message, "errors can be compared only on the same text")
    return ratings, left_out


def _marked(text: str) -> tuple[str, tuple[tuple[int, int], ...] | None]:
    """A text without marks and white space around it, and what is marked in it; None where marks are no pairs.

    >>> _marked("Ann <v>links</v>. "), _marked("Ann <v>links.")
    (('Ann links.', ((4, 9),)), ('Ann links.', None))
    """
    bare = _MARK.sub("", text)
    marks, removed = list(_MARK.finditer(text)), 0
    if [mark[0] for mark in marks] != ["<v>", "</v>"] * (len(marks) // 2):
        return bare.strip(), None
    first, places = len(bare) - len(bare.lstrip()), []
    for mark in marks:
        places.append(min(max(mark.start() - removed - first, 0), len(bare.strip())))
        removed += len(mark[0])
    pairs = zip(places[::2], places[1::2], strict=True)
    return bare.strip(), tuple((start, end) for start, end in pairs if start < end)


def _spans(rating: _Rating, where: str, what: str) -> Sequence[Span]:
    """The marked stretches of the translation or the source, typed by the category or the severity of their errors."""
    placed = ((place, getattr(error, what)) for error in rating.errors for place in getattr(error, where))
    return sorted({Span(start, end, type_) for (start, end), type_ in placed})


def _mark(layer: Content, rater: str, document: str, marked: tuple[str, Sequence[Span], int]) -> None:
    text, spans, line = marked
    annotation = Spans(tuple(spans), len(text), "character", layer.file, line)
    layer.markings.append(Marking(rater, document, text, annotation))


def _points(error: _Error) -> int | None:
    """What an error costs, in tenths; None where its severity is unknown.

    >>> _points(_Error((), (), "Fluency/Punctuation", "Minor")), _points(_Error((), (), "Style", "Grave"))
    (1, None)
    """
    said = f"{error.severity}:{error.category}"
    return next((cost for pattern, cost in _TENTHS if re.match(pattern, said, re.IGNORECASE)), None)


MQM = Format(read_mqm, recognise=recognise)
