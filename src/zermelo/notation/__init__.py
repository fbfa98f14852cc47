"""Games written down: records with variations, and the file formats that other programs read."""

from zermelo.notation.files import formats_for, read_game, read_games, write_game
from zermelo.notation.record import GameRecord, Node

__all__ = ["GameRecord", "Node", "formats_for", "read_game", "read_games", "write_game"]
