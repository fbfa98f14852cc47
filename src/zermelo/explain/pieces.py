"""Pieces as SVG, each drawn about the middle of its cell in a square of one unit."""

from __future__ import annotations

import math
from collections.abc import Callable
from html import escape

from zermelo.explain.palette import BEASTS, BLACK, MEN, NAMED, QUARTO, WHITE, ink_on, tile_colour
from zermelo.game.scene import Piece

GLYPHS = dict(zip(MEN, "♟♞♝♜♛♚", strict=True))
SERIF = "'DejaVu Sans','Noto Sans Symbols2','Segoe UI Symbol','Apple Symbols',sans-serif"
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
LINE = "#333333"

Colours = dict[int, str]


def n(value: float) -> str:
    """A number as short as it can be written."""
    return f"{round(value, 3):g}"


def text(x: float, y: float, words: str, size: float, colour: str, more: str = "") -> str:
    """Words about a point."""
    return (
        f'<text x="{n(x)}" y="{n(y + 0.36 * size)}" font-size="{n(size)}" text-anchor="middle" fill="{colour}"'
        f"{more}>{escape(words)}</text>"
    )


def circle(x: float, y: float, radius: float, fill: str, edge: str = LINE, wide: float = 0.03) -> str:
    """A round thing."""
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(radius)}" fill="{fill}" stroke="{edge}" stroke-width="{n(wide)}"/>'


def box(x: float, y: float, wide: float, high: float, fill: str, edge: str = LINE, round_by: float = 0.08) -> str:
    """A rectangle about a point."""
    return (
        f'<rect x="{n(x - wide / 2)}" y="{n(y - high / 2)}" width="{n(wide)}" height="{n(high)}" rx="{n(round_by)}"'
        f' fill="{fill}" stroke="{edge}" stroke-width="0.03"/>'
    )


def stroke(x1: float, y1: float, x2: float, y2: float, colour: str, wide: float) -> str:
    """A line with round ends."""
    return (
        f'<line x1="{n(x1)}" y1="{n(y1)}" x2="{n(x2)}" y2="{n(y2)}" stroke="{colour}" stroke-width="{n(wide)}"'
        ' stroke-linecap="round"/>'
    )


# ---------------------------------------------------------------------- kinds


def disc(piece: Piece, x: float, y: float, colour: str) -> str:
    """A stone; where colours are not black and white, the second player's has a ring, others their letter."""
    drawn = circle(x, y, 0.42, colour, "#000000" if colour != BLACK else "#555555")
    if colour in (BLACK, WHITE):
        return drawn
    if piece.owner == 1:
        return drawn + circle(x, y, 0.22, "none", ink_on(colour), 0.06)
    return drawn + (text(x, y, piece.text, 0.4, ink_on(colour)) if piece.owner > 1 else "")


def man(piece: Piece, x: float, y: float, colour: str) -> str:
    """A man of checkers, his letter a capital when he is a king; a man of backgammon."""
    drawn = disc(piece, x, y, colour) + circle(x, y, 0.32, "none", ink_on(colour), 0.03)
    king = (piece.text, colour) in (("B", BLACK), ("W", WHITE))
    return drawn + (text(x, y, "♛", 0.5, ink_on(colour)) if king else "")


def chessman(piece: Piece, x: float, y: float, colour: str) -> str:
    """A figure, filled with the player's colour and outlined with the other."""
    edge = "#000000" if colour != BLACK else "#f4f4f4"
    more = f' stroke="{edge}" stroke-width="0.06" paint-order="stroke" font-family="{SERIF}"'
    return text(x, y, GLYPHS[piece.kind] + "\ufe0e", 0.82, colour, more)


def cross(piece: Piece, x: float, y: float, colour: str) -> str:
    """X."""
    arms = ((-1, -1, 1, 1), (-1, 1, 1, -1))
    return "".join(stroke(x + 0.28 * a, y + 0.28 * b, x + 0.28 * c, y + 0.28 * d, colour, 0.14) for a, b, c, d in arms)


def nought(piece: Piece, x: float, y: float, colour: str) -> str:
    """O."""
    return circle(x, y, 0.3, "none", colour, 0.14)


def tile(piece: Piece, x: float, y: float, colour: str) -> str:
    """A number; powers of two have the colours of 2048."""
    fill = tile_colour(piece.text) or "#f4f0e6"
    size = 0.44 if len(piece.text) < 3 else 0.34 if len(piece.text) < 4 else 0.27
    return box(x, y, 0.88, 0.88, fill) + text(x, y, piece.text, size, ink_on(fill), ' font-weight="bold"')


def card(piece: Piece, x: float, y: float, colour: str) -> str:
    """A playing card; a hidden one shows its back."""
    if piece.kind == "hidden":
        return box(x, y, 0.7, 0.96, "#2f4b7c") + text(x, y, "?", 0.5, WHITE)
    rank, suit = piece.text[:1], SUITS.get(piece.text[1:2], "")
    ink = "#b02030" if suit in ("♥", "♦") else BLACK
    return box(x, y, 0.7, 0.96, WHITE) + text(x, y, rank + suit, 0.42, ink, ' font-weight="bold"')


def seeds(piece: Piece, x: float, y: float, colour: str) -> str:
    """As many seeds as there is room for, in a spiral, and their number."""
    number = int(piece.text) if piece.text.isdecimal() else 0
    drawn = ""
    for place in range(min(number, 14)):
        angle, away = 2.4 * place, 0.095 * math.sqrt(place + 0.3)
        across, down = away * math.cos(angle), away * math.sin(angle)
        drawn += circle(x + across, y + down - 0.1, 0.075, "#7a4a1e", "#f3e3c3", 0.015)
    return drawn + text(x, y + 0.28, piece.text, 0.24, LINE, ' font-weight="bold"')


def match(piece: Piece, x: float, y: float, colour: str) -> str:
    """A match with its head."""
    return box(x, y + 0.06, 0.12, 0.76, "#e8cfa0", "#8a6a3a", 0.03) + circle(x, y - 0.34, 0.1, "#c0392b")


def arrow(piece: Piece, x: float, y: float, colour: str) -> str:
    """A burnt square."""
    return box(x, y, 0.92, 0.92, "#4a4a4a") + cross(piece, x, y, "#c8c8c8")


def pacman(piece: Piece, x: float, y: float, colour: str) -> str:
    """Open-mouthed."""
    out, up = 0.4 * math.cos(0.6), 0.4 * math.sin(0.6)
    path = f"M{n(x)} {n(y)}L{n(x + out)} {n(y - up)}A0.4 0.4 0 1 0 {n(x + out)} {n(y + up)}Z"
    return f'<path d="{path}" fill="#f0e442" stroke="{LINE}" stroke-width="0.03"/>'


def ghost(piece: Piece, x: float, y: float, colour: str) -> str:
    """With two eyes and a frayed hem."""
    hem = "".join(f"l-0.12 {'-0.1' if fold % 2 else '0.1'}" for fold in range(6))
    path = f"M{n(x - 0.36)} {n(y + 0.34)}V{n(y - 0.04)}A0.36 0.36 0 0 1 {n(x + 0.36)} {n(y - 0.04)}V{n(y + 0.34)}{hem}Z"
    eyes = "".join(circle(x + side, y - 0.08, 0.09, WHITE, LINE, 0.02) for side in (-0.14, 0.14))
    return f'<path d="{path}" fill="{colour}" stroke="{LINE}" stroke-width="0.03"/>{eyes}'


def cube(piece: Piece, x: float, y: float, colour: str) -> str:
    """A die of Quixo: blank, cross or nought."""
    drawn = box(x, y, 0.9, 0.9, "#e8d5b0")
    if piece.owner < 0:
        return drawn
    return drawn + (nought if piece.owner else cross)(piece, x, y, ("#a04000", "#1f618d")[piece.owner % 2])


def quarto(piece: Piece, x: float, y: float, colour: str) -> str:
    """Four properties, four bits: tall, dark, square, hollow."""
    bits = int(piece.kind.removeprefix("quarto"))
    size = 0.42 if bits & 1 else 0.27
    fill = QUARTO[bits >> 1 & 1]
    drawn = box(x, y, 2 * size, 2 * size, fill) if bits & 4 else circle(x, y, size, fill)
    return drawn + (circle(x, y, size * 0.45, "#20242c", ink_on(fill), 0.03) if bits & 8 else "")


def beast(piece: Piece, x: float, y: float, colour: str) -> str:
    """An animal of the jungle: a disc with its name."""
    return circle(x, y, 0.45, colour) + text(x, y, piece.kind, 1.5 / max(len(piece.kind), 4), ink_on(colour))


def edge(piece: Piece, x: float, y: float, colour: str) -> str:
    """A fence between two dots, half a unit to each side."""
    if piece.turned % 2:
        return stroke(x, y - 0.46, x, y + 0.46, "#a04000", 0.1)
    return stroke(x - 0.46, y, x + 0.46, y, "#a04000", 0.1)


PIPS = {1: "c", 2: "ai", 3: "aci", 4: "agbi", 5: "agbic", 6: "agbidf"}  # places below
SPOTS = {"a": (-1, -1), "b": (1, -1), "c": (0, 0), "d": (-1, 0), "f": (1, 0), "g": (-1, 1), "i": (1, 1)}


def die(x: float, y: float, value: int) -> str:
    """A die that shows a number."""
    pips = [SPOTS[place] for place in PIPS[value]]
    spots = "".join(circle(x + 0.22 * across, y + 0.22 * down, 0.075, BLACK, "none") for across, down in pips)
    return box(x, y, 0.8, 0.8, WHITE, LINE, 0.16) + spots


def wedge(piece: Piece, x: float, y: float, colour: str) -> str:
    """A piece of shogi: it points away from its owner, and its letter does too."""
    corners = ((0, -0.44), (0.3, -0.3), (0.38, 0.42), (-0.38, 0.42), (-0.3, -0.3))
    points = " ".join(f"{n(x + across)},{n(y + down)}" for across, down in corners)
    promoted = piece.text.startswith("+")
    drawn = f'<polygon points="{points}" fill="#f5dfae" stroke="{LINE}" stroke-width="0.03"/>'
    drawn += text(x, y + 0.06, piece.text, 0.34 if promoted else 0.42, "#b02030" if promoted else BLACK)
    return f'<g transform="rotate(180 {n(x)} {n(y)})">{drawn}</g>' if piece.owner == 1 else drawn


def domino(piece: Piece, x: float, y: float, colour: str) -> str:
    """Two halves with their numbers."""
    one, _, other = piece.text.partition("-")
    halves = text(x - 0.23, y, one, 0.34, BLACK) + text(x + 0.23, y, other, 0.34, BLACK)
    return box(x, y, 0.94, 0.5, WHITE) + stroke(x, y - 0.2, x, y + 0.2, LINE, 0.03) + halves


def links(piece: Piece, x: float, y: float, colour: str) -> str:
    """A six-sided tile: a letter for each side, clockwise from the right; a curve joins two sides of one letter."""

    def towards(sixths: float, far: float) -> str:
        angle = math.pi / 3 * sixths
        return f"{n(x + far * math.cos(angle))},{n(y + far * math.sin(angle))}"

    corners = " ".join(towards(at - 0.5, 0.565) for at in range(6))
    drawn = f'<polygon points="{corners}" fill="#17181c" stroke="{LINE}" stroke-width="0.02"/>'
    for letter in dict.fromkeys(piece.text):
        one, other = piece.text.index(letter), piece.text.rindex(letter)
        pull = (0.0, 0.278, 0.191, 0.0)[min(other - one, 6 - other + one)]  # at right angles to both sides
        ink = next((shade for name, shade in NAMED.items() if name[0] == letter and shade != BLACK), WHITE)
        path = f"M{towards(one, 0.49)}C{towards(one, pull)} {towards(other, pull)} {towards(other, 0.49)}"
        drawn += f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="0.13"/>'
    return drawn


WAYS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
PULL = (0.0, 0.2, 0.0, -0.1, 0.0)  # how far a wall bends towards the sides that it leaves out, by their number


def land(piece: Piece, x: float, y: float, colour: str) -> str:
    """A tile of land, described by the sides of its cities and roads: `land city-n road-es monastery shield`."""
    drawn = box(0, 0, 1, 1, "#a3c169", "#5f7a34", 0)
    groups = [tuple(part.partition("-")[::2]) for part in piece.kind.split()[1:]]
    for sides in (sides for what, sides in groups if what == "road"):
        ends = [(0.5 * WAYS[side][0], 0.5 * WAYS[side][1]) for side in sides]
        path = f"M{n(ends[0][0])} {n(ends[0][1])}Q0 0 {n(ends[-1][0])} {n(ends[-1][1])}" if len(ends) > 1 else ""
        path = path or f"M{n(ends[0][0])} {n(ends[0][1])}L0 0"
        drawn += "".join(
            f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{wide}"/>'
            for ink, wide in (("#857c62", 0.13), ("#f6f2e3", 0.09))
        )
    for sides in (sides for what, sides in groups if what == "city"):
        drawn += f'<path d="{city_path(sides)}" fill="#cf9f6b" stroke="#6d4424" stroke-width="0.04"/>'
    if ("monastery", "") in groups:
        drawn += box(0, 0.04, 0.32, 0.3, "#f3ead8", "#8a2f24", 0) + text(0, 0.04, "✝", 0.26, "#8a2f24")
    if ("shield", "") in groups:
        across, down = WAYS[next(sides for what, sides in groups if what == "city")[0]]
        drawn += box(0.3 * across, 0.3 * down, 0.15, 0.18, "#3d74c7", WHITE, 0.05)
    return f'<g transform="translate({n(x)} {n(y)})">{drawn}</g>'


def city_path(sides: str) -> str:
    """Along the sides of a city, and with one curve past each run of sides that are not its own."""
    corners = ("-0.5 -0.5", "0.5 -0.5", "0.5 0.5", "-0.5 0.5")
    own = ["nesw".index(side) for side in sides]
    start = next((side for side in own if (side + 3) % 4 not in own), 0)
    path, past = f"M{corners[start]}", list[int]()
    for side in ((start + turn) % 4 for turn in range(4)):
        after = (side + 1) % 4
        past = [*past, side] if side not in own else []
        if side in own:
            path += f"L{corners[after]}"
        elif after in own:
            ways = [WAYS["nesw"[one]] for one in past]
            across, down = (PULL[len(past)] * sum(way[axis] for way in ways) for axis in (0, 1))
            path += f"Q{n(across)} {n(down)} {corners[after]}"
    return path + "Z"


def follower(piece: Piece, x: float, y: float, colour: str) -> str:
    """A small man; he lies where he is turned."""
    body = '<path d="M0-0.08L0.17-0.02V0.04H0.07L0.13 0.16H-0.13L-0.07 0.04H-0.17V-0.02Z"'
    drawn = f'{body} fill="{colour}" stroke="{LINE}" stroke-width="0.02"/>' + circle(
        0, -0.11, 0.065, colour, LINE, 0.02
    )
    return f'<g transform="translate({n(x)} {n(y)}) rotate({-90 * piece.turned})">{drawn}</g>'


def word(piece: Piece, x: float, y: float, colour: str) -> str:
    """Whatever else: a disc with the text that a terminal would show."""
    return circle(x, y, 0.42, colour) + text(x, y, piece.text or piece.kind[:1], 0.45, ink_on(colour))


KINDS: dict[str, Callable[[Piece, float, float, str], str]] = {
    **dict.fromkeys(MEN, chessman),
    **dict.fromkeys(("stone", "disc", "peg", "marble"), disc),
    **dict.fromkeys(("card", "hidden"), card),
    **dict.fromkeys(BEASTS, beast),
    "man": man,
    "wedge": wedge,
    "domino": domino,
    "links": links,
    "follower": follower,
    "cross": cross,
    "nought": nought,
    "number": tile,
    "seed": seeds,
    "match": match,
    "arrow": arrow,
    "pacman": pacman,
    "ghost": ghost,
    "cube": cube,
    "wall": edge,
    "food": lambda piece, x, y, colour: circle(x, y, 0.07, "#f5e6c8", "none"),
    "capsule": lambda piece, x, y, colour: circle(x, y, 0.2, "#f5e6c8", "none"),
    "dot": lambda piece, x, y, colour: circle(x, y, 0.09, LINE, "none"),
    "box": lambda piece, x, y, colour: box(x, y, 0.8, 0.8, colour) + text(x, y, piece.text, 0.4, ink_on(colour)),
    "tile": lambda piece, x, y, colour: box(x, y, 1.0, 1.0, colour, round_by=0.0),
    "nothing": lambda piece, x, y, colour: "",
}


def drawn(piece: Piece, x: float, y: float, colours: Colours) -> str:
    """One piece; x to the right, y downwards."""
    colour = colours.get(piece.owner, "#c8c8c8")
    if piece.kind.startswith("quarto") and piece.kind[6:].isdecimal():
        return quarto(piece, x, y, colour)
    if piece.kind.startswith("land "):
        return land(piece, x, y, colour)
    if piece.kind == "king" and piece.text.upper() != "K":  # of checkers
        return man(piece, x, y, colour)
    return KINDS.get(piece.kind, word)(piece, x, y, colour)
