PYTHON ?= python3
JOBS ?= 2

VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready
LOCKS := uv site dev

.PHONY: help setup run test lint browser format bench schema lock clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) ## Install everything into .venv/

run: setup ## Serve the site on http://127.0.0.1:8000 (PORT=...: elsewhere), with worker and scheduler
	@exec $(PY) -m quadropolis_site.stack

test: lint browser ## Run every check and every test
	$(PY) -m pytest -n $(JOBS)

lint: setup ## Check style, types, templates and migrations
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m djlint --quiet --lint templates
	@VAR_DIR=$(VENV)/var $(PY) manage.py makemigrations --check --dry-run

browser: setup ## Install Chromium for the browser tests, if it is missing and we may
	@$(PY) -m tests.browser.chromium

format: setup ## Put the code into the house style
	$(PY) -m ruff check --fix-only .
	$(PY) -m ruff format .

bench: setup ## Measure; print a table and write bench-results.json
	$(PY) -m bench

schema: setup ## Write the schema of the API to docs/openapi.yaml
	VAR_DIR=$(VENV)/var $(PY) manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml

lock: setup ## Pin requirements/*.in again (UPGRADE=1: to the newest versions)
	@for name in $(LOCKS); do \
		$(PY) -m uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
			--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
			$(if $(UPGRADE),--upgrade) requirements/$$name.in --output-file requirements/$$name.txt \
			|| exit 1; \
	done

clean: ## Remove everything that make and the tools made
	rm -rf $(VENV) .hypothesis .mypy_cache .pytest_cache .ruff_cache bench-results.json
	find . -name __pycache__ -prune -exec rm -rf {} +

# The environment is built anew whenever a pinned version changes: with uv it takes seconds.
# uv does not read pip's configuration, so behind a mirror that only pip knows, pip does the work.
$(READY): requirements/uv.txt requirements/site.txt requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Python 3.11 or newer is needed, and '$(PYTHON)' is not; name one with: make PYTHON=..." >&2; \
		exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || { \
		rm -rf $(VENV); \
		echo "'$(PYTHON)' could not make a virtual environment; is its venv module installed" \
			"(python3-venv on Debian and Ubuntu)?" >&2; \
		exit 1; }
	@echo "Installing into $(VENV)/ ..."
	@{ $(PY) -m pip install --quiet --require-hashes -r requirements/uv.txt \
		&& $(PY) -m uv pip install --quiet --python $(PY) --require-hashes -r requirements/dev.txt; } || { \
		echo "uv could not do it; trying pip, which is slower." >&2; \
		$(PY) -m pip install --quiet --require-hashes -r requirements/dev.txt; }
	@touch $@
