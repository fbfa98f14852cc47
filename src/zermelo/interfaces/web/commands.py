"""What can be done at a table: one list of commands for both transports, HTTP (`api.py`) and WebSocket (`live.py`).

A command is a function of who calls and what they ask. Its request is a model, and so is its answer. Commands follow
the rules of a game, so they are obeyed in a process for that (`rules.py`), never on the server's event loop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_type_hints

from zermelo.drawing import clicks
from zermelo.drawing.board import board_svg
from zermelo.drawing.words import in_colours
from zermelo.errors import IllegalMove
from zermelo.interfaces.web import views
from zermelo.interfaces.web.tables import Changed, Table
from zermelo.interfaces.web.wire import asked as ask
from zermelo.interfaces.web.wire.base import Asked
from zermelo.interfaces.web.wire.tables import Change, Edited, Invited, Position, TableView
from zermelo.session import editing
from zermelo.session.seats import Actor
from zermelo.session.session import News


@dataclass
class Caller:
    """Who calls, by the keys they hold; and what has come of it."""

    table: Table
    keys: list[str]
    done: Changed | None = None  # what happened at the table
    touched: bool = False  # whether it has to be kept anew, although nobody need hear of it

    @property
    def actor(self) -> Actor:
        """The seats that they hold."""
        return self.table.actor(self.keys)

    def changed(self) -> Change:
        """Everybody else is told what has happened; it is also the answer."""
        self.done = self.table.changed()
        return views.change_view(self.table, self.keys, self.done)

    def see_all(self) -> None:
        """The whole game is shown to them; refused where that is not theirs to see."""
        session = self.table.session
        before = session.told
        session.tell(self.actor)
        self.touched = self.touched or session.told != before


@dataclass(frozen=True)
class Command:
    """Something that can be asked of a table."""

    name: str
    address: str  # below the table's own
    summary: str
    asked: type[Asked]
    answer: Any
    handle: Callable[[Caller, Any], Any]
    looks: bool  # whether it only looks


COMMANDS: dict[str, Command] = {}
Handler = Callable[[Caller, Any], Any]


def command(summary: str, address: str = "", *, looks: bool = False) -> Callable[[Handler], Handler]:
    """Enter a function into the list; request and answer are read off its annotations."""

    def enter(handle: Handler) -> Handler:
        name, hints = handle.__name__, get_type_hints(handle)
        COMMANDS[name] = Command(name, address or name, summary, hints["given"], hints["return"], handle, looks)
        return handle

    return enter


def refuse_unless_own_turn(caller: Caller, path: list[int]) -> None:
    """In a game with hidden cards one may ask about one's own turn alone; the answer then knows no more."""
    if not views.view_of(caller.table, caller.keys).may_ask(path):
        raise IllegalMove("cards are hidden in this game: ask when it is your turn")


# ---------------------------------------------------------------------- looking


@command("The whole table", looks=True)
def table(caller: Caller, given: ask.AskTable) -> TableView:
    """The game and all its moves."""
    return views.table_view(caller.table, caller.keys)


@command("A position of a table", looks=True)
def position(caller: Caller, given: ask.AskPosition) -> Position:
    """The scene, the legal moves and their clicks."""
    path = caller.table.session.tip if given.path is None else given.path
    return views.position_view(caller.table, path, caller.keys)


@command("How a position would look some moves later", looks=True)
def picture(caller: Caller, given: ask.AskPicture) -> str:
    """A small board as SVG: what a line of a search leads to."""
    line = editing.behind(caller.table.session, given.path, given.moves)
    return board_svg(line.state.scene(), flipped=given.flipped)


@command("Which rule forbids what was clicked", looks=True)
def why_illegal(caller: Caller, given: ask.AskWhyIllegal) -> str:
    """Read as the game's notation would write it."""
    refuse_unless_own_turn(caller, given.path)
    known = views.view_of(caller.table, caller.keys).known(given.path)
    return in_colours(clicks.why_illegal(known, given.clicks), known.state.scene())


# ---------------------------------------------------------------------- moving


@command("Make a move", "moves")
def play(caller: Caller, given: ask.AskPlay) -> Change:
    """A move in the game's notation; an illegal one is refused with the rule that forbids it."""
    session = caller.table.session
    session.play(session.tip if given.path is None else given.path, given.move, caller.actor)
    return caller.changed()


@command("Make a whole turn", "turns")
def turn(caller: Caller, given: ask.AskTurn) -> Change:
    """All its moves, or none: read in a position where what they cannot see is made up, so that no refusal tells it."""
    session = caller.table.session
    session.allow(session.tip, caller.actor)
    here = views.view_of(caller.table, caller.keys).known(session.tip).copy()
    player, moves = here.turn, here.state.parse_turn(given.text)
    for move in moves:
        if here.turn != player:
            raise IllegalMove("a turn holds the moves of one player")
        here.play(move)
    for move in moves:
        session.play(session.tip, move, caller.actor)
    return caller.changed()


@command("Take the game to another place of its record")
def go(caller: Caller, given: ask.AskGo) -> Change:
    """To go on there, or (running false) to stop the machines."""
    caller.table.session.go(given.path, caller.actor, given.running)
    return caller.changed()


@command("Comment on a move, make its line the main line, or take it out")
def edit(caller: Caller, given: ask.AskEdit) -> Edited:
    """Comments are for everybody who plays; lines are moved only where nobody else does."""
    path = editing.edit(caller.table.session, given.what, given.path, given.text, caller.actor)
    return Edited(path=list(path), **dict(caller.changed()))


@command("Add a line of moves to the record", "line")
def add_line(caller: Caller, given: ask.AskLine) -> Edited:
    """A variation; the game stays where it stands."""
    path = editing.add_line(caller.table.session, given.path, given.moves, caller.actor)
    return Edited(path=list(path), **dict(caller.changed()))


@command("Take the last turn back")
def undo(caller: Caller, given: ask.AskUndo) -> Change:
    """Back to one's last choice; where somebody else plays too, an offer, or the acceptance of theirs."""
    caller.table.session.undo(caller.actor, step=given.step)
    return caller.changed()


@command("Play again what was taken back")
def redo(caller: Caller, given: ask.AskRedo) -> Change:
    """Up to the next turn of a person."""
    caller.table.session.redo(caller.actor)
    return caller.changed()


@command("Turn an offer down")
def decline(caller: Caller, given: ask.AskDecline) -> Change:
    """Or withdraw one's own."""
    caller.table.session.decline(caller.actor)
    return caller.changed()


@command("Give the game up")
def resign(caller: Caller, given: ask.AskResign) -> Change:
    """The other side wins."""
    caller.table.session.resign(caller.actor)
    return caller.changed()


@command("Say that a clock has run out")
def flag(caller: Caller, given: ask.AskFlag) -> Change:
    """The game ends if it has."""
    if caller.table.session.flag():
        return caller.changed()
    return views.change_view(caller.table, caller.keys, Changed(caller.table.revision, News()))


# ---------------------------------------------------------------------- seats


@command("Give a seat to somebody else")
def invite(caller: Caller, given: ask.AskInvite) -> Invited:
    """The key of the seat, which from now on is theirs."""
    key = caller.table.invite(given.seat, caller.keys)
    caller.table.session.news.rearranged = True  # who sees what is different now
    caller.changed()
    return Invited(key=key)


@command("Change players and options", "seats")
def reseat(caller: Caller, given: ask.AskReseat) -> Change:
    """At any time, also in the middle of a game."""
    session = caller.table.session
    session.reseat(given.seats, given.options.read(session.options.seed), caller.actor)
    session.news.rearranged = True  # who sees what is different now
    return caller.changed()


@command("End an analysis or a review of this connection")
def stop(caller: Caller, given: ask.AskStop) -> None:
    """Questions asked over HTTP end when their request is dropped, so that there is nothing to stop."""
