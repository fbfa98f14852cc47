"""Zermelo as an engine over GTP, version 2: Go, and by the same words Othello and Hex."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TextIO

import zermelo
from zermelo.errors import BadMove, ZermeloError
from zermelo.interfaces.engine.desk import OVERHEAD, Desk, count, real, whole
from zermelo.players.base import Resigns
from zermelo.players.engines.dialects import DIALECTS, GTP
from zermelo.search.common.limits import Limits

COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


class Refused(Exception):
    """A command that fails, and why, in the protocol's words."""


class GtpDesk(Desk):
    """The commands of GTP, one after another."""

    protocol = GTP

    def __init__(self, game: str, player: str, out: TextIO) -> None:
        super().__init__(game, player, out)
        self.main, self.period, self.stones = 0.0, 0.0, 0  # time_settings, in seconds
        self.left: dict[int, tuple[float, int]] = {}  # by colour: seconds, and the stones that they are for

    @property
    def commands(self) -> list[str]:
        """All that we know, for the game that is played now."""
        names = sorted(name[3:] for name in dir(type(self)) if name.startswith("do_"))
        return [name.replace("__", "-") for name in names if self.game == "go" or name != "komi"]

    def serve(self, commands: Iterable[str]) -> None:
        """Answer every command, in order, until `quit`."""
        for line in commands:
            words = CONTROL.sub("", line).partition("#")[0].replace("\t", " ").split()
            if not words:
                continue
            number = words.pop(0) if words[0].isdecimal() else ""
            if not words:
                continue
            try:
                answer = self.answer(words[0], words[1:])
                self.say(f"={number} {answer}".rstrip() + "\n")
            except Refused as why:
                self.say(f"?{number} {why}\n")
            except ZermeloError as problem:
                self.say(f"?{number} {problem}\n")
            if words[0] == "quit":
                break

    def complain(self, why: str) -> None:
        """A command that could not be read."""
        self.say(f"? {why}\n")

    def answer(self, command: str, rest: list[str]) -> str:
        """The answer to one command."""
        if command not in self.commands:
            raise Refused("unknown command")
        return str(getattr(self, "do_" + command.replace("-", "__"))(*rest) or "") if self.fits(command, rest) else ""

    def fits(self, command: str, rest: list[str]) -> bool:
        """Refuse a command with too few or too many words."""
        code = getattr(self, "do_" + command.replace("-", "__")).__func__
        least = code.__code__.co_argcount - 1 - len(code.__defaults__ or ())
        if not least <= len(rest) <= code.__code__.co_argcount - 1:
            raise Refused("syntax error")
        return True

    # ------------------------------------------------------------------ who we are

    def do_protocol_version(self) -> str:
        """Version 2."""
        return "2"

    def do_name(self) -> str:
        """Our name."""
        return "Zermelo"

    def do_version(self) -> str:
        """Our version."""
        return zermelo.__version__

    def do_known_command(self, name: str) -> str:
        """Whether we know a command."""
        return "true" if name in self.commands else "false"

    def do_list_commands(self) -> str:
        """All that we know."""
        return "\n".join(self.commands)

    def do_list_games(self) -> str:
        """The games that can be chosen."""
        return "\n".join(dialect.game.capitalize() for dialect in DIALECTS[GTP])

    def do_set_game(self, name: str) -> None:
        """Another game."""
        game = next((dialect.game for dialect in DIALECTS[GTP] if dialect.game == name.lower()), "")
        if not game:
            raise Refused("unknown game")
        self.choose_game(game, {})

    def do_quit(self) -> None:
        """The end."""

    # ------------------------------------------------------------------ the board

    def do_boardsize(self, size: str, height: str = "") -> None:
        """An empty board of a size."""
        if whole(size) is None or height and height != size:
            raise Refused("unacceptable size")
        kept = {name: value for name, value in self.settings.items() if name != "size"}
        try:
            self.choose_game(self.game, {**kept, "size": str(whole(size))})
        except ZermeloError:
            raise Refused("unacceptable size") from None

    def do_clear_board(self) -> None:
        """An empty board, and an empty memory; what must be compiled is compiled now."""
        self.choose_game(self.game, self.settings)
        self.player.new_game()
        self.left = {}
        self.warm()

    def do_komi(self, komi: str) -> None:
        """What White gets for moving second; the stones stay."""
        try:
            wanted = real(komi)
        except ValueError:
            raise Refused("syntax error") from None
        if wanted == float(self.line.state.komi):
            return
        played = list(self.line.played)
        self.choose_game(self.game, {**self.settings, "komi": f"{wanted:g}"})
        for move in played:
            self.line.play(move)
        self.warm()

    def colour(self, text: str) -> int:
        """A colour by its name or first letter."""
        if text.lower() not in COLOURS:
            raise Refused("syntax error")
        return COLOURS[text.lower()]

    def turn_to(self, colour: int) -> None:
        """The same colour may move twice: the other one passes."""
        if self.line.turn == colour or not self.line.moves():
            return
        passing = next((move for move in self.line.moves() if self.written(move) == "pass"), None)
        if passing is None:
            raise Refused("illegal move")
        self.line.play(passing)

    def written(self, move: int) -> str:
        """A move here."""
        return self.dialect.write(self.line.state, move)

    def do_play(self, colour: str, vertex: str) -> None:
        """A move of a colour."""
        wanted = self.colour(colour)
        known = len(self.line.played)
        self.turn_to(wanted)
        try:
            self.line.play(self.dialect.read(self.line, vertex))
        except BadMove:
            while len(self.line.played) > known:
                self.line.undo()
            raise Refused("illegal move") from None

    def do_undo(self) -> None:
        """Take the last move back."""
        if not self.line.played:
            raise Refused("cannot undo")
        self.line.undo()

    def do_showboard(self) -> str:
        """The position as text."""
        return f"\n{self.line.state}"

    def do_final_score(self) -> str:
        """`B+3.5`, where the game is over; else what it would be is not known."""
        outcome = self.line.outcome()
        if outcome is None:
            raise Refused("cannot score")
        score = outcome.utilities[0]
        if self.game == "go":
            score = float(self.line.state.margin())
        return "0" if score == 0 else f"{'B' if score > 0 else 'W'}+{abs(score):g}"

    # ------------------------------------------------------------------ thinking

    def do_time_settings(self, main: str, period: str, stones: str) -> None:
        """Main time, then so many seconds for so many stones."""
        try:
            self.main, self.period, self.stones = real(main), real(period), count(stones)
        except ValueError:
            raise Refused("syntax error") from None
        self.left = {}

    def do_time_left(self, colour: str, seconds: str, stones: str) -> None:
        """What the clock of a colour shows."""
        try:
            self.left[self.colour(colour)] = max(real(seconds), 0.0), count(stones)
        except ValueError:
            raise Refused("syntax error") from None

    def limits(self, colour: int) -> Limits | None:
        """What the next move may use; None: what the player was made with."""
        if self.stones == 0 and self.period > 0:  # the protocol's words for no limit at all
            return None
        if colour in self.left:
            seconds, stones = self.left[colour]
            allowed = Limits(clock=max(seconds - OVERHEAD, 0.01), moves_to_go=stones)
        elif self.main > 0:
            allowed = Limits(clock=self.main)
        elif self.period > 0:
            allowed = Limits(clock=self.period, moves_to_go=self.stones)
        else:
            return None
        seconds = allowed.time_for_move() or 0.01
        if allowed.moves_to_go == 1:
            seconds = min(0.9 * (allowed.clock or seconds), 2 * seconds)
        return Limits(seconds=seconds)

    def picked(self, colour: str) -> str:
        """A move of ours, not played yet."""
        wanted = self.colour(colour)
        self.turn_to(wanted)
        if not self.line.moves():
            return "pass"
        self.warm()
        self.player.allow(self.limits(wanted))
        try:
            move = self.player.think(self.line).move
        except Resigns:
            return "resign"
        return self.written(move)

    def do_genmove(self, colour: str) -> str:
        """A move of ours, played."""
        text = self.picked(colour)
        if text != "resign" and self.line.moves():
            self.line.play(self.dialect.read(self.line, text))
        return text

    def do_reg_genmove(self, colour: str) -> str:
        """A move of ours, for a test: it is not played."""
        known = len(self.line.played)
        try:
            return self.picked(colour)
        finally:
            while len(self.line.played) > known:
                self.line.undo()
