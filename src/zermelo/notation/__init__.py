"""Games written down: records with variations, and the file formats that other programs read."""

from zermelo.notation.record import Node, Record

__all__ = ["Node", "Record"]
