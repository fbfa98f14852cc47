"""The board as a Textual widget: it draws a scene as large as fits, and says which cell was clicked."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from zermelo.game.scene import Scene
from zermelo.interfaces.terminal import look
from zermelo.interfaces.terminal.board import SIZES, PaintOptions, paint
from zermelo.interfaces.terminal.canvas import Canvas

BEHIND = Style(color="#d0d4da", bgcolor="#20242c")


class BoardView(Widget, can_focus=True):
    """A scene, drawn; arrows move a cursor, Enter clicks."""

    BINDINGS = [
        Binding("left", "step(-1, 0)", "move the cursor", show=False),
        Binding("right", "step(1, 0)", show=False),
        Binding("up", "step(0, 1)", show=False),
        Binding("down", "step(0, -1)", show=False),
        Binding("enter,space", "press", "choose", show=False),
    ]

    class Clicked(Message):
        """A cell was clicked."""

        def __init__(self, cell: str) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, scene: Scene, **more: str) -> None:
        super().__init__(**more)  # type: ignore[arg-type]  # id and classes
        self.scene, self.flipped = scene, False
        self.picked: tuple[str, ...] = ()
        self.targets: set[str] = set()
        self.last: set[str] = set()
        self.cursor = ""
        self.canvas = Canvas(0, 0)

    def show(self, scene: Scene, picked: tuple[str, ...], targets: set[str], last: set[str]) -> None:
        """Draw another position."""
        self.scene, self.picked, self.targets, self.last = scene, picked, targets, last
        self.draw()

    def draw(self) -> None:
        """Choose the largest size that fits, and paint."""
        marks = dict.fromkeys(self.last, look.MARKED)
        if self.picked:  # before the first click nearly everything would be marked
            marks |= dict.fromkeys(self.targets, look.TARGET)
        marks |= dict.fromkeys(self.picked, look.CHOSEN)
        if self.cursor and self.has_focus:
            marks[self.cursor] = look.CURSOR
        for wide, high in SIZES:
            canvas = paint(self.scene, PaintOptions(flipped=self.flipped, wide=wide, high=high, marks=marks))
            if canvas.width <= self.size.width and canvas.height <= self.size.height:
                break
        self.canvas = canvas
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        top, left = self.board_offset()
        row = y - top
        if not 0 <= row < self.canvas.height:
            return Strip.blank(self.size.width, BEHIND)
        strip = Strip([Segment(" " * left), *self.canvas.segments(row)])
        return strip.adjust_cell_length(self.size.width).apply_style(BEHIND)

    def board_offset(self) -> tuple[int, int]:
        """Where the board begins: it stands in the middle."""
        return max((self.size.height - self.canvas.height) // 2, 0), max((self.size.width - self.canvas.width) // 2, 0)

    def place_of(self, cell: str) -> tuple[int, int]:
        """Where a cell is on the widget, column and line: for tests and for the keyboard."""
        top, left = self.board_offset()
        spots = [(x, y) for y, row in enumerate(self.canvas.rows) for x, spot in enumerate(row) if spot.cell == cell]
        x, y = spots[len(spots) // 2]
        return x + left, y + top

    def on_click(self, event: events.Click) -> None:
        """The mouse."""
        top, left = self.board_offset()
        cell = self.canvas.cell_at(event.y - top, event.x - left)
        if cell:
            self.cursor = cell
            self.post_message(self.Clicked(cell))

    def on_resize(self, event: events.Resize) -> None:
        """Another size of the terminal."""
        self.draw()

    def on_focus(self) -> None:
        """The keyboard is ours."""
        self.draw()

    def on_blur(self) -> None:
        """And no more."""
        self.draw()

    def action_press(self) -> None:
        """Enter: click where the cursor is."""
        if self.cursor:
            self.post_message(self.Clicked(self.cursor))

    def action_step(self, across: int, up: int) -> None:
        """To the nearest cell in a direction; the straightest way counts more than the shortest."""
        cells = {cell.name: cell for cell in self.scene.cells}
        if not cells:
            return
        here = cells.get(self.cursor) or self.scene.cells[0]
        if self.flipped:
            across, up = -across, -up
        best, least = "", 1e9
        for cell in self.scene.cells:
            along = (cell.x - here.x) * across + (cell.y - here.y) * up
            aside = abs((cell.x - here.x) * up) + abs((cell.y - here.y) * across)
            if along > 0.01 and along + 3 * aside < least:
                best, least = cell.name, along + 3 * aside
        self.cursor = (best or here.name) if self.cursor else here.name
        self.draw()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """All there is."""
        return container.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """All there is."""
        return container.height
