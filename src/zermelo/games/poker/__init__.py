"""The poker family: Kuhn and Leduc poker, made for study, and Texas hold'em for two."""

from zermelo.games.poker.holdem import Holdem
from zermelo.games.poker.kuhn import KuhnPoker
from zermelo.games.poker.leduc import LeducPoker

__all__ = ["Holdem", "KuhnPoker", "LeducPoker"]
