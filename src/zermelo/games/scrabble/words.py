"""Words, tiles and squares of Scrabble: a list of words as a graph of letters, and positions in text.

The graph is an array of edges, child << 8 | ends a word << 6 | last edge of its node << 5 | letter; the edges of a node
lie one behind another and begin at index 1 or later, child 0 is none, and entry 0 is the first edge of the root.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from zermelo.errors import BadParameter, BadPosition, ZermeloError

# How often each letter occurs, and the blank (26) last
COUNTS = (9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1, 2)
BLANK = 26

# Everyday words, written down for this game; enough to play and to test, no dictionary
SMALL = """
ad age ago aid aim air all am an and ant any ape arm art as ash ask at ate axe aye bad bag ban bar bat bay be bed bee
beg bet big bin bit box boy bud bug bus but buy by cab can cap car cat cow cry cup cut dad day den did die dig dim dip
do dog dot dry due dye ear eat ebb egg ego elf elk elm end era eve eye fan far fat fax fed fee few fig fin fir fit fix
flu fly foe fog for fox fry fun fur gap gas get go god got gum gun guy had ham has hat hay he hen her hid him hip his
hit ho hop hot how hub hug hut ice icy if ill in ink inn is it ivy jam jar jaw jet job joy jug keg key kid kin kit lab
lad lap law lay leg let lid lie lip lit log lot low mad man map mat may me men met mix mob mud mug my nap net new nil
no nod nor not now nun nut oak oar oat odd of off oh oil old on one or orb ore our out owe owl own ox pad pan par pat
paw pay pea pen pet pie pig pin pit ply pod pot pro pub put rag ram ran rat raw ray red rib rid rig rim rip rob rod
rot row rub rug rum run rye sad sap sat saw say sea see set sew sex she shy sin sip sir sit six ski sky sly so sob son
sow soy spy sty sue sum sun tab tag tan tap tar tax tea ten the tie tin tip to toe ton too top toy try tub two up urn
us use van vat vet via vow wag war was wax way we web wed wet who why wig win wit woe won yes yet you zip zoo able
also area army away axis baby back ball band bank base bath bear beat bell bird blue boat body bone book born both
bowl cake call came camp card care case cash city clay coal coat code cold come cook cool corn cost crew dark data
date dawn dead deal dear deep deer dice diet dish does done door down draw drop dust duty each earn ease east easy
edge else even ever exit face fact fair fall farm fast feet fern find fine fire fish five flag flat flew foot fork
form four free frog from full gain game gate gave gift girl give glad goal goat gold gone good gray grew grow hair
half hall hand hard hare have hear heat held help here hero hide high hill hold home hope horn hour huge idea inch
into iron item jazz join joke jump just keen keep kept kind king knee knew know lake lamp land lane last late lazy
lead leaf left lend less life lift like line lion list live load loan long look lost loud love made main make many
mark meal mean meat meet menu mild mile milk mind mine moon more most move much name near neat neck need nest news
next nice nine none noon nose note oath obey once only open oven over page pain pair park part past path pear pine
plan play plum poem pole pond pool poor pure quay quit quiz race rail rain rare rate read real rest rice rich ride
ring rise road rock role roof room root rose rule safe said sail salt same sand save seat seed seen sell send ship
shoe shop shut side sign sing site size skin slow snow soap soft soil some song soon sort soup star stay stem step
stone sure swim tail take tale tall tame team tear tell tent term test than that them then they thin this tide tile
time tiny tire toad told tone tool tour town tree true tune turn unit upon urge used vase vast very view vote wait
walk wall want warm wash wave weak wear week well went were west what when wide wife wild wind wine wing wire wise
wish with wolf wood word work worn yard year zero zone about apple arise bread break bring brown chair clean clear
cloud dance dream earth eight enter field first flour fruit glass grain great green group heart house image juice
knife laugh learn light lunch money month mouse music night north ocean onion other paint paper party peace piano
plant point quart queen quick quiet quite radio raise river round scale score seven shade sheep shine shore small
smile snake sound south space stare start state steel storm story sugar sweet table teach tiger toast today tower
trade train trial under value voice water wheat wheel white whole woman world write young zebra animal answer autumn
basket bridge butter castle change circle corner dinner forest friend garden ground island letter listen market master
matter mirror monkey mother number office orange parent pencil people person planet player pocket prince quartz rabbit
reason record ribbon school season second silver simple sister spring square stream street strong summer travel tunnel
valley violet window winter wonder yellow another balance captain central chicken evening example failure general
history instead journey kitchen letters machine muzjiks nothing outside pattern quarter raining reading science
seaside station stories teacher tonight trained travels weather
"""


LARGEST = 20_000_000  # bytes of a list
DICTIONARY = Path("/usr/share/dict/words")  # where Unix systems keep a list of words, names and abbreviations


def read_list(lexicon: str) -> list[str]:
    """The words of `small`, `system` or a file: there, signs other than two to fifteen letters are refused by name."""
    if lexicon == "small":
        return sorted(set(SMALL.split()))
    if lexicon == "system":
        return system_list(DICTIONARY)
    try:
        if not Path(lexicon).expanduser().is_file() or Path(lexicon).expanduser().stat().st_size > LARGEST:
            raise OSError(f"no file of at most {LARGEST} bytes")
        found = Path(lexicon).expanduser().read_text(encoding="utf-8").lower().split()
    except (OSError, UnicodeDecodeError, ValueError) as problem:
        raise BadParameter(
            f"the word list {lexicon!r} cannot be read: give `small`, `system` or a file of words"
        ) from problem
    for entry in found:
        if not re.fullmatch("[a-z]{2,15}", entry):
            raise BadParameter(f"{entry[:40]!r} in {lexicon} is no word of two to fifteen letters a to z")
    if not found:
        raise BadParameter(f"there are no words in {lexicon}")
    return sorted(set(found))


def system_list(path: Path) -> list[str]:
    """What a system's dictionary writes in two to fifteen small letters: no names, abbreviations, apostrophes."""
    try:
        lines = path.read_text(encoding="utf-8").split()
    except (OSError, UnicodeDecodeError) as problem:
        raise BadParameter(
            f"there is no dictionary {path} here: install one (on Debian the package wamerican)"
        ) from problem
    found = sorted({line for line in lines if re.fullmatch("[a-z]{2,15}", line)})
    if not found:
        raise BadParameter(f"there are no words of two to fifteen small letters in {path}")
    return found


def word_graph(entries: list[str]) -> list[int]:
    """The smallest graph of these words, as edges."""
    tree: dict[str, Any] = {}
    for entry in entries:
        node = tree
        for sign in entry:
            node = node.setdefault(sign, {})
        node["."] = {}
    edges = [0]
    known: dict[Any, int] = {}

    def store(node: dict[str, Any]) -> int:
        parts = tuple((sign, store(child), "." in child) for sign, child in sorted(node.items()) if sign != ".")
        if parts and parts not in known:
            known[parts] = len(edges)
            for place, (sign, child, ends) in enumerate(parts):
                edges.append(child << 8 | ends << 6 | (place == len(parts) - 1) << 5 | ord(sign) - 97)
        return known.get(parts, 0)

    edges[0] = store(tree)
    return edges


def longest_ends(edges: list[int]) -> list[int]:
    """For each edge, the letters of the longest path that begins with it."""
    found = [0] * len(edges)
    for at in range(1, len(edges)):  # children are stored before their parents
        child, most = edges[at] >> 8, 0
        while child:
            most = max(most, found[child])
            child = 0 if edges[child] & 32 else child + 1
        found[at] = most + 1
    return found


def premium(size: int, square: int) -> tuple[int, int]:
    """Times that a letter and a word count on a square; a small board is the middle of the large one."""
    ring = (15 - size) // 2
    row, column = (min(line, size - 1 - line) + ring for line in divmod(square, size))
    place = (min(row, column), max(row, column))
    if place in ((0, 0), (0, 7)):
        return 1, 3
    if place in ((1, 1), (2, 2), (3, 3), (4, 4), (7, 7)):
        return 1, 2
    if place in ((1, 5), (5, 5)):
        return 3, 1
    return (2, 1) if place in ((0, 3), (2, 6), (3, 7), (6, 6)) else (1, 1)


# ---------------------------------------------------------------------- text


def square_name(size: int, square: int, down: int = 1) -> str:
    """H8, or 8H for a word that goes across."""
    column, row = chr(65 + square % size), str(square // size + 1)
    return column + row if down else row + column


def kinds_of(text: str) -> list[int]:
    """Tiles by their letters, `?` for a blank, `-` for none."""
    if not re.fullmatch(r"-|[A-Z?]+", text):
        raise BadPosition(f"tiles are written as capital letters, ? for a blank, - for none: {text!r}")
    return [] if text == "-" else [BLANK if sign == "?" else ord(sign) - 65 for sign in text]


def tiles_text(kinds: list[int]) -> str:
    """What `kinds_of` reads."""
    return "".join("?" if kind == BLANK else chr(65 + kind) for kind in kinds) or "-"


def board_text(size: int, board: list[int]) -> str:
    """Rows from the top, a number for empty squares, small letters for blanks."""
    rows = []
    for row in range(size):
        cells = board[row * size : (row + 1) * size]
        signs = "".join("." if not tile else chr((96 if tile & 32 else 64) + (tile & 31)) for tile in cells)
        rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), signs))
    return "/".join(rows)


def read_board(size: int, text: str) -> list[int]:
    """What `board_text` wrote."""
    board = []
    rows = text.split("/")
    for row in rows:
        signs = re.sub(r"\d+", lambda gap: "." * min(int(gap[0]), 99), row)
        if len(signs) != size or not re.fullmatch("[A-Za-z.]*", signs) or len(rows) != size:
            raise BadPosition(f"a board is {size} rows of {size} squares from the top: {text!r}")
        board += [0 if s == "." else ord(s) - 64 if s.isupper() else ord(s) - 96 + 32 for s in signs]
    return board


def check_board(size: int, board: list[int], entries: set[str]) -> None:
    """Words of the list, joined, over the middle; or nothing yet."""
    for line in range(2 * size):
        cells = board[line * size : (line + 1) * size] if line < size else board[line - size :: size]
        for run in "".join(chr(96 + (tile & 31)) if tile else " " for tile in cells).split():
            if len(run) > 1 and run not in entries:
                raise BadPosition(f"{run.upper()} is not in the word list")
    todo = [len(board) // 2] if board[len(board) // 2] else []
    reached = set(todo)
    while todo:
        here = todo.pop()
        column = here % size
        for other, fits in (
            (here - 1, column > 0),
            (here + 1, column < size - 1),
            (here - size, True),
            (here + size, True),
        ):
            if fits and 0 <= other < len(board) and board[other] and other not in reached:
                reached.add(other)
                todo.append(other)
    if len(reached) != sum(tile > 0 for tile in board) or len(reached) == 1:
        raise BadPosition("the words on the board must be joined and cover the middle")


def read_position(state: Any, text: str, entries: set[str]) -> None:
    """Fill an empty state: board, racks, scores, scoreless turns, bag, who moves, and what they did in this turn."""
    parts = text.split()
    found = re.fullmatch(
        r"(\S+) ([^ /]+)/([^ /]+) (-?\d{1,4})/(-?\d{1,4}) ([0-6]) (\S+) (\??[12]) (\S+)", " ".join(parts)
    )
    if not found:
        raise BadPosition(
            f"a position is board, racks, scores, scoreless turns, bag, who moves and their steps: {text!r}"
        )
    shown, first, second, mine, yours, scoreless, bag, mover, steps = found.groups()
    board = read_board(state.size, shown)
    check_board(state.size, board, entries)
    racks = [kinds_of(first), kinds_of(second)]
    if (bag == "hidden") == state.known:
        raise BadPosition("the bag is written in its order, or `hidden` where draws are unknown")
    chance = mover[0] == "?"
    aside = kinds_of(steps) if chance else []
    used = [BLANK if tile & 32 else (tile & 31) - 1 for tile in board if tile] + racks[0] + racks[1] + aside
    order = kinds_of(bag) if state.known else [k for k in range(27) for _ in range(COUNTS[k] - used.count(k))]
    for kind in range(27):
        if (used + order).count(kind) > COUNTS[kind]:
            raise BadPosition(f"there are only {COUNTS[kind]} tiles {tiles_text([kind])}")
    state.board[:], state.scoreless = board, int(scoreless)
    state.survey()
    state.score[0], state.score[1] = int(mine), int(yours)
    for player in range(2):
        for kind in racks[player]:
            state.racks[player, kind] += 1
    for kind in aside:
        state.swapped[kind] += 1
    state.fill_bag(order)
    player = int(mover[-1]) - 1
    sizes = [len(rack) for rack in racks]
    dealing = chance and not any(board) and not (aside or state.scoreless)
    full = all(n == 7 for p, n in enumerate(sizes) if not (chance and p == player))
    if max(sizes) > 7 or (order and not full and not (dealing and player == 0 and sizes[1] == 0)):
        raise BadPosition("a rack holds seven tiles while there are some in the bag, and never more")
    state.turn = player
    if chance:
        if state.known or not order or sizes[player] + 0 >= 7:
            raise BadPosition("chance draws only where draws are hidden, and only for a rack that lacks tiles")
        state.turn, state.drawer = -1, player + 1
        return
    for step in steps.split(",") if steps != "-" else ():
        try:
            state.play(state.parse_move(step))
        except ZermeloError as problem:
            raise BadPosition(f"the turn cannot have begun with {steps}: {problem}") from problem
        if not state.midturn():
            raise BadPosition(f"the steps {steps} end the turn")
