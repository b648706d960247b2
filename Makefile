# "make demo" and "make test" set up what they need in .venv; nothing else is required than Python 3.11 and make.

PYTHON         ?= python3
IRRCAC_PYTHON  ?= $(PYTHON)
PYGAMMA_PYTHON ?= $(PYTHON)
LEARN_PYTHON   ?= $(PYTHON)
ARGS           ?=
DATA           ?= ../shared/data/pos
LEARN_PEERS    := tests/properties/test_aggregation_peers.py tests/properties/test_disagreement_peers.py tests/unit/learn tests/docs/test_learning.py
BIN            := .venv/bin
WORKERS        ?= $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)")
PIP            := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help demo quick test lint types imports docs screenshots package tests coverage thorough snapshots snapshots-record fuzz mutants papers paper-2 peers bench format clean

help: ## Show this list
	@grep -E '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-8s %s\n", $$1, $$2 }'

demo: .venv/.runtime ## See what accord does
	$(BIN)/python examples/demo.py

quick: .venv/.installed ## The inner loop, under 90 s on two processors: style, types, quick unit tests
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet
	$(BIN)/mypy
	$(BIN)/pytest tests/unit -m "not slow and not thorough" --quiet --numprocesses 2 --dist worksteal $(ARGS)

test: .venv/.installed ## Run every check
	$(MAKE) --no-print-directory --jobs=2 --output-sync lint types imports docs
	$(MAKE) --no-print-directory tests

lint: .venv/.installed ## Check style and layout
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: .venv/.installed ## Check types
	$(BIN)/mypy

imports: .venv/.installed ## Check that data flows one way
	$(BIN)/lint-imports

docs: .venv/.installed ## Build the pages into docs/_build/html
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going docs docs/_build/html

screenshots: .venv/.installed ## Take the pictures of the pages anew, with chromium
	$(BIN)/python docs/screenshots.py

# Builds what would be published, installs it where nothing else is, and runs it there on the example.
package: .venv/.installed ## Build the wheel, and try it in a clean environment (PYTHON=python3.13)
	rm -rf build/package && mkdir -p build/package
	$(PYTHON) -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir build/package .
	$(PYTHON) -m venv build/package/venv
	build/package/venv/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt build/package/*.whl
	cd build/package && venv/bin/accord agree ../../examples/harbour/urgency.csv --quiet --top 1
	cd build/package && venv/bin/accord report ../../examples/harbour --output page.html && test -s page.html

# One worker more than there are processors, for tests of the browser wait a good deal; these come first.
tests: .venv/.installed ## Run all tests and docstrings (ARGS="-k bio")
	$(BIN)/pytest tests/browser tests/docs tests/papers tests/properties tests/golden tests/snapshots tests/fuzz tests/mutants tests/unit tests/cli src/accord --numprocesses $(WORKERS) --dist worksteal $(ARGS)

coverage: .venv/.installed ## Count what the tests of parts and verbs run
	$(BIN)/pytest tests/unit tests/cli src/accord --cov --cov-report=term --numprocesses auto --dist worksteal $(ARGS)

thorough: .venv/.installed ## Also lay out every placement of longer texts, some ten minutes
	$(BIN)/pytest -m thorough --numprocesses auto $(ARGS)

snapshots: .venv/.installed ## Compare what commands print with what was recorded (ARGS="--numbers")
	$(BIN)/python -m tests.snapshots.record --check $(ARGS)

snapshots-record: .venv/.installed ## Record anew what they print (ARGS="--only chunks-five")
	$(BIN)/python -m tests.snapshots.record $(ARGS)

fuzz: .venv/.installed ## Feed accord changed files for ten minutes, and keep those on which it fails (ARGS="--minutes 60 --seed 7")
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.fuzz.run $(ARGS)

mutants: .venv/.installed ## Change formulas and guards one at a time, and say which change no test notices (ARGS="--only guard")
	$(BIN)/python -m tests.mutants.run $(ARGS)

papers: .venv/.installed ## Reproduce the numbers of the papers
	$(BIN)/pytest tests/papers $(ARGS)

paper-2: .venv/.runtime ## Repeat the experiments of paper 2 (DATA=folder of its data), some five minutes
	$(BIN)/accord weights $(DATA)/annotation-all.txt --missing FLAG --missing "" --kind f1 --quiet
	$(BIN)/accord weights $(DATA)/annotation-all.txt --missing FLAG --missing "" --kind cm --quiet
	$(BIN)/accord experiment docs/experiments/paper-2.toml --data $(DATA) --output build/paper-2 --words IN-HOUSE $(ARGS)
	$(BIN)/accord experiment docs/experiments/paper-2-curves.toml --data $(DATA) --output build/paper-2-curves $(ARGS)

peers: .venv/.bench .venv-irrcac/.installed .venv-pygamma/.installed .venv-learn/.installed ## Compare with other programs
	$(BIN)/pytest -m peer $(ARGS)
	.venv-learn/bin/python -m pytest -m peer $(LEARN_PEERS) $(ARGS)

bench: .venv/.bench .venv-irrcac/.installed .venv-pygamma/.installed .venv-learn/.installed ## Measure speed against other programs
	@set -e; for script in bench/*.py; do echo "== $$script"; $(BIN)/python "$$script" $(ARGS); done

format: .venv/.installed ## Lay out the code and fix what can be fixed
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean: ## Remove all that make made
	rm -rf .venv .venv-irrcac .venv-learn .venv-pygamma .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf build dist docs/_build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/.runtime: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) --editable .
	@touch $@

.venv/.installed: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) --editable '.[dev]'
	@touch .venv/.runtime $@

.venv/.bench: .venv/.installed
	$(PIP) --editable '.[dev,bench]'
	@touch $@

# irrCAC pins a scipy of its own, which accord cannot live with, and which needs a Python of at most 3.12.
.venv-irrcac/.installed:
	$(IRRCAC_PYTHON) -m venv .venv-irrcac
	.venv-irrcac/bin/python -m pip install --quiet --disable-pip-version-check irrCAC==0.4.4
	@touch $@

# pygamma-agreement pins a solver, and takes another, cylp's CBC, wherever it is there.
.venv-pygamma/.installed:
	$(PYGAMMA_PYTHON) -m venv .venv-pygamma
	.venv-pygamma/bin/python -m pip install --quiet --disable-pip-version-check pygamma-agreement==0.5.9 cylp
	@touch $@

# The learners: torch and all that stands on it takes gigabytes, and pins packages of its own.
.venv-learn/.installed: pyproject.toml
	test -x .venv-learn/bin/python || $(LEARN_PYTHON) -m venv .venv-learn
	.venv-learn/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[learners]'
	@touch $@
