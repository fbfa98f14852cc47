"""A search as it goes: the tree of its nodes, and what was known of each after every step.

A trace is made of the events of a textbook algorithm, whichever it is. Step 0 is before the search, step k is after its
k-th event. Each node keeps the moments at which something became known of it, so that any step can be looked at,
forward or back, without a second search.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from zermelo.game.plain import view
from zermelo.textbook import algorithms
from zermelo.textbook.cutoff import is_max, who_asks, who_decides
from zermelo.textbook.events import Answer, Budget, Event, Path, Steps, kept_within, run
from zermelo.textbook.tree import Tree

STUBS = 6  # of the moves that a cut leaves out in a game so many become nodes; the others are counted
OPPOSITE = {"=": "=", "≥": "≤", "≤": "≥", "": ""}


@dataclass
class Node:
    """A place in the tree, and what does not change while the search goes."""

    index: int
    parent: int  # -1 at the root
    path: Path
    label: str  # the move that leads here, in the game's notation
    place: int = 0  # which of its parent's moves
    kind: str = (
        "unknown"  # max, min, chance, end, or p1, p2, ... who maximise each for themselves; unknown: never reached
    )
    turn: int = -1
    friend: bool = True  # whether the player to move wants what the player wants whose values are told
    odds: str = ""  # the probability of coming here, below chance
    worth: Any = None  # known without a search: an end, or the static value of a written node
    children: list[int] = field(default_factory=list)
    uncounted: int = 0  # moves that were never looked at and have no node

    @property
    def depth(self) -> int:
        """How far below the root."""
        return len(self.path)


@dataclass(frozen=True)
class State:
    """What is known of a node at some step."""

    status: str = "unseen"  # then open, and done, judged (an estimate at the horizon) or pruned
    value: Any = None
    bound: str = ""  # how the value is meant: = exact, ≥ at least, ≤ at most
    alpha: float | None = None
    beta: float | None = None
    chosen: int = -1  # the child that gives the value
    note: str = ""  # a cut, an extension: what was said of this node
    cut: str = ""  # alpha or beta
    visits: int = 0
    total: float = 0.0  # of the playouts, for the player who moved here


UNSEEN = State()


@dataclass
class Trace:
    """A search that can be looked at after each of its steps."""

    title: str
    nodes: list[Node]
    events: list[Event]
    where: list[int]  # the node of each event
    history: list[list[tuple[int, State]]]  # of each node: step, and what was known from then on
    answer: Answer
    form: str = ""  # how values are meant, as `follow` has it
    sampling: bool = False  # UCT: nodes appear as the tree grows
    exploration: float | None = None  # of UCT, where upper bounds are to be told
    size: list[int] = field(default_factory=list)  # nodes in each sub-tree

    def __post_init__(self) -> None:
        self.size = [1] * len(self.nodes)
        for node in reversed(self.nodes[1:]):  # a parent comes before its children
            self.size[node.parent] += self.size[node.index]

    @property
    def steps(self) -> int:
        """The number of the last step."""
        return len(self.events)

    def state(self, node: int, step: int | None = None) -> State:
        """What was known of a node after a step; after the last unless told."""
        past = self.history[node]
        if step is None:
            return past[-1][1] if past else UNSEEN
        place = bisect_right(past, step, key=lambda moment: moment[0])
        return past[place - 1][1] if place else UNSEEN

    def line(self, step: int | None = None) -> list[int]:
        """The nodes of the principal line, as far as it is known after a step."""
        nodes = [0]
        while (chosen := self.state(nodes[-1], step).chosen) >= 0:
            nodes.append(chosen)
        return nodes if len(nodes) > 1 else []

    def labels(self, node: int) -> list[str]:
        """The moves that lead to a node, in the game's notation."""
        labels = []
        while node > 0:
            labels.append(self.nodes[node].label)
            node = self.nodes[node].parent
        return labels[::-1]

    def name(self, node: int) -> str:
        """How to speak of a node: the moves that lead there."""
        return " ".join(self.labels(node)) or self.nodes[0].label or "the root"

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        from zermelo.explain.svg import svg

        return svg(self)

    def find(self, path: Sequence[Any]) -> int:
        """The node that some moves lead to."""
        return next(node.index for node in self.nodes if node.path == tuple(path))

    def confidence(self, node: int, step: int | None = None) -> float | None:
        """UCT: the upper bound by which the parent chooses, once there is one."""
        parent = self.nodes[node].parent
        here = self.state(node, step)
        if parent < 0 or not here.visits or self.exploration is None:
            return None
        tries = self.state(parent, step).visits
        return here.total / here.visits + self.exploration * math.sqrt(math.log(tries) / here.visits)


def record(game: Any, algorithm: str, *, title: str = "", budget: Budget | None = None, **more: Any) -> Trace:
    """Run an algorithm, given as text, and keep the whole search, or as much of it as a budget allows."""
    name, options = algorithms.read(algorithm)
    steps = algorithms.begin(game, algorithm, **more)
    return follow(
        game,
        steps if budget is None else kept_within(steps, budget),
        title=title or algorithm,
        sampling=name == "uct",
        player=options.get("player", more.get("player")),
        form={"maxn": "many", "expectimax": "average"}.get(name, "negamax" if "negamax" in name else ""),
        exploration=options.get("exploration", more.get("exploration", math.sqrt(2))),
    )


def follow(
    game: Any,
    steps: Steps,
    *,
    title: str = "",
    sampling: bool = False,
    player: int | None = None,
    form: str = "",
    exploration: float | None = None,
) -> Trace:
    """A trace from the events of a search, as they come. The form says how values are meant.

    negamax: for the player to move. average: opponents are a distribution. many: every player has their own number.
    """
    root = view(game)
    made = Maker(root, who_asks(root, player), who_decides(root, player), form, sampling)
    where: list[int] = []
    events: list[Event] = []

    def watch(event: Event) -> None:
        events.append(event)
        made.step = len(events)
        where.append(made.see(event))

    answer = run(steps, watch)
    made.arrange()
    return Trace(title, made.nodes, events, where, made.history, answer, form, sampling, exploration)


class Walker:
    """Positions by their paths; it keeps those between the root and where it stands."""

    def __init__(self, root: Any) -> None:
        self.path: list[Any] = []
        self.positions = [root]

    def at(self, path: Path) -> Any:
        """The position that some moves lead to."""
        same = 0
        while same < min(len(path), len(self.path)) and path[same] == self.path[same]:
            same += 1
        del self.path[same:], self.positions[same + 1 :]
        for move in path[same:]:
            self.path.append(move)
            self.positions.append(self.positions[-1].play(move))
        return self.positions[-1]


class Maker:
    """Builds nodes and their histories from events, one after another."""

    def __init__(self, root: Any, player: int, decides: int, form: str, sampling: bool) -> None:
        self.player, self.decides, self.form, self.sampling = player, decides, form, sampling
        self.walker = Walker(root)
        self.nodes: list[Node] = []
        self.history: list[list[tuple[int, State]]] = []
        self.places: dict[Path, int] = {}
        self.standing: dict[int, float] = {}  # quiescence: the value as it stands
        self.last: dict[int, int] = {}  # of each node the child that was finished last
        self.step = 0
        self.written = isinstance(root, Tree)
        self.results: dict[int, float] = {}  # UCT: of the last playout, by player
        self.node_at(())
        if self.written and not sampling:
            for path, _ in root.nodes():
                self.node_at(path)

    # ------------------------------------------------------------------ nodes

    def node_at(self, path: Path, reached: bool = True) -> int:
        """The node at a path, made if need be; one that is only heard of is not looked at closely."""
        index = self.places.get(path)
        if index is None:
            parent = self.node_at(path[:-1]) if path else -1
            index = self.places[path] = len(self.nodes)
            node = Node(index, parent, path, "" if path or not self.written else self.walker.at(()).name)
            self.nodes.append(node)
            self.history.append([])
            if path:
                before = self.walker.at(path[:-1])
                node.label = str(before.move_text(path[-1])) if hasattr(before, "move_text") else str(path[-1])
                node.place = before.moves().index(path[-1])
                self.nodes[parent].children.append(index)
                if self.nodes[parent].kind == "chance":
                    node.odds = odds_text(before, path[-1])
        if reached and self.nodes[index].kind == "unknown":
            self.look_at(self.nodes[index])
        return index

    def look_at(self, node: Node) -> None:
        """Who moves there, and what it is worth without a search."""
        position = self.walker.at(node.path)
        node.turn = position.turn
        ended = position.over()
        if node.turn >= 0 and self.form != "many":
            node.friend = is_max(position, self.player)
        if ended:
            node.kind = "end"
        elif node.turn < 0 or self.form == "average" and not is_max(position, self.decides):
            node.kind = "chance"
        elif self.form == "many":
            node.kind = f"p{node.turn + 1}"
        else:
            node.kind = "max" if node.friend else "min"
        if ended or self.written and position.worth is not None:
            if self.form == "many":
                node.worth = tuple(position.utility(player) for player in range(position.players))
            else:
                node.worth = position.utility(node.turn if self.form == "negamax" else self.player)

    def arrange(self) -> None:
        """Children in the order of the rules; a search by chance meets them in another."""
        for node in self.nodes:
            node.children.sort(key=lambda child: self.nodes[child].place)

    # ------------------------------------------------------------------ what is known

    def state(self, node: int) -> State:
        """What is known of a node so far."""
        return self.history[node][-1][1] if self.history[node] else UNSEEN

    def know(self, node: int, **news: Any) -> None:
        """Something new; the last word of a step counts."""
        state = replace(self.state(node), **news)
        if self.history[node] and self.history[node][-1][0] == self.step:
            self.history[node].pop()
        self.history[node].append((self.step, state))

    def see(self, event: Event) -> int:
        """Take one event in; the node where it happened."""
        index = self.node_at(event.path)
        if event.alpha is not None and event.kind != "cut":
            self.know(index, alpha=event.alpha, beta=event.beta)
        getattr(self, f"see_{event.kind}", self.see_note)(event, index)
        return index

    def see_enter(self, event: Event, index: int) -> None:
        """A node is reached; what an earlier pass found below it no longer counts."""
        note = self.state(index).note if not self.state(index).cut else ""
        self.forget(index)
        self.know(index, status="open", alpha=event.alpha, beta=event.beta, note=note)

    def forget(self, index: int) -> None:
        """A sub-tree as if never seen."""
        waiting = [index]
        while waiting:
            index = waiting.pop()
            if self.state(index) != UNSEEN:
                self.know(index, **vars(UNSEEN))
                self.standing.pop(index, None)
                waiting += self.nodes[index].children

    def see_leaf(self, event: Event, index: int) -> None:
        """An end, or the horizon."""
        status = "done" if self.nodes[index].kind == "end" else "judged"
        self.know(index, status=status, value=event.value, bound="=")
        self.finish(index)

    def see_window(self, event: Event, index: int) -> None:
        """Alpha, beta or the best value so far has moved."""
        before = self.state(index)
        chosen = before.chosen
        if chosen < 0 or event.value != before.value:
            chosen = self.last.get(index, -1)
        self.know(index, value=event.value, chosen=chosen)

    def see_value(self, event: Event, index: int) -> None:
        """An inner node is done."""
        chosen = -1 if event.move is None else self.places[(*event.path, event.move)]
        self.know(index, status="done", value=event.value, chosen=chosen, bound=self.bound_of(index, event.value))
        self.finish(index)

    def finish(self, index: int) -> None:
        """The parent remembers who was finished last."""
        self.last[self.nodes[index].parent] = index

    def see_cut(self, event: Event, index: int) -> None:
        """Moves that are not looked at, because they cannot matter."""
        self.know(index, note=event.reason, cut=event.which)
        if self.form != "negamax":  # there a cut is told as max sees it
            self.know(index, value=event.value)
        self.leave_out(event, index)

    def see_prune(self, event: Event, index: int) -> None:
        """Moves that are not looked at, for better or worse."""
        self.know(index, note=event.reason)
        self.leave_out(event, index)

    def leave_out(self, event: Event, index: int) -> None:
        """The moves that are left out, with all that is known to lie below them."""
        count = len(event.pruned) if self.written else STUBS
        made = [self.node_at((*event.path, move), reached=self.written) for move in event.pruned[:count]]
        self.nodes[index].uncounted = max(self.nodes[index].uncounted, len(event.pruned) - len(made))
        while made:
            child = made.pop()
            self.know(child, status="pruned", note=event.reason)
            made += self.nodes[child].children

    def see_extend(self, event: Event, index: int) -> None:
        """A node is looked at again, or further; noisy moves may also be left alone."""
        if self.state(index).status == "open":
            self.standing[index] = event.value
            self.know(index, value=event.value)
        self.see_note(event, index)

    def see_note(self, event: Event, index: int) -> None:
        """Whatever else is said of a node."""
        self.know(index, note=event.reason)

    # ------------------------------------------------------------------ bounds

    def bound_of(self, index: int, value: Any) -> str:
        """Whether the value of a finished inner node is exact, or a bound because something was cut at or below it."""
        if not isinstance(value, int | float):
            return ""
        node, state = self.nodes[index], self.state(index)
        parts = [self.seen_from(node, self.nodes[child]) for child in node.children]
        known = [part for part in parts if part is not None]
        if index in self.standing:
            known.append((self.standing[index], "="))
        if node.kind == "chance":
            below = {flag for _, flag in known} | ({"≤" if state.cut == "alpha" else "≥"} if state.cut else set())
            return "=" if below <= {"="} else "≤" if below <= {"=", "≤"} else "≥" if below <= {"=", "≥"} else ""
        highest = node.kind == "max" or self.form == "negamax"
        best = (max if highest else min)([worth for worth, _ in known], default=value)
        if best != value:  # fail-hard: the answer was moved into the window
            return "≤" if best < value else "≥"
        toward, away = ("≥", "≤") if highest else ("≤", "≥")
        reached = any(worth == best and flag in ("=", toward) for worth, flag in known)
        closed = not state.cut and all(flag in ("=", away) for _, flag in known)
        return "=" if reached and closed else toward if reached else away if closed else ""

    def seen_from(self, node: Node, child: Node) -> tuple[float, str] | None:
        """A finished child's value as its parent sees it."""
        state = self.state(child.index)
        if state.status not in ("done", "judged"):
            return None
        if self.form == "negamax" and node.friend != child.friend:
            return -state.value, OPPOSITE[state.bound]
        return state.value, state.bound

    # ------------------------------------------------------------------ UCT

    def see_simulate(self, event: Event, index: int) -> None:
        """A playout; the new node joins the tree."""
        line = self.upward(index)
        for node in line:
            if self.state(node).status == "unseen":
                self.know(node, status="open")
        self.results = dict(zip(sorted({self.mover(node) for node in line} - {-1}), event.value, strict=True))

    def see_backup(self, event: Event, index: int) -> None:
        """The result of the playout, counted on the way back to the root."""
        for node in self.upward(index):
            state = self.state(node)
            gain = self.results.get(self.mover(node), 0.0)
            self.know(node, status="done", visits=state.visits + 1, total=state.total + gain)
            self.know(node, value=self.state(node).total / self.state(node).visits if node else None)
            children = sorted(self.nodes[node].children)  # in the order in which they joined the tree
            if children:
                self.know(node, chosen=max(children, key=lambda child: self.state(child).visits))

    def upward(self, index: int) -> list[int]:
        """A node and its ancestors, lowest first."""
        line = []
        while index >= 0:
            line.append(index)
            index = self.nodes[index].parent
        return line

    def mover(self, index: int) -> int:
        """Who moved to a node; below chance who moved before it, and whose values are told where chance begins."""
        parent = self.nodes[index].parent
        if parent < 0:
            return -1
        turn = self.nodes[parent].turn
        return turn if turn >= 0 else self.mover(parent) if parent else self.player


def odds_text(position: Any, move: Any) -> str:
    """The probability of a move of chance, or of an opponent who plays at random."""
    if position.turn >= 0:
        return str(Fraction(1, len(position.moves())))
    if isinstance(position, Tree):
        return str(position.chances[position.place_of(move)])
    return str(Fraction(position.odds(move)).limit_denominator(10000))
