"""Players that somebody wrote: each slip is told in a sentence that names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.errors import ZermeloError
from zermelo.games.connect_four import ConnectFour
from zermelo.players import player

SLIPS = {
    "Nothing": ("def choose(self, game):\n        game.moves()", "choose() returns nothing: return a move"),
    "Lazy": ("def choose(self, game):\n        yield game.moves()[0]", "choose() returns a generator"),
    "Half": ("def choose(self, game):\n        return 3.5", "choose() returns a float"),
    "Outside": ("def choose(self, game):\n        return 99", "chose 99, which is no legal move"),
    "Raising": ("def choose(self, game):\n        return {}['x']", "stops with KeyError: 'x' (line 3)"),
    "Round": ("def choose(self, game):\n        return self.choose(game)", "stops with RecursionError"),
    "Misnamed": ("def chose(self, game):\n        return 3", "has no method choose(self, game)"),
    "Wanting": ("def __init__(self, depth): ...\n    def choose(self, game): ...", "needs depth: write"),
    "Failing": (
        "def __init__(self):\n        raise OSError('no network')\n    def choose(self, game): ...",
        "__init__ stops with OSError: no network (line 3)",
    ),
}


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_named(name: str, tmp_path: Path) -> None:
    body, wanted = SLIPS[name]
    file = tmp_path / "bot.py"
    file.write_text(f"class {name}:\n    {body}\n", encoding="utf-8")
    with pytest.raises(ZermeloError) as caught:
        player(f"{file}:{name}").think(ConnectFour())
    assert wanted in str(caught.value)
