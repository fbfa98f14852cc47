"""Compiled search over any game that keeps the contract."""
