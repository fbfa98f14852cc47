"""What pieces are worth in chess, and where they stand well, in hundredths of a pawn.

Tables are [kind, square] with the eighth rank first, as White sees the board; kinds in the order pawn to king. The
places follow from simple rules (near the centre, advanced, sheltered) and not from tuning.
"""

from __future__ import annotations

from zermelo.game import i16, table

VALUES_OPENING = (85, 320, 330, 480, 950, 0)
VALUES_ENDING = (105, 300, 320, 520, 960, 0)
EXCHANGED = table((100, 325, 335, 500, 975, 5000))  # in a series of captures on one square
PHASE = table((0, 1, 1, 2, 4, 0))  # how much a piece belongs to the opening
FULL = 24  # the sum of the first position
PASSED = table((0, 5, 10, 20, 40, 70, 110, 0))  # by rank from the player's own side
SHELTER = (25, 35, 5, 0)  # a king on the first rank, by files from the edge


def inwards(line: int) -> int:
    """Steps of a file or rank from the edge of the board."""
    return min(line, 7 - line)


def opening_place(kind: int, file: int, rank: int) -> int:
    """The worth of a place while many pieces are left."""
    centre = inwards(file) + inwards(rank)
    return (
        3 * inwards(file) * min(rank - 1, 3) - 6,
        8 * centre - 30,
        4 * centre - 12,
        3 * inwards(file) + (16 if rank == 6 else -4),
        centre - 3,
        SHELTER[inwards(file)] if rank == 0 else -20 * rank,
    )[kind]


def ending_place(kind: int, file: int, rank: int) -> int:
    """The worth of a place when few pieces are left."""
    centre = inwards(file) + inwards(rank)
    return (6 * rank - 12, 6 * centre - 22, 3 * centre - 9, 8 if rank == 6 else 0, 4 * centre - 12, 8 * centre - 28)[
        kind
    ]


OPENING = table([[VALUES_OPENING[k] + opening_place(k, s % 8, 7 - s // 8) for s in range(64)] for k in range(6)], i16)
ENDING = table([[VALUES_ENDING[k] + ending_place(k, s % 8, 7 - s // 8) for s in range(64)] for k in range(6)], i16)
