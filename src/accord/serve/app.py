"""The live page as an application: what the browser asks for, and what it is answered."""

from __future__ import annotations

import html
import json
import re
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from accord.adjudicate.decision import DECIDED, SKIPPED, Conflict
from accord.adjudicate.export import account, account_markdown, export
from accord.adjudicate.gold import gold_standard
from accord.adjudicate.policy import POLICIES
from accord.errors import UsageError
from accord.formats.writer import fitting
from accord.kinds.surroundings import FAR, NEAR
from accord.messages import suggestion
from accord.payload.schema import as_json
from accord.serve.faults import FAULTS, Json
from accord.serve.request import given_in, revision_of, text_of
from accord.serve.session import a_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from accord.adjudicate.decision import Decision
    from accord.serve.desk import Desk
    from accord.serve.session import Session

    Answer = Callable[[Request], Awaitable[Response]]

_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')
_LONGEST_COMMENT = 10_000
_LONGEST_NAME = 100


def application(session: Session, page: Callable[[], str]) -> Starlette:
    """The routes of a session; ``page`` gives the HTML."""
    answers = _Answers(session, page)
    routes = [
        Route("/", answers.page),
        Route("/api/state", answers.state),
        Route("/api/payload", answers.payload),
        Route("/api/choices", answers.choices),
        Route("/api/settings", answers.settings, methods=["POST"]),
        Route("/api/anew", answers.measure_anew, methods=["POST"]),
        Route("/api/jobs/{id}", answers.job),
        Route("/api/jobs/{id}", answers.cancel, methods=["DELETE"]),
        Route("/api/back", answers.go_back, methods=["POST"]),
        Route("/api/upload", answers.begin_upload, methods=["POST"]),
        Route("/api/upload/{upload}", answers.upload, methods=["PUT"]),
        Route("/api/upload/{upload}", answers.use_upload, methods=["POST"]),
        Route("/api/queue", answers.queue),
        Route("/api/case", answers.case),
        Route("/api/decision", answers.decide, methods=["POST"]),
        Route("/api/undo", answers.undo, methods=["POST"]),
        Route("/api/export", answers.export),
        Route("/api/gold-agreement", answers.gold_agreement),
    ]
    return Starlette(routes=routes, exception_handlers=FAULTS)


class _Answers:
    def __init__(self, session: Session, page: Callable[[], str]) -> None:
        self.session = session
        self.html = page
        self.deciding = Lock()

    async def page(self, _request: Request) -> Response:
        """The page itself, with its own policy as a header, too."""
        text = await run_in_threadpool(self.html)
        found = _POLICY.search(text)
        policy = f"{html.unescape(found[1])}; frame-ancestors 'none'" if found else "default-src 'none'"
        return HTMLResponse(text, headers={"content-security-policy": policy})

    async def state(self, _request: Request) -> Response:
        """How far everything is: cheap, and asked for again and again."""
        session = self.session
        job = session.jobs.latest
        return Json(
            {
                "version": session.version,
                "has_payload": session.payload is not None,
                "has_files": bool(session.files.paths),
                "can_go_back": bool(session.started_with.paths) and session.files is not session.started_with,
                "job": job.payload() if job else None,
                "changes": await run_in_threadpool(session.changes),
                "files_changed": await run_in_threadpool(lambda: session.files_changed),
                "files_shown": session.files_shown,
                "who": session.who,
                "decisions": str(session.store.path),
                "settings": session.settings,
                "undecided": POLICIES,
            }
        )

    async def payload(self, _request: Request) -> Response:
        """What the page shows."""
        if self.session.payload is None:
            raise HTTPException(404, "nothing is measured yet")
        return Json(as_json(self.session.payload))

    async def choices(self, request: Request) -> Response:
        """What a layer can be measured on and by."""
        return Json(await run_in_threadpool(self.session.choices, request.query_params.get("layer", "")))

    async def settings(self, request: Request) -> Response:
        """Measure in another way."""
        given = await given_in(request)
        await run_in_threadpool(self.session.measure, given)
        return self._job()

    async def measure_anew(self, _request: Request) -> Response:
        """Measure all that is shown anew, as it was measured."""
        await run_in_threadpool(self.session.measure_anew)
        return self._job()

    async def job(self, request: Request) -> Response:
        """How far a job is."""
        job = self.session.jobs.latest
        if job is None or job.id != request.path_params["id"]:
            raise HTTPException(404, "there is no such job any more")
        return self._job()

    async def cancel(self, request: Request) -> Response:
        """Stop a job."""
        await run_in_threadpool(self.session.jobs.cancel, request.path_params["id"])
        return self._job()

    def _job(self) -> Response:
        job = self.session.jobs.latest
        return Json({"job": job.payload() if job else None})

    async def begin_upload(self, _request: Request) -> Response:
        """Make room for files that are dropped."""
        shown = self.session.files.folder
        return Json({"upload": await run_in_threadpool(self.session.uploads.begin, shown)})

    async def upload(self, request: Request) -> Response:
        """Take one file, as the bytes of the request."""
        uploads, upload = self.session.uploads, request.path_params["upload"]
        content = bytearray()
        async for piece in request.stream():
            uploads.room_for(upload, len(content) + len(piece))
            content += piece
        name = request.query_params.get("name", "")
        await run_in_threadpool(uploads.add, upload, name, bytes(content))
        return Json({"kept": name})

    async def go_back(self, _request: Request) -> Response:
        """Show what the session was started with."""
        await run_in_threadpool(self.session.go_back)
        return self._job()

    async def use_upload(self, request: Request) -> Response:
        """Show what was dropped."""
        await run_in_threadpool(self.session.use, request.path_params["upload"])
        return self._job()

    async def queue(self, request: Request) -> Response:
        """What is to be adjudicated in a layer."""
        return await self._at_the_desk(
            request,
            lambda desk: {
                **desk.queue.payload(desk.decisions),
                "not_used": desk.not_used,
                "formats": fitting(desk.queue.of.corpus),
                "changes": self.session.changes(),
                "files_shown": self.session.files_shown,
                "files_state": self.session.files_state(),
            },
        )

    async def case(self, request: Request) -> Response:
        """One case, its history, and what helps to decide it; ``far`` asks for more of its document."""
        item, layer = request.query_params.get("item", ""), request.query_params.get("layer", "")
        size = FAR if request.query_params.get("far") else NEAR
        return await self._at_the_desk(
            request,
            lambda desk: (
                desk.queue.case_payload(item, desk.decisions, desk.history(item), size)
                | self.session.background(layer, item, size)
            ),
        )

    async def decide(self, request: Request) -> Response:
        """Keep a decision; refused where it saw another case or an older revision than there is now."""
        given = await given_in(request)
        return await run_in_threadpool(self._decide, given)

    def _decide(self, given: dict[str, Any]) -> Response:
        with self.deciding:  # what is decided beside a case says how much room it has
            return Json({"decision": self._decided(given).payload()})

    def _decided(self, given: dict[str, Any]) -> Decision:
        desk = self.session.desk(text_of(given, "layer"))
        queue, decisions = desk.queue, desk.decisions
        case = queue.narrowed(text_of(given, "item"), decisions)
        if text_of(given, "fingerprint") != case.fingerprint:
            raise Conflict(decisions.get(case.id), "the text or its versions were")
        state = text_of(given, "state", DECIDED)
        if state not in {DECIDED, SKIPPED}:
            raise UsageError(f"a case is decided or skipped: {suggestion(state, [DECIDED, SKIPPED])}")
        value = queue.of.checked(case, given.get("value")) if state == DECIDED else None
        taken = next((each.annotators for each in case.versions if state == DECIDED and each.value == value), ())
        seen, who, comment = revision_of(given), self._who(given), text_of(given, "comment", "")[:_LONGEST_COMMENT]
        return self.session.store.decide(
            desk.file(),  # when nothing is left to be refused
            case.id,
            seen=seen,
            state=state,
            who=who,
            value=value,
            taken=taken,
            comment=comment,
            versions=case.fingerprint,
        )

    async def undo(self, request: Request) -> Response:
        """Undo the last change of a case, if it is the revision that is named: the one that the window made."""
        given = await given_in(request)
        return await run_in_threadpool(self._undo, given)

    def _undo(self, given: dict[str, Any]) -> Response:
        with self.deciding:
            desk = self.session.desk(text_of(given, "layer"))
            case = desk.queue.narrowed(text_of(given, "item"), desk.decisions)
            seen, who = revision_of(given), self._who(given)
            decision = self.session.store.undo(
                desk.file(), case.id, seen=seen, who=who, check=lambda value: desk.queue.of.checked(case, value)
            )
            return Json({"decision": decision.payload()})

    async def export(self, request: Request) -> Response:
        """The gold standard as a file, or the account of how it was made."""
        asked = request.query_params
        policy, format_ = asked.get("undecided", "refuse"), asked.get("format")
        layer = asked.get("layer", "")

        def made() -> Response:
            desk = self.session.desk(layer)
            wanted = None if format_ in {"account.md", "account.json"} else format_
            done = export(desk.queue, desk.decisions, policy, wanted, columns=self.session.campaign.columns)
            stem = done.name if done.files is not None else done.name.rpartition(".")[0]
            if format_ == "account.md":
                return _file(f"{stem}.md", account_markdown(done.account), "text/markdown; charset=utf-8")
            if format_ == "account.json":
                text = json.dumps(done.account, ensure_ascii=False, indent=2)
                return _file(f"{stem}.json", text, "application/json")
            if done.files is not None:
                return _file(f"{done.name}.zip", done.archive(), "application/zip")
            return _file(done.name, done.content, "application/octet-stream")

        return await run_in_threadpool(made)

    async def gold_agreement(self, request: Request) -> Response:
        """How each annotator does against the gold standard as it is now."""
        policy = request.query_params.get("undecided", "leave-out")
        return await self._at_the_desk(
            request, lambda desk: account(desk.queue, gold_standard(desk.queue, desk.decisions, policy))
        )

    async def _at_the_desk(self, request: Request, answer: Callable[[Desk], dict[str, object]]) -> Response:
        layer = request.query_params.get("layer", "")
        return Json(await run_in_threadpool(lambda: answer(self.session.desk(layer))))

    def _who(self, given: dict[str, Any]) -> str:
        return a_name(text_of(given, "who", self.session.who).strip()[:_LONGEST_NAME])


def _file(name: str, content: bytes | str, kind: str) -> Response:
    """A file under its name, and under one of ASCII letters for programs that know no other."""
    ascii_name = name.encode("ascii", "replace").decode().replace("?", "-")
    named = f"attachment; filename=\"{ascii_name}\"; filename*=UTF-8''{quote(name, safe='', errors='replace')}"
    held = content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape")
    return Response(held, media_type=kind, headers={"content-disposition": named})
