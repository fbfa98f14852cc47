"""The tables and pictures of docs/guide/scenes.md, from what is declared.

`python -m zermelo.drawing.document docs/guide` brings them up to date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from zermelo.drawing.cells import cell_symbol
from zermelo.drawing.kind import KINDS, Kind, Look
from zermelo.drawing.kinds import FAMILIES, land, marks, maze, ranks
from zermelo.drawing.palette import COLOURS, ROLES, THEMES, player_colours, resolved
from zermelo.drawing.primitives import box, group, n, text
from zermelo.drawing.symbols import definitions_of, drawn
from zermelo.game.scene import SHADES, SHAPES, Cell, Scene

ACROSS, WIDE, HIGH, PIXELS = 8, 1.5, 1.5, 56
SAMPLES = 3  # of one kind on a sheet
COLOURED = (marks, maze, land, ranks)  # families that are not white and black on their sheet

Named = tuple[str, str]  # a picture about (0, 0) and its caption


def sheet(pictures: Iterable[Named]) -> str:
    """Pictures side by side with their names below, as a file."""
    parts, most, rows = [], 0, 0
    for place, (svg, name) in enumerate(pictures):
        down, across = divmod(place, ACROSS)
        most, rows = max(most, across + 1), down + 1
        x, y = WIDE * across, HIGH * down
        parts += [group(svg, f"translate({n(x)} {n(y)})"), text(x, y + 0.7, name, 0.17, "#24292f", bold=False)]
    wide, high = WIDE * most, HIGH * rows
    view = f"{n(-WIDE / 2)} -0.6 {n(wide)} {n(high)}"
    size = f'width="{n(PIXELS * wide)}" height="{n(PIXELS * high)}"'
    back = box(wide, high, "#ffffff", x=(wide - WIDE) / 2, y=high / 2 - 0.6)
    body = "\n".join(filter(None, parts))
    return resolved(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" {size} font-family="sans-serif">\n'
        f"<defs>{definitions_of(parts)}</defs>\n{back}\n{body}\n</svg>\n"
    )


def kinds_of(family: ModuleType) -> list[Kind]:
    """The kinds that a file declares."""
    return [kind for kind in KINDS.values() if kind.draw.__module__ == family.__name__]


def family_name(family: ModuleType) -> str:
    """Its file's name."""
    return family.__name__.rpartition(".")[2]


def family_pictures(family: ModuleType) -> list[Named]:
    """The first samples of its kinds."""
    colours = player_colours(Scene(colours=("blue", "red") if family in COLOURED else ()))
    return [
        (drawn(Look(kind.name, tuple(s.words.split()), s.text, s.owner, colours[s.owner])).svg, kind.name)
        for kind in kinds_of(family)
        for s in kind.samples[:SAMPLES]
        if kind.name != "nothing"
    ]


def pictures() -> dict[str, str]:
    """All sheets, by the name of their file."""
    colours = player_colours(Scene(colours=("red", "blue")))
    shapes = [
        (cell_symbol(Cell("", 0, 0, shape), colours, speck=True).svg, shape) for shape in SHAPES if shape != "none"
    ]
    shades = [(cell_symbol(Cell("", 0, 0, shade=shade), colours).svg, shade) for shade in SHADES]
    stones = [(drawn(Look("stone", (), "", 0, colour)).svg, name) for name, colour in COLOURS.items()]
    named = {"shapes": shapes + shades, "colours": stones}
    named |= {family_name(family): family_pictures(family) for family in FAMILIES}
    return {f"{name}.svg": sheet(shown) for name, shown in named.items()}


# ---------------------------------------------------------------------- tables


def table(head: str, rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown."""
    columns = head.count("|") + 1
    return "\n".join([f"| {head} |", "|" + "---|" * columns, *(f"| {' | '.join(row)} |" for row in rows)])


def in_terminal(kind: Kind) -> str:
    """How a terminal writes a kind."""
    if kind.style == "line":
        return "a line"
    if kind.signs == " ":
        return "nothing"
    signs = " ".join(f"`{sign}`" for sign in kind.signs.replace("|", "\\|")) if kind.signs != "|" else "`\\|`"
    return f"{signs}, in chess" if kind.chess_only else signs or "its text"


def tables() -> dict[str, str]:
    """What stands between the marks of the document."""
    shapes = table("shape | what it is", ((f"`{name}`", about) for name, about in SHAPES.items()))
    shades = table("shade | what it is", ((f"`{name}`", about) for name, about in SHADES.items()))
    kinds = []
    for family in FAMILIES:
        about = str(family.__doc__).partition("\n")[0]
        rows = ((f"`{kind.name}`", kind.about, in_terminal(kind)) for kind in kinds_of(family))
        name = family_name(family)
        kinds.append(f"### {name.capitalize()}\n\n{about}\n\n![{name}](scenes/{name}.svg)\n")
        kinds.append(table("kind | what it is | in a terminal", rows) + "\n")
    light, dark = THEMES[":root"], THEMES[":root"] | THEMES[":root[data-theme='dark']"]
    roles = ((f"`{name}`", about, f"`{light[name]}`", f"`{dark[name]}`") for name, about in ROLES.items())
    colours = ", ".join(f"`{name}`" for name in COLOURS)
    return {
        "cells": f"![shapes and shades](scenes/shapes.svg)\n\n{shapes}\n\n{shades}",
        "kinds": "\n".join(kinds).rstrip(),
        "colours": f"![colours](scenes/colours.svg)\n\n{colours}; or `#rrggbb`.",
        "roles": table("role | what has it | light | dark", roles),
    }


def filled(document: str) -> str:
    """The document with its tables."""
    for name, made in tables().items():
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        before, _, rest = document.partition(begin)
        _, closed, after = rest.partition(end)
        assert closed, f"{begin} and {end} must stand in docs/guide/scenes.md"
        document = f"{before}{begin}\n\n{made}\n\n{end}{after}"
    return document


def write(folder: Path) -> None:
    """Bring the document and its pictures up to date."""
    page = folder / "scenes.md"
    page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
    (folder / "scenes").mkdir(exist_ok=True)
    for name, svg in pictures().items():
        (folder / "scenes" / name).write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
