"""Who may come in: the key in the address or a password, the right host and origin; and what browsers may do."""

from __future__ import annotations

from hmac import compare_digest
from secrets import token_urlsafe
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")
_READS = ("GET", "HEAD")
_STRICT = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
_MAX_TRIES = 5
_TRIES_WITHIN = 60.0
_LONGEST_LOGIN = 4096
_LOGIN = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>accord</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"></head>
<body><main><h1>accord</h1><form method="post" action="/login"><p>{said}</p>
<p><label>Password <input type="password" name="password" autocomplete="current-password" autofocus required></label>
<button>Open</button></p></form></main></body></html>"""


class Guard:
    """Stands before the application. Whoever has no key is turned away before anything is looked at.

    The key is random and new for each run. It comes in the address once and then as a cookie that scripts cannot read
    and other sites cannot send. Where there is a password, the cookie is given for that instead.
    """

    def __init__(self, app: ASGIApp, *, host: str, port: int, password: str | None = None) -> None:
        self.app = app
        self.password = password
        self.key = token_urlsafe(32)
        self.cookie = f"accord-{port}"
        names = {host, *LOOPBACK} if host in LOOPBACK else {host}
        anywhere = host in {"0.0.0.0", "::", ""}
        self.hosts = None if anywhere else {f"{name}:{port}" for name in names} | (names if port == 80 else set())
        self.tries: dict[str, list[float]] = {}
        """When wrong passwords came, by where from: whoever guesses locks out no one else."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        answer, key_given = await self._judged(scope, receive)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                headers.setdefault("content-security-policy", _STRICT)
                if key_given:
                    headers.append("set-cookie", f"{self.cookie}={self.key}; Path=/; HttpOnly; SameSite=Strict")
            await send(message)

        await (answer or self.app)(scope, receive, with_headers)

    async def _judged(self, scope: Scope, receive: Receive) -> tuple[Response | None, bool]:
        """What to answer instead of the application, if anything, and whether to hand out the key."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts is not None and host not in self.hosts:
            return _refused("this host is not served here", 421), False
        origin = headers.get("origin")
        if scope["method"] not in _READS and origin != f"{scope['scheme']}://{host}":
            return _refused("this comes from another page", 403), False
        if self.password is not None and scope["path"] == "/login" and scope["method"] == "POST":
            return await self._login(receive, _from_where(scope))
        asked = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        by_address = self.password is None and _same(asked, self.key)
        if by_address or self._has_cookie(headers):
            return None, by_address
        if self.password is not None and scope["path"] == "/":
            return _login_page("This page needs a password.", 401), False
        what = "it holds the key" if self.password is None else "it asks for the password"
        return _refused(f"open the address that accord printed: {what}", 403), False

    async def _login(self, receive: Receive, where: str) -> tuple[Response, bool]:
        body = b""
        more = True
        while more and len(body) <= _LONGEST_LOGIN:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        given = parse_qs(body.decode("utf-8", "replace")).get("password", [""])[0]
        now = monotonic()  # from here on nobody else comes in between
        recent = {each: [at for at in tries if now - at < _TRIES_WITHIN] for each, tries in self.tries.items()}
        self.tries = {each: tries for each, tries in recent.items() if tries}
        if len(self.tries.get(where, ())) >= _MAX_TRIES:
            return _login_page("Too many wrong passwords. Wait a minute, and try again.", 429), False
        if _same(given, self.password or ""):
            return RedirectResponse("/", 303), True
        self.tries.setdefault(where, []).append(now)
        return _login_page("This is not the password.", 401), False

    def _has_cookie(self, headers: Headers) -> bool:
        """Whether our cookie is among all, some of which other programs on this machine may have set."""
        pairs = (each.strip().partition("=") for each in headers.get("cookie", "").split(";"))
        return any(name == self.cookie and _same(value, self.key) for name, _, value in pairs)


def _from_where(scope: Scope) -> str:
    """The address of who asks; of IPv6 the network, for a machine has many addresses there."""
    address = (scope.get("client") or ("",))[0]
    return ":".join(address.split(":")[:4]) if ":" in address else address


def _same(given: str, expected: str) -> bool:
    """Whether two secrets are the same, in the same time whichever way they differ."""
    return bool(expected) and compare_digest(given.encode(), expected.encode())


def _refused(why: str, status: int) -> Response:
    return JSONResponse({"error": why}, status)


def _login_page(said: str, status: int) -> Response:
    policy = {"content-security-policy": _STRICT.replace("form-action 'none'", "form-action 'self'")}
    return HTMLResponse(_LOGIN.format(said=said), status, policy)
