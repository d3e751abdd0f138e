# Two commands: `make run` and `make test`. Both set up .venv/ with all they need.
PYTHON ?= python3
BIN := .venv/bin
# The Go and Node of PATH where they are new enough, else those of the Python packages.
TOOLS = PATH="$$($(BIN)/python -m harness.targets.toolchain --path)$$PATH"

.PHONY: run test test-full lint format clean

run: .venv/run.stamp
	$(BIN)/toolcall-harness run --time 60

test: .venv/test.stamp
	$(BIN)/pytest -n 2
	cd reference/go && PATH="$$(../../$(BIN)/python -m harness.targets.toolchain --path)$$PATH" GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local go test ./...
	cd reference/node && PATH="$$(../../$(BIN)/python -m harness.targets.toolchain --path)$$PATH" node --test

test-full: .venv/test.stamp
	$(BIN)/pytest -n 2 --full

lint: .venv/lint.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy reference/python/toolcall_reference reference/python/toolcall_kit.py
	cd reference/go && PATH="$$(../../$(BIN)/python -m harness.targets.toolchain --path)$$PATH" GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local go vet ./...

format: .venv/lint.stamp
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

clean:
	rm -rf .venv build dist

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "toolcall-harness needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv

.venv/run.stamp: .venv/bin/python pyproject.toml
	@echo "setting up .venv; the first time this takes a minute or two"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	$(BIN)/python -m harness.targets.toolchain | xargs -r $(BIN)/python -m pip install --quiet --disable-pip-version-check
	touch $@

.venv/test.stamp: .venv/run.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@

.venv/lint.stamp: .venv/test.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[lint]'
	touch $@
