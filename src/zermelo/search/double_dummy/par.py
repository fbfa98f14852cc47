"""Par: the score when both sides know the table and bid and double as well as can be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.games.tricks.calls import duplicate_score

CONTRACTS = 35


@dataclass(frozen=True)
class Par:
    """The score of North and South, and a contract that leads to it (-1: everybody passes)."""

    score: int
    bid: int  # 5 * (level - 1) + strain
    declarer: int
    doubled: bool


def par_of(table: Any, dealer: int = 0, vulnerable: int = 0) -> Par:
    """From the table of tricks; `vulnerable` is 1 for North and South, 2 for East and West, 3 for both.

    Backwards over the contracts: whoever is to bid over one may pass, and then it is played, doubled if it fails; or
    bid any higher one that their side then has to live with.
    """
    after: dict[tuple[int, int], Par] = {}  # (bid, side that made it) -> what the other side makes of it

    def stands(bid: int, side: int, declarer: int) -> Par:
        tricks = int(table[bid % 5][declarer])
        down = tricks < 7 + bid // 5
        score = duplicate_score(1 + bid // 5, bid % 5, int(down), bool(vulnerable >> side & 1), tricks)
        return Par(score if side == 0 else -score, bid, declarer, down)

    def better(side: int, one: Par, two: Par) -> Par:
        return two if (two.score > one.score if side == 0 else two.score < one.score) else one

    def highest(first: int, side: int, otherwise: Par) -> Par:
        best = otherwise
        for bid in range(first, CONTRACTS):
            for declarer in (side, side + 2):
                best = better(side, best, after[bid, declarer])
        return best

    for bid in range(CONTRACTS - 1, -1, -1):
        for declarer in range(4):
            side = declarer % 2
            after[bid, declarer] = highest(bid + 1, 1 - side, stands(bid, side, declarer))
    nothing = Par(0, -1, -1, False)
    first = dealer % 2
    return highest(0, first, highest(0, 1 - first, nothing))
