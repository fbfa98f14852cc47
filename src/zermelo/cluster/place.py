"""Where work is done, as a text: `ray` for this machine, `ray:ADDRESS` for a cluster that runs already."""

from __future__ import annotations

import logging
import os
import socket
import warnings
from dataclasses import dataclass
from typing import Any

from zermelo.errors import BadParameter, MissingExtra

RAY = "ray"
RUNNING = "auto"  # the address of a cluster that this machine belongs to
CLIENT = "ray://"
PATIENCE = 5.0  # seconds until an address must answer


@dataclass(frozen=True)
class Place:
    """A local Ray where there is no address, else a cluster."""

    address: str = ""

    @classmethod
    def read(cls, text: str) -> Place:
        """`ray`, `ray:auto`, `ray:10.0.0.1:6379` or `ray://10.0.0.1:10001`."""
        if text == RAY:
            return cls()
        if text.startswith(CLIENT):
            host, port = split(text.removeprefix(CLIENT), text)
            return cls(f"{CLIENT}{host}:{port}")
        if text.startswith(f"{RAY}:"):
            address = text.removeprefix(f"{RAY}:")
            if address != RUNNING:
                split(address, text)
            return cls(address)
        raise BadParameter(f"work is done on ray or ray:ADDRESS (ray:auto, ray:10.0.0.1:6379), not on {text!r}")

    def __str__(self) -> str:
        return self.address if self.address.startswith(CLIENT) else f"{RAY}:{self.address}" if self.address else RAY

    def join(self, workers: int = 0) -> tuple[Any, bool]:
        """Ray, connected, and whether it was connected here; a local one has a processor for each worker wanted."""
        ray = import_ray()
        if ray.is_initialized():
            return ray, False
        quiet: dict[str, Any] = {"logging_level": logging.CRITICAL, "log_to_driver": False}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of Ray's own plans for its next versions
                if self.address:
                    self.reach()
                    ray.init(address=self.address, **quiet)
                else:
                    ray.init(address="local", num_cpus=workers or None, include_dashboard=False, **quiet)
        except (ConnectionError, RuntimeError, TimeoutError, ValueError, OSError) as problem:
            raise BadParameter(f"{self} cannot be joined: {first_sentence(problem)}; {self.remedy()}") from None
        return ray, True

    def reach(self) -> None:
        """Refuse an address where nobody answers, before Ray waits a minute for it."""
        if self.address == RUNNING:
            return
        host, port = split(self.address.removeprefix(CLIENT), str(self))
        with socket.create_connection((host, port), PATIENCE):
            pass

    def remedy(self) -> str:
        """What can be done where it cannot be joined."""
        if self.address:
            return "begin a cluster with `ray start --head` there, or look at the address; --on ray uses this machine"
        return "look whether this machine has memory and room in /tmp and /dev/shm left, or use --processes"


def split(address: str, text: str) -> tuple[str, int]:
    """Host and port of an address."""
    host, colon, port = address.rpartition(":")
    if not (host and colon and port.isdecimal() and 0 < int(port[:6]) < 65536):
        raise BadParameter(f"a cluster's address is HOST:PORT, as in ray:10.0.0.1:6379, not {text!r}")
    return host.strip("[]"), int(port)


def first_sentence(problem: Exception) -> str:
    """What Ray says, without its advice."""
    said = " ".join(str(problem).split()) or type(problem).__name__
    return said.partition(". ")[0].rstrip(".")


def import_ray() -> Any:
    """Ray, or a sentence on how to get it."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # what Ray's next version does; it warns otherwise
    try:
        import ray
    except ImportError:
        raise MissingExtra("work on a cluster needs Ray: pip install 'zermelo[cluster]'") from None
    return ray
