"""A course of the coach: stages one by one, gone on with after a stop, opponents that `best` finds by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.coach.choices import Choice, can_play, rivals, unaided
from zermelo.coach.coaching import COURSE, Coaching
from zermelo.coach.report import write_report
from zermelo.errors import BadParameter, BadRules
from zermelo.games import catalogue
from zermelo.players import coached, player
from zermelo.players.best import pick_for

BROKEN = '''
from zermelo import Game
from zermelo.game import Row, i8, put


class Broken(Game):
    """A count down whose result is larger than it says."""

    most_moves, longest = 1, 9
    left: i8

    def start(self) -> None:
        self.left = 5

    def moves(self, out: Row) -> int:
        return put(out, 0, 0) if self.left else 0

    def play(self, move: int) -> None:
        self.left -= 1
        self.turn = 1 - self.turn

    def utility(self, player: int) -> float:
        return 7.0 if player == 0 else -7.0
'''


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path / "data"))


def test_a_course_is_gone_on_with_and_leaves_opponents() -> None:
    first = Coaching.begin("tic_tac_toe", {}, minutes=0.05, processes=1)
    for _ in first.run():
        if "search" in first.done:
            break  # as if it were killed there
    again = Coaching.begin("tic_tac_toe", {}, minutes=0.05, processes=1, resume=True)
    assert again.done == ["measure", "search"]
    assert again.trials == first.trials
    told = list(again.run())
    assert told[-1].startswith("done in")
    assert {trial["name"] for trial in again.trials} >= {"mcts", "32 units"}
    found = coached.find(type(again.start))
    assert found is not None
    assert len(found.work) == 9
    assert sorted(found.work) == list(found.work)
    assert pick_for(type(again.start)).reason.startswith("the coach's choice")
    notes = player("best:level=2").think(again.start).notes
    assert any("best chose" in note and f"{found.limit}={found.work[1]}" in note for note in notes)
    page = write_report(again).read_text("utf-8")
    assert all(part in page for part in ("What each choice was worth", "Games to replay", "<svg", "To repeat:"))


def test_hidden_games_are_coached_without_a_network() -> None:
    course = Coaching.begin("kuhn_poker", {}, minutes=0.05, processes=1)
    list(course.run())
    assert any("hidden" in note for note in course.notes)
    assert not list(course.folder.glob("*.npz"))
    assert coached.find(type(course.start)) is not None


def test_who_is_tried() -> None:
    cls = type(catalogue.begin("othello").state)
    assert [one.name for one in rivals(cls, unaided(cls))] == ["mcts"]
    unjudged = type(catalogue.begin("goofspiel").state)
    assert unaided(unjudged).name not in [one.name for one in rivals(unjudged, unaided(unjudged))]
    hidden = type(catalogue.begin("kuhn_poker").state)
    assert {one.name for one in rivals(hidden, unaided(hidden))} == {"ismcts", "determinised"}
    diced = catalogue.begin("pig").state  # begins with no dice, but proves nothing either
    assert "solver" in can_play(Choice("mcts", "", {"solver": "yes"}), diced)
    assert can_play(Choice("mcts", ""), diced) == ""
    shown = Choice("alphabeta", "", {"net": "/a/b/network.npz"})
    assert (shown.shown(), shown.text(0.5)) == ("alphabeta:net=network.npz", "alphabeta:net=/a/b/network.npz,time=0.5")


def test_what_cannot_be_coached_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="none was begun"):
        Coaching.begin("tic_tac_toe", {}, resume=True)
    course = Coaching.begin("tic_tac_toe", {}, minutes=0.05)
    (course.folder / COURSE).write_text("{")
    with pytest.raises(BadParameter, match="is damaged"):
        Coaching.begin("tic_tac_toe", {}, resume=True)
    file = tmp_path / "broken.py"
    file.write_text(BROKEN)
    with pytest.raises(BadRules, match="breaks a law"):
        list(Coaching.begin(str(file), {}, minutes=0.05).run())
