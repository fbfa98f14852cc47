"""Nothing that leaves the server tells what is hidden: another deal that one cannot tell apart gives the same bytes.

Two games are played side by side, the second with other hidden cards wherever the viewer observes the same. What the
viewer is sent must be the same, by every command, question and kind of player, for a player and for an onlooker.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.interfaces.web.twins import (
    NOTHING_HIDDEN,
    ONLOOKER,
    SMALL,
    begin,
    hidden_games,
    seen,
    sent,
    table_of,
    twin_of,
)
from zermelo.errors import ZermeloError
from zermelo.game.information import sees_move
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.game.veil import observed
from zermelo.games import catalogue
from zermelo.interfaces.web.tables import Table
from zermelo.interfaces.web.views import table_view
from zermelo.notation.record import GameRecord
from zermelo.players import player as find_player
from zermelo.session.session import Session

LENGTHS = {"scrabble": 16, "hidden_dominoes": 18, "hidden_stratego": 32}  # of the games that are played
PLAYERS = ("random", "greedy", "mix(greedy@1,random@1)", "mix(mix(greedy@3,random@1)@1,greedy@1)")


def twins(game: str, viewer: int, seed: int, length: int) -> tuple[list[str], list[str]]:
    """The moves of a game at random and of its twin."""
    luck, line = Random(seed, viewer + 2), begin(game)
    while not line.over() and len(line.played) < length:
        line.play(line.draw(luck))
    moves = [str(text) for text in GameRecord.of(line, game, SMALL.get(game, {})).moves_to((0,) * len(line.played))]
    twin = twin_of(game, moves, viewer, luck)
    return moves[: len(twin)], twin


def asked_about(table: Table, viewer: int) -> list[tuple[str, dict[str, Any]]]:
    """Everything that a viewer can ask of a table; of places, the last few."""
    tip = list(table.session.tip)
    places = [tip[:length] for length in range(max(0, len(tip) - 1), len(tip) + 1)]
    cells = [cell.name for cell in table.session.playthrough.state.scene_for(viewer).cells]
    cells = cells[:: max(1, len(cells) // 3)][:3]
    found: list[tuple[str, dict[str, Any]]] = [("table", {})]
    for place in places:
        found += [("position", {"path": place})]
        if not table.session.over():  # then a player may see all of it, and it does not go on
            found += [("review", {"path": place, "player": "random"})]
        found += [("why_illegal", {"path": place, "clicks": [one, two]}) for one in cells for two in cells]
        found += [("analyse", {"path": place, "player": player, "lines": 5}) for player in PLAYERS]
        if table.session.at(place).turn == viewer:
            moves = [str(table.session.at(place).state.move_text(move)) for move in table.session.at(place).moves()]
            found += [("why", {"path": place, "player": "greedy", "move": move}) for move in moves[:3]]
    found += [("play", {"move": text}) for text in ("nonsense", "a1", "a1-a2", "pass", "J", "0-0", "X")]
    found += [("undo", {}), ("redo", {}), ("go", {"path": []}), ("flag", {}), ("resign", {})]
    found += [("edit", {"path": tip, "what": "comment", "text": "hm"})]
    return found


def plain(text: str) -> str:
    """What was sent, without how long it took."""
    try:
        data = json.loads(text)
    except ValueError:
        return text
    if isinstance(data, dict) and "result" in data:
        data["result"]["seconds"] = data["result"].get("nps") and 0
        for rate in ("nps", "nodes_per_second"):
            data["result"].pop(rate, None)
    return json.dumps(data)


@pytest.mark.parametrize("viewer", [0, 1, ONLOOKER])
@pytest.mark.parametrize("game", hidden_games())
def test_another_deal_gives_the_same_bytes(game: str, viewer: int) -> None:
    different = compared = 0
    for seed in range(4 if "poker" in game else 1):
        one, two = twins(game, viewer, seed, LENGTHS.get(game, 6))
        different += one != two
        for seats in (["human", "human"], ["human", "greedy"] if viewer != 1 else ["greedy", "human"]):
            first, second = table_of(game, one, list(seats)), table_of(game, two, list(seats))
            for name, given in asked_about(first, viewer):
                if name == "play" and rightly_differ(first, second, given["move"], viewer):
                    continue
                compared += 1
                shown = [plain(sent(table, viewer, name, **given)) for table in (first, second)]
                assert shown[0] == shown[1], (name, given, one, two)
    assert compared > 50
    assert different or (game, viewer) in NOTHING_HIDDEN, "the two games are the same: nothing was tried"


def rightly_differ(first: Table, second: Table, move: str, viewer: int) -> bool:
    """Whether a move, as one that turns the cards up, shows the viewer something that was hidden."""
    shown = []
    for line in (first.session.playthrough, second.session.playthrough):
        try:
            shown.append(seen(line, line.parse_move(move), viewer))
        except ZermeloError:
            shown.append(None)
    return shown[0] != shown[1]


SEARCHES = ("best:level=1,seed=3", "determinised:samples=4,search=(mcts:sims=20),seed=3", "ismcts:sims=40,seed=3")
# Forms so small that an equilibrium is found at the table
TINY = {
    "kuhn_poker": {}, "leduc_poker": {}, "goofspiel": {"cards": "3"}, "liars_dice": {"dice": "1", "faces": "3"},
    "hidden_dominoes": {"pips": "2", "hand": "1"},
}  # fmt: skip


@pytest.mark.parametrize("game", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in hidden_games()])
def test_searches_choose_the_same_whatever_is_hidden(game: str, long_run: bool) -> None:
    """The strong players too: with the same seed, another deal that they cannot tell apart gives the same bytes."""
    if "poker" not in game and not long_run:
        pytest.skip("kernels of their own to compile: in the long run")
    choose_the_same(game, SEARCHES)


@pytest.mark.parametrize("game", TINY)
def test_equilibria_choose_the_same_whatever_is_hidden(
    game: str, long_run: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They go by what was seen since the start, which the veil leaves them."""
    if "poker" not in game and not long_run:
        pytest.skip("kernels of their own to compile: in the long run")
    monkeypatch.setitem(SMALL, game, TINY[game])
    choose_the_same(game, ("equilibrium:seed=3,until=0.01",))


def choose_the_same(game: str, players: tuple[str, ...]) -> None:
    """Ask players about games that a viewer cannot tell apart, until there were some for each viewer."""
    compared = 0
    for viewer in (0, 1):
        for seed in range(6):
            one, two = twins(game, viewer, seed, LENGTHS.get(game, 6))
            while one and turn_after(game, one) != viewer:
                one, two = one[:-1], two[:-1]
            if one == two:
                continue
            for player in players:
                shown = []
                for moves in (one, two):
                    table = table_of(game, moves, ["human", "human"])
                    given = {"path": list(table.session.tip), "player": player, "lines": 3}
                    shown.append(plain(sent(table, viewer, "analyse", **given)))
                assert shown[0] == shown[1], (player, one, two)
                assert '"move"' in shown[0], shown[0]
                compared += 1
            break
    assert compared >= len(players), "no two deals were different: nothing was tried"


def turn_after(game: str, moves: list[str]) -> int:
    """Who is to move after some moves; nobody where the game is over."""
    line = catalogue.begin(game, SMALL.get(game))
    for move in moves:
        line.play(move)
    return -2 if line.over() else line.turn


def test_how_a_hidden_game_is_set_up_is_not_told() -> None:
    army = {"army": "small", "red": "place", "blue": "place"}
    table = Table(Session(GameRecord("hidden_stratego", army)))
    assert table_view(table, table.keys).settings == {"army": "small"}
    position = table.session.playthrough.to_text()
    table = Table(Session(GameRecord("hidden_stratego", {"army": "small"}, position)))
    assert table_view(table, table.keys).position == ""


def test_greedy_judges_by_what_it_sees() -> None:
    found = []
    for other in ("J", "K"):
        line = catalogue.begin("kuhn_poker")
        for card in ("Q", other):
            line.play(card)
        found.append([(one.move, one.value) for one in find_player("greedy").think(line, lines=2).lines])
    assert found[0] == found[1]


def test_the_last_card_of_the_pack_is_not_told() -> None:
    """The last tile that is drawn is no secret to the pack; it is to whoever does not know the other's tiles."""
    for seed in range(40):
        luck, line = Random(seed, 1), catalogue.begin("hidden_dominoes")
        while not line.over():
            if line.turn < 0 and len(line.moves()) == 1:
                other = 1 - drawer(line)
                assert not sees_move(line.state, line.moves()[0], other)
                return
            line.play(line.draw(luck))
    pytest.fail("no game came to the last tile")


def drawer(line: Playthrough) -> int:
    """Who gets the tile that chance is about to give."""
    state, before = line.state.copy(), [observed(line.state, player) for player in range(2)]
    hands = [int(hand).bit_count() for hand in state.hands]
    state.play(line.moves()[0])
    assert before
    return next(player for player in range(2) if int(state.hands[player]).bit_count() > hands[player])
