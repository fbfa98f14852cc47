"""The games, one file each: rules, then words, then picture."""
