"""The games of a tournament as files of other programs, and as Zermelo's own JSON, a game on each line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from zermelo.arena.played import Played
from zermelo.errors import BadParameter
from zermelo.game.files import as_from_others
from zermelo.games import catalogue
from zermelo.notation.files import formats_for, result_of_resigning, seat_tags, write_game
from zermelo.notation.record import GameRecord
from zermelo.notation.zermelo_json import write_json
from zermelo.session.referee import RULES

JSON_LINES = "jsonl"


def record_of(heading: dict[str, Any], played: Played) -> GameRecord:
    """A game with its players, its moves in the game's notation, and how it ended."""
    game, settings = heading["game"], heading["settings"]
    position = played.start or heading.get("begins", "")
    with as_from_others():
        line = catalogue.begin(game, settings, position)
    for move in played.moves:
        line.play(move)
    record = GameRecord.of(line, game, settings, position)
    record.seats = [heading["players"][entrant] for entrant in played.seats]
    key = played.fixture
    record.tags["Round"] = f"{key.round + 1}.{key.block + 1}.{key.rotation + 1}"
    if played.ending != RULES:
        record.tags["Termination"] = f"{played.ending}: {played.reason}"
        if played.loser >= 0 and len(played.seats) == 2 and (result := result_of_resigning(game, played.loser)):
            record.tags["Result"] = result
    if formats_for(game)[0] != "json":
        record.tags |= dict(zip(seat_tags(game), record.seats, strict=True))
        if played.ending != RULES and played.loser < 0:
            record.tags["Result"] = "0" if formats_for(game)[0] == "sgf" else "1/2-1/2"
    return record


def exported(heading: dict[str, Any], games: Iterable[Played], kind: str) -> str:
    """All games as one text: a format that the game has, or jsonl, which serves every game."""
    if kind == JSON_LINES:
        lines = [json.dumps(json.loads(write_json(record_of(heading, one))), ensure_ascii=False) for one in games]
        return "".join(line + "\n" for line in lines)
    known = formats_for(heading["game"])
    if kind not in known or kind == "json":
        others = [JSON_LINES, *(one for one in known if one != "json")]
        raise BadParameter(f"games of {heading['game']} are exported as {' or '.join(others)}, not as {kind!r}")
    return "\n".join(write_game(record_of(heading, one), kind) for one in games)
