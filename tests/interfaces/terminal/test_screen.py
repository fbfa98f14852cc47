"""The full screen, played by clicks through Textual's pilot."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

pytest.importorskip("textual")

from textual.widgets import Button, Input, Static

from zermelo.errors import MissingExtra
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.games.rules import how_to_play
from zermelo.interfaces.terminal.app import BoardApp, RulesSheet, app_for
from zermelo.interfaces.terminal.local import LocalGame, Wish
from zermelo.interfaces.terminal.look import with_dice
from zermelo.interfaces.terminal.screen import run_screen
from zermelo.interfaces.terminal.widget import BoardView
from zermelo.players.base import Player, simple_result
from zermelo.search.common.result import SearchResult

Play = Callable[[BoardApp, Any], Awaitable[None]]


def on_screen(wish: Wish, play: Play, size: tuple[int, int] = (110, 36)) -> BoardApp:
    """Open the screen, let a test play, close it."""

    async def session() -> BoardApp:
        app = app_for(LocalGame.begin(wish))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(app, pilot)
        return app

    return asyncio.run(session())


def people(game: str, seats: int = 2, **more: Any) -> Wish:
    return Wish(game, ["human"] * seats, seed=1, **more)


async def click(app: BoardApp, pilot: Any, name: str) -> None:
    """Click a cell of the board, or a button of that name."""
    board = app.query_one(BoardView)
    if name in {cell.name for cell in board.scene.cells}:
        await pilot.click(BoardView, offset=board.place_of(name))
    else:
        await pilot.click(next(button for button in app.query(Button) if button.name == name))
    await pilot.pause()


def clicks_of(app: BoardApp) -> dict[int, tuple[str, ...]]:
    """The clicks that a game names first for each legal move."""
    return dict(reversed(app.picking.clicks))


async def make(app: BoardApp, pilot: Any, move: int) -> None:
    """Make a move by its clicks."""
    for name in clicks_of(app)[move]:
        await click(app, pilot, name)


def test_a_whole_game_of_tic_tac_toe_by_clicks() -> None:
    async def play(app: BoardApp, pilot: Any) -> None:
        for cell in ("b2", "b2", "a1", "a3", "c1", "b1", "b3", "c2", "a2", "c3"):
            await click(app, pilot, cell)

        for key in ("f1", "f2"):
            await pilot.press(key)  # help and hint, when there is nothing left to play
        assert app.words == ["the game is over"]

    app = on_screen(people("tic_tac_toe"), play)
    assert app.game.playthrough.line_text() == "b2 a1 a3 c1 b1 b3 c2 a2 c3"
    assert app.game.outcome() is not None
    assert "result" in app.status()


def test_connect_four_against_a_machine_by_clicks() -> None:
    async def play(app: BoardApp, pilot: Any) -> None:
        while app.game.outcome() is None:
            await app.workers.wait_for_complete()
            await pilot.pause()
            if app.asked() and app.game.outcome() is None:
                await make(app, pilot, min(clicks_of(app)))

    app = on_screen(Wish("connect_four", ["human", "random:seed=2"], seed=1), play, (80, 24))
    assert app.game.outcome() is not None
    assert "player 1" not in app.status()


@pytest.mark.parametrize(("game", "seats"), [("amazons", 2), ("checkers", 2), ("backgammon", 2), ("kuhn_poker", 2)])
def test_moves_of_several_clicks(game: str, seats: int) -> None:
    random = Random(7)

    async def play(app: BoardApp, pilot: Any) -> None:
        for _ in range(2 if game == "backgammon" else 3):
            await pilot.pause()
            for _ in range(20):
                if app.asked() or app.game.outcome():
                    break
                await pilot.pause(0.02)
            if app.game.outcome():
                break
            if app.covered():
                assert not app.query_one(BoardView).scene.cells  # the next person must not see the last one's card
                await click(app, pilot, "look")
            moves = sorted(clicks_of(app), key=lambda move: -len(clicks_of(app)[move]))
            await make(app, pilot, moves[random.below(min(len(moves), 4))])

    app = on_screen(people(game, seats), play)
    assert len(app.game.playthrough.played) >= 3
    if game == "backgammon":
        assert any(sign in app.move_list() for sign in "⚀⚁⚂⚃⚄⚅")
    if game == "kuhn_poker":
        assert "(hidden)" in app.move_list()


def test_dice_are_clicked_where_they_are_entered_by_hand() -> None:
    async def play(app: BoardApp, pilot: Any) -> None:
        await click(app, pilot, "roll 52")

    app = on_screen(people("backgammon", by_hand=True), play)
    assert app.game.playthrough.line_text() == "52"
    assert with_dice("X 52") == "X 52 ⚄⚁"


def test_a_key_shows_how_the_game_is_played() -> None:
    async def play(app: BoardApp, pilot: Any) -> None:
        await pilot.press("f6")
        await pilot.pause()
        assert isinstance(app.screen, RulesSheet)
        assert app.screen.text == how_to_play("nim")
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, RulesSheet)

    on_screen(people("nim"), play)


def test_keyboard_words_and_buttons() -> None:
    async def play(app: BoardApp, pilot: Any) -> None:
        await pilot.press("right", "right", "enter")  # a1, b1
        app.query_one(Input).focus()
        for text in ("b2", "nonsense", "undo", "redo", "flip", "moves"):
            await pilot.press(*text, "enter")
            await pilot.pause()
        assert "a1" in str(app.query_one("#said", Static).render()) or app.words
        app.query_one(BoardView).focus()
        await pilot.press("f3")
        await pilot.click("#do-redo")
        await pilot.pause()
        await pilot.click("#do-resign")
        await pilot.pause()

    app = on_screen(people("tic_tac_toe"), play)
    assert app.game.playthrough.line_text() == "b1 b2"
    assert app.query is not None
    outcome = app.game.outcome()
    assert outcome is not None
    assert outcome.reason == "player 1 resigns"


def test_a_hint_comes_from_a_thread() -> None:
    async def play(app: BoardApp, pilot: Any) -> None:
        await pilot.press("f2")
        await app.workers.wait_for_complete()
        await pilot.pause()

    app = on_screen(people("tic_tac_toe"), play)
    assert any(word.startswith("hint: ") for word in app.words)


class Slow(Player):
    """Thinks until it is told to stop."""

    text = "slow"

    def think(self, game: Any, *, stop_event: Any = None, **more: Any) -> SearchResult:
        stop_event.wait(20)
        return simple_result(game, game.moves()[0], self.text)


def test_the_screen_does_not_wait_for_a_player_who_thinks() -> None:
    async def play(app: BoardApp, pilot: Any) -> None:
        app.game.players[1] = Slow()
        await click(app, pilot, "b2")
        assert "thinks" in app.status()
        await pilot.press("f5")  # flip
        assert app.query_one(BoardView).flipped
        await click(app, pilot, "a1")
        assert app.game.playthrough.line_text() == "b2"  # not our turn
        await pilot.press("f4")  # nothing to play again: he goes on thinking
        await pilot.pause()
        assert "thinks" in app.status()
        await pilot.press("f3")  # undo tells him to stop, and his late answer is not played
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert app.game.playthrough.line_text() == ""
        assert "your move" in app.status()

    on_screen(Wish("tic_tac_toe", ["human", "random"], seed=1), play)


def test_castling_and_promotion_by_clicks() -> None:
    async def play(app: BoardApp, pilot: Any) -> None:
        await click(app, pilot, "e1")
        assert {"h1", "g1"} & app.picking.next_names()
        await click(app, pilot, "e1")  # let go
        await make(app, pilot, app.game.playthrough.parse_move("O-O"))
        await make(app, pilot, app.game.playthrough.parse_move("Kd8"))
        await make(app, pilot, app.game.playthrough.parse_move("b8=N"))

    app = on_screen(people("chess", position="4k3/1P6/8/8/8/8/8/4K2R w K - 0 1"), play)
    assert app.game.playthrough.line_text() == "O-O Kd8 b8=N"


def test_leaving_keeps_the_game() -> None:
    async def play(app: BoardApp, pilot: Any) -> None:
        await click(app, pilot, "b2")
        await pilot.press("f10")
        await pilot.pause()

    app = on_screen(people("tic_tac_toe"), play)
    assert "goes on" in (app.return_value or "")


@pytest.mark.parametrize("game", ["go", "chinese_checkers", "twenty_forty_eight", "pacman"])
def test_one_move_by_clicks_in_80_columns(game: str) -> None:
    async def play(app: BoardApp, pilot: Any) -> None:
        for _ in range(50):
            if app.asked():
                break
            await pilot.pause(0.02)
        move = min(clicks_of(app))
        before = len(app.game.playthrough.played)
        await make(app, pilot, move)
        assert app.game.playthrough.played[before] == move

    on_screen(people(game, catalogue.make(game).players), play, (80, 24))


def test_a_deal_is_one_line_of_the_moves() -> None:
    async def play(app: BoardApp, pilot: Any) -> None:
        for _ in range(200):
            if app.asked():
                break
            await pilot.pause(0.02)
        assert app.move_list().count("dealt: ") == 1
        assert app.move_list().startswith("  1 dealt: ")

    on_screen(Wish("hidden_dominoes", ["human", "random:seed=2"], seed=1), play, (80, 24))


def test_without_textual_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("textual") or name.endswith("terminal.app")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)
    with pytest.raises(MissingExtra, match=r"zermelo\[terminal\]"):
        run_screen(LocalGame.begin(people("tic_tac_toe")))


def test_a_move_is_typed_at_once() -> None:
    """Without going to the entry first; and again after the first move."""

    async def play(app: BoardApp, pilot: Any) -> None:
        for typed, there in (
            (["e", "4", "enter"], "e4"),
            (["e", "5", "enter"], "e5"),
            (["N", "f", "3", "enter"], "Nf3"),
        ):
            await pilot.press(*typed)
            await pilot.pause()
            assert app.game.record.moves_to(app.game.record.main_line())[-1] == there
        await pilot.press("left")
        assert app.query_one(Input).value == ""

    on_screen(people("chess"), play)
