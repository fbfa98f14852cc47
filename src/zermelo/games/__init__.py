"""The games: a file each, or a folder of several files; families that share rules stand in one folder."""
