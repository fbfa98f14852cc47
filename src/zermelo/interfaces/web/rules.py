"""What a process for rules can be asked: to open a table, to obey a command there, to draw a game.

The server's event loop knows of a table only what is kept of it, as text; here it becomes a game again. A process
remembers the tables it served last, so that they are not replayed for every move. Whatever a client sends that has to
be read by a game's rules is read here, within limits of time and memory: a process that exceeds them is ended, and
with it nothing but this one request.

Every job takes what a worker's job takes (`jobs.py`) and answers with texts that are passed on as they are.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from pydantic import TypeAdapter

from zermelo.drawing.board import card_svg
from zermelo.drawing.palette import theme_colours
from zermelo.errors import BadParameter, BadText, ZermeloError
from zermelo.games import catalogue
from zermelo.interfaces.web import views
from zermelo.interfaces.web.commands import COMMANDS, Caller
from zermelo.interfaces.web.questions import QUESTIONS
from zermelo.interfaces.web.tables import Table
from zermelo.interfaces.web.wire import lists, requests, scenes, tables
from zermelo.notation.files import read_game, write_game
from zermelo.notation.record import GameRecord
from zermelo.session.keeping import from_record, seed_of, to_record
from zermelo.session.options import SessionOptions
from zermelo.session.seats import HUMAN
from zermelo.session.session import CHANCE, Session
from zermelo.session.view import seed_told

Job = dict[str, Any]
Answer = dict[str, Any]

KEPT = 100  # tables that a process remembers
MOST_NODES = 20_000  # moves of a record, all variations together

known: OrderedDict[str, Table] = OrderedDict()
GAMES: TypeAdapter[list[lists.Game]] = TypeAdapter(list[lists.Game])


# ---------------------------------------------------------------------- tables


def table_of(job: Job) -> Table | None:
    """The table of a job: remembered, or read from what is kept of it; None where neither can be had."""
    number, version = job["number"], job["version"]
    table = known.pop(number, None)
    if table is None or table.version != version:
        if job.get("kept") is None:
            return None
        try:
            table = Table.from_json(json.loads(job["kept"]))
        except (KeyError, TypeError, ValueError, IndexError) as problem:
            raise BadText(f"what is kept of this table is damaged ({type(problem).__name__})") from None
        table.version = version
        if job.get("since") is not None:
            table.session.clock.since = job["since"]
    remember(table)
    return table


def remember(table: Table) -> None:
    """Keep a table at hand; the one that was not asked for the longest gives way."""
    known[table.number] = table
    while len(known) > KEPT:
        known.popitem(last=False)


def state_of(table: Table) -> dict[str, Any]:
    """What the server has to know of a table, and what it keeps."""
    session = table.session
    mover, by_itself = session.mover(), session.moves_by_itself()
    turn = session.playthrough.turn
    thinks = by_itself and mover != CHANCE
    return {
        "number": table.number, "game": session.record.game, "version": table.version, "revision": table.revision,
        "keys": table.keys, "touched": table.touched, "since": session.clock.since,
        "clock": bool(session.options.clock), "hidden": bool(session.playthrough.state.hidden),
        "people": bool(session.people()), "by_itself": by_itself, "chance": mover == CHANCE, "turn": turn,
        "tip": list(session.tip), "delay": session.options.delay, "seed": session.options.seed,
        "job": table.job(session.tip, mover) if thinks else None, "kept": json.dumps(table.to_json()),
    }  # fmt: skip


def finished(caller: Caller, answer: str, job: Job) -> Answer:
    """An answer, with what has changed and what everybody else is told of it."""
    if caller.done is None and not caller.touched:
        return {"answer": answer}
    table = caller.table
    table.version += 1
    done = caller.done
    told = [] if done is None else [views.change_view(table, keys, done) for keys in job.get("audiences", ())]
    return {"answer": answer, "state": state_of(table), "told": [view.model_dump_json() for view in told]}


def encoded(kind: Any, value: Any) -> str:
    """A value as JSON."""
    return TypeAdapter(kind).dump_json(value).decode()


def command(job: Job, update: Any, stop_event: threading.Event) -> Answer:
    """Obey a command at a table."""
    table = table_of(job)
    if table is None:
        return {"missing": True}
    one = COMMANDS[job["name"]]
    caller = Caller(table, job["keys"])
    found = guarded(table, lambda: one.handle(caller, one.asked(**job["given"])))
    return finished(caller, encoded(one.answer, found), job)


def guarded(table: Table, act: Callable[[], Any]) -> Any:
    """Do something to a table; one that something unforeseen happened to is forgotten, and read again."""
    try:
        return act()
    except ZermeloError:
        raise
    except BaseException:
        known.pop(table.number, None)
        raise


def question(job: Job, update: Any, stop_event: threading.Event) -> Answer:
    """The job for the searches that answers a question."""
    table = table_of(job)
    if table is None:
        return {"missing": True}
    one = QUESTIONS[job["name"]]
    caller = Caller(table, job["keys"])
    task = guarded(table, lambda: one.task(caller, one.asked(**job["given"])))
    return finished(caller, "null", job) | {"task": {"job": task.job, "rank": task.rank, "seconds": task.seconds}}


def step(job: Job, update: Any, stop_event: threading.Event) -> Answer:
    """The move of a machine, or of chance, or the news that a machine could not move."""
    table = table_of(job)
    if table is None:
        return {"missing": True}
    caller, session = Caller(table, []), table.session

    def act() -> None:
        if job.get("failed"):
            session.running = False
        else:
            session.play(session.tip, session.draw_chance() if job["move"] is None else job["move"])
            session.running = not job.get("fed")  # a match goes on elsewhere, and is only shown here
        caller.done = table.changed()

    guarded(table, act)
    return finished(caller, "null", job)


def save(job: Job, update: Any, stop_event: threading.Event) -> Answer:
    """The game as a file."""
    table = table_of(job)
    if table is None:
        return {"missing": True}
    caller = Caller(table, job["keys"])
    caller.see_all()
    session = table.session
    text = write_game(to_record(session, job["kind"], with_seed=seed_told(session)), job["kind"])
    return finished(caller, text, job)


def microscope(job: Job, update: Any, stop_event: threading.Event) -> Answer:
    """The position that a textbook search is to look at."""
    table = table_of(job)
    if table is None:
        return {"missing": True}
    caller = Caller(table, job["keys"])
    caller.see_all()
    return finished(caller, "null", job) | {"position": table.job(tuple(job["path"]), "random")}


# ---------------------------------------------------------------------- opening


def open_table(job: Job, update: Any, stop_event: threading.Event) -> Answer:
    """Begin a game."""
    asked = requests.NewTable(**job["given"])
    record = played(asked.game, asked.settings, asked.position, asked.moves)
    record.seats = list(asked.seats)
    return opened(Table(Session(record, asked.options.read(), record.main_line())))


def played(game: str, settings: dict[str, str], position: str, moves: str) -> GameRecord:
    """The record of a game that begins with some moves."""
    begun = catalogue.begin(game, settings, position)
    for part in moves.split():
        begun.play_text(part)
        bound(len(begun.played))
    return GameRecord.of(begun, game, settings, position)


def bound(count: int) -> None:
    """Refuse a game that is longer than any."""
    if count > MOST_NODES:
        raise BadParameter(f"a game holds at most {MOST_NODES} moves here, its variations included")


def load(job: Job, update: Any, stop_event: threading.Event) -> Answer:
    """Open a game from a file that Zermelo, or another program, wrote."""
    asked = requests.LoadGame(**job["given"])
    record = read_game(asked.text)
    bound(sum(1 for _ in record.walk()))
    record.seats = [HUMAN for _ in record.seats]
    return opened(Table(from_record(record, asked.options.read(seed_of(record)))))


def open_played(job: Job, update: Any, stop_event: threading.Event) -> Answer:
    """A game that machines play, or have played, elsewhere: to look at, as far as it has come."""
    position = job.get("position", "")
    game = catalogue.begin(job["game"], job["settings"], position)
    for move in job["moves"]:
        game.play(int(move))
    record = GameRecord.of(game, job["game"], job["settings"], position)
    record.seats = list(job["seats"])
    return opened(Table(Session(record, SessionOptions(delay=0.4), record.main_line(), running=False)))


def opened(table: Table) -> Answer:
    """A new table and its keys."""
    remember(table)
    view = tables.Opened(keys=table.keys, table=views.table_view(table, table.keys))
    return {"answer": view.model_dump_json(), "state": state_of(table), "told": []}


def reopen(job: Job, update: Any, stop_event: threading.Event) -> Answer:
    """A table as it was kept."""
    table = table_of({"number": "", "version": 0, "kept": job["kept"]})
    assert table is not None
    return {"state": state_of(table)}


def position(job: Job, update: Any, stop_event: threading.Event) -> Answer:
    """A position given by a client, as a job for the searches, and how many play there."""
    record = played(job["game"], job["settings"], job.get("position", ""), job.get("moves", ""))
    return {
        "moves": record.moves_to(record.main_line()),
        "players": int(record.begin().state.players),
    }


# ---------------------------------------------------------------------- games


def games(job: Job, update: Any, stop_event: threading.Event) -> Answer:
    """Names, kinds, facts and parameters of all games."""
    rows = [*views.games_view(), *(views.file_row(name) for name in job["files"])]
    return {"answer": GAMES.dump_json(rows).decode()}


def scene(job: Job, update: Any, stop_event: threading.Event) -> Answer:
    """The picture of a game's first position, or of the one that is asked for."""
    shown = views.first_scene(job["game"], job.get("settings") or {}, job.get("position", ""))
    return {"answer": scenes.Scene.of(shown).model_dump_json()}


def card(job: Job, update: Any, stop_event: threading.Event) -> Answer:
    """The same as a small picture, in the colours of the page."""
    shown = views.first_scene(job["game"], {}, "")
    return {"answer": card_svg(shown, theme_colours(job["theme"], job["board"]), shaded=job["pieces"] != "flat")}


def how_to_play(job: Job, update: Any, stop_event: threading.Event) -> Answer:
    """How a game is played."""
    return {"answer": views.rules_view(job["game"]).model_dump_json()}


JOBS: dict[str, Callable[[Job, Any, threading.Event], Answer]] = {
    one.__name__: one
    for one in (
        command,
        question,
        step,
        save,
        microscope,
        open_table,
        open_played,
        load,
        reopen,
        position,
        games,
        scene,
        card,
        how_to_play,
    )
}
