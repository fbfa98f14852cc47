"""Hands of a person at the page: they click, drag, turn what lies in a tray, and answer what is asked at a square."""

from __future__ import annotations

from typing import Any

from zermelo.game.random import Random

CELL = """name => {
  const cell = document.querySelector(`svg.board [data-cell="${CSS.escape(name)}"]`);
  if (!cell) return null;
  const middle = new DOMPoint(0, 0).matrixTransform(cell.getScreenCTM());
  return [middle.x, middle.y];
}"""
UNIT = "() => document.querySelector('svg.board').getScreenCTM().a"
TURNED = "() => document.querySelector('svg.board > g').transform.baseVal.numberOfItems > 0"
SENT = "before => document.querySelector('[data-tip]').dataset.tip.split('.').filter(Boolean).length > before"


class Hands:
    """What a person does with mouse and keys to make a move."""

    def __init__(self, page: Any, luck: Random) -> None:
        self.page, self.luck = page, luck

    def make(self, position: dict[str, Any], move: dict[str, Any]) -> None:
        """Make a move in one of the ways in which people make it, and see it made."""
        scene = position["scene"]
        self.page.wait_for_selector(f'[data-path="{".".join(map(str, position["path"]))}"]')
        ways = [move["clicks"], *move.get("also", ())]
        names = list(ways[self.luck.below(len(ways))])
        buttons = {button["name"]: button for button in scene["buttons"]}
        tray = buttons.get(names[0], {}).get("ways", [])
        occupied = {piece["cell"] for piece in scene["pieces"]}
        if tray and len(names) > 1:
            self.place(scene, buttons[names[0]], names)
        elif len(names) == 2 and names[0] in buttons and names[1] not in buttons and self.luck.below(2):
            self.drag_to(self.spot(names[0]), self.spot(names[1]))
        elif (
            scene["steps"] == "chain" and len(names) > 2 and names[-1] not in buttons and self.is_alone(position, names)
        ):
            self.drag_to(self.spot(names[0]), self.spot(names[-1]))
        else:
            self.steps(names, occupied, set(buttons), scene["steps"])
        try:
            self.page.wait_for_function(SENT, arg=len(position["path"]), timeout=10_000)
        except Exception as error:  # whatever it is: which move was made how is what matters
            said = [text for text in self.page.locator("[role=alert]").all_inner_texts() if text]
            raise AssertionError(f"{move['move']} by {names} did not happen; the page says {said}") from error

    def steps(self, names: list[str], occupied: set[str], buttons: set[str], steps: str) -> None:
        """Click by click; the first two are a drag where there is a piece to drag, in pairs every two."""
        at = 0
        while at < len(names):
            pair = names[at : at + 2]
            whole = len(pair) == 2 and not buttons & set(pair) and pair[0] in occupied and pair[0] != pair[1]
            if whole and (at == 0 or steps == "pairs") and self.luck.below(2):
                self.drag_to(self.spot(pair[0]), self.spot(pair[1]))
                at += 2
            else:
                self.page.mouse.click(*self.spot(names[at]))
                at += 1

    def is_alone(self, position: dict[str, Any], names: list[str]) -> bool:
        """Whether no other move of that piece goes where this one ends."""
        others = [way for move in position["moves"] for way in (move["clicks"], *move.get("also", ()))]
        return sum(way[0] == names[0] and names[-1] in way for way in others) == 1

    def spot(self, name: str) -> tuple[float, float]:
        """Where a cell or a button is on the screen."""
        found = self.page.evaluate(CELL, name)
        if found is None:
            button = self.page.locator(f'[data-button="{name}"]')
            button.scroll_into_view_if_needed()
            box = button.bounding_box()
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        x, y = found
        size = self.page.viewport_size
        if not (0 < x < size["width"] and 0 < y < size["height"]):
            self.page.locator(f'[data-cell="{name}"]').scroll_into_view_if_needed()
            x, y = self.page.evaluate(CELL, name)
        return float(x), float(y)

    def drag_to(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press, move, let go."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        mouse.move(*end)
        mouse.up()

    def place(self, scene: dict[str, Any], button: dict[str, Any], names: list[str]) -> None:
        """Take something from a tray, turn it until it lies as it shall, and put it where its middle belongs."""
        tray = self.page.locator(f'[data-button="{button["name"]}"]')
        tray.scroll_into_view_if_needed()
        tray.click()
        wanted = names[1] if len(names) > 2 else ""
        for key in "rrrrrrfrrrrr":
            if tray.get_attribute("data-way") == wanted:
                break
            self.page.keyboard.press(key)
        assert tray.get_attribute("data-way") == wanted
        way = next(way for way in button["ways"] if way["name"] == wanted)
        across, up = [piece["dx"] for piece in way["pieces"]], [piece["dy"] for piece in way["pieces"]]
        unit, sign = self.page.evaluate(UNIT), -1 if self.page.evaluate(TURNED) else 1
        x, y = self.spot(names[-1])
        x += sign * unit * (min(across) + max(across)) / 2
        y -= sign * unit * (min(up) + max(up)) / 2
        if self.luck.below(2):
            self.drag_to(self.spot(button["name"]), (x, y))
        else:
            self.page.mouse.click(x, y)
