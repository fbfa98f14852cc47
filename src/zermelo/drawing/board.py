"""A scene as one SVG for notebooks and documents: self-contained, and the same text for the same scene.

One unit is one cell. Every cell is an element with its name in `data-cell`, so that a page may react to clicks on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from zermelo.drawing.cells import LABEL, Frame, cell_symbols, frame_of, ground, is_below, labels_of, lines, on_points
from zermelo.drawing.coordinates import signs_of
from zermelo.drawing.kinds import kind_of
from zermelo.drawing.palette import mixed, player_colours, resolved, role
from zermelo.drawing.primitives import box, n, text
from zermelo.drawing.symbols import Symbol, button_symbol, definitions_of, piece_symbol
from zermelo.game.scene import Button, Scene

PIXELS = 44  # a unit at full size
SMALL = 1.4  # times larger: cells that stand half a unit apart
WIDEST, TALLEST = 640, 640
WORDS = 0.3  # the size of words below the board
SIGN = 0.3  # of the names of rows and columns


def board_svg(scene: Scene, *, title: str = "", flipped: bool = False) -> str:
    """The picture of a scene."""
    return Drawing(scene, title, flipped).svg()


def card_svg(scene: Scene, colours: Mapping[str, str], *, shaded: bool = True) -> str:
    """The board alone in the colours of a theme, for a small picture: without names, buttons and words."""
    return Drawing(scene, bare=True).card(colours, shaded)


def state_svg(state: Any) -> str:
    """The picture of a state."""
    return board_svg(state.scene(), title=type(state).__name__)


class Drawing:
    """One picture under way."""

    def __init__(self, scene: Scene, title: str = "", flipped: bool = False, bare: bool = False) -> None:
        self.scene, self.title, self.flipped, self.bare = scene, title, flipped, bare
        self.colours = player_colours(scene)
        self.symbols: dict[str, str] = {}
        self.signs = [] if bare else signs_of(scene, flipped)
        self.frame = frame_of(scene).grown(0.45 if self.signs else 0.08)
        halves = any(cell.shape == "point" and cell.width < 1 for cell in scene.cells)
        self.unit = SMALL * PIXELS if halves else PIXELS

    def svg(self) -> str:
        """All of it."""
        board = self.board()
        words, right, bottom = self.words()
        frame = Frame(
            self.frame.left, self.frame.top, max(self.frame.right, right) - self.frame.left, bottom - self.frame.top
        )
        pixels = min(self.unit, WIDEST / frame.width, TALLEST / self.frame.height)
        view = f"{n(frame.left)} {n(frame.top)} {n(frame.width)} {n(frame.height)}"
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{n(frame.width * pixels)}"'
            f' height="{n(frame.height * pixels)}" font-family="sans-serif" class="board">'
        )
        named = f"<title>{escape(self.title)}</title>" if self.title else ""
        x, y = frame.left + frame.width / 2, frame.top + frame.height / 2
        back = box(frame.width, frame.height, "#ffffff", x=x, y=y)
        return resolved("\n".join([head + named, self.definitions(), back, board, *words, "</svg>", ""]))

    def card(self, colours: Mapping[str, str], shaded: bool) -> str:
        """The board alone; it takes the room that it is given."""
        board, frame = self.board(), self.frame
        view = f"{n(frame.left)} {n(frame.top)} {n(frame.width)} {n(frame.height)}"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" font-family="sans-serif">'
        flat = "" if shaded else "<style>.shine{display:none}</style>"
        return resolved("".join([head, flat, self.definitions(), board, "</svg>"]), colours)

    def definitions(self) -> str:
        """The pictures that are used, once each."""
        drawn = "".join(f'<g id="{name}">{svg}</g>\n' for name, svg in self.symbols.items())
        return f"<defs>{definitions_of(self.symbols.values())}{drawn}</defs>"

    def use(self, symbol: Symbol, x: float, y: float, *, turned: int = 0, more: str = "") -> str:
        """A picture at a place; upright again on a board that is turned round."""
        self.symbols[symbol.name] = symbol.svg
        angle = (-90 * turned + (180 if self.flipped else 0)) % 360
        if not angle:
            return f'<use{more} href="#{symbol.name}" x="{n(x)}" y="{n(y)}"/>'
        return f'<use{more} href="#{symbol.name}" transform="translate({n(x)} {n(y)}) rotate({angle})"/>'

    def upright(self, x: float, y: float, drawn: str) -> str:
        """Words about a place, upright on a board that is turned round."""
        return f'<g transform="rotate(180 {n(x)} {n(y)})">{drawn}</g>' if self.flipped else drawn

    # ------------------------------------------------------------------ the board

    def board(self) -> str:
        """Ground, lines, cells, pieces, names."""
        parts = [ground(self.scene)]
        crossing = on_points(self.scene)
        if crossing:
            parts.append(lines(self.scene))
        parts += self.cells()
        if not crossing:
            parts.append(lines(self.scene))
        parts += self.pieces()
        for sign in self.signs:
            size = SIGN * (1 if self.unit == PIXELS else 1 / SMALL)
            words = text(sign.x, sign.y, sign.text, size, role("board-name"), bold=False)
            parts.append(self.upright(sign.x, sign.y, words))
        x, y = self.frame.left + self.frame.width / 2, self.frame.top + self.frame.height / 2
        turn = f' transform="rotate(180 {n(x)} {n(y)})"' if self.flipped else ""
        return "\n".join([f"<g{turn}>", *filter(None, parts), "</g>"])

    def cells(self) -> list[str]:
        """All places, each with its label."""
        parts = []
        drawings = zip(self.scene.cells, cell_symbols(self.scene, self.colours), labels_of(self.scene), strict=True)
        for cell, symbol, label in drawings:
            if cell.shape == "none":
                continue
            self.symbols[symbol.name] = symbol.svg
            place = f'x="{n(cell.x)}" y="{n(-cell.y)}"'
            parts.append(f'<use data-cell="{escape(cell.name)}" href="#{symbol.name}" {place}/>')
            if label is not None and not self.bare:
                x, y = cell.x + label.x, -cell.y + label.y - 0.36 * LABEL
                colour = role("board-name" if is_below(label, cell) else "on-board")
                words = text(x, y, label.text, LABEL, colour, bold=False, anchor=label.anchor)
                parts.append(self.upright(cell.x, y, words))
        return parts

    def pieces(self) -> list[str]:
        """All pieces, those that lie under others first."""
        places = {cell.name: cell for cell in self.scene.cells}
        parts = []
        for piece in sorted(self.scene.pieces, key=lambda piece: kind_of(piece.kind).layer):
            cell = places[piece.cell]
            symbol = piece_symbol(piece, self.colours)
            if symbol.svg:
                parts.append(self.use(symbol, cell.x + piece.dx, -cell.y - piece.dy, turned=piece.turned))
        return parts

    # ------------------------------------------------------------------ below it

    def words(self) -> tuple[list[str], float, float]:
        """Buttons and notes below the board; how far right and down the picture now reaches."""
        left, y = self.frame.left + 0.15, self.frame.bottom + 0.35
        x, right, widest = left, 0.0, max(self.frame.width, 8.0)
        parts = []
        buttons = self.scene.first_buttons()
        for button in buttons:
            drawn, wide = self.button(button)
            if x > left and x + wide > left + widest:
                x, y = left, y + 0.95 * (0.9 if button.kind else 0.7)
            parts.append(f'<g transform="translate({n(x + wide / 2)} {n(y)})">{drawn}</g>')
            right, x = max(right, x + wide + 0.1), x + wide + 0.15
        y += 0.75 if buttons else 0.0
        for note in self.scene.notes:
            parts.append(text(left, y, note, WORDS, role("board-name"), bold=False, anchor="start"))
            right = max(right, left + 0.155 * len(note))
            y += 0.42
        return parts, right, y - 0.15 if buttons or self.scene.notes else self.frame.bottom

    def button(self, button: Button) -> tuple[str, float]:
        """A choice that is no place, and how wide it is: its picture where it has one, else its label."""
        owner = self.colours.get(button.owner)
        fill = mixed(owner.fill, 20, "#ffffff") if owner and button.owner >= 0 else "#eef1f4"
        symbol = button_symbol(button, self.colours)
        if symbol is None:
            wide = 0.5 + 0.19 * len(button.label)
            frame = box(wide, 0.5, fill, role("board-name"), 0.02, corner=0.12)
            return frame + text(0, 0, button.label, WORDS, "#24292f", bold=False), wide
        self.symbols[symbol.name] = symbol.svg
        count = f"×{button.many}" if button.many > 1 else ""
        many = text(0.38, 0, count, 0.24, "#24292f", bold=False, anchor="start") if count else ""
        wide = 0.75 + 0.17 * len(count)
        frame = box(wide, 0.75, fill, role("board-name"), 0.02, x=(wide - 0.75) / 2, corner=0.12)
        use = f'<use href="#{symbol.name}" transform="scale(0.65)"/>'
        moved = f'<g transform="translate({n((0.75 - wide) / 2)} 0)">{frame}{use}{many}</g>'
        return f"<title>{escape(button.label)}</title>{moved}", wide
