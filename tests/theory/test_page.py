"""The listings of docs/guide/theory.md run and print what their remarks say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_documents import listings
from zermelo.theory import allais, known
from zermelo.theory.axioms import AXIOMS
from zermelo.theory.matrix import MatrixGame
from zermelo.theory.preferences import Preferences

PAGE = Path(__file__).parents[2] / "docs" / "guide" / "theory.md"


def test_the_page_is_true(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {"__name__": "page"}
    for listing in listings(PAGE.read_text(encoding="utf-8")):
        exec(compile(listing, str(PAGE), "exec", dont_inherit=True), names)
    printed = capsys.readouterr().out
    for line in (
        "500 400 100",
        "500 100",
        "0.0176",
        "$400 for sure, or [0.5 $1000; 0.5 $0]?",
        "35\n3/5\n",
        "no utility agrees: 0.25 × (B > A) and (C > D) add up to 0 > 0",
        "substitutability is violated",
        "gives C and $0.01 for B: $0.02 left",
        "'B': Fraction(1, 4)",
        "you: C is strictly dominated by D\nother: C is strictly dominated by D",
        "['(D, D) with payoffs (-3, -3)']\n1/3\ngrim trigger\n",
        "True False",
        "('A', 'B', 'C')",
        "['dictator 1', 'dictator 2']",
        "3/5\n2/5\n",
        "{'B': 'C'}",
        "(Fraction(6, 1), Fraction(4, 1))\n200\n",
        "[(Fraction(1, 3), Fraction(2, 3))]",
    ):
        assert line in printed


def test_the_examples_are_those_of_the_lectures() -> None:
    folder = PAGE.parents[2] / "examples" / "theory"
    game = MatrixGame.from_text((folder / "tcp_ip.txt").read_text(encoding="utf-8"))
    assert game == known.find("tcp_ip")
    assert Preferences.from_text((folder / "allais.txt").read_text(encoding="utf-8")) == allais.choices()


def test_every_axiom_is_explained() -> None:
    import zermelo.theory.axioms as module

    assert all(name in (module.__doc__ or "") for name in AXIOMS)
