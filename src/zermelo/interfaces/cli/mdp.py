"""`zermelo mdp`: a world that slips, and an algorithm that plans or learns in it."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.errors import BadParameter
from zermelo.interfaces.cli.options import Json, write_text

MOST_TOLD = 5_000  # steps with --steps


def mdp(
    world: Annotated[str, typer.Argument(metavar="[WORLD]", help="a name, or a grid: '. . 1/S # -1'")] = "",
    algorithm: Annotated[
        str, typer.Option(help="value_iteration, policy_iteration, q_learning, sarsa, td; options: sarsa:alpha=0.5")
    ] = "value_iteration",
    compare: Annotated[str, typer.Option(metavar="ALGORITHM", help="a second one beside it")] = "",
    noise: Annotated[float | None, typer.Option(help="how often the robot slips to a side")] = None,
    living: Annotated[float | None, typer.Option(help="reward of every move")] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="draw values and arrows as SVG")] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="a page that steps through it")] = None,
    steps: Annotated[bool, typer.Option("--steps", help="tell every step")] = False,
    json: Json = False,
) -> None:
    """Plan or learn in a Markov decision process: values, the policy as arrows, and every step."""
    from zermelo.explain.worlds import last_frame, told, world_page, world_svg, world_text
    from zermelo.textbook.mdp.algorithms import MDP_ALGORITHMS, begin
    from zermelo.textbook.mdp.worlds import WORLDS

    if not world:
        listed = [(name, one.about) for name, one in WORLDS.items()]
        listed += [("", "")] + [(name, one.about) for name, one in MDP_ALGORITHMS.items()]
        print("\n".join(f"{name:17} {about}".rstrip() for name, about in listed))
        return
    settings = {key: value for key, value in (("noise", noise), ("living", living)) if value is not None}
    runs: list[tuple[str, Any, list[Any]]] = []
    reports = []
    for text in filter(None, (algorithm, compare)):
        model, work = begin(world, text, **settings)
        made, found = followed(work)
        runs.append((text, model, made))
        reports.append(report(model, text, found))
        if json:
            continue
        if steps:
            if len(made) > MOST_TOLD:
                raise BadParameter(f"these are {len(made):,} steps; with --steps ask for fewer episodes or sweeps")
            print("\n".join(told(model, step) for step in made))
        print(f"{text}: {summary(found)}\n{world_text(model, last_frame(found))}")
        if svg and text == algorithm:
            write_text(
                svg, world_svg(model, last_frame(found), title=f"{world if len(world) < 20 else 'grid'}: {text}")
            )
    if html:
        write_text(html, world_page(runs, title=f"{world}: {' and '.join(text for text, _, _ in runs)}"))
    if json:
        print(json_module.dumps(reports[0] | ({"compared": reports[1]} if compare else {}), indent=2))


def followed(work: Any) -> tuple[list[Any], Any]:
    """All steps of an algorithm, and what it found."""
    from zermelo.textbook.events import run

    made: list[Any] = []
    return made, run(work, made.append)


def summary(found: Any) -> str:
    """How long it took, and what a learner earned on the way."""
    if not found.returns:
        return f"{found.rounds} rounds"
    late = found.returns[len(found.returns) // 2 :]
    return f"{found.rounds} episodes; rewards {sum(late) / len(late):.4g} on average over the second half"


def report(model: Any, text: str, found: Any) -> dict[str, Any]:
    """Plain data: states by the names that people say."""
    from zermelo.explain.worlds import name

    return {
        "algorithm": text,
        "rounds": found.rounds,
        "returns": list(found.returns),
        "values": {name(model, state): value for state, value in found.values.items()},
        "policy": {name(model, state): action for state, action in found.policy.items()},
        "action_values": [[name(model, s), a, value] for (s, a), value in found.action_values.items()],
    }
