# `make play` and `make test` set up everything they need, in .venv.
#
#   make play    a game in the terminal, against bots
#   make test    every test and check
#   make check   the quick ones, for daily work (under two minutes)
#   make bench   how fast it is, beside OpenSpiel and RLCard
#   make types   describe the server anew, and make the types of the web client from it
#   make format  put the code in the project's format
#   make lock    choose the newest versions that pyproject.toml allows, and pin them

.DEFAULT_GOAL := test
.PHONY: play test check lint bench format types lock clean

PYTHON ?= python3
GAME ?= cento
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip --disable-pip-version-check --quiet install --no-deps
SOURCES := $(BIN)/python -m pip --disable-pip-version-check --quiet install --no-deps --no-build-isolation --editable .

play: .venv/ready-to-play
	$(BIN)/tiotal play $(GAME)

test: .venv/ready-to-test lint
	$(BIN)/tiotal compile
	$(BIN)/pytest -n auto

check: .venv/ready-to-test lint
	$(BIN)/pytest -n auto -m "not thorough" --ignore tests/checker

lint: .venv/ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/ready-to-bench
	$(BIN)/tiotal bench

format: .venv/ready-to-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: .venv/ready-to-test
	$(BIN)/python -m tiotal.server.schema > web/openapi.json
	cd web && npm ci --silent && npm run --silent types

lock: .venv/ready-to-test
	$(BIN)/uv pip compile pyproject.toml --quiet --upgrade --universal --generate-hashes --custom-compile-command "make lock" \
		--extra fast --group build -o requirements/play.txt
	$(BIN)/uv pip compile pyproject.toml --quiet --upgrade --universal --generate-hashes --custom-compile-command "make lock" \
		--extra fast --extra postgresql --extra redis --group test -c requirements/play.txt -o requirements/test.txt
	$(BIN)/uv pip compile pyproject.toml --quiet --upgrade --universal --generate-hashes --custom-compile-command "make lock" \
		--extra fast --extra bench --group build -c requirements/play.txt -o requirements/bench.txt

.venv/ready-to-play: requirements/play.txt pyproject.toml | .venv/made
	@echo "Setting up Tiotal (once) …"
	$(INSTALL) --require-hashes -r $<
	$(SOURCES)
	@touch $@

.venv/ready-to-test: requirements/test.txt pyproject.toml | .venv/made
	@echo "Setting up Tiotal and its tests (once) …"
	$(INSTALL) --require-hashes -r $<
	$(SOURCES)
	@touch $@

.venv/ready-to-bench: requirements/bench.txt pyproject.toml | .venv/made
	@echo "Setting up Tiotal and its peers (once) …"
	$(INSTALL) --require-hashes -r $<
	$(SOURCES)
	@touch $@

.venv/made:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Tiotal needs Python 3.11 or newer; try make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	@touch $@

clean:
	rm -rf .venv
