"""What a person sees: a table, a position, a list of games, as plain data for the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from zermelo.drawing.page import page_data
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.game.scene import Scene
from zermelo.games import catalogue
from zermelo.games.about import describe
from zermelo.games.built_in import Entry
from zermelo.hidden.seen import sees_move
from zermelo.interfaces.web.tables import HUMAN, Table
from zermelo.notation.files import formats_for

SHOWN_SEED, SHOWN_MOVES = 3, 8  # of the position that the gallery shows of a game with an empty board
COVERED = "…"  # a move that one may not see


def table_view(table: Table, keys: Iterable[str]) -> dict[str, Any]:
    """The game and its moves, as somebody with these keys may see them."""
    held = table.seats_of(keys)
    line = table.line
    state = line.state
    return {
        "id": table.number,
        "revision": table.revision,
        "game": table.record.game,
        "settings": table.record.settings,
        "position": table.record.position,
        "seats": [
            {"player": text, "yours": seat in held, "given": seat in table.given, "time": clock_of(table, seat)}
            for seat, text in enumerate(table.record.seats)
        ],
        "options": vars(table.options),
        "formats": list(formats_for(table.record.game)),
        "tip": list(table.tip),
        "running": table.running,
        "owner": table.owns(keys),
        "mover": table.mover(),
        "turn": line.turn,
        "offer": None if table.offer is None else vars(table.offer),
        "outcome": outcome_of(table),
        "facts": {
            "players": state.players,
            "lowest": state.lowest,
            "highest": state.highest,
            "zero_sum": state.zero_sum,
            "chance": state.chance,
            "hidden": state.hidden,
            "sides": list(state.sides),
        },
        "tree": tree_view(table, held),
    }


def clock_of(table: Table, seat: int) -> float | None:
    """Seconds left, where there is a clock for the seat."""
    return table.time_left(seat) if table.options.clock and table.record.seats[seat] == HUMAN else None


def tree_view(table: Table, held: list[int]) -> list[list[Any]]:
    """The moves of the record, a row each: parent's row, text, player, comment. The root is row 0.

    While cards are hidden, moves that none of somebody's seats can know are covered.
    """
    cover = bool(table.line.state.hidden) and not table.over()
    rows: list[list[Any]] = []
    places = {}
    turns = turns_of(table)
    for path, node in table.record.walk():
        places[path] = len(rows)
        turn = turns.get(path[:-1], 0) if path else 0
        known = not (cover and path) or any(sees(table, path, seat) for seat in held)
        text = node.move if known else COVERED
        rows.append([places[path[:-1]] if path else -1, text, turn, node.comment])
    return rows


def sees(table: Table, path: tuple[int, ...], seat: int) -> bool:
    """Whether a seat can know the move that led to a place."""
    before = table.at(path[:-1])
    return sees_move(before.state, before.parse_move(table.record.node(path).move), seat)


def turns_of(table: Table) -> dict[tuple[int, ...], int]:
    """Who is to move at every place of the record: kept on the table, since it is asked after every move."""
    known: dict[tuple[int, ...], int] = table.__dict__.setdefault("turns", {})
    for path, _ in table.record.walk():
        if path not in known:
            known[path] = table.at(path).turn
    return known


def outcome_of(table: Table) -> dict[str, Any] | None:
    """How the game ended, or None."""
    seats = len(table.record.seats)
    state = table.line.state
    if table.resigned >= 0 or table.out_of_time() >= 0:
        loser = table.resigned if table.resigned >= 0 else table.out_of_time()
        reason = f"player {loser + 1} {'resigns' if table.resigned >= 0 else 'has no time left'}"
        utilities = [float(state.lowest if seat == loser else state.highest) for seat in range(seats)]
        return {"utilities": utilities, "reason": reason, "winners": [seat for seat in range(seats) if seat != loser]}
    outcome = table.line.outcome()
    if outcome is None:
        return None
    return {"utilities": list(outcome.utilities), "reason": outcome.reason, "winners": list(outcome.winners)}


def position_view(table: Table, path: Sequence[int], keys: Iterable[str]) -> dict[str, Any]:
    """A place of the record: the scene, the legal moves with their clicks, what was played last."""
    path = tuple(path)
    line = table.at(path)
    held = table.seats_of(keys)
    scene = scene_for(line, held, open_to_all=path == table.tip and table.over())
    hidden = line.state.hidden and not (path == table.tip and table.over())
    can_move = path_is_open(table, path, line, held, keys)
    outcome = line.outcome()
    return {
        "path": list(path),
        "turn": line.turn,
        "scene": picture(scene),
        "moves": moves_view(line, scene) if can_move or not hidden else [],
        "playable": can_move,
        "outcome": None
        if outcome is None
        else {"utilities": list(outcome.utilities), "reason": outcome.reason, "winners": list(outcome.winners)},
        "last": last_cells(table, path),
        "text": "" if hidden else line.to_text(),
    }


def path_is_open(table: Table, path: tuple[int, ...], line: Playthrough, held: list[int], keys: Iterable[str]) -> bool:
    """Whether somebody may move here."""
    if path == table.tip:
        if table.over():
            return False
    elif not table.owns(keys):
        return False
    if line.turn < 0:
        return table.options.chance == "hand" and bool(held)
    return line.turn in held and (table.record.seats[line.turn] == HUMAN or path != table.tip or not table.running)


def scene_for(line: Playthrough, held: list[int], open_to_all: bool) -> Scene:
    """The picture as the person may see it: in a game with hidden cards, from one of his own seats."""
    state = line.state
    if not state.hidden or open_to_all:
        return state.scene()
    viewer = line.turn if line.turn in held else held[0] if held else -1
    return state.scene_for(viewer)


def picture(scene: Scene) -> dict[str, Any]:
    """The scene without its clicks, which go with the moves, and its drawing."""
    data = scene.to_json() | {"drawing": page_data(scene)}
    del data["clicks"]
    return data


def moves_view(line: Playthrough, scene: Scene) -> list[dict[str, Any]]:
    """The legal moves: number, text, clicks, and the odds of outcomes of chance."""
    state = line.state
    rows = []
    for move in line.moves():
        row: dict[str, Any] = {
            "move": move,
            "text": str(state.move_text(move)),
            "clicks": list(scene.clicks.get(move, ())),
        }
        if line.turn < 0:
            row["odds"] = float(state.odds(move))
        rows.append(row)
    return rows


def last_cells(table: Table, path: tuple[int, ...]) -> list[str]:
    """The cells that were clicked for the last move, or for the last of the opponent's turn."""
    if not path:
        return []
    before = table.at(path[:-1])
    if before.turn < 0 or before.state.hidden:
        return []
    scene = before.state.scene()
    move = before.parse_move(table.record.node(path).move)
    cells = {cell.name for cell in scene.cells}
    return [name for name in scene.clicks.get(move, ()) if name in cells]


@lru_cache(maxsize=1)
def games_view() -> tuple[dict[str, Any], ...]:
    """All games, for the gallery."""
    return tuple(describe(entry, entry.load()) for entry in catalogue.entries().values())


@lru_cache(maxsize=64)
def file_row(name: str) -> dict[str, Any]:
    """A game of the user's own file."""
    cls = catalogue.find(name)
    return describe(Entry(name, name, title=cls.__name__), cls)


@lru_cache(maxsize=256)
def first_scene(name: str) -> dict[str, Any]:
    """The picture of a game's first position; where the board is empty then, of one a little later."""
    line = catalogue.begin(name)
    luck = Random(SHOWN_SEED)
    if not line.state.scene().pieces:
        for _ in range(SHOWN_MOVES):
            if line.moves():
                line.play(line.draw(luck))
        while line.over() and line.played:
            line.undo()
    return picture(line.state.scene())
