"""Porto's chess slides as positions: one rook that swaps the verdict, and pawn checks that hide a loss.

The slides' diagrams are not in the text; these positions have exactly the stated facts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.games.chess import Chess
from zermelo.players import player

ROOK_ON_G1 = "r4rk1/ppp2ppp/2np4/7q/4P3/5P2/PPPQ4/1K1R2R1 w - - 0 1"
ROOK_ON_H1 = "r4rk1/ppp2ppp/2np4/7q/4P3/5P2/PPPQ4/1K1R3R w - - 0 1"
DOOMED_BISHOP = "b7/1p4pk/7p/2p5/3p4/4p3/6PP/R4KN1 b - - 0 1"
WORTH = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}


def material(text: str) -> int:
    """White's pieces less Black's, counted as Porto's slide counts: the sum of the values of the pieces in play."""
    board = text.split(" ")[0]
    return sum(WORTH.get(sign.lower(), 0) * (1 if sign.isupper() else -1) for sign in board)


@dataclass(frozen=True)
class Look:
    """What a search of some depth thinks."""

    depth: int
    move: str
    value: float  # for the player to move, from -1 to 1
    line: str


def look(position: Any, depth: int, search: str = "alphabeta") -> Look:
    """Ask a search; `alphabeta:plain` stops dead at its horizon."""
    state = Chess.from_text(position) if isinstance(position, str) else position
    found = player(f"{search}{',' if ':' in search else ':'}depth={depth}").think(state)
    return Look(depth, found.move_text, found.value, found.line_text)


def after(text: str, *moves: str) -> Any:
    """The position after some moves."""
    state = Chess.from_text(text)
    for move in moves:
        state.play(state.parse_move(move))
    return state


def report() -> str:
    """Both slides in words."""
    lines = ["Two positions that differ only in a rook, White to move"]
    for name, text in (("(a) rook on g1", ROOK_ON_G1), ("(b) rook on h1", ROOK_ON_H1)):
        found = look(text, 8)
        lines.append(f"  {name}: {text}")
        lines.append(f"      material {material(text):+d}; 8 plies deep {found.move}, {found.value:+.2f}: {found.line}")
    lines.append(f"\nThe bishop on a8 is lost, Black to move\n  {DOOMED_BISHOP}")
    for depth in (3, 8):
        found = look(DOOMED_BISHOP, depth, "alphabeta:plain,order,table")
        lines.append(f"  stopping dead after {depth} plies: {found.move}, {found.value:+.2f}: {found.line}")
    found = look(DOOMED_BISHOP, 3)
    lines.append(f"  3 plies and waiting for quiescence: {found.move}, {found.value:+.2f}: {found.line}")
    checked = -look(after(DOOMED_BISHOP, "e2+"), 8).value
    lines.append(f"  the check e2+ is really worth {checked:+.2f}: the pawn is given away and the bishop still lost")
    return "\n".join(lines)
