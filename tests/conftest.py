"""What all tests share."""

from __future__ import annotations

import gc
import os
import re
import signal
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from tests.hostile.fuzz import LONG, SEED
from zermelo.games import catalogue

# games that tests leave unfinished must not lie among the user's own
os.environ["ZERMELO_DATA"] = tempfile.mkdtemp(prefix="zermelo-tests-")

# A shell that starts tests in the background has them ignore Ctrl-C, and all that they start would inherit it
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The compiler makes many objects and few cycles: looking for those rarely saves a twentieth of its time
gc.set_threshold(100_000, 10, 10)

# Left out by --fast (make test-fast): files, and tests of a file, by what they take once their kernels are compiled.
SLOW = (
    "arena/statistics/test_ratings.py::test_many_players_at_a_table_as_choix_rates_them",
    "arena/statistics/test_sprt.py::test_error_rates_are_kept",  # thousands of sequential tests
    "arena/test_tournament.py::test_games_of_a_worker_that_dies_are_played_again",
    "arena/test_tournament.py::test_the_number_of_processes_changes_nothing",
    "book/test_growing.py::test_a_book_of_a_game_with_dice",
    "cluster/test_cluster.py::test_a_node_is_lost",  # Ray starts two nodes
    "coach/test_coaching.py",  # whole courses
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
    "game/gpu",
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
    "learn/test_training.py::test_tic_tac_toe_is_learnt",
    "players/test_interpreted.py",  # every search in CPython; make coverage runs it too
    "players/test_players.py::test_the_example_file",
    "players/test_warming.py::test_what_one_process_warms_another_finds",  # compiles into a folder of its own
    "players/test_warming_apart.py",
    "learn/alphazero/test_course.py",  # learns
    "search/alphabeta/test_equal.py",  # every game of two sides, each compiled for itself
    "search/alphabeta/test_solved.py",
    "search/alphabeta/test_alphabeta.py::test_equals_the_textbook",  # the whole tree in plain Python
    "search/manyplayer/test_maxn.py::test_one_against_all",
    "search/mcts/test_gpu.py",
    "solve/test_tables.py",  # whole tables
    "solve/test_certificate.py::test_a_win_from_tables_and_play_that_goes_round",
    "solve/test_value_iteration.py::test_pig_to_a_hundred",
    "test_notebooks.py",
    "test_release.py",  # builds and installs the package
)
# Sweeps over all games and their registered variants. How much of each `make test` takes: EVERY game and variant;
# every game as it is USUAL, and variants where a size or a number of players is compiled into the rules (SHAPES); games
# that are DIFFERENT in kind (KINDS); or the games that searches are COMPILED for (SEARCHED). --long takes all of all,
# --fast the games of SAMPLE: a game's own file has its other tests.
EVERY, USUAL, DIFFERENT, COMPILED = "every", "usual", "different", "compiled"
SWEEPS = {
    "drawing/test_board.py": EVERY,
    "drawing/test_kinds.py": EVERY,
    "games/test_all_games.py": USUAL,
    "games/test_all_games.py::test_the_same_seed_plays_the_same_game": DIFFERENT,  # a kernel for each
    "games/test_features.py": USUAL,
    "games/test_most_moves.py": USUAL,
    "games/test_perft.py": EVERY,
    "games/test_random_games.py": DIFFERENT,
    "hostile/test_files.py": EVERY,
    "hostile/test_settings.py": EVERY,
    "hostile/test_texts.py": EVERY,
    "interfaces/web/test_leaks.py": EVERY,
    "interfaces/web/test_links.py": USUAL,
    "interfaces/web/test_page_games.py": DIFFERENT,
    "players/test_signature.py": COMPILED,
}
SHAPES = ("amazons", "backgammon", "chinese_checkers", "go", "kalah", "othello", "tic_tac_toe")
SEARCHED = (
    *("backgammon", "blokus_classic", "checkers", "chess", "connect_four", "go", "hex", "hidden_dominoes", "kalah"),
    *(
        "kuhn_poker",
        "leduc_poker",
        "liars_dice",
        "nim",
        "othello",
        "pacman",
        "pig",
        "tic_tac_toe",
        "twenty_forty_eight",
    ),
)
KINDS = (
    "arimaa",  # steps and a set-up
    "backgammon",  # dice
    "blokus_classic",  # four players, shapes
    "carcassonne",  # a board that grows, drawn tiles
    "checkers",  # captures on and on
    "chess",
    "chinese_checkers",  # paths
    "connect_four",
    "dots_and_boxes",  # turns again
    "gipf",  # pieces taken in between
    "go",  # forbidden repetitions, passes
    "goofspiel",  # moves at the same time
    "hidden_dominoes",
    "hidden_stratego",
    "kalah",  # sowing
    "kuhn_poker",
    "monopoly",
    "nine_mens_morris",  # phases
    "othello",  # forced passes
    "pacman",
    "pig",
    "quoridor",  # walls
    "scrabble",
    "shogi",  # drops
    "tic_tac_toe",
    "twenty_forty_eight",  # alone
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
    """Leave out what is slow, and what of a sweep is left to the long run."""
    if config.getoption("--long"):
        return
    fast = bool(config.getoption("--fast"))
    chosen: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        (chosen if belongs(item, fast) else left_out).append(item)
    items[:] = chosen
    config.hook.pytest_deselected(items=left_out)


def belongs(item: pytest.Item, fast: bool) -> bool:
    """Whether a test is part of this run."""
    place = item.path.relative_to(Path(__file__).parent).as_posix()
    name = item.name.partition("[")[0]
    if fast and any(listed in (place, f"{place}::{name}") or place.startswith(f"{listed}/") for listed in SLOW):
        return False
    case = getattr(item, "callspec", None)
    much = SWEEPS.get(f"{place}::{name}", SWEEPS.get(place))
    if case is None or much is None:
        return True
    game, variant = re.split(r"[\s:-]", case.id)[0], "=" in case.id
    if much == EVERY and not fast or game not in catalogue.entries():
        return True
    if fast or much == COMPILED:
        return game in (SAMPLE if fast else SEARCHED)
    return (game in SHAPES or not variant) and (game in KINDS or much == USUAL)


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
