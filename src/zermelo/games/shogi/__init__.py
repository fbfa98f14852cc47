"""The shogi family: shogi, minishogi and tori shogi."""

from zermelo.games.shogi.shogi import Minishogi, Shogi
from zermelo.games.shogi.tori_shogi import ToriShogi

__all__ = ["Minishogi", "Shogi", "ToriShogi"]
