"""Searches with chance nodes and modelled opponents: expectiminimax and expectimax."""
