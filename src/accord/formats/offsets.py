"""What the offsets of a file count, proved by the texts that they cover.

Offsets that count something else than the program that reads them move silently: by one after each character outside
the basic plane (UTF-16), after each line end (CRLF), by more after each letter with an accent (bytes, or a text that
was normalised since), or everywhere (a byte order mark). Where a file also holds what its spans cover, one way of
counting makes all of these texts equal, and is the right one.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate, product
from typing import TYPE_CHECKING, Literal, NamedTuple
from unicodedata import combining, normalize

from accord.errors import UsageError
from accord.messages import option, plural, suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    Border = tuple[int, int]
    Positions = Mapping[int, int] | range
    Form = Literal["", "NFC", "NFD"]

CHARACTERS, UTF16, BYTES = "characters", "utf16", "bytes"
OFFSET_UNITS = {CHARACTERS: "characters", UTF16: "UTF-16 units", BYTES: "bytes of UTF-8"}
"""What offsets can count, as an option and in words."""
_BASIC_PLANE = 0xFFFF
_OTHERS = "other characters than those of ASCII"
_LINE_END = re.compile(r"\r\n|[\r\n\t]")


class Quote(NamedTuple):
    """A span as a file has it: where each of its parts starts and ends, and the text that it says it covers."""

    borders: tuple[Border, ...]
    covered: str

    def found(self, text: str, at: Positions) -> str | None:
        """What it really covers, its parts with blanks between them; None where a border is no place in the text."""
        if not all(border in at for borders in self.borders for border in borders):
            return None
        return " ".join(text[at[start] : at[end]] for start, end in self.borders)


@dataclass(frozen=True, slots=True)
class Counting:
    """One way to count: in which unit, a line end as one or two, over which form of Unicode, with a mark in front."""

    unit: str = CHARACTERS
    long_ends: bool = False
    form: Form = ""
    mark: bool = False

    def __str__(self) -> str:
        more = [
            *(["each line end as two"] if self.long_ends else []),
            *([f"in the text's form {self.form}"] if self.form else []),
            *(["after a byte order mark"] if self.mark else []),
        ]
        return ", ".join([OFFSET_UNITS[self.unit], *more])

    def positions(self, text: str) -> Positions:
        """The character at each offset that lies between two characters."""
        if self == Counting() or (self == Counting(UTF16) and max(text, default="") <= chr(_BASIC_PLANE)):
            return range(len(text) + 1)
        clusters = list(_clusters(text, self.form))
        width = {cluster: self._width(cluster) for cluster in set(clusters)}
        start = self._width_of("\ufeff") if self.mark else 0
        ends = accumulate(map(width.__getitem__, clusters), initial=start)
        return dict(zip(ends, accumulate(map(len, clusters), initial=0), strict=True))

    def _width(self, cluster: str) -> int:
        more = cluster.count("\n") if self.long_ends else 0
        return self._width_of(normalize(self.form, cluster) if self.form else cluster) + more

    def _width_of(self, text: str) -> int:
        if self.unit == CHARACTERS:
            return len(text)
        if self.unit == BYTES:
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(ord(character) > _BASIC_PLANE for character in text)


class Proof(NamedTuple):
    """How offsets count, the quotes that do not fit by number, and another way that fits all as well, if any does."""

    counting: Counting
    misfits: list[int]
    rival: Counting | None = None


def prove(text: str, quotes: Sequence[Quote], unit: str | None = None) -> Proof:
    r"""The way to count under which most quotes are equal to the text; plain characters where that is not told.

    Line ends of the text are ``\n``. A caller who names the unit leaves the rest to be proved. Of ways that fit alike
    the plainer one is taken; where the other would place the quotes elsewhere, it is the rival.

    >>> prove("\N{GRINNING FACE} Ann went home", [Quote(((3, 6),), "Ann")]).counting.unit
    'utf16'
    """
    plain = Counting(unit or CHARACTERS)
    if not _misfits(text, quotes, plain):
        return Proof(plain, [])
    found = [(counting, _misfits(text, quotes, counting)) for counting in _ways(text, unit)]
    best, misfits = min(found, key=lambda each: len(each[1]))
    if len(misfits) == len(quotes):
        return Proof(plain, misfits)
    if misfits:
        return Proof(best, misfits)
    placed = _placed(text, quotes, best)
    equal = (way for way, missed in found if not missed and _placed(text, quotes, way) != placed)
    return Proof(best, [], next(equal, None))


@dataclass(slots=True)
class OffsetEvidence:
    """What the offsets of a file count, collected text by text."""

    texts: Counter[str] = field(default_factory=Counter)
    """How many texts are counted in which way, as what their spans cover proves."""
    quotes: int = 0
    misfits: int = 0
    untold: int = 0
    """Texts with spans after characters that not all count alike, and nothing that tells what is counted."""

    def add(self, proof: Proof, quotes: Sequence[Quote]) -> None:
        """Take in what the spans of one text prove."""
        self.texts[str(proof.counting)] += len(quotes) > len(proof.misfits)
        self.quotes += len(quotes)
        self.misfits += len(proof.misfits)

    def add_untold(self, text: str, ends: Iterable[int]) -> None:
        """Take in a text whose spans do not say what they cover."""
        if not text.isascii():
            self.untold += not text[: max(ends, default=0)].isascii()

    def say(self) -> str:
        """What is known, in words; nothing, where it does not matter.

        >>> evidence = OffsetEvidence()
        >>> evidence.add(Proof(Counting(UTF16), [2]), [Quote(((0, 1),), "x")] * 3)
        >>> evidence.say()
        'offsets count UTF-16 units, as 2 of 3 covered texts prove; 1 fits nothing'
        """
        said = []
        if self.quotes:
            ways = [way for way, count in self.texts.items() if count] or ["nothing known"]
            several = [f"{way} in {plural(self.texts[way], 'text')}" for way in ways]
            fit = self.quotes - self.misfits
            known = f"{fit:,} of {plural(self.quotes, 'covered text')}" if self.misfits else plural(fit, "covered text")
            proved = f"{known} {'proves' if self.quotes == 1 else 'prove'}"
            said.append(f"offsets count {' and '.join(several) if len(ways) > 1 else ways[0]}, as {proved}")
            said += [f"{self.misfits:,} {'fits' if self.misfits == 1 else 'fit'} nothing"] if self.misfits else []
        if self.untold:
            whose = f"in {plural(self.untold, 'text')} with {_OTHERS}"
            said.append(f"nothing tells what offsets count {whose} ({option('offsets')} says it)")
        return "; ".join(said)


def say_misfit(name: str, found: str | None, covered: str | None) -> tuple[str, str]:
    """That a span covers something else than its file says, and what to do about it."""
    says = "" if covered is None else f", and says {covered[:40]!r}"
    hint = f"was the text changed? {option('offsets')} says what offsets count"
    return f"{name} covers {(found or '')[:40]!r}{says}", hint


def say_countings(countings: Iterable[Counting], evidence: OffsetEvidence) -> str:
    """What offsets count, if not characters only, and that nothing tells it where nothing does."""
    others = [str(each) for each in dict.fromkeys(countings) if each != Counting()]
    proved = ", as the covered texts prove" if evidence.quotes > evidence.misfits else ""
    said = f"; offsets count {' or '.join(others)}{proved}" if others else ""
    untold = f"nothing tells what offsets count in texts with {_OTHERS}: taken for characters ({option('offsets')})"
    return f"{said}; {untold}" if evidence.untold else said


def check_offset_unit(unit: str | None) -> None:
    """Refuse a unit of offsets that there is none of."""
    if unit is not None and unit not in OFFSET_UNITS:
        raise UsageError(f"unknown unit of offsets {unit!r}: {suggestion(str(unit), list(OFFSET_UNITS))}")


def _ways(text: str, unit: str | None) -> list[Counting]:
    """All ways to count that differ for a text, the plainer first."""
    ends = (False, True) if "\n" in text else (False,)
    changed: list[Form] = [form for form in ("NFC", "NFD") if normalize(form, text) != text]
    forms: list[Form] = ["", *changed]
    units = [unit] if unit else list(OFFSET_UNITS)
    ways = [Counting(*each) for each in product(units, ends, forms, (False, True))]
    return sorted(ways, key=lambda way: way.long_ends + bool(way.form) + way.mark)


def _clusters(text: str, form: Form) -> Iterator[str]:
    """The characters of a text; with a form, each with the marks that it may be composed with."""
    if not form:
        yield from text
        return
    start = 0
    for index, character in enumerate(text):
        if index > start and not combining(character):
            yield text[start:index]
            start = index
    if start < len(text):
        yield text[start:]


def _misfits(text: str, quotes: Sequence[Quote], counting: Counting) -> list[int]:
    """The quotes that do not cover what they say."""
    at = counting.positions(text)
    return [number for number, quote in enumerate(quotes) if not _fits(text, quote, at)]


def _fits(text: str, quote: Quote, at: Positions) -> bool:
    found = quote.found(text, at)
    return found is not None and (quote.covered == found or _plain(quote.covered) == _plain(found))


def _plain(text: str) -> str:
    """A text as it is compared: tools write line ends as blanks, and accents in either form."""
    return normalize("NFC", _LINE_END.sub(" ", text))


def _placed(text: str, quotes: Sequence[Quote], counting: Counting) -> list[int | None]:
    at = counting.positions(text)
    borders = (each for quote in quotes for border in quote.borders for each in border)
    return [at[each] if each in at else None for each in borders]  # noqa: SIM401 - a range has no get
