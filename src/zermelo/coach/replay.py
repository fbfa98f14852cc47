"""Games of a report, to step through: positions drawn as everywhere, with each move and what the player thought."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from zermelo.arena.played import Played
from zermelo.coach.measure import scale, ups_and_downs
from zermelo.drawing.board import state_svg
from zermelo.errors import ZermeloError
from zermelo.games import catalogue
from zermelo.session.referee import RULES

FRAMES = 240  # pictures of a report, at most
GAMES = 3


def chosen(start: Any, games: Sequence[Played]) -> list[tuple[str, Played]]:
    """A few games that are worth looking at, with the reason: the most dramatic, the shortest, and the last one."""
    ended = [played for played in games if played.ending == RULES and played.moves]
    if not ended:
        return []
    decided = [played for played in ended if len(set(played.utilities)) > 1]
    found: list[tuple[str, Played]] = []
    rated = [(ups, played) for played in decided if (ups := ups_and_downs(played, scale(start))) is not None]
    if rated:
        found.append(("the most dramatic", max(rated, key=lambda one: one[0])[1]))
    if decided:
        found.append(("the shortest that was decided", min(decided, key=lambda one: len(one.moves))))
    found.append(("the last", ended[-1]))
    seen: list[Played] = []
    kept = []
    for why, played in found:
        if played not in seen:
            seen.append(played)
            kept.append((why, played))
    return kept[:GAMES]


def replay(game: str, settings: dict[str, str], why: str, played: Played, names: Sequence[str], frames: int) -> str:
    """One game as HTML; the script of the report steps through its frames."""
    line = catalogue.begin(game, settings, played.start)
    every = max(1, -(-len(played.moves) // max(frames, 1)))
    told = iter(played.thoughts)
    pictures = [frame(line.state, "the beginning", first=True)]
    for number, move in enumerate(played.moves, 1):
        mover = line.turn
        words = f"{number}. {line.state.move_text(move)}"
        if number <= played.opening:
            words += " (a random opening)"
        elif mover < 0:
            words += " (chance)"
        else:
            thought = next(told, None)
            words += f" by {names[mover]}"
            if thought is not None and thought.value is not None:
                words += f", who expected {thought.value:+.2f}"
        line.play(move)
        if number % every == 0 or number == len(played.moves):
            pictures.append(frame(line.state, words))
    outcome = ", ".join(f"{name} {value:+g}" for name, value in zip(names, played.utilities, strict=True))
    return (
        f'<section class="game"><h3>{escape(why.capitalize())}</h3><p>{escape(outcome)}: {escape(played.reason)}, '
        f'{len(played.moves)} plies</p><div class="bar"><button class="first" aria-label="to the start">⏮</button>'
        '<button class="back" aria-label="one move back">◀</button><button class="next" aria-label="one move on">▶'
        f'</button><button class="last" aria-label="to the end">⏭</button><input type="range" min="0" '
        f'max="{len(pictures) - 1}" value="0" aria-label="move"></div>{"".join(pictures)}</section>'
    )


def frame(state: Any, words: str, first: bool = False) -> str:
    """One position."""
    try:
        picture = state_svg(state)
    except ZermeloError:
        picture = f"<pre>{escape(str(state))}</pre>"
    return f"<figure{'' if first else ' hidden'}>{picture}<figcaption>{escape(words)}</figcaption></figure>"
