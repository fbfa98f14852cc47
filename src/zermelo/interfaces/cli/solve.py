"""`zermelo solve`: the value of every position, computed once, kept and used by every player."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.errors import BadParameter
from zermelo.game.playthrough import Playthrough
from zermelo.interfaces.cli.options import GameName, Position, Settings, begun, compiling
from zermelo.interfaces.cli.progress import progress

if TYPE_CHECKING:
    from zermelo.solve.solving import Report

UNITS = {"K": 1e3, "M": 1e6, "G": 1e9}


def solve(
    game: GameName,
    settings: Settings = None,
    position: Position = "",
    slices: Annotated[
        list[str] | None,
        typer.Option("--slice", metavar="NAME", help="an ending by its material, as KQKR; may be given again"),
    ] = None,
    pieces: Annotated[int, typer.Option(min=0, max=24, help="all endings with at most so many pieces")] = 0,
    weak: Annotated[
        bool, typer.Option("--weak/--strong", help="only the value of this position, by search; or of all that follow")
    ] = False,
    memory: Annotated[str, typer.Option(metavar="SIZE", help="how much memory may be used")] = "4G",
    time: Annotated[float, typer.Option(min=0.1, metavar="SECONDS", help="with --weak: how long to search")] = 600.0,
    out: Annotated[Path | None, typer.Option(metavar="PATH", help="a file, or for slices a folder")] = None,
    threads: Annotated[int, typer.Option(min=0, max=256, help="processor threads; 0: all")] = 0,
    resume: Annotated[
        bool, typer.Option("--resume", help="insist on going on with an interrupted run; it is gone on with anyway")
    ] = False,
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="with --weak: a proof that `zermelo verify` checks")
    ] = None,
    by: Annotated[str, typer.Option(metavar="SPEC", help="with --weak: who proves, as dfpn:tt=500")] = "",
) -> None:
    """Solve a game from a position, or endings of it; tables are kept and used by `best` and `perfect`."""
    playthrough = begun(game, settings, position)
    state, room = playthrough.state, bytes_of(memory)
    from zermelo.solve.positions import TooManyPositions
    from zermelo.solve.solving import solve_positions, solve_slices

    if weak:
        if slices or pieces:
            raise BadParameter("--weak searches one position: leave --slice and --pieces out")
        if certificate is not None:
            certify_weakly(playthrough, game, by or prover(time, room, threads), certificate)
        else:
            solve_weakly(playthrough, time, by or prover(time, room, threads))
        return
    if certificate is not None or by:
        raise BadParameter(
            "--certificate and --by belong to --weak: a table is its own proof, `zermelo verify` checks it"
        )
    with compiling(type(state)):
        try:
            found = (
                solve_slices(
                    type(state), slices or [], name=game, pieces=pieces, path=out, threads=threads, tell=progress
                )
                if slices or pieces
                else [solve_positions(state, name=game, memory=room, path=out, resume=resume, tell=progress)]
            )
        except TooManyPositions as problem:
            raise TooManyPositions(f"{problem}{smaller(game)}") from None
        finally:
            progress()
    if not found:
        print("these slices are solved already")
    for report in found:
        show(report)


def bytes_of(text: str) -> float:
    """`4G` in bytes."""
    number, unit = text[:-1], text[-1:].upper()
    try:
        size = float(number) * UNITS[unit] if unit in UNITS else float(text)
    except ValueError:
        size = 0.0
    if not 1e6 <= size < 1e15:
        raise BadParameter(f"--memory takes a size such as 500M or 4G, not {text!r}")
    return size


def smaller(name: str) -> str:
    """A smaller form of the game that could be solved, as the end of a sentence."""
    from zermelo.games import catalogue

    entry = catalogue.entry_of(name)
    if entry is None or not entry.small.settings:
        return ""
    return f"; a smaller form may do: zermelo solve {entry.name} --set {entry.small.settings.replace(' ', ' --set ')}"


def show(report: Report) -> None:
    """What was solved, in words."""
    print(f"{report.title}: solved by {report.method}, {report.seconds:.1f} s of processor time")
    if report.value:
        print(f"value        {report.value}")
    print(f"positions    {report.positions:,}")
    print(f"to move      {report.wins:,} won, {report.draws:,} drawn, {report.losses:,} lost")
    if report.longest is not None:
        print(f"longest      {report.longest} moves")
    if report.promise:
        print(f"note         {report.promise}")
    print(f"kept in      {report.path}")


def prover(seconds: float, memory: float, threads: int) -> str:
    """The search that proves one position, unless another is named."""
    room = f"tt={memory / 1e6 / 2:g},threads={max(threads, 1)}"
    return f"alphabeta:exact,bounds,etc,bisection,distance,time={seconds:g},{room}"  # nothing that only is likely


def certify_weakly(playthrough: Playthrough, game: str, by: str, path: Path) -> None:
    """Prove the value of one position and write the proof, once it has passed the check."""
    import time

    from zermelo.errors import Unsupported
    from zermelo.players import player
    from zermelo.solve.certificate import certify, from_tables, write_certificate
    from zermelo.solve.verify_certificate import verify_certificate

    searcher, sources = player(by), set[str]()

    def proven(state: Any) -> tuple[int, float]:
        if (known := from_tables(state)) is not None:
            sources.add("tables")
            return known
        sources.add(searcher.text.partition(":")[0])
        result = searcher.think(state)
        if not result.proven:
            raise Unsupported(
                f"{state.to_text()} was not proven by {by}: give more --time, or solve it with tables first"
            )
        return result.move, result.value

    begin = time.process_time()
    try:
        with compiling(type(playthrough.state)):
            found = certify(playthrough.state, proven, name=game, tell=lambda count: progress(f"{count:,} positions"))
    finally:
        progress()
    made = time.process_time()
    beside = path.with_name(f".{path.name}.unchecked")
    try:
        write_certificate(found, beside)
        verdict = verify_certificate(type(playthrough.state), beside)
        if verdict.problem:
            raise Unsupported(f"what was found is no proof: {verdict.problem}; solve it with tables first")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    print(f"{type(playthrough.state).__name__} from {found.start.to_text()}")
    print(f"value        {found.value:+g} for the player to move, proven by {' and '.join(sorted(sources))}")
    print(f"strategy     {found.positions:,} positions, {made - begin:.1f} s of processor time")
    print(f"checked      {verdict.checked:,} positions by the rules alone, {time.process_time() - made:.1f} s")
    print(f"kept in      {path}, {path.stat().st_size:,} bytes")


def solve_weakly(playthrough: Playthrough, seconds: float, by: str) -> None:
    """Prove the value of one position by a search over the whole tree."""
    from zermelo.interfaces.cli.analyse import explain
    from zermelo.players import player

    result = player(by).think(playthrough)
    explain(result)
    if not result.proven:
        print(f"not proven in {seconds:g} s: give more --time, or --memory for the table")
