"""Scrabble: scores known by hand, the rules of a turn, hidden racks, and a second program that tries every word."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game import CHANCE
from zermelo.game.compile import kernel
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.games.scrabble import Scrabble
from zermelo.games.scrabble.board import VALUES
from zermelo.games.scrabble.plays import AS_BLANK, END, EXCHANGE, LETTER, PASS
from zermelo.games.scrabble.words import COUNTS, DICTIONARY, SMALL, premium, read_list, system_list, word_graph

Small: Any = Scrabble.variant(size=7)
Hidden: Any = Scrabble.variant(known=False)
EMPTY = "/".join(["7"] * 7)


@kernel
def listed(state: Any, row: Any) -> int:
    """The moves, compiled: the interpreted search is slow."""
    return state.moves(row)


def legal(state: Any) -> list[int]:
    row = np.zeros(state.most_moves, np.int32)
    return [] if state.over() else row[: listed(state, row)].tolist()


def after(state: Any, *turns: str) -> Any:
    line = Playthrough(state)
    for text in turns:
        line.play_text(text)
    return line.state


# ---------------------------------------------------------------------- points


@pytest.mark.parametrize(
    ("rack", "play", "points"),
    [
        ("QUIZAAA", "8H QUIZ", 44),
        ("QUARTZE", "8G QUARTZ", 68),
        ("MUZJIKS", "8B MUZJIKS", 128),
        ("QUI?AAA", "8H QUIz", 24),
    ],
)
def test_openings_known_by_hand(rack: str, play: str, points: int) -> None:
    assert after(Scrabble(bag=rack), play).reward(0) == points


def test_premium_squares_and_tiles() -> None:
    kinds = Counter(premium(15, square) for square in range(225))
    assert (kinds[1, 3], kinds[1, 2], kinds[3, 1], kinds[2, 1]) == (8, 17, 12, 24)
    assert sum(COUNTS) == 100
    assert sum(count * value for count, value in zip(COUNTS, VALUES, strict=True)) == 187


def test_a_word_has_as_many_openings_as_letters() -> None:
    state = Scrabble(bag="QUIZVVW")
    across = [move for move in legal(state) if move < 225]
    assert [state.move_text(move) for move in across] == ["8E", "8F", "8G", "8H"]


def test_cross_words_score_and_premiums_count_once() -> None:
    state = after(Small.from_text(f"{EMPTY} CATSSSA/NDODDAO 0/0 0 - 1 -"), "4C CAT")
    assert state.reward(0) == 10
    assert after(state, "C4 CAN").reward(1) == 3 + 2 * 1 + 1  # a double letter under A
    assert after(state, "5E ODD").reward(1) == (2 * 1 + 2 + 2) + (1 + 2 * 1)  # and TO down, O doubled in both


def test_exchange_draws_first_and_puts_tiles_at_the_bottom() -> None:
    state = Scrabble(bag="AAEIOUQBBCCDDDEEE")
    bag = state.to_text().split()[4]
    state = after(state, "-QAA")
    assert state.to_text().split()[4] == bag[3:] + "AAQ"
    assert state.scoreless == 1
    assert state.turn == 1


def test_exchange_needs_seven_tiles_in_the_bag() -> None:
    state = Small.from_text(f"{EMPTY} AAEIOUQ/BBCCDDD 0/0 0 EEEEEE 1 -")
    assert all(move < LETTER or move == PASS for move in state.legal())
    assert state.why_not("-Q") == "tiles are exchanged only while seven are in the bag"


def test_out_and_six_scoreless_turns() -> None:
    state = after(Small.from_text(f"{EMPTY} CAT/QZ 3/5 0 - 1 -"), "4C CAT")
    assert state.over()
    assert state.utility(0) == 3 + 10 + 20 - (5 - 20)
    assert "player 1 is out" in state.ending()
    state = after(Small.from_text(f"{EMPTY} CAT/QZ 3/5 4 - 1 -"), "pass", "pass")
    assert (state.reward(0), state.reward(1)) == (3 - 5, 5 - 20)
    assert state.ending() == "six turns without points: -2 to -15, player 1 wins"


# ---------------------------------------------------------------------- words


def test_word_lists(tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("foo\nfoobar Bar\n")
    assert read_list(str(own)) == ["bar", "foo", "foobar"]
    game: Any = Scrabble.variant(lexicon=str(own), size=7)
    state = game.from_text(f"{EMPTY} FOOBARS/CATCATS 0/0 0 - 1 -")
    assert state.parse_turn("4B FOOBAR")[-1] == END
    assert state.why_not("4A FOOBARS") == "FOOBARS is not in the word list"
    own.write_text("it's")
    with pytest.raises(BadParameter, match="it's"):
        Scrabble.variant(lexicon=str(own), size=9)
    with pytest.raises(BadParameter, match="cannot be read"):
        Scrabble.variant(lexicon="/no/such/file")
    with pytest.raises(BadParameter, match="odd"):
        Scrabble.variant(size=8)
    with pytest.raises(BadParameter, match="only 1 tiles Q"):
        Scrabble(bag="QQ")


def test_a_systems_dictionary(tmp_path: Path) -> None:
    """Names, abbreviations, apostrophes and accents are left out; a missing dictionary is told with the remedy."""
    kept = tmp_path / "words"
    kept.write_text("A\nAachen\nit\nit's\ncafé\nzebra\nzebras\nNATO\na\n" + "x" * 16 + "\n", encoding="utf-8")
    assert system_list(kept) == ["it", "zebra", "zebras"]
    with pytest.raises(BadParameter, match="install one"):
        system_list(tmp_path / "none")
    kept.write_text("A\nNATO\n")
    with pytest.raises(BadParameter, match="no words"):
        system_list(kept)
    if DICTIONARY.exists():
        assert Scrabble.variant(lexicon="system", size=7).GRAPH.size > 1000


def test_the_graph_holds_the_words_and_no_others() -> None:
    edges = word_graph(sorted(set(SMALL.split())))
    found, todo = set(), [(edges[0], "")]
    while todo:
        at, begun = todo.pop()
        while at:
            here = begun + chr(97 + (edges[at] & 31))
            if edges[at] & 64:
                found.add(here)
            todo.append((edges[at] >> 8, here))
            at = 0 if edges[at] & 32 else at + 1
    assert found == set(SMALL.split())


CAT = "7/7/7/2CAT2/7/7/7"


@pytest.mark.parametrize(
    ("play", "reason"),
    [
        ("4A XCAT", "player 1 has no X"),
        ("4B ACAT", "ACAT is not in the word list"),
        ("C4 DOE", "on C4 lies C, not D"),
        ("5C DO", "CD is not in the word list"),
        ("7A DO", "a word must touch"),
        ("4F SO", "CATSO is not in the word list"),
        ("4C CAT", "at least one new tile"),
        ("7F DOES", "does not fit"),
    ],
)
def test_refused_by_name(play: str, reason: str) -> None:
    state = Small.from_text(f"{CAT} DOESAEE/QZ 0/0 0 - 1 -")
    assert reason in state.why_not(play)
    with pytest.raises(IllegalMove):
        state.parse_turn(play)


def test_first_word_covers_the_middle() -> None:
    state = Small.from_text(f"{EMPTY} CATDOEE/QZ 0/0 0 - 1 -")
    assert state.why_not("1A CAT") == "the first word must cover the middle, D4"
    assert state.why_not("4D DOG") == "player 1 has no G for that"
    assert "can be laid from 1A" in state.why_not("1A")
    assert state.why_not("-C").startswith("tiles are exchanged only")
    inside = after(state)
    inside.play(inside.parse_move("4D"))
    inside.play(inside.parse_move("C"))
    assert inside.why_not("Z") == "player 1 has no Z"
    assert inside.why_not("T").startswith("no word of the list goes on with T")
    assert "not in the word list" in inside.why_not("end")
    assert Small.from_text(inside.to_text()) == inside


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"{EMPTY} CAT/QZ 0/0 0 - 1",
        f"{EMPTY} CAT/QZ 0/0 0 - 3 -",
        f"{EMPTY} CAT/QZ 0/0 7 - 1 -",
        f"{EMPTY} CAT/QQ 0/0 0 - 1 -",
        f"{EMPTY} CAT/qz 0/0 0 - 1 -",
        f"{EMPTY} CAT/QZ 0/0 0 AAA 1 -",
        f"{EMPTY} CATCATOO/QZ 0/0 0 - 1 -",
        f"{EMPTY} CAT/QZ 0/0 0 hidden 1 -",
        f"{EMPTY} CAT/QZ 0/0 0 - ?1 -",
        f"{EMPTY} CAT/QZ 0/0 0 - 1 4D,Q",
        f"{EMPTY} CAT/QZ 0/0 0 - 1 4D,C,A,T,end",
        "7/7/7 CAT/QZ 0/0 0 - 1 -",
        "7/7/7/2CTA2/7/7/7 CAT/QZ 0/0 0 - 1 -",
        "2CAT2/7/7/7/7/7/7 CAT/QZ 0/0 0 - 1 -",
        "2CAT2/7/7/2CAT2/7/7/7 DO/QZ 0/0 0 - 1 -",
        "7/7/7/3A3/7/7/7 DO/QZ 0/0 0 - 1 -",
        "7/7/7/2CAT3/7/7/7 DO/QZ 0/0 0 - 1 -",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Small.from_text(text)


# ---------------------------------------------------------------------- hidden racks


def test_hidden_deal_and_odds() -> None:
    state = Hidden()
    for number in range(14):
        assert state.turn == CHANCE
        assert abs(sum(state.odds(move) for move in state.legal()) - 1) < 1e-9
        assert state.drawer == 1 + number // 7
        state.play(state.legal()[0])
    assert state.turn == 0
    assert state.held == 86


def test_redeal_draws_by_the_bag() -> None:
    """Player 2 has seven of the unseen tiles: an E in about 7 * 12 / 93 of his places."""
    state = Hidden()
    for kind in [0, 0, 1, 2, 3, 3, 5] + [8] * 7:
        state.play(kind)
    before = np.zeros(Hidden.observation, np.int32)
    count = state.observe(0, before)
    random_source, found, trials = Random(5), 0, 500
    for _ in range(trials):
        other = state.copy()
        other.redeal(0, random_source)
        seen = np.zeros(Hidden.observation, np.int32)
        assert other.observe(0, seen) == count
        assert (seen == before).all()
        assert [other.racks[1, k] + other.bag[k] for k in range(27)] == [
            state.racks[1, k] + state.bag[k] for k in range(27)
        ]
        found += other.racks[1, 4]
    assert abs(found / trials - 7 * 12 / 93) < 0.15


def test_redeal_in_the_middle_of_a_word_leaves_an_end() -> None:
    state = Hidden()
    for kind in [4] * 7 + [2, 0, 19, 25, 16, 21, 22]:
        state.play(kind)
    state.play(PASS)
    state.play(state.parse_move("8H"))
    state.play(state.parse_move("C"))
    random_source = Random(7)
    racks = set()
    for _ in range(4):
        other = state.copy()
        other.redeal(0, random_source)
        assert other.word_moves(np.zeros(other.most_moves, np.int32)) > 0
        assert not other.swapped.any()
        assert not other.stack.any()
        racks.add(other.racks.tobytes())
    assert len(racks) > 1


def test_what_a_player_sees() -> None:
    state = Hidden()
    for kind in [4] * 7 + [8] * 7:
        state.play(kind)
    state.play(EXCHANGE + 4)
    mine, theirs = state.scene_for(0), state.scene_for(1)
    assert [p.text for p in mine.pieces] == ["E"] * 6 + ["?"] * 7
    assert [p.text for p in theirs.pieces] == ["?"] * 6 + ["I"] * 7
    assert mine.clicks
    assert not theirs.clicks
    with pytest.raises(BadParameter):
        Hidden(seed=3)


# ---------------------------------------------------------------------- a second program


def plays_of(state: Any) -> dict[frozenset[tuple[int, int]], list[tuple[list[int], int]]]:
    """Every play by its tiles: the ways to step through it, and its points."""
    found: dict[frozenset[tuple[int, int]], list[tuple[list[int], int]]] = {}
    todo: list[tuple[Any, list[int]]] = [(state, [])]
    while todo:
        here, steps = todo.pop()
        for move in legal(here):
            if move == END:
                laid = frozenset((int(s) - 1, int(here.board[int(s) - 1])) for s in here.spots if s)
                found.setdefault(laid, []).append(([*steps, move], here.points()))
            elif move < END:
                child = here.copy()
                child.play(move)
                todo.append((child, [*steps, move]))
    return found


def one_play(state: Any, rng: random.Random) -> dict[Any, list[tuple[list[int], int]]]:
    """A random play, as `plays_of` gives them."""
    here, steps = state.copy(), []
    while starts := [move for move in legal(here) if move <= END]:
        steps.append(rng.choice(starts))
        if steps[-1] == END:
            return {None: [(steps, here.points())]}
        here.play(steps[-1])
    return {}


def tried(state: Any) -> dict[frozenset[tuple[int, int]], int]:
    """Every word of the list at every place with every choice of blanks, on a dictionary of squares."""
    entries, size = set(read_list(state.lexicon)), state.size
    board = {divmod(s, size): int(state.board[s]) for s in range(state.cells) if state.board[s]}
    rack = Counter({kind: int(n) for kind, n in enumerate(state.racks[state.turn]) if n})
    middle = (size // 2, size // 2)
    found = {}

    def word_at(tiles: dict[tuple[int, int], int], spot: tuple[int, int], dy: int, dx: int) -> list[tuple[int, int]]:
        y, x = spot
        while (y - dy, x - dx) in tiles:
            y, x = y - dy, x - dx
        line = []
        while (y, x) in tiles:
            line.append((y, x))
            y, x = y + dy, x + dx
        return line

    for entry, (dy, dx) in itertools.product(sorted(entries), ((0, 1), (1, 0))):
        for y, x in itertools.product(range(size - dy * (len(entry) - 1)), range(size - dx * (len(entry) - 1))):
            spots = {(y + k * dy, x + k * dx): ord(sign) - 96 for k, sign in enumerate(entry)}
            if any(spot in board and board[spot] & 31 != letter for spot, letter in spots.items()):
                continue
            new = {spot: letter for spot, letter in spots.items() if spot not in board}
            lacking = sum((Counter(letter - 1 for letter in new.values()) - rack).values())
            if not new or lacking > rack[26]:
                continue
            tiles = board | new
            if word_at(tiles, (y, x), dy, dx) != list(spots):
                continue
            across = [line for spot in new if len(line := word_at(tiles, spot, dx, dy)) > 1]
            if any("".join(chr(96 + (tiles[spot] & 31)) for spot in line) not in entries for line in across):
                continue
            if (middle not in new) if not board else (len(new) == len(spots) and not across):
                continue
            for blanks in itertools.product((0, 32), repeat=len(new)):
                chosen = {spot: letter + blank for (spot, letter), blank in zip(new.items(), blanks, strict=True)}
                if Counter(26 if tile & 32 else tile - 1 for tile in chosen.values()) - rack:
                    continue
                total = 50 if len(new) == 7 else 0
                for line in [list(spots), *across]:
                    factor, points = 1, 0
                    for spot in line:
                        tile = chosen.get(spot, board.get(spot, 0))
                        one, many = premium(size, spot[0] * size + spot[1]) if spot in chosen else (1, 1)
                        points += (0 if tile & 32 else VALUES[(tile & 31) - 1]) * one
                        factor *= many
                    total += points * factor
                found[frozenset((s[0] * size + s[1], tile) for s, tile in chosen.items())] = total
    return found


@pytest.mark.parametrize("size", [7, 15])
def test_against_trying_every_word(size: int, long_run: bool) -> None:
    """Each play is found, by one way of stepping only, and with the same points."""
    game: Any = Scrabble.variant(size=size)
    turns = plays = 0
    for seed in range((60 if size == 7 else 12) if long_run else 2 if size == 7 else 1):
        rng, state = random.Random(seed), game(seed=seed)
        while not state.over():
            looked = long_run or turns % (2 if size == 7 else 7) == 0
            mine = plays_of(state) if looked else one_play(state, rng)
            if looked:
                theirs = tried(state)
                assert {laid: ways[0][1] for laid, ways in mine.items()} == theirs
                assert all(len(ways) == 1 for ways in mine.values())
                plays += len(theirs)
            turns += 1
            if mine and (rng.random() < 0.9):
                steps, points = rng.choice(sorted(way for ways in mine.values() for way in ways))
                text = state.turn_text(steps)
                assert state.parse_turn(text) == steps
                before = int(state.score[state.turn])
                mover = state.turn
                for step in steps:
                    state.play(step)
                assert state.over() or state.score[mover] == before + points
            else:
                state.play(PASS)
    assert turns > 10
    assert plays > 100


def test_random_games_keep_all_tiles() -> None:
    for seed in range(3):
        state = Small(seed=seed)
        for move in random_game(state, 11, seed):
            state.play(move)
            bag = [int(kind) - 1 for kind in state.bag[: state.held]]
            held = Counter(bag) + Counter(
                {k: int(n) for k, n in enumerate(state.racks.sum(axis=0) + state.swapped) if n}
            )
            held += Counter(26 if t & 32 else (int(t) & 31) - 1 for t in state.board.tolist() if t)
            assert [held[kind] for kind in range(27)] == list(COUNTS)


def test_the_board_remembers_what_fits_across() -> None:
    """What words change at their ends is what a look at the whole board finds; every word goes through `settle`."""
    for seed in range(3):
        state = Small(seed=seed)
        for move in random_game(state, 12, seed):
            state.play(move)
            if move == END:
                afresh = Small.blank()
                afresh.board[:] = state.board
                afresh.survey()
                empty = state.board == 0
                assert (state.barred[:, empty] == afresh.barred[:, empty]).all()
                assert afresh.barred.any()


def test_a_begun_word_is_worth_the_best_that_it_can_become() -> None:
    """`best_end` beside playing every way to the end of the word."""

    def best_of(state: Any, taken: float) -> float:
        found = -np.inf
        for move in legal(state):
            child = state.copy()
            if move == END:
                child.play(move)
                found = max(found, float(child.score[state.turn] - state.score[state.turn]) - taken)
            else:
                kind = 26 if move >= AS_BLANK else move - LETTER
                child.play(move)
                found = max(found, best_of(child, taken + state.price(kind)))
        return found

    looked = 0
    for seed in range(4):
        state = Small(seed=seed)
        for move in random_game(state, 13, seed):
            state.play(move)
            if move < END and state.held > 0:  # with an empty bag the end may count the racks as well
                assert state.best_end() == best_of(state, 0.0)
                assert not state.stack.any()
                looked += 1
    assert looked > 30
