"""The HTTP interface: everything that the page can do, for scripts too. `/openapi.json` describes it.

What can be done at a table is listed in `commands.py` and `questions.py`; this file gives each an address.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from zermelo.errors import BadParameter
from zermelo.game.game import LONGEST_POSITION
from zermelo.interfaces.web.commands import COMMANDS, Command
from zermelo.interfaces.web.guard import client_of
from zermelo.interfaces.web.host import Host, NoTable
from zermelo.interfaces.web.matches import Matches
from zermelo.interfaces.web.pool import ANALYSIS, BACKGROUND
from zermelo.interfaces.web.questions import QUESTIONS, QuestionKind
from zermelo.interfaces.web.wire import lists, requests, scenes, tables, thoughts
from zermelo.session.seats import HUMAN

router = APIRouter(prefix="/api")
LAB_SECONDS = 600  # for one row of a demo
PLACE = Query("", max_length=100_000, pattern=r"^(\d{1,5}(\.\d{1,5})*)?$", description="0.0.1: a place of the record")


async def the_host(request: Request) -> Host:
    """The host of this server."""
    host: Host = request.app.state.host
    return host


async def the_matches(request: Request) -> Matches:
    """The matches of this server."""
    matches: Matches = request.app.state.matches
    return matches


async def the_client(request: Request) -> str:
    """Who asks: their address."""
    return client_of(request.scope)


def as_json(text: str, warning: str = "") -> Response:
    """A text that is JSON already; a warning goes into the header of that name."""
    said = warning.encode("ascii", "replace").decode().replace('"', "'").replace("\n", " ")
    return Response(text, media_type="application/json", headers={"warning": f'199 zermelo "{said}"'} if said else {})


ClientOf = Annotated[str, Depends(the_client)]
HostOf = Annotated[Host, Depends(the_host)]
MatchesOf = Annotated[Matches, Depends(the_matches)]
Number = Annotated[str, Path(max_length=40, description="the number of a table")]
GameName = Annotated[str, Query(max_length=300, min_length=1)]
KeysOf = Annotated[list[str], Query(default_factory=list, max_length=16)]

# ---------------------------------------------------------------------- games and players


@router.get("/games", summary="All games", response_model=list[lists.Game])
async def games(host: HostOf, client: ClientOf) -> Response:
    """Names, kinds, facts and parameters."""
    return as_json(await host.picture("", {"job": "games", "files": host.files}, client))


@router.get("/scene", summary="The picture of a game's first position", response_model=scenes.Scene)
async def scene(
    host: HostOf,
    client: ClientOf,
    game: GameName,
    position: Annotated[
        str, Query(max_length=LONGEST_POSITION, description="in the game's notation; empty: the start")
    ] = "",
    settings: Annotated[
        list[str], Query(alias="set", max_length=20, description="a setting as NAME=VALUE; may be repeated")
    ] = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """Cells, pieces, buttons and lines; coordinates in cells, y upwards."""
    job = {"job": "scene", "game": game, "settings": read_assignments(settings), "position": position}
    return as_json(await host.picture(json.dumps(job), job, client))


@router.get("/card", summary="The picture of a game as an image", response_class=Response)
async def card(
    host: HostOf,
    client: ClientOf,
    game: GameName,
    theme: Literal["light", "dark"] = "light",
    board: Literal["wood", "slate", "paper"] = "wood",
    pieces: Literal["shaded", "flat"] = "shaded",
) -> Response:
    """SVG in the colours of the page: browsers draw it beside the page's own work."""
    job = {"job": "card", "game": game, "theme": theme, "board": board, "pieces": pieces}
    drawn = await host.picture(json.dumps(job), job, client)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=600"})


@router.get("/rules", summary="How a game is played", response_model=lists.Rules)
async def rules(host: HostOf, client: ClientOf, game: GameName) -> Response:
    """Goal, moves, end and a word about it; and a few moves to look at, as scenes."""
    return as_json(await host.picture(f"rules {game}", {"job": "how_to_play", "game": game}, client))


def read_assignments(texts: list[str]) -> dict[str, str]:
    """`size=9` as a name and a value."""
    wrong = next((text for text in texts if not text.partition("=")[0] or "=" not in text), None)
    if wrong is not None:
        raise BadParameter(f"a setting is written NAME=VALUE, not {wrong[:40]!r}")
    return dict(text.split("=", 1) for text in texts)


@router.get("/players", summary="All players and their settings", response_model=list[lists.PlayerKind])
async def players(host: HostOf) -> list[lists.PlayerKind]:
    """One text names a player everywhere: `alphabeta:depth=8`."""
    return await host.players()


@router.post("/warm", summary="Say that a game is about to be played", status_code=202)
async def warm(host: HostOf, client: ClientOf, asked: requests.AboutToPlay) -> None:
    """What its machines need is compiled in the background, so that their first move does not wait for it."""
    await host.allow_players(asked.players, client)
    host.warming.begin(asked.game, asked.settings, asked.players, client)


# ---------------------------------------------------------------------- tables


@router.post("/tables", summary="Begin a game", response_model=tables.Opened)
async def open_table(host: HostOf, client: ClientOf, asked: requests.NewTable) -> Response:
    """The new table, with a key for every seat."""
    await host.allow_players(asked.seats, client)
    opened = await host.open({"job": "open_table", "given": asked.model_dump()}, client)
    if HUMAN in asked.seats:
        host.warming.begin(asked.game, asked.settings, asked.seats, client)
    return as_json(opened)


@router.post("/load", summary="Open a game from a file", response_model=tables.Opened)
async def load(host: HostOf, client: ClientOf, asked: requests.LoadGame) -> Response:
    """A file that Zermelo, or another program, wrote (JSON, PGN, SGF); its format is recognised."""
    return as_json(await host.open({"job": "load", "given": asked.model_dump()}, client))


@router.get("/tables/{number}", summary="A table", response_model=tables.TableView)
async def get_table(host: HostOf, client: ClientOf, number: Number, key: KeysOf) -> Response:
    """The game and all its moves."""
    return as_json(await host.command(await host.table(number, client), "table", {}, key, looks=True))


@router.get("/tables/{number}/position", summary="A position of a table", response_model=tables.Position)
async def get_position(host: HostOf, client: ClientOf, number: Number, key: KeysOf, path: str = PLACE) -> Response:
    """The scene, the legal moves and their clicks."""
    given = {"path": read_path(path)}
    return as_json(await host.command(await host.table(number, client), "position", given, key, looks=True))


def read_path(text: str) -> list[int]:
    """`0.0.1` as numbers."""
    return [int(part) for part in text.split(".")] if text else []


@router.get("/tables/{number}/file", summary="The game as a file", response_class=PlainTextResponse)
async def save(
    host: HostOf,
    client: ClientOf,
    number: Number,
    key: KeysOf,
    kind: Annotated[str, Query(max_length=10, description="json, or a format that the game has")] = "json",
) -> str:
    """With all its variations. Where something is hidden: for who plays, when it is over; it then stays over."""
    job = {"job": "save", "kind": kind, "keys": key}
    return str((await host.at_table(await host.table(number, client), job))["answer"])


@router.get("/tables/{number}/microscope", summary="A textbook search, step by step", response_class=HTMLResponse)
async def microscope(
    host: HostOf,
    client: ClientOf,
    number: Number,
    key: KeysOf,
    algorithm: Annotated[str, Query(max_length=100)] = "alphabeta",
    compare: Annotated[str, Query(max_length=100)] = "",
    depth: Annotated[int, Query(ge=1, le=6)] = 2,
    path: str = PLACE,
) -> str:
    """A page that steps through the search of a position: windows, cuts, values, visits."""
    asked = {"job": "microscope", "path": read_path(path), "keys": key}
    found = await host.at_table(await host.table(number, client), asked)
    job = found["position"] | {"job": "microscope", "algorithm": algorithm, "compare": compare, "depth": depth}
    return str((await host.ask(job, BACKGROUND, 40, client))["html"])


# ---------------------------------------------------------------------- commands and questions


def command_endpoint(command: Command) -> Callable[..., Any]:
    """A command as an address."""

    async def obey(host: Host, client: str, number: str, asked: Any) -> Any:
        table = await host.table(number, client)
        await host.allow_players(getattr(asked, "seats", []), client)
        answer = await host.command(table, command.name, asked.model_dump(), asked.keys, looks=command.looks)
        return as_json(answer, table.warning)

    obey.__annotations__ = {
        "host": HostOf, "client": ClientOf, "number": Number, "asked": command.asked, "return": Response
    }  # fmt: skip
    return obey


def question_endpoint(question: QuestionKind) -> Callable[..., Any]:
    """A question as an address: the answer is the last event that a live connection would hear."""

    async def find_out(host: Host, client: str, number: str, asked: Any) -> thoughts.JobEvent:
        task = await host.question(await host.table(number, client), question.name, asked, asked.keys)
        await host.allow_players([task.job["player"]], client)
        return thoughts.JobEvent(**{**await host.ask(task.job, task.rank, task.seconds, client), "kind": "done"})

    find_out.__annotations__ = {
        "host": HostOf, "client": ClientOf, "number": Number, "asked": question.asked, "return": thoughts.JobEvent
    }  # fmt: skip
    return find_out


for command in COMMANDS.values():
    router.add_api_route(
        f"/tables/{{number}}/{command.address}", command_endpoint(command), methods=["POST"], name=command.name,
        summary=command.summary, description=command.handle.__doc__, response_model=command.answer,
    )  # fmt: skip
for question in QUESTIONS.values():
    router.add_api_route(
        f"/tables/{{number}}/{question.name}", question_endpoint(question), methods=["POST"], name=question.name,
        summary=question.summary, description=question.task.__doc__, response_model=thoughts.JobEvent,
    )  # fmt: skip


@router.post("/analyse", summary="What a player thinks of a position", response_model=thoughts.Result)
async def analyse(host: HostOf, client: ClientOf, asked: requests.Question) -> thoughts.Result:
    """The same keys as `zermelo analyse --json`. The live connection streams."""
    await host.allow_players([asked.player], client)
    place = {"game": asked.game, "settings": asked.settings, "position": asked.position}
    found = await host.ask_rules({"job": "position", **place, "moves": asked.moves}, client, reading=True)
    job = {"job": "think", **place, "moves": found["moves"], "player": asked.player, "lines": asked.lines}
    return thoughts.Result(**(await host.ask(job, ANALYSIS, client=client))["result"])


# ---------------------------------------------------------------------- matches


@router.post("/matches", summary="Let players meet", response_model=lists.Match)
async def open_match(host: HostOf, client: ClientOf, matches: MatchesOf, asked: requests.NewMatch) -> lists.Match:
    """It is played in the background; look at it again to see how it stands."""
    await host.allow_players(asked.players, client)
    if HUMAN in asked.players:
        raise BadParameter("a match is between machines: for a game with a person open a table")
    job = {"job": "position", "game": asked.game, "settings": asked.settings}
    seats = (await host.ask_rules(job, client, reading=True))["players"]
    if len(asked.players) != seats:
        raise BadParameter(f"{asked.game} has {seats} players, {len(asked.players)} were given")
    return matches.open(asked.game, asked.settings, asked.players, asked.games, asked.seed)


@router.get("/matches", summary="All matches", response_model=list[lists.Match])
async def list_matches(matches: MatchesOf) -> list[lists.Match]:
    """The newest first, with their standings."""
    return matches.views()


@router.get("/matches/{number}", summary="A match", response_model=lists.Match)
async def get_match(matches: MatchesOf, number: Number) -> lists.Match:
    """How it stands."""
    return matches.view(number)


@router.post("/matches/{number}/stop", summary="Stop a match", response_model=lists.Match)
async def stop_match(matches: MatchesOf, number: Number) -> lists.Match:
    """What was played counts."""
    return await matches.stop(number)


@router.post("/matches/{number}/resume", summary="Go on with a match", response_model=lists.Match)
async def resume_match(matches: MatchesOf, number: Number) -> lists.Match:
    """From where it stopped."""
    return matches.resume(number)


@router.post("/matches/{number}/games/{game}", summary="Open a game of a match", response_model=tables.Opened)
async def open_match_game(
    client: ClientOf, matches: MatchesOf, number: Number, game: Annotated[int, Path(ge=1, le=1000)]
) -> Response:
    """The first is 1. The one under way goes on at its table, which can be looked at and not played."""
    return as_json(await matches.watch(number, game, client))


# ---------------------------------------------------------------------- tournaments


@router.get("/tournaments", summary="All tournaments", response_model=list[lists.Tournament])
async def list_tournaments(host: HostOf, client: ClientOf, request: Request) -> list[lists.Tournament]:
    """Those whose files were named when the server was started, as far as they have come."""
    found = []
    for number, path in enumerate(request.app.state.tournaments):
        shown = (await host.ask({"job": "tournament", "path": path}, BACKGROUND, client=client))["tournament"]
        found.append(lists.Tournament(number=number, name=path.rpartition("/")[2], **shown))
    return found


@router.post("/tournaments/{number}/games/{game}", summary="Open a game of a tournament", response_model=tables.Opened)
async def open_tournament_game(
    host: HostOf, client: ClientOf, request: Request,
    number: Annotated[int, Path(ge=0, le=1000)], game: Annotated[int, Path(ge=1, le=10**9)],
) -> Response:  # fmt: skip
    """The first is 1; it is opened at a table of its own."""
    if number >= len(request.app.state.tournaments):
        raise NoTable(f"there is no tournament {number}")
    path = request.app.state.tournaments[number]
    asked = {"job": "tournament_game", "path": path, "which": game}
    return as_json(await host.open((await host.ask(asked, BACKGROUND, client=client))["opening"], client))


# ---------------------------------------------------------------------- the laboratory


@router.get("/lessons", summary="The lectures' worked examples, and the kinds of quizzes", response_model=lists.Lessons)
async def lessons(host: HostOf, client: ClientOf) -> lists.Lessons:
    """Each example with its lecture and slide."""
    found = await host.ask({"job": "list_lessons"}, ANALYSIS, 60, client)
    return lists.Lessons(examples=found["examples"], quizzes=found["quizzes"])


@router.get("/lessons/{name}", summary="A worked example, step by step", response_class=HTMLResponse)
async def lesson(host: HostOf, client: ClientOf, name: Annotated[str, Path(max_length=60)]) -> str:
    """A page that steps through its searches."""
    return str((await host.ask({"job": "example_page", "name": name}, ANALYSIS, 60, client))["html"])


@router.get("/course", summary="The chapters of the course", response_model=list[lists.Chapter])
async def course(host: HostOf, client: ClientOf) -> list[lists.Chapter]:
    """Names and titles, in order."""
    found = await host.ask({"job": "list_chapters"}, ANALYSIS, 60, client)
    return [lists.Chapter(**one) for one in found["chapters"]]


@router.get("/course/{name}", summary="A chapter of the course", response_class=HTMLResponse)
async def chapter(host: HostOf, client: ClientOf, name: Annotated[str, Path(max_length=60)]) -> str:
    """Its text with listings, pictures, exercises and solutions."""
    return str((await host.ask({"job": "chapter", "name": name}, ANALYSIS, 60, client))["html"])


@router.post("/quiz", summary="A quiz, and the mark of an answer", response_model=lists.Quiz)
async def quiz(host: HostOf, client: ClientOf, asked: requests.AskQuiz) -> lists.Quiz:
    """The same kind and seed are always the same quiz; a right answer is shown with the search that solves it."""
    found = await host.ask({"job": "quiz", **asked.model_dump()}, ANALYSIS, 60, client)
    return lists.Quiz(**{name: found[name] for name in lists.Quiz.model_fields})


@router.post("/subgame", summary="A hold'em subgame, solved", response_model=lists.SubgameView)
async def subgame(host: HostOf, client: ClientOf, asked: requests.AskSubgame) -> lists.SubgameView:
    """How often each of the 169 hands does what, at a node; solved within seconds, or refused with its size."""
    found = await host.ask({"job": "subgame", **asked.model_dump()}, BACKGROUND, 60, client)
    return lists.SubgameView(**{name: found[name] for name in lists.SubgameView.model_fields})


@router.get("/equilibrium", summary="The equilibrium of a small game", response_model=lists.EquilibriumView)
async def equilibrium(host: HostOf, client: ClientOf, game: GameName) -> lists.EquilibriumView:
    """What it does with all that a player can know."""
    found = await host.ask({"job": "equilibrium", "game": game}, BACKGROUND, 60, client)
    return lists.EquilibriumView(**{name: found[name] for name in lists.EquilibriumView.model_fields})


@router.get("/lab", summary="The Pacman laboratory", response_model=list[lists.Experiment])
async def lab(host: HostOf) -> list[lists.Experiment]:
    """The lectures' demos: questions, rows, lessons."""
    return await host.experiments()


@router.post("/lab/{name}", summary="Run one row of a demo", response_model=lists.ExperimentRow)
async def lab_row(
    host: HostOf, client: ClientOf, name: Annotated[str, Path(max_length=40)], asked: requests.LabRow
) -> lists.ExperimentRow:
    """Wins and mean score with 95 % intervals, and the first game as a file to open."""
    job = {"job": "experiment_row", "experiment": name, **asked.model_dump()}
    found = await host.ask(job, BACKGROUND, LAB_SECONDS, client)
    return lists.ExperimentRow(row=found["row"], recording=found["recording"])
