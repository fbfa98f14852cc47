"""Portable Game Notation, the file of chess games (Edwards, 1994), and with the tag Variant of chess's kin."""

from __future__ import annotations

import re

from zermelo.errors import BadText
from zermelo.games import catalogue
from zermelo.notation.movetext import ROSTER, Dialect, Misplaced, read_movetext, tokens, write_movetext
from zermelo.notation.record import GameRecord

USUAL = ("", "standard", "chess", "normal", "from position")  # what the tag Variant may say of a usual game
CHESS960 = ("chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random")
KIN = {"omega_chess": "Omega"}  # other games whose moves are written as those of chess, and their Variant


class Pgn(Dialect):
    """Chess and its kin."""

    token = tokens(r"1-0|0-1|1/2-1/2|\*", r"--|[A-Za-z0][A-Za-z0-9+\#=:-]*")

    def begin(self, tags: dict[str, str], text: str) -> GameRecord:
        """By Variant, FEN and SetUp."""
        variant = tags.pop("Variant", "").strip().lower()
        kin = {said.lower(): game for game, said in KIN.items()} | {game.replace("_", " "): game for game in KIN}
        if variant not in (*USUAL, *CHESS960, *kin):
            known = ", ".join(["chess", "Chess960", *KIN.values()])
            raise Misplaced("Variant", f"Variant {variant!r} is another game; Zermelo reads {known}")
        position = tags.pop("FEN", "")
        if tags.pop("SetUp", "0") == "1" and not position:
            raise Misplaced("SetUp", "the tag SetUp announces a position, but there is no tag FEN")
        return GameRecord(kin.get(variant, "chess"), position=position)


PGN = Pgn()


def read_pgn(text: str) -> list[GameRecord]:
    """The games of a file, one or more, every move checked."""
    return read_movetext(text, PGN)


def write_pgn(record: GameRecord) -> str:
    """The record as other programs read it."""
    entry = catalogue.entry_of(record.game)
    name = entry.name if entry else record.game
    if name != "chess" and name not in KIN:
        raise BadText(f"PGN is for chess, and this is a game of {record.game}: write it as json")
    playthrough = record.begin()
    tags = {tag: record.tags.get(tag, usual) for tag, usual in ROSTER.items()}
    for tag, seat in zip(("White", "Black"), record.seats, strict=False):
        tags[tag] = record.tags.get(tag, seat)
    tags["Result"] = result_of(record, PGN.results)
    if record.position or record.settings.get("position", "518") != "518":
        tags |= {"SetUp": "1", "FEN": playthrough.to_text()}
        if name == "chess" and unusual(playthrough.to_text()):
            tags["Variant"] = "Chess960"
    if name in KIN:
        tags["Variant"] = KIN[name]
    return write_movetext(record, PGN, tags | {tag: said for tag, said in record.tags.items() if tag not in tags})


def result_of(record: GameRecord, known: tuple[str, ...], first: str = "1-0", second: str = "0-1") -> str:
    """The end that the rules see in the main line, or else what the tags say."""
    outcome = record.line(record.main_line()).outcome()
    if outcome:
        ahead = outcome.utilities[0]
        return first if ahead > 0 else second if ahead < 0 else "1/2-1/2"
    said = record.tags.get("Result", "*")
    return said if said in known else "*"


def unusual(fen: str) -> bool:
    """Whether a position has castling rights that only Chess960 knows."""
    board, _, rights = fen.split()[:3]
    ranks = board.split("/")
    homes = {"K": (7, 7), "Q": (7, 0), "k": (0, 7), "q": (0, 0)}
    for sign in rights.replace("-", ""):
        if sign not in homes:
            return True
        row, rook = homes[sign]
        places = re.sub(r"\d", lambda digits: "." * int(digits[0]), ranks[row])
        if places[4].lower() != "k" or places[rook].lower() != "r":
            return True
    return False
