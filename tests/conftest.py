"""What all tests share."""

from __future__ import annotations

import os
import tempfile

import pytest

# games that tests leave unfinished must not lie among the user's own
os.environ["ZERMELO_DATA"] = tempfile.mkdtemp(prefix="zermelo-tests-")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the long comparisons too")


@pytest.fixture
def long_run(request: pytest.FixtureRequest) -> bool:
    """Whether the long comparisons were asked for."""
    return bool(request.config.getoption("--long"))
