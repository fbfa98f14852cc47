"""Play in lines of text, as a person types it."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from zermelo.errors import BadParameter
from zermelo.games.rules import how_to_play
from zermelo.interfaces.terminal import advice, keep
from zermelo.interfaces.terminal.local import LocalGame, Wish
from zermelo.players import player

TWO = ("--player", "human", "--player", "human")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path))
    return tmp_path


def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, given: str, wish: Wish) -> str:
    """What is printed when these lines are typed."""
    from zermelo.interfaces.terminal.lines import Lines

    typed = iter(given.split("\n"))

    def answer(prompt: str = "") -> str:
        print(prompt)
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    Lines(LocalGame.begin(wish)).run()
    return capsys.readouterr().out


def people(game: str, **more: object) -> Wish:
    return Wish(game, ["human", "human"], **more)  # type: ignore[arg-type]


def test_a_whole_game_with_everything_a_person_may_type(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed = f"""help
rules
moves
b2
b2
why b2
a1
undo
redo
flip
text
why
save
load
a3
save {tmp_path}/game.json
save {tmp_path}/game.pgn
load {tmp_path}/none
c1
resign now
b1
b3
c2
a2
c3"""
    out = play(capsys, monkeypatch, typed, people("tic_tac_toe"))
    assert how_to_play("tic_tac_toe") in out
    for words in (
        "what the machine would do",
        "noughts",
        "a1 b1 c1 a2 b2 c2 a3 b3 c3",
        "is not possible here",
        "why which move?",
        "save where?",
        "load what?",
        "not written as pgn, but as json",
        "cannot be read",
        "saved in",
        "Result:",
    ):
        assert words.lower() in out.lower(), words
    kept = json.loads((tmp_path / "game.json").read_text())
    assert kept["moves"][0] == "b2"
    assert not list((tmp_path / "unfinished").glob("*.json"))  # the game is over


def test_resigning_ends_a_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "a.pgn"
    out = play(capsys, monkeypatch, "e4\nresign", people("chess", save=str(path)))
    assert "player 2 resigns. Result: 1 -1" in out
    assert "1. e4 1-0" in path.read_text()
    again = play(capsys, monkeypatch, "e5", Wish(load=str(path), players=["human", "human"]))
    assert "player 2 resigns" in again


def test_what_is_taken_back_stays_as_a_variation(tmp_path: Path) -> None:
    game = LocalGame.begin(people("tic_tac_toe"))
    for text in ("a1", "b2", "c3"):
        game.play_text(text)
    assert game.undo()
    assert game.undo()
    game.save(str(tmp_path / "a.json"))
    for again in (Wish("tic_tac_toe", resume=True), Wish(load=str(tmp_path / "a.json"))):
        later = LocalGame.begin(again)
        assert later.playthrough.line_text() == "a1"
        assert later.redo()
        assert later.playthrough.line_text() == "a1 b2"
    game.play_text("b1")
    assert [child.move for child in game.record.node((0,)).children] == ["b1", "b2"]
    assert game.undo()
    assert game.redo()
    assert game.playthrough.line_text() == "a1 b1"
    assert not game.redo()


def test_a_game_taken_back_to_its_start_is_not_gone() -> None:
    game = LocalGame.begin(people("tic_tac_toe"))
    game.play_text("b2")
    assert game.undo()
    assert "is kept" in game.leave()
    again = LocalGame.begin(Wish("tic_tac_toe", resume=True))
    assert again.playthrough.line_text() == ""
    assert again.redo()
    assert again.playthrough.line_text() == "b2"
    untouched = LocalGame.begin(people("tic_tac_toe"))
    assert untouched.leave() == ""


def test_files_of_other_programs_end_where_the_game_stands(tmp_path: Path) -> None:
    game = LocalGame.begin(people("chess"))
    for text in ("e4", "e5", "Nf3"):
        game.play_text(text)
    assert game.undo()
    game.save(str(tmp_path / "a.pgn"))
    assert "1. e4 e5 *" in (tmp_path / "a.pgn").read_text()


def test_a_deal_is_told_as_one(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    wish = Wish("hidden_dominoes", ["human", "random:seed=1"], seed=1)
    out = play(capsys, monkeypatch, "quit", wish)
    told = next(line for line in out.splitlines() if line.startswith("dealt: "))
    own = LocalGame.begin(Wish("hidden_dominoes", resume=True)).playthrough.state.hands[0]
    assert "chance:" not in out
    assert told.endswith(" face down")
    assert len(re.findall(r"\d-\d", told)) == bin(int(own)).count("1"), "one's own tiles and no other"


def test_dice_are_the_same_after_taking_back_and_can_be_entered(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = play(capsys, monkeypatch, "hint\nresign\n77\n52\n13/8 6/4\nmoves\nquit", people("backgammon", by_hand=True))
    assert "chance is to move" in out
    assert "resign when it is your turn" in out
    assert "'77' is not possible" in out
    assert "White (X) has rolled 5-2" in out
    assert "goes on" in out
    game = LocalGame.begin(people("pig", seed=5))
    game.play_text("roll")
    first = game.roll()
    game.play(first)
    assert game.undo()
    game.play_text("roll")
    assert game.roll() == first


def test_hidden_cards_stay_hidden(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    out = play(capsys, monkeypatch, "text\nbet", Wish("kuhn_poker", ["human", "random"], seed=2))
    assert "chance: K" in out
    assert "chance: (hidden)" in out
    assert "would show what is hidden" in out
    assert "[?]" in out
    assert "all cards are shown" not in out
    shared = play(capsys, monkeypatch, "\npass\n\nbet\n\npass", people("kuhn_poker", seed=2))
    assert "chance: K" not in shared
    assert shared.count("press Enter when only you look") == 3
    last = shared.rsplit("betting: pbp", 1)[0].splitlines()[-1]
    assert last.split() == ["[?]", "[?]"]  # player 1 gave up, and nobody has to show
    watched = play(capsys, monkeypatch, "", Wish("kuhn_poker", ["random", "random"], seed=2))
    assert "all cards are shown" in watched


def test_advice_says_what_a_move_gives_away() -> None:
    game = LocalGame.begin(people("tic_tac_toe"))
    for text in ("a1", "b2"):
        game.play_text(text)
    thinker = player("alphabeta:depth=9")
    assert "worth +0.00" in advice.hint(game.playthrough, thinker) or "draw" in advice.hint(game.playthrough, thinker)
    game.play_text("b1")
    assert "gives away 1.00 against c1" in advice.why(game.playthrough, "a2", thinker)
    assert "c1 is what alphabeta:depth=9 would play" in advice.why(game.playthrough, "c1", thinker)
    assert "not possible" in advice.why(game.playthrough, "a1", thinker)


def test_bad_wishes_are_refused() -> None:
    with pytest.raises(BadParameter, match="has 2 players, 3 were given"):
        LocalGame.begin(Wish("chess", ["human"] * 3))
    with pytest.raises(BadParameter, match="no unfinished game of chess"):
        LocalGame.begin(Wish("chess", resume=True))
    with pytest.raises(BadParameter, match="does not say its format"):
        LocalGame.begin(people("hex")).save("x.docx")


def test_a_broken_file_is_passed_over(own_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = LocalGame.begin(people("tic_tac_toe"))
    game.play_text("b2")
    broken = keep.unfinished_folder() / "99999999999999999999-x-1.json"
    broken.write_text("{")
    record, _ = keep.resume()
    assert record.game == "tic_tac_toe"
    assert "is passed over" in capsys.readouterr().err


def test_a_game_survives_a_kill_and_is_resumed(own_folder: Path) -> None:
    command = [sys.executable, "-m", "zermelo", "play"]
    process = subprocess.Popen(
        [*command, "othello", *TWO], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, bufsize=1
    )
    assert process.stdin
    process.stdin.write("d3\nc5\n")
    process.stdin.flush()
    deadline = time.time() + 60
    kept: list[Path] = []
    while time.time() < deadline and not (kept and kept[0].read_text().count('"c5"')):
        time.sleep(0.05)
        kept = list((own_folder / "unfinished").glob("[0-9]*.json"))
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdin.close()
    done = subprocess.run([*command, "--resume"], input="resign\n", capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "player 1 resigns" in done.stdout
    assert "\x1b" not in done.stdout  # plain when piped
    assert not list((own_folder / "unfinished").glob("[0-9]*.json"))


def test_in_a_terminal_there_is_colour_unless_it_is_unwanted() -> None:
    from rich.console import Console

    from zermelo.interfaces.terminal.lines import Lines

    game = LocalGame.begin(people("chess"))
    for wanted, extra in ((True, {}), (False, {"no_color": True})):
        console = Console(force_terminal=True, width=80, color_system="truecolor", record=True, **extra)  # type: ignore[arg-type]
        lines = Lines(game, console)
        assert lines.figures == wanted


def test_the_command_line_refuses_in_a_sentence() -> None:
    from zermelo.interfaces.cli.play import play as command

    for wish, message in (
        ({"game": "chess", "roll": "dice"}, "auto or by-hand"),
        ({"game": "chess", "resume": True, "position": "x"}, "leave --set and --position out"),
        ({"game": "chess", "load": "/nowhere.pgn"}, "cannot be read"),
        ({"game": "chess", "resume": True}, "no unfinished game of chess"),
    ):
        with pytest.raises(BadParameter, match=message):
            command(**wish)


def test_a_game_of_the_users_own_is_resumed_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from zermelo.interfaces.cli.new import new

    monkeypatch.chdir(tmp_path)
    new("mine", tmp_path)
    game = LocalGame.begin(people("./mine.py"))
    game.play(game.playthrough.moves()[0])
    monkeypatch.chdir("/")
    record, _ = keep.resume()
    assert len(record.main_line()) == 1
    assert Path(record.game) == tmp_path / "mine.py"
