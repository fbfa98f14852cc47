"""A real server in a process of its own, and a real browser."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest


class Server:
    """`zermelo serve`, started and stopped as a person would."""

    def __init__(self, store: Path, *more: str) -> None:
        self.store, self.more = store, more
        self.start()

    def start(self, port: int = 0) -> None:
        command = [
            sys.executable,
            "-m",
            "zermelo",
            "serve",
            "--no-browser",
            "--port",
            str(port),
            "--store",
            str(self.store),
            *self.more,
        ]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[\d.]+:(\d+)/", line)
        assert found, line
        self.port = int(found[1])
        self.address = found[0]
        self.link = line.split()[3]  # with a token, where one is needed
        self.client = httpx.Client(base_url=self.address, timeout=120)

    def stop(self, how: int = signal.SIGINT) -> None:
        self.client.close()
        self.process.send_signal(how)
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def post(self, place: str, /, **data: Any) -> Any:
        """The answer to a request that must be accepted."""
        answer = self.client.post(f"/api/{place}", json=data)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def get(self, place: str, /, **query: Any) -> Any:
        answer = self.client.get(f"/api/{place}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("store") / "tables.sqlite")
    yield one
    if one.process.poll() is None:
        one.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    place = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if place is None:
        pytest.skip("no Chromium is installed here: on Debian, apt-get install chromium")
    with playwright.sync_playwright() as driver:
        # the sandbox needs rights that root in a container does not have; nothing outside is loaded
        flags = ["--no-sandbox", "--disable-background-networking", "--disable-gpu", "--disable-dev-shm-usage"]
        one = driver.chromium.launch(executable_path=place, args=flags)
        yield one
        one.close()
