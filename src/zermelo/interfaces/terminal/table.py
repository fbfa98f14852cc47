"""A game at the table: the playthrough, its record with variations, who sits where, and what is kept on disk.

Both faces, lines of text and the full screen, play through it. Moves taken back stay in the record as variations.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.errors import BadParameter, IllegalMove
from zermelo.game.playthrough import Outcome, Playthrough
from zermelo.game.random import Random
from zermelo.game.scene import Scene
from zermelo.games import catalogue
from zermelo.hidden.seen import sees_move
from zermelo.interfaces.terminal.keep import Keeper, load_file, resume, save_file
from zermelo.notation.files import result_of_resigning
from zermelo.notation.record import Node, Record
from zermelo.players import Player, player
from zermelo.players.simple import Human

RESIGNED = "Resigned"  # the tag that says which seat gave up


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


def canonical(game: str) -> str:
    """A game's name without its aliases, or its file from anywhere: what is kept is resumed in another folder too."""
    if catalogue.is_file(game):
        return str(Path(game).expanduser().absolute())
    entry = catalogue.entry_of(game)
    return entry.name if entry else game


class Table:
    """A game in progress with its players."""

    def __init__(self, record: Record, *, by_hand: bool = False, save: str = "", kept: Path | None = None) -> None:
        self.record, self.by_hand, self.save_to = record, by_hand, save
        self.line: Playthrough = record.begin()
        self.nodes: list[Node] = [record.root]  # the way to the present place
        self.seats: list[Player] = [player(text) for text in record.seats]
        self.seed = int(record.tags.get("Seed", "0"))
        for number, seat in enumerate(self.seats):
            seat.new_game(self.seed + number)
        self.keeper = Keeper(record.game, kept)
        self.rejoin()

    @classmethod
    def begin(cls, wish: Wish, *, seats: Sequence[str] = ()) -> Table:
        """A table as asked for: a new game, a loaded one, or the last unfinished one; `seats` if nobody is named."""
        kept = None
        if wish.resume:
            record, kept = resume(canonical(wish.game))
        elif wish.load:
            record = load_file(wish.load)
            if wish.game and catalogue.find(wish.game) is not catalogue.find(record.game):
                raise BadParameter(f"{wish.load} holds a game of {record.game}, not of {wish.game}")
        else:
            record = Record(canonical(wish.game), dict(wish.settings or {}), wish.position)
        players = record.begin().state.players
        here = list(seats) if len(seats) == players else ["human"]
        texts = list(wish.players or record.seats or here)
        if len(texts) > players:
            raise BadParameter(f"{record.game} has {players} players, {len(texts)} were given")
        record.seats = texts + ["best"] * (players - len(texts))
        seed = record.tags.get("Seed", "")
        if wish.seed is not None or not (seed.isdecimal() and len(seed) < 19):
            seed = str(wish.seed if wish.seed is not None else secrets.randbits(32))
        record.tags["Seed"] = seed
        return cls(record, by_hand=wish.by_hand, save=wish.save, kept=kept)

    def rejoin(self) -> None:
        """Go to the end of what was played."""
        node = self.record.root
        while node.children:
            node = node.children[0]
            self.line.play(self.line.parse_move(node.move))
            self.nodes.append(node)

    # ------------------------------------------------------------------ who

    @property
    def mover(self) -> int:
        """The seat to move, or -1 for chance."""
        return self.line.turn

    def is_person(self, seat: int) -> bool:
        """Whether somebody has to be asked."""
        return seat >= 0 and isinstance(self.seats[seat], Human)

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat in range(len(self.seats)) if self.is_person(seat)]

    def viewer(self) -> int:
        """Through whose eyes the board is shown: the person to move, the only person, or -1 for a spectator."""
        if self.is_person(self.mover):
            return self.mover
        return self.people[0] if len(self.people) == 1 else -1

    def scene(self) -> Scene:
        """The board as the viewer sees it; with several people and none to move, only what all of them see."""
        state = self.line.state
        if not state.hidden or not self.people:
            return state.scene()
        viewer = self.viewer()
        return state.scene_for(viewer if len(self.people) == 1 or not self.outcome() else -1)

    def told(self, state: Any, move: int) -> str:
        """A move that is made in a position, in words, if the people at the table may know it."""
        if state.hidden and self.people and not any(sees_move(state, move, seat) for seat in self.people):
            return "(hidden)"
        if state.hidden and len(self.people) > 1 and not all(sees_move(state, move, seat) for seat in self.people):
            return "(hidden)"
        return str(state.move_text(move))

    # ------------------------------------------------------------------ moving

    def play(self, move: int) -> None:
        """Play a move; it becomes the main line from here on, and the game is kept."""
        text = str(self.line.state.move_text(move))
        self.line.play(move)
        self.record.tags.pop("Result", None)  # of a loaded game that goes on
        node = self.nodes[-1]
        child = node.children.pop(node.child(text))
        node.children.insert(0, child)
        self.nodes.append(child)
        self.keep()

    def play_text(self, text: str) -> None:
        """Play a move or a whole turn given in words: all of it, or nothing."""
        line = self.line.copy()
        line.play_text(text)
        for move in line.played[len(self.line.played) :]:
            self.play(move)

    def roll(self) -> int:
        """What chance brings here: the same again after taking back, so that nobody fishes for better dice."""
        return self.line.draw(Random(self.seed, 1000 + len(self.line.played)))

    def undo(self) -> bool:
        """Back to the last choice of a person; False where there is none."""
        places = [n for n, turn in enumerate(self.turns()) if self.is_person(turn) and n < len(self.line.played)]
        if not places:
            return False
        while len(self.line.played) > places[-1]:
            self.step_back()
        return True

    def turns(self) -> list[int]:
        """Whose turn it was before each move so far, and is now."""
        return [*(int(state.turn) for state in self.line.states()), self.line.turn]

    def step_back(self) -> None:
        """One move back."""
        self.line.undo()
        self.nodes.pop()
        self.record.tags.pop(RESIGNED, None)
        self.record.tags.pop("Result", None)
        self.keep()

    def redo(self) -> bool:
        """Forward along the main line to the next choice of a person; False where nothing follows."""
        if not self.nodes[-1].children:
            return False
        while self.nodes[-1].children:
            node = self.nodes[-1].children[0]
            self.line.play(self.line.parse_move(node.move))
            self.nodes.append(node)
            if self.is_person(self.mover):
                break
        self.keep()
        return True

    def resign(self, seat: int) -> None:
        """Give the game up."""
        if self.outcome():
            raise IllegalMove("the game is over: there is nothing to resign")
        self.record.tags[RESIGNED] = str(seat + 1)
        written = result_of_resigning(self.record.game, seat)
        if written:
            self.record.tags["Result"] = written

    # ------------------------------------------------------------------ ending and keeping

    def outcome(self) -> Outcome | None:
        """How the game ended, by the rules or because somebody gave up."""
        said = self.record.tags.get(RESIGNED, "")
        state = self.line.state
        if said.isdecimal() and len(said) < 4 and 1 <= int(said) <= state.players:
            seat = int(said) - 1
            side = state.sides[seat] if state.sides else seat
            own = [state.sides[p] if state.sides else p for p in range(state.players)]
            worth = tuple(state.lowest if own[p] == side else state.highest for p in range(state.players))
            return Outcome(worth if state.players > 1 else (float(state.lowest),), f"player {seat + 1} resigns")
        return self.line.outcome()

    def keep(self) -> None:
        """Write the unfinished game; a finished one is forgotten when the players leave."""
        self.keeper.keep(self.trimmed())

    def trimmed(self) -> Record:
        """The record up to the present place: what was taken back waits behind it and is not what was played.

        A game that goes on after taking back must resume here, so the main line ends where the game stands.
        """
        here = self.nodes[-1]
        if not here.children:
            return self.record
        kept = Record(**{**vars(self.record), "root": Node(comment=self.record.root.comment)})
        node, own = kept.root, self.record.root
        for step in self.nodes[1:]:
            child = Node(step.move, step.comment)
            node.children = [child, *(other for other in own.children if other is not step)]
            node, own = child, step
        return kept

    def save(self, path: str) -> None:
        """Write the game as it stands, variations too, to a file of the user's."""
        save_file(self.trimmed(), path)

    def leave(self) -> str:
        """The players get up; what is said about the game they leave."""
        if self.save_to:
            self.save(self.save_to)
        if self.outcome():
            self.keeper.forget()
            return f"saved in {self.save_to}" if self.save_to else ""
        if not self.line.played:
            self.keeper.forget()
            return ""
        self.keep()
        return self.keeper.failed or f"the game is kept: zermelo play {self.record.game} --resume goes on"
