"""A person at the page: opens tables, clicks moves, reads what is shown."""

from __future__ import annotations

import json
from typing import Any

from tests.interfaces.web.conftest import Server
from tests.interfaces.web.hands import Hands
from zermelo.game.random import Random


class Person:
    """Somebody with a browser window."""

    def __init__(self, browser: Any, server: Server, **window: Any) -> None:
        self.server = server
        self.context = browser.new_context(**({"viewport": {"width": 1200, "height": 900}} | window))
        self.page = self.context.new_page()
        self.hands = Hands(self.page, Random(1))
        self.page.set_default_timeout(30_000)
        self.problems: list[str] = []
        self.page.on("pageerror", lambda problem: self.problems.append(str(problem)))
        self.page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)

    def close(self) -> None:
        """Leave; the page must have had no errors of its own."""
        self.context.close()
        assert self.problems == [], self.problems

    # ------------------------------------------------------------------ tables

    def begin(self, game: str, **asked: Any) -> dict[str, Any]:
        """Open a table by the interface and sit down at all its seats."""
        asked.setdefault("options", {"delay": 0, "seed": 1})
        opened: dict[str, Any] = self.server.post("tables", game=game, **asked)
        self.sit(opened["table"]["id"], opened["keys"])
        return opened

    def sit(self, table: str, keys: list[str]) -> None:
        """Come to a table with its keys, as a browser that opened it has them."""
        self.table, self.keys = table, keys
        self.page.goto(self.server.address)
        self.page.evaluate(
            "([table, keys]) => localStorage.setItem(`zermelo.keys.${table}`, keys)", [table, json.dumps(keys)]
        )
        self.page.goto(f"{self.server.address}#/table/{table}")
        self.page.wait_for_selector("svg.board")

    def view(self) -> dict[str, Any]:
        """The table as the server knows it."""
        found: dict[str, Any] = self.server.get(f"tables/{self.table}", key=self.keys)
        return found

    def position(self) -> dict[str, Any]:
        """The position where the game stands."""
        path = ".".join(map(str, self.view()["tip"]))
        found: dict[str, Any] = self.server.get(f"tables/{self.table}/position", key=self.keys, path=path)
        return found

    # ------------------------------------------------------------------ moving

    def click(self, name: str) -> None:
        """Click a cell or a button."""
        cell = self.page.locator(f'[data-cell="{name}"] .shape')
        if cell.count():
            cell.first.scroll_into_view_if_needed()
            box = cell.first.bounding_box()
            assert box is not None
            self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        else:
            self.page.locator(f'[data-button="{name}"]').click()

    def play(self, text: str) -> None:
        """Make a move as people make it, and see it made."""
        position = self.position()
        move = next((one for one in position["moves"] if one["move"] == text), None)
        assert move is not None, f"{text} is not among {[one['move'] for one in position['moves']]}"
        self.hands.make(position, move)

    def play_any(self, choose: Any) -> str:
        """Make one of the legal moves; returns its text."""
        position = self.position()
        move = choose(position["moves"])
        self.hands.make(position, move)
        return str(move["move"])

    def status(self) -> str:
        """What the page says of the game."""
        return str(self.page.locator(".status").inner_text())
