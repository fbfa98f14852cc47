"""Other people's engines as players: UCI, USI, GTP, XBoard, GNU Backgammon and a plain protocol of lines."""
