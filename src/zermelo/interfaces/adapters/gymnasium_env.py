"""Every game as an environment of Gymnasium: one agent, the other seats taken by players of Zermelo's.

    import gymnasium
    from zermelo.interfaces.adapters.gymnasium_env import GameEnv, register

    env = GameEnv("connect_four", others="alphabeta:depth=2")
    register()                                          # or all games by their names:
    env = gymnasium.make("zermelo/connect_four-v0", others="random")

The agent sees `observation` and `action_mask`; the reward is their utility, at the end. An action that the mask does
not show is refused; for learners that know no masks, `illegal="lose"` ends the game with the worst utility there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.errors import BadParameter, IllegalMove
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.interfaces.adapters.numbers import Sight, begin, ended, mask_of, move_of, needs, roll_on
from zermelo.players import player as find_player

try:
    import gymnasium
    from gymnasium.spaces import Discrete

    from zermelo.interfaces.adapters.spaces import seen_space
except ImportError:
    raise needs("Gymnasium") from None

REFUSE, LOSE = "refuse", "lose"  # what happens where an action is none


class GameEnv(gymnasium.Env):  # type: ignore[misc, type-arg, unused-ignore]  # spaces are built from the game's facts
    """A game seen from one seat."""

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 2}

    def __init__(
        self,
        game: Any,
        *,
        seat: int = 0,
        others: str | Sequence[str] = "random",
        recall: int = 0,
        illegal: str = REFUSE,
        render_mode: str | None = None,
        **parameters: Any,
    ) -> None:
        self.first = begin(game, parameters)
        players = int(self.first.state.players)
        if not 0 <= seat < players:
            raise BadParameter(f"{type(self.first.state).__name__} has the seats 0 to {players - 1}, not {seat}")
        texts = [others] * (players - 1) if isinstance(others, str) else list(others)
        if len(texts) != players - 1:
            raise BadParameter(f"{players - 1} others sit at the table, {len(texts)} were named")
        if illegal not in (REFUSE, LOSE):
            raise BadParameter(f"actions that are none are a reason to {REFUSE} or to {LOSE}, not to {illegal!r}")
        self.seat, self.render_mode, self.illegal = seat, render_mode, illegal
        made = [find_player(text) for text in texts]
        self.players = [*made[:seat], None, *made[seat:]]
        self.sight = Sight(self.first, recall)
        most = int(self.first.state.most_moves)
        self.observation_space = seen_space(self.sight, most)
        self.action_space = Discrete(most)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The first position at which the agent moves; dice, cards and the others' choices follow from the seed."""
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(1 << 31))
        self.random, self.line = Random(chosen), self.first.copy()
        for player in self.players:
            if player is not None:
                player.new_game(chosen)
        self.wait()
        return self.seen(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """An action of the agent, and all that follows until they act again."""
        try:
            self.line.play(move_of(self.line, action))
        except IllegalMove:
            if self.illegal == REFUSE:
                raise
            return self.seen(), float(self.line.state.lowest), True, False, {"illegal": int(action)}
        self.wait()
        utilities = ended(self.line)
        over = self.line.over()
        reward = 0.0 if utilities is None else float(utilities[self.seat])
        return self.seen(), reward, over, utilities is not None and not over, {}

    def wait(self) -> None:
        """Chance and the others move."""
        while True:
            roll_on(self.line, self.random)
            if ended(self.line) is not None or self.line.turn == self.seat:
                return
            player = self.players[self.line.turn]
            assert player is not None
            self.line.play(player.think(self.line).move)

    def seen(self) -> dict[str, Any]:
        """What the agent may know, and which actions they have."""
        return {"observation": self.sight.of(self.line, self.seat), "action_mask": mask_of(self.line, self.seat)}

    def action_text(self, action: int) -> str:
        """An action in the game's notation."""
        return str(self.line.state.move_text(move_of(self.line, action)))

    def render(self) -> str | None:  # type: ignore[override, unused-ignore]  # text is one of the modes
        """The position as text; printed where a person looks."""
        text = str(self.line.state)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """The others go home."""
        for player in self.players:
            if player is not None:
                player.close()


def register() -> list[str]:
    """Make all games known to `gymnasium.make`, as `zermelo/NAME-v0`; returns the names."""
    names = []
    for name in catalogue.entries():
        ident = f"zermelo/{name}-v0"
        if ident not in gymnasium.registry:
            gymnasium.register(ident, entry_point=f"{__name__}:GameEnv", kwargs={"game": name})
        names.append(ident)
    return names
