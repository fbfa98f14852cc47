"""Evaluations that the machine finds by itself: inputs of any game, small networks, self-play, fitting."""
