"""WebAnno TSV 1 and 2, which look like CoNLL columns: the second says itself what its columns are, the first does not.

 # de.tudarmstadt….POS | PosValue # de.tudarmstadt….Dependency | DependencyType | AttachTo=de.tudarmstadt….POS
#id=1
#text=The quick fox
1-1	The	B-DT	B-det	1-3
1-2	quick	B-JJ	B-amod	1-3

Labels say where a span begins (B-) and goes on (I-), O and _ are none, and a bar divides those that lie over each
other. A relation stands at its target and names the token that it comes from.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import ReadError
from accord.formats.content import Content, undecodable_bytes
from accord.formats.formats import Format
from accord.formats.source import UNDECODABLE
from accord.formats.uima_layers import AnnotatedText, Arc, UimaAnnotation, UimaLayer, add_layers
from accord.messages import option

if TYPE_CHECKING:
    from collections.abc import Hashable

    from accord.formats.columns import Columns
    from accord.formats.source import Source

_HEAD = re.compile(r"\s*# ?[\w.$]+ \| ")
_TSV2 = re.compile(rf"{_HEAD.pattern}[^\n]*\n(?:\s*#id=|\s*#text=|\s*1-1\t)")
_TSV1 = re.compile(
    r"\s*#id=\d+\n#text=[^\n]*\n(?:\d+\t[^\t\n]+\t[^\t\n]*\t[^\t\n]*\t(?:[OBI_]|[BI]-[^\t\n]*)\t[^\t\n]*\t(?:\d+|_)\t"
    r"[^\n]*\n)+"
)
_LABEL = re.compile(r"([BI])-(.*)", re.DOTALL)
_ATTACH, _TEXT, _TOKENS = "AttachTo=", "#text=", ""
_NOTHING = {"", "O", "_"}
_HINT = "export it again as WebAnno TSV 3"


class _Column(NamedTuple):
    """What stands in the columns of a layer: its features, from a place on, and after them whence a relation comes."""

    layer: UimaLayer
    first: int

    @property
    def width(self) -> int:
        """How many columns it has."""
        return max(1, len(self.layer.features)) + (self.layer.base is not None)


def is_old_webanno(source: Source) -> str:
    """Why a file is WebAnno TSV 1 or 2; nothing where it is not."""
    start = source.start()
    if _TSV2.match(start):
        return "its first line names layers and features as WebAnno TSV 2 does"
    return "it has the ten columns of WebAnno TSV 1" if _TSV1.match(start) else ""


def read_old_webanno(source: Source, _: Columns) -> Content:
    """WebAnno TSV 2: spans and relations, a layer for each type and each of its features with values."""
    if not _TSV2.match(source.start()):
        as_columns = f"one of its columns can be read ({option('format', 'conll', flag='--input-format')})"
        raise ReadError(
            f"{source.name} is WebAnno TSV 1, which does not say what its columns are: {_HINT}; {as_columns}"
        )
    content = Content(source.name, is_document=True)
    rows = _Rows(content)
    for number, line in enumerate(source.lines(), 1):
        if UNDECODABLE.search(line):
            content.findings.append(undecodable_bytes(source, number, line))
        elif not rows.columns and _HEAD.match(line):
            rows.declare(line)
        elif line.startswith(_TEXT):
            rows.begin(line.removeprefix(_TEXT))
        elif line.strip() and not line.startswith("#"):
            rows.add(line, number)
    if not content.has_errors:
        layers = [column.layer for column in rows.columns]
        for layer in layers:
            layer.arcs = [
                arc._replace(source=rows.end(layer, arc.source), target=rows.end(layer, arc.target))
                for arc in layer.arcs
            ]
        add_layers(content, layers, AnnotatedText(rows.text, rows.tokens), None)
        content.assumption = "layers of WebAnno TSV 2"
    return content


class _Rows:
    """Puts the rows of a file together."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.columns: list[_Column] = []
        self.text, self.place = "", 0
        self.tokens: dict[Hashable, UimaAnnotation] = {}
        self.open: dict[tuple[str, str], tuple[Hashable, str]] = {}
        """The spans that may go on: by layer and label, with the row that each has reached."""

    def declare(self, line: str) -> None:
        """Take in the line that names the layers."""
        place = 2
        for each in re.split(r"(?:^|\s)#\s*", line.strip())[1:]:
            name, *features = (part.strip() for part in each.split("|"))
            base = next((part.removeprefix(_ATTACH) for part in features if part.startswith(_ATTACH)), None)
            plain = tuple(part for part in features if part and not part.startswith(_ATTACH))
            self.columns.append(_Column(UimaLayer(name, plain, base=base), place))
            place += self.columns[-1].width

    def begin(self, sentence: str) -> None:
        """Put a sentence after the text so far."""
        self.place = len(self.text) + bool(self.text)
        self.text += ("\n" if self.text else "") + sentence
        self.open.clear()

    def add(self, line: str, number: int) -> None:
        """Take in the row of a token."""
        row, *_ = cells = line.split("\t")
        if len(cells) < (self.columns[-1].first + self.columns[-1].width if self.columns else 2):
            self.content.report("unreadable-row", number, f"no row of a token: {line[:60]!r}", _HINT)
            return
        start = self.text.find(cells[1], self.place)
        if start < 0 or self.text[self.place : start].strip():
            message = f"the token {cells[1][:40]!r} does not stand in its sentence there"
            self.content.report("offset-mismatch", number, message, _HINT)
            return
        self.place = start + len(cells[1])
        self.tokens[_TOKENS, row] = UimaAnnotation(start, self.place)
        for column in self.columns:
            held = cells[column.first : column.first + column.width]
            if column.layer.base is None:
                self._mark(column.layer, held, row)
            else:
                self._relate(column.layer, held, row, number)

    def _mark(self, layer: UimaLayer, cells: list[str], row: str) -> None:
        """Begin the spans of a token, or go on with those of the one before."""
        reached: dict[tuple[str, str], tuple[Hashable, str]] = {}
        given = [cell.split("|") for cell in cells]
        for index, written in enumerate(given[0]):
            if written in _NOTHING:
                continue
            values = {
                name: _value(pieces[index])
                for name, pieces in zip(layer.features, given, strict=False)
                if index < len(pieces) and pieces[index] not in _NOTHING
            }
            label = layer.name, _value(written)
            before = self.open.get(label)
            if written.startswith("I-") and before is not None:
                layer.annotations[before[0]].end = self.place
                reached[label] = before
            else:
                key = (layer.name, row) if (layer.name, row) not in layer.annotations else (layer.name, row, index)
                layer.annotations[key] = UimaAnnotation(self.place - len(self._token(row)), self.place, values)
                reached[label] = key, row
        self.open = {label: each for label, each in self.open.items() if label[0] != layer.name} | reached

    def _token(self, row: str) -> str:
        token = self.tokens[_TOKENS, row]
        return self.text[token.start : token.end]

    def _relate(self, layer: UimaLayer, cells: list[str], row: str, number: int) -> None:
        """A relation from the token that is named to that of the row, or to what begins there."""
        *values, sources = (cell.split("|") for cell in cells)
        for index, source in enumerate(sources):
            if source in _NOTHING:
                continue
            given = {
                name: _value(each[index])
                for name, each in zip(layer.features, values, strict=True)
                if index < len(each)
            }
            layer.arcs.append(Arc(source, row, given, number))

    def end(self, layer: UimaLayer, row: Hashable) -> Hashable:
        """What a relation links at a row: the annotation that begins there in the layer it refers to, or the token."""
        base = next((column.layer for column in self.columns if column.layer.name == layer.base), None)
        found = base is not None and (base.name, row) in base.annotations
        return layer.base if found else _TOKENS, row


def _value(written: str) -> str:
    found = _LABEL.fullmatch(written)
    value = found[2] if found else written
    return "" if value in _NOTHING else value


WEBANNO_OLD = Format(read_old_webanno, recognise=is_old_webanno)
