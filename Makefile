# One command for one purpose; continuous integration calls the same ones.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# Processes of the tests: one more than two cores, as those of the page and the server wait much
WORKERS ?= 3

ENGINES := stockfish fairy-stockfish gnugo gnuchess phalanx fairymax gnubg grhino

.PHONY: engines run test test-fast test-all coverage check spelling docs format bench signature page pictures release setup browser clean
EXTRA := $(BIN)/python -c "import sys, tomllib; print('\n'.join(tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies'][sys.argv[1]]))"

run: $(STAMP)  ## the page to play, analyse and watch; the terminal where the page could not be built
	@$(BIN)/zermelo

test: $(STAMP) browser  ## all tests that fit into twenty-five minutes on two cores
	$(BIN)/python web/build.py test
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup --durations=30 tests

test-fast: $(STAMP)  ## for daily work: all but what tests/conftest.py lists as slow
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup --fast --durations=10 tests

test-all: $(STAMP) browser  ## the long comparisons with independent programs too
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup --long tests

coverage: $(STAMP)  ## which lines the fast tests reach; kernels are plain Python with the compiler switched off
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup --fast --cov --cov-report= tests
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest --cov --cov-append --cov-report= \
		tests/game/test_interpreted.py tests/players/test_interpreted.py
	$(BIN)/coverage report

check: $(STAMP) spelling  ## format, lint, types, layers, spelling
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python web/build.py check

docs: $(STAMP)  ## the documents as a site in build/docs; the notebooks are run, warnings are errors
	$(BIN)/python -m sphinx -E -W --keep-going -q -d build/docs-trees docs build/docs
	@echo "open build/docs/index.html"

spelling: $(STAMP)  ## common misspellings in documents and sources
	$(BIN)/codespell

page: $(STAMP)  ## build the page anew after a change in web/
	$(BIN)/python web/build.py page

pictures: $(STAMP)  ## docs/guide/scenes.md and the page's colours after a change in src/zermelo/drawing
	$(BIN)/python -m zermelo.drawing.palette > web/src/palette.css
	$(BIN)/python -m zermelo.drawing.document docs/guide

# The page's tests drive the system's Chromium; where there is none and this is Debian, it is installed
browser:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || { \
		if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
			echo "installing chromium with apt-get, for the tests of the page"; \
			apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; \
		else \
			echo "no Chromium is here: the tests of the page will be skipped; install it to run them"; \
		fi; }

engines:  ## other people's engines that tests and matches use, from Debian; what is missing is skipped
	apt-get install -y -qq --no-install-recommends $(ENGINES)

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP)  ## fixed work, side by side with peers
	$(BIN)/python -m bench

signature: $(STAMP)  ## one number for what every search finds; a test compares it with the stored one
	$(BIN)/zermelo bench signature

release: $(STAMP)  ## build sdist and wheel with the page inside, and try the wheel in an empty environment
	$(BIN)/python .ci/release.py

setup: $(STAMP)

$(STAMP): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[test,theory,terminal,docs,learn]'
	@test -f src/zermelo/interfaces/web/page/index.html || \
		echo "the page could not be built (npm's registry is needed): zermelo plays in the terminal"
	@$(EXTRA) oracles | xargs -d '\n' $(BIN)/pip install --quiet --disable-pip-version-check || \
		echo "some oracles could not be installed here: the comparisons with them will be skipped"
	@{ $(EXTRA) adapters; $(EXTRA) cluster; } | xargs -d '\n' $(BIN)/pip install --quiet --disable-pip-version-check || \
		echo "Gymnasium, PettingZoo, OpenSpiel or Ray could not be installed here: their tests will be skipped"
	@$(EXTRA) gpu | xargs -d '\n' $(BIN)/pip install --quiet --disable-pip-version-check || \
		echo "numba-cuda could not be installed here: the GPU tests will be skipped"
	@touch $@

clean:
	rm -rf $(VENV) web/node_modules src/zermelo/interfaces/web/page .pytest_cache .mypy_cache .ruff_cache .coverage* build dist
