"""The coach: whether what was learnt is worth playing with, and who plays with it."""
