"""How protocols write moves, against Fairy-Stockfish (pyffish), which nobody here wrote."""

from __future__ import annotations

import pytest

from zermelo.errors import BadMove, Unsupported
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.players.engines.dialects import DIALECTS, GTP, UCI, USI, XBOARD, score_of, spoken, start_text, value_of


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("chess", {}),
        ("chess", {"position": "7"}),
        ("othello", {}),
        ("ataxx", {}),
        ("minishogi", {}),
        ("tori_shogi", {}),
    ],
)
def test_moves_of_uci(game: str, settings: dict[str, str]) -> None:
    """Each legal move is one that the program knows by this name, and the other way round."""
    pyffish = pytest.importorskip("pyffish")
    compared = 0
    for seed in range(2):
        line, luck = catalogue.begin(game, settings), Random(seed)
        dialect, variant = spoken(UCI, line)
        first = start_text(dialect, line) or pyffish.start_fen(variant)
        texts: list[str] = []
        name, unusual = ("chess", True) if variant == "fischerandom" else (variant, False)
        while line.moves() and len(texts) < 60:
            ours = {dialect.write(line.state, move) for move in line.moves()}
            theirs = set(pyffish.legal_moves(name, first, texts, unusual))
            extra = theirs - ours
            assert ours <= theirs
            assert not extra or "shogi" in game and len(extra) == 1  # a pawn dropped to mate loses there
            move = line.draw(luck)
            texts.append(dialect.write(line.state, move))
            assert dialect.read(line, texts[-1]) == move
            line.play(move)
            compared += 1
    assert compared > 60


def test_castling_of_chess960() -> None:
    text = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"
    line = catalogue.begin("chess", {}, text)
    assert spoken(UCI, line)[1] == spoken(XBOARD, line)[1] == "fischerandom"
    uci, xboard = spoken(UCI, line)[0], spoken(XBOARD, line)[0]
    assert "e1b1" in {uci.write(line.state, move) for move in line.moves()}
    assert "O-O-O" in {xboard.write(line.state, move) for move in line.moves()}
    assert spoken(UCI, catalogue.begin("chess", {}, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"))[1] == "chess"


@pytest.mark.parametrize(
    ("game", "texts"), [("go", ("A1", "J9", "pass")), ("othello", ("F5",)), ("hex", ("a1", "k11"))]
)
def test_vertices_of_gtp(game: str, texts: tuple[str, ...]) -> None:
    line = catalogue.begin(game)
    dialect = spoken(GTP, line)[0]
    known = {dialect.write(line.state, move) for move in line.moves()}
    assert set(texts) <= known
    for text in known:
        assert dialect.write(line.state, dialect.read(line, text.lower())) == text
    with pytest.raises(BadMove):
        dialect.read(line, "Z99")


def test_what_is_not_covered() -> None:
    with pytest.raises(Unsupported, match="UCI cannot speak about Kalah here; it covers chess"):
        spoken(UCI, catalogue.begin("kalah"))
    with pytest.raises(Unsupported, match="with these settings"):
        spoken(UCI, catalogue.begin("othello", {"size": "6"}))
    assert {dialect.game for dialect in DIALECTS[USI]} == {"shogi", "minishogi", "tori_shogi"}


def test_scores() -> None:
    for score in (-900, -1, 0, 35, 4000):
        assert score_of(value_of(score, 1.0), 1.0) == score
        assert score_of(value_of(score, 64.0), 64.0) == score
    assert abs(score_of(1.0, 1.0)) < 10**5
