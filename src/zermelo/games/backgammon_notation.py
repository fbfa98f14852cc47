"""How backgammon is written: the men of a side, GNU Backgammon's Position ID, and plays such as `24/18*/13 6/off(2)`.

Plain functions over strings and lists; men are 26 numbers in their player's own count, 0 off, 1 to 24, 25 the bar.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from zermelo.errors import BadPosition, MalformedMove

OFF, BAR, MEN = 0, 25, 15
IDENTIFIER = re.compile(r"([A-Za-z0-9+/]{14})(?:==)?(?: ([1-6][1-6]))?")
STEP = re.compile(r"(bar|\d+)((?:/(?:off|\d+)\*?)+)(?:\((\d)\))?")

Steps = list[tuple[int, int]]  # origin and place of each step


# ---------------------------------------------------------------------- positions


def side_text(men: Sequence[int]) -> str:
    """The men of one player, the bar first: `bar:1 13:5 8:3 6:5 off:1`."""
    names = {BAR: "bar", OFF: "off"}
    return " ".join(f"{names.get(point, point)}:{men[point]}" for point in range(BAR, -1, -1) if men[point])


def read_side(text: str) -> list[int]:
    """The men of one player; those that are not named are off."""
    men = [0] * 26
    names = {"bar": BAR, "off": OFF} | {str(point): point for point in range(1, 25)}
    for part in text.split():
        place, _, number = part.partition(":")
        if place not in names or not number.isdecimal() or not 1 <= int(number) <= MEN:
            raise BadPosition(f"{part!r} is not a point from 1 to 24, bar or off with a number of men, as 13:5")
        men[names[place]] += int(number)
    return filled(men)


def read_identifier(name: str) -> tuple[list[int], list[int]]:
    """A Position ID: for each point a 1 for each man and then a 0; the opponent of the player on roll comes first."""
    data = b64decode(name + "==")
    bits = "".join(f"{byte:08b}"[::-1] for byte in data)
    points = [len(run) for run in bits.split("0")]
    if any(points[50:]) or len(points) < 50:
        raise BadPosition(f"{name!r} is no Position ID: it has more men than a game")
    return filled([0, *points[25:50]]), filled([0, *points[:25]])


def filled(men: list[int]) -> list[int]:
    """The same men with those that are nowhere else taken off; there must be fifteen."""
    missing = MEN - sum(men)
    if missing < 0 or missing > 0 and men[OFF] > 0:
        raise BadPosition(f"a player has {MEN} men, not {sum(men)}: {side_text(men)}")
    return [men[OFF] + missing, *men[1:]]


# ---------------------------------------------------------------------- plays


def play_text(steps: Steps, hits: set[int]) -> str:
    """A play in words: steps of one man are joined, except where he hits between; equal ones are counted."""
    left = sorted(steps, reverse=True)
    shown = []
    while left:
        origin, place = left.pop(0)
        text = "bar" if origin == BAR else str(origin)
        while True:
            onward = next((step for step in left if step[0] == place), None)
            if place in hits or onward is None:
                text += f"/{place or 'off'}{'*' if place in hits else ''}"
                hits = hits - {place}  # the first man who comes there hits
            if onward is None:
                break
            left.remove(onward)
            place = onward[1]
        shown.append(text)
    counted = Counter(text.replace("*", "") for text in shown)
    starred = {text.replace("*", ""): text for text in reversed(shown)}
    return " ".join(starred[text] + (f"({men})" if men > 1 else "") for text, men in counted.items()) or "pass"


def changes(steps: Steps) -> dict[int, int]:
    """How many men each point gains or loses by some steps."""
    change: Counter[int] = Counter()
    for origin, place in steps:
        change[origin] -= 1
        change[place] += 1
    return {point: men for point, men in change.items() if men}


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
            raise MalformedMove(f"{part!r} is not the move of a man; write 13/7, bar/22, 24/18*/13 or 6/off(2)")
        steps += [(origin, places[-1])] * int(found[3] or 1)
        named |= set(places)
        starred |= {int(place[:-1]) for place in path if place.endswith("*")}
    return changes(steps), named, starred
