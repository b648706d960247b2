r"""WebAnno TSV 3, as WebAnno and INCEpTION write it: one token per row, one or more columns for each layer.

#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value
#Text=Ann Lee left.
1-1	0-3	Ann	*[1]	PER[1]
1-2	4-7	Lee	*[1]	PER[1]

``_`` is nothing and ``*`` something without a value; numbers in brackets join the parts of an annotation and tell those
apart that lie over each other (``PER[1]|LOC[2]``). A relation stands at its target and names its source (``1-1[1_2]``).
Offsets count UTF-16 units.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.content import Content, undecodable_bytes
from accord.formats.formats import Format
from accord.formats.offsets import UTF16, Counting, say_misfit
from accord.formats.source import UNDECODABLE
from accord.formats.uima_layers import AnnotatedText, Arc, UimaAnnotation, UimaLayer, add_layers
from accord.formats.webanno_writer import WRITER
from accord.messages import plural

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from accord.formats.columns import Columns
    from accord.formats.offsets import Positions
    from accord.formats.source import Source

_SPAN, _RELATION, _CHAIN = "#T_SP=", "#T_RL=", "#T_CH="
_START = "#FORMAT=WebAnno TSV 3"
_HEADERS = (_SPAN, _RELATION, _CHAIN)
_TEXT = "#Text="
_ROW = re.compile(r"(\d+-\d+(?:\.\d+)?)\t(\d{1,15})-(\d{1,15})\t")
_ESCAPED, _PIECE = re.compile(r"\\(->|.)"), re.compile(r"\\.|\||[^\\|]+|\\$")
_NUMBERED = re.compile(r"((?:\\.|[^\\])*?)(?:\[(\d+)\])?", re.DOTALL)
_SOURCE = re.compile(r"(\d+-\d+(?:\.\d+)?)(?:\[(\d+)_(\d+)\])?$")
_SPECIAL = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f"}
_NOTHING, _NO_VALUE = "_", "*"
_ROLE, _LINK = "ROLE_", "referenceRelation"
_ELEMENT = re.compile(r"->(\d+-\d+)$")
_TOKENS = ""
"""Where the ids of tokens are from, which relations may link."""
_HINT = "export it again from WebAnno or INCEpTION"
MAX_GAP = 1_000_000
"""UTF-16 units that may lie between two sentences: a damaged offset asks for gigabytes of text that is not there."""


@dataclass(frozen=True)
class _Layer:
    """A layer as the head of the file declares it: its columns from one on, and what they are called."""

    kind: str
    name: str
    features: tuple[str, ...]
    first: int

    @cached_property
    def plain(self) -> list[tuple[int, str]]:
        """The columns with values of the annotations themselves: neither slots nor ends of relations and links."""
        slots = {place + 1 for place, name in enumerate(self.features) if name.startswith(_ROLE)}
        named = enumerate(self.features)
        return [each for each in named if each[0] not in slots and not each[1].startswith((_ROLE, "BT_", _LINK))]

    @cached_property
    def roles(self) -> list[int]:
        """The columns with the roles of slots, which also say that there is an annotation with slots."""
        return [place for place, name in enumerate(self.features) if name.startswith(_ROLE)]

    @cached_property
    def marking(self) -> list[tuple[int, bool]]:
        """The columns that say where annotations are, and whether they hold roles."""
        return [(place, False) for place, _ in self.plain] + [(place, True) for place in self.roles]


@dataclass(slots=True)
class _Annotation:
    """A stretch of the text in one layer, in the units of the file, with its values by column."""

    start: int
    end: int
    values: dict[int, str]


class _Link(NamedTuple):
    """A relation between two annotations of a layer, each by its number in brackets or by its row."""

    layer: _Layer
    source: str
    target: str
    values: dict[int, str]
    line: int


class _Rows:
    """Puts the rows of a file together: its text, and what is marked in it."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.layers: list[_Layer] = []
        self.text = ""
        self.length = 0
        """That of the text, in UTF-16 units."""
        self.sentence: list[str] = []
        self.tokens: dict[str, tuple[int, int]] = {}
        self.covered: dict[str, str] = {}
        """What each row says it covers."""
        self.annotations: dict[str, dict[str, _Annotation]] = {}
        """Those of each layer, by their number in brackets, or by their row where they have none."""
        self.links: list[_Link] = []
        self.slots = 0

    def declare(self, line: str) -> None:
        """Take in a line of the head that declares a layer."""
        kind = line[: len(_SPAN)]
        name, *features = line.removeprefix(kind).split("|")
        first = self.layers[-1].first + len(self.layers[-1].features) if self.layers else 3
        self.layers.append(_Layer(kind, name, tuple(features) or ("",), first))

    def add(self, line: str, number: int) -> None:
        """Take in the row of a token, or of a part of one."""
        found = _ROW.match(line)
        cells = line.split("\t")
        width = self.layers[-1].first + len(self.layers[-1].features) if self.layers else 3
        if found is None or len(cells) < width:
            self.content.report("unreadable-row", number, f"no row of a token: {line[:60]!r}", _HINT)
            return
        row, start, end = found[1], int(found[2]), int(found[3])
        self._place_sentence(start, cells[2], number)
        self.tokens[row] = start, end
        self.covered[row] = _unescaped(cells[2])
        for layer in self.layers:
            held = cells[layer.first : layer.first + len(layer.features)]
            if layer.kind == _RELATION:
                self._relate(layer, held, row, number)
            elif layer.kind == _CHAIN:
                self._link(layer, held, row)
            else:
                self._mark(layer, held, row)

    def _place_sentence(self, start: int, token: str, number: int) -> None:
        """Put a sentence after the text so far: its first token says where it begins."""
        if not self.sentence:
            return
        text = "\n".join(self.sentence)
        begin = start - _width(text[: max(0, text.find(_unescaped(token)))])
        if begin - self.length > MAX_GAP:
            message = f"the sentence begins at {begin:,}, far after the text before it, which ends at {self.length:,}"
            self.content.report("offset-mismatch", number, message, _HINT)
            begin = self.length
        self.text += "\n" * (begin - self.length) + text
        self.length = max(begin, self.length) + _width(text)
        self.sentence.clear()

    def _mark(self, layer: _Layer, cells: list[str], row: str) -> None:
        if any(cells[place + 1] == _NO_VALUE for place in layer.roles):
            self._annotation(layer, row, row)  # with slots, and none of them filled
        for place, is_role in layer.marking:
            if cells[place] == _NOTHING:
                continue
            for piece in _pieces(cells[place]):
                value, number = _numbered(piece)
                if value == _NOTHING and number is None:
                    continue
                each = self._annotation(layer, number or row, row)
                if is_role:
                    self.slots += value not in {_NO_VALUE, _NOTHING}
                elif value not in {_NO_VALUE, _NOTHING}:
                    each.values[place] = _unescaped(value)

    def _link(self, layer: _Layer, cells: list[str], row: str) -> None:
        """A mention in a chain: the chain and its place in it tell it from others."""
        links = next((place for place, name in enumerate(layer.features) if name.startswith(_LINK)), 0)
        values = {place: _pieces(cells[place]) for place, _ in layer.plain}
        for index, piece in enumerate(_pieces(cells[links])):
            if (element := _ELEMENT.search(piece)) is None:
                continue
            each = self._annotation(layer, element[1], row)
            for place, pieces in values.items():
                value = _numbered(pieces[index])[0] if index < len(pieces) else _NOTHING
                if value not in {_NO_VALUE, _NOTHING}:
                    each.values[place] = _unescaped(value)

    def _annotation(self, layer: _Layer, name: str, row: str) -> _Annotation:
        """The annotation of that name, which reaches over this row too."""
        start, end = self.tokens[row]
        each = self.annotations.setdefault(layer.name, {}).setdefault(name, _Annotation(start, end, {}))
        each.start, each.end = min(start, each.start), max(end, each.end)
        return each

    def _relate(self, layer: _Layer, cells: list[str], row: str, number: int) -> None:
        if cells[-1] in {_NOTHING, ""}:
            return
        columns = {place: _pieces(cells[place]) for place, _ in layer.plain}
        for index, written in enumerate(_pieces(cells[-1])):
            found = _SOURCE.match(written)
            if found is None:
                self.content.report("invalid-relation", number, f"no source of a relation: {written[:60]!r}", _HINT)
                continue
            source, target = (_end(found[1], found[2]), _end(row, found[3]))
            given = {place: each[index] for place, each in columns.items() if index < len(each)}
            values = {place: _unescaped(each) for place, each in given.items() if each not in {_NO_VALUE, _NOTHING}}
            self.links.append(_Link(layer, source, target, values, number))

    # --- layers -----------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Make layers of all that was taken in."""
        if self.sentence and not self.tokens:
            self.text = "\n".join(self.sentence)
        at = Counting(UTF16).positions(self.text)
        for row, (start, end) in self.tokens.items():
            found = self.text[at[start] : at[end]] if start in at and end in at else None
            if found != self.covered[row]:
                message, _ = say_misfit(f"the row {row} [{start}-{end}]", found, self.covered[row])
                self.content.report("offset-mismatch", None, message, _HINT)
                return
        end = max((end for _, end in self.tokens.values()), default=0)
        rest = self.text[at[end] :].strip() if self.tokens else ""
        if rest or (self.sentence and self.tokens):
            message = f"there are no rows of {(rest or self.sentence[0])[:40]!r}, with which the text ends"
            self.content.report("unreadable-row", None, message, _HINT)
            return
        tokens: dict[Hashable, UimaAnnotation] = {
            (_TOKENS, row): UimaAnnotation(at[start], at[end]) for row, (start, end) in self.tokens.items()
        }
        layers = [self._made(layer, at) for layer in self.layers]
        add_layers(self.content, layers, AnnotatedText(self.text, tokens), None)
        slots = f"; not measured: {plural(self.slots, 'slot')}" if self.slots else ""
        self.content.assumption = f"layers of WebAnno TSV 3{slots}"

    def _made(self, layer: _Layer, at: Positions) -> UimaLayer:
        """A layer with its annotations by their numbers or rows, or with its relations between those of another."""
        features = tuple(name for _, name in layer.plain if name)
        if layer.kind != _RELATION:
            held = self.annotations.get(layer.name, {})
            made: dict[Hashable, UimaAnnotation] = {
                (layer.name, name): UimaAnnotation(at[each.start], at[each.end], _named(layer, each.values))
                for name, each in held.items()
            }
            return UimaLayer(layer.name, features, made)
        base = layer.features[-1].removeprefix("BT_")

        def end(name: str) -> Hashable:
            return (base if name in self.annotations.get(base, {}) else _TOKENS, name)

        arcs = [
            Arc(end(link.source), end(link.target), _named(layer, link.values), link.line)
            for link in self.links
            if link.layer is layer
        ]
        return UimaLayer(layer.name, features, {}, base, arcs)


def read_webanno(source: Source, _: Columns) -> Content:
    """WebAnno TSV 3 (INCEpTION): spans and relations, a layer for each type and each of its features with values."""
    content = Content(source.name, is_document=True)
    rows = _Rows(content)
    for number, line in enumerate(source.lines(), 1):
        if not line.isascii() and UNDECODABLE.search(line):
            content.findings.append(undecodable_bytes(source, number, line))
        elif line.startswith(_HEADERS):
            rows.declare(line)
        elif line.startswith(_TEXT):
            rows.sentence.append(_unescaped(line.removeprefix(_TEXT)))
        elif line and not line.startswith("#"):
            rows.add(line, number)
    if not content.has_errors:
        rows.finish()
    return content


def _named(layer: _Layer, values: Mapping[int, str]) -> dict[str, str]:
    """The values of columns by the names of their features."""
    return {layer.features[place]: value for place, value in values.items()}


def _end(row: str, number: str | None) -> str:
    """What an end of a relation is called: the number of its annotation, or its row where that has none."""
    return row if number in {None, "0"} else str(number)


def _width(text: str) -> int:
    """How long a text is in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _pieces(cell: str) -> list[str]:
    """What bars divide, except those that are escaped."""
    if "\\" not in cell:
        return cell.split("|")
    found = [""]
    for part in _PIECE.findall(cell):
        if part == "|":
            found.append("")
        else:
            found[-1] += part
    return found


def _numbered(piece: str) -> tuple[str, str | None]:
    """A value, and the number in brackets after it."""
    found = _NUMBERED.fullmatch(piece) if piece.endswith("]") else None
    return (found[1], found[2]) if found else (piece, None)


def _unescaped(text: str) -> str:
    return text if "\\" not in text else _ESCAPED.sub(lambda found: _SPECIAL.get(found[1], found[1]), text)


def is_webanno(source: Source) -> str:
    """Why a file is WebAnno TSV 3; nothing where it is not."""
    return "its first line says so" if source.start().startswith(_START) else ""


WEBANNO = Format(read_webanno, writer=WRITER, recognise=is_webanno)
