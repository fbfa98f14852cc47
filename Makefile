# One command for one purpose; continuous integration calls the same ones.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: run test test-all check format bench setup clean

run: $(STAMP)  ## play (in the terminal until the page exists)
	@$(BIN)/zermelo

test: $(STAMP)  ## all tests that fit into a quarter of an hour on two cores
	$(BIN)/python -m pytest -n 2 --dist loadgroup tests

test-all: $(STAMP)  ## the long comparisons with independent programs too
	$(BIN)/python -m pytest -n 2 --dist loadgroup --long tests

check: $(STAMP)  ## format, lint, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP)  ## fixed work, side by side with peers
	$(BIN)/python -m bench

setup: $(STAMP)

$(STAMP): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[test,theory,terminal]'
	@$(BIN)/pip install --quiet --disable-pip-version-check -e '.[oracles]' || \
		echo "some oracles could not be installed here: the comparisons with them will be skipped"
	@$(BIN)/pip install --quiet --disable-pip-version-check -e '.[gpu]' || \
		echo "numba-cuda could not be installed here: the GPU tests will be skipped"
	@touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache build dist
