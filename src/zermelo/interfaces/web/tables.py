"""A game under way: its record, who sits where, and what each of them may see and do.

Whoever opens a table gets a key for every seat; a key for one seat can be given to somebody else. What is shown is
made here from the game's own scene: the page holds no rules.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import BadParameter, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.notation.record import Path, Record
from zermelo.notation.zermelo_json import read_json, write_json

HUMAN = "human"
REMEMBERED = 48  # positions of a table that need not be replayed
LONGEST = 20_000  # moves that a table may hold
LONGEST_COMMENT = 2000  # characters


@dataclass
class Options:
    """What can be chosen for a table beside its players."""

    chance: str = "roll"  # roll: the server draws; hand: the person enters what was rolled
    delay: float = 0.4  # least seconds between two moves that nobody clicks
    seed: int = 0
    clock: float = 0.0  # seconds for each person's game; 0: no clock
    increment: float = 0.0


@dataclass
class Offer:
    """A request that the other person may accept."""

    kind: str  # undo
    seat: int


@dataclass(eq=False)
class Table:
    """One game under way."""

    record: Record
    number: str = field(default_factory=lambda: secrets.token_urlsafe(9))
    keys: list[str] = field(default_factory=list)  # of the seats
    tip: Path = ()
    running: bool = True  # machines and chance move by themselves
    options: Options = field(default_factory=Options)
    left: list[float] = field(default_factory=list)  # seconds on the clocks
    given: list[int] = field(default_factory=list)  # seats whose key was handed to somebody else
    resigned: int = -1
    offer: Offer | None = None
    revision: int = 0
    touched: float = field(default_factory=time.time)
    turn_since: float = field(default_factory=time.monotonic)
    known: OrderedDict[Path, Playthrough] = field(default_factory=OrderedDict, repr=False)

    def __post_init__(self) -> None:
        seats = self.at(()).state.players
        given = self.record.seats
        if len(given) > seats:
            raise BadParameter(f"{self.record.game} has {seats} seats, {len(given)} players were given")
        self.record.seats = [*given, *[HUMAN] * (seats - len(given))]
        self.keys = self.keys or [secrets.token_urlsafe(9) for _ in range(seats)]
        self.left = self.left or [self.options.clock] * seats

    # ------------------------------------------------------------------ positions

    def at(self, path: Sequence[int]) -> Playthrough:
        """The playthrough at a place of the record; those asked for lately are kept."""
        path = tuple(path)
        if path in self.known:
            self.known.move_to_end(path)
            return self.known[path]
        self.record.node(path)  # says so where there is no such place
        back = len(path)
        while back and path[:back] not in self.known:
            back -= 1
        line = self.known[path[:back]].copy() if path[:back] in self.known else self.record.begin()
        node = self.record.node(path[:back])
        for place in path[back:]:
            node = node.children[place]
            line.play(line.parse_move(node.move))
        self.keep(path, line)
        return line

    def keep(self, path: Path, line: Playthrough) -> None:
        """Remember a position; the one that was not asked for the longest gives way."""
        self.known[path] = line
        while len(self.known) > REMEMBERED:
            self.known.popitem(last=False)

    @property
    def line(self) -> Playthrough:
        """The playthrough where the game stands."""
        return self.at(self.tip)

    def moves_to(self, path: Sequence[int]) -> list[str]:
        """The moves that lead to a place, in the game's notation."""
        node, shown = self.record.root, []
        for place in path:
            node = node.children[place]
            shown.append(node.move)
        return shown

    def over(self) -> bool:
        """Whether the game has ended where it stands."""
        return self.resigned >= 0 or self.out_of_time() >= 0 or self.line.over()

    # ------------------------------------------------------------------ who may do what

    def seats_of(self, keys: Iterable[str]) -> list[int]:
        """The seats that somebody holds the keys of."""
        held = set(keys)
        return [seat for seat, key in enumerate(self.keys) if key in held]

    def owns(self, keys: Iterable[str]) -> bool:
        """Whether nobody else sits at the table: then the game may be taken wherever one likes."""
        seats = self.seats_of(keys)
        return bool(seats) and all(seat in seats for seat in self.people()) and not set(self.given) - set(seats)

    def people(self) -> list[int]:
        """The seats of persons."""
        return [seat for seat, text in enumerate(self.record.seats) if text == HUMAN]

    def mover(self) -> str:
        """Who moves next: a player's text, `chance`, or nothing when the game has ended."""
        if self.over():
            return ""
        turn = self.line.turn
        return "chance" if turn < 0 else self.record.seats[turn]

    # ------------------------------------------------------------------ acting

    def play(self, path: Sequence[int], move: int | str, keys: Iterable[str] | None = None) -> None:
        """Play a move at a place, as somebody with these keys or, without keys, as the machine whose turn it is."""
        path = tuple(path)
        line = self.at(path)
        if path == self.tip and self.over():
            raise IllegalMove("the game is over: go back to try something else, or begin a new one")
        if keys is not None:
            self.allow(path, line.turn, list(keys))
        if len(path) >= LONGEST:
            raise IllegalMove(f"a table holds at most {LONGEST} moves")
        number = line.parse_move(move) if isinstance(move, str) else move
        after = line.copy()
        after.play(number)
        node = self.record.node(path)
        place = node.child(str(line.state.move_text(number)))
        self.keep((*path, place), after)
        self.stop_clock(line.turn)
        self.tip = (*path, place)
        self.running, self.resigned, self.offer = True, -1, None
        self.changed()

    def allow(self, path: Path, turn: int, keys: list[str]) -> None:
        """Refuse a move that is somebody else's to make."""
        if path != self.tip and not self.owns(keys):
            raise IllegalMove("somebody else plays too: moves are made where the game stands, not in its past")
        if turn < 0:
            if self.options.chance != "hand" or not self.seats_of(keys):
                raise IllegalMove("chance decides here")
        elif turn not in self.seats_of(keys):
            raise IllegalMove(f"it is player {turn + 1}'s turn")
        elif self.record.seats[turn] != HUMAN and self.running and path == self.tip:
            raise IllegalMove(f"player {turn + 1} ({self.record.seats[turn]}) is thinking: stop him to move for him")

    def go(self, path: Sequence[int], keys: Iterable[str], running: bool) -> None:
        """Take the game to another place of its record, to go on there (running) or to look (not)."""
        if not self.owns(keys):
            raise IllegalMove("somebody else plays too: offer to take the last move back instead")
        self.at(path)
        self.tip, self.running, self.resigned = tuple(path), running, -1
        self.turn_since = time.monotonic()
        self.changed()

    def edit(self, what: str, path: Sequence[int], text: str, keys: Iterable[str]) -> Path:
        """Comment on a move, make its line the main line, or take it out; where one is afterwards."""
        path = tuple(path)
        if what == "comment":
            if not self.seats_of(keys):
                raise IllegalMove("only who plays can write a comment")
            self.record.node(path).comment = text.strip()
            self.changed()
            return path
        if not self.owns(keys):
            raise IllegalMove("somebody else plays too: the record stays as it is")
        if what == "promote":
            stands = self.record.node(self.tip)
            self.record.promote(path)
            self.tip = self.record.place_of(stands)
            path = (0,) * len(path)
        elif what == "remove":
            if self.tip[: len(path)] == path:
                raise IllegalMove("the game stands on this line: take it to another place first")
            stands = self.record.node(self.tip)
            self.record.remove(path)
            self.tip = self.record.place_of(stands)
            path = path[:-1]
        else:
            raise BadParameter(f"a record can be edited by comment, promote and remove, not by {what[:20]!r}")
        self.known.clear()
        self.changed()
        return path

    def undo(self, keys: Iterable[str]) -> None:
        """Take back to the person's last choice; where somebody else plays too, offer it or accept his offer."""
        held = self.seats_of(keys)
        if not held:
            raise IllegalMove("only who plays can take a move back")
        if not self.owns(keys) and (self.offer is None or self.offer.seat in held):
            self.offer = Offer("undo", held[0])
            self.changed()
            return
        back = self.before_last_choice(self.people() if self.offer is None else [self.offer.seat])
        if back is None:
            raise IllegalMove("there is no move to take back")
        self.tip, self.running, self.resigned, self.offer = back, True, -1, None
        self.changed()

    def before_last_choice(self, seats: Iterable[int]) -> Path | None:
        """The last place before this one where one of these seats was to move; none: the start, for onlookers."""
        wanted = set(seats)
        for length in range(len(self.tip) - 1, -1, -1):
            line = self.at(self.tip[:length])
            if line.turn in wanted and not line.state.midturn() or not wanted:
                return self.tip[:length]
        return None

    def decline(self, keys: Iterable[str]) -> None:
        """Turn an offer down, or withdraw one's own."""
        if self.offer is not None and self.seats_of(keys):
            self.offer = None
            self.changed()

    def resign(self, keys: Iterable[str]) -> None:
        """Give up the game: the seat to move if it is one's own, else the first one holds."""
        held = [seat for seat in self.seats_of(keys) if seat in self.people()]
        if not held:
            raise IllegalMove("only who plays can resign")
        if self.over():
            raise IllegalMove("the game is over already")
        self.resigned = self.line.turn if self.line.turn in held else held[0]
        self.stop_clock(self.line.turn)
        self.changed()

    def reseat(self, seats: list[str], options: Options, keys: Iterable[str]) -> None:
        """Change the players or the options of a game under way."""
        if not self.owns(keys):
            raise IllegalMove("somebody else plays too: the seats stay as they are")
        if len(seats) != len(self.record.seats):
            raise BadParameter(f"there are {len(self.record.seats)} seats")
        if (options.clock, options.increment) != (self.options.clock, self.options.increment):
            self.left = [options.clock] * len(seats)
        self.record.seats, self.options, self.running = list(seats), options, True
        self.changed()

    def invite(self, seat: int, keys: Iterable[str]) -> str:
        """A key for somebody else; from then on he plays that seat, and whoever gave it away does not."""
        if seat not in self.seats_of(keys) or seat not in self.people():
            raise IllegalMove("one can invite somebody only to a seat of one's own that a person plays")
        if seat not in self.given:
            self.keys[seat] = secrets.token_urlsafe(9)
            self.given.append(seat)
            self.changed()
        return self.keys[seat]

    def draw_chance(self) -> int:
        """What chance brings where the game stands; the same table and place, the same luck."""
        return self.line.draw(Random(self.options.seed, len(self.tip)))

    def changed(self) -> None:
        """Note that something has happened."""
        self.revision += 1
        self.touched = time.time()

    # ------------------------------------------------------------------ clocks

    def stop_clock(self, turn: int) -> None:
        """Charge the time since the last move to the person who moved."""
        now = time.monotonic()
        if self.options.clock and 0 <= turn < len(self.left) and self.record.seats[turn] == HUMAN and self.tip:
            self.left[turn] += self.options.increment - (now - self.turn_since)
        self.turn_since = now

    def time_left(self, seat: int) -> float:
        """What a clock shows now."""
        spent = 0.0
        if self.tip and self.line.turn == seat and self.record.seats[seat] == HUMAN and self.running:
            spent = time.monotonic() - self.turn_since
        return self.left[seat] - spent

    def out_of_time(self) -> int:
        """The seat whose time has run out, or -1."""
        if not self.options.clock:
            return -1
        return next((seat for seat in self.people() if self.time_left(seat) <= 0), -1)

    # ------------------------------------------------------------------ keeping

    def to_json(self) -> dict[str, Any]:
        """All of it, for the store."""
        return {
            "number": self.number,
            "record": write_json(self.record),
            "keys": self.keys,
            "tip": list(self.tip),
            "running": self.running,
            "options": vars(self.options),
            "left": self.left,
            "given": self.given,
            "resigned": self.resigned,
            "revision": self.revision,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Table:
        """A table as it was kept."""
        table = cls(
            read_json(data["record"]), data["number"], data["keys"], tuple(data["tip"]), data["running"],
            Options(**data["options"]), data["left"], data["given"], data["resigned"],
        )  # fmt: skip
        table.revision = data["revision"]
        return table
