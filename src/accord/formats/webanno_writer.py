"""Writing WebAnno TSV 3.3: a folder for each annotator, and in it a file for each document."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.uima_corpus import UimaCorpus, can_hold
from accord.formats.writer import Writer
from accord.messages import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.formats.uima_corpus import Linked, Marked, UimaDocument, UimaType
    from accord.model import Corpus

_ENDING = ".tsv"
_FORMAT = "#FORMAT=WebAnno TSV 3.3"
_IN_TEXT = {"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r", "\b": r"\b", "\f": r"\f"}
_IN_VALUES = _IN_TEXT | {each: f"\\{each}" for each in "[]|_;*"}
_TEXT_TABLE, _VALUE_TABLE = str.maketrans(_IN_TEXT), str.maketrans(_IN_VALUES)
_ARROW = re.compile("->")
_NOTHING, _NO_VALUE = "_", "*"


class _Row(NamedTuple):
    """A token, or a part of one, that annotations stand at."""

    token: int
    start: int
    end: int


def write_webanno(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """The files by their paths: ``ANNOTATOR/DOCUMENT.tsv``."""
    made = UimaCorpus(corpus)
    for document in made.documents(_ENDING):
        yield document.path, _Tsv(document, made.types).text().encode()


def lost_in_webanno(corpus: Corpus) -> Iterator[str]:
    """What TSV has no place for: names, and blanks that spans begin or end with."""
    made = UimaCorpus(corpus)
    yield from made.lost()
    trimmed = sum(_Tsv(document, made.types).trimmed for document in made.documents(_ENDING))
    if trimmed:
        yield f"the blanks that {plural(trimmed, 'span')} begin{'s' * (trimmed == 1)} or end{'s' * (trimmed == 1)} with"


class _Tsv:
    """One file."""

    def __init__(self, document: UimaDocument, types: Sequence[UimaType]) -> None:
        """Find the rows at which each annotation stands."""
        self.document, self.types = document, types
        self.tokens = [token for sentence in document.sentences for token in sentence.tokens]
        self.ends = [end for _, end in self.tokens]
        self.trimmed = 0
        self.rows: set[_Row] = {_Row(number, *token) for number, token in enumerate(self.tokens)}
        self.at = {
            type_.name: [self._rows(each) for each in document.marked[type_.name]]
            for type_ in types
            if type_.base is None
        }
        self.names = self._name_rows()
        self.numbers = self._number()

    def _rows(self, mark: Marked) -> list[_Row]:
        """The tokens that an annotation covers, or the parts of them; none where it covers blanks only."""
        found = []
        number = bisect_right(self.ends, mark.start)
        while number < len(self.tokens) and self.tokens[number][0] < mark.end:
            start, end = self.tokens[number]
            found.append(_Row(number, max(start, mark.start), min(end, mark.end)))
            number += 1
        self.trimmed += not found or (found[0].start, found[-1].end) != (mark.start, mark.end)
        self.rows.update(found)
        return found

    def _name_rows(self) -> dict[_Row, str]:
        """What each row is called: its sentence and token, and its number among the parts of that."""
        places = [
            f"{number}-{place}"
            for number, sentence in enumerate(self.document.sentences, 1)
            for place in range(1, len(sentence.tokens) + 1)
        ]
        names: dict[_Row, str] = {}
        parts: Counter[int] = Counter()
        for row in sorted(self.rows, key=_order):
            if (row.start, row.end) == self.tokens[row.token]:
                names[row] = places[row.token]
            else:
                parts[row.token] += 1
                names[row] = f"{places[row.token]}.{parts[row.token]}"
        return names

    def _number(self) -> dict[tuple[str, int], int]:
        """The numbers of those annotations that have several rows, or share one with others of their type."""
        numbers: dict[tuple[str, int], int] = {}
        for name, held in self.at.items():
            times = Counter(row for rows in held for row in rows)
            for index, rows in enumerate(held):
                if len(rows) > 1 or any(times[row] > 1 for row in rows):
                    numbers[name, index] = len(numbers) + 1
        return numbers

    def text(self) -> str:
        """The whole file."""
        head = [_FORMAT]
        for type_ in self.types:
            kind, base = ("#T_SP=", []) if type_.base is None else ("#T_RL=", [f"BT_{type_.base.name}"])
            head.append(kind + "|".join([type_.name, *type_.features, *base]))
        cells = self._cells()
        rows: dict[int, list[str]] = defaultdict(list)
        at = _utf16(self.document.text)
        order = sorted(self.names, key=lambda row: (row.token, "." in self.names[row], _order(row)))
        for row in order:
            covered = self.document.text[row.start : row.end].translate(_TEXT_TABLE)
            held = [self.names[row], f"{at[row.start]}-{at[row.end]}", covered, *cells[row]]
            rows[row.token].append("\t".join(held) + "\t")
        lines = [*head, ""]
        token = 0
        for sentence, text in zip_longest(self.document.sentences, self._texts()):
            lines += ["", *(f"#Text={line.translate(_TEXT_TABLE)}" for line in text.split("\n"))]
            count = 0 if sentence is None else len(sentence.tokens)  # of a text without words
            for number in range(token, token + count):
                lines += rows[number]
            token += count
        return "\n".join(lines) + "\n"

    def _texts(self) -> Iterator[str]:
        """The text of each sentence with the blanks after it; ends of lines between two are not part of any."""
        text, start = self.document.text, 0
        for following in [*self.document.sentences[1:], None]:
            if following is None:
                yield text[start:]
            else:
                yield text[start : following.start].rstrip("\n")
                start = following.start

    def _cells(self) -> dict[_Row, list[str]]:
        """What stands after each token."""
        cells: dict[_Row, list[str]] = {row: [] for row in self.names}
        for type_ in self.types:
            held: dict[_Row, list[list[str]]] = defaultdict(list)
            if type_.base is None:
                for index, mark in enumerate(self.document.marked[type_.name]):
                    number = self.numbers.get((type_.name, index))
                    for row in self.at[type_.name][index]:
                        held[row].append([_value(mark.values.get(name, ""), number) for name in type_.features])
            else:
                for link in self.document.linked[type_.name]:
                    self._add_link(type_, type_.base.name, link, held)
            width = len(type_.features) + (type_.base is not None)
            for row, before in cells.items():
                given = held.get(row)
                before.extend(["|".join(each) for each in zip(*given, strict=True)] if given else [_NOTHING] * width)
        return cells

    def _add_link(self, type_: UimaType, base: str, link: Linked, held: dict[_Row, list[list[str]]]) -> None:
        """Put a relation at the first row of its target, where it names its source."""
        source, target = self.at[base][link.source], self.at[base][link.target]
        if not source or not target:
            return
        numbers = [self.numbers.get((base, end), 0) for end in (link.source, link.target)]
        bracketed = f"[{numbers[0]}_{numbers[1]}]" if any(numbers) else ""
        values = [_value(link.values.get(name, ""), None) for name in type_.features]
        held[target[0]].append([*values, f"{self.names[source[0]]}{bracketed}"])


def _order(row: _Row) -> tuple[int, int, int]:
    """The order of rows: as they begin, the longer first."""
    return row.token, row.start, -row.end


def _value(value: str, number: int | None) -> str:
    escaped = _ARROW.sub(r"\->", value.translate(_VALUE_TABLE)) or _NO_VALUE
    return escaped if number is None else f"{escaped}[{number}]"


def _utf16(text: str) -> list[int]:
    """The place of each character, in UTF-16 units."""
    found, place = [0], 0
    for each in text:
        place += 2 if ord(each) > 0xFFFF else 1
        found.append(place)
    return found


WRITER = Writer(
    None,
    _ENDING,
    (),
    ("spans", "relations", "labels of tokens"),
    holds=can_hold,
    folder=write_webanno,
    lost=lost_in_webanno,
    several_layers=True,
)
