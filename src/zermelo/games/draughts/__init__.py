"""The draughts family: checkers (English draughts), international, Russian and Brazilian draughts."""

from zermelo.games.draughts.checkers import Checkers
from zermelo.games.draughts.international import BrazilianDraughts, InternationalDraughts, RussianDraughts

__all__ = ["BrazilianDraughts", "Checkers", "InternationalDraughts", "RussianDraughts"]
