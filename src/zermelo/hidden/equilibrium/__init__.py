"""Equilibria of hidden games: regret minimisation on arrays, best responses, strategies as files."""

from zermelo.hidden.equilibrium.solver import METHODS, Equilibrium, exploitability_of, solve_equilibrium
from zermelo.hidden.equilibrium.strategy import Strategy, load_strategy

__all__ = ["METHODS", "Equilibrium", "Strategy", "exploitability_of", "load_strategy", "solve_equilibrium"]
