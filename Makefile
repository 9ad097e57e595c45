# The one command surface; CI calls it too. `make` alone lists the targets.
#
# It asks for make 3.81, a POSIX shell and Python 3.11 or later. Everything else goes into .venv,
# from the locks in requirements/, and into frontend/node_modules, from the lock beside it; where
# the machine has no Node.js that will do, one from PyPI goes into .venv too.
# Pass flags on with ARGS: make test ARGS="-k r8".

# Searched in this order; say which with `make play PYTHONS=python3.12`.
PYTHONS = python3.15 python3.14 python3.13 python3.12 python3.11 python3
BIN = .venv/bin
# Without its wheel numba would be built for an hour and fail: fail at once. Python compiles what is
# imported; pip would compile everything, which takes as long as unpacking it.
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile \
	--only-binary numba,llvmlite
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-annotate --custom-compile-command "make lock" $(ARGS)
COMPILE = $(LOCK) pyproject.toml

# Where pip is offered torch without CUDA, that, and else with all that it needs (requirements/split.py).
# A lock names all there is to install, so nothing has to be resolved again.
LOCKED = $(PIP) --no-deps --require-hashes --requirement requirements/$(1).txt
OR_CUDA = $(if $(wildcard requirements/$(1)-cpu.txt),--requirement requirements/$(1)-cpu.txt 2>/dev/null || \
	  $(LOCKED) --requirement requirements/$(1)-cuda.txt)

FRONT = $(BIN)/python frontend/node.py
# The types of messages, from the types that the server reads and writes them by.
PROTOCOL = $(BIN)/python -m docs.api && $(FRONT) npm run --silent generate
MODULES = frontend/node_modules/.installed
PAGE = src/sidepot/room/web/page/index.html
PAGE_SOURCES = $(shell find frontend/src frontend/public frontend/scripts frontend/index.html frontend/verify.html \
	frontend/*.json frontend/*.ts frontend/svelte.config.js src/sidepot/words/en.toml src/sidepot/room/client/deal_states.json \
	requirements/licences.txt LICENSE -type f)

# Hundreds of processes read the same modules: empty, it lets Python keep their byte code.
export PYTHONDONTWRITEBYTECODE =

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1	\2/p' Makefile

play: .venv/.play $(PAGE) ## open the card room in your browser
	@$(BIN)/sidepot serve --open $(ARGS)

page: .venv/.play $(PAGE) ## build the page that browsers get

# Without the page, or the libraries of environments, their tests are skipped, and fail where nothing
# may be skipped. The rules run in plain Python first; what is about machine code runs after that
# (tests/conftest.py): side by side both take longer. A session that has none of the tests that ARGS
# name has not failed; --fast has one session. Tests of the architecture belong to `make check`,
# which CI runs before.
IS_FAST = $(findstring --fast,$(ARGS))
test: .venv/.dev ## run the tests (with ARGS some of them, as pytest takes them)
	-@$(MAKE) --silent $(PAGE)
	@$(if $(IS_FAST),,$(MAKE) --silent .venv/.envs)
	@rm -f .cache/failed; NUMBA_DISABLE_JIT=1 $(BIN)/pytest --numprocesses auto --dist worksteal \
	  $(or $(ARGS),--ignore tests/architecture); plain=$$?; \
	$(if $(IS_FAST),exit $$plain;) \
	$(BIN)/pytest --compiled --numprocesses auto $(ARGS); compiled=$$?; \
	case $$plain$$compiled in 00 | 05 | 50) exit ;; esac; \
	echo "pytest ended with $$plain (plain Python) and $$compiled (machine code)"; \
	cat .cache/failed; exit 1

# Text files are UTF-8 on every system: this rule of ruff is a preview.
UTF8 = $(BIN)/ruff check --quiet --preview --select PLW1514 src docs benchmarks examples release
# The page's half runs beside the other, and is told after it.
check: .venv/.dev $(MODULES) ## format, lint, types, direction of imports
	@mkdir -p .cache; { $(PROTOCOL) && $(FRONT) npm run --silent check; } >.cache/check-page 2>&1 & page=$$!; \
	trap 'kill $$page 2>/dev/null' EXIT; \
	$(BIN)/ruff format --check && $(BIN)/ruff check && $(UTF8) && $(BIN)/mypy && \
	  $(BIN)/pytest --quiet tests/architecture || exit; \
	wait $$page; code=$$?; cat .cache/check-page; exit $$code

# Where others' environments cannot be had, the benchmark says so and leaves them out.
bench: .venv/.bench ## how fast, with signatures
	-@$(MAKE) --silent .venv/.peers
	@$(BIN)/python -m benchmarks $(ARGS)

protocol: .venv/.dev $(MODULES) ## write the page's types of messages, from the server's
	@$(PROTOCOL)

screens: .venv/.dev $(MODULES) ## draw every screen of the page into screens/
	@$(BIN)/python -m docs.screens $(ARGS)

film: .venv/.dev $(MODULES) ## film a hand at the table, for the site's home
	@$(BIN)/python -m docs.film

reported: .venv/.dev ## draw the top of a report, for the page on designing games
	@$(BIN)/python -m docs.reported

docs: .venv/.dev ## write the generated pages anew
	@$(BIN)/python -m docs.generate $(ARGS)
	@$(if $(ARGS),,$(BIN)/python -m docs.licences)

site: .venv/.dev ## build the site into site/, and check its links
	@$(BIN)/python -m docs.site $(ARGS)

# The builders take the same flags; Docker's form of images has the health check.
BUILDER = $(firstword $(foreach name,podman buildah docker,$(shell command -v $(name) 2>/dev/null)))
DOCKERS = $(if $(findstring docker,$(BUILDER)),,--format docker)
image: .venv/.play $(PAGE) ## build the container's image
	@test -n "$(BUILDER)" || { echo "apt install podman, or install Docker" >&2; exit 1; }
	@rm -f dist/sidepot-*.whl
	@$(BIN)/python -m pip wheel --quiet --no-build-isolation --no-deps --wheel-dir dist .
	@$(BUILDER) build $(DOCKERS) --file Containerfile --tag sidepot $(ARGS) .

edges: .venv/.dev ## play for the page of the house's edge
	@$(BIN)/python -m docs.edges $(ARGS)

train: .venv/.play ## train the experts that ship (ARGS=TABLE for one of them; an hour or two for all)
	@$(BIN)/python -m sidepot.lab.learn.house $(ARGS)

knowledge: .venv/.plots ## solve and play for the page of what is known
	@$(BIN)/python -m docs.knowledge $(ARGS)

measures: .venv/.play ## measure the games whose rules have changed, for reports (ARGS=NAME for some of them)
	@$(BIN)/python -m sidepot.designer.report.house $(ARGS)

strength: .venv/.plots ## measure how strong the bots are, for the page of it
	@$(BIN)/python -m docs.strength $(ARGS)

warm: .venv/.play ## compile every game now
	@$(BIN)/sidepot warm $(ARGS)

# Everything in machine code with bounds checks, which compiles quickly; then what is compiled as
# users get it, and the room on the other database. A run has a seed of its own, which it prints.
QUICK = SIDEPOT_BOUNDSCHECK=1 NUMBA_OPT=1 NUMBA_LOOP_VECTORIZE=0 NUMBA_SLP_VECTORIZE=0 \
	NUMBA_LLVM_REFPRUNE_PASS=0
SEED := $(shell date +%j%H%M)
# A hundred kills of a process take longer than the minutes after which another test counts as hung.
LONG = -o hang_timeout=3600.0
soak: .venv/.dev .venv/.agents .venv/.fuzz $(PAGE) ## all tests, those that take long too (hours)
	@$(QUICK) $(BIN)/pytest $(LONG) --numprocesses auto --dist worksteal --seed $(SEED) --hypothesis-seed $(SEED) \
	  -m "not as_shipped" $(ARGS)
	@$(if $(ARGS),,$(BIN)/pytest $(LONG) --numprocesses auto --compiled -m "soak and as_shipped")
	@$(if $(ARGS),,$(BIN)/pytest $(LONG) --numprocesses auto tests/room --database postgresql)

lock: .venv/.dev ## resolve the dependencies anew (ARGS=--upgrade for newer ones)
	$(COMPILE) requirements/play.in -o requirements/play.txt
	$(COMPILE) --extra cluster --extra postgres requirements/dev.in -c requirements/play.txt -o requirements/dev.txt
	$(COMPILE) requirements/bench.in -c requirements/dev.txt -o requirements/bench.txt
	$(COMPILE) requirements/plots.in -c requirements/dev.txt -o requirements/plots.txt
	$(COMPILE) requirements/container.in -c requirements/dev.txt -o requirements/container.txt
	$(COMPILE) requirements/envs.in -c requirements/dev.txt -o requirements/envs.txt
	$(COMPILE) requirements/agents.in -c requirements/envs.txt -o requirements/agents.txt
	$(BIN)/python requirements/split.py requirements/agents.txt
	$(COMPILE) requirements/peers.in -c requirements/bench.txt -c requirements/agents.txt \
	  -o requirements/peers.txt
	$(LOCK) requirements/front.in -o requirements/front.txt
	$(LOCK) requirements/fuzz.in -o requirements/fuzz.txt
	$(LOCK) requirements/release.in -c requirements/dev.txt -o requirements/release.txt

ends: .venv/.dev ## run tests with the lowest dependencies, and with the newest (ARGS=lowest)
	@$(BIN)/python -m release.ends $(ARGS)

platforms: .venv/.dev ## read the index for the table of systems where nothing is compiled to install
	@$(BIN)/python -m release.platforms

# Nothing is pushed: docs/releasing.md says what a person does with dist/.
release: .venv/.dev .venv/.release $(PAGE) ## build and check a release (VERSION=1.0.0), with TAG=1 commit and tag it
	@$(BIN)/python -m release $(VERSION) $(if $(TAG),--tag) $(ARGS)

audit: .venv/.dev ## ask the database of advisories about all that is locked
	@$(BIN)/python requirements/audit.py $(ARGS)

clean: ## remove what make made
	rm -rf .venv .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache dist site
	rm -rf frontend/node_modules src/sidepot/room/web/page
	find . -name __pycache__ -prune -exec rm -rf {} +

# A stamp is touched last, so what stopped half-way is done again on the next call, beginning with
# .venv itself if its pip does not run. Debian cuts venv out of Python, and ensurepip goes with it.
.venv/.%: requirements/%.txt pyproject.toml $(BIN)/python
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { \
	  for python in $(PYTHONS) none; do \
	    $$python -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' \
	      2>/dev/null && break; \
	  done; \
	  if [ $$python = none ]; then \
	    echo "Sidepot needs Python 3.11 or later with venv. On Debian or Ubuntu:" >&2; \
	    echo "apt install python3-venv" >&2; \
	    exit 1; \
	  fi; \
	  echo "Making .venv with $$python"; \
	  $$python -m venv --clear .venv; \
	}
	@echo "Installing requirements/$*.txt into .venv; this takes a minute or two, once"
	@$(call LOCKED,$*) $(call OR_CUDA,$*)
	@$(PIP) --no-build-isolation --no-deps --editable .
	@touch $@

# These two use .venv: whatever asks for them asks for one of its stamps first.
$(MODULES): frontend/package-lock.json requirements/front.txt
	@$(FRONT) node --version >/dev/null 2>&1 || { \
	  echo "Installing Node.js into .venv; it builds the page"; \
	  $(PIP) --require-hashes --requirement requirements/front.txt; \
	}
	@echo "Installing frontend/package-lock.json; this takes a minute, once"
	@$(FRONT) npm ci --silent
	@touch $@

$(PAGE): $(MODULES) $(PAGE_SOURCES)
	@echo "Building the page"
	@$(FRONT) npm run --silent build -- --logLevel warn

# No recipe: where .venv or the Python behind it is gone, every stamp is out of date.
$(BIN)/python:

# Two stamps must not fill .venv at the same time.
.NOTPARALLEL:
.PHONY: help play page test check bench protocol screens film reported docs site image screens edges strength train warm soak lock ends platforms release audit clean
