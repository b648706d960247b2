"""brat standoff: a text (.txt) and, for each annotator, what was marked in it (.ann), usually in folders of their own.

T1	Protein 431 436	IL-10                         a mention; 0 5;16 23 are the parts of one with gaps
R1	Part-of Arg1:T7 Arg2:T6                        a relation of two mentions
E1	Binding:T5 Theme:T2 Theme2:T3                  an event: its trigger, and the mentions or events that take part
*	Equiv T1 T2                                     mentions of the same
A1, M1, N1, #1                                  attributes, normalisations and notes, which are counted
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.brat_writer import WRITER
from accord.formats.content import Content, Marking, Unitising, undecodable_bytes
from accord.formats.folders import PUT_IT_THERE, leads_away
from accord.formats.formats import Format
from accord.formats.names import ending, stem
from accord.formats.offsets import OffsetEvidence, Quote, prove, say_countings, say_misfit
from accord.formats.source import UNDECODABLE, Source
from accord.messages import option
from accord.model import Severity, Span, Spans, Unit
from accord.model.relation import Relations

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from accord.formats.columns import Columns
    from accord.formats.content import TextAnnotation
    from accord.formats.offsets import Border

ENDING, TEXT_OF_BRAT, ENTITIES, RELATIONS, EVENTS = ".ann", ".txt", "entities", "relations", "events"
_POSITION = r"\d{1,15}"
_BORDERS = rf"{_POSITION} {_POSITION}(?:;{_POSITION} {_POSITION})*"
_MENTION = re.compile(rf"(T\S+)\t(\S+) ({_BORDERS})(?:\t(.*))?")
_RELATION = re.compile(r"(R\S+)\t(\S+) [^\s:]+:(\S+) [^\s:]+:(\S+)\s*")
_EVENT = re.compile(r"(E\S+)\t([^\s:]+):(\S+)((?: [^\s:]+:\S+)*)\s*")
_SAME = re.compile(r"\*\t(\S+)((?: \S+)+)\s*")
_BESIDE = {"A": "attribute", "M": "attribute", "N": "normalisation", "#": "note"}
_DIVIDER = re.compile(r"[-_.]")
_LINE = re.compile(r"(?:[TREAMN#]\d+|\*)\t\S")
_NUMBERED = re.compile(r"\d+$")
_FIRST = 100
"""Among how many lines one of brat is looked for."""
_SHAPES = "lines begin with T1, R1, E1, A1, M1, N1, #1 or *, and a tab"


class _Mention(NamedTuple):
    """What a line that begins with T says, and where it stands."""

    type: str
    borders: tuple[Border, ...]
    covered: str | None
    line: int


class _Arc(NamedTuple):
    """A link between two ids, and the line that says so."""

    source: str
    target: str
    type: str
    line: int


@dataclass(slots=True)
class _Standoff:
    """The lines of a file by what they are."""

    mentions: dict[str, _Mention] = field(default_factory=dict)
    triggers: dict[str, str] = field(default_factory=dict)
    """The id of the mention that each event is anchored in."""
    relations: list[_Arc] = field(default_factory=list)
    roles: list[_Arc] = field(default_factory=list)
    beside: Counter[str] = field(default_factory=Counter)
    strange: list[tuple[int, str]] = field(default_factory=list)
    """Lines that are none of brat's."""

    @property
    def entities(self) -> dict[str, _Mention]:
        """The mentions that are no triggers of events."""
        triggers = set(self.triggers.values())
        return {name: each for name, each in self.mentions.items() if name not in triggers}

    def counted(self) -> Counter[str]:
        """What is not taken as it stands."""
        gaps = sum(len(each.borders) > 1 for each in self.mentions.values())
        twice = len(self.mentions) - len({(each.type, each.borders) for each in self.mentions.values()})
        said = {"mentions with gaps, each part a span": gaps, "mentions that stand there twice and count once": twice}
        return Counter({**said, **{f"{what}s not measured": count for what, count in sorted(self.beside.items())}})


def read_brat(source: Source, told: Columns) -> Content:
    """Standoff of brat (.ann) over the text beside it (.txt): entities, relations and events, each a layer.

    Where there is no text, entities are units on a continuum of unknown length. Offsets count what the texts that they
    cover prove. A mention with gaps is its parts among entities, and all from its start to its end where it is linked.
    """
    content = Content(source.name, is_document=True)
    standoff = _parse(source, content)
    path = text_beside(Path(source.path))
    if path is None:
        _without_text(standoff, Path(source.path), content)
        return content
    if leads_away(path):
        content.report("missing-text", None, f"its text {path.name} is a link that leads elsewhere", PUT_IT_THERE)
        return content
    text_source = Source(str(path), told.file_encoding)
    text = "".join(text_source.pieces())
    if (wrong := UNDECODABLE.search(text)) is not None:
        line = text.count("\n", 0, wrong.start()) + 1
        content.findings.append(undecodable_bytes(text_source, line, text.split("\n")[line - 1]))
        return content
    placed, counted = _place(standoff.mentions, text, told.offsets, content)
    parts = [
        Span(start, end, each.type) for name, each in standoff.entities.items() for start, end in placed.get(name, ())
    ]
    whole = {name: Span(at[0][0], at[-1][1], standoff.mentions[name].type) for name, at in placed.items()}
    whole |= {event: whole[name] for event, name in standoff.triggers.items() if name in whole}
    line_of: dict[tuple[Span, ...], int] = {}
    for name, entity in standoff.entities.items():
        if at := placed.get(name):
            line_of.setdefault(tuple(Span(start, end, entity.type) for start, end in at), entity.line)
    entities = Spans(
        tuple(dict.fromkeys(parts)),
        len(text),
        "character",
        content.file,
        1,
        wholes=tuple(line_of) if any(len(each) > 1 for each in line_of) else (),
        lines=tuple(line_of.values()),
    )
    layers: dict[str, TextAnnotation] = {
        ENTITIES: entities,
        RELATIONS: _linked(standoff.relations, whole, list(standoff.entities), len(text), content),
        EVENTS: _linked(standoff.roles, whole, list(standoff.triggers), len(text), content),
    }
    for layer, each in layers.items():
        content.named_layer(layer).markings.append(Marking(None, None, text, each))
    content.counted = standoff.counted()
    content.assumption = f"spans over the text beside it{counted}"
    return content


def text_beside(annotations: Path) -> Path | None:
    """The text of a file of annotations: of the same name, or of what stands before the annotator in it."""
    name = stem(annotations.name)
    ends = [len(name), *(found.start() for found in reversed(list(_DIVIDER.finditer(name))))]
    paths = (annotations.with_name(name[:end] + TEXT_OF_BRAT) for end in ends if end)
    return next((path for path in paths if path.exists()), None)


def _without_text(standoff: _Standoff, path: Path, content: Content) -> None:
    """Entities as units, for without a text nobody knows how much could be marked; the file names the document."""
    content.missing_text = f"{stem(path.name)}{TEXT_OF_BRAT}"
    entities = standoff.entities.values()
    units = tuple(Unit(start, end, each.type) for each in entities for start, end in each.borders)
    lines = tuple(each.line for each in entities for _ in each.borders)
    content.unitisings.append(Unitising(None, stem(path.name), units, "character", 1, lines=lines))
    standoff.beside += Counter(relation=len(standoff.relations), event=len(standoff.triggers))
    content.counted = standoff.counted()
    content.assumption = "units, for there is no text beside it"


# --- lines -----------------------------------------------------------------------------------------------------------


def _parse(source: Source, content: Content) -> _Standoff:
    """All lines by what they are; those that are nothing are reported."""
    standoff = _Standoff()
    for number, line in enumerate(source.lines(), 1):
        if not line.strip():
            continue
        if not line.isascii() and UNDECODABLE.search(line):
            content.findings.append(undecodable_bytes(source, number, line))
        elif not _take(standoff, line, number, content):
            standoff.strange.append((number, line))
    if standoff.strange:
        number, line = standoff.strange[0]
        more = f", the first of {len(standoff.strange):,} such lines" if len(standoff.strange) > 1 else ""
        content.report("invalid-line", number, f"no line of brat: {line[:60]!r}{more}", _SHAPES)
    return standoff


def _take(standoff: _Standoff, line: str, number: int, content: Content) -> bool:
    """Take in a line; False where it is none of brat."""
    if found := _MENTION.fullmatch(line):
        name, type_, borders, covered = found.groups()
        parts = tuple(sorted((int(start), int(end)) for start, end in map(str.split, borders.split(";"))))
        if name in standoff.mentions:
            hint = "give each mention an id of its own"
            content.report("duplicate-mention", number, f"{name} is the id of an earlier mention", hint)
        standoff.mentions.setdefault(name, _Mention(type_, parts, covered, number))
    elif found := _RELATION.fullmatch(line):
        _, type_, source, target = found.groups()
        standoff.relations.append(_Arc(source, target, type_, number))
    elif found := _EVENT.fullmatch(line):
        name, _, trigger, roles = found.groups()
        standoff.triggers[name] = trigger
        for role in roles.split():
            type_, _, filler = role.partition(":")
            standoff.roles.append(_Arc(name, filler, _NUMBERED.sub("", type_) or type_, number))
    elif found := _SAME.fullmatch(line):
        members = found[2].split()
        standoff.relations += [_Arc(one, other, found[1], number) for one, other in combinations(members, 2)]
    elif line[0] in _BESIDE and "\t" in line:
        standoff.beside[_BESIDE[line[0]]] += 1
    else:
        return False
    return True


# --- places ----------------------------------------------------------------------------------------------------------


def _place(
    mentions: Mapping[str, _Mention], text: str, unit: str | None, content: Content
) -> tuple[dict[str, list[Border]], str]:
    """The parts of each mention in characters of the text, without those that do not fit; and what offsets count."""
    quotes = {name: Quote(each.borders, each.covered) for name, each in mentions.items() if each.covered is not None}
    proof = prove(text, list(quotes.values()), unit)
    content.offsets = OffsetEvidence()
    content.offsets.add(proof, list(quotes.values()))
    if unit is None and not quotes:
        content.offsets.add_untold(text, (end for each in mentions.values() for _, end in each.borders))
    at = proof.counting.positions(text)
    misfits = {name for number, name in enumerate(quotes) if number in set(proof.misfits)}
    placed: dict[str, list[Border]] = {}
    for name, each in mentions.items():
        if name in misfits or not all(border in at for borders in each.borders for border in borders):
            borders = ";".join(f"{start} {end}" for start, end in each.borders)
            found = Quote(each.borders, "").found(text, at)
            content.report("offset-mismatch", each.line, *say_misfit(f"{name} [{borders}]", found, each.covered))
            continue
        where = [(at[start], at[end]) for start, end in each.borders]
        if any(start > end for start, end in where) or (quotes and each.covered is None):
            content.report("invalid-line", each.line, f"{name} is cut off or turned round", _SHAPES)
        elif any(start == end for start, end in where):
            content.report("empty-unit", each.line, f"{name} marks nothing", "it is left out", Severity.WARNING)
        else:
            placed[name] = where
    if proof.rival is not None:
        message = f"offsets count {proof.counting}, or {proof.rival}: both fit"
        content.report("offset-doubt", None, message, f"say which: {option('offsets')}", Severity.WARNING)
    return placed, say_countings([proof.counting], content.offsets)


def _linked(
    arcs: Iterable[_Arc], whole: Mapping[str, Span], named: Iterable[str], length: int, content: Content
) -> Relations:
    """Arcs between mentions: those that are named and those that an arc begins or ends in."""
    links = []
    for arc in arcs:
        lost = [end for end in (arc.source, arc.target) if end not in whole]
        if lost:
            message = f"{arc.type} links {lost[0]}, which is no mention of this file"
            content.report("invalid-relation", arc.line, message, "correct the id, or delete the line")
        else:
            links.append((whole[arc.source], whole[arc.target], arc.type))
    return Relations.between([whole[name] for name in named if name in whole], links, length, content.file)


def _recognise(source: Source) -> str:
    """Whether a file ends in .ann and holds nothing, or a line of brat among its first ones."""
    if ending(source.path) != ENDING:
        return ""
    start = source.start()
    known = not start.strip() or any(map(_LINE.match, start.split("\n")[:_FIRST]))
    return f"its name ends in {ENDING}" if known else ""


BRAT = Format(
    read_brat,
    takes=("offsets",),
    writer=WRITER,
    recognise=_recognise,
    shape=re.compile(
        r"\s*(?:T\d+\t\S+ \d+ \d+(?:;\d+ \d+)*(?:\t|\n|$)|[REAMN]\d+\t\S+ \S|#\d+\t\S+ [TREAN]\d|\*\t\S+ T\d)"
    ),
)
