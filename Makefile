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
PIP := $(PYTHON) -m pip --disable-pip-version-check install --quiet --quiet
# The toolchain comes from the virtual environment: cmake, ninja and clang-format are Python wheels.
export PATH := $(CURDIR)/$(BIN):$(PATH)
export OMP_NUM_THREADS := 1

JOBS ?= 2
TRAIN_ARGS ?=
FUZZ_GAMES ?= 300
FUZZ_GAMES_DEEP ?= 100000
PYTEST_ARGS ?=
RESULTS_ARGS ?=
PORTABLE_ARGS ?=

CXX_FILES = $(shell find core bindings tests/native -name '*.cpp' -o -name '*.h' 2>/dev/null)

.PHONY: help
help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-17s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- set-up: each step leaves a stamp and is repeated only when its inputs change ---

$(STAMPS)/venv:
	python3 -m venv $(VENV)
	$(PIP) --upgrade pip
	@mkdir -p $(STAMPS) && touch $@

# torch comes first and by exactly this version: a looser request may fetch gigabytes of GPU libraries.
$(STAMPS)/torch: $(STAMPS)/venv
	$(PIP) torch==2.13.0
	@touch $@

$(STAMPS)/tools: constraints.txt $(STAMPS)/torch
	$(PIP) -c constraints.txt scikit-build-core nanobind cmake ninja
	@touch $@

# An editable install keeps a list of modules: a module that was moved or added needs another one.
PACKAGES = $(shell find src/jimbot -type d -not -name __pycache__)

# The .pth line lets an editable install find the environment's cmake and ninja when it is not activated.
build/.installed: pyproject.toml CMakeLists.txt constraints.txt $(PACKAGES) $(STAMPS)/tools
	@echo 'import os, sys; os.environ["PATH"] = os.path.join(sys.prefix, "bin") + os.pathsep + os.environ.get("PATH", os.defpath)' \
	  > "$$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/_jimbot_tools.pth"
	$(PIP) -c constraints.txt --no-build-isolation -C cmake.define.JIMBOT_NATIVE=ON -e '.[dev,training,wandb,rllib,live,mcp,events,telemetry,llm,graph,data,onnx,sign]'
	@mkdir -p build && touch $@

.PHONY: venv install
venv: $(STAMPS)/tools  ## virtual environment with torch and the build tools
install: build/.installed  ## build jimbot and install it editable, with the developer tools

# --- work ---

.PHONY: train bench
train: install  ## train a network for some minutes and compare it with random and greedy play
	$(BIN)/jimbot train --preset quick $(TRAIN_ARGS)

bench: install  ## speed of the core, as JSON
	$(BIN)/jimbot bench core --json

.PHONY: smoke
smoke: install  ## rollout, cloning, evaluation and the assistant once, against a server of its own
	$(PYTHON) trainer/scripts/smoke_e2e.py

.PHONY: test test-deep
test: install lint types check-stub sanitize sanitize-module  ## everything a change must pass
	$(PYTHON) -m pytest -n $(JOBS) $(PYTEST_ARGS)

test-deep: install build/sanitize/jimbot_fuzz  ## heavy tests and a long fuzz run with sanitizers
	build/sanitize/jimbot_fuzz --games $(FUZZ_GAMES_DEEP)
	$(PYTHON) -m pytest -n $(JOBS) -m deep $(PYTEST_ARGS)

.PHONY: lint format types
lint: install  ## ruff, clang-format, codespell, import contracts: report only
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	@echo '$(BIN)/clang-format --dry-run --Werror (C++ files)'
	@$(if $(strip $(CXX_FILES)),$(BIN)/clang-format --dry-run --Werror $(CXX_FILES))
	$(BIN)/codespell
	$(BIN)/lint-imports --no-logo --cache-dir build/import_linter

format: install  ## ruff and clang-format: rewrite files
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(if $(strip $(CXX_FILES)),@$(BIN)/clang-format -i $(CXX_FILES))

types: install  ## mypy, strict, over src/jimbot
	$(BIN)/mypy

.PHONY: stub check-stub
stub: install  ## regenerate src/jimbot/_core.pyi from the compiled module
	$(PYTHON) -m nanobind.stubgen -q -m jimbot._core -p bindings/stub_patterns.txt -o src/jimbot/_core.pyi

check-stub: install  ## fail with a diff if src/jimbot/_core.pyi is stale
	@mkdir -p build
	$(PYTHON) -m nanobind.stubgen -q -m jimbot._core -p bindings/stub_patterns.txt -o build/_core.pyi
	@diff -u src/jimbot/_core.pyi build/_core.pyi || { echo 'src/jimbot/_core.pyi is stale: run `make stub`'; exit 1; }

.PHONY: sanitize tools build/sanitize/jimbot_fuzz build/tools/jimbot_fuzz
build/sanitize/jimbot_fuzz: $(STAMPS)/tools
	@$(BIN)/cmake -S . -B build/sanitize -G Ninja --log-level=WARNING -DJIMBOT_SANITIZE=ON
	@$(BIN)/cmake --build build/sanitize

build/tools/jimbot_fuzz: $(STAMPS)/tools
	@$(BIN)/cmake -S . -B build/tools -G Ninja --log-level=WARNING -DJIMBOT_TOOLS=ON
	@$(BIN)/cmake --build build/tools

sanitize: build/sanitize/jimbot_fuzz  ## random games under address and undefined-behaviour sanitizers
	build/sanitize/jimbot_fuzz --games $(FUZZ_GAMES)

# The module is loaded by the interpreter of the virtual environment, which knows nothing of sanitizers: their
# libraries come first. Leaks are the interpreter's own.
.PHONY: sanitize-module build/sanitize-module
build/sanitize-module: $(STAMPS)/tools
	@$(BIN)/cmake -S . -B $@ -G Ninja --log-level=WARNING -DJIMBOT_SANITIZE=ON -DJIMBOT_MODULE=ON \
	  -DPython_EXECUTABLE=$(CURDIR)/$(PYTHON)
	@$(BIN)/cmake --build $@

sanitize-module: build/sanitize-module  ## hostile arguments to every native function, under the same sanitizers
	LD_PRELOAD="$$($${CXX:-c++} -print-file-name=libasan.so) $$($${CXX:-c++} -print-file-name=libstdc++.so)" \
	  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
	  $(PYTHON) tests/edge/hostile.py --module build/sanitize-module/_core.*.so

.PHONY: portable
portable: $(STAMPS)/tools  ## build with gcc and clang, tuned and portable; all must play the same games
	$(PYTHON) tools/portable.py $(PORTABLE_ARGS)

tools: build/tools/jimbot_fuzz  ## jimbot_fuzz optimised, with symbols, for callgrind and perf

.PHONY: golden docs schemas results clean
golden: install  ## rewrite the golden transcripts; read the diff before committing
	$(PYTHON) tools/golden.py --write

docs: install  ## rewrite the generated tables in docs/
	$(PYTHON) tools/docs.py --write

schemas: install  ## rewrite the JSON Schemas of the documents from their models
	$(PYTHON) -m jimbot.documents

results: install  ## play the evaluations of docs/results.md (resumable, no test seeds) and write that page
	$(PYTHON) tools/results.py $(RESULTS_ARGS)

clean:  ## remove everything that was built, and the virtual environment
	rm -rf build dist $(VENV)
