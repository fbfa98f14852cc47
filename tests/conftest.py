"""What all tests share."""

from __future__ import annotations

import gc
import os
import re
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from tests.hostile.fuzz import LONG, SEED

# games that tests leave unfinished must not lie among the user's own
os.environ["ZERMELO_DATA"] = tempfile.mkdtemp(prefix="zermelo-tests-")

# The compiler makes many objects and few cycles: looking for those rarely saves a twentieth of its time
gc.set_threshold(100_000, 10, 10)

# Left out by --fast (make test-fast): files, and tests of a file, by what they take once their kernels are compiled.
SLOW = (
    "explain/test_browser.py",  # Chromium
    "interfaces/web/test_links.py",
    "interfaces/web/test_page.py",
    "interfaces/web/test_page_access.py",
    "interfaces/web/test_page_every_game.py",
    "interfaces/web/test_page_games.py",
    "interfaces/web/test_page_kinds.py",
    "interfaces/web/test_page_moves.py",
    "interfaces/web/test_page_panels.py",
    "interfaces/web/test_page_thinking.py",
    "interfaces/web/test_attacks.py",  # slow clients, a thousand requests
    "interfaces/web/test_hostile.py",
    "hostile/test_chaos.py",
    "hostile/test_commands.py",
    "hostile/test_server.py",
    "explain/test_review.py::test_the_blackburne_shilling_gambit",
    "game/broken",  # a hundred wrong games and all verbs
    "game/check",  # games that crash and hang in a worker
    "game/test_gpu.py",
    "game/test_cache.py",
    "games/test_abalone.py::test_random_games_against_the_naive_program",
    "games/test_ataxx.py::test_against_fairy_stockfish",
    "games/test_connections.py",
    "games/test_scrabble.py::test_against_trying_every_word",
    "games/test_stratego.py::test_redeal_follows_the_odds",
    "interfaces/cli/test_cli.py::test_new_game_passes_check",
    "interfaces/cli/test_interrupt.py",  # waits
    "interfaces/cli/test_warm.py",  # compiles into a folder of its own
    "interfaces/terminal/test_screen.py",
    "interfaces/web/test_api.py::test_the_description_holds",  # hundreds of requests
    "lab/pacman/test_experiments.py",
    "search/alphabeta/test_equal.py",  # every game of two sides, each compiled for itself
    "search/alphabeta/test_solved.py",
    "solve/test_tables.py",  # whole tables
    "test_notebooks.py",
    "test_release.py",  # builds and installs the package
)
# Sweeps over all games, of which --fast takes a few that differ: a game's own file has its other tests.
SWEEPS = (
    "games/test_random_games.py",
    "games/test_all_games.py",
    "games/test_most_moves.py",
    "games/test_perft.py",
    "hostile/test_files.py",
    "hostile/test_settings.py",
    "hostile/test_texts.py",
    "interfaces/web/test_leaks.py",
)
hostile: Counter[tuple[str, str]] = Counter()  # inputs of the hostile suite, by kind
SAMPLE = ("backgammon", "chess", "connect_four", "go", "kuhn_poker", "pig", "tic_tac_toe")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the long comparisons too")
    parser.addoption("--fast", action="store_true", help="leave out what is slow, for daily work")
    parser.addoption("--hostile-seed", type=int, default=SEED, help="the seed of all hostile inputs (tests/hostile)")
    parser.addoption("--hostile-times", type=int, help=f"how many times as many of them (with --long: {LONG})")


@pytest.fixture
def long_run(request: pytest.FixtureRequest) -> bool:
    """Whether the long comparisons were asked for."""
    return bool(request.config.getoption("--long"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is slow, where that was asked for."""
    if config.getoption("--fast"):
        chosen: list[pytest.Item] = []
        left_out: list[pytest.Item] = []
        for item in items:
            (left_out if is_slow(item) else chosen).append(item)
        items[:] = chosen
        config.hook.pytest_deselected(items=left_out)


def is_slow(item: pytest.Item) -> bool:
    """Whether a test is listed as slow, or is one of a sweep that is not in the sample."""
    place = item.path.relative_to(Path(__file__).parent).as_posix()
    name = item.name.partition("[")[0]
    if any(listed in (place, f"{place}::{name}") or place.startswith(f"{listed}/") for listed in SLOW):
        return True
    case = getattr(item, "callspec", None)
    return place in SWEEPS and case is not None and re.split(r"[\s-]", case.id)[0] not in SAMPLE


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up how many hostile inputs were sent; here, as reports of other processes come together here."""
    if report.when == "teardown":
        for name, value in report.user_properties:
            if name == "hostile" and isinstance(value, tuple | list):
                kind, accepted, refused = value
                hostile[str(kind), "accepted"] += int(accepted)
                hostile[str(kind), "refused"] += int(refused)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """How many hostile inputs there were, of which kinds, and the seed that repeats them."""
    if hostile:
        terminalreporter.section(f"hostile inputs, --hostile-seed {config.getoption('--hostile-seed')}")
        for kind in sorted({kind for kind, _ in hostile}):
            accepted, refused = hostile[kind, "accepted"], hostile[kind, "refused"]
            terminalreporter.write_line(f"{kind:<28}{accepted + refused:>10,}  accepted {accepted:>9,}")
        terminalreporter.write_line(f"{'all':<28}{hostile.total():>10,}")
