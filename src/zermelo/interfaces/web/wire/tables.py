"""A game under way as somebody may see it: the whole, and what changes with a move."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAliasType

from zermelo.interfaces.web.wire.base import Path, Sent
from zermelo.interfaces.web.wire.scenes import Ghost, Move, Scene

Row = TypeAliasType("Row", tuple[int, str, int, str])  # of the record: parent's row, text, player, comment


class Outcome(Sent):
    """How a game ended."""

    utilities: tuple[float, ...]
    reason: str
    winners: tuple[int, ...]


class Position(Sent):
    """A place of the record: the picture, the legal moves with their clicks, what was played last."""

    path: Path
    turn: int
    scene: Scene
    moves: list[Move]
    ghosts: list[Ghost]
    midturn: bool
    playable: bool
    outcome: Outcome | None
    last: list[str]
    text: str


class Seat(Sent):
    """Who plays, whether it is you, whether the seat was given to somebody by a link, and the clock."""

    player: str
    yours: bool
    given: bool
    time: float | None


class Options(Sent):
    """How a game is played; the seed is told where it foretells nothing."""

    chance: Literal["roll", "hand"]
    delay: float
    seed: int | None
    clock: float
    increment: float


class Facts(Sent):
    """What kind of game it is."""

    players: int
    lowest: float
    highest: float
    zero_sum: bool
    chance: bool
    hidden: bool
    sides: tuple[int, ...]


class Offer(Sent):
    """A request that the other person may accept."""

    kind: str
    seat: int


class Status(Sent):
    """What may be different after every move."""

    revision: int
    seats: list[Seat]
    options: Options
    tip: Path
    running: bool
    owner: bool
    mover: str
    turn: int
    offer: Offer | None
    outcome: Outcome | None


class TableView(Status):
    """The game and all its moves; the first row of the tree is the start."""

    id: str
    game: str
    title: str  # of the game, for people
    settings: dict[str, str]
    position: str
    formats: list[str]
    facts: Facts
    tree: list[Row]


class Added(Sent):
    """A move that is new in the record."""

    path: Path
    text: str
    player: int


class Change(Sent):
    """What has happened at a table since a revision: who knows that one knows the present one by this.

    New moves come in an order in which each follows one that is known. Where the record was rearranged, all of it is
    in `tree`. The position is the one where the game stands.
    """

    base: int
    status: Status
    added: list[Added]
    tree: list[Row] | None
    position: Position


class Edited(Change):
    """A change of the record, and where one is afterwards."""

    path: Path


class Invited(Sent):
    """The key of a seat for somebody else."""

    key: str


class Opened(Sent):
    """A new table, with a key for every seat."""

    keys: list[str]
    table: TableView
