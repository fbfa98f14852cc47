"""Searches for more than two players: max^n, paranoid and best-reply search."""
