"""Matches against programs that others wrote."""
