# Quartet: `make run` for everything on this machine, `make test` for the tests. `make help` lists the rest.
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin

.PHONY: help setup test check format
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: .venv/.ready node_modules/.ready ## install what the project needs into .venv and node_modules

.venv/.ready: requirements.txt layers/shared/pyproject.toml
	@echo "setup: Python packages into .venv"
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed, this is " + sys.version)'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install -q --disable-pip-version-check uv==0.13.8
	@$(BIN)/uv pip install -q --python $(BIN)/python -r requirements.txt
	@touch $@

node_modules/.ready: package.json package-lock.json
	@echo "setup: Node tools into node_modules"
	@command -v node >/dev/null || { echo "Node 20 or newer is needed: the CDK command line runs on it"; exit 1; }
	@node -e 'process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)' || { echo "Node 20 or newer is needed, this is $$(node --version)"; exit 1; }
	@npm ci --silent --no-audit --no-fund
	@touch $@

check: setup ## format, lint, types, architecture
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup ## let ruff format and fix
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

test: check ## the whole suite
	$(BIN)/python -m pytest -n 2 --dist loadgroup
