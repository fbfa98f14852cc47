"""Proof-number search: mates, solved positions, and verdicts that hold in games where positions return."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import zermelo.players  # noqa: F401  # registers all searches: a refusal names those that serve the game
from tests.search.alphabeta.test_alphabeta import SCORES, positions
from zermelo.errors import BadLimit, Unsupported
from zermelo.game.history import history_key
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.games.chess import Chess
from zermelo.games.connect_four import ConnectFour
from zermelo.games.shogi import Minishogi
from zermelo.games.tic_tac_toe import MovingTicTacToe
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.common.limits import Limits
from zermelo.search.common.memory import address_of
from zermelo.search.common.result import SearchResult
from zermelo.search.proof.dfpn import DfPn
from zermelo.search.proof.kernel import ended_by_history
from zermelo.search.proof.table import BUCKET, DISPROVEN, PROVEN, plies_in, probe, verdict_in
from zermelo.search.proof.work import make_proof_work

pytestmark = pytest.mark.xdist_group("alphabeta")  # one process compiles the kernels, alpha-beta's too, once

# Mates whose length Stockfish 15.1 confirms; the first move is given where it is the only one of a shortest mate
MATES = [
    ("6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1", 1, "Ra8#"),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "Ra6"),  # Morphy's problem
    ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", 2, "Qxf7+"),
    ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3, "Bc5+"),
    ("r1b3kr/ppp1Bp1p/1b6/n2P4/2p3q1/2Q2N2/P4PPP/RN2R1K1 w - - 1 1", 3, "Qxh8+"),
    ("1r2k1r1/pbppnp1p/1b3P2/8/Q7/B1PB1q2/P4PPP/3R2K1 w - - 1 1", 4, "Qxd7+"),  # Anderssen - Dufresne 1852
    ("6r1/p3p1rk/1p1pPp1p/q3n2R/4P3/3BR2P/PPP2QP1/7K w - - 1 1", 5, "Rxh6+"),
    ("8/8/8/3k4/8/3K4/8/Q7 w - - 0 1", 6, ""),
    ("rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - 7 11", 7, "Qxh7+"),  # Edward Lasker - Thomas 1912
    ("8/8/8/2k5/8/8/8/KQ6 w - - 0 1", 8, ""),
]


@pytest.mark.parametrize(("position", "moves", "first"), MATES)
def test_mates_of_chess(position: str, moves: int, first: str) -> None:
    """A mate is proven; within its length too, but not in a move less (the seven-mover's refutation is too long)."""
    game = Playthrough.from_text(Chess, position)
    free = DfPn(tt=32).think(game, Limits(nodes=1_000_000))
    assert (free.proven, free.stopped_by) == ("win", "proven")
    assert_mate(game, free)
    assert free.distance is not None
    assert free.distance >= 2 * moves - 1
    bounded = DfPn(tt=32).think(game, Limits(depth=2 * moves - 1))
    assert bounded.proven == "win"
    assert bounded.distance == 2 * moves - 1
    assert_mate(game, bounded)
    assert first in ("", bounded.move_text)
    if moves not in (1, 7):
        shorter = DfPn(tt=32).think(game, Limits(depth=2 * moves - 3, nodes=5_000_000))
        assert (shorter.proven, shorter.stopped_by) == (f"no win within {2 * moves - 3} plies", "depth")


def assert_mate(game: Playthrough, result: SearchResult) -> None:
    """The line is legal and ends in a win for the player who began."""
    playthrough = game.copy()
    for move in result.line:
        playthrough.play(move)
    outcome = playthrough.outcome()
    assert outcome is not None
    assert outcome.utilities[game.turn] > 0
    assert result.distance is not None
    assert len(result.line) <= result.distance


def test_every_defence_loses() -> None:
    """Beside the line: after each of the attacker's moves, a fresh search proves the win against all replies."""
    game = Playthrough.from_text(Chess, MATES[5][0])
    result = DfPn(tt=8).think(game, Limits(nodes=1_000_000))
    playthrough = game.copy()
    for place, move in enumerate(result.line[:-1]):
        playthrough.play(move)
        if place % 2 == 0:
            for reply in playthrough.moves():
                playthrough.play(reply)
                assert DfPn(tt=8).think(playthrough, Limits(nodes=1_000_000)).proven == "win"
                playthrough.undo()


def test_a_table_too_small_costs_work_but_no_truth() -> None:
    game = Playthrough.from_text(Chess, MATES[8][0])
    small, large = DfPn(tt=0.02), DfPn(tt=32)
    assert small.table.nbytes < 20_000
    results = [searcher.think(game, Limits(nodes=5_000_000)) for searcher in (small, large)]
    assert [result.proven for result in results] == ["win", "win"]
    for result in results:
        assert_mate(game, result)


def test_fewer_nodes_than_alphabeta_on_mates() -> None:
    """Five times the positions are not enough for alpha-beta to see Lasker's mate in seven."""
    game = Playthrough.from_text(Chess, MATES[8][0])
    proof = DfPn().think(game, Limits(nodes=10**6))
    assert proof.proven == "win"
    assert AlphaBeta().think(game, Limits(nodes=5 * proof.nodes)).proven == ""


# ---------------------------------------------------------------------- clocks and repetitions


def test_a_mate_that_comes_too_late() -> None:
    """A mate in two with three plies left on the clock of fifty moves, and with one less."""
    board = "kbK5/pp6/1P6/8/8/8/8/R7 w - - "
    in_time = DfPn(tt=1).think(Playthrough.from_text(Chess, board + "96 80"), Limits(nodes=10**6))
    assert in_time.proven == "win"
    rook = "7k/8/5K2/8/8/8/8/R7 w - - "  # Kg6 and Ra8: two quiet moves and the mate
    assert DfPn(tt=1).think(Playthrough.from_text(Chess, rook + "97 80"), Limits(depth=3)).proven == "win"
    late = DfPn(tt=1).think(Playthrough.from_text(Chess, rook + "98 80"), Limits(depth=3))
    assert late.proven != "win"


def test_positions_exhausted_by_the_game_so_far() -> None:
    """The only mate in two goes through a position that has occurred twice: a third time would be a draw."""
    playthrough = Playthrough.from_text(Chess, "7k/8/7K/8/8/8/8/R7 w - - 0 1")
    for move in ("Kg6", "Kg8", "Kh6", "Kh8", "Kg6", "Kg8", "Kg5", "Kh8"):
        playthrough.play(move)
    fresh = DfPn(tt=8).think(playthrough.state, Limits(depth=3))
    assert (fresh.proven, fresh.move_text) == ("win", "Kg6")
    assert DfPn(tt=8).think(playthrough, Limits(depth=3)).proven != "win"
    round_about = DfPn(tt=8).think(playthrough, Limits(nodes=10**6))
    assert round_about.proven == "win"
    assert_mate(playthrough, round_about)


def forced_wins(start: Any) -> dict[bytes, tuple[Any, int, int]]:
    """Every position with who wins it by force (or -1) and in how many plies; repetitions ignored, by going back."""
    found = {start.tobytes(): start}
    heap = [start]
    children: dict[bytes, list[bytes]] = {}
    while heap:
        state = heap.pop()
        after = []
        for move in state.legal():
            child = state.copy()
            child.play(move)
            after.append(child.tobytes())
            if after[-1] not in found:
                found[after[-1]] = child
                heap.append(child)
        children[state.tobytes()] = after
    known = {}
    for name, state in found.items():
        if not children[name]:
            known[name] = next((p for p in (0, 1) if state.utility(p) > 0), -2), 0
    plies = 0
    grown = True
    while grown:
        plies += 1
        new = {}
        for name in found.keys() - known.keys():
            turn = found[name].turn
            ends = [known.get(child, (-1, 0))[0] for child in children[name]]
            if turn in ends:
                new[name] = turn, plies
            elif all(end == 1 - turn for end in ends):
                new[name] = 1 - turn, plies
        grown = bool(new)
        known |= new
    return {name: (state, *known.get(name, (-1, 0))) for name, state in found.items()}


def test_positions_that_return() -> None:
    """Three men's morris, all positions: a win is found exactly where one is forced, and every entry is true."""
    truth = forced_wins(MovingTicTacToe())
    keys = {name: state.key() for name, (state, _, _) in truth.items()}
    searcher = DfPn(tt=4)
    names = sorted(name for name, (state, _, _) in truth.items() if state.legal())
    facts = 0
    for name in names[:: len(names) // 40]:
        state, winner, plies = truth[name]
        searcher.clear()
        result = searcher.think(state, Limits(nodes=2_000_000))
        assert (result.proven == "win") == (winner == state.turn), state.to_text()
        assert result.proven != "win" or (result.distance or 0) >= plies
        for other, key in keys.items():
            data = probe(address_of(searcher.table), len(searcher.table) // (2 * BUCKET) - 1, key)
            if verdict_in(data) in (PROVEN, DISPROVEN):
                facts += 1
                assert (verdict_in(data) == PROVEN) == (truth[other][1] == state.turn)
                assert verdict_in(data) == DISPROVEN or plies_in(data) >= truth[other][2]
    assert facts > 1000


# ---------------------------------------------------------------------- other games


def test_connect_four_scores(long_run: bool) -> None:
    """A win where the independent solver's score is positive, and nowhere else."""
    searcher = DfPn(tt=32)
    rows = [line.split() for line in SCORES.read_text().splitlines() if line and not line.startswith("#")]
    chosen = [(columns, int(text)) for columns, text in rows if len(columns) >= (18 if long_run else 24)]
    assert len(chosen) >= 400
    for columns, score in chosen:
        state = ConnectFour()
        for column in columns:
            state.play(int(column) - 1)
        result = searcher.think(state, Limits(nodes=50_000_000))
        assert result.proven == ("win" if score > 0 else "no win"), columns


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("connect_four", {"columns": "5", "height": "4"}),
        ("kalah", {"pits": "3", "seeds": "2"}),
        ("tic_tac_toe", {}),
        ("checkers", {}),
    ],
)
def test_agrees_with_alphabeta(name: str, settings: dict[str, str]) -> None:
    """Where alpha-beta searches to the end, both say the same; nothing is called a win that is none."""
    prover, searcher = DfPn(tt=16), AlphaBeta(AlphaBetaOptions.exact(), tt=16)
    decided = 0
    for playthrough in positions(name, settings, 40):
        exact = searcher.think(playthrough, Limits(depth=12, nodes=200_000))
        result = prover.think(playthrough, Limits(nodes=200_000))
        if exact.proven:
            decided += 1
            assert result.proven in (("win",) if exact.proven == "win" else ("no win", "")), playthrough.to_text()
            assert result.proven or playthrough.state.repetition
    assert decided >= 10


def test_hex_is_won_by_the_first_player() -> None:
    """Nash's theorem on a small board; the corner does not win there, the middle does."""
    searcher = DfPn(tt=8)
    start = catalogue.make("hex", {"size": "3"})
    assert searcher.think(start, Limits(nodes=10**6)).proven == "win"
    wins = 0
    for move in start.legal():
        after = start.copy()
        after.play(move)
        wins += searcher.think(after, Limits(nodes=10**6)).proven == "no win"
        searcher.clear()
    assert 0 < wins < 9


def test_points() -> None:
    """Kalah with three pits and two seeds: `at_least` finds the value that alpha-beta finds."""
    start = catalogue.make("kalah", {"pits": "3", "seeds": "2"})
    value = AlphaBeta(AlphaBetaOptions.exact(), tt=8).think(start, Limits(seconds=100)).value
    reached = DfPn(tt=8, at_least=value).think(start, Limits(nodes=10**7))
    beyond = DfPn(tt=8, at_least=value + 1).think(start, Limits(nodes=10**7))
    assert (reached.proven, reached.value) == (f"at least {value:g}", value)
    assert beyond.proven == f"less than {value + 1:g}"


# ---------------------------------------------------------------------- limits and refusals


def test_limits_stop_the_search() -> None:
    searcher = DfPn(tt=4)
    result = searcher.think(ConnectFour(), Limits(nodes=5000))
    assert (result.stopped_by, result.proven) == ("nodes", "")
    assert result.nodes < 6000
    assert searcher.think(ConnectFour(), Limits(seconds=0.1)).stopped_by == "seconds"
    stop_event = threading.Event()
    threading.Timer(0.1, stop_event.set).start()
    assert searcher.think(ConnectFour(), Limits(seconds=60), stop_event=stop_event).stopped_by == "stop"


def test_the_same_question_has_the_same_answer() -> None:
    game = Playthrough.from_text(Chess, MATES[6][0])
    answers = {(r.move, r.nodes, r.line) for r in (DfPn(tt=4).think(game) for _ in range(2))}
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("name", "settings", "fact"),
    [
        ("pig", {}, "chance"),
        ("leduc_poker", {}, "hidden"),
        ("chinese_checkers", {"players": "3"}, "3 sides"),
        ("go", {"size": "5"}, "forbids repetitions"),
    ],
)
def test_games_it_cannot_serve(name: str, settings: dict[str, str], fact: str) -> None:
    with pytest.raises(Unsupported, match=f"{fact}.*use "):
        DfPn(tt=1).think(catalogue.make(name, settings))


def test_bad_limits() -> None:
    with pytest.raises(BadLimit, match="at most 512"):
        DfPn(tt=1).think(ConnectFour(), Limits(depth=1000))
    with pytest.raises(BadLimit, match="some memory"):
        DfPn(tt=0)


def test_positions_of_the_game_are_compared_with_their_check() -> None:
    """Where perpetual check loses, the history remembers whether a position gave check; df-pn must compare the same."""
    state = Minishogi.from_text("rbs2/3kB/1g3/PK3/1GS1R b P 1")
    assert state.checking()
    assert history_key(state) != state.repetition_key(), "choose a position whose key lacks the mark of check"
    work = make_proof_work(Minishogi)
    assert not ended_by_history(state, work, 0)
    work.exhausted[0], work.exhausted_count = history_key(state), 1
    assert ended_by_history(state, work, 0)
