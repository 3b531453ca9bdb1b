# Quartet: `make run` for everything on this machine, `make test` for the tests. `make help` lists the rest.
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
CDK := node_modules/.bin/cdk
PORT ?= 4566
APPROVAL ?= any-change
SAID = $(foreach pair,$(CONTEXT),--context $(pair))
export CDK_DISABLE_CLI_TELEMETRY = true
export JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION = 20

.PHONY: help setup test check format run status logs down token build build-cloud lock synth deploy generate capacity bench bench-quick cost clean
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

run: setup ## the whole cloud on this machine; PORT=4566
	@$(BIN)/python -m tools.local up --port $(PORT)

status: setup ## the addresses of the running local cloud
	@$(BIN)/python -m tools.local status

logs: setup ## what the functions of the local cloud have logged: [OF=LogIn]
	@$(BIN)/python -m tools.local logs $(OF)

down: setup ## stop a local cloud that another terminal runs
	@$(BIN)/python -m tools.local down

token: setup ## a bearer token of the local cloud: EMAIL=a@b.c [GROUPS=operators]
	@test -n "$(EMAIL)" || { echo "say for whom: make token EMAIL=a@b.c [GROUPS=operators]" >&2; exit 2; }
	@$(BIN)/python -m tools.local token --email "$(EMAIL)" --groups "$(GROUPS)"

build: setup ## layers and code of every service, for this machine and for Lambda
	@$(BIN)/python -m tools.build

capacity: setup ## what every function consumes, measured, into docs/capacity
	@$(BIN)/python -m tools.bench.capacity

generate: setup ## the pages, API descriptions and sample events that follow from the declarations
	@$(BIN)/python -m tools.generate

lock: setup ## pin every package that the layers carry
	@$(BIN)/python -m tools.build.lock

build-cloud: setup
	@$(BIN)/python -m tools.build --target cloud

synth: build-cloud ## cdk.out for stage prod, one template per service: [CONTEXT="name=value ..."]
	@rm -rf cdk.out
	@$(CDK) synth --app "$(BIN)/python app.py" --context stage=prod $(SAID) --output cdk.out --quiet --no-notices
	@ls cdk.out/*.template.json

deploy: setup ## show what changes, then deploy to the account in the environment: STAGE=dev [CONTEXT="name=value ..."]
	@test -n "$(STAGE)" || { echo "say where: make deploy STAGE=dev" >&2; exit 2; }
	@$(MAKE) --no-print-directory build-cloud
	@rm -rf cdk.out
	@$(CDK) synth --app "$(BIN)/python app.py" --context stage=$(STAGE) $(SAID) --output cdk.out --quiet --no-notices
	$(CDK) diff --app cdk.out --no-notices
	$(CDK) deploy --app cdk.out --all --require-approval $(APPROVAL) --no-notices

bench: setup ## every performance goal beside its reference, into docs/bench.json, docs/bench.svg and the README
	@$(BIN)/python -m tools.bench

bench-quick: setup ## the same in under two minutes, into .build/bench/quick
	@$(BIN)/python -m tools.bench --quick

cost: setup ## the monthly bill from measured capacity: [PROFILE=launch|promise|FILE] [PRICES=2026|2024]
	@$(BIN)/python -m tools.cost --profile $(or $(PROFILE),promise) --prices $(or $(PRICES),2026)

clean: ## remove what was built; .venv and node_modules stay
	@rm -rf .build cdk.out .local .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
