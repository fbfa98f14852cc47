"""Every game as an environment of PettingZoo (agents act in turn, AEC).

    from zermelo.interfaces.adapters.pettingzoo_env import env
    game = env("othello")            # any game and its parameters: env("go", size=9)
    game.reset(seed=1)

Chance is drawn inside, from the seed. Each agent sees `observation` and `action_mask`; rewards are the utilities, at
the end. Games whose players choose at the same time hide the first choice, as their rules here do.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.errors import IllegalMove
from zermelo.game.random import Random
from zermelo.interfaces.adapters.numbers import Sight, begin, ended, mask_of, move_of, name_of, needs, roll_on

try:
    from gymnasium.spaces import Discrete
    from pettingzoo import AECEnv

    from zermelo.interfaces.adapters.spaces import seen_space
except ImportError:
    raise needs("PettingZoo and Gymnasium") from None


def env(game: Any, *, recall: int = 0, render_mode: str | None = None, **parameters: Any) -> GameAEC:
    """An environment of a game; `recall` is how many moments of a hidden game an observation holds."""
    return GameAEC(game, recall=recall, render_mode=render_mode, **parameters)


class GameAEC(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game whose agents act in turn."""

    metadata = {"render_modes": ["ansi", "human"], "is_parallelizable": False, "render_fps": 2}

    def __init__(self, game: Any, *, recall: int = 0, render_mode: str | None = None, **parameters: Any) -> None:
        super().__init__()
        self.first = begin(game, parameters)
        self.metadata = {**type(self).metadata, "name": name_of(game, self.first)}
        self.render_mode = render_mode
        self.sight = Sight(self.first, recall)
        self.possible_agents = [f"player_{number}" for number in range(self.first.state.players)]
        most = int(self.first.state.most_moves)
        self.observation_spaces = {agent: seen_space(self.sight, most) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(most) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The actions, of which the mask says which there are."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The first position; dice and cards follow from the seed."""
        self.random = Random(int(np.random.SeedSequence(seed).generate_state(1)[0]))
        self.line = self.first.copy()
        roll_on(self.line, self.random)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[max(self.line.turn, 0)]
        self.settle()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know, and which actions they have."""
        player = self.possible_agents.index(agent)
        return {"observation": self.sight.of(self.line, player), "action_mask": mask_of(self.line, player)}

    def step(self, action: Any) -> None:
        """One action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMove(f"{agent} must act: None is for agents whose game is over")
        self.line.play(move_of(self.line, action))
        roll_on(self.line, self.random)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if not self.settle():
            self.agent_selection = self.possible_agents[self.line.turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def settle(self) -> bool:
        """Whether the game is over; then everybody has their reward."""
        utilities = ended(self.line)
        if utilities is None:
            return False
        over = self.line.over()
        for agent, utility in zip(self.possible_agents, utilities, strict=True):
            self.rewards[agent] = utility
            self.terminations[agent], self.truncations[agent] = over, not over
        return True

    def action_text(self, action: int) -> str:
        """An action in the game's notation."""
        return str(self.line.state.move_text(move_of(self.line, action)))

    def render(self) -> str | None:
        """The position as text; printed where a person looks."""
        text = str(self.line.state)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """There is nothing to let go of."""
