"""`zermelo doctor`: what is installed, what is missing, and what to do about it."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

import zermelo

EXTRAS = (
    ("numba-cuda", "gpu", "random games, perft and trees on an NVIDIA GPU"),
    ("textual", "terminal", "the full screen of zermelo play --full"),
    ("scipy", "theory", "linear programs: values of matrix games, preferences without a utility"),
    ("jax", "learn", "zermelo train --method alphazero"),
    ("nashpy", "oracles", "comparisons of equilibria in the tests"),
    ("chess", "oracles", "comparisons with python-chess in the tests"),
    ("open_spiel", "oracles", "comparisons with OpenSpiel in the tests"),
    ("pyffish", "oracles", "comparisons with Fairy-Stockfish in the tests"),
)


def doctor() -> None:
    """Show versions, the compile cache, the GPU and the extras."""
    print(f"zermelo {zermelo.__version__}, Python {platform.python_version()} on {platform.platform()}")
    for package in ("numpy", "numba", "llvmlite", "typer", "rich"):
        print(f"{package:<12} {version(package)}")
    print(f"processors   {os.cpu_count()}")
    show_cache()
    show_gpu()
    for package, extra, purpose in EXTRAS:
        try:
            print(f"{package:<12} {version(package)}: {purpose}")
        except PackageNotFoundError:
            print(f"{package:<12} not installed: for {purpose}, pip install 'zermelo[{extra}]'")
    for program in ("stockfish", "gnubg", "gnugo"):
        place = shutil.which(program, path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
        print(f"{program:<12} {place or f'not installed: an opponent and oracle, apt-get install {program}'}")


def show_cache() -> None:
    """Where compiled kernels are kept and how much they take."""
    from zermelo.game.cache import cache_folder
    from zermelo.game.compile import INTERPRETED

    if INTERPRETED:
        print("compiler     switched off by NUMBA_DISABLE_JIT: everything runs interpreted")
    folder = cache_folder()
    files = [path for path in folder.rglob("*.nb?") if path.is_file()] if folder.exists() else []
    size = sum(path.stat().st_size for path in files) / 1e6
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    state = "" if writable else " NOT WRITABLE: kernels are compiled at every start; set NUMBA_CACHE_DIR"
    print(f"cache        {folder}: {len(files)} files, {size:.1f} MB{state}")


def show_gpu() -> None:
    """Whether a GPU can be used."""
    if find_spec("numba_cuda") is None:
        print("GPU          not looked for: pip install 'zermelo[gpu]'")
        return
    from zermelo.game import gpu

    print(f"GPU          {gpu.device_name() or 'none found: all runs on the processor'}", file=sys.stdout)
