"""Serves a session until it is stopped."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from accord.errors import MissingExtra, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.serve.session import Session


def require_server() -> None:
    """Refuse where the packages of the live page are not installed."""
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "starlette", "serve") from None


def serve(session: Session, *, host: str, port: int, password: str | None, ready: Callable[[str], object]) -> None:
    """Answer requests until the process is told to stop; ``ready`` is told the address once it can be opened."""
    import uvicorn

    from accord.reporting.html import html_page
    from accord.serve.app import application
    from accord.serve.guard import Guard

    with _listening(host, port) as listening:
        port = listening.getsockname()[1]
        guard = Guard(application(session, lambda: html_page(None, live=True)), host=host, port=port, password=password)
        config = uvicorn.Config(
            guard, log_level="critical", access_log=False, server_header=False, ws="none", timeout_graceful_shutdown=2
        )
        shown = f"[{host}]" if ":" in host else host
        ready(f"http://{shown}:{port}/" + ("" if password else f"?token={guard.key}"))
        if session.files.paths:
            session.measure({})
        try:
            uvicorn.Server(config).run(sockets=[listening])
        finally:
            session.close()


def _listening(host: str, port: int) -> socket.socket:
    """A socket at an address that nobody else has."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"cannot listen at {host}:{port}: {why.lower()} (another --port may be free)") from None
    return listening
