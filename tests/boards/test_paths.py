"""Ways and rings on graphs that one sees through."""

from __future__ import annotations

from zermelo.boards.paths import on_rings, shortest_way


def test_the_shortest_way_between_two_sides() -> None:
    around = {0: [1, 3], 1: [0, 2], 2: [1, 5], 3: [0, 4], 4: [3], 5: [2], 6: []}
    assert shortest_way([0, 4], [5], around.__getitem__) == (0, 1, 2, 5)
    assert shortest_way([4], [0, 3], around.__getitem__) == (4, 3)
    assert shortest_way([1], [1, 5], around.__getitem__) == (1,)
    assert shortest_way([6], [5], around.__getitem__) == ()


def test_loose_ends_are_on_no_ring() -> None:
    square = {10: (0, 1), 11: (1, 2), 12: (2, 3), 13: (3, 0)}
    assert set(on_rings(square | {14: (3, 4), 15: (4, 5)})) == set(square)
    assert on_rings({14: (3, 4), 15: (4, 5)}) == ()
