"""How long one waits: import, listing games, warm commands, and the cold compile."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time


def wall(*words: str, cache: str | None = None) -> float:
    """Seconds for one command, the best of three (of one with an empty cache)."""
    environment = dict(os.environ, **({"NUMBA_CACHE_DIR": cache} if cache else {}))
    best = 1e9
    for _ in range(1 if cache else 3):
        begin = time.perf_counter()
        subprocess.run([sys.executable, *words], env=environment, capture_output=True, check=True)
        best = min(best, time.perf_counter() - begin)
    return best


def waits() -> None:
    """Each with the wait that was wanted."""
    bare = wall("-c", "pass")
    print(f"import zermelo             {wall('-c', 'import zermelo') - bare:6.2f} s (wanted 0.2)")
    for words, wanted in (
        (("games",), 0.5),
        (("perft", "connect_four", "8"), 1.5),
        (("perft", "chess", "5"), 2.0),
    ):
        wall("-m", "zermelo", *words)
        print(f"zermelo {' '.join(words):<22} {wall('-m', 'zermelo', *words):6.2f} s (wanted {wanted})")
    for name, wanted in (("connect_four", 5.0), ("chess", 5.0)):
        with tempfile.TemporaryDirectory() as folder:
            cold = wall("-m", "zermelo", "perft", name, "2", cache=folder)
        warm = wall("-m", "zermelo", "perft", name, "2")
        print(f"cold compile of {name}'s perft {cold - warm:6.2f} s (wanted {wanted})")
