"""The page as some lines of text, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.messages import printable
from accord.payload.values import interval_in
from accord.reporting.numbers import digits, low_and_high, three_digits
from accord.reporting.page_width import of_chance

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from accord.agreement.result import Interval
    from accord.payload.page import PagePayload
    from accord.payload.systems import SystemRank
    from accord.payload.values import ThreeSentences

_MARKS = {"error": "error:  ", "warning": "warning:", "note": "note:   "}


def page_text(page: PagePayload) -> str:
    """Alerts first, then every layer with its three sentences, then systems by rank, then what is not there."""
    return "\n".join(printable(line) for line in _lines(page)) + "\n"


def _lines(page: PagePayload) -> Iterator[str]:
    yield page.title
    yield from (f"  {_MARKS[alert.severity]} {alert.text}" for alert in page.alerts)
    for layer in page.layers:
        yield ""
        headline = layer.headline
        text = _headline_text(layer.measure, headline.value, headline.undefined, headline.interval)
        yield f"{layer.name} ({layer.kind}): {text}"
        yield from _sentences(layer.words)
        for beside in layer.beside:
            if beside.agreement:
                yield f"  beside it, {_result_text(beside.agreement['results'][0], layer.measure_names)}"
        yield f"  {layer.headline.signature}"
    for systems in page.systems:
        yield ""
        scored = f" ({systems.terms.scored})" if len(page.systems) > 1 else ""
        yield f"{systems.terms.system}s against {systems.reference}{scored}"
        yield from _sentences(systems.words)
        yield from map(_rank, systems.ranks)
    if page.left_out:
        yield ""
        yield from (f"  {remark.text}" for remark in page.left_out)


def _sentences(words: ThreeSentences) -> Iterator[str]:
    yield from (f"  {each}" for each in (words.how_much, words.where, words.next))


def _rank(row: SystemRank) -> str:
    """A system with its measure and, where chance is taken off another one, that before and after."""
    value = "undefined" if row.value is None else three_digits(row.value)
    corrected = ""
    if row.corrected is not None and row.corrected_of is not None:
        beyond = f"{three_digits(row.corrected_of)} corrected for chance {three_digits(row.corrected)}"
        corrected = f"; by match {row.corrected_match} {beyond}" if row.corrected_match else f"; {beyond}"
        if not row.corrected_match and value == three_digits(row.corrected_of):
            corrected = f", corrected for chance {three_digits(row.corrected)}"
    return f"  {row.rank or '–'}. {row.system}: {row.measure} {value}{corrected}"


def _result_text(result: Mapping[str, Any], names: Mapping[str, str]) -> str:
    name = names.get(result["coefficient"], result["coefficient"])
    return _headline_text(name, result["value"], result["undefined"], interval_in(result["interval"]))


def _headline_text(name: str, value: float | None, undefined: str | None, interval: Interval | None) -> str:
    """A measure, its value and its interval."""
    if value is None:
        return f"{name} undefined ({undefined})"
    ends = f" [{', '.join(low_and_high(interval.low, interval.high))}]" if interval else ""
    ends += ", the interval that of samples of chance" if interval and of_chance(interval) else ""
    return f"{name} {digits(value)}{ends}"
