# Two commands: `make run` and `make test`. Both set up .venv/ with all they need. docs/nightly.md has those of CI.
PYTHON ?= python3
BIN := .venv/bin
# The Go and Node of PATH where they are new enough, else those of the Python packages; no network for Go.
TOOLS = export PATH="$$($(BIN)/python -m harness.targets.toolchain --path)$$PATH" GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local;

# How long each fuzzer of Go goes on, and which tests: for short runs of what CI does.
FUZZ_TIME ?= 60s
TESTS ?=

.PHONY: run test test-python test-go test-node test-full bench mutation cost cost-python cost-go cost-node
.PHONY: setup setup-atheris fuzz-go wheel wheel-check lint format clean

run: .venv/run.stamp
	$(BIN)/toolcall-harness run --time 60

test: test-python test-go test-node

test-python: .venv/test.stamp .venv/template.stamp .venv/exchange.stamp $(if $(CHROMIUM),.venv/browser.stamp)
	$(BIN)/pytest -n 3 --dist worksteal $(TESTS) # one more than the cores: some tests wait for a time limit

test-go: .venv/run.stamp
	$(TOOLS) cd reference/go && go test -count=1 ./... # its cache does not see that corpus/ changed

test-node: .venv/run.stamp
	$(TOOLS) cd reference/node && node --test

test-full: .venv/test.stamp .venv/template.stamp .venv/exchange.stamp
	$(BIN)/pytest -n 2 --full

# How quick is the engine? Then the goals, with their bars, in one run of twelve minutes. On a quiet machine, please.
bench: .venv/test.stamp
	$(BIN)/pytest -p benchmark -n 0 -o python_files='bench_*.py' --benchmark-columns=min,median,rounds \
		--benchmark-max-time=1 --benchmark-disable-gc tests/benchmarks
	$(BIN)/python tests/benchmarks/goals.py --markdown build/goals.md --json build/goals.json

# Would the tests notice a change of the engine's own code? All mutants of it, an hour. PARTS=ledger is one part of it.
mutation: .venv/mutation.stamp
	$(BIN)/python -m tests.mutation $(PARTS)

# Is the time of the references linear? On a quiet machine, please: half an hour. With -k a failure does not end it,
# and SHAPES=word takes the shapes of reference/cost/shapes.json with that word in their names.
cost: cost-python cost-go cost-node

cost-python: .venv/run.stamp
	$(BIN)/python reference/python/cost/linear.py $(SHAPES)

cost-go: .venv/run.stamp
	$(TOOLS) cd reference/go && go test -count=1 -v -timeout 0 -tags cost -run Linear ./cost -args $(SHAPES)

cost-node: .venv/run.stamp
	$(TOOLS) cd reference/node && node --expose-gc --single-threaded-gc cost/time.mjs $(SHAPES)

setup: .venv/run.stamp

setup-atheris: .venv/atheris.stamp

# The fuzzers of the Go reference, one after the other: go test takes one at a time.
fuzz-go: .venv/run.stamp
	$(TOOLS) cd reference/go && set -e; for package in dsml qwen; do \
		for name in $$(go test -list '^Fuzz' ./$$package | grep '^Fuzz'); do \
			go test -run '^$$' -fuzz "^$$name$$" -fuzztime $(FUZZ_TIME) ./$$package; done; done

wheel: .venv/bin/python
	rm -rf dist
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

# Does the wheel work where nothing of the checkout is: in a fresh environment, from another folder?
wheel-check: .venv/run.stamp
	$(BIN)/python -m tests.nightly.wheel dist

lint: .venv/lint.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy reference/python/toolcall_reference reference/python/toolcall_kit.py
	$(TOOLS) cd reference/go && go vet ./...

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

# A real chat template to test against, that of Qwen3.8, and the library that reads vocabularies: out of packages whose
# dependencies nobody needs here (an extra can't leave those out). Without them some tests are skipped and say so.
.venv/template.stamp: .venv/test.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps trl==1.16.0 || echo "no template to test with"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps tokenizers==0.23.3 || echo "no tokenizers to test with"
	touch $@

# Rows of another project, to be imported. Not installed: its plugin would be part of every run of pytest.
.venv/exchange.stamp: .venv/test.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --upgrade --target .venv/canitoolcall canitoolcall==0.1.1 || echo "no rows of canitoolcall to test with"
	touch $@

# Drives a Chromium that is there already: CHROMIUM=chromium make test.
.venv/browser.stamp: .venv/test.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[browser]'
	touch $@

.venv/mutation.stamp: .venv/test.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[mutation]'
	touch $@

.venv/atheris.stamp: .venv/run.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[selftest]'
	touch $@

.venv/lint.stamp: .venv/test.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[lint]'
	touch $@
