"""The pieces of Stratego, with their rank and name, and from behind."""

from __future__ import annotations

from zermelo.drawing.kind import Look, Sample, kind
from zermelo.drawing.primitives import box, text

RANKS = {
    "marshal": "M", "general": "9", "colonel": "8", "major": "7", "captain": "6", "lieutenant": "5", "sergeant": "4",
    "miner": "3", "scout": "2", "spy": "S", "bomb": "B", "flag": "F",
}  # fmt: skip


def plate(look: Look) -> str:
    """What every piece stands on."""
    return box(0.8, 0.88, look.colour.fill, look.colour.edge, corner=0.1)


def ranked(look: Look) -> str:
    """Its rank and its name."""
    name = text(0, 0.29, look.name, 0.15, look.colour.ink)
    return plate(look) + text(0, -0.06, look.text, 0.42, look.colour.ink) + name


for name, rank in RANKS.items():
    kind(name, f"The {name} of Stratego.", samples=(Sample(rank, 0), Sample(rank, 1)))(ranked)


@kind(
    "rank_back",
    "A piece of Stratego whose rank is not known; the text tells whether it has moved.",
    samples=(Sample("?", 0), Sample("!", 1)),
)
def rank_back(look: Look) -> str:
    """A plate from behind."""
    frame = box(0.6, 0.68, "none", look.colour.edge, 0.04, corner=0.07, more=' opacity="0.7"')
    return plate(look) + frame + text(0, 0, look.text, 0.42, look.colour.ink)
