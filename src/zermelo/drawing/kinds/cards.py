"""Cards, dominoes and dice: what is dealt and thrown, and what it looks like from behind."""

from __future__ import annotations

from zermelo.drawing.kind import Look, Sample, kind
from zermelo.drawing.primitives import LINE, box, circle, path, text

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
SPOTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@kind(
    "card", "A playing card: rank, and a suit s, h, d or c.", samples=(Sample("K", 0), Sample("Qh", 0), Sample("As", 1))
)
def card(look: Look) -> str:
    """Face up."""
    suit = SUITS.get(look.text[1:], "")
    ink = "#b3261e" if suit in ("♥", "♦") else "#222222"
    rank = "10" if look.text[:1] == "T" else look.text[:1]
    size = 0.36 if len(rank) == 1 else 0.28
    return box(0.68, 0.94, "#fffdf7", "#555555", 0.02, corner=0.07) + text(0, 0, rank + suit, size, ink)


@kind("card_back", "A playing card, face down.", samples=(Sample("?", 0),))
def card_back(look: Look) -> str:
    """Its back."""
    pattern = "M-0.24-0.37h0.48v0.74h-0.48Z M-0.24-0.37L0.24 0.37M0.24-0.37L-0.24 0.37"
    return box(0.68, 0.94, "#3a5a8c", "#555555", 0.02, corner=0.07) + path(pattern, edge="#c7d6ee", wide=0.02)


@kind("domino", "A domino; the text has its halves, `5-3`.", samples=(Sample("5-3"), Sample("0-0", 0)))
def domino(look: Look) -> str:
    """Face up, lying."""
    one, _, other = look.text.partition("-")
    halves = half(-0.24, one) + half(0.24, other)
    return box(0.96, 0.48, "#fdf8ec", LINE, 0.02, corner=0.06) + path("M0-0.2V0.2", edge=LINE, wide=0.02) + halves


def half(x: float, number: str) -> str:
    """Pips, as on a die; more than six are a number."""
    if not number.isdecimal() or int(number) > max(SPOTS):
        return text(x, 0, number, 0.3, "#222222")
    return "".join(circle(x + 0.13 * a, 0.13 * b, 0.045, "#222222") for a, b in SPOTS.get(int(number), ()))


@kind("domino_back", "A domino, face down.", samples=(Sample("?", 1),))
def domino_back(look: Look) -> str:
    """Its back."""
    return box(0.96, 0.48, "#3c4757", "#222222", 0.02, corner=0.06) + box(
        0.8, 0.34, "none", "#66758a", 0.02, corner=0.04
    )


@kind(
    "die",
    "A die; the text is what it shows; the parameter `used` dims it.",
    samples=(*(Sample(str(pips), pips % 2) for pips in SPOTS), Sample("5", 0, "used")),
)
def die(look: Look) -> str:
    """In the colour of who threw it."""
    spots = SPOTS.get(int(look.text) if look.text.isdecimal() else 0, ())
    pips = "".join(circle(0.22 * across, 0.22 * down, 0.08, look.colour.ink) for across, down in spots)
    drawn = box(0.8, 0.8, look.colour.fill, look.colour.edge, corner=0.14) + pips
    return f'<g opacity="0.3">{drawn}</g>' if "used" in look.words else drawn
