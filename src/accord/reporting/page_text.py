"""The page as some lines of text, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.messages import printable
from accord.reporting.numbers import digits, three_digits
from accord.reporting.page_overview import coefficient_name, of_chance

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_MARKS = {"error": "error:  ", "warning": "warning:", "note": "note:   "}


def page_text(page: Mapping[str, Any]) -> str:
    """Alerts first, then every layer with its three sentences, then systems by rank, then what is not there."""
    return "\n".join(printable(line) for line in _lines(page)) + "\n"


def _lines(page: Mapping[str, Any]) -> Iterator[str]:
    yield page["title"]
    yield from (f"  {_MARKS[alert['severity']]} {alert['text']}" for alert in page["alerts"])
    for layer in page["layers"]:
        yield ""
        yield f"{layer['name']} ({layer['kind']}): {_headline_text(layer['headline'])}"
        yield from (f"  {layer['words'][each]}" for each in ("how_much", "where", "next"))
        for beside in layer["beside"]:
            if beside["agreement"]:
                yield f"  beside it, {_headline_text(beside['agreement']['results'][0])}"
        yield f"  {layer['headline']['signature']}"
    if page["systems"]:
        yield ""
        systems = page["systems"]
        yield f"{systems['terms']['system']}s against {systems['reference']}"
        yield from (f"  {systems['words'][each]}" for each in ("how_much", "where", "next"))
        yield from map(_rank, systems["ranks"])
    if page["left_out"]:
        yield ""
        yield from (f"  {remark['text']}" for remark in page["left_out"])


def _rank(row: Mapping[str, Any]) -> str:
    """A system with its measure and, of another match, F1 before and after chance is taken off."""
    value = "undefined" if row["value"] is None else three_digits(row["value"])
    corrected = ""
    if row["corrected"] is not None:
        beyond = f"{three_digits(row['corrected_of'])} corrected for chance {three_digits(row['corrected'])}"
        corrected = f"; by match {row['corrected_match']} {beyond}"
    return f"  {row['rank'] or '–'}. {row['system']}: {row['measure']} {value}{corrected}"


def _headline_text(result: Mapping[str, Any]) -> str:
    """A coefficient, its value and its interval."""
    name = coefficient_name(result["coefficient"])
    if result["value"] is None:
        return f"{name} undefined ({result['undefined']})"
    interval = result["interval"]
    ends = f" [{digits(interval['low'])}, {digits(interval['high'])}]" if interval else ""
    ends += ", the interval that of samples of chance" if interval and of_chance(interval) else ""
    return f"{name} {digits(result['value'])}{ends}"
