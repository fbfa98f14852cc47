"""The Textual application of one game: players think in a thread of their own, and the screen never waits for them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Footer, Input, Markdown, Static

from zermelo.drawing.clicks import Picking, why_illegal
from zermelo.errors import ZermeloError
from zermelo.game.scene import Button as Choice
from zermelo.game.scene import Scene
from zermelo.games.rules import how_to_play
from zermelo.interfaces.terminal import advice
from zermelo.interfaces.terminal.lines import Lines, changed
from zermelo.interfaces.terminal.local import DEAL, LocalGame, dealt
from zermelo.interfaces.terminal.look import with_dice
from zermelo.interfaces.terminal.widget import BoardView

ACTIONS = ("Hint", "Undo", "Redo", "Flip", "Resign", "Quit")


class Spoken(Lines):
    """The commands of the line by line game; what they say goes to the screen, what takes time to a thread."""

    def __init__(self, app: BoardApp) -> None:
        self.app = app
        super().__init__(app.game)

    def say(self, text: str) -> None:
        """Beside the board."""
        self.app.say(text)

    def hint(self) -> None:
        """In a thread."""
        if self.game.mover < 0:
            self.say("chance is to move: there is nothing to choose")
            return
        line = self.game.playthrough.copy()
        self.app.wonder(lambda: f"hint: {advice.hint(line)}")

    def why(self, text: str) -> None:
        """In a thread."""
        line = self.game.playthrough.copy()
        self.app.wonder(lambda: advice.why(line, text) if text else "why which move?")

    def rules(self) -> None:
        """On a sheet above the board."""
        self.app.push_screen(RulesSheet(how_to_play(self.game.record.game)))

    def flip(self) -> bool:
        """The other side."""
        board = self.app.query_one(BoardView)
        board.flipped = not board.flipped
        return True


class RulesSheet(ModalScreen[None]):
    """How the game is played; any of its keys puts it away."""

    CSS = """
    RulesSheet { align: center middle; }
    #sheet { width: 84; max-width: 95%; height: 90%; background: #282d37; border: round #f0e442; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f6,q,enter", "dismiss", "Close")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """The text, which scrolls."""
        with VerticalScroll(id="sheet"):
            yield Markdown(self.text)
        yield Footer()


class BoardApp(App[str]):
    """A game on the full screen."""

    CSS = """
    Screen { background: #20242c; }
    #left { width: 1fr; }
    BoardView { height: 1fr; }
    #choices { height: auto; max-height: 9; align-horizontal: center; }
    #choices Button { min-width: 6; margin: 0 1 0 0; height: 3; }
    #choices.many Button { height: 1; border: none; min-width: 5; margin: 0 1 0 0; }
    #choices Horizontal { height: auto; width: 1fr; align-horizontal: center; }
    #side { width: 30; padding: 0 1; background: #282d37; }
    #title { text-style: bold; color: #f0e442; height: auto; }
    #status { height: auto; color: #ffffff; margin-top: 1; }
    #notes { height: auto; color: #a8b4c0; margin-top: 1; }
    #moves { height: 1fr; margin-top: 1; border-top: solid #444c59; }
    #said { height: auto; max-height: 12; color: #56b4e9; }
    #actions { height: 2; margin-top: 1; layout: grid; grid-size: 3; grid-rows: 1; }
    #actions Button { height: 1; border: none; min-width: 6; width: 1fr; margin: 0 1 0 0; }
    Input { height: 3; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "command('help')", "Help"),
        Binding("f2", "command('hint')", "Hint"),
        Binding("f3", "command('undo')", "Undo"),
        Binding("f4", "command('redo')", "Redo"),
        Binding("f5", "command('flip')", "Flip"),
        Binding("f6", "command('rules')", "Rules"),
        Binding("f10,ctrl+q", "leave", "Quit"),
        Binding("ctrl+c", "leave", show=False, priority=True),
    ]
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, game: LocalGame, *, pause: float = 0.35) -> None:
        super().__init__()
        self.game, self.pause = game, pause
        self.spoken = Spoken(self)
        self.picking = Picking(Scene())
        self.last: set[str] = set()  # cells that the last move changed
        self.words: list[str] = []
        self.stop = threading.Event()  # tells the search under way that nobody waits for it
        self.told_compiling = False
        self.shown_to = -1  # who looks at the screen, where something is hidden
        self.thought = 0  # a number for each question, so that late answers are known

    # ------------------------------------------------------------------ the screen

    def compose(self) -> ComposeResult:
        """Board and choices on the left, words on the right."""
        with Horizontal():
            with Vertical(id="left"):
                yield BoardView(self.game.scene())
                yield Vertical(id="choices")
                yield Input(
                    placeholder="a move, or: moves  why MOVE  save FILE  help", id="entry", select_on_focus=False
                )
            with Vertical(id="side"):
                yield Static(id="title")
                yield Static(id="status")
                yield Static(id="notes")
                with VerticalScroll(id="moves"):
                    yield Static(id="list")
                yield Static(id="said")
                with Horizontal(id="actions"):
                    for name in ACTIONS:
                        yield Button(name, id=f"do-{name.lower()}", compact=True)
        yield Footer()

    async def on_mount(self) -> None:
        """Begin."""
        self.title = self.game.record.game.rsplit("/", 1)[-1].replace("_", " ")
        self.query_one(BoardView).focus()
        await self.turn()

    async def turn(self) -> None:
        """Show the position and see to it that whoever is to move, moves."""
        game = self.spoken.game
        self.game = game
        over = game.outcome()
        self.picking = Picking(Scene() if over or not self.asked() else legal_scene(game))
        await self.show_all()
        if over or self.asked():
            return
        if game.mover < 0:
            self.set_timer(self.pause, self.roll) if self.pause else self.call_later(self.roll)
        else:
            self.think()

    def asked(self) -> bool:
        """Whether the screen must be asked: a person moves, or chance is entered by hand."""
        return self.game.is_person(self.game.mover) or self.game.mover < 0 and self.game.by_hand

    async def show_all(self) -> None:
        """Everything anew."""
        game = self.game
        scene = Scene() if self.covered() else game.scene()
        board = self.query_one(BoardView)
        board.show(scene, self.picking.picked, self.picking.next_names(), self.last)
        self.put("title", f"Zermelo · {self.title}")
        self.put("status", self.status())
        self.put("notes", "\n".join(with_dice(note) for note in scene.notes))
        self.put("list", self.move_list())
        self.put("said", "\n".join(self.words[-8:]))
        self.query_one("#moves", VerticalScroll).scroll_end(animate=False)
        await self.show_choices()

    def covered(self) -> bool:
        """Whether the next person must say first that nobody else looks: people share the screen, cards are hidden."""
        game = self.game
        shared = game.playthrough.state.hidden and len(game.people) > 1 and not game.outcome()
        return shared and game.is_person(game.mover) and self.shown_to != game.mover

    def put(self, name: str, text: str) -> None:
        """Words as they stand, no markup."""
        from rich.text import Text

        self.query_one(f"#{name}", Static).update(Text(text))

    def status(self) -> str:
        """Who moves, or how it ended."""
        game = self.game
        if outcome := game.outcome():
            return f"{outcome.reason}\nresult {' '.join(f'{value:g}' for value in outcome.utilities)}"
        if game.mover < 0:
            return "chance: click what it brings" if game.by_hand else "chance …"
        seat = game.players[game.mover].text
        if not game.is_person(game.mover):
            return f"player {game.mover + 1} ({seat}) thinks …"
        if self.covered():
            return f"player {game.mover + 1}: look when nobody else does"
        chosen = f": {' '.join(self.picking.picked)} …" if self.picking.picked else ""
        return f"player {game.mover + 1}, your move{chosen}"

    def move_list(self) -> str:
        """What was played, a line for each round of the players."""
        game = self.game
        lines: list[str] = []
        previous = -9
        drawn: list[str] = []  # by chance, one after another
        for state, text in zip(game.playthrough.states(), game.move_texts(), strict=True):
            turn = int(state.turn)
            drawn = [*drawn, text] if turn < 0 else []
            if turn < 0:
                text = with_dice(text)
            if len(drawn) >= DEAL:
                lines[-1 if len(drawn) > DEAL else 1 - DEAL :] = []
                lines.append(f"{len(lines) + 1:3} {dealt(drawn)}")
            elif not lines or turn < 0 or turn <= previous and not state.midturn():
                lines.append(f"{len(lines) + 1:3} {text}")
            else:
                lines[-1] += f"  {text}"
            previous = turn
        return "\n".join(lines)

    async def show_choices(self) -> None:
        """Buttons for what is no place on the board: only those that can be clicked now."""
        names = self.picking.next_names()
        wanted = [button for button in self.game.playthrough.state.scene().choices() if button.name in names]
        if self.covered():
            wanted = [Choice("look", f"I am player {self.game.mover + 1}: show me my side")]
        box = self.query_one("#choices", Vertical)
        box.set_class(len(wanted) > 6, "many")
        await box.remove_children()
        width = max(self.size.width - 34, 20)
        row: list[Button] = []
        used = 0
        for choice in wanted:
            size = max(len(choice.label) + 5, 9)
            if row and used + size > width:
                await box.mount(Horizontal(*row))
                row, used = [], 0
            row.append(Button(with_dice(choice.label, alone=True), name=choice.name, classes="choice"))
            used += size
        if row:
            await box.mount(Horizontal(*row))

    # ------------------------------------------------------------------ moving

    async def play(self, move: int) -> None:
        """Play a move and go on."""
        before = self.game.scene()
        self.game.play(move)
        self.last = set(changed(before, self.game.scene()))
        await self.turn()

    async def click(self, name: str) -> None:
        """A cell or a button was clicked."""
        if not self.asked() or self.game.outcome():
            return
        if self.covered():
            self.shown_to = self.game.mover
            await self.show_all()
            return
        answer = self.picking.click(name)
        if answer.kind == "play":
            self.words.clear()
            await self.play(answer.move)
            return
        if answer.kind == "illegal" and len(answer.picked) > 1:
            self.words = [f"{' '.join(answer.picked)}: {why_illegal(self.game.playthrough, answer.picked)}"]
        elif answer.kind == "illegal" or answer.picked and not self.picking.next_names():
            self.words = [f"nothing begins at {name} here"]
        await self.show_all()

    async def roll(self) -> None:
        """Chance moves."""
        if self.game.mover < 0 and not self.game.outcome():
            await self.play(self.game.roll())

    def think(self) -> None:
        """Let the player to move think in a thread."""
        game, line = self.game, self.game.playthrough.copy()
        seat = game.players[game.mover]
        self.stop = stop = threading.Event()
        self.thought += 1
        number = self.thought

        def search() -> None:
            try:
                move = seat.think(line, stop_event=stop).move
            except ZermeloError as problem:
                self.call_from_thread(self.say, str(problem))
                return
            answer: Callable[[], Any] = lambda: self.answer(number, move)  # noqa: E731  # the union of Textual needs a type
            if not stop.is_set():
                self.call_from_thread(answer)

        self.run_worker(search, thread=True, group="think")

    async def answer(self, number: int, move: int) -> None:
        """The move that a player found, unless the game has gone another way."""
        if number == self.thought:
            await self.play(move)

    def wonder(self, question: Callable[[], str]) -> None:
        """Ask for advice in a thread."""
        self.say("…")

        def ask() -> None:
            try:
                found = question()
            except ZermeloError as problem:
                found = str(problem)
            self.call_from_thread(self.say, found)

        self.run_worker(ask, thread=True, group="wonder", exclusive=True)

    # ------------------------------------------------------------------ notation

    def say(self, text: str) -> None:
        """Words below the list of moves."""
        if self.words and self.words[-1] == "…":
            self.words.pop()
        self.words.append(text)
        self.put("said", "\n".join(self.words[-14:]))

    def compiling(self) -> None:
        """Rules are compiled for the first time: say so once; called from the thread of whoever thinks."""
        if not self.told_compiling and self.is_running:
            self.told_compiling = True
            self.call_later(self.say, "compiling the rules (once, then kept on disk) …")

    async def obey(self, text: str) -> None:
        """A command or a move in words."""
        word, _, rest = text.partition(" ")
        game = self.game
        self.words.clear()
        if word in ("quit", "exit", "q"):
            self.action_leave()
            return
        stopped = word in ("undo", "redo", "load", "resign")
        if stopped:
            self.thought += 1
            self.stop.set()
        try:
            done = self.spoken.command(word.lower(), rest.strip()) if text else False
            if done is None:
                if not self.asked():
                    raise ZermeloError("it is not your turn")
                before = game.scene()
                game.play_text(text)
                self.last = set(changed(before, game.scene()))
            elif done:
                self.last = set()
        except ZermeloError as problem:
            self.say(str(problem))
            done = False
        if word == "flip":
            await self.show_all()
        elif done is None or done or stopped:  # whoever was told to stop thinks again, if it is still their turn
            await self.turn()

    def on_key(self, event: events.Key) -> None:
        """A letter or a digit, wherever one is: a move is being typed."""
        entry = self.query_one("#entry", Input)
        typed = event.character if event.is_printable else None
        if typed and not typed.isspace() and len(self.screen_stack) == 1 and not entry.has_focus:
            event.stop()
            entry.focus()
            entry.value += typed
            entry.cursor_position = len(entry.value)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """The line of words."""
        text = event.value.strip()
        event.input.value = ""
        self.query_one(BoardView).focus()  # the arrow keys are the board's again; the next letter comes back here
        await self.obey(text)

    async def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        """The board."""
        await self.click(event.cell)

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """A button."""
        button = event.button
        if button.has_class("choice"):
            await self.click(button.name or "")
        else:
            await self.obey((button.id or "").removeprefix("do-"))
        self.query_one(BoardView).focus()

    async def action_command(self, name: str) -> None:
        """A key."""
        await self.obey(name)

    def action_leave(self) -> None:
        """Get up; the game is kept."""
        self.stop.set()
        self.exit(self.game.leave())


def legal_scene(game: LocalGame) -> Scene:
    """The scene with the clicks of the moves that the course of the game allows too."""
    scene, legal = game.playthrough.state.scene(), game.playthrough.moves()
    clicks = {move: scene.clicks[move] for move in legal if move in scene.clicks}
    return replace(scene, clicks=clicks, also={move: scene.also[move] for move in clicks if move in scene.also})


def app_for(game: Any) -> BoardApp:
    """For tests: without pauses."""
    return BoardApp(game, pause=0.0)
