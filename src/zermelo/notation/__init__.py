"""Games written down: records with variations, and the file formats that other programs read."""

from zermelo.notation.files import formats_for, read_game, read_games, write_game
from zermelo.notation.record import Node, Record

__all__ = ["Node", "Record", "formats_for", "read_game", "read_games", "write_game"]
