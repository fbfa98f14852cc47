"""The HTTP interface: everything that the page can do, for scripts too. `/openapi.json` describes it."""

from __future__ import annotations

import json
import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import HTMLResponse, PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field

from zermelo.errors import BadParameter
from zermelo.games import catalogue
from zermelo.interfaces.web import views
from zermelo.interfaces.web.host import Host
from zermelo.interfaces.web.matches import Matches
from zermelo.interfaces.web.pool import ANALYSIS, BACKGROUND
from zermelo.interfaces.web.tables import HUMAN, LONGEST_COMMENT, Options, Table
from zermelo.notation.files import format_of, read_game, write_game
from zermelo.notation.record import Record

router = APIRouter(prefix="/api")
LAB_SECONDS = 600  # for one row of a demo
Keys = Annotated[list[str], Field(max_length=16, description="keys of the seats that one holds")]
PathOf = Annotated[list[int], Field(max_length=20_000, description="which child to take at each step from the start")]
Text = Annotated[str, Field(max_length=300)]
Number = Annotated[str, Path(max_length=40, description="the number of a table")]
PATH = Query("", max_length=100_000, pattern=r"^(\d{1,5}(\.\d{1,5})*)?$", description="0.0.1: a place of the record")


class Given(BaseModel):
    """What a client sends: nothing but what is named is accepted."""

    model_config = ConfigDict(extra="forbid")


class GivenOptions(Given):
    """How a table behaves."""

    chance: Literal["roll", "hand"] = "roll"
    delay: float = Field(default=0.4, ge=0, le=10)
    seed: int | None = Field(default=None, ge=0, lt=2**31)
    clock: float = Field(default=0, ge=0, le=36_000)
    increment: float = Field(default=0, ge=0, le=600)

    def read(self) -> Options:
        """The options, with luck of its own where no seed was given."""
        seed = secrets.randbelow(2**31) if self.seed is None else self.seed
        return Options(self.chance, self.delay, seed, self.clock, self.increment)


class NewTable(Given):
    """A game to begin."""

    game: Text
    settings: dict[Text, Text] = Field(default_factory=dict, max_length=20)
    position: str = Field(default="", max_length=4000)
    seats: list[Text] = Field(default_factory=list, max_length=16)
    moves: str = Field(default="", max_length=100_000, description="moves to play first, in the game's notation")
    options: GivenOptions = GivenOptions()


class LoadGame(Given):
    """A file to open."""

    text: str = Field(max_length=2_000_000)
    options: GivenOptions = GivenOptions()


class PlayMove(Given):
    """A move to make."""

    keys: Keys
    move: int | Text
    path: PathOf | None = None


class Go(Given):
    """A place to take the game to."""

    keys: Keys
    path: PathOf
    running: bool = True


class Edit(Given):
    """A change of the record."""

    keys: Keys
    path: PathOf
    what: Literal["comment", "promote", "remove"]
    text: str = Field(default="", max_length=LONGEST_COMMENT)


class Holder(Given):
    """Somebody with keys."""

    keys: Keys


class Invite(Given):
    """A seat to give away."""

    keys: Keys
    seat: int = Field(ge=0, lt=16)


class Reseat(Given):
    """Other players or options for a game under way."""

    keys: Keys
    seats: list[Text] = Field(max_length=16)
    options: GivenOptions


class Question(Given):
    """A position to look at."""

    game: Text
    settings: dict[Text, Text] = Field(default_factory=dict, max_length=20)
    position: str = Field(default="", max_length=4000)
    moves: str = Field(default="", max_length=100_000)
    player: Text = "best:time=1"
    lines: int = Field(default=1, ge=1, le=50)


class NewMatch(Given):
    """Players that are to meet."""

    game: Text
    settings: dict[Text, Text] = Field(default_factory=dict, max_length=20)
    players: list[Text] = Field(min_length=1, max_length=16)
    games: int = Field(default=20, ge=1, le=1000)
    seed: int = Field(default=0, ge=0, lt=2**31)


class LabRow(Given):
    """A row of a demo's table."""

    row: int = Field(ge=0, lt=16)
    games: int = Field(default=10, ge=2, le=100)
    seed: int = Field(default=0, ge=0, lt=2**31)


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

# ---------------------------------------------------------------------- games and players


@router.get("/games", summary="All games")
async def games(host: HostOf) -> list[dict[str, Any]]:
    """Names, kinds, facts and parameters."""
    return [*views.games_view(), *(views.file_row(name) for name in host.files)]


@router.get("/scene", summary="The picture of a game's first position")
async def scene(host: HostOf, game: Annotated[str, Query(max_length=300)]) -> dict[str, Any]:
    """Cells, pieces, buttons and lines; coordinates in cells, y upwards."""
    host.allow_game(game)
    return views.first_scene(game)


@router.get("/players", summary="All players and their settings")
async def players(host: HostOf) -> list[dict[str, Any]]:
    """One text names a player everywhere: `alphabeta:depth=8`."""
    return await host.players()


# ---------------------------------------------------------------------- tables


@router.post("/tables", summary="Begin a game")
async def open_table(host: HostOf, asked: NewTable) -> dict[str, Any]:
    """The new table, with a key for every seat."""
    await host.allow(asked.game, asked.seats, asked.settings)
    line = catalogue.begin(asked.game, asked.settings, asked.position)
    for part in asked.moves.split():
        line.play_text(part)
    record = Record.of(line, asked.game, asked.settings, asked.position)
    record.seats = list(asked.seats)
    return opened(host.open(record, asked.options.read(), record.main_line()))


@router.post("/load", summary="Open a game from a file")
async def load(host: HostOf, asked: LoadGame) -> dict[str, Any]:
    """A file that Zermelo, or another program, wrote (JSON, PGN, SGF); its format is recognised."""
    host.allow_game(*named_in(asked.text))  # before it is read: reading plays the moves, and a file would be run
    record = read_game(asked.text)
    record.seats = [HUMAN for _ in record.seats]
    table = host.open(record, asked.options.read(), record.main_line())
    return opened(table)


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


def opened(table: Table) -> dict[str, Any]:
    """A new table and its keys."""
    return {"keys": table.keys, "table": views.table_view(table, table.keys)}


@router.get("/tables/{number}", summary="A table")
async def get_table(
    host: HostOf, number: Number, key: Annotated[list[str], Query(default_factory=list, max_length=16)]
) -> dict[str, Any]:
    """The game and all its moves."""
    return views.table_view(host.table(number), key)


@router.get("/tables/{number}/position", summary="A position of a table")
async def get_position(
    host: HostOf,
    number: Number,
    key: Annotated[list[str], Query(default_factory=list, max_length=16)],
    path: str = PATH,
) -> dict[str, Any]:
    """The scene, the legal moves and their clicks."""
    return views.position_view(host.table(number), read_path(path), key)


def read_path(text: str) -> tuple[int, ...]:
    """`0.0.1` as numbers."""
    return tuple(int(part) for part in text.split(".")) if text else ()


def told(host: Host, table: Table, keys: list[str]) -> dict[str, Any]:
    """Everybody hears what has happened; the answer is the table as it is now."""
    host.changed(table)
    return views.table_view(table, keys)


@router.post("/tables/{number}/moves", summary="Make a move")
async def play(host: HostOf, number: Number, asked: PlayMove) -> dict[str, Any]:
    """A move by its number or in the game's notation; an illegal one is refused with the rule that forbids it."""
    table = host.table(number)
    table.play(table.tip if asked.path is None else asked.path, asked.move, asked.keys)
    return told(host, table, asked.keys)


@router.post("/tables/{number}/go", summary="Take the game to another place of its record")
async def go(host: HostOf, number: Number, asked: Go) -> dict[str, Any]:
    """To go on there, or (running false) to stop the machines."""
    table = host.table(number)
    table.go(asked.path, asked.keys, asked.running)
    return told(host, table, asked.keys)


@router.post("/tables/{number}/edit", summary="Comment on a move, make its line the main line, or take it out")
async def edit(host: HostOf, number: Number, asked: Edit) -> dict[str, Any]:
    """Comments are for everybody who plays; lines are moved only where nobody else does."""
    table = host.table(number)
    table.edit(asked.what, asked.path, asked.text, asked.keys)
    return told(host, table, asked.keys)


@router.post("/tables/{number}/undo", summary="Take the last move back")
async def undo(host: HostOf, number: Number, asked: Holder) -> dict[str, Any]:
    """Back to one's last choice; where somebody else plays too, an offer, or the acceptance of his."""
    table = host.table(number)
    table.undo(asked.keys)
    return told(host, table, asked.keys)


@router.post("/tables/{number}/decline", summary="Turn an offer down")
async def decline(host: HostOf, number: Number, asked: Holder) -> dict[str, Any]:
    """Or withdraw one's own."""
    table = host.table(number)
    table.decline(asked.keys)
    return told(host, table, asked.keys)


@router.post("/tables/{number}/resign", summary="Give the game up")
async def resign(host: HostOf, number: Number, asked: Holder) -> dict[str, Any]:
    """The other side wins."""
    table = host.table(number)
    table.resign(asked.keys)
    return told(host, table, asked.keys)


@router.post("/tables/{number}/invite", summary="Give a seat to somebody else")
async def invite(host: HostOf, number: Number, asked: Invite) -> dict[str, Any]:
    """The key of the seat, which from now on is his."""
    table = host.table(number)
    key = table.invite(asked.seat, asked.keys)
    host.changed(table)
    return {"key": key}


@router.post("/tables/{number}/seats", summary="Change players and options")
async def reseat(host: HostOf, number: Number, asked: Reseat) -> dict[str, Any]:
    """At any time, also in the middle of a game."""
    table = host.table(number)
    await host.allow(table.record.game, asked.seats)
    options = asked.options.read()
    options.seed = table.options.seed if asked.options.seed is None else options.seed
    table.reseat(asked.seats, options, asked.keys)
    return told(host, table, asked.keys)


@router.get("/tables/{number}/file", summary="The game as a file", response_class=PlainTextResponse)
async def save(
    host: HostOf, number: Number, kind: Annotated[str, Query(max_length=10, description="json, pgn or sgf")] = "json"
) -> str:
    """With all its variations."""
    table = host.table(number)
    if table.line.state.hidden and not table.over():
        raise BadParameter("cards are hidden in this game: it can be saved when it is over")
    return write_game(table.record, kind)


@router.get("/tables/{number}/microscope", summary="A textbook search, step by step", response_class=HTMLResponse)
async def microscope(
    host: HostOf,
    number: Number,
    algorithm: Annotated[str, Query(max_length=100)] = "alphabeta",
    compare: Annotated[str, Query(max_length=100)] = "",
    depth: Annotated[int, Query(ge=1, le=6)] = 2,
    path: str = PATH,
) -> str:
    """A page that steps through the search of a position: windows, cuts, values, visits."""
    table = host.table(number)
    if table.line.state.hidden and not table.over():
        raise BadParameter("cards are hidden in this game: a search would show them")
    job = host.job(table, read_path(path), "random") | {
        "job": "microscope", "algorithm": algorithm, "compare": compare, "depth": depth
    }  # fmt: skip
    return str((await host.ask(job, BACKGROUND, 20))["html"])


# ---------------------------------------------------------------------- questions


@router.post("/analyse", summary="What a player thinks of a position")
async def analyse(host: HostOf, asked: Question) -> dict[str, Any]:
    """The same keys as `zermelo analyse --json`. The live connection streams."""
    await host.allow(asked.game, [asked.player], asked.settings)
    line = catalogue.begin(asked.game, asked.settings, asked.position)
    for part in asked.moves.split():
        line.play_text(part)
    record = Record.of(line, asked.game, asked.settings, asked.position)
    job = {
        "job": "think", "game": asked.game, "settings": asked.settings, "position": asked.position,
        "moves": [record.node(record.main_line()[:place]).move for place in range(1, len(line.played) + 1)],
        "player": asked.player, "lines": asked.lines,
    }  # fmt: skip
    result: dict[str, Any] = (await host.ask(job, ANALYSIS))["result"]
    return result


# ---------------------------------------------------------------------- matches


@router.post("/matches", summary="Let players meet")
async def open_match(host: HostOf, matches: MatchesOf, asked: NewMatch) -> dict[str, Any]:
    """It is played in the background; look at it again to see how it stands."""
    await host.allow(asked.game, asked.players, asked.settings)
    if HUMAN in asked.players:
        raise BadParameter("a match is between machines: for a game with a person open a table")
    seats = catalogue.begin(asked.game, asked.settings).state.players
    if len(asked.players) != seats:
        raise BadParameter(f"{asked.game} has {seats} players, {len(asked.players)} were given")
    return matches.open(asked.game, asked.settings, asked.players, asked.games, asked.seed)


@router.get("/matches", summary="All matches")
async def list_matches(matches: MatchesOf) -> list[dict[str, Any]]:
    """The newest first, with their standings."""
    return matches.views()


@router.get("/matches/{number}", summary="A match")
async def get_match(matches: MatchesOf, number: Number) -> dict[str, Any]:
    """How it stands."""
    return matches.view(number)


@router.post("/matches/{number}/stop", summary="Stop a match")
async def stop_match(matches: MatchesOf, number: Number) -> dict[str, Any]:
    """What was played counts."""
    return matches.stop(number)


@router.post("/matches/{number}/resume", summary="Go on with a match")
async def resume_match(matches: MatchesOf, number: Number) -> dict[str, Any]:
    """From where it stopped."""
    return matches.resume(number)


# ---------------------------------------------------------------------- the laboratory


@router.get("/lab", summary="The Pacman laboratory")
async def lab(host: HostOf) -> list[dict[str, Any]]:
    """The lectures' demos: questions, rows, lessons."""
    return await host.experiments()


@router.post("/lab/{name}", summary="Run one row of a demo")
async def lab_row(host: HostOf, name: Annotated[str, Path(max_length=40)], asked: LabRow) -> dict[str, Any]:
    """Wins and mean score with 95 % intervals, and the first game as a file to open."""
    job = {"job": "experiment_row", "experiment": name, **asked.model_dump()}
    return await host.ask(job, BACKGROUND, LAB_SECONDS)
