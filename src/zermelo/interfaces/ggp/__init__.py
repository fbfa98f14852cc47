"""Matches of general game playing over the protocol of the Stanford competition, as player and as manager."""
