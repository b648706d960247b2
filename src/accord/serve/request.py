"""What a request says: an object of JSON, no longer and no deeper than it may be, and what is in it."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException

from accord.errors import UsageError

if TYPE_CHECKING:
    from starlette.requests import Request

_MAX_JSON = 2**24
"""The most bytes of one request: the tree of a text of half a million words may have as many."""
_KEPT = ("comment", "who")
"""Texts that people write, and that must be such as a database can hold."""


async def given_in(request: Request) -> dict[str, Any]:
    """The object that a request holds."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise UsageError("JSON is needed (content-type: application/json)")
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > _MAX_JSON:
            raise HTTPException(413, f"this is too long: {_MAX_JSON / 2**20:g} MiB can be sent at once")
    try:
        given = json.loads(body, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError):
        raise UsageError("this is no JSON, or too deeply nested") from None
    if not isinstance(given, dict):
        raise UsageError("a JSON object is needed")
    return given


def _finite(number: str) -> float:
    if not isfinite(value := float(number)):
        raise ValueError(number)
    return value


def text_of(given: dict[str, Any], name: str, default: str | None = None) -> str:
    """A text among what was given."""
    value = given.get(name, default)
    if not isinstance(value, str) or any("\ud800" <= each <= "\udfff" for each in value if name in _KEPT):
        raise UsageError(f"{name}: a text is needed")
    return value


def revision_of(given: dict[str, Any]) -> int:
    """The revision of a case that was seen."""
    seen = given.get("revision")
    if type(seen) is not int or seen < 0:
        raise UsageError("revision: say which revision of the case was seen")
    return seen


def number_of(given: dict[str, Any], name: str, most: int) -> int:
    """A whole number from 1 to the most there may be."""
    value = given.get(name)
    if type(value) is not int or not 0 < value <= most:
        raise UsageError(f"{name}: a whole number from 1 to {most:,} is needed")
    return value


def objects_of(given: dict[str, Any], name: str, most: int) -> list[dict[str, Any]]:
    """Some objects among what was given, at least one."""
    found = given.get(name)
    if not isinstance(found, list) or not found or not all(isinstance(each, dict) for each in found):
        raise UsageError(f"{name}: a list of objects is needed")
    if len(found) > most:
        raise UsageError(f"{name}: {most:,} at most")
    return found
