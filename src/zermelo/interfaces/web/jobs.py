"""What a worker process can be asked: to think, to explain, to review a game, to draw a search, to play a match game.

A job names a position by its game, settings, first position and moves. Every job takes `update(kind, **data)` for what
is known so far and an event that tells it to stop, and returns plain data.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from zermelo.errors import BadParameter, BadPlayer
from zermelo.game.playthrough import Playthrough
from zermelo.game.veil import veiled
from zermelo.games import catalogue
from zermelo.interfaces.web.lessons import chapter, example_page, list_chapters, list_lessons, quiz
from zermelo.interfaces.web.processes import RECENT
from zermelo.interfaces.web.strategies import equilibrium, subgame
from zermelo.interfaces.web.tournaments import tournament, tournament_game
from zermelo.players import is_warm
from zermelo.players import player as find_player
from zermelo.players import warm as make_ready
from zermelo.players.base import Player
from zermelo.players.knowledge import known_moves
from zermelo.players.process.apart import Apart
from zermelo.players.text import longer, without_book
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import move_texts

Update = Callable[..., None]
Job = dict[str, Any]
MOST = {  # that a player may ask for: every number of every kind of player is bounded here, or by its own range
    "tt": 256, "memory": 512, "threads": 4, "time": 60, "clock": 3600, "increment": 60, "depth": 200, "rounds": 100,
    "nodes": 10**9, "sims": 10**7, "samples": 1000, "grave": 10**6, "cutoff": 10**5, "exploration": 1000, "bias": 1000,
    "at_least": 10**9, "seed": 2**53, "until": 1, "trees": 4096,
}  # fmt: skip
ORDERED = 12  # of alpha-beta's root moves that are shown
SEEN, SEEN_SECONDS = 40_000, 8.0  # steps and seconds of a textbook search that are kept; then it is cut short
STAND_IN = "greedy"  # moves for a player whose kernels are not compiled yet; it has none
LONGER = 4  # times as long is a move looked at in a review where its verdict is in doubt
KEPT = RECENT  # players whose memory is kept from one move to the next, and playthroughs
MOST_LOADED = 1000  # of which that is remembered

players: OrderedDict[str, Player] = OrderedDict()
loaded: set[str] = set()  # players and games whose kernels this process has
lines: OrderedDict[str, tuple[list[str], Playthrough]] = OrderedDict()


def think(job: Job, update: Update, stop_event: threading.Event) -> dict[str, Any]:
    """A player's answer to a position, with the state of its thoughts on the way."""
    line = veiled(line_of(job))  # whoever thinks here is never shown what is hidden
    stand_in = STAND_IN if job.get("stand_in") and not begins_at_once(job, line) else ""
    player = player_of(job | {"player": stand_in} if stand_in else job)
    known = [one.to_json() for one in known_moves(line)] if job.get("analysing") else []
    found = player.think(
        line,
        lines=int(job.get("lines", 1)),
        on_update=lambda result: update("update", result=result_json(result, line, known)),
        stop_event=stop_event,
    )
    return {"result": result_json(found, line, known), "stand_in": stand_in}


def warm(job: Job, update: Update, stop_event: threading.Event) -> dict[str, Any]:
    """Compile what a player needs for a game."""
    make_ready(str(job["player"]), line_of(job))
    return {}


def why(job: Job, update: Update, stop_event: threading.Event) -> dict[str, Any]:
    """Why not this move: what it leads to, beside what the best move leads to."""
    from zermelo.explain.why import why_not

    line = veiled(line_of(job))
    found = why_not(line, str(job["move"]), player_of(job), stop_event).to_json()
    for continuation in (found["best"], found["asked"]):
        if continuation is not None:
            continuation["steps"] = texts_of(line, continuation.pop("moves"))  # on the wire a move is its text
    return found


def review(job: Job, update: Update, stop_event: threading.Event) -> dict[str, Any]:
    """Every move of a game against the best move: what each cost, and a summary."""
    from zermelo.explain.review import review_game

    line = line_of(job)
    texts = dict.fromkeys([str(job["player"]), longer(str(job["player"]), LONGER)])
    judges = [player_of(job | {"player": text}) for text in texts]
    done = review_game(line, judges, stop_event=stop_event, on_move=lambda one: update("move", move=one.to_json()))
    return done.to_json()


def microscope(job: Job, update: Update, stop_event: threading.Event) -> dict[str, Any]:
    """A textbook search of the position, as a page that steps through it."""
    from zermelo.explain.page import page
    from zermelo.explain.trace import record
    from zermelo.explain.words import title
    from zermelo.game.plain import view
    from zermelo.textbook.events import Budget

    limit = {"depth": int(job.get("depth", 2))}
    searches = [str(job["algorithm"]), *([str(job["compare"])] if job.get("compare") else [])]
    root = view(line_of(job))
    traces = []
    for text in searches:
        budget = Budget(SEEN // len(searches), SEEN_SECONDS / len(searches), stop_event)
        more = with_depth(text, limit)
        traces.append(record(root, text, title=title(text, more), budget=budget, **more))
    cut = [f"{trace.title}: {trace.answer.cut_short}." for trace in traces if trace.answer.cut_short]
    about = " ".join(
        [*cut, "What was seen until then is drawn; a smaller depth is searched to its end."] if cut else []
    )
    return {"html": page(traces, about=about, boards=True)}


def with_depth(algorithm: str, limit: dict[str, int]) -> dict[str, int]:
    """The depth, for those algorithms that have one."""
    from zermelo.textbook import algorithms

    name, options = algorithms.read(algorithm)
    return limit if "depth" in algorithms.ALGORITHMS[name].options and "depth" not in options else {}


def match_game(job: Job, update: Update, stop_event: threading.Event) -> dict[str, Any]:
    """The next game of a match, and the standings after it."""
    from zermelo.arena.match import Match
    from zermelo.arena.played import Played

    match = Match(line_of(job), [find_player(text, MOST) for text in job["players"]], seed=int(job.get("seed", 0)))
    try:
        match.know([Played.from_json(row) for row in job["records"]])
    except (KeyError, TypeError):
        raise BadParameter("this match was begun by an older Zermelo: begin a new one") from None

    def told(seats: tuple[int, ...], game: Playthrough) -> None:
        update("update", seats=list(seats), moves=[int(move) for move in game.played])

    record = match.play_next(told)
    return {"record": record.to_json(), "report": match.report(int(job["games"])).to_json()}


def list_experiments(job: Job, update: Update, stop_event: threading.Event) -> dict[str, Any]:
    """The Pacman laboratory: each demo with its question, its rows and the lecture's own numbers."""
    from zermelo.lab.pacman.experiments import ALL, LECTURE

    return {
        "experiments": [
            {
                "name": one.name,
                "slide": one.slide,
                "question": one.question,
                "lesson": one.lesson,
                "rows": [{"label": row.label, "lecture": LECTURE.get(row.label)} for row in one.rows],
            }
            for one in ALL
        ]
    }


def experiment_row(job: Job, update: Update, stop_event: threading.Event) -> dict[str, Any]:
    """One row of a demo's table, and its first game to watch."""
    from zermelo.lab.pacman.experiments import experiment
    from zermelo.lab.pacman.series import Result, run

    def one_more(result: Result) -> None:
        update("update", games=len(result.games))
        if stop_event.is_set():
            raise BadParameter("the experiment was stopped")

    rows = experiment(str(job["experiment"])).rows
    if not 0 <= int(job["row"]) < len(rows):
        raise BadParameter(f"{job['experiment']} has rows 0 to {len(rows) - 1}, and no row {job['row']}")
    found = run(rows[int(job["row"])], int(job["games"]), int(job["seed"]), on_game=one_more)
    return {"row": found.to_json(), "recording": found.games[0].recording.to_text()}


def check_player(job: Job, update: Update, stop_event: threading.Event) -> dict[str, Any]:
    """Whether texts name players that a client may have; the sentence that says why not."""
    return {"players": [allowed_player(text).text for text in job["players"]]}


def allowed_player(text: str) -> Player:
    """Refuse players that would run a file of this machine's, or take more of it than one may have."""
    if len(text) > 300:
        raise BadPlayer("a player's text has at most 300 characters")
    if ".py" in text or "/" in text or "\\" in text:
        raise BadPlayer("players from files play in the terminal and in matches, not on the page")
    return find_player(text, MOST)


def list_players(job: Job, update: Update, stop_event: threading.Event) -> dict[str, Any]:
    """All players with their settings, for the page's menus."""
    from zermelo.players.catalogue import kinds

    return {
        "players": [
            {
                "name": kind.name,
                "summary": kind.summary,
                "example": kind.example or kind.name,
                "settings": [
                    {"name": item.name, "kind": item.kind.__name__, "help": item.help, "default": item.default}
                    for item in kind.settings
                ],
            }
            for kind in kinds().values()
        ]
    }


JOBS: dict[str, Callable[[Job, Update, threading.Event], dict[str, Any]]] = {
    "think": think,
    "warm": warm,
    "why": why,
    "review": review,
    "microscope": microscope,
    "match_game": match_game,
    "tournament": tournament,
    "tournament_game": tournament_game,
    "check_player": check_player,
    "list_players": list_players,
    "list_chapters": list_chapters,
    "chapter": chapter,
    "list_lessons": list_lessons,
    "example_page": example_page,
    "quiz": quiz,
    "subgame": subgame,
    "equilibrium": equilibrium,
    "list_experiments": list_experiments,
    "experiment_row": experiment_row,
}


# ---------------------------------------------------------------------- positions and players


def line_of(job: Job) -> Playthrough:
    """The position of a job; a game that goes on from the last one asked about is not replayed from its start."""
    place = repr((job["game"], sorted((job.get("settings") or {}).items()), job.get("position", "")))
    moves = [str(move) for move in job.get("moves", [])]
    known, line = lines.pop(place, ([], None))
    if line is None or known != moves[: len(known)]:
        known, line = [], catalogue.begin(job["game"], job.get("settings"), job.get("position", ""))
    for text in moves[len(known) :]:
        line.play(line.parse_move(text))
    lines[place] = moves, line
    while len(lines) > KEPT:
        lines.popitem(last=False)
    return line.copy()


def begins_at_once(job: Job, line: Playthrough) -> bool:
    """Whether a player's kernels are loaded here, or can be; to look costs as much as a small search: it is noted."""
    place = f"{job['player']} {job['game']} {job.get('settings')}"
    if place not in loaded:
        found = find_player(str(job["player"]), MOST)
        if not isinstance(found, Apart) and not is_warm(found, line):  # an engine compiles nothing
            return False
        if len(loaded) >= MOST_LOADED:
            loaded.clear()
        loaded.add(place)
    return True


def player_of(job: Job) -> Player:
    """The player of a job, with what it remembers of this game."""
    text, key = str(job["player"]), str(job.get("key", ""))
    if job.get("analysing"):
        text = without_book(text)
    place = f"{key} {text} {job['game']} {job.get('settings')}"
    player = players.pop(place, None)
    if player is None:
        player = find_player(text, MOST)
        player.new_game(int(job.get("seed", 0)))
    players[place] = player
    while len(players) > KEPT:
        players.popitem(last=False)[1].close()
    return player


def texts_of(line: Playthrough, moves: Sequence[int]) -> list[str]:
    """The moves of a line one by one; none where they may tell what is hidden."""
    return [] if line.state.hidden else move_texts(line.state, moves)


def result_json(found: SearchResult, line: Playthrough, known: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """A result as the page wants it: moves by their texts, which name them everywhere on the wire."""
    state = line.state
    data = found.to_json()
    data["move"] = str(state.move_text(found.move))
    data["turn"] = line.turn
    data["known"] = list(known)
    data["lines"] = [
        {
            "move": str(state.move_text(item.move)),
            "value": item.value,
            "line": item.text,
            "steps": texts_of(line, item.moves),
        }
        for item in found.lines or ()
    ]
    data["moves"] = [
        {"move": str(state.move_text(move)), "value": value, "visits": visits}
        for move, (value, visits) in sorted(found.moves.items(), key=lambda item: -item[1][1])
    ]
    data["ordered"] = [
        {"move": str(state.move_text(one.move)), "value": one.value, "bound": one.bound, "nodes": one.nodes}
        for one in found.ordered[:ORDERED]
    ]
    return data
