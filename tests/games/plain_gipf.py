"""The rules of Gipf once more, in plain Python: lines as lists of names, rows found in text, taken off in any order."""

from __future__ import annotations

import re
from typing import Any

HEIGHTS = (4, 5, 6, 7, 6, 5, 4)  # spots of columns b to h
Board = dict[str, str]  # spot: w, b, W or B
Plain = tuple[str, str, tuple[int, int], tuple[str, str]]  # board, who moves, reserves, marks of the entering phase


def right_of(name: str, up: int) -> str:
    """The point to the right of one, up or down: columns grow until e and shrink after it."""
    column, number = name[0], int(name[1:])
    return f"{chr(ord(column) + 1)}{number + up - (column >= 'e')}"


def all_lines() -> list[list[str]]:
    """Every line from dot to dot."""
    tops = dict(zip("abcdefghi", (5, 6, 7, 8, 9, 8, 7, 6, 5), strict=True))
    points = {f"{column}{number}" for column, top in tops.items() for number in range(1, top + 1)}
    found = [[f"{column}{number}" for number in range(1, top + 1)] for column, top in tops.items()]
    for up in (0, 1):
        ends = {right_of(point, up) for point in points}
        for point in sorted(points - ends):
            line = [point]
            while right_of(line[-1], up) in points:
                line.append(right_of(line[-1], up))
            found.append(line)
    return [line for line in found if len(line) > 5]  # the others are the sides of the board: dots only


ALL_LINES = all_lines()
SPOTS = sorted({spot for line in ALL_LINES for spot in line[1:-1]})


def plain_pushes(board: Board, piece: str) -> set[tuple[tuple[str, str], ...]]:
    """The boards after a piece came in, before any row goes off."""
    found = set()
    for line in ALL_LINES:
        for way in (line, line[::-1]):
            inner = [board.get(spot, "") for spot in way[1:-1]]
            if "" in inner:
                inner.remove("")  # the first gap closes
                after = dict(board) | dict(zip(way[1:-1], [piece, *inner], strict=True))
                found.add(tuple(sorted((spot, sign) for spot, sign in after.items() if sign)))
    return found


def plain_rows(board: Board, colour: str) -> list[list[str]]:
    """The spots of every row of a colour with all that touches it."""
    found = []
    for line in ALL_LINES:
        text = "".join(board.get(spot, ".") for spot in line[1:-1])
        for part in re.finditer(r"[^.]+", text):
            if colour * 4 in part[0].lower():
                found.append(line[1:-1][part.start() : part.end()])
    return found


def plain_resolved(board: Board, colour: str, reserve: int, stay: frozenset[Any] = frozenset()) -> set[Any]:
    """All boards and reserves after a player took his rows off, in any order, with any GIPF-pieces left."""
    rows = [row for row in plain_rows(board, colour) if tuple(row) not in stay]
    if not rows:
        return {(tuple(sorted(board.items())), reserve)}
    found = set()
    for row in rows:
        doubles = [spot for spot in row if board[spot].isupper()]
        for choice in range(1 << len(doubles)):
            left = [spot for at, spot in enumerate(doubles) if choice >> at & 1]
            after = {spot: sign for spot, sign in board.items() if spot not in row or spot in left}
            gained = sum(
                1 + board[spot].isupper() for spot in row if spot not in left and board[spot].lower() == colour
            )
            still = {tuple(other) for other in plain_rows(after, colour) if set(other) <= set(left)}
            found |= plain_resolved(after, colour, reserve + gained, stay | still)
    return found


def plain_turns(position: Plain, form: str) -> tuple[int, set[tuple[Plain, str]]]:
    """How many pushes there are, and every position after a whole turn with its winner."""
    text, mover, reserves, marks = position
    board = {spot: sign for spot, sign in zip(SPOTS, text, strict=True) if sign != "."}
    me = "wb".index(mover)
    other = "wb"[1 - me]
    kinds = [(mover, 1)] if marks[me] != "!" else []
    kinds += [(mover.upper(), 2)] if marks[me] and reserves[me] > 1 else []
    pushes, found = 0, set()
    for piece, cost in kinds:
        entered = list(marks)
        entered[me] = "+" if piece.isupper() else ""
        for pushed in plain_pushes(board, piece):
            pushes += 1
            for mine, reserve in plain_resolved(dict(pushed), mover, reserves[me] - cost):
                winner = gipf_winner(mine, mover, entered, form)
                ends = {(mine, reserves[1 - me])} if winner else plain_resolved(dict(mine), other, reserves[1 - me])
                for last, theirs in ends:
                    won = winner or gipf_winner(last, other, entered, form)
                    left = [0, 0]
                    left[me], left[1 - me] = reserve, theirs
                    turn = mover if won and not winner else other
                    won = won or (mover if theirs == 0 else "")
                    signs = "".join(dict(last).get(spot, ".") for spot in SPOTS)
                    found.add(((signs, turn, (left[0], left[1]), (entered[0], entered[1])), won))
    return pushes, found


def gipf_winner(board: Any, taker: str, marks: list[str], form: str) -> str:
    """Who has won because a player has no GIPF-piece left; the taker if neither has."""
    if form == "basic":
        return ""
    signs = [sign for _, sign in board]
    other = "b" if taker == "w" else "w"
    for loser in (other, taker):
        if loser.upper() not in signs and marks["wb".index(loser)] != "!":
            return taker if loser == other else other
    return ""


def plain_of(state: Any) -> Plain:
    """The position of a state, read from its text."""
    board, mover, reserves = state.to_text().split()[:3]
    signs = re.sub(r"\d", lambda number: "." * int(number[0]), board.replace("/", ""))
    columns = zip("bcdefgh", HEIGHTS, strict=True)
    by_name = dict(zip((f"{column}{n}" for column, h in columns for n in range(2, 2 + h)), signs, strict=True))
    first, second = (re.fullmatch(r"(\d+)([+!]?)", part) for part in reserves.split(","))
    assert first
    assert second
    return "".join(by_name[spot] for spot in SPOTS), mover, (int(first[1]), int(second[1])), (first[2], second[2])
