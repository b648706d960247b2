"""The live page as an application: what the browser asks for, and what it is answered."""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from accord.adjudicate.export import account, account_markdown, export, formats_of, not_held
from accord.adjudicate.exports import keep_export, last_export, since
from accord.adjudicate.gold import gold_standard
from accord.adjudicate.policy import POLICIES
from accord.kinds.surroundings import FAR, NEAR
from accord.payload.schema import as_json
from accord.serve.deciding import Deciding
from accord.serve.faults import FAULTS, Json
from accord.serve.request import given_in, text_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from accord.serve.desk import Desk
    from accord.serve.session import Session

    Answer = Callable[[Request], Awaitable[Response]]

_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')


def application(session: Session, page: Callable[[], str]) -> Starlette:
    """The routes of a session; ``page`` gives the HTML."""
    answers = _Answers(session, page)
    routes = [
        Route("/", answers.page),
        Route("/api/state", answers.state),
        Route("/api/payload", answers.payload),
        Route("/api/choices", answers.choices),
        Route("/api/settings", answers.settings, methods=["POST"]),
        Route("/api/again", answers.measure_again, methods=["POST"]),
        Route("/api/jobs/{id}", answers.job),
        Route("/api/jobs/{id}", answers.cancel, methods=["DELETE"]),
        Route("/api/back", answers.go_back, methods=["POST"]),
        Route("/api/upload", answers.begin_upload, methods=["POST"]),
        Route("/api/upload/{upload}", answers.upload, methods=["PUT"]),
        Route("/api/upload/{upload}", answers.use_upload, methods=["POST"]),
        Route("/api/queue", answers.queue),
        Route("/api/case", answers.case),
        *(Route(path, answers.doing(does), methods=["POST"]) for path, does in answers.decisions.items()),
        Route("/api/export", answers.export),
        Route("/api/export", answers.export_and_keep, methods=["POST"]),
        Route("/api/not-held", answers.not_held),
        Route("/api/gold-agreement", answers.gold_agreement),
    ]
    return Starlette(routes=routes, exception_handlers=FAULTS)


class _Answers:
    def __init__(self, session: Session, page: Callable[[], str]) -> None:
        self.session = session
        self.html = page
        self.deciding = Deciding(session)
        self.decisions: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "/api/decision": self.deciding.decide,
            "/api/undo": self.deciding.undo,
            "/api/equal": self.deciding.equal,
            "/api/decisions": self.deciding.decide_all,
            "/api/undo-all": self.deciding.undo_all,
            "/api/batch": self.deciding.take_batch,
            "/api/batch/go-on": self.deciding.go_on_with_batch,
            "/api/batch/back": self.deciding.give_batch_back,
        }

    @staticmethod
    def doing(does: Callable[[dict[str, Any]], dict[str, Any]]) -> Answer:
        """What answers with what comes of the object that a request holds."""

        async def answer(request: Request) -> Response:
            return Json(await run_in_threadpool(does, await given_in(request)))

        return answer

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

    async def measure_again(self, _request: Request) -> Response:
        """Measure again all that is shown, as it was measured."""
        await run_in_threadpool(self.session.measure_again)
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
                **desk.queue.payload(desk.decisions, self.session.lines(desk.queue.layer)),
                "not_used": desk.not_used,
                "formats": formats_of(desk.queue),
                "taken": {item: each._asdict() for item, each in self.deciding.taken(desk).items()},
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

    async def export(self, request: Request) -> Response:
        """The gold standard as a file, or the account of how it was made."""
        return await run_in_threadpool(self._exported, dict(request.query_params))

    async def export_and_keep(self, request: Request) -> Response:
        """The same, and its account is kept, to say what changed when it is exported again."""
        given = await given_in(request)
        return await run_in_threadpool(self._exported, given, keep=True)

    def _exported(self, given: dict[str, Any], *, keep: bool = False) -> Response:
        policy, format_ = text_of(given, "undecided", "refuse"), text_of(given, "format", "") or None
        desk = self.session.desk(text_of(given, "layer", ""))
        wanted = None if format_ in {"account.md", "account.json"} else format_
        done = export(desk.queue, desk.decisions, policy, wanted, columns=self.session.campaign.columns)
        told = done.account | {"since": self._since(desk, done.account)}
        stem = done.name if done.files is not None else done.name.rpartition(".")[0]
        if format_ == "account.md":
            return _file(f"{stem}.md", account_markdown(told), "text/markdown; charset=utf-8")
        if format_ == "account.json":
            return _file(f"{stem}.json", json.dumps(told, ensure_ascii=False, indent=2), "application/json")
        if keep:
            keep_export(self.session.store, desk.file(), self.deciding.name(given), done.account)
        if done.files is not None:
            return _file(f"{done.name}.zip", done.archive(), "application/zip")
        return _file(done.name, done.content, "application/octet-stream")

    def _since(self, desk: Desk, account: dict[str, Any]) -> dict[str, Any] | None:
        last = last_export(self.session.store, desk.filed)
        return None if last is None else since(last, account)

    async def not_held(self, request: Request) -> Response:
        """What of the gold standard a format has no place for."""
        format_ = request.query_params.get("format", "")
        return await self._at_the_desk(
            request, lambda desk: {"not_held": not_held(desk.queue, desk.decisions, format_)}
        )

    async def gold_agreement(self, request: Request) -> Response:
        """How each annotator does against the gold standard as it is now."""
        policy = request.query_params.get("undecided", "leave-out")

        def answer(desk: Desk) -> dict[str, object]:
            told = account(desk.queue, gold_standard(desk.queue, desk.decisions, policy))
            return told | {"since": self._since(desk, told)}

        return await self._at_the_desk(request, answer)

    async def _at_the_desk(self, request: Request, answer: Callable[[Desk], dict[str, object]]) -> Response:
        layer = request.query_params.get("layer", "")
        return Json(await run_in_threadpool(lambda: answer(self.session.desk(layer))))


def _file(name: str, content: bytes | str, kind: str) -> Response:
    """A file under its name, and under one of ASCII letters for programs that know no other."""
    ascii_name = name.encode("ascii", "replace").decode().replace("?", "-")
    named = f"attachment; filename=\"{ascii_name}\"; filename*=UTF-8''{quote(name, safe='', errors='replace')}"
    held = content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape")
    return Response(held, media_type=kind, headers={"content-disposition": named})
