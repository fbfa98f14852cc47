"""KIF, the file of shogi games that Japanese programs exchange: a head of names, then a move on each line.

Moves are checked as they are read; variations (変化) are read and written, comments (*) too. Files are in Shift-JIS
(.kif) or UTF-8 (.kifu); `files.decoded` tells them apart.
"""

from __future__ import annotations

import re
from typing import Any, NoReturn

from zermelo.errors import BadMove, BadText, ZermeloError
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.notation.places import trouble
from zermelo.notation.record import GameRecord, Node
from zermelo.notation.turns import Turn, play_turn, turns_of

FILES, RANKS = "１２３４５６７８９", "一二三四五六七八九"
PIECES = {  # as SFEN writes them; the first of a kind is how it is written here
    "歩": "P", "香": "L", "桂": "N", "銀": "S", "金": "G", "角": "B", "飛": "R", "玉": "K", "王": "K",
    "と": "+P", "成香": "+L", "成桂": "+N", "成銀": "+S", "馬": "+B", "龍": "+R", "竜": "+R",
    "杏": "+L", "圭": "+N", "全": "+S",
}  # fmt: skip
NAMES = {sign: name for name, sign in reversed(PIECES.items())}
TAGS = {
    "先手": "Black", "後手": "White", "下手": "Black", "上手": "White", "開始日時": "Date", "棋戦": "Event",
    "場所": "Site", "終了日時": "EndDate", "手合割": "Handicap",
}  # fmt: skip
HANDICAPS = {
    "平手": "",
    "香落ち": "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "右香落ち": "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "角落ち": "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "飛車落ち": "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "飛香落ち": "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "二枚落ち": "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "四枚落ち": "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "六枚落ち": "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "八枚落ち": "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
}
ENDS = {"投了": "resign", "詰み": "mate", "千日手": "draw", "持将棋": "draw", "中断": "", "切れ負け": "resign",
        "反則負け": "resign", "反則勝ち": "foul", "入玉勝ち": "foul", "不詰": ""}  # fmt: skip
MOVE = re.compile(
    rf"\s*(?P<number>\d+)\s+(?:(?P<end>{'|'.join(ENDS)})|(?:(?P<file>[{FILES}1-9])(?P<rank>[{RANKS}])|同[\s　]*)"
    rf"(?P<piece>成[香桂銀]|[歩香桂銀金角飛玉王と馬龍竜杏圭全])(?:(?P<drop>打)|(?P<rises>成)?\((?P<from>[1-9][1-9])\)))"
    r"\s*(?:\([\s\d:/]*\))?\s*\+?\s*"
)
VARIATION = re.compile(r"変化[：:]\s*(\d+)手\s*")


# ---------------------------------------------------------------------- reading


def read_kif(text: str) -> list[GameRecord]:
    """The game of a file, every move checked."""
    return [Reader(text.removeprefix("\ufeff")).game()]


class Reader:
    """Line by line; the main line is kept, so that variations find where they begin."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.record = GameRecord("shogi")
        self.playthrough: Playthrough | None = None
        self.path: list[Node] = [self.record.root]
        self.targets: list[str] = [""]  # where the move before landed, for 同

    def stop(self, offset: int, problem: object) -> NoReturn:
        """Refuse the text."""
        raise trouble(self.text, offset, problem) from None

    def game(self) -> GameRecord:
        """Read all of it."""
        offset, begun = 0, False
        for line in self.text.splitlines(keepends=True):
            begun = self.line(line.rstrip("\r\n"), offset) or begun
            offset += len(line)
        if not begun:
            raise BadText("there is no game in this text; KIF is a head such as 先手：… and moves such as 1 ７六歩(77)")
        return self.record

    def line(self, line: str, offset: int) -> bool:
        """One line; whether it says something of a game."""
        if not line.strip() or line.startswith(("#", "&", "手数--", "まで")):
            return line.startswith("手数--")
        if line.startswith("*"):
            node = self.path[-1]
            node.comment = f"{node.comment}\n{line[1:]}".strip()
            return False
        if found := VARIATION.fullmatch(line):
            self.go_back(int(found[1]), offset)
            return True
        if found := MOVE.fullmatch(line):
            self.move(found, offset)
            return True
        key, colon, value = line.replace(":", "：").partition("：")
        if colon and self.playthrough is None:
            self.head(key.strip(), value.strip(), offset)
            return True
        if line.startswith(("|", "+", " ９", "  ９")) and self.playthrough is None:
            self.stop(offset, "a position drawn as a board is not read: write it as SFEN in a .usi file")
        return self.stop(offset, f"{line.strip()[:30]!r} is no move of KIF: they are written 1 ７六歩(77)")

    def head(self, key: str, value: str, offset: int) -> None:
        """A line before the moves."""
        if key == "手合割":
            if value not in HANDICAPS:
                known = "、".join(HANDICAPS)
                self.stop(offset, f"the handicap {value!r} is not known; Zermelo reads {known}")
            self.record.position = HANDICAPS[value]
            return
        if value:
            self.record.tags[TAGS.get(key, key)] = value

    def begun(self, offset: int) -> Playthrough:
        """The position; the first call sets it up."""
        if self.playthrough is None:
            try:
                self.playthrough = self.record.begin()
            except ZermeloError as problem:
                self.stop(offset, problem)
        return self.playthrough

    def go_back(self, number: int, offset: int) -> None:
        """A variation in place of a move."""
        line = self.begun(offset)
        if not 1 <= number <= len(self.path):
            self.stop(offset, f"a variation begins at move {number}, but the line before it has {len(self.path) - 1}")
        while len(self.path) > number:
            self.path.pop()
            self.targets.pop()
            line.undo()

    def move(self, found: re.Match[str], offset: int) -> None:
        """Play a move, or note how the game ended."""
        line = self.begun(offset)
        if found["end"]:
            kind, mover = ENDS[found["end"]], line.turn
            if len(self.path) - 1 == len(self.record.main_line()):  # of the main line, not of a variation
                result = {"resign": ("0-1", "1-0")[mover], "mate": ("0-1", "1-0")[mover], "foul": ("1-0", "0-1")[mover]}
                if said := result.get(kind, "1/2-1/2" if kind == "draw" else ""):
                    self.record.tags["Result"] = said
            return
        if int(found["number"]) != len(self.path):
            self.stop(offset, f"this is move {len(self.path)}, and not {found['number']}")
        target = self.targets[-1]
        if found["file"]:
            column = FILES.index(found["file"]) + 1 if found["file"] in FILES else int(found["file"])
            target = f"{column}{chr(97 + RANKS.index(found['rank']))}"
        if not target:
            self.stop(offset, "同 means where the move before went, and there is none")
        sign = PIECES[found["piece"]]
        if found["drop"]:
            text = f"{sign}*{target}"
        else:
            start = f"{found['from'][0]}{chr(96 + int(found['from'][1]))}"
            text = f"{start}{target}{'+' if found['rises'] else ''}"
            if (there := piece_at(line.state, start)) not in ("", sign):
                self.stop(offset, f"on {start} stands {NAMES.get(there, 'nothing')}, and not {found['piece']}")
        try:
            self.path.append(play_turn(line, self.path[-1], [line.parse_move(text)]))
        except BadMove as problem:
            self.stop(offset, problem)
        self.targets.append(target)


def piece_at(state: Any, square: str) -> str:
    """The piece on a square as SFEN writes Black's."""
    from zermelo.games.shogi.notation import letter, square_of  # no game is imported before it is asked for

    code = int(state.board[square_of(state, square)])
    return letter(state, code).upper() if code else "-"


# ---------------------------------------------------------------------- writing


def write_kif(record: GameRecord) -> str:
    """The record as other programs read it, variations behind the main line, the last first."""
    if catalogue.find(record.game) is not catalogue.find("shogi"):
        raise BadText(f"KIF is for shogi, and this is a game of {record.game}: write it as json")
    handicap = next((name for name, sfen in HANDICAPS.items() if sfen == record.position), None)
    if handicap is None:
        raise BadText("KIF begins at the usual start or at a handicap: write a position as usi or json")
    tags = dict(zip(("Black", "White"), record.seats, strict=False)) | record.tags
    known = [(name, tags.get(tag, "")) for name, tag in TAGS.items() if name not in ("下手", "上手", "手合割")]
    head = [f"{name}：{' '.join(said.split())}" for name, said in known if said]
    lines = ["# KIF, Zermelo", *head, f"手合割：{handicap}", "手数----指手---------消費時間--"]
    turns = turns_of(record, "KIF")
    lines += [f"*{line}" for line in turns.comment.splitlines()]
    waiting = written(turns, 1, "", lines)
    lines.append(f"{len(record.main_line()) + 1:4d} {end_of(record)}")
    while waiting:
        first, number, before = waiting.pop()
        lines += ["", f"変化：{number}手"]
        waiting += written(Turn(children=[first]), number, before, lines)
    return "\n".join([*lines, ""])


Waiting = list[tuple[Turn, int, str]]  # the first move of a variation, its number, where the move before it went


def written(turn: Turn, number: int, before: str, lines: list[str]) -> Waiting:
    """Write a line to its end; returns the variations that it passes, those to be written first the last."""
    waiting: Waiting = []
    while turn.children:
        main, *others = turn.children
        waiting += [(other, number, before) for other in reversed(others)]
        lines.append(f"{number:4d} {move_text(main, before)}")
        lines += [f"*{line}" for line in main.comment.splitlines()]
        before, turn, number = target_of(main), main, number + 1
    return waiting


def target_of(turn: Turn) -> str:
    """The square that a move went to."""
    return re.findall(r"[1-9][a-i]", turn.move)[-1]


def move_text(turn: Turn, before: str) -> str:
    """７六歩(77), 同　銀(31), ５五角打."""
    target = target_of(turn)
    where = "同　" if target == before else FILES[int(target[0]) - 1] + RANKS[ord(target[1]) - 97]
    if "*" in turn.move:
        return f"{where}{NAMES[turn.move[0]]}打"
    start = turn.move[:2]
    rises = "成" if turn.move.endswith("+") else ""
    return f"{where}{NAMES[piece_at(turn.before, start)]}{rises}({start[0]}{ord(start[1]) - 96})"


def end_of(record: GameRecord) -> str:
    """How the game ended, in KIF's words."""
    line = record.line(record.main_line())
    outcome = line.outcome()
    if outcome is not None:
        return "詰み" if outcome.utilities[0] else "千日手"
    said = record.tags.get("Result", "")
    return {"1-0": "投了", "0-1": "投了", "1/2-1/2": "持将棋"}.get(said, "中断")
