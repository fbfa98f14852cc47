"""Zermelo's own file of a game: JSON, one object, the moves as a tree.

    {"format": "zermelo game", "version": 1, "game": "chess", "position": "", "settings": {},
     "seats": ["human", "best"], "tags": {},
     "moves": ["e4", {"move": "e5", "comment": "…", "instead": [["c5", "Nf3"]]}, "Nf3"]}

A move is its text, or an object where there is more to say: a comment, and under `instead` the other lines that could
have been played in its place.
"""

from __future__ import annotations

import json
import re
from typing import Any

from zermelo.errors import BadText
from zermelo.games import catalogue
from zermelo.notation.movetext import refuse_odd_tags
from zermelo.notation.record import GameRecord, Node

FORMAT, VERSION = "zermelo game", 1
HALF_A_CHARACTER = "the file holds half a character (a lone surrogate, as \\ud800): take it out"
HALF = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")  # what may be half a character


def write_json(record: GameRecord) -> str:
    """The record as a file's text."""
    return json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "game": record.game,
            "settings": record.settings,
            "position": record.position,
            "seats": record.seats,
            "tags": record.tags,
            "comment": record.root.comment,
            "moves": write_moves(record.root),
        },
        ensure_ascii=False,
        indent=1,
    )


def write_moves(root: Node) -> list[Any]:
    """All that follows a node: its main line, the other lines beside the move that they replace."""
    shown: list[Any] = []
    node = root
    while node.children:
        main, *others = node.children
        if main.comment or others:
            item: dict[str, Any] = {"move": main.move}
            if main.comment:
                item["comment"] = main.comment
            if others:
                item["instead"] = [write_line(other) for other in others]
            shown.append(item)
        else:
            shown.append(main.move)
        node = main
    return shown


def write_line(node: Node) -> list[Any]:
    """A variation: its first move and what follows."""
    return write_moves(Node(children=[node]))


def read_json(text: str, *, own: bool = False) -> GameRecord:
    """A record from a file's text, every move checked.

    What Zermelo itself kept (`own`) was checked before, and may name a file that its user named.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as problem:
        raise BadText(f"line {problem.lineno}, column {problem.colno}: no JSON ({problem.msg})") from None
    except RecursionError:
        raise BadText("the file nests too deeply to be a game") from None
    except ValueError:  # of a number with thousands of digits
        raise BadText("the file holds a number that is longer than any of a game: take it out") from None
    if HALF.search(text):
        try:
            json.dumps(data, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise BadText(HALF_A_CHARACTER) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadText(f'this is no game of Zermelo: the file should begin with "format": "{FORMAT}"')
    version = data.get("version")
    if not isinstance(version, int) or version < 1:
        raise BadText(f"version {version!r} is none; this Zermelo writes version {VERSION}")
    if version > VERSION:
        raise BadText(f"the file has version {version}, this Zermelo reads up to {VERSION}: install a newer one")
    record = GameRecord(
        game=typed(data, "game", str),
        settings={key: str(value) for key, value in typed(data, "settings", dict).items()},
        position=typed(data, "position", str),
        seats=[str(seat) for seat in typed(data, "seats", list)],
        tags={key: str(value) for key, value in typed(data, "tags", dict).items()},
        root=Node(comment=typed(data, "comment", str)),
    )
    if not record.game:
        raise BadText("the file names no game")
    if not own:
        catalogue.refuse_foreign_files(record.game, record.settings)
    entry = catalogue.entry_of(record.game)
    if not own and entry and {"pgn", "pdn"} & set(entry.formats):  # or the game could be read, and not written again
        refuse_odd_tags(record.tags, " and ".join(kind.upper() for kind in entry.formats))
    read_moves(record.root, typed(data, "moves", list), "moves")
    if not own:
        record.verify()
    return record


def typed(data: dict[str, Any], key: str, kind: type) -> Any:
    """A value of the type that the format wants, empty where it is missing."""
    value = data.get(key, kind())
    if not isinstance(value, kind):
        raise BadText(f"{key!r} must be a {kind.__name__}, not {value!r:.40}")
    return value


def read_moves(root: Node, moves: list[Any], place: str) -> None:
    """Hang a list of moves below a node."""
    node = root
    for number, item in enumerate(moves):
        here = f"{place}[{number}]"
        if isinstance(item, str):
            item = {"move": item}
        if not isinstance(item, dict) or not isinstance(item.get("move"), str) or not item["move"]:
            raise BadText(f"{here} is no move: a text or an object with a move is wanted, not {item!r:.40}")
        below = Node(item["move"], typed(item, "comment", str))
        node.children.append(below)
        for variation, other in enumerate(typed(item, "instead", list)):
            if not isinstance(other, list) or not other:
                raise BadText(f"{here}.instead[{variation}] is no line of moves")
            read_moves(node, other, f"{here}.instead[{variation}]")
        node = below
