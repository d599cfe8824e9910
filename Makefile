# Sesame. `make` sets everything up and shows a search; `make help` lists the rest.
# Needed beforehand: Python 3.11 or newer with its venv module, make, and a way to PyPI.

SHELL := /bin/bash
VENV := .venv
RUN := $(VENV)/bin/python
PYTHONS := $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11
DEPTH ?= 8

.DEFAULT_GOAL := show
.PHONY: show help compile test test-slow test-python lint bench perft options clean

show: compile          ## (plain `make`) install, compile the core, search 8 plies
	$(RUN) uci.py go depth $(DEPTH)

help:                  ## this list
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/make \1|\2/p' Makefile | awk -F '|' '{ printf "%-18s %s\n", $$1, $$2 }'

# The interpreter that is new enough and can make environments; the last line is the fallback message.
$(RUN):
	@for python in $(PYTHONS); do \
		"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
		if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
			echo "$$python cannot make virtual environments: install its venv module" \
				"(Debian, Ubuntu: apt install python3-venv), then say make again."; exit 1; \
		fi; \
		echo "setting up $(VENV) with $$("$$python" --version)"; \
		rm -rf $(VENV); "$$python" -m venv $(VENV); exit $$?; \
	done; \
	echo "Sesame needs Python 3.11 or newer; none found (tried: $(PYTHONS))." \
		"Name one with: make PYTHON=/path/to/python"; exit 1

# pip runs only when pyproject.toml has changed since.
$(VENV)/installed: pyproject.toml | $(RUN)
	@echo "installing what Sesame needs into $(VENV); this takes a while"
	$(RUN) -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/installed-dev: pyproject.toml | $(RUN)
	@echo "installing what Sesame and its tests need into $(VENV); this takes a while"
	$(RUN) -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(VENV)/installed $@

compile: $(VENV)/installed   ## compile the core into its cache
	$(RUN) uci.py compile

test: $(VENV)/installed-dev  ## all tests but the slow ones, in a process for each processor
	$(RUN) -m pytest -m "not slow" --numprocesses auto --dist loadfile

test-slow: $(VENV)/installed-dev  ## the slow tests: deep perft, long searches
	$(RUN) -m pytest -m slow --timeout 3600

test-python: $(VENV)/installed-dev  ## the small tests with the compiler off
	NUMBA_DISABLE_JIT=1 $(RUN) -m pytest -m uncompiled

lint: $(VENV)/installed-dev  ## ruff and mypy
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy

bench: $(VENV)/installed-dev compile  ## the signature of each search, then every speed (a few minutes)
	$(RUN) uci.py bench
	$(RUN) uci.py bench AliBaba
	$(RUN) uci.py bench Selective
	$(RUN) -m engine.lab.speed

perft: compile         ## count the leaves of the start position, 6 plies deep
	$(RUN) uci.py go perft 6

options: $(VENV)/installed  ## write docs/options.md from engine/options/
	$(RUN) -m engine.options > docs/options.md.new
	mv docs/options.md.new docs/options.md

clean:                 ## remove the environment and everything generated
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
