"""Pacman: the course's published values, corner cases of meeting and fright, and a second program in floating point."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove, MalformedMove
from zermelo.game.playouts import playouts, random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games.pacman import Pacman
from zermelo.games.pacman.notation import NAMES
from zermelo.games.pacman.rules import LAYOUTS

MINIMAX = {"layout": "minimaxClassic", "ghosts": 3}
TRAPPED = {"layout": "trappedClassic", "ghosts": 2}
ROOM = "%%%%%%%/%_____%/%_%%%_%/%_____%/%%%%%%%"  # a ring of twelve cells


def played(text: str, *moves: str, ghosts: int = 1) -> Playthrough:
    """The game after some moves from a position text."""
    line = Playthrough.from_text(Pacman.variant(ghosts=ghosts), text)
    for move in moves:
        line.play(move)
    return line


# ---------------------------------------------------------------------- the course's values


def minimax(state: Any, plies: int) -> float:
    """The textbook's: Pacman maximises the score, every ghost minimises it."""
    if plies == 0 or state.over():
        return float(state.reward(0))
    values = [minimax(child, plies - 1) for child in children(state)]
    return max(values) if state.turn == 0 else min(values)


def expectimax(state: Any, plies: int) -> float:
    """Ghosts are thought to move at random."""
    if plies == 0 or state.over():
        return float(state.reward(0))
    values = [expectimax(child, plies - 1) for child in children(state)]
    return max(values) if state.turn == 0 else sum(values) / len(values)


def children(state: Any) -> list[Any]:
    found = []
    for move in state.legal():
        child = state.copy()
        child.play(move)
        found.append(child)
    return found


def test_minimax_values_of_the_course() -> None:
    assert [minimax(Pacman(**MINIMAX), 4 * rounds) for rounds in (1, 2, 3, 4)] == [9, 8, 7, -492]


def test_trapped_minimax_gives_up_at_once() -> None:
    state = Pacman(**TRAPPED)
    assert minimax(state, 9) == minimax(state, 12) == -501
    after = state.copy()
    after.play(after.parse_move("East"))  # into the arms of the nearer ghost
    assert minimax(after, 8) == -501


def test_trapped_expectimax_wins_half(long_run: bool) -> None:
    games, wins = 2000 if long_run else 60, 0
    chooser, known = random.Random(3), {}
    for _ in range(games):
        state = Pacman(**TRAPPED)
        while not state.over():
            if state.turn == 0:
                if state not in known:
                    values = [expectimax(child, 8) for child in children(state)]
                    known[state.copy()] = state.legal()[values.index(max(values))]
                state.play(known[state])
            else:
                state.play(chooser.choice(state.legal()))
        assert state.score in (532, -502)
        wins += state.score == 532
    assert 0.3 < wins / games < 0.7


# ---------------------------------------------------------------------- a second program


class Twin:
    """The rules once more, in floating point and with sets, as the course's text has them."""

    steps = {"North": (0, 1), "South": (0, -1), "East": (1, 0), "West": (-1, 0), "Stop": (0, 0)}
    back = {"North": "South", "South": "North", "East": "West", "West": "East", "Stop": "Stop"}

    def __init__(self, maze: str, ghosts: int) -> None:
        lines = maze.replace("/", " ").split()
        cells = {(x, y): sign for y, line in enumerate(reversed(lines)) for x, sign in enumerate(line)}
        self.walls = {cell for cell, sign in cells.items() if sign == "%"}
        self.food: set[tuple[float, float]] = {cell for cell, sign in cells.items() if sign == "."}
        self.capsules: set[tuple[float, float]] = {cell for cell, sign in cells.items() if sign == "o"}
        self.homes = sorted(cell for cell, sign in cells.items() if sign == "G")[:ghosts]
        self.places: list[tuple[float, float]] = [
            next(cell for cell, sign in cells.items() if sign == "P"),
            *self.homes,
        ]
        self.headings, self.timers = ["Stop"] * (ghosts + 1), [0] * (ghosts + 1)
        self.score, self.turn, self.won, self.lost = 0, 0, False, False

    def moves(self) -> set[str]:
        if self.won or self.lost:
            return set()
        x, y = self.places[self.turn]
        if x % 1 or y % 1:
            return {self.headings[self.turn]}
        free = {name for name, (across, up) in self.steps.items() if (x + across, y + up) not in self.walls}
        if self.turn == 0:
            return free
        free -= {"Stop"}
        return free - {self.back[self.headings[self.turn]]} or free

    def play(self, move: str) -> None:
        agent, ghosts = self.turn, range(1, len(self.places))
        speed = 0.5 if self.timers[agent] else 1.0
        x, y = self.places[agent]
        x, y = self.places[agent] = (x + speed * self.steps[move][0], y + speed * self.steps[move][1])
        if agent == 0:
            self.score -= 1
            if (x, y) in self.food:
                self.food.remove((x, y))
                self.score += 10
                if not self.food:
                    self.score, self.won = self.score + 500, True
            if (x, y) in self.capsules:
                self.capsules.remove((x, y))
                self.timers = [0] + [40 for _ in ghosts]
        else:
            self.headings[agent] = move
            if self.timers[agent] == 1:
                self.places[agent] = int(x + 0.5), int(y + 0.5)
            self.timers[agent] = max(0, self.timers[agent] - 1)
        for ghost in ghosts if agent == 0 else [agent]:
            if sum(abs(a - b) for a, b in zip(self.places[0], self.places[ghost], strict=True)) > 0.7:
                continue
            if self.timers[ghost]:
                self.places[ghost], self.headings[ghost], self.timers[ghost] = self.homes[ghost - 1], "Stop", 0
                self.score += 200
            elif not self.won:
                self.score, self.lost = self.score - 500, True
        self.turn = (agent + 1) % len(self.places)

    def equals(self, state: Any) -> bool:
        food, capsules = ([int(row) for row in layer] for layer in (state.food, state.capsules))
        return (
            self.moves() == {NAMES[move] for move in state.legal()}
            and (self.won, self.lost) == (state.left == 0, state.caught)
            and (self.score, self.turn, self.timers) == (state.score, state.turn, list(state.scared))
            and self.places == [(x / 2, y / 2) for x, y in zip(state.x, state.y, strict=True)]
            and self.headings == [NAMES[heading] for heading in state.heading]
            and self.food == {(x, y) for y, row in enumerate(food) for x in range(32) if row >> x & 1}
            and self.capsules == {(x, y) for y, row in enumerate(capsules) for x in range(32) if row >> x & 1}
        )


CAPSULES = "%%%%%%%%%/%oG_G_P.%/%_%o%_%o%/%o_G_o_.%/%%%%%%%%%"


def test_random_games_agree_with_the_twin(long_run: bool) -> None:
    chooser = random.Random(11)
    eaten = 0
    for _ in range(1000 if long_run else 40):
        name = chooser.choice([*LAYOUTS, *[CAPSULES] * 3])
        maze = LAYOUTS.get(name, name)
        ghosts = chooser.randint(0, maze.count("G"))
        state, twin = Pacman(layout=name, ghosts=ghosts), Twin(maze, ghosts)
        assert twin.equals(state)
        for _ in range(400 if long_run else 200):
            if state.over():
                break
            legal = state.legal()
            if state.turn == 0:  # a Pacman who does not run into ghosts on purpose plays longer games
                legal = [m for m in legal if not after(state, m).caught] or legal
                legal = [m for m in legal if state.irreversible(m)] or legal
            move = chooser.choice(legal)
            before = state.score
            state.play(move)
            twin.play(NAMES[move])
            eaten += state.score - before > 100 and state.left > 0
            assert twin.equals(state), state.to_text()
    assert eaten >= 3


def after(state: Any, move: int) -> Any:
    child = state.copy()
    child.play(move)
    return child


# ---------------------------------------------------------------------- corner cases


def test_facts_follow_the_ghosts() -> None:
    assert [Pacman.variant(ghosts=g).players for g in range(5)] == [1, 2, 3, 4, 5]
    assert Pacman.variant(ghosts=2).sides == (0, 1, 1)
    assert not Pacman.variant(ghosts=0).zero_sum
    assert Pacman.zero_sum
    state = Pacman(**MINIMAX)
    state.score = 90
    assert [state.utility(player) for player in range(4)] == [90.0, -90.0, -90.0, -90.0]
    assert [state.reward(player) for player in range(4)] == [90.0, -90.0, -90.0, -90.0]


def test_a_step_costs_one_point_and_food_brings_ten() -> None:
    state = Pacman(**MINIMAX)
    state.play(state.parse_move("West"))
    assert (state.score, state.turn) == (9, 1)
    assert Pacman(**MINIMAX).legal() == [2, 3, 4]


def test_ghosts_turn_back_only_in_a_dead_end() -> None:
    line = played("%%%%%/%.%.%/%___%/%%%%% P1,1 G2,1E0@2,1 0 1")
    assert [line.state.move_text(move) for move in line.moves()] == ["East"]
    line.play("East")
    line.play("Stop")
    assert [line.state.move_text(move) for move in line.moves()] == ["North"]
    line.play("North")
    line.play("Stop")
    assert [line.state.move_text(move) for move in line.moves()] == ["South"]


def test_a_capsule_scares_for_forty_slow_moves() -> None:
    line = played("%%%%%%%%%/%.o_%___%/%%%%%%%%% P3,1 G6,1-0@6,1 0 0", "West")  # Pacman and ghost are kept apart
    assert (line.state.score, line.state.scared[1]) == (-1, 40)
    line.play("West")
    assert (line.state.place(1), line.state.scared[1]) == ("5.5,1", 39)
    line.play("Stop")
    assert line.state.why_not("East") == "between two cells a ghost can only go straight on"
    assert line.moves() == [3]
    for left in range(38, -1, -1):
        line.play(line.moves()[0])
        line.play("Stop")
        assert line.state.scared[1] == left
    assert line.state.place(1) == "6,1"  # forty half cells: five times to and fro
    assert line.state.pace(1) == 2


def test_the_last_slow_move_rounds_up() -> None:
    maze = ROOM.replace("_", ".", 1)
    west = played(f"{maze} P5,1 G4,3W1@5,3 0 1", "West")
    assert west.state.place(1) == "4,3"
    assert west.state.heading[1] == 3
    east = played(f"{maze} P5,1 G3,3E1@5,3 0 1", "East")
    assert east.state.place(1) == "4,3"


def test_a_scared_ghost_is_eaten_and_goes_home() -> None:
    maze = ROOM.replace("_%/%%%%%%%", ".%/%%%%%%%")
    line = played(f"{maze} P1,3 G2.5,3W7@5,3 0 0", "East")
    assert (line.state.score, line.state.place(1), line.state.scared[1]) == (199, "5,3", 0)
    assert not line.over()
    assert len(line.moves()) == 2  # it looks nowhere, so it may go anywhere


def test_fright_that_ends_on_contact_is_deadly() -> None:
    maze = ROOM.replace("_%/%%%%%%%", ".%/%%%%%%%")
    line = played(f"{maze} P2,3 G3.5,3W1@5,3 0 1", "West")  # from 3.5 to 3, one cell away: too far
    assert not line.over()
    line = played(f"{maze} P2,3 G2.5,3W1@5,3 0 1", "West")
    assert line.state.caught
    assert line.state.score == -500


def test_a_ghost_that_comes_home_to_pacman_waits() -> None:
    maze = ROOM.replace("_%/%%%%%%%", ".%/%%%%%%%")
    line = played(f"{maze} P1,3 G2,3W9@2,3 0 0", "East")  # eaten on its own home cell: both stand there now
    assert line.state.place(0) == line.state.place(1) == "2,3"
    assert not line.state.caught
    line.play("East")
    assert not line.state.caught


def test_two_ghosts_at_once_cost_a_thousand() -> None:
    maze = ROOM.replace("_%/%%%%%%%", ".%/%%%%%%%")
    line = played(f"{maze} P1,3 G2,3W0@2,3 G2,3E0@5,3 0 0", "East", ghosts=2)
    assert line.state.score == -1001
    outcome = line.outcome()
    assert outcome
    assert outcome.utilities == (-1001.0, 1001.0, 1001.0)


def test_the_last_food_wins_even_on_a_ghost() -> None:
    maze = ROOM.replace("%_____", "%_.___", 1)
    line = played(f"{maze} P1,3 G2,3W0@2,3 0 0", "East")
    assert line.state.score == 509
    assert not line.state.caught
    outcome = line.outcome()
    assert outcome
    assert outcome.reason == "Pacman has eaten all the food: score 509"


def test_the_cap_counts_the_score() -> None:
    line = Playthrough(Pacman(layout="open", ghosts=0), ply=998)
    line.play("North")
    line.play("Stop")
    outcome = line.outcome()
    assert outcome
    assert outcome.utilities == (8.0,)


def test_irreversible_is_eating() -> None:
    state = Pacman(**MINIMAX)
    assert state.irreversible(state.parse_move("West"))
    assert not state.irreversible(state.parse_move("East"))
    assert state.noisy(state.parse_move("West"))


# ---------------------------------------------------------------------- words


def test_moves_both_ways() -> None:
    state = Pacman(**MINIMAX)
    assert [state.parse_move(text) for text in ("East", "e", "W", "Stop", "st")] == [2, 2, 3, 4, 4]
    assert [state.move_text(move) for move in state.legal()] == ["East", "West", "Stop"]
    with pytest.raises(IllegalMove, match="there is a wall at 2,2"):
        state.parse_move("s")  # South, and never Stop
    with pytest.raises(MalformedMove, match="North, South, East, West, Stop"):
        state.parse_move("up")
    with pytest.raises(MalformedMove):
        state.parse_move("")


def test_why_not() -> None:
    state = Pacman(**MINIMAX)
    assert state.why_not("North") == "there is a wall at 2,4"
    state.play(4)
    assert state.why_not("stop") == "ghosts never stop"
    state = played("%%%%%/%.__%/%%%%% P1,1 G2,1E0@2,1 0 1".replace("%.", "%_").replace("__%", "_.%")).state
    assert state.why_not(3) == "ghosts turn back only in a dead end"
    assert state.why_not("sideways").startswith("the moves are")


def test_layouts_by_name_text_and_rows() -> None:
    assert all(Pacman(ghosts=ghosts).players == ghosts + 1 for ghosts in range(5))
    lines = "%%%%%%%%\n%   P G%\n%G%%%%%%\n%....  %\n%%%%%%%%\n"
    assert Pacman(layout=lines, ghosts=2).tobytes() == Pacman(**TRAPPED).tobytes()
    rows = lines.strip().replace(" ", "_").replace("\n", "/")
    assert Pacman(layout=rows, ghosts=2).tobytes() == Pacman(**TRAPPED).tobytes()
    for name in set(LAYOUTS) - {"minimaxClassic", "trappedClassic"}:
        assert Pacman(layout=name, ghosts=4).left > 20
    assert list(Pacman(layout="small", ghosts=1).x) == [14, 10]  # ghosts are counted by columns from the left


@pytest.mark.parametrize(
    ("layout", "ghosts", "said"),
    [
        ("smal", 1, "did you mean small"),
        ("trappedClassic", 3, "wanted are one P and 3 G"),
        ("%%%%/%P.%/%%%_", 0, "closed"),
        ("%%%%/%P.%/%%%", 0, "equal length"),
        ("%%%%/%P_%/%%%%", 0, "no food"),
        ("%%%%/%Px%/%%%%", 0, "not with 'x'"),
        ("%%%%%%/%P.%G%/%%%%%%", 1, "walled in"),
        ("%%%%%/%PP.%/%%%%%", 0, "2 P"),
        ("%" * 33 + "/%P.%/" + "%" * 33, 0, "3 to 32"),
        ("%" * 21 + "/%P." + "o" * 17 + "%/" + "%" * 21, 0, "16 capsules"),
    ],
)
def test_bad_layouts(layout: str, ghosts: int, said: str) -> None:
    with pytest.raises(BadParameter, match=said):
        Pacman(layout=layout, ghosts=ghosts)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "%%%%%/%.__%/%%%%% P2,1",
        "%%%%%/%.__%/%%%%% P2,1 G3,1-0@3,1 0 2",  # two players only
        "%%%%%/%.__%/%%%%% P2,1 G3,1-0@3,1 99999 0",
        "%%%%%/%.__%/%%%%% P2,1 G4,1-0@3,1 0 0",  # a ghost in the wall
        "%%%%%/%.__%/%%%%% P2,1 G9,9-0@3,1 0 0",
        "%%%%%/%.__%/%%%%% P2,1 G3,1-0@3,0 0 0",
        "%%%%%/%.__%/%%%%% P2,1 G2.5,1W0@3,1 0 0",  # half way, yet calm
        "%%%%%/%.__%/%%%%% P2,1 G2.5,1N9@3,1 0 0",  # half way, heading aside
        "%%%%%/%.__%/%%%%% P2,1 G3,1W41@3,1 0 0",
        "%%%%%/%.__%/%%%%% P1,1 G3,1-0@3,1 0 0",  # Pacman stands on food
        "%%%%%/%.__%/%%%%% P2,1 G3,1-0@3,1 0 0 caught",  # nobody near
        "%%%%%/%.P_%/%%%%% P2,1 G3,1-0@3,1 0 0",
        "%%%%%%/%._%_%/%%%%%% P2,1 G4,1-0@4,1 0 0",  # walled in
        "%%%%%/%.__%/%%%%% P2,1 G3,1-0@3,1 0 0 lost",
        "%%%%%/%.__%/%%%%% P2,1 G3,1-0@3,1 ٣ 0",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Pacman.variant(ghosts=1).from_text(text)


@pytest.mark.parametrize(("layout", "ghosts"), [("minimaxClassic", 3), ("open", 4), ("corridor", 1), (CAPSULES, 3)])
def test_texts_pictures_and_bounds_along_random_games(layout: str, ghosts: int) -> None:
    start = Pacman(layout=layout, ghosts=ghosts)
    for number in range(3):
        state = start.copy()
        for move in [*random_game(start, 2, number, 60), None]:
            assert type(state).from_text(state.to_text()).tobytes() == state.tobytes()
            assert pickle.loads(pickle.dumps(state)) == state
            assert state.scene().problem(state.legal()) is None
            assert state.lowest < state.evaluate() < state.highest
            if move is not None:
                state.play(move)


def test_picture() -> None:
    assert str(Pacman(**MINIMAX)).splitlines()[1] == "# . P         G #"
    scene = Pacman(**MINIMAX).scene()
    assert scene.clicks == {2: ("3,3",), 3: ("1,3",), 4: ("2,3",)}


def test_random_games_mostly_end_badly() -> None:
    report = playouts(Pacman(**MINIMAX), 2000, seed=1)
    assert report.unfinished == 0
    assert report.utilities[0] < -400
    assert report.utilities[1] == report.utilities[2] == -report.utilities[0]
