"""Spans that say what they cover and not where it stands, as language models return them: put in their place."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.messages import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

COVERED = ("text", "covered_text", "surface", "quote")
"""Where a span may say what it covers."""
_PLACES = ("start", "end", "start_offset", "end_offset")
_SHOWN = 60


class Unplaced(NamedTuple):
    """A span that has no place: its number from 1, its type as it was given, and why."""

    number: int
    type: Any
    why: str


class PlacedQuotes(NamedTuple):
    """All spans with a place, in their order, and those without one."""

    spans: list[Any]
    unplaced: list[Unplaced]


def is_quote(element: object) -> bool:
    """Whether a span says what it covers, and neither where it starts nor where it ends.

    >>> is_quote({"text": "Acme", "label": "ORG"}), is_quote({"text": "Acme", "start": "0"})
    (True, False)
    """
    return isinstance(element, dict) and bool(covered(element)) and all(element.get(name) is None for name in _PLACES)


def covered(element: dict[str, Any]) -> str:
    """What a span says that it covers; nothing where it does not."""
    return next((value for name in COVERED if isinstance(value := element.get(name), str)), "")


def place_quotes(given: Sequence[Any], text: str) -> PlacedQuotes:
    """Spans with the place where their words stand, where these are named as often as they stand in the text.

    The first that is named is then the first one in the text, and so on. Of words that are named more often, each type
    that is named at least as often as they stand there has all these places. All others have no place.

    >>> placed = place_quotes([{"text": "Ann", "label": "PER"}, {"text": "Bob", "label": "PER"}], "Ann met Annabel.")
    >>> placed.spans, [each.why for each in placed.unplaced]
    ([{'start': '0', 'end': '3', 'label': 'PER'}], ["'Bob' does not stand in the text"])
    """
    quotes = {number: covered(each) for number, each in enumerate(given) if is_quote(each)}
    places = {words: list(_places(words, text)) for words in set(quotes.values())}
    named = Counter(quotes.values())
    of_type = Counter((words, _type(given[number])) for number, words in quotes.items())
    seen: Counter[Any] = Counter()
    placed = PlacedQuotes([], [])
    for number, element in enumerate(given):
        if (words := quotes.get(number)) is None:
            placed.spans.append(element)
            continue
        here, key = places[words], (words, _type(element))
        counted = words if named[words] == len(here) else key
        if seen[counted] < len(here) <= of_type[key] or counted == words:
            at = here[seen[counted]]
            label = {"label": element["label"] if element.get("label") is not None else element.get("type")}
            placed.spans.append({"start": str(at), "end": str(at + len(words)), **label})
        else:
            times = f"is named {plural(named[words], 'time')} and stands there {plural(len(here), 'time')}"
            why = f"{words[:_SHOWN]!r} {times if here else 'does not stand in the text'}"
            placed.unplaced.append(Unplaced(number + 1, key[1], why))
        seen[counted] += 1
    return placed


def _type(element: dict[str, Any]) -> Any:
    type_ = element.get("label") if element.get("label") is not None else element.get("type")
    return type_ if isinstance(type_, str) else None


def _places(words: str, text: str) -> Iterator[int]:
    """Where words begin in a text, not within other words; within these only if they stand nowhere else."""
    found = []
    at = text.find(words)
    while at >= 0:
        found.append(at)
        at = text.find(words, at + len(words))
    whole = [at for at in found if _is_whole(words, text, at)]
    yield from whole or found


def _is_whole(words: str, text: str, at: int) -> bool:
    end = at + len(words)
    begins = at == 0 or not (text[at - 1].isalnum() and words[0].isalnum())
    return begins and (end == len(text) or not (text[end].isalnum() and words[-1].isalnum()))
