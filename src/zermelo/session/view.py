"""What somebody may see of a game: scenes and the texts of moves.

One rule for all faces of Zermelo. In a game in which something is hidden, somebody sees what the persons' seats see
that they hold, never what a machine's seat sees, although whoever opens a game holds the keys of its machines too:

* one seat: the scene of that seat, and the moves that this seat can tell from all others;
* several seats, as at a shared screen: the scene of the person to move, otherwise and after the end only what everybody
  sees; and the moves that all of these seats know;
* no seat: the scene of an onlooker, and no move;
* where only machines play, everything, for whoever holds their seats.

The end of a game shows nothing more by itself: who gave up need not show their cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.game.information import sees_move
from zermelo.game.playthrough import Playthrough
from zermelo.game.scene import Scene
from zermelo.game.veil import veiled
from zermelo.notation.record import Path
from zermelo.session.seats import Actor
from zermelo.session.session import Session


@dataclass(frozen=True)
class Row:
    """A move of the record as somebody may see it."""

    path: Path
    text: str | None  # None: the move is hidden
    player: int  # who made it; -1: chance
    comment: str


class View:
    """A game through somebody's eyes."""

    def __init__(self, session: Session, actor: Actor) -> None:
        self.session, self.actor = session, actor
        people = session.people()
        self.hidden = bool(session.playthrough.state.hidden)
        self.open = not self.hidden or not people and bool(actor.seats)  # everything may be seen
        self.eyes = tuple(seat for seat in actor.seats if seat in people)

    def viewer(self) -> int:
        """The seat from which the board is shown, or -1 for an onlooker."""
        if len(self.eyes) == 1:
            return self.eyes[0]
        turn = self.session.playthrough.turn
        return turn if turn in self.eyes and not self.session.over() else -1

    def scene(self, path: Sequence[int] | None = None) -> Scene:
        """The picture of a place, or of where the game stands."""
        state = self.session.at(self.session.tip if path is None else path).state
        return state.scene() if self.open else state.scene_for(self.viewer())

    def move_text(self, state: Any, move: int) -> str | None:
        """A move that is made in a position, in words, or None where it is hidden."""
        known = self.open or bool(self.eyes) and all(sees_move(state, move, seat) for seat in self.eyes)
        return str(state.move_text(move)) if known else None

    def row(self, path: Path) -> Row:
        """The move that led to a place."""
        positions, node = self.session.positions, self.session.record.node(path)
        known = self.open or bool(self.eyes) and all(positions.sees(path, seat) for seat in self.eyes)
        return Row(path, node.move if known else None, positions.turn(path[:-1]), node.comment)

    def rows(self) -> Iterator[Row]:
        """All moves of the record, each before those that follow it."""
        self.session.positions.know_turns()
        for path, _ in self.session.record.walk():
            if path:
                yield self.row(path)

    def may_ask(self, path: Sequence[int]) -> bool:
        """Whether a question about a place is answered: where something is hidden, only of one's own turn.

        The players that answer see no more than the seat to move does.
        """
        turn = self.session.at(path).turn
        return self.open or self.session.told and bool(self.actor.seats) or turn in self.eyes and self.viewer() == turn

    def known(self, path: Sequence[int]) -> Playthrough:
        """The playthrough at a place as its player may know it; all of it to those who may see everything."""
        here = self.session.at(path)
        return here if self.open or self.session.told else veiled(here)

    def legal(self, path: Sequence[int]) -> Playthrough | None:
        """The playthrough whose legal moves may be shown, or None: they would tell what is hidden."""
        path = tuple(path)
        here = self.session.at(path)
        mine = self.session.may_move(path, self.actor) and (here.turn < 0 or here.turn == self.viewer())
        return here if self.open or mine else None


def seed_told(session: Session) -> bool:
    """Whether the seed may be told: never where it foretells dice or cards, for a game that is over can be resumed."""
    state = session.playthrough.state
    return not (state.chance or state.hidden)
