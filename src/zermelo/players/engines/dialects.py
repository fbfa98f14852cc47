"""Which games each protocol covers, and how it writes their positions and moves: declared once, for both directions.

Engines that play here (`zermelo.players.engines`) and Zermelo as an engine (`zermelo.interfaces.engine`) read it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from zermelo.boards.grids import square_name
from zermelo.errors import BadMove, BadPosition, Unsupported
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.chess.notation import CASTLING, parts_of

UCI, USI, GTP, XBOARD = "uci", "usi", "gtp", "xboard"
HALF = 400.0  # hundredths of a pawn that are worth half of a win, as in the evaluation of chess


@dataclass(frozen=True)
class Dialect:
    """How a protocol speaks about one game."""

    game: str
    variant: Callable[[Any], str]  # what the protocol calls a game with these settings; empty: it has no name for it
    write: Callable[[Any, int], str]  # a move of a position
    position: Callable[[Playthrough], str] | None = None  # a position as text; None: games begin at the start
    settings: Callable[[str], dict[str, str] | None] = lambda variant: None  # and back, where it is this game

    def read(self, line: Playthrough, text: str) -> int:
        """The legal move that a text means."""
        wanted = text.strip()
        state = line.state
        for move in line.moves():
            if self.write(state, move) == wanted:
                return move
        for move in line.moves():  # promotions in capitals, vertices in small letters: all programs differ there
            if self.write(state, move).lower() == wanted.lower():
                return move
        raise BadMove(f"{text!r} is no legal move")


# ---------------------------------------------------------------------- how games are written


def usual_castling(state: Any) -> bool:
    """Whether whoever may castle has king and rooks where they stand in chess, not elsewhere as in Chess960."""
    rows, _, rights = str(state.to_text()).split()[:3]
    ranks = [re.sub(r"\d", lambda m: "." * int(m[0]), row) for row in rows.split("/")]
    places = {"K": (7, 7, "R"), "Q": (7, 0, "R"), "k": (0, 7, "r"), "q": (0, 0, "r")}
    for right in rights.replace("-", ""):
        if right not in places:
            return False
        rank, file, rook = places[right]
        if ranks[rank][4] != {"R": "K", "r": "k"}[rook] or ranks[rank][file] != rook:
            return False
    return True


def chess(state: Any) -> str:
    """Chess, where castling is the usual one."""
    return "chess" if usual_castling(state) else ""


def king_takes_rook(state: Any, move: int) -> str:
    """A move of Chess960: castling is written as the king taking its rook."""
    start, to, kind = parts_of(move)
    return (
        square_name(start % 8, start // 8) + square_name(to % 8, to // 8) if kind == CASTLING else state.uci_text(move)
    )


def castling_in_words(state: Any, move: int) -> str:
    """A move of Chess960 as XBoard writes it: castling is O-O or O-O-O."""
    return str(state.move_text(move)).rstrip("+#") if parts_of(move)[2] == CASTLING else str(state.uci_text(move))


def plain_uci(state: Any, move: int) -> str:
    """A move of chess: e2e4, e7e8q, e1g1."""
    return str(state.uci_text(move))


def chess_settings(variant: str) -> dict[str, str] | None:
    """The other way."""
    return {} if variant in ("chess", "normal", "fischerandom") else None


def fen(line: Playthrough) -> str:
    """A position of chess with its clocks."""
    return line.to_text()


def western(state: Any, move: int) -> str:
    """A move of shogi with files lettered from the left and ranks counted from below, as in UCI: c3c4, P@e5."""
    text = str(state.move_text(move))
    side = state.side
    turned = re.sub(r"([1-9])([a-i])", lambda m: f"{chr(97 + side - int(m[1]))}{side - ord(m[2]) + 97}", text)
    return turned.replace("*", "@")


def bracket_fen(line: Playthrough) -> str:
    """A position of shogi with hands in brackets, as in UCI; the first player is called white there."""
    return hands_in_brackets(line.to_text())


def hands_in_brackets(sfen: str) -> str:
    """SFEN turned into the FEN of games with drops."""
    rows, mover, hands, *_ = sfen.split()
    held = "" if hands == "-" else "".join(s * int(n or 1) for n, s in re.findall(r"(\d*)([A-Za-z])", hands))
    return f"{rows}[{held or '-'}] {'w' if mover == 'b' else 'b'} 0 1"


def native(state: Any, move: int) -> str:
    """A move as the game writes it."""
    return str(state.move_text(move))


def placed(state: Any, move: int) -> str:
    """A disc of Othello as UCI drops it, rows counted from below: P@d3; a pass names a square of one's own twice."""
    if move == state.area:
        return own_square_twice(state)
    column, row = move % state.size, move // state.size
    return f"P@{chr(97 + column)}{state.size - row}"


def own_square_twice(state: Any) -> str:
    """How UCI writes a pass: the first square of the mover's, from a1 along the ranks."""
    board = str(state.to_text()).split()[0].lower().replace("/", "")
    signs = re.sub(r"\d+", lambda m: "." * int(m[0]), board)  # row by row from the top
    for number in range(1, state.size + 1):
        row = signs[(state.size - number) * state.size :][: state.size]
        if "xo"[state.turn] in row:
            return f"{chr(97 + row.index('xo'[state.turn]))}{number}" * 2
    return "0000"


def infecting(state: Any, move: int) -> str:
    """A move of Ataxx as UCI writes it: a new stone is dropped, P@g2; a jump is g1g3."""
    text = str(state.move_text(move))
    if text == "0000":
        return own_square_twice(state)
    return f"P@{text}" if len(text) == 2 else text


def vertex(state: Any, move: int) -> str:
    """A point or a pass as GTP writes it."""
    return str(state.move_text(move)).upper() if move != state.last else "pass"


def disc(state: Any, move: int) -> str:
    """A square of Othello by GTP: letters from the left, rows from the top."""
    return str(state.move_text(move)).upper() if move != state.area else "pass"


def cell(state: Any, move: int) -> str:
    """A cell of Hex by GTP; taking over the first stone is called swap-pieces."""
    return "swap-pieces" if move == state.last else str(state.move_text(move))


def usual(name: str, **settings: Any) -> Callable[[Any], str]:
    """A game that the protocol knows only with its usual settings."""
    return lambda state: name if all(getattr(state, key) == value for key, value in settings.items()) else ""


def named(name: str, **settings: str) -> Callable[[str], dict[str, str] | None]:
    """A variant of one name only."""
    return lambda variant: dict(settings) if variant == name else None


def sized(state: Any) -> str:
    """Othello on 8 or 10 rows."""
    return {8: "flipello", 10: "flipello10"}.get(state.size, "")


def bare(state: Any) -> str:
    """Ataxx on 7 rows without walls."""
    return "ataxx" if state.size == 7 and not state.walls else ""


def by_size(state: Any) -> str:
    """Boards of all sizes: GTP tells the size apart."""
    return str(state.size)


def of_size(variant: str) -> dict[str, str] | None:
    """A board of a size."""
    return {"size": variant} if variant.isdecimal() else None


DIALECTS: dict[str, tuple[Dialect, ...]] = {
    UCI: (
        Dialect("chess", chess, plain_uci, fen, chess_settings),
        Dialect("chess", lambda state: "fischerandom", king_takes_rook, fen, chess_settings),
        Dialect("shogi", usual("shogi"), western, bracket_fen, named("shogi")),
        Dialect("minishogi", usual("minishogi"), western, bracket_fen, named("minishogi")),
        Dialect("tori_shogi", usual("torishogi"), western, bracket_fen, named("torishogi")),
        Dialect("othello", sized, placed, None, named("flipello")),
        Dialect("ataxx", bare, infecting, None, named("ataxx")),
    ),
    USI: (
        Dialect("shogi", usual("shogi"), native, fen, named("shogi")),
        Dialect("minishogi", usual("minishogi"), native, fen, named("minishogi")),
        Dialect("tori_shogi", usual("torishogi"), native, fen, named("torishogi")),
    ),
    XBOARD: (
        Dialect("chess", lambda state: "normal" if chess(state) else "", plain_uci, fen, chess_settings),
        Dialect("chess", lambda state: "fischerandom", castling_in_words, fen, chess_settings),
        Dialect("shogi", usual("shogi"), western, bracket_fen, named("shogi")),
        Dialect("minishogi", usual("5x5+5_shogi"), western, bracket_fen, named("5x5+5_shogi")),
    ),
    GTP: (
        Dialect("go", by_size, vertex, None, of_size),
        Dialect("othello", by_size, disc, None, of_size),
        Dialect("hex", by_size, cell, None, of_size),
    ),
}  # fmt: skip


@lru_cache(maxsize=256)
def dialects_of(protocol: str, cls: Any) -> tuple[Dialect, ...]:
    """How a protocol may speak about a game, by its class; none where it does not."""
    entry = catalogue.entry_of(cls.__name__)
    if entry is None or not issubclass(cls, entry.load()):
        return ()
    return tuple(dialect for dialect in DIALECTS[protocol] if dialect.game == entry.name)


def spoken(protocol: str, line: Playthrough) -> tuple[Dialect, str]:
    """The dialect for a game, and its name there; one sentence where the protocol cannot speak about it."""
    cls: Any = type(line.state)
    possible = dialects_of(protocol, cls)
    for dialect in possible:
        if variant := dialect.variant(line.start):
            return dialect, variant
    games = ", ".join(dict.fromkeys(one.game for one in DIALECTS[protocol]))
    what = "with these settings " if possible else ""
    raise Unsupported(
        f"{protocol.upper()} cannot speak about {type(line.state).__name__} {what}here; it covers {games}, "
        "and `lines:` covers every game"
    )


def start_text(dialect: Dialect, line: Playthrough) -> str:
    """Where a game began, as text; empty for the usual start."""
    first = Playthrough(line.start, progress=line.first_clocks()[0], ply=line.first_clocks()[1])
    if first.state == type(line.state)() and first.ply == 0:
        return ""
    if dialect.position is None:
        raise BadPosition(f"engines play {dialect.game} from its start: begin there, or with openings that are moves")
    return dialect.position(first)


# ---------------------------------------------------------------------- scores


def value_of(centipawns: float, highest: float) -> float:
    """Hundredths of a pawn as a value between a game's lowest and highest."""
    return highest * centipawns / (abs(centipawns) + HALF)


def score_of(value: float, highest: float) -> int:
    """And back, within what protocols can write."""
    share = max(-0.99, min(0.99, value / highest)) if highest else 0.0
    return round(HALF * share / (1 - abs(share)))
