"""The application: interface, live connection and page, behind the guard."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from zermelo.errors import BadParameter, ZermeloError
from zermelo.explain.page import script_digest
from zermelo.interfaces.web import api, live
from zermelo.interfaces.web.guard import LOOPBACK, PEOPLE, WAITING, Guard
from zermelo.interfaces.web.host import Host, NoTable
from zermelo.interfaces.web.matches import Matches
from zermelo.interfaces.web.pool import Pool
from zermelo.interfaces.web.store import Store
from zermelo.interfaces.web.wire.base import first_wrong

RULES = 2  # processes that follow the rules of games under way, and as many that read what is opened
SPARE = 2  # processes that search for moves beside one for each core: who has so long to think need not wait first
PAGE = Path(__file__).parent / "page"  # made by `npm run build` when the package is installed
MISSING = """<!doctype html><title>Zermelo</title><p>The page was not built when Zermelo was installed (npm could not
fetch its parts). The interface for scripts is at <a href="/openapi.json">/openapi.json</a>; run <code>make page</code>
to build the page, or <code>zermelo play</code> to play in the terminal.</p>"""


def create_app(
    store: Path | str | Store = ":memory:",
    *,
    files: tuple[str, ...] = (),
    word_lists: Mapping[str, str] | None = None,
    engines: Mapping[str, str] | None = None,
    hosts: tuple[str, ...] = LOOPBACK,
    token: str = "",
    processes: int | None = None,
    tournaments: tuple[str, ...] = (),
    page: Path = PAGE,
    people: int = PEOPLE,
) -> FastAPI:
    """The application with its games kept in a file."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        trusted = {"programs": files, "lists": dict(word_lists or {}), "engines": dict(engines or {})}
        kept = store if isinstance(store, Store) else Store(store)
        cores, most = os.cpu_count() or 2, people * WAITING
        searches = Pool(processes or cores + SPARE, max(2, processes or cores), "jobs", trusted, most_waiting=most)
        host = Host(kept, searches, Pool(RULES, RULES, "rules", trusted, most_waiting=most), files)
        app.state.host, app.state.matches, app.state.tournaments = host, Matches(host), tournaments
        yield
        await host.close()

    app = FastAPI(
        title="Zermelo", version="1", lifespan=lifespan, docs_url=None, redoc_url=None,
        description="Games, players, tables, analyses and matches. Errors are JSON: {\"error\": a sentence}.",
    )  # fmt: skip
    app.add_exception_handler(ZermeloError, say)
    app.add_exception_handler(RequestValidationError, say_invalid)
    app.add_exception_handler(HTTPException, say_refused)
    app.include_router(api.router)
    app.include_router(live.router)
    if (page / "index.html").is_file():
        app.mount("/", Fresh(directory=page, html=True))
    else:
        app.get("/", response_class=HTMLResponse, include_in_schema=False)(missing_page)
    app.add_middleware(Guard, hosts=hosts, token=token, scripts=script_digest(), people=people)  # the microscope's
    return app


class Fresh(StaticFiles):
    """Files with a digest in their names may be kept for ever, the page itself is asked for each time."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """Say how long a browser may keep a file."""
        response = super().file_response(*args, **kwargs)
        kept = "/assets/" in str(args[0])
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if kept else "no-cache"
        return response


async def missing_page() -> str:
    """What is shown where the page could not be built."""
    return MISSING


async def say(request: Request, problem: Exception) -> JSONResponse:
    """What a person can put right, in a sentence."""
    return JSONResponse({"error": str(problem)}, 404 if isinstance(problem, NoTable) else 400)


async def say_invalid(request: Request, problem: Exception) -> JSONResponse:
    """A request that does not have the form it should have: the first thing that is wrong with it."""
    assert isinstance(problem, RequestValidationError)
    return JSONResponse({"error": first_wrong(problem.errors())}, 422)


async def say_refused(request: Request, problem: Exception) -> JSONResponse:
    """An address that does not exist, a method that it does not know, a body that cannot be parsed."""
    assert isinstance(problem, HTTPException)
    told = f"{request.method} {request.url.path[:80]!r} cannot be answered: {str(problem.detail).lower()}"
    return JSONResponse({"error": str(BadParameter(told))}, problem.status_code, headers=dict(problem.headers or {}))
