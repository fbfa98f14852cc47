"""`zermelo tree`: a textbook algorithm on a tree written by hand, or on a game's position."""

from __future__ import annotations

import json as json_module
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.errors import BadParameter
from zermelo.interfaces.cli.options import Json, Position, Settings, begun, write_text

NOTES = ("deepen", "extend", "verify", "revert", "prune")  # events that say something in words, beside cuts
DEPTH = 2  # of a game's tree, unless told


def tree(
    text: Annotated[str, typer.Argument(metavar="[TREE]", help='a tree, "[[3 12 8] [2 4 6] [14 5 2]]"')] = "",
    algorithm: Annotated[
        str, typer.Option(help="minimax, alphabeta, negamax, ...; with options: singular:depth=2,margin=3")
    ] = "alphabeta",
    branching: Annotated[int | None, typer.Option(help="make a full tree of a flat list")] = None,
    depth: Annotated[int | None, typer.Option(help="how deep to search; a game: 2 unless told")] = None,
    game: Annotated[str, typer.Option(metavar="GAME", help="search a game instead of a written tree")] = "",
    settings: Settings = None,
    position: Position = "",
    moves: Annotated[str, typer.Option(help='with --game: moves to play first, "e4 e5"')] = "",
    compare: Annotated[
        str, typer.Option(metavar="ALGORITHM", help="a second search beside it; best or worst: the same in that order")
    ] = "",
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="draw the search as SVG")] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="a page that steps through the search")] = None,
    draw: Annotated[bool, typer.Option("--draw", help="draw the search here")] = False,
    step: Annotated[int | None, typer.Option(min=0, help="with --svg or --draw: after this step")] = None,
    steps: Annotated[bool, typer.Option("--steps", help="tell every step")] = False,
    json: Json = False,
) -> None:
    """Run a textbook algorithm: the value, the move, what was visited, and every cut with its reason.

    With --svg, --html and --draw the search is drawn: windows, values, cuts, and the principal line.
    """
    from zermelo.textbook import algorithms

    name, options = algorithms.read(algorithm)
    if depth is not None and "depth" not in algorithms.ALGORITHMS[name].options:
        raise BadParameter(f"{name} has no depth; it has {', '.join(algorithms.ALGORITHMS[name].options)}")
    root = a_game(game, settings, position, moves) if game else a_tree(text, branching)
    if game and text or not game and (position or moves or settings):
        raise BadParameter("give a tree, or --game with its --set, --position and --moves")
    if depth is None and game:  # a game has no end in sight: no search of it goes without a depth
        depth = options.get("depth", DEPTH)
    limit: dict[str, Any] = {} if depth is None else {"depth": depth}
    searches = [(root, algorithm)]
    if compare:
        searches.append(other(root, algorithm, compare))
    reports: list[dict[str, Any]] = []
    traces: list[Any] = []
    for game_root, text_of in searches:
        heading = title_of(text_of, compare, len(reports), limit) if svg or html or draw else None
        report, events, trace = searched(game_root, text_of, limit, heading)
        reports.append(report)
        if trace is not None:
            traces.append(trace)
        if steps and json:
            reports[-1]["steps"] = [step_json(event) for event in events]
        elif steps:
            for event in events:
                print(step_text(game_root, event))
    picture(traces, svg, html, draw and not json, step)
    if json:
        print(json_module.dumps(reports[0] | ({"compared": reports[1]} if compare else {}), indent=2))
        return
    for (game_root, text_of), report in zip(searches, reports, strict=True):
        show(game_root, report, algorithms.read(text_of)[0])


def searched(
    root: Any, algorithm: str, limit: dict[str, Any], heading: str | None
) -> tuple[dict[str, Any], list[Any], Any]:
    """What came out of a search, its events, and with a heading its trace to be drawn."""
    from zermelo.explain.trace import record
    from zermelo.textbook import algorithms
    from zermelo.textbook.events import best_line, traced

    trace = None if heading is None else record(root, algorithm, title=heading, **limit)
    answer, events = (
        (trace.answer, trace.events) if trace is not None else traced(algorithms.begin(root, algorithm, **limit))
    )
    name, given = algorithms.read(algorithm)
    depth = given.get("depth", limit.get("depth")) if "depth" in algorithms.ALGORITHMS[name].options else None
    return (
        {"algorithm": algorithm, "depth": depth, **summary(root, answer, events, best_line(events))},
        list(events),
        trace,
    )


def other(root: Any, algorithm: str, compare: str) -> tuple[Any, str]:
    """The second search: another algorithm on the same tree, or the same one on a tree in another order."""
    from zermelo.explain.order import ordered

    if compare in ("best", "worst"):
        return ordered(root, best_first=compare == "best"), algorithm
    return root, compare


def title_of(algorithm: str, compare: str, place: int, limit: dict[str, Any]) -> str:
    """What a search is called in a picture."""
    from zermelo.explain.words import title

    return title(algorithm, limit) + (f", {compare} order" if place and compare in ("best", "worst") else "")


def picture(traces: list[Any], svg: Path | None, html: Path | None, draw: bool, step: int | None) -> None:
    """Draw the searches wherever it was asked."""
    from zermelo.explain.page import page
    from zermelo.explain.svg import beside
    from zermelo.explain.terminal import draw as drawn

    if step is not None and not (svg or draw):
        raise BadParameter("--step is for --svg and --draw: a page has all steps")
    if step is not None and traces and step > max(trace.steps for trace in traces):
        raise BadParameter(f"there is no step {step}: the search has {max(trace.steps for trace in traces)}")
    if svg:
        write_text(svg, beside(traces, step=step))
    if html:
        write_text(html, page(traces))
    if draw:
        for trace in traces:
            at = None if step is None else min(step, trace.steps)
            print(drawn(trace, step=at, colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ))


def a_tree(text: str, branching: int | None) -> Any:
    """The tree that was typed."""
    from zermelo.textbook.tree import Tree

    return Tree.from_text(text, branching=branching)


def a_game(game: str, settings: list[str] | None, position: str, moves: str) -> Any:
    """The position that was asked for."""
    from zermelo.game.plain import view

    playthrough = begun(game, settings, position)
    for part in moves.split():
        playthrough.play_text(part)
    return view(playthrough)


def summary(root: Any, answer: Any, events: list[Any], line: list[Any]) -> dict[str, Any]:
    """What came out, as machines read it: moves are names, numbers or the game's own numbers."""
    leaves = {event.path for event in events if event.kind == "leaf"}
    report = {
        "value": answer.value,
        "move": answer.move,
        "line": line,
        "line_text": place_text(root, line) if line else "",
        "nodes": answer.nodes,
        "leaves": len(leaves),
    }
    if hasattr(root, "nodes"):  # a written tree: all its leaves are known, and which of them are ends
        ends = {path for path, node in root.nodes() if node.over()}
        report |= {"leaves": len(leaves & ends), "leaves_in_all": len(ends), "judged": len(leaves - ends)}
        report["tree"] = str(root)
    report["cuts"] = [
        {
            "place": list(event.path),
            "place_text": place_text(root, event.path),
            "kind": event.which,
            "reason": event.reason,
            "pruned": list(event.pruned),
            "pruned_text": names(root, event),
        }
        for event in events
        if event.kind == "cut"
    ]
    report["notes"] = [
        {
            "kind": event.kind,
            "place": list(event.path),
            "place_text": place_text(root, event.path),
            "reason": event.reason,
            "pruned": list(event.pruned),
            "pruned_text": names(root, event),
        }
        for event in events
        if event.kind in NOTES
    ]
    return report


def place_text(root: Any, path: Any) -> str:
    """Where a node stands: the moves that lead to it, in the game's notation."""
    shown = []
    for move in path:
        shown.append(root.move_text(move))
        root = root.play(move)
    return " ".join(shown) or "the root"


def names(root: Any, event: Any) -> str:
    """The moves that a cut leaves out."""
    for move in event.path:
        root = root.play(move)
    return " ".join(root.move_text(move) for move in event.pruned)


def step_json(event: Any) -> dict[str, Any]:
    """An event as machines read it, without what it does not say; endless windows are left out as well."""
    parts = {"kind": event.kind, "place": list(event.path)}
    for name in ("value", "alpha", "beta", "reason", "which", "pruned", "move"):
        value = getattr(event, name)
        if value not in (None, "", ()) and value not in (float("inf"), float("-inf")):
            parts[name] = value
    return parts


def step_text(root: Any, event: Any) -> str:
    """An event in a line."""
    words = [f"{event.kind:8}", place_text(root, event.path)]
    if event.value is not None:
        words.append(f"value {value_text(event.value)}")
    if event.alpha is not None and event.kind in ("enter", "window"):
        words.append(f"window {event.alpha:g} to {event.beta:g}")
    return "  ".join([*words, event.reason]).rstrip()


def value_text(value: Any) -> str:
    """A number, or the numbers of all players."""
    if isinstance(value, tuple | list):
        return f"({', '.join(map(value_text, value))})"
    return f"{value + 0.0:g}"  # no -0


def show(root: Any, report: dict[str, Any], name: str) -> None:
    """What came out, for people."""
    move = "" if report["move"] is None else f", move {root.move_text(report['move'])}"
    depth = "" if report["depth"] is None else f" to depth {report['depth']}"
    print(f"{name}{depth}: value {value_text(report['value'])}{move}")
    if report["line"]:
        print(f"line: {report['line_text']}")
    if report["leaves"]:
        of_all = f" of {report['leaves_in_all']}" if "leaves_in_all" in report else ""
        judged = f"; {report['judged']} inner nodes judged by their static values" if report.get("judged") else ""
        print(f"{report['leaves']}{of_all} leaves and {report['nodes']} nodes visited{judged}")
    for cut in report["cuts"]:
        print(f"at {cut['place_text']}: {cut['reason']}; not looked at: {cut['pruned_text']}")
    for note in report["notes"]:
        left = f"; not looked at: {note['pruned_text']}" if note["pruned"] else ""
        print(f"at {note['place_text']}: {note['kind']}: {note['reason']}{left}")
