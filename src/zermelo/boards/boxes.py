"""Boards of any number of dimensions: straight lines and symmetries; cells are numbered along the first axis first."""

from __future__ import annotations

from itertools import permutations, product


def box_places(sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The coordinates of every cell, in the order of their numbers."""
    return [place[::-1] for place in product(*(range(size) for size in reversed(sizes)))]


def box_lines(sizes: tuple[int, ...], length: int) -> list[list[int]]:
    """The cells of every straight line of a given length, diagonals of all kinds included."""
    number = {place: cell for cell, place in enumerate(box_places(sizes))}
    centre = (0,) * len(sizes)
    found = []
    for step in product((-1, 0, 1), repeat=len(sizes)):
        if step <= centre:
            continue  # the same line read from its other end, or no line at all
        for start in number:
            line = [tuple(s + d * t for s, d in zip(start, step, strict=True)) for t in range(length)]
            if line[-1] in number:
                found.append([number[place] for place in line])
    return found


def box_symmetries(sizes: tuple[int, ...], *, upright: bool = False) -> list[list[int]]:
    """For every rotation and reflection that maps the board onto itself: where each cell goes; the identity is first.

    Upright boards keep their last axis as it is.
    """
    places = box_places(sizes)
    number = {place: cell for cell, place in enumerate(places)}
    last = len(sizes) - 1
    found = []
    for axes in permutations(range(len(sizes))):
        for flipped in product((False, True), repeat=len(sizes)):
            if any(sizes[axis] != sizes[to] for to, axis in enumerate(axes)):
                continue
            if upright and (axes[last] != last or flipped[last]):
                continue
            found.append(
                [
                    number[
                        tuple(
                            sizes[to] - 1 - place[axis] if flipped[to] else place[axis] for to, axis in enumerate(axes)
                        )
                    ]
                    for place in places
                ]
            )
    return found
