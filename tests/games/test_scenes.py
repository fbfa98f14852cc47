"""What scenes say beside the position: other clicks, steps that are seen at once, what decides a game."""

from __future__ import annotations

import pytest

from zermelo.drawing.clicks import Picking
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.games.go.notation import star_points


@pytest.mark.parametrize(
    ("game", "moves", "cells"),
    [
        ("tic_tac_toe", "b2 a1 b1 a2 b3", {"b1", "b2", "b3"}),
        ("connect_four", "a b a b a b a", {"a1", "a2", "a3", "a4"}),
        ("chess", "f3 e5 g4 Qh4#", {"e1"}),
        ("chess", "e4 e5 Qh5 Nc6 Qxf7+", {"e8"}),
    ],
)
def test_what_decides_is_shown(game: str, moves: str, cells: set[str]) -> None:
    line = catalogue.begin(game)
    for move in moves.split():
        assert line.state.scene().highlights == ()
        line.play_text(move)
    assert set(line.state.scene().highlights) == cells


@pytest.mark.parametrize(
    ("game", "settings", "moves", "cells"),
    [
        ("hex", {"size": "3"}, "b1 a1 b2 c1 a3", {"b1", "b2", "a3"}),
        ("hex", {"size": "3"}, "a1 a2 b1 b2 c3 c2", {"a2", "b2", "c2"}),
        ("connections", {"size": "2"}, "a1 b2 c1", {"a1", "c1"}),
        ("connections", {"size": "3"}, "c1 a1 c3 e1 b2 a5 d2", {"c1", "c3", "b2", "d2"}),
        ("quarto", {}, "0 a1 1 b1 2 c1 3 d1", {"a1", "b1", "c1", "d1"}),
        ("quarto", {"squares": "true"}, "0 a1 1 b1 2 a2 3 b2", {"a1", "b1", "a2", "b2"}),
    ],
)
def test_the_way_that_won_is_shown(game: str, settings: dict[str, str], moves: str, cells: set[str]) -> None:
    line = catalogue.begin(game, settings)
    for move in moves.split():
        assert line.state.scene().highlights == ()
        line.play_text(move)
    assert line.over()
    assert set(line.state.scene().highlights) == cells


def test_morris_shows_the_mill_or_the_men_that_are_shut_in() -> None:
    few = catalogue.find("nine_mens_morris").from_text("b../.../.../....../.../..b/www b 0,0 -")
    assert set(few.scene().highlights) == {"a1", "d1", "g1"}
    shut = catalogue.find("nine_mens_morris").from_text("bbw/.w./.../bw..../.../.../bw. b 0,0 -")
    assert set(shut.scene().highlights) == {"a1", "a4", "a7", "d7"}


def test_go_counts_what_was_captured() -> None:
    line = catalogue.begin("go", {"size": "5"})
    for move in ("A1", "A2", "E5", "B1"):
        assert not any("captured" in note for note in line.state.scene().notes)
        line.play_text(move)
    assert "captured: Black 0, White 1" in line.state.scene().notes


def test_any_cell_of_a_column_takes_the_disc() -> None:
    line = catalogue.begin("connect_four")
    line.play_text("d")
    scene = line.state.scene()
    assert scene.clicks[3] == ("d2",)
    assert {names[0] for names in scene.also[3]} == {"d1", "d3", "d4", "d5", "d6"}


def test_the_king_takes_the_rook_to_castle() -> None:
    line = catalogue.begin("chess")
    for move in ["e4", "e5", "Nf3", "Nc6", "Be2", "Be7"]:
        line.play_text(move)
    scene = line.state.scene()
    for end in ("g1", "h1"):
        picking = Picking(scene)
        picking.click("e1")
        assert line.state.move_text(picking.click(end).move) == "O-O"


def test_the_territory_and_the_stones_of_go_make_the_area() -> None:
    """The picture is counted against the rules' own score."""
    for seed in range(3):
        line = Playthrough(catalogue.variant("go", {"size": "7"})())
        luck = Random(seed)
        while not line.over():
            line.play(line.draw(luck))
        owners = [piece.owner for piece in line.state.scene().pieces]
        assert owners.count(0) - owners.count(1) == line.state.area()
    assert len(star_points(19)) == 9
    assert {len(star_points(size)) for size in (9, 13)} == {5}


def test_the_steps_of_backgammon_come_in_any_order_and_use_their_dice() -> None:
    line = catalogue.begin("backgammon")
    line.play_text("31")
    scene = line.state.scene()
    best = line.state.parse_move("8/5 6/5")
    everything = {scene.clicks[best], *scene.also[best]}
    assert everything == {("8", "5", "6", "5"), ("6", "5", "8", "5")}
    changed = scene.shown_after(("8", "5"))
    assert sorted((piece.kind, piece.cell) for piece in changed.values()) == [("die used", "dice"), ("man", "5")]
    assert [piece.text for piece in changed.values() if piece.kind == "die used"] == ["3"]


def test_every_way_to_click_a_play_of_backgammon_leads_to_it() -> None:
    """The steps, made one by one with the rules' own `step`, end in the position of the play."""
    line, luck = catalogue.begin("backgammon"), Random(2)
    for _ in range(24):
        state = line.state
        for move, names in state.scene().sequences() if line.turn >= 0 else ():
            stepped, played = state.copy(), state.copy()
            for start, end in zip(names[::2], names[1::2], strict=True) if move else ():
                stepped.step(point_of(start, line.turn), point_of(start, line.turn) - point_of(end, line.turn))
            played.play(move)
            assert stepped.points.tolist() == played.points.tolist(), names
        line.play(line.draw(luck))


def point_of(cell: str, player: int) -> int:
    """A cell in the count of a player."""
    if not cell.isdecimal():
        return 25 if cell.startswith("bar") else 0
    return 25 - int(cell) if player else int(cell)


def test_a_chain_is_seen_on_its_way() -> None:
    line = catalogue.begin("checkers", position="W:W22,K1:B18,10,11")
    scene = line.state.scene()
    names = max(scene.clicks.values(), key=len)
    assert len(names) > 2
    assert [piece.cell for piece in scene.shown_after(names[:2]).values()] == [names[1]]
