"""Worked examples that are no trees, as texts for the gallery: policies as tables, and Porto's chess positions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from zermelo.games.chess import Chess
from zermelo.lab import vacuum
from zermelo.lab.chess_positions import DOOMED_BISHOP, ROOK_ON_G1, ROOK_ON_H1, material
from zermelo.lab.examples import CHAPTER, PORTO
from zermelo.lab.policy import policy_table, to_text


@dataclass(frozen=True)
class Note:
    """One example: where it stands, what it shows, and its text."""

    name: str
    lecture: str
    slide: str
    about: str
    text: Callable[[], str]


def policy() -> str:
    """The whole table."""
    return to_text(policy_table())


def rooks() -> str:
    """Both positions, one under the other."""
    parts = []
    for name, text in (("(a) the rook on g1", ROOK_ON_G1), ("(b) the rook on h1", ROOK_ON_H1)):
        parts.append(f"{name}, White to move, material {material(text):+d}\n\n{Chess.from_text(text)}\n\n{text}")
    return "\n\n\n".join(parts)


def bishop() -> str:
    """The position."""
    return f"Black to move\n\n{Chess.from_text(DOOMED_BISHOP)}\n\n{DOOMED_BISHOP}"


NOTES = (
    Note(
        "policy-table",
        CHAPTER,
        "MEU Principle: a lookup table",
        "Perfect tic-tac-toe as a policy S → A, 4,520 lines. Whoever plays by it never loses: zermelo lab policy.",
        policy,
    ),
    Note(
        "vacuum-world",
        CHAPTER,
        "MEU Principle: a reflex vacuum cleaner",
        "Four lines earn as much as a search of the whole world: zermelo lab vacuum.",
        vacuum.report,
    ),
    Note(
        "one-rook",
        PORTO,
        "Chess – Evaluation Functions",
        "The same material; in (a) Black is winning, in (b) White takes the queen. A search tells: zermelo lab chess.",
        rooks,
    ),
    Note(
        "pawn-checks",
        PORTO,
        "Chess – Horizon Problem",
        "The bishop is lost. Three plies deep the check e2+ seems to save it, and loses a pawn too: zermelo lab chess.",
        bishop,
    ),
)
