"""A game at this machine's own screen: a session whose players think in this process, and which is kept on disk.

Both faces, lines of text and the full screen, play through it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.errors import BadParameter
from zermelo.game.playthrough import Outcome, Playthrough
from zermelo.game.scene import Scene
from zermelo.games import catalogue
from zermelo.interfaces.terminal.keep import Keeper, kind_of, load_file, resume, save_file
from zermelo.notation.record import GameRecord
from zermelo.players import Player, player
from zermelo.players.simple import Human
from zermelo.session.chance import fresh_seed
from zermelo.session.keeping import from_record, seed_of, to_record
from zermelo.session.options import HAND, ROLL, SessionOptions
from zermelo.session.seats import HUMAN
from zermelo.session.session import Session
from zermelo.session.view import View

HIDDEN = "(hidden)"  # a move that the people at the screen may not know
DEAL = 6  # moves of chance in a row that are told as one, as on the page


@dataclass
class Wish:
    """What the command line asked for."""

    game: str = ""
    players: Sequence[str] = ()
    settings: dict[str, str] | None = None
    position: str = ""
    seed: int | None = None
    load: str = ""
    save: str = ""
    resume: bool = False
    by_hand: bool = False  # dice and cards are entered, not drawn


def dealt(drawn: Sequence[str]) -> str:
    """Cards that were dealt, one after another, as one sentence."""
    known = [text for text in drawn if text != HIDDEN]
    covered = [f"{len(drawn) - len(known)} face down"] if len(known) < len(drawn) else []
    return f"dealt: {', '.join([' '.join(known)] * bool(known) + covered)}"


def canonical(game: str) -> str:
    """A game's name without its aliases, or its file from anywhere: what is kept is resumed in another folder too."""
    if catalogue.is_file(game):
        return str(Path(game).expanduser().absolute())
    entry = catalogue.entry_of(game)
    return entry.name if entry else game


class LocalGame:
    """A session, the players at its seats, and its file among the unfinished games."""

    def __init__(self, session: Session, *, save: str = "", kept: Path | None = None) -> None:
        self.session, self.save_to = session, save
        self.players: list[Player] = [player(text) for text in session.seats]
        session.record.seats = [
            HUMAN if isinstance(one, Human) else text for one, text in zip(self.players, session.seats, strict=True)
        ]
        for number, one in enumerate(self.players):
            one.new_game(session.options.seed + number)
        self.keeper = Keeper(session.record.game, kept)

    @classmethod
    def begin(cls, wish: Wish, *, seats: Sequence[str] = ()) -> LocalGame:
        """A game as asked for: a new one, a loaded one, or the last unfinished one; `seats` if nobody is named."""
        kept = None
        if wish.resume:
            record, kept = resume(canonical(wish.game))
        elif wish.load:
            record = load_file(wish.load)
            if wish.game and catalogue.find(wish.game) is not catalogue.find(record.game):
                raise BadParameter(f"{wish.load} holds a game of {record.game}, not of {wish.game}")
        else:
            record = GameRecord(canonical(wish.game), dict(wish.settings or {}), wish.position)
        players = record.begin().state.players
        here = list(seats) if len(seats) == players else [HUMAN]
        texts = list(wish.players or record.seats or here)
        record.seats = texts + ["best"] * (players - len(texts))
        seeds = (wish.seed, seed_of(record), fresh_seed())
        seed = next(seed for seed in seeds if seed is not None)
        options = SessionOptions(chance=HAND if wish.by_hand else ROLL, seed=seed)
        return cls(from_record(record, options), save=wish.save, kept=kept)

    # ------------------------------------------------------------------ who and what is seen

    @property
    def record(self) -> GameRecord:
        """The record of the game."""
        return self.session.record

    @property
    def playthrough(self) -> Playthrough:
        """The playthrough where the game stands."""
        return self.session.playthrough

    @property
    def mover(self) -> int:
        """The seat to move, or -1 for chance."""
        return self.playthrough.turn

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return self.session.people()

    @property
    def by_hand(self) -> bool:
        """Whether people enter what chance brings."""
        return self.session.options.chance == HAND

    def is_person(self, seat: int) -> bool:
        """Whether somebody has to be asked."""
        return self.session.is_person(seat)

    @property
    def view(self) -> View:
        """The game as those see it who share the screen."""
        return View(self.session, self.session.everyone())

    def scene(self) -> Scene:
        """The board as the people at the screen may see it."""
        return self.view.scene()

    def told(self, state: Any, move: int) -> str:
        """A move that is made in a position, in words, if the people at the screen may know it."""
        return self.view.move_text(state, move) or HIDDEN

    def move_texts(self) -> list[str]:
        """What was played, in words, as far as the people at the screen may know it."""
        view, tip = self.view, self.session.tip
        return [view.row(tip[:length]).text or HIDDEN for length in range(1, len(tip) + 1)]

    def outcome(self) -> Outcome | None:
        """How the game ended, by the rules or because somebody gave up."""
        return self.session.outcome()

    # ------------------------------------------------------------------ moving

    def play(self, move: int) -> None:
        """Play a move where the game stands; the game is kept."""
        self.session.play(self.session.tip, move)
        self.keep()

    def play_text(self, text: str) -> None:
        """Play a move or a whole turn given in words: all of it, or nothing."""
        self.session.play_turn(text)
        self.keep()

    def roll(self) -> int:
        """What chance brings here."""
        return self.session.draw_chance()

    def undo(self) -> bool:
        """Back to the last turn of a person; False where there is none."""
        if self.session.last_choice(self.people) is None:
            return False
        self.session.undo(self.session.everyone())
        self.keep()
        return True

    def redo(self) -> bool:
        """Forward again to the next turn of a person; False where nothing was taken back."""
        if not self.record.node(self.session.tip).children:
            return False
        self.session.redo(self.session.everyone())
        self.keep()
        return True

    def resign(self) -> None:
        """The person to move gives the game up, or the only one who plays."""
        self.session.resign(self.session.everyone())
        self.keep()

    # ------------------------------------------------------------------ keeping

    def keep(self) -> None:
        """Write the unfinished game, with what was taken back; a finished one is forgotten when the players leave."""
        self.keeper.keep(to_record(self.session))

    def save(self, path: str) -> None:
        """Write the game as it stands, variations too, to a file of the user's."""
        save_file(to_record(self.session, kind_of(path)), path)

    def leave(self) -> str:
        """The players get up; what is said about the game they leave."""
        if self.save_to:
            self.save(self.save_to)
        if self.outcome():
            self.keeper.forget()
            return f"saved in {self.save_to}" if self.save_to else ""
        if not self.record.root.children:
            self.keeper.forget()
            return ""
        self.keep()
        return self.keeper.failed or f"the game is kept: zermelo play {self.record.game} --resume goes on"
