"""Play line by line: the board in signs and colours, moves typed in the game's notation, a few commands.

Plain text where the output is no terminal or NO_COLOR is set; over ssh and in 80 columns like anywhere else.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable
from dataclasses import replace

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from zermelo.errors import IllegalMove, ZermeloError
from zermelo.game.playthrough import Outcome
from zermelo.game.scene import Scene
from zermelo.games.rules import how_to_play
from zermelo.interfaces.terminal import advice, look
from zermelo.interfaces.terminal.board import PaintOptions, paint
from zermelo.interfaces.terminal.local import DEAL, LocalGame, dealt

COMMANDS = {
    "moves": "what can be played here",
    "hint": "what the machine would do",
    "why MOVE": "why a move is not possible, or what it gives away",
    "undo": "take back to your last choice",
    "redo": "play again what was taken back",
    "save FILE": "write the game to a file (.json, or what other programs read: .pgn, .sgf …)",
    "load FILE": "go on with the game in a file",
    "text": "the position in one line",
    "rules": "how the game is played",
    "flip": "see the board from the other side",
    "resign": "give the game up",
    "quit": "leave; the game is kept, and --resume goes on",
}


class Lines:
    """A game played in lines of text."""

    def __init__(self, game: LocalGame, console: Console | None = None) -> None:
        self.game = game
        self.console = console or Console(highlight=False, soft_wrap=True, markup=False)
        self.figures = self.console.is_terminal and not self.console.no_color and can_print("●♔─")
        self.flipped = False
        self.before: Scene | None = None
        self.shown_to = -2  # who saw the screen last, where something is hidden
        self.warned = False

    # ------------------------------------------------------------------ the loop

    def run(self) -> None:
        """Until the game is over or the person leaves."""
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # a terminal without some sign shows a question mark
        while True:
            game = self.game
            outcome = game.outcome()
            if outcome:
                self.show()
                self.say_result(outcome)
                if not self.after_the_end():
                    break
            elif game.mover < 0 and not game.by_hand:
                self.chance()
            elif game.mover < 0:
                self.show()
                if not self.ask_person("chance brings"):
                    break
            elif game.is_person(game.mover):
                self.curtain()
                self.show()
                if not self.ask_person():
                    break
            else:
                self.machine()
            if game.keeper.failed and not self.warned:
                self.warned = True
                self.say(game.keeper.failed)
        if said := self.game.leave():
            self.say(said)

    def machine(self) -> None:
        """A player who is no person moves."""
        game, seat = self.game, self.game.mover
        thinker = game.players[seat]
        with self.console.status(f"player {seat + 1} ({thinker.text}) thinks …") if self.figures else quiet():
            chosen = thinker.choose(game.playthrough)
        before = game.playthrough.state.copy()
        move = game.playthrough.parse_move(chosen) if isinstance(chosen, str) else int(chosen)
        self.before = game.scene()
        game.play(move)
        self.say(f"player {seat + 1} ({thinker.text}): {game.told(before, move)}")

    def chance(self) -> None:
        """Dice and cards are drawn, until somebody is to move."""
        game = self.game
        drawn: list[str] = []
        while game.mover < 0 and not game.outcome():
            before, move = game.playthrough.state.copy(), game.roll()
            game.play(move)
            drawn.append(game.told(before, move))
        if len(drawn) >= DEAL:
            self.say(dealt(drawn))
            return
        for told in drawn:
            self.say(f"chance: {look.with_dice(told) if self.figures else told}")

    def ask_person(self, wanted: str = "") -> bool:
        """Ask until something has happened; False when the person leaves."""
        game = self.game
        wanted = wanted or f"player {game.mover + 1}, your move"
        while True:
            answer = self.ask(f"{wanted}{'' if game.playthrough.played else ' (help for help)'}: ")
            if answer is None or answer in ("quit", "exit", "q"):
                return False
            word, _, rest = answer.partition(" ")
            try:
                done = self.command(word.lower(), rest.strip())
                if done is not None:
                    if done:
                        return True
                    continue
                self.before = game.scene()
                game.play_text(answer)
                return True
            except ZermeloError as problem:
                self.say(str(problem))

    def after_the_end(self) -> bool:
        """A finished game may still be taken back or saved, where somebody is there to say so."""
        if not self.game.people or not sys.stdin.isatty():
            return False
        while True:
            answer = self.ask("undo, save FILE, or Enter to leave: ")
            word, _, rest = (answer or "").partition(" ")
            if word not in ("undo", "save"):
                return False
            try:
                if self.command(word, rest.strip()):
                    return True
            except ZermeloError as problem:
                self.say(str(problem))

    # ------------------------------------------------------------------ commands

    def command(self, word: str, rest: str) -> bool | None:
        """Obey a command: True if the position changed, False if not, None if it is none."""
        game = self.game
        known: dict[str, Callable[[], bool | None]] = {
            "": self.help,
            "help": self.help,
            "?": self.help,
            "moves": self.moves,
            "hint": self.hint,
            "why": lambda: self.why(rest),
            "undo": game.undo,
            "redo": game.redo,
            "save": lambda: self.save(rest),
            "load": lambda: self.load(rest),
            "text": self.text,
            "rules": self.rules,
            "flip": self.flip,
            "resign": self.resign,
        }
        if word not in known or (rest and word not in ("why", "save", "load")):
            return None
        if word in ("moves", "hint", "why", "resign") and game.outcome():
            raise IllegalMove("the game is over")
        if word in ("moves", "hint", "why") and not game.view.may_ask(game.session.tip):
            raise IllegalMove("cards are hidden in this game: ask when it is your turn")
        done = known[word]()
        if word in ("undo", "redo"):
            self.before = None
            if not done:
                self.say(f"there is nothing to {'take back' if word == 'undo' else 'play again'}")
        return bool(done)

    def help(self) -> None:
        """What can be typed."""
        self.say(f"a move in the game's notation, for example {self.example()}; or")
        for name, meaning in COMMANDS.items():
            self.say(f"  {name:10} {meaning}")

    def moves(self) -> None:
        """All legal moves."""
        state = self.game.playthrough.state
        self.say(" ".join(str(state.move_text(move)) for move in self.game.playthrough.moves()))

    def hint(self) -> None:
        """The machine's choice."""
        chance = self.game.mover < 0
        self.say("chance is to move: there is nothing to choose" if chance else advice.hint(self.game.playthrough))

    def why(self, text: str) -> None:
        """A move explained."""
        which = "why which move? for example: why " + self.example()
        self.say(advice.why(self.game.playthrough, text) if text else which)

    def example(self) -> str:
        """Some legal move; after the end, what had been one."""
        state = self.game.playthrough.state if self.game.playthrough.moves() else self.game.playthrough.start
        return str(state.move_text(state.legal()[0]))

    def text(self) -> None:
        """The position, unless it would tell what is hidden."""
        hidden = self.game.playthrough.state.hidden
        self.say("the position's text would show what is hidden" if hidden else self.game.playthrough.to_text())

    def rules(self) -> None:
        """How the game is played, in the words that page and documents have."""
        text = how_to_play(self.game.record.game)
        if self.figures:
            self.console.print(Markdown(text), width=min(self.console.width, 100))
        else:
            self.say(text)

    def flip(self) -> bool:
        """The other side of the board."""
        self.flipped = not self.flipped
        return True

    def resign(self) -> bool:
        """Give up; whoever is to move, where only one person plays."""
        if not self.game.is_person(self.game.mover) and len(self.game.people) != 1:
            raise IllegalMove("resign when it is your turn")
        self.game.resign()
        return True

    def save(self, path: str) -> None:
        """Write the game to a file."""
        if not path:
            self.say("save where? for example: save game.json")
            return
        self.game.save(path)
        self.say(f"saved in {path}")

    def load(self, path: str) -> bool:
        """Go on with another game; the present one is kept."""
        from zermelo.interfaces.terminal.local import Wish

        if not path:
            self.say("load what? for example: load game.json")
            return False
        game = LocalGame.begin(Wish(load=path), seats=self.game.record.seats)
        if said := self.game.leave():
            self.say(said)
        self.game, self.before = game, None
        return True

    # ------------------------------------------------------------------ showing and asking

    def show(self) -> None:
        """The board as the person may see it, with what the last move changed."""
        scene = self.game.scene()
        marks = changed(self.before, scene) if self.before and self.figures else {}
        papers = self.console.color_system in ("truecolor", "256")
        view = PaintOptions(figures=self.figures, flipped=self.flipped, marks=marks, papers=papers)
        canvas = paint(scene, view)
        if canvas.width > max(self.console.width, 40):
            canvas = paint(scene, replace(view, wide=2))
        self.console.print()
        if self.figures:
            self.console.print(canvas.rich())
        else:
            print(canvas.plain())
        for note in scene.notes:
            self.say(note)
        if not self.game.people and self.game.playthrough.state.hidden and not scene.notes:
            self.say("everything is shown")
        self.console.print()

    def curtain(self) -> None:
        """Where people share a screen and something is hidden, it is cleared before the next one looks."""
        game = self.game
        if not game.playthrough.state.hidden or len(game.people) < 2 or self.shown_to == game.mover:
            return
        if self.shown_to != -2:
            self.console.clear() if self.console.is_terminal else self.say("\n" * 40)
        self.ask(f"player {game.mover + 1}: press Enter when only you look at the screen ")
        self.shown_to = game.mover

    def say(self, text: str) -> None:
        """A line of words."""
        self.console.print(Text(text)) if self.figures else print(text)

    def say_result(self, outcome: Outcome) -> None:
        """How it ended."""
        values = " ".join(f"{value:g}" for value in outcome.utilities)
        self.say(f"{outcome.reason}. Result: {values}")

    def ask(self, prompt: str) -> str | None:
        """A line from the person; None at the end of the input."""
        if sys.stdin.isatty():
            self.complete()
        try:
            return input(prompt).strip()
        except EOFError:
            print()
            return None

    def complete(self) -> None:
        """Let the tab key complete moves and commands, where the system has readline."""
        try:
            import readline
        except ImportError:  # Windows
            return
        state = self.game.playthrough.state
        words = sorted({str(state.move_text(move)) for move in state.legal()})
        words += [name.split()[0] for name in COMMANDS]

        def nth(text: str, number: int) -> str | None:
            fitting = [word for word in words if word.startswith(text)]
            return fitting[number] if number < len(fitting) else None

        readline.set_completer_delims(" ")
        readline.set_completer(nth)
        readline.parse_and_bind("tab: complete")


def changed(before: Scene, now: Scene) -> dict[str, str]:
    """The cells that the last moves changed."""
    old = {(piece.cell, piece.kind, piece.owner, piece.text) for piece in before.pieces}
    new = {(piece.cell, piece.kind, piece.owner, piece.text) for piece in now.pieces}
    cells = {piece[0] for piece in old ^ new}
    return dict.fromkeys(cells, look.MARKED) if len(cells) <= len(now.cells) / 3 else {}


def can_print(text: str) -> bool:
    """Whether the output can show some signs."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def quiet() -> contextlib.AbstractContextManager[None]:
    """Nothing is shown while a player thinks."""
    return contextlib.nullcontext()
