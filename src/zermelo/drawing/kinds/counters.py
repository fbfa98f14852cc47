"""Round pieces: stones, discs, draughtsmen, cups, pegs, animals; and counters with any text."""

from __future__ import annotations

from zermelo.drawing.kind import Look, Sample, kind
from zermelo.drawing.primitives import circle, path, text

SIGNS = "●○"
TWO = (Sample("x", 0), Sample("o", 1))


def ball(look: Look, radius: float) -> str:
    """A ball with its shadow and the light on it."""
    shine = circle(0, 0, radius, "url(#shine)", more=' class="shine"')
    shadow = circle(0, 0.02, radius + 0.01, "#000", more=' opacity="0.25"')
    return shadow + circle(0, 0, radius, look.colour.fill, look.colour.edge, 0.025) + shine


def flat(look: Look, radius: float = 0.41) -> str:
    """A disc with its shadow."""
    shadow = circle(0, 0.03, radius + 0.01, "#000", more=' opacity="0.25"')
    return shadow + circle(0, 0, radius, look.colour.fill, look.colour.edge)


def sized(words: str) -> float:
    """The size of letters that fit on a piece."""
    return {0: 0.46, 1: 0.46, 2: 0.36, 3: 0.3}.get(len(words), 0.24)


@kind("stone", "A stone of Go and its kin.", signs=SIGNS, style="disc", samples=TWO)
def stone(look: Look) -> str:
    """Nearly as wide as its cell."""
    return ball(look, 0.445)


@kind("marble", "A marble of Abalone.", signs=SIGNS, style="disc", samples=TWO)
def marble(look: Look) -> str:
    """A ball in a hollow."""
    return ball(look, 0.435)


@kind("ball", "A ball of Pylos, stacked on others.", signs=SIGNS, style="disc", samples=TWO)
def stacked_ball(look: Look) -> str:
    """As large as its hole."""
    return ball(look, 0.44)


@kind("peg", "A peg of Halma and Chinese checkers.", signs=SIGNS, style="disc", samples=TWO)
def peg(look: Look) -> str:
    """A narrow ball."""
    return ball(look, 0.34)


def rimmed(look: Look, radius: float = 0.3) -> str:
    """A disc with a groove."""
    groove = circle(0, 0, radius, "none", look.colour.edge, 0.025, ' opacity="0.6"')
    return flat(look) + groove + circle(0, 0, 0.41, "url(#shine)", more=' class="shine"')


@kind("disc", "A disc of Othello, Connect Four and their kin.", signs=SIGNS, style="disc", samples=TWO)
def disc(look: Look) -> str:
    """A disc with a wide groove."""
    return rimmed(look)


@kind(
    "man",
    "A man of draughts, backgammon or Tablut.",
    signs=SIGNS,
    style="disc",
    samples=(Sample("b", 0), Sample("w", 1)),
)
def man(look: Look) -> str:
    """A disc with two grooves."""
    return rimmed(look) + circle(0, 0, 0.19, "none", look.colour.edge, 0.025, ' opacity="0.6"')


@kind("draughts_king", "A king of draughts.", style="disc", samples=(Sample("B", 0), Sample("W", 1)))
def draughts_king(look: Look) -> str:
    """A disc with a crown."""
    return rimmed(look) + path("M-0.2 0.13L-0.24-0.14L-0.1-0.02L0-0.2L0.1-0.02L0.24-0.14L0.2 0.13Z", look.colour.ink)


@kind("cup", "A cup of Gobblet; the parameter is its size, 1 to 4.", samples=(Sample("A", 0, "1"), Sample("d", 1, "4")))
def cup(look: Look) -> str:
    """Seen from above, with its rim."""
    size = int(look.words[0])
    rim = circle(0, 0, 0.05 + 0.06 * size, "none", look.colour.edge, 0.03, ' opacity="0.7"')
    return circle(0, 0, 0.09 + 0.088 * size, look.colour.fill, look.colour.edge) + rim


@kind(
    "counter", "A disc with its text; so is every kind that is not declared.", samples=(Sample("?", 0), Sample("12", 1))
)
def counter(look: Look) -> str:
    """A disc with letters."""
    words = look.text or look.name[:1]
    return flat(look, 0.42) + text(0, 0, words, sized(words), look.colour.ink)


def animal(look: Look) -> str:
    """A counter with the letter of the animal and its name."""
    name = text(0, 0.21, look.name, 0.17, look.colour.ink)
    return flat(look, 0.42) + text(0, -0.08, look.text.upper(), 0.36, look.colour.ink) + name


JUNGLE = {"rat": "R", "cat": "C", "wolf": "W", "dog": "D", "leopard": "P", "tiger": "T", "lion": "L", "elephant": "E"}
ARIMAA = {"rabbit": "R", "horse": "H", "camel": "M"}
for name, letter in (JUNGLE | ARIMAA).items():
    where = "Jungle and Arimaa" if name in ("cat", "dog", "elephant") else "Jungle" if name in JUNGLE else "Arimaa"
    samples = (Sample(letter, 0), Sample(letter.lower(), 1))
    kind(name, f"The {name} of {where}.", style="name", samples=samples)(animal)
