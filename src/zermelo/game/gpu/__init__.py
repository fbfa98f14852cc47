"""Games on a GPU, by the rules that CPython and Numba run; Monte Carlo trees are in `search/mcts/gpu.py`."""

from zermelo.game.gpu.device import device_name

from zermelo.game.gpu.counting import perft  # isort: skip  # the device first: it says what is not installed
from zermelo.game.gpu.playing import playouts, ptx

__all__ = ["device_name", "perft", "playouts", "ptx"]
