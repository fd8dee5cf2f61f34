"""The documentation of the project at /docs, as `scripts/site.py` built it."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from campagna.server.safety import content_policy

HASHES = "inline-scripts.txt"
"""The hashes of the scripts that stand in the pages themselves, one a line."""
NOT_BUILT = (
    "La documentazione non è ancora costruita: la costruisce .ci/site, oppure ./play mentre si gioca.\n"
    "The documentation is not built yet: .ci/site builds it, and so does ./play while you play.\n"
)


class _Documentation:
    """The folder may be built, or built anew, while the server runs."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._pages: ASGIApp | None = None
        self._built = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        pages = self._current()
        if pages is None:
            await PlainTextResponse(NOT_BUILT, 404)(scope, receive, send)
        else:
            await pages(scope, receive, send)

    def _current(self) -> ASGIApp | None:
        try:
            built = (self._folder / HASHES).stat().st_mtime if self._folder else None
        except OSError:
            built = None
        if self._folder is None or built is None:
            return None
        if self._pages is None or built != self._built:
            pages = _Pages(self._folder)
            self._pages = GZipMiddleware(pages, minimum_size=1000, compresslevel=6)
            self._built = built
        return self._pages


class _Pages:
    def __init__(self, folder: Path) -> None:
        self._files = StaticFiles(directory=folder, html=True)
        self._policy = content_policy((folder / HASHES).read_text(encoding="utf-8").split())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            response = await self._files.get_response(self._files.get_path(scope), scope)
        except HTTPException as problem:
            response = PlainTextResponse("Non c’è. There is no such page.\n", problem.status_code)
        response.headers["content-security-policy"] = self._policy
        response.headers["cache-control"] = "no-cache"
        await response(scope, receive, send)


def documentation(folder: Path | None) -> list[BaseRoute]:
    return [
        Route("/docs", lambda request: RedirectResponse("/docs/")),
        Mount("/docs", _Documentation(folder)),
    ]
