"""What goes wrong, as JSON and never as a traceback."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from accord.adjudicate.decision import Conflict, Conflicts
from accord.errors import AccordError, fault

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


class Json(JSONResponse):
    """JSON in which every character stands that a file can hold, also bytes that are no text."""

    def render(self, content: Any) -> bytes:
        """The bytes of an answer."""
        return json.dumps(content, allow_nan=False, separators=(",", ":")).encode("ascii")


async def _conflict(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Conflict)
    return Json({"error": str(error), "now": error.now.payload() if error.now else None}, 409)


async def _conflicts(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Conflicts)
    changed = {item: now.payload() if now else None for item, now in error.changed.items()}
    return Json({"error": str(error), "changed": changed}, 409)


async def _refused(_request: Request, error: Exception) -> Response:
    return Json({"error": str(error)}, 400)


async def _no_such(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    said = {404: "there is nothing here", 405: "this cannot be done here"}
    detail = error.detail if error.detail not in {"Not Found", "Method Not Allowed"} else said[error.status_code]
    return Json({"error": detail}, error.status_code)


async def _fault(_request: Request, error: Exception) -> Response:
    return Json({"error": fault(error, in_full=False)}, 500)


FAULTS = {Conflict: _conflict, Conflicts: _conflicts, AccordError: _refused, HTTPException: _no_such, Exception: _fault}
"""What answers each kind of error."""
