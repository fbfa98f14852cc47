"""Double-dummy solving of bridge deals, and par."""

from zermelo.search.double_dummy.par import Par, par_of
from zermelo.search.double_dummy.solver import DoubleDummy

__all__ = ["DoubleDummy", "Par", "par_of"]
