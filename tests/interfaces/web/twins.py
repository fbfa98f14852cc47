"""Twins: two games that a viewer cannot tell apart, as different as can be in what is hidden from them.

Whatever a viewer is sent of the one they must be sent of the other.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.game.veil import observed
from zermelo.games import catalogue
from zermelo.interfaces.web import jobs, rules
from zermelo.interfaces.web.commands import COMMANDS
from zermelo.interfaces.web.questions import QUESTIONS
from zermelo.interfaces.web.tables import Table
from zermelo.notation.record import GameRecord
from zermelo.session.options import SessionOptions
from zermelo.session.session import Session

ONLOOKER = -1
NOTHING_HIDDEN = {("repeated_game", 0)}  # whoever chooses first sees the other choice as soon as it is made
SMALL: dict[str, dict[str, str]] = {
    "scrabble": {"known": "no", "size": "7"},
    "hidden_stratego": {"army": "small", "red": "place", "blue": "place"},
}


def hidden_games() -> list[str]:
    """All games in which something is hidden, or can be."""
    return [name for name in catalogue.entries() if catalogue.variant(name, SMALL.get(name)).hidden]


def begin(game: str) -> Playthrough:
    """A game with hidden information, at its start."""
    return catalogue.begin(game, SMALL.get(game))


def twin_of(game: str, moves: Sequence[str], viewer: int, luck: Random, kept: int = 0) -> list[str]:
    """Another game that the viewer cannot tell from this one, as far as one is found.

    It is as different as can be, unless so many quarters of what is hidden are kept: where cards are played that were
    dealt secretly, a twin dealt all anew seldom has them in the same hands.
    """
    one, two, twin = begin(game), begin(game), list[str]()
    for text in moves:
        move = one.parse_move(text)
        wanted = seen(one, move, viewer)
        likely = [other for other in two.moves() if seen(two, other, viewer) == wanted]
        own = viewer != ONLOOKER and one.turn == viewer
        others = [other for other in likely if (str(two.state.move_text(other)) == text) == own]
        if not (others or likely) or own and not others:
            break
        if not own and len(others) < len(likely) and luck.below(4) < kept:
            others = [other for other in likely if other not in others]
        other = (others or likely)[luck.below(len(others or likely))]
        twin.append(str(two.state.move_text(other)))
        one.play(move)
        two.play(other)
    return twin


def seen(line: Playthrough, move: int, viewer: int) -> Any:
    """What a viewer observes after a move: an onlooker, the scene that is drawn for nobody."""
    state = line.state.copy()
    state.play(move)
    ends = None if state.legal() else [float(state.utility(player)) for player in range(state.players)]
    common = int(state.turn), bool(state.midturn()), ends  # how a game ends is known to all
    return common, str(state.scene_for(ONLOOKER)) if viewer == ONLOOKER else observed(state, viewer)


def seats_for(game: str, *texts: str) -> list[str]:
    """Who sits at the seats of a game: the last of these players at all that are left."""
    players = begin(game).state.players
    return [*texts, *texts[-1:] * players][:players]


def table_of(game: str, moves: list[str], seats: list[str]) -> Table:
    """A table where these moves were made, with a key for each seat."""
    session = Session(GameRecord(game, SMALL.get(game, {}), seats=seats_for(game, *seats)), SessionOptions(seed=5))
    for move in moves:
        session.play(session.tip, move)
    return Table(session, "number", [f"key {seat + 1}" for seat in range(len(session.record.seats))])


def job_for(table: Table, **job: Any) -> dict[str, Any]:
    """A job for the rules about a table."""
    looks = job["name"] in ("analyse", "why") or job["name"] in COMMANDS and COMMANDS[job["name"]].looks
    known = table if looks else Table.from_json(table.to_json())  # what is changed is a copy
    rules.known.clear()
    rules.remember(known)
    return {"number": table.number, "version": 0, "audiences": [*([key] for key in table.keys), []], **job}


def sent(table: Table, viewer: int, name: str, **given: Any) -> str:
    """What a command brings, to the viewer and to who looks on; or the sentence that refuses it."""
    keys = [table.keys[viewer]] if viewer >= 0 else []
    jobs.players.clear()  # what a player remembers would make two questions differ
    asked = job_for(table, name=name, given={"keys": keys, **given}, keys=keys)
    try:
        if name in QUESTIONS:
            task = rules.question(asked, None, threading.Event())["task"]["job"]
            found = jobs.JOBS[task["job"]](task, lambda *_, **__: None, threading.Event())
            return json.dumps(found, default=float)
        answer = rules.command(asked, None, threading.Event())
    except ZermeloError as problem:
        return f"refused: {problem}"
    told = answer.get("told")
    return str(answer["answer"]) + (told[viewer] if told else "")  # the last audience looks on
