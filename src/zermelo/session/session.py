"""A game under way: its record with variations, its seats and clocks, and the rules of conduct around the game's rules.

Terminal and page play through the same class. What was decided once, for both:

* Nothing that was played is lost. Taking back leaves the moves in the record; the next move takes their place as the
  main line, and they become a variation. A move made elsewhere than where the game stands is a variation at once.
* Taking back goes to the beginning of the last turn of a person; where no person plays, one move.
* Who resigns, or runs out of time, loses together with everybody of the same side.
* Chance is drawn from the seed and the number of moves played (`chance.py`), or entered by a person.
* What somebody sees is what the seats of persons see that they hold (`view.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from zermelo.errors import BadParameter, IllegalMove
from zermelo.game.playthrough import Outcome, Playthrough
from zermelo.notation.record import GameRecord, Path
from zermelo.session.chance import drawn
from zermelo.session.clock import Clock
from zermelo.session.ending import lost_by
from zermelo.session.options import HAND, SessionOptions
from zermelo.session.positions import Positions
from zermelo.session.seats import HUMAN, Actor, people_of

LONGEST = 20_000  # moves that a game may have
CHANCE = "chance"  # who moves where no seat does


@dataclass(frozen=True)
class Offer:
    """A request that the other person may accept."""

    kind: str  # undo
    seat: int


@dataclass
class News:
    """What has become of the record since somebody last asked."""

    added: list[Path] = field(default_factory=list)  # places that are new, each before those that follow it
    rearranged: bool = False  # more than that: the whole record must be read again


@dataclass(eq=False)
class Session:
    """One game under way."""

    record: GameRecord
    options: SessionOptions = field(default_factory=SessionOptions)
    tip: Path = ()  # where the game stands
    running: bool = True  # machines and chance move by themselves
    resigned: int = -1
    taken_back: bool = False  # the game came here by taking back: the next move replaces what follows
    offer: Offer | None = None
    told: bool = False  # what was hidden has been shown to somebody: the game cannot go on
    clock: Clock = field(default_factory=lambda: Clock([]))
    news: News = field(default_factory=News, repr=False)

    def __post_init__(self) -> None:
        self.positions = Positions(self.record)
        players = self.at(()).state.players
        given = self.record.seats
        if len(given) > players:
            raise BadParameter(f"{self.record.game} has {players} players, {len(given)} were given")
        self.record.seats = [*given, *[HUMAN] * (players - len(given))]
        if not self.clock.left:
            self.clock = Clock([self.options.clock] * players, self.options.increment)
        self.record.node(self.tip)

    # ------------------------------------------------------------------ where the game stands

    def at(self, path: Sequence[int]) -> Playthrough:
        """The playthrough at a place of the record."""
        return self.positions.at(path)

    @property
    def playthrough(self) -> Playthrough:
        """The playthrough where the game stands."""
        return self.at(self.tip)

    @property
    def seats(self) -> list[str]:
        """A player's text for each seat."""
        return self.record.seats

    def moves_to(self, path: Sequence[int]) -> list[str]:
        """The moves that lead to a place, in the game's notation."""
        return self.record.moves_to(path)

    def over(self) -> bool:
        """Whether the game has ended where it stands."""
        return self.resigned >= 0 or self.out_of_time() >= 0 or self.playthrough.over()

    def outcome(self) -> Outcome | None:
        """How the game ended: by the rules, because somebody resigned, or because a clock ran out."""
        state, late = self.playthrough.state, self.out_of_time()
        if self.resigned >= 0:
            return lost_by(state, self.resigned, f"player {self.resigned + 1} resigns")
        if late >= 0:
            return lost_by(state, late, f"player {late + 1} has no time left")
        return self.playthrough.outcome()

    # ------------------------------------------------------------------ who

    def people(self) -> list[int]:
        """The seats of persons."""
        return people_of(self.seats)

    def is_person(self, seat: int) -> bool:
        """Whether a person plays a seat."""
        return seat >= 0 and self.seats[seat] == HUMAN

    def everyone(self) -> Actor:
        """Somebody who sits at all seats, as at a screen that people share."""
        return Actor(tuple(range(len(self.seats))), alone=True)

    def mover(self) -> str:
        """Who moves next: a player's text, `chance`, or nothing when the game has ended."""
        if self.over():
            return ""
        turn = self.playthrough.turn
        return CHANCE if turn < 0 else self.seats[turn]

    def moves_by_itself(self) -> bool:
        """Whether the next move is made without a person."""
        mover = self.mover()
        return self.running and mover not in ("", HUMAN) and (mover != CHANCE or self.options.chance != HAND)

    def may_move(self, path: Path, actor: Actor) -> bool:
        """Whether somebody may move at a place."""
        if path == self.tip and self.over():
            return False
        try:
            self.allow(path, actor)
        except IllegalMove:
            return False
        return True

    def allow(self, path: Path, actor: Actor) -> None:
        """Refuse a move that is somebody else's to make."""
        turn = self.positions.turn(path)
        if path != self.tip and not actor.alone:
            raise IllegalMove("somebody else plays too: moves are made where the game stands, not in its past")
        if turn < 0:
            if self.options.chance != HAND or not actor.seats:
                raise IllegalMove("chance decides here")
        elif turn not in actor.seats:
            raise IllegalMove(f"it is player {turn + 1}'s turn")
        elif not self.is_person(turn):
            who = f"player {turn + 1} ({self.seats[turn]})"
            if self.running and path == self.tip:
                raise IllegalMove(f"{who} is thinking: stop the game to move for them")
            if self.people() and self.at(path).state.hidden:
                raise IllegalMove(f"cards are hidden in this game: {who} moves alone")

    # ------------------------------------------------------------------ moving

    def play(self, path: Sequence[int], move: int | str, actor: Actor | None = None) -> None:
        """Play a move at a place, as somebody or, without an actor, as the machine or chance whose turn it is."""
        path = tuple(path)
        before = self.at(path)
        self.refuse_told()
        if path == self.tip and self.over():
            raise IllegalMove("the game is over: go back to try something else, or begin a new one")
        if actor is not None:
            self.allow(path, actor)
        if len(path) >= LONGEST:
            raise IllegalMove(f"a game holds at most {LONGEST} moves")
        number = before.parse_move(move) if isinstance(move, str) else move
        after = before.copy()
        after.play(number)
        if path == self.tip:
            self.stop_clock()
        else:
            self.clock.restart()
        self.tip = self.enter(path, str(before.state.move_text(number)))
        self.positions.keep(self.tip, after)
        self.running, self.resigned, self.taken_back, self.offer = True, -1, False, None
        self.told = self.told or bool(after.state.hidden) and not self.people()  # their owner looks on

    def enter(self, path: Path, text: str) -> Path:
        """Write a move into the record; one that replaces what was taken back comes first. Returns its place."""
        node = self.record.node(path)
        many = len(node.children)
        place = node.child(text)
        if place == many:
            self.news.added.append((*path, place))
            if not any(path) and (self.taken_back or not place):
                self.record.tags.pop("Result", None)  # of a finished game that now goes on
        if place and self.taken_back and path == self.tip:
            node.children.insert(0, node.children.pop(place))
            self.rearranged()
            place = 0
        return (*path, place)

    def play_turn(self, text: str, actor: Actor | None = None) -> None:
        """Play a move or a whole turn, given in words, where the game stands: all of it, or nothing."""
        trial = self.playthrough.copy()
        before = len(trial.played)
        trial.play_text(text)
        for move in trial.played[before:]:
            self.play(self.tip, move, actor)

    def draw_chance(self) -> int:
        """What chance brings where the game stands."""
        return drawn(self.playthrough, self.options.seed)

    def go(self, path: Sequence[int], actor: Actor, running: bool) -> None:
        """Take the game to another place of its record, to go on there (running) or to look (not)."""
        if not actor.alone:
            raise IllegalMove("somebody else plays too: offer to take the last move back instead")
        self.refuse_told()
        self.at(path)
        self.stand(tuple(path), running)

    def stand(self, path: Path, running: bool = True, taken_back: bool = False) -> None:
        """The game stands elsewhere."""
        self.tip, self.running, self.taken_back = path, running, taken_back
        self.resigned, self.offer = -1, None
        self.clock.restart()

    # ------------------------------------------------------------------ taking back, resigning

    def undo(self, actor: Actor, *, step: bool = False) -> None:
        """Take the last turn back; where somebody else plays too, offer it, or accept their offer.

        One's own turn has steps that can be taken back one by one until it ends, unless they have shown something.
        """
        if not actor.seats:
            raise IllegalMove("only who plays can take a move back")
        self.refuse_told()
        if step:
            self.stand(self.last_step(actor), taken_back=True)
            return
        if not actor.alone and (self.offer is None or self.offer.seat in actor.seats):
            own = [seat for seat in actor.seats if self.is_person(seat)]
            self.offer = Offer("undo", (own or actor.seats)[0])
            return
        back = self.last_choice(self.people() if self.offer is None else [self.offer.seat])
        if back is None:
            raise IllegalMove("there is no move to take back")
        self.stand(back, taken_back=True)

    def last_step(self, actor: Actor) -> Path:
        """The place before the last step of a turn that is under way."""
        here = self.playthrough
        if not here.state.midturn() or here.turn not in actor.seats:
            raise IllegalMove("a step can be taken back while one's own turn goes on")
        if here.state.hidden or self.positions.turn(self.tip[:-1]) != here.turn:
            raise IllegalMove("this step has shown something: it stands")
        return self.tip[:-1]

    def last_choice(self, seats: Sequence[int]) -> Path | None:
        """The last place before this one where a turn of one of these seats began; without seats, one move back."""
        for length in range(len(self.tip) - 1, -1, -1):
            path = self.tip[:length]
            if not seats or self.positions.turn(path) in seats and not self.at(path).state.midturn():
                return path
        return None

    def redo(self, actor: Actor) -> None:
        """Play again what was taken back, up to the next turn of a person."""
        if not actor.alone:
            raise IllegalMove("somebody else plays too: the moves have to be made again")
        self.refuse_told()
        node, path = self.record.node(self.tip), self.tip
        if not node.children:
            raise IllegalMove("there is no move to play again")
        while node.children:
            node, path = node.children[0], (*path, 0)
            if self.is_person(self.positions.turn(path)) and not self.at(path).state.midturn():
                break
        self.stand(path, taken_back=bool(node.children))

    def decline(self, actor: Actor) -> None:
        """Turn an offer down, or withdraw one's own."""
        if not actor.seats:
            raise IllegalMove("only who plays can decline")
        self.offer = None

    def resign(self, actor: Actor) -> None:
        """Give the game up: the seat to move if it is one's own, else the first person's seat that one holds."""
        held = [seat for seat in actor.seats if self.is_person(seat)]
        if not held:
            raise IllegalMove("only who plays can resign")
        if self.over():
            raise IllegalMove("the game is over: there is nothing to resign")
        self.stop_clock()
        turn = self.playthrough.turn
        self.resigned, self.offer = turn if turn in held else held[0], None

    def reseat(self, seats: Sequence[str], options: SessionOptions, actor: Actor) -> None:
        """Change the players or the options of a game under way."""
        if not actor.alone:
            raise IllegalMove("somebody else plays too: the seats stay as they are")
        if len(seats) != len(self.seats):
            raise BadParameter(f"there are {len(self.seats)} seats, {len(seats)} players were given")
        arriving = set(people_of(seats)) - set(self.people())
        hidden, begun = bool(self.playthrough.state.hidden), bool(self.record.root.children)
        if arriving and hidden and (begun or self.told):
            raise IllegalMove("cards are hidden in this game: a person sits down before the first move")
        if (options.clock, options.increment) != (self.options.clock, self.options.increment):
            self.clock = Clock([options.clock] * len(seats), options.increment)
        self.record.seats, self.options, self.running = list(seats), options, True
        self.told = self.told or hidden and begun and not self.people()  # now all of it can be seen

    # ------------------------------------------------------------------ what is hidden

    def tell(self, actor: Actor) -> None:
        """Show somebody the whole game: at once where nothing is hidden, else when it is over, and it stays over."""
        if not self.playthrough.state.hidden:
            return
        if not actor.seats:
            raise IllegalMove("cards are hidden in this game: only who plays can see all of it")
        if not self.over():
            raise IllegalMove("cards are hidden in this game: all of it can be seen when it is over")
        self.told = True

    def refuse_told(self) -> None:
        """A game whose hidden cards somebody has seen stays as it is; machines alone may play on."""
        if self.told and self.people():
            raise IllegalMove("the hidden cards of this game have been shown: it stays over; begin a new one")

    # ------------------------------------------------------------------ clocks

    def ticking(self, seat: int) -> bool:
        """Whether the clock of a seat runs."""
        going = bool(self.options.clock) and self.running and self.resigned < 0 and bool(self.tip)
        return going and self.is_person(seat) and self.playthrough.turn == seat

    def stop_clock(self) -> None:
        """Charge the time since the last move to the person who was to move."""
        turn = self.playthrough.turn
        if self.ticking(turn):
            self.clock.charge(turn)
        else:
            self.clock.restart()

    def time_left(self, seat: int) -> float | None:
        """Seconds on the clock of a seat, or None where it has none."""
        if not self.options.clock or not self.is_person(seat):
            return None
        return self.clock.shown(seat, self.ticking(seat))

    def out_of_time(self) -> int:
        """The seat whose time has run out, or -1."""
        if not self.options.clock:
            return -1
        return next((seat for seat in self.people() if (self.time_left(seat) or 0.0) <= 0), -1)

    def flag(self) -> bool:
        """Somebody says that a clock has run out: end the game if it has, and say whether it has just ended."""
        seat = self.out_of_time()
        if seat < 0 or not self.running:
            return False
        if self.ticking(seat):
            self.clock.left[seat] = self.clock.shown(seat, ticking=True)
        self.running = False
        return True

    # ------------------------------------------------------------------ the record

    def rearranged(self) -> None:
        """Places of the record have moved."""
        self.news.rearranged = True
        self.positions.clear()

    def take_news(self) -> News:
        """What has become of the record since this was last asked."""
        news, self.news = self.news, News()
        return news
