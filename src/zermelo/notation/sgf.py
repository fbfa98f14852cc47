"""Smart Game Format (FF[4], Hollosi, 1997): a tree of nodes, each a few properties in brackets.

It began as the file of Go games; `sgf_games.py` lists the other games. What a record has no place for is passed over:
markup of the board, clocks of single moves, names of nodes. Stones may be set up before the first move only. Which
rules a game is played by is told by RU: the four names below stand for the four settings of `suicide` and
`situational`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn

from zermelo.errors import BadMove, BadText, ZermeloError
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.notation.places import trouble
from zermelo.notation.record import GameRecord, Node
from zermelo.notation.sgf_games import COLUMNS, KINDS, WORDS, Backgammon, Kind
from zermelo.notation.turns import Turn, play_turn, turns_of

NAMED = {
    "PB": "Black", "PW": "White", "EV": "Event", "DT": "Date", "RO": "Round", "PC": "Site", "RE": "Result",
}  # fmt: skip  # tags share the names that PGN gave them
KEPT = (
    "BR",
    "WR",
    "BT",
    "WT",
    "GN",
    "GC",
    "ON",
    "OT",
    "TM",
    "HA",
    "SO",
    "US",
    "AN",
    "CP",
)  # tags under their own names
RULES = {  # RU -> suicide, situational
    "Tromp-Taylor": ("true", "false"),
    "NZ": ("true", "true"),
    "AGA": ("false", "true"),
    "Chinese": ("false", "false"),
}
SET_UP = ("AB", "AW", "AE", "PL")
IDENT = re.compile(r"[A-Z][A-Z0-9]*|[A-Za-z]+")
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


@dataclass
class Value:
    """What stands in one pair of brackets, and where."""

    text: str
    offset: int


Properties = dict[str, list[Value]]


# ---------------------------------------------------------------------- reading


def read_sgf(text: str) -> GameRecord:
    """The game of a file that holds one, every move checked."""
    found = read_sgf_games(text)
    if len(found) > 1:
        raise BadText(f"there are {len(found)} games in this text; one is wanted")
    return found[0]


def read_sgf_games(text: str) -> list[GameRecord]:
    """The games of a file, one or more, every move checked."""
    return Reader(text.removeprefix("\ufeff")).games()


@dataclass
class Branch:
    """Where a bracket will go back to."""

    playthrough: Playthrough
    node: Node
    offset: int
    nodes: int = 0  # seen since the bracket


class Reader:
    """One pass over the text; branches wait on a stack."""

    def __init__(self, text: str) -> None:
        self.text, self.offset = text, 0
        self.records: list[GameRecord] = []
        self.clear()

    def clear(self) -> None:
        """Before a game."""
        self.record: GameRecord | None = None
        self.kind: Kind = KINDS[1]
        self.branches: list[Branch] = []
        self.open_turn = True  # nothing says who begins
        self.turned = False  # White is the first player

    def stop(self, offset: int, problem: object) -> NoReturn:
        """Refuse the text."""
        raise trouble(self.text, offset, problem) from None

    def games(self) -> list[GameRecord]:
        """Read all of it."""
        while (sign := self.next_sign()) != "":
            start = self.offset
            self.offset += 1
            if sign == "(":
                self.open(start)
            elif not self.branches:
                self.stop(start, f"a game in SGF begins with (; and not with {sign!r}")
            elif sign == ")":
                self.close(start)
            elif sign == ";":
                self.node(start)
            else:
                self.stop(start, f"{sign!r} has no meaning here: a node begins with ; and a variation with (")
        if self.branches:
            self.stop(self.branches[-1].offset, "the bracket that opens here is never closed")
        if not self.records:
            raise BadText("there is no game in this text; SGF begins with (;")
        return self.records

    def next_sign(self) -> str:
        """The next sign that is no blank, or nothing at the end."""
        while self.offset < len(self.text) and self.text[self.offset].isspace():
            self.offset += 1
        return self.text[self.offset : self.offset + 1]

    def open(self, start: int) -> None:
        """A game or a variation."""
        if not self.branches:
            self.branches.append(Branch(catalogue.begin("go", {"size": "1"}), Node(), start))  # the root replaces it
            return
        here = self.branches[-1]
        if not here.nodes:
            self.stop(start, "a bracket needs a node (;) before the next bracket opens")
        self.branches.append(Branch(here.playthrough.copy(), here.node, start))

    def close(self, start: int) -> None:
        """The end of a variation, or of the game."""
        if not self.branches.pop().nodes:
            self.stop(start, "a variation without a node")
        if not self.branches and self.record:
            self.records.append(self.record)
            self.clear()

    def node(self, start: int) -> None:
        """A node with its properties."""
        found = self.properties()
        here = self.branches[-1]
        here.nodes += 1
        if self.record is None:
            self.root(found, start)
        elif wrong := next((name for name in (*SET_UP, "SZ", "KM") if name in found), ""):
            self.stop(found[wrong][0].offset, f"{wrong} stands after the first node: stones are set up there only")
        self.move(found)
        if words := "\n".join(value.text for value in found.get("C", [])):
            here.node.comment = f"{here.node.comment}\n{words}".strip("\n")

    def properties(self) -> Properties:
        """The properties of a node up to its end."""
        found: Properties = {}
        while (sign := self.next_sign()) not in ("", "(", ")", ";"):
            match = IDENT.match(self.text, self.offset)
            if not match:
                self.stop(self.offset, f"{sign!r} begins no property: they are capitals and a value, B[dd]")
            start, self.offset = self.offset, match.end()
            name = "".join(letter for letter in match[0] if not letter.islower())  # FF[3] wrote Black for B
            if name in found or not name:
                self.stop(start, f"{match[0]} is given twice in one node" if name else f"{match[0]!r} has no capitals")
            found[name] = self.values(match[0])
        return found

    def values(self, name: str) -> list[Value]:
        """One or more pairs of brackets."""
        found = []
        while self.next_sign() == "[":
            start = self.offset
            self.offset += 1
            found.append(Value(self.value(start), start))
        if not found:
            self.stop(self.offset, f"{name} has no value in square brackets")
        return found

    def value(self, start: int) -> str:
        """The text up to the closing bracket; a backslash takes the meaning from the next sign."""
        signs: list[str] = []
        while self.offset < len(self.text):
            sign = self.text[self.offset]
            self.offset += 1
            if sign == "]":
                return "".join(signs)
            if sign == "\\":
                sign = self.text[self.offset : self.offset + 1]
                self.offset += 1
                if sign in ("\n", "\r"):  # a line broken by the writer only
                    if self.text[self.offset : self.offset + 1] in ("\n", "\r") and self.text[self.offset] != sign:
                        self.offset += 1
                    continue
            signs.append(sign)
        return self.stop(start, "the bracket that opens here is never closed by ]")

    # ------------------------------------------------------------------ meaning

    def root(self, found: Properties, start: int) -> None:
        """The first node: the kind of game, the settings, the stones, the tags."""
        self.kind = self.kind_of(found)
        settings = {"size": str(self.kind.size)} if self.kind.size else {}
        for name, setting in (("SZ", "size"), ("KM", "komi")):
            if name in found and (self.kind.number == 1 or setting in settings):
                value = found[name][0]
                if not NUMBER.fullmatch(value.text.strip()):
                    self.stop(value.offset, f"{name} must be a number, not {value.text!r}")
                settings[setting] = value.text.strip()
        tags = {NAMED.get(name, name): one_line(found[name][0].text) for name in (*NAMED, *KEPT) if name in found}
        if self.kind.number == 1:
            self.rules(found, settings, tags)
        elif "swap" in self.text.lower() and self.kind.game == "hex":
            settings["swap"] = "true"
        self.record = GameRecord(self.kind.game, settings, tags={name: value for name, value in tags.items() if value})
        place = found["SZ"][0].offset if "SZ" in found else start
        try:
            playthrough = self.record.begin()
        except ZermeloError as problem:
            self.stop(place, problem)
        if self.kind.number != 1:
            usual = found.get("PL", [Value("B", 0)])[0].text.strip().lower() in ("b", "black")
            if wrong := next((name for name in SET_UP if name in found and not (name == "PL" and usual)), ""):
                self.stop(found[wrong][0].offset, f"{wrong} sets a position up, which is read for Go only")
        elif position := self.set_up(found, playthrough):
            self.record.position = position
            try:
                playthrough = self.record.begin()
            except ZermeloError as problem:
                self.stop(found[next(name for name in ("AB", "AW", "PL") if name in found)][0].offset, problem)
        self.branches[-1].playthrough, self.branches[-1].node = playthrough, self.record.root

    def kind_of(self, found: Properties) -> Kind:
        """The game by its number; Go where there is none."""
        if "GM" not in found:
            return KINDS[1]
        said = found["GM"][0]
        number = said.text.strip()
        if not number.isdecimal() or int(number[:4]) not in KINDS:
            known = ", ".join(f"{kind.number} ({kind.game})" for kind in KINDS.values())
            self.stop(said.offset, f"GM[{said.text}] is another game; Zermelo reads SGF with GM {known}")
        return KINDS[int(number)]

    def rules(self, found: Properties, settings: dict[str, str], tags: dict[str, str]) -> None:
        """What RU and Zermelo's own property say; rules of another name are a tag."""
        if "RU" in found:
            named = found["RU"][0].text.strip()
            if named in RULES:
                for name, value in zip(("suicide", "situational"), RULES[named], strict=True):
                    if value == "true":
                        settings[name] = value
            else:
                tags["RU"] = named
        if "ZERMELO" in found and found["ZERMELO"][0].text == "points":
            settings["points"] = "true"

    def set_up(self, found: Properties, playthrough: Playthrough) -> str:
        """The position that AB, AW, AE and PL describe, or nothing."""
        size = playthrough.state.size
        rows = [["."] * size for _ in range(size)]
        for name, sign in (("AB", "x"), ("AW", "o"), ("AE", ".")):
            for value in found.get(name, []):
                for column, row in self.points(value, size):
                    if name != "AE" and rows[row][column] != ".":
                        self.stop(value.offset, f"[{value.text}] is set up twice")
                    rows[row][column] = sign
        self.open_turn = "PL" not in found
        stones = any(sign != "." for row in rows for sign in row)
        turn = self.first_turn(found)
        if not stones and turn == "x":
            return ""
        shown = "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), "".join(row)) for row in rows)
        return f"{shown} {turn} - 0"

    def first_turn(self, found: Properties) -> str:
        """Who begins: as PL says, or else White if Black has a handicap; the first move may still tell otherwise."""
        if "PL" in found:
            value = found["PL"][0]
            if value.text.strip().lower() not in ("b", "w", "black", "white"):
                self.stop(value.offset, f"PL is B or W, not {value.text!r}")
            return "x" if value.text.strip().lower()[0] == "b" else "o"
        handicap = found["HA"][0].text.strip() if "HA" in found else ""
        return "o" if "AB" in found and handicap.isdecimal() and int(handicap[:4]) > 1 else "x"

    def other_begins(self) -> None:
        """The first move is by the other player, and nothing says that they may not."""
        assert self.record
        rows, turn, *rest = self.branches[-1].playthrough.to_text().split()
        self.record.position = " ".join([rows, "xo"[turn == "x"], *rest])
        for branch in self.branches:
            branch.playthrough = self.record.begin()

    def points(self, value: Value, size: int) -> list[tuple[int, int]]:
        """Columns and rows of `cd`, or of the rectangle `ca:dd`."""
        corners = [self.point(part, value, size) for part in value.text.split(":")]
        (left, top), (right, bottom) = corners[0], corners[-1]
        if len(corners) > 2 or right < left or bottom < top:
            self.stop(value.offset, f"[{value.text}] is no rectangle: the upper left and lower right corner are wanted")
        return [(column, row) for row in range(top, bottom + 1) for column in range(left, right + 1)]

    def point(self, text: str, value: Value, size: int) -> tuple[int, int]:
        """Column and row of `cd`."""
        text = text.strip()
        known = COLUMNS[:size]
        if len(text) != 2 or text[0] not in known or text[1] not in known:
            self.stop(value.offset, f"[{value.text}] is no point: two letters from a to {known[-1]} are wanted")
        return known.index(text[0]), known.index(text[1])

    def move(self, found: Properties) -> None:
        """The move of a node, if it has one."""
        moves = [(name, found[name]) for name in ("B", "W") if name in found]
        if not moves:
            return
        if len(moves) > 1 or len(moves[0][1]) > 1:
            self.stop(moves[-1][1][-1].offset, "one node holds one move")
        name, (value,) = moves[0]
        here = self.branches[-1]
        assert self.record  # the first node has made it
        if (word := value.text.strip().lower()) in WORDS:
            self.word(name, word)
            return
        if self.kind.game == "backgammon":
            self.turned = self.turned or not self.record.root.children and name == "W"
        elif "BW".index(name) != here.playthrough.turn and self.open_turn and not self.record.root.children:
            if self.kind.number == 1:
                self.other_begins()
            else:
                self.turned = True
        self.check_turn(name, value)
        state = here.playthrough.state
        try:
            if isinstance(self.kind, Backgammon):
                text = self.kind.read(value.text.strip(), state, name == "B")
            else:
                text = self.kind.read(value.text.strip(), state)
            here.node = play_turn(here.playthrough, here.node, list(state.parse_turn(text)))
        except BadMove as problem:
            self.stop(value.offset, f"{name}[{value.text}]: {problem}")

    def check_turn(self, name: str, value: Value) -> None:
        """Refuse a move of the player who is not to move."""
        state = self.branches[-1].playthrough.state
        mover = max(int(getattr(state, "mover", state.turn)), 0) if self.kind.game == "backgammon" else int(state.turn)
        if state.over():
            self.stop(value.offset, f"{name} moves here, but the game is over")
        if "BW".index(name) != mover ^ self.turned:
            self.stop(
                value.offset, f"{name} moves here, but it is the turn of {('Black', 'White')[mover ^ self.turned]}"
            )

    def word(self, name: str, word: str) -> None:
        """Something that is said in place of a move: who gives up has lost, and of a doubling cube it is a remark."""
        assert self.record
        node = self.branches[-1].node
        node.comment = f"{node.comment} {('Black', 'White')['BW'.index(name)]} says {word}".strip()
        if word in ("resign", "forfeit", "drop"):
            self.record.tags.setdefault("Result", f"{'W' if name == 'B' else 'B'}+R")


# ---------------------------------------------------------------------- writing


def write_sgf(record: GameRecord) -> str:
    """The record as other programs read it."""
    entry = catalogue.entry_of(record.game)
    kind = next((one for one in KINDS.values() if entry and one.game == entry.name), None)
    if kind is None:
        raise BadText(f"SGF has no moves for a game of {record.game}: write it as json")
    playthrough = record.begin()
    head = {"FF": "4", "GM": str(kind.number), "CA": "UTF-8", "AP": "Zermelo"}
    stones = ""
    if kind.number == 1:
        head |= settings_of(playthrough, record)
        stones = stones_of(playthrough)
    elif record.position:
        raise BadText("a position is set up in SGF for Go only: write the game as json")
    elif kind.game == "backgammon" and playthrough.state.known:
        raise BadText("SGF has no list of dice that both players know: write the game as json")
    elif kind.size:
        head["SZ"] = str(playthrough.state.size)
    names = {name: ident for ident, name in NAMED.items()}
    seats = dict(zip(("Black", "White"), record.seats, strict=False))
    for name, value in (seats | record.tags).items():
        if name == "RU" or names.get(name, name) in (*NAMED, *KEPT):
            head[names.get(name, name)] = escaped(one_line(value))
    if result := result_of(record, kind):
        head["RE"] = escaped(result)
    shown = "".join(f"{name}[{value}]" for name, value in head.items())
    turns = turns_of(record, "SGF")
    return f"(;{shown}{stones}{comment_of(turns)}\n{tree_of(turns, kind)})\n"


def settings_of(playthrough: Playthrough, record: GameRecord) -> dict[str, str]:
    """Size, komi and rules."""
    state = playthrough.state
    chosen = tuple("true" if setting else "false" for setting in (state.suicide, state.situational))
    rules = next(name for name, settings in RULES.items() if settings == chosen)
    found = {"SZ": str(state.size), "KM": f"{state.komi:g}", "RU": record.tags.get("RU", rules)}
    return found | ({"ZERMELO": "points"} if state.points else {})


def stones_of(playthrough: Playthrough) -> str:
    """AB, AW and PL; a ko or a pass before the first move has no place in SGF."""
    rows, turn, ko, passes = playthrough.to_text().split()
    if ko != "-" or passes != "0":
        raise BadText("SGF cannot say that a ko or a pass went before the first move: write the game as json")
    found: dict[str, list[str]] = {"x": [], "o": []}
    for row, packed in enumerate(rows.split("/")):
        column = 0
        for part in re.findall(r"\d+|[xo]", packed):
            if part.isdigit():
                column += int(part)
            else:
                found[part].append(COLUMNS[column] + COLUMNS[row])
                column += 1
    shown = "".join(
        name + "".join(f"[{point}]" for point in found[sign])
        for name, sign in (("AB", "x"), ("AW", "o"))
        if found[sign]
    )
    return shown + (f"PL[{'BW'['xo'.index(turn)]}]" if shown or turn == "o" else "")


def result_of(record: GameRecord, kind: Kind) -> str:
    """The end that the rules see in the main line, or else what the tags say."""
    playthrough = record.line(record.main_line())
    if not playthrough.over():
        return record.tags.get("Result", "")
    outcome = playthrough.outcome()
    if kind.number != 1 and outcome is not None:
        ahead = outcome.utilities[0]
        points = f"{abs(ahead):g}" if playthrough.state.highest > 1 else ""
        return "0" if ahead == 0 else f"{'B' if ahead > 0 else 'W'}+{points}"
    margin = float(playthrough.state.reward(0))
    return "0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"


def tree_of(turns: Turn, kind: Kind) -> str:
    """All nodes after the first; without recursion."""
    shown: list[str] = []
    waiting = following(turns)
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            shown.append(item)
            continue
        value = kind.write(item, item.seat == 0) if isinstance(kind, Backgammon) else kind.write(item)
        shown.append(f";{'BW'[item.seat]}[{value}]{comment_of(item)}")
        waiting += following(item)
    lines, width = [""], 0
    for part in shown:
        if width + len(part) > 78 and lines[-1]:
            lines.append("")
            width = 0
        lines[-1] += part
        width += len(part)
    return "\n".join(lines)


def following(turn: Turn) -> list[Turn | str]:
    """What follows a turn, the last first; each in brackets where there are several."""
    if len(turn.children) < 2:
        return list(turn.children)
    items: list[Turn | str] = []
    for child in reversed(turn.children):
        items += [")", child, "("]
    return items


def comment_of(node: Turn) -> str:
    """C[…], where there is something to say."""
    return f"C[{escaped(node.comment)}]" if node.comment else ""


def one_line(text: str) -> str:
    """Tags hold no line ends."""
    return " ".join(text.split())


def escaped(text: str) -> str:
    """Brackets and backslashes in a value."""
    return re.sub(r"([\]\\])", r"\\\1", text)
