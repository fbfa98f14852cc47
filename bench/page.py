"""The page in a real browser: how soon it can be used, how soon a click is answered, how smooth a drag is.

`python -m bench.page` starts a server of its own and Debian's Chromium (apt-get install chromium). Times are medians.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from zermelo.interfaces.web.app import PAGE

WANTED = {"open": 1.0, "click": 0.05, "frames": 60, "bundle": 300, "memory": 200}
ROUNDS = 9
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-gpu", "--disable-dev-shm-usage"]
ANSWERED = """([from, to]) => new Promise(done => {
  const centre = name => {
    const box = document.querySelector(`[data-cell="${name}"] .shape`).getBoundingClientRect();
    return { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true, button: 0, pointerId: 1 };
  };
  const press = name => {
    const at = centre(name), target = document.elementFromPoint(at.clientX, at.clientY);
    for (const [kind, make] of [['pointerdown', PointerEvent], ['pointerup', PointerEvent], ['click', MouseEvent]])
      target.dispatchEvent(new make(kind, at));
  };
  const board = document.querySelector('[data-tip]'), before = board.dataset.tip;
  press(from);
  const begin = performance.now();
  const look = () => board.dataset.tip === before
    ? requestAnimationFrame(look) : requestAnimationFrame(() => done(performance.now() - begin));
  press(to);
  requestAnimationFrame(look);
})"""
FRAMES = """() => { window.frames_seen = 0; window.counting = true;
  const count = () => { if (window.counting) { window.frames_seen += 1; requestAnimationFrame(count); } };
  requestAnimationFrame(count); }"""


def started() -> tuple[subprocess.Popen[str], str]:
    """A server, and its address."""
    store = Path(tempfile.mkdtemp()) / "tables.sqlite"
    command = [sys.executable, "-m", "zermelo", "serve", "--no-browser", "--port", "0", "--store", str(store)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    return server, server.stdout.readline().split()[3]


def memory(pid: int) -> float:
    """Megabytes of a process and those it started."""
    total = 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "status").read_text()
        except OSError:
            continue
        parent = re.search(r"PPid:\s+(\d+)", status)
        resident = re.search(r"VmRSS:\s+(\d+)", status)
        if resident and (folder.name == str(pid) or parent and int(parent[1]) == pid):
            total += int(resident[1]) / 1024
    return total


def main() -> None:
    """Measure and print."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("Chromium is not installed: apt-get install chromium")
    server, address = started()
    try:
        print(f"memory before the first search      {memory(server.pid):7.0f} MB  (wanted {WANTED['memory']})")
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
            page = browser.new_page(viewport={"width": 1200, "height": 900})
            times = []
            for _ in range(ROUNDS):
                page.goto("about:blank")
                begin = time.perf_counter()
                page.goto(address)
                page.wait_for_selector(".card")
                times.append(time.perf_counter() - begin)
            print(f"gallery can be used after           {statistics.median(times):7.2f} s   (wanted {WANTED['open']})")
            measure_table(page, address)
            browser.close()
    finally:
        server.terminate()
    size = sum(len(gzip.compress(file.read_bytes())) for file in PAGE.rglob("*") if file.suffix in (".js", ".css"))
    print(f"scripts and styles, gzipped         {size / 1000:7.0f} kB  (wanted {WANTED['bundle']})")


def measure_table(page: Any, address: str) -> None:
    """Clicks that move, and a drag, at a table of chess where both seats are one's own."""
    opened = httpx.post(f"{address}api/tables", json={"game": "chess", "options": {"delay": 0}}).json()
    number = opened["table"]["id"]
    page.evaluate(f"localStorage.setItem('zermelo.keys.{number}', {json.dumps(json.dumps(opened['keys']))})")
    page.goto(f"{address}#/table/{number}")
    page.reload()
    page.wait_for_selector("svg.board")
    page.wait_for_timeout(500)
    shuttle = [("g1", "f3"), ("g8", "f6"), ("f3", "g1"), ("f6", "g8"), ("b1", "c3"), ("b8", "c6"), ("c3", "b1")]
    answers = []
    for move in shuttle:
        answers.append(page.evaluate(ANSWERED, list(move)) / 1000)
        page.wait_for_timeout(400)
    print(f"board redrawn after a click         {statistics.median(answers):7.3f} s   (wanted {WANTED['click']})")
    box = page.locator('[data-cell="c6"] .shape').bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.evaluate(FRAMES)
    begin = time.perf_counter()
    step = 0
    while time.perf_counter() - begin < 3:
        step += 1
        page.mouse.move(300 + step * 7 % 300, 300 + step * 5 % 300)
    seconds = time.perf_counter() - begin
    frames = page.evaluate("() => { window.counting = false; return window.frames_seen; }")
    page.mouse.up()
    print(f"frames a second while dragging      {frames / seconds:7.1f}     (wanted {WANTED['frames']})")


if __name__ == "__main__":
    main()
