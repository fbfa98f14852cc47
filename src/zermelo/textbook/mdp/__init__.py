"""Markov decision processes: worlds that slip, planning when their odds are known, learning when they are not.

Like the searches, each algorithm is a generator in plain Python: it yields what it does and returns what it found.
"""
