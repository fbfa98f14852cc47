"""The searches find what they found when the signature was stored; see `zermelo bench signature`."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.players.catalogue import KINDS
from zermelo.players.signature import CASES, Case, signed

STORED = (Path(__file__).parent / "signature.txt").read_text().splitlines()


def test_every_case_is_stored() -> None:
    assert len(STORED) == len(CASES) + 1


def test_every_search_is_signed() -> None:
    texts = " ".join(case.player for case in CASES)
    no_search = ("human", "greedy", "perfect", "strategy")
    assert all(name in texts for name in KINDS if name not in no_search)


@pytest.mark.parametrize("at", range(len(CASES)), ids=lambda at: f"{CASES[at].game}-{CASES[at].player.split(',')[0]}")
def test_search_is_as_stored(at: int) -> None:
    case: Case = CASES[at]
    (line,) = signed((case,))
    assert str(line) == STORED[at]
