"""Players as bots of OpenSpiel, and its bots as players.

`SpielBot("alphabeta:depth=6")` sits wherever OpenSpiel wants a bot, at our games and at its own. A bot of OpenSpiel's
is a player here by a class in a file of yours:

    from open_spiel.python.algorithms import mcts
    from zermelo.interfaces.adapters.spiel_bots import SpielPlayer

    class Mcts(SpielPlayer):
        def bot(self, game, player):
            return mcts.MCTSBot(game, 2, 100, mcts.RandomRolloutEvaluator())

OpenSpiel gives its bots the whole state; at a game that hides something it is one that the player cannot tell from
the true one, as for every player in a file.
"""

from __future__ import annotations

from typing import Any

from zermelo.errors import BadPlayer, Unsupported
from zermelo.game.plain_game import Position, is_plain, state_of
from zermelo.game.playthrough import Playthrough
from zermelo.interfaces.adapters import spiel_games
from zermelo.interfaces.adapters.numbers import action_of, actions_of
from zermelo.interfaces.adapters.spiel_door import SpielGame, loaded
from zermelo.players import player as find_player
from zermelo.players.base import Player, as_playthrough

import pyspiel  # isort: skip  # the modules above say so where it is missing


class SpielBot(pyspiel.Bot):  # type: ignore[misc]  # OpenSpiel has no types
    """A player of Zermelo's as a bot."""

    def __init__(self, text: Any, seed: int = 0) -> None:
        super().__init__()
        self.player, self.seed = find_player(text), seed
        self.kinds: dict[str, type[SpielGame]] = {}
        self.player.new_game(seed)

    def step(self, state: Any) -> int:
        """The action that the player chooses."""
        if isinstance(state, spiel_games.SpielState):
            return action_of(state.line, self.player.think(state.line).move)
        line = Playthrough(state_of(self.kind(str(state.get_game()))(state.clone())))
        return int(state.legal_actions()[self.player.think(line).move])

    def kind(self, text: str) -> type[SpielGame]:
        """The plain class of a game of OpenSpiel's."""
        text = text.removesuffix("()")
        if text not in self.kinds:
            self.kinds[text] = type("Spiel" + "".join(filter(str.isalnum, text)), (SpielGame,), {"game": text})
        return self.kinds[text]

    def restart_at(self, state: Any) -> None:
        """A new game."""
        self.player.new_game(self.seed)

    def restart(self) -> None:
        """A new game."""
        self.player.new_game(self.seed)

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """Others' actions show in the state."""

    def provides_force_action(self) -> bool:
        """Whether the bot can be told what to play: it looks at the state each time anew."""
        return True

    def force_action(self, state: Any, action: int) -> None:
        """Nothing is remembered."""


class SpielPlayer(Player):
    """A bot of OpenSpiel's as a player; a class of its own says how the bot is made."""

    text = "OpenSpiel's bot"

    def __init__(self) -> None:
        self.bots: dict[tuple[str, int], Any] = {}

    def bot(self, game: Any, player: int) -> Any:
        """The bot for a seat of an OpenSpiel game."""
        raise BadPlayer(f"{type(self).__name__} makes no bot: give it a method bot(game, player)")

    def choose(self, game: Any) -> int | str:
        """The bot's move."""
        line = as_playthrough(game)
        plainly = is_plain(line.state)
        if plainly:
            thing = line.state.thing
            if not isinstance(thing, SpielGame):
                raise Unsupported(f"{type(thing).__name__} is a plain class that OpenSpiel does not know")
            theirs, state = loaded(thing.game), thing.state
        else:
            theirs = spiel_games.game_of(line)
            state = spiel_games.state_of(line, theirs)
        place = str(theirs), line.turn
        if place not in self.bots:
            self.bots[place] = self.bot(theirs, line.turn)
        action = int(self.bots[place].step(state))
        return Position(thing).choices().index(action) if plainly else actions_of(line)[action]

    def new_game(self, seed: int = 0) -> None:
        """Bots begin anew."""
        for bot in self.bots.values():
            bot.restart()
