"""General game playing: games described in the Game Description Language of the Stanford competition."""

from __future__ import annotations

from zermelo.gdl.build import game_of
from zermelo.gdl.files import load
from zermelo.gdl.prover import Prover

__all__ = ["Prover", "game_of", "load"]
