"""Whole plays of Scrabble in words, why one is refused, and the picture; plain Python on a state."""

from __future__ import annotations

import re
from typing import Any

from zermelo.game import CHANCE, Button, Cell, Laying, Piece, Scene
from zermelo.games.scrabble.words import BLANK, premium, read_list, square_name, tiles_text

SHOWN = 14  # tiles of a known bag
LETTER, AS_BLANK, END, EXCHANGE, END_EXCHANGE, PASS = 450, 476, 502, 503, 530, 531  # the steps
SHADES = {(1, 3): "trap", (1, 2): "home0", (3, 1): "water", (2, 1): "light", (1, 1): "plain"}


def place_of(state: Any, text: str) -> tuple[int, int] | None:
    """Square and direction of 8H (across) or H8 (down)."""
    found = re.fullmatch(r"([A-O])(\d{1,2})|(\d{1,2})([A-O])", text.upper())
    if not found:
        return None
    column, row = ord(found[1] or found[4]) - 65, int(found[2] or found[3]) - 1
    return (row * state.size + column, int(found[1] is not None)) if max(row, column) < state.size > row >= 0 else None


def step_of(state: Any, text: str) -> int:
    """The number of a step, whether it is possible or not, or -1."""
    if text in ("end", "swap", "pass"):
        return {"end": END, "swap": END_EXCHANGE, "pass": PASS}[text]
    if re.fullmatch("-[A-Z?]", text):
        return EXCHANGE + (BLANK if text[1] == "?" else ord(text[1]) - 65)
    if re.fullmatch("[A-Z]", text):
        return LETTER + ord(text) - 65
    if re.fullmatch("[a-z]", text):
        return AS_BLANK + ord(text) - 97
    place = place_of(state, text)
    return 225 * place[1] + place[0] if place else -1


def run(state: Any, new: dict[int, int], square: int, down: int) -> list[int]:
    """The squares of the word through a square, with new tiles on the board."""
    first = square
    while (back := state.behind(first, down)) >= 0 and (new.get(back) or state.board[back]):
        first = back
    found = []
    while first >= 0 and (new.get(first) or state.board[first]):
        found.append(first)
        first = state.ahead(first, down)
    return found


def spelled(state: Any, new: dict[int, int], squares: list[int]) -> str:
    """The letters on some squares, small for blanks."""
    tiles = [new.get(square) or int(state.board[square]) for square in squares]
    return "".join(chr((96 if tile & 32 else 64) + (tile & 31)) for tile in tiles)


def whole_word(state: Any) -> str:
    """The word that is being laid, with its place."""
    down = state.begun // 226
    squares = run(state, {}, int(state.spots[0]) - 1, down)
    return f"{square_name(state.size, squares[0], down)} {spelled(state, {}, squares)}"


def steps_of(state: Any, place: str, word: str) -> list[int] | str:
    """The steps that lay a word, or the rule that forbids it."""
    square, down = place_of(state, place) or (0, 0)
    rack = [int(n) for n in state.racks[state.turn]]
    new: dict[int, int] = {}
    here = square
    if word.islower() and len(word) > rack[BLANK]:  # somebody does not care for capitals
        word = word.upper()
    for sign in word:
        letter = ord(sign.upper()) - 65
        if here < 0:
            return f"{word.upper()} does not fit on the board"
        if state.board[here]:
            if (state.board[here] & 31) - 1 != letter:
                return f"on {square_name(state.size, here)} lies {spelled(state, {}, [here])}, not {sign.upper()}"
        else:
            blank = sign.islower()
            if not blank and rack[letter] == 0 and rack[BLANK] > 0:
                blank = True
            kind = BLANK if blank else letter
            if rack[kind] == 0:
                return f"player {state.turn + 1} has no {tiles_text([kind])} for that"
            rack[kind] -= 1
            new[here] = letter + 1 + 32 * blank
        here = state.ahead(here, down)
    if not new:
        return "a play lays at least one new tile"
    entries = set(read_list(state.lexicon))
    runs = [run(state, new, square, down)] + [run(state, new, spot, 1 - down) for spot in new]
    for squares in runs:
        made = spelled(state, new, squares).upper()
        if len(squares) > 1 and made.lower() not in entries:
            return f"{made} is not in the word list"
    if runs[0][0] != square or len(runs[0]) != len(word):
        return f"other tiles stand before or behind it: the word would be {spelled(state, new, runs[0]).upper()}"
    middle = state.cells // 2
    if not state.board[middle]:
        if middle not in new:
            return f"the first word must cover the middle, {square_name(state.size, middle)}"
    elif len(new) == len(runs[0]) and all(len(squares) == 1 for squares in runs[1:]):
        return "a word must touch a tile that lies there already"
    if len(new) == 1:  # written across if it makes a word across
        down = 0 if len(run(state, new, min(new), 0)) > 1 else 1
    letters = [AS_BLANK + (tile & 31) - 1 if tile & 32 else LETTER + tile - 1 for _, tile in sorted(new.items())]
    return [down * 225 + min(new), *letters, END]


def laid_word(state: Any, text: str) -> list[int] | str:
    """The steps of tiles that were laid freely, `8H:Q 8I:u`, or why they make no play."""
    new: dict[int, int] = {}
    for part in text.split():
        name, _, sign = part.partition(":")
        square, _ = place_of(state, name) or (-1, 0)
        if square < 0 or square in new or state.board[square]:
            return f"no tile can be laid on {name}"
        new[square] = ord(sign.upper()) - 64 + 32 * sign.islower()
    first = min(new)
    in_row = len({square // state.size for square in new}) == 1
    if not in_row and len({square % state.size for square in new}) > 1:
        return "all tiles of a play lie in one line"
    down = int(not in_row or len(new) == 1 and len(run(state, new, first, 0)) == 1)
    squares = run(state, new, first, down)
    if not set(new) <= set(squares):
        return "there is a gap between the tiles"
    return steps_of(state, square_name(state.size, squares[0], down), spelled(state, new, squares))


def refusal(state: Any, text: str) -> str:
    """Why a step, or a whole play, is not possible."""
    parts = text.split()
    if state.turn == CHANCE:
        return f"no tile {text.strip().upper()} is left in the bag"
    if len(parts) == 2 and place_of(state, parts[0]) and parts[1].isalpha() and not state.midturn():
        found = steps_of(state, *parts)
        return found if isinstance(found, str) else "it is possible"
    player = f"player {state.turn + 1}"
    if re.fullmatch(r"-[A-Za-z?]", text.strip()):
        tile = text.strip()[1].upper()
        kind = BLANK if tile == "?" else ord(tile) - 65
        if state.begun:
            return "a word has been begun: go on or end it"
        if state.held < 7:
            return "tiles are exchanged only while seven are in the bag"
        if state.racks[state.turn, kind] == 0:
            return f"{player} has no {tile}"
        return "tiles to exchange are named in the order of the alphabet, blanks last"
    if place := place_of(state, text.strip()):
        if state.midturn():
            return "the turn has begun already"
        if state.board[place[0]]:
            return f"there is a tile on {square_name(state.size, place[0])}"
        return f"no word of the list can be laid from {text.strip().upper()} on with this rack"
    if state.begun and text.strip() == "end":
        if state.laid == 0:
            return "a play lays at least one new tile"
        made = whole_word(state).split()[1].upper()
        return f"{made} is not in the word list, or does not touch, or is written in the other direction"
    if state.begun and re.fullmatch("[A-Za-z]", text.strip()):
        letter = ord(text.strip().upper()) - 65
        if state.racks[state.turn, letter] == 0 and state.racks[state.turn, BLANK] == 0:
            return f"{player} has no {text.strip().upper()}"
        return f"no word of the list goes on with {text.strip().upper()} here"
    legal = [state.move_text(move) for move in state.legal()]
    return f"the legal moves are {', '.join(legal[:12])}{', …' if len(legal) > 12 else ''}"


def picture_of(state: Any, seen: tuple[int, ...], everything: bool) -> Scene:
    """The board, the racks of some players face up, and clicks for whose rack is seen."""
    size = state.size
    cells = [
        Cell(square_name(size, s), s % size, size - 1 - s // size, shade=SHADES[premium(size, s)])
        for s in range(state.cells)
    ]
    pieces = [
        Piece(square_name(size, s), "letter", -1, spelled(state, {}, [s])) for s in range(state.cells) if state.board[s]
    ]
    spot: dict[tuple[int, int], str] = {}  # player and kind: the first such tile of the rack
    for player in range(2):
        for place, kind in enumerate(k for k in range(27) for _ in range(state.racks[player, k])):
            name = f"rack {player + 1}.{place + 1}"
            cells.append(Cell(name, place + 8 * player if size > 14 else place, -2 if player == 0 or size > 14 else -4))
            shown = player in seen
            pieces.append(
                Piece(name, "letter" if shown else "letter_back", player, tiles_text([kind]) if shown else "?")
            )
            spot.setdefault((player, kind), name)
    aside = sum(int(n) for n in state.swapped)
    notes = [f"points: {state.score[0]} to {state.score[1]}", f"tiles in the bag: {state.held}"]
    notes += [f"put aside: {aside}"] if aside else []
    if everything and state.known and state.held:
        come = tiles_text([int(kind) - 1 for kind in state.bag[: state.held]][::-1])
        notes.append(f"next in the bag: {come[:SHOWN]}{'…' if len(come) > SHOWN else ''}")
    clicks: dict[int, tuple[str, ...]] = {}
    for move in state.legal() if everything or (state.turn in seen and state.turn != CHANCE) else ():
        if state.turn == CHANCE:
            clicks[move] = (f"draw {tiles_text([move])}",)
        elif move < LETTER:
            clicks[move] = (square_name(size, move % 225), "down" if move >= 225 else "across")
        elif move < AS_BLANK:
            clicks[move] = (spot[state.turn, move - LETTER],)
        elif move < END:
            clicks[move] = (spot[state.turn, BLANK], f"as {chr(65 + move - AS_BLANK)}")
        elif EXCHANGE <= move < END_EXCHANGE:
            clicks[move] = (*(() if aside else ("exchange",)), spot[state.turn, move - EXCHANGE])
        else:
            clicks[move] = (state.move_text(move),)
    laying = None
    if any(move < LETTER or move >= EXCHANGE for move in clicks) and not state.midturn() and state.turn != CHANCE:
        hand = [piece for piece in pieces if piece.owner == state.turn]
        laying = Laying(
            {piece.cell: tuple("abcdefghijklmnopqrstuvwxyz" if piece.text == "?" else piece.text) for piece in hand},
            tuple(square_name(size, s) for s in range(state.cells) if not state.board[s]),
        )
    places = {cell.name for cell in cells}
    pressed = dict.fromkeys(name for names in clicks.values() for name in names if name not in places)
    buttons = tuple(Button(name, name, state.turn) for name in pressed)
    return Scene(tuple(cells), tuple(pieces), buttons, clicks=clicks, notes=tuple(notes), laying=laying)
