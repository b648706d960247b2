"""The page: one HTML file that holds its style, its script and what it shows, and asks the network for nothing."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_IMPORT = re.compile(r'^import\s+(?:\{[^}]*\}\s+from\s+)?"\./(?P<module>[\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=async function|function|const|class)", re.MULTILINE)
_LIVE_STYLE = "adjudicate.css"
_STYLES = ("style.css", "views.css", "drawing.css", _LIVE_STYLE, "print.css")
_SURROGATE = re.compile("[\ud800-\udfff]")


def html_page(payload: Mapping[str, Any] | None = None, *, live: bool = False) -> str:
    """The page of a payload, which works from a file; a live one fetches its payload from where it came from.

    All that comes from the data is in one block of JSON, and the script writes it as text and never as markup. The
    policy in its head lets the browser run that one script, and fetch nothing.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    from accord.messages import printable
    from accord.reporting.table import shortened

    environment = Environment(
        loader=PackageLoader("accord.reporting", "page"), autoescape=True, undefined=StrictUndefined
    )
    style = "".join(map(_text, _STYLES if live else (each for each in _STYLES if each != _LIVE_STYLE)))
    script = _script("live.js" if live else "file.js")
    return environment.get_template("page.html.jinja").render(
        title=shortened(printable(str(payload["title"])), 80) if payload else "",
        policy=_policy(style, script, live=live),
        style=Markup(style),
        script=Markup(script),
        payload=None if payload is None else Markup(_embedded(payload)),
    )


def _embedded(payload: Mapping[str, Any]) -> str:
    r"""JSON that no HTML parser sees an end of, or a comment, in, and that any encoding can write.

    >>> _embedded({"label": "</script>"})
    '{"label":"\\u003c/script>"}'
    """
    import json

    text = json.dumps(payload, ensure_ascii=False, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _policy(style: str, script: str, *, live: bool) -> str:
    """What the browser may load: this style, this script, pictures it draws itself, and, live, its own server."""
    allowed = {
        "default-src": "'none'",
        "style-src": _hash(style),
        "script-src": _hash(script),
        "img-src": "data:",
        "connect-src": "'self'" if live else "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{what} {source}" for what, source in allowed.items())


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


@cache
def _text(name: str) -> str:
    return (files("accord.reporting") / "page" / name).read_text("utf-8")


@cache
def _script(entry: str) -> str:
    """A module and all that it imports as one script, each after those that it needs; names are the same in all."""
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", _text(name))) for name in _in_order(entry, set()))


def _in_order(module: str, seen: set[str]) -> Iterator[str]:
    seen.add(module)
    for needed in _IMPORT.finditer(_text(module)):
        if needed["module"] not in seen:
            yield from _in_order(needed["module"], seen)
    yield module
