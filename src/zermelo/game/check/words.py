"""Laws of the words: texts that read back, refusals and endings in words, scenes, copies."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any

from zermelo.errors import BadMove, BadPosition, ZermeloError
from zermelo.game.check.course import Place
from zermelo.game.check.laws import (
    BAD_TEXT,
    COPIES,
    ENDING,
    MOVE_TEXT,
    SCENE,
    TEXT,
    TURN_TEXT,
    UNDO,
    WHY_NOT,
    Complaint,
)
from zermelo.game.game import Game
from zermelo.game.playthrough import Playthrough

SOME = 12  # moves of a position whose text is read back
NONSENSE = ("", "?", "zz-99", "%%% not a move %%%")


def check_text(place: Place) -> Iterator[Complaint]:
    """Write the position, read it, write it again."""
    text = place.state.to_text()
    try:
        read = place.game.from_text(text)
    except ZermeloError as problem:
        yield Complaint(TEXT, f"from_text({text!r}) refuses what to_text() wrote: {problem}")
        return
    if read != place.state:
        yield Complaint(TEXT, f"from_text({text!r}) gives another position: {read.to_text()!r}")
    elif read.legal() != place.legal:
        yield Complaint(TEXT, f"from_text({text!r}) gives the moves {read.legal()}, {place.legal} were legal")
    elif "\n" in text:
        yield Complaint(TEXT, f"to_text() must be one line, not {text!r}")


def check_move_text(place: Place) -> Iterator[Complaint]:
    """Every move its own text; some of them are read back."""
    state, legal = place.state, place.legal
    shown: dict[str, int] = {}
    for move in legal[:500]:
        text = state.move_text(move)
        if text in shown or not isinstance(text, str) or not text.strip():
            other = f"move {shown[text]} too" if text in shown else "no text"
            yield Complaint(MOVE_TEXT, f"move_text({move}) = {text!r}, which is {other}")
            return
        shown[text] = move
    step = max(1, len(shown) // SOME)
    for text, move in list(shown.items())[place.number % step :: step]:
        try:
            read = state.parse_move(text)
        except ZermeloError as problem:
            yield Complaint(MOVE_TEXT, f"parse_move({text!r}) refuses the text of move {move}: {problem}")
            return
        if read != move:
            yield Complaint(MOVE_TEXT, f"parse_move({text!r}) = {read}, but it is the text of move {move}")
            return


def check_turn_text(place: Place) -> Iterator[Complaint]:
    """A whole turn, written and read; the same position must come of it."""
    if place.ended:
        return
    state = place.state.copy()
    turn: list[int] = []
    legal = place.legal
    while legal and len(turn) < 50:
        turn.append(legal[(place.number * 7 + len(turn)) % len(legal)])
        state.play(turn[-1])
        if not state.midturn():
            break
        legal = state.legal()
    text = place.state.turn_text(turn)
    after = place.state.copy()
    try:
        read = place.state.parse_turn(text)
    except ZermeloError as problem:
        yield Complaint(TURN_TEXT, f"parse_turn({text!r}) refuses the text of the turn {turn}: {problem}")
        return
    for move in read:
        after.play(move)
    if after != state:
        yield Complaint(TURN_TEXT, f"parse_turn({text!r}) = {read}, but it is the text of the turn {turn}")


def check_bad_text(place: Place) -> Iterator[Complaint]:
    """Nonsense is refused in words and not by a traceback."""
    if place.number > 20:
        return
    legal_texts = {place.state.move_text(move) for move in place.legal[:500]}
    for text in NONSENSE:
        for name, read, wanted in (
            ("parse_move", place.state.parse_move, BadMove),
            ("from_text", place.game.from_text, BadPosition),
        ):
            if text not in legal_texts and (found := accepted(read, text, wanted)):
                yield Complaint(BAD_TEXT, f"{name}({text!r}) {found}, {wanted.__name__} was expected")
                return


def accepted(read: Any, text: str, wanted: type[Exception]) -> str:
    """What happens instead of the wanted error, or nothing."""
    try:
        made = read(text)
    except wanted:
        return ""
    except Exception as problem:  # whatever it is, it is not what was promised
        return f"raises {type(problem).__name__} ({problem})"
    return f"gives {made!r}"


def check_refusal(place: Place) -> Iterator[Complaint]:
    """An impossible move is refused in words."""
    legal = set(place.legal)
    seen = place.memory.setdefault("moves seen", set())
    if len(seen) < 1000:
        seen |= legal
    wrong = [move for move in list(seen)[:40] if move not in legal][:2]
    for move in [*wrong, max(seen, default=0) + 1, NONSENSE[2]]:
        try:
            text = place.state.why_not(move)
        except Exception as problem:  # a sentence was promised
            yield Complaint(WHY_NOT, f"why_not({move!r}) raises {type(problem).__name__} ({problem})")
            return
        if not isinstance(text, str) or not text.strip():
            yield Complaint(WHY_NOT, f"why_not({move!r}) = {text!r}")
            return


def check_ending(place: Place) -> Iterator[Complaint]:
    """A finished game says why."""
    if place.ended:
        text = place.state.ending()
        if not isinstance(text, str) or not text.strip():
            yield Complaint(ENDING, f"ending() = {text!r} at the end of the game")


def check_scene(place: Place) -> Iterator[Complaint]:
    """The picture and its clicks."""
    scene = place.state.scene()
    if place.game.scene is not Game.scene and (found := scene.problem(place.legal)):
        yield Complaint(SCENE, found)
    scene.text()


def check_copies(place: Place) -> Iterator[Complaint]:
    """Copies of all kinds have the same bytes."""
    for name, made in (
        ("copy()", place.state.copy()),
        ("copy.deepcopy", copy.deepcopy(place.state)),
        ("pickle", pickle.loads(pickle.dumps(place.state))),
    ):
        if made.tobytes() != place.state.tobytes() or type(made) is not type(place.state) or made != place.state:
            yield Complaint(COPIES, f"{name} gives another state")
            return


def check_undo(start: Any, moves: list[int]) -> Iterator[Complaint]:
    """A playthrough goes forward and all the way back."""
    playthrough = Playthrough(start)
    before = []
    for move in moves:
        before.append((playthrough.state.tobytes(), playthrough.progress, playthrough.ply, playthrough.keys()))
        playthrough.play(move)
    for move in reversed(moves):
        undone = playthrough.undo()
        if undone != move or before.pop() != (
            playthrough.state.tobytes(),
            playthrough.progress,
            playthrough.ply,
            playthrough.keys(),
        ):
            yield Complaint(UNDO, f"after undo of move {move} the playthrough is not where it was")
            return
