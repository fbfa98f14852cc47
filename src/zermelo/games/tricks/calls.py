"""Calls of a bridge auction as numbers and text, and what a contract is worth in duplicate bridge.

0 is pass, 1 double, 2 redouble; 3 + 5 * (level - 1) + strain is a bid, with the strains clubs, diamonds, hearts,
spades, no trump.
"""

from __future__ import annotations

PASS, DOUBLE, REDOUBLE, FIRST_BID = 0, 1, 2, 3
CALLS = 38
FIRST_CALL = 52  # the move of a pass: calls come after the cards
STRAINS = ("C", "D", "H", "S", "NT")
NO_TRUMP = 4


def call_text(call: int) -> str:
    """`1NT`, `X`, `XX`, `P`."""
    if call < FIRST_BID:
        return ("P", "X", "XX")[call]
    return f"{1 + (call - FIRST_BID) // 5}{STRAINS[(call - FIRST_BID) % 5]}"


def call_of(text: str) -> int:
    """The call that a text names, as PBN, LIN and people write it; -1 for none."""
    text = text.strip().upper()
    simple = {"P": 0, "PASS": 0, "X": 1, "D": 1, "DBL": 1, "DOUBLE": 1, "XX": 2, "R": 2, "REDOUBLE": 2}
    if text in simple:
        return simple[text]
    strain = "NT" if text[1:] == "N" else text[1:]
    if text[:1] in "1234567" and text[:1] and strain in STRAINS:
        return FIRST_BID + 5 * (int(text[0]) - 1) + STRAINS.index(strain)
    return -1


def duplicate_score(level: int, strain: int, doubled: int, vulnerable: bool, tricks: int) -> int:
    """What the declarer's side scores: `doubled` is 0, 1 or 2 (redoubled), `tricks` are those of declarer and dummy."""
    times = 1 << doubled
    over = tricks - 6 - level
    if over < 0:
        return -penalty(-over, doubled, vulnerable)
    each = 20 if strain < 2 else 30
    below = (each * level + (10 if strain == NO_TRUMP else 0)) * times
    score = below + (50 if below < 100 else 500 if vulnerable else 300) + 50 * doubled
    if level == 6:
        score += 750 if vulnerable else 500
    elif level == 7:
        score += 1500 if vulnerable else 1000
    per_trick = each if doubled == 0 else (100 if vulnerable else 50) * times
    return score + over * per_trick


def penalty(down: int, doubled: int, vulnerable: bool) -> int:
    """What the other side scores for tricks that are missing."""
    if doubled == 0:
        return down * (100 if vulnerable else 50)
    if vulnerable:
        first = 200 + 300 * (down - 1)
    else:
        first = 100 + 200 * (min(down, 3) - 1) + 300 * max(down - 3, 0)
    return first * doubled
