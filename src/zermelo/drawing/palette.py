"""All colours: of the players' pieces, of the board in each theme, and on the dark paper of a terminal.

Drawings name a role of the theme as `var(--board-light)`: the page defines these variables in a style sheet made from
here (`css`), a document gets the values themselves (`resolved`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from zermelo.errors import BadRules
from zermelo.game.scene import Scene


@dataclass(frozen=True)
class Colour:
    """A player's colour: what fills a piece, its edge, and the ink that is read on it."""

    name: str
    fill: str
    edge: str
    ink: str
    sign: str  # of a sign on the dark paper of a terminal: Okabe and Ito's (2008), for all kinds of colour vision


BLACK, WHITE = "#101010", "#ffffff"  # in a terminal
COLOURS = {
    colour.name: colour
    for colour in (
        Colour("white", "#faf7f0", "#4b4740", "#2a2825", WHITE),
        Colour("black", "#2d2b2a", "#0c0c0c", "#f4f1ea", BLACK),
        Colour("red", "#c8423b", "#7a1f1b", "#fff6f4", "#d55e00"),
        Colour("yellow", "#f0c132", "#8a6708", "#3a2c00", "#f0e442"),
        Colour("blue", "#3d74c7", "#1d3f77", "#f2f7ff", "#56b4e9"),
        Colour("green", "#4a9a5b", "#235230", "#f2fff4", "#009e73"),
        Colour("orange", "#e08a2e", "#8a4e0f", "#2f1a00", "#e69f00"),
        Colour("teal", "#2fa6a0", "#125d59", "#f0fffe", "#44aa99"),
        Colour("pink", "#e58cb0", "#93405f", "#3a0d20", "#cc79a7"),
        Colour("purple", "#8157b5", "#46286d", "#f8f2ff", "#aa66cc"),
    )
}
NOBODY = Colour("grey", "#b9b2a4", "#6d675c", "#2a2825", "#c8c8c8")
USUAL = ("white", "black", "red", "blue", "green", "yellow", "purple", "orange")  # where a game names no colours
TILES = ("#eee4da", "#ede0c8", "#f2b179", "#f59563", "#f67c5f", "#f65e3b", "#edcf72", "#edc53f", "#c9a227", "#3c3a32")

# ---------------------------------------------------------------------- the theme

ROLES = {
    "board-light": "cells, and light squares",
    "board-dark": "dark squares, and the wood round holes",
    "board-edge": "the edges of cells",
    "board-line": "lines that join points",
    "board-hole": "round cells",
    "board-wall": "cells that nothing enters",
    "board-water": "water, and premium squares",
    "board-trap": "traps: mixed into the cell",
    "on-board": "labels and numbers on the board",
    "mark": "dots, fences and heavy lines",
    "food": "food and capsules in a maze",
    "board-name": "names of rows and columns, and words below a board",
}  # fmt: skip
WOOD = {
    "board-light": "#f0dfbf", "board-dark": "#b98b5b", "board-edge": "#8a6a45", "board-line": "#5d4527",
    "board-hole": "#f6ecd9", "board-wall": "#39424f", "board-water": "#7fb2d6", "board-trap": "#8a5a2b",
    "on-board": "#3a2a14", "mark": "#211f1c", "food": "#9a6a00", "board-name": "#655f56",
}  # fmt: skip
THEMES: dict[str, dict[str, str]] = {  # selector on the page's root -> what differs from the themes above it
    ":root": WOOD,
    ":root[data-theme='dark']": {
        "board-light": "#cdb48a", "board-dark": "#86633d", "board-edge": "#55401f", "board-hole": "#2a2f37",
        "board-wall": "#0c0f13", "mark": "#eceae5", "food": "#ffd873", "board-name": "#a9a49a",
    },
    ":root[data-board='slate']": {
        "board-light": "#dfe4ea", "board-dark": "#7f93a8", "board-edge": "#65778a", "board-line": "#3d4a58",
        "board-hole": "#eef1f5", "on-board": "#1f2a36",
    },
    ":root[data-board='slate'][data-theme='dark']": {
        "board-light": "#9fb0c1", "board-dark": "#4e6175", "board-hole": "#222a33",
    },
    ":root[data-board='paper']": {
        "board-light": "#ffffff", "board-dark": "#d8d8d2", "board-edge": "#8f8f88", "board-line": "#44443f",
        "board-hole": "#ffffff", "on-board": "#2a2a27",
    },
    ":root[data-board='paper'][data-theme='dark']": {
        "board-light": "#d9d9d4", "board-dark": "#a5a59e", "board-hole": "#efefe9",
    },
}  # fmt: skip


def theme_colours(theme: str = "light", board: str = "wood") -> dict[str, str]:
    """The colours of all roles where the page has this theme and board, as its style sheet gives them."""
    told = {"theme": theme, "board": board}
    found: dict[str, str] = {}
    for selector, values in THEMES.items():
        if all(told[name] == value for name, value in re.findall(r"\[data-(\w+)='(\w+)'\]", selector)):
            found |= values
    return found


def css() -> str:
    """The style sheet of the page's variables."""
    rules = ["/* Made from src/zermelo/drawing/palette.py by `python -m zermelo.drawing.palette`: change it there. */"]
    for selector, values in THEMES.items():
        rules.append("\n".join([f"{selector} {{", *(f"  --{role}: {value};" for role, value in values.items()), "}"]))
    return "\n".join(rules) + "\n"


def role(name: str) -> str:
    """A colour of the theme, as a drawing names it."""
    assert name in ROLES, name
    return f"var(--{name})"


def mixed(colour: str, percent: int, ground: str) -> str:
    """A colour mixed into another, as a drawing names it."""
    return f"color-mix(in srgb, {colour} {percent}%, {ground})"


def resolved(drawn: str, colours: Mapping[str, str] = WOOD) -> str:
    """A drawing with the colours of a theme, the light one if none is named, in place of roles and mixtures."""
    drawn = re.sub(r"var\(--([\w-]+)\)", lambda found: colours[found[1]], drawn)
    return re.sub(r"color-mix\(in srgb, (#\w{6}) (\d+)%, (#\w{6})\)", blended, drawn)


def blended(found: re.Match[str]) -> str:
    """One mixture worked out."""
    share = int(found[2]) / 100
    return "#" + "".join(
        f"{round(share * a + (1 - share) * b):02x}" for a, b in zip(*map(rgb, found.group(1, 3)), strict=True)
    )


def rgb(colour: str) -> tuple[int, int, int]:
    """The red, green and blue of `#rrggbb`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def ink_on(colour: str) -> str:
    """Black or white, whichever is read better on a colour."""
    red, green, blue = rgb(colour)
    return BLACK if 299 * red + 587 * green + 114 * blue > 128_000 else WHITE


def tile_colour(text: str) -> str:
    """The colour of a tile of 2048, or nothing for a number that is no power of two."""
    value = int(text) if text.isdecimal() else 0
    power = value.bit_length() - 1 if value > 1 and value & value - 1 == 0 else 0
    return TILES[min(power, len(TILES)) - 1] if power else ""


# ---------------------------------------------------------------------- whose pieces have which colour


def colour_named(name: str) -> Colour:
    """The colour of a name, or of `#rrggbb`."""
    if name in COLOURS:
        return COLOURS[name]
    if re.fullmatch(r"#[0-9a-fA-F]{6}", name):
        return Colour(name, name, "#444444", ink_on(name), name)
    raise BadRules(f"a scene names the colour {name!r}: use one of {', '.join(COLOURS)}, or #rrggbb")


def player_colours(scene: Scene) -> dict[int, Colour]:
    """The colour of each player's pieces, and of nobody's (-1)."""
    names = (*scene.colours, *USUAL[len(scene.colours) :])
    return {-1: NOBODY} | {owner: colour_named(name) for owner, name in enumerate(names)}


def sign_colours(scene: Scene) -> dict[int, str]:
    """The same in a terminal."""
    return {owner: colour.sign for owner, colour in player_colours(scene).items()}


if __name__ == "__main__":
    print(css(), end="")
