"""Where the spans of JSON records stand in their texts: what offsets count, and what is wrong with a span."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from accord.formats.json_values import as_text, kind
from accord.formats.numbers import whole_number
from accord.formats.offsets import CHARACTERS, OFFSET_UNITS, Counting, OffsetEvidence, Quote, prove, say_misfit
from accord.formats.quoted_spans import COVERED
from accord.messages import option, plural
from accord.model import Severity, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.formats.content import Content
    from accord.formats.json_values import Record
    from accord.formats.offsets import Positions, Proof

SPAN_SHAPE = 'write [start, end, type] or {"start": ..., "end": ..., "label": ...}, the end after the last one marked'
OTHER_TYPES = ("labels", "entity_group", "entity_type", "entity", "category", "tag", "class")
"""Where a span that has neither label nor type may say what it is, as Label Studio and Hugging Face write it."""
_PLAIN = Counting()


class MarkedText(NamedTuple):
    """What spans lie in."""

    words: str | tuple[str, ...] | None
    length: int
    unit: str


class PlacedSpan(NamedTuple):
    """A span of a record: where it stands, its type, if it has one, its borders in the file, and what is wrong."""

    span: Span
    typed: bool
    borders: str
    fault: str
    hint: str


class Places(NamedTuple):
    """A text with the character at each offset, None where these are characters, and how many offsets it has."""

    text: MarkedText
    at: Positions | None
    length: int
    unit: str = ""
    """What offsets count, in words, where these are no characters."""

    def span(self, element: Any) -> PlacedSpan:
        """A span where it stands, or what is wrong with it."""
        start, end, type_ = span_parts(element)
        fault, hint = self._fault(element, start, end), SPAN_SHAPE
        borders = "" if start is None or end is None else f" [{start}, {end}]"
        if not fault and self.at is not None and start is not None and end is not None:
            if start in self.at and end in self.at:
                start, end = self.at[start], self.at[end]
            else:
                fault = "begins or ends within a character"
        text = self.text.words
        if fault and isinstance(text, str) and (end or 0) > self.length and not (text.isascii() and text.isprintable()):
            hint = say_misfit("", "", None)[1]
        span = Span(start or 0, end or 0, "" if type_ is None else as_text(type_, "type").strip())
        return PlacedSpan(span, type_ is not None, borders, fault, hint)

    def _fault(self, element: Any, start: int | None, end: int | None) -> str:
        if not isinstance(element, dict | list):
            return f"is {kind(element)}, no list or object"
        if isinstance(element, list) and len(element) not in {2, 3}:
            return f"has {plural(len(element), 'part')} instead of start, end and type"
        if start is None or end is None:
            return "does not start and end at a whole number"
        if start < 0:
            return "starts before the text"
        if start >= end:
            return "is empty" if start == end else "ends before it starts"
        if end <= self.length:
            return ""
        size = f"{self.length:,} {self.unit}" if self.unit else plural(self.length, self.text.unit)
        return f"ends after the text, which has {size}"


class RecordOffsets:
    """Finds out, record by record, what the offsets of a file count."""

    def __init__(self, content: Content, unit: str | None) -> None:
        """Report into the content of a file; ``unit`` is what the caller says that offsets count."""
        self.content = content
        self.unit = unit
        self.told = Counting(unit or CHARACTERS)
        self.evidence = content.offsets = OffsetEvidence()
        self.countings: dict[Counting, None] = {}

    def places(self, text: MarkedText, elements: Sequence[Any], line: int, tokens: object = None) -> Places:
        """What offsets count in a text, proved by what its spans cover, or else by tokens that say where they stand."""
        if not isinstance(text.words, str):
            return Places(text, None, text.length)
        quotes = [quote for each in elements if isinstance(each, dict) and (quote := _quote(each))]
        if quotes:
            proof = prove(text.words, quotes, self.unit)
            self._report(text.words, quotes, proof, line)
        elif quotes := _quoted_tokens(tokens) if tokens else []:
            proof = prove(text.words, quotes, self.unit)
            if proof.misfits:
                self._report_tokens(text.words, quotes, proof, line)
                quotes = []
        if not quotes:
            self._leave_open(text.words, elements)
            return self._counted(text, self.told)
        self.evidence.add(proof, quotes)
        return self._counted(text, proof.counting)

    def _report(self, text: str, quotes: Sequence[Quote], proof: Proof, line: int) -> None:
        at = proof.counting.positions(text) if proof.misfits else range(0)
        for misfit in proof.misfits:
            ((start, end),), covered = quotes[misfit]
            said = say_misfit(f"the span [{start}, {end}]", quotes[misfit].found(text, at), covered)
            self.content.report("offset-mismatch", line, *said)
        if proof.rival is not None:
            message = f"offsets count {proof.counting}, or {proof.rival}: both fit"
            self.content.report("offset-doubt", line, message, f"say which: {option('offsets')}", Severity.WARNING)

    def _report_tokens(self, text: str, quotes: Sequence[Quote], proof: Proof, line: int) -> None:
        """Say that tokens do not stand where they say: an error, if they would by another way than the caller's."""
        token = quotes[proof.misfits[0]]
        ((start, end),) = token.borders
        found = token.found(text, proof.counting.positions(text))
        message, hint = say_misfit(f"the token [{start}, {end}]", found, token.covered)
        more = f" ({len(proof.misfits):,} of {plural(len(quotes), 'token')})" if len(quotes) > 1 else ""
        severity = Severity.ERROR if self.unit and not prove(text, quotes).misfits else Severity.WARNING
        self.content.report("offset-mismatch", line, f"{message}{more}", hint, severity)

    def _leave_open(self, text: str, elements: Sequence[Any]) -> None:
        if self.unit is None and not text.isascii():
            self.evidence.add_untold(text, (end for _, end, _ in map(span_parts, elements) if end is not None))

    def _counted(self, text: MarkedText, counting: Counting) -> Places:
        if counting == _PLAIN or not isinstance(text.words, str):
            return Places(text, None, text.length)
        self.countings[counting] = None
        at = counting.positions(text.words)
        return Places(text, at, max(at), OFFSET_UNITS[counting.unit])


def _quote(element: Record) -> Quote | None:
    """A span with what it says it covers, if it says so and is one."""
    said = next((value for name in COVERED if isinstance(value := element.get(name), str)), None)
    if said is None:
        return None
    start, end, _ = span_parts(element)
    if start is None or end is None or not 0 <= start < end:
        return None
    return Quote(((start, end),), said)


def _quoted_tokens(tokens: object) -> list[Quote]:
    """The tokens of a text that say where they stand in it, as those of Prodigy and spaCy do."""
    given = tokens if isinstance(tokens, list) else []
    return [quote for each in given if isinstance(each, dict) and each.get("text") and (quote := _quote(each))]


def each_label(element: Any) -> Iterator[Any]:
    """A span with several labels as one span for each of them; any other as it is."""
    labels = span_parts(element)[2] if isinstance(element, dict) else None
    if isinstance(labels, list):
        yield from ({**element, "label": label} for label in labels)
    else:
        yield element


def span_parts(element: Any) -> tuple[int | None, int | None, Any]:
    """Start, end and type of a span, None where they cannot be told."""
    if isinstance(element, dict):  # one by one, for this is most of the time that a file of spans takes
        if (start := element.get("start")) is None:
            start = element.get("start_offset")
        if (end := element.get("end")) is None:
            end = element.get("end_offset")
        if (type_ := element.get("label")) is None and (type_ := element.get("type")) is None:
            type_ = next((found for key in OTHER_TYPES if (found := element.get(key)) is not None), None)
        if isinstance(type_, list) and len(type_) < 2:  # as Label Studio writes a region with one label, or none
            type_ = type_[0] if type_ else ""
    else:
        start, end, type_, *_ = [*(element if isinstance(element, list) else [element]), None, None, None]
    return whole_number(start), whole_number(end), type_
