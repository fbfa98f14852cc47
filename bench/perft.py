"""Perft: against C, Stockfish, Fairy-Stockfish and python-chess; flat in depth; two threads."""

from __future__ import annotations

import functools
import os
import resource
import shutil
import subprocess
import time

from bench.limits import limit, program
from bench.measure import Run, side_by_side
from zermelo.game.perft import perft
from zermelo.games import catalogue


def ours(name: str, depth: int, *, made: bool) -> Run:
    """Our count through the public call."""
    state = catalogue.make(name)
    perft(state, 2, made=made)

    def run() -> tuple[float, float, object]:
        begin = time.process_time()
        count = perft(state, depth, made=made)
        return count, time.process_time() - begin, count

    return run


def against_c() -> None:
    """Every last move made and tested."""
    if program() is None:
        return
    for name, depth, what, target in (
        ("connect_four", 9, "perft_connect_four", 0.9),
        ("connect_four", 9, "perft_connect_four_flat", None),
        ("othello", 9, "perft_othello", 0.55),
    ):

        def peer(what: str = what, depth: int = depth) -> tuple[float, float, object]:
            count, spent = limit(what, depth)
            return count, spent, int(count)

        flat = ", last ply flat" if what.endswith("flat") else ""
        run = ours(name, depth, made=True)
        side_by_side(f"perft {name} {depth}", run, peer, unit="leaves/s", against=f"C{flat}", target=target)


def engine(name: str) -> str | None:
    """Where an engine is installed; Debian keeps them aside."""
    path = shutil.which(name, path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
    if path is None:
        print(f"{name} is not installed: apt-get install {name}")
    return path


def stockfish(path: str, depth: int, variant: str = "") -> tuple[float, float, object]:
    """Stockfish's own perft, its start taken off."""
    choice = f"setoption name UCI_Variant value {variant}\n" if variant else ""

    def spent(commands: str) -> tuple[float, str]:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        out = subprocess.run([path], input=commands, capture_output=True, text=True, check=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, out

    start, _ = spent(f"{choice}isready\nquit\n")
    whole, out = spent(f"{choice}position startpos\ngo perft {depth}\nquit\n")
    count = int(out.rsplit("Nodes searched:", 1)[1].split()[0])
    return count, whole - start, count


def chess() -> None:
    """Bulk counting on all sides."""
    if path := engine("stockfish"):
        run = ours("chess", 6, made=False)
        peer = functools.partial(stockfish, path, 6)
        side_by_side("perft chess 6", run, peer, unit="leaves/s", against="Stockfish", target=1.0)
    try:
        import chess as python_chess
    except ImportError:
        print("python-chess is not installed: pip install 'zermelo[oracles]'")
        return

    def count(board: python_chess.Board, depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(board, depth - 1)
            board.pop()
        return total

    def peer_chess() -> tuple[float, float, object]:
        begin = time.process_time()
        leaves = count(python_chess.Board(), 4)
        return leaves, time.process_time() - begin, None

    side_by_side(
        "perft chess 6 (theirs 4)",
        ours("chess", 6, made=False),
        peer_chess,
        unit="leaves/s",
        against="python-chess",
        target=200,
        same=None,
        rounds=3,
    )


def shogi() -> None:
    """Bulk counting on both sides."""
    if path := engine("fairy-stockfish"):
        for name, depth in (("shogi", 5), ("minishogi", 6)):
            run, peer = ours(name, depth, made=False), functools.partial(stockfish, path, depth, name)
            side_by_side(f"perft {name} {depth}", run, peer, unit="leaves/s", against="Fairy-Stockfish", target=1.0)


def growth() -> None:
    """The rate does not fall with the depth."""
    for name, depths in (("connect_four", (7, 8, 9)), ("othello", (7, 8, 9)), ("chess", (4, 5, 6))):
        rates = []
        for depth in depths:
            count, spent, _ = ours(name, depth, made=False)()
            rates.append(count / max(spent, 1e-9))
        shown = ", ".join(f"{rate / 1e6:.0f}" for rate in rates)
        print(f"perft {name}, depths {depths}: {shown} M leaves/s")


def threads() -> None:
    """Two threads against one, by the clock on the wall."""
    state = catalogue.make("chess")
    perft(state, 3)
    ratios = []
    for _ in range(5):
        times = []
        for count in (1, 2):
            begin = time.perf_counter()
            perft(state, 6, threads=count)
            times.append(time.perf_counter() - begin)
        ratios.append(times[0] / times[1])
    print(f"perft chess 6, two threads against one: {sorted(ratios)[2]:.2f} (wanted 1.85; needs two idle cores)")
