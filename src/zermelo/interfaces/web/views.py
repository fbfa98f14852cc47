"""What a person sees: a table, a change, a position, a list of games, as the wire carries it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from zermelo.drawing.palette import player_colours
from zermelo.drawing.symbols import piece_symbol
from zermelo.drawing.words import in_colours
from zermelo.game import playthrough
from zermelo.game import scene as drawn
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.games.about import describe
from zermelo.games.built_in import Entry
from zermelo.games.rules import how_to_play
from zermelo.games.rules.markdown import sections
from zermelo.games.rules.samples import replay, samples_of
from zermelo.interfaces.web.tables import Changed, Table
from zermelo.interfaces.web.wire import lists, scenes, tables
from zermelo.notation.files import formats_for
from zermelo.players import coached
from zermelo.players.levels import elo_above_first
from zermelo.session.view import View, seed_told

SHOWN_SEED, SHOWN_MOVES = 3, 8  # of the position that the gallery shows of a game with an empty board
COVERED = "…"  # a move that one may not see


def view_of(table: Table, keys: Iterable[str]) -> View:
    """The game through the eyes of somebody with these keys."""
    return View(table.session, table.actor(keys))


# ---------------------------------------------------------------------- tables


def table_view(table: Table, keys: Iterable[str]) -> tables.TableView:
    """The game and its moves."""
    view, record = view_of(table, keys), table.session.record
    state = table.session.playthrough.state
    return tables.TableView(
        **status_of(table, view),
        id=table.number,
        game=record.game,
        title=title_of(record.game),
        settings=record.settings if view.open else shape_of(state, record.settings),
        position=record.position if view.open else "",
        formats=list(formats_for(record.game)),
        facts=tables.Facts(
            players=state.players, lowest=state.lowest, highest=state.highest, zero_sum=state.zero_sum,
            chance=state.chance, hidden=state.hidden, sides=state.sides,
        ),
        tree=tree_view(view),
    )  # fmt: skip


def title_of(name: str) -> str:
    """What a game is called among people."""
    entry = catalogue.entry_of(name)
    return catalogue.find(name).__name__ if entry is None else entry.title


def shape_of(state: Any, settings: dict[str, str]) -> dict[str, str]:
    """Those settings that make a variant of a game; how the first position is set up may be a secret."""
    return {name: value for name, value in settings.items() if name in type(state)._parameters}


def status_of(table: Table, view: View) -> dict[str, Any]:
    """What may be different after every move."""
    session, actor = table.session, view.actor
    options = asdict(session.options) | ({} if seed_told(session) else {"seed": None})
    offer = session.offer
    return {
        "revision": table.revision,
        "seats": [
            tables.Seat(
                player=text, yours=seat in actor.seats, given=seat in table.given, time=session.time_left(seat)
            )
            for seat, text in enumerate(session.seats)
        ],
        "options": tables.Options(**options),
        "tip": list(session.tip),
        "running": session.running,
        "owner": actor.alone,
        "mover": session.mover(),
        "turn": session.playthrough.turn,
        "offer": None if offer is None else tables.Offer(kind=offer.kind, seat=offer.seat),
        "outcome": outcome_view(session.outcome(), session.playthrough.state),
    }  # fmt: skip


def outcome_view(outcome: playthrough.Outcome | None, state: Any) -> tables.Outcome | None:
    """How a game ended, or None."""
    if outcome is None:
        return None
    reason = in_colours(outcome.reason, state.scene())
    return tables.Outcome(utilities=outcome.utilities, reason=reason, winners=outcome.winners)


def tree_view(view: View) -> list[tuple[int, str, int, str]]:
    """The moves of the record, a row each: parent's row, text, player, comment. The root is row 0."""
    rows = [(-1, "", 0, view.session.record.root.comment)]
    places: dict[tuple[int, ...], int] = {(): 0}
    for row in view.rows():
        places[row.path] = len(rows)
        rows.append((places[row.path[:-1]], COVERED if row.text is None else row.text, row.player, row.comment))
    return rows


def change_view(table: Table, keys: Iterable[str], changed: Changed) -> tables.Change:
    """What has happened, for somebody who knows what was before."""
    view, whole = view_of(table, keys), changed.news.rearranged
    added = []
    for path in () if whole else changed.news.added:
        row = view.row(path)
        added.append(tables.Added(path=list(path), text=COVERED if row.text is None else row.text, player=row.player))
    return tables.Change(
        base=changed.base,
        status=tables.Status(**status_of(table, view)),
        added=added,
        tree=tree_view(view) if whole else None,
        position=position_view(table, table.session.tip, keys),
    )


# ---------------------------------------------------------------------- positions


def position_view(table: Table, path: Sequence[int], keys: Iterable[str]) -> tables.Position:
    """A place of the record: the scene, the legal moves with their clicks, what was played last."""
    path, view, session = tuple(path), view_of(table, keys), table.session
    here, scene, legal = session.at(path), view.scene(path), view.legal(path)
    return tables.Position(
        path=list(path),
        turn=here.turn,
        scene=scenes.Scene.of(scene),
        moves=[] if legal is None else moves_view(legal, scene),
        ghosts=[] if legal is None or view.hidden else ghosts_view(legal, scene),
        midturn=bool(here.state.midturn()),
        playable=session.may_move(path, view.actor),
        outcome=outcome_view(here.outcome(), here.state),
        last=last_cells(table, path),
        text="" if view.hidden else here.to_text(),
    )


def moves_view(here: playthrough.Playthrough, scene: drawn.Scene) -> list[scenes.Move]:
    """The legal moves: text, clicks, and the odds of outcomes of chance."""
    state = here.state
    return [
        scenes.Move(
            move=str(state.move_text(move)),
            clicks=scene.clicks.get(move, ()),
            also=scene.also.get(move),
            odds=float(state.odds(move)) if here.turn < 0 else None,
        )
        for move in here.moves()
    ]


def ghosts_view(here: playthrough.Playthrough, scene: drawn.Scene) -> list[scenes.Ghost]:
    """What a click on an empty cell sets there, for each shape of cell: seen by making one such move."""
    cells = {cell.name: cell for cell in scene.cells}
    taken = {piece.cell for piece in scene.pieces}
    tried: dict[tuple[str, float, float], int] = {}
    for move in here.moves() if here.turn >= 0 else ():
        cell = cells.get(scene.clicks.get(move, ("",))[0])
        if cell is not None and cell.name not in taken and len(scene.clicks[move]) == 1:
            tried.setdefault((cell.shape, cell.width, cell.height), move)
    colours, ghosts = player_colours(scene), []
    for (shape, width, height), move in tried.items():
        after = here.state.copy()
        after.play(move)
        if set_there := [piece for piece in after.scene().pieces if piece.cell == scene.clicks[move][0]]:
            svg = piece_symbol(set_there[-1], colours).svg
            ghosts.append(scenes.Ghost(shape=shape, width=width, height=height, piece=set_there[-1], svg=svg))
    return ghosts


def last_cells(table: Table, path: tuple[int, ...]) -> list[str]:
    """The cells that were clicked for the last move."""
    if not path:
        return []
    before = table.session.at(path[:-1])
    if before.turn < 0 or before.state.hidden:
        return []
    scene = before.state.scene()
    move = before.parse_move(table.session.record.node(path).move)
    cells = {cell.name for cell in scene.cells}
    return [name for name in scene.clicks.get(move, ()) if name in cells]


# ---------------------------------------------------------------------- games


def games_view() -> tuple[lists.Game, ...]:
    """All games, for the gallery."""
    return games_listed(coached.changed())


@lru_cache(maxsize=1)
def games_listed(coached_last: int) -> tuple[lists.Game, ...]:
    """The same, made anew where a game was coached meanwhile."""
    return tuple(
        lists.Game(**describe(entry, entry.load()), levels=levels_of(entry.load(), entry.name))
        for entry in catalogue.entries().values()
    )


def levels_of(cls: Any, name: str = "") -> dict[int, int]:
    """The Elo of a game's levels above the first: as the coach measured them here, else as they came with Zermelo."""
    found = coached.find(cls)
    return found.elo_above_first() if found and found.ladder else elo_above_first(name)


def file_row(name: str) -> lists.Game:
    """A game of the user's own file."""
    return file_listed(name, coached.changed())


@lru_cache(maxsize=64)
def file_listed(name: str, coached_last: int) -> lists.Game:
    """The same, made anew where a game was coached meanwhile."""
    cls = catalogue.find(name)
    return lists.Game(**describe(Entry(name, name, title=cls.__name__), cls), levels=levels_of(cls))


def first_scene(name: str, settings: dict[str, str], position: str) -> drawn.Scene:
    """A game's first position; where the board is empty at the usual start, one a little later."""
    shown = catalogue.begin(name, settings, position)
    luck = Random(SHOWN_SEED)
    if not position and not shown.state.scene().pieces:
        for _ in range(SHOWN_MOVES):
            if shown.moves():
                shown.play(shown.draw(luck))
        while shown.over() and shown.played:
            shown.undo()
    scene: drawn.Scene = shown.state.scene()
    return scene


def rules_view(name: str) -> lists.Rules:
    """How a game is played, with a few moves to look at."""
    samples = [replay(sample) for sample in samples_of(name)]
    return lists.Rules(
        game=name,
        title=title_of(name),
        sections=sections(how_to_play(name)),
        samples=[
            lists.RulesSample(
                title=shown.sample.title,
                moves=list(shown.sample.moves),
                scenes=[scenes.Scene.of(scene) for scene in shown.scenes],
                last=[list(cells) for cells in shown.cells],
            )
            for shown in samples
        ],
    )
