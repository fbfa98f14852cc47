"""Zermelo's games and players in other libraries, and theirs here; each needs that library installed.

`gymnasium_env.py`, `pettingzoo_env.py`: every game as an environment. `spiel_games.py`: every game as one of
OpenSpiel's; `spiel_door.py`: OpenSpiel's games here; `spiel_bots.py`: players as bots, and bots as players.
"""
