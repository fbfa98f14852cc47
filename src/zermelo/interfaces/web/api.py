"""The HTTP interface: everything that the page can do, for scripts too. `/openapi.json` describes it.

What can be done at a table is listed in `commands.py` and `questions.py`; this file gives each an address.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import HTMLResponse, PlainTextResponse

from zermelo.errors import BadParameter
from zermelo.games import catalogue
from zermelo.interfaces.web import views
from zermelo.interfaces.web.commands import COMMANDS, Caller, Command
from zermelo.interfaces.web.host import Host
from zermelo.interfaces.web.matches import Matches
from zermelo.interfaces.web.pool import ANALYSIS, BACKGROUND
from zermelo.interfaces.web.questions import QUESTIONS, Question
from zermelo.interfaces.web.tables import Table
from zermelo.interfaces.web.wire import lists, requests, scenes, tables, thoughts
from zermelo.notation.files import format_of, read_game, write_game
from zermelo.notation.record import Record
from zermelo.session.keeping import from_record, seed_of, to_record
from zermelo.session.seats import HUMAN
from zermelo.session.session import Session
from zermelo.session.view import all_told, seed_told

router = APIRouter(prefix="/api")
LAB_SECONDS = 600  # for one row of a demo
PLACE = Query("", max_length=100_000, pattern=r"^(\d{1,5}(\.\d{1,5})*)?$", description="0.0.1: a place of the record")


def the_host(request: Request) -> Host:
    """The host of this server."""
    host: Host = request.app.state.host
    return host


def the_matches(request: Request) -> Matches:
    """The matches of this server."""
    matches: Matches = request.app.state.matches
    return matches


HostOf = Annotated[Host, Depends(the_host)]
MatchesOf = Annotated[Matches, Depends(the_matches)]
Number = Annotated[str, Path(max_length=40, description="the number of a table")]
KeysOf = Annotated[list[str], Query(default_factory=list, max_length=16)]

# ---------------------------------------------------------------------- games and players


@router.get("/games", summary="All games", response_model=list[lists.Game])
async def games(host: HostOf) -> list[lists.Game]:
    """Names, kinds, facts and parameters."""
    return [*views.games_view(), *(views.file_row(name) for name in host.files)]


@router.get("/scene", summary="The picture of a game's first position", response_model=scenes.Scene)
async def scene(host: HostOf, game: Annotated[str, Query(max_length=300)]) -> scenes.Scene:
    """Cells, pieces, buttons and lines; coordinates in cells, y upwards."""
    host.allow_game(game)
    return views.first_scene(game)


@router.get("/players", summary="All players and their settings", response_model=list[lists.PlayerKind])
async def players(host: HostOf) -> list[lists.PlayerKind]:
    """One text names a player everywhere: `alphabeta:depth=8`."""
    return await host.players()


# ---------------------------------------------------------------------- tables


@router.post("/tables", summary="Begin a game", response_model=tables.Opened)
async def open_table(host: HostOf, asked: requests.NewTable) -> tables.Opened:
    """The new table, with a key for every seat."""
    await host.allow(asked.game, asked.seats, asked.settings)
    record = played(asked.game, asked.settings, asked.position, asked.moves)
    record.seats = list(asked.seats)
    return opened(host.open(Session(record, asked.options.read(), record.main_line())))


def played(game: str, settings: dict[str, str], position: str, moves: str) -> Record:
    """The record of a game that begins with some moves."""
    begun = catalogue.begin(game, settings, position)
    for part in moves.split():
        begun.play_text(part)
    return Record.of(begun, game, settings, position)


@router.post("/load", summary="Open a game from a file", response_model=tables.Opened)
async def load(host: HostOf, asked: requests.LoadGame) -> tables.Opened:
    """A file that Zermelo, or another program, wrote (JSON, PGN, SGF); its format is recognised."""
    host.allow_game(*named_in(asked.text))  # before it is read: reading plays the moves, and a file would be run
    record = read_game(asked.text)
    record.seats = [HUMAN for _ in record.seats]
    return opened(host.open(from_record(record, asked.options.read(seed_of(record)))))


def named_in(text: str) -> tuple[str, dict[str, str]]:
    """The game that a file says it holds, and its settings; formats of a single game name none but their own."""
    if format_of(text) != "json":
        return "chess", {}
    try:
        data = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return "chess", {}  # no JSON at all: the reader says where
    name, settings = (data.get("game"), data.get("settings")) if isinstance(data, dict) else (None, None)
    given = {key: str(value) for key, value in settings.items()} if isinstance(settings, dict) else {}
    return (name, given) if isinstance(name, str) and name else ("chess", {})


def opened(table: Table) -> tables.Opened:
    """A new table and its keys."""
    return tables.Opened(keys=table.keys, table=views.table_view(table, table.keys))


@router.get("/tables/{number}", summary="A table", response_model=tables.Table)
async def get_table(host: HostOf, number: Number, key: KeysOf) -> tables.Table:
    """The game and all its moves."""
    return views.table_view(host.table(number), key)


@router.get("/tables/{number}/position", summary="A position of a table", response_model=tables.Position)
async def get_position(host: HostOf, number: Number, key: KeysOf, path: str = PLACE) -> tables.Position:
    """The scene, the legal moves and their clicks."""
    return views.position_view(host.table(number), read_path(path), key)


def read_path(text: str) -> tuple[int, ...]:
    """`0.0.1` as numbers."""
    return tuple(int(part) for part in text.split(".")) if text else ()


@router.get("/tables/{number}/file", summary="The game as a file", response_class=PlainTextResponse)
async def save(
    host: HostOf, number: Number, kind: Annotated[str, Query(max_length=10, description="json, pgn or sgf")] = "json"
) -> str:
    """With all its variations."""
    session = host.table(number).session
    if not all_told(session):
        raise BadParameter("cards are hidden in this game: it can be saved when it is over")
    return write_game(to_record(session, kind, with_seed=seed_told(session)), kind)


@router.get("/tables/{number}/microscope", summary="A textbook search, step by step", response_class=HTMLResponse)
async def microscope(
    host: HostOf,
    number: Number,
    algorithm: Annotated[str, Query(max_length=100)] = "alphabeta",
    compare: Annotated[str, Query(max_length=100)] = "",
    depth: Annotated[int, Query(ge=1, le=6)] = 2,
    path: str = PLACE,
) -> str:
    """A page that steps through the search of a position: windows, cuts, values, visits."""
    table = host.table(number)
    if not all_told(table.session):
        raise BadParameter("cards are hidden in this game: a search would show them")
    job = host.job(table, read_path(path), "random") | {
        "job": "microscope", "algorithm": algorithm, "compare": compare, "depth": depth
    }  # fmt: skip
    return str((await host.ask(job, BACKGROUND, 20))["html"])


# ---------------------------------------------------------------------- commands and questions


def command_endpoint(command: Command) -> Callable[..., Any]:
    """A command as an address."""

    async def obey(host: Host, number: str, asked: Any) -> Any:
        return await command.run(Caller(host, host.table(number), asked.keys), asked)

    obey.__annotations__ = {"host": HostOf, "number": Number, "asked": command.asked, "return": command.answer}
    return obey


def question_endpoint(question: Question) -> Callable[..., Any]:
    """A question as an address: the answer is the last event that a live connection would hear."""

    async def find_out(host: Host, number: str, asked: Any) -> thoughts.JobEvent:
        task = question.task(Caller(host, host.table(number), asked.keys), asked)
        await host.allow(task.job["game"], [task.job["player"]])
        return thoughts.JobEvent(**{**await host.ask(task.job, task.rank, task.seconds), "kind": "done"})

    find_out.__annotations__ = {
        "host": HostOf, "number": Number, "asked": question.asked, "return": thoughts.JobEvent
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
async def analyse(host: HostOf, asked: requests.Question) -> thoughts.Result:
    """The same keys as `zermelo analyse --json`. The live connection streams."""
    await host.allow(asked.game, [asked.player], asked.settings)
    record = played(asked.game, asked.settings, asked.position, asked.moves)
    job = {
        "job": "think", "game": asked.game, "settings": asked.settings, "position": asked.position,
        "moves": record.moves_to(record.main_line()), "player": asked.player, "lines": asked.lines,
    }  # fmt: skip
    return thoughts.Result(**(await host.ask(job, ANALYSIS))["result"])


# ---------------------------------------------------------------------- matches


@router.post("/matches", summary="Let players meet", response_model=lists.Match)
async def open_match(host: HostOf, matches: MatchesOf, asked: requests.NewMatch) -> lists.Match:
    """It is played in the background; look at it again to see how it stands."""
    await host.allow(asked.game, asked.players, asked.settings)
    if HUMAN in asked.players:
        raise BadParameter("a match is between machines: for a game with a person open a table")
    seats = catalogue.begin(asked.game, asked.settings).state.players
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
    return matches.stop(number)


@router.post("/matches/{number}/resume", summary="Go on with a match", response_model=lists.Match)
async def resume_match(matches: MatchesOf, number: Number) -> lists.Match:
    """From where it stopped."""
    return matches.resume(number)


# ---------------------------------------------------------------------- the laboratory


@router.get("/lab", summary="The Pacman laboratory", response_model=list[lists.Experiment])
async def lab(host: HostOf) -> list[lists.Experiment]:
    """The lectures' demos: questions, rows, lessons."""
    return await host.experiments()


@router.post("/lab/{name}", summary="Run one row of a demo", response_model=lists.ExperimentRow)
async def lab_row(
    host: HostOf, name: Annotated[str, Path(max_length=40)], asked: requests.LabRow
) -> lists.ExperimentRow:
    """Wins and mean score with 95 % intervals, and the first game as a file to open."""
    job = {"job": "experiment_row", "experiment": name, **asked.model_dump()}
    found = await host.ask(job, BACKGROUND, LAB_SECONDS)
    return lists.ExperimentRow(row=found["row"], recording=found["recording"])
