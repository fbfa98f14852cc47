"""Zermelo as an engine for other people's programs: UCI, USI, GTP and the protocol of XBoard."""
