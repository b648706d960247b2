"""The texts of a task of Label Studio, where its offsets lie in them, and which of them a control marks."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.formats.label_studio_names import DOCUMENT, NAME
from accord.formats.offsets import CHARACTERS, UTF16, Counting, Quote, prove

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from accord.formats.label_studio_results import Region, Saying
    from accord.formats.offsets import Border, Positions

_TWICE = re.compile("[\r\U00010000-\U0010ffff]")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_WORDS = ("text", "content", "phrase", "body", "utterance")
"""Under which keys the words of a paragraph stand."""
_OF_HTML = " as text"
_ENOUGH = 3
"""How many regions show which text a control marks."""


class Task:
    """A task: what it is called, the line it starts on, and its texts by their keys, what is called text first."""

    __slots__ = ("_keys", "_places", "_raw", "document", "line", "name", "paragraphs")

    def __init__(self, name: str, data: Any, line: int) -> None:
        given = data if isinstance(data, dict) else {}
        self.name, self.document = str(given.get(NAME, name)), given.get(DOCUMENT)
        self.line = line
        self.paragraphs: dict[str, tuple[int, ...]] = {}
        self._raw: dict[str, str] = {}
        self._places: dict[str, Positions] = {}
        for key in sorted(given, key=lambda key: (key != "text", not isinstance(given[key], str))):
            value = given[key]
            if isinstance(value, str) and key not in {NAME, DOCUMENT}:
                self._raw[key] = value
            elif isinstance(value, list) and (words := _words(value)):
                self._raw[key] = "\n".join(words)
                self.paragraphs[key] = tuple(sum(map(_utf16, words[:number])) + number for number in range(len(words)))
        self._keys = tuple(self._raw)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its texts."""
        return self._keys

    @property
    def first(self) -> str:
        """Its first text, or nothing."""
        return self.text(self._keys[0]) or "" if self._keys else ""

    def raw(self, key: str) -> str | None:
        """A text as offsets count it."""
        found = self._raw.get(key)
        if found is None and key.endswith(_OF_HTML) and (page := self._raw.get(key.removesuffix(_OF_HTML))) is not None:
            found = self._raw[key] = _text_of_html(page)
        return found

    def text(self, key: str) -> str | None:
        r"""A text with ``\n`` as its line ends."""
        found = self.raw(key)
        return None if found is None else found.replace("\r\n", "\n")

    def positions(self, key: str) -> Positions:
        """The character at each UTF-16 unit of a text."""
        found = self._places.get(key)
        if found is None:
            found = self._places[key] = positions(self.raw(key) or "")
        return found

    def placed(self) -> None:
        """Forget what was only needed to place regions."""
        self._places.clear()

    def border(self, key: str, region: Region) -> Border | None:
        """Where a region starts and ends in the whole text."""
        if region.paragraphs is None:
            return region.border
        starts = self.paragraphs.get(key, ())
        if max(region.paragraphs) >= len(starts):
            return None
        first, last = (starts[number] for number in region.paragraphs)
        return first + region.border[0], last + region.border[1]


class Placed(NamedTuple):
    """Where regions lie in a text: by what counting, the character at each offset, and which of them fit nowhere."""

    counting: Counting
    at: Positions
    borders: Mapping[str, Border]
    misfits: frozenset[str]


def place(task: Task, key: str, regions: Mapping[str, Region], unit: str | None) -> Placed:
    """Place regions in a text of their task: by UTF-16 units, unless the covered texts say otherwise."""
    raw = task.raw(key) or ""
    borders = {id_: border for id_, each in regions.items() if (border := task.border(key, each))}
    lost = frozenset(regions.keys() - borders.keys())
    if unit is None:
        at = task.positions(key)
        text = raw if isinstance(at, range) else raw.replace("\r\n", "\n")
        if all(_fits(text, at, borders[id_], regions[id_].covered) for id_ in borders):
            return Placed(_counting(raw, at, borders.values()), at, borders, lost)
    text = raw.replace("\r\n", "\n")
    quoted = [id_ for id_ in borders if regions[id_].covered is not None]
    quotes = [Quote((borders[id_],), regions[id_].covered or "") for id_ in quoted]
    proof = prove(text, quotes, unit) if quotes else None
    counting = proof.counting if proof else Counting(unit or UTF16)
    misfits = {quoted[number] for number in proof.misfits} if proof else set()
    at = positions(raw) if counting == Counting(UTF16) else counting.positions(text)
    misfits |= {id_ for id_, border in borders.items() if not _lies(at, border)}
    return Placed(counting, at, borders, lost | misfits)


def positions(raw: str) -> Positions:
    r"""The character at each UTF-16 unit of a text, once its ``\r\n`` are ``\n``."""
    if not _TWICE.search(raw):
        return range(len(raw) + 1)
    found, offset, index = {0: 0}, 0, 0
    for character, behind in zip(raw, [*raw[1:], ""], strict=True):
        offset += 1 + (character > "\uffff")
        index += not (character == "\r" and behind == "\n")
        found[offset] = index
    return found


def offsets(raw: str) -> list[int] | range:
    """The UTF-16 unit at which each character of a text starts, once its line ends are plain."""
    at = positions(raw)
    if isinstance(at, range):
        return at
    starts: dict[int, int] = {}
    for offset, index in at.items():
        starts.setdefault(index, offset)
    return [starts[index] for index in range(len(starts))]


@dataclass(slots=True)
class TextChoice:
    """Which text a control marks: the one that its regions fit, above all where its name is what they say."""

    fits: Counter[str] = field(default_factory=Counter)
    named: set[str] = field(default_factory=lambda: {"text"})
    regions: int = 0
    line: int = 0

    def look(self, saying: Saying, name: str, unit: str | None) -> None:
        """Count what fits where of what one annotator marked."""
        regions = {id_: each for id_, each in saying.regions.items() if each.layer == name}
        self.line = self.line or saying.task.line
        self.regions += len(regions)
        self.named |= {each.object for each in regions.values()}
        pages = (
            [f"{key}{_OF_HTML}" for key in saying.task.keys] if any(each.of_html for each in regions.values()) else []
        )
        for key in (*saying.task.keys, *pages):
            self.fits[key] += len(regions) - len(place(saying.task, key, regions, unit).misfits)

    @property
    def keys(self) -> list[str]:
        """The text that it marks, or several where nothing tells which."""
        best = [key for key, count in self.fits.items() if count == max(self.fits.values())]
        plain = [key for key in best if not key.endswith(_OF_HTML)] or best
        return [key for key in plain if key.removesuffix(_OF_HTML) in self.named] or plain

    @property
    def is_clear(self) -> bool:
        """Whether what comes can hardly change it."""
        keys = self.keys
        others = max((count for key, count in self.fits.items() if key not in keys), default=0)
        enough = self.fits[keys[0]] >= _ENOUGH if keys else False
        return (
            len(keys) == 1
            and enough
            and (len(self.fits) == 1 or self.fits[keys[0]] >= others + _ENOUGH or keys[0] in self.named)
        )


def _counting(raw: str, at: Positions, borders: Iterable[Border]) -> Counting:
    """What offsets that fit count: characters, where nothing shows that it is anything else."""
    if isinstance(at, range) or all(at[end] == end for border in borders for end in border):
        return Counting()
    return Counting(UTF16 if _ASTRAL.search(raw) else CHARACTERS, long_ends="\r\n" in raw)


def _lies(at: Positions, border: Border) -> bool:
    return border[0] in at and border[1] in at and border[0] < border[1]


def _fits(text: str, at: Positions, border: Border, covered: str | None) -> bool:
    if not _lies(at, border):
        return False
    return covered is None or text[at[border[0]] : at[border[1]]] == covered


def _words(paragraphs: list[Any]) -> list[str]:
    """The words of paragraphs that are objects; nothing if they are something else."""
    key = next((key for key in _WORDS if all(isinstance(each, dict) and key in each for each in paragraphs)), None)
    return [str(each[key]) for each in paragraphs] if key else []


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class _Page(HTMLParser):
    """Collects what a page says, without its tags."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def _text_of_html(page: str) -> str:
    parser = _Page()
    parser.feed(page)
    parser.close()
    return "".join(parser.found)
