"""Matrix games that everybody knows, by name."""

from __future__ import annotations

import difflib

from zermelo.errors import BadText
from zermelo.theory.matrix import MatrixGame

# The lecture's example, after Dana Nau: C is a correct implementation of TCP, D one that does not back off; payoffs
# are the delays in milliseconds, negated. Both correct: 1 ms; both defective: 3 ms; else 0 for D and 4 ms for C.
TCP_IP = """
players: you, other
     C      D
C  -1,-1  -4,0
D   0,-4  -3,-3
"""

GAMES = {
    "tcp_ip": TCP_IP,
    "prisoners_dilemma": "players: one, two\n silent betray\nsilent -1,-1 -3,0\nbetray 0,-3 -2,-2",
    "matching_pennies": " heads tails\nheads 1 -1\ntails -1 1",
    "rock_paper_scissors": " rock paper scissors\nrock 0 -1 1\npaper 1 0 -1\nscissors -1 1 0",
    "battle_of_the_sexes": " opera football\nopera 3,2 0,0\nfootball 0,0 2,3",
    "stag_hunt": " stag hare\nstag 4,4 0,3\nhare 3,0 3,3",
    "chicken": " swerve straight\nswerve 0,0 -1,1\nstraight 1,-1 -10,-10",
}


def find(name: str) -> MatrixGame:
    """A game by its name."""
    if name not in GAMES:
        close = difflib.get_close_matches(name, GAMES, 1)
        hint = f"did you mean {close[0]}" if close else f"known by name are {', '.join(GAMES)}"
        raise BadText(f"{name!r} is neither a file nor a matrix; {hint}")
    return MatrixGame.from_text(GAMES[name])
