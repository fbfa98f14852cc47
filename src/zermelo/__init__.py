"""Adversarial search and game playing: one class a game, three speeds."""
