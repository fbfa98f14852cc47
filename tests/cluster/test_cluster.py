"""Work on a real Ray of two nodes, one of which is killed in the middle."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from zermelo.arena.match import Match
from zermelo.arena.played import Fixture
from zermelo.arena.records import read_tournament
from zermelo.arena.setup import Setup
from zermelo.arena.tournament import Tournament
from zermelo.cluster import Place, Workers
from zermelo.cluster.place import import_ray
from zermelo.errors import BadParameter, IllegalMove, MissingExtra

try:
    ray = import_ray()
except MissingExtra as missing:
    ray, why = None, str(missing)
needs_ray = pytest.mark.skipif(ray is None, reason="" if ray else why)
quiet = pytest.mark.filterwarnings("ignore")  # Ray leaves sockets open where a node is killed
GAME = Setup("tic_tac_toe", ("random", "greedy", "random:seed=7"), seed=3)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A head and another node, a processor each."""
    from ray.cluster_utils import Cluster

    made: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.add_node(num_cpus=1)
    Place(made.address).join()  # once for all
    yield made
    ray.shutdown()
    made.shutdown()


def start_slow() -> Callable[[int], tuple[int, int, str]]:
    """Squares, not too quickly, with who found them; made inside, so that it travels by value."""

    def square(number: int) -> tuple[int, int, str]:
        time.sleep(0.02)
        return number * number, os.getpid(), ray.get_runtime_context().get_node_id()

    return square


def moves(tournament: Tournament) -> dict[Any, Any]:
    """What does not depend on the clock."""
    return {key: (one.moves, one.utilities, one.opening) for key, one in tournament.played.items()}


def test_addresses() -> None:
    for text in ("ray", "ray:auto", "ray:10.0.0.1:6379", "ray://10.0.0.1:10001"):
        assert str(Place.read(text)) == text
    for wrong in ("rya", "ray:", "ray:10.0.0.1", "ray:host:port", "ray://host", "ray:host:99999999", "spark"):
        with pytest.raises(BadParameter, match=r"ray:10\.0\.0\.1:6379"):
            Place.read(wrong)
    match = Match("tic_tac_toe", ["random", "random"])
    with pytest.raises(BadParameter, match="have names"):
        Tournament(match.table, ["a", "b"], on="ray")


@needs_ray
def test_nobody_answers() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(BadParameter, match=rf"ray:127.0.0.1:{port} cannot be joined.*ray start --head"):
        Place.read(f"ray:127.0.0.1:{port}").join()


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"pip install 'zermelo\[cluster\]'"):
        import_ray()


@needs_ray
@quiet
@pytest.mark.xdist_group("ray")
def test_a_node_is_lost(cluster: Any, tmp_path: Path) -> None:
    # one after the other: both need the same cluster, and a node more would take seconds
    place = Place(cluster.address)
    alone, far = Tournament(GAME), Tournament(GAME, on=str(place), out=tmp_path / "far.db")
    alone.run(40)
    far.run(40)
    assert moves(alone) == moves(far)
    assert len(far.played) == 120
    assert len(read_tournament(tmp_path / "far.db")[1]) == 120

    second = next(node for node in cluster.worker_nodes)
    found: dict[int, int] = {}
    nodes: set[str] = set()
    with Workers(place, start_slow) as workers:
        for number, (squared, _, node) in workers.answers(range(200)):
            assert number not in found, "answered twice"
            found[number] = squared
            nodes.add(node)
            if len(nodes) == 2 and second is not None:
                cluster.remove_node(second, allow_graceful=False)
                second = None
        assert workers.lost == 1
    assert found == {number: number * number for number in range(200)}

    def start_wrong() -> Callable[[int], int]:
        def work(number: int) -> int:
            if number == 3:
                raise IllegalMove("three is no move")
            return number

        return work

    def start_deadly() -> Callable[[int], int]:
        return lambda number: os._exit(1) if number == 2 else number

    with Workers(place, start_wrong) as wrong, pytest.raises(BadParameter, match="three is no move"):
        list(wrong.answers(range(5)))
    heard: list[int] = []
    with Workers(place, start_deadly) as deadly, pytest.raises(BadParameter, match="one and the same task"):
        heard.extend(number for number, _ in deadly.answers(range(4)))
    assert heard == sorted(set(heard))
    nobody = Setup("tic_tac_toe", ("random", "./nobody.py"))
    with pytest.raises(BadParameter, match="there is no file"), Workers(place, lambda: nobody.table().play) as absent:
        list(absent.answers([Fixture(0, (0, 1), 0, 0)]))
