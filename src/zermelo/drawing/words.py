"""Words about a picture: players are called by the colours that they are drawn in."""

from __future__ import annotations

import re

from zermelo.drawing.palette import player_colours
from zermelo.game.scene import Scene

SIGNS = ("xo", "XO")  # of the players, where notations have always called them so
AS_WRITTEN = {"cross", "nought", "cube"}  # kinds whose pictures are these signs


def in_colours(text: str, scene: Scene) -> str:
    """A sentence about a game in which x and o are drawn as red and blue says red and blue."""
    for signs in SIGNS:
        owners = {
            (piece.text, piece.owner)
            for piece in scene.pieces
            if piece.text and piece.text in signs and piece.kind.split()[0] not in AS_WRITTEN
        }
        if owners and all(signs.index(sign) == owner for sign, owner in owners):
            for owner, sign in enumerate(signs):
                text = re.sub(rf"\b{sign}\b", player_colours(scene)[owner].name, text)
    return text
