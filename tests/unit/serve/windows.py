"""A window on a live page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.testclient import TestClient

from accord.serve.app import application
from accord.serve.guard import Guard

if TYPE_CHECKING:
    from accord.serve.session import Session

ORIGIN = "http://127.0.0.1:8000"


def opened(session: Session) -> TestClient:
    """A window that has opened the page."""
    guard = Guard(application(session, lambda: "<p>"), host="127.0.0.1", port=8000)
    client = TestClient(guard, base_url=ORIGIN, headers={"origin": ORIGIN})
    client.get(f"/?token={guard.key}")
    return client
