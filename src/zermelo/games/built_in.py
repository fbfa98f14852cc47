"""The games of this package. A game is registered here, once; whatever lists games reads it from here.

Nothing is imported before a game is asked for. Found by a game's name, and owed by it: its rules (`rules/NAME.md`), its
page (`docs/games/NAME.md`), its counts (`tests/games/perft/NAME.txt`) and its recorded game
(`tests/games/playthroughs/NAME.txt`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import resolve_name
from typing import Any

GENRES = {  # what a game is about, for those who look for one
    "line": "get some in a row",
    "capture": "take what the opponent has",
    "mate": "corner the king",
    "territory": "hold more than the opponent",
    "connection": "join what lies apart",
    "race": "arrive first",
    "block": "be the last who can move",
    "sowing": "lift seeds and sow them",
    "tiles": "lay tiles and shapes",
    "cards": "play from a hand",
    "dice": "luck has its share",
    "economics": "gain by what others gain too",
    "puzzle": "work out what happens",
}


@dataclass(frozen=True)
class Small:
    """A form with a tree small enough for plain minimax, with which the tests compare compiled search."""

    settings: str = ""
    depth: int = 2
    positions: int = 4  # late in random games


@dataclass(frozen=True)
class Entry:
    """A game that can be asked for by name. Settings are written as in a perft table: `size=6 walls=3`."""

    name: str
    place: str  # module:class; of this package `.module:class`
    aliases: tuple[str, ...] = ()
    title: str = ""  # for people; made of the name where it is not given
    formats: tuple[str, ...] = ()  # of files, besides JSON, which serves all games; see `notation`
    variants: tuple[str, ...] = ()  # settings of further forms that are proven like the usual one
    small: Small = field(default_factory=Small)
    genres: tuple[str, ...] = ()  # of `GENRES`, the first being what it is mostly about
    minutes: int = 0  # that a game against a machine takes a person, roughly
    recommended: bool = False  # for a first look

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", self.name.replace("_", " ").capitalize())

    @property
    def module(self) -> str:
        """The module that offers the class; games of a family share it."""
        return resolve_name(self.place.partition(":")[0], __package__)

    @property
    def spellings(self) -> tuple[str, ...]:
        """All names that find the game."""
        return (self.name, *self.aliases)

    def load(self) -> Any:
        """The game's class."""
        return getattr(import_module(self.module), self.place.partition(":")[2])


def settings_of(text: str) -> dict[str, str]:
    """`size=6 walls=3` as names and values."""
    return dict(part.split("=", 1) for part in text.split())


BUILT_IN = (
    Entry(
        "abalone", ".abalone:Abalone", genres=("capture",), minutes=15, variants=("setup=belgian_daisy by_count=true",)
    ),
    Entry(
        "alquerque",
        ".alquerque:Alquerque",
        genres=("capture",),
        minutes=10,
        variants=("captures=optional backward=false",),
        small=Small(depth=3),
    ),
    Entry(
        "amazons",
        ".amazons:Amazons",
        formats=("sgf",),
        genres=(
            "block",
            "territory",
        ),
        minutes=20,
        variants=("size=6",),
        small=Small("size=6"),
    ),
    Entry(
        "arimaa",
        ".arimaa:Arimaa",
        genres=("race",),
        minutes=40,
        variants=("gold=place silver=place",),
        small=Small(positions=3),
    ),
    Entry(
        "ataxx",
        ".infection:Ataxx",
        genres=("territory",),
        minutes=10,
        aliases=("attaxx",),
        variants=("size=5 walls=c3",),
        small=Small("size=4"),
    ),
    Entry(
        "backgammon",
        ".backgammon:Backgammon",
        formats=("mat", "sgf"),
        genres=(
            "dice",
            "race",
        ),
        minutes=20,
        recommended=True,
        variants=("known=true",),
    ),
    Entry(
        "bargaining",
        ".economics:Bargaining",
        aliases=("alternating_offers",),
        genres=("economics",),
        minutes=3,
        variants=("rounds=1", "pie=4 rounds=6 first_patience=50"),
        small=Small("pie=3", depth=4),
    ),
    Entry(
        "blokus",
        ".blokus:Blokus",
        genres=(
            "tiles",
            "territory",
        ),
        minutes=15,
        aliases=("blokus_duo",),
        variants=("size=7 largest=4 fixed_starts=true",),
        small=Small("size=6 largest=3", depth=3),
    ),
    Entry(
        "blokus_classic",
        ".blokus:BlokusClassic",
        genres=(
            "tiles",
            "territory",
        ),
        minutes=25,
        variants=("size=8",),
    ),
    Entry(
        "brazilian_draughts",
        ".draughts:BrazilianDraughts",
        formats=("pdn",),
        genres=("capture",),
        minutes=20,
        small=Small(depth=3),
    ),
    Entry(
        "bridge",
        ".tricks:Bridge",
        aliases=("contract_bridge",),
        genres=("cards",),
        minutes=10,
    ),
    Entry(
        "carcassonne",
        ".carcassonne:Carcassonne",
        genres=(
            "tiles",
            "territory",
        ),
        minutes=30,
        aliases=("carcassone",),
        variants=("known=false tiles=24 farmers=false",),
        small=Small("tiles=8", positions=3),
    ),
    Entry(
        "checkers",
        ".draughts:Checkers",
        formats=("pdn",),
        genres=("capture",),
        minutes=20,
        aliases=("english_draughts", "draughts"),
        small=Small(depth=3, positions=8),
    ),
    Entry(
        "chess",
        ".chess:Chess",
        genres=("mate",),
        minutes=30,
        recommended=True,
        formats=("pgn",),
        small=Small(positions=6),
    ),
    Entry(
        "chinese_checkers",
        ".halma:ChineseCheckers",
        genres=("race",),
        minutes=20,
        aliases=("star_halma",),
        variants=("players=6 side=2",),
        small=Small("players=2 side=2", positions=3),
    ),
    Entry(
        "coalitions",
        ".economics:Coalitions",
        genres=("economics",),
        minutes=5,
        variants=("whole=3 ab=3 ac=3 bc=3 rounds=4",),
        small=Small("whole=2 ab=1 ac=1 bc=1", depth=3),
    ),
    Entry(
        "connect_four",
        ".connect_four:ConnectFour",
        title="Connect Four",
        genres=("line",),
        minutes=5,
        recommended=True,
        aliases=("connect_4", "four_in_a_row"),
        variants=("columns=5 height=4 connect=3",),
        small=Small("columns=5 height=4", depth=4, positions=8),
    ),
    Entry(
        "connections",
        ".connections:Connections",
        genres=("connection",),
        minutes=10,
        aliases=("gale", "bridg_it"),
        variants=("size=7 loop_wins=false",),
        small=Small("size=3", depth=3, positions=6),
    ),
    Entry(
        "dominoes",
        ".dominoes:Dominoes",
        genres=(
            "cards",
            "tiles",
        ),
        minutes=5,
        aliases=("domino",),
        variants=("pips=9 drawing=false",),
        small=Small("pips=4 hand=4", depth=4, positions=6),
    ),
    Entry(
        "dots_and_boxes",
        ".dots:DotsAndBoxes",
        genres=("territory",),
        minutes=10,
        variants=("rows=6 columns=7 border=icelandic",),
        small=Small("rows=2 columns=2", depth=4, positions=6),
    ),
    Entry(
        "dots_and_hexagons",
        ".dots:DotsAndHexagons",
        genres=("territory",),
        minutes=10,
        variants=("shape=rhombus side=3 columns=4 forced=true",),
        small=Small("side=2"),
    ),
    Entry(
        "fanorona",
        ".fanorona:Fanorona",
        genres=("capture",),
        minutes=15,
        aliases=("fanorana", "fanorama"),
        variants=("columns=5 straight=true",),
        small=Small("columns=5", depth=3),
    ),
    Entry(
        "gipf",
        ".gipf:Gipf",
        genres=(
            "line",
            "capture",
        ),
        minutes=25,
        variants=("form=standard", "form=tournament"),
        small=Small("form=tournament"),
    ),
    Entry(
        "go",
        ".go:Go",
        genres=("territory",),
        minutes=25,
        recommended=True,
        aliases=("baduk", "weiqi"),
        formats=("sgf",),
        variants=("size=5 suicide=true",),
        small=Small("size=3", depth=3, positions=8),
    ),
    Entry("gobblet", ".gobblet:Gobblet", genres=("line",), minutes=10, variants=("size=3",), small=Small("size=3")),
    Entry(
        "goofspiel",
        ".goofspiel:Goofspiel",
        aliases=("gops",),
        genres=("cards",),
        minutes=5,
        variants=("cards=5 prize_order=random", "open_bids=true cards=6"),
    ),
    Entry(
        "halma",
        ".halma:Halma",
        genres=("race",),
        minutes=30,
        variants=("players=4 no_return=true", "size=8"),
        small=Small("size=8", positions=3),
    ),
    Entry(
        "hex",
        ".hex:Hex",
        formats=("sgf",),
        genres=("connection",),
        minutes=15,
        variants=("size=5 swap=true",),
        small=Small("size=3", depth=4, positions=8),
    ),
    Entry("hexxagon", ".infection:Hexxagon", genres=("territory",), minutes=10, small=Small(positions=3)),
    Entry(
        "hidden_dominoes",
        ".dominoes:HiddenDominoes",
        genres=(
            "cards",
            "tiles",
        ),
        minutes=5,
        variants=("pips=9 drawing=false",),
    ),
    Entry(
        "hidden_stratego",
        ".stratego:HiddenStratego",
        genres=("capture",),
        minutes=40,
        variants=("army=small red=place blue=place",),
    ),
    Entry(
        "holdem",
        ".poker:Holdem",
        title="Texas hold'em",
        aliases=("texas_holdem", "poker"),
        genres=("cards",),
        minutes=5,
        variants=("betting=limit", "betting=push_fold stack=20", "stack=20 bets=0"),
    ),
    Entry(
        "hus",
        ".hus:Hus",
        genres=("sowing",),
        minutes=15,
        aliases=("mancala_4x8",),
        variants=("capture=inner",),
        small=Small(depth=3),
    ),
    Entry(
        "international_draughts",
        ".draughts:InternationalDraughts",
        formats=("pdn",),
        genres=("capture",),
        minutes=30,
        aliases=("polish_draughts",),
    ),
    Entry(
        "jungle",
        ".jungle:Jungle",
        genres=(
            "race",
            "capture",
        ),
        minutes=20,
        aliases=("jungle_game", "dou_shou_qi"),
        variants=("elephant_takes_rat=true wolf_over_dog=true",),
    ),
    Entry(
        "kalah",
        ".kalah:Kalah",
        genres=("sowing",),
        minutes=10,
        aliases=("mancala",),
        variants=("pits=3 seeds=5",),
        small=Small("pits=3 seeds=2", depth=4, positions=8),
    ),
    Entry(
        "katamino",
        ".katamino:Katamino",
        genres=(
            "tiles",
            "puzzle",
        ),
        minutes=10,
        variants=("split=false",),
        small=Small(positions=3),
    ),
    Entry(
        "king",
        ".tricks:King",
        genres=("cards",),
        minutes=30,
        variants=("hearts_last=false with_nulos=false",),
    ),
    Entry("kuhn_poker", ".poker:KuhnPoker", genres=("cards",), minutes=2, aliases=("kuhn",)),
    Entry("leduc_poker", ".poker:LeducPoker", genres=("cards",), minutes=3, aliases=("leduc",)),
    Entry(
        "liars_dice",
        ".liars_dice:LiarsDice",
        title="Liar's dice",
        genres=("dice",),
        minutes=5,
        variants=("players=3 dice=2 faces=4", "dice=2 faces=3"),
    ),
    Entry(
        "lines_of_action",
        ".lines_of_action:LinesOfAction",
        formats=("sgf",),
        genres=("connection",),
        minutes=20,
        aliases=("loa",),
        variants=("mover_wins=true stuck_loses=true",),
    ),
    Entry(
        "link_five",
        ".link_five:LinkFive",
        formats=("sgf",),
        genres=("line",),
        minutes=10,
        aliases=("gomoku", "five_in_a_row", "renju"),
        variants=("size=9 rule=renju", "size=19 rule=standard"),
        small=Small("size=6 rule=renju"),
    ),
    Entry(
        "market",
        ".economics:Market",
        aliases=("double_auction",),
        genres=("economics",),
        minutes=3,
        variants=("buyers=3 sellers=1 prices=4",),
    ),
    Entry(
        "memory_tic_tac_toe",
        ".tic_tac_toe:MemoryTicTacToe",
        genres=("line",),
        minutes=3,
        aliases=("infinite_tic_tac_toe",),
        title="Memory tic-tac-toe",
        variants=("vacated=true",),
        small=Small(depth=3, positions=8),
    ),
    Entry(
        "minishogi", ".shogi:Minishogi", formats=("usi",), genres=("mate",), minutes=15, variants=("first_loses=true",)
    ),
    Entry("monopoly", ".monopoly:Monopoly", genres=("dice",), minutes=60, small=Small(depth=1, positions=2)),
    Entry(
        "moving_tic_tac_toe",
        ".tic_tac_toe:MovingTicTacToe",
        genres=("line",),
        minutes=3,
        aliases=("three_mens_morris", "tapatan"),
        title="Moving tic-tac-toe",
        variants=("graph=all centre_ban=true",),
        small=Small(depth=3, positions=8),
    ),
    Entry("nim", ".nim:Nim", genres=("puzzle",), minutes=2, variants=("misere=true",), small=Small(positions=8)),
    Entry(
        "nine_mens_morris",
        ".nine_mens_morris:NineMensMorris",
        genres=(
            "line",
            "capture",
        ),
        minutes=15,
        recommended=True,
        aliases=("mill", "merels"),
        title="Nine men's morris",
        variants=("men=6 flying=false", "men=12"),
    ),
    Entry(
        "omega_chess",
        ".omega_chess:OmegaChess",
        formats=("pgn",),
        genres=("mate",),
        minutes=35,
        aliases=("omega",),
        small=Small(positions=3),
    ),
    Entry(
        "othello",
        ".othello:Othello",
        formats=("sgf",),
        genres=("territory",),
        minutes=15,
        recommended=True,
        aliases=("reversi",),
        variants=("size=6", "size=10"),
        small=Small("size=4", depth=4, positions=8),
    ),
    Entry(
        "pacman",
        ".pacman:Pacman",
        genres=(
            "puzzle",
            "race",
        ),
        minutes=5,
        small=Small("layout=%%%%%%%/%P.o..%/%.%.%.%/%..G.G%/%%%%%%%", depth=4, positions=8),
    ),
    Entry(
        "pentominoes",
        ".pentominoes:Pentominoes",
        genres=(
            "tiles",
            "block",
        ),
        minutes=5,
        aliases=("pentaminoes", "pentomino", "golomb"),
        variants=("columns=10 rows=6 misere=true",),
        small=Small("columns=5 rows=3"),
    ),
    Entry(
        "pig",
        ".pig:Pig",
        genres=(
            "dice",
            "race",
        ),
        minutes=5,
    ),
    Entry(
        "public_goods",
        ".economics:PublicGoods",
        genres=("economics",),
        minutes=3,
        variants=("players=2 factor=1.6 endowment=2",),
    ),
    Entry("pylos", ".pylos:Pylos", genres=("race",), minutes=10, variants=("squares_count=false", "lines_count=true")),
    Entry(
        "quads",
        ".quads:Quads",
        genres=(
            "tiles",
            "block",
        ),
        minutes=10,
        variants=("size=4 border=true apart=false",),
        small=Small("size=3 border=true", positions=3),
    ),
    Entry("quarto", ".quarto:Quarto", genres=("line",), minutes=10, variants=("squares=true",)),
    Entry(
        "quits", ".quits:Quits", genres=("race",), minutes=10, variants=("wrap=true needed=2",), small=Small(depth=3)
    ),
    Entry(
        "quixo",
        ".quixo:Quixo",
        genres=("line",),
        minutes=10,
        variants=("size=3", "size=4"),
        small=Small("size=3", depth=3, positions=6),
    ),
    Entry(
        "quoridor",
        ".quoridor:Quoridor",
        genres=(
            "race",
            "block",
        ),
        minutes=15,
        variants=("size=7 walls=8", "size=5 walls=3 edge_jumps=false"),
        small=Small("size=3 walls=1", depth=3, positions=6),
    ),
    Entry(
        "racetrack",
        ".racetrack:Racetrack",
        genres=("race",),
        minutes=10,
        aliases=("racing", "paper_racing", "paper_and_pencil_racing", "vector_rally"),
        variants=("players=4 track=snake", "players=1 track=straight"),
        small=Small("track=straight", depth=3),
    ),
    Entry(
        "repeated_game",
        ".economics:RepeatedGame",
        aliases=("iterated_prisoners_dilemma",),
        genres=("economics",),
        minutes=3,
        variants=("matrix=tcp_ip rounds=3", "matrix=rock_paper_scissors rounds=2"),
    ),
    Entry(
        "russian_draughts",
        ".draughts:RussianDraughts",
        formats=("pdn",),
        genres=("capture",),
        minutes=20,
        aliases=("shashki",),
        small=Small(depth=3),
    ),
    Entry("sahara", ".sahara:Sahara", genres=("block",), minutes=10, variants=("both=draw by_enemies=true",)),
    Entry(
        "scrabble",
        ".scrabble:Scrabble",
        genres=("tiles",),
        minutes=40,
        variants=("size=7 known=false",),
        small=Small("size=7", positions=3),
    ),
    Entry("seega", ".seega:Seega", genres=("capture",), minutes=15, variants=("size=9 safe_centre=false",)),
    Entry(
        "shogi",
        ".shogi:Shogi",
        formats=("kif", "usi"),
        genres=("mate",),
        minutes=40,
        aliases=("japanese_chess",),
        variants=("impasse=true",),
        small=Small(positions=3),
    ),
    Entry(
        "small_tricks",
        ".tricks:SmallTricks",
        genres=("cards",),
        minutes=1,
        variants=("players=3 ranks=4 trumps=true",),
    ),
    Entry(
        "sputnik",
        ".sputnik:Sputnik",
        genres=("block",),
        minutes=10,
        variants=("side=3 rescue_any_time=false",),
        small=Small("side=3"),
    ),
    Entry(
        "stratego",
        ".stratego:Stratego",
        genres=("capture",),
        minutes=40,
        aliases=("open_stratego",),
        variants=("army=barrage red=place blue=place",),
        small=Small("army=small"),
    ),
    Entry("surakarta", ".surakarta:Surakarta", genres=("capture",), minutes=15),
    Entry(
        "tablut",
        ".tablut:Tablut",
        genres=(
            "capture",
            "race",
        ),
        minutes=15,
        aliases=("tafl",),
        variants=("board=brandubh armed=false king_taken=four", "board=hnefatafl"),
        small=Small("board=brandubh"),
    ),
    Entry(
        "tantrix",
        ".tantrix:Tantrix",
        genres=(
            "tiles",
            "connection",
        ),
        minutes=20,
        variants=("known=false", "restricted=false hand=4"),
        small=Small("hand=2"),
    ),
    Entry(
        "terrace",
        ".terrace:Terrace",
        genres=(
            "capture",
            "race",
        ),
        minutes=15,
        variants=("size=6 own_t=true",),
        small=Small("size=6"),
    ),
    Entry(
        "tic_tac_toe",
        ".tic_tac_toe:TicTacToe",
        genres=("line",),
        minutes=1,
        aliases=("noughts_and_crosses",),
        title="Tic-tac-toe",
        variants=("columns=5 rows=4 connect=4",),
        small=Small(depth=5, positions=8),
    ),
    Entry(
        "tic_tac_toe_3d",
        ".tic_tac_toe:TicTacToe3D",
        genres=("line",),
        minutes=5,
        aliases=("qubic",),
        title="Tic-tac-toe 3D",
        variants=("size=3", "gravity=true"),
        small=Small("size=3", depth=3),
    ),
    Entry("tori_shogi", ".shogi:ToriShogi", formats=("usi",), genres=("mate",), minutes=30),
    Entry(
        "twenty_forty_eight",
        ".twenty_forty_eight:TwentyFortyEight",
        genres=(
            "puzzle",
            "dice",
        ),
        minutes=10,
        aliases=("2048",),
        title="2048",
    ),
)
