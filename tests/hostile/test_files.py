"""Hostile files of games: JSON for every game, PGN and SGF, with variations and comments."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.hostile.fuzz import Fuzz, Tally, obeyed
from tests.hostile.games import every_form
from zermelo.errors import BadText
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.notation.files import formats_for, read_game, write_game
from zermelo.notation.record import GameRecord, Node
from zermelo.notation.turns import turns_of

JSON, OTHERS = 14, 250  # of each form; of each other format

Many = Callable[[int], int]
Count = Callable[[str], Tally]


def record_of(name: str, settings: dict[str, str], fuzz: Fuzz, plies: int = 12) -> GameRecord:
    """A random game with a comment, a tag and a variation."""
    line = Playthrough(catalogue.make(name, settings))
    other: tuple[int, str] | None = None
    for ply in range(plies):
        moves = line.moves()
        if not moves:
            break
        if len(moves) > 1 and ply < 6:
            other = ply, str(line.state.move_text(moves[0]))
        line.play(fuzz.luck.choice(moves))
    record = GameRecord.of(line, name, settings)
    record.tags = {"Event": "a game"}
    record.root.comment = "a remark"
    if other is not None:
        node = record.root
        for _ in range(other[0]):
            node = node.children[0]
        if node.children[0].move != other[1]:
            node.children.append(Node(other[1], "instead"))
    return record


WHOLE = {("chess", "pgn"), ("go", "sgf")}  # formats that can say all that a record holds, as JSON can


def keeps_its_law(record: GameRecord) -> None:
    """What was read can be written in all its formats, and means the same when it is read again.

    Other formats may refuse what they cannot say; what they do write keeps the whole turns of the main line.
    """
    for kind in formats_for(record.game):
        whole = kind == "json" or (record.game, kind) in WHOLE
        try:
            text = write_game(record, kind)
        except BadText:
            assert not whole
            continue
        again = read_game(text)
        if whole:
            assert again.moves_to(again.main_line()) == record.moves_to(record.main_line())
            assert sum(1 for _ in again.walk()) == sum(1 for _ in record.walk())
        else:
            assert main_turns(again) == main_turns(record)


def main_turns(record: GameRecord) -> list[str]:
    """The whole turns of the main line."""
    turn, found = turns_of(record, "this"), list[str]()
    while turn.children:
        turn = turn.children[0]
        found.append(turn.move)
    return found


@every_form
def test_json(name: str, settings: dict[str, str], fuzz: Fuzz, tally: Count, many: Many) -> None:
    record, count = record_of(name, settings, fuzz), tally("files, JSON")
    data: dict[str, Any] = json.loads(write_game(record, "json"))
    assert read_game(json.dumps(data)).main_line() == record.main_line()
    for _ in range(many(JSON)):
        text = fuzz.written(fuzz.json(data))
        found = obeyed(partial(read_game, text), count, text)
        if found is not None:
            keeps_its_law(found)


@pytest.mark.parametrize(("name", "kind"), [("chess", "pgn"), ("go", "sgf")])
def test_other_formats(name: str, kind: str, fuzz: Fuzz, tally: Count, many: Many) -> None:
    settings: dict[str, str] = {"size": "5"} if name == "go" else {}
    examples = [write_game(record_of(name, settings, fuzz), kind) for _ in range(8)]
    examples += HAND_MADE[kind]
    count = tally(f"files, {kind.upper()}")
    for _ in range(many(OTHERS)):
        text = fuzz.text(examples)
        found = obeyed(partial(read_game, text), count, text)
        if found is not None:
            keeps_its_law(found)


HAND_MADE = {
    "pgn": [
        '[Event "a \\"quoted\\" one"]\n[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. a8=Q+! $14 {check} '
        "(1. Kd2 Kd7 (1... Kf7)) 1... Kd7 *",
        "% escaped\n1. e4 e5 2. Nf3 ; the rest\nNc6 3. Bb5 a6 4. O-O 1/2-1/2",
        '[Variant "Chess960"]\n[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]\n\n1. g3 d5 2. O-O *',
    ],
    "sgf": [
        "(;FF[4]GM[1]SZ[5]KM[6.5]HA[2]AB[bb][dd]C[a \\] comment];W[cc](;B[cd];W[])(;B[bc]C[other]))",
        "(;GM[1]SZ[5]RU[Chinese]PL[W]AW[aa:bb]AB[dd];W[cc];B[];W[])",
    ],
}
