"""A player of your own in a file: `zermelo match connect_four ./examples/mybot.py:Centre random`.

The file may offer a class with `choose`, a function `choose`, or only a function `evaluate`:
`zermelo match connect_four ./examples/mybot.py:evaluate,depth=4 alphabeta:depth=4`.
"""

from zermelo.game.bits import count, word


class Centre:
    """Plays as near to the middle as it can; wins at once where it can."""

    def __init__(self, win: bool = True) -> None:
        self.win = win

    def choose(self, game):
        """`game` is a zermelo Playthrough: its `state` is the position, `moves()` are the legal moves."""
        moves = game.moves()
        if self.win:
            for move in moves:
                game.play(move)
                won = game.outcome() is not None and game.outcome().utilities[1 - game.turn] > 0
                game.undo()
                if won:
                    return move
        return min(moves, key=lambda move: abs(move - 3))


def evaluate(state):
    """Stones in the middle column count; compiled with the game, so it keeps to what rules may do."""
    middle = state.column << word(state.columns // 2)
    mine, theirs = count(state.mine & middle), count((state.mine ^ state.full) & middle)
    return (mine - theirs) / 10.0
