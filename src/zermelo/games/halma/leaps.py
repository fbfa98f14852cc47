"""Square boards of up to 16 x 16 for pieces that jump over others, two squares at a time.

A jump changes column and row by 0 or 2, so a piece stays among the squares whose column and row are odd or even as its
own are. Each of these four classes is a word: the bit of (x, y) is x // 2 + 8 * (y // 2). Within a word a jump in one
of the four ways moves a bit by 1, 8, 9 or 7; the neighbours of a square are in the three other classes.
"""

from __future__ import annotations

WAYS = ((1, 0), (0, 1), (1, 1), (-1, 1))  # right, up, up right, up left; each is also walked backwards


def class_of(x: int, y: int) -> int:
    """Which of the four words a square is in."""
    return x % 2 + 2 * (y % 2)


def bit_of(x: int, y: int) -> int:
    """The bit of a square in the word of its class."""
    return x // 2 + 8 * (y // 2)


def board_of(size: int, chosen: set[int]) -> list[int]:
    """Squares as four words."""
    made = [0] * 4
    for square in chosen:
        made[class_of(square % size, square // size)] |= 1 << bit_of(square % size, square // size)
    return made


def places(size: int) -> list[int]:
    """64 * class + bit of every square."""
    return [64 * class_of(s % size, s // size) + bit_of(s % size, s // size) for s in range(size * size)]


def squares_at(size: int) -> list[int]:
    """The square at each place."""
    found = {place: square for square, place in enumerate(places(size))}
    return [found.get(place, 0) for place in range(256)]


def shifts() -> list[int]:
    """From the bit of a square to that of its neighbour, at 4 * class + way."""
    made = []
    for kind in range(4):
        x, y = 2 + kind % 2, 2 + kind // 2
        made += [bit_of(x + a, y + b) - bit_of(x, y) for a, b in WAYS]
    return made


def reaching(size: int, steps: int) -> list[int]:
    """At 4 * class + way: the bits from which so many steps stay on the board."""
    made = []
    for kind in range(4):
        for a, b in WAYS:
            good = 0
            for y in range(kind // 2, size, 2):
                for x in range(kind % 2, size, 2):
                    inside = 0 <= x + steps * a < size and 0 <= y + steps * b < size
                    good |= inside << bit_of(x, y)
            made.append(good)
    return made
