"""Names of squares."""

from __future__ import annotations

from zermelo.boards.grids import square_index


def test_a_name_means_a_square_or_none() -> None:
    assert square_index("a1", 5, 5) == 0
    assert square_index("C3", 5, 5) == 12
    for name in ("", "c", "c0", "c6", "f1", "3c", "c-1", "c٣", "c²", "c" + "9" * 5000):
        assert square_index(name, 5, 5) == -1
