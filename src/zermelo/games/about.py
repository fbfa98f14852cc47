"""What is known of a game without playing it: for lists and pages."""

from __future__ import annotations

from typing import Any

from zermelo.games.built_in import Entry


def describe(entry: Entry, cls: Any) -> dict[str, Any]:
    """Names, kind, facts and parameters of a game."""
    parameters = {
        name: {
            "default": item.default,
            "low": item.low,
            "high": item.high,
            "choices": list(item.choices),
            "help": item.help,
            "kind": "shape",
        }
        for name, item in cls._parameters.items()
    }
    parameters |= {name: {"default": item.default, "kind": "set-up"} for name, item in cls.setup_parameters().items()}
    return {
        "name": entry.name,
        "title": entry.title,
        "aliases": list(entry.aliases),
        "kind": kind(cls),
        "players": cls.players,
        "players_text": players_text(cls),
        "parameters": parameters,
        "most_moves": cls.most_moves,
        "longest": cls.longest or None,
        "chance": cls.chance,
        "hidden": cls.hidden,
        "zero_sum": cls.zero_sum,
        "genres": list(entry.genres),
        "minutes": entry.minutes or None,
        "recommended": entry.recommended,
        "about": (cls.__doc__ or "").strip().partition("\n")[0],  # a newcomer's class may say nothing
    }


def kind(cls: Any) -> str:
    """In words: what sort of game it is."""
    parts = ["chance" if cls.chance else "no chance", "hidden information" if cls.hidden else "perfect information"]
    if cls.players > 1:
        parts.append("zero-sum" if cls.zero_sum else "general-sum")
    return ", ".join(parts)


def players_text(cls: Any) -> str:
    """The number of players, or the numbers that a parameter allows."""
    choice = cls._parameters.get("players")
    return ", ".join(map(str, choice.choices)) if choice and choice.choices else str(cls.players)
