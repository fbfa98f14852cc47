"""The worst day: all that can break breaks once, and nothing that was acknowledged is lost (`bench/chaos.py`)."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from bench.chaos import EVENTS, Chaos

pytestmark = [
    pytest.mark.xdist_group("server"),
    pytest.mark.skipif(os.name != "posix" or shutil.which("ps") is None, reason="needs POSIX signals and ps"),
]
LONG = 20  # rounds


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_nothing_acknowledged_is_lost(
    event: object, tmp_path: Path, request: pytest.FixtureRequest, long_run: bool
) -> None:
    chaos = Chaos(tmp_path, request.config.getoption("--hostile-seed"))
    assert callable(event)
    try:
        for _ in range(LONG if long_run else 1):
            event(chaos)
    finally:
        if hasattr(chaos.server, "process") and chaos.server.process.poll() is None:
            chaos.server.kill()
        if (tmp_path / "small").is_mount():
            subprocess.run(["umount", "-l", str(tmp_path / "small")], check=False)
    assert chaos.seen, "nothing happened"
    if any("no small disk" in said for said in chaos.seen):
        pytest.skip("no small disk could be mounted: that needs root")
