"""A described game run by its propositional network; the engine of descriptions that have no form for `words.py`."""

from __future__ import annotations

from zermelo.game import NONE, Cells, array, bit, has, i16, lowest, python_only, u64
from zermelo.gdl.game import EMPTY, NOBODY, GdlGame


class NetworkGame(GdlGame):
    """Base of games that run a network."""

    node_count: int = 1  # all nodes of the network
    gate_count: int = 1
    first_gate: int = 0
    terminal: int = 0  # the node that tells the end
    FANOUT = EMPTY  # [node + 1] where its edges begin
    EDGES = EMPTY  # [edge] gate * 2, odd where it counts a source that is off
    START = EMPTY  # [gate] its count while all sources are off
    NEXT = EMPTY  # [base] the node that tells whether it holds next, or NOBODY
    LEGAL = EMPTY  # [move of all roles] the node that tells whether it is legal
    DOES = EMPTY  # [move of all roles] its node
    GOALS = EMPTY  # [goal] role, node, worth 0 to 100

    on: Cells = array(u64, lambda game: (game.node_count + 63) // 64, in_key=False)  # nodes that are on
    waiting: Cells = array(u64, lambda game: (game.gate_count + 63) // 64, in_key=False)  # gates to be looked at
    counts: Cells = array(i16, lambda game: game.gate_count, in_key=False)
    done: Cells = array(i16, lambda game: game.role_count, in_key=False)  # the moves that led here, or NOBODY

    @python_only
    def set_up(self, holding: list[int]) -> None:
        """A position by what holds in it."""
        super().set_up(holding)
        self.on[:] = 0
        self.waiting[:] = 0
        self.counts[:] = self.START[: self.gate_count]
        self.done[:] = NOBODY
        for gate in range(self.gate_count):
            self.waiting[gate >> 6] |= bit(gate & 63)
        for number in holding:
            self.toggle(number)
        self.propagate()
        self.ask()

    # ------------------------------------------------------------------ the network
    def is_on(self, node: int) -> bool:
        """Whether a node is on."""
        return has(self.on[node >> 6], node & 63)

    def toggle(self, node: int) -> None:
        """Turn a node on or off, and note the gates that it leads to."""
        self.on[node >> 6] = self.on[node >> 6] ^ bit(node & 63)
        rises = 1 if self.is_on(node) else -1
        for place in range(self.FANOUT[node], self.FANOUT[node + 1]):
            edge = self.EDGES[place]
            gate = edge >> 1
            self.counts[gate] = self.counts[gate] + (-rises if edge & 1 else rises)
            self.waiting[gate >> 6] = self.waiting[gate >> 6] | bit(gate & 63)

    def propagate(self) -> None:
        """Look at the gates that wait, lower numbers first, until none does."""
        for part in range((self.gate_count + 63) // 64):
            while self.waiting[part] != NONE:
                inside = lowest(self.waiting[part])
                self.waiting[part] = self.waiting[part] & ~bit(inside)
                gate = part * 64 + inside
                if (self.counts[gate] >= 0) != self.is_on(self.first_gate + gate):
                    self.toggle(self.first_gate + gate)

    def is_legal(self, place: int) -> bool:
        """Whether a move, numbered through all roles, is legal."""
        return self.is_on(self.LEGAL[place])

    def step(self) -> None:
        """Put the moves of all roles in, and make true what `next` says."""
        for role in range(self.role_count):
            self.do(role)
        self.propagate()
        self.notice()
        self.advance()
        self.propagate()

    def do(self, role: int) -> None:
        """Put a role's move in the place of its last one."""
        if self.done[role] != self.chosen[role]:
            first = self.FIRST_MOVE[role]
            if self.done[role] != NOBODY:
                self.toggle(self.DOES[first + self.done[role]])
            self.toggle(self.DOES[first + self.chosen[role]])
            self.done[role] = self.chosen[role]

    def notice(self) -> None:
        """Between the moves of a round and what comes of them; see `seeing.py`."""

    def advance(self) -> None:
        """What `next` says becomes true."""
        for part in range((self.base_count + 63) // 64):
            coming = NONE
            for inside in range(min(64, self.base_count - 64 * part)):
                node = self.NEXT[64 * part + inside]
                if node >= 0 and self.is_on(node):
                    coming = coming | bit(inside)
            changed = coming ^ self.holds[part]
            self.holds[part] = coming
            while changed != NONE:
                inside = lowest(changed)
                changed = changed & ~bit(inside)
                self.toggle(64 * part + inside)

    def over(self) -> bool:
        """Whether the description says so."""
        return self.is_on(self.terminal)

    def utility(self, player: int) -> float:
        """The goal of a role, 0 to 100, as -1 to 1."""
        for goal in range(0, len(self.GOALS), 3):
            if self.GOALS[goal] == player and self.is_on(self.GOALS[goal + 1]):
                return (self.GOALS[goal + 2] - 50) / 50.0
        return -1.0
