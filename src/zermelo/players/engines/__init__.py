"""Other people's engines as players: UCI, USI, GTP, XBoard, GNU Backgammon and a plain protocol of lines."""

SUMMARIES = {
    "uci:PROGRAM": "an engine that speaks UCI: chess and its kin (uci:stockfish,elo=1500)",
    "usi:PROGRAM": "an engine that speaks USI: shogi and its kin",
    "gtp:PROGRAM": "an engine that speaks GTP: Go, Othello, Hex (gtp:gnugo --level 10)",
    "xboard:PROGRAM": "an engine that speaks XBoard's protocol (xboard:fairymax)",
    "gnubg:plies=N": "GNU Backgammon",
    "lines:PROGRAM": "a program of yours, in any language and for every game, by a plain protocol of lines",
}
