# All tasks of the project. Every target does its own set-up in .venv; `make` alone lists them.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

VENV := .venv
BIN := $(VENV)/bin
PYTHON := $(BIN)/python
STAMPS := $(VENV)/stamps
PIP := $(PYTHON) -m pip --disable-pip-version-check install
# One line per step: what it is, how far it is, how long it took; its output only if it fails.
STEP := @python3 tools/step.py
# The toolchain comes from the virtual environment: cmake, ninja and clang-format are Python wheels.
export PATH := $(CURDIR)/$(BIN):$(PATH)
export OMP_NUM_THREADS := 1

JOBS ?= 2
TRAIN_ARGS ?=
FUZZ_GAMES ?= 300
FUZZ_GAMES_DEEP ?= 100000
SOAK_GAMES ?= 1000000
SOAK_STEPS ?= 1000000
SOAK_ARGS ?=
PYTEST_ARGS ?=
RESULTS_ARGS ?=
PICTURES_ARGS ?=
PORTABLE_ARGS ?=
VERSION ?=
RELEASE_ARGS ?=

CXX_FILES = $(shell find core bindings tests/native web/core -name '*.cpp' -o -name '*.h' 2>/dev/null)

.PHONY: help
help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-17s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- set-up: each step leaves a stamp and is repeated only when its inputs change ---

$(STAMPS)/venv:
	@echo 'Set-up, once: about 4 minutes on two cores, 2 GB in .venv. It is repeated only where its inputs change.'
	$(STEP) '1/4 Python environment' bash -c 'python3 -m venv $(VENV) && $(PIP) --upgrade pip'
	@mkdir -p $(STAMPS) && touch $@

# torch comes first and by exactly this version: a looser request may fetch gigabytes of GPU libraries.
$(STAMPS)/torch: $(STAMPS)/venv
	$(STEP) '2/4 torch' $(PIP) torch==2.13.0
	@touch $@

$(STAMPS)/tools: constraints.txt $(STAMPS)/torch
	$(STEP) '3/4 build tools' $(PIP) -c constraints.txt scikit-build-core nanobind cmake ninja
	@touch $@

# An editable install keeps a list of modules: a module that was moved or added needs another one.
PACKAGES = $(shell find src/jimbot -type d -not -name __pycache__)

# The .pth line lets an editable install find the environment's cmake and ninja when it is not activated.
build/.installed: pyproject.toml CMakeLists.txt constraints.txt $(PACKAGES) $(STAMPS)/tools
	@echo 'import os, sys; os.environ["PATH"] = os.path.join(sys.prefix, "bin") + os.pathsep + os.environ.get("PATH", os.defpath)' \
	  > "$$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/_jimbot_tools.pth"
	$(STEP) '4/4 libraries, and jimbot with its C++ core' \
	  $(PIP) -v -c constraints.txt --no-build-isolation -C cmake.define.JIMBOT_NATIVE=ON -e '.[all,dev,docs]'
	@mkdir -p build && touch $@

.PHONY: venv install
venv: $(STAMPS)/tools  ## virtual environment with torch and the build tools
install: build/.installed  ## build jimbot and install it editable, with the developer tools

# --- work ---

.PHONY: train bench
train: install  ## train a network for some minutes and compare it with random and greedy play
	@echo 'Training from nothing: about 2 minutes on two free cores (TRAIN_ARGS="--minutes 1" for less), then 100 games to judge it.'
	@$(BIN)/jimbot train --preset quick $(TRAIN_ARGS)

bench: install  ## speed of the core, as JSON
	$(BIN)/jimbot bench core --json

.PHONY: smoke
smoke: install  ## rollout, cloning, evaluation and the assistant once, against a server of its own
	$(PYTHON) trainer/scripts/smoke_e2e.py

# Tests are marked by what they cost: pyproject.toml explains the markers.
FAST := not (slow or deep or documents or ray or browser)
MARKS ?= $(FAST)
PYTEST = $(PYTHON) -m pytest -n $(JOBS) --dist loadfile
.PHONY: test test-all test-times say-test say-test-all chromium
say-test:
	@echo 'What a change must pass: lint, types, stub, sanitizers (only when C++ changed), tests. About 6 minutes on two cores.'
test: say-test install lint types check-stub sanitize  ## what a change must pass: about 6 minutes
	@$(PYTEST) -q -m '$(MARKS)' $(PYTEST_ARGS)

say-test-all:
	@echo 'Everything: also documents, notebooks, Ray, browser, killed processes, deep tests, $(FUZZ_GAMES_DEEP) games under sanitizers. About 90 minutes.'
test-all: FUZZ_GAMES = $(FUZZ_GAMES_DEEP)
test-all: MARKS =
test-all: say-test-all chromium install lint types check-stub sanitize  ## everything: about 90 minutes
	@$(PYTEST) -q -m '' $(PYTEST_ARGS)

test-times: install  ## the 50 slowest tests of `make test`; one above 3 s without a marker is an error
	@$(PYTHON) -m pytest -n 1 --dist loadfile -q -m '$(FAST)' --durations=50 --limit 3 $(PYTEST_ARGS)

# A browser of the system: none is ever downloaded from elsewhere.
chromium:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && { apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } \
	  || echo 'chromium is missing and cannot be installed here: its tests are skipped'; }

.PHONY: test-browser
test-browser: chromium install  ## the web app in Debian's chromium, which is installed where it is missing and may be
	@$(PYTHON) -m pytest -n 0 -m browser $(PYTEST_ARGS) tests/ui

.PHONY: lint format types
lint: install  ## ruff, clang-format, codespell, plain words, import contracts: report only
	$(STEP) 'lint: ruff, clang-format, codespell, words, imports' bash -c 'ruff check -q && ruff format --check -q \
	  && clang-format --dry-run --Werror $(CXX_FILES) && codespell && python tools/words.py \
	  && lint-imports --no-logo --cache-dir build/import_linter'

format: install  ## ruff and clang-format: rewrite files
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(if $(strip $(CXX_FILES)),@$(BIN)/clang-format -i $(CXX_FILES))

types: install  ## mypy, strict, over src/jimbot
	$(STEP) 'types: mypy (a minute the first time)' mypy

.PHONY: stub check-stub
stub: install  ## regenerate src/jimbot/_core.pyi from the compiled module
	$(PYTHON) -m nanobind.stubgen -q -m jimbot._core -p bindings/stub_patterns.txt -o src/jimbot/_core.pyi

check-stub: install  ## fail with a diff if src/jimbot/_core.pyi is stale
	@mkdir -p build
	$(STEP) 'stub: src/jimbot/_core.pyi is that of the module (else: make stub)' bash -c '$(PYTHON) -m nanobind.stubgen -q \
	  -m jimbot._core -p bindings/stub_patterns.txt -o build/_core.pyi && diff -u src/jimbot/_core.pyi build/_core.pyi'

# The module is loaded by an interpreter without sanitizers: their libraries come first. Leaks are the interpreter's.
HOSTILE = LD_PRELOAD="$$($${CXX:-c++} -print-file-name=libasan.so) $$($${CXX:-c++} -print-file-name=libstdc++.so)" \
  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
  $(PYTHON) tests/edge/hostile.py --module build/sanitize/_core.*.so
# What the result of the sanitizers depends on: they are not repeated for sources that have passed.
SANITIZED = $(shell find CMakeLists.txt core bindings tests/native tests/edge/hostile.py tests/edge/cases.py -type f \
  | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c1-16)-$(FUZZ_GAMES)

.PHONY: sanitize tools build/sanitize build/tools/jimbot_fuzz
build/sanitize: install
	$(STEP) 'sanitizers: compile' bash -c 'cmake -S . -B build/sanitize -G Ninja --log-level=WARNING -DJIMBOT_SANITIZE=ON \
	  -DJIMBOT_MODULE=ON -DPython_EXECUTABLE=$(CURDIR)/$(PYTHON) && cmake --build build/sanitize'

build/tools/jimbot_fuzz: $(STAMPS)/tools
	@cmake -S . -B build/tools -G Ninja --log-level=WARNING -DJIMBOT_TOOLS=ON
	@cmake --build build/tools

sanitize: install  ## random games and hostile arguments under address and undefined-behaviour sanitizers, when C++ changed
	@if [ -e build/sanitize/passed-$(SANITIZED) ]; then echo 'sanitizers ... passed before with these sources'; \
	  else $(MAKE) --no-print-directory build/sanitize run-sanitized FUZZ_GAMES=$(FUZZ_GAMES); fi

.PHONY: run-sanitized
run-sanitized:
	$(STEP) 'sanitizers: $(FUZZ_GAMES) random games' build/sanitize/jimbot_fuzz --games $(FUZZ_GAMES)
	$(STEP) 'sanitizers: hostile arguments to every native function' bash -c '$(HOSTILE)'
	@rm -f build/sanitize/passed-* && touch build/sanitize/passed-$(SANITIZED)

.PHONY: soak soak-server
soak: install build/sanitize  ## random whole games under sanitizers, in parts that count on (SOAK_ARGS='--minutes 60')
	$(PYTHON) tools/soak.py games --most $(SOAK_GAMES) $(SOAK_ARGS)

soak-server: install  ## steps on a server that strangers disturb, in parts that count on
	$(PYTHON) tools/soak.py server --most $(SOAK_STEPS) $(SOAK_ARGS)

# --- the table in the browser ---

$(STAMPS)/zig: constraints.txt $(STAMPS)/tools
	$(STEP) 'zig, which compiles the core to WebAssembly' $(PIP) -c constraints.txt ziglang
	@touch $@

web/node_modules/.stamp: web/package.json web/package-lock.json
	@command -v npm >/dev/null || { echo 'npm is missing: install Node 20 or later (Debian: apt-get install nodejs npm)'; exit 1; }
	$(STEP) 'libraries of the page' npm --prefix web ci --no-audit --no-fund --loglevel=error
	@touch $@

.PHONY: web test-web
web: install $(STAMPS)/zig web/node_modules/.stamp  ## the table in the browser: static files that `jimbot ui` serves
	$(STEP) 'core as WebAssembly (minutes the first time)' python web/core/build.py
	$(STEP) 'weights of judge and network' python web/weights.py build/web/weights.bin
	$(STEP) 'package @jimbot/core' bash -c 'npx --prefix web tsc -p web/package && cp web/package/package.json web/package/README.md \
	  build/web/jimbot.wasm build/web/jimbot-plain.wasm build/web/weights.bin build/web/package'
	$(STEP) 'page' bash -c 'cd web && npm run --silent types && npm run --silent build'
	@echo 'The page is in src/jimbot/apps/ui/static: any host can serve it. Here: jimbot ui'

test-web: chromium web  ## the core in Node against the native one, and the page in chromium
	@npm --prefix web run --silent test
	@$(PYTHON) -m pytest -n 0 -m 'browser or slow' $(PYTEST_ARGS) tests/web

FUZZ_SECONDS ?= 3600
.PHONY: fuzz
fuzz: install  ## coverage-guided, FUZZ_SECONDS each: the core's readers by libFuzzer (clang), those in Python by atheris
	cmake -S . -B build/fuzz -G Ninja --log-level=WARNING -DJIMBOT_SANITIZE=ON -DJIMBOT_FUZZER=ON -DCMAKE_CXX_COMPILER=clang++
	cmake --build build/fuzz --target jimbot_fuzz_readers
	@mkdir -p build/fuzz/core build/fuzz/python
	build/fuzz/jimbot_fuzz_readers -max_total_time=$(FUZZ_SECONDS) -timeout=20 -max_len=12000 -print_final_stats=1 \
	  -artifact_prefix=build/fuzz/ build/fuzz/core tools/fuzz/corpus/core
	$(PIP) --quiet atheris
	$(PYTHON) tools/fuzz/readers.py -max_total_time=$(FUZZ_SECONDS) -timeout=20 -max_len=16000 -print_final_stats=1 \
	  -artifact_prefix=build/fuzz/ build/fuzz/python tools/fuzz/corpus/readers

.PHONY: portable
portable: install  ## build with gcc and clang, and by zig for ARM, Windows, macOS; all must play the same games
	$(PYTHON) tools/portable.py $(PORTABLE_ARGS)

tools: build/tools/jimbot_fuzz  ## jimbot_fuzz optimised, with symbols, for callgrind and perf

.PHONY: golden tiny-networks docs notebooks pictures schemas results clean
golden: install  ## rewrite the golden transcripts; read the diff before committing
	$(PYTHON) tools/golden.py --write

tiny-networks: install  ## rewrite the tiny networks that tests load (tests/networks), after their inputs or format changed
	$(PYTHON) -m tests.networks.make

docs: install  ## rewrite the generated tables in docs/ and build the site (build/site), without a warning
	$(PYTHON) tools/docs.py --write
	NO_MKDOCS_2_WARNING=1 $(PYTHON) -m mkdocs build --strict --quiet

notebooks: install  ## run the tutorials and keep what they print
	$(PYTHON) tools/notebooks.py --write

pictures: chromium install  ## draw the pictures of README and docs again (PICTURES_ARGS='table web')
	@$(PYTHON) tools/pictures.py $(PICTURES_ARGS)

schemas: install  ## rewrite the JSON Schemas of the documents from their models
	$(PYTHON) -m jimbot.documents

results: install  ## play the evaluations of docs/results.md (resumable, no test seeds) and write that page
	$(PYTHON) tools/results.py $(RESULTS_ARGS)

# --- to hand out ---

.PHONY: wheel sdist release
wheel: install  ## dist/jimbot-*.whl for this Python, portable, made fit by auditwheel (cibuildwheel makes those of a release)
	@rm -rf build/wheel-raw
	$(PYTHON) -m pip --disable-pip-version-check wheel --quiet --no-deps --no-build-isolation --wheel-dir build/wheel-raw \
	  -C cmake.define.JIMBOT_NATIVE=OFF -C build-dir=build/wheel-{cache_tag} .
	$(PYTHON) -m auditwheel repair --wheel-dir dist build/wheel-raw/jimbot-*.whl

sdist: install  ## dist/jimbot-*.tar.gz, which builds without git
	$(PYTHON) -m build --sdist --no-isolation --outdir dist

release: install  ## VERSION=1.2.3: changelog, commit, tag, wheel, source archive; without, or RELEASE_ARGS=--dry-run: say so
	$(PYTHON) tools/release.py $(if $(VERSION),--version $(VERSION)) $(RELEASE_ARGS)

clean:  ## remove everything that was built, and the virtual environment
	rm -rf build dist $(VENV)
