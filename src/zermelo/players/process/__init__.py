"""Players in processes of their own: they may crash, hang or eat memory without harm to the game."""
