"""Hostile command lines, in this process: an answer, or one sentence with status 2; never a traceback."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer.main

from tests.hostile.fuzz import LONGEST, Fuzz, Tally
from zermelo.interfaces import cli

LINES = 800
VERBS = typer.main.get_command(cli.app)  # made once: it is most of the time of a command line

# Nothing here searches for long however its numbers are bent: that is bounded elsewhere (tests/interfaces/cli)
COMMANDS = (
    ("show", "connect_four", "--moves", "d d", "--json"),
    ("show", "chess", "--position", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "--moves", "a8=Q"),
    ("show", "go", "--set", "size=5", "--moves", "a1 b2 pass"),
    ("show", "quoridor", "--set", "size=5", "--set", "walls=3"),
    ("rules", "chess"),
    ("games", "--json"),
    ("players",),
    ("analyse", "nim", "--player", "random:seed=3", "--moves", "b2", "--json"),
    ("analyse", "tic_tac_toe", "--player", "mix(greedy@0.8,random@0.2)", "--position", "3/1x1/3 o"),
    ("lottery", "[0.5 $1000; 0.5 $0]", "--utility", "log:800", "--insurer", "exp:0.01"),
    ("lottery", "[0.3 A; 0.7 [0.5 B; 0.5 C]]", "--worth", "A=3", "--worth", "B=0", "--worth", "C=1"),
    ("prefer", "A > B; B > C; [0.5 A; 0.5 C] ~ B"),
    ("matrix", "-1,-1 -4,0; 0,-4 -3,-3", "--json"),
    ("matrix", "3 -1; -2 4"),
    ("tree", "[[3 12 8] [2 4 6] [14 5 2]]", "--algorithm", "alphabeta", "--json"),
    ("tree", "3 12 8 2 4 6 14 5 2", "--branching", "3", "--algorithm", "singular:depth=2,margin=3"),
    ("chapter", "auctions", "--set", "bidders=4"),
    ("chapter", "voting", "--set", "ballots=3: A>B>C; 2: B>C>A"),
    ("chapter", "repeated", "--set", "rounds=10"),
    ("chapter", "evolution", "--set", "steps=20", "--set", "hawks=0.5"),
    ("quiz", "alphabeta", "--seed", "3", "--answer", "5; K O", "--json"),
)  # fmt: skip


def typed(words: list[str], monkeypatch: pytest.MonkeyPatch) -> tuple[int, str, str]:
    """Status, output and complaints of a command line, typed with nothing on the keyboard."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="strict") for _ in range(2)]
    monkeypatch.setattr(typer.main, "get_command", lambda app: VERBS)
    monkeypatch.setattr(sys, "argv", ["zermelo", *words])
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.setattr(sys, "stdout", streams[0])
    monkeypatch.setattr(sys, "stderr", streams[1])
    status = 0
    try:
        cli.main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except Exception as problem:
        raise AssertionError(f"{words!r:.2000} ends in {type(problem).__name__}: {problem}") from problem
    finally:
        monkeypatch.undo()
    told = []
    for stream in streams:
        stream.flush()
        buffer = stream.buffer
        assert isinstance(buffer, io.BytesIO)
        told.append(buffer.getvalue().decode("utf-8", "replace"))
    return status, told[0], told[1]


def test_command_lines(
    fuzz: Fuzz,
    tally: Callable[[str], Tally],
    many: Callable[[int], int],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    count = tally("command lines")
    monkeypatch.chdir(tmp_path)
    verbs = {command[0] for command in COMMANDS}
    for _ in range(many(LINES)):
        words = list(fuzz.luck.choice(COMMANDS))
        for _ in range(fuzz.luck.choice((1, 1, 1, 2))):
            place = fuzz.luck.randrange(len(words))
            act = fuzz.luck.randrange(8)
            if act == 0:
                del words[place]
            elif act == 1:
                words.insert(place, words[place])
            else:
                words[place] = fuzz.text([words[place]]).replace("\x00", "")  # no argument can hold a NUL
            words = words or ["games"]
        if words[0] not in verbs or "--svg" in words or "--html" in words:
            words.insert(0, fuzz.luck.choice(sorted(verbs)))  # no server, no game to play, no file to write
        status, out, err = typed(words, monkeypatch)
        count.note(status == 0)
        assert status in (0, 1, 2), (words, status, err)
        assert "Traceback" not in out + err, words
        if status == 2 and err.startswith("zermelo: "):
            assert len(err) < LONGEST, (words, err)
            assert err.count("\n") == 1, (words, err)
    assert list(tmp_path.iterdir()) == []
