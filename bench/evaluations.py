"""What evaluations are worth: each game's own against a plain one (`plain/`), the same search, the same nodes.

`python -m bench.evaluations` plays what the results file lacks; `... GAME...` plays these again; `... --seed 2 GAME...`
plays on other openings and keeps nothing, for tuning; `... table` writes `docs/log/strength.md` and the pages of games.

A game whose first match showed nothing may be played once more, its evaluation mended or not: on openings that no
tuning has seen (`FRESH`) and with a number of games that is written into `TERMS` beforehand; and after a change once
again, on others (`AFRESH`). All results are kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bench.journal import DOCS, all_kept, keep, write_table
from bench.plain import lines, men, points, ways
from zermelo.arena.match import Match
from zermelo.arena.statistics.score import Score
from zermelo.games import catalogue
from zermelo.players import player
from zermelo.players.own import OwnEvaluation

LINE = "Worth of the evaluation: "  # how the line in a game's page begins
OPENING = 4
FRESH = 11  # the seed of second matches; tuning has used 2 to 5
AFRESH = 12  # that of third ones
# Cars start in the middle of the road: on the usual tracks four random plies send half of them into the wall
WIDE = """
    ##########################
    #FF..................#####
    #FF....................###
    #FF.....................##
    #FF......................#
    ##############...........#
    ##############...........#
    ##############...........#
    ##############...........#
    #........................#
    #.......................##
    #....SS................###
    #.....................####
    #...................######
    ##########################
"""


@dataclass(frozen=True)
class Terms:
    """How a match is played where it is not as usual; the table says so."""

    nodes: int = 2000
    games: int = 100
    deals: int = 1  # starts that the games are shared out among, where a deal or a draw decides much
    form: str = ""  # parameters of the game
    called: str = ""  # what the table calls that form, if not as it is written
    seed: int = 1  # of the openings

    def text(self) -> str:
        """What is unusual."""
        unusual = [
            self.called or self.form,
            f"{self.nodes:,} nodes" if self.nodes != Terms.nodes else "",
            f"{self.games} games" if self.games != Terms.games else "",
            f"{self.deals} deals" if self.deals > 1 else "",
            "fresh openings" if self.seed in (FRESH, AFRESH) else "",
        ]
        return ", ".join(part for part in unusual if part)


SLOW = ["abalone", "amazons", "blokus", "chinese_checkers", "go", "hex", "omega_chess", "shogi", "tori_shogi"]
TERMS = {name: Terms(nodes=500, games=60) for name in SLOW} | {
    "arimaa": Terms(nodes=500),
    "stratego": Terms(nodes=500, seed=FRESH),
    "tablut": Terms(games=300, seed=FRESH),
    "terrace": Terms(nodes=200, games=50, seed=FRESH),
    "alquerque": Terms(nodes=250, games=300, seed=FRESH),  # with 2,000 nodes it is drawn 99 times of 100
    "chinese_checkers": Terms(nodes=500, seed=AFRESH),
    "minishogi": Terms(games=300, seed=AFRESH),
    "quads": Terms(games=400, seed=FRESH),
    "connect_four": Terms(games=400, seed=FRESH),
    "dominoes": Terms(nodes=250, games=400, deals=100, seed=FRESH),  # with 2,000 nodes the search sees the end
    "dots_and_boxes": Terms(games=300, seed=AFRESH),
    "dots_and_hexagons": Terms(games=200, seed=AFRESH),
    "kalah": Terms(games=400, seed=FRESH),
    "quarto": Terms(games=400, seed=FRESH),
    "carcassonne": Terms(nodes=500, games=60, deals=15),
    "scrabble": Terms(nodes=100, games=80, deals=40, seed=FRESH),
    "tantrix": Terms(nodes=500, games=60, deals=15),
    "halma": Terms(form="size=8"),
    "hex": Terms(nodes=500, seed=FRESH),
    "hus": Terms(games=400, seed=FRESH),  # half of the pairs of games are won by the seat
    "seega": Terms(games=400, seed=FRESH),
    "katamino": Terms(form="split=False"),  # the split board is drawn nine times of ten
    "racetrack": Terms(250, 400, form="track=" + "/".join(WIDE.split()), called="a wide track", seed=FRESH),
    "nim": Terms(nodes=250, form="heaps=11-12-13-14"),  # solved at once otherwise, as the next ones
    "tic_tac_toe": Terms(form="columns=5,rows=5,connect=4"),
    "memory_tic_tac_toe": Terms(nodes=250, games=1000, seed=FRESH),
    "moving_tic_tac_toe": Terms(nodes=50, games=1000, seed=FRESH),  # with 250 the search sees nearly every end
}


def rivals() -> dict[str, Callable[[Any], float]]:
    """The plain evaluation of each game."""
    found = {}
    for module in (men, points, ways, lines):
        for name, value in vars(module).items():
            if name.startswith("evaluate_"):
                found[name.removeprefix("evaluate_")] = value
    return dict(sorted(found.items()))


def terms_of(name: str) -> Terms:
    """How a game is played."""
    return TERMS.get(name, Terms())


def contest(name: str, seed: int) -> dict[str, Any]:
    """One match; openings of four random plies, each played from both sides."""
    terms = terms_of(name)
    evaluate = rivals()[name]
    search = f"alphabeta:nodes={terms.nodes}"  # of both, also where `best` would take another one
    pair = [player(search), OwnEvaluation(f"plain {name}", evaluate, player(search))]
    form = dict(part.split("=") for part in terms.form.split(",") if part)
    scored: list[float] = []
    for deal in range(terms.deals):
        dealt = {"seed": str(seed * 1000 + deal)} if terms.deals > 1 else {}
        start = catalogue.make(name, form | dealt)
        report = Match(start, pair, seed=seed + 1000 * deal, opening=OPENING, name=name).run(terms.games // terms.deals)
        if report.stopped:
            raise KeyboardInterrupt
        scored += report.standings[0].points
    return {
        "game": name, "against": evaluate.__doc__, "terms": terms.text(), "seed": seed, "nodes": terms.nodes,
        "games": len(scored),
        "wins": scored.count(1.0), "draws": scored.count(0.5), "losses": scored.count(0.0),
        "score": round(sum(scored) / len(scored), 4), "error": round(half_interval(scored), 4),
    }  # fmt: skip


def half_interval(scored: list[float]) -> float:
    """Half the 95 % interval of a score, from pairs."""
    found = Score.of_groups(
        [(one + other) / 2 for one, other in zip(scored[::2], scored[1::2], strict=False)], 2
    ).interval()
    return (found.high - found.low) / 2


def shown(row: dict[str, Any]) -> str:
    """A score with its error."""
    return f"{100 * row['score']:.1f} % ± {100 * row['error']:.1f}"


def results() -> dict[str, dict[str, Any]]:
    """The last result of every game on the openings that its terms name; a change that was taken back leaves others."""
    rows = all_kept("evaluations")
    return {row["game"]: row for row in rows if row.get("seed", 1) == terms_of(row["game"]).seed}


def table() -> None:
    """Write the last result that each game has on its present terms into the common page, and into its own."""
    lines = []
    for name, row in sorted(results().items()):
        against = row["against"].rstrip(".").lower() + (f" ({row['terms']})" if row["terms"] else "")
        lines.append([name, shown(row), f"+{row['wins']} ={row['draws']} −{row['losses']}", against])
        tell(name, row)
    write_table("log/strength.md", "evaluations", ["game", "score", "", "against"], lines)


def tell(name: str, row: dict[str, Any]) -> None:
    """Write the line of a game's page anew, or at the end of its facts."""
    page = DOCS / "games" / f"{name}.md"
    proven = "" if row["score"] - row["error"] > 0.5 else ": not shown to be better"
    terms = [part for part in row["terms"].split(", ") if part and not part.endswith(("nodes", "games"))]
    more = "; ".join([*terms, "[all games](../log/strength.md#evaluations)"])
    line = f"{LINE}{shown(row)} of {row['games']} games against one plain feature, {row['against'].rstrip('.').lower()}"
    line += f", the same search with {row['nodes']:,} nodes a move ({more}){proven}."
    text = page.read_text()
    if LINE in text:
        old = text[text.index(LINE) :].partition("\n")[0]
        page.write_text(text.replace(old, line))
        return
    facts, _, rest = text.partition("\n\n## Known values")
    mark = "- " if facts.rpartition("\n")[2].startswith("- ") else ""
    page.write_text(f"{facts}\n{mark}{line}\n\n## Known values{rest}")


def main() -> None:
    """Play, keep and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="games by name, or `table`")
    parser.add_argument("--seed", type=int, help="of other openings, for tuning: their results are not kept")
    asked = parser.parse_args()
    if asked.games == ["table"]:
        table()
        return
    done = results()
    for name in asked.games or [name for name in rivals() if name not in done]:
        row = contest(name, terms_of(name).seed if asked.seed is None else asked.seed)
        if asked.seed is None:
            keep("evaluations", row)
        print(f"{name:20} {shown(row)} (+{row['wins']} ={row['draws']} -{row['losses']}) {row['against']}", flush=True)


if __name__ == "__main__":
    main()
