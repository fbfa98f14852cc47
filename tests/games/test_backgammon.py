"""Backgammon: corner cases of the rules, known dice, words and evaluation."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.plain_backgammon import ROLLS, at, results, rolled
from zermelo.errors import AmbiguousMove, BadParameter, BadPosition, IllegalMove, MalformedMove
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games.backgammon import Backgammon

START = "X 24:2 13:5 8:3 6:5 / O 24:2 13:5 8:3 6:5"


def plays(text: str) -> set[str]:
    state = at(text)
    return {state.move_text(move) for move in state.legal()}


# ---------------------------------------------------------------------- corner cases


def test_chances_of_the_dice() -> None:
    """Fifteen first rolls, then 21 with 8 1/6 pips on average."""
    state = Backgammon()
    assert [state.odds(roll) for roll in state.legal()] == [1 / 15] * 15
    state = at(f"{START} / O rolls")
    assert state.legal() == ROLLS
    assert sum(state.odds(roll) for roll in ROLLS) == pytest.approx(1)
    pips = sum(state.odds(roll) * (roll // 10 + roll % 10) * (2 if roll % 11 == 0 else 1) for roll in ROLLS)
    assert pips == pytest.approx(49 / 6)
    assert len(Backgammon(opening="any").legal()) == 21


def test_larger_die_is_compulsory() -> None:
    """Either die can be played, but not both."""
    assert plays("X 13:1 / O 23:2 6:13 / X 65") == {"13/7"}
    assert plays("X 13:1 / O 23:2 18:2 6:11 / X 65") == {"13/8"}  # the larger cannot be played at all
    assert plays("X 13:1 / O 23:2 18:2 17:2 6:9 / X 65") == {"pass"}


def test_both_dice_if_possible() -> None:
    """13/12 would leave no six; another man must play the one first."""
    assert plays("X 13:1 3:1 2:13 / O 19:2 6:13 / X 61") == {"13/7 3/2", "13/7 2/1"}


def test_bar() -> None:
    closed = "O 6:2 5:2 4:2 3:2 2:2 1:2 13:3"
    for roll in ROLLS:
        assert plays(f"X bar:1 13:14 / {closed} / X {roll}") == {"pass"}
    assert plays("X bar:2 6:13 / O 24:2 6:13 / X 31") == {"bar/24 bar/22"}
    assert plays("X bar:3 6:12 / O 13:15 / X 44") == {"bar/17 bar/21(2)", "bar/21(3) 6/2"}
    entering = plays("X bar:1 13:1 off:13 / O 6:15 / X 21")
    assert entering == {"bar/22", "bar/23 13/12", "bar/24 13/11"}


def test_bearing_off() -> None:
    """The exact point, or the highest man where all are nearer; nobody while a man is outside."""
    assert plays("X 6:1 3:1 / O 1:15 / X 65") == {"6/off 3/off", "6/1 3/off"}
    assert plays("X 4:2 1:1 / O 1:15 / X 65") == {"4/off(2)"}
    assert plays("X 7:1 6:2 / O 13:15 / X 61") == {"7/off", "7/1 6/5"}
    assert plays("X 5:1 3:1 / O 1:15 / X 42") == {"5/off", "5/1 3/1"}
    assert "off" not in " ".join(plays("X 8:1 6:2 / O 13:15 / X 61"))


@pytest.mark.parametrize(("point", "ways"), [(1, 36), (2, 36), (3, 36), (4, 34), (5, 31), (6, 27)])
def test_one_man_to_bear_off(point: int, ways: int) -> None:
    """In how many of 36 rolls the last man comes off."""
    state = at(f"X {point}:1 / O 1:15 / X rolls")
    total = 0.0
    for roll in ROLLS:
        after = rolled(state, roll)
        if any(end[0][0] == 15 for end in results(after)):
            total += state.odds(roll)
    assert total == pytest.approx(ways / 36)


@pytest.mark.parametrize(
    ("theirs", "points", "kind"),
    [
        ("6:14 off:1", 1, "a single game"),
        ("13:15", 2, "a gammon"),
        ("bar:1 13:14", 3, "a backgammon"),
        ("19:1 13:14", 3, "a backgammon"),
        ("18:1 13:14", 2, "a gammon"),
        ("23:14 off:1", 1, "a single game"),
    ],
)
def test_stakes(theirs: str, points: int, kind: str) -> None:
    line = Playthrough(at(f"X 1:1 / O {theirs} / X 21"))
    assert line.state.bounds(0)[1] == (1 if points == 1 else 3)
    line.play("1/off")
    outcome = line.outcome()
    assert outcome
    assert outcome.utilities == (points, -points)
    assert outcome.reason == f"White (X) has borne off all checkers and wins {kind}"
    assert line.state.why_not("1/off") == "the game is over"


def test_hits() -> None:
    line = Playthrough(at("X 13:1 6:14 / O 18:1 17:1 6:13 / X 65"))
    line.play("13/7*/2")
    assert line.to_text() == "X 6:14 2:1 / O bar:1 17:1 6:13 / O rolls"


def test_cap() -> None:
    outcome = Playthrough(at(f"{START} / X 31"), ply=2000).outcome()
    assert outcome
    assert outcome.utilities == (0.0, 0.0)


# ---------------------------------------------------------------------- known dice


def test_known_dice() -> None:
    line = Playthrough(Backgammon(known=True, rolls=(31, 66, 12)))
    assert line.state.chance is False
    assert line.to_text() == f"{START} / X 31 then 66 21"
    assert len(line.moves()) == 16
    for text, shown in (("8/5 6/5", "O 66 then 21"), ("24/18(2) 13/7(2)", "X 21"), ("13/10", "O -")):
        line.play(text)
        assert line.to_text().endswith(shown)
        assert type(line.state).from_text(line.to_text()) == line.state
    outcome = line.outcome()
    assert outcome
    assert outcome.utilities == (-1.0, 1.0)
    assert outcome.reason == "the known dice have ended: Black (O) has fewer pips to go and wins"


def test_known_dice_by_seed() -> None:
    first, again, other = (Backgammon(known=True, seed=seed) for seed in (1, 1, 2))
    assert first.to_text() == again.to_text() != other.to_text()
    assert first.coming == 255
    draw = random.Random(1)
    while legal := first.legal():
        first.play(draw.choice(legal))
    assert first.over() or first.coming == 0


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"rolls": (31,)}, "needs known=True"),
        ({"known": True, "rolls": (33,)}, "first roll cannot be the double 33"),
        ({"known": True, "rolls": (31, 70)}, "two digits from 1 to 6"),
        ({"known": True, "rolls": (31,) * 300}, "at most 256"),
        ({"opening": "never"}, "must be one of standard, any"),
    ],
)
def test_bad_parameters(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadParameter, match=message):
        Backgammon(**settings)


# ---------------------------------------------------------------------- words


def test_notation() -> None:
    state = at(f"{START} / X 31")
    assert state.parse_move("6/5 8/5") == state.parse_move("8/5 6/5") == state.parse_move("8/5, 6/5")
    assert state.move_text(state.parse_move("24/23/20")) == "24/20"
    assert at(f"{START} / X 66").parse_move("24/18(2) 13/7(2)") == 24 + 26 * 24 + 676 * 13 + 17576 * 13
    assert at(f"{START} / X 31").parse_move("8/5 6/5") == 8 + 26 * 6
    assert at("X bar:1 6:14 / O 13:15 / X 31").parse_move("25/22 6/5") > 0
    assert Backgammon().parse_move("1-3") == 31
    assert Backgammon().parse_turn("31: 8/5 6/5") == [31, 8 + 26 * 6]
    line = Playthrough(Backgammon())
    line.play_text("31: 8/5 6/5")
    line.play_text("66")
    line.play_text("24/18(2) 13/7(2)")
    assert line.to_text() == "X 24:2 13:5 8:2 6:4 5:2 / O 18:2 13:3 8:3 7:2 6:5 / X rolls"


def test_hits_between() -> None:
    """A star tells which way a man went; without one he hit nobody on the way, if that is possible."""
    state = at("X 13:1 6:14 / O 18:1 17:1 6:13 / X 65")
    assert {"13/7*/2", "13/8*/2"} <= {state.move_text(move) for move in state.legal()}
    with pytest.raises(AmbiguousMove, match=r"13/7\*/2 or 13/8\*/2|13/8\*/2 or 13/7\*/2"):
        state.parse_move("13/2")
    assert state.move_text(state.parse_move("13/7/2")) == "13/7*/2"
    state = at("X 13:1 6:14 / O 18:1 6:14 / X 65")
    assert state.move_text(state.parse_move("13/2")) == "13/2"
    assert state.move_text(state.parse_move("13/7*/2")) == "13/7*/2"


@pytest.mark.parametrize(
    ("text", "play", "reason"),
    [
        (f"{START} / X 31", "7/4 6/5", "there are 0 checkers on point 7"),
        (f"{START} / X 51", "24/19 6/5", "the opponent holds point 19"),
        (f"{START} / X 31", "8/5", "both dice"),
        (f"{START} / X 31", "13/5", "both dice"),
        ("X bar:1 6:14 / O 13:15 / X 31", "6/5 6/3", "the bar must enter first"),
        ("X 8:1 6:14 / O 13:15 / X 61", "6/off 6/5", "only when all are at home"),
        ("X bar:1 13:14 / O 6:2 5:2 4:2 3:2 2:2 1:2 13:3 / X 31", "bar/22", "cannot move any checker: pass"),
        (f"{START} / X rolls", "70", "two digits"),
        (f"{START} / first roll", "66", "the first roll is no double"),
    ],
)
def test_why_not(text: str, play: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        at(text).parse_move(play)


@pytest.mark.parametrize("play", ["x", "8/9", "8-5", "26/20", "6/", "bar", "0/off"])
def test_malformed_plays(play: str) -> None:
    with pytest.raises(MalformedMove):
        at(f"{START} / X 31").parse_move(play)


def test_position_identifier() -> None:
    """The player on roll comes second in a Position ID."""
    assert at("4HPwATDgc/ABMA") == at(f"{START} / X rolls")
    assert at("4HPwATDgc/ABMA 13") == at(f"{START} / X 31")
    assert at("/38AAADg/wcAQA 21").to_text() == "X bar:1 6:14 / O 1:15 / X 21"


@pytest.mark.parametrize(
    "text",
    [
        "",
        START,
        f"{START} / X 71",
        f"{START} / Z 31",
        f"{START} / X 31 then 42",
        f"{START} / X -",
        "X 24:2 13:5 8:3 6:6 / O 24:2 13:5 8:3 6:5 / X 31",
        "X 24:2 13:5 8:3 6:4 off:2 / O 24:2 13:5 8:3 6:5 / X 31",
        "X 25:2 13:13 / O 24:2 13:5 8:3 6:5 / X 31",
        "X 0:2 13:13 / O 24:2 13:5 8:3 6:5 / X 31",
        "X 24:x 13:13 / O 24:2 13:5 8:3 6:5 / X 31",
        "X 12:1 / O 13:1 / X 31",
        "X off:15 / O off:15 / X rolls",
        "O 24:2 / X 24:2 / X 31",
        "//////////////",
        "4HPwATDgc/ABMA 77",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        at(text)


def test_bad_positions_of_known_dice() -> None:
    for ending in ("first roll", "X rolls", "X 31 then", "X 31 then 99"):
        with pytest.raises(BadPosition):
            Backgammon.variant(known=True).from_text(f"{START} / {ending}")


def test_words_of_random_games() -> None:
    draw = random.Random(2)
    for number in range(3):
        state = Backgammon()
        for move in random_game(state, 4, number):
            legal = state.legal()
            assert at(state.to_text()) == state
            assert len({state.move_text(m) for m in legal}) == len(legal)
            for one in draw.sample(legal, min(3, len(legal))):
                assert state.parse_move(state.move_text(one)) == one
            assert state.scene().problem(legal) is None
            assert state.lowest < state.evaluate() < state.highest
            state.play(move)
        assert state.over()
        assert at(state.to_text()) == state


@pytest.mark.parametrize(("roll", "best"), [(31, "8/5 6/5"), (42, "8/4 6/4"), (61, "13/7 8/7"), (53, "8/3 6/3")])
def test_evaluation_makes_points(roll: int, best: str) -> None:
    """The opening plays on which all programs agree and that need no look-ahead."""
    state = at(f"{START} / X {roll}")
    values = {}
    for move in state.legal():
        after = state.copy()
        after.play(move)
        values[state.move_text(move)] = after.evaluate()
    assert max(values, key=lambda text: values[text]) == best
