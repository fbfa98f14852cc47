"""How backgammon is written: GNU Backgammon's Position ID, dice, and plays such as `24/18*/13 6/off(2)`.

Plain functions; the checkers of a side are 26 numbers in their player's own count, 0 off, 1 to 24, 25 the bar.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from zermelo.errors import AmbiguousMove, BadParameter, BadPosition, IllegalMove, MalformedMove
from zermelo.game import CHANCE, Random

OFF, BAR, CHECKERS = 0, 25, 15
LIST = 256  # rolls that the variant with known dice can hold
BEFORE = -1  # `mover` before the first roll
SIGNS, NAMES = "XO", ("White (X)", "Black (O)")
IDENTIFIER = re.compile(r"([A-Za-z0-9+/]{14})(?:==)?(?: ([1-6][1-6]))?")
STEP = re.compile(r"(bar|\d+)((?:/(?:off|\d+)\*?)+)(?:\((\d)\))?")

Steps = list[tuple[int, int]]  # origin and place of each step


# ---------------------------------------------------------------------- positions


def side_text(checkers: Sequence[int]) -> str:
    """The checkers of one player, the bar first: `bar:1 13:5 8:3 6:5 off:1`."""
    names = {BAR: "bar", OFF: "off"}
    return " ".join(f"{names.get(point, point)}:{checkers[point]}" for point in range(BAR, -1, -1) if checkers[point])


def read_side(text: str) -> list[int]:
    """The checkers of one player; those that are not named are off."""
    checkers = [0] * 26
    names = {"bar": BAR, "off": OFF} | {str(point): point for point in range(1, 25)}
    for part in text.split():
        place, _, number = part.partition(":")
        if place not in names or not number.isdecimal() or not 1 <= int(number) <= CHECKERS:
            raise BadPosition(f"{part!r} is not a point from 1 to 24, bar or off with a number of checkers, as 13:5")
        checkers[names[place]] += int(number)
    return filled(checkers)


def read_identifier(name: str) -> tuple[list[int], list[int]]:
    """A Position ID: for each point a 1 for each checker, then a 0; the opponent of who is on roll comes first."""
    data = b64decode(name + "==")
    bits = "".join(f"{byte:08b}"[::-1] for byte in data)
    points = [len(run) for run in bits.split("0")]
    if any(points[50:]) or len(points) < 50:
        raise BadPosition(f"{name!r} is no Position ID: it has more checkers than a game")
    return filled([0, *points[25:50]]), filled([0, *points[:25]])


def filled(checkers: list[int]) -> list[int]:
    """The same checkers with those that are nowhere else taken off; there must be fifteen."""
    missing = CHECKERS - sum(checkers)
    if missing < 0 or missing > 0 and checkers[OFF] > 0:
        raise BadPosition(f"a player has {CHECKERS} checkers, not {sum(checkers)}: {side_text(checkers)}")
    return [checkers[OFF] + missing, *checkers[1:]]


def position_text(state: Any) -> str:
    """Both sides in their own count, then the dice: `X 24:2 13:5 8:3 6:5 / O 24:2 13:5 8:3 6:5 / X 31`."""
    sides = " / ".join(f"{sign} {side_text(checkers)}" for sign, checkers in zip(SIGNS, state.points, strict=True))
    if state.mover == BEFORE:
        return f"{sides} / first roll"
    rolled = "rolls" if state.turn == CHANCE else f"{state.dice[0]}{state.dice[1]}" if state.dice[0] else "-"
    later = "".join(f" {roll}" for roll in state.rolls[LIST - state.coming :]) if state.coming else ""
    return f"{sides} / {SIGNS[state.mover]} {rolled}{' then' + later if later else ''}"


def read_position(cls: Any, text: str) -> Any:
    """Read what `to_text` wrote, or a Position ID of GNU Backgammon, followed by the dice if X has rolled."""
    state = cls.blank()
    parts = text.strip().split(" / ")
    if found := IDENTIFIER.fullmatch(text.strip()):
        sides = read_identifier(found[1])
        parts = ["", "", f"X {found[2] or 'rolls'}"]
    elif len(parts) != 3 or parts[0][:2] != "X " or parts[1][:2] != "O ":
        raise BadPosition(f"a position is written `X 24:2 13:5 8:3 6:5 / O 24:2 13:5 8:3 6:5 / X 31`, not {text!r}")
    else:
        sides = read_side(parts[0][2:]), read_side(parts[1][2:])
    state.points[0], state.points[1] = sides
    read_dice(state, parts[2])
    for point in range(1, 25):
        if state.points[0, point] and state.points[1, 25 - point]:
            raise BadPosition(f"both players have checkers on point {point} of X")
    if state.points[0, OFF] == state.points[1, OFF] == CHECKERS:
        raise BadPosition("both players have taken all checkers off")
    return state


# ---------------------------------------------------------------------- dice


def read_dice(state: Any, text: str) -> None:
    """Whose roll it is, and the dice: `X 31`, `O rolls`, `first roll`; known dice also `X 31 then 42 66`."""
    if text == "first roll" and not state.known:
        state.turn, state.mover = CHANCE, BEFORE
        return
    form = r"([XO]) ([1-6]{2}|-)(?: then((?: [1-6]{2})+))?" if state.known else r"([XO]) ([1-6]{2}|rolls)()"
    found = re.fullmatch(form, text)
    if not found:
        example = "`X 31 then 42 66`" if state.known else "`X 31` or `X rolls`"
        raise BadPosition(f"after the checkers come a player and a roll, {example}, not {text!r}")
    state.mover = SIGNS.index(found[1])
    state.turn = CHANCE if found[2] == "rolls" else state.mover
    if found[2].isdecimal():
        state.dice[0], state.dice[1] = int(max(found[2])), int(min(found[2]))
    foresee(state, tuple(int(roll) for roll in (found[3] or "").split()))


def foresee(state: Any, rolls: tuple[int, ...]) -> None:
    """Write the known dice at the end of the list, so that equal futures are equal positions."""
    if len(rolls) > LIST:
        raise BadParameter(f"at most {LIST} rolls can be known, not {len(rolls)}")
    state.coming = len(rolls)
    for place, roll in enumerate(rolls, LIST - len(rolls)):
        if not (1 <= roll // 10 <= 6 and 1 <= roll % 10 <= 6):
            raise BadParameter(f"a roll is two digits from 1 to 6, as 31, not {roll}")
        state.rolls[place] = 10 * max(roll // 10, roll % 10) + min(roll // 10, roll % 10)


def drawn_rolls(state: Any, seed: int) -> tuple[int, ...]:
    """As many rolls as the list holds, the first no double unless any roll may begin."""
    random = Random(seed)
    rolls: list[int] = []
    while len(rolls) < LIST:
        roll = 10 * random.below(6) + random.below(6) + 11
        if rolls or roll % 11 or state.any_first:
            rolls.append(roll)
    return tuple(rolls)


def larger_first(text: str) -> str:
    """A roll such as `1-3` as its move is called: `31`."""
    return "".join(sorted(re.sub(r"[\s,-]", "", text), reverse=True))


# ---------------------------------------------------------------------- plays


def play_text(steps: Steps, hits: set[int]) -> str:
    """A play in words: steps of one checker are joined, except where it hits between; equal ones are counted."""
    left = sorted(steps, reverse=True)
    shown = []
    while left:
        origin, place = left.pop(0)
        text = "bar" if origin == BAR else str(origin)
        while True:
            onward = next((step for step in left if step[0] == place), None)
            if place in hits or onward is None:
                text += f"/{place or 'off'}{'*' if place in hits else ''}"
                hits = hits - {place}  # the first checker that comes there hits
            if onward is None:
                break
            left.remove(onward)
            place = onward[1]
        shown.append(text)
    counted = Counter(text.replace("*", "") for text in shown)
    starred = {text.replace("*", ""): text for text in reversed(shown)}
    return (
        " ".join(starred[text] + (f"({checkers})" if checkers > 1 else "") for text, checkers in counted.items())
        or "pass"
    )


def changes(steps: Steps) -> dict[int, int]:
    """How many checkers each point gains or loses by some steps."""
    change: Counter[int] = Counter()
    for origin, place in steps:
        change[origin] -= 1
        change[place] += 1
    return {point: checkers for point, checkers in change.items() if checkers}


def read_play(text: str) -> tuple[dict[int, int], set[int], set[int]]:
    """What a written play changes, the points it names as landings, and those with a star."""
    steps: Steps = []
    named: set[int] = set()
    starred: set[int] = set()
    for part in text.replace(",", " ").split():
        found = STEP.fullmatch(part)
        origin = (BAR if found[1] == "bar" else int(found[1])) if found else 0
        path = found[2].replace("off", "0").split("/")[1:] if found else []
        places = [int(place.rstrip("*")) for place in path]
        if not found or origin > BAR or any(a <= b for a, b in pairwise([origin, *places])):
            raise MalformedMove(f"{part!r} is not the move of a checker; write 13/7, bar/22, 24/18*/13 or 6/off(2)")
        steps += [(origin, places[-1])] * int(found[3] or 1)
        named |= set(places)
        starred |= {int(place[:-1]) for place in path if place.endswith("*")}
    return changes(steps), named, starred


def steps_of(state: Any, play: int) -> Steps:
    """The steps of a play as origin and place, highest origin first."""
    origins = [play // 26**number % 26 for number in range(4)]
    dice = (state.dice[0], *[state.dice[1]] * 3)
    return sorted(((o, max(o - die, OFF)) for o, die in zip(origins, dice, strict=True) if o), reverse=True)


def find_play(state: Any, text: str) -> int:
    """The play that a text means: in any order, with stars and points between only where they matter."""
    change, named, starred = read_play(text.strip().lower())
    fits = [play for play in state.legal() if changes(state.steps(play)) == change and starred <= state.hits(play)]
    if not fits:
        raise IllegalMove(f"{text!r} is not possible here: {reason(state, text.strip().lower())}")
    fits = [play for play in fits if state.hits(play) <= named] or fits  # unnamed points are passed without a hit
    most = max(len(state.hits(play)) for play in fits)
    fits = [play for play in fits if len(state.hits(play)) == most]
    if len(fits) > 1:
        raise AmbiguousMove(f"{text!r} could mean {' or '.join(state.move_text(play) for play in fits)}")
    return int(fits[0])


def read_turn(state: Any, text: str) -> list[int]:
    """A roll, a play, or both: `31: 8/5 6/5`."""
    roll, play = text.strip()[:2], text.strip()[2:].lstrip(": ")
    if state.turn != CHANCE or not play or not roll.isdecimal():
        return [state.parse_move(text)]
    after = state.copy()
    after.play(state.parse_move(roll))
    return [state.parse_move(roll), after.parse_move(play)]


def reason(state: Any, move: int | str) -> str:
    """The rule that a roll or play offends."""
    legal = state.legal()
    if not legal:
        return "the game is over"
    if state.turn == CHANCE:
        first = ", and the first roll is no double" if len(legal) == 15 else ""
        return f"the dice are rolled now: two digits from 1 to 6{first}"
    rolled = f"{SIGNS[state.turn]} has rolled {state.dice[0]}{state.dice[1]}"
    if legal == [0]:
        return f"{rolled} and cannot move any checker: pass"
    if isinstance(move, int) or not STEP.search(move):
        return f"{rolled}; the legal plays are {', '.join(state.move_text(play) for play in legal[:8])}, …"
    change, named, _ = read_play(move)
    checkers, foe = state.points[state.turn], state.points[1 - state.turn]
    for point, more in change.items():
        if checkers[point] + more < 0:
            return f"there are {checkers[point]} checkers on {'the bar' if point == BAR else f'point {point}'}"
    if checkers[BAR] + change.get(BAR, 0) > 0 and set(change) - {BAR} - named:
        return "the checkers on the bar must enter first"
    if blocked := [point for point in named if point and foe[25 - point] >= 2]:
        return f"the opponent holds point {blocked[0]}"
    if OFF in change and any(checkers[point] + change.get(point, 0) for point in range(7, 26)):
        return "checkers are taken off only when all are at home"
    return f"{rolled}: a play uses both dice if possible (a double four times), else the larger, and nothing else"


def verdict(state: Any) -> str:
    """Who won, and how much."""
    for player in range(2):
        if state.points[player, OFF] == CHECKERS:
            kind = ("a single game", "a gammon", "a backgammon")[int(state.stake(1 - player)) - 1]
            return f"{NAMES[player]} has borne off all checkers and wins {kind}"
    if state.legal():
        return ""
    ahead = state.utility(0)
    result = f"{NAMES[0 if ahead > 0 else 1]} has fewer pips to go and wins" if ahead else "draw"
    return f"the known dice have ended: {result}"
