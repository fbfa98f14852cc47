"""Games of several players whose utilities do not add up to nothing: repeated, of sharing, of bargaining, of trade."""

from zermelo.games.economics.bargaining import Bargaining
from zermelo.games.economics.coalitions import Coalitions
from zermelo.games.economics.market import Market
from zermelo.games.economics.public_goods import PublicGoods
from zermelo.games.economics.repeated_game import RepeatedGame

__all__ = ["Bargaining", "Coalitions", "Market", "PublicGoods", "RepeatedGame"]
