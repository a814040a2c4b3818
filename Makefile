# `make play` and `make test` set up everything they need, in .venv and web/node_modules.
#
#   make play      the games in the browser
#   make terminal  a game in the terminal, against bots (GAME=cento, nimmt or ten)
#   make test      every test and check
#   make check     the quick ones, for daily work (under two minutes)
#   make bench     how fast it is, beside OpenSpiel and RLCard
#   make simulation  a thousand runs of processes, networks and databases that fail (SEEDS=…)
#   make calibration  whether the intervals of hints are true
#   make web       build the web client
#   make site      the client with all games for any web host, without a server, in dist/site
#   make wheel     a package with the web client in it, in dist
#   make types     describe the server anew; the types of the web client are made from that
#   make screenshots  the pictures that the docs show
#   make format    put the code in the project's format
#   make lock      choose the newest versions that pyproject.toml allows, and pin them

.DEFAULT_GOAL := test
.NOTPARALLEL:
.PHONY: play terminal test check lint bench simulation calibration web site wheel format types screenshots browser lock pins clean

PYTHON ?= python3
GAME ?= cento
# Tests wait for disks, clocks and browsers nearly half of the time, so more of them run than there are processors.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) * 3 // 2 or 1)')
SEEDS ?= 1000
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip --disable-pip-version-check --quiet install --no-deps --no-compile
SOURCES := $(BIN)/python -m pip --disable-pip-version-check --quiet install --no-deps --no-build-isolation --editable .
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm --prefix web --no-audit --no-fund --no-update-notifier
CLIENT := src/tiotal/server/client/index.html

# Python keeps what it has read, beside the packages and not among the sources: tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/bytecode

play: .venv/ready-to-play $(CLIENT)
	$(BIN)/tiotal serve --open

terminal: .venv/ready-to-play
	$(BIN)/tiotal play $(GAME)

# The rules are compiled while the code is looked at.
test: .venv/ready-to-test browser $(CLIENT)
	$(BIN)/tiotal compile & compiled=$$!; $(MAKE) --no-print-directory lint && $(NPM) run --silent test && wait $$compiled
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not alone"
	$(BIN)/pytest -m alone tests/browser

check: .venv/ready-to-test $(CLIENT) lint
	$(NPM) run --silent test
	TIOTAL_TESTS=quick $(BIN)/pytest -n auto --dist worksteal -m "not thorough and not browser" --ignore tests/checker

lint: .venv/ready-to-test web/node_modules/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NPM) run --silent check

bench: .venv/ready-to-bench
	$(BIN)/tiotal bench

simulation: .venv/ready-to-test
	$(BIN)/python -m tests.simulation $(SEEDS)

calibration: .venv/ready-to-test
	$(BIN)/python bench/hints.py

web: $(CLIENT)

site: .venv/ready-to-play web/node_modules/ready
	$(NPM) run --silent build -- --mode site --logLevel warn

wheel: .venv/ready-to-test $(CLIENT)
	$(BIN)/uv build --quiet --wheel --no-build-isolation --python $(BIN)/python

format: .venv/ready-to-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: .venv/ready-to-test web/node_modules/ready
	$(BIN)/python -m tiotal.server.schema > web/openapi.json
	$(NPM) run --silent generate

screenshots: .venv/ready-to-test browser $(CLIENT)
	$(BIN)/python -m tests.browser.screenshots

# Tests drive a browser that is on the machine; Debian has one to install. One without windows is a quarter cheaper.
browser:
	@found="$$TIOTAL_CHROMIUM"; \
	for name in chromium-headless-shell chromium chromium-browser google-chrome; do \
		if command -v $$name >/dev/null; then found=$$name; fi; \
	done; \
	if [ -z "$$found" ]; then \
		install="apt-get install --yes --no-install-recommends chromium-headless-shell fonts-dejavu-core"; \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then sudo=; \
		elif command -v apt-get >/dev/null && sudo --non-interactive true 2>/dev/null; then sudo=sudo; \
		else echo "The tests need Chromium. Install it with: sudo $$install"; \
			echo "or say where it is: make test TIOTAL_CHROMIUM=/path/to/chromium"; exit 1; fi; \
		echo "Installing Chromium for the tests (once) …"; \
		$$sudo apt-get update --quiet=2 && DEBIAN_FRONTEND=noninteractive $$sudo $$install --quiet=2 >/dev/null; \
	fi

# The client is built from all that is in web/, except what its own tools write there, from the words, and from the
# sources that run in the page.
IN_PAGE := $(foreach part,rules sums engine games bots table service words page rulebook guide puzzles paper,src/tiotal/$(part)) src/tiotal/server/games.py
SOURCES_IN_PAGE := $(shell find $(IN_PAGE) -type f ! -name "*.pyc")
WEB := $(shell find web \( -path web/node_modules -o -path web/src/generated -o -path web/engine -o -path web/printed \) -prune -o -type f ! -name package-lock.json -print)
$(CLIENT): web/node_modules/ready $(SOURCES_IN_PAGE) $(WEB)
	$(NPM) run --silent build -- --logLevel warn
	@touch $@

# Not `npm ci`: it wants the compiled parts of the build tools for every system in the lock file, npm lists ours.
web/node_modules/ready: web/package.json web/package-lock.json | .venv/node
	@echo "Setting up what builds the web client (once) …"
	$(NPM) install --silent --no-save
	@touch $@

# Whatever was set up, Node came with it.
.venv/node:
	@[ -x $(BIN)/npm ] || $(MAKE) .venv/ready-to-play

# What runs, what builds the client, what a server in production needs, and what tests and comparisons add.
PIN = $(BIN)/uv pip compile --quiet --universal --generate-hashes --custom-compile-command "make lock" $(UPGRADE)
lock: UPGRADE := --upgrade
lock: .venv/ready-to-test pins
	$(NPM) update

pins:
	$(PIN) pyproject.toml --extra serve --extra fast -o requirements/play.txt
	$(PIN) --group build -c requirements/play.txt -o requirements/build.txt
	$(PIN) pyproject.toml --extra serve --extra fast --extra postgresql --extra redis -c requirements/play.txt -o requirements/serve.txt
	$(PIN) pyproject.toml --extra all --group test -c requirements/play.txt -c requirements/build.txt -c requirements/serve.txt -o requirements/test.txt
	$(PIN) pyproject.toml --extra serve --extra lab --extra bench --group build -c requirements/play.txt -c requirements/build.txt -o requirements/bench.txt

.venv/ready-to-play: requirements/play.txt requirements/build.txt pyproject.toml | .venv/made
	@echo "Setting up Tiotal (once) …"
	$(INSTALL) --require-hashes -r requirements/play.txt -r requirements/build.txt
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
	rm -rf .venv web/node_modules web/src/generated web/engine web/printed src/tiotal/server/client dist
